"""`/cube`: a list of cards becomes packs for friends who draft tonight, without an event; nothing of it is kept."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template, request
from marshmallow import ValidationError

from toolkit.errors import ToolkitError
from toolkit.schemas.event_forms import CubeForm
from toolkit.services.events.limited import DealtCubeView, deal_cube, made_plan
from toolkit.services.events.sheets import packs_pack
from toolkit.sheets.model import Options
from toolkit.tournament.limited import plan
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import language, translated
from toolkit.web.base.security import limit_body
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import card_data
from toolkit.web.serving.pdf import pdf_answer

blueprint = Blueprint("cube", __name__, url_prefix="/cube")

_LARGEST = 256 * 1024
_FIELDS = {
    "unknown_cards": "text", "no_cards": "text", "bad_count": "text", "few_cards": "packs", "bad_packs": "packs",
}  # fmt: skip


@dataclass(frozen=True)
class CubePage:
    """The form, and the packs once they are dealt."""

    typed: Typed

    @property
    def dealt(self) -> DealtCubeView | None:
        """The packs."""
        return self.typed.found

    @property
    def _minimums(self) -> plan.Minimums:
        boosters, size = int(self.typed.values["packs"]), int(self.typed.values["size"])
        return plan.minimums_of(made_plan(None, boosters=boosters, size=size, product="Cube"))

    @property
    def least(self) -> str:
        """The cards that a deck of a player's packs needs."""
        return translated(plan.deck_words(self._minimums)) if self.dealt else ""

    @property
    def recursions(self) -> str:
        """The recursions of such a deck."""
        return translated(plan.recursion_words(self._minimums.recursions)) if self.dealt else ""


@blueprint.get("")
def show() -> Response:
    """The empty form."""
    return _page(Typed())


@blueprint.post("")
def deal() -> Response:
    """The packs of the list sent."""
    return _page(_dealt())


@blueprint.post("/packs.pdf")
def print_packs() -> Response:
    """The same packs as lists to tick off."""
    typed = _dealt()
    if typed.found is None:
        return _page(typed)
    options = Options(language=language())
    return pdf_answer("packs", packs_pack(typed.found, "", options), options, str(typed.value("paper")))


def _dealt() -> Typed:
    """The sent fields, with the packs dealt from them in `found`, or their errors."""
    limit_body(_LARGEST)
    typed = Typed(form="deal", values=dict(request.form.items()))
    try:
        asked = load_form(CubeForm, typed)
        seed = secrets.randbelow(2**31) if asked["seed"] is None else asked["seed"]
        typed.found = deal_cube(
            asked["text"],
            card_data(),
            packs=asked["players"] * asked["packs"],
            size=asked["size"],
            seed=seed,
            is_even=not asked["by_chance"],
        )
        typed.values |= {"seed": str(seed), "paper": asked["paper"]}
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
    return typed


def _page(typed: Typed) -> Response:
    status = 422 if typed.errors else 200
    return make_response(render_template("cube/show.html", **values_of(CubePage(typed))), status)
