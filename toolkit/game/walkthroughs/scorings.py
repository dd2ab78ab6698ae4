"""How a game is scored: who leaves in which order, what each oust brings, and what the table's result is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from toolkit.game.draft import active_seats, predator_of, prey_of
from toolkit.game.ending import AnnounceWithdrawal, CallTime, points
from toolkit.game.engine import Applied
from toolkit.game.events import Happening
from toolkit.game.options import RulesOptions
from toolkit.game.phases import EndPhase
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.vocabulary import EffectKind, Stage
from toolkit.game.walkthroughs.steps import SEATS, BadSituation, Fault, Scene, Told, Walk, WalkStep

POOL = 10


class Leaving(StrEnum):
    """How a Methuselah leaves the game."""

    OUSTED = "ousted"
    TOGETHER = "together"
    WITHDREW = "withdrew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """One Methuselah who leaves; "together" is ousted in the same event as the one before."""

    seat: str
    how: Leaving = Leaving.OUSTED


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSituation:
    """A game of so many players, of whom some leave in this order; then time is called, or not."""

    players: int = 5
    departures: tuple[Departure, ...] = ()
    is_time: bool = False
    is_event: bool = True


def resolve_scoring(situation: ScoringSituation) -> Walk:
    """A game's points from its first oust to its result.

    Rule: OUST-01 to OUST-05, WD-11, WD-12, GAP-01 to GAP-08.

    Raises:
        BadSituation: a player leaves twice, or after the end.
    """
    options = RulesOptions(game_speed="table", score_withdraw_vp="0.5" if situation.is_event else "1")
    seats = SEATS[: situation.players]
    scene = Scene(seats, options, [f"{seat}.pool={POOL}" for seat in seats])
    for number, group in _groups(situation.departures):
        _check(scene, number, group)
        if group[0].how is Leaving.WITHDREW:
            _withdraw(scene, group[0].seat)
        else:
            _oust(scene, [departure.seat for departure in group])
    if situation.is_time and scene.state.stage is Stage.RUNNING:
        _call_time(scene)
    return scene.walk(*_result(scene))


def _groups(departures: tuple[Departure, ...]) -> Iterator[tuple[int, list[Departure]]]:
    """The departures event by event, each with the number of its first, from 1."""
    event = 0
    numbered: list[tuple[int, int, Departure]] = []
    for number, departure in enumerate(departures, 1):
        event += departure.how is not Leaving.TOGETHER or number == 1
        numbered.append((event, number, departure))
    for _, group in groupby(numbered, key=lambda item: item[0]):
        members = list(group)
        yield members[0][1], [departure for _, _, departure in members]


def _check(scene: Scene, number: int, group: list[Departure]) -> None:
    for at, departure in enumerate(group):
        field = f"seat_{number + at}"
        if scene.state.stage is Stage.FINISHED:
            raise BadSituation(field, Fault.GAME_OVER)
        if departure.seat not in scene.state.seats or not scene.state.seats[departure.seat].is_active:
            raise BadSituation(field, Fault.LEFT_ALREADY)
        if departure.seat in [other.seat for other in group[:at]]:
            raise BadSituation(field, Fault.LEFT_ALREADY)


def _oust(scene: Scene, seats: list[str]) -> None:
    """One event burns the last pool of these."""
    effects = tuple(Effect(EffectKind.BURN_POOL, seat, scene.state.seats[seat].pool) for seat in seats)
    predators = {seat: predator_of(scene.state, seat) for seat in seats}
    applied = scene.do(UseEffect(seat=scene.state.step.seat, effects=effects, why="other"))
    sentence = Told.OUSTED if len(seats) == 1 else Told.OUSTED_TOGETHER
    for seat in seats:
        scene.tell(sentence, "GAP-01", "OUST-04", seat=seat, predator=predators[seat])
    _tell_points(scene, applied)
    _tell_ring(scene, set(predators.values()))


def _tell_points(scene: Scene, applied: Applied) -> None:
    rewarded = [move.target for move in applied.ledger if move.why == "prey ousted"]
    for event in applied.events:
        if event.kind is not Happening.POINTS_GAINED:
            continue
        if event.detail == "prey ousted" and f"pool:{event.seat}" in rewarded:
            scene.tell(Told.GAINS_POINT_AND_POOL, "OUST-01", "OUST-03", seat=event.seat)
        elif event.detail == "prey ousted":
            scene.tell(Told.GAINS_POINT_ALONE, "OUST-02", "OUST-03", seat=event.seat)
        elif event.detail == "last Methuselah":
            scene.tell(Told.LAST_STANDING, "GAP-03", seat=event.seat)
        elif event.detail == "withdrawal":
            scene.tell(Told.WITHDREW, "WD-11", "WD-12", seat=event.seat, half_points=event.amount)


def _tell_ring(scene: Scene, predators: set[str]) -> None:
    if scene.state.stage is Stage.RUNNING:
        for seat in sorted(predators):
            if scene.state.seats[seat].is_active:
                scene.tell(Told.NEW_PREY, "GAP-02", predator=seat, prey=prey_of(scene.state, seat))


def _withdraw(scene: Scene, seat: str) -> None:
    """Announced in one turn of hers, done when the next would begin."""
    turn = scene.state.step.turn + 1
    scene.set(f"{seat}.library=0", f"{seat}.hand=4", f"begin={seat}/{turn}")
    scene.do(AnnounceWithdrawal(seat=seat))
    predator = predator_of(scene.state, seat)
    applied = scene.set(f"begin={seat}/{turn + 5}")
    _tell_points(scene, applied)
    scene.tell(Told.PREDATOR_GETS_NOTHING, "WD-13", predator=predator)
    _tell_ring(scene, {predator})


def _call_time(scene: Scene) -> None:
    """The phase is played to its end."""
    scene.do(CallTime())
    scene.tell(Told.TIME_REACHED, "GAP-06")
    applied = scene.do(EndPhase(seat=scene.state.step.seat))
    for event in applied.events:
        if event.kind is Happening.POINTS_GAINED:
            sentence = Told.TIME_HALF if event.amount == 1 else Told.TIME_WHOLE
            scene.tell(sentence, "GAP-05", seat=event.seat)


def _result(scene: Scene) -> Iterator[WalkStep]:
    lines = points(scene.state)
    for line in lines:
        figures: dict[str, int | str] = {
            "seat": line.seat,
            "half_points": line.half_points,
            "table_points": "" if line.table_points is None else line.table_points,
        }
        yield WalkStep(Told.SEAT_TOTAL, figures, () if line.table_points is None else ("GAP-08",))
    if len(active_seats(scene.state)) == len(scene.state.seats) and scene.state.stage is Stage.RUNNING:
        return
    winner = next((line.seat for line in lines if line.game_win), "")
    yield WalkStep(Told.GAME_WIN if winner else Told.NO_GAME_WIN, {"seat": winner}, ("GAP-07",))
