"""The results of an event without its seats: its head, a row per player, and what contradicts itself."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolkit.errors import Invalid
from toolkit.exchange.archondata import DISQUALIFIED, WITHDRAWN
from toolkit.languages import Listed, Message
from toolkit.scoring import Halves
from toolkit.tournament.configuration import LONGEST_EVENT, EventKind

ONLY_RESULTS = Message("It can be entered by its results only, e.g. with `tournament import-results FILE`.")
MOST_ROWS = 2_000
LONGEST_TEXT = 200
_VEKN_DIGITS = 7
# Victory points of a table of five, in halves.
_MOST_A_ROUND = 10
_FINALISTS = (4, 5)
_NAMED = 5


class BadResults(Invalid):
    """Results that no event can have; the sentence names everything that contradicts itself.

    Attributes:
        problems: a sentence each.
    """

    code = "bad_results"

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__(problems[0] if len(problems) == 1 else Listed(problems, between=" "))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A player's result; points are those before the final, None where unknown.

    Attributes:
        place: None for `DQ` and `WD`, which `out` says.
        victory_points, final_victory_points: in halves; `final_victory_points` None for a player outside the final.
        toss: the place in a toss, 1 is best; 0 without one.
    """

    name: str = ""
    vekn: str = ""
    country: str = ""
    city: str = ""
    place: int | None = None
    out: str = ""
    game_wins: int | None = None
    victory_points: Halves | None = None
    tournament_points: int | None = None
    final_victory_points: Halves | None = None
    toss: int = 0

    @property
    def shown_name(self) -> str:
        """The name, or the VEKN number where there is none."""
        return self.name or f"VEKN {self.vekn}"

    @property
    def is_finalist(self) -> bool:
        """Whether the player sat in the final."""
        return self.final_victory_points is not None

    @property
    def has_played(self) -> bool:
        """Whether the row counts as a player: a withdrawn player without points never sat down."""
        return self.out != WITHDRAWN or bool(self.victory_points or self.tournament_points)

    @property
    def is_disqualified(self) -> bool:
        """Whether the player was disqualified."""
        return self.out == DISQUALIFIED

    @property
    def order_before(self) -> tuple[int, int, int, int]:
        """The order before the final, best first: game wins, victory points, tournament points, toss."""
        return (-(self.game_wins or 0), -(self.victory_points or 0), -(self.tournament_points or 0), self.toss)

    def is_level_with(self, other: ResultRow) -> bool:
        """Whether at most the toss parts the two before the final."""
        return self.order_before[:3] == other.order_before[:3]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResults:
    """An event by its results only.

    Attributes:
        rounds: preliminary ones; 0 where unknown.
        reported_players: how many played, as reported; 0 counts the rows.
        origin: what was read: `csv`, `archondata`, `vekn`, `archon` or `winner`.
        archon_code: Archon's code or uid of the event.
    """

    name: str = ""
    date: datetime.date | None = None
    last_day: datetime.date | None = None
    city: str = ""
    country: str = ""
    kind: EventKind = EventKind.STANDARD_CONSTRUCTED
    is_online: bool = False
    sets: tuple[str, ...] = ()
    organizer: str = ""
    vekn_event: str = ""
    archon_code: str = ""
    rounds: int = 0
    has_final: bool = False
    reported_players: int = 0
    rows: tuple[ResultRow, ...] = ()
    origin: str = "csv"

    @property
    def players(self) -> int:
        """How many played a round, disqualified players included."""
        return self.reported_players or sum(row.has_played for row in self.rows)

    @property
    def finalists(self) -> tuple[ResultRow, ...]:
        """The players of the final by seed."""
        return tuple(sorted((row for row in self.rows if row.is_finalist), key=lambda row: row.order_before))

    @property
    def lacks_points(self) -> bool:
        """Whether a ranked player's game wins or victory points are unknown."""
        return any(None in (row.game_wins, row.victory_points) for row in self.rows if not row.out)


def checked(results: EventResults) -> EventResults:
    """The same results.

    Raises:
        BadResults: they contradict themselves, or lack name, day or players.
    """
    if problems := tuple(problems_of(results)):
        raise BadResults(problems)
    return results


def without_final(results: EventResults) -> EventResults:
    """The results where the final's victory points were counted twice: taken off each finalist's sum."""
    rows = (
        replace(row, victory_points=row.victory_points - row.final_victory_points)
        if row.victory_points is not None and row.final_victory_points is not None
        else row
        for row in results.rows
    )
    return replace(results, rows=tuple(rows))


def problems_of(results: EventResults) -> Iterator[Message]:
    """Everything that no event can have, a sentence each."""
    yield from _head_problems(results)
    yield from _row_problems(results)
    yield from _place_problems(results)
    yield from _point_problems(results)


def _head_problems(results: EventResults) -> Iterator[Message]:
    if not results.name:
        yield Message("The event's name is missing: add the line “# name: …”.")
    if results.date is None:
        yield Message("The event's day is missing: add the line “# date: YYYY-MM-DD”.")
    elif results.last_day and not 0 <= (results.last_day - results.date).days <= LONGEST_EVENT:
        yield Message("The last day is the first, or one of the %(number)s days after it.", number=LONGEST_EVENT)
    if any(len(text) > LONGEST_TEXT for text in (results.name, results.city, results.organizer)):
        yield Message("A text of the event has more than %(number)s characters.", number=LONGEST_TEXT)
    if results.reported_players and results.reported_players < sum(row.has_played for row in results.rows):
        yield Message(
            "%(number)s players are reported, and %(other)s rows played.",
            number=results.reported_players,
            other=sum(row.has_played for row in results.rows),
        )


def _row_problems(results: EventResults) -> Iterator[Message]:
    if not results.rows:
        yield Message("There is no player in it.")
    if len(results.rows) > MOST_ROWS:
        yield Message("An event has at most %(number)s players.", number=MOST_ROWS)
    for number, row in enumerate(results.rows, start=1):
        if not (row.name or row.vekn):
            yield Message("Row %(number)s has neither a name nor a VEKN number.", number=number)
        if row.vekn and not (row.vekn.isascii() and row.vekn.isdecimal() and len(row.vekn) == _VEKN_DIGITS):
            yield Message("Row %(number)s: “%(written)s” is not a VEKN number.", number=number, written=row.vekn[:20])
        if len(row.name) > LONGEST_TEXT:
            yield Message("Row %(number)s: a name has at most %(most)s characters.", number=number, most=LONGEST_TEXT)
        if row.place is None and not row.out:
            yield Message("Row %(number)s has no place: type a number, DQ or WD.", number=number)
    seen: set[str] = set()
    for row in results.rows:
        if row.vekn in seen:
            yield Message("Two rows have the VEKN number %(number)s.", number=row.vekn)
        seen |= {row.vekn} if row.vekn else set()


def _place_problems(results: EventResults) -> Iterator[Message]:
    winners = [row.shown_name for row in results.rows if row.place == 1]
    if len(winners) != 1 and results.rows and (results.has_final or not winners):
        yield (
            Message("Place 1 is taken %(number)s times: %(list)s.", number=len(winners), list=Listed(winners[:_NAMED]))
            if winners
            else Message("No player has place 1.")
        )
    finalists = results.finalists
    if not results.has_final or not finalists or len(winners) != 1:
        return
    if len(finalists) not in _FINALISTS and len(results.rows) >= results.players:
        yield Message("A final has four or five players; here it has %(number)s.", number=len(finalists))
    others = [row.shown_name for row in finalists if row.place not in (1, 2)]
    outside = [row.shown_name for row in results.rows if row.place == 2 and not row.is_finalist]
    if others or outside:
        yield Message(
            "The other finalists share place 2, and only they: %(list)s.",
            list=Listed((others or outside)[:_NAMED]),
        )
    if (first := min(finalists, key=lambda row: (-(row.final_victory_points or 0), row.order_before))).place != 1:
        yield Message(
            "%(name)s has the most victory points of the final, and not place 1 (VEKN 3.7.5).", name=first.shown_name
        )


def _point_problems(results: EventResults) -> Iterator[Message]:
    points = {row.shown_name: row.victory_points or 0 for row in results.rows}
    over = [name for name, most in points.items() if results.rounds and most > results.rounds * _MOST_A_ROUND]
    if results.rounds and sum(points.values()) > 2 * results.players * results.rounds:
        yield Message("There are more victory points than seats. The final's seem to be counted twice: subtract them.")
    elif over:
        yield Message(
            "More than 5 victory points a round: %(list)s. Were the final's points counted twice?",
            list=Listed(over[:_NAMED]),
        )
