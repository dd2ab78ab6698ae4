"""How a round of combat is resolved: range, strikes by class, prevention, each point of damage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.game.combat import ANY_RANGE, combat_of
from toolkit.game.damage import pending_damage
from toolkit.game.draft import on
from toolkit.game.engine import Applied
from toolkit.game.events import Event, Happening
from toolkit.game.options import RulesOptions
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.strikes import ChooseStrike
from toolkit.game.vocabulary import EffectKind, StrikeKind, WindowName, Zone
from toolkit.game.walkthroughs.steps import BadSituation, Fault, Scene, Told, Walk, WalkStep, speak

ACTING, OPPOSING = "V", "W"


class Fighting(StrEnum):
    """The kinds of fighters that differ in how damage is handled."""

    VAMPIRE = "vampire"
    ALLY = "ally"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """One side of a combat.

    Attributes:
        counters: blood of a vampire, life of an ally.
        damage, aggravated: of a strike for damage; a hand strike does the strength.
        amount: blood stolen by a strike that steals.
        first: the strike is with first strike.
        prevents: points of damage that are prevented.
    """

    kind: Fighting = Fighting.VAMPIRE
    capacity: int = 5
    counters: int = 5
    strength: int = 1
    strike: StrikeKind = StrikeKind.HAND
    damage: int = 0
    aggravated: int = 0
    amount: int = 0
    ranged: bool = False
    first: bool = False
    prevents: int = 0

    @property
    def is_ranged(self) -> bool:
        """Whether its strike reaches at long range; hands do not."""
        return self.ranged and self.strike is not StrikeKind.HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatSituation:
    """A round of combat; `acting` is the acting minion's side, which goes first in every step."""

    acting: Fighter = Fighter()
    opposing: Fighter = Fighter()
    is_long: bool = False
    is_pressed: bool = False


_STRIKES = {
    StrikeKind.HAND: (Told.STRIKE_HAND, "GAP-28"),
    StrikeKind.DAMAGE: (Told.STRIKE_DAMAGE, "COMBAT-26"),
    StrikeKind.DODGE: (Told.STRIKE_DODGE, "COMBAT-19"),
    StrikeKind.COMBAT_ENDS: (Told.STRIKE_COMBAT_ENDS, "COMBAT-33"),
    StrikeKind.STEAL_BLOOD: (Told.STRIKE_STEAL_BLOOD, "COMBAT-30"),
    StrikeKind.NONE: (Told.STRIKE_NONE, "COMBAT-15"),
}
_POINTS = {
    "mended": (Told.POINT_MENDED, ("DMG-04",)),
    "unmended": (Told.POINT_UNMENDED, ("DMG-05",)),
    "wounded": (Told.POINT_WOUNDED, ("DMG-06",)),
    "saved": (Told.POINT_SAVED, ("DMG-07",)),
    "burned": (Told.POINT_BURNED, ("DMG-07", "DMG-10")),
}
_SEATS = {ACTING: "A", OPPOSING: "B"}


def resolve_combat(situation: CombatSituation) -> Walk:
    """A round of combat from its beginning to what becomes of both.

    Rule: COMBAT-06 to COMBAT-42, DMG-01 to DMG-12.

    Raises:
        BadSituation: a vampire has more blood than its capacity.
    """
    fight = _Fight(situation)
    fight.begin()
    fight.announce()
    while fight.scene.window == WindowName.DAMAGE:
        fight.take_damage()
    fight.finish()
    return fight.scene.walk(*(fight.fate(minion) for minion in _SEATS))


class _Fight:
    """The combat as it goes on; `heard` are the minions whose strike has been accounted for."""

    def __init__(self, situation: CombatSituation) -> None:
        self.situation = situation
        self.fighters = {ACTING: situation.acting, OPPOSING: situation.opposing}
        self.heard: set[str] = set()
        changes = [change for minion in self.fighters for change in self._changes(minion)]
        self.scene = Scene(("A", "B"), RulesOptions(), [*changes, "begin=A/9", "phase=minion"])

    def _changes(self, minion: str) -> list[str]:
        fighter = self.fighters[minion]
        is_vampire = fighter.kind is Fighting.VAMPIRE
        if is_vampire and fighter.counters > fighter.capacity:
            raise BadSituation(f"{minion.lower()}_counters", Fault.ABOVE_CAPACITY)
        capacity = fighter.capacity if is_vampire else 0
        place = f"{fighter.kind}@{_SEATS[minion]}.ready.{capacity}/{fighter.counters}"
        return [f"{minion}={place}", f"{minion}.strength={fighter.strength}"]

    def begin(self) -> None:
        """Combat is entered, and the range is set."""
        scene = self.scene
        scene.do(UseEffect(seat="A", minion=ACTING, effects=(Effect(EffectKind.COMBAT, OPPOSING),)))
        scene.tell(Told.COMBAT_BEGINS, "COMBAT-02", "COMBAT-06", acting=ACTING, opposing=OPPOSING)
        scene.close()
        if self.situation.is_long:
            scene.do(UseEffect(seat="A", minion=ACTING, effects=(Effect(EffectKind.MANEUVER),)))
            scene.tell(Told.LONG_RANGE, "COMBAT-10", "COMBAT-25", acting=ACTING)
        else:
            scene.tell(Told.CLOSE_RANGE, "COMBAT-09")
        scene.close()
        scene.close()

    # Strikes

    def announce(self) -> None:
        """Both announce, the acting minion first; strikes without effect are named at once."""
        for minion, fighter in self.fighters.items():
            sentence, row = _STRIKES[fighter.strike]
            self.scene.tell(
                sentence, "COMBAT-15", row, minion=minion, strength=fighter.strength, normal=fighter.damage,
                aggravated=fighter.aggravated, amount=fighter.amount,
            )  # fmt: skip
        if all(fighter.strike is not StrikeKind.COMBAT_ENDS for fighter in self.fighters.values()):
            for minion in self.fighters:
                self._tell_in_vain(minion)
        applied = [self.scene.do(self._strike(minion)) for minion in self.fighters]
        self._tell(applied[-1])

    def _strike(self, minion: str) -> ChooseStrike:
        fighter = self.fighters[minion]
        is_damage = fighter.strike is StrikeKind.DAMAGE
        return ChooseStrike(
            seat=_SEATS[minion],
            minion=minion,
            strike=fighter.strike,
            damage=fighter.damage if is_damage else 0,
            aggravated=fighter.aggravated if is_damage else 0,
            amount=fighter.amount if fighter.strike is StrikeKind.STEAL_BLOOD else 0,
            ranged=fighter.is_ranged,
            first=fighter.first,
        )

    def _tell_in_vain(self, minion: str) -> None:
        """A strike that cannot reach, or that is dodged."""
        fighter, opponent = self.fighters[minion], _other(minion)
        if fighter.strike in ANY_RANGE or fighter.strike is StrikeKind.NONE:
            self.heard.add(minion)
        elif self.situation.is_long and not fighter.is_ranged:
            self.heard.add(minion)
            self.scene.tell(Told.STRUCK_OUT_OF_RANGE, "COMBAT-25", minion=minion)
        elif self.fighters[opponent].strike is StrikeKind.DODGE:
            self.heard.add(minion)
            self.scene.tell(Told.STRUCK_AT_DODGER, "COMBAT-19", minion=minion, opponent=opponent)

    # Damage

    def take_damage(self) -> None:
        """Prevention first, then what is left is handled point by point.

        Rule: COMBAT-34, DMG-01 to DMG-03.
        """
        for minion, fighter in self.fighters.items():
            inflicted = sum(normal + agg for card, normal, agg in pending_damage(self.scene.state) if card == minion)
            if fighter.prevents and inflicted:
                speak(self.scene, _SEATS[minion])
                effects = (Effect(EffectKind.PREVENT, minion, fighter.prevents),)
                self.scene.do(UseEffect(seat=_SEATS[minion], minion=minion, effects=effects))
                amount = min(fighter.prevents, inflicted)
                self.scene.tell(Told.PREVENTED, "COMBAT-34", "DMG-01", minion=minion, amount=amount)
        self._tell(self.scene.close())

    def _tell(self, applied: Applied) -> None:
        """Tell the events of one operation, and the damage that is inflicted and not handled yet."""
        for event in applied.events:
            self._tell_event(event, applied)
        for minion, normal, aggravated in pending_damage(self.scene.state):
            rows = ("COMBAT-22",) if self.fighters[_other(minion)].first else ("COMBAT-23", "COMBAT-24")
            self.scene.tell(Told.INFLICTED, *rows, "DMG-03", minion=minion, normal=normal, aggravated=aggravated)

    def _tell_event(self, event: Event, applied: Applied) -> None:
        scene, minion = self.scene, event.card
        if event.kind is Happening.STRIKE_RESOLVED:
            self.heard.add(minion)
            self._tell_resolved(event, applied)
        elif event.kind is Happening.DAMAGE_POINT and event.detail == "life":
            scene.tell(Told.LIFE_LOST, "DMG-09", "GAP-32", minion=minion, amount=event.amount)
        elif event.kind is Happening.DAMAGE_POINT:
            sentence, rows = _POINTS[event.detail]
            scene.count(sentence, *rows, minion=minion)
        elif event.kind is Happening.CARD_MOVED and event.detail == Zone.TORPOR:
            scene.tell(Told.GOES_TO_TORPOR, "DMG-11", "COMBAT-03", minion=minion)
        elif event.kind is Happening.CARD_BURNED:
            row = "DMG-10" if self.fighters[minion].kind is Fighting.VAMPIRE else "DMG-12"
            scene.tell(Told.BURNED, row, "COMBAT-03", minion=minion)

    def _tell_resolved(self, event: Event, applied: Applied) -> None:
        if event.detail == StrikeKind.COMBAT_ENDS:
            self.scene.tell(Told.ENDS_COMBAT, "COMBAT-20", minion=event.card)
        elif event.detail == StrikeKind.STEAL_BLOOD:
            source = on(_other(event.card))
            stolen = sum(move.amount for move in applied.ledger if move.why == "stolen" and move.source == source)
            self.scene.tell(Told.BLOOD_STOLEN, "COMBAT-30", "COMBAT-31", minion=event.card, amount=stolen)

    # The end of the round

    def finish(self) -> None:
        """Presses, and whether another round begins."""
        scene = self.scene
        for minion, fighter in self.fighters.items():
            if minion not in self.heard and fighter.strike is not StrikeKind.NONE:
                scene.tell(Told.STRUCK_TOO_LATE, "COMBAT-18", minion=minion)
        if scene.window == WindowName.ADDITIONAL:
            scene.close()
        if scene.window == WindowName.PRESS:
            if self.situation.is_pressed:
                scene.do(UseEffect(seat="A", minion=ACTING, effects=(Effect(EffectKind.PRESS),)))
                scene.tell(Told.PRESSED, "COMBAT-38", acting=ACTING)
            scene.close()
        scene.close()
        if combat_of(scene.state) is None:
            scene.tell(Told.COMBAT_OVER, "COMBAT-37", "COMBAT-40", "COMBAT-42")
        else:
            scene.tell(Told.ANOTHER_ROUND, "COMBAT-41", "COMBAT-09")

    def fate(self, minion: str) -> WalkStep:
        """A minion's state after the combat."""
        card = self.scene.state.cards[minion]
        figures: dict[str, int | str] = {"minion": minion, "amount": card.counters}
        if card.zone is Zone.READY:
            return WalkStep(Told.READY_WITH if card.is_vampire else Told.READY_WITH_LIFE, figures)
        if card.zone is Zone.TORPOR:
            return WalkStep(Told.TORPOR_WITH, figures, ("DMG-11",))
        return WalkStep(Told.BURNED, figures)


def _other(minion: str) -> str:
    return OPPOSING if minion == ACTING else ACTING
