from __future__ import annotations

import gc
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[1]

# Each start of an interpreter, and there are dozens, compiles a thousand modules anew where none may be kept.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A store waits until a disk has each of its entries, a dozen times a test; what tests write need not outlive them.
MEMORY, ENOUGH = Path("/dev/shm"), 2 * 2**30
if os.access(MEMORY, os.W_OK):
    system = os.statvfs(MEMORY)
    if system.f_bavail * system.f_frsize > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
        # Servers of PostgreSQL, and programs that tests start, have their folders elsewhere.
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None  # to be looked up again


# A test that names no data folder would write into the one of whoever runs it: it finds a place where none can be made.
os.environ.pop("VTES_TOOLKIT_DATA_FOLDER", None)
os.environ["XDG_DATA_HOME"] = os.devnull


def pytest_configure(config: pytest.Config) -> None:
    catalogues = [*ROOT.glob("toolkit/translations/*/LC_MESSAGES/messages.po")]
    if find_spec("sqlalchemy") is None or not all(path.with_suffix(".mo").exists() for path in catalogues):
        raise pytest.UsageError("This checkout is not set up: run `make test` once, then .venv/bin/python -m pytest.")
    config.pluginmanager.import_plugin("tests.storage.fixtures")
    gc.set_threshold(20_000)  # importing everything makes much that stays
    # Every app of a test compiles its templates else, which takes longer than what most tests ask of it.
    cache = getattr(config, "cache", None)
    if cache is not None:
        os.environ.setdefault("VTES_TOOLKIT_TEMPLATE_CACHE", str(cache.mkdir("templates")))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    # Who drives a browser or a server waits for it a third of the time.
    return (os.cpu_count() or 1) + 1


# What takes longest, longest first; then whatever drives a browser.
LONG = (
    "browser/test_axe.py", "browser/test_looks.py", "browser/test_tables_event_game.py",
    "browser/test_tables_phased_intro.py", "browser/test_desk_kept.py", "docs/test_recipes.py",
    "web/serving/test_workers.py", "web/forms/test_forms.py", "web/access/test_public_budget.py",
    "web/access/test_keys.py", "web/access/test_table.py", "web/api/test_api_document.py",
    "web/tables/test_choices.py", "storage/test_cut_connection.py", "services/kernel/test_cards.py",
)  # fmt: skip


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from tests.soak import WHOLE

    if WHOLE not in os.environ and not any("::" in name for name in config.args):
        left_out = [item for item in items if item.get_closest_marker("whole")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
    # Each of several processes begins with its share of what is long, so that none is left with it at the end.
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The items in as many parts of the same length as there are workers, each with long files at its beginning."""
    here = Path(__file__).parent
    files = [list(file) for _, file in groupby(items, key=lambda item: item.path)]
    ranks = {here / name: rank for rank, name in enumerate(LONG)}

    def rank(file: list[pytest.Item]) -> int:
        path = file[0].path
        return ranks.get(path, len(LONG) + (here / "browser" not in path.parents))

    files.sort(key=rank)
    long = [file for file in files if rank(file) <= len(LONG)]
    rest = [item for file in files[len(long) :] for item in file]
    found: list[pytest.Item] = []
    for worker in range(workers):
        part = [item for file in long[worker::workers] for item in file]
        missing = len(items) // workers - len(part)
        found += part + rest[: max(0, missing)]
        del rest[: max(0, missing)]
    return found + rest


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()  # what is imported and collected by now is never garbage: nobody goes through it again
    # At the end hypothesis' plugin imports all of it for its summary, which takes longer than most files of tests.
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


DICE = Random()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    # Who sits where and what a key reads is the same each time: a test that one seating in twelve fails never stands.
    # One that is run again finds what its first try has left, and needs other names.
    DICE.seed(f"{item.nodeid} {getattr(item, 'execution_count', 1)} {os.environ.get('DICE', '')}")


@pytest.fixture(scope="session", autouse=True)
def _dice() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "randbelow", DICE.randrange)
        patched.setattr(secrets, "choice", DICE.choice)
        patched.setattr(secrets, "token_bytes", lambda size=None: DICE.randbytes(size or 32))
        yield


@pytest.fixture(scope="session", autouse=True)
def _addresses() -> Iterator[None]:
    # Most of what an app takes to be made is compiling its addresses, and all apps of the tests have the same.
    with pytest.MonkeyPatch.context() as patched:
        if "flask" in sys.modules:
            from flask import Flask

            from tests.web.addresses import SharedAddresses

            patched.setattr(Flask, "url_map_class", SharedAddresses)
        yield


@pytest.fixture
def in_2026(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall clock of all contexts at the end of the examples' season, whenever the tests run."""
    began, then = datetime.now(UTC), datetime(2026, 12, 6, 12, tzinfo=UTC)
    monkeypatch.setattr("toolkit.services.kernel.context._wall", lambda: then + (datetime.now(UTC) - began))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    # Under REQUIRE_ALL=1 a missing browser or database is a failure: a check that did not run must not look green.
    if report.skipped and os.environ.get("REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped although REQUIRE_ALL=1 asks for every test: {report.longrepr}"
    return report
