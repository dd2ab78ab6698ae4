"""Rule sets: what a deck may be, read from `card_db/` and completed with what the organizer announces.

The figures are data (`formats.toml`), so are the V5 pool (`v5.toml`) and announced legality dates (`legality.toml`);
each carries its source. `rule_set()` turns them into one `RuleSet` value, all that the rules look at.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from toolkit.cards.model import Card
from toolkit.errors import Invalid, NotFound
from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.paths import CARD_DB

THIRTY_DAYS = timedelta(days=30)
RESTRICTION_RULE = "VEKN 6.1.1"
MOST_PLAYERS = 100
MOST_BOOSTERS = 1000
MOST_BOOSTER_SIZE = 100


class UnknownRuleSet(NotFound):
    """No rule set has that code."""

    code = "unknown_rule_set"


class UnknownSet(NotFound):
    """No card set has that code."""

    code = "unknown_set"


class BadParameter(Invalid):
    """A rule set lacks a figure it needs, or the figure cannot be."""

    code = "bad_parameter"


class Legality(StrEnum):
    """From when a new card may be played: the official rules contradict themselves, so the organizer chooses."""

    ANNOUNCED = "announced"  # the card source's dates: 30 days after release, on release from 2025-09-21
    ON_RELEASE = "on_release"  # VEKN 2.1
    THIRTY_DAYS = "30_days"  # VEKN 4.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The cards that an event admits, each in any printing; a set or product counts from its day on.

    Attributes:
        sets: code of a set, all of whose cards are in -> its day.
        products: code of a preconstructed deck ("V5:PTr"), likewise.
        cards: number of a single card, likewise.
        formats: names under which the card source itself declares a card part of a format.
    """

    name: Sayable
    rule: str
    sets: Mapping[str, date] = field(default_factory=dict)
    products: Mapping[str, date] = field(default_factory=dict)
    cards: Mapping[int, date] = field(default_factory=dict)
    formats: frozenset[str] = frozenset()

    def since(self, card: Card) -> date | None:
        """The day from which a card is in, or None when it never is."""
        days = [self.sets[code] for code, _ in card.sets if code in self.sets]
        if self.products:
            days += [self.products[code] for code in card.products if code in self.products]
        if card.id in self.cards:
            days.append(self.cards[card.id])
        if not self.formats.isdisjoint(card.formats):
            days.append(card.released or date.min)
        return min(days, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules that a deck is judged by.

    Attributes:
        code: as on the command line ("phased-motion").
        rule: cited for the sizes.
        groups: whether the crypt must keep to one group or two adjacent ones.
        tournament: whether the ban list and the legality dates apply.
        extra_bans: numbers of cards that this rule set bans on top of the list.
        pools: a card must be in every one of them.
        announced: card number or set code to an announced legality date that goes before any other.
        recursions: how often a player may turn the ash heap into a library (limited).
        notes: what the parameters mean for the players, as sentences.
    """

    code: str
    name: Sayable
    rule: str
    library_min: int
    library_max: int
    crypt_min: int
    groups: bool
    groups_rule: str
    tournament: bool
    bans_rule: str
    extra_bans: frozenset[int] = frozenset()
    extra_bans_rule: str = ""
    pools: tuple[Pool, ...] = ()
    legality: Legality = Legality.ANNOUNCED
    announced: Mapping[int | str, date] = field(default_factory=lambda: MappingProxyType({}))
    recursions: int = 0
    notes: tuple[Sayable, ...] = ()

    def legal_from(self, card: Card) -> date | None:
        """The first day on which a card may be played in a tournament; None when it is unknown."""
        if self.announced and (day := self._announced(card)):
            return day
        if self.legality is Legality.ANNOUNCED:
            return card.legal
        if card.released is None:
            return card.legal
        return card.released + THIRTY_DAYS if self.legality is Legality.THIRTY_DAYS else card.released

    def is_legal_by_then(self, crypt: Iterable[Card], library: Iterable[Card], on: date) -> bool:
        """Whether surely every card may be played on that day: the short way for decks without new cards."""
        if self.announced or self.legality is not Legality.ANNOUNCED:
            return False
        days = {card.legal for card in crypt}.union([card.legal for card in library])
        return max(filter(None, days), default=on) <= on

    def _announced(self, card: Card) -> date | None:
        if day := self.announced.get(card.id):
            return day
        # A set's date counts for the cards that it brings, not for those that it reprints.
        return self.announced.get(card.sets[0][0]) if card.sets else None


def rule_set_codes() -> tuple[str, ...]:
    """Every rule set, the default first."""
    return tuple(_table("formats"))


def rule_set_names() -> dict[str, Message]:
    """Every rule set's name by its code."""
    return {code: Message(_name(code)) for code in rule_set_codes()}


def is_tournament(code: str) -> bool:
    """Whether the rule set of that code is one of tournaments: a ban list applies, and there is a judge."""
    return bool(_row(code)["tournament"])


def rule_set(
    code: str = "constructed",
    *,
    players: int | None = None,
    boosters: int | None = None,
    booster_size: int | None = None,
    starters: bool = False,
    sets: Collection[str] = (),
    cards: Collection[int] = (),
    legality: Legality | str = Legality.ANNOUNCED,
) -> RuleSet:
    """The rule set of that code, with what the organizer announces.

    Args:
        code: one of `rule_set_codes()`.
        players: Methuselahs in the game; casual needs it.
        boosters: per player; limited needs them, or starters.
        booster_size: cards in a booster; a booster of another size than 11 counts by its cards.
        starters: whether any starter is used (limited).
        sets: codes of the only sets allowed, with `cards`; nothing given restricts nothing.
        cards: numbers of the only cards allowed.
        legality: from when new cards count.

    Raises:
        UnknownRuleSet: no such code.
        BadParameter: a figure is missing or cannot be.
    """
    row = _row(code)
    figures = {
        "library_min": int(row["library_min"]),
        "library_max": int(row["library_max"]),
        "crypt_min": int(row["crypt_min"]),
    }
    notes: tuple[Sayable, ...] = ()
    if "library_per_player" in row:
        figures["library_max"] += int(row["library_per_player"]) * _players(players)
    if "library_per_booster" in row:
        figures, notes = _limited(row, figures, boosters=boosters, booster_size=booster_size, starters=starters)
    if sets or cards:
        notes += (
            Message(
                "An event restricted to some cards or sets brings no rating points (%(rule)s).", rule=RESTRICTION_RULE
            ),
        )
    return RuleSet(
        code=code,
        name=Message(_name(code)),
        rule=row["rule"],
        **figures,
        groups=row["groups"],
        groups_rule=row["groups_rule"],
        tournament=row["tournament"],
        bans_rule=row["bans_rule"],
        extra_bans=frozenset(ban["id"] for ban in row.get("extra_bans", ())),
        extra_bans_rule=row.get("extra_bans_rule", ""),
        pools=_pools(row, sets, cards),
        legality=_legality(legality),
        announced=_announced_dates(),
        notes=notes,
    )


def known_sets(codes: Iterable[str], cards: Iterable[Card]) -> tuple[str, ...]:
    """Set codes as the card data writes them, from codes in any case.

    Raises:
        UnknownSet: no card was printed in a set of that code.
    """
    codes = list(codes)
    spelling = {code.casefold(): code for card in cards for code, _ in card.sets} if codes else {}
    for code in codes:
        if code.casefold() not in spelling:
            raise UnknownSet(
                Message(
                    "No set has the code %(name)s; the codes are %(list)s.",
                    name=repr(code),
                    list=Listed(sorted(spelling.values())),
                )
            )
    return tuple(spelling[code.casefold()] for code in codes)


def effective_boosters(boosters: int, booster_size: int, *, standard: int = 11) -> int:
    """Boosters of the standard size that hold as many cards, to the nearest whole number, at least one.

    Rule: VEKN 7.2.1.
    """
    return max(1, (2 * boosters * booster_size + standard) // (2 * standard))


def _limited(
    row: Mapping[str, Any], figures: dict[str, int], *, boosters: int | None, booster_size: int | None, starters: bool
) -> tuple[dict[str, int], tuple[Sayable, ...]]:
    standard = int(row["booster_size"])
    size = standard if booster_size is None else booster_size
    if not 1 <= size <= MOST_BOOSTER_SIZE:
        raise BadParameter(Message("A booster has 1 to %(most)s cards.", most=MOST_BOOSTER_SIZE), rule=row["rule"])
    if starters:
        least = figures["library_min"]
        return figures, (
            Message("A starter is used: at least %(number)s library cards and no recursions.", number=least),
        )
    if boosters is None:
        raise BadParameter(
            Message("A limited event needs the number of boosters per player, or starters."), rule=row["rule"]
        )
    if not 1 <= boosters <= MOST_BOOSTERS:
        raise BadParameter(
            Message(
                "%(number)s boosters cannot be: 1 to %(most)s, unless starters are used.",
                number=boosters,
                most=MOST_BOOSTERS,
            ),
            rule=row["rule"],
        )
    count = effective_boosters(boosters, size, standard=standard)
    figures = figures | {
        "library_min": min(figures["library_min"], int(row["library_per_booster"]) * count),
        "crypt_min": min(figures["crypt_min"], int(row["crypt_per_booster"]) * count),
    }
    table: list[int] = row["recursions"]
    recursions = table[count - 1] if count <= len(table) else 0
    figures["recursions"] = recursions
    opened: Sayable = Count(boosters, "%(num)d booster", "%(num)d boosters")
    if size != standard:
        opened = Message(
            "%(boosters)s (count as %(number)s of %(size)s cards)", boosters=opened, number=count, size=standard
        )
    note = Message(
        "%(boosters)s: at least %(library)s library and %(crypt)s crypt cards; %(recursions)s (%(rule)s).",
        boosters=opened,
        library=figures["library_min"],
        crypt=figures["crypt_min"],
        recursions=Count(recursions, "%(num)d recursion", "%(num)d recursions"),
        rule=row["recursions_rule"],
    )
    return figures, (note,)


def _players(players: int | None) -> int:
    if players is None:
        raise BadParameter(Message("Casual needs the number of players in the game."))
    if not 2 <= players <= MOST_PLAYERS:
        raise BadParameter(
            Message("%(number)s cannot be: a game has 2 to %(most)s players.", number=players, most=MOST_PLAYERS)
        )
    return players


def _legality(option: Legality | str) -> Legality:
    try:
        return Legality(option)
    except ValueError:
        raise BadParameter(
            Message("Legality is one of %(list)s, not %(name)s.", list=Listed(Legality), name=repr(option))
        ) from None


def _pools(row: Mapping[str, Any], sets: Collection[str], cards: Collection[int]) -> tuple[Pool, ...]:
    pools = []
    if "pool" in row:
        pools.append(_shipped_pool(row["pool"], row["name"], row["pool_rule"]))
    if sets or cards:
        name = Message("the sets %(list)s", list=Listed(sorted(sets))) if sets else Message("the organizer's cards")
        always = date.min
        pools.append(
            Pool(
                name=name,
                rule=RESTRICTION_RULE,
                sets=dict.fromkeys(sets, always),
                cards=dict.fromkeys(cards, always),
            )
        )
    return tuple(pools)


@cache
def _shipped_pool(stem: str, name: str, rule: str) -> Pool:
    table = _table(stem)
    return Pool(
        name=Message("the %(name)s pool", name=Message(name)),
        rule=rule,
        sets={row["code"]: row["since"] for row in table.get("sets", ())},
        products={row["code"]: row["since"] for row in table.get("products", ())},
        cards={row["id"]: row["since"] for row in table.get("cards", ())},
        formats=frozenset(table.get("formats", ())),
    )


@cache
def _announced_dates() -> Mapping[int | str, date]:
    rows = _table("legality")["exceptions"]
    return MappingProxyType({row.get("id", row.get("set")): row["legal"] for row in rows})


def _name(code: str) -> str:
    return str(_row(code)["name"])


def _row(code: str) -> dict[str, Any]:
    table = _table("formats")
    if code not in table:
        raise UnknownRuleSet(
            Message("No rule set is called %(name)s; there are %(list)s.", name=repr(code), list=Listed(table))
        )
    row: dict[str, Any] = table[code]
    return _row(row["base"]) | row if "base" in row else row


@cache
def _table(stem: str) -> dict[str, Any]:
    with (CARD_DB / f"{stem}.toml").open("rb") as file:
        return tomllib.load(file)
