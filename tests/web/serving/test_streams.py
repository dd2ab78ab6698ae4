"""Streams tell open pages that they have a newer version: nobody else, nothing else, and not too many."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import re
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests import LONG
from toolkit.services.accounts import accounts
from toolkit.services.events import limited
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, database_address, link_secret, open_context
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.kernel.versions import player_view
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import games
from toolkit.services.tables.links import link_path
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.tournament import announcements, calls, clock, event, results, rounds, steps
from toolkit.tournament.limited import phases, plan
from toolkit.web import create_app
from toolkit.web.base.stores import context_of, current_entry_key
from toolkit.web.serving import streams
from toolkit.web.serving.pieces import with_rank_of
from toolkit.web.serving.server import Server, make_server
from toolkit.web.serving.streams import Streams


@dataclass
class Hall:
    """A server with an event whose first round is seated, and somebody who writes to it from another program."""

    app: Flask
    server: Server
    writer: Context
    open: list[http.client.HTTPResponse | http.client.HTTPConnection] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.work = UnitOfWork(context=self.writer, id=make_demo(self.writer, name="Lyon").id, by="Test")
        players = sorted(self.work.look().players)
        tables = [players[start : start + 5] for start in range(0, 25, 5)] + [players[25:29], players[29:33]]
        self.work.change(rounds.draft_round, tables)
        self.work.change(steps.publish_round)
        self.base = f"/tournaments/{self.work.id}"
        with self.app.app_context():
            self.cookie = {"Cookie": f"organizer={current_entry_key()}"}

    def player(self, number: int) -> str:
        return links.player_path(self.work.id, number, links.key_of(self.writer, self.work.id))

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(*self.server.address, timeout=LONG)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        self.open += [answer, connection]
        return answer

    def word(self, path: str, **headers: str) -> str:
        (word,) = re.findall(r'data-stream="([^"]+)"', self.get(path, **headers).read().decode())
        return str(word)

    def stream(self, *words: str, **headers: str) -> http.client.HTTPResponse:
        return self.get("/live?" + urlencode([("on", word) for word in words]), **headers)


def news(stream: http.client.HTTPResponse) -> dict[str, str]:
    """The versions that are said next; pieces and the time are left out."""
    name = b""
    while (line := stream.readline()) and (name or not line.startswith(b"data: ")):
        name = line.removeprefix(b"event: ").strip() if line.startswith(b"event: ") else name * bool(line.strip())
    told: dict[str, str] = json.loads(line.removeprefix(b"data: ") or b"{}")
    return told


def pieces(stream: http.client.HTTPResponse) -> list[tuple[str, str, Any]]:
    """The pieces that come before the next news: the event and language, the name and the content of each."""
    found, name = [], b""
    while (line := stream.readline()) and (name or not line.startswith(b"data: ")):
        if name == b"piece" and line.startswith(b"data: "):
            piece = json.loads(line.removeprefix(b"data: "))
            found.append((piece["of"], piece["name"], json.loads(gzip.decompress(b64decode(piece["packed"])))))
        name = line.removeprefix(b"event: ").strip() if line.startswith(b"event: ") else name * bool(line.strip())
    return found


def polled(hall: Hall, *words: str, told: str = "") -> tuple[str, str]:
    """A whole poll, as it is once it has ended: what it said, and what it asks to be named next time."""
    said = hall.get("/live?" + urlencode([*(("on", word) for word in words), ("poll", "1")]),
                    **({"Last-Event-ID": told} if told else {})).read().decode()  # fmt: skip
    (known,) = re.findall(r"^id: (.*)$", said, re.MULTILINE)
    return said, known


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Hall]]:
    """A function that serves an event; with `address` on that database."""
    halls: list[tuple[Hall, threading.Thread]] = []

    def start(address: str = "", **config: object) -> Hall:
        app = create_app({"DATA_FOLDER": str(tmp_path), "DATABASE_URL": address or None, "WORKERS": 0, **config})
        server = make_server(app, "127.0.0.1", 0)
        thread = threading.Thread(target=server.run)
        thread.start()
        halls.append((Hall(app, server, open_context(address or database_address(tmp_path))), thread))
        return halls[-1][0]

    yield start
    for hall, thread in halls:
        hall.server.stop()
        thread.join(timeout=LONG)
        for answer in hall.open:
            answer.close()
        hall.writer.store.close()
        context_of(hall.app).store.close()
        assert not thread.is_alive()


@pytest.fixture
def hall(serve: Callable[..., Hall]) -> Hall:
    return serve()


def test_a_page_hears_of_its_own_changes_only(serve: Callable[..., Hall], store_url: str) -> None:
    """Whoever writes is another program, or another process: PostgreSQL notifies, SQLite's number changes."""
    hall = serve(store_url)
    first, sixth = hall.word(hall.player(1)), hall.word(hall.player(6))
    stream = hall.stream(first, sixth)
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    before = news(stream)
    assert before.keys() == {first, sixth}
    hall.work.change(results.enter_result, 1, 2, victory_points=[5, 0, 0, 0, 0])
    assert news(stream).keys() == {sixth}
    hall.work.change(event.add_note, "for officials")
    hall.work.change(announcements.announce, "Lunch")
    after = news(stream)
    while after.keys() < {first, sixth}:  # one of them was looked at before the announcement, the other behind it
        after |= news(stream)
    assert after[first] != before[first]


def pages_by_role(hall: Hall) -> dict[str, str]:
    """The words of a page of each role: of players by their language, of a stranger, of officials, of another event."""
    id, other = hall.work.id, make_demo(hall.writer, name="Draft").id
    key, others = links.key_of(hall.writer, id), links.key_of(hall.writer, other)
    return {
        "en": hall.word(hall.player(1)),
        "fr": hall.word(hall.player(2) + "/deck", Cookie="language=fr"),
        "xx": hall.word(hall.player(3), Cookie="language=xx"),
        "replaced": hall.word(hall.player(4)),
        "another event": hall.word(links.player_path(other, 1, others)),
        "stranger": hall.word(hall.base),
        "wall": hall.word(f"{hall.base}/wall"),
        "table": hall.word(links.table_path(id, 1, 1, key)),
        "judge": hall.word(f"{hall.base}/judge", **hall.cookie),
        "organizer": hall.word(f"{hall.base}/console/players", **hall.cookie),
    }


def test_each_piece_comes_to_the_pages_of_its_event_in_their_language_and_to_no_other(hall: Hall) -> None:
    """Asked for as each role and as a stranger; a round that is drafted is in none."""
    words = pages_by_role(hall)
    phones = {name: hall.stream(word, **hall.cookie) for name, word in words.items()}
    for phone in phones.values():
        news(phone)
    links.renew(hall.writer, hall.work.id, links.player_name(4))
    assert ends(phones.pop("replaced"), words["replaced"])
    hall.work.change(clock.start_clock, 1, minutes=60)
    for table, seats in hall.work.look().round(1).numbered():
        hall.work.change(results.enter_result, 1, table, victory_points=[len(seats), *[0] * (len(seats) - 1)])
    hall.work.change(rounds.draft_round, [[*range(first, 34, 7)] for first in range(1, 8)])
    hall.work.change(announcements.announce, "Lunch")
    for name, language in (("en", "en"), ("fr", "fr"), ("xx", "en"), ("stranger", "en")):
        got: list[tuple[str, str, Any]] = []
        while not any(piece == "announcements" and "Lunch" in content for _, piece, content in got):
            got += pieces(phones[name])
        assert {of for of, _, _ in got} == {f"{hall.work.id} {language}"}
        standings = "standings" if name == "stranger" else "ranks"
        assert {piece for _, piece, _ in got} == {"announcements", "clock", standings}
    hall.work.change(steps.publish_round)
    while not (seats := [content for _, piece, content in pieces(phones["fr"]) if piece == "seats"]):
        pass
    assert (seats[0]["title"], [number for number, _ in seats[0]["tables"][0][1]]) == ("Ronde 2", [1, 8, 15, 22, 29])
    while not (lists := [content for _, piece, content in pieces(phones["stranger"]) if piece == "seating"]):
        pass
    assert (lists[0].count('class="seats"'), lists[0].count(f"{hall.base}/rounds/2/tables/")) == (7, 7)
    for name in phones.keys() - {"en", "fr", "xx", "stranger", "another event"}:
        assert pieces(phones[name]) == [], name


def own_line(hall: Hall, player: int) -> str:
    """The word of a player's line of the standings, at the end of the newest version of their page."""
    with hall.app.app_context():
        version = context_of(hall.app).versions.of(hall.work.id, hall.work.look(), player_view(player))
    return version.rpartition(".")[2]


def test_standings_that_move_again_are_told_a_while_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "WITHIN", 0.5)
    phone = hall.stream(hall.word(hall.player(7)))
    news(phone)
    for table in (2, 1, 3, 4):  # the lines of those who sit at the others move only the player's rank
        hall.work.change(results.enter_result, 1, table, victory_points=[5, 0, 0, 0, 0])
    lines: list[str] = []
    while own_line(hall, 7) not in lines:
        lines += [content["7"][0] for _, piece, content in pieces(phone) if piece == "ranks"]
    assert 1 <= len(lines) <= 3


@pytest.mark.parametrize(
    ("before", "newest", "told"),
    [
        ("1.2.1~a.s.c.r1-0", "1.2.1~b.s.c.r2-0", "1.2.1~b.s.c.r1-0"),
        ("1.2.1~a.s.c.r1-0", "3.2.1~b.s.c.r2-0", "3.2.1~b.s.c.r2-0"),  # a page that is drawn anew anyway
        ("1.2.1~a.s.c", "1.2.1~b.s.c.r2-0", "1.2.1~b.s.c.r2-0"),
        ("", "12", "12"),
    ],
)
def test_a_line_that_is_told_later_stays_in_the_version(before: str, newest: str, told: str) -> None:
    assert with_rank_of(before, newest) == told


@pytest.mark.parametrize("seen_by", ["own", "nobody"])
def test_standings_that_are_withheld_are_in_no_piece(hall: Hall, seen_by: str) -> None:
    hall.work.change(event.configure, {"standings_seen_by": seen_by})
    phones = [hall.stream(hall.word(path)) for path in (hall.player(1), hall.base)]
    for phone in phones:
        news(phone)
    for table in (1, 2):
        hall.work.change(results.enter_result, 1, table, victory_points=[5, 0, 0, 0, 0])
    hall.work.change(announcements.announce, "Lunch")
    for phone in phones:
        got: list[tuple[str, str, Any]] = []
        while "announcements" not in {piece for _, piece, _ in got}:
            got += pieces(phone)
        assert {piece for _, piece, _ in got} == {"announcements"}


def test_a_word_with_another_language_or_event_opens_no_stream(hall: Hall) -> None:
    word = hall.word(hall.player(1))
    for forged in (word.replace(".", ".x", 1), word[:-1], f"{word}x", "a" * 40_000, "\N{SNOWMAN}"):
        assert hall.stream(forged).status == 403


@pytest.mark.parametrize("page", ["", "/deck", "/leave"])
def test_every_page_of_a_player_is_told_without_being_an_official_s(hall: Hall, page: str) -> None:
    stream = hall.stream(hall.word(hall.player(1) + page))
    assert stream.status == 200
    before = news(stream)
    hall.work.change(announcements.announce, "Lunch")
    assert news(stream) != before


def test_the_phone_of_a_pod_is_told_of_each_step_and_of_its_call(hall: Hall) -> None:
    work = UnitOfWork(context=hall.writer, id=make_demo(hall.writer, name="Draft").id, by="Test")
    work.change(event.configure, {"rule_set": "limited"})
    limited.plan_event(work, boosters=6, product="SW")
    for step in (phases.start_phase, plan.give_product, phases.start_phase):
        work.change(step)
    limited.draw_pods(work, seed=7)
    limited.start_draft(work)
    phone = links.pod_path(work.id, 1, links.key_of(hall.writer, work.id))
    stream = hall.stream(hall.word(phone))
    assert stream.status == 200
    begun = news(stream)
    limited.step_draft(work)
    stepped = news(stream)
    assert stepped != begun
    work.change(calls.call_judge, player=work.look().limited.pods[0][0], reason="Pod 1")
    assert news(stream) != stepped


def test_a_page_that_opens_its_stream_late_hears_what_it_missed(hall: Hall) -> None:
    page = hall.get(hall.player(1)).read().decode()
    (word,), (version,) = re.findall(r'data-stream="([^"]+)"', page), re.findall(r'data-heard="([^"]+)"', page)
    assert news(hall.stream(word)) == {word: version}
    hall.work.change(announcements.announce, "Lunch")
    late = hall.stream(word)
    while news(late)[word] == version:  # what was heard before the change may still be on its way
        pass


def test_what_only_officials_see_is_told_to_nobody_else(hall: Hall) -> None:
    own, console = hall.word(hall.player(1)), hall.word(f"{hall.base}/console/players", **hall.cookie)
    assert hall.stream(console).status == 403
    assert hall.stream(hall.word(f"{hall.base}/judge", **hall.cookie)).status == 403
    assert news(hall.stream(own, console)).keys() == {own}
    assert news(hall.stream(own, console, **hall.cookie)).keys() == {own, console}


@pytest.mark.parametrize("word", ["", "x", "WyIyMDI2LTExLTIzIiwiYSJd.c2lnbmVk", "\N{SNOWMAN}" * 1000])
def test_a_word_that_nobody_gave_opens_nothing(hall: Hall, word: str) -> None:
    assert hall.stream(word).status == 403


def test_a_wrong_token_opens_no_stream_and_another_scheme_is_ignored(hall: Hall) -> None:
    word = hall.word(hall.base)
    refused = hall.stream(word, Authorization="Bearer wrong")
    assert (refused.status, refused.getheader("WWW-Authenticate")) == (401, 'Bearer error="invalid_token"')
    assert hall.stream(word, Authorization="Basic YTpi").status == 200


def test_a_word_of_long_ago_opens_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.serving.streams._day", lambda _: "2026-01-01")
    word = hall.word(hall.base)
    monkeypatch.undo()
    assert hall.stream(word).status == 403


def test_one_stream_follows_so_many_views_and_no_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.web.serving.streams.MOST_VIEWS", 2)
    words = [hall.word(page) for page in (hall.base, hall.player(1), hall.player(2))]
    assert news(hall.stream(*words)).keys() == set(words[:2])


def ends(stream: http.client.HTTPResponse, word: str) -> bool:
    """Whether the page of that word is told that it ends, as the last thing that is told of it, and the stream ends."""
    while news(stream).get(word) != "gone":
        pass
    return b"data: {" not in stream.read()


@pytest.mark.parametrize("name", ["player/1", "table/1/1"])
def test_a_stream_ends_with_the_link_that_opened_its_page(
    serve: Callable[..., Hall], store_url: str, name: str
) -> None:
    hall = serve(store_url)
    key = links.key_of(hall.writer, hall.work.id)
    paths = {"player/1": hall.player(1), "table/1/1": links.table_path(hall.work.id, 1, 1, key)}
    mine, other = hall.word(paths[name]), hall.word(hall.player(2))
    alone, both, another = hall.stream(mine), hall.stream(mine, other), hall.stream(other)
    before = [news(stream) for stream in (alone, both, another)][1][mine]
    links.renew(hall.writer, hall.work.id, name)
    assert ends(alone, mine)
    hall.work.change(announcements.announce, "Lunch")
    assert news(another).keys() == {other}
    told = news(both)
    while other not in told:
        told |= news(both)
    assert told[mine] == "gone" != before
    assert (hall.stream(mine).status, hall.get(paths[name]).status) == (403, 404)


def test_a_stream_of_a_table_ends_with_the_link_of_its_seat(hall: Hall) -> None:
    id = create_table(hall.writer, TableWishes(names=("Anna", "Bruno", "Carla", "Dario")), by="Host")
    game, key = games(hall.writer).look(id).state, link_secret(hall.writer.store)
    words = [hall.word(link_path(key, id, seat, game.issues)) for seat in ("1", "2")]
    one, other = hall.stream(words[0]), hall.stream(words[1])
    news(one), news(other)
    TableUnitOfWork(context=hall.writer, id=id, by="Host").issue_links(["1"])
    assert ends(one, words[0])
    assert news(other)[words[1]] != "gone"
    assert [hall.stream(word).status for word in words] == [403, 200]


@pytest.mark.parametrize("by", ["link", "session"])
def test_an_official_s_stream_ends_with_what_made_them_one(
    serve: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    hall = serve(ACCOUNTS=by == "session", WTF_CSRF_ENABLED=False)
    monkeypatch.setattr(streams, "TRUSTED", 0)
    browser, event = hall.app.test_client(), hall.work.id
    if by == "link":
        link = links.add_official(hall.writer, event, Role.JUDGE, "Anna")
        browser.get(links.official_path(event, link, links.key_of(hall.writer, event)))
    else:
        account = accounts.sign_up(hall.writer, "Anna", "correct horse battery")
        accounts.add_member(hall.writer, event, account, Role.JUDGE)
        browser.post("/account/sign-in", data={"name": "Anna", "password": "correct horse battery"})
    cookie = {"Cookie": "; ".join(f"{one.key}={one.value}" for one in browser._cookies.values())}
    word = hall.word(f"{hall.base}/judge", **cookie)
    stream = hall.stream(word, **cookie)
    news(stream)
    if by == "link":
        links.renew_official(hall.writer, event, 1, is_open=False)
    else:
        browser.post("/account/sign-out")
    hall.work.change(calls.call_judge, player=1, reason="Table 1")
    assert ends(stream, word)


def test_links_are_read_once_for_all_who_follow_an_event(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(
        "toolkit.web.serving.streams.generations_of",
        lambda context, id: read.append(id) or links.generations_of(context, id),
    )
    words = [hall.word(hall.player(number)) for number in range(1, 9)]
    phones = [hall.stream(word) for word in words]
    for phone in phones:
        news(phone)
    read.clear()
    hall.work.change(announcements.announce, "Lunch")
    assert [news(phone).keys() for phone in phones] == [{word} for word in words]
    assert 1 <= len(read) <= 2  # SQLite's number may be looked at before the entry is there


def test_strangers_take_no_place_from_the_room(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.server.front.streams, "_most", 4)
    public, own = hall.word(hall.base), hall.word(hall.player(1))
    assert [hall.stream(public).status for _ in range(3)] == [200, 200, 503]
    assert [hall.stream(own).status for _ in range(3)] == [200, 200, 503]
    # Pages go on, and ask.
    assert hall.get(hall.base).status == 200


def table_of_ones_own(hall: Hall) -> str:
    """The word of a table that belongs to no event: anybody opens one."""
    made = hall.app.test_client().post("/tables", data={"name1": "Anna", "name2": "Bruno"})
    return hall.word(made.location.removesuffix("/links"))


@pytest.mark.parametrize("strangers", ["public page", "table of one's own"])
def test_one_address_takes_its_share_of_the_strangers_places(serve: Callable[..., Hall], strangers: str) -> None:
    hall = serve(PROXIES=1, WTF_CSRF_ENABLED=False)
    hall.server.front.streams._most = 10
    word = table_of_ones_own(hall) if "table" in strangers else hall.word(hall.base)

    def by(address: str, word: str = word) -> int:
        return hall.stream(word, **{"X-Forwarded-For": f"198.51.100.1, {address}"}).status

    assert [by("203.0.113.7") for _ in range(4)] == [200, 200, 200, 503]
    assert [by(f"2001:db8::{number}") for number in range(3)] == [200, 200, 503]  # then strangers have all of theirs
    # A link of the event opens from the same address, as long as there is any place at all.
    own = [hall.word(hall.player(number)) for number in range(1, 7)]
    assert [by("203.0.113.7", one) for one in own] == [200] * 5 + [503]


def test_whatever_page_a_stranger_opens_they_follow_it_as_one(hall: Hall) -> None:
    rules = [rule.rule for rule in hall.app.url_map.iter_rules() if rule.endpoint.startswith("room.")]
    places = {"<id>": hall.work.id, "<number>": "1", "<table>": "1"}
    paths = [re.sub("<.*?>", lambda named: places[named[0]], rule) for rule in rules
             if {*re.findall("<.*?>", rule)} <= places.keys()]  # fmt: skip
    pages = [hall.app.test_client().get(path).data for path in paths]
    words = [word.decode() for page in pages for word in re.findall(rb'data-stream="([^"]+)"', page)]
    followed = hall.server.front.streams._allowed(words, {"headers": []}).values()
    assert {one.view.kind for one in followed} == {"event", "public", "table"}
    assert [one for one in followed if not one.is_anybodys] == []


def test_whoever_leaves_makes_room(hall: Hall) -> None:
    word, streams = hall.word(hall.base), hall.server.front.streams
    stream = hall.stream(word)
    news(stream)
    assert streams.open == 1
    for one in hall.open:
        one.close()
    for _ in range(1000):
        if not streams.open:
            break
        threading.Event().wait(0.02)
    assert streams.open == 0


def test_a_poll_ends_with_the_first_news_and_the_next_one_tells_none_twice(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a proxy that hands on nothing before its end."""
    word = hall.word(hall.base)
    first, told = polled(hall, word)
    assert json.loads(first.rpartition("data: ")[2]) == {word: told}
    monkeypatch.setattr(streams, "HELD", 10 * LONG)
    with ThreadPoolExecutor(1) as another:
        waiting = another.submit(polled, hall, word, told=told)
        while not waiting.done() and not any(one.sent for one in tuple(hall.server.front.streams._listeners)):
            time.sleep(0.01)
        assert not waiting.done()
        hall.work.change(announcements.announce, "Lunch")
        second, newer = waiting.result(LONG)
    assert json.loads(second.rpartition("data: ")[2]) == {word: newer}
    assert newer != told
    monkeypatch.setattr(streams, "HELD", 0.1)
    third, same = polled(hall, word, told=newer)
    assert "event: beat\n" in third
    assert word not in third
    assert same == newer


@pytest.mark.parametrize("told", ["1,2", "no number"])
def test_a_poll_that_was_told_something_else_is_told_all(hall: Hall, told: str) -> None:
    word = hall.word(hall.base)
    assert f'data: {{"{word}": ' in polled(hall, word, told=told)[0]


def test_whoever_reads_nothing_is_sent_no_heap(hall: Hall) -> None:
    """However often it changes, one version of each view waits."""
    word = hall.word(f"{hall.base}/wall")
    stream = hall.stream(word)
    for number in range(4):
        hall.work.change(announcements.announce, f"Lunch {number}")
    last = str(hall.work.look().number)
    while not news(stream)[word].startswith(last):
        pass
    (listener,) = hall.server.front.streams._listeners
    assert len(listener.news) <= 1


def test_a_stream_that_a_stopping_server_cancels_ends_without_a_fault(hall: Hall) -> None:
    """uvicorn writes a traceback for each one that ends otherwise, and an error for an answer without its end."""
    said: list[dict[str, Any]] = []

    async def follow() -> None:
        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        query = urlencode({"on": hall.word(hall.base)}).encode()
        scope = {"type": "http", "path": "/live", "query_string": query, "headers": []}
        stream = asyncio.create_task(Streams(hall.app, 10)(scope, asyncio.Future[dict[str, Any]], send))
        while len(said) < 3:
            await asyncio.sleep(0.02)
        stream.cancel()
        await stream

    with ThreadPoolExecutor(1) as aside:  # where no loop runs, whatever ran in this process before
        aside.submit(asyncio.run, follow()).result(LONG)
    assert said[-1] == {"type": "http.response.body", "body": b""}
