from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from toolkit.services.context import SteadyClock, TwoStores, database_address, keep_time, open_context, organizer_key
from toolkit.services.switches import UnclearSetting
from toolkit.storage import Draft, Store, open_store
from toolkit.web import create_app, stores

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
    key = organizer_key(store)
    assert len(key) == 32
    assert organizer_key(store) == key


def test_two_stores_have_two_keys(tmp_path: Path) -> None:
    contexts = [open_context(database_address(tmp_path / name)) for name in "ab"]
    assert len({organizer_key(context.store) for context in contexts}) == 2
    for context in contexts:
        context.store.close()


# --- a clock that is set back ---


class Clocks:
    """What the wall's clock shows and how many seconds have passed, set by hand."""

    def __init__(self) -> None:
        self.wall, self.ticks = NOON, 0.0

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.ticks += seconds

    def clock(self, last: datetime | None = None) -> SteadyClock:
        return SteadyClock(last, wall=lambda: self.wall, ticks=lambda: self.ticks)


def test_a_clock_that_is_set_back_runs_on() -> None:
    clocks = Clocks()
    now = clocks.clock()
    clocks.pass_by(600)
    assert now() == NOON + timedelta(minutes=10)
    clocks.wall -= timedelta(hours=1)
    clocks.pass_by(300)
    assert now() == NOON + timedelta(minutes=15)


def test_a_clock_that_is_put_right_forwards_is_followed() -> None:
    clocks = Clocks()
    now = clocks.clock()
    clocks.wall += timedelta(minutes=5)  # a laptop that slept: its ticks stood still
    assert now() == NOON + timedelta(minutes=5)


def test_a_clock_set_back_before_a_start_does_not_go_behind_the_log(store: Store, store_url: str) -> None:
    assert store.last_at() is None
    clocks = Clocks()
    for name, at in (("a", NOON), ("b", NOON + timedelta(hours=1))):
        with store.creating(name, "tournament", created=at) as writer:
            writer.append([Draft(at=at, by="me", kind="k")])
    last = store.last_at()
    assert last == NOON + timedelta(hours=1)
    assert clocks.clock(last)() == last
    ahead = datetime.now(UTC) + timedelta(hours=1)
    with store.creating("c", "tournament", created=ahead) as writer:
        writer.append([Draft(at=ahead, by="me", kind="k")])
    context = open_context(store_url)
    assert context.now() >= ahead
    context.store.close()
    # A log far ahead was written by a clock that was wrong then.
    assert clocks.clock(NOON + timedelta(days=400))() == NOON


def test_a_clock_set_back_before_a_start_does_not_go_behind_what_a_server_saw(sqlite_url: str) -> None:
    ahead = datetime.now(UTC) + timedelta(hours=1)
    far = datetime.now(UTC) + timedelta(days=400)
    for seen in (far, ahead):  # that the clock was wrong once is forgotten
        context = open_context(sqlite_url)
        assert context.now() < ahead
        context.now = lambda seen=seen: seen
        keep_time(context)
        context.store.close()
    context = open_context(sqlite_url)
    assert context.now() >= ahead
    context.store.close()


@pytest.mark.parametrize("kept", ["", "noon", "9999-12-31T23:59:59-12:00", "0001-01-01", "\0\xff"])
def test_a_time_that_cannot_be_read_or_kept_is_no_reason_to_fail(sqlite_url: str, tmp_path: Path, kept: str) -> None:
    (tmp_path / "store" / "time").write_text(kept, encoding="latin-1")
    context = open_context(sqlite_url)
    assert context.now() < datetime.now(UTC) + timedelta(hours=1)
    (tmp_path / "store" / "time").unlink()
    (tmp_path / "store" / "time").mkdir()
    keep_time(context)
    assert [path.name for path in (tmp_path / "store").iterdir() if path.name.startswith(".")] == []
    context.store.close()
