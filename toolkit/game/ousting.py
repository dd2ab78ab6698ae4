"""Leaving the game: ousts and their reward, what goes with the leaver, how the ring closes, when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import override

from toolkit.game.draft import BANK, REMOVED, Draft, Table, active_seats, pool_of, predator_of
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Combat, Diablerie, Frame, GameState, Harm, Referendum
from toolkit.game.vocabulary import Stage, Status, Zone
from toolkit.game.zones import remove

OUST_POOL = 6
ONE_POINT = 2
HALF_POINT = 1


def settle_ousts(draft: Draft) -> None:
    """Oust everybody whose pool is gone, all of one event at once, before anything else happens.

    Rule: OUST-01 to OUST-05, GAP-01.
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
        leave(draft, seat, Status.OUSTED)
    finish_if_alone(draft)


def reward(draft: Draft, predator: str, *, pool: bool) -> None:
    """A predator's due for an oust: one victory point, and six pool unless ousted in the same event.

    Rule: OUST-02, OUST-03.
    """
    draft.gain_points(predator, ONE_POINT, "prey ousted")
    if pool:
        draft.move(BANK, pool_of(predator), OUST_POOL, "prey ousted")


def leave(draft: Draft, seat: str, status: Status) -> None:
    """A Methuselah leaves: everything she controls leaves with her, and the ring closes.

    Rule: OUST-04, OUST-05, WD-10, GAP-02, GAP-43.
    """
    draft.seat(seat, status=status)
    for card in list(draft.cards.values()):
        if card.controller == seat and card.zone not in (Zone.ASH_HEAP, Zone.REMOVED):
            remove(draft, card.id, f"{seat} left the game")
    draft.move(pool_of(seat), REMOVED, draft.seats[seat].pool, f"{seat} left the game")
    draft.seat(
        seat, hand=0, library=0, crypt=0, pending=(), transfers=0, master_actions=0, discard_actions=0, penalty=0,
        withdrawal=None,
    )  # fmt: skip
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
    """The last Methuselah gets one more victory point and the game ends; with nobody left it ends as well.

    Rule: GAP-03.
    """
    left = active_seats(draft)
    if draft.stage is Stage.RUNNING and len(left) <= 1:
        for seat in left:
            draft.gain_points(seat, ONE_POINT, "last Methuselah")
        finish(draft, "last_standing")


def finish(draft: Draft, why: str) -> None:
    """The game is over."""
    draft.stage = Stage.FINISHED
    draft.ending = why
    draft.frames = ()
    draft.contests = ()
    draft.note(Happening.GAME_FINISHED, detail=why)


def drop_frames_of_leavers(draft: Draft) -> None:
    """What a Methuselah who left had going on is over.

    Rule: GAP-42, ACT-75.
    """
    for at, frame in enumerate(draft.frames):
        seats = [side.seat for side in frame.sides] if isinstance(frame, Combat) else [frame.seat]
        if isinstance(frame, Combat | Harm | Diablerie | Referendum):
            continue
        if any(not draft.seats[seat].is_active for seat in seats if seat):
            draft.frames = draft.frames[:at]
            return


@operation
class PlaceEdge(Operation):
    """The table says who has the Edge after its holder left (empty: nobody)."""

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
        draft.edge_unplaced = False
        draft.give_edge(self.holder)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Placing the Edge, where the table is asked."""
    if state.edge_unplaced:
        yield PlaceEdge()
        yield PlaceEdge(holder=seat)
