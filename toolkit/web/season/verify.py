"""The page that draws again what was drawn: in the browser, or here where it runs no script."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask_babel import gettext

from toolkit.tournament.draws import commitment_of, draw_of, order_of
from toolkit.web.base.shell import values_of

blueprint = Blueprint("verify", __name__)

_LONGEST, _MOST = 200, 1000
FIELDS = ("event", "seed", "word", "purpose", "numbers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The draw that typed values give."""

    commitment: str
    draw: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyPage:
    """The typed values, and the draw that they give."""

    typed: dict[str, str]
    drawn: Drawn | None
    errors: dict[str, list[str]]


@blueprint.get("/verify")
def show() -> str:
    """Draw again what was drawn: from an export, or from typed values."""
    typed = {name: request.args.get(name, "").strip() for name in FIELDS}
    errors: dict[str, list[str]] = {}
    for name in FIELDS[:-1]:
        if len(typed[name]) > _LONGEST or not typed[name].isprintable():
            errors[name] = [gettext("This is too long.")]
    numbers = _numbers(typed["numbers"])
    if numbers is None:
        errors["numbers"] = [gettext("Numbers of players, with commas between them: 1, 2, 3.")]
    drawn = None
    if numbers and not errors:
        draw = draw_of(typed["event"], typed["seed"], typed["word"], typed["purpose"], numbers)
        commitment = commitment_of(typed["event"], typed["seed"])
        drawn = Drawn(commitment=commitment, draw=draw, order=order_of(draw, numbers))
    return render_template("verify/show.html", **values_of(VerifyPage(typed=typed, drawn=drawn, errors=errors)))


def _numbers(text: str) -> list[int] | None:
    words = text[: _MOST * 8].replace(",", " ").split()
    if len(words) > _MOST or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        return None
    return sorted({int(word) for word in words})
