"""Edits of a round by hand: every one is allowed; each says in words what it does, and the best repair is offered.

Rounds, tables and seats count from 1, as an organizer counts them.

All criteria are sums over pairs or over players, and two players share at most one table a round; so with every other
round fixed, a round's part of the criteria is the sum of its tables' parts (`Surroundings`): many arrangements of a
table or two are tried so. A property test holds the result equal to `toolkit.seating.criteria`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from toolkit.errors import NotFound
from toolkit.languages import Count, Decimal, Message
from toolkit.seating.criteria import (
    Criteria,
    Encounters,
    Relation,
    Violation,
    criteria,
    relation,
    transfers,
    violations,
)
from toolkit.seating.model import (
    SIZES,
    BadHistory,
    Player,
    Round,
    Table,
    check_history,
    count_rounds,
    listed,
    odd_table,
    table_sizes,
)

_LARGEST_TRIED = 6


class NoSuchSeat(NotFound):
    """A round, table, seat or player that the seating does not have."""

    code = "no_such_seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One way to change a seating.

    Attributes:
        title: short description of the edit.
        rounds: all rounds after the edit.
        before: the criteria before the edit.
        after: the criteria after the edit.
        moved: number of players with a different seat.
        changes: all that gets worse or better, one sentence each.
        warnings: problems that no tournament round should have, one sentence each.
    """

    title: Message
    rounds: tuple[Round, ...]
    before: Criteria
    after: Criteria
    moved: int
    changes: tuple[Message, ...]
    warnings: tuple[Message, ...]

    @property
    def is_better(self) -> bool:
        """Whether the criteria improve."""
        return self.after < self.before


# R1, R2, sizes, squared sizes, R4, R5, R6, R7, transfers, squared transfers, R9: what a table adds to each.
type TablePart = tuple[int, ...]


class Surroundings:
    """The rounds of an event apart from one, ready to judge arrangements of that one.

    The players of the round stay the same whatever their arrangement, so everybody's number of rounds is known.
    """

    def __init__(self, rounds: Sequence[Round], index: int) -> None:
        self.rounds = len(rounds)
        others = [tables for number, tables in enumerate(rounds) if number != index]
        self._fixed = criteria(others)
        record = Encounters(others)
        self._met = record.met
        self._seats = {player: [seat for *_, seat in sat] for player, sat in record.sat.items()}
        here = [player for table in rounds[index] for player in table]
        games = {player: len(sat) for player, sat in record.sat.items()}
        for player in here:
            games[player] = games.get(player, 0) + 1
        self._scale = math.lcm(*games.values()) if games else 1
        self._share = {player: self._scale // count for player, count in games.items()}
        self._sizes = {player: sum(size for _, size, _ in sat) for player, sat in record.sat.items()}
        self._transfers = {player: sum(transfers(seat) for *_, seat in sat) for player, sat in record.sat.items()}
        away = set(games).difference(here)
        self._away_sizes = [self._sizes[player] * self._share[player] for player in away]
        self._away_transfers = [self._transfers[player] * self._share[player] for player in away]
        self._people = len(games)

    def part(self, table: Table) -> TablePart:
        """This table's part of the criteria."""
        r1 = r2 = r4 = r5 = r6 = r7 = r9 = sizes = size_squares = moves = move_squares = 0
        length = len(table)
        for seat, player in enumerate(table):
            share = self._share[player]
            load = share * (self._sizes.get(player, 0) + length)
            sizes += load
            size_squares += load * load
            load = share * (self._transfers.get(player, 0) + transfers(seat + 1))
            moves += load
            move_squares += load * load
            if self._seats.get(player, ()).count(seat + 1) == 1:
                r7 += 1
                r5 += seat == 4
            for other in range(seat):
                pair = self._pair(table[other], player, relation(length, seat - other))
                r1, r2, r4, r6, r9 = r1 + pair[0], r2 + pair[1], r4 + pair[2], r6 + pair[3], r9 + pair[4]
        return (r1, r2, sizes, size_squares, r4, r5, r6, r7, moves, move_squares, r9)

    def _pair(self, player: Player, rival: Player, seen: Relation) -> tuple[int, int, int, int, int]:
        meetings = self._met.get((player, rival))
        if meetings is None:
            meetings = self._met.get((rival, player))
            if meetings is None:
                return (0, 0, 0, 0, 0)
            seen = seen.reverse
        same = sum(kind is seen for _, kind in meetings)
        alike = sum(kind.is_adjacent is seen.is_adjacent for _, kind in meetings)
        # A figure counts a pair once: when the second of its kind comes.
        return (
            int(same == 1 and seen.is_adjacent),
            int(len(meetings) == self.rounds - 1),
            int(len(meetings) == 1),
            int(same == 1),
            int(alike == 1),
        )

    def criteria(self, parts: Iterable[TablePart]) -> Criteria:
        """The nine criteria of the event when the round consists of tables with these parts."""
        total = [sum(column) for column in zip(*parts, strict=True)] or [0] * 11
        sizes = [total[2] + sum(self._away_sizes), total[3] + sum(x * x for x in self._away_sizes)]
        moves = [total[8] + sum(self._away_transfers), total[9] + sum(x * x for x in self._away_transfers)]
        return Criteria(
            r1=self._fixed.r1 + total[0],
            r2=total[1] if self.rounds > 1 else 0,
            r3=self._variance(*sizes),
            r4=self._fixed.r4 + total[4],
            r5=self._fixed.r5 + total[5],
            r6=self._fixed.r6 + total[6],
            r7=self._fixed.r7 + total[7],
            r8=self._variance(*moves),
            r9=self._fixed.r9 + total[10],
        )

    def _variance(self, total: int, squares: int) -> Fraction:
        if not self._people:
            return Fraction(0)
        return Fraction(self._people * squares - total * total, self._people**2 * self._scale**2)


def swap(rounds: Sequence[Round], number: int, first: Player, second: Player) -> Edit:
    """Exchange the seats of two players in round `number`; one of them may be sitting out."""
    tables = _round(rounds, number)
    if not {first, second} & {player for table in tables for player in table}:
        raise NoSuchSeat(
            Message("Neither %(one)s nor %(two)s plays round %(number)s.", one=first, two=second, number=number)
        )
    names = {first: second, second: first}
    swapped = tuple(tuple(names.get(player, player) for player in table) for table in tables)
    return _edit(Message("Swap %(names)s", names=listed((first, second))), rounds, number, swapped)


def move(rounds: Sequence[Round], number: int, player: Player, table: int, seat: int | None = None) -> Edit:
    """Take a player from their seat in round `number` and put them at `table`, before the holder of `seat`, or last."""
    tables = _without(rounds, number, player)
    target = _table(tables, number, table)
    place = len(target) if seat is None else min(max(seat, 1) - 1, len(target))
    target.insert(place, player)
    title = Message("Move %(name)s to table %(table)s, seat %(seat)s", name=player, table=table, seat=place + 1)
    return _edit(title, rounds, number, _frozen(tables))


def add(rounds: Sequence[Round], number: int, player: Player, table: int | None = None) -> Edit:
    """Give a player the best seat of round `number`: at `table`, else at a table of four, else at any."""
    tables = _round(rounds, number)
    if any(player in seated for seated in tables):
        raise BadHistory(Message("%(name)s already plays round %(number)s.", name=player, number=number))
    if table is not None:
        _table([list(seated) for seated in tables], number, table)
        places = [table - 1]
    else:
        places = [place for place, seated in enumerate(tables) if len(seated) == 4] or list(range(len(tables)))
    around = Surroundings([*rounds[: number - 1], (*tables, (player,)), *rounds[number:]], number - 1)
    parts = [around.part(seated) for seated in tables]
    best: tuple[Criteria, int, Table] | None = None
    for place in places:
        seated = tables[place]
        for seat in range(len(seated) + 1):
            new = (*seated[:seat], player, *seated[seat:])
            worth = around.criteria([*parts[:place], around.part(new), *parts[place + 1 :]])
            if best is None or worth < best[0]:
                best = (worth, place, new)
    if best is None:
        raise NoSuchSeat(Message("Round %(number)s has no table.", number=number))
    _, place, new = best
    after = (*tables[:place], new, *tables[place + 1 :])
    seat = new.index(player) + 1
    title = Message("Add %(name)s at table %(table)s, seat %(seat)s", name=player, table=place + 1, seat=seat)
    return _edit(title, rounds, number, after)


def remove(rounds: Sequence[Round], number: int, player: Player) -> Edit:
    """Take a player out of round `number`; those after them at the table move up a seat."""
    title = Message("Take %(name)s out", name=player)
    return _edit(title, rounds, number, _frozen(_without(rounds, number, player)))


def balance(rounds: Sequence[Round], number: int) -> Edit:
    """Make the tables of round `number` fours and fives again, moving as few players as possible, the best way.

    Raises:
        ImpossibleSeating: when that many players cannot be seated at once.
    """
    tables = [list(table) for table in _round(rounds, number)]
    sizes = list(table_sizes(sum(map(len, tables))))
    tables += [[] for _ in range(len(sizes) - len(tables))]
    # The largest tables stay large: fewest players have to move.
    order = sorted(range(len(tables)), key=lambda place: -len(tables[place]))
    wanted = dict(zip(order, sizes + [0] * (len(tables) - len(sizes)), strict=True))
    around = Surroundings(rounds, number - 1)
    while any(len(tables[place]) != size for place, size in wanted.items()):
        giving = [place for place, size in wanted.items() if len(tables[place]) > size]
        taking = next(place for place, size in wanted.items() if len(tables[place]) < size)
        tables = _best_transfer(around, tables, giving, taking)
    return _edit(Message("Balance the tables"), rounds, number, _frozen(tables))


def _best_transfer(
    around: Surroundings, tables: list[list[Player]], giving: list[int], taking: int
) -> list[list[Player]]:
    """One player from one of the `giving` tables to the best seat of table `taking`."""
    parts = [around.part(tuple(table)) for table in tables]
    best: tuple[Criteria, list[list[Player]]] | None = None
    for place in giving:
        for player in tables[place]:
            left = [other for other in tables[place] if other != player]
            for seat in range(len(tables[taking]) + 1):
                joined = [*tables[taking][:seat], player, *tables[taking][seat:]]
                changed = {place: around.part(tuple(left)), taking: around.part(tuple(joined))}
                worth = around.criteria(changed.get(at, part) for at, part in enumerate(parts))
                if best is None or worth < best[0]:
                    best = (worth, [{place: left, taking: joined}.get(at, table) for at, table in enumerate(tables)])
    assert best is not None
    return best[1]


def repairs(rounds: Sequence[Round], number: int, table: int) -> tuple[Edit, ...]:
    """Changes to one table of round `number` that improve the criteria, best first.

    Tried are its own seats in another order; one swap with a player of another table; and that swap with both tables
    then in their best order. Of changes with equal criteria the one that moves fewer players is kept.
    """
    tables = _round(rounds, number)
    _table([list(seated) for seated in tables], number, table)
    here = table - 1
    around = Surroundings(rounds, number - 1)
    parts = [around.part(seated) for seated in tables]
    now = around.criteria(parts)
    candidates = [_reordered(around, tables, parts, [here])]
    exchange = _best_exchange(around, tables, parts, here)
    if exchange is not None:
        there, swapped = exchange
        candidates.append(swapped)
        candidates.append(_reordered(around, swapped, [around.part(seated) for seated in swapped], [here, there]))
    edits: list[Edit] = []
    for after in dict.fromkeys(candidates):
        worth = around.criteria(around.part(seated) for seated in after)
        if worth < now and all(worth != edit.after for edit in edits):
            edits.append(_edit(_title(tables, after), rounds, number, after))
    return tuple(sorted(edits, key=lambda edit: (edit.after, edit.moved)))


def _reordered(around: Surroundings, tables: Round, parts: Sequence[TablePart], places: Sequence[int]) -> Round:
    """The round with the tables at `places` in their best order of seats, one after the other."""
    after = list(tables)
    parts = list(parts)
    for place in places:
        if len(after[place]) > _LARGEST_TRIED:
            continue
        others = [part for at, part in enumerate(parts) if at != place]

        def worth(seated: Table, others: list[TablePart] = others, held: Table = after[place]) -> tuple[Criteria, int]:
            moved = sum(player != other for player, other in zip(seated, held, strict=True))
            return around.criteria([*others, around.part(seated)]), moved

        after[place] = min(permutations(after[place]), key=worth)
        parts[place] = around.part(after[place])
    return tuple(after)


def _best_exchange(
    around: Surroundings, tables: Round, parts: Sequence[TablePart], here: int
) -> tuple[int, Round] | None:
    """The best swap of a player at table `here` with one at another table: that table, and the round."""
    best: tuple[Criteria, int, Round] | None = None
    for there, seated in enumerate(tables):
        if there == here:
            continue
        others = [part for at, part in enumerate(parts) if at not in (here, there)]
        rest = tuple(sum(column) for column in zip(*others, strict=True))
        for mine, player in enumerate(tables[here]):
            for theirs, rival in enumerate(seated):
                ours = (*tables[here][:mine], rival, *tables[here][mine + 1 :])
                other = (*seated[:theirs], player, *seated[theirs + 1 :])
                new = [around.part(ours), around.part(other)]
                worth = around.criteria([*new, rest] if rest else new)
                if best is None or worth < best[0]:
                    changed = {here: ours, there: other}
                    best = (worth, there, tuple(changed.get(at, table) for at, table in enumerate(tables)))
    return (best[1], best[2]) if best else None


def _title(before: Round, after: Round) -> Message:
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new]
    moved = [player for old, new in zip(before, after, strict=True) for player in old if player not in new]
    if not moved:
        return Message("Reseat table %(number)s", number=changed[0]) if changed else Message("Leave it")
    names = listed(moved)
    simple = sum(
        player != other for old, new in zip(before, after, strict=True) for player, other in zip(old, new, strict=True)
    )
    if simple == 2:
        return Message("Swap %(names)s", names=names)
    return Message("Swap %(names)s, then reseat tables %(list)s", names=names, list=listed(changed))


def _round(rounds: Sequence[Round], number: int) -> Round:
    if not 1 <= number <= len(rounds):
        raise NoSuchSeat(
            Message(
                "There is no round %(number)s: the seating has %(rounds)s.",
                number=number,
                rounds=count_rounds(len(rounds)),
            )
        )
    check_history(rounds, any_size=True)
    return rounds[number - 1]


def _table(tables: list[list[Player]], number: int, table: int) -> list[Player]:
    if not 1 <= table <= len(tables):
        raise NoSuchSeat(
            Message(
                "Round %(number)s has no table %(other)s: it has %(tables)s.",
                number=number,
                other=table,
                tables=Count(len(tables), "%(num)d table", "%(num)d tables"),
            )
        )
    return tables[table - 1]


def _without(rounds: Sequence[Round], number: int, player: Player) -> list[list[Player]]:
    tables = _round(rounds, number)
    if not any(player in table for table in tables):
        raise NoSuchSeat(Message("%(name)s does not play round %(number)s.", name=player, number=number))
    return [[other for other in table if other != player] for table in tables]


def _frozen(tables: list[list[Player]]) -> Round:
    return tuple(tuple(table) for table in tables if table)


def _edit(title: Message, rounds: Sequence[Round], number: int, after: Round) -> Edit:
    before = tuple(rounds)
    changed = (*before[: number - 1], after, *before[number:])
    old = {player: (place, seat) for place, table in enumerate(before[number - 1]) for seat, player in enumerate(table)}
    new = {player: (place, seat) for place, table in enumerate(after) for seat, player in enumerate(table)}
    return Edit(
        title=title,
        rounds=changed,
        before=criteria(before),
        after=criteria(changed),
        moved=sum(old.get(player) != new.get(player) for player in {*old, *new}),
        changes=what_changes(before, changed),
        warnings=odd_tables(after, number),
    )


def odd_tables(tables: Round, number: int) -> tuple[Message, ...]:
    """A sentence for every table that has neither four nor five players."""
    return tuple(odd_table(number, place, table) for place, table in enumerate(tables, 1) if len(table) not in SIZES)


def what_changes(before: Sequence[Round], after: Sequence[Round]) -> tuple[Message, ...]:
    """The criteria that get worse and those that get better from one seating to another, in sentences."""
    old, new = violations(before), violations(after)
    old_figures, new_figures = criteria(before).figures(), criteria(after).figures()
    sentences = []
    for name in old_figures:
        if old_figures[name] != new_figures[name]:
            figures = {"name": name.upper(), "one": _figure(old_figures[name]), "two": _figure(new_figures[name])}
            sentences.append(
                Message("%(name)s worse: %(one)s → %(two)s.", **figures)
                if new_figures[name] > old_figures[name]
                else Message("%(name)s better: %(one)s → %(two)s.", **figures)
            )
        if name in ("r3", "r8"):
            continue
        sentences += [Message("New: %(sentence)s", sentence=text) for text in _difference(new[name], old[name])]
        sentences += [Message("Gone: %(sentence)s", sentence=text) for text in _difference(old[name], new[name])]
    return tuple(sentences)


def _difference(here: Sequence[Violation], there: Sequence[Violation]) -> list[Message]:
    def key(violation: Violation) -> tuple[frozenset[Player], str]:
        return frozenset(violation.players), violation.text if violation.criterion in ("r6", "r7") else ""

    there_already = {key(violation) for violation in there}
    return [violation.text for violation in here if key(violation) not in there_already]


def _figure(value: float) -> Decimal:
    return Decimal(f"{value:.3f}".lstrip("0") if isinstance(value, float) else str(value))
