"""Passkeys (WebAuthn): keys that a phone, a computer or a stick keeps, and unlocks for its owner's finger, face or PIN.

A passkey signs in by itself, without name and password: it is something that one has, and opens for no other. It is
asked a question that it answers once; the answer is good at the host name alone that it was made for, so that no other
site can ask for it. An account with a passkey is no longer opened by its password alone.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from ipaddress import ip_address

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.services.accounts import second_factor
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.storage import accounts
from toolkit.storage.accounts import Account, Passkey

MOST = 20
_NAME = "VTES Toolkit"
_LONGEST_ANSWER = 20_000

# What the library makes of an answer that is none.
_FAULTS = (WebAuthnException, ValueError, TypeError, KeyError, RecursionError)


class WrongPasskey(Invalid):
    """A passkey that opens nothing here, or an answer that has opened something already."""

    code = "wrong_passkey"


class TooManyPasskeys(Invalid):
    """An account keeps no more of them."""

    code = "too_many_passkeys"


@dataclass(frozen=True, slots=True)
class Site:
    """The site that makes and takes passkeys: its host name, and its address as a browser writes it."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class PasskeyQuestion:
    """The question that a passkey answers.

    Attributes:
        challenge: URL-safe base 64, never the same twice.
        asked: the moment, in microseconds.
    """

    challenge: str
    asked: int


def site_of(origin: str) -> Site | None:
    """The site at `https://vtes.example`; None where browsers have no passkeys: without TLS, or at a mere number.

    A browser takes this machine's own `http://localhost:8080` for safe.
    """
    scheme, _, place = origin.partition("://")
    host = place.rpartition(":")[0] if place.rpartition(":")[2].isdigit() else place
    if host.startswith("[") or _is_number(host):
        return None
    is_safe = scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return Site(host, origin) if is_safe else None


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def new_question(context: Context) -> PasskeyQuestion:
    """A question that no passkey has answered yet."""
    moment = context.steady()  # an older one answers nothing any more: a clock set back asks no older one
    return PasskeyQuestion(bytes_to_base64url(secrets.token_bytes(32)), int(moment.timestamp() * 1_000_000))


def to_make_one(context: Context, account: Account, site: Site, question: PasskeyQuestion) -> str:
    """The options with which a browser makes a passkey: JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`."""
    passkeys = accounts.passkeys_of(context.store, account.id)
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=_NAME,
        user_id=account.id.encode(),
        user_name=account.name,
        challenge=base64url_to_bytes(question.challenge),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(base64url_to_bytes(passkey.credential)) for passkey in passkeys
        ],
    )
    return options_to_json(options)


def to_show_one(site: Site, question: PasskeyQuestion) -> str:
    """The options with which a browser shows one: JSON for `PublicKeyCredential.parseRequestOptionsFromJSON`."""
    options = generate_authentication_options(
        rp_id=site.host,
        challenge=base64url_to_bytes(question.challenge),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def add(
    context: Context, account: Account, site: Site, question: PasskeyQuestion, answer: str, *, label: str
) -> tuple[str, ...]:
    """Keep a passkey that a browser has made; returns recovery codes where the account had no second factor yet.

    Raises:
        WrongPasskey: it was made for something else, or keeps no PIN or the like before itself.
        NameTaken: it is kept already.
        TooManyPasskeys: the account has as many as it may.
    """
    if len(accounts.passkeys_of(context.store, account.id)) >= MOST:
        raise TooManyPasskeys(Message("An account has at most %(number)s passkeys: remove one first.", number=MOST))
    try:
        made = verify_registration_response(
            credential=answer[:_LONGEST_ANSWER],
            expected_challenge=base64url_to_bytes(question.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except _FAULTS as error:
        raise _wrong() from error
    passkey = Passkey(
        digest=_digest(made.credential_id),
        label=label.strip() or _NAME,
        credential=bytes_to_base64url(made.credential_id),
        public_key=bytes_to_base64url(made.credential_public_key),
        uses=made.sign_count,
        shown=question.asked,
        created=context.now(),
    )
    accounts.add_passkey(context.store, account.id, passkey)
    record(SecurityEvent.PASSKEY_ADDED, account=account.name)
    return second_factor.begin_with_passkeys(context, account)


def sign_in(context: Context, site: Site, question: PasskeyQuestion, answer: str) -> Account:
    """The account whose passkey gave that answer.

    Raises:
        WrongPasskey: unknown, or it has answered this question or a later one before.
    """
    owned = None
    try:
        credential = parse_authentication_credential_json(answer[:_LONGEST_ANSWER])
        owned = accounts.passkey_of(context.store, _digest(credential.raw_id))
        if owned is None:
            raise _wrong()
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(question.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(owned[1].public_key),
            credential_current_sign_count=owned[1].uses,
            require_user_verification=True,
        )
    except (*_FAULTS, WrongPasskey) as error:
        account = accounts.account_by_id(context.store, owned[0]) if owned else None
        record(SecurityEvent.PASSKEY_REFUSED, account=account.name if account else None)
        raise _wrong() from error
    account = accounts.account_by_id(context.store, owned[0])
    is_new = accounts.use_passkey(context.store, owned[1].digest, uses=verified.new_sign_count, shown=question.asked)
    if account is None or not is_new:
        record(SecurityEvent.PASSKEY_REFUSED, account=account.name if account else None)
        raise _wrong()
    return account


def remove(context: Context, account: Account, digest: str) -> bool:
    """Forget a passkey; without any, and without a phone, the password alone opens the account again."""
    was_there = accounts.remove_passkey(context.store, account.id, digest)
    if was_there:
        record(SecurityEvent.PASSKEY_REMOVED, account=account.name)
        if not accounts.passkeys_of(context.store, account.id):
            second_factor.end_with_passkeys(context, account)
    return was_there


def _digest(credential: bytes) -> str:
    return hashlib.sha256(credential).hexdigest()


def _wrong() -> WrongPasskey:
    return WrongPasskey(Message("This passkey opens nothing here, or it took too long: try again."))
