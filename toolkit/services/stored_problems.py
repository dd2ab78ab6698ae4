"""What was found wrong with a list when it came in: stored in English, said in any language.

A log keeps the sentences as they were told. In another language each is said as the same list is judged again, as of
the same day; one that is not found any more (the cards are known better by now) stays as it was told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Self

from toolkit.languages import Sayable, Words, say
from toolkit.services.cards import current_cards
from toolkit.tournament import Configuration
from toolkit.tournament.facts import DeckSubmitted

# Lists judged again and kept: of one event's illegal ones there are not that many.
_KEPT = 256


class StoredProblem(Sayable):
    """A sentence of a stored verdict."""

    _fact: DeckSubmitted
    _settings: Configuration

    def __new__(cls, told: str, fact: DeckSubmitted, settings: Configuration) -> Self:
        """The sentence as it was told, of that list in an event of those settings."""
        problem = super().__new__(cls, told)
        problem._fact, problem._settings = fact, settings
        return problem

    def said(self, words: Words) -> str:
        """The sentence as the language has it, where the list still gives rise to it."""
        told = str(self)
        verdict, settings = self._fact.verdict, self._settings
        terms = (verdict.date, verdict.rule_set, settings.boosters, settings.has_starters, settings.sets)
        return told if words.language == "en" else say(_judged_again(self._fact.text, *terms).get(told, told), words)

    def __getnewargs_ex__(self) -> tuple[tuple[str, DeckSubmitted, Configuration], dict[str, object]]:
        return (str(self), self._fact, self._settings), {}


def sayable(fact: DeckSubmitted, settings: Configuration) -> DeckSubmitted:
    """The fact with sentences that every language says."""
    problems = tuple(StoredProblem(told, fact, settings) for told in fact.verdict.problems)
    return replace(fact, verdict=replace(fact.verdict, problems=problems))


@lru_cache(maxsize=_KEPT)
def _judged_again(
    text: str, day: str, rule_set: str, boosters: int, has_starters: bool, sets: tuple[str, ...]
) -> Mapping[str, Sayable]:
    # Whoever reads English does not load the deck side.
    from toolkit.services.decks import Terms, check

    on = date.fromisoformat(day)
    terms = Terms(on=on, format=rule_set, boosters=boosters or None, starters=has_starters, sets=sets)
    report = check(text, terms, current_cards())
    return {
        str(problem.message): problem.message for problem in report.problems if isinstance(problem.message, Sayable)
    }
