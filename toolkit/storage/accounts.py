"""Accounts, what they are at which event, and their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from unicodedata import normalize

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from toolkit.errors import Conflict
from toolkit.languages import N_, Message
from toolkit.storage.log import check_text
from toolkit.storage.rows import ACCOUNTS, API_TOKENS, INVITATIONS, MEMBERS, PASSKEYS, SECOND_FACTORS, SESSIONS, UtcTime
from toolkit.storage.store import Store

_COLUMNS = (
    ACCOUNTS.c.id,
    ACCOUNTS.c.name,
    ACCOUNTS.c.password,
    ACCOUNTS.c.epoch,
    ACCOUNTS.c.is_admin,
    ACCOUNTS.c.created,
)
_ACCOUNTS = select(*_COLUMNS)

# Made once: to put a query together costs more than to run it.
_BY_ID = _ACCOUNTS.where(ACCOUNTS.c.id == bindparam("id"))
_BY_KEY = _ACCOUNTS.where(ACCOUNTS.c.key == bindparam("key"))
_BY_TOKEN = (
    select(*_COLUMNS, API_TOKENS.c.scope)
    .join(API_TOKENS, API_TOKENS.c.account == ACCOUNTS.c.id)
    .where(API_TOKENS.c.digest == bindparam("digest"))
    .where(or_(API_TOKENS.c.expires.is_(None), API_TOKENS.c.expires > bindparam("now", type_=UtcTime)))
)
_BY_SESSION = (
    _ACCOUNTS.join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
    .where(SESSIONS.c.digest == bindparam("digest"), SESSIONS.c.epoch == ACCOUNTS.c.epoch)
    .where(SESSIONS.c.expires > bindparam("now", type_=UtcTime))
)
_EVENTS = select(MEMBERS.c.stream, MEMBERS.c.role).where(MEMBERS.c.account == bindparam("account"))
_MEMBERS = (
    select(*_COLUMNS, MEMBERS.c.role)
    .join(MEMBERS, MEMBERS.c.account == ACCOUNTS.c.id)
    .where(MEMBERS.c.stream == bindparam("stream"))
    .order_by(ACCOUNTS.c.key)
)


class NameTaken(Conflict):
    """Another account has that name."""

    code = "name_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A person who signs in.

    Attributes:
        password: its argon2 hash.
        epoch: how often the password was changed: what was signed in before is over.
        is_admin: may do what every organizer may, at every event.
    """

    id: str
    name: str
    password: str
    epoch: int
    is_admin: bool
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A personal token for the API, without the token itself.

    Attributes:
        scope: what a program may do with it.
        expires: None for one that an older version made: it opened everything, for good.
    """

    digest: str
    label: str
    created: datetime
    scope: str
    expires: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser that is signed in, without what it shows.

    Attributes:
        epoch: the account's, when it signed in.
        browser: what it calls itself.
    """

    digest: str
    epoch: int
    browser: str
    created: datetime
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactor:
    """The second factor of an account, beside its password.

    Attributes:
        secret: what its phone makes codes of, encrypted; "" where it has passkeys alone.
        used: the step of the last code that was taken; it and those before it are worth nothing.
        recovery: a JSON list of the digests of the recovery codes that are left.
    """

    secret: str
    used: int
    recovery: str
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A key of a person's phone or computer.

    Attributes:
        credential: its name as WebAuthn has it, in URL-safe base 64; `digest` is that of the name.
        public_key: likewise.
        uses: what the device counts; 0 where it does not.
        shown: the moment of the newest question that it answered, in microseconds: those before it are worth nothing.
    """

    digest: str
    label: str
    credential: str
    public_key: str
    uses: int
    shown: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """An account that was asked to be something at an event.

    Attributes:
        event, account, inviter: by their ids; `inviter` is None where no account answers for who asked.
        declined: when the account said no; None while it has not answered.
    """

    event: str
    account: str
    role: str
    inviter: str | None
    asked: datetime
    declined: datetime | None = None


def add_account(store: Store, account: Account, key: str) -> None:
    """Keep a new account under its name as it is compared.

    Raises:
        NameTaken: there is one of that name.
    """
    check_text(account.name, N_("name"), longest=100)
    row = {name: getattr(account, name) for name in ("id", "name", "password", "epoch", "is_admin", "created")}
    try:
        with store.transaction() as connection:
            connection.execute(insert(ACCOUNTS).values(key=key, look=look_of(account.name), **row))
    except IntegrityError as error:
        if account_by_key(store, key) is None:
            raise NameTaken(Message("That looks like someone else's name: choose another one.")) from error
        raise NameTaken(Message("Someone else has that name: choose another one.")) from error


def look_of(name: str) -> str:
    """The look of a name: the same for names that a reader takes for one, such as Latin a and Cyrillic а."""
    seen = _skeleton(name)  # as it is drawn: NFKC makes an s of the Greek ϲ
    shape = _skeleton(_skeleton(normalize("NFKC", seen)).casefold())
    return shape.translate(_UNLISTED).replace("l\u0307", "l").replace("j\u0307", "j")[:400]  # a dot over its own dot


# In most letterings a capital I, a small l and a 1 are one stroke; in capitals, an i is one of them. ʀ is a small R.
_UNLISTED = str.maketrans("iʀ", "lr")


def _skeleton(text: str) -> str:
    return "".join(_prototype(letter) for letter in normalize("NFD", text))


@cache
def _prototype(letter: str) -> str:
    """The letter that represents all letters alike, by Unicode's list of confusables."""
    alike = _confusables().get(letter, [])
    if len(alike) != 1:  # nothing looks like it, or it is the one that the others look like
        return letter
    (other,) = alike
    is_mutual = len(other) == 1 and len(_confusables().get(other, [])) == 1
    return min(letter, other) if is_mutual else other


@cache
def _confusables() -> dict[str, list[str]]:
    from confusable_homoglyphs.confusables import confusables_data

    # The list has what is written from right to left between two marks of the direction.
    return {
        letter.strip("\u200e"): [str(entry["c"]).strip("\u200e") for entry in alike]
        for letter, alike in confusables_data.items()
    }


def account_by_id(store: Store, id: str) -> Account | None:
    """The account of that id."""
    return _one(store, _BY_ID, {"id": id})


def account_by_key(store: Store, key: str) -> Account | None:
    """The account of that name, as names are compared."""
    return _one(store, _BY_KEY, {"key": key})


def account_by_token(store: Store, digest: str, now: datetime) -> tuple[Account, str] | None:
    """The account that a token belongs to while it is good, and the token's scope."""
    with store.reading() as connection:
        row = connection.execute(_BY_TOKEN, {"digest": digest, "now": now}).one_or_none()
    return None if row is None else (_account(row), row.scope)


def account_by_session(store: Store, digest: str, now: datetime) -> Account | None:
    """The account that a browser is signed in to: until it signs out, the password changes, or its time is over."""
    with store.reading() as connection:
        row = connection.execute(_BY_SESSION, {"digest": digest, "now": now}).one_or_none()
    return None if row is None else _account(row)


def all_accounts(store: Store) -> list[Account]:
    """Every account, by name."""
    with store.reading() as connection:
        return [_account(row) for row in connection.execute(_ACCOUNTS.order_by(ACCOUNTS.c.key))]


def count_accounts(store: Store) -> int:
    """How many accounts there are."""
    with store.reading() as connection:
        return int(connection.scalar(select(func.count()).select_from(ACCOUNTS)) or 0)


def set_password(store: Store, id: str, password: str) -> None:
    """Keep a new hash; what was signed in before, and every token, is over."""
    with store.transaction() as connection:
        values = {"password": password, "epoch": ACCOUNTS.c.epoch + 1}
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == id).values(values))
        connection.execute(delete(API_TOKENS).where(API_TOKENS.c.account == id))
        connection.execute(delete(SESSIONS).where(SESSIONS.c.account == id))


def add_token(store: Store, account: str, token: Token) -> None:
    """Keep a token's digest."""
    check_text(token.label, N_("label"), longest=100)
    values = {name: getattr(token, name) for name in ("digest", "label", "created", "scope", "expires")}
    with store.transaction() as connection:
        _drop_expired(connection, API_TOKENS, token.created)
        connection.execute(insert(API_TOKENS).values(account=account, **values))


def tokens_of(store: Store, account: str) -> list[Token]:
    """The tokens of an account, oldest first."""
    names = ("digest", "label", "created", "scope", "expires")
    query = select(*(API_TOKENS.c[name] for name in names)).where(API_TOKENS.c.account == account)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(API_TOKENS.c.created, API_TOKENS.c.digest))
        return [Token(**{name: getattr(row, name) for name in names}) for row in rows]


def remove_token(store: Store, account: str, digest: str) -> bool:
    """Forget a token of an account; whether there was one."""
    return _remove(store, API_TOKENS, account, digest)


def add_session(store: Store, account: str, session: Session) -> None:
    """Keep that a browser is signed in."""
    values = {name: getattr(session, name) for name in ("digest", "epoch", "browser", "created", "expires")}
    with store.transaction() as connection:
        _drop_expired(connection, SESSIONS, session.created)
        connection.execute(insert(SESSIONS).values(account=account, **values))


def sessions_of(store: Store, account: Account) -> list[Session]:
    """The browsers that are signed in to an account, newest first."""
    names = ("digest", "epoch", "browser", "created", "expires")
    query = select(*(SESSIONS.c[name] for name in names)).where(SESSIONS.c.account == account.id)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(SESSIONS.c.created.desc(), SESSIONS.c.digest))
        return [Session(**{name: getattr(row, name) for name in names}) for row in rows]


def remove_session(store: Store, account: str, digest: str) -> bool:
    """Sign a browser out; whether it was signed in."""
    return _remove(store, SESSIONS, account, digest)


def remove_sessions(store: Store, account: str, *, keep: str) -> None:
    """Sign every browser of an account out but one."""
    with store.transaction() as connection:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.account == account, SESSIONS.c.digest != keep))


def _remove(store: Store, table: Table, account: str, digest: str) -> bool:
    with store.transaction() as connection:
        gone = connection.execute(delete(table).where(table.c.account == account, table.c.digest == digest))
    return bool(gone.rowcount)


def _drop_expired(connection: Connection, table: Table, now: datetime) -> None:
    connection.execute(delete(table).where(table.c.expires < now))


def second_factor_of(store: Store, account: str) -> SecondFactor | None:
    """The second factor of an account; None if it has none."""
    names = ("secret", "used", "recovery", "created")
    query = select(*(SECOND_FACTORS.c[name] for name in names)).where(SECOND_FACTORS.c.account == account)
    with store.reading() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else SecondFactor(**{name: getattr(row, name) for name in names})


def save_second_factor(store: Store, account: str, kept: SecondFactor) -> None:
    """Keep it, instead of one that was there."""
    values = {name: getattr(kept, name) for name in ("secret", "used", "recovery", "created")}
    with store.transaction() as connection:
        connection.execute(delete(SECOND_FACTORS).where(SECOND_FACTORS.c.account == account))
        connection.execute(insert(SECOND_FACTORS).values(account=account, **values))


def second_factor_secrets(store: Store) -> dict[str, str]:
    """The secrets for the codes of all accounts' phones, by account, as they are kept."""
    query = select(SECOND_FACTORS.c.account, SECOND_FACTORS.c.secret).where(SECOND_FACTORS.c.secret != "")
    with store.reading() as connection:
        return {row.account: row.secret for row in connection.execute(query)}


def replace_secrets(store: Store, replaced: Mapping[str, tuple[str, str]]) -> None:
    """Keep the second of each two in place of the first, by account; nothing where another one is kept meanwhile."""
    with store.transaction() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")  # what is overwritten is gone from the file
        for account, (former, secret) in replaced.items():
            same = (SECOND_FACTORS.c.account == account, SECOND_FACTORS.c.secret == former)
            connection.execute(update(SECOND_FACTORS).where(*same).values(secret=secret))
    store.scrub()


def use_code(store: Store, account: str, step: int) -> bool:
    """Take the code of that step; False when it or a later one was taken, even at the same moment."""
    newer = (SECOND_FACTORS.c.account == account, SECOND_FACTORS.c.used < step)
    with store.transaction() as connection:
        return bool(connection.execute(update(SECOND_FACTORS).where(*newer).values(used=step)).rowcount)


def use_recovery_code(store: Store, account: str, known: str, left: str) -> bool:
    """Keep the list that is left of the former one; False when it was changed meanwhile."""
    same = (SECOND_FACTORS.c.account == account, SECOND_FACTORS.c.recovery == known)
    with store.transaction() as connection:
        return bool(connection.execute(update(SECOND_FACTORS).where(*same).values(recovery=left)).rowcount)


def remove_second_factor(store: Store, account: str) -> bool:
    """Show nothing beside the password any more; whether something was."""
    with store.transaction() as connection:
        gone = connection.execute(delete(SECOND_FACTORS).where(SECOND_FACTORS.c.account == account))
    return bool(gone.rowcount)


_PASSKEY = ("digest", "label", "credential", "public_key", "uses", "shown", "created")


def add_passkey(store: Store, account: str, passkey: Passkey) -> None:
    """Keep a passkey of an account.

    Raises:
        NameTaken: it is kept already.
    """
    check_text(passkey.label, N_("label"), longest=100)
    values = {name: getattr(passkey, name) for name in _PASSKEY}
    try:
        with store.transaction() as connection:
            connection.execute(insert(PASSKEYS).values(account=account, **values))
    except IntegrityError as error:
        raise NameTaken(Message("This passkey is kept already.")) from error


def passkeys_of(store: Store, account: str) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    query = select(*(PASSKEYS.c[name] for name in _PASSKEY)).where(PASSKEYS.c.account == account)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(PASSKEYS.c.created, PASSKEYS.c.digest))
        return [Passkey(**{name: getattr(row, name) for name in _PASSKEY}) for row in rows]


def passkey_of(store: Store, digest: str) -> tuple[str, Passkey] | None:
    """The account that a passkey belongs to, by its id, and the passkey."""
    query = select(PASSKEYS.c.account, *(PASSKEYS.c[name] for name in _PASSKEY)).where(PASSKEYS.c.digest == digest)
    with store.reading() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else (row.account, Passkey(**{name: getattr(row, name) for name in _PASSKEY}))


def use_passkey(store: Store, digest: str, *, uses: int, shown: int) -> bool:
    """Keep that it answered a question; False when it answered that one or a later one before."""
    newer = (PASSKEYS.c.digest == digest, PASSKEYS.c.shown < shown)
    with store.transaction() as connection:
        return bool(connection.execute(update(PASSKEYS).where(*newer).values(uses=uses, shown=shown)).rowcount)


def remove_passkey(store: Store, account: str, digest: str) -> bool:
    """Forget a passkey of an account; whether there was one."""
    return _remove(store, PASSKEYS, account, digest)


def events_of(store: Store, account: str) -> dict[str, str]:
    """The roles of an account, by event."""
    with store.reading() as connection:
        return {row.stream: row.role for row in connection.execute(_EVENTS, {"account": account})}


def members_of(store: Store, stream: str) -> list[tuple[Account, str]]:
    """The accounts of an event with their roles there, by name."""
    with store.reading() as connection:
        return [(_account(row), row.role) for row in connection.execute(_MEMBERS, {"stream": stream})]


def set_member(store: Store, stream: str, account: str, role: str, *, keep: str) -> bool:
    """Set the role of an account at an event; an empty one removes it.

    False, and nothing changed, where nobody would be left of the role `keep`.
    """
    with store.transaction() as connection:
        return _set_member(connection, stream, account, role, keep=keep)


def _set_member(connection: Connection, stream: str, account: str, role: str, *, keep: str) -> bool:
    kept: Sequence[str] = connection.scalars(
        select(MEMBERS.c.account).where(MEMBERS.c.stream == stream, MEMBERS.c.role == keep).with_for_update()
    ).all()
    if role != keep and list(kept) == [account]:
        return False
    connection.execute(delete(MEMBERS).where(MEMBERS.c.stream == stream, MEMBERS.c.account == account))
    if role:
        connection.execute(insert(MEMBERS).values(stream=stream, account=account, role=role))
    if role != keep:
        # Whoever may invite nobody any more has invited nobody.
        of_event = INVITATIONS.c.stream == stream
        connection.execute(delete(INVITATIONS).where(of_event, INVITATIONS.c.inviter == account))
    connection.execute(delete(INVITATIONS).where(*_open(stream, account)))
    return True


def _open(stream: str, account: str) -> tuple[ColumnElement[bool], ...]:
    return INVITATIONS.c.stream == stream, INVITATIONS.c.account == account, INVITATIONS.c.declined.is_(None)


def save_invitation(store: Store, asked: Invitation) -> None:
    """Keep an invitation, in the place of one of the same account to the same event."""
    mine = (INVITATIONS.c.stream == asked.event, INVITATIONS.c.account == asked.account)
    values = {name: getattr(asked, name) for name in ("account", "role", "inviter", "asked", "declined")}
    with store.transaction() as connection:
        connection.execute(delete(INVITATIONS).where(*mine))
        connection.execute(insert(INVITATIONS).values(stream=asked.event, **values))


def invitations_to(store: Store, stream: str, since: datetime) -> list[Invitation]:
    """The invitations to an event that were sent since then, the first first."""
    return _invitations(store, INVITATIONS.c.stream == stream, INVITATIONS.c.asked > since)


def invitations_of(store: Store, account: str, since: datetime) -> list[Invitation]:
    """The invitations of an account that were sent since then, the first first."""
    return _invitations(store, INVITATIONS.c.account == account, INVITATIONS.c.asked > since)


def accept_invitation(store: Store, stream: str, account: str, since: datetime, *, role: str, keep: str) -> bool:
    """Make an account that was asked since then what it was asked to be; False where it was not, or not as `role`."""
    asked = (*_open(stream, account), INVITATIONS.c.asked > since, INVITATIONS.c.role == role)
    with store.transaction() as connection:
        if not connection.execute(delete(INVITATIONS).where(*asked)).rowcount:
            return False
        return _set_member(connection, stream, account, role, keep=keep)


def decline_invitation(store: Store, stream: str, account: str, since: datetime, now: datetime) -> bool:
    """Keep that an account that was asked since then said no; False where it was not asked."""
    asked = (*_open(stream, account), INVITATIONS.c.asked > since)
    with store.transaction() as connection:
        return bool(connection.execute(update(INVITATIONS).where(*asked).values(declined=now)).rowcount)


def remove_invitation(store: Store, stream: str, account: str) -> bool:
    """Ask an account no more that has not answered; whether it was asked."""
    with store.transaction() as connection:
        return bool(connection.execute(delete(INVITATIONS).where(*_open(stream, account))).rowcount)


def _invitations(store: Store, *wanted: ColumnElement[bool]) -> list[Invitation]:
    names = ("account", "role", "inviter", "asked", "declined")
    query = select(INVITATIONS).where(*wanted).order_by(INVITATIONS.c.asked, INVITATIONS.c.stream)
    with store.reading() as connection:
        rows = connection.execute(query)
        return [Invitation(event=row.stream, **{name: getattr(row, name) for name in names}) for row in rows]


def _one(store: Store, query: Any, values: dict[str, str]) -> Account | None:
    if any("\0" in value for value in values.values()):
        return None
    with store.reading() as connection:
        row = connection.execute(query, values).one_or_none()
    return None if row is None else _account(row)


def _account(row: Any) -> Account:
    return Account(
        id=row.id,
        name=row.name,
        password=row.password,
        epoch=row.epoch,
        is_admin=row.is_admin,
        created=row.created,
    )
