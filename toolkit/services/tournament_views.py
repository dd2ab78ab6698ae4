"""What the doors show of a tournament, as plain JSON values: the command line and the API answer with the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from toolkit.errors import NotFound
from toolkit.exchange.tournament_json import standings_rows
from toolkit.scoring import victory_points_number
from toolkit.services.summaries import stage
from toolkit.services.tournaments import Listed
from toolkit.services.unit_of_work import Change
from toolkit.tournament import checkin, clock, decks, final
from toolkit.tournament.announcements import shown_announcements
from toolkit.tournament.blockers import Blocker, blockers, next_step
from toolkit.tournament.codec import encode
from toolkit.tournament.facts import FINAL, SanctionGiven, fact_to_dict
from toolkit.tournament.folding import Entry
from toolkit.tournament.importing import Preview
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.sentences import describe, describe_log
from toolkit.tournament.standings import round_scores, winner
from toolkit.tournament.state import Player, Round, State
from toolkit.tournament.tournament import Tournament

type Json = dict[str, Any]


class NoDeck(NotFound):
    """A player has handed in no list for that round."""

    code = "no_deck"


def show_list(listed: Iterable[Listed]) -> list[Json]:
    """One line for each tournament."""
    return [{"id": one.id, "sequence": one.number, "created": moment(one.created), **one.summary} for one in listed]


def show_tournament(id: str, tournament: Tournament) -> Json:
    """The event, how far it has come and what comes next."""
    first = winner(tournament)
    return {
        "id": id,
        "sequence": tournament.number,
        "configuration": encode(tournament.settings),
        "warnings": tournament.settings.warnings(),
        "stage": stage(tournament),
        "players": len(tournament.players),
        "active": len(tournament.active),
        "rounds": total_rounds(tournament),
        "published": tournament.published,
        "check_in": checkin.stage(tournament).value,
        "next_step": next_step(tournament).value,
        "blockers": [show_blocker(blocker) for blocker in blockers(tournament)],
        "winner": None if first is None else _named(tournament, first),
    }


def show_blocker(blocker: Blocker) -> Json:
    """One thing to settle before the next step."""
    return {
        "code": blocker.code,
        "severity": "warning" if blocker.is_warning else "error",
        "message": blocker.message,
        "rule": blocker.rule,
        "round": blocker.round,
        "table": blocker.table,
        "player": blocker.player,
    }


def show_players(state: State) -> list[Json]:
    """Everybody registered, by number."""
    here = checkin.here(state)
    return [show_player(player, is_checked_in=number in here) for number, player in sorted(state.players.items())]


def show_player(player: Player, *, is_checked_in: bool = False) -> Json:
    """One registration."""
    return {
        "number": player.number,
        "name": player.name,
        "vekn": player.vekn,
        "city": player.city,
        "country": player.country,
        "status": player.status.value,
        "checked_in": is_checked_in,
        "fixed_table": player.fixed_table,
        "decks": [
            {
                "round": None if deck_round == decks.ALL_ROUNDS else deck_round,
                "legal": deck.verdict.is_legal,
                "name": deck.verdict.deck_name,
                "problems": list(deck.verdict.problems),
            }
            for deck_round, deck in sorted(player.decks.items())
        ],
    }


def show_deck(state: State, number: int, round_number: int) -> Json:
    """The list of a player for a round, and what the check says.

    Raises:
        UnknownPlayer: no such player.
        NoDeck: nothing was handed in.
    """
    player = state.player(number)
    deck = decks.deck_for(state, player, round_number)
    if deck is None:
        raise NoDeck(f"{player.name} has handed in no list.")
    return {
        **_named(state, number),
        "round": round_number if state.settings.is_multideck else None,
        "legal": deck.verdict.is_legal,
        "rule_set": deck.verdict.rule_set,
        "date": deck.verdict.date,
        "card_data": deck.verdict.card_data,
        "deck_name": deck.verdict.deck_name,
        "problems": list(deck.verdict.problems),
        "changes": deck.changes,
        "text": deck.text,
    }


def show_preview(preview: Preview) -> list[Json]:
    """What an import will do, line by line."""
    return [
        {
            "line": line.imported.line,
            "action": line.action.value,
            "name": line.imported.name,
            "vekn": line.imported.vekn,
            "city": line.imported.city,
            "country": line.imported.country,
            "message": line.message,
        }
        for line in preview.lines
    ]


def show_round(state: State, round_: Round) -> Json:
    """A round, or the final (number 0), table by table in seat order."""
    scores = round_scores(state, round_)
    return {
        "round": round_.number,
        "title": round_.title,
        "published": round_.is_published,
        "complete": round_.is_complete,
        "seed": round_.seed,
        "sitting_out": [_named(state, number) for number in round_.sitting_out],
        "tables": [_table(state, round_, number, scores) for number, _ in round_.numbered()],
    }


def _table(state: State, round_: Round, number: int, scores: Mapping[int, Any]) -> Json:
    result = round_.results.get(number)
    return {
        "table": number,
        "name": "final" if round_.number == FINAL else state.settings.table_name(number),
        "settled": round_.is_settled(number),
        "seats": [
            _seat(state, round_, seat, player, scores.get(player))
            for seat, player in enumerate(round_.table(number), start=1)
        ],
        "result": None
        if result is None
        else {
            "entered_by": result.entered_by,
            "by_player": result.by_player,
            "confirmed_by": result.confirmed_by,
            "locked": result.is_locked,
            "events": list(result.events),
            "reason": result.reason,
            "card": result.card,
        },
    }


def _seat(state: State, round_: Round, seat: int, player: int, score: Any) -> Json:
    entered = round_.scores.get(player)
    return {
        "seat": seat,
        **_named(state, player),
        "entered": None if entered is None else victory_points_number(entered.victory_points),
        "fate": None if entered is None or entered.fate is None else entered.fate.value,
        "victory_points": None if score is None else victory_points_number(score.victory_points),
        "game_wins": None if score is None else score.game_wins,
        "tournament_points": None if score is None else score.tournament_points,
    }


def show_standings(state: State) -> list[Json]:
    """Everybody's place, best first."""
    return standings_rows(state)


def show_final(state: State) -> Json:
    """The cut, the row as it is being placed, and the table."""
    opened = state.final
    settled = opened is None and state.published == total_rounds(state) and not any(r.unsettled for r in state.rounds)
    tied = final.tosses_needed(state) if settled and state.settings.has_final else []
    first = winner(state)
    return {
        "open": opened is not None,
        "tosses_needed": [[_named(state, number) for number in group] for group in tied],
        "unavailable": [_named(state, number) for number in sorted(state.unavailable)],
        "finalists": [
            {
                "seed": seed,
                **_named(state, number),
                "crypt_cards": list(opened.crypt_cards.get(number, ())),
                "deck_round": opened.deck_rounds.get(number),
            }
            for seed, number in enumerate(opened.finalists, start=1)
        ]
        if opened
        else [],
        "row": [_named(state, number) for number in opened.row] if opened else [],
        "next_to_place": _named(state, opened.next_to_place) if opened and opened.next_to_place is not None else None,
        "first_player": opened.first_player if opened else None,
        "table": None if state.final_round is None else show_round(state, state.final_round),
        "winner": None if first is None else _named(state, first),
    }


def show_calls(state: State) -> list[Json]:
    """Every open judge call, the oldest first."""
    return [
        {
            "call": call.number,
            "round": call.round,
            "table": call.table,
            "player": call.player,
            "reason": call.reason,
            "at": call.at,
            "taken_by": call.taken_by,
        }
        for _, call in sorted(state.calls.items())
    ]


def show_announcements(state: State) -> list[Json]:
    """What everybody is shown, the newest first."""
    return [{"announcement": one.number, "text": one.text, "at": one.at} for one in shown_announcements(state)]


def show_sanctions(state: State) -> list[Json]:
    """Every sanction that stands, by number."""
    return [_sanction(state, sanction) for _, sanction in sorted(state.sanctions.items())]


def _sanction(state: State, given: SanctionGiven) -> Json:
    return {
        "sanction": given.sanction,
        **_named(state, given.player),
        "kind": given.kind.value,
        "given_as": given.given.value,
        "rule": given.rule,
        "round": given.round,
        "applies_to": given.applies_to,
        "judge": given.judge,
        "note": given.note,
    }


def show_clock(round_: Round, at: datetime, *, table: int | None = None) -> Json:
    """What a round's clock shows now, whole and at the tables that have their own time."""
    reading = clock.read_clock(round_, at, table)
    return {
        "round": round_.number,
        "table": table,
        "at": moment(at),
        "started": reading.is_started,
        "paused": reading.is_paused,
        "stopped": reading.is_stopped,
        "seconds_left": reading.seconds_left,
        "over": reading.over,
        "ends_at": None if reading.ends_at is None else moment(reading.ends_at),
    }


def show_entry(tournament: Tournament, entry: Entry) -> Json:
    """One line of the log: as a sentence, and as it is kept."""
    return _shown(entry, describe(tournament, entry.fact), counts=entry.number not in tournament.undone)


def _shown(entry: Entry, sentence: str, *, counts: bool) -> Json:
    fact = fact_to_dict(entry.fact)
    return {
        "number": entry.number,
        "at": moment(entry.at),
        "by": entry.by,
        "kind": fact.pop("fact"),
        "sentence": sentence,
        "undone": not counts,
        "fact": fact,
    }


def show_log(tournament: Tournament) -> list[Json]:
    """The whole log, oldest first."""
    return [_shown(entry, sentence, counts=counts) for entry, sentence, counts in describe_log(tournament)]


def show_change(change: Change) -> Json:
    """What a change came to."""
    return {
        "id": change.id,
        "sequence": change.tournament.number,
        "repeated": change.is_repeat,
        "entries": [show_entry(change.tournament, entry) for entry in change.entries],
    }


def moment(at: datetime) -> str:
    """A time as JSON has it, in UTC."""
    return at.isoformat().replace("+00:00", "Z")


def _named(state: State, number: int) -> Json:
    return {"player": number, "name": state.players[number].name}
