"""`/tables/names`: names of cards like what somebody types into a table's form, for the list below the field."""

from __future__ import annotations

from flask import Response, jsonify, request

from toolkit.cards import Kind
from toolkit.web.card_data import card_data
from toolkit.web.tables.at import blueprint
from toolkit.web.tables.card_facts import names_like

_A_DAY = 24 * 3600


@blueprint.get("/names")
def names() -> Response:
    """Up to eight names; the same for everybody, so that a browser may keep them for a day."""
    asked = request.args.get("of", "")
    kind = Kind(asked) if asked in list(Kind) else Kind.CRYPT
    answer = jsonify(names_like(request.args.get("text", "")[:60], kind, card_data()))
    answer.cache_control.public = True
    answer.cache_control.max_age = _A_DAY
    return answer
