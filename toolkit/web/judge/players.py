"""A player before the judge: what was given so far, what comes next and why, and the lists they handed in."""

from __future__ import annotations

from typing import Any

from flask import request

from toolkit.languages.letters import sort_key
from toolkit.schemas import event_forms as forms
from toolkit.services.deck_comparison import compare_texts
from toolkit.services.room import positive
from toolkit.tournament import sanctions
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.sanctions import NextSanction
from toolkit.tournament.state import Player, State
from toolkit.web.card_data import card_data
from toolkit.web.events.console import Console, PageValues
from toolkit.web.events.sanctions import FIELDS, give, lift, sanctions_of
from toolkit.web.events.steps import round_words
from toolkit.web.events.words import SANCTIONS, STATUSES
from toolkit.web.judge.bench import own_name, page
from toolkit.web.sentences import translated


@page("players", "/players", "judge/players.html")
def players_page(bench: Console) -> PageValues:
    """Everybody, by name, with what a judge looks for first."""
    state = bench.tournament
    everybody = sorted(state.players.values(), key=lambda player: sort_key(player.name))
    return {"people": [_line(state, player) for player in everybody], "asks_decks": state.settings.requires_decks}


def _line(state: State, player: Player) -> PageValues:
    current = state.current_round
    seat = current.seats.get(player.number) if current else None
    return {
        "player": player,
        "sanctions": [one["kind"] for one in sanctions_of(state, player.number)],
        "is_illegal": any(not deck.verdict.is_legal for deck in player.decks.values()),
        "has_deck": bool(player.decks),
        "table": state.settings.table_name(seat[0]) if seat and current and not current.is_final else "",
    }


@page("player", "/players/<int:player>", "judge/player.html")
def player_page(bench: Console, player: int) -> PageValues:
    """One player."""
    state = bench.tournament
    known = state.player(player)
    return {
        "player": known,
        "status": "" if known.is_active else STATUSES[known.status],
        "sanctions": sanctions_of(state, player),
        "next": [_next(state, one) for one in sanctions.next_sanctions(state, player)],
        "judge": own_name(),
        "decks": [_deck(number, deck) for number, deck in sorted(known.decks.items())],
        "comparison": _comparison(bench, known),
        "asked": request.values.get("against", ""),
    }


def _next(state: State, one: NextSanction) -> PageValues:
    return {
        "kind": one.kind.value,
        "word": SANCTIONS[one.kind],
        "applies_to": _game(one.applies_to),
        "is_out": one.kind is SanctionKind.DISQUALIFICATION,
        "rises": [
            {
                "rule": rise.rule,
                "becomes": SANCTIONS[rise.becomes],
                "because": [SANCTIONS[given.kind] for given in rise.because_of],
                "applies_to": _game(rise.applies_to),
                "is_out": rise.becomes is SanctionKind.DISQUALIFICATION,
            }
            for rise in one.rises
        ],
    }


def _game(number: int | None) -> str:
    return "" if number is None else round_words(number)


def _deck(number: int, deck: Any) -> PageValues:
    return {
        "round": number,
        "title": round_words(number) if number else "",
        "text": deck.text,
        "verdict": deck.verdict,
        "problems": [translated(problem) for problem in deck.verdict.problems],
        "changes": deck.changes,
    }


def _comparison(bench: Console, player: Player) -> PageValues | None:
    """The registered list against another one of the player, or against what was pasted; else by itself."""
    form = bench.form("compare")
    against = positive(request.values.get("against", "") or "0")
    first = player.decks.get(against) or next((deck for _, deck in sorted(player.decks.items())), None)
    if first is None:
        return None
    other = player.decks.get(positive(request.args["with"])) if request.args.get("with") else None
    pasted = str(form.value("pasted")) if form.form and not form.errors else ""
    second = pasted or (other.text if other is not None else "")
    found = compare_texts(first.text, second or first.text, card_data())
    return {"found": found, "is_two": bool(second), "is_pasted": bool(pasted)}


# The same as on the console's page of sanctions, for the player whose page it is.
player_page.action("/players/<int:player>/sanction", "sanction", forms.PlayerSanctionForm, FIELDS)(give)
player_page.action("/players/<int:player>/sanctions/<int:number>/lift", "lift", forms.ReasonForm, FIELDS)(lift)


@player_page.action("/players/<int:player>/compare", "compare", forms.CompareForm)
def compare(bench: Console, player: int, pasted: str, against: int) -> Console:
    """Hold a pasted list against the registered one: nothing is changed."""
    bench.tournament.player(player)
    return bench
