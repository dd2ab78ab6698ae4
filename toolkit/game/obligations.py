"""What now: who owes what before play goes on, each with the row that says so."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.contests import undecided
from toolkit.game.draft import active_seats
from toolkit.game.hand import hand_debtors, must_discard
from toolkit.game.minion import dutiful
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Phase, Stage, WindowName
from toolkit.game.windows import window_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """One thing that somebody must do: in table language, and the row."""

    seat: str
    what: str
    rule: str


def obligations(state: GameState) -> list[Obligation]:
    """Everything that is owed now; empty when play may go on as anybody likes.

    Rule: SETUP-31, TURN-UNLOCK-07, TURN-UNLOCK-19, TURN-MINION-04, REF-02, GAP-43.
    """
    if state.stage is not Stage.RUNNING:
        return []
    owed = [
        Obligation(seat=seat, what=f"discard {must_discard(state, seat)}", rule="SETUP-31")
        for seat in hand_debtors(state)
    ]
    if state.edge_unplaced:
        owed += [Obligation(seat=seat, what="say who has the Edge", rule="GAP-43") for seat in active_seats(state)]
    return owed + _of_the_phase(state) + _of_the_window(state)


def _of_the_phase(state: GameState) -> list[Obligation]:
    seat = state.step.seat
    if state.step.phase is Phase.UNLOCK:
        contests = undecided(state, seat)
        return [
            *(Obligation(seat=seat, what=f"pay for or yield {c.key}", rule="TURN-UNLOCK-07") for c in contests),
            *(
                Obligation(seat=due.seat, what=f"let {due.label} happen", rule="TURN-UNLOCK-19")
                for due in state.step.due
                if due.stage != "middle"
            ),
        ]
    if state.step.phase in (Phase.MINION, Phase.MANDATORY) and not state.frames:
        duties = dutiful(state, seat)
        return [Obligation(seat=seat, what=f"{m} must {kind}", rule="TURN-MINION-04") for m, kind in duties.items()]
    if state.step.phase is Phase.CHOOSE:
        return [Obligation(seat=seat, what="choose a phase", rule="PM-INTRO-23")]
    return []


_DECISIONS = {
    WindowName.TERMS: ("set the terms", "REF-02"),
    WindowName.OFFER: ("accept or decline diablerie", "ACT-65"),
    WindowName.STRIKES: ("announce a strike", "COMBAT-15"),
    WindowName.DISCIPLINE: ("take a Discipline or decline", "DIAB-06"),
}


def _of_the_window(state: GameState) -> list[Obligation]:
    window = window_of(state)
    if window is None or window.name not in _DECISIONS:
        return []
    what, rule = _DECISIONS[window.name]
    return [Obligation(seat=window.holder, what=what, rule=rule)]
