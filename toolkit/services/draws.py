"""What is drawn by lot: each takes a fresh seed unless one is given, and the log keeps it."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import final, final_decks


def toss(work: UnitOfWork, *, seed: int | None = None) -> Change:
    """Toss for every tie that the cut needs decided; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return work.carry_out(("toss", seed), lambda tournament: final.toss(tournament, seed=chosen))


def decide_final_deck(work: UnitOfWork, player: int, *, seed: int | None = None) -> Change:
    """The deck of a finalist's best round, one of several drawn.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    asked = ("decide_final_deck", player, seed)
    return work.carry_out(asked, lambda tournament: final_decks.decide_final_deck(tournament, player, seed=chosen))


def draw_crypt_cards(work: UnitOfWork, player: int, crypt: Sequence[str], *, seed: int | None = None) -> Change:
    """Three of a finalist's crypt cards, drawn and shown.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    asked = ("draw_crypt_cards", player, tuple(crypt), seed)
    return work.carry_out(asked, lambda event: final_decks.show_crypt_cards(event, player, crypt, seed=chosen))


def draw_first_player(work: UnitOfWork, *, seed: int | None = None) -> Change:
    """Draw who plays first in the final.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return work.carry_out(("draw_first", seed), lambda tournament: final.draw_first_player(tournament, seed=chosen))
