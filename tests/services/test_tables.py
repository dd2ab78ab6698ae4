"""A table's log: what two processes write to one store, what is folded anew, what is refused and leaves no trace."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.game import IllegalOperation, Operation, parse_record, render_record
from toolkit.game.record import parse_operation
from toolkit.scoring import render_event
from toolkit.services.office import Office
from toolkit.services.stores import open_office
from toolkit.services.tables.creating import Wishes, create_table
from toolkit.services.tables.facts import Setup, read_setup, render_setup
from toolkit.services.tables.playing import GameMovedOn, TableDesk
from toolkit.services.tables.results import story

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture
def offices(store_url: str) -> Iterator[tuple[Office, Office]]:
    """Two processes at one store, as far as a test can have them: nothing is shared but the database."""
    first, second = open_office(store_url), open_office(store_url)
    yield first, second
    first.store.close()
    second.store.close()


def sit_down(office: Office, names: str = "ABCDE", profile: str = "vekn_event") -> str:
    wishes = Wishes(names=tuple(names), profile=profile, changes={"game_speed": "table"})
    return create_table(office, wishes, by="Host")


def order(line: str) -> Operation:
    return parse_operation(line)


def test_what_one_process_writes_the_other_knows(offices: tuple[Office, Office]) -> None:
    first, second = offices
    id = sit_down(first)
    desks = [TableDesk(office=office, id=id, by="A") for office in offices]
    for number in range(10):
        desks[number % 2].order(number, lambda table: order(f"{table.state.step.seat}: end-phase"))
    assert first.games.look(id).state.record() == second.games.look(id).state.record()
    assert second.games.look(id).state.state.step.turn == 3


def test_of_two_who_saw_the_same_one_is_told(offices: tuple[Office, Office]) -> None:
    id = sit_down(offices[0])
    seen = offices[0].games.look(id).number
    first, second = (TableDesk(office=office, id=id, by="A", expected=seen) for office in offices)
    first.order("x", lambda _: order("A: end-phase"))
    with pytest.raises(GameMovedOn) as caught:
        second.order("x", lambda _: order("A: end-phase"))
    assert [line.by for line in caught.value.written] == ["A"]
    assert offices[1].games.look(id).number == seen + 1


def test_nothing_is_lost_between_ten_who_write_at_once(offices: tuple[Office, Office]) -> None:
    id = sit_down(offices[0])
    before = offices[0].games.look(id).number

    def write(number: int) -> None:
        desk = TableDesk(office=offices[number % 2], id=id, by=f"writer {number}")
        desk.order(number, lambda _: order(f"note {number}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = offices[1].games.look(id).state.since(before)
    assert sorted(line.by for line in written) == sorted(f"writer {number}" for number in range(10))
    assert [line.number for line in written] == list(range(before + 1, before + 11))


def test_what_is_refused_leaves_no_trace(offices: tuple[Office, Office]) -> None:
    id = sit_down(offices[0])
    before = offices[0].games.look(id)
    with pytest.raises(IllegalOperation):
        TableDesk(office=offices[0], id=id, by="A").order("x", lambda _: order("B: end-phase"))
    assert offices[0].games.look(id) == before
    assert offices[1].games.look(id).number == before.number


def test_a_page_that_is_being_drawn_keeps_the_game_it_has(offices: tuple[Office, Office]) -> None:
    id = sit_down(offices[0])
    drawn = offices[0].games.look(id).state
    state, written = drawn.state, drawn.written
    TableDesk(office=offices[0], id=id, by="A").order("x", lambda _: order("A: end-phase"))
    assert drawn.state is state
    assert drawn.written == written


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("s1_vekn_event", "A>B A>C D! time"),
        ("s1_variant_b_no_time", "A>B A>C D! A>E"),
        ("s1_variant_d_together", None),
    ],
)
def test_a_recorded_game_tells_who_left_and_how(offices: tuple[Office, Office], name: str, events: str | None) -> None:
    record = parse_record((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
    changes = {"game_speed": "table"}
    wishes = Wishes(names=tuple(record.seats), profile=record.profile, changes=changes)
    id = create_table(offices[0], wishes, by="Host")
    desk = TableDesk(office=offices[0], id=id, by="A")
    first, *more = record.operations
    for one in more:
        desk.order("x", lambda _, one=one: one)
    table = desk.look()
    assert first == table.written[0].order
    assert [seat.half_points for seat in table.state.seats.values()] == [
        seat.half_points for seat in record.replay().state.seats.values()
    ]
    told = " ".join(render_event(event) for event in story(table))
    assert events is None or told == events
    assert events is not None or "&" in told
    assert parse_record(render_record(table.record())).replay().state == table.state


def test_a_setup_reads_back_the_same(offices: tuple[Office, Office]) -> None:
    made: Setup = offices[0].games.look(sit_down(offices[0], profile="pm_advanced")).state.made
    assert read_setup(render_setup(made)) == made
    other = replace(made, title="x", seconds=7, depth="light")
    assert read_setup(render_setup(other)) == other
