"""Notifications on the command line: an address goes in, is shown masked, and is copied where that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_tournament import Line
from toolkit.cli import cli
from toolkit.services.kernel.switches import UnclearSetting
from toolkit.services.notices import notifications
from toolkit.services.notices.notifications import Address
from toolkit.services.notices.outbox import Answer

SECRET = "discord://1234567890/very-secret-token-abcd"


@pytest.fixture
def line(tmp_path: Path) -> Line:
    made = Line(tmp_path)
    made("new", "Lyon", "--date", "2026-11-21")
    return made


def test_an_address_is_added_shown_masked_and_removed(line: Line) -> None:
    added = line("notify", "add", "last", SECRET, "--on", "round", "--on", "time_up")
    assert added == line("notify", "list", "last") == "   1  discord://…abcd  round, time_up\n"
    assert line.json("notify", "list", "last")[0]["occasions"] == ["round", "time_up"]
    assert line("notify", "remove", "last", 1) == "No addresses yet.\n"
    assert line("notify", "remove", "last", 1, status=1) == "There is no address 1."


def test_an_address_comes_by_standard_input_and_a_wrong_one_is_not_repeated(line: Line) -> None:
    assert "discord://…abcd" in line("notify", "add", "last", "-", "--on", "result", stdin=SECRET + "\n")
    assert "secret" not in line("notify", "add", "last", "json://secret", "--on", "result", status=1)
    line("notify", "add", "last", SECRET, status=2)


def test_every_occasion_can_be_named(line: Line) -> None:
    words = [word for one in notifications.Occasion for word in ("--on", one.value)]
    line("notify", "add", "last", SECRET, *words)
    assert line.json("notify", "list", "last")[0]["occasions"] == [one.value for one in notifications.Occasion]


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (Answer(), 0, "Sent to discord://…abcd.\n"),
        (Answer("it answered 500"), 1, "Not sent to discord://…abcd: it answered 500.\n"),
    ],
)
def test_a_test_says_what_came_of_it(
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: Answer,
    status: int,
    said: str,
) -> None:
    sent: list[tuple[str, str]] = []

    def send(address: Address, text: str) -> Answer:
        sent.append((address.url, text))
        return answer

    monkeypatch.setattr(notifications, "send", send)
    line("notify", "add", "last", SECRET, "--on", "round")
    words = ["tournament", "notify", "test", "last", "1", "--data", str(line.folder)]
    assert cli.main(words, standalone_mode=False) == status
    assert (sent, capsys.readouterr().out) == ([(SECRET, "Lyon: this is a test.")], said)


def test_offline_no_test_is_sent(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_OFFLINE", "true")
    line("notify", "add", "last", SECRET, "--on", "round")
    assert "nothing is sent" in line("notify", "test", "last", 1, status=2)


def test_a_mistyped_offline_sends_no_test_either(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_OFFLINE", "ture")
    monkeypatch.setattr(notifications, "send", lambda address, text: Answer())
    line("notify", "add", "last", SECRET, "--on", "round")
    with pytest.raises(UnclearSetting, match="not “ture”"):
        cli.main(["tournament", "notify", "test", "last", "1", "--data", str(line.folder)], standalone_mode=False)


def test_the_same_event_again_is_told_of_nowhere_unless_addresses_are_asked_for(line: Line) -> None:
    line("notify", "add", "last", SECRET, "--on", "result")
    made = line("new", "Nice", "--like", "last").strip()
    assert line.json("notify", "list", made) == []


def test_addresses_come_along(line: Line) -> None:
    line("notify", "add", "last", SECRET, "--on", "result")
    made = line("new", "Nice", "--like", "last", "--addresses").strip()
    assert line.json("notify", "list", made)[0] == {
        "number": 1,
        "shown": "discord://…abcd",
        "occasions": ["result"],
        "error": "",
    }
    assert "--addresses needs --like." in line("new", "Metz", "--addresses", status=2)
