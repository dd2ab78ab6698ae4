"""VEKN numbers looked up at the stand-in for Archon: what is asked, kept and told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, timedelta
from math import inf
from pathlib import Path

import pytest

from tests.services.events.archon_site import SECRET, ArchonSite, serving
from tests.tournament.organizer import Organizer
from toolkit.errors import NotFound, ToolkitError
from toolkit.services.events.archon import Archon, alone, archon_settings, keep_secret
from toolkit.services.events.archon_numbers import (
    NumberChecks,
    NumbersChecked,
    check_numbers,
    forget_number,
    kept_numbers,
    numbers_fault,
    numbers_left,
)
from toolkit.services.notices.outbox import OutboxThread
from toolkit.tournament.state import State

TODAY = date(2026, 11, 29)


@pytest.fixture
def site() -> Iterator[ArchonSite]:
    with serving(ArchonSite()) as site:
        yield site


@pytest.fixture
def client(site: ArchonSite, tmp_path: Path) -> Iterator[Archon]:
    keep_secret(tmp_path, SECRET)
    with Archon(archon_settings(site.settings), tmp_path, is_offline=False) as client:
        yield client


def registered(*players: tuple[str, str]) -> State:
    organizer = Organizer()
    for number, (vekn, country) in enumerate(players, start=1):
        organizer.add_player(f"Player {number}", vekn=vekn, country=country)
    return organizer.state


STATE = registered(("9990004", "PL"), ("9990099", ""), ("9990009", "PL"), ("", "PL"))


def check(client: Archon, state: State = STATE, *, today: date = TODAY) -> NumbersChecked:
    return check_numbers(lambda: state, client, today=today, sleep=lambda _: None)


def test_the_organizer_is_told_what_to_look_at(client: Archon, site: ArchonSite) -> None:
    waits: list[float] = []
    checked = check_numbers(lambda: STATE, client, today=TODAY, sleep=waits.append)
    assert [(found.player, str(found.message)) for found in checked.findings] == [
        (1, "Country: Poland here, Sweden at Archon."),
        (2, "Archon does not know 9990099."),
    ]
    assert (checked.asked, checked.left, waits) == (3, 0, [0.2, 0.2])
    assert site.calls[1:] == [f"GET /v1/users/{number}" for number in ("9990004", "9990099", "9990009")]


@pytest.mark.parametrize(("days", "asked"), [(0, 0), (1, 1), (29, 1), (30, 3)])
def test_a_known_number_is_kept_thirty_days_and_an_unknown_one_a_day(client: Archon, days: int, asked: int) -> None:
    check(client)
    assert check(client, today=TODAY + timedelta(days=days)).asked == asked


def test_only_whether_it_is_known_and_its_country_are_kept(client: Archon, site: ArchonSite) -> None:
    site.members[0] |= {"vekn_id": "9990004", "sanctions": [{"level": "suspension", "expires_at": "2027-01-31"}]}
    site.members = site.members[:1]
    checked = check(client, registered(("9990004", "")))
    assert [str(found.message) for found in checked.findings] == ["Suspended until 2027-01-31."]
    (file,) = client.folder.rglob("numbers.json")
    assert "suspension" not in file.read_text()
    assert set(kept_numbers(client.folder)) == {"9990004"}
    assert check(client, registered(("9990004", ""))).findings == ()
    forget_number(client.folder, "9990004")
    assert kept_numbers(client.folder) == {}


def test_at_most_so_many_are_asked_and_the_rest_is_said(client: Archon) -> None:
    checked = check_numbers(lambda: STATE, client, today=TODAY, most=2, sleep=lambda _: None)
    assert (checked.asked, checked.left) == (2, 1)


def test_what_was_asked_before_silence_is_kept(client: Archon, site: ArchonSite) -> None:
    site.faults = [("GET /v1/users/9990009", "html")]
    with pytest.raises(ToolkitError, match="nothing was sent"):
        check(client)
    assert [known.is_known for known in kept_numbers(client.folder).values()] == [True, False]


def test_a_damaged_file_is_asked_anew(client: Archon) -> None:
    check(client)
    (file,) = client.folder.rglob("numbers.json")
    file.write_text("[")
    assert check(client).asked == 3


def test_a_number_that_left_the_event_meanwhile_is_not_kept(client: Archon) -> None:
    states = [STATE, registered(("9990009", "PL"))]
    check_numbers(lambda: states[0] if len(states) == 1 else states.pop(0), client, today=TODAY, sleep=lambda _: None)
    assert set(kept_numbers(client.folder)) == {"9990009"}


# --- After registrations ---


class Resting(OutboxThread):
    """A thread that never starts: the test carries out what waits."""

    def start(self) -> None:
        pass


class Registering:
    """An event that checks its numbers, and checks that are carried out when they are asked to be."""

    def __init__(self, client: Archon, *, checks: bool = True) -> None:
        self.organizer = Organizer(checks_numbers=checks)
        self.waits: list[float] = []
        self.checks = NumberChecks(
            lambda: client.folder,
            client=lambda: client,
            look=lambda _: self.organizer.state,
            today=lambda: TODAY,
            sleep=self.waits.append,
            thread=Resting("numbers"),
        )

    def add(self, vekn: str) -> None:
        before = self.organizer.state.number
        self.organizer.add_player(f"Player {vekn}", vekn=vekn)
        state = self.organizer.state
        self.checks.hear(state, "lyon", [state.entry(number) for number in range(before + 1, state.number + 1)])

    def run(self, *, once: bool = False) -> int:
        outbox = self.checks.thread.outbox
        now = outbox.next_due() if once else inf
        return outbox.run(lambda: now or 0)


def test_a_registration_asks_nothing_itself_and_is_checked_beside_it(client: Archon, site: ArchonSite) -> None:
    event = Registering(client)
    event.add("9990004")
    event.add("9990099")
    assert site.calls == []
    assert (event.run(), event.waits) == (1, [0.2, 0.2])
    event.add("9990009")
    assert event.run() == 1
    numbers = [f"GET /v1/users/{number}" for number in ("9990004", "9990099", "9990009")]
    assert site.calls == ["POST /oauth/token", *numbers]
    assert numbers_fault(client.folder) is None


def test_without_the_setting_or_a_number_nothing_is_put_aside(client: Archon) -> None:
    for event, vekn in ((Registering(client, checks=False), "9990004"), (Registering(client), "")):
        event.add(vekn)
        assert event.checks.thread.outbox.next_due() is None


def test_silence_is_kept_as_the_fault_until_a_check_goes_well(client: Archon, site: ArchonSite) -> None:
    site.faults = [("GET /v1/users/9990004", "html")] * 4
    event = Registering(client)
    event.add("9990004")
    assert event.run() == 4
    assert "nothing was sent" in str(numbers_fault(client.folder))
    check(client, event.organizer.state)
    assert numbers_fault(client.folder) is None
    assert numbers_left(event.organizer.state, kept_numbers(client.folder), TODAY) == {}


def test_while_another_process_checks_nothing_is_asked_twice(client: Archon, site: ArchonSite) -> None:
    event = Registering(client)
    event.add("9990004")
    with alone(client.folder, "numbers"):
        event.run(once=True)
        with pytest.raises(ToolkitError, match="being checked just now"):
            check(client)
    assert (site.calls, numbers_fault(client.folder)) == ([], None)
    assert event.run() == 1
    assert set(kept_numbers(client.folder)) == {"9990004"}


def test_a_check_that_broke_off_is_in_the_way_for_two_minutes(client: Archon) -> None:
    with alone(client.folder, "numbers") as mark:
        now = mark.stat().st_mtime
        os.utime(mark, (now - 10, now - 10))
        with pytest.raises(ToolkitError, match="being checked just now"):
            check(client)
        os.utime(mark, (now - 500, now - 500))
        assert check(client).asked == 3


def test_an_event_that_is_gone_is_no_fault_of_archon(client: Archon) -> None:
    event = Registering(client)
    event.add("9990004")

    def gone(_: str) -> State:
        raise NotFound("There is no such event.")

    event.checks._look = gone
    assert event.run() == 4
    assert numbers_fault(client.folder) is None


def test_a_suspension_is_left_to_a_check_by_hand(client: Archon, site: ArchonSite) -> None:
    site.members[0] |= {"vekn_id": "9990004", "sanctions": [{"level": "suspension", "expires_at": "2027-01-31"}]}
    event = Registering(client)
    event.add("9990004")
    event.run()
    event.add("9990009")
    event.run()
    assert site.calls.count("GET /v1/users/9990004") == 1
    assert set(kept_numbers(client.folder)) == {"9990009"}
    assert [str(found.message) for found in check(client, event.organizer.state).findings] == [
        "Suspended until 2027-01-31."
    ]
