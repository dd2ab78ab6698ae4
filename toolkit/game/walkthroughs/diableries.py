"""How diablerie is resolved: blood, equipment, a Discipline, and the blood hunt that follows."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.actions import Announce
from toolkit.game.diablerie import TakeDiscipline
from toolkit.game.draft import BANK, cards_on, on
from toolkit.game.engine import Applied
from toolkit.game.events import Happening
from toolkit.game.options import RulesOptions
from toolkit.game.playing import referendum_of
from toolkit.game.referendum import CastVotes, tally
from toolkit.game.vocabulary import ActionKind, CardKind, WindowName, Zone
from toolkit.game.walkthroughs.steps import SEATS, BadSituation, Fault, Scene, Told, Walk, WalkStep

DIABLERIST, VICTIM = "X", "Y"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiablerieSituation:
    """D's vampire X and the victim Y in torpor, at a table of five.

    Attributes:
        is_own: the victim is D's own.
        equipment: how many equipment cards the victim has.
        is_red_list: the victim is Red List.
        takes_discipline: D takes a Discipline if it is offered.
        votes_for, votes_against: cast in the blood hunt.
    """

    capacity: int = 4
    blood: int = 3
    victim_capacity: int = 6
    victim_blood: int = 5
    is_own: bool = False
    equipment: int = 1
    is_red_list: bool = False
    takes_discipline: bool = True
    votes_for: int = 3
    votes_against: int = 2


def resolve_diablerie(situation: DiablerieSituation) -> Walk:
    """Diablerie from the announcement of the action to the outcome of the blood hunt.

    Rule: DIAB-01 to DIAB-12, REF-34.

    Raises:
        BadSituation: a vampire has more blood than its capacity.
    """
    _check(situation)
    scene = Scene(SEATS[:5], RulesOptions(game_speed="table"), _changes(situation))
    scene.do(Announce(seat="D", minion=DIABLERIST, action=ActionKind.DIABLERIZE, target=VICTIM))
    if situation.is_own:
        scene.tell(Told.UNDIRECTED, "ACT-36", "ACT-48")
    else:
        scene.tell(Told.DIRECTED, "ACT-36", "ACT-48", seat="C")
    applied = _succeed(scene)
    _tell_spoils(scene, applied, situation)
    _tell_discipline(scene, situation)
    if situation.is_red_list and not situation.is_own:
        scene.tell(Told.TROPHY, "DIAB-08")
    while referendum_of(scene.state) is None:
        scene.close()
    return _hunt(scene, situation)


def _check(situation: DiablerieSituation) -> None:
    if situation.blood > situation.capacity:
        raise BadSituation("blood", Fault.ABOVE_CAPACITY)
    if situation.victim_blood > situation.victim_capacity:
        raise BadSituation("victim_blood", Fault.ABOVE_CAPACITY)


def _changes(situation: DiablerieSituation) -> list[str]:
    owner = "D" if situation.is_own else "C"
    changes = [
        f"{DIABLERIST}=vampire@D.ready.{situation.capacity}/{situation.blood}",
        f"{VICTIM}=vampire@{owner}.torpor.{situation.victim_capacity}/{situation.victim_blood}",
        *(f"G{number}=equipment@{owner}.on-{VICTIM}" for number in range(situation.equipment)),
        *(_voter("B", situation.votes_for) + _voter("D", situation.votes_against)),
    ]
    if situation.is_red_list:
        changes.append(f"{VICTIM}.flags=red_list")
    return [*changes, "begin=D/14", "phase=minion"]


def _voter(seat: str, votes: int) -> list[str]:
    """A vampire whose title is worth so many votes."""
    return [f"T{seat}=vampire@{seat}.ready.5/5", f"T{seat}.title=independent/{votes}"] if votes else []


def _succeed(scene: Scene) -> Applied:
    """The action succeeds without a block."""
    while True:
        applied = scene.close()
        if any(event.kind is Happening.DIABLERIE_COMMITTED for event in applied.events):
            return applied


def _tell_spoils(scene: Scene, applied: Applied, situation: DiablerieSituation) -> None:
    blood = sum(move.amount for move in applied.ledger if move.why == "diablerie")
    above = sum(
        move.amount for move in applied.ledger if (move.source, move.target) == (on(DIABLERIST), BANK)
        and move.why == "above capacity"
    )  # fmt: skip
    left = scene.state.cards[DIABLERIST].counters
    scene.tell(Told.VICTIM_S_BLOOD, "DIAB-02", amount=blood, total=situation.blood + blood)
    if above:
        scene.tell(Told.BLOOD_ABOVE, "DIAB-05", amount=above, left=left)
    taken = [card for card in cards_on(scene.state, DIABLERIST) if card.kind is CardKind.EQUIPMENT]
    if taken:
        scene.tell(Told.EQUIPMENT_TAKEN, "DIAB-03", amount=len(taken))
    scene.tell(Told.VICTIM_BURNED, "DIAB-01", "DIAB-04")


def _tell_discipline(scene: Scene, situation: DiablerieSituation) -> None:
    if scene.window != WindowName.DISCIPLINE:
        scene.tell(Told.NOT_YOUNGER, "DIAB-06", capacity=situation.capacity, victim_capacity=situation.victim_capacity)
    elif situation.takes_discipline:
        scene.do(TakeDiscipline(seat="D", discipline="pot", enters="Discipline"))
        scene.tell(Told.DISCIPLINE_TAKEN, "DIAB-06", capacity=scene.state.cards[DIABLERIST].capacity)
    else:
        scene.tell(Told.DISCIPLINE_DECLINED, "DIAB-07")


def _hunt(scene: Scene, situation: DiablerieSituation) -> Walk:
    scene.tell(Told.BLOOD_HUNT, "DIAB-10", "DIAB-11", "REF-34")
    if situation.votes_for:
        scene.do(CastVotes(seat="B", source="TB", side="for"))
    if situation.votes_against:
        scene.do(CastVotes(seat="D", source="TD", side="against"))
    poll = referendum_of(scene.state)
    assert poll is not None
    count = tally(poll)
    figures: dict[str, int | str] = {"votes_for": count.votes_for, "votes_against": count.votes_against}
    scene.tell(Told.COUNT, "REF-08", **figures)
    scene.play_out()
    card = scene.state.cards[DIABLERIST]
    if card.zone is Zone.ASH_HEAP:
        return scene.walk(WalkStep(Told.HUNTED_DOWN, figures, ("DIAB-12", "REF-09")))
    survivor = figures | {"capacity": card.capacity, "blood": card.counters}
    return scene.walk(WalkStep(Told.SURVIVES_HUNT, survivor, ("REF-10",)))
