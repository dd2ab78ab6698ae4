"""The faults of a list that was handed in, as a log that is read again says them."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path

from tests.cards.updates import save_newer
from toolkit.cards import load
from toolkit.languages import say, words_of
from toolkit.services.events.decks import submit_deck
from toolkit.services.kernel.cards import FollowedCards, current_cards
from toolkit.services.kernel.context import Context, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament.history import describe_log


def test_a_log_read_again_names_the_faults_of_a_list_in_each_language(work: UnitOfWork, other_context: Context) -> None:
    submit_deck(work, 1, "4x Nana Buruku\n2x Nope", load())
    state = other_context.tournaments.look(work.id).state
    (_, told, _), *_rest = reversed(list(describe_log(state)))
    assert "The crypt has 4 cards" in told
    french = say(told, words_of("fr"))
    assert "La crypte a 4 cartes" in french
    assert "The crypt" not in french
    (deck,) = state.player(1).decks.values()
    problem = deck.verdict.problems[0]
    assert say(problem, words_of("en")) == problem


def test_advice_does_not_stand_among_the_faults_of_a_list(work: UnitOfWork, other_context: Context) -> None:
    submit_deck(work, 1, "4x Nana Buruku\n3x Gangrel Revel\n2x Nope", load())
    (deck,) = other_context.tournaments.look(work.id).state.player(1).decks.values()
    remark = "No card of the crypt is Gangrel, which Gangrel Revel needs."
    assert deck.verdict.advice == (remark,)
    assert remark not in deck.verdict.problems
    assert len(deck.verdict.problems) > 1
    assert say(deck.verdict.advice[0], words_of("fr")) != remark


def test_a_list_is_judged_again_by_the_cards_of_the_data_folder_in_use(
    context: Context, work: UnitOfWork, store_url: str, tmp_path: Path
) -> None:
    save_newer(tmp_path)
    context.cards = partial(current_cards, tmp_path)
    submit_deck(work, 1, "4x A Card of Tomorrow", context.cards())
    reader = open_context(store_url, context.cards)
    (deck,) = reader.tournaments.look(work.id).state.player(1).decks.values()
    reader.store.close()
    assert "The crypt has 4 cards; the minimum is 12." in deck.verdict.problems
    assert any("La crypte a 4 cartes" in say(problem, words_of("fr")) for problem in deck.verdict.problems)


def test_an_event_with_a_faulty_list_can_be_seated_by_another_process(work: UnitOfWork, store_url: str) -> None:
    submit_deck(work, 1, "4x Nana Buruku", load())
    reader = open_context(store_url, FollowedCards().current)
    state = reader.tournaments.look(work.id).state
    reader.store.close()
    (deck,) = pickle.loads(pickle.dumps(state)).player(1).decks.values()
    assert "The crypt has 4 cards; the minimum is 12." in deck.verdict.problems
