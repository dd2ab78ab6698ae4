"""Web push: what a browser's service receives, decrypted as that browser would; a service of one's own on loopback."""

from __future__ import annotations

import http.client
import http.server
import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.exchange.events import going_on, prague
from tests.services.notices.test_notifications import Waiting, hear
from tests.tournament.organizer import START, Organizer
from toolkit.languages import Message
from toolkit.services.notices import web_push
from toolkit.services.notices.outbox import Answer
from toolkit.services.notices.web_push import (
    BadDevice,
    Device,
    check_device,
    forget_device,
    keep_device,
    kept_devices,
    push_key,
    send_push,
)

MOZILLA = "https://updates.push.services.mozilla.com/wpush/v2/secret"


def packed(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """What a browser keeps of itself: its key and the secret that it tells whoever sends."""

    def __init__(self) -> None:
        self.key, self.auth = generate_private_key(SECP256R1()), bytes(range(16))

    def device(self, url: str = MOZILLA, player: int = 1, language: str = "en") -> Device:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        page = f"https://vtes.example/tournaments/lyon/players/{player}/token"
        return Device(
            url=url, p256dh=packed(point), auth=packed(self.auth), player=player, language=language, page=page
        )

    def read(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        read: dict[str, str] = json.loads(text)
        return read


class Service(http.server.ThreadingHTTPServer):
    """A browser maker's service on loopback: notes what comes, and answers with `status`."""

    def __init__(self) -> None:
        self.status, self.got = 201, list[tuple[http.client.HTTPMessage, bytes]]()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.headers, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/push/secret"


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def test_a_browser_reads_what_its_service_receives_and_nobody_else_does(tmp_path: Path, service: Service) -> None:
    browser = Browser()
    words = Message("Round %(number)s: table %(table)s, seat %(seat)s", number=2, table="Ventrue", seat=4)
    assert send_push(tmp_path, "lyon", browser.device(service.url, language="fr"), "Lyon", words) == Answer()
    ((headers, body),) = service.got
    assert b"Ventrue" not in body
    assert browser.read(body) == {
        "title": "Lyon",
        "body": "Ronde 2\u202f: table Ventrue, siège 4",
        "url": "https://vtes.example/tournaments/lyon/players/1/token",
    }
    assert (headers["Content-Encoding"], headers["Ttl"]) == ("aes128gcm", "3600")
    other = Browser()
    other.auth = browser.auth
    with pytest.raises(http_ece.ECEException):
        other.read(body)


def test_the_request_is_signed_with_the_key_that_the_page_shows(tmp_path: Path, service: Service) -> None:
    """RFC 8292: a JWT of ES256 for the service's origin."""
    send_push(tmp_path, "lyon", Browser().device(service.url), "Lyon", Message("Time is up in the final."))
    scheme, _, values = service.got[0][0]["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in values.split(","))
    assert (scheme, parts["k"]) == ("vapid", push_key(tmp_path))
    header, claims, signature = parts["t"].split(".")
    raw = unpacked(signature)
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpacked(parts["k"]))
    signed = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(signed, f"{header}.{claims}".encode(), ECDSA(SHA256()))
    told = json.loads(unpacked(claims))
    assert (told["aud"], told["sub"]) == (service.url.removesuffix("/push/secret"), "https://vtes.example")


@pytest.mark.parametrize(
    ("host", "sender"),
    [
        ("vtes.example:8443", "https://vtes.example"),
        ("192.168.1.7:8080", "https://192.168.1.7"),
        ("toolkit", "https://localhost"),
        ("[fe80::1]:8080", "https://localhost"),
    ],
)
def test_a_site_with_a_port_or_a_short_name_tells_its_phones_too(
    tmp_path: Path, service: Service, host: str, sender: str
) -> None:
    device = replace(Browser().device(service.url), page=f"https://{host}/tournaments/lyon/players/1/token")
    assert send_push(tmp_path, "lyon", device, "Lyon", Message("Time is up in the final.")) == Answer()
    told = service.got[0][0]["Authorization"].partition("t=")[2].split(".")[1]
    assert json.loads(unpacked(told))["sub"] == sender


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = push_key(tmp_path)
    assert (first, len(unpacked(first))) == (push_key(tmp_path), 65)
    assert (tmp_path / "push_key.pem").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_service_knows_no_more_is_forgotten(
    tmp_path: Path, service: Service, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_push, "check_device", lambda _: None)
    device, service.status = Browser().device(service.url), status
    keep_device(tmp_path, "lyon", device)
    assert send_push(tmp_path, "lyon", device, "Lyon", Message("Time is up in the final.")) == Answer()
    assert kept_devices(tmp_path, "lyon") == []


def test_a_service_that_fails_is_asked_again_and_none_at_all_is_named(tmp_path: Path, service: Service) -> None:
    service.status = 503
    words = Message("Time is up in the final.")
    assert send_push(tmp_path, "lyon", Browser().device(service.url), "Lyon", words) == Answer("it answered 503")
    closed = Browser().device("http://127.0.0.1:9/push/secret")
    answer = send_push(tmp_path, "lyon", closed, "Lyon", words)
    assert "secret" not in answer.error
    assert answer.error == "ConnectionError"


@pytest.mark.parametrize(
    "url",
    [
        "http://updates.push.services.mozilla.com/wpush/v2/secret",
        "https://127.0.0.1/push",
        "https://fcm.googleapis.com.example.org/push",
        "https://fcm.googleapis.com:8443/push",
        "https://me@fcm.googleapis.com/push",
        f"{MOZILLA}{'x' * 1000}",
        f"{MOZILLA}é",
        "",
    ],
)
def test_nothing_is_sent_to_whatever_a_stranger_names(url: str) -> None:
    with pytest.raises(BadDevice):
        check_device(Browser().device(url))


@pytest.mark.parametrize("url", [MOZILLA, "https://fcm.googleapis.com/fcm/send/x", "https://web.push.apple.com/x"])
def test_what_browsers_name_is_taken_with_keys_of_their_length_only(url: str) -> None:
    device = Browser().device(url)
    check_device(device)
    for broken in (replace(device, p256dh="AAAA"), replace(device, auth=""), replace(device, auth="§§§")):
        with pytest.raises(BadDevice):
            check_device(broken)


def test_a_player_has_five_devices_and_each_of_them_once(tmp_path: Path) -> None:
    for number in range(5):
        keep_device(tmp_path, "lyon", Browser().device(f"{MOZILLA}{number}"))
    keep_device(tmp_path, "lyon", Browser().device(f"{MOZILLA}0", language="it"))
    keep_device(tmp_path, "lyon", Browser().device(f"{MOZILLA}5", player=2))
    with pytest.raises(BadDevice, match="At most 5"):
        keep_device(tmp_path, "lyon", Browser().device(f"{MOZILLA}6"))
    assert len(kept_devices(tmp_path, "lyon")) == 6
    assert kept_devices(tmp_path, "paris") == []


class Hall:
    """Eight players, each but the last with a device that is told: what would be sent is noted, by player."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sent = folder, list[tuple[int, str]]()
        self.organizer = Organizer(rounds=2).with_players(8)
        self.notifier = Waiting(lambda: folder, pusher=self._note)
        for player in range(1, 8):
            keep_device(folder, "lyon", Browser().device(f"{MOZILLA}{player}", player=player))

    def _note(self, _folder: Path, _id: str, device: Device, _title: str, words: Message) -> Answer:
        self.sent.append((device.player, str(words)))
        return Answer()

    def told(self, change: Callable[[Organizer], object], *, after: float = 0) -> list[tuple[int, str]]:
        """What is told of a change, so many minutes later."""
        before = self.organizer.state.number
        change(self.organizer)
        numbers = range(before + 1, self.organizer.state.number + 1)
        hear(self.notifier, self.organizer, [self.organizer.state.entry(number) for number in numbers])
        self.sent.clear()
        self.notifier.texts(60 * after)
        return sorted(self.sent)


def test_each_player_is_told_their_own_seat_and_who_sits_out_that(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    forget_device(tmp_path, "lyon", f"{MOZILLA}2")
    assert hall.told(lambda one: one.seated([4, 3, 2, 1])) == [
        (1, "Round 1: table 1, seat 4"),
        (3, "Round 1: table 1, seat 2"),
        (4, "Round 1: table 1, seat 1"),
        *((player, "Round 1 is seated: you do not play in it.") for player in (5, 6, 7)),
    ]


def test_time_is_up_for_who_sits_there_and_at_a_table_with_its_own_minutes_later(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.told(lambda one: one.seated([1, 2, 3, 4], [5, 6, 7, 8]))
    hall.told(lambda one: one.start_clock(1, minutes=120))
    assert hall.told(lambda one: one.extend_clock(1, table=2, seconds=600), after=125) == [
        (player, "Time is up in round 1.") for player in (1, 2, 3, 4)
    ]
    assert hall.told(lambda one: one.announce("Lunch"), after=131) == [
        (player, "Time is up in round 1.") for player in (5, 6, 7)
    ]


def test_a_place_that_is_offered_is_told_to_who_waits_for_it_and_rounds_are_not(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.organizer.set_sign_up(START, capacity=8)
    for number in (1, 2):
        hall.organizer.sign_up(START, name=f"Anna {number}")
        device = replace(Browser().device(f"{MOZILLA}s{number}", player=0), sign_up=number)
        keep_device(tmp_path, "lyon", device)
    assert hall.told(lambda one: one.set_sign_up(START, capacity=9)) == [
        (0, "A place is free for you: take it on your page.")
    ]
    told = hall.told(lambda one: one.seated([1, 2, 3, 4], [5, 6, 7, 8]))
    assert [player for player, _ in told] == [1, 2, 3, 4, 5, 6, 7]


def test_an_event_that_is_over_forgets_its_devices(tmp_path: Path) -> None:
    keep_device(tmp_path, "lyon", Browser().device())
    hear(Waiting(lambda: tmp_path), going_on(prague()), [])
    assert kept_devices(tmp_path, "lyon") == []
