"""Accounts, what they are at which event, and their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from toolkit.errors import Conflict
from toolkit.languages import N_, Message
from toolkit.storage.log import check_text
from toolkit.storage.rows import ACCOUNTS, API_TOKENS, MEMBERS
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
_BY_TOKEN = _ACCOUNTS.join(API_TOKENS, API_TOKENS.c.account == ACCOUNTS.c.id).where(
    API_TOKENS.c.digest == bindparam("digest")
)
_EVENTS = select(MEMBERS.c.stream, MEMBERS.c.role).where(MEMBERS.c.account == bindparam("account"))


class NameTaken(Conflict):
    """Somebody else has that name."""

    code = "name_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who signs in.

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
    """A personal token for the API, without the token itself."""

    digest: str
    label: str
    created: datetime


def add_account(store: Store, account: Account, key: str) -> None:
    """Keep a new account under its name as it is compared.

    Raises:
        NameTaken: there is one of that name.
    """
    check_text(account.name, N_("name"), longest=100)
    row = {name: getattr(account, name) for name in ("id", "name", "password", "epoch", "is_admin", "created")}
    try:
        with store.transaction() as connection:
            connection.execute(insert(ACCOUNTS).values(key=key, **row))
    except IntegrityError as error:
        raise NameTaken(Message("Somebody else has that name: choose another one.")) from error


def account_by_id(store: Store, id: str) -> Account | None:
    """The account of that id."""
    return _one(store, _BY_ID, {"id": id})


def account_by_key(store: Store, key: str) -> Account | None:
    """The account of that name, as names are compared."""
    return _one(store, _BY_KEY, {"key": key})


def account_by_token(store: Store, digest: str) -> Account | None:
    """The account that a token belongs to."""
    return _one(store, _BY_TOKEN, {"digest": digest})


def all_accounts(store: Store) -> list[Account]:
    """Every account, by name."""
    with store.reading() as connection:
        return [_account(found) for found in connection.execute(_ACCOUNTS.order_by(ACCOUNTS.c.key))]


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


def add_token(store: Store, account: str, token: Token) -> None:
    """Keep a token's digest."""
    check_text(token.label, N_("label"), longest=100)
    values = {"digest": token.digest, "account": account, "label": token.label, "created": token.created}
    with store.transaction() as connection:
        connection.execute(insert(API_TOKENS).values(values))


def tokens_of(store: Store, account: str) -> list[Token]:
    """The tokens of an account, oldest first."""
    query = select(API_TOKENS.c.digest, API_TOKENS.c.label, API_TOKENS.c.created).where(API_TOKENS.c.account == account)
    with store.reading() as connection:
        found = connection.execute(query.order_by(API_TOKENS.c.created, API_TOKENS.c.digest))
        return [Token(digest=row.digest, label=row.label, created=row.created) for row in found]


def remove_token(store: Store, account: str, digest: str) -> None:
    """Forget a token of an account."""
    with store.transaction() as connection:
        connection.execute(delete(API_TOKENS).where(API_TOKENS.c.account == account, API_TOKENS.c.digest == digest))


def events_of(store: Store, account: str) -> dict[str, str]:
    """What an account is, by event."""
    with store.reading() as connection:
        return {row.stream: row.role for row in connection.execute(_EVENTS, {"account": account})}


def members_of(store: Store, stream: str) -> list[tuple[Account, str]]:
    """The accounts of an event with what they are there, by name."""
    query = select(*_COLUMNS, MEMBERS.c.role).join(MEMBERS, MEMBERS.c.account == ACCOUNTS.c.id)
    with store.reading() as connection:
        found = connection.execute(query.where(MEMBERS.c.stream == stream).order_by(ACCOUNTS.c.key))
        return [(_account(row), row.role) for row in found]


def set_member(store: Store, stream: str, account: str, role: str, *, keep: str) -> bool:
    """Keep what an account is at an event, or with an empty role that it is nothing there.

    False, and nothing changed, where nobody would be left of the role `keep`.
    """
    mine = (MEMBERS.c.stream == stream, MEMBERS.c.account == account)
    with store.transaction() as connection:
        kept: Sequence[str] = connection.scalars(
            select(MEMBERS.c.account).where(MEMBERS.c.stream == stream, MEMBERS.c.role == keep).with_for_update()
        ).all()
        if role != keep and list(kept) == [account]:
            return False
        connection.execute(delete(MEMBERS).where(*mine))
        if role:
            connection.execute(insert(MEMBERS).values(stream=stream, account=account, role=role))
    return True


def _one(store: Store, query: Any, values: dict[str, str]) -> Account | None:
    if any("\0" in value for value in values.values()):
        return None
    with store.reading() as connection:
        found = connection.execute(query, values).one_or_none()
    return None if found is None else _account(found)


def _account(found: Any) -> Account:
    return Account(
        id=found.id,
        name=found.name,
        password=found.password,
        epoch=found.epoch,
        is_admin=found.is_admin,
        created=found.created,
    )
