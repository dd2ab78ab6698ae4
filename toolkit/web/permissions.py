"""What every address of the app does, as far as it matters who asks: the one table from endpoint to action.

What a command of a tournament is stands in its own row (`toolkit.services.commands`).
`toolkit.web.access` looks here before any view runs. In the areas of events and accounts an address that stands nowhere
here is the organizer's alone.
"""

from __future__ import annotations

from toolkit.services.commands import COMMANDS
from toolkit.services.roles import Action, narrower

# The areas where something belongs to an event or to an account; all others are everybody's.
_GUARDED_AREAS = frozenset({"access", "accounts", "api_accounts", "api_tournaments", "events", "judge", "room"})

_ACTIONS: dict[Action, str] = {
    Action.SEE: """
        access.enter access.join
        accounts.sign_in accounts.enter accounts.sign_up accounts.join accounts.sign_out
        api_sheets.list_sheets api_sheets.print_posted api_sheets.print_stored
        api_tournaments.list_tournaments api_tournaments.show_tournament api_tournaments.list_players
        api_tournaments.show_round api_tournaments.show_clock api_tournaments.show_standings api_tournaments.show_final
        api_tournaments.list_announcements
        events.start
        room.event room.table room.wall room.calendar room.shown_list
    """,
    Action.PLAY: """
        room.player room.check_in room.ask_to_leave room.leave room.deck room.hand_in room.call_by_player
        room.take_back_by_player
        room.own_table_entry room.own_table_events room.own_table_points room.own_table_confirm room.own_table_call
        room.own_table_call_back
    """,
    Action.REPORT: """
        room.table_entry room.table_events room.table_points room.table_confirm room.table_call room.table_call_back
    """,
    Action.OFFICIATE: "events.results events.results_now events.standings events.room",
    Action.CHECK_IN: """
        events.checkin events.checkin_one events.checkin_all events.checkin_none
    """,
    Action.SCORE: "events.table events.table_events events.table_points",
    Action.CLOCK: """
        events.clock events.clock_start events.clock_extend
    """,
    Action.JUDGE: """
        events.log events.player events.sanctions events.seats
        api_tournaments.show_log api_tournaments.list_sanctions
        events.sanctions_give events.sanctions_lift events.seats_edit events.seats_missing events.player_deck
        events.log_note
        api_tournaments.preview_seats api_tournaments.show_deck api_tournaments.submit_deck api_tournaments.list_calls
        judge.calls judge.calls_take judge.calls_name
        judge.tables judge.table judge.table_extend judge.table_pause judge.table_resume judge.table_note
        judge.players judge.player judge.player_sanction judge.player_lift judge.player_compare
        judge.notes judge.notes_add
    """,
    Action.CREATE: """
        events.create events.make_demo events.import_event
        api_tournaments.create_tournament api_tournaments.import_tournament
    """,
    Action.ACCOUNT: """
        accounts.settings accounts.change_password accounts.make_token accounts.remove_token
    """,
    Action.SHARE: """
        events.access events.access_make events.access_renew events.access_revoke
        events.access_player events.access_table events.access_invite events.access_dismiss
    """,
}

PERMISSIONS: dict[str, Action] = {
    **{endpoint: action for action, endpoints in _ACTIONS.items() for endpoint in endpoints.split()},
    **{f"api_tournaments.{command.name}": command.action for command in COMMANDS},
}

# Endpoint of a form that gives a command -> the page that it stands on, and what the command is.
_FORMS: dict[str, tuple[str, Action]] = {}


def permit_form(page: str, name: str, action: Action) -> None:
    """Let a form of a page be sent by whoever may open the page and give its command."""
    _FORMS[f"{page}_{name}"] = (page, action)


def action_of(endpoint: str) -> Action:
    """What the address of that endpoint does; the organizer's own when nothing says otherwise."""
    if endpoint in _FORMS:
        page, action = _FORMS[endpoint]
        return narrower(action_of(page), action)
    otherwise = Action.RUN if endpoint.split(".")[0] in _GUARDED_AREAS else Action.SEE
    return PERMISSIONS.get(endpoint, otherwise)
