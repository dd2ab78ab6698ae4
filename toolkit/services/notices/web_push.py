"""Notifications on a phone with its page closed: web push, where the server has TLS and `vtes-toolkit[push]`.

A browser names the service of its maker that takes messages for it. What is sent there is encrypted for that browser
alone (RFC 8291) and signed with this installation's key (RFC 8292). Each device has a file of its own in the data
folder, beside the addresses of `toolkit.services.notices.notifications`: it is in no log, no export and no copy of the
store.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from toolkit.errors import Invalid
from toolkit.languages import Message, words_of
from toolkit.services.kernel.data_folder import create_once, replace_file
from toolkit.services.notices.outbox import Answer
from toolkit.tournament import Tournament
from toolkit.tournament.declarations import Occasion
from toolkit.tournament.facts import FINAL, FirstPlayerDrawn, PlaceOffered, RoundPublished
from toolkit.tournament.log import LogEntry
from toolkit.tournament.published import seat_sentence

MOST_DEVICES = 5
# Seconds for which a service keeps a message for a phone that is off: then the round has long begun.
_KEPT = 3600
_TIME_LIMIT = 10
_LONGEST = 1000
_POINT, _SECRET = 65, 16
# Nothing is sent to whatever a stranger names: these take messages for Chrome, Firefox, Safari and Edge.
_SERVICES = re.compile(
    r"fcm\.googleapis\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*push\.apple\.com"
    r"|(?:[\w-]+\.)*notify\.windows\.com"
)


_OF_PLAYERS = (Occasion.ROUND, Occasion.FINAL, Occasion.TIME_UP, Occasion.PLACE)


class BadDevice(Invalid):
    """The browser sent no device that can be notified."""

    code = "bad_device"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A browser that a player, or who waits for a place, lets be told.

    Attributes:
        url: where its maker's service takes messages for it; a secret.
        p256dh: the browser's public key, 65 bytes in base64; `auth` the secret of 16 bytes it shares with who sends.
        player: whose it is; 0 where it is that of a `sign_up`, which is 0 for a player's.
        language: what it is told in.
        page: their own page, which a tap on the message opens.
    """

    url: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    player: int = 0
    sign_up: int = 0
    language: str
    page: str = field(repr=False)


@cache
def is_installed() -> bool:
    """Whether the library that encrypts and sends is there."""
    return importlib.util.find_spec("pywebpush") is not None


# --- Kept beside the store ---


def check_device(device: Device) -> None:
    """Make sure that a device may be told something.

    Raises:
        BadDevice: its address is no service's, or it cannot be encrypted for.
    """
    parts = urlsplit(device.url)
    is_known = parts.scheme == "https" and _SERVICES.fullmatch(parts.netloc) is not None
    if len(device.url) > _LONGEST or not device.url.isascii() or not is_known:
        raise BadDevice(Message("This browser's messages go by a service that is not known here."))
    if len(_unpacked(device.p256dh)) != _POINT or len(_unpacked(device.auth)) != _SECRET:
        raise BadDevice(Message("This browser sent no key to encrypt with."))


def _unpacked(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NoBase64, ValueError):
        return b""


def keep_device(folder: Path, id: str, device: Device) -> None:
    """Tell one more device; the same one again is told in its new language.

    Raises:
        BadDevice: it can be told nothing, or the player has too many.
        OSError: it cannot be written there.
    """
    check_device(device)
    own = [kept for kept in kept_devices(folder, id) if _whose(kept) == _whose(device) and kept.url != device.url]
    if len(own) >= MOST_DEVICES:
        raise BadDevice(Message("At most %(number)s devices per player are notified.", number=MOST_DEVICES))
    place = _folder(folder, id)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_file(place / _name(device.url), json.dumps(asdict(device)).encode())
    (place / _name(device.url)).chmod(0o600)


def _whose(device: Device) -> tuple[int, int]:
    return device.player, device.sign_up


def kept_devices(folder: Path, id: str) -> list[Device]:
    """The devices that are told of an event."""
    return [_read(path) for path in sorted(_folder(folder, id).glob("*.json"))]


def kept_device(folder: Path, id: str, url: str) -> Device | None:
    """The device of that address, while it is told."""
    path = _folder(folder, id) / _name(url)
    return _read(path) if path.exists() else None


def forget_device(folder: Path, id: str, url: str) -> None:
    """Tell the device of that address nothing more."""
    (_folder(folder, id) / _name(url)).unlink(missing_ok=True)


def forget_devices(folder: Path, id: str) -> None:
    """Forget every device of an event that is over."""
    shutil.rmtree(_folder(folder, id), ignore_errors=True)


def _read(path: Path) -> Device:
    return Device(**json.loads(path.read_text("utf-8")))


def _folder(folder: Path, id: str) -> Path:
    return folder / "notify" / f"{id}.devices"


def _name(url: str) -> str:
    return f"{hashlib.sha256(url.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"


# --- What is told ---


def concerns_players(entries: Iterable[LogEntry]) -> bool:
    """Whether new entries may notify a phone."""
    return any(entry.fact.DECLARED.notifies in _OF_PLAYERS for entry in entries)


def told_to(event: Tournament, entries: Iterable[LogEntry], device: Device) -> Iterator[Message]:
    """The notices for players: their table in each round that new entries seat, and the offer of a place."""
    for entry in entries:
        match entry.fact:
            case PlaceOffered(sign_up=number) if number == device.sign_up and is_offered(event, entry.fact):
                yield Message("A place is free for you: take it on your page.")
            case RoundPublished(round=number) if device.player:
                yield seat_sentence(event, event.round(number), device.player)
            case FirstPlayerDrawn() if event.final_round and device.player in event.final_round.seats:
                yield seat_sentence(event, event.final_round, device.player)


def is_offered(event: Tournament, offer: PlaceOffered) -> bool:
    """Whether the place is still open: not where the offer has lapsed before the notice."""
    return event.sign_ups[offer.sign_up].until == offer.until


def time_told(number: int) -> Message:
    """The notice that the time of a round is up."""
    return (
        Message("Time is up in the final.")
        if number == FINAL
        else Message("Time is up in round %(number)s.", number=number)
    )


def table_of(event: Tournament, number: int, device: Device) -> int | None:
    """The table at which the player of a device sits in a round."""
    seat = event.round(number).seats.get(device.player)
    return seat[0] if seat else None


# --- Sending ---


def push_key(folder: Path) -> str:
    """This installation's public key, as a browser asks for it; the key is made on first use."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

    key = load_pem_private_key(_key_file(folder).read_bytes(), None)
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def _key_file(folder: Path) -> Path:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    path = folder / "push_key.pem"
    if not path.exists():
        key = generate_private_key(SECP256R1())
        text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        create_once(path, text)
    return path


def _sender(page: str) -> str:
    """The sender: the site of a page, as the library that signs lets it be called: without a port, with a dot in it."""
    host = urlsplit(page).hostname or ""
    return f"https://{host if '.' in host else 'localhost'}"


def send_push(folder: Path, id: str, device: Device, title: str, text: Message) -> Answer:
    """Send a text to a device, said in its language; one that its service knows no more is forgotten."""
    from pywebpush import WebPushException, webpush

    body = text.said(words_of(device.language))
    try:
        webpush(
            {"endpoint": device.url, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
            json.dumps({"title": title, "body": body, "url": device.page}),
            vapid_private_key=str(_key_file(folder)),
            vapid_claims={"sub": _sender(device.page)},
            ttl=_KEPT,
            timeout=_TIME_LIMIT,
        )
    except WebPushException as error:
        status = error.response.status_code if error.response is not None else 0
        if status in (404, 410):
            forget_device(folder, id, device.url)
            return Answer()
        return Answer(Message("it answered %(number)s", number=status))
    except OSError as error:
        return Answer(type(error).__name__)
    return Answer()
