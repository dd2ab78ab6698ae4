from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolkit.cli import cli
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.kernel.roles import Scope


def run(folder: Path, *words: str, status: int = 0, stdin: str = "") -> str:
    ran = CliRunner().invoke(cli, ["accounts", *words, "--data", str(folder)], input=stdin)
    assert ran.exit_code == status, ran.output
    return ran.output


@pytest.fixture
def odile(tmp_path: Path) -> Path:
    """A folder in which Odile is signed in with two browsers, and has a token."""
    run(tmp_path, "add", "Odile", stdin="correct horse battery\n")
    context = open_context(database_address(tmp_path))
    account = accounts.account_named(context, "Odile")
    for browser in ("Firefox, Android", "Safari, iPhone"):
        accounts.begin_session(context, account, browser)
    accounts.make_token(context, account, "Our site", scope=Scope.READ, days=30)
    context.store.close()
    return tmp_path


def test_sessions_and_tokens_are_listed_with_scope_and_end(odile: Path) -> None:
    rows = json.loads(run(odile, "access", "odile", "--json"))
    assert [(row["kind"], row["scope"]) for row in rows] == [("session", "all")] * 2 + [("token", "read")]
    assert {row["what"] for row in rows} == {"Firefox, Android", "Safari, iPhone", "Our site"}
    assert all(row["created"] < row["expires"] for row in rows)
    assert "read" in run(odile, "access", "Odile")


def test_they_are_ended_by_their_id_or_all(odile: Path) -> None:
    rows = json.loads(run(odile, "access", "Odile", "--json"))
    assert run(odile, "revoke", "Odile", rows[0]["id"]) == "Ended: 1.\n"
    assert [row["id"] for row in json.loads(run(odile, "access", "Odile", "--json"))] == [row["id"] for row in rows[1:]]
    assert "nothing called xyz" in run(odile, "revoke", "Odile", "xyz", status=2)
    assert "say --all" in run(odile, "revoke", "Odile", status=2)
    assert run(odile, "revoke", "Odile", "--all") == "Ended: 2.\n"
    assert "signed in nowhere" in run(odile, "access", "Odile")
