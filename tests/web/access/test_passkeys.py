"""Passkeys: a device of the tests' own makes and shows them, written after WebAuthn (W3C, level 2, sections 6, 7)."""

from __future__ import annotations

import html
import json
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall
from toolkit.services.accounts import accounts, passkeys, second_factor
from toolkit.services.accounts.passkeys import Site, site_of

HOME = "http://localhost"
# Of the flags of an answer (6.1): somebody touched it, its owner unlocked it, a key is described.
PRESENT, VERIFIED, DESCRIBED = 1, 4, 64


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Device:
    """What keeps a passkey; it does whatever a test tells it, also what none would do."""

    origin: str = HOME
    host: str = "localhost"
    flags: int = PRESENT | VERIFIED
    uses: int = 0
    counts: bool = True
    name: bytes = b"a passkey of the tests"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any]) -> str:
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32), point.y.to_bytes(32)
        described = bytes(16) + len(self.name).to_bytes(2) + self.name + cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = {"fmt": "none", "attStmt": {}, "authData": self._about(self.flags | DESCRIBED) + described}
        said = self._said("webauthn.create", options)
        return self._answer(clientDataJSON=text(said), attestationObject=text(cbor2.dumps(attested)))

    def show(self, options: dict[str, Any]) -> str:
        self.uses += self.counts
        said, about = self._said("webauthn.get", options), self._about(self.flags)
        signature = self.key.sign(about + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=text(said), authenticatorData=text(about), signature=text(signature))

    def _about(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, **response: str) -> str:
        name = text(self.name)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})


def asked(page: str) -> tuple[str, dict[str, Any]]:
    """The word of a page's form for passkeys, and what the browser is told there."""
    (form,) = re.findall(r"<form[^>]*data-passkey.*?</form>", page, re.DOTALL)
    word = re.search(r'name="word" value="([^"]+)"', form)
    options = re.search(r'data-options="([^"]+)"', form)
    assert word is not None
    assert options is not None
    return word[1], json.loads(html.unescape(options[1]))


def made(client: FlaskClient, device: Device) -> tuple[int, str]:
    """A passkey is made for whoever is signed in: the answer."""
    word, options = asked(client.post("/account/passkeys", data={"password": PASSWORD, "label": "My phone"}).text)
    answer = client.post("/account/passkeys/confirm", data={"word": word, "credential": device.make(options)})
    return answer.status_code, answer.text


def shown(client: FlaskClient, device: Device) -> int:
    word, options = asked(client.get("/account/sign-in").text)
    return sent(client, word, device.show(options))


def sent(client: FlaskClient, word: str, answer: str) -> int:
    return client.post("/account/sign-in/passkey", data={"word": word, "credential": answer}).status_code


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def codes(server: Hall, device: Device) -> list[str]:
    """Odile has a passkey, and these recovery codes."""
    status, page = made(server.account("Odile"), device)
    assert status == 200
    (found,) = re.findall(r'<pre class="mono">([^<]+)</pre>', page)
    return list(found.split())


def test_a_passkey_signs_in_without_name_and_password(server: Hall, device: Device, codes: list[str]) -> None:
    client = server.app.test_client()
    assert shown(client, device) == 303
    assert "My phone" in client.get("/account/settings").text


def test_where_passkeys_that_open_nothing_were_shown_the_right_one_still_opens(
    server: Hall, device: Device, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_796_040_000)
    monkeypatch.setitem(server.app.config, "RATELIMIT_ENABLED", True)
    stranger = server.app.test_client()
    assert [sent(stranger, "", "{}") for _ in range(61)] == [422] * 60 + [429]
    assert shown(server.app.test_client(), device) == 303


def test_then_the_password_alone_opens_nothing_but_a_recovery_code_does(server: Hall, codes: list[str]) -> None:
    client = server.app.test_client()
    page = client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD}).text
    assert client.get("/account/settings").status_code == 303
    word = re.findall(r'name="word" value="([^"]+)"', page)[0]
    assert client.post("/account/sign-in/code", data={"word": word, "code": codes[0]}).status_code == 303


def test_without_a_phone_no_six_digits_are_a_code(server: Hall, codes: list[str]) -> None:
    account = accounts.account_named(server.context, "Odile")
    with pytest.raises(second_factor.WrongCode):
        second_factor.check(server.context, account, "000000")


@pytest.mark.parametrize("counts", [True, False], ids=["a device that counts", "one whose counter stays at 0"])
def test_an_answer_opens_once(server: Hall, device: Device, codes: list[str], counts: bool) -> None:
    client, thief, device.counts = server.app.test_client(), server.app.test_client(), counts
    word, options = asked(client.get("/account/sign-in").text)
    answer = device.show(options)
    assert sent(client, word, answer) == 303
    assert sent(thief, word, answer) == 422
    assert thief.get("/account/settings").status_code == 303


def test_an_older_question_opens_nothing_once_a_newer_one_is_answered(
    server: Hall, device: Device, codes: list[str]
) -> None:
    client, thief, device.counts = server.app.test_client(), server.app.test_client(), False
    word, options = asked(client.get("/account/sign-in").text)
    older = device.show(options)
    assert shown(client, device) == 303
    assert sent(thief, word, older) == 422


ODD = {
    "another site asked for it": {"origin": "https://vtes.example"},
    "it was made for another host": {"host": "vtes.example"},
    "nobody unlocked it": {"flags": PRESENT},
    "nobody was there": {"flags": VERIFIED},
    "it is nobody's": {"name": b"another passkey"},
    "another key signed": {"key": ec.generate_private_key(ec.SECP256R1())},
    "a copy that counts behind": {"uses": 3},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_passkey_is_refused_when(server: Hall, device: Device, codes: list[str], odd: dict[str, Any]) -> None:
    client = server.app.test_client()
    device.uses = 7
    assert shown(client, device) == 303
    for name, value in odd.items():
        setattr(device, name, value)
    thief = server.app.test_client()
    assert shown(thief, device) == 422
    assert thief.get("/account/settings").status_code == 303


@pytest.mark.parametrize(
    "odd", [ODD["another site asked for it"], ODD["it was made for another host"], ODD["nobody unlocked it"]]
)
def test_none_is_kept_that_was_made_wrong(server: Hall, odd: dict[str, Any]) -> None:
    status, page = made(server.account("Odile"), Device(**odd))
    assert status == 422
    assert "opens nothing here" in page
    assert second_factor.passkeys_of(server.context, accounts.account_named(server.context, "Odile")) == []


@pytest.mark.parametrize("junk", ["", "{}", "[]", "1", "9" * 5000, "[" * 20_000, '{"id": "AA", "rawId": "AA"}', "\0"])
def test_junk_opens_nothing(server: Hall, codes: list[str], junk: str) -> None:
    client = server.app.test_client()
    word, _ = asked(client.get("/account/sign-in").text)
    assert sent(client, word, junk) == 422
    assert sent(client, "junk", junk) == 422


def test_a_word_is_good_for_nothing_else(server: Hall, device: Device, codes: list[str]) -> None:
    odile, zoe = server.app.test_client(), server.account("Zoe")
    word, options = asked(odile.get("/account/sign-in").text)
    confirmed = {"word": word, "credential": device.make(options)}
    assert zoe.post("/account/passkeys/confirm", data=confirmed).status_code == 422
    mine, options = asked(zoe.post("/account/passkeys", data={"password": PASSWORD, "label": "x"}).text)
    shown(odile, device)
    answer = Device(name=b"Zoe's").make(options)
    assert odile.post("/account/passkeys/confirm", data={"word": mine, "credential": answer}).status_code == 422


def test_the_password_is_asked_for_before_one_is_made_or_removed(
    server: Hall, device: Device, codes: list[str]
) -> None:
    client = server.app.test_client()
    shown(client, device)
    account = accounts.account_named(server.context, "Odile")
    (kept,) = second_factor.passkeys_of(server.context, account)
    for path in ("/account/passkeys", "/account/passkeys/remove"):
        assert client.post(path, data={"password": "wrong", "digest": kept.digest, "label": "x"}).status_code == 422
    assert (
        client.post("/account/passkeys/remove", data={"password": PASSWORD, "digest": kept.digest}).status_code == 303
    )
    assert not second_factor.has_second_factor(server.context, account)
    assert shown(server.app.test_client(), device) == 422


def test_with_a_phone_beside_it_either_may_go_and_the_other_stays(
    server: Hall, device: Device, codes: list[str]
) -> None:
    import pyotp

    account, secret = accounts.account_named(server.context, "Odile"), second_factor.new_secret()
    second_factor.set_up(server.context, account, secret, pyotp.TOTP(secret).at(server.context.now()))
    second_factor.remove(server.context, account)
    assert second_factor.has_second_factor(server.context, account)
    second_factor.set_up(server.context, account, secret, pyotp.TOTP(secret).at(server.context.now()))
    (kept,) = second_factor.passkeys_of(server.context, account)
    passkeys.remove(server.context, account, kept.digest)
    assert second_factor.has_phone(server.context, account)


def test_a_passkey_beside_a_phone_leaves_its_codes_as_they_are(server: Hall, device: Device) -> None:
    import pyotp

    client = server.account("Odile")
    account, secret = accounts.account_named(server.context, "Odile"), second_factor.new_secret()
    codes = second_factor.set_up(server.context, account, secret, pyotp.TOTP(secret).at(server.context.now()))
    assert made(client, device)[0] == 200
    assert second_factor.has_phone(server.context, account)
    second_factor.check(server.context, account, codes[0])


def test_a_passkey_is_kept_once_and_not_without_end(
    server: Hall, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.account("Odile")
    assert made(client, device)[0] == 200
    assert made(client, device)[0] == 422
    monkeypatch.setattr(passkeys, "MOST", 1)
    status, page = made(client, Device(name=b"another one"))
    assert status == 422
    assert "at most 1 passkeys" in page


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://vtes.example", "vtes.example"),
        ("https://vtes.example:8443", "vtes.example"),
        ("http://localhost:8080", "localhost"),
        ("http://vtes.example", None),
        ("http://192.168.1.4:8080", None),
        ("https://192.168.1.4", None),
        ("https://[::1]:8080", None),
    ],
)
def test_browsers_have_passkeys_at_a_name_behind_tls(origin: str, host: str | None) -> None:
    assert site_of(origin) == (Site(host, origin) if host else None)


def test_where_there_are_none_nothing_is_offered(server: Hall) -> None:
    client = server.account("Odile")
    room = "http://192.168.1.4"
    assert "data-passkey" not in client.get("/account/sign-in", base_url=room).text
    answer = client.post("/account/sign-in/passkey", data={"word": "x"}, base_url=room)
    assert answer.status_code == 422


def test_whoever_lost_everything_signs_in_with_the_password(server: Hall, device: Device, codes: list[str]) -> None:
    second_factor.forget(server.context, accounts.account_named(server.context, "Odile"))
    client = server.app.test_client()
    assert client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD}).status_code == 303
    assert shown(server.app.test_client(), device) == 422
