"""What the console's forms sent before its pages were rebuilt: it is entered once, or refused with its reason.

An outbox may hold an entry, and a window may show a page, while the server is upgraded. `forms_of_before.toml` holds
each form as its page sent it, in stories: each is an event, and each form finds it as those before have left it.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import sqlite3
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import groupby, product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.browser.axe_pages import NOWHERE
from tests.soak import part
from tests.web.apps import app_on
from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from tests.web.pages import text_of
from toolkit.services.accounts import accounts
from toolkit.services.events import limited
from toolkit.services.events.seatings import draft_seating, edit_seats
from toolkit.services.events.table_entry import table_mark
from toolkit.services.kernel import links
from toolkit.storage import folder_url
from toolkit.tournament import calls, checkin, final, results, signup
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.limited import phases, plan
from toolkit.web.base import stores

DATA = tomllib.loads((Path(__file__).parent / "forms_of_before.toml").read_text(encoding="utf-8"))
PATHS = [*DATA["pages"], *DATA["files"]]
PASSWORD = "correct horse battery"
STORIES = {story["title"]: story for story in DATA["story"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form as it was sent; see the head of `forms_of_before.toml`."""

    to: str
    page: str = ""
    form: str = ""
    facts: str = ""
    status: int = 200
    says: str = ""
    asks: bool = False
    kept: bool = True
    stores: bool = False
    file: str = ""
    downloads: bool = False
    seen: int = 0
    digest: str = ""

    @property
    def place(self) -> str:
        return f"{self.to} {self.form[:60]}"


# What happens between two forms, and not by one of them.


def two_sign_up(room: Room) -> None:
    room.change(signup.sign_up, room.work.context.now(), name="Cleo", country="FR")
    room.change(signup.sign_up, room.work.context.now(), name="Nico", vekn="3000002", is_claim=True)


def list_pools(room: Room) -> None:
    with room.app.app_context():
        for player in (1, 2):
            limited.enter_pool_by_desk(room.work, player, text=WINNER)


def swap_seats(room: Room) -> None:
    round_ = room.tournament.round(1)
    with room.app.app_context():
        edit_seats(room.work, 1, round_.table(1)[0], other=round_.table(2)[0])


def accept(room: Room) -> None:
    with room.app.app_context():
        context = stores.current_context()
        accounts.accept_invitation(context, accounts.account_named(context, "Nana"), room.id)


BETWEEN: dict[str, Callable[[Room], None]] = {
    "two sign up": two_sign_up,
    "two pools are listed": list_pools,
    "a player calls a judge": lambda room: room.change(calls.call_judge, round_number=1, table=2, reason="A question"),
    "another laptop checks player 2 in": lambda room: room.change(checkin.check_in, [2]),
    "another laptop swaps two seats": swap_seats,
    "another laptop enters table 2": lambda room: room.change(
        results.enter_result, 1, 2, victory_points=("3", "0", "1", "1", "0")
    ),
    "Nana accepts": accept,
}


# The addresses of a player's page, of a player's table, and of the slip of a table.
PHONES: dict[str, Callable[[str, int, links.LinkKey], str]] = {
    "phone": links.player_path,
    "slip": lambda id, table, key: links.table_path(id, 1, table, key),
}


def filled(text: str, room: Room) -> str:
    """The text with an event's own figures: `{1.2}` is seated 2nd at table 1, `{final.3}` in the final from place 3."""

    def figure(found: re.Match[str]) -> str:
        state, (name, _, seat) = room.tournament, found[1].partition(".")
        if name == "final":
            return str(final.cut(state)[int(seat) - 1] if state.final is None else state.final.finalists[int(seat) - 1])
        if name == "last":
            return str(state.number - int(seat or 0))
        if name == "Nana":
            with room.app.app_context():
                return accounts.account_named(stores.current_context(), name).id
        if name == "mark":
            return table_mark(state, 1, int(seat))
        if name in PHONES:
            with room.app.app_context():
                return PHONES[name](room.id, int(seat), links.key_of(stores.current_context(), room.id))
        if name == "pod":
            return str(state.limited.pods[0][int(seat) - 1])
        if name == "raffle":
            return str(state.raffles[-1].winners[0])
        return str(state.rounds[-1].table(int(name))[int(seat) - 1])

    return re.sub(r"\{([\w.]+)\}", figure, text.replace("{id}", room.id))


@dataclass
class Browser:
    """A browser of before: it sends what its pages said, an outbox until that is acknowledged."""

    room: Room
    is_outbox: bool
    arrived: list[str] = field(default_factory=list)
    opened: str = "none yet"

    def address(self, path: str) -> str:
        below = path if path.startswith(("/", "{")) else f"{self.room.base}/{path}".removesuffix("/")
        return filled(below, self.room)

    def closed(self, page: str) -> Iterator[str]:
        """That a page's address leads to no page; it is asked for once as long as nothing else is."""
        if page != self.opened:
            self.opened = page
            answer = self.room.client.get(self.address(page), follow_redirects=True)
            if answer.status_code != 200:
                yield f"{page}: {answer.status_code}"

    def body(self, sent: Sent, number: int) -> list[tuple[str, str]]:
        """What is sent of a form that was drawn when the event had that many entries."""
        said = [("sequence", str(number)), *parse_qsl(filled(sent.form, self.room), keep_blank_values=True)]
        if self.is_outbox and sent.kept:
            said += [("key", f"{len(self.arrived):024x}"), ("after", " ".join(self.arrived[-50:]))]
        return said

    def post(self, address: str, body: list[tuple[str, str]], file: str) -> TestResponse:
        data: dict[str, Any] = {}
        for name, value in body:
            data.setdefault(name, []).append(value)
        if file:
            data["file"] = (io.BytesIO(file.encode()), "file.txt")
        return self.room.client.post(address, data=data, follow_redirects=True)

    def faults(self, sent: Sent) -> Iterator[str]:
        """What a form's way to the server has come to, where it is other than before."""
        room, first = self.room, self.room.tournament.number
        address = self.address(sent.to)
        if not self.is_outbox:
            yield from self.closed(sent.page)
        body, stood = self.body(sent, first - sent.seen), beside(room.app) if sent.stores else ""
        answer = self.post(address, body, sent.file)
        entered = facts_after(room, first)
        if answer.status_code != sent.status:
            yield f"{sent.place}: {answer.status_code}, not {sent.status}: {why(answer)}"
        if entered != sent.facts:
            yield f"{sent.place}: entered {entered or 'nothing'!r}, not {sent.facts!r}"
        if sent.says and sent.says not in text_of(answer):
            yield f"{sent.place}: does not say {sent.says!r}: {why(answer)}"
        # An outbox takes an answer without that mark for the end of the matter.
        is_page = answer.status_code == 200 and not answer.history and answer.mimetype == "text/html"
        if (sent.asks or is_page) and "data-asks" not in answer.text:
            yield f"{sent.place}: does not ask"
        if sent.downloads and "attachment" not in answer.headers.get("Content-Disposition", ""):
            yield f"{sent.place}: no file"
        if sent.stores and beside(room.app) == stood:
            yield f"{sent.place}: nothing was kept"
        if self.is_outbox and sent.kept and '<main id="main"' not in answer.text:
            yield f"{sent.place}: no page of ours, so that an outbox sends it for ever"
        if self.is_outbox and sent.digest and not self.kept_as(body).startswith(sent.digest):
            yield f"{sent.place}: another request than before, so that one that has arrived before is refused"
        yield from self.again(sent, address, body)
        if self.is_outbox and sent.kept:
            self.arrived.append(dict(body)["key"])

    def kept_as(self, body: list[tuple[str, str]]) -> str:
        """What the store keeps to know what was sent again."""
        with sqlite3.connect(file_of(self.room.app)) as store:
            asked = store.execute(
                "SELECT digest FROM requests WHERE stream = ? AND key = ?", (self.room.id, dict(body)["key"])
            )
            return str((asked.fetchone() or [""])[0])

    def again(self, sent: Sent, address: str, body: list[tuple[str, str]]) -> Iterator[str]:
        """The same once more, for its answer was lost."""
        if not (sent.kept or "key" in dict(body)):
            return
        number, stood = self.room.tournament.number, beside(self.room.app) if sent.stores else ""
        answer = self.post(address, body, sent.file)
        if self.room.tournament.number != number or (sent.stores and beside(self.room.app) != stood):
            yield f"{sent.place}: entered twice"
        if self.is_outbox and answer.status_code != sent.status:
            yield f"{sent.place}: sent again {answer.status_code}, not {sent.status}: {why(answer)}"
        if answer.status_code in (400, 404, 405) or answer.status_code >= 500:
            yield f"{sent.place}: sent again {answer.status_code}"


def facts_after(room: Room, number: int) -> str:
    """The kinds of the facts that were entered since then, as `2 PlayerAdded`."""
    kinds = [type(entry.fact).__name__ for entry in room.tournament.log if entry.number > number]
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return " ".join(kind if count == 1 else f"{count} {kind}" for kind, count in runs)


def why(answer: TestResponse) -> str:
    """The reason that a page gives, or its beginning."""
    page = answer.text.partition("<main")[2]
    found = re.findall(r'class="(?:error|notice notice-(?:bad|warn))"[^>]*>(.*?)</p>', page, re.DOTALL)
    return text_of(" ".join(found) or page)[:300]


def file_of(app: Flask) -> str:
    return str(app.config["DATABASE_URL"].removeprefix("sqlite:///"))


def beside(app: Flask) -> str:
    """A digest of everything that is kept, in the store and beside it."""
    found = hashlib.sha256()
    with sqlite3.connect(file_of(app)) as store:
        for line in store.iterdump():
            found.update(line.encode())
    for path in sorted(Path(app.config["DATA_FOLDER"]).rglob("*")):
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()


@pytest.fixture(scope="module")
def apps(prepared_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bool], Flask]]:
    """From whether people sign in, one app for all stories: each is an event of its own."""
    with ExitStack() as stack:

        @cache
        def app(has_accounts: bool) -> Flask:
            folder = tmp_path_factory.mktemp("before")
            shutil.copy(prepared_file, folder)
            on = contextmanager(app_on)
            return stack.enter_context(on(str(folder_url(folder)), accounts=has_accounts, VEKN_URL=NOWHERE["VEKN_URL"]))

        yield app


def room_of(apps: Callable[[bool], Flask], story: Mapping[str, Any]) -> Room:
    settings = dict(story.get("settings", {}))
    if settings.pop("accounts", False):
        return room_of_account(apps(True))
    if "final_deck" in settings:
        settings["final_deck"] = FinalDeck(settings["final_deck"])
    return make_room(apps(False), story.get("players", 10), **settings)


def room_of_account(app: Flask) -> Room:
    """An event of somebody who has signed in."""
    client = app.test_client()
    with app.app_context():
        for name in ("Odile", "Nana"):
            if accounts.find_account(stores.current_context(), name) is None:
                accounts.sign_up(stores.current_context(), name, PASSWORD)
    client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD})
    made = client.post("/tournaments", data={"name": "Lyon"}).location
    return Room(app, made.split("/")[2], client)


@pytest.mark.walk
@pytest.mark.parametrize(("way", "title"), part(product(("outbox", "page"), STORIES), of=3))
def test_each_form_of_before_is_entered_once(apps: Callable[[bool], Flask], title: str, way: str) -> None:
    browser, faults = Browser(room_of(apps, STORIES[title]), way == "outbox"), list[str]()
    browser.room.client.get("/tournaments")  # so that its session has a token, as that of any browser with a form
    for one in STORIES[title]["sent"]:
        if "between" in one:
            BETWEEN[one["between"]](browser.room)
        else:
            faults += browser.faults(Sent(**one))
    assert faults == [], "\n".join(faults)


def test_each_page_of_before_leads_to_a_page(apps: Callable[[bool], Flask]) -> None:
    room = make_room(apps(False), 8, rounds=2)
    with room.app.app_context():
        limited.plan_event(room.work, boosters=6, product="Test")
        room.work.change(phases.start_phase)
        room.work.change(plan.give_product)
        room.work.change(phases.start_phase)
        limited.draw_pods(room.work, seed=7)
        draft_seating(room.work, seconds=0.1, publish=True)
    found = {path: room.client.get(f"{room.base}/{path}".removesuffix("/"), follow_redirects=True) for path in PATHS}
    assert [path for path, answer in found.items() if answer.status_code != 200] == []
    # An outbox takes a fresh token for what it kept from the page that it was typed on.
    assert [path for path in DATA["pages"] if 'name="csrf_token"' not in found[path].text] == []


def test_each_draft_of_before_shows_up_at_its_form(apps: Callable[[bool], Flask]) -> None:
    room = make_room(apps(False), 10, rounds=2)
    room.seat()
    room.post("/rounds/1/clock/start")
    room.post("/sanctions", player=2, infraction="2.1")
    pages = [draft for draft in DATA["drafts"] if draft["page"] != "standings"]
    lost = [*map(partial(lost_draft, room), pages)]
    room.post("/finish", early="1", reason="a power cut")
    lost += [lost_draft(room, draft) for draft in DATA["drafts"] if draft not in pages]
    assert [*filter(None, lost)] == []


def lost_draft(room: Room, draft: Mapping[str, str]) -> str:
    """The draft, where the page has no form that would give it back."""
    browser = Browser(room, is_outbox=False)
    text = room.client.get(browser.address(draft["page"]), follow_redirects=True).text
    forms = [tag for tag in re.findall(r"<form\b[^>]*>", text) if f'data-keep="{draft["keep"]}"' in tag]
    if not any(f'action="{browser.address(draft["form"])}' in tag for tag in forms):
        return draft["form"]
    missing = [name for name in draft["fields"].split() if f'name="{name}"' not in text]
    return f"{draft['form']}: {missing}" if missing else ""


def test_no_form_of_before_has_nothing_to_show_for_it() -> None:
    rows = [Sent(**one) for story in STORIES.values() for one in story["sent"] if "to" in one]
    assert [one.place for one in rows if not (one.facts or one.says or one.asks or one.stores or one.downloads)] == []


def test_the_settings_of_before_change_nothing_that_they_did_not_have(apps: Callable[[bool], Flask]) -> None:
    room = make_room(apps(False), 0)
    (form,) = (one["form"] for story in STORIES.values() for one in story["sent"] if one.get("to") == "settings")
    sent, before = dict(parse_qsl(form, keep_blank_values=True)), asdict(room.tournament.settings)
    room.post("/settings", **sent)
    changed = {name for name, value in asdict(room.tournament.settings).items() if value != before[name]}
    assert changed
    assert changed <= sent.keys()
