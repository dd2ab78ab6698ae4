"""What is counted, and that a room behind one address is never in its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Response
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from tests.web.apps import app_on
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.server import handover
from toolkit.tournament import handover as handovers
from toolkit.tournament import signup
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link

# A full hour, in seconds, so that minutes of the tests are minutes of the counter.
NOON = 1_796_040_000


@pytest.fixture
def counted(sqlite_url: str) -> Iterator[Hall]:
    yield from map(Hall, app_on(sqlite_url, accounts=True, RATELIMIT_ENABLED=True))


def test_passwords_are_not_guessed_by_the_dozen(counted: Hall) -> None:
    client = counted.account("Odile")
    guesses = [client.post("/account/sign-in", data={"name": "odile", "password": f"wrong {n}"}) for n in range(12)]
    assert {answer.status_code for answer in guesses[:10]} == {422}
    last = guesses[-1]
    assert last.status_code == 429
    assert 0 < int(last.headers["Retry-After"]) <= 60
    assert "try again in 1 minute" in last.text
    assert 'value="odile"' in last.text


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


def test_an_account_makes_thirty_leagues_an_hour(counted: Hall) -> None:
    client = counted.account("Odile")
    assert [client.post("/leagues", data={"name": f"League {n}"}).status_code for n in range(31)] == [303] * 30 + [429]
    refused = client.post("/api/v1/leagues", json={"name": "League 31"})
    assert (refused.status_code, refused.headers["RateLimit-Policy"]) == (429, '"new_event";q=30;w=3600')
    assert refused.headers["RateLimit"] == f'"new_event";r=0;t={refused.headers["Retry-After"]}'


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
    owner, browsers = counted.account("Odile"), [counted.app.test_client() for _ in range(25)]
    with owner.session_transaction() as session:
        word = dict(session)
    for browser in browsers:
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
    monkeypatch.setattr("toolkit.services.accounts.accounts._is_right", look)
    answer = browsers[0].post(path, data=data)
    assert answer.status_code == 422
    assert len(looked_at) == 10


# --- whose guesses are counted together ---


@pytest.fixture
def guess(counted: Hall, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Try a password, quickly, from an address, at a minute of the hour; the answer's status."""
    monkeypatch.setattr("time.time", lambda: NOON)  # whoever signs in now does so before that minute
    monkeypatch.setattr("toolkit.services.accounts.accounts._hash", str)
    monkeypatch.setattr("toolkit.services.accounts.accounts._is_right", str.__eq__)
    monkeypatch.setattr(
        "toolkit.web.accounts.pages._form", lambda _page, _typed, status=200, **_: Response(status=status)
    )

    def guess(
        name: str, password: str = "wrong horse", *, at: str = "192.0.2.1", minute: int = 0, by: object = None
    ) -> int:
        monkeypatch.setattr("time.time", lambda: NOON + 60 * minute)
        browser = by if isinstance(by, FlaskClient) else counted.app.test_client()
        data = {"name": name, "password": password}
        return browser.post("/account/sign-in", data=data, environ_base={"REMOTE_ADDR": at}).status_code

    return guess


def test_one_address_guesses_one_name_60_times_an_hour(counted: Hall, guess: Callable[..., int]) -> None:
    counted.account("Odile")
    counted.account("Anna")
    answers = [guess("Odile", minute=number // 10) for number in range(61)]
    assert answers == [422] * 60 + [429]
    assert guess("Odile", PASSWORD, minute=20) == 429
    # Others behind the same address, and Odile anywhere else, sign in.
    assert guess("Anna", PASSWORD, minute=20) == 303
    assert guess("Odile", PASSWORD, at="192.0.2.2", minute=20) == 303
    assert guess("Odile", PASSWORD, minute=61) == 303


def test_all_addresses_guess_one_name_100_times_an_hour(counted: Hall, guess: Callable[..., int]) -> None:
    owner, thief = counted.account("Odile"), counted.account("Zoe")
    answers = [guess("odile" if number % 2 else "ODILE", at=f"192.0.2.{number // 5}") for number in range(101)]
    assert answers == [422] * 100 + [429]
    assert guess("Odile", PASSWORD, at="198.51.100.7") == 429
    # Her own browser has signed in to that account before: nobody locks her out. Zoe's has only signed in to Zoe's.
    assert guess("Odile", PASSWORD, by=thief) == 429
    assert guess("Odile", PASSWORD, by=owner) == 303


def test_a_browser_that_is_known_is_counted_too(counted: Hall, guess: Callable[..., int]) -> None:
    owner = counted.account("Odile")
    answers = [guess("Odile", by=owner, at=f"192.0.2.{number}") for number in range(11)]
    assert answers == [422] * 10 + [429]
    assert guess("Odile", PASSWORD, by=owner) == 429


def test_a_mark_that_somebody_else_made_is_none(counted: Hall, guess: Callable[..., int]) -> None:
    owner = counted.account("Odile")
    mark = owner.get_cookie("known")
    assert mark is not None
    forged = counted.app.test_client()
    forged.set_cookie("known", mark.value[:-3] + "abc")
    for number in range(100):
        guess("Odile", at=f"192.0.2.{number // 5}")
    assert guess("Odile", PASSWORD, by=forged, at="198.51.100.7") == 429


@pytest.mark.parametrize("door", ["command", "page"])
def test_a_new_password_lets_nobody_lock_a_browser_out(counted: Hall, guess: Callable[..., int], door: str) -> None:
    owner = counted.account("Odile")
    elsewhere = counted.app.test_client()
    assert guess("Odile", PASSWORD, by=elsewhere) == 303
    for number in range(101):
        guess("Odile", at=f"192.0.2.{number // 5}")
    if door == "command":
        accounts.reset_password(counted.context, "Odile", "another horse")
    else:
        elsewhere.post("/account/password", data={"old": PASSWORD, "password": "another horse"})
    assert guess("Odile", "another horse", at="198.51.100.7") == 429
    assert guess("Odile", "another horse", by=owner, at="198.51.100.7") == 303


def test_browsers_of_an_earlier_password_are_counted_together(counted: Hall, guess: Callable[..., int]) -> None:
    thief = [counted.account("Odile"), *(counted.app.test_client() for _ in range(10))]
    assert {guess("Odile", PASSWORD, by=browser) for browser in thief} == {303}
    accounts.reset_password(counted.context, "Odile", "another horse")
    answers = [guess("Odile", by=browser, at=f"192.0.2.{at}") for at, browser in enumerate(thief)]
    assert answers == [422] * 10 + [429]


def test_one_address_guesses_many_names_300_times_an_hour(counted: Hall, guess: Callable[..., int]) -> None:
    owner = counted.account("Odile")
    answers = [guess(f"Name {number // 5}") for number in range(301)]
    assert answers == [422] * 300 + [429]
    assert guess("Odile", PASSWORD) == 429
    assert guess("Odile", PASSWORD, at="198.51.100.7") == 303
    assert guess("Odile", PASSWORD, by=owner) == 303


def test_one_name_does_not_use_up_what_an_address_may_guess(counted: Hall, guess: Callable[..., int]) -> None:
    counted.account("Odile")
    for _ in range(400):
        guess("Victim")
    assert guess("Odile", PASSWORD) == 303


def test_a_home_has_one_network_of_addresses(counted: Hall, guess: Callable[..., int]) -> None:
    counted.account("Odile")
    answers = [guess("Odile", at=f"2001:db8:1:2:{number:x}::1") for number in range(11)]
    assert answers == [422] * 10 + [429]
    assert guess("Odile", PASSWORD, at="2001:db8:1:3::1") == 303


def test_nobody_who_is_signed_in_or_shows_a_token_is_held_up(counted: Hall, guess: Callable[..., int]) -> None:
    owner = counted.account("Odile")
    token = accounts.make_token(counted.context, accounts.account_named(counted.context, "Odile"), "script")
    for number in range(400):
        guess(f"Name {number // 5}", at="127.0.0.1")
    headers = {"Authorization": f"Bearer {token}"}
    assert owner.get("/account/settings").status_code == 200
    assert counted.app.test_client().get("/api/v1/tournaments", headers=headers).status_code == 200


FORMS_WITH_PASSWORD = (
    "/account/second-factor", "/account/second-factor/remove", "/account/passkeys", "/account/passkeys/remove",
    "/tournaments/copy",
)  # fmt: skip


@pytest.mark.parametrize("path", FORMS_WITH_PASSWORD)
def test_every_form_that_asks_for_the_password_counts(counted: Hall, path: str) -> None:
    owner = counted.account("Odile", is_admin=True)
    answers = [owner.post(path, data={"password": f"wrong {n}"}).status_code for n in range(10)]
    assert answers == [422] * 10
    assert owner.post(path, data={"password": PASSWORD}).status_code == 429


def test_no_password_waits_for_passkeys_that_open_nothing(
    counted: Hall, guess: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted.account("Odile")

    def show(minute: int) -> int:
        monkeypatch.setattr("time.time", lambda: NOON + 60 * minute)
        return counted.app.test_client().post("/account/sign-in/passkey", data={"credential": "{}"}).status_code

    for minute in range(6):
        assert [show(minute) for _ in range(61)] == [422] * 60 + [429]
    assert guess("Odile", PASSWORD, at="127.0.0.1", minute=5) == 303
    assert show(6) == 422


def test_where_the_organizer_s_link_was_guessed_the_right_one_still_opens(tmp_path: Path) -> None:
    laptop = hall_at(tmp_path / "laptop", RATELIMIT_ENABLED=True)
    stranger = laptop.app.test_client()
    assert [stranger.get(f"/organizer/guess{n}").status_code for n in range(61)] == [404] * 60 + [429]
    assert laptop.app.test_client().get(organizer_link(laptop.key)).status_code == 303
    stores.close(laptop.app)


def test_an_old_token_of_one_program_holds_up_nobody_else(counted: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: NOON)
    counted.account("Odile")
    token = accounts.make_token(counted.context, accounts.account_named(counted.context, "Odile"), "script")
    client, path = counted.app.test_client(), "/api/v1/tournaments"

    def ask(shown: str) -> int:
        return client.get(path, headers={"Authorization": f"Bearer {shown}"}).status_code

    assert [ask("old") for _ in range(700)] == [401] * 60 + [429] * 640
    assert ask("another old one") == 401
    assert client.get(f"/tournaments/{counted.id}/players/1/guess").status_code == 404
    assert [ask(f"guess {number}") for number in range(540)] == [401] * 539 + [429]
    assert ask(token) == 200


def test_an_official_s_link_opens_where_links_were_guessed(counted: Hall) -> None:
    link = links.add_official(counted.context, counted.id, Role.JUDGE, "Anna")
    right = links.official_path(counted.id, link, counted.links)
    client = counted.app.test_client()
    answers = [client.get(f"/tournaments/{counted.id}/join/1/guess{n}").status_code for n in range(61)]
    assert answers == [404] * 60 + [429]
    assert {client.get(right).status_code for _ in range(61)} == {303}


def test_an_account_makes_thirty_events_an_hour(counted: Hall) -> None:
    client = counted.account("Odile")
    made = [client.post("/api/v1/tournaments", json={"name": f"Event {n}"}).status_code for n in range(31)]
    assert made == [201] * 30 + [429]


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


def test_links_are_not_counted_with_passkeys_of_the_same_rate(counted: Hall) -> None:
    client = counted.app.test_client()
    for _ in range(60):
        client.post("/account/sign-in/passkey", data={"credential": "{}"})
    assert client.get(f"/tournaments/{counted.id}/players/1/guess").status_code == 404


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


@pytest.mark.parametrize("path", ["/tables", "/api/v1/games"])
def test_a_hall_makes_a_hundred_tables_an_hour(counted: Hall, path: str) -> None:
    client, wrong = counted.app.test_client(), {"names": ["Ana", "Ana"]}
    answers = [client.post(path, json=wrong).status_code for _ in range(101)]
    assert answers == [422] * 100 + [429]


def test_a_hall_signs_up_at_once_and_no_crowd_of_none(counted: Hall) -> None:
    work = UnitOfWork(context=counted.context, id=counted.id, by="Test")
    work.change(signup.set_sign_up, counted.context.now(), capacity=10)
    client, address = counted.app.test_client(), f"/tournaments/{counted.id}/sign-up"
    sent = [client.post(address, data={"name": f"Person {n}", "no_vekn": "1"}).status_code for n in range(301)]
    assert sent == [303] * 300 + [429]


@pytest.mark.parametrize("door", ["console", "api"])
def test_a_hand_over_code_is_not_guessed_by_the_dozen(
    counted: Hall, monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    monkeypatch.setattr("time.time", lambda: NOON)
    work = UnitOfWork(context=counted.context, id=counted.id, by="Odile")
    _, code = handover.hand_over(work)
    work.change(handovers.receive)
    organizer = counted.account("Odile", Role.ORGANIZER)

    def tried(code: str) -> int:
        if door == "api":
            return organizer.post(f"/api/v1/tournaments/{counted.id}/take-over", json={"code": code}).status_code
        return organizer.post(f"/tournaments/{counted.id}/console/laptops/take-over", data={"code": code}).status_code

    assert [tried("xxxx-xxxx") for _ in range(21)] == [422] * 20 + [429]
    assert tried(code) == 429
    monkeypatch.setattr("time.time", lambda: NOON + 3600)
    assert tried(code) in (200, 303)
