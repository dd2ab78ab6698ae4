"""A live store is looked through: summaries are what logs come to, settings have their shape, nothing is left over."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from toolkit.season.criteria import PRESETS, TieRule
from toolkit.season.rules import LeagueRules
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import GAME, LEAGUE, TOURNAMENT, WEEKEND, Context, link_secret
from toolkit.services.kernel.roles import Role
from toolkit.services.lifecycle.rehearsal import rehearse
from toolkit.services.season import leagues, weekends
from toolkit.services.server.verification import verify
from toolkit.services.tables.creating import TableWishes, create_table


@pytest.fixture
def played(context: Context) -> Context:
    """A log of each kind that lists show."""
    id = rehearse(context, players=5, by="Test").id
    odile = accounts.sign_up(context, "Odile", "correct horse battery")
    accounts.add_member(context, id, odile, Role.ORGANIZER)
    create_table(context, TableWishes(names=("Anna", "Bo", "Cy", "Di"), profile="vekn_event", changes={}), by="Host")
    leagues.new_league(context, "Praxis", LeagueRules(), by="Odile")
    weekends.new_weekend(context, "EC", next(iter(PRESETS.values())), ties=TieRule.TOSSED, by="Odile")
    link_secret(context.store)
    return context


def faults(context: Context) -> list[str]:
    return list(verify(context.store.url.render_as_string(hide_password=False)).faults)


@pytest.mark.parametrize("kind", [TOURNAMENT, GAME, LEAGUE, WEEKEND])
def test_a_summary_that_is_not_what_its_log_comes_to_is_named(played: Context, kind: str) -> None:
    assert faults(played) == []
    (stream,) = played.store.streams(kind)
    for name in stream.summary:
        wrong = {"s": json.dumps({**stream.summary, name: "wrong"}), "i": stream.id}
        with played.store.transaction() as connection:
            connection.execute(text("UPDATE streams SET summary = :s WHERE id = :i"), wrong)
        (line,) = faults(played)
        assert line.endswith(f" ({stream.id}), summary: not what its entries come to"), name


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE settings SET value = '' WHERE name = 'organizer_key'", "settings: organizer_key cannot be right"),
        ("INSERT INTO settings VALUES ('draw_seed abc', 'seven')", "settings: draw_seed abc cannot be right"),
        ("DELETE FROM accounts", "the account: missing, but for its members"),
        ("UPDATE members SET stream = 'nowhere'", "nowhere, the whole log: missing, but for its members"),
        ("UPDATE streams SET summary = 'x' WHERE kind = 'league'", "summary: not what its entries come to"),
    ],
)
def test_what_refers_to_nothing_or_has_no_shape_is_named(played: Context, statement: str, says: str) -> None:
    unguarded = {"sqlite": "PRAGMA foreign_keys=OFF", "postgresql": "SET session_replication_role = replica"}
    raw = played.store._engine.raw_connection()
    for one in (unguarded[played.store._engine.dialect.name], statement):
        raw.cursor().execute(one)
    raw.commit()
    raw.invalidate()
    (line,) = faults(played)
    assert line.endswith(says)
