"""What the final needs drawn, or decided at the table; a draw takes a fresh seed unless one is given, and keeps it."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.languages import Message
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import deck_checks, decks, final
from toolkit.tournament.decks import ALL_ROUNDS
from toolkit.tournament.errors import Refused
from toolkit.tournament.state import State, SubmittedDeck


def toss(work: UnitOfWork, *, seed: int | None = None) -> Change:
    """Toss for every tie that the cut needs decided; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return work.carry_out(("toss", seed), lambda tournament: final.toss(tournament, seed=chosen))


def draw_checks(
    work: UnitOfWork, round_number: int, *, count: int | None = None, again: bool = False, seed: int | None = None
) -> Change:
    """Draw whose decks are checked in a round; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return work.carry_out(
        ("draw_checks", round_number, count, again, seed),
        lambda event: deck_checks.draw_deck_checks(event, round_number, seed=chosen, count=count, again=again),
    )


def decide_final_deck(work: UnitOfWork, player: int, *, seed: int | None = None) -> Change:
    """The deck of a finalist's best round, one of several drawn.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    asked = ("decide_final_deck", player, seed)
    return work.carry_out(asked, lambda tournament: decks.decide_final_deck(tournament, player, seed=chosen))


def draw_crypt_cards(work: UnitOfWork, player: int, crypt: Sequence[str], *, seed: int | None = None) -> Change:
    """Three of a finalist's crypt cards, drawn and shown.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    asked = ("draw_crypt_cards", player, tuple(crypt), seed)
    return work.carry_out(asked, lambda event: decks.show_crypt_cards(event, player, crypt, seed=chosen))


def draw_first_player(work: UnitOfWork, *, seed: int | None = None) -> Change:
    """Draw who plays first in the final.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return work.carry_out(("draw_first", seed), lambda tournament: final.draw_first_player(tournament, seed=chosen))


def final_deck(state: State, player: int) -> SubmittedDeck | None:
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
        said = Message("No list of %(name)s is known: write the three cards that were shown.", name=name)
        raise Refused(said, code="no_list")
    crypt = [entry.card.unique_name for entry in read(deck.text, cards).deck.crypt for _ in range(entry.count)]
    return draw_crypt_cards(work, player, crypt, seed=seed)


def settle_ties(
    work: UnitOfWork, *, players: Sequence[int] | None = None, how: str = "", seed: int | None = None
) -> Change:
    """Toss for every tie; with the players in order, record a toss that was made at the table.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return toss(work, seed=seed) if players is None else work.change(final.record_toss, tuple(players), how=how)


def settle_final_deck(
    work: UnitOfWork, player: int, *, deck_round: int | None = None, seed: int | None = None
) -> Change:
    """The deck of a finalist: that of the round they chose, else of their best.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if deck_round is not None:
        return work.change(decks.choose_final_deck, player, deck_round)
    return decide_final_deck(work, player, seed=seed)


def settle_crypt_cards(
    work: UnitOfWork, player: int, cards: Sequence[str], *, draws: bool = False, seed: int | None = None
) -> Change:
    """Three crypt cards of a finalist, or three drawn from all these.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if draws:
        return draw_crypt_cards(work, player, cards, seed=seed)
    return work.change(decks.show_crypt_cards, player, tuple(cards))


def settle_first_player(work: UnitOfWork, *, player: int | None = None, seed: int | None = None) -> Change:
    """Draw who plays first, or record who was drawn.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return draw_first_player(work, seed=seed) if player is None else work.change(final.record_first_player, player)
