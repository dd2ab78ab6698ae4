"""A code of one's phone beside the password: set up, asked for, used up, counted, lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.cli import cli
from toolkit.services.accounts import accounts, second_factor
from toolkit.services.accounts.second_factor import WrongCode
from toolkit.services.kernel.context import WatchedClock
from toolkit.storage import accounts as kept_accounts
from toolkit.web.base import stores

# RFC 6238, appendix B, for SHA-1: the key "12345678901234567890", moments and the last six digits of their codes.
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
CODES = {59: "287082", 1111111109: "081804", 1234567890: "005924", 2000000000: "279037"}
AT = 1234567890


@pytest.fixture
def odile(server: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A server where Odile has a second factor, at a moment whose code is known."""
    account = accounts.sign_up(server.context, "Odile", PASSWORD)
    monkeypatch.setattr(server.context, "now", lambda: datetime.fromtimestamp(AT - 600, UTC))
    monkeypatch.setattr(second_factor, "_counter_of", lambda *_: 0)
    server.codes = second_factor.set_up(server.context, account, SECRET, "")
    monkeypatch.undo()
    monkeypatch.setattr(server.context, "now", lambda: datetime.fromtimestamp(AT, UTC))
    return server


def password_shown(hall: Hall, **more: str) -> tuple[FlaskClient, str]:
    client = hall.app.test_client()
    page = client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD, **more})
    assert page.status_code == 200
    return client, word_of(page.text)


def word_of(page: str) -> str:
    found = re.search(r'name="word" value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


def sent(client: FlaskClient, word: str, code: str) -> int:
    return client.post("/account/sign-in/code", data={"word": word, "code": code}).status_code


@pytest.mark.parametrize("moment", CODES)
def test_codes_are_those_of_rfc_6238(server: Hall, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    account = accounts.sign_up(server.context, "Odile", PASSWORD)
    monkeypatch.setattr(server.context, "now", lambda: datetime.fromtimestamp(moment, UTC))
    second_factor.set_up(server.context, account, SECRET, CODES[moment])
    with pytest.raises(WrongCode):  # it has opened something already
        second_factor.check(server.context, account, CODES[moment])


def test_the_password_alone_opens_nothing_and_the_code_opens_once(odile: Hall) -> None:
    client, word = password_shown(odile, next="/tournaments")
    assert client.get("/account/settings").status_code == 303
    assert sent(client, word, "000000") == 422
    assert sent(client, word, "005 924") == 303
    assert client.get("/account/settings").status_code == 200
    thief, other = password_shown(odile)
    assert sent(thief, other, CODES[AT]) == 422


@pytest.mark.parametrize(("seconds", "status"), [(-30, 303), (29, 303), (60, 422), (-61, 422), (599, 422)])
def test_a_phone_s_clock_may_be_half_a_minute_off(
    odile: Hall, monkeypatch: pytest.MonkeyPatch, seconds: int, status: int
) -> None:
    monkeypatch.setattr(odile.context, "now", lambda: datetime.fromtimestamp(AT + seconds, UTC))
    client, word = password_shown(odile)
    assert sent(client, word, CODES[AT]) == status


@pytest.mark.parametrize("hours", [2, -2])
def test_the_right_code_opens_as_soon_as_the_clock_is_right_again(server: Hall, hours: int) -> None:
    wall = [datetime.fromtimestamp(AT - 600, UTC)]
    server.context.now = WatchedClock(wall=lambda: wall[0], ticks=lambda: 0.0)
    account = accounts.sign_up(server.context, "Odile", PASSWORD)
    second_factor.set_up(server.context, account, SECRET, code_now(server))
    wall[0] += timedelta(hours=hours)
    assert server.app.test_client().get("/tournaments").status_code == 200
    wall[0] = datetime.fromtimestamp(AT, UTC)
    client, word = password_shown(server)
    assert sent(client, word, CODES[AT]) == 303


def test_each_recovery_code_opens_once(odile: Hall) -> None:
    assert len(set(odile.codes)) == 8
    for shown in (odile.codes[3], odile.codes[0].upper().replace("-", " ")):
        client, word = password_shown(odile)
        assert sent(client, word, shown) == 303
        assert sent(client, word, shown) == 422
    assert "6 recovery codes are left" in client.get("/account/settings").text


def test_of_a_recovery_code_nothing_is_kept_that_opens(odile: Hall) -> None:
    account = accounts.account_named(odile.context, "Odile")
    kept = kept_accounts.second_factor_of(odile.context.store, account.id)
    assert kept is not None
    assert len(json.loads(kept.recovery)) == 8
    for code in odile.codes:
        assert code not in kept.recovery
        assert code.replace("-", "") not in kept.recovery


def test_of_two_who_show_one_recovery_code_at_once_one_is_let_in(odile: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    account = accounts.account_named(odile.context, "Odile")
    known = kept_accounts.second_factor_of(odile.context.store, account.id)
    # Both have looked at what is left before the first used it up.
    monkeypatch.setattr(kept_accounts, "second_factor_of", lambda *_: known)
    second_factor.check(odile.context, account, odile.codes[3])
    with pytest.raises(WrongCode):
        second_factor.check(odile.context, account, odile.codes[3])


@pytest.mark.parametrize("word", ["", "x", "x.y.z", None])
def test_nobody_gets_past_the_password(odile: Hall, word: str | None) -> None:
    client, good = password_shown(odile)
    if word is None:  # the password has been changed since
        accounts.reset_password(odile.context, "Odile", "another horse battery")
    assert sent(client, good if word is None else word, CODES[AT]) == 422
    assert sent(client, good + "x", CODES[AT]) == 422
    assert client.get("/account/settings").status_code == 303


def test_a_word_of_the_set_up_is_none_of_the_sign_in(odile: Hall) -> None:
    client, word = password_shown(odile)
    sent(client, word, CODES[AT])
    answer = client.post("/account/second-factor/confirm", data={"word": word, "code": CODES[AT]})
    assert answer.status_code == 422
    assert "begin again" in answer.text


def test_codes_are_not_guessed_by_the_dozen(tmp_path: Path) -> None:
    hall = hall_at(tmp_path, ACCOUNTS=True, RATELIMIT_ENABLED=True)
    account = accounts.sign_up(hall.context, "Odile", PASSWORD)
    (kept,) = second_factor.set_up(hall.context, account, SECRET, code_now(hall))[:1]
    client, word = password_shown(hall)
    assert [sent(client, word, f"{guess:06}") for guess in range(12)] == [422] * 10 + [429] * 2
    assert sent(client, word, kept) == 429
    stores.close(hall.app)


def code_now(hall: Hall) -> str:
    import pyotp

    return pyotp.TOTP(SECRET).at(hall.context.now())


def test_it_is_set_up_with_the_password_and_a_code_and_taken_away_with_the_password(server: Hall) -> None:
    import pyotp

    client = server.account("Odile")
    assert client.post("/account/second-factor", data={"password": "wrong horse"}).status_code == 422
    page = client.post("/account/second-factor", data={"password": PASSWORD}).text
    (secret,) = re.findall(r'id="key" readonly value="(\w{32})"', page)
    (address,) = re.findall(r'href="(otpauth:[^"]+)"', page)
    assert pyotp.parse_uri(unescape(address)).secret == secret
    word = word_of(page)
    wrong = client.post("/account/second-factor/confirm", data={"word": word, "code": "12345"})
    assert wrong.status_code == 422
    assert secret in wrong.text
    code = pyotp.TOTP(secret).at(server.context.now())
    zoe = server.account("Zoe")
    assert zoe.post("/account/second-factor/confirm", data={"word": word, "code": code}).status_code == 422
    done = client.post("/account/second-factor/confirm", data={"word": word, "code": code}).text
    (codes,) = re.findall(r'<pre class="mono">([^<]+)</pre>', done)
    assert len(set(re.findall(r"^\w{4}-\w{4}-\w{4}$", codes, re.MULTILINE))) == 8
    assert secret not in done
    assert client.post("/account/second-factor/remove", data={"password": "wrong horse"}).status_code == 422
    account = accounts.account_named(server.context, "Odile")
    assert second_factor.has_second_factor(server.context, account)
    assert client.post("/account/second-factor/remove", data={"password": PASSWORD}).status_code == 303
    assert not second_factor.has_second_factor(server.context, account)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    hall = hall_at(tmp_path, ACCOUNTS=True, DATABASE_URL=f"sqlite:///{tmp_path / 'vtes-toolkit.db'}")
    account = accounts.sign_up(hall.context, "Odile", PASSWORD)
    second_factor.set_up(hall.context, account, SECRET, code_now(hall))
    stores.close(hall.app)
    return tmp_path


def test_whoever_lost_phone_and_codes_asks_whoever_runs_the_installation(folder: Path) -> None:
    def said(*arguments: str) -> str:
        result = CliRunner().invoke(cli, ["accounts", *arguments, "--data", str(folder)])
        assert result.exit_code == 0, result.output
        return result.output

    assert "second factor" in said("access", "Odile")
    assert said("forget-second-factor", "Odile") == "Odile signs in with the password alone.\n"
    assert "second factor" not in said("access", "Odile")
