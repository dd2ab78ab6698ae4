"""The page that draws again what was drawn: in the browser, or here where it runs no script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

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


@dataclass(frozen=True)
class VerifyPage:
    """The typed values, and the draw that they give."""

    typed: dict[str, str]

    @cached_property
    def _numbers(self) -> list[int] | None:
        return _numbers(self.typed["numbers"])

    @cached_property
    def errors(self) -> dict[str, list[str]]:
        """The sentences beside the fields."""
        errors = {
            name: [gettext("This is too long.")]
            for name in FIELDS[:-1]
            if len(self.typed[name]) > _LONGEST or not self.typed[name].isprintable()
        }
        if self._numbers is None:
            errors["numbers"] = [gettext("Numbers of players, with commas between them: 1, 2, 3.")]
        return errors

    @property
    def drawn(self) -> Drawn | None:
        """The draw, once numbers are given and nothing is wrong."""
        if not self._numbers or self.errors:
            return None
        event, seed = self.typed["event"], self.typed["seed"]
        draw = draw_of(event, seed, self.typed["word"], self.typed["purpose"], self._numbers)
        return Drawn(commitment=commitment_of(event, seed), draw=draw, order=order_of(draw, self._numbers))


@blueprint.get("/verify")
def show() -> str:
    """Draw again what was drawn: from an export, or from typed values."""
    page = VerifyPage({name: request.args.get(name, "").strip() for name in FIELDS})
    return render_template("verify/show.html", **values_of(page))


def _numbers(text: str) -> list[int] | None:
    words = text[: _MOST * 8].replace(",", " ").split()
    if len(words) > _MOST or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        return None
    return sorted({int(word) for word in words})
