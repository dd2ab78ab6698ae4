"""The seating page: names in, every round out, without an account; a link carries what was typed."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.errors import ToolkitError
from toolkit.schemas.seating import numbered, read_names
from toolkit.seating import Player, Seating, WishedPlace, Wishes, seat
from toolkit.seating.wishes import BadWish
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.security import csrf, limit_body
from toolkit.web.base.shell import NavEntry, render_page
from toolkit.web.seating.view import as_csv, as_text, seating_view
from toolkit.web.serving.workers import carried_out

blueprint = Blueprint("seating", __name__, url_prefix="/seating")

NAVIGATION = (NavEntry("seating.show", _l("Seating"), "seats"),)

MAX_FORM = 512 * 1024
# Longer addresses are refused by servers on the way.
_LONGEST_LINK = 6000
_KINDS = {"csv": "text/csv", "txt": "text/plain"}
FIELDS = ("players", "rounds", "seed", "apart", "places")
MOST_PLAYERS = 1000
MOST_TEXT = 100_000
SECONDS = 1.0
_LARGEST_SEED = 2**63 - 1


@dataclass(slots=True)
class SeatingForm:
    """Values as typed, sentences by field, and the seating once they are right."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    seating: Seating | None = None

    @property
    def status(self) -> int:
        """422 as soon as anything cannot be right."""
        return 422 if self.errors else 200

    def refuse(self, name: str, sentence: str) -> None:
        """Put a sentence beside a field."""
        self.errors.setdefault(name, []).append(sentence)


def empty_form() -> SeatingForm:
    """The form as first seen."""
    return SeatingForm({"rounds": "3"})


def read_form(values: Mapping[str, str]) -> SeatingForm:
    """The form with those values, and the seating that they ask for."""
    form = SeatingForm({name: values.get(name, "") for name in FIELDS})
    names, rounds, seed, wishes = _names(form), _rounds(form), _seed(form), _wishes(form)
    if form.errors:
        return form
    try:
        form.seating = carried_out(seat, names, rounds, seconds=SECONDS, seed=seed, wishes=wishes)
    except ToolkitError as error:
        form.refuse(_field_of(error), refusal_words(error))
    form.values["seed"] = str(seed)
    return form


def token(form: SeatingForm) -> str:
    """The form's values, short enough for a link."""
    values = {name: text for name, text in form.values.items() if text}
    packed = zlib.compress(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def values_of(text: str) -> dict[str, str] | None:
    """The values that a link carries; None when it was cut short or tampered with."""
    try:
        packed = base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
        values: Any = json.loads(zlib.decompressobj().decompress(packed, MOST_TEXT))
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        return None
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        return None
    return values


def _names(form: SeatingForm) -> list[str]:
    text = form.values["players"].strip()
    if len(text) > MOST_TEXT:
        form.refuse("players", gettext("This is too long to be a list of names."))
        return []
    is_number = text.isascii() and text.isdigit()
    try:
        names = numbered(min(int(text[:9]), MOST_PLAYERS + 1)) if is_number else read_names(text)
    except ToolkitError as error:
        form.refuse("players", refusal_words(error))
        return []
    if not names:
        form.refuse("players", gettext("Enter the names, one per line, or the number of players."))
    elif len(names) > MOST_PLAYERS:
        form.refuse("players", gettext("This page seats up to %(most)s players.", most=MOST_PLAYERS))
    return names


def _rounds(form: SeatingForm) -> int:
    text = form.values["rounds"].strip()
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    form.refuse("rounds", gettext("Give the number of rounds."))
    return 0


def _seed(form: SeatingForm) -> int:
    text = form.values["seed"].strip()
    if not text:
        return secrets.randbelow(2**31)
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= _LARGEST_SEED:
        return int(text)
    form.refuse("seed", gettext("A seed is a whole number."))
    return 0


def _wishes(form: SeatingForm) -> Wishes:
    if len(form.values["apart"]) + len(form.values["places"]) > MOST_TEXT:
        form.refuse("apart", gettext("These are more wishes than this page reads."))
        return Wishes()
    groups = [[name.strip() for name in line.split(",")] for line in form.values["apart"].splitlines() if line.strip()]
    places: dict[Player, WishedPlace] = {}
    for line in form.values["places"].splitlines():
        if not line.strip():
            continue
        name, _, where = line.rpartition("=")
        table, _, number = where.partition(":")
        if not name.strip() or not all(_is_small(part) for part in (table, number)) or not (table + number).strip():
            form.refuse("places", gettext("“%(line)s” is not a name, =, a table, and perhaps : and a seat.", line=line))
            continue
        places[name.strip()] = WishedPlace(
            int(table) if table.strip() else None, int(number) if number.strip() else None
        )
    return Wishes(apart=tuple(tuple(name for name in group if name) for group in groups), places=places)


def _is_small(text: str) -> bool:
    return not text.strip() or (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 5)


def _field_of(error: ToolkitError) -> str:
    if isinstance(error, BadWish):
        return error.about
    return "rounds" if error.code == "bad_rounds" else "players"


@blueprint.get("")
def show() -> Response:
    """The empty form."""
    return _page(empty_form())


@blueprint.post("")
@csrf.exempt  # a pure function of what is sent: nothing is kept and nobody is signed in
def make() -> Response:
    """The seating of the names sent."""
    limit_body(MAX_FORM)
    return _page(read_form(request.form))


@blueprint.get("/plan/<event>")
def linked(event: str) -> Response:
    """The seating that the address carries: the same again."""
    return _page(_linked_form(event))


@blueprint.get("/plan/<event>/seating.<kind>")
def download(event: str, kind: str) -> Response:
    """The seating that the address carries, as a file."""
    form = _linked_form(event)
    if kind not in _KINDS or form.seating is None:
        abort(404)
    text = as_csv(form.seating.rounds) if kind == "csv" else as_text(form.seating.rounds)
    answer = Response(text, mimetype=_KINDS[kind])
    answer.headers["Content-Disposition"] = f"attachment; filename=seating.{kind}"
    return answer


def _linked_form(event: str) -> SeatingForm:
    values = values_of(event)
    if values is None:
        form = empty_form()
        form.refuse("players", gettext("This link is damaged: ask for it again."))
        return form
    return read_form(values)


def _page(form: SeatingForm) -> Response:
    view = seating_view(form.seating) if form.seating else None
    event = token(form) if view else ""
    link = url_for("seating.linked", event=event, _external=True) if view and len(event) <= _LONGEST_LINK else ""
    return render_page(
        "seating/show.html", "seating/_seating.html", form.status, form=form, view=view, link=link, event=event
    )
