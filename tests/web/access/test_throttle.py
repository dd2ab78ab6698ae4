"""What is counted, and that a room behind one address is never in its own way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.services import links
from toolkit.web import stores


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[Hall]:
    hall = hall_at(tmp_path, ACCOUNTS=True, RATELIMIT_ENABLED=True)
    yield hall
    stores.close(hall.app)


def test_passwords_are_not_guessed_by_the_dozen(counted: Hall) -> None:
    client = counted.account("Odile")
    guesses = [client.post("/account/sign-in", data={"name": "odile", "password": f"wrong {n}"}) for n in range(12)]
    assert {answer.status_code for answer in guesses[:10]} == {422}
    last = guesses[-1]
    assert last.status_code == 429
    assert 0 < int(last.headers["Retry-After"]) <= 60
    assert "wait a moment" in last.text


def test_the_right_password_waits_too_once_there_were_too_many_wrong_ones(counted: Hall) -> None:
    client = counted.account("Odile")
    for number in range(10):
        client.post("/account/sign-in", data={"name": "odile", "password": f"wrong {number}"})
    right = client.post("/account/sign-in", data={"name": "odile", "password": PASSWORD})
    assert right.status_code == 429
    assert 0 < int(right.headers["Retry-After"]) <= 60
    change = client.post("/account/password", data={"old": PASSWORD, "password": "another horse battery"})
    assert change.status_code == 429
    assert 0 < int(change.headers["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/account/sign-in", {"name": "Odile", "password": "wrong horse"}),
        ("/account/password", {"old": "wrong horse", "password": "another horse battery"}),
    ],
)
def test_of_many_guesses_sent_at_once_no_more_are_looked_at(
    counted: Hall, monkeypatch: pytest.MonkeyPatch, path: str, data: dict[str, str]
) -> None:
    browsers = [counted.account("Odile"), *(counted.app.test_client() for _ in range(24))]
    with browsers[0].session_transaction() as session:
        word = dict(session)
    for browser in browsers[1:]:
        with browser.session_transaction() as session:
            session.update(word)
    looked_at: list[str] = []

    def look(_hashed: str, password: str) -> bool:
        # While one guess is looked at, the next one comes in.
        looked_at.append(password)
        if waiting:
            waiting.pop().post(path, data=data)
        return False

    waiting = browsers[1:]
    monkeypatch.setattr("toolkit.services.accounts._is_right", look)
    answer = browsers[0].post(path, data=data)
    assert answer.status_code == 422
    assert len(looked_at) == 10


def test_a_room_that_signs_in_at_once_is_not_stopped(counted: Hall) -> None:
    counted.account("Odile")
    for _ in range(15):
        client = counted.app.test_client()
        assert client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD}).status_code == 303


def test_links_are_not_guessed_and_nobody_else_notices(counted: Hall) -> None:
    right = links.player_path(counted.id, 1, counted.links)
    client = counted.app.test_client()
    answers = [client.get(f"/tournaments/{counted.id}/players/1/guess{n}").status_code for n in range(70)]
    assert (answers[0], answers[-1]) == (404, 429)
    # The phones behind the same address go on.
    assert {client.get(right).status_code for _ in range(100)} == {200}


def test_accounts_are_not_made_by_the_hundred(counted: Hall) -> None:
    answers = []
    for number in range(21):
        client = counted.app.test_client()
        answers.append(client.post("/account/sign-up", data={"name": f"Bot {number}", "password": "short"}).status_code)
    assert (answers[19], answers[20]) == (422, 429)


def test_a_judge_is_called_as_often_as_needed_and_no_more(counted: Hall) -> None:
    call = links.player_path(counted.id, 1, counted.links) + "/call"
    other = links.player_path(counted.id, 2, counted.links) + "/call"
    client = counted.app.test_client()
    answers = [client.post(call, data={"reason": "again"}).status_code for _ in range(8)]
    assert answers[-1] == 429
    assert 429 not in answers[:6]
    assert client.post(other, data={"reason": "us"}).status_code != 429
