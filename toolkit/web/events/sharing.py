"""Access: links and accounts of officials, and new links for players and tables."""

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
from toolkit.web.base.i18n import translated
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
class OfficialLine:
    """A link of an official; without its address once it was taken back."""

    number: int
    label: str
    role: LazyString
    is_open: bool
    address: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """An account that is an official of the event, or was invited to be one and has not accepted."""

    id: str
    name: str
    role: LazyString
    is_invited: bool = False
    has_declined: bool = False


@dataclass(frozen=True)
class AccessPage:
    """The officials of the event, and the links that let them, the players and the tables in."""

    _console: Console

    @property
    def roles(self) -> list[tuple[Role, str]]:
        """The roles of a link or an account, each with what it is for."""
        return [(role, f"{word}{gettext(': ')}{DUTIES[role]}") for role, word in ROLES.items()]

    @property
    def officials(self) -> list[OfficialLine]:
        """The links of officials, also those that were taken back."""
        return [self._official_line(link) for link in links.officials(current_context(), self._console.id)]

    def _official_line(self, link: Link) -> OfficialLine:
        id = self._console.id
        address = room_url().rstrip("/") + links.official_path(id, link, link_key(id))
        return OfficialLine(
            number=int(link.name.split("/")[1]),
            label=link.label,
            role=ROLES[Role(link.role)],
            is_open=link.is_open,
            address=address if link.is_open else "",
            code=qr_svg(address, fills=True) if link.is_open else "",
        )

    @property
    def members(self) -> list[MemberLine]:
        """The accounts that are officials, then those that are invited."""
        if not has_accounts():
            return []
        context, id = current_context(), self._console.id
        members = [
            MemberLine(id=account.id, name=account.name, role=ROLES[role])
            for account, role in accounts.members(context, id)
        ]
        invited = [
            MemberLine(
                id=account.id,
                name=account.name,
                role=ROLES[Role(invitation.role)],
                is_invited=True,
                has_declined=invitation.declined is not None,
            )
            for account, invitation in accounts.invited(context, id)
        ]
        return [*members, *invited]

    @property
    def can_replace_entry(self) -> bool:
        """Whether the organizer's own link can be replaced here."""
        return not has_accounts() and may_administer()

    @property
    def people(self) -> list[tuple[int, str]]:
        """The players by name, to replace the link of one of them."""
        players = self._console.tournament.players.values()
        return [(player.number, player.name) for player in sorted(players, key=lambda one: natural_key(one.name))]

    @property
    def tables(self) -> list[tuple[str, str]]:
        """The tables of published rounds and of the final, to replace the link of one of them."""
        state = self._console.tournament
        rounds = [*state.rounds, *([state.final_round] if state.final_round else [])]
        return [
            (f"{round_.number or 'final'}/{table}", table_title(state, round_, table))
            for round_ in rounds
            if round_.is_published
            for table, _players in round_.numbered()
        ]


access_page = page("access", "/access", "events/access.html")(AccessPage)


@access_page.action("/access/links", "make", forms.OfficialLinkForm, _FIELDS)
def make(console: Console, label: str, role: str) -> None:
    """Create a link for one more official."""
    links.add_official(current_context(), console.id, Role(role), label)


@access_page.action("/access/links/renew", "renew", forms.KnownLinkForm)
def renew(console: Console, link: int) -> None:
    """Replace the link of an official; the old one stops working."""
    links.renew_official(current_context(), console.id, link)
    _settle(console)


@access_page.action("/access/links/revoke", "revoke", forms.KnownLinkForm)
def revoke(console: Console, link: int) -> None:
    """Take the link of an official back."""
    links.renew_official(current_context(), console.id, link, is_open=False)
    _settle(console)


@access_page.action("/access/player", "player", forms.PlayerLinkForm, _FIELDS)
def renew_player(console: Console, player: int) -> str:
    """Replace a player's link, lost or shown to the wrong people."""
    console.tournament.player(player)
    links.renew(current_context(), console.id, links.player_name(player))
    return console.url("player", player=player)


@access_page.action("/access/table", "table", forms.TableLinkForm, _FIELDS)
def renew_table(console: Console, place: str) -> None:
    """Replace a table's link, such as that of a lost slip."""
    word, _, table = place.partition("/")
    number = links.round_number_of(word)
    console.tournament.round(-1 if number is None else number).table(links.positive(table))
    links.renew(current_context(), console.id, f"table/{number}/{table}")


@access_page.action("/access/all", "replace_all", forms.AllLinksForm)
def replace_all(console: Console, *, sure: bool) -> Console | None:
    """Replace all links at once, after a question that counts the cards to hand out."""
    context = current_context()
    if not sure:
        console.typed.question = translated(tournaments.links_to_hand_out(context, console.id))
        return console
    tournaments.replace_links(context, console.id, by=console.author)
    keep_official(console.id)
    return None


@access_page.action("/access/members", "invite", forms.MemberForm, _FIELDS)
def invite(console: Console, name: str, role: str) -> None:
    """Invite an account to be an official."""
    context = current_context()
    account = accounts.account_named(context, name)
    accounts.invite(context, console.id, account, Role(role), inviter=current_account())
    _settle(console)


@access_page.action("/access/members/remove", "dismiss", forms.KnownMemberForm, {"last_organizer": ""})
def dismiss(console: Console, account: str) -> None:
    """Remove an official's account from the event."""
    accounts.remove_member(current_context(), console.id, account)
    _settle(console)


@access_page.action("/access/members/withdraw", "withdraw", forms.KnownMemberForm)
def withdraw(console: Console, account: str) -> None:
    """Take an invitation back."""
    accounts.take_invitation_back(current_context(), console.id, account)


def _settle(console: Console) -> None:
    """Settle the rights of weekends that have the event: its organizers have changed."""
    if has_accounts():
        weekends.settle_rights_at(current_context(), console.id)
