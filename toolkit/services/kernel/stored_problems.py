"""The problems of a list when it came in: stored in English, said in any language.

A log keeps the sentences as they were told. In another language each is said as the same list is judged again, as of
the same day and by the cards in use; one that is not found any more (the cards are known better by now) stays as it
was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Self

from toolkit.cards import CardDatabase
from toolkit.languages import Sayable, Words, say
from toolkit.tournament.decks import NO_CARDS
from toolkit.tournament.facts import DecksJudged, DeckSubmitted, DeckVerdict, Fact, JudgedDeck
from toolkit.tournament.limited.pools import allowed_cards, deck_of
from toolkit.tournament.state import State

# Lists judged again and kept: of one event's illegal ones there are not that many.
_KEPT = 256

# A list, and by what it was judged: day, rule set, boosters, starters, sets, the copies that the player's pool allows.
type _Terms = tuple[str, str, str, int, bool, tuple[str, ...], tuple[tuple[int, int], ...] | None]


class StoredProblem(Sayable):
    """A sentence of a stored verdict."""

    _terms: _Terms
    _cards: Callable[[], CardDatabase]

    def __new__(cls, english: str, terms: _Terms, cards: Callable[[], CardDatabase]) -> Self:
        """The sentence as it was told; `terms` are the list and by what it was judged, `cards` gives those in use."""
        problem = super().__new__(cls, english)
        problem._terms, problem._cards = terms, cards
        return problem

    def said(self, words: Words) -> str:
        """The sentence as the language has it, where the list still gives rise to it."""
        english = str(self)
        if words.language == "en":
            return english
        return say(_judged_again(self._cards(), *self._terms).get(english, english), words)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # The cards in use stay in this process: another one, which seats a round, has the sentence as it was told.
        return str, (str(self),)


def sayable(fact: Fact, state: State, cards: Callable[[], CardDatabase]) -> Fact:
    """The fact with sentences that every language says; `state` is what it is told to, `cards` gives those in use."""
    match fact:
        case DeckSubmitted():
            return replace(fact, verdict=_sayable(fact.verdict, fact.text, fact.player, state, cards))
        case DecksJudged():
            return replace(fact, decks=tuple(_judged(judged, state, cards) for judged in fact.decks))
    return fact


def _judged(judged: JudgedDeck, state: State, cards: Callable[[], CardDatabase]) -> JudgedDeck:
    deck = state.player(judged.player).decks.get(judged.deck_round or 0)
    return (
        judged
        if deck is None
        else replace(judged, verdict=_sayable(judged.verdict, deck.text, judged.player, state, cards))
    )


def _sayable(
    verdict: DeckVerdict, text: str, player: int, state: State, cards: Callable[[], CardDatabase]
) -> DeckVerdict:
    if not (verdict.problems or verdict.advice):
        return verdict
    settings, allowed = state.settings, allowed_cards(state.limited, player)
    pool = None if allowed is None else tuple(sorted(allowed.items()))
    terms = (text, verdict.date, verdict.rule_set, settings.boosters, settings.has_starters, settings.sets, pool)
    return replace(
        verdict,
        problems=tuple(StoredProblem(problem, terms, cards) for problem in verdict.problems),
        advice=tuple(StoredProblem(remark, terms, cards) for remark in verdict.advice),
    )


@lru_cache(maxsize=_KEPT)
def _judged_again(
    cards: CardDatabase,
    text: str,
    day: str,
    code: str,
    boosters: int,
    has_starters: bool,
    sets: tuple[str, ...],
    pool: tuple[tuple[int, int], ...] | None,
) -> Mapping[str, Sayable]:
    # English needs none of this: a page in English does not load the rules of decks.
    from toolkit.decks import check
    from toolkit.decks.formats import known_sets, rule_set

    report = check(
        text,
        cards,
        on=date.fromisoformat(day),
        rules=rule_set(code, boosters=boosters or None, starters=has_starters, sets=known_sets(sets, cards)),
        pool=None if pool is None else deck_of(dict(pool), cards),
    )
    sentences = (NO_CARDS, *(problem.message for problem in report.problems))
    return {str(message): message for message in sentences if isinstance(message, Sayable)}
