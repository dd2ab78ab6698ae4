from __future__ import annotations

import gc
import os
import platform
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import TestResponse

from tests import LONG, SOON, comes
from toolkit.web import create_app
from toolkit.web.serving import workers
from toolkit.web.serving.front import Front

SEATING = {
    "players": [f"Player {number}" for number in range(9)],
    "rounds": 3,
    "seed": 1,
    "apart": [["Player 1", "Player 2"]],
}
SHEET = {"rounds": [{"tables": [{"seats": ["Ana", "Bo", "Cy", "Di"]}]}]}
IMPOSSIBLE = {"players": ["Ana", "Bo", "Cy", "Di"], "rounds": 2, "places": {"Ana": {"table": 9}}}


# What a thread took in pieces below the largest one that there ever was; then the heaps of eight threads at once.
HEAPS = r"""
import ctypes, re, threading
from toolkit.web.serving.workers import keep_few_heaps
keep_few_heaps()
library, together = ctypes.CDLL(None), threading.Barrier(8)
library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
def resident():
    return int(re.search(r"VmRSS:\s+(\d+)", open("/proc/self/status").read())[1])
def take(number, size):
    pieces = [library.malloc(size) for _ in range(number)]
    for piece in pieces: ctypes.memset(piece, 1, size)
    for piece in pieces: library.free(piece)
take(1, 30_000_000)
before = resident()
thread = threading.Thread(target=take, args=(400, 100_000))
thread.start()
thread.join()
print("kept:", resident() - before, flush=True)
def hold():
    together.wait()
    library.malloc(50_000)
    together.wait()
threads = [threading.Thread(target=hold) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


SERVER = """
import os
from pathlib import Path
from toolkit.web import create_app
from toolkit.web.serving import workers
if __name__ == "__main__":
    app = create_app({"TESTING": True, "WORKERS": 1})
    workers.start(app, wait=True)
    with app.test_request_context():
        print(Path(f"/proc/{workers.carried_out(os.getpid)}/smaps_rollup").read_text())
    workers.stop(app)
"""


@pytest.fixture(scope="module")
def app() -> Iterator[Flask]:
    """An app with one process for heavy work, which is waited for however crowded the machine is."""
    app = create_app({"TESTING": True, "WORKERS": 1, "RATELIMIT_ENABLED": False})
    workers.start(app, wait=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers, "_PATIENCE", 120)
        yield app
    workers.stop(app)


def done[T](app: Flask, work: Callable[..., T], *args: object) -> T:
    """What a stranger's piece of work comes to."""
    with app.test_request_context():
        return workers.carried_out(work, *args)


def spin() -> None:
    while True:
        pass


def spin_and_tell(path: str) -> None:
    """Spin, and say how many hundredths of a second of a processor that has taken."""
    began, file = time.process_time(), os.open(path, os.O_WRONLY | os.O_CREAT)
    while True:
        os.pwrite(file, b"%9d" % (100 * (time.process_time() - began)), 0)


def fill(megabytes: int) -> int:
    return len(bytearray(megabytes * 2**20))


_last: list[bytes] = []


def leave_behind(megabytes: int) -> None:
    # What is left at the end holds all that was freed below it, unless the library is told to give that back.
    lots = [bytes([number % 256]) * 2000 for number in range(megabytes * 500)]
    _last[:] = [lots[-1]]


def resident() -> float:
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def wait_for(path: str) -> None:
    while not Path(path).exists():
        time.sleep(0.01)


def open_gate(gate: str, opened: str) -> None:
    """Say that the work has begun, and wait without using the processor until it may end."""
    os.mkfifo(gate)
    Path(opened).touch()
    Path(gate).read_bytes()


def test_heavy_work_is_answered_as_if_it_were_done_here(app: Flask) -> None:
    here, beside = create_app({"TESTING": True}).test_client(), app.test_client()
    for path, body in (("seating", SEATING), ("sheets/seating.pdf", SHEET), ("seating", IMPOSSIBLE)):
        one, other = (client.post(f"/api/v1/{path}", json=body) for client in (here, beside))
        assert (other.status_code, other.data) == (one.status_code, one.data), (path, body)


def test_work_is_done_by_another_process(app: Flask) -> None:
    assert done(app, os.getpid) != os.getpid()


def test_what_takes_too_much_processor_time_is_refused_and_ended(app: Flask, tmp_path: Path) -> None:
    with pytest.raises(workers.TooHeavy, match="more than 2 seconds"):
        done(app, spin_and_tell, str(tmp_path / "told"))
    assert int((tmp_path / "told").read_text()) < 400  # of a processor, and not of the clock
    assert done(app, abs, -1) == 1


def test_who_waited_for_a_busy_machine_is_asked_to_come_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 0.1)
    with pytest.raises(ServiceUnavailable) as refused:
        done(app, open_gate, str(tmp_path / "gate"), str(tmp_path / "opened"))
    assert refused.value.retry_after == 3


def test_an_organizer_s_work_has_five_seconds_and_300_mb(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "may_create", lambda: True)
    assert done(app, fill, 200) == 200 * 2**20  # more than a stranger may take
    with pytest.raises(workers.TooHeavy, match="more than 5 seconds or 300 MB"):
        done(app, fill, 1000)
    # Its time, with one second in place of five.
    crew, brief = app.extensions[workers._KEY], workers.Budget(seconds=1, megabytes=300)
    for limits in (crew._places, crew._turns):
        monkeypatch.setitem(limits, brief, limits[workers.OFFICIAL])
    monkeypatch.setattr(workers, "OFFICIAL", brief)
    with pytest.raises(workers.TooHeavy, match="more than 1 seconds or 300 MB"):
        done(app, spin)


def test_a_batch_of_decks_ends_when_its_time_is_over(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = {"decks": [{"text": "12x Nana Buruku"}, {"text": "60x Deflection"}]}
    assert app.test_client().post("/api/v1/decks/check-batch", json=batch).status_code == 200
    monkeypatch.setattr(workers, "STRANGER", workers.Budget(seconds=0, megabytes=150))
    answer = app.test_client().post("/api/v1/decks/check-batch", json=batch)
    assert (answer.status_code, answer.json["code"]) == (422, "too_heavy")


def test_a_batch_that_another_keeps_waiting_is_asked_to_come_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 0)
    with app.test_request_context(), workers.alone():
        answer = app.test_client().post("/api/v1/decks/check-batch", json={"decks": [{"text": "12x Nana Buruku"}]})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")


@pytest.mark.parametrize(("megabytes", "is_refused"), [(50, False), (1000, True)])
def test_what_takes_too_much_memory_is_refused(app: Flask, megabytes: int, is_refused: bool) -> None:
    if is_refused:
        with pytest.raises(workers.TooHeavy, match="150 MB"):
            done(app, fill, megabytes)
    else:
        assert done(app, fill, megabytes) == megabytes * 2**20


def test_while_enough_waits_a_stranger_is_asked_to_come_again(app: Flask, tmp_path: Path) -> None:
    gate, opened = tmp_path / "gate", tmp_path / "opened"
    held = [threading.Thread(target=done, args=(app, open_gate, str(gate), str(opened)))]
    held.append(threading.Thread(target=done, args=(app, abs, 1)))
    held[0].start()
    wait_for(str(opened))
    held[1].start()
    assert comes(lambda: _under_way(app) == 2)
    answers = list[TestResponse]()
    held.append(
        threading.Thread(target=lambda: answers.append(app.test_client().post("/api/v1/seating", json=SEATING)))
    )
    held[2].start()
    assert comes(lambda: answers or _under_way(app) > 2)
    os.close(os.open(gate, os.O_RDWR))  # also if nobody waits there any more
    for thread in held:
        thread.join(LONG)
    (refused,) = answers
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "3")
    assert refused.json["message"] == "The server is busy with work like this: try again in a moment."
    assert app.test_client().post("/api/v1/seating", json=SEATING).status_code == 200


def _under_way(app: Flask) -> int:
    crew: workers._Crew = app.extensions[workers._KEY]
    return crew._under_way


class Askers:
    """People who ask for work at once, and what is handed to the processes for them."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.handed, self.answers = app, list[object](), dict[str, int]()
        self._threads = list[threading.Thread]()
        workers.start(app, wait=True)
        pool = app.extensions[workers._KEY].pool
        hand = pool.schedule

        def seen(*args: Any, **kwargs: Any) -> Any:
            future = hand(*args, **kwargs)
            self.handed.append(future)
            return future

        monkeypatch.setattr(pool, "schedule", seen)
        monkeypatch.setattr(workers, "may_create", lambda: "official" in request.args)
        monkeypatch.setattr(workers, "_PATIENCE", 120)

    def ask(self, who: str, work: Callable[..., int], *args: object) -> None:
        """Ask for a piece of work, and go on when that waits with the others; an official is told by the name."""

        def answer() -> None:
            with self.app.test_request_context(f"/?{who}"):
                self.answers[who] = workers.carried_out(work, *args)

        waiting = _under_way(self.app)
        self._threads.append(threading.Thread(target=answer, daemon=True))
        self._threads[-1].start()
        assert comes(lambda: _under_way(self.app) > waiting or who in self.answers)

    def join(self) -> dict[str, int]:
        """What each was answered."""
        for thread in self._threads:
            thread.join(SOON)
        return self.answers


def hold(gate: str, marks: str) -> int:
    """Wait until it may end, and say which piece this one was."""
    wait_for(gate)
    return mark(marks)


def test_strangers_leave_one_process_to_who_runs_an_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, gate, marks = create_app({"TESTING": True, "WORKERS": 2}), tmp_path / "gate", str(tmp_path / "marks")
    askers = Askers(app, monkeypatch)
    try:
        for who in ("first", "second", "third"):
            askers.ask(who, hold, str(gate), marks)
        askers.ask("official", mark, marks)
        assert comes(lambda: "official" in askers.answers)
    finally:
        gate.touch()
        answers = askers.join()
        workers.stop(app)
    assert answers["official"] == 1
    assert sorted(answers.values()) == [1, 2, 3, 4]


def test_of_a_single_process_an_official_has_the_next_turn_and_then_strangers(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, marks = tmp_path / "gate", str(tmp_path / "marks")
    askers = Askers(app, monkeypatch)
    try:
        for who in ("first", "second"):
            askers.ask(who, hold, str(gate), marks)
        askers.ask("official", hold, str(gate), marks)
        assert comes(lambda: len(askers.handed) >= 2)
    finally:
        gate.touch()
    assert askers.join() == {"first": 1, "official": 2, "second": 3}


PLAYED = {"rounds": [[["Ana", "Bo", "Cy", "Di"], ["Eve", "Flo", "Gil", "Hal"]]] * 2}


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/api/v1/seating", {"json": SEATING}),
        ("/api/v1/seating/fix", {"json": {**PLAYED, "round": 2, "table": 1}}),
        ("/api/v1/seating/score", {"json": PLAYED}),
        ("/api/v1/seating/edit", {"json": {**PLAYED, "edit": "balance", "round": 2}}),
        ("/api/v1/sheets/seating.pdf", {"json": SHEET}),
        ("/seating", {"data": {"players": "9", "rounds": "3"}}),
    ],
)
def test_each_heavy_work_of_a_stranger_is_done_beside(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: str, sent: dict[str, object]
) -> None:
    assert app.test_client().post(path, **sent).status_code == 200
    crew: workers._Crew = app.extensions[workers._KEY]
    monkeypatch.setitem(crew._places, workers.STRANGER, 0)
    assert app.test_client().post(path, **sent).status_code == 503


def test_a_round_of_an_event_on_a_server_is_seated_beside_within_an_organizer_s_time(tmp_path: Path) -> None:
    # 2,000 players kept apart from each other took 36 seconds and 790 MB of the process that has the pages.
    app = create_app(
        {"TESTING": True, "WORKERS": 1, "ACCOUNTS": True, "RATELIMIT_ENABLED": False, "WTF_CSRF_ENABLED": False,
         "DATABASE_URL": f"sqlite:///{tmp_path / 'events.db'}", "DATA_FOLDER": str(tmp_path)}
    )  # fmt: skip
    client = app.test_client()
    client.post("/account/sign-up", data={"name": "Odile", "password": "correct horse battery"})
    workers.start(app, wait=True)
    id = client.post("/api/v1/tournaments", json={"name": "Lyon", "rounds": 2}).json["id"]
    event, many = f"/api/v1/tournaments/{id}", [{"name": f"Player {number}"} for number in range(2000)]
    assert client.post(f"{event}/players", json={"players": many}).status_code == 200
    # More than a stranger's time, and more than anybody's.
    form = {"path": f"/tournaments/{id}/console/rounds/draft", "data": {"seconds": "3"}}
    body = {"path": f"{event}/rounds", "json": {"apart": [list(range(1, 2001))]}}
    started = time.process_time()
    assert client.post(**form).status_code == 303
    assert client.post(**body).json["code"] == "too_heavy"
    assert time.process_time() - started < 5
    crew: workers._Crew = app.extensions[workers._KEY]
    crew._places[workers.OFFICIAL] = 0
    assert [client.post(**asked).status_code for asked in (form, body)] == [503, 503]
    workers.stop(app)


def mark(path: str) -> int:
    """Write a letter more, and say how many there are."""
    with Path(path).open("a") as file:
        return file.write("x") and file.tell()


def mark_and_fail(path: str) -> None:
    raise LookupError(str(mark(path)))


def test_what_was_begun_is_not_done_again_unless_it_failed(app: Flask, tmp_path: Path) -> None:
    well, badly = str(tmp_path / "well"), str(tmp_path / "badly")
    with app.test_request_context():
        workers.begin(mark, well)
        assert [workers.carried_out(mark, well) for _ in range(2)] == [1, 1]
        workers.begin(mark_and_fail, badly)
        assert workers.carried_out(mark, str(tmp_path / "other")) == 1
        with pytest.raises(LookupError, match="2"):
            workers.carried_out(mark_and_fail, badly)


def test_no_more_is_begun_than_there_are_processes(app: Flask, tmp_path: Path) -> None:
    gate, written = tmp_path / "gate", tmp_path / "written"
    with app.test_request_context():
        workers.begin(wait_for, str(gate))
        workers.begin(mark, str(written))
        gate.touch()
        assert workers.carried_out(abs, -1) == 1
    assert not written.exists()


def test_a_process_that_is_ended_from_outside_is_replaced(app: Flask) -> None:
    worker = done(app, os.getpid)
    os.kill(worker, signal.SIGKILL)

    def is_replaced() -> bool:
        try:
            return done(app, os.getpid) != worker
        except ServiceUnavailable:
            return False

    assert comes(is_replaced)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says what a process shares")
def test_a_process_shares_the_compiled_search_with_the_one_it_was_forked_from(tmp_path: Path) -> None:
    # The search, its compiler and the sheets have some 190 MB; a process of its own had 100 of them to itself.
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    told = subprocess.run([sys.executable, tmp_path / "server.py"], capture_output=True, text=True, check=True)
    assert sum(int(kilobytes) for kilobytes in re.findall(r"^Private_\w+:\s+(\d+)", told.stdout, re.MULTILINE)) < 50_000


def test_on_a_new_machine_a_process_of_its_own_compiles_the_search(tmp_path: Path) -> None:
    # Whoever compiles it keeps 60 MB more than whoever loads it.
    program = """
import os
from toolkit.web.serving import workers
workers.compile_search = lambda: print(os.getpid(), flush=True)
import toolkit.web.serving.prepared
print(os.getpid())
"""
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    compiling, loading, prepared = told.stdout.split()
    assert compiling != loading == prepared


def test_processes_that_rest_make_room_for_new_ones_and_the_server_gives_back(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back = threading.Event()
    monkeypatch.setattr(workers, "_REST", 0.05)
    monkeypatch.setattr(workers, "_give_back", given_back.set)
    worker = done(app, os.getpid)
    assert comes(lambda: not Path(f"/proc/{worker}").exists())
    assert given_back.is_set()
    assert done(app, os.getpid) != worker


def test_the_server_gives_back_what_a_batch_of_decks_took(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    given_back = threading.Event()
    monkeypatch.setattr(workers, "_REST", 0.05)
    monkeypatch.setattr(workers, "_give_back", given_back.set)
    app.test_client().post("/api/v1/decks/check-batch", json={"decks": [{"text": "12x Nana Buruku"}]})
    assert given_back.wait(LONG)


def test_what_the_first_processes_took_to_compile_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    given_back = threading.Event()
    monkeypatch.setattr(workers, "_REST", 0.05)
    monkeypatch.setattr(workers, "_give_back", given_back.set)
    app = create_app({"TESTING": True, "WORKERS": 1})
    workers.start(app)
    assert given_back.wait(LONG)
    workers.stop(app)


def test_a_long_answer_takes_little_room_beside_the_pages_of_the_room(app: Flask) -> None:
    # 1.4 MB of text: as objects, with the schema's copy of them, it took 50.
    players = [f"Player {number}" for number in range(2000)]
    rounds = [[players[at : at + 5] for at in range(0, 2000, 5)]] * 3
    done(app, os.getpid)
    tracemalloc.start()
    answer = app.test_client().post("/api/v1/seating/score", json={"rounds": rounds})
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(answer.data) > 2**20
    assert most < 15 * 2**20


@pytest.mark.parametrize(
    ("told", "is_beside"),
    [({}, False), ({"ACCOUNTS": True}, True), ({"PROXIES": 1}, True), ({"TRUSTED_HOSTS": ["vtes.example"]}, True)],
)
def test_whoever_has_just_started_the_program_does_not_wait_but_strangers_of_a_server_do(
    app: Flask, monkeypatch: pytest.MonkeyPatch, told: dict[str, object], is_beside: bool
) -> None:
    monkeypatch.setattr(workers._Crew, "is_ready", False)
    monkeypatch.setattr(workers, "may_create", lambda: False)
    for name, value in told.items():
        monkeypatch.setitem(app.config, name, value)
    assert (done(app, os.getpid) != os.getpid()) == is_beside


def test_a_laptop_s_first_work_waits_for_no_process_and_has_them_made(monkeypatch: pytest.MonkeyPatch) -> None:
    app, begun = create_app({"TESTING": True, "WORKERS": 1}), threading.Event()
    monkeypatch.setattr(workers, "start", lambda _: begun.set())
    assert done(app, os.getpid) == os.getpid()
    assert begun.wait(LONG)


def test_processes_that_are_just_being_made_are_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    # Ended before, the program took away what they share: each said so with a traceback.
    begun, made, told = threading.Event(), threading.Event(), list[str]()

    class Slow:
        first: Future[float] = Future()

        def __init__(self, *_: object, **__: object) -> None:
            begun.set()
            made.wait(LONG)
            told.append("made")

        def stop(self) -> None:
            told.append("ended")

    monkeypatch.setattr(workers, "_Crew", Slow)
    app = create_app({"TESTING": True, "WORKERS": 1})
    makes = threading.Thread(target=workers.start, args=(app,))
    ends = threading.Thread(target=workers.stop, args=(app,))
    makes.start()
    begun.wait(LONG)
    ends.start()
    ends.join(0.1)
    made.set()
    makes.join(LONG)
    ends.join(LONG)
    workers.start(app)
    assert told == ["made", "ended"]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only GNU's library can")
def test_the_threads_of_a_server_share_two_heaps_that_keep_little_of_what_was_taken() -> None:
    told = subprocess.run([sys.executable, "-c", HEAPS], capture_output=True, text=True, check=True).stdout
    kept = re.search(r"kept: (-?\d+)", told)
    assert kept is not None
    assert int(kept[1]) < 20_000
    assert 1 <= told.count("<heap nr=") <= 2


@pytest.mark.parametrize("fault", [TypeError, OSError])
def test_a_laptop_without_gnu_s_c_library_serves(monkeypatch: pytest.MonkeyPatch, app: Flask, fault: type) -> None:
    """As on Windows: `serve` ended there with "argument of type 'NoneType' is not iterable"."""

    def no_library(name: str | None) -> None:
        raise fault(name)

    monkeypatch.setattr("ctypes.CDLL", no_library)
    if fault is TypeError:
        monkeypatch.setattr("sys.platform", "win32")
    Front(app)
    workers._give_back()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says which signals a process hears")
def test_ctrl_c_is_heard_by_none_of_the_processes_however_young_they_are(app: Flask) -> None:
    # A terminal tells every process of the program: one that still imported its modules said so with a traceback.
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    pids = [pid for file in children for pid in file.read_text().split()]
    makers = [pid for pid in pids if b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert makers
    for pid in makers:
        blocked = re.search(r"SigBlk:\s+(\w+)", Path(f"/proc/{pid}/status").read_text())
        assert blocked is not None
        assert int(blocked[1], 16) & 1 << (signal.SIGINT - 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says what a process has")
def test_what_a_piece_of_work_took_is_given_back_before_the_next(app: Flask) -> None:
    before = done(app, resident)
    done(app, leave_behind, 100)
    assert done(app, resident) - before < 50


def collected() -> int:
    """How many things the collector looks at."""
    return len(gc.get_objects())


def test_the_collector_leaves_alone_what_was_there_before_the_first_piece(app: Flask) -> None:
    # Walking through all libraries took an eighth of a second behind each sheet, before that was sent.
    assert done(app, collected) < 20_000


def lots() -> list[tuple[int]]:
    """Some 55 MB that are told in 4."""
    return [(number,) for number in range(600_000)]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says what a process has")
def test_what_a_piece_of_work_has_returned_is_kept_by_nobody(app: Flask) -> None:
    # What it says of itself is asked for before a next piece is begun, from outside.
    worker, before = done(app, os.getpid), done(app, resident)
    assert len(done(app, lots)) == 600_000
    status = Path(f"/proc/{worker}/status").read_text()
    after = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
    assert after - before < 25
