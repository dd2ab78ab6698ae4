"""The installation's secret key: what it signs and encrypts, the key that replaces it, a copy without it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import session
from flask_wtf.csrf import generate_csrf, validate_csrf
from sqlalchemy import update
from wtforms import ValidationError

import toolkit
from tests.web.access.conftest import PASSWORD, Hall, hall_at
from tests.web.access.test_second_factor import AT, CODES, SECRET, password_shown, sent
from toolkit.cli import cli
from toolkit.services.accounts import accounts, second_factor
from toolkit.services.accounts.second_factor import WrongCode
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.versions import PUBLIC
from toolkit.services.server.copies import back_up, restore
from toolkit.storage import Store
from toolkit.storage import accounts as kept_accounts
from toolkit.storage.rows import SECOND_FACTORS
from toolkit.web import create_app
from toolkit.web.accounts.sign_in import known_as
from toolkit.web.base import stores
from toolkit.web.serving import streams

OLD, NEW = "key-of-before", "key-of-today"
TOOLKIT = Path(toolkit.__file__).parent


@dataclass
class Server:
    """A server on one folder, which is started anew with other keys."""

    folder: Path
    hall: Hall | None = None

    def start(self, key: str, earlier: str = "", folder: Path | None = None) -> Hall:
        self.stop()
        keys = {"SECRET_KEY": key, "SECRET_KEY_FALLBACKS": earlier}
        place = folder or self.folder
        self.hall = hall_at(place, ACCOUNTS=True, DATABASE_URL=f"sqlite:///{place / 'vtes-toolkit.db'}", **keys)
        self.hall.context.now = lambda: datetime.fromtimestamp(AT, UTC)
        return self.hall

    def stop(self) -> None:
        if self.hall is not None:
            stores.close(self.hall.app)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Odile's phone makes codes, and the server was started with the old key."""
    server = Server(tmp_path / "data")
    hall = server.start(OLD)
    account = accounts.sign_up(hall.context, "Odile", PASSWORD)
    hall.context.now = lambda: datetime.fromtimestamp(AT - 30, UTC)
    hall.codes = second_factor.set_up(hall.context, account, SECRET, code_before())
    hall.context.now = lambda: datetime.fromtimestamp(AT, UTC)
    yield server
    server.stop()


def code_before() -> str:
    import pyotp

    return pyotp.TOTP(SECRET).at(AT - 30)


def kept(hall: Hall) -> str:
    (secret,) = kept_accounts.second_factor_secrets(hall.context.store).values()
    return secret


def signs_in(hall: Hall, code: str = CODES[AT]) -> bool:
    client, word = password_shown(hall)
    return sent(client, word, code) == 303


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


# --- what a phone makes codes of ---


def test_no_dump_and_no_file_has_what_a_phone_makes_codes_of(server: Server) -> None:
    with sqlite3.connect(server.folder / "vtes-toolkit.db") as connection:
        assert SECRET not in "\n".join(connection.iterdump())
    assert SECRET.encode() not in bytes_of(server.folder)


def test_a_store_that_has_it_in_clear_signs_in_and_is_encrypted_by_the_next_start(server: Server) -> None:
    clear_again(server.hall)
    assert SECRET.encode() in bytes_of(server.folder)
    assert signs_in(server.start(OLD))
    assert SECRET not in kept(server.hall)
    assert SECRET.encode() not in bytes_of(server.folder)


def clear_again(hall: Hall) -> None:
    """Leave what an earlier version wrote."""
    with hall.context.store.transaction() as connection:
        connection.execute(update(SECOND_FACTORS).values(secret=SECRET))


def test_without_accounts_nothing_is_encrypted_by_a_key_that_the_server_may_not_have(server: Server) -> None:
    clear_again(server.hall)
    server.stop()
    address = f"sqlite:///{server.folder / 'vtes-toolkit.db'}"
    laptop = create_app({"TESTING": True, "DATABASE_URL": address, "DATA_FOLDER": str(server.folder)})
    assert laptop.test_client().get("/tournaments").status_code == 200
    stores.close(laptop)
    assert signs_in(server.start(OLD))


def test_a_copy_without_the_key_has_everything_but_second_factors(server: Server, tmp_path: Path) -> None:
    codes, elsewhere = server.hall.codes, tmp_path / "elsewhere"
    restore(back_up(server.hall.context, tmp_path / "copy.db").path, f"sqlite:///{elsewhere / 'vtes-toolkit.db'}")
    hall = server.start("a-key-of-its-own", folder=elsewhere)
    odile = accounts.account_named(hall.context, "Odile")
    client, word = password_shown(hall)
    answer = client.post("/account/sign-in/code", data={"word": word, "code": CODES[AT]})
    assert (answer.status_code, "accounts forget-second-factor Odile" in answer.text) == (422, True)
    assert second_factor.has_phone(hall.context, odile)
    assert signs_in(hall, codes[0])
    server.stop()
    forgotten = CliRunner().invoke(cli, ["accounts", "forget-second-factor", "Odile", "--data", str(elsewhere)])
    assert forgotten.exit_code == 0
    stranger, form = server.start("a-key-of-its-own", folder=elsewhere).app.test_client(), {"name": "Odile"}
    assert stranger.post("/account/sign-in", data={**form, "password": PASSWORD}).status_code == 303


# --- another key ---


def test_codes_go_on_with_the_new_key_and_need_the_earlier_one_only_once(server: Server) -> None:
    before = kept(server.hall)
    assert kept(server.start(NEW)) == before  # nothing here reads it: it is left for the key that does
    with pytest.raises(WrongCode):
        second_factor.check(server.hall.context, accounts.account_named(server.hall.context, "Odile"), CODES[AT])
    after = kept(server.start(NEW, OLD))
    assert after != before
    assert kept(server.start(NEW)) == after
    assert signs_in(server.hall)


def test_each_database_has_the_secrets_encrypted_anew(store: Store) -> None:
    context = Context(store, now=lambda: datetime.fromtimestamp(AT - 30, UTC), secret_keys=(OLD,))
    odile = accounts.sign_up(context, "Odile", PASSWORD)
    second_factor.set_up(context, odile, SECRET, code_before())
    context.secret_keys = (NEW, OLD)
    second_factor.encrypt_secrets(context)
    context.secret_keys, context.now = (NEW,), lambda: datetime.fromtimestamp(AT, UTC)
    second_factor.check(context, odile, CODES[AT])


def a_session(hall: Hall) -> Callable[[Hall], bool]:
    cookie = hall.account("Zoe").get_cookie("session").value

    def is_good(after: Hall) -> bool:
        client = after.app.test_client()
        client.set_cookie("session", cookie)
        return client.get("/account/settings").status_code == 200

    return is_good


def a_mark_of_a_browser(hall: Hall) -> Callable[[Hall], bool]:
    cookie = hall.account("Zoe").get_cookie("known").value

    def is_good(after: Hall) -> bool:
        with after.app.test_request_context("/", headers={"Cookie": f"known={cookie}"}):
            return known_as(accounts.account_named(after.context, "Zoe")) is not None

    return is_good


def a_form_s_token(hall: Hall) -> Callable[[Hall], bool]:
    with hall.app.test_request_context("/"):
        token, drawn = generate_csrf(), session["csrf_token"]

    def is_good(after: Hall) -> bool:
        with after.app.test_request_context("/"), suppress(ValidationError):
            session["csrf_token"] = drawn
            validate_csrf(token)
            return True
        return False

    return is_good


def a_stream_s_word(hall: Hall) -> Callable[[Hall], bool]:
    with hall.app.test_request_context("/"):
        word = streams.stream_of(hall.id, PUBLIC)
    return lambda after: bool(streams.Streams(after.app, 10)._allowed([word], {"headers": []}))


def a_step_of_the_sign_in(hall: Hall) -> Callable[[Hall], bool]:
    _, word = password_shown(hall)
    return lambda after: sent(after.app.test_client(), word, CODES[AT]) == 303


SIGNED = [a_session, a_mark_of_a_browser, a_form_s_token, a_stream_s_word, a_step_of_the_sign_in]


@pytest.mark.parametrize("signed", SIGNED, ids=lambda one: one.__name__)
def test_what_the_earlier_key_has_signed_is_good_as_long_as_it_is_named(
    server: Server, signed: Callable[[Hall], Callable[[Hall], bool]]
) -> None:
    is_good = signed(server.hall)
    assert [is_good(server.start(NEW, f"another, {OLD}")), is_good(server.start(NEW))] == [True, False]


def test_what_is_signed_while_the_earlier_key_is_named_outlives_it(server: Server) -> None:
    is_good = a_session(server.start(NEW, OLD))
    assert is_good(server.start(NEW))


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("1234", ["1234"]),
        ("1e400", ["1e400"]),
        ("old, older", ["old", "older"]),
        ("older [old]", ["older", "[old]"]),
        ('["a b", "c"]', ["a b", "c"]),
        ("", []),
    ],
)
def test_earlier_keys_are_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, said: str, keys: list[str]) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_SECRET_KEY_FALLBACKS", said)
    app = create_app({"TESTING": True, "SECRET_KEY": "today"})
    assert app.config["SECRET_KEY_FALLBACKS"] == keys
    assert app.test_client().get("/").status_code == 200


def test_every_signer_asks_for_all_keys() -> None:
    """One that took the newest key alone would end what the earlier one has signed."""
    found = [path for path in TOOLKIT.rglob("*.py") if re.search(r"app\.secret_key\b", path.read_text("utf-8"))]
    assert [path.name for path in found] == ["security.py"]
