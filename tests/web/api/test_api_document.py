"""The OpenAPI document, exercised: whatever it allows is answered as it says, and nothing is answered with 500."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import schemathesis
from flask import Flask
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.given import HealthCheck, Phase, given, settings
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_by_hand
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.links import token_of
from toolkit.tournament import Configuration
from toolkit.web import create_app
from toolkit.web.base import stores

TOURNAMENTS, GAMES = "/api/v1/tournaments", "/api/v1/games"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Numbers that mean something in the event below, so that requests get further than "there is no such player".
KNOWN = {"number": (0, 1), "player": (1, 8), "table": (1, 2), "sanction": (1, 1)}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("api")
    made = create_app({"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATA_FOLDER": str(folder)})
    made.testing = False  # an unexpected error is to be answered, not raised
    with made.app_context():
        context = stores.current_context()
        context.new_id = lambda: f"e{datetime.now(UTC).timestamp()}".replace(".", "")
        event = create(context, Configuration(name="Lyon"), by="Odile")
        work = UnitOfWork(context=context, id=event.id, by="Odile")
        add_players(work, [Registration(name=f"Player {number}") for number in range(1, 9)])
        draft_by_hand(work, [[1, 2, 3, 4], [5, 6, 7, 8]], publish=True)
        key, secret = stores.current_entry_key(), stores.current_secret()
        game = create_table(
            context, TableWishes(names=("Anna", "Bruno", "Carla", "Dario"), profile="vekn_event"), by="Anna"
        )
        made.config["EVENT"], made.config["KEY"] = event.id, key
        made.config["GAME"], made.config["TOKEN"] = game, token_of(secret, game, "host", {})
    yield made
    stores.close(made)


def exercise(operation: schemathesis.schemas.APIOperation, app: Flask, examples: int) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers(case: schemathesis.Case) -> None:
        is_game = case.path.startswith(GAMES)
        if "id" in case.path_parameters:
            case.path_parameters["id"] = app.config["GAME" if is_game else "EVENT"]
        for name, (least, most) in KNOWN.items():
            if isinstance(case.path_parameters.get(name), int):
                case.path_parameters[name] = least + case.path_parameters[name] % (most - least + 1)
        token = app.config["TOKEN" if is_game else "KEY"]
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)

    answers()


@pytest.mark.parametrize(
    ("addresses", "least", "examples"),
    [(f"^{TOURNAMENTS}", 55, 4), (f"^{GAMES}", 12, 25), (f"^(?!{TOURNAMENTS}|{GAMES})", 10, 25)],
    ids=["tournaments", "games", "the rest"],
)
def test_every_address_answers_as_the_document_says(app: Flask, addresses: str, least: int, examples: int) -> None:
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app).include(path_regex=addresses)
    operations = [found.ok() for found in document.get_all_operations()]
    assert len(operations) >= least
    for operation in operations:
        exercise(operation, app, examples)
