"""A second factor beside the password: codes of a phone (TOTP, RFC 6238), and recovery codes for when it is lost.

Whoever has set it up shows a code whenever they sign in with the password; tokens of programs need none. Each code
opens once: what was looked at over a shoulder is worth nothing. An account with passkeys (`passkeys.py`) alone has
recovery codes, too: its password opens nothing without one of them.

The store keeps what a phone makes codes of encrypted, by a key that is derived from the installation's secret key and
does not lie in the store: a copy of it makes no codes.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import shlex
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.storage import accounts
from toolkit.storage.accounts import Account, Passkey, SecondFactor

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

# Seconds that a code stands, and how many codes before and after it are taken: clocks of phones differ.
_STEP = 30
_AROUND = 1
_RECOVERY_CODES = 8
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
_ISSUER = "VTES Toolkit"
# What is kept begins so; earlier versions kept base 32 in clear.
_ENCRYPTED = "fernet:"
_log = logging.getLogger(__name__)


class WrongCode(Invalid):
    """A code that opens nothing, or has opened something already."""

    code = "wrong_code"


def has_second_factor(context: Context, account: Account) -> bool:
    """Whether that account is asked for something beside its password."""
    return accounts.second_factor_of(context.store, account.id) is not None


def has_phone(context: Context, account: Account) -> bool:
    """Whether a phone makes codes for that account."""
    factor = accounts.second_factor_of(context.store, account.id)
    return factor is not None and bool(factor.secret)


def recovery_codes_left(context: Context, account: Account) -> int:
    """The number of recovery codes that an account has not used."""
    factor = accounts.second_factor_of(context.store, account.id)
    return 0 if factor is None else len(json.loads(factor.recovery))


def passkeys_of(context: Context, account: Account) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    return accounts.passkeys_of(context.store, account.id)


def new_secret() -> str:
    """A new secret, from which a phone and this program make the same codes: 160 bits in base 32."""
    import pyotp

    return pyotp.random_base32()


def address_of(secret: str, account: Account) -> str:
    """The address that a phone reads from a QR code (`otpauth:`)."""
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
    recovery = json.dumps([_digest(recovery_code) for recovery_code in codes])
    kept = SecondFactor(
        secret=_encrypted(context, secret) if secret else "", used=used, recovery=recovery, created=context.now()
    )
    accounts.save_second_factor(context.store, account.id, kept)
    return codes


def check(context: Context, account: Account, code: str) -> None:
    """Make sure that `code` is one that the account's phone shows now, or a recovery code, and use it up.

    Raises:
        WrongCode: it is neither, or was used; or no key here reads what the phone's codes are made of.
    """
    factor = accounts.second_factor_of(context.store, account.id)
    secret: str | None = ""
    if factor is not None:
        secret = _decrypted(context, factor.secret)
        counter = _counter_of(secret or "", code, context.now())
        if counter is not None and accounts.use_code(context.store, account.id, counter):
            return
        left = json.loads(factor.recovery)
        used = _digest(code)
        if used in left:
            rest = json.dumps([recovery_code for recovery_code in left if recovery_code != used])
            if accounts.use_recovery_code(context.store, account.id, factor.recovery, rest):
                record(SecurityEvent.RECOVERY_CODE_USED, account=account.name, left=len(left) - 1)
                return
    record(SecurityEvent.CODE_REFUSED, account=account.name)
    raise _wrong() if secret is not None else _unreadable(account)


def remove(context: Context, account: Account) -> None:
    """Ask for no code of a phone any more; recovery codes stay as long as the account has passkeys."""
    factor = accounts.second_factor_of(context.store, account.id)
    if factor is None or not factor.secret:
        return
    if accounts.passkeys_of(context.store, account.id):
        accounts.save_second_factor(context.store, account.id, replace(factor, secret=""))
    else:
        accounts.remove_second_factor(context.store, account.id)
    record(SecurityEvent.SECOND_FACTOR_REMOVED, account=account.name)


def end_with_passkeys(context: Context, account: Account) -> None:
    """The last passkey is gone: without a phone the password alone opens the account again."""
    if not has_phone(context, account):
        accounts.remove_second_factor(context.store, account.id)


def forget(context: Context, account: Account) -> None:
    """Remove the second factor of an account: the password alone signs in again."""
    for passkey in accounts.passkeys_of(context.store, account.id):
        accounts.remove_passkey(context.store, account.id, passkey.digest)
    if accounts.remove_second_factor(context.store, account.id):
        record(SecurityEvent.SECOND_FACTOR_REMOVED, account=account.name)


def encrypt_secrets(context: Context) -> None:
    """Encrypt with the newest key what was kept in clear or by an earlier key; what no key reads stays as it is."""
    kept = accounts.second_factor_secrets(context.store)
    decrypted = {account: (factor, _decrypted(context, factor)) for account, factor in kept.items()}
    replaced = {
        account: (factor, _encrypted(context, secret))
        for account, (factor, secret) in decrypted.items()
        if secret is not None and not _is_newest(context, factor)
    }
    if replaced:
        accounts.replace_secrets(context.store, replaced)
    if unreadable := sum(secret is None for _, secret in decrypted.values()):
        _log.warning(
            "No secret key reads the second factors of %d accounts: add the earlier one to SECRET_KEY_FALLBACKS.",
            unreadable,
        )


def _encrypted(context: Context, secret: str) -> str:
    return _ENCRYPTED + _ciphers(context)[0].encrypt(secret.encode()).decode()


def _decrypted(context: Context, kept: str) -> str | None:
    """The secret of a phone's codes; None if no key here reads it."""
    if not kept.startswith(_ENCRYPTED):
        return kept
    return next(filter(None, (_read(cipher, kept) for cipher in _ciphers(context))), None)


def _is_newest(context: Context, kept: str) -> bool:
    return kept.startswith(_ENCRYPTED) and _read(_ciphers(context)[0], kept) is not None


def _read(cipher: Fernet, kept: str) -> str | None:
    from cryptography.fernet import InvalidToken

    try:
        return cipher.decrypt(kept.removeprefix(_ENCRYPTED)).decode()
    except InvalidToken:
        return None


def _ciphers(context: Context) -> list[Fernet]:
    """A cipher for each secret key of the installation, newest first."""
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(key: str) -> bytes:
        return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"second factor").derive(key.encode())

    return [Fernet(urlsafe_b64encode(derived(key))) for key in context.secret_keys]


def _counter_of(secret: str, code: str, now: datetime) -> int | None:
    """The step whose code that is, of those around now."""
    import pyotp

    digits = "".join(code.split())
    if not secret or not (digits.isascii() and digits.isdigit()):
        return None
    totp, counter = pyotp.TOTP(secret, interval=_STEP), int(now.timestamp()) // _STEP
    if len(digits) != totp.digits:
        return None
    around = range(counter - _AROUND, counter + _AROUND + 1)
    return next((step for step in around if secrets.compare_digest(totp.generate_otp(step), digits)), None)


def _recovery_code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def _digest(code: str) -> str:
    plain = "".join(letter for letter in code.lower() if letter.isalnum())[:40]
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def _wrong() -> WrongCode:
    return WrongCode(Message("That is not a code that your phone shows now, and no recovery code that is left."))


def _unreadable(account: Account) -> WrongCode:
    return WrongCode(
        Message(
            "This server has lost the key to your phone's codes. Use a recovery code, or ask its administrator to run: "
            "%(command)s",
            command=f"vtes-toolkit accounts forget-second-factor {shlex.quote(account.name)}",
        ),
        code="unreadable_second_factor",
    )
