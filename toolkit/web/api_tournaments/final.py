"""The final, step by step."""

from __future__ import annotations

from typing import Any

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.services import draws
from toolkit.services import tournament_views as views
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Tournament, final, final_decks
from toolkit.web.access import may
from toolkit.web.api_tournaments.common import reads, shows_points, writes
from toolkit.web.api_tournaments.rounds import without_points


@reads("/<id>/final", answers.FinalSchema)
def show_final(tournament: Tournament, id: str) -> Any:
    """The cut, the row as it is being placed, and the table."""
    shown = views.show_final(tournament)
    if not may(Action.OFFICIATE, id):
        shown = {**shown, "tosses_needed": [], "unavailable": []}
    if not shows_points(tournament, id) and shown["table"] is not None:
        shown = {**shown, "table": without_points(shown["table"])}
    return shown


@writes("POST", "/<id>/final/toss", sent.TossSchema)
def toss(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Toss for every tie that the cut needs decided, or record one that was made at the table."""
    if data["players"] is not None:
        return work.change(final.record_toss, tuple(data["players"]), how=data["how"])
    return draws.toss(work, seed=data["seed"])


@writes("POST", "/<id>/final/open")
def open_final(work: UnitOfWork) -> Change:
    """Make the cut."""
    return work.change(final.open_final)


@writes("POST", "/<id>/final/recut")
def replace_finalists(work: UnitOfWork) -> Change:
    """Cut anew, after a finalist left or an earlier result was corrected."""
    return work.change(final.replace_finalists)


@writes("POST", "/<id>/final/unavailable", sent.UnavailableSchema)
def mark_unavailable(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """A player cannot play the final: the next moves up."""
    return work.change(final.mark_unavailable, data["player"], reason=data["reason"])


@writes("POST", "/<id>/final/available", sent.PlayerSchema)
def mark_available(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """A player can play the final after all."""
    return work.change(final.mark_available, data["player"])


@writes("POST", "/<id>/final/deck", sent.FinalDeckSchema)
def decide_deck(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Which deck a finalist of a multi-deck event plays."""
    if data["round"] is not None:
        return work.change(final_decks.choose_final_deck, data["player"], data["round"])
    return draws.decide_final_deck(work, data["player"], seed=data["seed"])


@writes("POST", "/<id>/final/crypt-cards", sent.CryptCardsSchema)
def show_crypt_cards(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Three crypt cards of a finalist."""
    if data["draw"]:
        return draws.draw_crypt_cards(work, data["player"], data["cards"], seed=data["seed"])
    return work.change(final_decks.show_crypt_cards, data["player"], tuple(data["cards"]))


@writes("POST", "/<id>/final/place", sent.PlaceSchema)
def place_finalist(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """A finalist puts their name into the row."""
    return work.change(final.place_finalist, data["player"], data["position"])


@writes("POST", "/<id>/final/row", sent.RowSchema)
def place_row(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """The whole row at once."""
    return work.change(final.place_row, tuple(data["players"]))


@writes("POST", "/<id>/final/first-player", sent.FirstPlayerSchema)
def first_player(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Draw who plays first, or record who was drawn."""
    if data["player"] is not None:
        return work.change(final.record_first_player, data["player"])
    return draws.draw_first_player(work, seed=data["seed"])


@writes("POST", "/<id>/final/cancel", sent.ReasonSchema)
def cancel_final(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Take the final back to before the cut."""
    return work.change(final.cancel_final, reason=data["reason"])
