"""A new game: how large decks are, what each Methuselah begins with, who is first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import override

from toolkit.decks.formats import RuleSet, rule_set
from toolkit.errors import Invalid
from toolkit.game.cards import GameCard
from toolkit.game.draft import BANK, Draft, Table, on, pool_of, predator_of
from toolkit.game.influence import deal_crypt
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.options import RulesOptions
from toolkit.game.phased import begin_shared_turn
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState, Methuselah
from toolkit.game.turns import begin_turn
from toolkit.game.vocabulary import CardFlag, CardKind, Stage, Zone
from toolkit.game.words import Names
from toolkit.languages import Message

# Sizes of decks


# The rule set of each deck profile; the rows of the library's least and most, and of the crypt's least.
RULE_SETS = {"constructed": "constructed", "casual_legacy": "casual", "limited": "limited"}
LIBRARY_ROWS = {
    "constructed": ("SETUP-06", "SETUP-06"),
    "casual_legacy": ("SETUP-04", "SETUP-05"),
    "limited": ("SETUP-07", "SETUP-08"),
}
CRYPT_ROWS = {"constructed": "SETUP-09", "casual_legacy": "SETUP-09", "limited": "SETUP-12"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeFault:
    """A part of a deck ("library", "crypt") with too few cards, or too many, for this table."""

    seat: str
    part: str
    cards: int
    allowed: str
    rule: str


def deck_rules(options: RulesOptions, players: int) -> RuleSet:
    """The rule set whose sizes decks have at this table.

    Rule: SETUP-04 to SETUP-09, SETUP-12, A-01, A-02.
    """
    return rule_set(
        RULE_SETS[options.deck_profile],
        players=players,
        boosters=int(options.deck_boosters),
        starters=options.deck_starters == "yes",
    )


def recursions_for(options: RulesOptions, players: int) -> int:
    """How often each player may turn the ash heap into a library: by the boosters of a limited event, or as set.

    Rule: GAP-40, A-02.
    """
    if options.deck_recursions == "from_table":
        return deck_rules(options, players).recursions
    return int(options.deck_recursions)


def size_faults(options: RulesOptions, decks: Mapping[str, DeckCounts]) -> Iterator[SizeFault]:
    """Decks of a size that this table's options do not allow; the engine lets them play all the same.

    Rule: SETUP-04 to SETUP-09, SETUP-12.
    """
    rules = deck_rules(options, len(decks))
    least, most = LIBRARY_ROWS[options.deck_profile]
    for seat, deck in decks.items():
        if not deck.counted:
            continue
        if not rules.library_min <= deck.library <= rules.library_max:
            allowed = f"{rules.library_min} to {rules.library_max}"
            row = least if deck.library < rules.library_min else most
            yield SizeFault(seat=seat, part="library", cards=deck.library, allowed=allowed, rule=row)
        if deck.crypt < rules.crypt_min:
            allowed = f"at least {rules.crypt_min}"
            row = CRYPT_ROWS[options.deck_profile]
            yield SizeFault(seat=seat, part="crypt", cards=deck.crypt, allowed=allowed, rule=row)


# The start


OPENING_POOL = 30  # SETUP-23
OPENING_HAND = 7  # SETUP-29
OPENING_CRYPT = 4  # SETUP-27
EMBRACES = 2  # PM-INTRO-06


class BadTable(Invalid):
    """These players, or these decks, cannot sit down to a game."""

    code = "bad_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCounts:
    """A deck as numbers of cards; `counted` is False for a player whose cards are not counted.

    With `tracked` every card that moves is noted: no player's word stands against the count.
    """

    library: int = 60
    crypt: int = 12
    counted: bool = True
    tracked: bool = False


def draw_seating(names: Sequence[str], random: Random) -> list[str]:
    """A random seating of these names, clockwise.

    Rule: SETUP-13.
    """
    drawn = list(names)
    random.shuffle(drawn)
    return drawn


def draw_first(names: Sequence[str], options: RulesOptions, random: Random) -> str:
    """The first player: seat one at an event's rounds, random elsewhere.

    Rule: SETUP-14, PM-INTRO-12, A-03.
    """
    return names[0] if options.setup_first_player == "seat_one" else random.choice(list(names))


def new_game(
    names: Sequence[str], options: RulesOptions | None = None, decks: Sequence[DeckCounts] | None = None
) -> GameState:
    """A game set up and not started; names are in seating order, clockwise.

    Rule: SETUP-18 to SETUP-29, PM-INTRO-09 to PM-INTRO-11, GAP-40.

    Raises:
        BadTable: too few or too many players, a name twice or empty, or decks too small to deal from.
    """
    options = options or RulesOptions()
    decks = list(decks) if decks is not None else [DeckCounts() for _ in names]
    _check_table(names, decks)
    recursions = recursions_for(options, len(names))
    seats = {
        name: Methuselah(
            name=name,
            hand=OPENING_HAND,
            library=deck.library - OPENING_HAND,
            crypt=deck.crypt,
            counted=deck.counted,
            tracked=deck.tracked,
            recursions=recursions,
        )
        for name, deck in zip(names, decks, strict=True)
    }
    draft = Draft.of(GameState(options=options, seats=seats))
    for name in names:
        draft.move(BANK, pool_of(name), OPENING_POOL, "opening")
        if options.is_phased:
            _embrace(draft, name)
        for _ in range(OPENING_CRYPT):
            deal_crypt(draft, name)
    return draft.freeze()


def _check_table(names: Sequence[str], decks: Sequence[DeckCounts]) -> None:
    if not 2 <= len(names) <= 6:
        raise BadTable(Message("A table has 2 to 6 players, not %(number)s.", number=len(names)), rule="SETUP-13")
    if len(set(names)) != len(names) or any(not name.strip() or name in ("table", "bank") for name in names):
        raise BadTable(Message("Every player needs a name of their own."), rule="SETUP-13")
    if len(decks) != len(names):
        raise BadTable(Message("Every player needs a deck."), rule="SETUP-29")
    for deck in decks:
        if deck.library < OPENING_HAND or deck.crypt < OPENING_CRYPT:
            raise BadTable(Message("A deck has at least 7 library and 4 crypt cards."), rule="SETUP-29")


def _embrace(draft: Draft, seat: str) -> None:
    """Two minions of capacity 1 with 1 blood each: Independent, clanless, not unique.

    Rule: PM-INTRO-10, PM-INTRO-11, A-52.
    """
    for number in range(1, EMBRACES + 1):
        card = GameCard(
            id=f"{seat}{number}",
            kind=CardKind.VAMPIRE,
            owner=seat,
            controller=seat,
            zone=Zone.READY,
            name="The Embrace",
            capacity=1,
            sect="independent",
            flags=frozenset({CardFlag.EMBRACE}),
        )
        draft.cards[card.id] = card
        draft.move(BANK, on(card.id), 1, "opening")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """One item of the check list before a game: who does what, to whose cards."""

    by: str
    what: str
    of: str = ""


def setup_steps(table: Table) -> list[SetupStep]:
    """The check list before the first turn.

    Rule: SETUP-18, SETUP-19, SETUP-24 to SETUP-26, PM-INTRO-06.
    """
    steps = [SetupStep(by="table", what="choose a token for the Edge"), SetupStep(by="table", what="make a blood bank")]
    for name in table.seats:
        predator = predator_of(table, name)
        steps += [
            SetupStep(by=name, what="shuffle crypt", of=name),
            SetupStep(by=name, what="shuffle library", of=name),
            SetupStep(by=predator, what="may shuffle or cut crypt", of=name),
            SetupStep(by=predator, what="may shuffle or cut library", of=name),
            SetupStep(by=name, what="may make a final cut of each", of=name),
        ]
        if table.options.is_phased:
            steps += [SetupStep(by=name, what="put The Embrace into play with 1 blood") for _ in range(EMBRACES)]
    return steps


@operation
class StartGame(Operation):
    """The first turn begins, with this Methuselah."""

    first: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if table.stage is not Stage.SETUP:
            return Refusal(Code.REPEAT, "The game has started.", "SETUP-14")
        if self.first not in table.seats:
            return Refusal(Code.ACTOR, "No player at this table is called %(seat)r.", "SETUP-13", seat=self.first)
        if table.options.setup_first_player == "seat_one" and self.first != next(iter(table.seats)):
            return Refusal(Code.CHOICE, "The first seat goes first.", "SETUP-14")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.stage = Stage.RUNNING
        (begin_shared_turn if draft.options.is_phased else begin_turn)(draft, self.first)

    @override
    def told(self, names: Names) -> str:
        return Message("%(name)s goes first", name=self.first)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Starting the game."""
    if state.stage is Stage.SETUP:
        yield StartGame(first=seat)
