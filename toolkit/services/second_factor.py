"""A second factor beside the password: codes of a phone (TOTP, RFC 6238), and recovery codes for when it is lost.

Whoever has set it up shows a code whenever they sign in with the password; tokens of programs need none. Each code
opens once: what was looked at over a shoulder is worth nothing. An account with passkeys (`passkeys.py`) alone has
recovery codes, too: its password opens nothing without one of them.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import replace
from datetime import datetime

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.services.context import Context
from toolkit.services.security_log import SecurityEvent, record
from toolkit.storage import accounts
from toolkit.storage.accounts import Account, Passkey, SecondFactor

# Seconds that a code stands, and how many codes before and after it are taken: clocks of phones differ.
_STEP = 30
_AROUND = 1
_RECOVERY_CODES = 8
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
_ISSUER = "VTES Toolkit"


class WrongCode(Invalid):
    """A code that opens nothing, or has opened something already."""

    code = "wrong_code"


def has_second_factor(context: Context, account: Account) -> bool:
    """Whether that account is asked for something beside its password."""
    return accounts.second_factor_of(context.store, account.id) is not None


def has_phone(context: Context, account: Account) -> bool:
    """Whether a phone makes codes for that account."""
    known = accounts.second_factor_of(context.store, account.id)
    return known is not None and bool(known.secret)


def recovery_codes_left(context: Context, account: Account) -> int:
    """How many recovery codes an account has not used."""
    known = accounts.second_factor_of(context.store, account.id)
    return 0 if known is None else len(json.loads(known.recovery))


def passkeys_of(context: Context, account: Account) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    return accounts.passkeys_of(context.store, account.id)


def new_secret() -> str:
    """What a phone and this program make the same codes of: 160 bits in base 32."""
    import pyotp

    return pyotp.random_base32()


def address_of(secret: str, account: Account) -> str:
    """What a phone reads from a QR code (`otpauth:`)."""
    import pyotp

    return pyotp.TOTP(secret, interval=_STEP).provisioning_uri(name=account.name, issuer_name=_ISSUER)


def set_up(context: Context, account: Account, secret: str, code: str) -> tuple[str, ...]:
    """Ask for a code from now on, once the phone has shown that it makes the right ones; returns the recovery codes.

    Raises:
        WrongCode: it does not.
    """
    counter = _counter_of(secret, code, context.now())
    if counter is None:
        raise _wrong()
    codes = _begin(context, account, secret, counter)
    record(SecurityEvent.SECOND_FACTOR_SET_UP, account=account.name)
    return codes


def begin_with_passkeys(context: Context, account: Account) -> tuple[str, ...]:
    """Let the password alone open the account no more, which has a passkey now; returns recovery codes, if new ones."""
    return () if has_second_factor(context, account) else _begin(context, account, "", 0)


def _begin(context: Context, account: Account, secret: str, used: int) -> tuple[str, ...]:
    codes = tuple(_recovery_code() for _ in range(_RECOVERY_CODES))
    recovery = json.dumps([_digest(one) for one in codes])
    kept = SecondFactor(secret=secret, used=used, recovery=recovery, created=context.now())
    accounts.save_second_factor(context.store, account.id, kept)
    return codes


def check(context: Context, account: Account, code: str) -> None:
    """Make sure that `code` is one that the account's phone shows now, or a recovery code, and use it up.

    Raises:
        WrongCode: it is neither, or was used.
    """
    known = accounts.second_factor_of(context.store, account.id)
    if known is not None:
        counter = _counter_of(known.secret, code, context.now())
        if counter is not None and accounts.use_code(context.store, account.id, counter):
            return
        left = json.loads(known.recovery)
        used = _digest(code)
        if used in left:
            rest = json.dumps([one for one in left if one != used])
            if accounts.use_recovery_code(context.store, account.id, known.recovery, rest):
                record(SecurityEvent.RECOVERY_CODE_USED, account=account.name, left=len(left) - 1)
                return
    record(SecurityEvent.CODE_REFUSED, account=account.name)
    raise _wrong()


def remove(context: Context, account: Account) -> None:
    """Ask for no code of a phone any more; recovery codes stay as long as the account has passkeys."""
    known = accounts.second_factor_of(context.store, account.id)
    if known is None or not known.secret:
        return
    if accounts.passkeys_of(context.store, account.id):
        accounts.save_second_factor(context.store, account.id, replace(known, secret=""))
    else:
        accounts.remove_second_factor(context.store, account.id)
    record(SecurityEvent.SECOND_FACTOR_REMOVED, account=account.name)


def end_with_passkeys(context: Context, account: Account) -> None:
    """The last passkey is gone: without a phone the password alone opens the account again."""
    if not has_phone(context, account):
        accounts.remove_second_factor(context.store, account.id)


def forget(context: Context, account: Account) -> None:
    """Let somebody who has lost everything sign in with the password alone again."""
    for one in accounts.passkeys_of(context.store, account.id):
        accounts.remove_passkey(context.store, account.id, one.digest)
    if accounts.remove_second_factor(context.store, account.id):
        record(SecurityEvent.SECOND_FACTOR_REMOVED, account=account.name)


def _counter_of(secret: str, code: str, now: datetime) -> int | None:
    """The step whose code that is, of those around now."""
    import pyotp

    shown = "".join(code.split())
    if not secret or not (shown.isascii() and shown.isdigit()):
        return None
    totp, counter = pyotp.TOTP(secret, interval=_STEP), int(now.timestamp()) // _STEP
    if len(shown) != totp.digits:
        return None
    around = range(counter - _AROUND, counter + _AROUND + 1)
    return next((step for step in around if secrets.compare_digest(totp.generate_otp(step), shown)), None)


def _recovery_code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def _digest(code: str) -> str:
    plain = "".join(letter for letter in code.lower() if letter.isalnum())[:40]
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def _wrong() -> WrongCode:
    return WrongCode(Message("That is not a code that your phone shows now, and no recovery code that is left."))
