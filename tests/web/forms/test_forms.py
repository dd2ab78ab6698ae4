"""Every form of an event with bad values: it explains itself beside the field, keeps what was typed, writes nothing."""

from __future__ import annotations

import html
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category
from urllib.parse import urldefrag, urljoin

import pytest
from flask import Flask
from pyotp import TOTP

from tests.browser.axe_pages import NOWHERE, all_pages
from tests.soak import part
from tests.web.access.test_passkeys import Device, made
from tests.web.forms.drawn import Field, Form, forms_of
from tests.web.forms.states import Asked, more_pages
from toolkit.services.accounts import accounts
from toolkit.services.accounts.second_factor import new_secret, set_up
from toolkit.services.kernel.context import TOURNAMENT
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, steps
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link
from toolkit.web.events.console import UNTIL_FINISHED

pytestmark = pytest.mark.walk

AREAS = ("events.", "judge.", "room.", "accounts.")
# No form: a script sends what the browser's maker gave it (tests/web/room/test_player.py).
BY_SCRIPT = {"room.tell_device", "room.tell_device_nothing"}
# Of pages that are no more: what a browser kept of them is still taken (tests/web/events/test_forms_of_before.py).
OF_BEFORE = {"events.checkin_in", "events.checkin_out"}
PASSWORD = "correct horse battery"
LONG = "x" * 10_000
BAD = {"empty": "", "long": LONG, "control": "a\x07b\x00c\x1b[0m", "negative": "-7", "words": "seven <b>of</b> nine"}
# Fields in which a person types: what a browser would show of them again. Others are chosen, or part of a button.
TYPED = ("text", "number", "date", "textarea", "password")
# Where below zero is meant: less time.
NEGATIVE = ("seconds",)
# Forms of the list of events, a card each.
BESIDE_THE_CONSOLE = ("events.create", "events.rehearse", "events.import_event", "events.import_archon")
# What a form may write.
WRITTEN = (
    *("entries", "settings", "links", "members", "invitations"),
    *("accounts", "api_tokens", "second_factors", "passkeys"),
)
# Whether these need something typed depends on the event by then; a list may be a file, a pool is counted card by card.
DEPENDS = {
    *("events.checks_draw", "events.fees_set", "events.seats_again", "events.seats_publish"),
    *("events.limited_move", "events.limited_pods", "events.limited_swap"),
    *("events.sanctions_give", "judge.penalty_give", "room.hand_in", "room.enter_pool"),
}
# What a finished event says to whoever changes it.
IS_OVER = "The event is finished"
# These ask whether somebody is sure, or for other figures, before the event says so.
ASKS_FIRST = {"events.limited_end", "events.limited_phase", "events.pod_piles", "events.seats_again"}
# A decklist may be that long.
LISTS = ("deck", "text", "pasted")


@dataclass(frozen=True)
class Answer:
    """What came back for one bad value in one field."""

    endpoint: str
    field: Field
    case: str
    status: int
    text: str
    written: str

    @property
    def place(self) -> str:
        return f"{self.endpoint}: {self.field.name} ({self.field.kind}) {self.case}: {self.status}"

    @property
    def is_typed(self) -> bool:
        return self.field.kind in TYPED


class Walk:
    """A browser that fills every form it meets once, and puts the database back when something was accepted."""

    def __init__(self, app: Flask, file: Path) -> None:
        self.app = app
        self.client = app.test_client()
        self.routes = app.url_map.bind("localhost")
        with app.app_context():
            stores.current_context()
        self.live, self.kept = sqlite3.connect(file), sqlite3.connect(":memory:")
        self.last = self.version()
        self.seen: set[tuple[str, ...]] = set()
        self.endpoints: set[str] = set()
        self.pages: list[str] = []
        self.kept_empty: set[str] = set()
        # A form of each action that a finished event does not offer: its event, address and fields.
        self.until_finished: dict[str, tuple[str, str, dict[str, str]]] = {}

    def through(self, pages: Iterable[str | Asked]) -> Iterator[Answer]:
        self.live.backup(self.kept)
        for page in pages:
            path, sent = page if isinstance(page, tuple) else (page, None)
            is_get = sent is None
            answer = self.client.get(path, follow_redirects=True) if is_get else self.client.post(path, data=sent)
            assert answer.status_code == 200, path
            self.pages += [path] if is_get else []
            for form in forms_of(answer.text):
                yield from self.fill(form, answer.request.path)

    def target(self, form: Form, path: str) -> tuple[str, str, str]:
        """Where a form of that page is sent: the address, what answers there, and for which event."""
        address = urldefrag(urljoin(path, form.action)).url
        endpoint, values = self.routes.match(address.partition("?")[0], method="POST")
        return address, endpoint, values.get("id", "")

    def fill(self, form: Form, path: str) -> Iterator[Answer]:
        address, endpoint, event = self.target(form, path)
        if endpoint in UNTIL_FINISHED:
            self.until_finished[endpoint] = (event, address, form.typed)
        shape = (endpoint, *(field.name for field in form.fields))
        if not endpoint.startswith(AREAS) or shape in self.seen:
            return
        self.seen.add(shape)
        self.endpoints.add(endpoint)
        if form.is_kept and self.is_kept_empty(form, address):
            self.kept_empty.add(endpoint)
        # In a part that leaves out more than the cases of a field, the next field has another case.
        cases = [(field, case) for field in form.bad_places for case in BAD]
        for field, case in part(cases, of=len(BAD) + 1, first=len(self.seen)):
            answer = self.client.post(address, data=form.with_value(field, BAD[case]))
            yield Answer(endpoint, field, case, answer.status_code, answer.text, self.written())

    def is_kept_empty(self, form: Form, address: str) -> bool:
        """Whether a phone without network would keep the form while nothing is typed, though the server refuses it."""
        empty = [one for one in form.fields if one.kind in TYPED]
        if not empty or any(one.is_required for one in empty):
            return False
        answer = self.client.post(address, data=form.sent | {one.name: "" for one in empty})
        self.written()
        return answer.status_code == 422 and not (form.nothing and html.escape(form.nothing) in answer.text)

    def end_every_event(self) -> None:
        with self.app.app_context():
            context = stores.current_context()
        for stream in context.store.streams(TOURNAMENT):
            work = UnitOfWork(context=context, id=stream.id, by="Test")
            if not work.look().is_finished:
                is_early = any(not blocker.is_warning for blocker in steps.blockers_of_finish(work.look()))
                work.change(steps.finish, is_early=is_early, reason="Test")
        self.live.backup(self.kept)
        self.last = self.version()

    def refused_as_over(self) -> Iterator[str]:
        """The forms that a page still shows although the event refuses them because it is finished."""
        seen = set[tuple[str, ...]]()
        for path in part(self.pages, of=4):
            page = self.client.get(path, follow_redirects=True)
            for form in forms_of(page.text) if page.status_code == 200 else ():
                address, endpoint, event = self.target(form, page.request.path)
                shape = (event, endpoint, *(field.name for field in form.fields))
                if not endpoint.startswith(AREAS) or shape in seen:
                    continue
                seen.add(shape)
                answer = self.client.post(address, data=form.typed)
                if answer.status_code >= 400 and answer.text.count(IS_OVER) > page.text.count(IS_OVER):
                    yield f"{path}: {endpoint}"
                self.written()

    def taken_after_the_end(self) -> Iterator[str]:
        """The actions that no page of a finished event offers although the event takes them."""
        with self.app.app_context():
            tournaments = stores.current_context().tournaments
        for endpoint, (event, address, typed) in self.until_finished.items():
            answer = self.client.post(address, data=typed | {"sequence": str(tournaments.look(event).state.number)})
            if self.written() or not (IS_OVER in answer.text or endpoint in ASKS_FIRST):
                yield f"{endpoint}: {answer.status_code}"

    def written(self) -> str:
        """Everything that was written since the start, which is then taken back."""
        if self.version() == self.last:
            return ""
        lines = [
            "".join(map(str, row))
            for table in WRITTEN
            for row in set(self.live.execute(f"SELECT * FROM {table}"))
            - set(self.kept.execute(f"SELECT * FROM {table}"))
        ]
        if lines:
            self.kept.backup(self.live)
        self.last = self.version()
        return "\n".join(lines)

    def version(self) -> int:
        """Another one as soon as somebody else has written."""
        (found,) = self.live.execute("PRAGMA data_version").fetchone()
        return int(found)


def walk_at(folder: Path, **config: object) -> Walk:
    file = folder / "store.db"
    database = {"DATABASE_URL": f"sqlite:///{file}", "DATA_FOLDER": str(folder)}
    app = create_app(
        {"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False, **NOWHERE, **database, **config}
    )
    # A fault of ours must come as the page that a person would get.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return Walk(app, file)


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Walk, list[Answer]]]:
    """The pages of events, for the organizer; an event's own also on the phone of a player."""
    folder = tmp_path_factory.mktemp("forms")
    walk = walk_at(folder)
    with walk.app.app_context():
        context, key = stores.current_context(), stores.current_entry_key()
    pages = [*all_pages(context), *more_pages(context, folder)]
    own = next(found for page in pages if (found := re.fullmatch(r"(/tournaments/\w+)/players/\d+/[^/?]+", str(page))))
    assert walk.client.get(own[0]).status_code == 200
    answers = list(walk.through([own[1]]))
    walk.client.get(organizer_link(key))
    yield walk, answers + list(walk.through(pages))
    stores.close(walk.app)


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Walk, list[Answer]]]:
    """The pages where people sign in, and a person's own."""
    walk = walk_at(tmp_path_factory.mktemp("doors"), ACCOUNTS=True)
    with walk.app.app_context():
        accounts.sign_up(stores.current_context(), "Odile", PASSWORD)
    answers = list(walk.through(["/account/sign-up", "/account/sign-in"]))
    walk.client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD})
    with walk.app.app_context():
        accounts.sign_up(stores.current_context(), "Nana", PASSWORD)
    shared = walk.client.post("/tournaments", data={"name": "Lyon"}).location.rsplit("/", 1)[0]
    walk.client.post(f"{shared}/access/members", data={"name": "Nana", "role": "judge"})
    with walk.app.app_context():
        context = stores.current_context()
        odile, nana = (accounts.account_named(context, name) for name in ("Odile", "Nana"))
        theirs = create(context, Configuration(name="Nancy"), by="Nana").id
        accounts.invite(context, theirs, odile, Role.JUDGE, inviter=nana)
    walk.client.post("/account/tokens", data={"label": "phone"})
    elsewhere = walk.app.test_client()
    elsewhere.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD})
    begun = ("/account/second-factor", {"password": PASSWORD})
    answers += walk.through(["/account/settings", begun, "/tournaments", f"{shared}/access"])
    with walk.app.app_context():
        secret, context = new_secret(), stores.current_context()
        for name in ("Odile", "Nana"):
            set_up(context, accounts.account_named(context, name), secret, TOTP(secret).at(context.now()))
    assert made(walk.client, Device())[0] == 200
    device = ("/account/passkeys", {"password": PASSWORD, "label": "My other phone"})
    person = ("/account/sign-in", {"name": "Nana", "password": PASSWORD})
    answers += walk.through(["/account/settings", device, person])
    yield walk, answers
    stores.close(walk.app)


@pytest.fixture(scope="module")
def answers(console: tuple[Walk, list[Answer]], doors: tuple[Walk, list[Answer]]) -> list[Answer]:
    return [*console[1], *doors[1]]


def test_every_form_is_filled_in(console: tuple[Walk, list[Answer]], doors: tuple[Walk, list[Answer]]) -> None:
    every = {rule.endpoint for rule in console[0].app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    missing = {one for one in every if one.startswith(AREAS)} - console[0].endpoints - doors[0].endpoints
    assert missing == BY_SCRIPT | OF_BEFORE


def test_no_value_is_too_much_for_a_form(answers: list[Answer]) -> None:
    assert [one.place for one in answers if one.status >= 500 or "Traceback" in one.text] == []


def test_a_form_that_needs_something_typed_says_so_before_it_is_kept(console: tuple[Walk, list[Answer]]) -> None:
    assert console[0].kept_empty == DEPENDS


def test_what_is_refused_is_told_in_a_sentence(answers: list[Answer]) -> None:
    told = re.compile(r'class="(error|notice notice-(bad|warn))[^"]*"[^>]*>\s*(<[^>]+>\s*)*[^<\s]')
    assert [one.place for one in answers if one.status >= 400 and not told.search(one.text)] == []


def is_secret(one: Answer) -> bool:
    """A password, or a code of one's phone, which is another one half a minute later: neither is shown again."""
    return one.field.kind == "password" or (one.field.name == "code" and one.endpoint.startswith("accounts."))


def test_what_was_typed_is_kept(answers: list[Answer]) -> None:
    shown = {"long": LONG, "negative": "-7", "words": BAD["words"]}
    lost = [
        one.place
        for one in answers
        if one.status >= 400
        and one.is_typed
        and not (one.field.kind == "password" or one.endpoint == "events.notifications_add")  # an address is a secret
        and one.field.name != "code"
        and one.case in shown
        if html.escape(shown[one.case]) not in one.text
    ]
    assert lost == []


def way_on(one: Answer) -> bool:
    """Whether the page begins with a link to the field that is meant, or to where it goes on."""
    head = one.text.split('<nav class="ways"')
    links = re.findall(r'href="([^"]+)"', head[1].split("</nav>")[0]) if len(head) == 2 else []
    is_first = re.search("<section|<form", head[0].partition("<main")[2]) is None
    named = [link[1:] for link in links if link.startswith("#")]
    return bool(links) and is_first and all(f'id="{id}"' in one.text for id in named)


def test_every_refusal_of_the_console_begins_with_a_way_on(console: tuple[Walk, list[Answer]]) -> None:
    refused = [
        one
        for one in console[1]
        if one.status >= 400 and one.endpoint.startswith("events.") and one.endpoint not in BESIDE_THE_CONSOLE
    ]
    by_field = [one for one in refused if re.search(r'<nav class="ways".*?href="#', one.text, re.DOTALL)]
    assert len(by_field) > 100
    assert [one.place for one in refused if not way_on(one)] == []


def test_nothing_refused_is_written(answers: list[Answer]) -> None:
    assert [one.place for one in answers if one.status >= 400 and one.written] == []


def test_no_control_character_is_kept(answers: list[Answer]) -> None:
    bad = [one.place for one in answers if any(category(sign) == "Cc" and sign != "\n" for sign in one.written)]
    assert bad == []
    assert [one.place for one in answers if re.search(r"\\u00[01]|\\x1b", one.written)] == []


def test_nothing_too_long_is_written(answers: list[Answer]) -> None:
    assert [one.place for one in answers if LONG in one.written and one.field.name not in LISTS] == []


def test_a_number_is_a_number_and_a_day_a_day(answers: list[Answer]) -> None:
    wrong = [
        one.place
        for one in answers
        if one.field.kind in ("number", "date") and one.case in ("long", "control", "words", "negative")
        if one.status < 400 and not (one.case == "negative" and one.field.name in NEGATIVE)
    ]
    assert wrong == []


def test_only_what_is_offered_can_be_chosen(answers: list[Answer]) -> None:
    chosen = [one for one in answers if one.field.kind in ("select", "radio", "checkbox", "button")]
    assert [one.place for one in chosen if one.case == "words" and one.written and one.field.name != "next"] == []


def test_a_finished_event_offers_nothing_that_it_refuses(console: tuple[Walk, list[Answer]]) -> None:
    walk = console[0]
    walk.end_every_event()
    assert list(walk.refused_as_over()) == []
    assert list(walk.taken_after_the_end()) == []
    assert walk.until_finished.keys() == UNTIL_FINISHED
