from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from urllib.error import HTTPError

import pytest
from click.testing import CliRunner

from tests import LONG, comes
from toolkit.cli import cli, serve_command
from toolkit.services.kernel.context import NoStore
from toolkit.services.server.copies import EVERY, KEPT


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "toolkit", "serve", "--port", "0", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with start("--data", str(tmp_path)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None, line
        yield process, found[0]
        process.kill()


def test_it_serves_says_where_and_stops_when_told(served: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
    process, address = served
    with urllib.request.urlopen(f"{address}healthz", timeout=LONG) as answer:
        assert answer.status == 200
    assert (tmp_path / "secret_key").is_file()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=LONG) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""


def test_the_organizers_link_is_shown_and_replaced_while_it_serves(
    served: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    def status(path: str) -> int:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        try:
            return int(browser.open(served[1].rstrip("/") + path, timeout=LONG).status)
        except HTTPError as error:
            return error.code

    command = ["organizer-key", "--data", str(tmp_path)]
    before = CliRunner().invoke(cli, command).output.strip()
    assert status(before) == 200
    after = json.loads(CliRunner().invoke(cli, [*command, "--replace", "--json"]).output)["path"]
    assert (status(before), status(after)) == (404, 200)
    assert CliRunner().invoke(cli, command).output.strip() == after


def test_a_key_is_asked_of_no_folder_without_events(tmp_path: Path) -> None:
    assert isinstance(CliRunner().invoke(cli, ["organizer-key", "--data", str(tmp_path / "new")]).exception, NoStore)
    assert not (tmp_path / "new").exists()


def test_it_keeps_copies_on_the_stick_that_is_named(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    CliRunner().invoke(cli, ["tournament", "new", "Lyon", "--data", str(data)])
    with start("--data", str(data), "--copies", str(stick)) as process:
        comes(lambda: list(stick.glob("vtes-toolkit-*.db")) and (data / "time").exists())
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=LONG)
    assert f"A copy every 15 minutes: {stick}\n" in said
    (copy,) = stick.glob("*.db")
    assert CliRunner().invoke(cli, ["verify", str(copy)]).output == "1 log, 1 entry: as they were written.\n"
    assert not (data / "copies").exists()
    assert (data / "time").exists()
    assert (EVERY, KEPT) == (15 * 60, 48)  # as the README says


def test_the_organizer_s_link_opens_the_demo_event() -> None:
    with start("--demo", "--no-browser") as process:
        assert process.stdout is not None
        process.stdout.readline()
        link = re.search(r"http://\S+", process.stdout.readline())
        assert link is not None
        # An opener of its own: it keeps the cookie that the link sets.
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(link[0], timeout=LONG) as answer:
            page = answer.read().decode()
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=LONG)
    assert "33 players" in page
    assert said == ""


def test_a_busy_port_is_one_line_and_status_1(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        result = subprocess.run(
            [sys.executable, "-m", "toolkit", "serve", "--port", port, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONG,
        )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"vtes-toolkit: Port {port} of 127.0.0.1 is already in use: choose another with --port.\n"


@pytest.mark.parametrize(
    "arguments", [("--port", "70000"), ("--port", "x"), ("--demo", "--data", "."), ("--nonsense",)]
)
def test_misuse_is_status_2(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli, ["serve", *arguments])
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")


def test_the_room_gets_an_address_and_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.0.2.7")
    monkeypatch.setattr("toolkit.cli.serve_command.output_encoding", lambda: "utf-8")
    lines = serve_command.announcement("0.0.0.0", 8080, "organizer/key")
    assert lines[0] == "VTES Toolkit is at http://127.0.0.1:8080/"
    assert "http://127.0.0.1:8080/organizer/key " in lines[1]
    assert lines[2].endswith("http://192.0.2.7:8080/")
    assert any("█" in line for line in lines)


def test_a_terminal_without_blocks_gets_the_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.0.2.7")
    monkeypatch.setattr("toolkit.cli.serve_command.output_encoding", lambda: "ascii")
    assert len(serve_command.announcement("0.0.0.0", 8080, "organizer/key")) == 4


def test_a_machine_alone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: None)
    assert "No network" in serve_command.announcement("0.0.0.0", 8080, "organizer/key")[2]


@pytest.mark.parametrize(("platform", "system"), [("win32", "Windows"), ("darwin", "macOS"), ("linux", None)])
def test_a_system_that_lets_nobody_in_by_itself_is_explained(
    monkeypatch: pytest.MonkeyPatch, platform: str, system: str | None
) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.0.2.7")
    monkeypatch.setattr("sys.platform", platform)
    told = [line for line in serve_command.announcement("0.0.0.0", 8080, "x") if "may be reached" in line]
    assert [line.split()[1] for line in told] == ([system] if system else [])
    assert not any("may be reached" in line for line in serve_command.announcement("127.0.0.1", 8080, "x"))


def test_the_browser_opens_the_organizer_s_link_at_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr("webbrowser.open", opened.put)
    serve_command._open_browser(serve_command._here("0.0.0.0", 8080) + "organizer/key")
    assert opened.get(timeout=LONG) == "http://127.0.0.1:8080/organizer/key"


@pytest.mark.parametrize(
    ("started", "again"),
    [
        ("/x/.venv/bin/vtes-toolkit serve", "/x/.venv/bin/vtes-toolkit serve --host 0.0.0.0"),
        (
            ".venv/bin/vtes-toolkit serve --port 9101 --host 127.0.0.1 --data my-events --offline",
            ".venv/bin/vtes-toolkit serve --port 9101 --data my-events --offline --host 0.0.0.0",
        ),
        ("vtes-toolkit serve --host=localhost", "vtes-toolkit serve --host 0.0.0.0"),
    ],
)
def test_the_command_for_the_room_keeps_what_it_was_started_with(started: str, again: str) -> None:
    assert serve_command.for_the_room(started.split()) == again


@pytest.mark.parametrize(
    ("platform", "program", "again"),
    [
        (
            "win32",
            r"C:\Users\Anna B\Scripts\vtes-toolkit.exe",
            r'"C:\Users\Anna B\Scripts\vtes-toolkit.exe" serve --data "my events" --host 0.0.0.0',
        ),
        (
            "darwin",
            "/Users/anna b/bin/vtes-toolkit",
            "'/Users/anna b/bin/vtes-toolkit' serve --data 'my events' --host 0.0.0.0",
        ),
    ],
)
def test_the_command_for_the_room_is_quoted_as_the_system_s_own_terminal_reads_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, program: str, again: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert serve_command.for_the_room([program, "serve", "--data", "my events"]) == again
