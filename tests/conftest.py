from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest_plugins = ["tests.storage.fixtures"]

# No test may depend on how fast this machine happens to be; speed is measured by `make bench`.
settings.register_profile("toolkit", deadline=None)
settings.load_profile("toolkit")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    # Under REQUIRE_ALL=1 a missing browser or database is a failure: a check that did not run must not look green.
    if report.skipped and os.environ.get("REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped although REQUIRE_ALL=1 asks for every test: {report.longrepr}"
    return report
