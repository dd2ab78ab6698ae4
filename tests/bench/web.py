"""The web app: cold start, first page, deck checks over HTTP, refusal of a 10 MB body."""

from __future__ import annotations

import http.client
import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.parse
from collections.abc import Callable

from tests.bench._serving import start, wait_until_warm
from tests.corpus.archive import archive
from tests.web.lists import WINNER
from toolkit.decks.writing import ExportFormat, write

STARTS = 5
REQUESTS = 60


def cold_start(folder: str) -> tuple[subprocess.Popen[str], tuple[str, int], float]:
    """A cold `serve`, where it listens, and the seconds until its first page was there."""
    began = time.perf_counter()
    process, place = start(folder)
    request(place, "GET", "/")
    return process, place, time.perf_counter() - began


def request(place: tuple[str, int], method: str, path: str, body: str = "", kind: str = "") -> float:
    """Seconds until the whole answer was there."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection(*place, timeout=20)
    connection.request(method, path, body=body or None, headers={"Content-Type": kind} if kind else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200, answer.status
    return time.perf_counter() - began


def post_json(place: tuple[str, int], path: str, body: dict[str, object]) -> float:
    """Seconds until the API's answer about decks was there."""
    return request(place, "POST", f"/api/v1/decks/{path}", json.dumps(body), "application/json")


def refusal(place: tuple[str, int]) -> float:
    """Seconds until a body of 10 MB was refused, of which nothing was sent yet."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection(*place, timeout=20)
    connection.putrequest("POST", "/")
    connection.putheader("Content-Length", "10000000")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    return time.perf_counter() - began


def show(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    last = ordered[max(0, round(0.95 * len(ordered)) - 1)]
    print(f"{what:<44} {1000 * statistics.median(ordered):8.1f} ms median {1000 * last:8.1f} ms 95th percentile")


def main(*, full: bool = False) -> None:
    """Print the table; `full` asks more often."""
    requests = 10 * REQUESTS if full else REQUESTS
    with tempfile.TemporaryDirectory() as folder:
        starts = []
        # One more, not counted: it compiles the modules, as pip does when it installs, and the templates.
        for _ in range(1 + STARTS):
            process, place, seconds = cold_start(folder)
            starts.append(seconds)
            wait_until_warm(folder)
            if len(starts) <= STARTS:
                process.send_signal(signal.SIGTERM)
                process.wait()
        show("first start of all, which compiles everything", starts[:1])
        show("cold start of serve to its first page", starts[1:])
        form = urllib.parse.urlencode({"text": WINNER})
        batch = [{"text": write(one.deck, ExportFormat.TWD)} for one in archive()[::12][:100]]
        rows: list[tuple[str, Callable[[], float]]] = [
            ("the empty deck page", lambda: request(place, "GET", "/")),
            (
                "a deck checked on the page",
                lambda: request(place, "POST", "/", form, "application/x-www-form-urlencoded"),
            ),
            ("a deck checked by the API", lambda: post_json(place, "check", {"text": WINNER})),
            ("100 decks checked by the API", lambda: post_json(place, "check-batch", {"decks": batch})),
            ("a search for a card", lambda: request(place, "GET", "/cards/?q=nana")),
            ("a body of 10 MB refused", lambda: refusal(place)),
        ]
        for what, run in rows:
            run()
            show(what, [run() for _ in range(requests)])
        cpu = os.times()
        process.send_signal(signal.SIGTERM)
        process.wait()
        print(f"processor time of the last server: {os.times().children_user - cpu.children_user:.1f} s")


if __name__ == "__main__":
    main()
