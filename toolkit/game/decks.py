"""Decks as numbers of cards: the sizes that this table's options ask for, and the recursions of a limited event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.decks.formats import RuleSet, rule_set
from toolkit.game.options import RulesOptions

if TYPE_CHECKING:
    from toolkit.game.new import DeckCounts

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
    """A part of somebody's deck ("library", "crypt") has too few cards, or too many, for this table."""

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
