"""Decklists of a tournament: judged by its rule set as of its date."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from toolkit.cards import CardDatabase
from toolkit.services.decks import Terms, check
from toolkit.services.unit_of_work import Change, UnitOfWork, digest
from toolkit.tournament import Configuration, DeckVerdict, Fact, Tournament, decks, event


def submit_deck(
    work: UnitOfWork,
    player: int,
    text: str,
    cards: CardDatabase,
    *,
    deck_round: int | None = None,
    is_judge: bool = False,
    reason: str = "",
) -> Change:
    """Take a player's list, judged by the event's rule set as of its date.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    asked = ("submit_deck", player, digest(text), deck_round, is_judge, reason)

    def decide(tournament: Tournament) -> list[Fact]:
        verdict = judge_list(tournament.settings, text, cards, today=work.context.now().date())
        return decks.submit_deck(
            tournament, player, text, verdict, deck_round=deck_round, is_judge=is_judge, reason=reason
        )

    return work.carry_out(asked, decide)


def configure(work: UnitOfWork, changes: dict[str, Any], cards: Callable[[], CardDatabase]) -> Change:
    """Change settings; where that changes by what lists are judged, those that were handed in are judged anew.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    today = work.context.now().date()

    def decide(tournament: Tournament) -> list[Fact]:
        facts = event.configure(tournament, changes)
        after = tournament.with_facts(facts, at=work.context.now(), by=work.by)
        has_decks = any(player.decks for player in after.players.values())
        if not has_decks or terms_of(tournament.settings, today=today) == terms_of(after.settings, today=today):
            return facts
        known = cards()
        return [
            *facts,
            *decks.judge_again(after, lambda text: judge_list(after.settings, text, known, today=today)),
        ]

    return work.carry_out(("configure", (changes,), []), decide)


def terms_of(settings: Configuration, *, today: date) -> Terms:
    """By what a list that is played in this event is judged: its rule set as of its date."""
    return Terms(
        on=settings.date or today,
        format=settings.rule_set.deck_format,
        boosters=settings.boosters or None,
        starters=settings.has_starters,
        sets=settings.sets,
    )


def judge_list(settings: Configuration, text: str, cards: CardDatabase, *, today: date) -> DeckVerdict:
    """What the deck side says of a list played in this event."""
    terms = terms_of(settings, today=today)
    report = check(text, terms, cards)
    return DeckVerdict(
        is_legal=report.legal,
        rule_set=settings.rule_set.deck_format,
        date=terms.on.isoformat(),
        card_data=report.card_data.isoformat() if report.card_data else "",
        deck_name=report.reading.deck.name[:200],
        problems=tuple(str(problem.message) for problem in report.problems),
    )
