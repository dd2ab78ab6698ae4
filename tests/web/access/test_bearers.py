"""A bearer token that opens nothing is refused by every address, whatever it would answer without one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from werkzeug.test import TestResponse

from tests.soak import part
from tests.web.access.conftest import Hall
from tests.web.access.test_table import METHODS, reached
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import link_secret
from toolkit.services.kernel.roles import Role
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.links import token_of

EVERY_METHOD = (*METHODS, "HEAD", "OPTIONS")


def ask(hall: Hall, path: str, shown: str, method: str = "GET", accept: str = "text/html") -> TestResponse:
    return hall.app.test_client().open(path, method=method, headers={"Authorization": shown, "Accept": accept})


def is_refused(answer: TestResponse) -> bool:
    return (answer.status_code, answer.headers.get("WWW-Authenticate")) == (401, 'Bearer error="invalid_token"')


def made_table(hall: Hall) -> str:
    return create_table(hall.context, TableWishes(names=("Anna", "Bo", "Cy", "Di"), profile="vekn_event"), by="Anna")


def every_address(hall: Hall) -> list[str]:
    table = made_table(hall)
    rules = list(hall.app.url_map.iter_rules())
    found = {hall.address(rule).replace(f"/games/{hall.id}", f"/games/{table}") for rule in rules}
    return [*sorted(found), "/nowhere", "/api/v1/nowhere"]


@pytest.mark.walk
@pytest.mark.parametrize("where", ["laptop", "server"])
def test_every_address_refuses_a_wrong_token_by_every_method(where: str, request: pytest.FixtureRequest) -> None:
    hall: Hall = request.getfixturevalue(where)
    addresses = every_address(hall)
    reached(hall.app)
    asked = [(path, method) for path in addresses for method in EVERY_METHOD]
    assert len(asked) > 3000
    asked = part(asked, of=len(EVERY_METHOD) - 1)
    assert [one for one in asked if not is_refused(ask(hall, one[0], "Bearer wrong", one[1], "application/json"))] == []


def test_an_expired_a_removed_and_a_garbled_token_are_refused(server: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    server.account("Odile", Role.ORGANIZER)
    odile = accounts.account_named(server.context, "Odile")
    expired = accounts.make_token(server.context, odile, "expired", days=7)
    removed = accounts.make_token(server.context, odile, "removed")
    good = accounts.make_token(server.context, odile, "good", days=90)
    accounts.remove_token(server.context, odile, accounts.tokens_of(server.context, odile)[1].digest)
    later = server.context.now() + timedelta(days=8)
    monkeypatch.setattr(server.context, "now", lambda: later)
    for path in ("/tournaments", "/api/v1/tournaments", f"/api/v1/tournaments/{server.id}/log", "/healthz"):
        for shown in (expired, removed, "", "a=b", "x, Bearer y", f"{good}, Bearer {good}", server.key, "\udcff"):
            assert is_refused(ask(server, path, f"Bearer {shown}")), (path, shown)
        assert ask(server, path, f"bearer {good}").status_code == 200


def test_a_program_reads_json_and_a_person_a_sentence(server: Hall) -> None:
    answer = ask(server, "/api/v1/tournaments", "Bearer wrong")
    said = "This token or key is wrong, expired or replaced. Send a valid one, or none."
    about = {"type": "about:blank", "title": "Unauthorized", "detail": said}
    assert answer.json == about | {"code": "invalid_token", "status": 401, "message": said}
    assert answer.headers["Cache-Control"] == "no-store"
    page = ask(server, "/tournaments", "Bearer wrong")
    assert (page.mimetype, said in page.text) == ("text/html", True)


def test_the_document_says_so_of_every_address_of_the_api(server: Hall) -> None:
    document = server.app.test_client().get("/api/openapi.json").json
    said = [
        one["responses"].get("401")
        for path in document["paths"].values()
        for method, one in path.items()
        if method != "parameters"
    ]
    assert len(said) > 100
    assert {str(one) for one in said} == {"{'$ref': '#/components/responses/WRONG_TOKEN'}"}
    assert document["components"]["responses"]["WRONG_TOKEN"]["headers"].keys() == {"WWW-Authenticate"}


@pytest.mark.parametrize(
    "shown", ["Bearer\twrong", "Bearer\xa0wrong", "Bearer=wrong", "bearer:wrong", "Basic YTpi,Bearer wrong"]
)
def test_a_token_that_is_written_wrong_or_comes_second_is_refused(server: Hall, laptop: Hall, shown: str) -> None:
    for hall in (server, laptop):
        assert is_refused(ask(hall, "/api/v1/tournaments", shown))


@pytest.mark.parametrize("shown", ["Basic YTpi", "Digest username=x", "Negotiate abc", 'Digest username="bearer"'])
def test_what_a_proxy_sends_for_itself_is_ignored(server: Hall, laptop: Hall, shown: str) -> None:
    for hall in (server, laptop):
        assert ask(hall, "/tournaments", shown).status_code == 200


def test_a_table_takes_its_own_tokens_alone(server: Hall) -> None:
    server.account("Odile", Role.ORGANIZER)
    odile = accounts.account_named(server.context, "Odile")
    accounts_own = accounts.make_token(server.context, odile, "script")
    table, other = made_table(server), made_table(server)
    secret = link_secret(server.context.store)
    mine, path = token_of(secret, table, "1", {}), f"/api/v1/games/{table}"
    replaced, others = token_of(secret, table, "1", {"1": 2}), token_of(secret, other, "1", {})
    assert ask(server, path, f"Bearer {mine}").status_code == 200
    assert ask(server, path, f"Bearer {mine}", "DELETE").status_code == 405
    assert all(is_refused(ask(server, path, f"Bearer {shown}")) for shown in (accounts_own, replaced, others))
    assert is_refused(ask(server, "/api/v1/tournaments", f"Bearer {mine}"))


def test_a_screen_that_polls_with_a_wrong_token_is_told_so(server: Hall) -> None:
    table, secret = made_table(server), link_secret(server.context.store)
    path = f"/tables/{table}/watch/{token_of(secret, table, 'watch', {})}"
    client, headers = server.app.test_client(), {"X-Fragment": "table"}
    tag = client.get(path, headers=headers).headers["ETag"]
    headers["If-None-Match"] = tag
    assert [client.get(path, headers=headers).status_code for _ in range(2)] == [304, 304]
    assert is_refused(client.get(path, headers={**headers, "Authorization": "Bearer wrong"}))
