"""Every text of every fact about a player, and every text that names one, is gone from the database once it is asked.

Whoever adds a fact need not think of it here: the facts are walked, field by field. What stays declares a reason.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from dataclasses import is_dataclass
from typing import Any

import pytest

from tests.tournament.made import made
from toolkit.services.kernel.context import Context, as_draft
from toolkit.services.kernel.links import add_official
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.forgetting import forget_player
from toolkit.services.lifecycle.tournaments import create
from toolkit.storage import Request
from toolkit.storage.rows import METADATA
from toolkit.tournament import Configuration, log, players
from toolkit.tournament.configuration import EventKind
from toolkit.tournament.facts import (
    KINDS,
    EntriesRedone,
    EntriesUndone,
    Fact,
    JudgeCallClosed,
    JudgeCallTaken,
    PlayerAdded,
    PlayerChanged,
    PlayerForgotten,
    SanctionLifted,
    SignedUp,
    TournamentCreated,
)

NAME = "Zoe Lambert"
# Texts of facts about a player that stay: each says why where it is declared.
STAYS = {f"{kind.__name__}.{path.replace('/', '.')}" for kind in KINDS.values() for path in kind.DECLARED.stays}
# Texts that were personal when this was written; those of a new fact need not be here.
GO = {
    *(f"PlayerChanged.{name}" for name in ("name", "first", "last", "vekn", "city", "country")),
    *(f"SignedUp.{name}" for name in ("name", "vekn", "country", "contact", "claims")),
    *(f"DeckSubmitted.{name}" for name in ("text", "reason", "verdict.deck_name", "verdict.problems")),
    *(f"{kind}.reason" for kind in ("PlayerDropped", "PlayerDisqualified", "PlayerReturned", "FinalistUnavailable")),
    *(f"{kind}.reason" for kind in ("SanctionLifted", "JudgeCalled", "PoolEntered", "PackReplaced")),
    *(f"{kind}.note" for kind in ("DeckCheckNoted", "FeeMarked", "PenaltyGiven", "SanctionGiven", "JudgeCallClosed")),
    *("PenaltyGiven.rule", "SanctionGiven.rule", "ArchetypeSet.archetype", "CryptCardsShown.cards"),
    *("DecksJudged.decks.verdict.deck_name", "DecksJudged.decks.verdict.problems"),
}
# They name another person, who may be called the same; or the event, whoever it is called after.
NAMESAKES = (*(kind.__name__ for kind in KINDS.values() if kind.DECLARED.is_profile), "ConfigurationChanged")
# An event begins once, and what undoes an entry is about the log.
APART = (TournamentCreated, EntriesUndone, EntriesRedone)
ABOUT_BY_NUMBER = (SanctionLifted, JudgeCallTaken, JudgeCallClosed, SignedUp)


def names_a_player(kind: Any) -> bool:
    """Whether a fact, or a value inside it, has a field for a player."""
    if isinstance(kind, typing.TypeAliasType):
        return names_a_player(kind.__value__)
    if typing.get_args(kind):
        return any(map(names_a_player, typing.get_args(kind)))
    if not is_dataclass(kind):
        return False
    hints = typing.get_type_hints(kind)
    return "player" in hints or any(map(names_a_player, hints.values()))


@pytest.fixture
def log_of_anything(context: Context, monkeypatch: pytest.MonkeyPatch) -> UnitOfWork:
    """An unsanctioned event of two players whose log takes every fact: what follows from it is not asked about."""
    for kind in KINDS.values():
        if kind not in (TournamentCreated, PlayerAdded, PlayerChanged, PlayerForgotten):
            monkeypatch.setitem(log._FOLDS.functions, kind, lambda state, fact, entry: state)
    settings = Configuration(name="Lyon", kind=EventKind.UNSANCTIONED)
    work = UnitOfWork(context=context, id=create(context, settings, by="Odile").id, by="Odile")
    work.change(players.add_player, NAME, vekn="1234567", city="Ghent")
    work.change(players.add_player, "Ada")
    return work


def keep(work: UnitOfWork, facts: Iterable[Fact], *, by: str = "Odile") -> None:
    context = work.context
    with context.tournaments.turn(work.id) as turn:
        drafts = [as_draft(fact, at=context.now(), by=by) for fact in facts]
        turn.append(drafts, request=Request(key="k", digest="a digest of the name"))


def everywhere(context: Context) -> str:
    """Every row of every table, to the letter: the `repr` of SQLAlchemy's own rows leaves the middle of a text out."""
    with context.store.reading() as connection:
        return repr([tuple(row) for table in METADATA.sorted_tables for row in connection.execute(table.select())])


def left(context: Context, text: str) -> set[str]:
    """The places of the facts in which a text still stands."""
    return set(re.findall(rf"{text} ([A-Z][\w.]+)", everywhere(context)))


def test_no_text_of_a_fact_about_a_player_survives(log_of_anything: UnitOfWork) -> None:
    kinds = [kind for kind in KINDS.values() if (names_a_player(kind) or kind in ABOUT_BY_NUMBER) and kind not in APART]
    facts = [made(kind, "Xyzzy", kind.__name__, 1) for kind in kinds if kind is not PlayerAdded]
    keep(log_of_anything, facts)
    before = left(log_of_anything.context, "Xyzzy")
    assert len(before) > 50
    assert before >= STAYS | GO
    forget_player(log_of_anything, 1)
    after = left(log_of_anything.context, "Xyzzy")
    assert after - STAYS == set()
    assert after & GO == set()


def test_no_text_of_any_fact_that_names_a_player_survives(log_of_anything: UnitOfWork) -> None:
    context = log_of_anything.context
    kinds = [kind for kind in KINDS.values() if kind not in APART and kind is not PlayerAdded]
    keep(log_of_anything, [made(kind, NAME, kind.__name__, 2) for kind in kinds], by=NAME)
    add_official(context, log_of_anything.id, Role.JUDGE, NAME)
    assert len(left(context, NAME)) > 80
    forget_player(log_of_anything, 1)
    assert {place for place in left(context, NAME) if not place.startswith(NAMESAKES)} == set()
    assert not re.search(rf"{NAME}(?! [A-Z])|1234567|Ghent|digest of the name", everywhere(context))
