"""Decklists of a tournament: judged by its rule set as of its date."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from toolkit.cards import CardDatabase
from toolkit.decks.model import Report, Severity
from toolkit.languages import Message
from toolkit.services.decks.decks import DeckTerms, check
from toolkit.services.kernel.unit_of_work import UnitOfWork, digest, use_case
from toolkit.tournament import Configuration, DeckVerdict, Fact, Tournament, decks, event
from toolkit.tournament.limited.plan import has_starters, minimums_of
from toolkit.tournament.limited.pools import allowed_cards, deck_of
from toolkit.tournament.state import State


@use_case(without=("cards",), stands_for={"text": digest})
def submit_deck(
    work: UnitOfWork,
    tournament: Tournament,
    player: int,
    text: str,
    cards: CardDatabase,
    *,
    deck_round: int | None = None,
    is_judge: bool = False,
    reason: str = "",
) -> list[Fact]:
    """Take a player's list, judged by the event's rule set as of its date.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    verdict = judge_list(tournament, player, text, cards, today=work.context.now().date())
    return decks.submit_deck(tournament, player, text, verdict, deck_round=deck_round, is_judge=is_judge, reason=reason)


@use_case(without=("cards",))
def configure(
    work: UnitOfWork, tournament: Tournament, changes: dict[str, Any], cards: Callable[[], CardDatabase]
) -> list[Fact]:
    """Change settings; where that changes by what lists are judged, those that were handed in are judged anew.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    today = work.context.now().date()
    facts = event.configure(tournament, changes)
    after = tournament.with_facts(facts, at=work.context.now(), by=work.by)
    if terms_of(tournament.settings, today=today) == terms_of(after.settings, today=today):
        return facts
    return [*facts, *judge_again(after, cards, today=today)]


def judge_again(
    state: State, cards: Callable[[], CardDatabase], *, today: date, players: Iterable[int] | None = None
) -> list[Fact]:
    """Judge the lists of these players, or all that were handed in, by what is asked of them now."""
    asked = list(state.players if players is None else players)
    if not any(state.players[number].decks for number in asked if number in state.players):
        return []
    card_database = cards()
    return decks.judge_again(
        state, lambda number, text: judge_list(state, number, text, card_database, today=today), players=asked
    )


def terms_of(settings: Configuration, *, today: date) -> DeckTerms:
    """By what a list that is played in this event is judged: its rule set as of its date."""
    return DeckTerms(
        on=settings.date or today,
        format=settings.rule_set.deck_format,
        boosters=settings.boosters or None,
        starters=settings.has_starters,
        sets=settings.sets,
    )


def terms_for(state: State, player: int, cards: CardDatabase, *, today: date) -> DeckTerms:
    """By what that player's list is judged: the event's terms, with their own product and their pool, if any.

    Rule: VEKN 7.2.
    """
    terms = terms_of(state.settings, today=today)
    if (own := state.limited.own_plans.get(player)) is not None:
        terms = replace(terms, boosters=minimums_of(own).boosters or None, starters=has_starters(own))
    allowed = allowed_cards(state.limited, player)
    return terms if allowed is None else replace(terms, pool=deck_of(allowed, cards))


def report_of(state: State, player: int, text: str, cards: CardDatabase, *, today: date) -> Report:
    """The report on a player's list, which also says when a limited event has no pool of the player."""
    terms = terms_for(state, player, cards, today=today)
    report = check(text, terms, cards)
    if terms.pool is not None or state.limited.plan is None:
        return report
    return report._replace(notes=(*report.notes, Message("Not checked against a pool: none is registered.")))


def judge_list(state: State, player: int, text: str, cards: CardDatabase, *, today: date) -> DeckVerdict:
    """The verdict on a player's list, as the log keeps it."""
    report = report_of(state, player, text, cards, today=today)
    has_cards = bool(report.deck.crypt or report.deck.library)
    first = () if has_cards else (decks.NO_CARDS,)
    problems = [problem.message for problem in report.problems if problem.severity is Severity.ERROR]
    advice = [problem.message for problem in report.problems if problem.severity is Severity.WARNING]
    return DeckVerdict(
        is_legal=report.legal,
        rule_set=state.settings.rule_set.deck_format,
        date=report.on.isoformat(),
        card_data=report.card_data.isoformat() if report.card_data else "",
        deck_name=report.reading.deck.name[:200],
        problems=tuple(map(str, (*first, *problems))),
        has_cards=has_cards,
        advice=tuple(map(str, advice)),
    )
