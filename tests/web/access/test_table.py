"""Every address of the app and everybody who may ask there, against the table that says who gets what."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.soak import part
from tests.web.access.conftest import Hall
from tests.web.access.table import BY_ADMINISTRATORS_TOKEN, BY_TOKEN, DOORS, KINDS, TOKENS, WHO, kind_of
from toolkit.services.accounts import accounts
from toolkit.services.kernel.roles import Role, Scope

STATUS = {"+": 200, "-": 404, "!": 403, ">": 303, "?": 401}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def reached(app: Flask, *, but: tuple[str, ...] = ()) -> None:
    """Put something in the place of every view that only says that it was reached."""
    for endpoint in app.view_functions.keys() - set(but):
        app.view_functions[endpoint] = lambda **_: "reached"


def requests(app: Flask) -> list[tuple[str, Rule]]:
    return [(method, rule) for rule in app.url_map.iter_rules() for method in METHODS if method in (rule.methods or ())]


def wrong_answers(hall: Hall, people: dict[str, FlaskClient], wanted) -> list[str]:
    """Every request whose answer is not the one that the table has."""
    reached(hall.app)
    found = []
    for number, (method, rule) in enumerate(requests(hall.app)):
        for who, client in part(people.items(), of=3, first=number):
            token = hall.token(rule) if who == "holder" else ""
            sign = wanted(who, method, rule)
            got = client.open(hall.address(rule, token), method=method).status_code
            if got != STATUS[sign]:
                found.append(f"{who}: {method} {rule.rule} ({rule.endpoint}): {got} for {STATUS[sign]}")
    return found


def test_every_address_has_its_line(laptop: Hall) -> None:
    unknown = {rule.endpoint for rule in laptop.app.url_map.iter_rules() if kind_of(rule.endpoint) is None}
    assert unknown == set(), "say in tests/web/access/table.py who gets what there, and in web/access.py"


@pytest.mark.walk
def test_on_a_laptop_everybody_gets_what_is_theirs(laptop: Hall) -> None:
    people = {who: laptop.browser(who) for who in WHO}

    def wanted(who: str, _method: str, rule: Rule) -> str:
        return KINDS[kind_of(rule.endpoint) or ""][WHO.index(who)]

    assert wrong_answers(laptop, people, wanted) == []


@pytest.mark.walk
def test_on_a_server_everybody_gets_what_is_theirs(server: Hall) -> None:
    people = {
        "owner": server.account("Odile", Role.ORGANIZER),
        "invited judge": server.account("Anna", Role.JUDGE),
        "invited scorekeeper": server.account("Boris", Role.SCOREKEEPER),
        "administrator": server.account("Root", is_admin=True),
        "another user": server.account("Zoe"),
        "judge by link": server.browser("judge"),
        "holder": server.browser("holder"),
        "anonymous": server.browser("anonymous"),
    }
    roles = {"owner": 0, "administrator": 0, "invited judge": 1, "judge by link": 1, "invited scorekeeper": 2}
    signed_in = ("owner", "administrator", "invited judge", "invited scorekeeper", "another user")

    def wanted(who: str, method: str, rule: Rule) -> str:
        kind, endpoint = kind_of(rule.endpoint) or "", rule.endpoint
        is_page = not rule.rule.startswith("/api/")
        if endpoint in DOORS or (kind in ("account", "new event") and who in signed_in):
            return "+"
        if kind in ("installation", "copy") and who in signed_in:
            return "+" if who == "administrator" else "!"
        if kind in ("account", "new event", "installation", "copy"):
            # An official's link is no account; a page that wants one leads to where people sign in.
            return ">" if method == "GET" and is_page else "!"
        sign = KINDS[kind][3 if who == "holder" else roles.get(who, 4)]
        is_led_in = sign == "-" and kind != "link" and who in ("holder", "anonymous") and is_page and method == "GET"
        return ">" if is_led_in else sign

    assert wrong_answers(server, people, wanted) == []


@pytest.mark.walk
@pytest.mark.parametrize(("who", "letters"), [("Odile", BY_TOKEN), ("Root", BY_ADMINISTRATORS_TOKEN)])
def test_a_program_gets_what_the_scope_of_its_token_has(server: Hall, who: str, letters: dict[str, str]) -> None:
    server.account(who, Role.ORGANIZER, is_admin=who == "Root")
    owner = accounts.account_named(server.context, who)
    programs = {scope: server.app.test_client() for scope in Scope}
    for scope, client in programs.items():
        token = accounts.make_token(server.context, owner, scope, scope=scope)
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"

    def wanted(scope: str, method: str, rule: Rule) -> str:
        kind = kind_of(rule.endpoint) or ""
        does = {Scope.READ: "look and read" if method == "GET" else "look and send"}.get(Scope(scope), scope)
        return "+" if rule.endpoint in DOORS else letters[kind][TOKENS.index(does)]

    assert wrong_answers(server, dict(programs), wanted) == []


def test_a_program_with_the_key_is_the_organizer(laptop: Hall) -> None:
    reached(laptop.app)
    client = laptop.app.test_client()
    for key, status in ((laptop.key, 200), (laptop.key + "x", 401), ("", 401)):
        headers = {"Authorization": f"Bearer {key}"}
        assert client.post(f"/api/v1/tournaments/{laptop.id}/undo", headers=headers).status_code == status


def test_on_a_server_the_installations_key_opens_nothing(server: Hall) -> None:
    reached(server.app)
    client = server.app.test_client()
    client.set_cookie("organizer", server.key)
    assert client.post(f"/api/v1/tournaments/{server.id}/undo").status_code == 403
    assert client.post("/tournaments/demo").status_code == 403
    headers = {"Authorization": f"Bearer {server.key}"}
    assert client.post(f"/api/v1/tournaments/{server.id}/undo", headers=headers).status_code == 401
