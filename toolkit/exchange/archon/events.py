"""An event from an Archon workbook: players, seats, points, tosses and the final, by the operations of any event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

from toolkit.errors import ToolkitError
from toolkit.exchange.archon.model import FINAL_WORD, LEVELS, OUT, UNAVAILABLE, Book, BookPlayer, BookTable, is_whole
from toolkit.exchange.archon.reading import NoArchonWorkbook
from toolkit.languages import Listed, Message
from toolkit.scoring import ImpossibleScores, render_victory_points
from toolkit.tournament.configuration import Configuration, EventKind, EventRuleSet
from toolkit.tournament.event import create
from toolkit.tournament.facts import FINAL, Fact, NoteAdded, SanctionKind, TossMade
from toolkit.tournament.final import cut, mark_unavailable, open_final, place_row, record_first_player
from toolkit.tournament.players import add_player
from toolkit.tournament.results import enter_result
from toolkit.tournament.rounds import change_seats, draft_round, seat_proxy
from toolkit.tournament.sanctions import sanction_player
from toolkit.tournament.standings import standings
from toolkit.tournament.steps import finish, publish_round
from toolkit.tournament.tournament import Tournament

# Players at a table of four with a proxy player.
_WITHOUT_PROXY = 3


def tournament_of(book: Book, *, at: datetime, by: str) -> Tournament:
    """The event of a workbook: its log tells what was read, and that it was read.

    Raises:
        NoArchonWorkbook: something in it contradicts the rest; the sentence names where.
    """
    making = Making(at, by)
    making.add("Tournament Info", lambda _: create(_configuration(book)))
    making.add("Notes", lambda _: [NoteAdded(text="Read from an Archon workbook.")])
    for row, player in enumerate(book.players, start=7):
        making.player(row, player)
    for number, tables in enumerate(book.rounds, start=1):
        making.round(book, number, tables)
    making.flags(book)
    if book.final:
        making.final(book)
    making.add("Tournament Info", finish)
    return making.tournament


def _configuration(book: Book) -> Configuration:
    kind = next((kind for kind, (name, _) in LEVELS.items() if name == book.level), EventKind.STANDARD_CONSTRUCTED)
    if book.is_limited and kind is EventKind.STANDARD_CONSTRUCTED:
        kind = EventKind.LIMITED
    head = book.judges[0] if book.judges else None
    return Configuration(
        name=book.name or "Archon",
        date=book.date,
        place=book.city,
        organizer=book.organizer,
        organizer_vekn=book.organizer_vekn,
        rule_set=EventRuleSet.LIMITED if book.is_limited else EventRuleSet.CONSTRUCTED,
        rounds=max(1, len(book.rounds)),
        has_final=bool(book.final),
        kind=kind,
        head_judge=head.name if head else "",
        head_judge_vekn=head.vekn if head else "",
        assistants=book.judges[1:],
    )


class Making:
    """An event while it is made, step by step."""

    def __init__(self, at: datetime, by: str) -> None:
        self.at, self.by, self.tournament = at, by, Tournament()

    def add(self, where: str, operation: Callable[[Tournament], Iterable[Fact]]) -> None:
        """Carry out an operation; where it refuses, the workbook is told where that is."""
        try:
            facts = list(operation(self.tournament))
            self.tournament = self.tournament.with_facts(facts, at=self.at, by=self.by)
        except ToolkitError as error:
            raise NoArchonWorkbook(
                Message("%(cell)s: %(sentence)s", cell=where, sentence=error.message), rule=error.rule
            ) from error

    def player(self, row: int, player: BookPlayer) -> None:
        """A registration."""
        name = " ".join(filter(None, (player.first, player.last)))
        self.add(
            f"Methuselahs {row}",
            lambda state: add_player(
                state,
                name,
                first=player.first,
                last=player.last,
                vekn=player.vekn,
                city=player.city,
                is_namesake=True,
            ),
        )

    def round(self, book: Book, number: int, tables: tuple[BookTable, ...]) -> None:
        """A round with its results."""
        seats = [[seat.player for seat in table if seat.player > 0] for table in tables]
        whole = [table for table in seats if len(table) > _WITHOUT_PROXY]
        self.add(f"Round {number}", lambda state: draft_round(state, whole, seed=None))
        if whole != seats:
            self.add(f"Round {number}", lambda state: change_seats(state, number, seats))
        self.add(f"Round {number}", publish_round)
        self.proxies(book, number, tables)
        for place, table in enumerate(tables, start=1):
            self.result(book, str(number), number, place, table)

    def proxies(self, book: Book, number: int, tables: tuple[BookTable, ...]) -> None:
        """The proxy players of a round, each in the vacant seat."""
        for place, table in enumerate(tables, start=1):
            for at, seat in enumerate(table, start=1):
                if seat.player < 0:
                    name = book.proxies[-seat.player - 1]
                    self.add(
                        f"Round {number}, table {place}",
                        partial(seat_proxy, number=number, table=place, seat=at, name=name),
                    )

    def result(self, book: Book, word: str, number: int, place: int, table: BookTable) -> None:
        """Enter a table's result; an impossible one needs the workbook's own reason, or that the workbook counts it."""
        given = next(
            (override for override in book.overrides if (override.round, override.table) == (word, place)), None
        )
        # A table has no points below none: those are what an adjustment has left.
        taken = {seat.player: (1 - seat.victory_points) // 2 for seat in table if seat.victory_points < 0}
        points = [render_victory_points(seat.victory_points + 2 * taken.get(seat.player, 0)) for seat in table]
        why = (given.reason or "Override") if given else ""
        where = f"{'Final Round' if word == FINAL_WORD else f'Round {word}'}, table {place}"

        def entered(state: Tournament) -> list[Fact]:
            try:
                return enter_result(state, number, place, victory_points=points, reason=why)
            except ImpossibleScores:
                if not is_whole(table):
                    raise
                return enter_result(state, number, place, victory_points=points, reason="Archon")

        self.add(where, entered)
        for player, times in taken.items():
            for _ in range(times):
                self.sanction(where, player, SanctionKind.ADJUSTMENT)

    def sanction(self, where: str, player: int, kind: SanctionKind, note: str = "") -> None:
        """A penalty of which the workbook says nothing but what it did."""
        self.add(where, lambda state: sanction_player(state, player, kind, rule="Archon", note=note))

    def flags(self, book: Book) -> None:
        """Who is out, who cannot play the final, and the tosses."""
        for number, player in enumerate(book.players, start=1):
            if player.flag and player.flag.casefold() != UNAVAILABLE.casefold():
                note = player.flag if player.flag != OUT else ""
                self.sanction(f"Methuselahs G{number + 6}", number, SanctionKind.DISQUALIFICATION, note)
        ties: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for row in standings(self.tournament):
            toss = book.players[row.player.number - 1].toss
            if toss:
                score = (row.game_wins, row.victory_points, row.tournament_points)
                ties.setdefault(score, []).append((toss, row.player.number))
        for tied in ties.values():
            if len(tied) > 1:
                self.toss(tuple(number for _, number in sorted(tied)))
        for number, player in enumerate(book.players, start=1):
            if player.flag.casefold() == UNAVAILABLE.casefold() and book.final:
                self.unavailable(number)

    def toss(self, order: tuple[int, ...]) -> None:
        """A toss as it was made."""
        self.add("Methuselahs M", lambda _: [TossMade(players=order, seed=None, how="Archon")])

    def unavailable(self, number: int) -> None:
        """A player who could not play the final."""
        where = f"Methuselahs G{number + 6}"
        self.add(where, lambda state: mark_unavailable(state, number, reason=UNAVAILABLE))

    def final(self, book: Book) -> None:
        """The cut, the seats, the result."""
        row = [seat.player for seat in book.final]
        first = cut(self.tournament)
        if set(first) != set(row):
            names = [self.tournament.player(number).name for number in first if number not in row]
            raise NoArchonWorkbook(
                Message(
                    "Final Round A14: the final is not that of the first five after the rounds; missing: %(list)s.",
                    list=Listed(names),
                )
            )
        self.add("Final Round", open_final)
        self.add("Final Round A14", lambda state: place_row(state, row))
        self.add("Final Round A14", lambda state: record_first_player(state, row[0]))
        self.result(book, FINAL_WORD, FINAL, 1, book.final)
