"""Streams: what tells open pages that they have a newer version, so that they need not ask again and again.

A page names its view by a signed word. A browser opens one stream for all its windows and shows it the words of their
pages; the stream says which version each view has, whenever that changes. The page then asks for its part at its own
address, where it is looked at who asks. Shares that are the same for all players the stream sends itself (`pieces`), to
their pages alone and only as long as the link is good that opened them. Where a proxy keeps a stream to itself until it
ends, a page asks for one that ends with the first news (a long poll). A page with neither asks every few seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import parse_qs

from flask import Flask, current_app, g
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import HTTPException

from toolkit.errors import NotFound, ToolkitError
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.links import generation_of, generations_of
from toolkit.services.kernel.roles import OFFICIALS
from toolkit.services.kernel.versions import ALL, EVENT, PUBLIC, View
from toolkit.services.tables.folding import games
from toolkit.tournament import Tournament
from toolkit.web.base import bearers
from toolkit.web.base.access import current_role, link_key, opening_link
from toolkit.web.base.i18n import language
from toolkit.web.base.monitoring import metrics_of
from toolkit.web.base.security import secret_keys
from toolkit.web.base.stores import context_of, current_context
from toolkit.web.base.throttle import network_of
from toolkit.web.serving.caching import server_time
from toolkit.web.serving.pieces import Pieces, changed_words, is_of_standings, with_rank_of

_log = logging.getLogger(__name__)

PATH = "/live"
# Views that one stream follows: of as many windows as a browser has.
MOST_VIEWS = 40
# Of all streams so many may be of those who follow nothing but what everybody sees or a table of their own, and so many
# of these by one address. Whoever shows a link of an event is not counted: a hall has one address.
_STRANGERS = 0.5
_OF_ADDRESS = 0.3
# Seconds after which a stream that says nothing says that it is there, and what time it is; after which it is opened
# anew, and looked at again who listens; in which whoever listens must take what is said.
BEAT = 5.0
LIFE = 600.0
# Seconds after which a long poll without news is answered: sooner than a page believes that nothing comes through.
HELD = 8.0
_SLOWEST = 30.0
# Seconds for which an official is one without being looked at again.
TRUSTED = 5.0
# So many pages of players are drawn in a second; when more are told of the same, they ask within so many seconds. As
# often the moved standings are sent, which every result moves.
DRAWN = 100
WITHIN = 10.0
# The version of what whoever listens may follow no more.
_GONE = "gone"
# Seconds until what can tell of no change is asked again.
_PAUSE = 3.0

_TOKEN, _CHALLENGE = b"authorization", "WWW-Authenticate"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),  # nginx: hand on what comes when it comes
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(frozen=True, slots=True)
class PageView:
    """The subject of a page: a view of an event, or a table and the event that it belongs to ("" for none).

    Attributes:
        link: that opened the page, as the log has it that the page is of; "" for none. `generation` is how often it had
            been replaced by then. Who follows the same by another link follows the same.
        language: of the page, in which its pieces are.
    """

    event: str
    game: str = ""
    view: View = ALL
    language: str = "en"
    link: str = field(default="", compare=False)
    generation: int = field(default=0, compare=False)

    @property
    def log(self) -> str:
        """The log that the page is of: the table's, else the event's."""
        return self.game or self.event

    @property
    def is_official(self) -> bool:
        """Whether only officials of the event see it."""
        return not self.game and self.view.is_official

    @property
    def is_anybodys(self) -> bool:
        """Whether it is open to a stranger: what everybody sees, a page that no link opened, a table of their own."""
        if self.game:
            return not self.event
        return self.view in (PUBLIC, EVENT) or not (self.link or self.is_official)

    def version(self, context: Context, look: Callable[[str], Tournament] | None = None) -> str:
        """The newest version; `look` finds the newest state of an event, where many are asked for at once.

        Raises:
            StreamNotFound: there is no such event or table.
        """
        if self.game:
            return table_version(context, self.game, self.event)
        if self.view == ALL:
            return str(context.tournaments.head(self.event))
        return context.versions.of(self.event, (look or _looking(context))(self.event), self.view)

    def generations(self, context: Context) -> Mapping[str, int]:
        """How often each link of its log was replaced by now.

        Raises:
            StreamNotFound: there is no such table.
        """
        if self.game:
            issues: Mapping[str, int] = games(context).stream(self.game).summary["issues"]
            return issues
        return generations_of(context, self.event)


def table_version(context: Context, game: str, event: str) -> str:
    """The newest version of a table's page, for its reader.

    Raises:
        StreamNotFound: there is no such table.
    """
    number = games(context).head(game)
    try:
        return f"{number}.{context.tournaments.head(event)}" if event else str(number)
    except NotFound:
        return str(number)


def init_app(app: Flask) -> None:
    """Let templates of `app` name what a page follows."""
    app.jinja_env.globals.update(stream_of=stream_of, table_stream=table_stream)


def stream_of(event: str, view: View = ALL) -> str:
    """The word by which a page of an event follows this view of it."""
    g.shown_event = event
    link = opening_link()
    generation = link_key(event).generation(link) if link else 0
    return _sign(PageView(event, view=view, language=language(), link=link, generation=generation))


def shown_event() -> str:
    """The event that the page just drawn follows; "" for none."""
    return str(g.get("shown_event", ""))


def table_stream(game: str, event: str | None, link: str, issues: Mapping[str, int]) -> str:
    """The word by which a table's page, opened by that link, follows the table."""
    return _sign(PageView(event or "", game, language=language(), link=link, generation=issues.get(link, 0)))


def _sign(followed: PageView) -> str:
    named = [followed.event, followed.game, followed.link, followed.generation, followed.language]
    named += astuple(followed.view)
    word = _signer(current_app).dumps([_day(current_context()), *named])
    assert isinstance(word, str)
    return word


def _signer(app: Flask) -> URLSafeSerializer:
    return URLSafeSerializer(secret_keys(app), "live by link and language")


def _day(context: Context) -> str:
    # A word is the same all day, so that a stream need not be opened anew with each drawing, and good until the next.
    return context.now().date().isoformat()


@dataclass(eq=False, slots=True)
class _Listener:
    """A stream: what it follows by which words, what was sent, and what has not been sent yet.

    Attributes:
        checked: when it was last looked at who listens, by the loop's clock.
        within: seconds in which pages are to ask that were told at the same time.
    """

    words: Mapping[str, PageView]
    checked: float
    sent: dict[str, str] = field(default_factory=dict)
    news: dict[str, str] = field(default_factory=dict)
    wakes: asyncio.Event = field(default_factory=asyncio.Event)
    within: float = 0.0

    def has_news(self) -> bool:
        """Whether there is anything that the listener has not had yet."""
        return any(self.sent.get(word) != version for word, version in self.news.items())

    def take(self) -> dict[str, str]:
        """The news that the listener has not had yet; from now on it has."""
        news = {word: version for word, version in self.news.items() if self.sent.get(word) != version}
        self.sent |= news
        self.news.clear()
        self.wakes.clear()
        return news

    def changed_pieces(self, news: Mapping[str, str]) -> dict[tuple[str, str], set[str]]:
        """The words of pieces that the listener lacks beside what was sent before, by event and language."""
        changed: dict[tuple[str, str], set[str]] = {}
        for word, version in news.items():
            if page := self.words.get(word):
                words = changed_words(self.sent.get(word, version), version)
                changed.setdefault((page.event, page.language), set()).update(words)
        return changed

    def end(self, words: Iterable[str]) -> None:
        """Follow these no more: their pages are told once that they end, and ask why."""
        gone = self.words.keys() & words
        self.words = {word: followed for word, followed in self.words.items() if word not in gone}
        if gone:
            self.news |= dict.fromkeys(gone, _GONE)
            self.wakes.set()


class Streams:
    """Every stream of this process, and the thread that hears of changes while there is any."""

    def __init__(self, app: Flask, most: int) -> None:
        self._app = app
        self._most = most
        self._listeners: set[_Listener] = set()
        self._of_strangers = Counter[str]()
        # What is read from the database for streams takes no thread from whoever asks for a page.
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="streams")
        # By log how often its links were replaced, read once for all who follow it; forgotten with each change, which
        # `_looks` counts.
        self._generations: dict[str, Mapping[str, int]] = {}
        self._looks = 0
        self._pieces = Pieces(app)
        # The version of each page that was told last, and by event when its standings were.
        self._newest: dict[PageView, str] = {}
        self._ranked: dict[str, float] = {}
        self._again: asyncio.TimerHandle | None = None
        self._looking = threading.Lock()
        self._stop: threading.Event | None = None
        self._is_over = False

    @property
    def open(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def close(self) -> None:
        """End every stream; from the loop's own thread."""
        self._is_over = True
        if self._stop is not None:
            self._stop.set()
        if self._again is not None:
            self._again.cancel()
        for listener in self._listeners:
            listener.wakes.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request for a stream."""
        loop = asyncio.get_running_loop()
        refusal = await loop.run_in_executor(self._readers, self._refusal, scope) if _header(scope, _TOKEN) else None
        if refusal is not None:
            await _refuse(send, refusal.code or 401, dict(refusal.get_headers()).get(_CHALLENGE, ""))
            return
        query = parse_qs(scope["query_string"].decode("latin-1"))
        asked = query.get("on", [])[:MOST_VIEWS]
        words = await loop.run_in_executor(self._readers, self._allowed, asked, scope)
        metrics = metrics_of(self._app)
        stranger = self._sender(scope) if all(followed.is_anybodys for followed in words.values()) else None
        if not words:
            await _refuse(send, 403)
        elif self.open >= self._most or (stranger is not None and self._is_beyond_share(stranger)):
            if metrics is not None:
                metrics.refused.labels("stream").inc()
            await _refuse(send, 503)
        else:
            is_poll = "poll" in query
            listener = _Listener(words, loop.time(), _sent_before(words, scope) if is_poll else {})
            self._listeners.add(listener)
            if stranger is not None:
                self._of_strangers[stranger] += 1
            if metrics is not None:
                metrics.streams.inc()
            try:
                self._listen(loop)
                await self._serve(listener, scope, receive, send, is_poll=is_poll)
            finally:
                self._listeners.discard(listener)
                if stranger is not None:
                    self._of_strangers -= Counter([stranger])
                if metrics is not None:
                    metrics.streams.dec()
                self._listen(loop)

    def _is_beyond_share(self, address: str) -> bool:
        """Whether strangers have all their places, or that address has its part of them."""
        all_of_them, of_one = self._most * _STRANGERS, self._most * _OF_ADDRESS
        return self._of_strangers.total() >= all_of_them or self._of_strangers[address] >= of_one

    def _sender(self, scope: Any) -> str:
        """The address that a request came from, past the proxies that are believed, as it is counted."""
        proxies = int(self._app.config["PROXIES"])
        named = ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for")
        passed = named.split(",")
        if 0 < proxies <= len(passed):
            return network_of(passed[-proxies].strip())
        return network_of((scope.get("client") or ("",))[0])

    async def _serve(self, listener: _Listener, scope: Any, receive: Any, send: Any, *, is_poll: bool) -> None:
        loop = asyncio.get_running_loop()
        gone = loop.create_task(_until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            # What was heard of meanwhile is newer.
            now = await loop.run_in_executor(self._readers, self._versions, listener.words)
            listener.news = now | listener.news
            listener.end(word for word, version in now.items() if version == _GONE)
            # A server that stops waits a while, and then cancels: that is the end of a stream, and no fault.
            with suppress(asyncio.CancelledError):
                await (self._poll(listener, gone, send) if is_poll else self._stream(listener, scope, gone, send))
            await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            pass  # whoever listens too slowly asks instead
        finally:
            gone.cancel()

    async def _stream(self, listener: _Listener, scope: Any, gone: asyncio.Task[None], send: Any) -> None:
        """Say the news whenever there are any, and where there are none the time, while anything is followed."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LIFE
        await _say(send, "retry: 2000\n\n")
        while not gone.done() and not self._is_over and loop.time() < end:
            is_official = any(page.is_official for page in listener.words.values())
            if is_official and listener.news and loop.time() - listener.checked > TRUSTED:
                # Whoever has signed out, or had a link that was taken back, is no official any more.
                still = await loop.run_in_executor(self._readers, self._allowed, tuple(listener.words), scope)
                listener.end(listener.words.keys() - still.keys())
                listener.checked = loop.time()
            await _say(send, self._told(listener))
            if not listener.words:
                break
            await self._wait(listener, gone, min(BEAT, end - loop.time()))

    async def _poll(self, listener: _Listener, gone: asyncio.Task[None], send: Any) -> None:
        """Say the first news that there are, else in the end the time; and what the next poll is to say it was told."""
        if not listener.has_news():
            await self._wait(listener, gone, HELD)
        told = self._told(listener)
        versions = ",".join(listener.sent.get(word, "") for word in listener.words)
        await _say(send, f"retry: 100\nid: {versions}\n{told}")

    async def _wait(self, listener: _Listener, gone: asyncio.Task[None], seconds: float) -> None:
        """Wait for news, the end of listening, or the end of that time."""
        if not self._is_over:
            wakes = asyncio.create_task(listener.wakes.wait())
            await asyncio.wait({gone, wakes}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            wakes.cancel()

    def _told(self, listener: _Listener) -> str:
        """The pieces that a listener lacks, and then the news; without any the time."""
        lacking = listener.changed_pieces(listener.news)
        if news := listener.take():
            pieces = "".join(self._pieces.frames(*of, wanted) for of, wanted in lacking.items())
            is_player_s = any("~" in version for version in news.values())  # of other pages there are few
            spread = f"event: spread\ndata: {listener.within:.2f}\n\n" if is_player_s and listener.within else ""
            return f"{pieces}{spread}data: {json.dumps(news)}\n\n"
        return f"event: beat\ndata: {server_time(context_of(self._app))}\n\n"

    # In a thread

    def _refusal(self, scope: Any) -> HTTPException | None:
        """Why the bearer token of a request is refused, as everywhere."""
        with self._app.test_request_context(PATH, headers={"Authorization": _header(scope, _TOKEN)}):
            try:
                bearers.refuse_wrong()
            except HTTPException as error:
                return error
        return None

    def _allowed(self, asked: Iterable[str], scope: Any) -> dict[str, PageView]:
        """The page views of those words, as far as the asker may follow them."""
        signer, context, allowed = _signer(self._app), context_of(self._app), dict[str, PageView]()
        today = context.now().date()
        days = {(today - timedelta(days=ago)).isoformat() for ago in (-1, 0, 1)}
        for word in asked:
            try:
                day, event, game, link, generation, language, *view = signer.loads(word)
            except (BadSignature, ValueError, TypeError):
                continue
            page = PageView(event, game, View(*view), language, link, generation)
            if day in days and self._is_open(page):
                allowed[word] = page
        if any(page.is_official for page in allowed.values()):
            with self._app.test_request_context(PATH, headers={"Cookie": _header(scope, b"cookie", "; ")}):
                return {
                    word: page
                    for word, page in allowed.items()
                    if not page.is_official or current_role(page.event) in OFFICIALS
                }
        return allowed

    def _versions(self, words: Mapping[str, PageView]) -> dict[str, str]:
        versions, context = dict[str, str](), context_of(self._app)
        look = _looking(context)
        for word, followed in words.items():
            try:
                versions[word] = followed.version(context, look) if self._is_open(followed) else _GONE
            except ToolkitError:
                continue
        return versions

    def _is_open(self, page: PageView) -> bool:
        """Whether the link that opened a page was not replaced since; read once for all who follow the log."""
        if not page.link:
            return True
        generation, looks = self._generations.get(page.log), self._looks
        if generation is None:
            try:
                generation = page.generations(context_of(self._app))
            except NotFound:
                return False
            # Kept only where every change that comes later is heard.
            if self._stop is not None and looks == self._looks:
                self._generations[page.log] = generation
        return generation_of(page.link, generation) == page.generation

    # The thread that hears of changes

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear of changes as long as anybody wants to be told."""
        if self._listeners and self._stop is None:
            self._stop = threading.Event()
            threading.Thread(target=self._hear, args=(loop, self._stop), name="changes", daemon=True).start()
        elif not self._listeners and self._stop is not None:
            self._stop.set()
            self._stop = None
            self._generations.clear()

    def _hear(self, loop: asyncio.AbstractEventLoop, stop: threading.Event) -> None:
        with self._looking:
            self._newest.clear()
        while not stop.is_set():
            try:
                for stream in context_of(self._app).store.changes(stop):
                    self._look(stream, loop)
            except Exception:  # whatever it was, pages go on to be told as soon as that is possible
                if loop.is_closed():
                    return
                _log.warning("no changes are heard", exc_info=True)
            stop.wait(_PAUSE)

    def _look(self, stream: str, loop: asyncio.AbstractEventLoop) -> None:
        """Tell those who follow a log, or any, what has a newer version."""
        with self._looking:
            followed = Counter(page for listener in list(self._listeners) for page in listener.words.values())
            for gone in self._newest.keys() - followed.keys():
                del self._newest[gone]
            look = _looking(context_of(self._app))
            concerned = [page for page in followed if stream in ("", page.event, page.game)]
            news, wanted = self._news(concerned, look, loop)
            unchanged = {page.game for page in followed if page.game and page not in news}
            if replaced := self._replaced(stream, unchanged):
                loop.call_soon_threadsafe(self._end, replaced)
            for (event, spoken), words in wanted.items():
                self._pieces.draw(event, spoken, look(event), words)
            if news:
                told = sum(followed[page] for page in news)
                loop.call_soon_threadsafe(self._tell, news, min(WITHIN, told / DRAWN))

    def _news(
        self, pages: Iterable[PageView], look: Callable[[str], Tournament], loop: asyncio.AbstractEventLoop
    ) -> tuple[dict[PageView, str], dict[tuple[str, str], set[str]]]:
        """The pages that have another version than was told, and by event and language the words of their pieces.

        Standings that were told a moment ago, and have moved again, are left for later.
        """
        news, wanted, now, late = dict[PageView, str](), dict[tuple[str, str], set[str]](), time.monotonic(), False
        due = {page.event: self._ranked.get(page.event, -WITHIN) + WITHIN <= now for page in pages}
        for page in pages:
            try:
                newest = page.version(context_of(self._app), look)
            except NotFound:
                continue
            before = self._newest.get(page, "")
            version = newest if due[page.event] else with_rank_of(before, newest)
            late |= version != newest
            if version != before:
                words = {
                    word for word in changed_words(before, version) if due[page.event] or not is_of_standings(word)
                }
                if words:
                    wanted.setdefault((page.event, page.language), set()).update(words)
                if any(map(is_of_standings, words)):
                    self._ranked[page.event] = now
                self._newest[page] = news[page] = version
        if late:
            loop.call_soon_threadsafe(self._look_later, loop)
        return news, wanted

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look again once standings that have moved are due; in the loop's own thread."""
        if self._again is None and not self._is_over:
            self._again = loop.call_later(WITHIN, self._look_again, loop)

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._again = None
        if self._listeners:
            loop.run_in_executor(self._readers, self._look, "", loop)

    def _replaced(self, stream: str, unchanged: Container[str]) -> set[str]:
        """The words of pages of that log, or of any, whose link was replaced; of tables only of those that changed."""
        self._looks += 1
        for log in [log for log in self._generations if stream in ("", log) and log not in unchanged]:
            del self._generations[log]
        return {
            word
            for listener in list(self._listeners)
            for word, page in listener.words.items()
            if stream in ("", page.log) and not self._is_open(page)
        }

    def _end(self, words: Iterable[str]) -> None:
        for listener in self._listeners:
            listener.end(words)

    def _tell(self, news: Mapping[PageView, str], within: float) -> None:
        for listener in self._listeners:
            mine = {word: news[page] for word, page in listener.words.items() if page in news}
            if any(listener.sent.get(word) != version for word, version in mine.items()):
                listener.news |= mine
                listener.within = within
                listener.wakes.set()


def _looking(context: Context) -> Callable[[str], Tournament]:
    """The newest state of each event, looked at once."""
    return cache(lambda id: context.tournaments.look(id).state)


def _sent_before(words: Mapping[str, PageView], scope: Any) -> dict[str, str]:
    """The versions that the poll before this one got, from the browser; none where it followed something else."""
    header = next((value for name, value in scope["headers"] if name == b"last-event-id"), b"")
    versions = header.decode("latin-1").split(",")
    return dict(zip(words, versions, strict=True)) if len(versions) == len(words) else {}


async def _say(send: Any, text: str) -> None:
    async with asyncio.timeout(_SLOWEST):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _header(scope: Any, wanted: bytes, between: str = ", ") -> str:
    """A header of a request, "" without it."""
    return between.join(value.decode("latin-1") for name, value in scope["headers"] if name == wanted)


async def _refuse(send: Any, status: int, challenge: str = "") -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    headers += [(_CHALLENGE.lower().encode(), challenge.encode())] if challenge else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
