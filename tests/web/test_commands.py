"""A command of a tournament is one row: whoever adds one has its address, its document, its command and its permission.

The row is added in a process of its own, before anything is derived from the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from toolkit.schemas.derived import known_keys
from toolkit.services.commands import COMMANDS, PATH_FIELDS

ADDED = '''
import json, sys
from toolkit.services import commands
from toolkit.services.commands import Command
from toolkit.services.kernel.fields import Body, NumberField, TextField
from toolkit.services.kernel.roles import Action
from toolkit.tournament import event

def praise(state, round_number, *, table, words):
    """An operation that there is not."""
    return event.add_note(state, f"{words}: round {round_number}, table {table}")

commands.COMMANDS = (*commands.COMMANDS, Command(
    name="praise_table", operation=praise, method="PUT", path="/rounds/<round>/praise", action=Action.JUDGE,
    words="Praise a table.",
    body=Body("Praise", {"table": NumberField(is_required=True), "why": TextField(to="words", words="What for.")}),
    usage="round praise ROUND TABLE --why",
))

from click.testing import CliRunner
from toolkit.cli.tournament_command import command
from toolkit.web import create_app
from toolkit.web.base.access import action_of

folder = sys.argv[1]
run = lambda *words: CliRunner().invoke(command, [*words, "--data", folder])
run("new", "Lyon")
client = create_app({"DATA_FOLDER": folder}).test_client()
address = "/api/v1/tournaments/{id}/rounds/{number}/praise"
document = client.get("/api/openapi.json").json
print(json.dumps({
    "route": document["paths"][address]["put"],
    "body": document["components"]["schemas"]["Praise"],
    "help": CliRunner().invoke(command, ["round", "praise", "--help"]).output,
    "said": run("round", "praise", "last", "2", "3", "--why", "Kind").output,
    "action": action_of("api_tournaments.praise_table"),
    "stranger": client.put(address.format(id="x", number=1), json={"table": 1}).status_code,
}))
'''


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = str(tmp_path_factory.mktemp("added"))
    ran = subprocess.run([sys.executable, "-c", ADDED, folder], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_row_is_an_address_with_its_document(added: Any) -> None:
    assert added["route"]["summary"] == "Praise a table."
    assert added["route"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/Praise")
    assert added["body"]["required"] == ["table"]
    table = added["body"]["properties"]["table"]
    words = known_keys()["toolkit"]["table"]
    assert table == {"type": "integer", "minimum": 1, "maximum": 1000000, "description": words}


def test_a_row_is_a_command_that_does_it(added: Any) -> None:
    assert "Usage: tournament round praise [OPTIONS] TOURNAMENT ROUND TABLE" in added["help"]
    assert "--why TEXT" in added["help"]
    assert "What for." in added["help"]
    assert added["said"].strip().endswith("Kind: round 2, table 3")


def test_a_row_says_who_may(added: Any) -> None:
    assert added["action"] == "judge"
    assert added["stranger"] == 403


def test_every_row_names_itself_once() -> None:
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)
    assert len({(command.method, command.path) for command in COMMANDS}) == len(COMMANDS)
    usages = [command.usage.split(" --")[0] for command in COMMANDS if command.usage]
    assert len(set(usages)) == len(usages)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_row_is_one_operation_or_one_use_case(command: Any) -> None:
    assert (command.operation is None) != (command.use_case is None)
    assert set(command.path_fields) <= set(PATH_FIELDS)
