"""The finalists' decks: which one a multi-deck event plays in the final, and the crypt cards that are shown to all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from toolkit.languages import Listed, Message, Sayable
from toolkit.scoring import best_rounds
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import CryptCardsShown, Fact, FinalDeckDecided
from toolkit.tournament.final import check_finalist, final_of
from toolkit.tournament.log import Entry, Names, folds
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.standings import rounds_of
from toolkit.tournament.state import State, evolve

SHOWN_CARDS = 3


def decide_final_deck(state: State, number: int, *, seed: int) -> list[Fact]:
    """The deck of a finalist's best single round; one of several best by `seed`.

    Raises:
        Refused: not multi-deck by best round, or not a finalist.

    Rule: VEKN 3.1.5a.
    """
    check_finalist(state, number)
    if not state.settings.is_multideck or state.settings.final_deck is not FinalDeck.BEST_ROUND:
        raise Refused(
            Message("This event does not decide the final deck by the best round."),
            code="not_best_round",
            rule="VEKN 3.1.5a",
        )
    best = best_rounds(rounds_of(state, number))
    tied = best if len(best) > 1 else ()
    chosen = Random(seed).choice(best)
    return [FinalDeckDecided(player=number, deck_round=chosen, tied=tied, seed=seed if tied else None)]


def choose_final_deck(state: State, number: int, deck_round: int) -> list[Fact]:
    """A finalist's free choice among the decks of the event.

    Raises:
        Refused: not multi-deck by free choice, or not a finalist.
        BadValue: no such round.

    Rule: VEKN 3.1.5a.
    """
    check_finalist(state, number)
    if not state.settings.is_multideck or state.settings.final_deck is not FinalDeck.FREE_CHOICE:
        raise Refused(
            Message("Finalists of this event do not choose their deck."), code="no_free_choice", rule="VEKN 3.1.5a"
        )
    if not 1 <= deck_round <= total_rounds(state):
        raise BadValue(
            Message("Rounds are 1 to %(number)s.", number=total_rounds(state)), code="deck_round", rule="VEKN 3.1.5a"
        )
    return [FinalDeckDecided(player=number, deck_round=deck_round)]


def show_crypt_cards(state: State, number: int, crypt: Sequence[str], *, seed: int | None = None) -> list[Fact]:
    """Three crypt cards of a finalist: drawn from `crypt` by `seed`, or, without one, the three given.

    Raises:
        Refused: not a finalist.
        BadValue: not three cards, or too few to draw from.

    Rule: VEKN 3.1.3.
    """
    check_finalist(state, number)
    cards = [check_text(card, is_required=True) for card in crypt]
    if len(cards) < SHOWN_CARDS or (seed is None and len(cards) > SHOWN_CARDS):
        raise BadValue(
            Message("%(number)s crypt cards are shown.", number=SHOWN_CARDS), code="crypt_cards", rule="VEKN 3.1.3"
        )
    shown = cards if seed is None else Random(seed).sample(cards, SHOWN_CARDS)
    return [CryptCardsShown(player=number, cards=tuple(shown), seed=seed)]


def _tell_final_deck(names: Names, fact: FinalDeckDecided) -> Sayable:
    if not fact.tied:
        return Message(
            "%(name)s plays the deck of round %(number)s in the final.",
            name=names(fact.player),
            number=fact.deck_round,
        )
    return Message(
        "%(name)s plays the deck of round %(number)s in the final, drawn from rounds %(list)s.",
        name=names(fact.player),
        number=fact.deck_round,
        list=Listed(fact.tied),
    )


@folds(FinalDeckDecided, _tell_final_deck)
def _deck_decided(state: State, fact: FinalDeckDecided, entry: Entry) -> State:
    check_finalist(state, fact.player)
    final = final_of(state)
    return evolve(state, final=replace(final, deck_rounds={**final.deck_rounds, fact.player: fact.deck_round}))


@folds(
    CryptCardsShown,
    lambda names, fact: Message("%(name)s showed %(list)s.", name=names(fact.player), list=Listed(fact.cards)),
)
def _shown(state: State, fact: CryptCardsShown, entry: Entry) -> State:
    check_finalist(state, fact.player)
    final = final_of(state)
    return evolve(state, final=replace(final, crypt_cards={**final.crypt_cards, fact.player: fact.cards}))
