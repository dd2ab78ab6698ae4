"""Notifications: addresses that stay secret, texts, and sending against stand-ins; no clock but one that is given."""

from __future__ import annotations

import http.server
import itertools
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.exchange.events import prague
from tests.tournament.made import made
from tests.tournament.organizer import START, Organizer
from toolkit.exchange.result_text import Dialect
from toolkit.services.notices import notifications
from toolkit.services.notices.notifications import (
    Address,
    BadAddress,
    NoAddress,
    Notifier,
    Occasion,
    add_address,
    kept_addresses,
    read_address,
    remove_address,
    send,
    told_of,
)
from toolkit.services.notices.outbox import Answer
from toolkit.tournament.facts import KINDS, Fact
from toolkit.tournament.log import LogEntry

SECRET = "discord://1234567890/very-secret-token-abcd"
DISCORD = Address(url=SECRET, occasions=(Occasion.ROUND,))


@pytest.mark.parametrize(
    ("status", "retry", "answer"),
    [
        (204, "", Answer()),
        (429, "7.5", Answer("it answered 429", 7.5)),
        (429, "9999999", Answer("it answered 429")),
        (500, "9", Answer("it answered 500")),
        (302, "", Answer("it answered 302")),
    ],
)
def test_what_an_answer_means(status: int, retry: str, answer: Answer) -> None:
    asked: list[Any] = []

    def by(url: str, body: Any, limit: float) -> tuple[int, str]:
        asked.append((url, body, limit))
        return status, retry

    assert send(DISCORD, "Hello", by=by) == answer
    body = {"content": "Hello", "allowed_mentions": {"parse": []}}
    assert asked == [("https://discord.com/api/webhooks/1234567890/very-secret-token-abcd", body, 10)]


def test_an_address_that_hangs_is_left_after_ten_seconds() -> None:
    class ReadTimeout(OSError):
        pass

    def hangs(_url: str, _body: Any, limit: float) -> tuple[int, str]:
        assert limit == 10
        raise ReadTimeout(SECRET)

    assert send(DISCORD, "x", by=hangs) == Answer("no answer in time")


class _StandIn(http.server.BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.asked.append(self.path)
        status = {"/ok": 204, "/busy": 429, "/broken": 500}[self.path]
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "3")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stand_in() -> Iterator[str]:
    _StandIn.asked.clear()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _StandIn) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_server_of_ones_own_is_asked_over_http(stand_in: str) -> None:
    answers = [
        send(Address(url=f"ntfy://{stand_in}/{topic}", occasions=(Occasion.ROUND,)), "Hello")
        for topic in ("ok", "busy", "broken")
    ]
    assert answers == [Answer(), Answer("it answered 429", 3.0), Answer("it answered 500")]


def test_an_address_is_kept_for_its_owner_alone_and_never_shown(tmp_path: Path) -> None:
    add_address(tmp_path, "lyon", read_address(SECRET, [Occasion.ROUND]))
    add_address(tmp_path, "lyon", read_address(SECRET, [Occasion.RESULT]))
    (kept,) = kept_addresses(tmp_path, "lyon")
    assert (kept.url, kept.occasions, kept.shown) == (SECRET, (Occasion.RESULT,), "discord://…abcd")
    assert "secret" not in repr(kept)
    assert (tmp_path / "notify" / "lyon.json").stat().st_mode & 0o077 == 0
    with pytest.raises(NoAddress):
        remove_address(tmp_path, "lyon", 2)
    remove_address(tmp_path, "lyon", 1)
    assert kept_addresses(tmp_path, "lyon") == []


def test_the_address_of_a_webhooks_page_is_read() -> None:
    page = "https://discord.com/api/webhooks/1234567890/very-secret-token-abcd"
    assert read_address(page, [Occasion.ROUND]).url == SECRET


@pytest.mark.parametrize(
    "url", ["", "discord://x", "json://10.0.0.1/secret", "file:///etc/secret", "secret", "ntfy://a/b/c", "é://secret"]
)
def test_what_cannot_be_read_is_refused_without_its_secret(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_address(url, [Occasion.ROUND])
    assert "secret" not in str(refused.value)


def test_what_needs_a_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "has_apprise", lambda: False)
    with pytest.raises(BadAddress, match=r"tgram:// needs a further package: pip install 'vtes-toolkit\[notify\]'"):
        read_address("tgram://secret/1", [Occasion.ROUND])


def test_everything_else_is_handed_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch, {"tgram://bot/1": Service("bot")})
    address = read_address("tgram://bot/1", [Occasion.ROUND])
    assert send(address, "Hello") == Answer()
    assert send(address, "lost") == Answer("not delivered")
    with pytest.raises(BadAddress):
        read_address("tgram://nobody", [Occasion.ROUND])


# What a server for the public is not asked to reach: this machine, its network, a cloud's data about itself.
OWN = {
    "inside.example": ["10.0.0.7"],
    "both.example": ["93.184.216.34", "fd00::1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "many.example": ["224.0.0.1"],
    "metadata.example": ["169.254.169.254"],
    "carrier.example": ["100.64.0.1"],
}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The names that lead somewhere, beside addresses of numbers; no network is asked."""
    known = OWN | {"ntfy.example": ["93.184.216.34", "2606:2800:220:1::1"]}
    look = socket.getaddrinfo

    def looked_up(host: str, port: Any, *rest: Any, **more: Any) -> list[Any]:
        if host.endswith(".example") and host not in known:
            raise socket.gaierror
        return [found for one in known.get(host, [host]) for found in look(one, port, *rest, **more)]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return known


@pytest.mark.parametrize("host", [*OWN, "127.0.0.1:8080", "127.1", "2130706433", "localhost", "192.168.1.1", "0.0.0.0"])
def test_an_address_in_a_public_servers_own_network_is_refused(names: dict[str, list[str]], host: str) -> None:
    url = f"ntfy://{host}/secret-topic"
    with pytest.raises(
        BadAddress, match=r"ntfy://… leads into this server's own network: nothing is sent there\."
    ) as no:
        read_address(url, [Occasion.ROUND], is_for_strangers=True)
    assert no.value.code == "own_network"
    assert read_address(url, [Occasion.ROUND]).url == url


@pytest.mark.parametrize("url", ["ntfy://ntfy.example/topic", "ntfy://unknown.example/topic", "ntfy://topic", SECRET])
def test_an_address_of_the_public_network_is_not(names: dict[str, list[str]], url: str) -> None:
    assert read_address(url, [Occasion.ROUND], is_for_strangers=True).url == url


def test_a_name_that_leads_inside_later_is_not_followed(names: dict[str, list[str]], stand_in: str) -> None:
    url = f"ntfy://ntfy.example:{stand_in.partition(':')[2]}/ok"
    address = read_address(url, [Occasion.ROUND], is_for_strangers=True)
    names["ntfy.example"] = ["127.0.0.1"]
    assert send(address, "Hello", is_for_strangers=True) == Answer("it leads into this server's own network")
    assert _StandIn.asked == []
    assert send(address, "Hello") == Answer()
    assert _StandIn.asked == ["/ok"]


class Service:
    """What the library has for an address; with `asks` it connects to that one, as by an answer that leads on."""

    def __init__(self, host: str, *, asks: str = "", smtp_host: str | None = None) -> None:
        self.host, self.smtp_host, self._asks = host, smtp_host, asks

    def notify(self, body: str) -> bool:
        if self._asks:
            host, _, port = self._asks.partition(":")
            socket.create_connection((host, int(port))).close()
        return body != "lost"


def library(monkeypatch: pytest.MonkeyPatch, known: dict[str, Service]) -> None:
    """Let the library be there, and know these addresses."""

    class Library:
        class Apprise:
            instantiate = known.get

    monkeypatch.setattr(notifications, "has_apprise", lambda: True)
    monkeypatch.setattr(notifications.importlib, "import_module", lambda _: Library)


def test_what_the_library_asks_is_held_to_the_same(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]], stand_in: str
) -> None:
    inside = {
        "gotify://inside.example/token": Service("inside.example"),
        "mailto://u:p@ntfy.example?smtp=10.0.0.1": Service("ntfy.example", smtp_host="10.0.0.1"),
    }
    leads_on = Service("ntfy.example", asks=stand_in)
    library(monkeypatch, {**inside, "gotify://ntfy.example/token": leads_on, "tgram://127.1/1": Service("127.1")})
    for url in inside:
        with pytest.raises(BadAddress, match="own network"):
            read_address(url, [Occasion.ROUND], is_for_strangers=True)
    address = read_address("gotify://ntfy.example/token", [Occasion.ROUND], is_for_strangers=True)
    assert send(address, "Hello", is_for_strangers=True) == Answer("it leads into this server's own network")
    assert send(address, "Hello") == Answer()
    # A token is no name: nobody is asked for it.
    assert read_address("tgram://127.1/1", [Occasion.ROUND], is_for_strangers=True)


def test_several_addresses_in_one_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch, {"tgram://bot/1": Service("bot")})
    with pytest.raises(BadAddress):
        read_address("tgram://bot/1, json://10.0.0.1/x", [Occasion.ROUND])


# Of each service an address that the library reads.
BY_LIBRARY = {
    "tgram": "tgram://123456789:abcdefg_hijklmnop/lead",
    "mailto": "mailto://user:pass@example.org",
    "matrix": "matrix://user:pass@example.org/#room",
    "slack": "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
    "gotify": "gotify://example.org/token",
    "pover": f"pover://{'u' * 30}@{'a' * 30}",
    "signal": "signal://example.org:8080/+15551233333/+15551234567",
    "whatsapp": f"whatsapp://{'a' * 20}@12345678901234/+15551234567",
    "rocket": "rocket://user:pass@example.org/#room",
    "mmost": f"mmost://example.org/{'a' * 24}",
    "zulip": f"zulip://bot@org/{'a' * 32}/general",
    "pbul": f"pbul://{'a' * 34}",
    "prowl": f"prowl://{'a' * 40}",
    "mailgun": f"mailgun://user@example.org/{'a' * 32}-{'b' * 8}-{'c' * 8}",
    "twilio": f"twilio://AC{'a' * 32}:{'b' * 32}@15551234567/15551234567",
}
# What the library calls a parameter that names a file, a host, or where it keeps something.
NAMES_A_PLACE = re.compile(r"path|file|url|server|storage|encryption|pgp", re.IGNORECASE)


def known_to_library(scheme: str) -> dict[str, str]:
    """Each parameter that the library documents for a service, with what it calls it; "" for a yes or no."""
    details = pytest.importorskip("apprise").Apprise().details(lang="en")
    (found,) = (
        one["details"]
        for one in details["schemas"]
        if scheme in (*(one["protocols"] or ()), *(one["secure_protocols"] or ()))
    )
    free = {f"{one['prefix']}x": "a key and a value of anybody's" for one in found["kwargs"].values()}
    of_its_own = found["args"].items()
    return free | {name: "" if one.get("type") == "bool" else str(one.get("name", "")) for name, one in of_its_own}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what the library imports
@pytest.mark.parametrize("scheme", BY_LIBRARY)
def test_no_parameter_names_a_file_or_a_host_that_nobody_looked_at(scheme: str) -> None:
    url = BY_LIBRARY[scheme]
    assert read_address(url, [Occasion.ROUND]).fault is None
    taken = {name: called for name, called in known_to_library(scheme).items() if not faulty(f"{url}?{name}=1")}
    assert (
        [name for name, called in taken.items() if NAMES_A_PLACE.search(called)]
        == [
            "smtp"  # it is looked at as any other host
        ][: scheme == "mailto"]
    )
    for name in known_to_library(scheme).keys() - taken:
        with pytest.raises(BadAddress, match=f"{scheme}:// takes no parameter “{re.escape(name)}”: remove it"):
            read_address(f"{url}?format=text&{name}=1", [Occasion.ROUND])
    for name, path in itertools.product(taken, PATHS):
        assert f"takes no path as “{name}”" in faulty(f"{url}?{name}={path}")


PATHS = ("/etc/passwd", "%2Fetc/x", "%252Fetc", " ~/x", "../x", "..%5Cx", "C:\\x", "file:///etc", "http://10.0.0.1/")


def faulty(url: str) -> str:
    return Address(url=url, occasions=(Occasion.ROUND,)).fault or ""


@pytest.mark.parametrize(
    "query",
    ["template=/x", "to=1&TEMPLATE=x", "to=1;template=x", "to=1?template=x", "%74emplate=x", " template =x", ":x=1",
     "+x=1", "-x=1", "retry=99", "rto=9e9", "store=yes", "tz=x", "template%20=x", "%09template=x"],
)  # fmt: skip
def test_a_parameter_is_found_however_it_is_written(query: str) -> None:
    assert "tgram:// takes no parameter" in faulty(f"tgram://bot/1?{query}")


def test_a_secret_behind_a_question_mark_is_not_named() -> None:
    assert faulty("tgram://bot/1?secret") == "tgram:// takes no parameter “…”"
    assert faulty("tgram://bot/1?to=secret&silent=yes&") == ""


def test_an_address_that_was_kept_before_is_named_and_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Address(url="tgram://bot/1?template=/etc/passwd", occasions=(Occasion.ROUND,))
    add_address(tmp_path, "lyon", old)
    monkeypatch.setattr(notifications, "_service", lambda _: pytest.fail("it was asked"))
    assert send(old, "Hello") == Answer("tgram:// takes no parameter “template”")
    notifier = Notifier(lambda: tmp_path, settle=lambda _: None)
    (shown,) = notifications.show_addresses(notifier, tmp_path, "lyon")
    assert shown.error == "tgram:// takes no parameter “template”"


def test_what_is_told_and_escaped() -> None:
    organizer = Organizer(rounds=2, name="*Lyon*").with_players(8)
    before = organizer.state.number
    organizer.open_check_in()
    organizer.seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.announce("@everyone: **lunch**")
    organizer.call_judge(round_number=1, table=2, player=5)
    entries = [organizer.state.entry(number) for number in range(before + 1, organizer.state.number + 1)]
    told = dict(told_of(organizer.state, entries, Dialect.PLAIN, url="http://a/b"))
    assert told[Occasion.CHECK_IN] == "*Lyon*: check-in for round 1 is open.\nhttp://a/b"
    assert told[Occasion.ROUND] == "*Lyon*: round 1 is seated.\nhttp://a/b"
    assert told[Occasion.ANNOUNCEMENT] == "*Lyon*: @everyone: **lunch**\nhttp://a/b"
    assert told[Occasion.JUDGE_CALL] == "*Lyon*: a judge is called: table 2 in round 1.\nhttp://a/b"
    discord = dict(told_of(organizer.state, entries, Dialect.DISCORD, url=""))
    assert discord[Occasion.ANNOUNCEMENT].count("\\*") == 6


def test_no_text_is_longer_than_2000_characters() -> None:
    event = prague()
    entries = [event.entry(number) for number in range(1, event.number + 1)]
    texts = [text for _, text in told_of(event, entries, Dialect.DISCORD, url="https://example.org/" + "x" * 300)]
    assert texts
    assert max(map(len, texts)) <= 2000
    assert "Player Nr9" in texts[-1]


def hear(notifier: Notifier, organizer: Organizer, entries: list) -> None:
    notifier.hear(organizer.state, "lyon", entries, url="", look=lambda: organizer.state, now=lambda: organizer.now)


def test_signing_up_and_an_offered_place_are_told_by_name_alone() -> None:
    organizer = Organizer(date=date(2026, 11, 21))
    organizer.set_sign_up(START, capacity=1)
    before = organizer.state.number
    organizer.sign_up(START, name="Anna *V*", contact="anna@example.org")
    organizer.sign_up(START, name="Ben")
    organizer.set_sign_up(START, capacity=2)
    entries = [organizer.state.entry(number) for number in range(before + 1, organizer.state.number + 1)]
    told = list(told_of(organizer.state, entries, Dialect.PLAIN, url=""))
    signed = (Occasion.SIGN_UP, "Test: Anna *V* signed up."), (Occasion.SIGN_UP, "Test: Ben signed up.")
    assert told == [*signed, (Occasion.PLACE, "Test: a place is offered to Ben.")]


def test_an_offer_that_lapsed_before_it_could_be_told_is_not() -> None:
    organizer = Organizer(date=date(2027, 11, 21))
    organizer.set_sign_up(START, capacity=1)
    for name in ("Anna", "Ben", "Cleo"):
        organizer.sign_up(START, name=name)
    organizer.set_sign_up(START, capacity=2, offer_hours=1)
    before = organizer.state.number
    organizer.pass_on(START + timedelta(hours=3))
    entries = [organizer.state.entry(number) for number in range(before + 1, organizer.state.number + 1)]
    told = list(told_of(organizer.state, entries, Dialect.PLAIN, url=""))
    assert told == [(Occasion.PLACE, "Test: a place is offered to Ben.")]


class Waiting(Notifier):
    """Puts aside, and sends nothing by itself, nor outside."""

    def __init__(self, folder: Callable[[], Path], **given: Any) -> None:
        self.sent: list[str] = []
        self.settled: list[str] = []
        given = {"settle": self.settled.append, **given}
        super().__init__(folder, sender=lambda _, text: self.sent.append(text) or Answer(), **given)

    def _start(self) -> None:
        pass

    def texts(self, after: float = 0) -> list[str]:
        """What was sent by now, so many seconds later."""
        later = time.monotonic() + after
        self.outbox.run(lambda: later)
        return self.sent


class Ends:
    """A round of two hours whose clock has started, and a notifier that hears each change and sends nothing."""

    def __init__(self, folder: Path) -> None:
        self.organizer = Organizer(rounds=2).with_players(4).seated([1, 2, 3, 4])
        self.notifier = Waiting(lambda: folder)
        add_address(folder, "lyon", read_address("ntfy://rounds", [Occasion.TIME_UP]))
        self.heard(lambda one: one.start_clock(1, minutes=120))

    def heard(self, change: Callable[[Organizer], object]) -> None:
        before = self.organizer.state.number
        change(self.organizer)
        numbers = range(before + 1, self.organizer.state.number + 1)
        hear(self.notifier, self.organizer, [self.organizer.state.entry(number) for number in numbers])

    def after(self, minutes: int) -> list[str]:
        return self.notifier.texts(60 * minutes)


UP = "Test: time is up in round 1."


def test_time_is_up_when_the_clock_ends_and_once(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    assert ends.after(119) == []
    assert ends.after(121) == [UP]
    assert ends.after(300) == [UP]


def test_more_time_moves_it(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    ends.heard(lambda one: one.extend_clock(1, seconds=600))
    assert ends.after(125) == []
    assert ends.after(131) == [UP]


def test_more_time_at_one_table_does_not(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    ends.heard(lambda one: one.extend_clock(1, table=1, seconds=300))
    assert ends.after(121) == [UP]
    assert ends.after(300) == [UP]


@pytest.mark.parametrize("change", ["stop_clock", "pause_clock"])
def test_nothing_is_told_of_a_clock_that_stands(tmp_path: Path, change: str) -> None:
    ends = Ends(tmp_path)
    ends.heard(lambda one: getattr(one, change)(1))
    assert ends.after(300) == []


@pytest.mark.parametrize(("minutes", "told"), [(60, [UP]), (129, [UP]), (131, [])])
def test_an_end_is_told_by_a_server_that_is_started_anew(tmp_path: Path, minutes: int, told: list[str]) -> None:
    ends = Ends(tmp_path)
    anew = Waiting(lambda: tmp_path)
    anew.resume(lambda _: ends.organizer.state, ends.organizer.now + timedelta(minutes=minutes))
    assert anew.texts() == (told if minutes > 120 else [])
    assert anew.texts(60 * 61) == told
    assert not list((tmp_path / "notify" / "ends").iterdir())


def test_of_two_servers_one_tells_the_end(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    other = Waiting(lambda: tmp_path)
    other.resume(lambda _: ends.organizer.state, ends.organizer.now)
    assert (ends.after(121), other.texts(60 * 121)) == ([UP], [])


def test_an_end_that_is_kept_does_not_stop_a_start(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    (kept,) = (tmp_path / "notify" / "ends").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text("no JSON", "utf-8")
    anew = Waiting(lambda: tmp_path)
    anew.resume(lambda _: ends.organizer.state, ends.organizer.now)
    assert anew.texts(60 * 121) == []


@pytest.mark.parametrize("days", [0, 1, 9])
def test_an_offer_that_lapses_is_passed_on_by_one_of_two_servers_however_late(tmp_path: Path, days: int) -> None:
    organizer = Organizer(date=date(2027, 11, 21))
    organizer.set_sign_up(START, capacity=1)
    organizer.sign_up(START, name="Anna")
    organizer.sign_up(START, name="Ben")
    organizer.set_sign_up(START, capacity=2, offer_hours=24)
    organizer.now = START
    first, second = Waiting(lambda: tmp_path), Waiting(lambda: tmp_path)
    hear(first, organizer, [organizer.state.entry(organizer.state.number)])
    second.resume(lambda _: organizer.state, START + timedelta(days=days))
    second.texts(60 * 60 * 23)
    assert second.settled == (["lyon"] if days else [])
    for server in (first, second):
        server.texts(60 * 60 * 25)
    assert first.settled + second.settled == ["lyon"]


def test_nothing_is_told_to_an_address_that_was_removed(tmp_path: Path) -> None:
    ends = Ends(tmp_path)
    remove_address(tmp_path, "lyon", 1)
    assert ends.after(300) == []


def test_only_who_wants_an_occasion_is_told(tmp_path: Path) -> None:
    sent: list[tuple[str, str]] = []
    done = threading.Event()

    def sender(address: Address, text: str) -> Answer:
        sent.append((address.url, text))
        done.set()
        return Answer()

    organizer = Organizer(rounds=2).with_players(4)
    add_address(tmp_path, "lyon", read_address("ntfy://rounds", [Occasion.ROUND]))
    add_address(tmp_path, "lyon", read_address("ntfy://results", [Occasion.RESULT]))
    before = organizer.state.number
    organizer.seated([1, 2, 3, 4])
    entries = [organizer.state.entry(number) for number in range(before + 1, organizer.state.number + 1)]
    hear(Notifier(lambda: tmp_path, settle=str, sender=sender), organizer, entries)
    assert done.wait(30)
    assert sent == [("ntfy://rounds", "Test: round 1 is seated.")]


AT_ONCE = [kind for kind in KINDS.values() if kind.DECLARED.notifies not in (None, Occasion.TIME_UP, Occasion.PLACE)]


@pytest.mark.parametrize("kind", AT_ONCE)
def test_a_fact_that_notifies_at_once_has_its_words(kind: type[Fact]) -> None:
    entry = LogEntry(99, START, "Ann", made(kind, "text", kind.NAME, 1))
    told = told_of(Organizer().with_players(1).state, [entry], Dialect.PLAIN, url="https://x")
    assert [occasion for occasion, _ in told] == [kind.DECLARED.notifies]
