"""How a withdrawal is resolved: whether it may be announced, what nullifies it, what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from toolkit.game.actions import Announce
from toolkit.game.ending import AnnounceWithdrawal
from toolkit.game.influence import TransferBlood
from toolkit.game.operation import Operation
from toolkit.game.options import RulesOptions
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.unlock import ClaimEdgePool
from toolkit.game.vocabulary import ActionKind, EffectKind, SeatStatus
from toolkit.game.walkthroughs.steps import SEATS, Scene, Told, Walk, WalkStep

WHO, PREDATOR = "A", "E"


class Meanwhile(StrEnum):
    """Events between the announcement and the next unlock phase."""

    NOTHING = "nothing"
    BLED = "bled"
    TRANSFER = "transfer"
    BLOOD_SPENT = "blood_spent"
    LOSS_AND_GAIN = "loss_and_gain"
    COMBAT = "combat"
    GAINS = "gains"
    UNCONTROLLED = "uncontrolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalSituation:
    """A's cards as the turn begins, and what happens to A until the next one."""

    library: int = 0
    hand: int = 4
    hand_size: int = 7
    meanwhile: Meanwhile = Meanwhile.NOTHING
    is_event: bool = True


def resolve_withdrawal(situation: WithdrawalSituation) -> Walk:
    """A withdrawal from the turn in which it is announced to the next unlock phase.

    Rule: WD-01 to WD-15.
    """
    options = RulesOptions(game_speed="table", score_withdraw_vp="0.5" if situation.is_event else "1")
    scene = Scene(
        SEATS[:5],
        options,
        [
            f"A.library={situation.library}", f"A.hand={situation.hand}", f"A.hand_size={situation.hand_size}",
            "A.pool=8", "A1.counters=2", "X=vampire@A.ready.5/3", "Y=vampire@E.ready.5/3", "edge=A", "begin=A/11",
        ],
    )  # fmt: skip
    announcing = AnnounceWithdrawal(seat=WHO)
    if refused := scene.why_not(announcing):
        sentence = Told.LIBRARY_LEFT if situation.library else Told.HAND_FULL
        scene.tell(
            sentence, refused.rule, library=situation.library, hand=situation.hand, hand_size=situation.hand_size
        )
        return scene.walk(WalkStep(Told.PLAYS_ON, {"seat": WHO}, (refused.rule,)))
    scene.tell(Told.MAY_WITHDRAW, "WD-01", hand=situation.hand, hand_size=situation.hand_size)
    scene.do(announcing)
    scene.tell(Told.ANNOUNCED, "WD-02", "WD-09", seat=WHO)
    _live_through(scene, situation.meanwhile)
    return _begin_next_turn(scene, "WD-12" if situation.is_event else "WD-11")


def _live_through(scene: Scene, meanwhile: Meanwhile) -> None:
    _EVENTS[meanwhile](scene)
    withdrawal = scene.state.seats[WHO].withdrawal
    assert withdrawal is not None
    scene.tell(Told.HAPPENED, what=meanwhile)
    if withdrawal.void:
        scene.tell(Told.NULLIFIED, *_ROWS[meanwhile], seat=WHO)
    else:
        scene.tell(Told.STILL_STANDS, *_ROWS[meanwhile], seat=WHO)


def _begin_next_turn(scene: Scene, row: str) -> Walk:
    before = scene.state.seats[PREDATOR]
    scene.set("begin=A/16")
    seat, predator = scene.state.seats[WHO], scene.state.seats[PREDATOR]
    if seat.status is not SeatStatus.WITHDRAWN:
        return scene.walk(WalkStep(Told.PLAYS_ON, {"seat": WHO}, ("WD-06",)))
    points = WalkStep(Told.WITHDRAWS, {"seat": WHO, "half_points": seat.half_points}, ("WD-09", row))
    scene.steps.append(points)
    if (predator.pool, predator.half_points) == (before.pool, before.half_points):
        scene.tell(Told.PREDATOR_GETS_NOTHING, "WD-13", predator=PREDATOR)
    scene.tell(Told.NEW_PREY, "GAP-02", "WD-15", predator=PREDATOR, prey=scene.state.step.seat)
    return scene.walk(points)


def _effect(*effects: Effect) -> Operation:
    return UseEffect(seat="B", effects=effects, why="other")


def _nothing(scene: Scene) -> None:
    pass


def _bled(scene: Scene) -> None:
    scene.set("begin=E/15", "phase=minion")
    scene.do(Announce(seat=PREDATOR, minion="Y", action=ActionKind.BLEED, target=WHO))
    scene.play_out()


def _transfer(scene: Scene) -> None:
    scene.set("phase=influence")
    scene.do(TransferBlood(seat=WHO, card="A1", amount=1))


def _blood_spent(scene: Scene) -> None:
    scene.do(_effect(Effect(EffectKind.BURN_BLOOD, "X", 1)))


def _loss_and_gain(scene: Scene) -> None:
    scene.do(_effect(Effect(EffectKind.BURN_POOL, WHO, 1)))
    scene.do(_effect(Effect(EffectKind.GAIN_POOL, WHO, 2)))


def _combat(scene: Scene) -> None:
    scene.set("begin=E/15", "phase=minion")
    scene.do(Announce(seat=PREDATOR, minion="Y", action=ActionKind.RUSH, card="Rush", target="X"))
    scene.play_out()


def _gains(scene: Scene) -> None:
    scene.do(ClaimEdgePool(seat=WHO))
    scene.set("phase=minion")
    scene.do(Announce(seat=WHO, minion="X", action=ActionKind.HUNT))
    scene.play_out()


def _uncontrolled(scene: Scene) -> None:
    scene.do(_effect(Effect(EffectKind.BURN_BLOOD, "A1", 1, "uncontrolled")))


_EVENTS: dict[Meanwhile, Callable[[Scene], None]] = {
    Meanwhile.NOTHING: _nothing,
    Meanwhile.BLED: _bled,
    Meanwhile.TRANSFER: _transfer,
    Meanwhile.BLOOD_SPENT: _blood_spent,
    Meanwhile.LOSS_AND_GAIN: _loss_and_gain,
    Meanwhile.COMBAT: _combat,
    Meanwhile.GAINS: _gains,
    Meanwhile.UNCONTROLLED: _uncontrolled,
}
_ROWS: dict[Meanwhile, tuple[str, ...]] = {
    Meanwhile.NOTHING: ("WD-03", "WD-04", "WD-05"),
    Meanwhile.BLED: ("WD-03",),
    Meanwhile.TRANSFER: ("WD-03", "WD-06"),
    Meanwhile.BLOOD_SPENT: ("WD-04",),
    Meanwhile.LOSS_AND_GAIN: ("WD-07",),
    Meanwhile.COMBAT: ("WD-05",),
    Meanwhile.GAINS: ("WD-08",),
    Meanwhile.UNCONTROLLED: ("WD-04",),
}
