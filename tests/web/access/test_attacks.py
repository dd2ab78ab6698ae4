"""What a hostile page, link, name or header tries, and does not get."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from tests.web.access.test_table import requests
from tests.web.apps import app_on
from toolkit.services.kernel import links
from toolkit.web.base import stores
from toolkit.web.base.addresses import LISTENS_AT, NO_HOST, is_host

WICKED = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}"


@pytest.fixture
def strict(sqlite_url: str) -> Iterator[Hall]:
    """A laptop where forms ask for their token."""
    yield from map(Hall, app_on(sqlite_url, forms_need_tokens=True, RATELIMIT_ENABLED=False))


# --- forged forms ---

# Pure functions of what is sent: nothing is kept, and nothing that a cookie opens is used.
# The companion's API takes a seat's token in the request itself.
WITHOUT_TOKEN = re.compile(r"/|/seating|/replay(/.*)?|/api/v1/(decks|seating|sheets|games)(/.*)?|/deck.*")


def test_another_site_s_form_changes_nothing(strict: Hall) -> None:
    organizer = strict.browser("organizer")
    number = strict.context.tournaments.head(strict.id)
    open_to_all = []
    for method, rule in requests(strict.app):
        if method != "GET":
            address = strict.address(rule, strict.token(rule))
            status = organizer.open(address, method=method, data={"name": "x"}).status_code
            if status != 400:
                open_to_all.append((rule.rule, status))
    assert [at for at in open_to_all if not WITHOUT_TOKEN.fullmatch(at[0])] == []
    assert strict.context.tournaments.head(strict.id) == number


def test_the_api_takes_a_cookie_only_with_a_token(strict: Hall) -> None:
    organizer, address = strict.browser("organizer"), f"/api/v1/tournaments/{strict.id}/notes"
    assert organizer.post(address, json={"text": "forged"}).status_code == 400
    page = organizer.get(f"/tournaments/{strict.id}/console/players").text
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found is not None
    assert organizer.post(address, json={"text": "mine"}, headers={"X-CSRFToken": found[1]}).status_code == 200


def test_cookies_that_open_something_stay_out_of_scripts_and_other_sites(laptop: Hall) -> None:
    link = links.add_official(laptop.context, laptop.id, links.Role.JUDGE, "Anna")
    for address in (f"/organizer/{laptop.key}", links.official_path(laptop.id, link, laptop.links)):
        (cookie,) = laptop.app.test_client().get(address).headers.getlist("Set-Cookie")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        (secure,) = laptop.app.test_client().get(address, base_url="https://x").headers.getlist("Set-Cookie")
        assert "Secure" in secure


# --- frames ---


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/{id}/console/rounds/1",
        "/tournaments/{id}/console/players",
        "/tournaments/{id}/console/log",
        "/tournaments/{id}/console/access",
        "/tournaments/{id}/console/export",
        "/tournaments/{id}/judge",
        "/tournaments/{id}/judge/players",
        "/api/v1/tournaments/{id}/export",
        "/api/v1/tournaments/{id}/log",
        "/api/v1/tournaments/{id}/sheets/checkin.pdf",
        "/tournaments",
    ],
)
def test_no_cache_keeps_what_is_not_everybody_s(laptop: Hall, path: str) -> None:
    answer = laptop.browser("organizer").get(path.format(id=laptop.id))
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (200, "no-store")


def test_no_cache_keeps_what_a_program_is_told_for_its_token(laptop: Hall) -> None:
    program = laptop.app.test_client()
    for path in (f"/api/v1/tournaments/{laptop.id}/players", f"/api/v1/tournaments/{laptop.id}/export"):
        answer = program.get(path, headers={"Authorization": f"Bearer {laptop.key}"})
        assert (answer.status_code, answer.headers.get("Cache-Control")) == (200, "no-store")


def test_what_is_everybody_s_may_be_kept(laptop: Hall) -> None:
    for path in ("/", f"/tournaments/{laptop.id}", f"/api/v1/tournaments/{laptop.id}", "/help/"):
        assert "no-store" not in laptop.app.test_client().get(path).headers.get("Cache-Control", "")


@pytest.mark.parametrize("path", ["players", "sheets/players.pdf"])
def test_a_cache_does_not_tell_an_organizer_what_it_was_told_as_a_stranger(laptop: Hall, path: str) -> None:
    told = laptop.app.test_client().get(f"/api/v1/tournaments/{laptop.id}/{path}")
    assert {"authorization", "cookie"} <= {name.casefold() for name in told.vary}


def test_no_cache_hands_on_the_session_of_whoever_is_signed_in(server: Hall) -> None:
    client = server.account("Odile")
    page = client.get("/help/")
    assert "session=" in page.headers["Set-Cookie"]
    assert page.cache_control.private
    (style,) = re.findall(r'"(/static/app\.css\?v=\w+)"', page.text)
    known = {"If-None-Match": client.get(style, buffered=True).headers["ETag"]}
    for path, headers, status in (
        (style, {}, 200), (style, known, 304), ("/static/app.css", {}, 200), ("/tables/names?text=a", {}, 200)
    ):  # fmt: skip
        answer = client.get(path, headers=headers, buffered=True)
        assert (answer.status_code, answer.cache_control.public) == (status, True)
        assert answer.cache_control.immutable == (path == style)
        assert "Set-Cookie" not in answer.headers
        assert "cookie" not in {name.casefold() for name in answer.vary}
    assert client.get("/static/nothing.css").cache_control.private


# What other sites and streams show: standings and a table, without a form and without anything of a reader's own.
FRAMED = {"room.embed", "room.overlay"}


def test_no_page_can_be_put_into_a_frame_but_those_made_for_it(laptop: Hall) -> None:
    organizer = laptop.browser("organizer")
    for name in FRAMED:
        address = f"/tournaments/{laptop.id}/{name.removeprefix('room.')}"
        answer = organizer.get(address)
        assert "X-Frame-Options" not in answer.headers
        assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors *")
        assert "<form" not in answer.text
        assert laptop.app.test_client().get(address).text == answer.text
    pages = [rule for method, rule in requests(laptop.app) if method == "GET" and rule.endpoint not in FRAMED]
    for rule in pages:
        answer = organizer.get(laptop.address(rule, laptop.token(rule)))
        assert answer.headers["X-Frame-Options"] == "DENY", rule.rule
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        answer.close()


# --- where one is led ---

ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\/evil.example/",
    "/\tevil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "http:evil.example",
    "///evil.example",
    " //evil.example",
)


@pytest.mark.parametrize("target", ELSEWHERE)
def test_nobody_is_led_to_another_site(server: Hall, target: str) -> None:
    server.account("Odile")
    form = {"name": "Odile", "password": PASSWORD, "next": target}
    for address in ("/account/sign-in", "/preferences"):
        answer = server.app.test_client().post(address, data=form)
        assert answer.status_code == 303
        assert answer.location in ("/", "/tournaments")
    page = server.app.test_client().get("/account/sign-in", query_string={"next": target}).text
    assert "evil.example" not in page


def test_whoever_signs_in_comes_back_to_their_page(server: Hall) -> None:
    server.account("Odile")
    client = server.app.test_client()
    wanted = f"/tournaments/{server.id}/console/log?before=3"
    asked = client.get(wanted)
    page = client.get(asked.location).text.partition("<main")[2]
    found = re.search(r'name="next" value="([^"]+)"', page)
    assert found is not None
    form = {"name": "Odile", "password": PASSWORD, "next": found[1].replace("&amp;", "&")}
    assert client.post("/account/sign-in", data=form).location == wanted


# --- a Host that is not ours ---


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80@localhost", 'x"><script>alert(1)</script>', "a b"])
def test_a_forged_host_leads_nobody_away(laptop: Hall, host: str) -> None:
    organizer = laptop.browser("organizer")
    for client in (organizer, laptop.app.test_client()):
        for path in ("/tournaments", f"/tournaments/{laptop.id}", f"/tournaments/{laptop.id}/console/players/1"):
            answer = client.get(path, headers={"Host": host})
            assert "<script>alert" not in answer.text
            assert "evil.example" not in answer.headers.get("Location", "")
    answer = laptop.app.test_client().get(f"/organizer/{laptop.key}", headers={"Host": "evil.example"})
    assert answer.location == "/tournaments"


@pytest.mark.parametrize(
    ("listens", "own"), [(("127.0.0.1", 8123), "127.0.0.1:8123"), (("0.0.0.0", 8123), "192.168.1.7:8123"),
                         (("::1", 8123), "[::1]:8123"), (None, "localhost")],
)  # fmt: skip
def test_a_laptop_s_links_are_made_of_its_own_name(
    laptop: Hall, monkeypatch: pytest.MonkeyPatch, listens: tuple[str, int] | None, own: str
) -> None:
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.168.1.7")
    laptop.app.config[LISTENS_AT] = listens
    organizer = laptop.app.test_client()
    for host in ("evil.example", "evil.example:80", "6.6.6.6", "evil.example."):
        asked = {"Host": host, "Authorization": f"Bearer {laptop.key}"}
        # The client takes what the server is called from the same header: a real one knows its own end.
        here = {"SERVER_NAME": host if host != "6.6.6.6" else "10.0.0.7"} if listens is None else {}
        pages = [
            organizer.get(path, headers=asked, environ_overrides=here).text
            for path in ("/help/", f"/tournaments/{laptop.id}/console/room")
        ]
        wanted = "10.0.0.7" if here.get("SERVER_NAME") == "10.0.0.7" else own
        assert f"http://{wanted}/api/v1/decks/check" in pages[0]
        assert f"http://{wanted}/tournaments/{laptop.id}" in pages[1]
        assert not any(host in page for page in pages)


@pytest.mark.parametrize("host", ["laptop.local", "192.168.1.7:8080", "[fe80::1]:8080", "localhost:5", "10.0.0.1"])
def test_a_laptop_keeps_the_name_that_the_room_calls_it_by(laptop: Hall, host: str) -> None:
    laptop.app.config[LISTENS_AT] = ("0.0.0.0", 8123)
    page = laptop.app.test_client().get("/help/", headers={"Host": host}).text
    assert f"http://{host}/api/v1/decks/check" in page


def test_behind_a_proxy_no_name_of_the_internet_is_taken_that_nobody_configured(tmp_path: Path) -> None:
    hall = hall_at(tmp_path, PROXIES=1)
    client = hall.app.test_client()
    assert client.get("/help/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 400
    assert client.get("/help/", headers={"X-Forwarded-Host": "laptop.local"}).status_code == 200
    stores.close(hall.app)


def test_a_visitor_does_not_say_at_which_port_the_links_of_a_server_are(tmp_path: Path) -> None:
    """A proxy as in deploy/nginx.conf hands on a header that it does not set."""
    hall = hall_at(tmp_path, PROXIES=1, TRUSTED_HOSTS=["vtes.example"])
    headers = {"X-Forwarded-Host": "vtes.example", "X-Forwarded-Proto": "https", "X-Forwarded-Port": "6666"}
    page = hall.app.test_client().get(f"/tournaments/{hall.id}/embed", headers=headers)
    assert "https://vtes.example/" in page.text
    assert "6666" not in page.text
    stores.close(hall.app)


@pytest.mark.parametrize(
    "names",
    [["vtes.example", "localhost"], ["VTES.Example"], "vtes.example,localhost", "[VTES.example localhost]"],
)
def test_a_server_answers_to_its_own_names_only(tmp_path: Path, names: object) -> None:
    hall = hall_at(tmp_path, TRUSTED_HOSTS=names)
    client = hall.app.test_client()
    for name in ("vtes.example", "VTES.EXAMPLE:8080", "Vtes.Example"):
        assert client.get("/tournaments", headers={"Host": name}).status_code == 200
    for name in ("evil.example", "EVIL.EXAMPLE"):
        assert client.get("/tournaments", headers={"Host": name}).status_code == 400
    stores.close(hall.app)


@pytest.mark.parametrize(
    ("host", "status"),
    [("evil.example", 400), ("evil.example:8080", 400), ("192.168.1.5:8080", 200), ("[fe80::1]:8080", 200),
     ("laptop.local", 200), ("localhost", 200), ("1.2.3.4.evil.example", 400),
     ("LAPTOP.Local:8080", 200)],
)  # fmt: skip
def test_a_server_without_names_answers_to_its_own_addresses_only(server: Hall, host: str, status: int) -> None:
    assert server.app.test_client().get("/tournaments", headers={"Host": host}).status_code == status


# Each is refused in one line wherever it is asked, before anything makes an address of it.
ODD_HOSTS = (
    "", ".", "a..b", ".a", "a" * 64, "a." * 150 + "a", "localhost, evil.example", "evil@localhost", 'evil"b', "a b",
    "localhost:80x", "localhost:65536", "localhost:999999", "localhost/x", "localhost?x", "localhost#x",
    "l\xf6calhost", "\uff4c.local", "[::1", "[::1]x", "[1.2.3.4]", "[v1.x]", "[]", ":80", "a%2eb", "localhost\x7f",
)  # fmt: skip
FINE_HOSTS = (
    "localhost", "localhost:", "LOCALHOST:5", "a_b", "laptop.local.", "10.0.0.1:8080", "[::1]", "[fe80::1]:8080",
    "a" * 63,
)  # fmt: skip
DOORS = ("/", "/healthz", "/readyz", "/tournaments", "/live?on=x", "/api/v1/tournaments", "/static/base.css", "/x")


@pytest.mark.parametrize("settings", [{}, {"PROXIES": 1}, {"ACCOUNTS": True}, {"TRUSTED_HOSTS": "localhost"}], ids=str)
def test_a_host_that_cannot_be_one_is_a_bad_request_at_every_door(
    tmp_path: Path, settings: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    hall = hall_at(tmp_path, **settings)
    client = hall.app.test_client()
    for host in ODD_HOSTS:
        for path in DOORS:
            forwarded = {"HTTP_X_FORWARDED_HOST": host} if "PROXIES" in settings and "," not in host else {}
            answer = client.get(path, environ_overrides={"HTTP_HOST": host, **forwarded})
            assert (answer.status_code, answer.text) == (400, NO_HOST), (host, path)
    assert caplog.records == []
    stores.close(hall.app)


def test_a_host_is_a_name_or_a_number() -> None:
    assert [host for host in ODD_HOSTS if is_host(host)] == []
    assert [host for host in FINE_HOSTS if not is_host(host)] == []


@pytest.mark.parametrize(("proxies", "secure"), [(0, False), (1, True)])
def test_a_proxy_is_believed_only_where_one_was_announced(tmp_path: Path, proxies: int, secure: bool) -> None:
    hall = hall_at(tmp_path, PROXIES=proxies)
    answer = hall.app.test_client().get(f"/organizer/{hall.key}", headers={"X-Forwarded-Proto": "https"})
    assert ("Secure" in answer.headers["Set-Cookie"]) is secure
    stores.close(hall.app)


# --- words that are markup ---


def fill_with_wicked_words(hall: Hall, organizer: FlaskClient, judge: FlaskClient) -> None:
    console = f"/tournaments/{hall.id}/console"
    phone = links.player_path(hall.id, 3, hall.links)
    posts: list[tuple[FlaskClient, str, dict[str, str]]] = [
        (organizer, f"{console}/players/1/change", {"name": WICKED, "city": WICKED, "country": WICKED}),
        (organizer, f"{console}/players/3/deck", {"deck": f"Deck Name: {WICKED}\nAuthor: {WICKED}\n12x {WICKED}"}),
        (organizer, f"{console}/rounds/draft", {"seconds": "1"}),
        (organizer, f"{console}/rounds/1/publish", {}),
        (organizer, f"{console}/rounds/1/clock/start", {"minutes": "60"}),
        (organizer, f"{console}/rounds/1/clock/extend", {"seconds": "5", "table": "1", "reason": WICKED}),
        (organizer, f"{console}/rounds/1/tables/1/points", {"vp1": "9", "reason": WICKED, "card": WICKED}),
        (organizer, f"{console}/sanctions", {"player": "1", "kind": "caution", "rule": WICKED, "note": WICKED}),
        (organizer, f"{console}/note", {"text": WICKED}),
        (organizer, f"{console}/announce", {"text": WICKED}),
        (organizer, f"{console}/access/links", {"label": WICKED[:60], "role": "judge"}),
        (judge, f"/tournaments/{hall.id}/judge/notes", {"text": WICKED}),
        (judge, f"/tournaments/{hall.id}/judge/name", {"name": WICKED}),
        (hall.app.test_client(), f"{phone}/call", {"reason": WICKED}),
    ]
    for client, address, form in posts:
        client.post(address, data=form)


def test_no_word_that_anybody_types_becomes_markup(laptop: Hall) -> None:
    organizer, judge = laptop.browser("organizer"), laptop.browser("judge")
    settings = {"name": WICKED, "place": WICKED, "organizer": WICKED, "table_names": {"1": WICKED[:60]}}
    headers = {"Authorization": f"Bearer {laptop.key}"}
    laptop.app.test_client().patch(
        f"/api/v1/tournaments/{laptop.id}/configuration", json={"name": WICKED, "place": WICKED}, headers=headers
    )
    laptop.app.test_client().patch(f"/api/v1/tournaments/{laptop.id}/configuration", json=settings, headers=headers)
    fill_with_wicked_words(laptop, organizer, judge)
    holder = laptop.app.test_client()
    shown = 0
    for method, rule in requests(laptop.app):
        if method == "GET":
            address = laptop.address(rule, laptop.token(rule))
            for client in (organizer, judge, holder):
                answer = client.get(address)
                if answer.mimetype == "text/html":
                    assert "<script>alert" not in answer.text, rule.rule
                    assert "<img src=x" not in answer.text, rule.rule
                    assert "49" not in re.findall(r"onerror=alert\(2\)&gt;(\d\d)", answer.text)
                    shown += "&lt;script&gt;alert" in answer.text
                answer.close()
    assert shown > 20
