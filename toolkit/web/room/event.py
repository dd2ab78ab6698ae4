"""The public page of an event: where everybody sits, and the standings as far as everybody may see them."""

from __future__ import annotations

from flask import Response, request

from toolkit.services import room
from toolkit.services.results import shown_lists
from toolkit.tournament import checkin
from toolkit.tournament.players import search_key
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.standings import winner
from toolkit.web.events.clock import clock_view
from toolkit.web.events.steps import round_words
from toolkit.web.i18n import language
from toolkit.web.room.visit import PageValues, Visit, blueprint, rows_view, table_words, visit

# A walk-in's search: letters that are enough to look for, and names that are shown at most.
_SHORTEST, _MOST = 2, 8


@blueprint.get("/<id>")
def event(id: str) -> Response:
    """The event for whoever walks by."""
    at = visit(id)
    state = at.tournament
    first = winner(state) if state.is_finished else None
    return at.answer(
        "room/event.html",
        winner=state.players[first] if first is not None else None,
        is_withheld=bool(state.published) and not room.are_standings_public(state),
        check_in=_check_in(at),
        final_seats=_final_seats(at) if state.is_finished else [],
        shown_lists=_lists(at),
        calendar_url=f"{room.event_path(at.id)}.ics?language={language()}" if state.settings.date else "",
        wall_url=f"{room.event_path(at.id)}/wall",
        **_seating(at),
        **rows_view(room.standings_for(state)),
    )


def _check_in(at: Visit) -> PageValues | None:
    """For a walk-in who looks for their name while check-in is open: who is registered, and that a card is needed.

    Nothing can be done here: without a link anybody could say to be anybody.
    """
    state, key = at.tournament, search_key(request.args.get("q", "")[:100])
    if not checkin.is_check_in_open(state):
        return None
    found = [player for player in state.active if len(key) >= _SHORTEST and key in search_key(player.name)]
    here = checkin.here(state)
    return {
        "title": round_words(next_round_number(state)),
        "found": [(player.name, player.number in here) for player in found[:_MOST]],
        "is_asked": len(key) >= _SHORTEST,
    }


def _final_seats(at: Visit) -> list[PageValues]:
    """The final as it ended: seats, seeds and victory points."""
    state = at.tournament
    table = state.final_round
    if table is None or state.final is None:
        return []
    seeds = {player: seed for seed, player in enumerate(state.final.finalists, start=1)}
    return [
        {
            "name": state.players[player].name,
            "seed": seeds.get(player),
            "score": table.scores.get(player),
            "is_winner": player == winner(state),
        }
        for player in table.table(1)
    ]


def _lists(at: Visit) -> list[PageValues]:
    """The lists that everybody may see, with their addresses."""
    found = []
    for player in shown_lists(at.tournament):
        url = f"{room.event_path(at.id)}/lists/{player.number}"
        decks = [
            (round_words(number) if number else "", deck.verdict.deck_name, f"{url}?round={number}" if number else url)
            for number, deck in sorted(player.decks.items())
        ]
        found.append({"name": player.name, "decks": decks})
    return found


def _seating(at: Visit) -> PageValues:
    """The tables of the round that is being played; with a name looked for, those where it sits."""
    state, wanted = at.tournament, request.args.get("q", "")[:100]
    round_ = room.seated_round(state)
    if round_ is None:
        return {"round": None, "q": wanted}
    key = search_key(wanted)
    tables = [
        {
            "title": table_words(state, round_, number),
            "url": room.table_path(at.id, round_.number, number),
            "names": [state.players[player].name for player in players],
        }
        for number, players in round_.numbered()
    ]
    found = [table for table in tables if not key or any(key in search_key(name) for name in table["names"])]
    out = [state.players[player].name for player in round_.sitting_out if player in state.players]
    return {
        "round": round_,
        "title": round_words(round_.number),
        "q": wanted,
        "tables": found,
        "sitting_out": [name for name in out if key in search_key(name)],
        "clock": clock_view(state, round_) if not round_.is_complete else None,
    }
