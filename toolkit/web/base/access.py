"""Who asks, and whether they may: looked at before any view runs, for pages and API alike.

Without accounts there is one organizer: whoever shows the entry key, as the cookie that the organizer's link sets or
as `Authorization: Bearer`. With accounts people sign in, a program shows a token of theirs,
and each event belongs to its organizers. Either way judges and scorekeepers may also come by links that an organizer
made. Of an event's own pages an outsider learns nothing, not even that they exist; an official who may look but not
change is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NoReturn

from flask import Blueprint, Flask, abort, after_this_request, current_app, flash, redirect, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from webargs.flaskparser import abort as refuse
from werkzeug.wrappers import Response

from toolkit.errors import NotFound
from toolkit.services.accounts import accounts
from toolkit.services.accounts.accounts import Account
from toolkit.services.commands import COMMANDS
from toolkit.services.kernel import links
from toolkit.services.kernel.context import replace_entry_key
from toolkit.services.kernel.links import Link, LinkKey
from toolkit.services.kernel.roles import OFFICIALS, Action, Role, Scope, allowed, has, narrower, strongest
from toolkit.services.season import leagues
from toolkit.services.season.events import asked_since
from toolkit.tournament import Tournament
from toolkit.tournament.published import public_part
from toolkit.web.base import bearers
from toolkit.web.base.security import csrf
from toolkit.web.base.shell import local_path
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, throttle

# What every address does, as far as it matters who asks: the one table from endpoint to action. What a command of a
# tournament is stands in its own row (`toolkit.services.commands`); in the areas of events and accounts an address that
# stands nowhere here is the organizer's alone.

# The areas where something belongs to an event or to an account; all others are everybody's.
_GUARDED_AREAS = frozenset(
    {
        *("access", "accounts", "events", "judge", "room", "weekends"),
        *("api_accounts", "api_notifications", "api_tournaments", "api_weekends"),
    }
)

_ACTIONS: dict[Action, str] = {
    Action.SEE: """
        access.enter access.join
        accounts.sign_in accounts.enter accounts.enter_code accounts.enter_passkey accounts.sign_up accounts.join
        accounts.sign_out
        api_sheets.list_sheets api_sheets.print_sheet api_sheets.print_event_sheet
        api_tournaments.list_tournaments api_tournaments.show_tournament api_tournaments.list_players
        api_tournaments.show_round api_tournaments.show_clock api_tournaments.show_standings api_tournaments.show_final
        api_tournaments.list_announcements api_tournaments.list_draws api_tournaments.list_infractions
        api_tournaments.show_chances
        weekends.start weekends.show weekends.wall weekends.person
        api_weekends.list_weekends api_weekends.show_weekend
        api_tournaments.make_report
        events.start room.sign_up room.enter_sign_up room.open_by_code room.not_me
        room.event room.table room.wall room.calendar room.draws room.shown_list
        room.picture room.drawing room.embed room.overlay room.server_calendar api_tournaments.show_public
        room.manifest room.own
    """,
    Action.PLAY: """
        room.player room.check_in room.ask_to_leave room.leave room.deck room.hand_in room.call_by_player
        room.take_back_by_player room.history room.tell_device room.tell_device_nothing
        room.pool room.enter_pool room.tick_recursions room.prepare_to_trade
        room.own_table_entry room.own_table_events room.own_table_points room.own_table_confirm room.own_table_call
        room.own_table_call_back
        room.signed_up room.accept_place room.decline_place room.cancel_place
        room.player_manifest
    """,
    Action.REPORT: """
        room.table_entry room.table_events room.table_points room.table_confirm room.table_call room.table_call_back
        room.pod room.enter_at_pod
    """,
    Action.OFFICIATE: """
        events.round events.round_text events.results events.results_now events.standings events.room events.draws
    """,
    Action.CHECK_IN: """
        events.desk events.desk_enter
        events.fees events.fees_mark api_tournaments.show_fees api_tournaments.export_fees
        events.checkin events.players
    """,
    Action.SCORE: "events.table events.table_events events.table_points events.grid events.grid_save",
    Action.CLOCK: """
        events.clock events.limited events.pod
    """,
    Action.JUDGE: """
        events.log events.player events.sanctions events.seats
        api_tournaments.show_log api_tournaments.list_sanctions api_tournaments.propose_penalty
        api_tournaments.report_penalties api_tournaments.show_early_end
        api_tournaments.show_limited api_tournaments.show_pool
        events.penalties events.penalties_table events.checks
        events.sanctions_give events.sanctions_person events.seats_edit
        events.player_deck
        api_tournaments.preview_seats api_tournaments.show_deck api_tournaments.submit_deck api_tournaments.list_calls
        judge.calls judge.calls_name
        judge.tables judge.table judge.table_note
        judge.players judge.player judge.penalty judge.penalty_give judge.player_compare
        judge.notes judge.manifest
    """,
    Action.CREATE: """
        events.create events.make_demo events.rehearse events.import_event
        events.import_archon weekends.create api_weekends.create_weekend
        api_tournaments.create_tournament api_tournaments.import_tournament
        seasons.create seasons.find_person results.enter
        api_seasons.create_league api_seasons.show_person
    """,
    Action.RUN: """
        results.edit results.change
        seasons.edit seasons.change api_seasons.change_league_rules api_seasons.add_league_event
        api_seasons.remove_league_event api_seasons.set_league_rules api_seasons.weigh_league_event
        api_seasons.merge_in_league api_seasons.undo_league_change api_seasons.delete_league
    """,
    Action.ADMINISTER: """
        cards.data cards.check_data cards.update_data access.replace_entry
        seasons.forget_person_everywhere api_seasons.forget_person
        seasons.change_persons api_seasons.list_merges api_seasons.merge_persons api_seasons.undo_merge
        seasons.change_ratings api_seasons.list_ratable_events api_seasons.rate_event
    """,
    Action.COPY: "events.copy events.download_copy",
    Action.ACCOUNT: """
        accounts.settings accounts.change_password accounts.end_session accounts.make_token accounts.remove_token
        accounts.begin_second_factor accounts.confirm_second_factor accounts.remove_second_factor
        accounts.begin_passkey accounts.confirm_passkey accounts.remove_passkey
        accounts.accept_invitation accounts.decline_invitation
    """,
    Action.SHARE: """
        events.access events.access_make events.access_renew events.access_revoke
        events.access_player events.access_table events.access_replace_all
        events.access_invite events.access_dismiss events.access_withdraw
        events.laptops events.laptops_hand_over events.laptops_take_over events.laptops_compare
        api_tournaments.hand_over api_tournaments.take_over api_tournaments.compare
        events.notifications events.notifications_add events.notifications_remove events.notifications_test
        api_notifications.list_notification_addresses api_notifications.add_notification_address
        api_notifications.remove_notification_address
        api_notifications.send_test_notification
        weekends.cards
    """,
}

PERMISSIONS: dict[str, Action] = {
    **{endpoint: action for action, endpoints in _ACTIONS.items() for endpoint in endpoints.split()},
    **{f"api_tournaments.{command.name}": command.action for command in COMMANDS},
}

# Endpoint of a form that gives a command -> the page that it stands on, and what the command is.
_FORMS: dict[str, tuple[str, Action]] = {}


def permit_form(page: str, name: str, action: Action) -> None:
    """Let a form of a page be sent by people who may open the page and give its command."""
    _FORMS[f"{page}_{name}"] = (page, action)


def action_of(endpoint: str) -> Action:
    """The action of that endpoint; the organizer's own when nothing says otherwise."""
    if endpoint in _FORMS:
        page, action = _FORMS[endpoint]
        return narrower(action_of(page), action)
    otherwise = Action.RUN if endpoint.split(".")[0] in _GUARDED_AREAS else Action.SEE
    return PERMISSIONS.get(endpoint, otherwise)


# Who asks

COOKIE = "organizer"
OFFICIAL_COOKIE = "official_"
_YEAR = 365 * 24 * 3600
_MONTH = 31 * 24 * 3600
_ASKER = "toolkit.access.asker"
# Where the app keeps the function that names the account of a session; only an app with accounts has one.
SIGNED_IN = "signed_in"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# In place of an event's id: the role at the installation itself.
_INSTALLATION = ""

# Where an official's work is.
_WORK = {
    Role.ORGANIZER: "events.overview",
    Role.JUDGE: "judge.calls",
    Role.SCOREKEEPER: "events.results_now",
}

blueprint = Blueprint("access", __name__)


def init_app(app: Flask) -> None:
    """Ask before every view of `app`, and let templates ask too."""
    app.register_blueprint(blueprint)
    app.before_request(_enforce)
    app.after_request(_keep_private)
    app.jinja_env.globals.update(
        may=may, may_create=may_create, has_accounts=has_accounts, current_account=current_account
    )


def has_accounts() -> bool:
    """Whether people sign in here."""
    return bool(current_app.config["ACCOUNTS"])


def current_account() -> Account | None:
    """The account that is signed in, or whose token the request shows; always None without accounts."""
    return _asker().account


def current_role(id: str) -> Role:
    """The asker's role at that event."""
    roles = _asker().roles
    if id not in roles:
        roles[id] = _find_role(id)
    return roles[id]


def may(action: Action | str, id: str) -> bool:
    """Whether the asker may do that at that event."""
    return _has(Action(action)) and allowed(current_role(id), Action(action))


def _has(action: Action) -> bool:
    """Whether no token is shown, or one whose scope has that action; a scope that only looks can send nothing."""
    scope = _asker().scope
    return has(scope, action) and (scope is not Scope.READ or request.method in _SAFE)


def signed_in_by() -> tuple[int | str | None, ...]:
    """The account of this browser, and the organizer's and officials' links that it has opened."""
    account = current_account()
    opened = [value for name, value in sorted(request.cookies.items()) if name.startswith((COOKIE, OFFICIAL_COOKIE))]
    return (None if account is None else account.id, *opened)


def may_open(endpoint: str, id: str) -> bool:
    """Whether the asker may open, or send something to, that address of the event."""
    return may(action_of(endpoint), id)


def may_create() -> bool:
    """Whether the asker may make events."""
    return _has(Action.CREATE) and (current_account() is not None if has_accounts() else _holds_key())


def may_administer(action: Action = Action.ADMINISTER) -> bool:
    """Whether the asker may see to the installation itself, or take a copy of it."""
    account = current_account()
    is_theirs = account is not None and account.is_admin if has_accounts() else _holds_key()
    # Kept like a role, so that no cache gives an administrator's answer to others.
    _asker().roles[_INSTALLATION] = Role.ORGANIZER if is_theirs else Role.PUBLIC
    return _has(action) and is_theirs


def sees_penalties(id: str) -> bool:
    """Whether a judge of one event may see the penalties of that one, too: all of a laptop are one organizer's."""
    return not has_accounts() or may(Action.JUDGE, id)


def home(id: str) -> str:
    """The address of the asker's working pages of that event; the public page for a stranger."""
    return url_for(_WORK.get(current_role(id), "room.event"), id=id)


def required(id: str, action: Action) -> None:
    """Make sure that the asker may do that at the event.

    Raises:
        NotFound: no official of the event.
        Forbidden: one who may not.
    """
    if not may(action, id):
        if current_role(id) not in OFFICIALS:
            abort(404)
        _forbid(action)


def author(id: str) -> str:
    """The asker's name in the log."""
    account, link, role = current_account(), _official_link(id), current_role(id)
    if account is not None and (link is None or _account_role(account, id) is role):
        return account.name
    return link.label if link is not None and link.role == role else role.value.capitalize()


def is_named(id: str) -> bool:
    """Whether it is known who asks: by an account, or by a link that was made for a person."""
    return author(id) not in {role.value.capitalize() for role in OFFICIALS}


def author_of_new() -> str:
    """The maker's name in the log of a new event."""
    account = current_account()
    return Role.ORGANIZER.value.capitalize() if account is None else account.name


def count_new_event() -> None:
    """Count one more event of the signed-in account; the organizer of a laptop may make as many as they like.

    Raises:
        TooManyRequests: that was too often.
    """
    account = current_account()
    if account is not None:
        throttle(Rate.NEW_EVENT, account.id)


def own(id: str) -> None:
    """Let a new event belong to its maker."""
    account = current_account()
    if account is not None:
        accounts.add_member(current_context(), id, account, Role.ORGANIZER)


def own_event(id: str) -> None:
    """Let a new event belong to its maker; the ratings count an administrator's own."""
    own(id)
    context = current_context()
    if may_administer() and asked_since(context) is not None:
        leagues.count_event(context, id, by=author_of_new())


def keep_official(id: str) -> None:
    """Give the official who has just replaced all links of an event their own new one with the answer."""
    link = _official_link(id)
    if link is not None:
        _asker().link_keys.pop(id, None)
        word = f"{link.name.split('/')[1]}.{link_key(id).token(id, link.name)}"
        after_this_request(lambda answer: _remember(answer, f"{OFFICIAL_COOKIE}{id}", word, _MONTH))


def running_link(id: str) -> Link | None:
    """The official's link by which the asker runs that event, where their account does not."""
    account, link = current_account(), _official_link(id)
    by_account = account is not None and _account_role(account, id) is Role.ORGANIZER
    return None if by_account or link is None or link.role != Role.ORGANIZER else link


def link_key(id: str) -> LinkKey:
    """The key of the tokens of the event's links."""
    keys = _asker().link_keys
    if id not in keys:
        keys[id] = links.key_of(current_context(), id)
    return keys[id]


def shown_key(id: str) -> LinkKey | None:
    """The key of the event's links, for an asker who may see the links of others; else None."""
    return link_key(id) if may(Action.LINKS, id) else None


def organizer_link(key: str) -> str:
    """The path that makes a browser the organizer's."""
    return f"/organizer/{key}"


@blueprint.get("/organizer/<key>")
def enter(key: str) -> Response:
    """Remember the key in a cookie and go to the tournaments; a wrong one is an unknown address."""
    if has_accounts() or not bearers.is_organizers_key(key):
        throttle(Rate.WRONG_LINK)
        abort(404)
    return _remember(redirect("/tournaments", 303), COOKIE, key, _YEAR)


@blueprint.post("/organizer")
def replace_entry() -> Response:
    """Replace the key in the organizer's link; this browser stays the organizer's, every other one is none."""
    if has_accounts():
        abort(404)
    answer = redirect(local_path(request.form.get("next", "/tournaments")), 303)
    flash(gettext("The organizer's link is replaced. Every other browser needs the new one."), "good")
    return _remember(answer, COOKIE, replace_entry_key(current_context().store), _YEAR)


@blueprint.get("/tournaments/<id>/join/<number>/<token>")
def join(id: str, number: str, token: str) -> Response:
    """Remember an official's link in a cookie, and go to where their work is."""
    link = checked(lambda: links.official_of(current_context(), id, links.positive(number), token))
    answer = redirect(url_for(_WORK[Role(link.role)], id=id), 303)
    return _remember(answer, f"{OFFICIAL_COOKIE}{id}", f"{number}.{token}", _MONTH)


def _remember(answer: Response, cookie: str, value: str, seconds: int) -> Response:
    answer.set_cookie(cookie, value, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure)
    # The address holds the key: no other site may learn it, and no cache may keep it.
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _enforce() -> Response | None:
    """Refuse a request that the asker may not make; a cookie also needs the form's token."""
    if request.endpoint is None:
        return None
    action = action_of(request.endpoint)
    path = request.view_args or {}
    if action is Action.SEE:
        return None
    if action in (Action.PLAY, Action.REPORT):
        checked(lambda: _check_link(action, path))
        return None
    if not _is_granted(action, path.get("id")):
        return _refuse(path.get("id"), action)
    if request.method not in _SAFE and not _shows_token() and current_app.config["WTF_CSRF_ENABLED"]:
        csrf.protect()
    return None


def _keep_private(response: Response) -> Response:
    """No cache keeps what not everybody would be answered: a console, a judge's page, an export, a link in a sheet."""
    asked = _asker().roles
    if asked:
        response.vary.update(("Authorization", "Cookie"))
    shows_key = request.authorization is not None or any(role is not Role.PUBLIC for role in asked.values())
    if shows_key or (request.endpoint is not None and action_of(request.endpoint) is not Action.SEE):
        response.headers["Cache-Control"] = "no-store"
    return response


def _is_granted(action: Action, id: str | None) -> bool:
    if action is Action.ACCOUNT:
        return _has(action) and current_account() is not None if has_accounts() else abort(404)
    if action in (Action.ADMINISTER, Action.COPY):
        return may_administer(action)
    return may_create() if action is Action.CREATE or id is None else may(action, id)


def _check_link(action: Action, path: dict[str, Any]) -> None:
    id, key, sign_up = path["id"], link_key(path["id"]), links.positive(path.get("sign_up", ""))
    if "sign_up" in path:
        name = links.sign_up_name(sign_up)
    elif "pod" in path:
        name = links.pod_name(links.positive(path["pod"]))
    elif action is Action.PLAY:
        name = links.player_name(links.positive(path["player"] if "player" in path else path["number"]))
    else:
        number = links.round_number_of(path["number"])
        name = links.table_name(-1 if number is None else number, links.positive(path["table"]))
    key.check(id, name, path["token"])
    if sign_up:
        links.check_signed_up(key, sign_up, lambda: _player_of(id, sign_up))
    _asker().link = name


def opening_link() -> str:
    """The store's name of the link that opened this page; "" for a page that was opened by none."""
    return _asker().link


def _player_of(id: str, sign_up: int) -> int | None:
    entry = current_context().tournaments.look(id).state.sign_ups.get(sign_up)
    return None if entry is None else entry.player


def checked[T](look: Callable[[], T]) -> T:
    """The target of a link; links that open nothing are counted, against trying them by the thousand."""
    try:
        return look()
    except links.WrongLink:
        throttle(Rate.WRONG_LINK)
        raise


_TOO_NARROW = _l(
    "The scope of this token is too narrow for this. Sign in with a browser, or use a token for all that you can do."
)
_NO_TOKEN = _l("No token or key can do this. Open this page in a browser.")


def _refuse(id: str | None, action: Action) -> Response:
    """403 for a reader who may look but not change, 404 for an outsider, who may first sign in."""
    is_page, is_official = not request.path.startswith("/api/"), id is not None and current_role(id) in OFFICIALS
    if not is_official and has_accounts() and current_account() is None and is_page and request.method in _SAFE:
        return redirect(url_for("accounts.sign_in", next=request.full_path.rstrip("?")), 303)
    if id is None or is_official or (not is_page and request.method not in _SAFE):
        _forbid(action)
    abort(404)


def _forbid(action: Action) -> NoReturn:
    """403, with the way on where a token's scope is why."""
    scope = _asker().scope
    if has(scope, action):
        abort(403)
    refuse(403, message=_TOO_NARROW if has(Scope.ALL, action) else _NO_TOKEN)


def _find_role(id: str) -> Role:
    account, link = current_account(), _official_link(id)
    if not has_accounts() and _holds_key():
        return Role.ORGANIZER
    mine = [] if account is None else [_account_role(account, id)]
    return strongest(*mine, *([] if link is None else [Role(link.role)]), Role.PUBLIC)


def _account_role(account: Account, id: str) -> Role:
    return Role.ORGANIZER if account.is_admin else _asker().events.get(id, Role.PUBLIC)


def _official_link(id: str) -> Link | None:
    """The official's link that this browser has opened, while it is good."""
    opened = _asker().official_links
    if id not in opened:
        number, _, token = request.cookies.get(f"{OFFICIAL_COOKIE}{id}", "").partition(".")
        try:
            opened[id] = links.official_of(current_context(), id, links.positive(number), token) if token else None
        except NotFound:
            opened[id] = None
    return opened[id]


class _Asker:
    """The facts found out about the asker, so that nothing is asked twice for one request; by event."""

    def __init__(self) -> None:
        self.roles: dict[str, Role] = {}
        self.link_keys: dict[str, LinkKey] = {}
        self.official_links: dict[str, Link | None] = {}
        self.link = ""

    @property
    def account(self) -> Account | None:
        return self._found[0]

    @property
    def scope(self) -> Scope | None:
        """Of a token; a browser has none."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[Account | None, Scope | None]:
        return _find_account()

    @cached_property
    def events(self) -> Mapping[str, Role]:
        return {} if self.account is None else accounts.roles_of(current_context(), self.account)


def known_asker() -> str | None:
    """Who asks, as far as it was found out already: an account's name, else the role that a link or the key gave."""
    asker: _Asker | None = request.environ.get(_ASKER)
    if asker is None:
        return None
    account, _ = asker.__dict__.get("_found", (None, None))
    roles = [role for role in asker.roles.values() if role is not Role.PUBLIC]
    return account.name if account is not None else strongest(*roles).value if roles else None


def _asker() -> _Asker:
    asker: _Asker | None = request.environ.get(_ASKER)
    if asker is None:
        asker = request.environ[_ASKER] = _Asker()
    return asker


def _find_account() -> tuple[Account | None, Scope | None]:
    if bearers.shown_bearer() is not None:
        return bearers.account_of_bearer() or (None, Scope.ALL)
    if not has_accounts():
        return None, None
    signed_in: Callable[[], Account | None] = current_app.extensions[SIGNED_IN]
    return signed_in(), None


def _shows_token() -> bool:
    """Whether the request itself says who asks, rather than a cookie that a browser sends along."""
    if has_accounts():
        return bearers.account_of_bearer() is not None
    return bearers.is_organizers_key(bearers.shown_bearer())


def _holds_key() -> bool:
    return any(map(bearers.is_organizers_key, (bearers.shown_bearer(), request.cookies.get(COOKIE))))


def seen(tournament: Tournament, id: str) -> Tournament:
    """The event for the asker: only its officials see the VEKN numbers and cities of people."""
    return tournament if may(Action.OFFICIATE, id) else public_part(tournament).unnumbered
