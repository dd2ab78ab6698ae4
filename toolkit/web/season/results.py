"""`/results`: events by their results only, entered from a file, corrected as text, and shown to everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.exchange.results.model import BadResults
from toolkit.exchange.results.reading import head_of, write_csv
from toolkit.languages import Message, words_of
from toolkit.season.results_log import ReportedEvent, results_event
from toolkit.services.kernel.roles import Action
from toolkit.services.season import results
from toolkit.services.season.person_codes import PersonCodes
from toolkit.tournament.configuration import KINDS
from toolkit.web.base import access
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import language, translated
from toolkit.web.base.security import form_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.season.seasons import carry_out

blueprint = Blueprint("results", __name__)

_HEAD = ("name", "date", "kind")


# Everybody's, and the form for who may make events


@dataclass(frozen=True)
class ResultsPage:
    """The events by their results, and the form for another one.

    Attributes:
        text: the results that were read, to be corrected before they are entered; "" before a file is chosen.
    """

    typed: Typed
    text: str = ""

    @property
    def events(self) -> list[results.ListedResults]:
        """Every event by its results."""
        return results.list_results(current_context())

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of events, by name and words."""
        return [
            ("", gettext("As the file says")),
            *((kind.value, translated(Message(word))) for kind, word in KINDS.items()),
        ]

    @property
    def tosses(self) -> list[tuple[str, str]]:
        """The two ways in which programs count a toss."""
        return [
            ("highest", gettext("The highest number (Archon)")),
            ("lowest", gettext("The lowest number (the workbook, this program)")),
        ]


@blueprint.get("/results")
def start() -> Response:
    """Every event by its results."""
    return _start(Typed())


@blueprint.post("/results")
def enter() -> AnyResponse:
    """Read a file, or enter the results that were read and corrected."""
    typed = Typed(form="results", values=dict(request.form.items()))
    upload = request.files.get("file")
    is_read = bool(request.form.get("text", "").strip())
    if not is_read and (upload is None or not upload.filename):
        typed.refuse("file", gettext("Choose a file first."))
        return _start(typed, status=422)
    text = ""
    try:
        content = request.form["text"].encode() if is_read or upload is None else upload.stream.read()
        read = results.read_file(
            content,
            head=head_of({name: request.form.get(name, "") for name in _HEAD}),
            highest_toss_first=request.form.get("toss", "highest") == "highest",
            takes_final_off="subtract" in request.form,
        )
        text = read.text
        if read.problems:
            raise BadResults(read.problems)
        if not is_read:
            return _start(typed, text=text)
        access.count_new_event()
        by = access.author_of_new()
        id = results.enter_results(current_context(), read.results, by=by, key=form_key())
        access.own_event(id)
    except ToolkitError as error:
        typed.refused(error, "text" if text or is_read else "file")
        return _start(typed, text=text or request.form.get("text", ""), status=status_of(error))
    return redirect(url_for("results.show", id=id), 303)


def _start(typed: Typed, *, text: str = "", status: int = 200) -> Response:
    return make_response(render_template("seasons/results.html", **values_of(ResultsPage(typed, text))), status)


@dataclass(frozen=True)
class ShownResults:
    """An event by its results; VEKN numbers are for its officials."""

    id: str

    @property
    def may_change(self) -> bool:
        """Whether the asker may correct or remove it."""
        return access.may(Action.RUN, self.id)

    @cached_property
    def event(self) -> results.ReportedEventView:
        """The event."""
        return results.show_results(current_context(), self.id, with_numbers=self.may_change)

    @property
    def pages(self) -> list[str]:
        """The code of the public page of each row's player; "" without one."""
        reported, codes = results.look(current_context(), self.id), PersonCodes.of_store(current_context())
        if reported.results is None or reported.is_removed:
            return [""] * len(self.event.results)
        event = results_event(reported, id=self.id)
        by_key = {result.vekn or result.name: result for result in event.results}
        known = (by_key.get(row.vekn or row.name) for row in reported.results.rows)
        return [codes.of_result(event, result) if result else "" for result in known]

    @property
    def whole_url(self) -> str:
        """The page of the whole event that replaces it; "" without one."""
        return url_for("room.event", id=self.event.whole) if isinstance(self.event.whole, str) else ""


@blueprint.get("/results/<id>")
def show(id: str) -> Response:
    """An event by its results."""
    words = words_of(language())
    return make_response(render_template("seasons/reported.html", points=words.halves, **values_of(ShownResults(id))))


# For who keeps them


@dataclass(frozen=True)
class CorrectPage:
    """The results as text, and the log."""

    id: str
    typed: Typed

    @cached_property
    def _event(self) -> ReportedEvent:
        return results.look(current_context(), self.id)

    @property
    def name(self) -> str:
        """The name of the event."""
        return self._event.results.name if self._event.results else ""

    @property
    def is_removed(self) -> bool:
        """Whether it counts nowhere."""
        return self._event.is_removed

    @property
    def text(self) -> str:
        """The results as CSV."""
        return write_csv(self._event.results) if self._event.results else ""

    @property
    def log(self) -> list[tuple[int, str, str]]:
        """The log, newest first: number, sentence, author."""
        return [(number, translated(sentence), by) for number, sentence, by in results.log_lines(self._event)]


@blueprint.get("/results/<id>/edit")
def edit(id: str) -> Response:
    """The results as text, to be corrected."""
    return _edit(id, Typed())


@blueprint.post("/results/<id>/edit")
def change(id: str) -> AnyResponse:
    """Correct the results, remove them, or take back what was done last."""
    typed, status = carry_out(_CHANGES, id, beside={"correct": "text"})
    if status != 303:
        return _edit(id, typed, status)
    return redirect(url_for("results.edit", id=id), 303)


def _correct(id: str, by: str) -> None:
    read = results.read_file(request.form.get("text", "").encode())
    results.correct_results(current_context(), id, read.results, by=by, key=form_key())


_CHANGES: Mapping[str, Callable[[str, str], None]] = {
    "correct": _correct,
    "remove": lambda id, by: results.remove_results(current_context(), id, by=by, key=form_key()),
    "undo": lambda id, by: results.undo_results(current_context(), id, by=by, key=form_key()),
}


def _edit(id: str, typed: Typed, status: int = 200) -> Response:
    return make_response(render_template("seasons/correct.html", **values_of(CorrectPage(id, typed))), status)
