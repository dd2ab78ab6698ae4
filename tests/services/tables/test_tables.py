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
from toolkit.services.kernel.context import Context, open_context
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import Setup, games, read_setup, render_setup
from toolkit.services.tables.playing import GameMovedOn, TableUnitOfWork
from toolkit.services.tables.results import story
from toolkit.storage import Draft

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def contexts(store_url: str) -> Iterator[tuple[Context, Context]]:
    """Two processes at one store, as far as a test can have them: nothing is shared but the database."""
    first, second = open_context(store_url), open_context(store_url)
    yield first, second
    first.store.close()
    second.store.close()


def sit_down(context: Context, names: str = "ABCDE", profile: str = "vekn_event", speed: str = "table") -> str:
    wishes = TableWishes(names=tuple(names), profile=profile, changes={"game_speed": speed})
    return create_table(context, wishes, by="Host")


def order(line: str) -> Operation:
    return parse_operation(line)


def test_what_one_process_writes_the_other_knows(contexts: tuple[Context, Context]) -> None:
    first, second = contexts
    id = sit_down(first)
    units = [TableUnitOfWork(context=context, id=id, by="A") for context in contexts]
    for number in range(10):
        units[number % 2].order(number, lambda table: order(f"{table.state.step.seat}: end-phase"))
    assert games(first).look(id).state.record() == games(second).look(id).state.record()
    assert games(second).look(id).state.state.step.turn == 3


def test_of_two_who_saw_the_same_one_is_told(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    seen = games(contexts[0]).look(id).number
    first, second = (TableUnitOfWork(context=context, id=id, by="A", expected=seen) for context in contexts)
    first.order("x", lambda _: order("A: end-phase"))
    with pytest.raises(GameMovedOn) as caught:
        second.order("x", lambda _: order("A: end-phase"))
    assert [line.by for line in caught.value.written] == ["A"]
    assert games(contexts[1]).look(id).number == seen + 1


def test_nothing_is_lost_between_ten_who_write_at_once(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    before = games(contexts[0]).look(id).number

    def write(number: int) -> None:
        work = TableUnitOfWork(context=contexts[number % 2], id=id, by=f"writer {number}")
        work.order(number, lambda _: order(f"note {number}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = games(contexts[1]).look(id).state.since(before)
    assert sorted(line.by for line in written) == sorted(f"writer {number}" for number in range(10))
    assert [line.number for line in written] == list(range(before + 1, before + 11))


def test_what_is_refused_leaves_no_trace(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    before = games(contexts[0]).look(id)
    with pytest.raises(IllegalOperation):
        TableUnitOfWork(context=contexts[0], id=id, by="A").order("x", lambda _: order("B: end-phase"))
    assert games(contexts[0]).look(id) == before
    assert games(contexts[1]).look(id).number == before.number


def write_as_an_older_version(context: Context, id: str, *lines: str) -> None:
    with context.store.writing(id, "game") as writer:
        writer.append([Draft(at=context.now(), by="A", kind="operation", payload={"line": line}) for line in lines])


def test_what_an_older_version_accepted_does_not_close_the_table(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    write_as_an_older_version(contexts[0], id, "A: transfer-blood X", "A: fly-away", "A: end-phase")
    for context in contexts:
        table = games(context).look(id).state
        assert [bool(line.refused) for line in table.written[1:]] == [True, True, False]
        assert table.state.step.phase == "master"
    TableUnitOfWork(context=contexts[1], id=id, by="A").order("x", lambda _: order("A: end-phase"))
    undone = TableUnitOfWork(context=contexts[1], id=id, by="A").undo(2)
    assert undone.state.step.phase == "unlock"


def test_what_an_older_version_accepted_against_a_rule_of_today_stands(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    write_as_an_older_version(contexts[0], id, "correct X=vampire@A.ready.5/3", "A: announce X bleed target=B")
    table = games(contexts[1]).look(id).state
    assert not any(line.refused for line in table.written)
    broken = table.written[-1].applied and table.written[-1].applied.broken
    assert broken is not None
    assert broken.code == "phase"


def test_a_phase_that_ends_at_detailed_speed_asks_the_others_and_in_an_older_log_none(
    contexts: tuple[Context, Context],
) -> None:
    id = sit_down(contexts[0], speed="detailed")
    write_as_an_older_version(contexts[0], id, "A: end-phase")
    assert games(contexts[1]).look(id).state.state.step.phase == "master"
    TableUnitOfWork(context=contexts[1], id=id, by="A").order("x", lambda _: order("A: end-phase"))
    for context in contexts:
        table = games(context).look(id).state
        assert (table.state.step.phase, table.state.step.passed) == ("master", ("A",))
    assert parse_record(render_record(table.record())).replay().state == table.state


def test_the_record_of_such_a_table_can_be_played_again(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    write_as_an_older_version(contexts[0], id, "A: transfer-blood X", "A: end-phase")
    table = games(contexts[0]).look(id).state
    record = parse_record(render_record(table.record()))
    assert record.replay().state.step == table.state.step


def test_a_page_that_is_being_drawn_keeps_the_game_it_has(contexts: tuple[Context, Context]) -> None:
    id = sit_down(contexts[0])
    drawn = games(contexts[0]).look(id).state
    state, written = drawn.state, drawn.written
    TableUnitOfWork(context=contexts[0], id=id, by="A").order("x", lambda _: order("A: end-phase"))
    assert drawn.state is state
    assert drawn.written == written


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("s1_vekn_event", "A>B A>C D! time"),
        ("s1_variant_b_no_time", "A>B A>C D! A>E"),
        ("s1_variant_d_together", "A>B E>A&A>C D!"),
    ],
)
def test_a_recorded_game_tells_who_left_and_how(contexts: tuple[Context, Context], name: str, events: str) -> None:
    record = parse_record((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
    changes = {"game_speed": "table"}
    wishes = TableWishes(names=tuple(record.seats), profile=record.profile, changes=changes)
    id = create_table(contexts[0], wishes, by="Host")
    work = TableUnitOfWork(context=contexts[0], id=id, by="A")
    first, *more = record.operations
    for one in more:
        work.order("x", lambda _, one=one: one)
    table = work.look()
    assert first == table.written[0].order
    assert [seat.half_points for seat in table.state.seats.values()] == [
        seat.half_points for seat in record.replay().state.seats.values()
    ]
    assert " ".join(render_event(event) for event in story(table)) == events
    assert parse_record(render_record(table.record())).replay().state == table.state


def test_a_setup_reads_back_the_same(contexts: tuple[Context, Context]) -> None:
    made: Setup = games(contexts[0]).look(sit_down(contexts[0], profile="pm_advanced")).state.made
    assert read_setup(render_setup(made)) == made
    other = replace(made, title="x", seconds=7, depth="light")
    assert read_setup(render_setup(other)) == other
