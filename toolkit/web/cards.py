"""Cards: a search by any name, a page of facts for each, and the same as JSON."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from flask_babel import lazy_gettext as _l
from flask_smorest import Blueprint as ApiBlueprint
from marshmallow import Schema, fields, validate

from toolkit.cards import Card
from toolkit.schemas.cards import CardSchema
from toolkit.web.card_data import card_data
from toolkit.web.card_view import card_view, hit_view
from toolkit.web.fragments import render_page
from toolkit.web.navigation import NavEntry

blueprint = Blueprint("cards", __name__, url_prefix="/cards")
api = ApiBlueprint("api_cards", "cards", url_prefix="/api/v1/cards", description="Look cards up.")

NAVIGATION = (NavEntry("cards.search", _l("Cards"), "cards"),)

LONGEST = 120
SHOWN = 60


class SearchSchema(Schema):
    """What to look for."""

    q = fields.String(required=True, validate=validate.Length(1, LONGEST), metadata={"description": "Part of a name."})
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


@blueprint.get("/")
def search() -> Response:
    """Cards whose names hold the words that were typed; the nearest names where none does."""
    text = request.args.get("q", "").strip()
    status, error = 200, ""
    found: tuple[Card, ...] = ()
    near: tuple[Card, ...] = ()
    if len(text) > LONGEST:
        status, error = 422, _l("No card has so long a name.")
    elif text:
        found = card_data().search(text, limit=SHOWN)
        near = () if found else tuple(item.card for item in card_data().suggest(text, limit=6))
    values: dict[str, Any] = {"text": text, "error": error, "is_cut": len(found) == SHOWN}
    hits = {"found": [hit_view(card) for card in found], "near": [hit_view(card) for card in near]}
    return render_page("cards/search.html", "cards/_found.html", status, **values, **hits)


@blueprint.get("/<int:number>")
def show(number: int) -> str:
    """The facts of one card."""
    cards = card_data()
    return render_template("cards/show.html", card=card_view(cards[number], cards))


@api.get("/")
@api.arguments(SearchSchema, location="query")
@api.response(200, CardSchema(many=True))
def find(data: dict[str, Any]) -> Response:
    """Cards of which a name, former name or translation holds every word of `q`."""
    return jsonify(CardSchema(many=True).dump(card_data().search(data["q"], limit=data["limit"])))


@api.get("/<int:number>")
@api.response(200, CardSchema)
@api.alt_response(404, description="No card has that number.")
def get(number: int) -> Response:
    """The facts of one card."""
    return jsonify(CardSchema().dump(card_data()[number]))
