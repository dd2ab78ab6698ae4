"""Notifications of an event to Discord, mail, Telegram, ntfy and the like: addresses, occasions, texts, and sending.

An address is a secret: it lies in the data folder beside the store, so that no log, export or copy of the store has it,
and is shown as `discord://…abcd`. A change is stored first; what is to be told of it is put aside, and sent by a thread
of its own, which tries again and never holds a change up. Discord and ntfy are asked over HTTP; everything else is
handed to apprise, where it is installed (`vtes-toolkit[notify]`).
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from toolkit.errors import Invalid, NotFound
from toolkit.exchange.result_text import LONGEST, Dialect, escaped, render_text
from toolkit.languages import N_, Message
from toolkit.services.kernel.data_folder import replace_file
from toolkit.services.notices.outbox import Answer, OutboxThread
from toolkit.services.notices.public_network import is_public, public_only
from toolkit.services.notices.web_push import (
    Device,
    concerns_players,
    forget_devices,
    is_offered,
    kept_device,
    kept_devices,
    send_push,
    table_of,
    time_told,
    told_to,
)
from toolkit.tournament import Tournament
from toolkit.tournament.clock import read_clock
from toolkit.tournament.declarations import Occasion
from toolkit.tournament.errors import UnknownRound
from toolkit.tournament.facts import (
    AnnouncementMade,
    CheckInOpened,
    Fact,
    FirstPlayerDrawn,
    JudgeCalled,
    PlaceOffered,
    RoundPublished,
    SignedUp,
)
from toolkit.tournament.log import LogEntry, where
from toolkit.tournament.state import round_title

# Seconds within which an address has to answer.
TIME_LIMIT = 10
MOST_ADDRESSES, LONGEST_ADDRESS = 10, 500
# Nobody waits longer than that because an address asks for it.
_LONGEST_WAIT = 3600
_FOLDER, _ENDS = "notify", "ends"
# An end of a round that passed while nothing ran is told so many seconds later, and no more after that; an offer of a
# place always, for somebody else has it then.
_LATEST = 600
_log = logging.getLogger(__name__)


class BadAddress(Invalid):
    """An address that nothing can be sent to; of it only its first part is ever named."""

    code = "bad_address"


class NoAddress(NotFound):
    """An event has no address of that number."""

    code = "no_address"


_LABELS = {
    Occasion.SIGN_UP: N_("A player signs up"),
    Occasion.PLACE: N_("A place is offered to who waits"),
    Occasion.CHECK_IN: N_("Check-in opens"),
    Occasion.ROUND: N_("A round is published"),
    Occasion.TIME_UP: N_("A round's time is up"),
    Occasion.FINAL: N_("The final is seated"),
    Occasion.RESULT: N_("The event is over"),
    Occasion.ANNOUNCEMENT: N_("An announcement"),
    Occasion.JUDGE_CALL: N_("A judge is called (for officials only)"),
}


def occasion_label(occasion: Occasion) -> Message:
    """The name of an occasion on a page."""
    return Message(_LABELS[occasion])


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address for notifications and its occasions; its representation does not show it."""

    url: str = field(repr=False)
    occasions: tuple[Occasion, ...]

    @property
    def shown(self) -> str:
        """The first part and the last four characters."""
        scheme = self.url.partition("://")[0]
        return f"{scheme}://…{self.url[-4:]}" if len(self.url) > len(scheme) + 12 else f"{scheme}://…"

    @property
    def fault(self) -> Message | None:
        """Why nothing is sent there, whatever answers: a parameter that its service does not take; else None."""
        scheme, query = self.url.partition("://")[0].casefold(), self.url.partition("?")[2]
        for pair in re.split("[&;?]", query):  # apprise parts them by any of these
            written, _, value = pair.partition("=")
            name = unquote(written).strip()
            if not pair:
                continue
            if name.casefold() not in _PARAMETERS.get(scheme, ()):
                parameter = name[:20] if "=" in pair else "…"  # without a value it may be the secret
                return Message("%(name)s takes no parameter “%(written)s”", name=f"{scheme}://", written=parameter)
            if any(map(_PATH.match, (unquote(value), unquote(unquote(value))))):  # as often as apprise reads it
                return Message("%(name)s takes no path as “%(written)s”", name=f"{scheme}://", written=name)
        return None


# What apprise knows and may be asked of a server: services that tell people something, not whatever answers to HTTP.
# Behind each what may be said after its "?": apprise knows more, by which it opens files of this machine (templates,
# keys of PGP), keeps some, or waits as long as it is told.
_PARAMETERS = {
    scheme: frozenset((*names.split(), "emojis", "format", "overflow", "redirect", "verify"))
    for schemes, names in (
        ("tgram", "content detect mdv preview silent thread to topic"),
        ("mailto mailtos", "bcc cc from mode name pass reply smtp to user"),
        ("matrix matrixs", "discovery hsreq mode msgtype to token version"),
        ("slack", "blocks footer mode timestamp to token"),
        ("gotify gotifys", "priority"),
        ("pover", "expire interval priority sound to"),
        ("signal signals", "batch from status to"),
        ("whatsapp", "from lang to token"),
        ("rocket rockets", "avatar mode to"),
        ("mmost mmosts", "botname channel channels mode team to"),
        ("zulip", "to token"),
        ("mailgun", "batch bcc cc from name region to"),
        ("twilio", "apikey from method sid to token"),
        ("pbul", "to"),
        ("msteams prowl", "priority"),
    )
    for scheme in schemes.split()
}
# A value that begins as a file's path or an address does: nothing that is named so is opened or asked.
_PATH = re.compile(r"\s*(?:[/\\~]|\.{1,2}[/\\]|\w[\w+.-]*:[/\\])")
# Those of them that name a host; with the others a token stands in its place.
_WITH_HOST = frozenset(
    {
        *("mailto", "mailtos", "matrix", "matrixs", "gotify", "gotifys"),
        *("signal", "signals", "rocket", "rockets", "mmost", "mmosts"),
    }
)
_BY_APPRISE = frozenset(_PARAMETERS)
_BY_HTTP = frozenset({"discord", "ntfy", "ntfys"})
_DISCORD_PAGE = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d+)/([\w-]+)/?(?:\?\S*)?")
_DISCORD = re.compile(r"discord://(\d+)/([\w-]+)/?")
_NTFY = re.compile(r"ntfys?://(?:([\w.-]+(?::\d+)?)/)?([\w-]{1,64})/?")


def has_apprise() -> bool:
    """Whether the library for everything but Discord and ntfy is installed."""
    return importlib.util.find_spec("apprise") is not None


def read_address(text: str, occasions: Iterable[Occasion], *, is_for_strangers: bool = False) -> Address:
    """An address as apprise writes it, or the page address of a Discord webhook.

    Raises:
        BadAddress: it is none, needs what is not installed, is told nothing, or on a server that `is_for_strangers`
            leads into its own network.
    """
    url = text.strip()
    if page := _DISCORD_PAGE.fullmatch(url):
        url = f"discord://{page[1]}/{page[2]}"
    scheme = url.partition("://")[0].casefold() if "://" in url else ""
    chosen = tuple(dict.fromkeys(occasions))
    if not chosen:
        raise BadAddress(Message("Choose when to notify."), code="no_occasion")
    if len(url) > LONGEST_ADDRESS or not url.isprintable() or scheme not in _BY_APPRISE | _BY_HTTP:
        raise BadAddress(_unread(scheme))
    if scheme in _BY_APPRISE and not has_apprise():
        raise BadAddress(
            Message(
                "%(name)s needs a further package: pip install 'vtes-toolkit[notify]'. Discord and ntfy need none.",
                name=f"{scheme}://",
            ),
            code="not_installed",
        )
    address = Address(url=url, occasions=chosen)
    if scheme in _BY_APPRISE and address.fault is not None:
        again = Message("%(reason)s: remove it, then add the address again.", reason=address.fault)
        raise BadAddress(again, code="bad_parameter")
    hosts = _hosts_by_http(url, scheme) if scheme in _BY_HTTP else _hosts_by_apprise(url, scheme)
    if is_for_strangers and not all(map(is_public, hosts)):
        raise BadAddress(
            Message(
                "The address %(name)s leads into this server's own network: nothing is sent there.",
                name=f"{scheme}://…",
            ),
            code="own_network",
        )
    return address


def _hosts_by_http(url: str, scheme: str) -> list[str]:
    """The host that an address names, if any: Discord's and ntfy's own are known."""
    match = (_DISCORD if scheme == "discord" else _NTFY).fullmatch(url)
    if match is None:
        raise BadAddress(_unread(scheme))
    return [match[1].partition(":")[0]] if scheme != "discord" and match[1] else []


def _hosts_by_apprise(url: str, scheme: str) -> list[str]:
    """The hosts that an address names; where it begins with a token instead, nobody is asked for that name."""
    service = _service(url)
    if service is None:
        raise BadAddress(_unread(scheme))
    hosts = (service.host, getattr(service, "smtp_host", None)) if scheme in _WITH_HOST else ()
    return [host for host in hosts if host]


def _service(url: str) -> Any:
    """The service that sends to an address; None without one.

    Not by `Apprise.add(url)`: that takes several addresses, parted by commas, of which only the first was looked at.
    """
    return importlib.import_module("apprise").Apprise.instantiate(url)


def _unread(scheme: str) -> Message:
    masked = f"{scheme[:20]}://…" if scheme.isalnum() else "…"
    return Message("The address %(name)s cannot be read: one is written as discord://ID/TOKEN.", name=masked)


# --- Kept beside the store ---


def kept_addresses(folder: Path, id: str) -> list[Address]:
    """The addresses of an event."""
    try:
        values = json.loads((folder / _FOLDER / f"{id}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return [Address(url=value["url"], occasions=tuple(map(Occasion, value["occasions"]))) for value in values]


def add_address(folder: Path, id: str, address: Address) -> None:
    """Keep one more; the same one again takes the new occasions.

    Raises:
        BadAddress: there are too many.
        UnusableDataFolder: it cannot be written there.
    """
    addresses = [kept for kept in kept_addresses(folder, id) if kept.url != address.url]
    if len(addresses) >= MOST_ADDRESSES:
        raise BadAddress(Message("An event has at most %(number)s addresses.", number=MOST_ADDRESSES), code="too_many")
    _keep(folder, id, [*addresses, address])


def copy_addresses(folder: Path, id: str, other: str) -> None:
    """Tell of another event wherever this one is told of, and when."""
    for address in kept_addresses(folder, id):
        add_address(folder, other, address)


def remove_address(folder: Path, id: str, number: int) -> None:
    """Forget the address of that number, from 1.

    Raises:
        NoAddress: there is none.
    """
    addresses = kept_addresses(folder, id)
    gone = address_of(addresses, number)
    _keep(folder, id, [kept for kept in addresses if kept is not gone])


def address_of(addresses: Sequence[Address], number: int) -> Address:
    """The address of that number, from 1.

    Raises:
        NoAddress: there is none.
    """
    if not 1 <= number <= len(addresses):
        raise NoAddress(Message("There is no address %(number)s.", number=number))
    return addresses[number - 1]


def _keep(folder: Path, id: str, addresses: Iterable[Address]) -> None:
    (folder / _FOLDER).mkdir(mode=0o700, exist_ok=True)
    values = [{"url": address.url, "occasions": [what.value for what in address.occasions]} for address in addresses]
    replace_file(folder / _FOLDER / f"{id}.json", json.dumps(values).encode())
    (folder / _FOLDER / f"{id}.json").chmod(0o600)


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """The end of a round's time for a notification, or of the time in which an offered place can be taken.

    Attributes:
        round: that whose time it is; None for an offer, which is told as the change that it brings about.
        table: that whose end it is; None for the whole round.
        at: aware UTC.
        url: of the address, or of the player's device.
        text: what is told; to a device the event's name, above what its language says.
    """

    event: str
    round: int | None = None
    table: int | None = None
    at: datetime
    url: str = field(default="", repr=False)
    text: str = ""

    @property
    def name(self) -> str:
        """The file that it is kept in: who takes it away tells it, so that of several processes one does."""
        return (
            hashlib.sha256(f"{self.event} {self.round} {self.at.isoformat()} {self.url}".encode()).hexdigest() + ".json"
        )


def _keep_end(folder: Path, end: _End) -> None:
    (folder / _FOLDER / _ENDS).mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / _FOLDER / _ENDS / end.name
    replace_file(path, json.dumps({**asdict(end), "at": end.at.isoformat()}).encode())
    path.chmod(0o600)


def _read_end(path: Path) -> _End | None:
    try:
        values = json.loads(path.read_text("utf-8"))
        return _End(**{**values, "at": datetime.fromisoformat(values["at"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


# --- What is told ---


def told_of(
    event: Tournament, entries: Iterable[LogEntry], dialect: Dialect, *, url: str
) -> Iterator[tuple[Occasion, str]]:
    """The texts for new entries, at most as long as the strictest service takes; typed text is escaped."""
    for entry in entries:
        occasion = entry.fact.DECLARED.notifies
        if occasion is Occasion.RESULT:
            yield occasion, render_text(event, dialect, url=url, longest=LONGEST)
        elif occasion is not None and (words := _words(event, entry.fact, dialect)) is not None:
            yield occasion, _text(event, words, dialect, url=url)


def _text(event: Tournament, words: str, dialect: Dialect, *, url: str) -> str:
    name = escaped(event.settings.name, dialect)
    return f"{name}: {words}"[: LONGEST - len(url) - 1] + (f"\n{url}" if url else "")


def _words(event: Tournament, fact: Fact, dialect: Dialect) -> str | None:
    """The words for a fact that notifies at once; None for the end of a clock, or a place that is not offered."""
    match fact:
        case SignedUp() if fact.claims:
            return str(
                Message(
                    "%(name)s signed up and claims a VEKN number: decide in the console.",
                    name=escaped(fact.name, dialect),
                )
            )
        case SignedUp():
            return str(Message("%(name)s signed up.", name=escaped(fact.name, dialect)))
        case PlaceOffered() if is_offered(event, fact):
            who = escaped(event.sign_ups[fact.sign_up].name, dialect)
            return str(Message("a place is offered to %(player)s.", player=who))
        case CheckInOpened():
            return str(Message("check-in for %(round)s is open.", round=round_title(fact.round)))
        case RoundPublished():
            return str(Message("%(round)s is seated.", round=round_title(fact.round)))
        case FirstPlayerDrawn():
            return str(Message("%(round)s is seated.", round=round_title(0)))
        case AnnouncementMade():
            return escaped(fact.text, dialect)
        case JudgeCalled():
            place = "" if fact.round is None else str(where(fact.round, fact.table))
            caller = event.players.get(fact.player) if fact.player is not None else None
            who = escaped(caller.name, dialect) if caller is not None else ""
            return str(Message("a judge is called: %(where)s.", where=place or who))
    return None


def end_of_time(event: Tournament, round_number: int, now: datetime, table: int | None = None) -> datetime | None:
    """When the time of a round, or of one of its tables, is up if nothing happens; None while its clock stands."""
    try:
        return read_clock(event.round(round_number), now, table).ends_at
    except UnknownRound:
        return None


def _clocks_set(entries: Iterable[LogEntry]) -> Iterator[tuple[int, int | None]]:
    """Rounds whose clock got another end, and tables whose own did: those minutes are that table's alone."""
    for entry in entries:
        fact: Any = entry.fact
        if fact.DECLARED.notifies is Occasion.TIME_UP:
            yield fact.round, getattr(fact, "table", None)


# --- Sending ---


# What posts JSON or text to an address within a time limit: the status, and the header Retry-After or "".
type Post = Callable[[str, Any, float], tuple[int, str]]


def post(url: str, body: Any, limit: float) -> tuple[int, str]:
    """Post JSON, or a text as it is.

    Raises:
        OSError: nothing answers in time.
    """
    import requests  # nobody else who uses a store needs it

    more: dict[str, Any] = {"data": body.encode()} if isinstance(body, str) else {"json": body}
    answer = requests.post(url, timeout=limit, allow_redirects=False, **more)
    return answer.status_code, answer.headers.get("Retry-After", "")


def send(address: Address, text: str, *, is_for_strangers: bool = False, by: Post = post) -> Answer:
    """Send a text to an address; whatever goes wrong is the answer, and never says the address.

    A server that `is_for_strangers` connects to nothing of its own network.
    """
    with public_only() if is_for_strangers else nullcontext() as guard:
        answer = _sent(address, text, by)
    if guard is not None and guard.has_refused:
        return Answer(Message("it leads into this server's own network"))
    return answer


def _sent(address: Address, text: str, by: Post) -> Answer:
    try:
        if address.url.startswith(("discord://", "ntfy://", "ntfys://")):
            return _answered(*by(*_request(address.url, text), TIME_LIMIT))
        if address.fault is not None:  # it was kept before it was refused
            return Answer(address.fault)
        service = _service(address.url)
        is_sent = service is not None and service.notify(body=text)
        return Answer() if is_sent else Answer(Message("not delivered"))
    except ImportError:
        return Answer(Message("apprise is not installed"))
    except Exception as error:
        return Answer(
            Message("no answer in time") if "time" in type(error).__name__.casefold() else type(error).__name__
        )


def _request(url: str, text: str) -> tuple[str, Any]:
    if match := _DISCORD.fullmatch(url):
        # Nobody is called by what a player is named.
        body = {"content": text, "allowed_mentions": {"parse": list[str]()}}
        return f"https://discord.com/api/webhooks/{match[1]}/{match[2]}", body
    match = _NTFY.fullmatch(url)
    assert match is not None
    scheme = "http" if url.startswith("ntfy://") and match[1] else "https"
    return f"{scheme}://{match[1] or 'ntfy.sh'}/{match[2]}", text


def _answered(status: int, retry_after: str) -> Answer:
    if 200 <= status < 300:
        return Answer()
    wait = float(retry_after) if re.fullmatch(r"\d{1,6}(?:\.\d+)?", retry_after) else None
    return Answer(
        Message("it answered %(number)s", number=status),
        min(wait, _LONGEST_WAIT) if wait is not None and status == 429 else None,
    )


def dialect_of(address: Address) -> Dialect:
    """The dialect of texts there."""
    return Dialect.DISCORD if address.url.startswith("discord://") else Dialect.PLAIN


def test_text(name: str, address: Address) -> str:
    """The text of a test, for an event of that name."""
    return str(Message("%(name)s: this is a test.", name=escaped(name, dialect_of(address))))


def _ends(
    event: Tournament,
    id: str,
    number: int,
    *,
    url: str,
    addresses: Iterable[Address],
    devices: Iterable[Device],
    now: datetime,
) -> Iterator[_End]:
    """The end of a round's time for all who want a notification: for a player that of the own table."""
    words = str(Message("time is up in %(round)s.", round=round_title(number)))
    for address in addresses:
        end = end_of_time(event, number, now)
        if end is not None and Occasion.TIME_UP in address.occasions:
            text = _text(event, words, dialect_of(address), url=url)
            yield _End(event=id, round=number, at=end, url=address.url, text=text)
    for device in devices:
        table = table_of(event, number, device)
        end = end_of_time(event, number, now, table)
        if table is not None and end is not None:
            yield _End(event=id, round=number, table=table, at=end, url=device.url, text=event.settings.name)


def _offers(id: str, entries: Iterable[LogEntry]) -> Iterator[_End]:
    """When the places that have just been offered go to the next in line."""
    for entry in entries:
        if isinstance(entry.fact, PlaceOffered):
            yield _End(event=id, at=entry.fact.until)


class Notifier:
    """Tells of changes that are stored: nothing of it holds a change up or lets it fail.

    Args:
        folder: where addresses, and what is to be told later, are kept.
        settle: enters into the event of that id what time alone has brought about: offers that have lapsed.
        sender: what sends to an address.
        pusher: what sends to a player's device.
    """

    def __init__(
        self,
        folder: Callable[[], Path],
        *,
        settle: Callable[[str], object],
        sender: Callable[[Address, str], Answer] = send,
        pusher: Callable[[Path, str, Device, str, Message], Answer] = send_push,
    ) -> None:
        self._folder = folder
        self._thread = OutboxThread("notifications")
        self.outbox = self._thread.outbox
        self._settle, self._sender, self._pusher = settle, sender, pusher

    def hear(
        self,
        event: Tournament,
        id: str,
        entries: Sequence[LogEntry],
        *,
        url: str,
        look: Callable[[], Tournament],
        now: Callable[[], datetime],
    ) -> None:
        """Put aside what is told of a change to those who want it, and the end of a clock that was set or of an offer.

        When that end comes, the event is looked at once more: nobody tells it where the clock was stopped, paused or
        extended since, or the place taken. Until then it lies in the data folder, so that a program that is started
        anew tells it, too.
        """
        folder = self._folder()
        addresses = kept_addresses(folder, id)
        devices = kept_devices(folder, id) if concerns_players(entries) else []
        texts: Mapping[Dialect, list[tuple[Occasion, str]]] = {
            dialect: list(told_of(event, entries, dialect, url=url)) for dialect in set(map(dialect_of, addresses))
        }
        for address in addresses:
            for occasion, text in texts[dialect_of(address)]:
                if occasion in address.occasions:
                    self.outbox.put(id, address.url, partial(self._sender, address, text), now=time.monotonic())
        for device in devices:
            for words in told_to(event, entries, device):
                send_it = partial(self._pusher, folder, id, device, event.settings.name, words)
                self.outbox.put(id, device.url, send_it, now=time.monotonic())
        ends = [
            kept
            for number, table in dict.fromkeys(_clocks_set(entries))
            for kept in _ends(event, id, number, url=url, addresses=addresses, devices=devices, now=now())
            if table in (None, kept.table)
        ]
        for kept in (*ends, *_offers(id, entries)):
            if kept.at > now():
                _keep_end(folder, kept)
                self._put_end(kept, look, now())
        if event.is_finished:
            forget_devices(folder, id)
        self._start()

    def resume(self, look: Callable[[str], Tournament], now: datetime) -> None:
        """Put aside again what ends of clocks were not told yet when the program stopped; those long past are not."""
        for path in sorted((self._folder() / _FOLDER / _ENDS).glob("*.json")):
            kept = _read_end(path)
            if kept is None or (kept.round is not None and (now - kept.at).total_seconds() > _LATEST):
                path.unlink(missing_ok=True)
            else:
                self._put_end(kept, partial(look, kept.event), now)
        self._start()

    def _put_end(self, kept: _End, look: Callable[[], Tournament], now: datetime) -> None:
        due = time.monotonic() + (kept.at - now).total_seconds()
        holds = partial(self._is_up, kept, look)
        self.outbox.put(kept.event, kept.url, partial(self._send_end, kept), now=due, holds=holds)

    def _is_up(self, kept: _End, look: Callable[[], Tournament]) -> bool:
        """Whether the time ends at that moment after all, and nobody told it."""
        try:
            (self._folder() / _FOLDER / _ENDS / kept.name).unlink()
            return kept.round is None or end_of_time(look(), kept.round, kept.at, kept.table) == kept.at
        except FileNotFoundError:
            return False  # another process did
        except Exception as error:
            _log.warning("The end of a round was not told: %s", type(error).__name__)
            return False

    def _send_end(self, kept: _End) -> Answer:
        """Send it to those who still want it."""
        if kept.round is None:
            return self._send_offer(kept)
        folder = self._folder()
        for address in kept_addresses(folder, kept.event):
            if address.url == kept.url and Occasion.TIME_UP in address.occasions:
                return self._sender(address, kept.text)
        device = kept_device(folder, kept.event, kept.url)
        if device is None:
            return Answer()
        return self._pusher(folder, kept.event, device, kept.text, time_told(kept.round))

    def _send_offer(self, kept: _End) -> Answer:
        """Offer the place to the next in line, where it was not taken: that is a change, which is heard."""
        try:
            self._settle(kept.event)
        except Exception as error:
            _log.warning("An offer of a place did not lapse: %s", type(error).__name__)
            return Answer(type(error).__name__)
        return Answer()

    def put(self, id: str, to: str, send_it: Callable[[], Answer]) -> None:
        """Send something of an event as soon as possible, and again where it was not taken; `to` names the receiver."""
        self.outbox.put(id, to, send_it, now=time.monotonic())
        self._start()

    def test(self, id: str, number: int, name: str) -> None:
        """Send a test to the address of that number.

        Raises:
            NoAddress: there is none.
        """
        address = address_of(kept_addresses(self._folder(), id), number)
        self.outbox.put(id, address.url, partial(self._sender, address, test_text(name, address)), now=time.monotonic())
        self._start()

    def error(self, id: str, address: Address) -> str:
        """Why the last thing could not be sent there; "" where it could."""
        return self.outbox.errors.get((id, address.url), "")

    def _start(self) -> None:
        self._thread.start()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressView:
    """An address as it may be shown: its number, its first part and last characters, its occasions, the last error."""

    number: int
    shown: str
    occasions: list[str]
    error: str


def shown_address(number: int, address: Address, error: str = "") -> AddressView:
    """An address without what is secret of it."""
    occasions = [what.value for what in address.occasions]
    return AddressView(number=number, shown=address.shown, occasions=occasions, error=address.fault or error)


def show_addresses(notifier: Notifier, folder: Path, id: str) -> list[AddressView]:
    """The addresses of an event, without what is secret of them."""
    kept = kept_addresses(folder, id)
    return [shown_address(number, address, notifier.error(id, address)) for number, address in enumerate(kept, 1)]
