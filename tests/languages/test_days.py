from datetime import UTC, date, datetime

import pytest

from toolkit.languages.days import read_day, read_time

OTHER_DAYS = ["20261130", "2026-W48-1", "2026-W48", "2026-1-5", "2026-02-30", "２０26-11-30", ""]
OTHER_TIMES = ["2026-11-30", "20261130 18:00", "2026-W48-1T18:00", "2026-11-30 1800", "2026-11-30 25:00"]


def test_a_day_is_typed_in_one_form() -> None:
    assert read_day("2026-11-30") == date(2026, 11, 30)


@pytest.mark.parametrize("typed", OTHER_DAYS)
def test_another_form_of_a_day_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        read_day(typed)


@pytest.mark.parametrize("typed", ["2026-11-30 18:00Z", "2026-11-30T19:00+01:00", "2026-11-30T18:00:00.000000+00:00"])
def test_a_time_is_typed_with_its_day(typed: str) -> None:
    assert read_time(typed) == datetime(2026, 11, 30, 18, tzinfo=UTC)


@pytest.mark.parametrize("typed", OTHER_TIMES)
def test_another_form_of_a_time_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        read_time(typed)
