"""What a finalist plays in the final, as far as lists are known: the deck, and the crypt that is drawn from."""

from __future__ import annotations

from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.services.draws import draw_crypt_cards
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament.decks import ALL_ROUNDS
from toolkit.tournament.errors import Refused
from toolkit.tournament.state import Deck, State


def final_deck(state: State, player: int) -> Deck | None:
    """The list that a finalist plays in the final; None where none was handed in, or none is decided yet."""
    decided = state.final.deck_rounds.get(player) if state.final is not None else None
    return state.player(player).decks.get((decided or 0) if state.settings.is_multideck else ALL_ROUNDS)


def draw_from_list(work: UnitOfWork, player: int, cards: CardDatabase, *, seed: int | None = None) -> Change:
    """Three crypt cards of a finalist, drawn from the list that they handed in.

    Raises:
        Refused: no list of theirs is known.
        ToolkitError: what the domain refuses with.

    Rule: VEKN 3.1.3.
    """
    state = work.look()
    deck = final_deck(state, player)
    if deck is None:
        name = state.player(player).name
        raise Refused(f"No list of {name} is known: write the three cards that were shown.", code="no_list")
    crypt = [entry.card.unique_name for entry in read(deck.text, cards).deck.crypt for _ in range(entry.count)]
    return draw_crypt_cards(work, player, crypt, seed=seed)
