"""What a stranger may send has a bound: each public address with the worst that is known for it, measured here.

A row of `WORST` says what an address reads; from it the attacks are made, each sent once, and for each what this
process took is compared with the budget of strangers. Heavy work is done beside it: `SHOWN_BY` shows the bound of that.
"""

from __future__ import annotations

import base64
import json
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, urlencode

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from tests.soak import part
from tests.spreadsheets import wicked, workbook
from tests.tournament.organizer import Organizer
from toolkit.services.kernel.context import as_draft
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import summary
from toolkit.tournament.configuration import ListsSeenBy, StandingsSeenBy
from toolkit.web import create_app
from toolkit.web.base.access import action_of
from toolkit.web.base.stores import context_of
from toolkit.web.serving import workers
from toolkit.web.serving.workers import STRANGER

DIGITS = "9" * 5000
MOST_BODY = 2 * 1024 * 1024
EVENT = "lyon"
# Texts that readers take long for: near misses, many lines, one line, nothing but digits.
TEXTS = (
    "1x Bloood Dol\n" * 1500,
    "4x Blood Doll 2x Deflecshun, " * 800,
    "x" * (MOST_BODY - 5000),
    "12 a\n" * 300_000,
    "1x " + " " * 250_000 + "x",
    "1x " + "1:" * 125_000,
    "Crypt\tLibrary\n" + "a\t" * 125_000,
    DIGITS,
)
# A part of an address that stands for what `packed` makes: not every process that reads this file needs it.
PACKED = "(packed)"
FIELDS = "&".join(f"a{number}=b" for number in range(100_000))
FORM = "application/x-www-form-urlencoded"


@cache
def packed() -> str:
    return base64.urlsafe_b64encode(zlib.compress(b" " * 150_000_000, 9)).decode().rstrip("=")


@cache
def strange_bodies() -> dict[str, str]:
    """What no address of the API reads, and none may stumble over."""
    return {
        "digits": DIGITS,
        "deep": '{"a":' * 300_000 + "1" + "}" * 300_000,
        "deep lists": "[" * 1_000_000 + "]" * 1_000_000,
        "wide": json.dumps({f"a{number}": number for number in range(140_000)}),
        "long": json.dumps(list(range(250_000))),
    }


@cache
def strange_values() -> dict[str, str]:
    """What no field of a body is."""
    return {
        "digits": DIGITS,
        "long": json.dumps("x" * 1_900_000),
        "list": json.dumps([[number] for number in range(180_000)]),
        "text": json.dumps(TEXTS[0]),
    }


# As a form has it; each text goes to each field of each form.
as_typed = cache(quote_plus)


@dataclass(frozen=True, kw_only=True)
class Row:
    """What an address reads: names of a form's fields and of a query, a body of the API, parts of the path.

    `filled` is a form that asks for the most that it may; each attack is one field of it.
    """

    form: tuple[str, ...] = ()
    filled: dict[str, str] | None = None
    query: tuple[str, ...] = ()
    body: dict[str, Any] | None = None
    path: dict[str, str] | None = None
    file: bool = False


NAMES = [f"Player {number}" for number in range(2000)]
TABLES = [[f"Player {5 * table + seat}" for seat in range(5)] for table in range(400)]


def of_all(endpoints: str, row: Row) -> dict[str, Row]:
    """The same row for several addresses."""
    return dict.fromkeys(endpoints.split(), row)


# The most packs of the most cards, out of as many copies as are read.
CUBE = {"text": "99 Deflection\n" * 2000, "players": "11", "packs": "36", "size": "100", "seed": "7", "paper": "a4"}

WORST: dict[str, Row] = {
    "seasons.league_file": Row(path={"id": EVENT, "form": "csv"}, query=("dialect",)),
    "reference.subject": Row(path={"subject": "events"}),
    **of_all("seasons.ratings seasons.ratings_file api_seasons.show_ratings", Row(query=("on", "list"))),
    **of_all(
        """
        access.enter access.join accounts.sign_in accounts.sign_out accounts.sign_up api-docs.openapi_json
        discovery.robots discovery.favicon discovery.security kept_pages.worker reference.show
        decks.names events.start guide.all_rules guide.help_page guide.index guide.phased_motion health.healthz
        health.readyz help.judges help.keys help.limited help.organizers help.players help.rules help.seasons help.show
        monitoring.metrics
        seasons.all_leagues api_seasons.list_leagues seating.show static results.start
        archon_callback
        api_sheets.list_sheets
        tables.start replay.show api_tournaments.list_tournaments api_tournaments.list_infractions
        """,
        Row(),
    ),
    **of_all(
        """
        api_tournaments.list_announcements api_tournaments.list_draws api_tournaments.list_players
        api_tournaments.make_report api_tournaments.show_clock api_tournaments.show_final api_tournaments.show_round
        api_tournaments.show_standings api_tournaments.show_tournament room.calendar room.draws room.shown_list
        room.table room.wall tables.at_event tables.at_event_table tables.follow tables.follow_table
        room.picture room.drawing room.embed room.overlay room.manifest room.own api_tournaments.show_public
        api_tournaments.show_chances
        seasons.league seasons.league_line api_seasons.show_league api_seasons.show_league_standings results.show
        """,
        Row(path={"id": EVENT, "number": "1", "table": "1"}),
    ),
    **of_all(
        """
        tables.clock tables.confirm tables.do tables.issue_links tables.links tables.record tables.redo
        tables.replay tables.send tables.table tables.undo tables.finished tables.finished_picture tables.cast
        """,
        Row(path={"id": "x", "word": "host", "token": "x"}, form=("line", "sequence", "key")),
    ),
    **of_all(
        """
        api_games.confirm_game_result api_games.correct_game api_games.carry_out_operation api_games.issue_game_links
        api_games.list_operations
        api_games.redo_operations api_games.send_game_result api_games.show_game api_games.show_game_log
        api_games.export_game
        api_games.turn_game_clock api_games.undo_operations
        """,
        Row(path={"id": "x"}, body={"line": "Anna: end-phase", "expected": 1, "seat": "Anna"}),
    ),
    **of_all(
        "statistics.show api_statistics.show_statistics api_statistics.export_seat_statistics",
        Row(query=("event", "league", "least")),
    ),
    **of_all(
        """
        weekends.start weekends.show weekends.wall weekends.person
        api_weekends.list_weekends api_weekends.show_weekend
        """,
        Row(path={"id": "x", "person": "1000001", "token": "x"}),
    ),
    "persons.show": Row(path={"code": "x" * 22}),
    "verify.show": Row(query=("event", "seed", "word", "purpose", "numbers")),
    "accounts.enter": Row(form=("name", "password", "next")),
    "accounts.enter_code": Row(form=("word", "code", "next")),
    "accounts.enter_passkey": Row(form=("word", "credential", "next")),
    "accounts.join": Row(form=("name", "password", "next")),
    "api_cards.find_cards": Row(query=("q", "name", "limit", "after", "type", "discipline", "clan")),
    "api_cards.suggest_cards": Row(query=("q",)),
    "api_cards.show_card": Row(),
    "api_decks.check_deck": Row(body={"text": "", "format": "constructed", "boosters": 1, "date": "2026-01-01"}),
    "api_decks.check_decks": Row(body={"decks": [{"text": f"{n % 9}x Bloood Dol\n" * 300} for n in range(100)]}),
    "api_decks.convert_deck": Row(body={"text": "", "to": "text"}),
    "api_games.create_game": Row(body={"names": NAMES[:5], "profile": "current", "title": "", "minutes": 1}),
    "api_seating.edit_seating": Row(body={"rounds": [TABLES, TABLES], "edit": "balance", "table": 1, "round": 2}),
    "api_seating.suggest_swaps": Row(body={"rounds": [TABLES, TABLES], "table": 1, "round": 2}),
    "api_seating.make_seating": Row(body={"players": NAMES, "rounds": 3, "history": [TABLES, TABLES], "seconds": 5}),
    "api_seating.score_seating": Row(body={"rounds": [TABLES, TABLES, TABLES]}),
    "api_sheets.print_sheet": Row(path={"name": "seating"}, body={"rounds": [TABLES, TABLES], "event": "Lyon"}),
    "api_sheets.print_event_sheet": Row(path={"id": EVENT, "name": "seating"}, query=("round", "language", "paper")),
    "cards.search": Row(query=("q", "page", "type", "discipline", "clan", "capacity", "text", "group")),
    "cards.show": Row(),
    "cube.show": Row(),
    **of_all("cube.deal cube.print_packs", Row(form=tuple(CUBE), filled=CUBE)),
    "decks.check": Row(form=("text", "format", "boosters", "date", "url", "before", "export"), file=True),
    "decks.download": Row(path={"form": "text"}, query=("cards", "text", "format")),
    "decks.linked": Row(query=("cards", "text", "format", "boosters")),
    "decks.show": Row(query=("text", "format", "boosters")),
    "guide.first_turn": Row(path={"variant": "standard"}, query=("step",)),
    "guide.one_rule": Row(),
    "guide.phased_sheet": Row(path={"name": "phased"}, query=("paper", "advanced", "language")),
    "guide.walkthrough": Row(path={"name": "bleed"}, query=("change", "pool", "stealth", "bleed")),
    "preferences.save": Row(form=("next", "language", "theme")),
    "replay.download": Row(path={"packed": PACKED}),
    "replay.linked": Row(path={"packed": PACKED}, query=("step",)),
    "replay.open_record": Row(form=("record",), file=True),
    "replay.step": Row(form=("packed", "step")),
    "room.sign_up": Row(path={"id": EVENT}),
    "room.enter_sign_up": Row(path={"id": EVENT}, form=("name", "vekn", "country", "contact")),
    "room.open_by_code": Row(path={"id": EVENT}, form=("code",)),
    "room.not_me": Row(path={"id": EVENT}),
    "room.event": Row(path={"id": EVENT}, query=("q",)),
    "room.server_calendar": Row(query=("country", "online", "language")),
    "seating.download": Row(path={"event": PACKED, "kind": "json"}),
    "seating.linked": Row(path={"event": PACKED}),
    "seating.make": Row(form=("players", "rounds", "names", "text", "apart", "seed"), file=True),
    "tables.create": Row(form=("name1", "name2", "title", "minutes", "profile", "depth")),
    "tables.names": Row(query=("text", "of")),
}
# Worked out in another process, which is ended when it takes more than whoever asks may have.
BESIDE = frozenset({"api_seating.make_seating", "api_seating.suggest_swaps", "api_sheets.print_sheet",
                    "api_sheets.print_event_sheet",
                    "seating.make", "guide.phased_sheet", "cube.print_packs"})  # fmt: skip
SHOWN_BY = (
    "test_what_takes_too_much_processor_time_is_refused_and_ended",
    "test_what_takes_too_much_memory_is_refused",
)


@pytest.fixture(scope="module")
def app(prepared_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A server that has answered before, with an event of 300 players in its second round."""
    place = tmp_path_factory.mktemp("public") / "events.db"
    place.write_bytes(prepared_file.read_bytes())
    made = create_app(
        {"TESTING": True, "WORKERS": 1, "RATELIMIT_ENABLED": False, "WTF_CSRF_ENABLED": False,
         "DATABASE_URL": f"sqlite:///{place}", "DATA_FOLDER": str(place.parent)}
    )  # fmt: skip
    fill(made)
    workers.start(made, wait=True)
    client = made.test_client()
    for path in ("/", "/cards/?q=blood", f"/tournaments/{EVENT}", "/seating", "/guide", "/api/openapi.json", "/tables"):
        assert client.get(path).status_code == 200
    client.post("/api/v1/decks/check", json={"text": "12x Nana Buruku\n1 Bloood Dol"})
    yield made
    workers.stop(made)


def fill(app: Flask) -> None:
    organizer = Organizer(standings_seen_by=StandingsSeenBy.EVERYBODY, lists_seen_by=ListsSeenBy.EVERYBODY_AFTER)
    organizer.with_players(300)
    for shift in (0, 1):
        order = [1 + (seat * (1 + 6 * shift)) % 300 for seat in range(300)]
        organizer.seated(*[order[at : at + 5] for at in range(0, 300, 5)])
        for table in range(1, 61) if not shift else ():
            organizer.result(table, 3, 2, 0, 0, 0)
    context = context_of(app)
    entries = list(organizer.tournament.log)
    with context.tournaments.creating(EVENT, created=entries[0].at) as turn:
        turn.append([as_draft(entry.fact, at=entry.at, by=entry.by) for entry in entries])
        turn.summarize(summary(organizer.tournament))


def public_rules(app: Flask) -> dict[str, list[tuple[str, str]]]:
    """The addresses that anybody may ask: by endpoint its methods and rules."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in app.url_map.iter_rules():
        if action_of(rule.endpoint) is Action.SEE:
            methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
            found.setdefault(rule.endpoint, []).extend((method, rule.rule) for method in methods)
    return found


def test_every_public_address_has_a_row(app: Flask) -> None:
    assert set(public_rules(app)) == set(WORST)


def test_what_is_done_beside_has_its_bound_shown() -> None:
    shown = (Path(__file__).parents[1] / "serving" / "test_workers.py").read_text()
    assert [name for name in SHOWN_BY if f"def {name}(" not in shown] == []
    assert set(WORST) >= BESIDE


# A request as werkzeug makes it of these, and what it is called.
type Asked = tuple[str, dict[str, Any]]


def attacks(app: Flask, endpoint: str) -> Iterator[Asked]:
    """Everything that is sent to an address, each with a name."""
    row = WORST[endpoint]
    for method, rule in public_rules(app)[endpoint]:
        usual = {"path": path_of(rule, row.path or {}), "method": method}
        yield method, usual
        if "<" in rule:
            for text in (DIGITS, "x" * 5000):
                yield f"path {text[:1]}", {**usual, "path": path_of(rule, {**(row.path or {}), last_of(rule): text})}
        asked = queries(row) if method == "GET" else (*forms(row), *(bodies(row) if rule.startswith("/api/") else ()))
        for name, more in asked:
            yield f"{method} {name}", {**usual, **more}


def queries(row: Row) -> Iterator[Asked]:
    for one in row.query:
        for text in (DIGITS, TEXTS[0][:20_000], "%" * 9000):
            yield f"?{one}={text[:5]!r}", {"query_string": {one: text}}
    yield "5,000 figures", {"query_string": {f"a{number}": number for number in range(5000)}}


def forms(row: Row) -> Iterator[Asked]:
    for one in row.form:
        for number, text in enumerate(TEXTS):
            others = urlencode({name: value for name, value in (row.filled or {}).items() if name != one})
            yield f"{one}, text {number}", {"data": f"{one}={as_typed(text)}&{others}", "content_type": FORM}
    if row.filled is not None:
        yield "as it is", {"data": row.filled}
    yield "100,000 fields", {"data": FIELDS, "content_type": FORM}
    if row.file:
        cells = [[f"Player {number}", 1_000_000 + number, "Blood Doll", *["x"] * 20] for number in range(1500)]
        files = {"a.xlsx": workbook(a=cells), "a.txt": TEXTS[0].encode(), "b.xlsx": b"PK\3\4" * 400_000, **wicked()}
        for name, content in files.items():
            yield name, {"data": {"file": (BytesIO(content), name)}}


def bodies(row: Row) -> Iterator[Asked]:
    raw = dict(strange_bodies())
    if row.body is not None:
        raw["as it is"] = json.dumps(row.body)
        for key in row.body:
            others = json.dumps({**row.body, key: 0})
            for name, value in strange_values().items():
                raw[f"{key} {name}"] = others.replace(f'"{key}": 0', f'"{key}": {value}')
    for name, content in raw.items():
        yield f"body {name}", {"data": content, "content_type": "application/json"}


def last_of(rule: str) -> str:
    return rule.rpartition("<")[2].partition(">")[0].rpartition(":")[2]


def path_of(rule: str, parts: dict[str, str]) -> str:
    path = rule
    while "<" in path:
        before, _, rest = path.partition("<")
        inside, _, after = rest.partition(">")
        part = parts.get(inside.rpartition(":")[2], "1")
        path = before + (packed() if part == PACKED else part) + after
    return path


def in_memory(what: str) -> float:
    """MB that this process has (`VmRSS`), or had at most since it was last asked to forget that (`VmHWM`)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(what))) / 1024


def taken(app: Flask, asked: dict[str, Any]) -> tuple[int, float]:
    """The status of the answer, and the seconds of processor time that it took."""
    builder = EnvironBuilder(**asked)
    request, started = builder.get_environ(), time.thread_time()
    answer = app.test_client().open(request)
    assert answer.data is not None
    seconds = time.thread_time() - started
    answer.close()
    request["wsgi.input"].close()
    builder.close()
    return answer.status_code, seconds


# What began in time may come to its end, and a busy machine counts more seconds for the same work.
MOST_SECONDS = 1.5 * STRANGER.seconds


@pytest.mark.walk
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says what a process takes")
@pytest.mark.parametrize("endpoint", part(WORST, of=4))
def test_no_stranger_takes_more_than_their_budget(app: Flask, endpoint: str) -> None:
    beyond = []
    Path("/proc/self/clear_refs").write_text("5")  # from now on the most memory is counted
    rested = in_memory("VmRSS")
    for name, asked in attacks(app, endpoint):
        status, seconds = taken(app, asked)
        if seconds > MOST_SECONDS or (status >= 500 and status != 503):
            beyond.append(f"{name}: {status}, {seconds:.1f} s")
    assert beyond == []
    assert in_memory("VmHWM") - rested < STRANGER.megabytes
