from __future__ import annotations

import os
import sys

import pytest

pytest_plugins = ["tests.storage.fixtures"]

# Each start of an interpreter, and there are dozens, compiles a thousand modules anew where none may be kept.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    # Every app of a test compiles its templates else, which takes longer than what most tests ask of it.
    cache = getattr(config, "cache", None)
    if cache is not None:
        os.environ.setdefault("VTES_TOOLKIT_TEMPLATE_CACHE", str(cache.mkdir("templates")))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    # Who drives a browser or a server waits for it a third of the time.
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish(session: pytest.Session) -> None:
    # At the end hypothesis' plugin imports all of it for its summary, which takes longer than most files of tests.
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    # Under REQUIRE_ALL=1 a missing browser or database is a failure: a check that did not run must not look green.
    if report.skipped and os.environ.get("REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped although REQUIRE_ALL=1 asks for every test: {report.longrepr}"
    return report
