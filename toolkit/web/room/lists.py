"""The decklists that an event shows after its end, each as the deck page shows a deck."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from toolkit.decks import read
from toolkit.services.results import shown_lists
from toolkit.services.room import positive
from toolkit.services.tournament_decks import terms_of
from toolkit.tournament.state import Deck, Player
from toolkit.web.card_data import card_data
from toolkit.web.decks import link_arguments
from toolkit.web.room.visit import blueprint, visit
from toolkit.web.stores import current_context


@blueprint.get("/<id>/lists/<number>")
def shown_list(id: str, number: str) -> Response:
    """The list of a player, once everybody may see it; `?round=2` that of a round."""
    at = visit(id)
    player = next((one for one in shown_lists(at.tournament) if one.number == positive(number)), None)
    deck = None if player is None else _deck_of(player, request.args.get("round", ""))
    if player is None or deck is None:
        abort(404)
    terms = terms_of(at.tournament.settings, today=current_context().now().date())
    arguments = link_arguments(read(deck.text, card_data()).deck, terms)
    if arguments is None:
        return at.answer("room/list.html", player=player, text=deck.text)
    return redirect(url_for("decks.linked", **arguments), 302)


def _deck_of(player: Player, word: str) -> Deck | None:
    return player.decks.get(positive(word)) or (next(iter(player.decks.values()), None) if not word else None)
