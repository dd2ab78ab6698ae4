"""What an operator is told: each request and each event of security in a line, figures behind a token, no secret."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.server.copies import back_up
from toolkit.web.base import monitoring, stores

TOKEN = "a scraper's own long word"


class Lines(logging.Handler):
    """What is written, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(monitoring.JsonLines())
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"

    def of(self, name: str) -> list[dict[str, object]]:
        return [line for line in map(json.loads, self.text.splitlines()) if line["log"] == name]

    @property
    def security(self) -> list[tuple[object, ...]]:
        shown = ("message", "account", "by", "role", "link")
        return [tuple(line[name] for name in shown if name in line) for line in self.of("toolkit.security")]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, logger = Lines(), logging.getLogger("toolkit")
    levels = {name: logging.getLogger(name).level for name in (monitoring.ACCESS, monitoring.SECURITY)}
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def watched(tmp_path: Path, lines: Lines) -> Iterator[Hall]:
    logged = logging.getLogger("toolkit").handlers[:]
    hall = hall_at(tmp_path, ACCOUNTS=True, LOG=True, METRICS_TOKEN=TOKEN)
    logging.getLogger("toolkit").handlers[:] = logged  # what goes to standard error is not looked at here
    yield hall
    stores.close(hall.app)


def test_sign_ins_links_and_roles_are_told_with_who_did_it(watched: Hall, lines: Lines) -> None:
    client = watched.account("Odile", Role.ORGANIZER)
    accounts.sign_up(watched.context, "Zoe", PASSWORD)
    console = f"/tournaments/{watched.id}/console/access"
    client.post(f"{console}/links", data={"label": "Anna", "role": "judge"})
    client.post(f"{console}/links/renew", data={"link": "1"})
    client.post(f"{console}/player", data={"player": "3"})
    client.post(f"{console}/links/revoke", data={"link": "1"})
    client.post(f"{console}/members", data={"name": "zoe", "role": "scorekeeper"})
    client.post("/account/sign-out")
    stranger = watched.app.test_client()
    stranger.post("/account/sign-in", data={"name": "odile", "password": "wrong horse"})
    stranger.post("/account/sign-in", data={"name": PASSWORD, "password": "Odile"})
    stranger.get(f"/tournaments/{watched.id}/players/3/{'x' * 22}")
    assert lines.security == [
        ("account_made", "Odile"),
        ("role_changed", "Odile", "organizer"),
        ("signed_in", "Odile"),
        ("account_made", "Zoe"),
        ("link_made", "Odile", "judge", "official/1"),
        ("link_replaced", "Odile", "judge", "official/1"),
        ("link_replaced", "Odile", "player/3"),
        ("link_taken_back", "Odile", "judge", "official/1"),
        ("member_invited", "Zoe", "Odile", "scorekeeper"),
        ("signed_out", "Odile"),
        ("sign_in_failed", "Odile"),
        ("sign_in_failed",),
        ("wrong_link",),
    ]


def test_no_line_holds_a_secret(watched: Hall, lines: Lines) -> None:
    client = watched.account("Odile", Role.ORGANIZER)
    token = links.player_token(watched.links, watched.id, 3)
    account = accounts.account_named(watched.context, "Odile")
    program = accounts.make_token(watched.context, account, "script")
    cookie = client.get_cookie("session")
    assert cookie is not None
    assert client.get(f"/tournaments/{watched.id}/players/3/{token}").status_code == 200
    client.get(f"/tournaments/{watched.id}/players/3/{token}x")
    client.get(f"/somewhere/{token}?password={PASSWORD}", headers={"Authorization": f"Bearer {program}"})
    client.post("/account/sign-in", data={"name": PASSWORD, "password": PASSWORD})
    seen = [(line["status"], line.get("route"), line.get("id")) for line in lines.of("toolkit.access")]
    player = "/tournaments/<id>/players/<number>/<token>"
    assert seen[1:] == [(200, player, watched.id), (404, player, watched.id), (404, None, None),
                        (422, "/account/sign-in", None)]  # fmt: skip
    for secret in (PASSWORD, token, program, cookie.value, watched.key, TOKEN):
        assert secret not in lines.text


def test_an_answer_that_was_given_before_is_told_too(watched: Hall, lines: Lines) -> None:
    client = watched.app.test_client()
    made = client.post("/api/v1/games", json={"names": ["Anna", "Bo", "Cy", "Di"], "profile": "vekn_event"}).json
    path, headers = made["doors"][0]["path"], {"X-Fragment": "table"}
    tag = client.get(path, headers=headers).headers["ETag"]
    for _ in range(2):
        assert client.get(path, headers={**headers, "If-None-Match": tag}).status_code == 304
    assert [line["route"] for line in lines.of("toolkit.access")[1:]] == ["/tables/<id>/<word>/<token>"] * 3


def test_figures_are_for_whoever_shows_the_token(watched: Hall) -> None:
    client = watched.app.test_client()
    client.post("/account/sign-in", data={"name": "nobody", "password": "wrong horse"})
    client.open("/", method="PURGE")
    assert client.get("/metrics").status_code == 404
    for wrong in ("", TOKEN[:-1]):
        assert client.get("/metrics", headers={"Authorization": f"Bearer {wrong}"}).status_code == 401
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    figures = set(text.splitlines())
    assert 'vtes_toolkit_security_events_total{event="sign_in_failed"} 1.0' in figures
    assert 'vtes_toolkit_requests_total{endpoint="accounts.enter",method="POST",status="422"} 1.0' in figures
    assert 'vtes_toolkit_requests_total{endpoint="",method="other",status="405"} 1.0' in figures
    assert 'vtes_toolkit_request_seconds_count{area="accounts"} 1.0' in figures
    assert "vtes_toolkit_streams 0.0" in figures


def test_the_age_of_the_last_copy_is_a_figure(watched: Hall, tmp_path: Path) -> None:
    def figure() -> float:
        text = watched.app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        return float(
            dict(line.split() for line in text.splitlines() if line[0] != "#")["vtes_toolkit_copy_age_seconds"]
        )

    assert figure() == float("inf")
    back_up(watched.context, tmp_path / "copy.db", is_kept=True)
    context, made = stores.context_of(watched.app), watched.context.now()
    context.now = lambda: made + timedelta(hours=3)
    assert 3 * 3600 <= figure() < 3 * 3600 + 60


def test_processes_count_together_in_a_folder_that_they_share(tmp_path: Path) -> None:
    count = (
        "import os; from toolkit.web.base.monitoring import Metrics; found = Metrics(); other = os.fork(); "
        "found.refused.labels('lane').inc(); other and os.waitpid(other, 0) and print(found.render()[0].decode())"
    )
    shared = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures")}
    told = subprocess.check_output([sys.executable, "-c", count], env=shared, text=True)
    assert 'vtes_toolkit_refused_total{what="lane"} 2.0' in told


def test_without_a_token_configured_there_are_no_figures(server: Hall) -> None:
    assert server.app.test_client().get("/metrics").status_code == 404
    for word in ("", "None", "False"):
        headers = {"Authorization": f"Bearer {word}"}
        assert server.app.test_client().get("/metrics", headers=headers).status_code == 401
