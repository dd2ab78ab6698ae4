"""Who else may: links and accounts of officials; links of players and tables that are to be replaced."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.links import Link
from toolkit.services.kernel.roles import Role
from toolkit.services.lifecycle import tournaments
from toolkit.services.season import weekends
from toolkit.sheets.qr import qr_svg
from toolkit.web.base.access import current_account, has_accounts, keep_official, link_key, may_administer
from toolkit.web.base.addresses import room_url
from toolkit.web.base.i18n import said
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, page
from toolkit.web.events.words import table_title

ROLES = {
    Role.ORGANIZER: _l("Organizer"),
    Role.JUDGE: _l("Judge"),
    Role.SCOREKEEPER: _l("Scorekeeper"),
}
DUTIES = {
    Role.ORGANIZER: _l("everything, this page included"),
    Role.JUDGE: _l("calls, sanctions, the clock, seats, results, decklists"),
    Role.SCOREKEEPER: _l("check-in and results"),
}
_FIELDS = {
    "bad_label": "label",
    "too_many_links": "label",
    "unknown_account": "name",
    "last_organizer": "role",
    "asked_too_often": "name",
    "unknown_player": "player",
    "unknown_round": "place",
    "unknown_table": "place",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """An account that is an official of the event."""

    id: str
    name: str
    role: LazyString


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedLine:
    """An account that was asked to be an official of the event, and has not accepted."""

    id: str
    name: str
    role: LazyString
    has_declined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessPage:
    """Everybody who may do something at the event, and what the forms offer that let in more."""

    roles: list[tuple[Role, str]]
    officials: list[OfficialLine]
    members: list[MemberLine]
    can_replace_entry: bool
    invited: list[InvitedLine]
    people: list[tuple[int, str]]
    tables: list[tuple[str, str]]


@page("access", "/access", "events/access.html")
def access_page(console: Console) -> AccessPage:
    """Everybody who may do something here, and the ways to let in more."""
    state, context = console.tournament, current_context()
    played = [*state.rounds, *([state.final_round] if state.final_round else [])]
    return AccessPage(
        roles=[(role, f"{word}{gettext(': ')}{DUTIES[role]}") for role, word in ROLES.items()],
        officials=[_shown(console, link) for link in links.officials(context, console.id)],
        members=[
            MemberLine(id=account.id, name=account.name, role=ROLES[role])
            for account, role in (accounts.members(context, console.id) if has_accounts() else [])
        ],
        can_replace_entry=not has_accounts() and may_administer(),
        invited=[
            InvitedLine(
                id=account.id, name=account.name, role=ROLES[Role(one.role)], has_declined=one.declined is not None
            )
            for account, one in (accounts.invited(context, console.id) if has_accounts() else [])
        ],
        people=[
            (player.number, player.name)
            for player in sorted(state.players.values(), key=lambda player: natural_key(player.name))
        ],
        tables=[
            (f"{round_.number or 'final'}/{table}", table_title(state, round_, table))
            for round_ in played
            if round_.is_published
            for table, _players in round_.numbered()
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialLine:
    """A link of an official; without its address once it was taken back."""

    number: int
    label: str
    role: str
    is_open: bool
    address: str
    code: str


def _shown(console: Console, link: Link) -> OfficialLine:
    address = room_url().rstrip("/") + links.official_path(console.id, link, link_key(console.id))
    return OfficialLine(
        number=int(link.name.split("/")[1]),
        label=link.label,
        role=ROLES[Role(link.role)],
        is_open=link.is_open,
        address=address if link.is_open else "",
        code=qr_svg(address, fills=True) if link.is_open else "",
    )


@access_page.action("/access/links", "make", forms.OfficialLinkForm, _FIELDS)
def make(console: Console, label: str, role: str) -> None:
    """A link for one more official."""
    links.add_official(current_context(), console.id, Role(role), label)


@access_page.action("/access/links/renew", "renew", forms.KnownLinkForm)
def renew(console: Console, link: int) -> None:
    """The same official with a new link: whoever has the old one is out."""
    links.renew_official(current_context(), console.id, link)
    _settle(console)


@access_page.action("/access/links/revoke", "revoke", forms.KnownLinkForm)
def revoke(console: Console, link: int) -> None:
    """An official's link that opens nothing any more."""
    links.renew_official(current_context(), console.id, link, is_open=False)
    _settle(console)


@access_page.action("/access/player", "player", forms.PlayerLinkForm, _FIELDS)
def renew_player(console: Console, player: int) -> str:
    """A new link for a player who lost theirs, or showed it to the wrong people."""
    console.tournament.player(player)
    links.renew(current_context(), console.id, links.player_name(player))
    return console.url("player", player=player)


@access_page.action("/access/table", "table", forms.TableLinkForm, _FIELDS)
def renew_table(console: Console, place: str) -> None:
    """A new link for a table, when its slip went astray."""
    word, _, table = place.partition("/")
    number = links.round_number_of(word)
    console.tournament.round(-1 if number is None else number).table(links.positive(table))
    links.renew(current_context(), console.id, f"table/{number}/{table}")


@access_page.action("/access/all", "replace_all", forms.AllLinksForm)
def replace_all(console: Console, *, sure: bool) -> Console | None:
    """New links for everybody at once, after the question how many cards that takes."""
    context = current_context()
    if not sure:
        console.typed.question = said(tournaments.links_to_hand_out(context, console.id))
        return console
    tournaments.replace_links(context, console.id, by=console.author)
    keep_official(console.id)
    return None


@access_page.action("/access/members", "invite", forms.MemberForm, _FIELDS)
def invite(console: Console, name: str, role: str) -> None:
    """Ask somebody with an account to be an official."""
    context = current_context()
    account = accounts.account_named(context, name)
    accounts.invite(context, console.id, account, Role(role), inviter=current_account())
    _settle(console)


@access_page.action("/access/members/remove", "dismiss", forms.KnownMemberForm, {"last_organizer": ""})
def dismiss(console: Console, account: str) -> None:
    """Somebody with an account is no official any more."""
    accounts.remove_member(current_context(), console.id, account)
    _settle(console)


@access_page.action("/access/members/withdraw", "withdraw", forms.KnownMemberForm)
def withdraw(console: Console, account: str) -> None:
    """Somebody with an account is asked no more."""
    accounts.take_invitation_back(current_context(), console.id, account)


def _settle(console: Console) -> None:
    """Keep in weekends what their organizers may no longer run, since somebody else may run the event now."""
    if has_accounts():
        weekends.settle_rights_at(current_context(), console.id)
