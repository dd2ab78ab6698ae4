"""`/guide`: how do I resolve…, a situation from its figures, answered in place and carried by the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel.speaklater import LazyString
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game.walkthroughs.combats import resolve_combat
from toolkit.game.walkthroughs.contests import resolve_contest
from toolkit.game.walkthroughs.diableries import resolve_diablerie
from toolkit.game.walkthroughs.referendums import resolve_referendum
from toolkit.game.walkthroughs.scorings import resolve_scoring
from toolkit.game.walkthroughs.steps import BadSituation, Walk
from toolkit.game.walkthroughs.withdrawals import resolve_withdrawal
from toolkit.schemas import guide as schemas
from toolkit.web.events.console import field_sentences
from toolkit.web.fragments import render_page
from toolkit.web.guide import labels
from toolkit.web.guide.told import StepView, step_view

# Everything that a link may carry; a longer one is nobody's situation.
LONGEST_QUERY = 4000


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """One kind of situation."""

    schema: type[Schema]
    resolve: Callable[[Any], Walk]


WALKTHROUGHS = {
    "referendum": Walkthrough(schemas.ReferendumSchema, resolve_referendum),
    "combat": Walkthrough(schemas.CombatSchema, resolve_combat),
    "contest": Walkthrough(schemas.ContestSchema, resolve_contest),
    "title": Walkthrough(schemas.TitleSchema, resolve_contest),
    "withdrawal": Walkthrough(schemas.WithdrawalSchema, resolve_withdrawal),
    "diablerie": Walkthrough(schemas.DiablerieSchema, resolve_diablerie),
    "scoring": Walkthrough(schemas.ScoringSchema, resolve_scoring),
}


@dataclass(slots=True)
class Form:
    """A situation's figures as typed, sentences by field, and what it comes to once they are right."""

    name: str
    values: dict[str, str]
    errors: dict[str, list[str]] = field(default_factory=dict)
    steps: list[StepView] = field(default_factory=list)
    outcome: list[StepView] = field(default_factory=list)

    @property
    def status(self) -> int:
        """422 as soon as anything cannot be right."""
        return 422 if self.errors else 200


def register(blueprint: Blueprint) -> None:
    """Put the pages under the guide's addresses."""
    blueprint.add_url_rule("", "index", index)
    blueprint.add_url_rule("/<name>", "walkthrough", show)


def index() -> str:
    """What can be looked up."""
    return render_template("guide/index.html", entries=_entries(""))


def show(name: str) -> AnyResponse:
    """One kind of situation, as the query has it."""
    if name not in WALKTHROUGHS:
        abort(404)
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if "change" in request.args:
        return redirect(_changed(name), 303)
    form = read_form(name, request.args)
    return _page(form)


def read_form(name: str, given: Mapping[str, str]) -> Form:
    """The form with what a link carries; figures that it leaves out have their usual value."""
    walkthrough = WALKTHROUGHS[name]
    values = {key: given.get(key, str(entry.load_default)) for key, entry in walkthrough.schema().fields.items()}
    form = Form(name, values)
    try:
        walk = walkthrough.resolve(walkthrough.schema().load(values))
    except ValidationError as error:
        form.errors = field_sentences(error.messages)
    except BadSituation as error:
        form.errors = {_field_of(error, values): [str(labels.FAULTS[error.fault])]}
    else:
        form.steps = [step_view(step) for step in walk.steps]
        form.outcome = [step_view(step) for step in walk.outcome]
    return form


def _field_of(error: BadSituation, values: Mapping[str, str]) -> str:
    """The field of a fault; who leaves is counted without the rows where nobody does."""
    name, _, number = error.field.partition("_")
    if name == "seat" and number.isdecimal():
        taken = [key for key in values if key.startswith("seat_") and values[key] != schemas.NOBODY]
        return taken[int(number) - 1]
    return error.field


def _changed(name: str) -> str:
    """The address after a press on + or - of one figure: the way without a script."""
    key, _, by = request.args["change"].partition(":")
    entry = WALKTHROUGHS[name].schema().fields.get(key)
    values = {known: value for known, value in request.args.items() if known != "change"}
    if isinstance(entry, schemas.Figure) and by in ("1", "-1"):
        text = values.get(key, "").strip()
        now = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else entry.start
        values[key] = str(min(entry.most, max(entry.least, now + int(by))))
    return url_for("guide.walkthrough", name=name, **values, _anchor=f"f-{key}")  # type: ignore[arg-type]


def _page(form: Form) -> Response:
    query = {key: value for key, value in form.values.items() if len(value) < 20}
    return render_page(
        "guide/walkthrough.html",
        "guide/_walkthrough.html",
        form.status,
        form=form,
        title=labels.TITLES[form.name],
        lead=labels.LEADS[form.name],
        groups=labels.groups_of(form),
        examples=[(label, url_for("guide.walkthrough", name=form.name, **values)) for label, values in _examples(form)],
        link=url_for("guide.walkthrough", name=form.name, _external=True, **query),
        entries=_entries(form.name),
    )


def _examples(form: Form) -> list[tuple[LazyString, dict[str, Any]]]:
    return labels.EXAMPLES.get(form.name, [])


def _entries(current: str) -> list[dict[str, Any]]:
    """The kinds of situations, for the list and for the tabs."""
    return [
        {
            "url": url_for("guide.walkthrough", name=name),
            "title": labels.TITLES[name],
            "lead": labels.LEADS[name],
            "is_current": name == current,
        }
        for name in WALKTHROUGHS
    ]
