"""Sanctions as the judges' guide has them; what a further one for the same becomes is said before it is given."""

from __future__ import annotations

from typing import Any

from flask import request

from toolkit.languages.letters import sort_key
from toolkit.schemas import event_forms as forms
from toolkit.tournament import sanctions
from toolkit.tournament.facts import SanctionGiven, SanctionKind
from toolkit.tournament.state import State
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.events.steps import round_words
from toolkit.web.events.words import SANCTIONS

FIELDS = {"rule_needed": "rule", "unknown_player": "player", "reason_needed": "reason"}


def sanctions_of(state: State, player: int | None = None) -> list[PageValues]:
    """The sanctions that stand, of one player or of all."""
    found = (given for _, given in sorted(state.sanctions.items()) if player in (None, given.player))
    return [_shown(state, given) for given in found]


def _shown(state: State, given: SanctionGiven) -> PageValues:
    return {
        "number": given.sanction,
        "player": state.player(given.player),
        "kind": SANCTIONS[given.kind],
        "given": SANCTIONS[given.given] if given.given is not given.kind else "",
        "rule": given.rule,
        "round": "" if given.round is None else round_words(given.round),
        "applies_to": "" if given.applies_to is None else round_words(given.applies_to),
        "judge": given.judge,
        "note": given.note,
    }


@page("sanctions", "/sanctions", "events/sanctions.html")
def sanctions_page(console: Console) -> PageValues:
    """All sanctions, and the form for another."""
    state = console.tournament
    everybody = sorted(state.players.values(), key=lambda player: sort_key(player.name))
    chosen = str(console.form("give").value("player", request.args.get("player", "")))
    player = int(chosen) if chosen.isdigit() and len(chosen) < 8 and int(chosen) in state.players else None
    return {
        "sanctions": sanctions_of(state),
        "people": [("", "—"), *((known.number, known.name) for known in everybody)],
        "chosen": chosen,
        "kinds": SANCTIONS.items(),
        "becomes": _becomes(state, player) if player is not None else [],
        "player_name": state.player(player).name if player is not None else "",
    }


def _becomes(state: State, player: int) -> list[tuple[str, Any, Any]]:
    """For each kind that this player's earlier sanctions make heavier: for what, the kind, and what it becomes."""
    return [
        (rise.rule, SANCTIONS[one.kind], SANCTIONS[rise.becomes])
        for one in sanctions.next_sanctions(state, player)
        for rise in one.rises
    ]


@sanctions_page.action("/sanctions", "give", forms.SanctionForm, FIELDS)
def give(console: Console, player: int, kind: str, rule: str, judge: str, note: str, exactly: bool) -> None:
    """Sanction a player."""
    console.work.change(
        sanctions.sanction_player,
        player,
        SanctionKind(kind),
        rule=rule,
        judge=judge,
        note=note,
        escalates=not exactly,
    )


@sanctions_page.action("/sanctions/<int:number>/lift", "lift", forms.ReasonForm, FIELDS)
def lift(console: Console, number: int, reason: str, **_player: int) -> None:
    """Take a sanction back."""
    console.work.change(sanctions.lift_sanction, number, reason=reason)
