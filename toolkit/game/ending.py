"""How Methuselahs leave and a game ends: ousts, withdrawals, time, concession, disqualification; and its points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import override

from toolkit.game.damage import handle
from toolkit.game.draft import (
    BANK,
    REMOVED,
    Draft,
    Table,
    active_seats,
    has_pending_damage,
    pool_of,
    predator_of,
    prey_of,
)
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.phases import phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Combat, Diablerie, Frame, GameState, Harm, Referendum, Withdrawal
from toolkit.game.terms import cut_frames
from toolkit.game.unlock import stage_refusal
from toolkit.game.vocabulary import Phase, SeatStatus, Stage, Zone
from toolkit.game.words import Names
from toolkit.game.zones import remove
from toolkit.languages import Message
from toolkit.scoring import TableScore, Verdict, game_wins, judge_line, score_table
from toolkit.scoring.points import Halves

OUST_POOL = 6
ONE_POINT = 2
HALF_POINT = 1


def settle_ousts(draft: Draft) -> None:
    """Oust everybody whose pool is gone, all of one event at once, before anything else happens.

    Rule: OUST-01 to OUST-05, GAP-01, GAP-41.
    """
    if draft.stage is not Stage.RUNNING:
        return
    gone = [seat for seat in active_seats(draft) if draft.seats[seat].pool == 0]
    if not gone:
        return
    predators = {seat: predator_of(draft, seat) for seat in gone}
    for seat in gone:
        draft.note(Happening.METHUSELAH_OUSTED, seat, detail=predators[seat])
        if predators[seat]:
            reward(draft, predators[seat], pool=predators[seat] not in gone)
    for seat in gone:
        leave(draft, seat, SeatStatus.OUSTED)
    finish_if_alone(draft)


def reward(draft: Draft, predator: str, *, pool: bool) -> None:
    """A predator's due for an oust: one victory point, and six pool unless ousted in the same event.

    Rule: OUST-02, OUST-03.
    """
    draft.gain_points(predator, ONE_POINT, "prey ousted")
    if pool:
        draft.move(BANK, pool_of(predator), OUST_POOL, "prey ousted")


def leave(draft: Draft, seat: str, status: SeatStatus) -> None:
    """A Methuselah leaves: everything she controls leaves with her, and the ring closes.

    Rule: OUST-04, OUST-05, WD-10, GAP-02, GAP-43, TURN-DISC-07.
    """
    # What goes with her is no loss: her withdrawal, which may be why she leaves, is over before.
    draft.seat(seat, status=status, withdrawal=None)
    for card in list(draft.cards.values()):
        if card.controller == seat and card.zone not in (Zone.ASH_HEAP, Zone.REMOVED):
            remove(draft, card.id, f"{seat} left the game")
    draft.move(pool_of(seat), REMOVED, draft.seats[seat].pool, f"{seat} left the game")
    draft.seat(
        seat, hand=0, library=0, crypt=0, pending=(), transfers=0, master_actions=0, discard_actions=0, penalty=0
    )
    if draft.edge == seat:
        draft.give_edge("")
        draft.edge_unplaced = draft.options.edge_on_leave == "ask"
    draft.change_step(waiting=tuple(name for name in draft.step.waiting if name != seat))
    draft.frames = tuple(_without(frame, seat) for frame in draft.frames)


def _without(frame: Frame, seat: str) -> Frame:
    window = frame.window
    if window is None or seat not in window.order:
        return frame
    kept = replace(
        window,
        order=tuple(name for name in window.order if name != seat),
        passed=tuple(name for name in window.passed if name != seat),
    )
    return replace(frame, window=kept)


def finish_if_alone(draft: Draft) -> None:
    """Give the last Methuselah one more victory point and end the game; with none left just end it.

    Rule: GAP-03.
    """
    left = active_seats(draft)
    if draft.stage is Stage.RUNNING and len(left) <= 1:
        for seat in left:
            draft.gain_points(seat, ONE_POINT, "last Methuselah")
        finish(draft, "last_standing")


def finish(draft: Draft, why: str) -> None:
    """The game is over."""
    for frame in draft.frames:
        if isinstance(frame, Combat | Harm):
            handle(draft, frame.pending)
    draft.stage = Stage.FINISHED
    draft.ending = why
    cut_frames(draft, 0)
    draft.contests = ()
    draft.note(Happening.GAME_FINISHED, detail=why)


def drop_frames_of_leavers(draft: Draft) -> None:
    """Drop the frames of a Methuselah who left.

    Rule: GAP-42, ACT-75, DMG-13.
    """
    for at, frame in enumerate(draft.frames):
        seats = [side.seat for side in frame.sides] if isinstance(frame, Combat) else [frame.seat]
        if isinstance(frame, Combat | Harm | Diablerie | Referendum):
            continue
        if any(not draft.seats[seat].is_active for seat in seats if seat):
            if not has_pending_damage(draft):
                cut_frames(draft, at)
            return


@operation
class PlaceEdge(Operation):
    """The table says who has the Edge after its holder left (empty: no player)."""

    holder: str = ""

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if not table.edge_unplaced:
            return Refusal(Code.CHOICE, "The Edge is where it belongs.", "GAP-43")
        if self.holder and (self.holder not in table.seats or not table.seats[self.holder].is_active):
            return Refusal(Code.TARGET, "%(seat)s is not in the game.", "GAP-43", seat=self.holder)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.give_edge(self.holder)

    @override
    def told(self, names: Names) -> str:
        if self.holder:
            return Message("%(name)s has the Edge", name=self.holder)
        return Message("No player has the Edge")


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Placing the Edge, where the table is asked."""
    if state.edge_unplaced:
        yield PlaceEdge()
        yield PlaceEdge(holder=seat)


# Withdrawing: who may, what nullifies it, what it is worth


@operation
class AnnounceWithdrawal(Operation):
    """Announce that you will withdraw when your next unlock phase would begin.

    Attributes:
        exhausted: the library is empty and the hand short by the player's word, whatever was counted; not where every
            card is tracked.
    """

    seat: str
    exhausted: bool = False

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "WD-02"):
            return refused
        methuselah = table.seats[self.seat]
        if methuselah.recursions:
            return Refusal(Code.CHOICE, "A recursion is left: the library is not exhausted.", "GAP-40")
        # Where nobody counts the cards, or not every one, the player's word stands for it.
        by_word = self.exhausted and not methuselah.tracked
        if methuselah.counted and not (methuselah.short_hand or by_word):
            return Refusal(Code.CHOICE, "The library was not exhausted with a short hand at turn start.", "WD-01")
        if methuselah.withdrawal is not None:
            return Refusal(Code.REPEAT, "The withdrawal is announced already.", "WD-02")
        return stage_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        """Rule: TURN-UNLOCK-14."""
        if self.exhausted:
            draft.seat(self.seat, library=0, short_hand=True)
        draft.seat(self.seat, withdrawal=Withdrawal(turn=draft.step.turn))
        draft.note(Happening.WITHDRAWAL_ANNOUNCED, self.seat)

    @override
    def told(self, names: Names) -> str:
        if self.exhausted:
            return Message("announces a withdrawal: the library is empty")
        return Message("announces a withdrawal")


def withdraws_now(draft: Draft, seat: str) -> bool:
    """Whether she withdraws instead of beginning her unlock phase; a voided announcement lapses.

    Rule: WD-09, WD-10 to WD-13.
    """
    withdrawal = draft.seats[seat].withdrawal
    if withdrawal is None:
        return False
    if withdrawal.void:
        draft.seat(seat, withdrawal=None)
        return False
    points = HALF_POINT if draft.options.score_withdraw_vp == "0.5" else ONE_POINT
    draft.note(Happening.METHUSELAH_WITHDREW, seat)
    draft.gain_points(seat, points, "withdrawal")
    leave(draft, seat, SeatStatus.WITHDRAWN)
    finish_if_alone(draft)
    return True


@offers
def withdrawals(state: GameState, seat: str) -> Iterator[Operation]:
    """Announcing a withdrawal."""
    if (
        state.step.phase is Phase.UNLOCK
        and state.step.seat == seat
        and (state.seats[seat].short_hand or not state.seats[seat].counted)
    ):
        yield AnnounceWithdrawal(seat=seat)


# Ends other than by the last oust: time, concession, disqualification


def not_running(table: Table) -> Refusal | None:
    """Why nothing can end a game that is not going on."""
    if table.stage is not Stage.RUNNING:
        return Refusal(Code.OVER, "No game is going on.", "GAP-03")
    return None


@operation
class CallTime(Operation):
    """The time limit is reached: the game ends with the current action, or else with the current phase.

    Attributes:
        now: the table stops here: the game ends at once, what is going on is left.
    """

    now: bool = False

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := not_running(table):
            return refused
        if table.time_called and not self.now:
            return Refusal(Code.REPEAT, "Time has been called already.", "GAP-06")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        if self.now:
            draft.note(Happening.TIME_CALLED, detail="now")
            finish_on_time(draft)
            return
        in_action = any(isinstance(frame, Action) for frame in draft.frames)
        draft.time_called = "action" if in_action else "phase"
        draft.note(Happening.TIME_CALLED, detail=draft.time_called)

    @override
    def told(self, names: Names) -> str:
        return Message("The table stops the game here") if self.now else Message("Time is called")


def finish_on_time(draft: Draft) -> None:
    """The last action or phase is over, or left: each survivor gets half a point; a sole one has had a whole one.

    Rule: GAP-05.
    """
    for seat in active_seats(draft):
        draft.gain_points(seat, HALF_POINT, "time")
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

    @override
    def told(self, names: Names) -> str:
        return Message("Everyone concedes to %(name)s", name=self.to)


@operation
class Disqualify(Operation):
    """A judge removes a player: no points or pool are gained by it."""

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
        leave(draft, self.player, SeatStatus.DISQUALIFIED)
        finish_if_alone(draft)

    @override
    def told(self, names: Names) -> str:
        return Message("%(name)s is disqualified", name=self.player)


# A game's points, asked of `toolkit.scoring`


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPoints:
    """One seat's line: victory points in halves, game win, tournament points (none at tables of two or six)."""

    seat: str
    half_points: Halves
    game_win: int
    table_points: int | None


def points(state: GameState, *, time_now: bool = False) -> list[SeatPoints]:
    """Every seat's points, in seating order; with `time_now`, as if the time limit were reached.

    Rule: GAP-04, GAP-05, GAP-07, GAP-08.
    """
    halves = tuple(_halves(state, name, time_now=time_now) for name in state.seats)
    wins = game_wins(halves)
    table: TableScore | None = score_table(halves) if 3 <= len(halves) <= 5 else None
    return [
        SeatPoints(
            seat=name,
            half_points=halves[at],
            game_win=wins[at],
            table_points=table.tournament_points[at] if table else None,
        )
        for at, name in enumerate(state.seats)
    ]


def _halves(state: GameState, seat: str, *, time_now: bool) -> int:
    survives = time_now and state.stage is Stage.RUNNING and seat in active_seats(state)
    return state.seats[seat].half_points + (HALF_POINT if survives else 0)


def verdict(state: GameState) -> Verdict | None:
    """The verdict on the game's present score; None at tables of two or six.

    Rule: GAP-12, INV-07.
    """
    if not 3 <= len(state.seats) <= 5:
        return None
    seats = list(state.seats.values())
    removed = frozenset(at for at, seat in enumerate(seats) if seat.status is SeatStatus.DISQUALIFIED)
    return judge_line(tuple(seat.half_points for seat in seats), removed)
