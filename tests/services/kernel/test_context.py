from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from toolkit.exchange.tournament_json import parse_tournament
from toolkit.services.events import limited, listing
from toolkit.services.events.views import show_log
from toolkit.services.kernel import context
from toolkit.services.kernel.context import (
    APART,
    Context,
    TwoStores,
    WatchedClock,
    database_address,
    entry_key,
    keep_time,
    link_secret,
    open_context,
    replace_entry_key,
)
from toolkit.services.kernel.switches import UnclearSetting
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create, export_tournament, make_demo
from toolkit.services.server.verification import verify
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import Hand
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.storage import Store, open_store
from toolkit.tournament import Configuration, clock, event, history, rounds, signup, steps
from toolkit.tournament.facts import NoteAdded
from toolkit.tournament.limited import phases, plan
from toolkit.web import create_app
from toolkit.web.base import stores

SERVER = "postgresql://vtes:secret@db.example/events"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


# --- which store ---


def test_the_events_are_in_the_folder_that_is_named(tmp_path: Path) -> None:
    assert database_address(tmp_path, environment={}) == f"sqlite:///{tmp_path}/vtes-toolkit.db"


def test_the_events_are_where_the_environment_says(tmp_path: Path) -> None:
    environment = {"DATABASE_URL": SERVER, "VTES_TOOLKIT_DATA_FOLDER": str(tmp_path)}
    assert database_address(environment=environment) == SERVER


@pytest.mark.parametrize("named", [{}, {"DATABASE_URL": " "}])
def test_then_the_persons_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: dict[str, str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(tmp_path) in database_address(environment=named)


def test_a_folder_can_come_from_the_environment(tmp_path: Path) -> None:
    assert str(tmp_path) in database_address(environment={"VTES_TOOLKIT_DATA_FOLDER": str(tmp_path)})


def test_a_folder_named_by_hand_beside_a_database_is_refused_and_both_are_named(tmp_path: Path) -> None:
    with pytest.raises(TwoStores) as refused:
        database_address(tmp_path, environment={"DATABASE_URL": SERVER})
    assert str(tmp_path) in str(refused.value)
    assert "postgresql://db.example/events" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_data_folder_with_events_of_its_own_is_refused_and_both_are_named(tmp_path: Path) -> None:
    own = tmp_path / "vtes-toolkit.db"
    open_store(f"sqlite:///{own}").close()
    environment = {"DATABASE_URL": SERVER, "VTES_TOOLKIT_DATA_FOLDER": str(tmp_path)}
    with pytest.raises(TwoStores) as refused:
        database_address(environment=environment)
    assert str(tmp_path) in str(refused.value)
    assert "postgresql://db.example/events" in str(refused.value)
    # The same file, named twice, is one store.
    assert database_address(environment=environment | {"DATABASE_URL": f"sqlite:///{own}"}) == f"sqlite:///{own}"


def test_a_refusal_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(TwoStores):
        database_address(tmp_path / "new", environment={"DATABASE_URL": SERVER})
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_only_the_web_app_would_read_is_refused_by_every_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))
    for opened in (database_address, create_app):
        with pytest.raises(TwoStores, match="DATABASE_URL alone"):
            opened()


def test_a_folder_may_be_called_by_a_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", "2026")
    app = create_app({"TESTING": True})
    with app.app_context():
        assert stores.readiness(app).store == str(tmp_path / "2026" / "vtes-toolkit.db")
    stores.close(app)


@pytest.mark.parametrize("word", ["1234567890123456", "1e400", "true", '["a"]'])
def test_a_key_and_a_token_may_look_like_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    for name, said in {"DATA_FOLDER": str(tmp_path), "SECRET_KEY": word, "METRICS_TOKEN": word}.items():
        monkeypatch.setenv(f"VTES_TOOLKIT_{name}", said)
    app = create_app({"TESTING": True})
    assert app.secret_key == word
    assert app.test_client().get("/").status_code == 200  # each page was a 500
    assert app.test_client().get("/metrics", headers={"Authorization": f"Bearer {word}"}).status_code == 200
    stores.close(app)


@pytest.mark.parametrize(
    ("said", "is_on"),
    [("False", False), ("no", False), ("OFF ", False), ("0", False), ("", False), ("Yes", True), ("1", True)],
)
def test_a_switch_is_read_as_somebody_types_it(monkeypatch: pytest.MonkeyPatch, said: str, is_on: bool) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_SIGN_UP", said)
    assert create_app({"TESTING": True}).config["SIGN_UP"] is is_on


def test_a_switch_that_says_nothing_clear_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_ACCOUNTS", "ture")
    with pytest.raises(UnclearSetting, match="VTES_TOOLKIT_ACCOUNTS is true or false, and not “ture”"):
        create_app({"TESTING": True})


def test_the_web_app_goes_by_the_same_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))
    app = create_app()
    assert app.test_client().get("/readyz").json["store"] == f"{tmp_path}/elsewhere.db"
    stores.close(app)
    with pytest.raises(TwoStores):
        create_app({"DATA_FOLDER": str(tmp_path / "other")})


def test_the_organizers_key_is_made_once_and_cannot_be_guessed(store: Store) -> None:
    key = entry_key(store)
    assert len(key) == 32
    assert entry_key(store) == key


@pytest.mark.parametrize("first", [entry_key, link_secret])
def test_the_links_secret_is_another_key_and_made_with_the_first(store: Store, first: Callable[[Store], str]) -> None:
    made = first(store)
    keys = store.known_setting("entry_key"), store.known_setting("organizer_key")  # both, for every copy from now on
    assert keys == (entry_key(store), link_secret(store))
    assert made in keys
    assert keys[0] != keys[1]


@pytest.mark.parametrize("first", [entry_key, link_secret])
def test_a_store_of_the_time_when_one_key_was_both_goes_on_with_it(store: Store, first: Callable[[Store], str]) -> None:
    store.setting("organizer_key", lambda: "printed")
    first(store)
    assert (entry_key(store), link_secret(store)) == ("printed", "printed")


def test_a_replaced_key_is_seen_by_every_process_and_changes_no_link(store: Store, store_url: str) -> None:
    other = open_store(store_url)
    before, secret = entry_key(other), link_secret(other)
    assert replace_entry_key(store) == entry_key(store) == entry_key(other) != before
    assert link_secret(store) == link_secret(other) == secret
    other.close()


def test_two_stores_have_two_keys(tmp_path: Path) -> None:
    contexts = [open_context(database_address(tmp_path / name)) for name in "ab"]
    assert len({entry_key(opened.store) for opened in contexts}) == 2
    for opened in contexts:
        opened.store.close()


# --- a clock that jumps ---

HOUR = timedelta(hours=1)


class Clocks:
    """What the wall's clock shows and how many seconds have passed, set by hand."""

    def __init__(self) -> None:
        self.wall, self.ticks = NOON, 0.0

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.ticks += seconds

    def clock(self, *seen: datetime | None, drift: int = 0) -> WatchedClock:
        return WatchedClock(*seen, drift=drift, wall=lambda: self.wall, ticks=lambda: self.ticks)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """This computer's clocks."""
    clocks = Clocks()
    monkeypatch.setattr("toolkit.services.kernel.context._wall", lambda: clocks.wall)
    monkeypatch.setattr("toolkit.services.kernel.context._ticks", lambda: clocks.ticks)
    return clocks


def moment(now: WatchedClock) -> datetime:
    at = now()
    return at + timedelta(seconds=now.drift(at))


# How the wall's clock jumps, once every ten minutes.
JUMPS = {
    "never": [],
    "ahead for one request": [2 * HOUR, -2 * HOUR],
    "back for one request": [-2 * HOUR, 2 * HOUR],
    "ahead for good": [2 * HOUR],
    "back for good": [-2 * HOUR],
    "from a wrong year": [timedelta(days=400)],
    "to a wrong year and back": [timedelta(days=-400), timedelta(days=400)],
    "again and again": [HOUR, HOUR, -3 * HOUR, timedelta(seconds=90)],
    "by less than a minute": [timedelta(seconds=7.4), timedelta(seconds=-7.4)],
}


@pytest.mark.parametrize("jumps", JUMPS.values(), ids=JUMPS)
def test_no_jump_moves_the_clock_of_what_lasts(clocks: Clocks, jumps: list[timedelta]) -> None:
    now = clocks.clock()
    for jump in [*jumps, timedelta(0)]:
        clocks.pass_by(600)
        clocks.wall += jump
        assert now() == clocks.wall
        assert abs((moment(now) - NOON).total_seconds() - clocks.ticks) < 1
    is_right_again = sum(jumps, timedelta(0)) == timedelta(0)
    assert (now.drift(clocks.wall) == 0) is is_right_again


def test_a_clock_that_is_slewed_is_followed(clocks: Clocks) -> None:
    now = clocks.clock()
    for _ in range(60):
        clocks.pass_by(60)
        clocks.wall += timedelta(seconds=0.4)
        assert moment(now) == clocks.wall


# What was kept before a start (a moment, and how far it was ahead), when the last entry was written, what is shown.
STARTS = {
    "the first": (None, 0, None, 0 * HOUR),
    "the clock is right": (-HOUR, 0, -HOUR, 0 * HOUR),
    "it was set back meanwhile": (HOUR, 0, None, HOUR),
    "it was set back, and nothing but the log knows": (None, 0, HOUR, HOUR),
    "it was more than a day ahead when it was kept": (25 * HOUR, 0, None, 0 * HOUR),
    "it was more than a day ahead when it was written": (None, 0, 25 * HOUR, 0 * HOUR),
    "it had jumped ahead": (-3 * HOUR, -2 * 3600, -3 * HOUR, -2 * HOUR),
    "it had been set back": (2 * HOUR, 2 * 3600, None, 2 * HOUR),
    "it had jumped ahead, and was put right meanwhile": (-HOUR, -2 * 3600, None, -HOUR),
    "another machine is some seconds ahead": (None, 0, timedelta(seconds=3), timedelta(seconds=3)),
}


@pytest.mark.parametrize("case", STARTS.values(), ids=STARTS)
def test_a_start_goes_by_the_wall_and_never_back(
    clocks: Clocks, case: tuple[timedelta | None, int, timedelta | None, timedelta]
) -> None:
    kept, drift, last, shown = case
    seen = [None if one is None else NOON + one for one in (kept, last)]
    now = clocks.clock(*seen, drift=drift)
    assert moment(now) == NOON + shown
    assert now() == NOON
    clocks.pass_by(3600)
    later = moment(now) - NOON - shown
    assert HOUR - timedelta(seconds=APART) <= later <= HOUR


def test_a_laptop_that_sleeps_has_not_jumped() -> None:
    if hasattr(time, "CLOCK_BOOTTIME"):
        assert abs(context._ticks() - time.clock_gettime(time.CLOCK_BOOTTIME)) < 5


# --- a round that runs while it jumps ---


@dataclass
class Night:
    """A server's clocks and its events, while a round of two hours runs."""

    clocks: Clocks
    url: str

    def __post_init__(self) -> None:
        self.context = open_context(self.url)
        self.work = UnitOfWork(context=self.context, id=make_demo(self.context, name="Lyon").id, by="Test")
        players = sorted(self.work.look().players)
        tables = [*(players[start : start + 5] for start in range(0, 25, 5)), players[25:29], players[29:33]]
        self.work.change(rounds.draft_round, tables)
        self.work.change(steps.publish_round)
        self.work.change(clock.start_clock, 1, minutes=120)

    def minutes_left(self) -> int:
        reading = clock.read_clock(self.work.look().round(1), self.context.steady())
        return round((reading.seconds_left - reading.over) / 60)

    def restart(self, *, is_kept: bool = True) -> None:
        if is_kept:
            keep_time(self.context)
        self.context.store.close()
        self.context = open_context(self.url)
        self.work = UnitOfWork(context=self.context, id=self.work.id, by="Test")


@pytest.fixture
def night(clocks: Clocks, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Night]:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))
    night = Night(clocks, sqlite_url)
    yield night
    night.context.store.close()


@pytest.mark.parametrize("jumps", JUMPS.values(), ids=JUMPS)
@pytest.mark.parametrize("is_kept", [True, False], ids=["stopped", "killed"])
def test_a_round_is_neither_shortened_nor_lengthened_by_a_jump(
    night: Night, jumps: list[timedelta], is_kept: bool
) -> None:
    """However the clock jumps between entries: also after a start where it is right by then, or was kept."""
    for number, jump in enumerate(jumps, start=1):
        night.clocks.pass_by(600)
        night.clocks.wall += jump
        night.work.change(event.add_note, f"Note {number}")
        assert night.minutes_left() == 120 - 10 * number
    passed = 10 * len(jumps)
    if is_kept or sum(jumps, timedelta(0)) == timedelta(0):
        night.restart(is_kept=is_kept)
        assert night.minutes_left() == 120 - passed
    night.work.change(clock.pause_clock, 1)
    night.clocks.pass_by(3600)
    night.work.change(clock.resume_clock, 1)
    night.clocks.pass_by(300)
    assert night.minutes_left() == 115 - passed


def test_after_a_start_the_round_goes_by_the_wall(night: Night) -> None:
    night.clocks.pass_by(600)
    night.restart()
    night.clocks.wall += HOUR  # while nothing ran: nobody knows how long that was but the wall's clock
    night.restart(is_kept=False)
    assert night.minutes_left() == 50
    night.clocks.wall -= HOUR
    night.restart(is_kept=False)
    assert night.minutes_left() == 110


def test_a_stamp_is_right_as_soon_as_the_clock_is(night: Night) -> None:
    night.clocks.wall += 2 * HOUR
    night.work.change(event.add_note, "ahead")
    night.clocks.wall -= 2 * HOUR
    night.work.change(event.add_note, "right")
    ahead, right = list(night.work.look().log)[-2:]
    assert (ahead.at, right.at) == (NOON + 2 * HOUR, NOON)
    assert (ahead.moment, right.moment) == (NOON, NOON)
    again = parse_tournament(export_tournament(night.context, night.work.id))
    assert [(one.at, one.drift) for one in list(again.log)[-2:]] == [(NOON + 2 * HOUR, -7200), (NOON, 0)]
    assert list(verify(night.url).faults) == []


def test_what_came_first_is_told_by_numbers_where_times_go_back(night: Night) -> None:
    for hours, text in ((2, "first"), (-4, "second"), (2, "third")):
        night.clocks.pass_by(60)
        night.clocks.wall += hours * HOUR
        night.work.change(event.add_note, text)
        made = create(night.context, Configuration(name=text), by="Test")
        assert listing.newest(night.context) == made.id
    state = night.work.look()
    assert [view.number for view in show_log(state)] == list(range(1, state.number + 1))
    assert [view.fact["text"] for view in show_log(state)[-3:]] == ["first", "second", "third"]
    assert [one.fact for one in history.last_change(state)] == [NoteAdded(text="third")]
    assert [one.summary.name for one in listing.list_tournaments(night.context)][:3] == ["third", "second", "first"]
    night.work.change(history.undo_last)
    assert [one.fact for one in history.last_change(night.work.look())] == [NoteAdded(text="second")]
    moments = [one.moment for one in night.work.look().log]
    assert moments == sorted(moments)


def test_no_jump_takes_an_offered_place_away(night: Night) -> None:
    """Whoever is offered a place has a day; a clock that is a week ahead for one request takes nothing."""
    work = UnitOfWork(context=night.context, id=create(night.context, Configuration(name="Lyon"), by="Test").id, by="T")
    work.change(signup.set_sign_up, night.context.steady(), capacity=1)
    for name in ("Ada", "Bea", "Cleo"):
        work.change(signup.sign_up, night.context.steady(), name=name)
    work.change(signup.cancel, night.context.steady(), 1)
    for jump, passes, offered_to in ((timedelta(days=7), 0, 2), (timedelta(days=-7), 23, 2), (timedelta(0), 2, 3)):
        night.clocks.wall += jump
        night.clocks.pass_by(3600 * passes)
        state = signup.settled(work.look(), night.context.steady())
        assert [one.number for one in state.sign_ups.values() if one.until] == [offered_to]
        until = night.context.of_day(state.sign_ups[offered_to].until)
        assert until is not None
        assert timedelta(0) < until - night.clocks.wall <= timedelta(days=1)


def test_picks_and_a_tables_own_clock_are_moved_by_no_jump(night: Night) -> None:
    draft = UnitOfWork(context=night.context, id=make_demo(night.context, name="Draft").id, by="Test")
    draft.change(event.configure, {"rule_set": "limited"})
    limited.plan_event(draft, boosters=6, product="SW")
    for step in (phases.start_phase, plan.give_product, phases.start_phase):
        draft.change(step)
    limited.draw_pods(draft, seed=7)
    limited.start_draft(draft)
    seats = create_table(night.context, TableWishes(names=("A", "B")), by="A")
    table = TableUnitOfWork(context=night.context, id=seats, by="A")
    if not table.look().clock.seconds:
        table.turn_clock(Hand.EXTEND, 120)
    table.turn_clock(Hand.START)

    def left() -> tuple[int, int, int]:
        known, at = draft.look().limited, night.context.steady()
        assert known.current is not None
        pod, phase = phases.read_pod(known, known.current, 1, at), phases.read_phase(known.current, at)
        return pod.seconds_left, phase.seconds_left, table.look().clock_reading(at).seconds_left

    before = left()
    night.clocks.pass_by(5)
    assert left() == tuple(one - 5 for one in before)
    for jump in (-2 * HOUR, 4 * HOUR, -2 * HOUR):
        night.clocks.wall += jump
        draft.change(phases.pause_phase)
        draft.change(phases.resume_phase)
        table.turn_clock(Hand.PAUSE)
        table.turn_clock(Hand.START)
        assert left() == tuple(one - 5 for one in before)


def test_what_was_jumped_is_forgotten_once_no_clock_can_run(night: Night) -> None:
    night.clocks.wall += 2 * HOUR
    assert night.context.drift(night.clocks.wall) == -7200
    night.restart()
    assert night.context.drift(night.clocks.wall) == -7200
    keep_time(night.context)
    night.clocks.pass_by(25 * 3600)
    night.restart(is_kept=False)
    assert night.context.drift(night.clocks.wall) == 0


@pytest.mark.parametrize(
    "kept", ["", "noon", "9999-12-31T23:59:59-12:00", "0001-01-01", "\0\xff", f"{NOON} 1e9", f"{NOON} {10**12}"]
)
def test_a_time_that_cannot_be_read_or_kept_is_no_reason_to_fail(sqlite_url: str, tmp_path: Path, kept: str) -> None:
    (tmp_path / "store" / "time").write_text(kept, encoding="latin-1")
    context = open_context(sqlite_url)
    assert context.steady() < datetime.now(UTC) + timedelta(hours=1)
    (tmp_path / "store" / "time").unlink()
    (tmp_path / "store" / "time").mkdir()
    keep_time(context)
    assert [path.name for path in (tmp_path / "store").iterdir() if path.name.startswith(".")] == []
    context.store.close()


def test_what_an_older_program_kept_is_read(night: Night, tmp_path: Path) -> None:
    (tmp_path / "store" / "time").write_text((NOON + HOUR).isoformat(), encoding="ascii")
    night.restart(is_kept=False)
    assert night.minutes_left() == 60


def test_machines_of_one_database_agree_though_the_clock_of_one_jumped(clocks: Clocks, store_url: str) -> None:
    night = Night(clocks, store_url)
    other = Context(open_store(store_url), now=WatchedClock(wall=lambda: NOON, ticks=lambda: 0.0))
    clocks.wall += 2 * HOUR
    night.work.change(clock.pause_clock, 1)
    night.work.change(clock.resume_clock, 1)
    seen = clock.read_clock(other.tournaments.look(night.work.id).state.round(1), other.steady())
    assert (night.minutes_left(), seen.seconds_left) == (120, 7200)
    for one in (night.context, other):
        one.store.close()
