"""Signing up, in and out; passwords; tokens; who is let in to an event."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall
from toolkit.services import accounts
from toolkit.services.roles import Role


def sign_in(client: FlaskClient, name: str, password: str = PASSWORD, **more: str):
    return client.post("/account/sign-in", data={"name": name, "password": password, **more})


def test_an_account_makes_an_event_of_its_own(server: Hall) -> None:
    client = server.app.test_client()
    answer = client.post("/account/sign-up", data={"name": "Odile", "password": PASSWORD, "next": "/tournaments"})
    assert (answer.status_code, answer.location) == (303, "/tournaments")
    made = client.post("/tournaments", data={"name": "Praxis Seizure: Lyon", "rounds": "2"})
    assert client.get(made.location).status_code == 200
    assert "Praxis Seizure" in client.get("/tournaments").text
    other = server.account("Zoe")
    assert other.get(made.location).status_code == 404
    assert "Praxis Seizure" not in other.get("/tournaments").text
    assert server.last_author(made.location.split("/")[2]) == "Odile"


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"name": "O", "password": PASSWORD}, "A name has 2 to 40 letters."),
        ({"name": "Odile", "password": "short"}, "A password has 10 to 200 characters."),
        ({"name": "Odile Moreau", "password": "odile moreau"}, "The name is no password."),
        ({"name": "  odile ", "password": PASSWORD}, None),
        ({}, "A name has"),
    ],
)
def test_signing_up_says_what_is_wrong_and_keeps_the_name(server: Hall, form: dict[str, str], says: str | None) -> None:
    server.account("Odile Taken" if says else "Odile")
    answer = server.app.test_client().post("/account/sign-up", data=form)
    assert answer.status_code == 422
    assert (says or "Somebody else has that name") in answer.text
    assert PASSWORD not in answer.text


def test_a_wrong_password_and_an_unknown_name_look_the_same(server: Hall) -> None:
    server.account("Odile")
    answers = [sign_in(server.app.test_client(), name, "wrong horse battery") for name in ("Odile", "Nobody")]
    assert [answer.status_code for answer in answers] == [422, 422]
    pages = [re.sub(r'name="csrf_token" value="[^"]+"|Odile|Nobody', "", answer.text) for answer in answers]
    assert pages[0] == pages[1]


def test_nobody_plants_a_session(server: Hall) -> None:
    server.account("Odile")
    client = server.app.test_client()
    with client.session_transaction() as session:
        session["planted"] = "x"
    client.get("/account/sign-in")
    before = client.get_cookie("session")
    answer = sign_in(client, "Odile")
    after = client.get_cookie("session")
    assert before is not None
    assert after is not None
    assert after.value != before.value
    with client.session_transaction() as session:
        assert "planted" not in session
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith("session=")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_goes_over_https_alone(server: Hall) -> None:
    server.account("Odile")
    data = {"name": "Odile", "password": PASSWORD}
    answer = server.app.test_client().post("/account/sign-in", data=data, base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_signing_out_ends_it(server: Hall) -> None:
    client = server.account("Odile")
    assert client.get("/account/settings").status_code == 200
    assert client.post("/account/sign-out").location == "/"
    assert client.get("/account/settings").location.startswith("/account/sign-in?next=")
    assert client.get("/account/sign-out").status_code == 405


def test_a_new_password_ends_every_other_session_and_every_token(server: Hall) -> None:
    here, phone = server.account("Odile"), server.app.test_client()
    sign_in(phone, "Odile")
    token = accounts.make_token(server.context, accounts.account_named(server.context, "Odile"), "script")
    wrong = here.post("/account/password", data={"old": "not it at all", "password": "another horse"})
    assert (wrong.status_code, "That is not the password." in wrong.text) == (422, True)
    assert here.post("/account/password", data={"old": PASSWORD, "password": "another horse"}).status_code == 303
    assert here.get("/account/settings").status_code == 200
    assert phone.get("/account/settings").status_code == 303
    assert sign_in(server.app.test_client(), "Odile").status_code == 422
    assert accounts.account_of_token(server.context, token) is None


def test_a_token_is_shown_once_kept_as_a_digest_and_can_be_removed(server: Hall) -> None:
    client = server.account("Odile", Role.ORGANIZER)
    page = client.post("/account/tokens", data={"label": "Standings on our site"}).text
    (token,) = re.findall(r'id="token"[^>]*value="([^"]+)"', page)
    assert token not in client.get("/account/settings").text
    program, headers = server.app.test_client(), {"Authorization": f"Bearer {token}"}
    address = f"/api/v1/tournaments/{server.id}/notes"
    assert program.post(address, json={"text": "From a program."}, headers=headers).status_code == 200
    assert server.last_author() == "Odile"
    (known,) = accounts.tokens_of(server.context, accounts.account_named(server.context, "Odile"))
    assert token not in known.digest
    client.post("/account/tokens/remove", data={"digest": known.digest})
    assert program.post(address, json={"text": "Again."}, headers=headers).status_code == 403


def test_nobody_removes_another_s_token(server: Hall) -> None:
    server.account("Odile")
    odile = accounts.account_named(server.context, "Odile")
    accounts.make_token(server.context, odile, "script")
    (known,) = accounts.tokens_of(server.context, odile)
    server.account("Zoe").post("/account/tokens/remove", data={"digest": known.digest})
    assert accounts.tokens_of(server.context, odile) == [known]


def test_an_organizer_lets_others_in_and_out(server: Hall) -> None:
    odile, anna = server.account("Odile", Role.ORGANIZER), server.account("Anna")
    console = f"/tournaments/{server.id}/console"
    assert anna.get(f"{console}/results").status_code == 404
    assert odile.post(f"{console}/access/members", data={"name": "anna", "role": "judge"}).status_code == 303
    assert anna.get(f"{console}/results").status_code == 200
    assert anna.get(f"{console}/access").status_code == 403
    account = accounts.account_named(server.context, "Anna")
    odile.post(f"{console}/access/members/remove", data={"account": account.id})
    assert anna.get(f"{console}/results").status_code == 404


def test_an_event_never_is_without_an_organizer(server: Hall) -> None:
    odile = server.account("Odile", Role.ORGANIZER)
    me = accounts.account_named(server.context, "Odile")
    console = f"/tournaments/{server.id}/console/access"
    answer = odile.post(f"{console}/members/remove", data={"account": me.id})
    assert (answer.status_code, "needs an organizer" in answer.text) == (409, True)
    assert odile.post(f"{console}/members", data={"name": "Odile", "role": "judge"}).status_code in (409, 422)
    assert odile.get(console).status_code == 200
    assert odile.post(f"{console}/members", data={"name": "Nobody", "role": "judge"}).status_code == 422


def test_where_sign_up_is_closed_there_is_no_form(server: Hall) -> None:
    server.app.config["SIGN_UP"] = False
    client = server.app.test_client()
    assert client.get("/account/sign-up").status_code == 404
    assert client.post("/account/sign-up", data={"name": "Odile", "password": PASSWORD}).status_code == 404
    assert "/account/sign-up" not in client.get("/account/sign-in").text


def test_without_accounts_there_is_nothing_to_sign_in_to(laptop: Hall) -> None:
    client = laptop.browser("organizer")
    for path in ("/account/sign-in", "/account/sign-up", "/account/settings"):
        assert client.get(path).status_code == 404
    assert "/account/" not in client.get("/tournaments").text
