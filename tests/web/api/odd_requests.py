"""Requests that the OpenAPI document allows, however odd: `make soak ARGS=api` sends many."""

from __future__ import annotations

import atexit
from datetime import UTC, datetime
from functools import cache
from tempfile import TemporaryDirectory

import schemathesis
from flask import Flask
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.given import HealthCheck, Phase, drawn_from, given, settings
from toolkit.services.accounts.accounts import add_member, make_token, sign_up
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_by_hand
from toolkit.services.kernel.roles import Role, Scope
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.links import token_of
from toolkit.storage.accounts import Account
from toolkit.tournament import Configuration
from toolkit.web import create_app
from toolkit.web.base import stores

TOURNAMENTS, GAMES = "/api/v1/tournaments", "/api/v1/games"


def names_its_keys(_: object, response: schemathesis.Response, case: schemathesis.Case) -> None:
    """A refused value's answer names the value: its place and its key."""
    if response.status_code == 422:
        assert any(faults for faults in response.json()["errors"].values()), case.operation.label


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    names_its_keys,
]
# Numbers that mean something in the event below, so that requests get further than "there is no such player".
KNOWN = {"number": (0, 1), "player": (1, 8), "table": (1, 2), "sanction": (1, 1)}
NAMES = ("Anna", "Bruno", "Carla", "Dario")


@cache
def app(*, accounts: bool = False) -> Flask:
    """The app on a store of its own, which answers an unexpected error and does not raise it."""
    folder = TemporaryDirectory()
    config = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATA_FOLDER": folder.name, "ACCOUNTS": accounts}
    made = create_app(config)
    made.testing = False
    with made.app_context():
        stores.current_context().new_id = lambda: f"e{datetime.now(UTC).timestamp()}".replace(".", "")
    atexit.register(folder.cleanup)
    atexit.register(stores.close, made)
    return made


@cache
def operations(*, accounts: bool = False) -> list[schemathesis.schemas.APIOperation]:
    """Every method of every address, as the document lists them."""
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app(accounts=accounts))
    return [found.ok() for found in document.get_all_operations()]


def sender_of(number: int) -> str:
    """The sender of a run: of each address first the organizer of a laptop, then each scope of a token, then nobody."""
    senders = ("organizer", *Scope, "nobody")
    return senders[number // len(operations()) % len(senders)]


@cache
def account_and_tokens() -> tuple[Account, dict[str, str]]:
    """The administrator of a server, and a token of theirs for each scope."""
    context = stores.current_context()
    odile = sign_up(context, "Odile", "correct horse battery", is_admin=True)
    return odile, {scope: make_token(context, odile, scope, scope=scope) for scope in Scope}


def event_and_key(sender: str = "organizer") -> tuple[str, str]:
    """A new event of eight whose first round is played, and the bearer of its sender; "" of nobody."""
    context = stores.current_context()
    event = create(context, Configuration(name="Lyon"), by="Odile")
    work = UnitOfWork(context=context, id=event.id, by="Odile")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 9)])
    draft_by_hand(work, [[1, 2, 3, 4], [5, 6, 7, 8]], publish=True)
    if sender not in set(Scope):
        return event.id, stores.current_entry_key() if sender == "organizer" else ""
    odile, tokens = account_and_tokens()
    add_member(context, event.id, odile, Role.ORGANIZER)
    return event.id, tokens[sender]


def game_and_key() -> tuple[str, str]:
    """A new table and the key of its host."""
    game = create_table(stores.current_context(), TableWishes(names=NAMES, profile="vekn_event"), by="Anna")
    return game, token_of(stores.current_secret(), game, "host", {})


def run(seed: int, number: int) -> str:
    """The statuses of a few requests to one address; each answer is one that the document names."""
    sender = sender_of(number)
    has_accounts = sender in set(Scope)
    operation = operations(accounts=has_accounts)[number % len(operations())]
    with app(accounts=has_accounts).app_context():
        id, key = game_and_key() if operation.path.startswith(GAMES) else event_and_key(sender)
    statuses = []

    @drawn_from(seed << 32 | number)
    @given(case=operation.as_strategy())
    @settings(
        max_examples=2 if operation.path.startswith(TOURNAMENTS) else 5,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers(case: schemathesis.Case) -> None:
        if "id" in case.path_parameters:
            case.path_parameters["id"] = id
        for name, (least, most) in KNOWN.items():
            if isinstance(case.path_parameters.get(name), int):
                case.path_parameters[name] = least + case.path_parameters[name] % (most - least + 1)
        # The library asks for a compressed answer, and over WSGI unpacks none.
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
        answer = case.call_and_validate(headers=headers, checks=CHECKS)
        statuses.append(answer.status_code)

    answers()
    return f"{sender}: {operation.label} {statuses}"
