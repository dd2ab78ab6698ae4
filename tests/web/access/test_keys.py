"""What may be looked at holds no keys: every address that is read, as everybody who may ask, against what each may see.

Who sees which links is written by hand from what they do, not taken from the program. A link counts wherever it stands:
in a page, JSON, a header, a file that was packed, the codes of a sheet, a drawn QR code.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pyotp
import pytest
import segno
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text
from werkzeug.routing import Rule

from tests.browser.axe_pages import NOWHERE, all_pages
from tests.soak import part
from tests.web.access.conftest import PASSWORD, Hall
from toolkit.services.accounts import accounts, second_factor
from toolkit.services.kernel import links
from toolkit.services.kernel.context import link_secret
from toolkit.services.kernel.roles import Role, Scope
from toolkit.services.season import weekends
from toolkit.services.tables.folding import games
from toolkit.services.tables.links import links_of, token_of
from toolkit.sheets import SHEETS
from toolkit.sheets.pdf import Pdf
from toolkit.web.season import seasons
from toolkit.web.serving import pdf

# Whoever asks -> the kinds of links that they find anywhere. Keys, seeds, password hashes and the links by which
# somebody signed up are found by nobody.
EVERY_LINK = {"player", "code", "table", "pod", "official", "game", "weekend"}
SEES: dict[str, set[str]] = {
    "organizer": EVERY_LINK,
    "administrator": EVERY_LINK,
    "judge": {"player", "pod", "game"},
    "scorekeeper": set(),
    "another user": set(),
    "stranger": set(),
    "organizer's token for all": EVERY_LINK,
    "organizer's token to look": set(),
    "judge's token to look": set(),
    "administrator's token to look": set(),
    "organizer's token for results": set(),
}
# A link -> what its holder finds: their own, and what it is for. A player finds their own table, the host of a game
# every link of it, a seat the one to watch by, a table of an event the seats of its game.
OPENS: dict[str, set[str]] = {
    "player": {"player", "code", "table"},
    "table": {"table", "game"},
    "pod": {"pod"},
    "sign-up": {"sign-up"},
    "game": {"game"},
    "weekend": {"player"},
    "official": {"official"},
}
ROLES = {"organizer": Role.ORGANIZER, "judge": Role.JUDGE, "scorekeeper": Role.SCOREKEEPER, "another user": None}
SCOPES = {"to look": Scope.READ, "for results": Scope.RESULTS, "for all": Scope.ALL}
WORD, CODE = re.compile(r"[\w-]{20,}"), re.compile(r"\b\d+ [B-Z]{6}\b")


@dataclass(frozen=True, slots=True)
class Secret:
    """What opens something: its kind, the event, game or weekend that it is of, which of these, and who sits there."""

    kind: str
    of: str = ""
    which: str = ""
    players: tuple[str, ...] = ()


@dataclass
class House:
    """A server with events at every step, and everything in it that opens something."""

    hall: Hall
    pages: list[str]
    secrets: dict[str, Secret] = field(default_factory=dict)
    drawn: list[str] = field(default_factory=list)

    def read(self, client: FlaskClient, path: str, headers: dict[str, str]) -> set[Secret]:
        """The secrets that the answer of an address holds."""
        with client.get(path, headers=headers) as answer:
            told = "\n".join([str(answer.headers), *self.drawn, *texts_of(answer.data)])
        self.drawn.clear()
        words = {*CODE.findall(told)}
        for word in WORD.findall(told):
            words.update((word, *(word[at : at + 22] for at in range(len(word) - 21))))
        return {self.secrets[word] for word in words & self.secrets.keys()}

    def secret_in(self, path: str) -> Secret | None:
        return next((known for value, known in self.secrets.items() if value in path), None)


def texts_of(content: bytes) -> Iterator[str]:
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                yield from texts_of(packed.read(name))
    else:
        yield content.decode("utf-8", "replace")


def links_in(hall: Hall) -> Iterator[tuple[str, Secret]]:
    context, key = hall.context, link_secret(hall.context.store)
    for stream in context.tournaments.streams():
        id, state, known = stream.id, context.tournaments.look(stream.id).state, links.key_of(context, stream.id)
        for player in state.players:
            yield links.player_token(known, id, player), Secret("player", id, str(player))
            yield links.player_code(known, id, player), Secret("code", id, str(player))
        for round_ in (*state.rounds, *([state.final_round] if state.final_round else [])):
            for table, seated in round_.numbered():
                which, players = f"{round_.number}/{table}", tuple(map(str, seated))
                yield links.table_token(known, id, round_.number, table), Secret("table", id, which, players)
        for pod in range(1, len(state.limited.pods) + 1):
            yield known.token(id, links.pod_name(pod)), Secret("pod", id, str(pod))
        for number in state.sign_ups:
            yield known.token(id, links.sign_up_name(number)), Secret("sign-up", id, str(number))
        for link in links.officials(context, id):
            yield known.token(id, link.name), Secret("official", id, link.name)
    for stream in games(context).streams():
        table = games(context).look(stream.id).state
        for link in links_of(table.seats):
            yield token_of(key, stream.id, link.word, table.issues), Secret("game", stream.id, link.word)
    for stream in context.weekends.streams():
        people = weekends.people_of_weekend(context, context.weekends.look(stream.id).state)
        for person, path in zip(people, weekends.card_paths(context, stream.id, people), strict=True):
            yield path.rsplit("/", 1)[1], Secret("weekend", stream.id, person.key)


def kept_in(hall: Hall) -> Iterator[tuple[str, Secret]]:
    """Every key, seed and hash that the store has, and the server's own key."""
    yield str(hall.app.secret_key), Secret("SECRET_KEY")
    with closing(create_engine(hall.app.config["DATABASE_URL"]).connect()) as store:
        for asked in ("SELECT name, value FROM settings", "SELECT 'password', password FROM accounts"):
            for name, value in store.execute(text(asked)):
                yield from ((word, Secret(name)) for word in WORD.findall(value))


@pytest.fixture
def house(server: Hall, monkeypatch: pytest.MonkeyPatch) -> House:
    server.app.config.update(NOWHERE)
    server.context.on_change = None
    made = House(server, all_pages(server.context))
    tess, factor = accounts.sign_up(server.context, "Tess", PASSWORD), second_factor.new_secret()
    second_factor.set_up(server.context, tess, factor, pyotp.TOTP(factor).at(server.context.now()))
    made.secrets[factor] = Secret("second factor")
    make = segno.make

    def draw(link: str, **more: Any) -> segno.QRCode:
        made.drawn.append(link)
        return make(link, **more)

    def set_out(render: Callable[..., Any], sheet: Any, *more: Any) -> Any:
        made.drawn.append(repr(sheet))
        return Pdf(b"", ())

    monkeypatch.setattr("toolkit.sheets.qr.opens_only_here", lambda _link: False)
    monkeypatch.setattr(segno, "make", draw)
    for module in (pdf, seasons):
        monkeypatch.setattr(module, "carried_out", set_out)
    return made


def cast(house: House) -> dict[str, tuple[FlaskClient, dict[str, str]]]:
    """Everybody who asks without a link: a browser, and the headers that a program sends."""
    hall, context = house.hall, house.hall.context
    people = {"administrator": hall.account("Root", is_admin=True)}
    people |= {who: hall.account(who.title(), role) for who, role in ROLES.items()}
    everything = [*context.tournaments.streams(), *context.weekends.streams(), *context.leagues.streams()]
    for who, role in ROLES.items():
        account = accounts.account_named(context, who)
        for stream in everything if role else ():
            accounts.add_member(context, stream.id, account, role)
    found = {who: (client, dict[str, str]()) for who, client in people.items()}
    found["stranger"] = hall.app.test_client(), {}
    for who in [who for who in SEES if who not in found]:
        owner, _, scope = who.partition("'s token ")
        account = accounts.account_named(context, "Root" if owner == "administrator" else owner)
        token = accounts.make_token(context, account, who, scope=SCOPES[scope])
        found[who] = hall.app.test_client(), {"Authorization": f"Bearer {token}"}
    return found


PLACES = {
    "round_number": "1", "number": "1", "player": "1", "table": "1", "sanction": "1", "pod": "1", "sign_up": "1",
    "kind": "csv", "to": "json", "form": "csv", "infraction": "2.1", "filename": "app.css", "variant": "standard",
    "row": "SEQ-01", "key": "name:player 1",
}  # fmt: skip


def ids_for(house: House, rule: Rule) -> list[str]:
    """What an address of that shape is about: events at three steps, every game, weekend and league."""
    context, area = house.hall.context, rule.endpoint.split(".")[0]
    shelves = {"api_games": games(context), "weekends": context.weekends, "api_weekends": context.weekends,
               "seasons": context.leagues, "api_seasons": context.leagues}  # fmt: skip
    if "id" not in rule.arguments:
        return [""]
    if area in shelves:
        return [stream.id for stream in shelves[area].streams()]
    states = {stream.id: context.tournaments.look(stream.id).state for stream in context.tournaments.streams()}
    played = [id for id in states if links.officials(context, id)]
    return [
        *played,
        *[id for id in states if states[id].limited.pods][-1:],
        *[id for id in states if states[id].sign_ups],
    ]


def filled(rule: Rule, id: str, more: dict[str, str] | None = None) -> str:
    values = {"id": id, **PLACES, **(more or {})}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda named: values.get(named[1], "x"), rule.rule)


def reads(house: House) -> list[Rule]:
    return [rule for rule in house.hall.app.url_map.iter_rules() if "GET" in (rule.methods or ())]


def addresses(house: House) -> list[str]:
    """Every address that is read and opened by no link: each rule, every sheet, and every page of an event."""
    of_events = ("/tournaments/", "/tables/event/", "/weekends/")
    found = {page for page in house.pages if page.startswith(of_events) and house.secret_in(page) is None}
    for rule in reads(house):
        if "token" not in rule.arguments:
            names = SHEETS if rule.endpoint == "api_sheets.print_event_sheet" else [""]
            found |= {filled(rule, id, {"name": name}) for id in ids_for(house, rule) for name in names}
    return sorted(found)


@pytest.mark.walk
def test_everybody_finds_the_links_that_are_theirs_to_hand_out_and_no_key(house: House) -> None:
    people = cast(house)
    house.secrets |= {**dict(kept_in(house.hall)), **dict(links_in(house.hall))}
    asked, found = addresses(house), {}
    assert len(asked) > 400
    for who in part(people, of=3, first=2):
        client, headers = people[who]
        seen = {path: house.read(client, path, headers) for path in asked}
        found[who] = {secret.kind for secrets in seen.values() for secret in secrets}
        beyond = {path: secrets for path, secrets in seen.items() if {one.kind for one in secrets} - SEES[who]}
        assert beyond == {}, who
    assert found == {who: SEES[who] for who in found}


def is_theirs(own: Secret, other: Secret) -> bool:
    """Whether the holder of one link may find another."""
    if own.kind == other.kind == "game":
        return own.of == other.of and (own.which == "host" or other.which in (own.which, "watch"))
    if own.kind == other.kind:
        return own == other
    if own.kind == "player":
        return own.of == other.of and (own.which in other.players or (other.kind, other.which) == ("code", own.which))
    return other.kind in OPENS[own.kind] and other.which != "host"


KIND_OF = {"room.table_entry": "table", "tables.at_event_table": "table", "room.pod": "pod", "access.join": "official",
           "weekends.person": "weekend", "room.signed_up": "sign-up"}  # fmt: skip


def opened(house: House) -> Iterator[tuple[str, Secret, dict[str, str]]]:
    """Every address that a link opens, for one link of its kind from each event or game, and what is sent along."""
    for page in house.pages:
        if (own := house.secret_in(page)) is not None:
            yield page, own, {}
    one_of_each = {(own.kind, own.of, own.kind == "game" and own.which): (value, own)
                   for value, own in house.secrets.items()}  # fmt: skip
    for rule in reads(house):
        area = rule.endpoint.split(".")[0]
        kind = KIND_OF.get(rule.endpoint, "game" if area in ("tables", "api_games") else "player")
        for value, own in one_of_each.values():
            if own.kind == kind and ("token" in rule.arguments or area == "api_games"):
                sent = {"Authorization": f"Bearer {value}"} if area == "api_games" else {}
                yield filled(rule, own.of, {"token": value, **places_of(own)}), own, sent


def places_of(own: Secret) -> dict[str, str]:
    number, _, table = own.which.partition("/")
    if own.kind == "table":
        return {"number": number if number != "0" else "final", "table": table}
    if own.kind == "official":
        return {"number": table}
    return {"number": number, "player": number, "pod": number, "sign_up": number, "word": number, "person": own.which}


def test_whoever_holds_a_link_finds_their_own(house: House) -> None:
    house.secrets |= {**dict(kept_in(house.hall)), **dict(links_in(house.hall))}
    found: dict[str, set[str]] = {kind: set() for kind in OPENS}
    for path, own, headers in opened(house):
        seen = house.read(house.hall.app.test_client(), path, headers)
        assert [one for one in seen if not is_theirs(own, one)] == [], (path, own)
        found[own.kind] |= {one.kind for one in seen}
    assert found == OPENS


def test_what_is_nothing_but_links_is_refused_to_a_token_that_looks_with_the_way_on(house: House) -> None:
    client, headers = cast(house)["organizer's token to look"]
    game = next(page for page in house.pages if page.startswith("/tables/event/") and page.endswith("/1"))
    event, weekend = game.split("/")[3], house.hall.context.weekends.streams()[0].id
    sheet, console = f"/api/v1/tournaments/{event}/sheets", f"/tournaments/{event}/console"
    for path in (game, f"{console}/access", f"/weekends/{weekend}/cards.pdf", f"{sheet}/players.pdf"):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, "The scope of this token is too narrow" in answer.text) == (403, True), path
    assert client.post(game.removesuffix("/1") + "/2", headers=headers).status_code == 403
    for name in ("slips", "tents", "round", "checkin", "pods", "judges", "decklists"):
        assert client.get(f"{sheet}/{name}.pdf", headers=headers).status_code in (200, 422), name


def test_a_copy_of_everything_is_for_a_browser_whose_password_was_just_given(house: House) -> None:
    people, path = cast(house), "/tournaments/copy"
    for who, (client, headers) in people.items():
        for method in ("GET", "POST"):
            answer = client.open(path, method=method, headers=headers, data={"password": PASSWORD})
            assert answer.data.startswith(b"SQLite format 3") is ((who, method) == ("administrator", "POST")), who
    root, _ = people["administrator"]
    assert root.get(path).status_code == 200
    for form in ({}, {"password": "wrong horse"}):
        answer = root.post(path, data=form)
        assert (answer.status_code, "That is not the password." in answer.text) == (422, True)
    program, headers = people["organizer's token for all"]
    assert "Open this page in a browser" in program.get(path, headers=headers).text


def test_a_laptop_s_organizer_takes_a_copy_by_the_cookie_and_no_program_does(laptop: Hall) -> None:
    browser, key = laptop.browser("organizer"), {"Authorization": f"Bearer {laptop.key}"}
    assert 'name="password"' not in browser.get("/tournaments/copy").text
    assert browser.post("/tournaments/copy").data.startswith(b"SQLite format 3")
    for client in (laptop.app.test_client(), browser):
        answers = [client.open("/tournaments/copy", method=method, headers=key) for method in ("GET", "POST")]
        assert [answer.status_code for answer in answers] == [403, 403]
