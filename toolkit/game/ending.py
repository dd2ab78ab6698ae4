"""How a game ends other than by the last oust: time, concession, disqualification."""

from __future__ import annotations

from typing import override

from toolkit.game.draft import REMOVED, Draft, Table, active_seats, pool_of, prey_of
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, operation
from toolkit.game.ousting import HALF_POINT, ONE_POINT, finish, finish_if_alone, leave, settle_ousts
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action
from toolkit.game.vocabulary import Stage, Status


def not_running(table: Table) -> Refusal | None:
    """Why nothing can end a game that is not going on."""
    if table.stage is not Stage.RUNNING:
        return Refusal(Code.OVER, "No game is going on.", "GAP-03")
    return None


@operation
class CallTime(Operation):
    """The time limit is reached: the game ends with the current action, or else with the current phase."""

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := not_running(table):
            return refused
        if table.time_called:
            return Refusal(Code.REPEAT, "Time has been called already.", "GAP-06")
        if table.options.score_time_limit == "off":
            return Refusal(Code.CHOICE, "This game has no time limit.", "GAP-05")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        in_action = any(isinstance(frame, Action) for frame in draft.frames)
        draft.time_called = "action" if in_action else "phase"
        draft.note(Happening.TIME_CALLED, detail=draft.time_called)


def finish_on_time(draft: Draft) -> None:
    """The last action or phase is over: each survivor gets half a point, a sole survivor a whole one.

    Rule: GAP-05.
    """
    left = active_seats(draft)
    for seat in left:
        draft.gain_points(seat, HALF_POINT if len(left) > 1 else ONE_POINT, "time")
    finish(draft, "time")


@operation
class Concede(Operation):
    """All but one concede: scored as if the one who remains had ousted them in turn."""

    to: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := not_running(table):
            return refused
        if self.to not in table.seats or not table.seats[self.to].is_active:
            return Refusal(Code.TARGET, "%(seat)s is not in the game.", "GAP-10", seat=self.to)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        while draft.stage is Stage.RUNNING:
            prey = prey_of(draft, self.to)
            draft.move(pool_of(prey), REMOVED, draft.seats[prey].pool, "conceded")
            settle_ousts(draft)
        draft.ending = "conceded"


@operation
class Disqualify(Operation):
    """A judge removes a player: nobody gains a point or pool by it."""

    player: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := not_running(table):
            return refused
        if self.player not in table.seats or not table.seats[self.player].is_active:
            return Refusal(Code.TARGET, "%(seat)s is not in the game.", "GAP-11", seat=self.player)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.note(Happening.METHUSELAH_DISQUALIFIED, self.player)
        leave(draft, self.player, Status.DISQUALIFIED)
        finish_if_alone(draft)
