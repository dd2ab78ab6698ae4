"""The steps of a walkthrough, and the stage on which the engine plays it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from toolkit.errors import Invalid
from toolkit.game.engine import Applied, carry, refusal
from toolkit.game.judge import Correct
from toolkit.game.new import StartGame, new_game
from toolkit.game.operation import Operation
from toolkit.game.options import RulesOptions
from toolkit.game.refusals import Refusal
from toolkit.game.state import GameState
from toolkit.game.windows import NoPlays, PassImpulse, window_name, window_of

SEATS = ("A", "B", "C", "D", "E", "F")


class BadSituation(Invalid):
    """A situation that the rules do not allow; `field` says which of its figures is at fault."""

    code = "bad_situation"

    def __init__(self, field: str, fault: Fault, refused: Refusal | None = None) -> None:
        super().__init__(f"{field}: {fault}", rule=refused.rule if refused else "")
        self.field = field
        self.fault = fault


class Fault(StrEnum):
    """The faults of a situation's figures."""

    ABOVE_CAPACITY = "above_capacity"
    TOO_MANY_CARDS = "too_many_cards"
    LEFT_ALREADY = "left_already"
    GAME_OVER = "game_over"


class Told(StrEnum):
    """The sentences of steps, by name."""

    # combat
    COMBAT_BEGINS = "combat_begins"
    CLOSE_RANGE = "close_range"
    LONG_RANGE = "long_range"
    STRIKE_HAND = "strike_hand"
    STRIKE_DAMAGE = "strike_damage"
    STRIKE_DODGE = "strike_dodge"
    STRIKE_COMBAT_ENDS = "strike_combat_ends"
    STRIKE_STEAL_BLOOD = "strike_steal_blood"
    STRIKE_NONE = "strike_none"
    STRUCK_OUT_OF_RANGE = "struck_out_of_range"
    STRUCK_AT_DODGER = "struck_at_dodger"
    STRUCK_TOO_LATE = "struck_too_late"
    ENDS_COMBAT = "ends_combat"
    BLOOD_STOLEN = "blood_stolen"
    INFLICTED = "inflicted"
    PREVENTED = "prevented"
    POINT_MENDED = "point_mended"
    POINT_UNMENDED = "point_unmended"
    POINT_WOUNDED = "point_wounded"
    POINT_SAVED = "point_saved"
    POINT_BURNED = "point_burned"
    LIFE_LOST = "life_lost"
    GOES_TO_TORPOR = "goes_to_torpor"
    BURNED = "burned"
    PRESSED = "pressed"
    ANOTHER_ROUND = "another_round"
    COMBAT_OVER = "combat_over"
    READY_WITH = "ready_with"
    READY_WITH_LIFE = "ready_with_life"
    TORPOR_WITH = "torpor_with"
    # referendum
    CALLED = "called"
    CALLED_WITHOUT_CARD = "called_without_card"
    TERMS = "terms"
    VOTES_FOR = "votes_for"
    VOTES_AGAINST = "votes_against"
    BALLOT_FOR = "ballot_for"
    BALLOT_AGAINST = "ballot_against"
    BLOCK_FOR = "block_for"
    BLOCK_AGAINST = "block_against"
    BLOCK_ABSTAINS = "block_abstains"
    COUNT = "count"
    PASSES = "passes"
    FAILS = "fails"
    TIE = "tie"
    # contests
    CARD_PLAYED = "card_played"
    CARD_CONTESTED = "card_contested"
    TITLE_CLAIMED = "title_claimed"
    TITLE_CONTESTED = "title_contested"
    POOL_PAID = "pool_paid"
    BLOOD_PAID = "blood_paid"
    CARD_YIELDED = "card_yielded"
    TITLE_YIELDED = "title_yielded"
    MUST_YIELD_TORPOR = "must_yield_torpor"
    MUST_YIELD_BLOOD = "must_yield_blood"
    CARD_WON = "card_won"
    TITLE_WON = "title_won"
    STILL_CONTESTED = "still_contested"
    # withdrawal
    LIBRARY_LEFT = "library_left"
    HAND_FULL = "hand_full"
    MAY_WITHDRAW = "may_withdraw"
    ANNOUNCED = "announced"
    HAPPENED = "happened"
    NULLIFIED = "nullified"
    STILL_STANDS = "still_stands"
    WITHDRAWS = "withdraws"
    PLAYS_ON = "plays_on"
    PREDATOR_GETS_NOTHING = "predator_gets_nothing"
    # diablerie
    DIRECTED = "directed"
    UNDIRECTED = "undirected"
    VICTIM_S_BLOOD = "victim_s_blood"
    BLOOD_ABOVE = "blood_above"
    EQUIPMENT_TAKEN = "equipment_taken"
    VICTIM_BURNED = "victim_burned"
    DISCIPLINE_TAKEN = "discipline_taken"
    DISCIPLINE_DECLINED = "discipline_declined"
    NOT_YOUNGER = "not_younger"
    TROPHY = "trophy"
    BLOOD_HUNT = "blood_hunt"
    HUNTED_DOWN = "hunted_down"
    SURVIVES_HUNT = "survives_hunt"
    # scoring
    OUSTED = "ousted"
    OUSTED_TOGETHER = "ousted_together"
    GAINS_POINT_AND_POOL = "gains_point_and_pool"
    GAINS_POINT_ALONE = "gains_point_alone"
    WITHDREW = "withdrew"
    NEW_PREY = "new_prey"
    LAST_STANDING = "last_standing"
    TIME_REACHED = "time_reached"
    TIME_HALF = "time_half"
    TIME_WHOLE = "time_whole"
    GAME_WIN = "game_win"
    NO_GAME_WIN = "no_game_win"
    SEAT_TOTAL = "seat_total"


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One thing that happens, with its figures and the rows of the rules that make it so."""

    told: Told
    figures: dict[str, int | str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """A situation resolved: what happened in order, what it came to, and the table as it is left."""

    steps: tuple[WalkStep, ...]
    outcome: tuple[WalkStep, ...]
    end: GameState


class Scene:
    """The engine at work on a constructed state, and the steps told so far."""

    def __init__(self, seats: Sequence[str], options: RulesOptions, changes: Sequence[str] = ()) -> None:
        self.steps: list[WalkStep] = []
        self.state: GameState = new_game(seats, options)
        self.do(StartGame(first=seats[0]))
        if changes:
            self.set(*changes)

    def do(self, order: Operation) -> Applied:
        """Carry out an operation.

        Raises:
            IllegalOperation: the rules refuse it.
        """
        applied = carry(self.state, order)
        self.state = applied.state
        return applied

    def set(self, *changes: str) -> Applied:
        """Put facts where the situation wants them, as a judge's correction does."""
        return self.do(Correct(changes=changes))

    def why_not(self, order: Operation) -> Refusal | None:
        """Why the engine would refuse it."""
        return refusal(self.state, order)

    def close(self) -> Applied:
        """Close the open window: no player plays anything more."""
        return self.do(NoPlays())

    def play_out(self) -> None:
        """Close windows until nothing is going on."""
        while self.state.frames:
            self.close()

    @property
    def window(self) -> str:
        """The name of the open window; empty without one."""
        return window_name(self.state) or ""

    def tell(self, sentence: Told, *rules: str, **figures: int | str) -> None:
        """Add a step."""
        self.steps.append(WalkStep(sentence, figures, rules))

    def count(self, sentence: Told, *rules: str, minion: str) -> None:
        """Add a step, or one more to the step before if it tells the same of the same minion."""
        last = self.steps[-1] if self.steps else None
        if last is not None and last.told is sentence and last.figures.get("minion") == minion:
            self.steps[-1] = WalkStep(sentence, last.figures | {"amount": int(last.figures["amount"]) + 1}, rules)
        else:
            self.tell(sentence, *rules, minion=minion, amount=1)

    def walk(self, *outcome: WalkStep) -> Walk:
        """The steps told, with their outcome."""
        return Walk(tuple(self.steps), outcome, self.state)


def speak(scene: Scene, seat: str) -> None:
    """The others pass until this Methuselah holds the impulse."""
    while (window := window_of(scene.state)) is not None and window.holder != seat:
        scene.do(PassImpulse(seat=window.holder))
