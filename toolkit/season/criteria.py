"""The criteria for day 2 of a championship weekend: rows of data, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from toolkit.errors import Invalid
from toolkit.languages import N_, Message

LONGEST_NAME = 200
MOST_ROWS, MOST_PLACES, MOST_NAMED = 30, 1000, 200


class BadWeekend(Invalid):
    """Values that no weekend can have: a name, a row, a role twice, a row of a role without an event."""

    code = "bad_weekend"


class EventRole(StrEnum):
    """The part of an event in its weekend."""

    GRAND_PRIX = "grand_prix"
    LCQ = "lcq"
    DAY_1 = "day_1"
    DAY_2 = "day_2"
    SIDE = "side"

    @property
    def heading(self) -> Message:
        """Its name."""
        return Message(_ROLES[self])

    @property
    def is_one(self) -> bool:
        """Whether a weekend has at most one of it."""
        return self in (EventRole.LCQ, EventRole.DAY_1, EventRole.DAY_2)


_ROLES = {
    EventRole.GRAND_PRIX: N_("Grand Prix"),
    EventRole.LCQ: N_("Last-chance qualifier"),
    EventRole.DAY_1: N_("Day 1"),
    EventRole.DAY_2: N_("Day 2"),
    EventRole.SIDE: N_("Side event"),
}


class Take(StrEnum):
    """The players that a row takes from its events."""

    WINNER = "winner"
    FINALISTS = "finalists"
    FIRST_N = "first_n"
    GAME_WINS = "game_wins_at_least"
    VICTORY_POINTS = "victory_points_at_least"
    NAMED = "named"


class TieRule(StrEnum):
    """The announced rule for a tie across the line."""

    TOSSED = "tossed"
    ALL_IN = "all_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion.

    Attributes:
        n: how many, or at least how many; of victory points in halves of a point as JSON writes them, 1.5.
        skips_qualified: a player who is in already does not use up a place.
        passes_down: the next of the same row takes the place of a player who declines.
        persons: of a row of named people, their keys or names.
        source, day: where the rule stands, and since when.
    """

    role: EventRole
    take: Take
    n: float = 0
    skips_qualified: bool = False
    passes_down: bool = False
    persons: tuple[str, ...] = ()
    source: str = ""
    day: str = ""

    @property
    def words(self) -> Message:
        """The criterion in words."""
        figures: dict[str, object] = {"role": self.role.heading, "number": f"{self.n:g}"}
        return Message(_TAKES[self.take], **figures)


_TAKES = {
    Take.WINNER: N_("%(role)s: the winner"),
    Take.FINALISTS: N_("%(role)s: the finalists"),
    Take.FIRST_N: N_("%(role)s: the first %(number)s"),
    Take.GAME_WINS: N_("%(role)s: at least %(number)s GW"),
    Take.VICTORY_POINTS: N_("%(role)s: at least %(number)s VP"),
    Take.NAMED: N_("Named by the organizer"),
}


def _tiered(places: int, source: str, day: str, *, skips_qualified: bool) -> tuple[Criterion, ...]:
    return (
        Criterion(role=EventRole.GRAND_PRIX, take=Take.WINNER, source=source, day=day),
        Criterion(role=EventRole.LCQ, take=Take.FINALISTS, source=source, day=day),
        Criterion(
            role=EventRole.DAY_1,
            take=Take.FIRST_N,
            n=places,
            skips_qualified=skips_qualified,
            source=source,
            day=day,
        ),
    )


_OF_2018 = "VEKN, continental championships", "2018-08-05"
PRESETS: Mapping[str, tuple[Criterion, ...]] = {
    "2018-europe": _tiered(40, *_OF_2018, skips_qualified=False),
    "2018-north-america": _tiered(25, *_OF_2018, skips_qualified=False),
    "2022": _tiered(40, "European championship", "2022", skips_qualified=True),
}


def rows_json(rows: Iterable[Criterion]) -> list[dict[str, Any]]:
    """Rows as JSON has them; `rows_from` reads them."""
    return [{**asdict(row), "persons": list(row.persons)} for row in rows]


_KNOWN = frozenset(field.name for field in fields(Criterion))


def rows_from(values: Any) -> tuple[Criterion, ...]:
    """Rows out of JSON.

    Raises:
        BadWeekend: one that is none; the sentence has its number.
    """
    if not isinstance(values, list) or not 0 < len(values) <= MOST_ROWS:
        raise BadWeekend(Message("Criteria are a list of 1 to %(number)s rows.", number=MOST_ROWS), code="bad_rows")
    return tuple(_row(number, value) for number, value in enumerate(values, start=1))


def _row(number: int, value: Any) -> Criterion:
    def bad(what: str) -> BadWeekend:
        return BadWeekend(
            Message("Row %(number)s: “%(what)s” is missing or cannot be that.", number=number, what=what),
            code="bad_rows",
        )

    if not isinstance(value, dict):
        raise bad("row")
    for name in value.keys() - _KNOWN - {"order"}:
        raise BadWeekend(
            Message("Row %(number)s: “%(name)s” is not known.", number=number, name=str(name)[:40]), code="bad_rows"
        )
    try:
        role, take = EventRole(value["role"]), Take(value["take"])
    except (KeyError, ValueError, TypeError) as error:
        raise bad("role, take") from error
    count, persons = value.get("n", 0), value.get("persons", [])
    if isinstance(count, bool) or not isinstance(count, int | float) or not 0 <= count <= MOST_PLACES:
        raise bad("n")
    is_counted = take in (Take.FIRST_N, Take.GAME_WINS, Take.VICTORY_POINTS)
    if (is_counted and count <= 0) or (take in (Take.FIRST_N, Take.GAME_WINS) and count != int(count)):
        raise bad("n")
    is_list = isinstance(persons, list) and all(
        isinstance(person, str) and 0 < len(person) <= LONGEST_NAME for person in persons
    )
    if not is_list or len(persons) > MOST_NAMED or (take is Take.NAMED and not persons):
        raise bad("persons")
    flags = {name: value.get(name, False) for name in ("skips_qualified", "passes_down")}
    texts = {name: value.get(name, "") for name in ("source", "day")}
    for name, sent in (*flags.items(), *texts.items()):
        if type(sent) is not (bool if name in flags else str) or (isinstance(sent, str) and len(sent) > LONGEST_NAME):
            raise bad(name)
    return Criterion(role=role, take=take, n=count, persons=tuple(persons), **flags, **texts)
