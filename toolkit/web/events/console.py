"""The shared part of the console's pages: access, the refused form, and the next step.

A page is an object that was made of the console, by its class or by a function, and answers what its template asks. An
action of a page reads a form by its schema, asks one service, and goes back to a page; refused, it shows its page again
with what was typed and why, beside the field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from markupsafe import escape
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.commands import form_of
from toolkit.schemas.form_fields import fields_behind
from toolkit.services.commands import command_named
from toolkit.services.events.draws import draws_from_seed
from toolkit.services.kernel.roles import Action as EventAction
from toolkit.services.kernel.unit_of_work import Change, ChangedMeanwhile, FormUnitOfWork, UnitOfWork
from toolkit.services.kernel.versions import ALL, View
from toolkit.services.season import leagues
from toolkit.tournament import Tournament
from toolkit.tournament.corrections import WouldMove
from toolkit.tournament.draws import was_drawn
from toolkit.tournament.facts import FINAL
from toolkit.tournament.log import describe
from toolkit.tournament.steps import Blocker
from toolkit.web.base import access
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed, field_sentences, load_form, refused_fields
from toolkit.web.base.i18n import translated
from toolkit.web.base.security import form_key, keys_before, own_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.events.stations import CourseBar, coming_number, current_place
from toolkit.web.events.words import headline, settling_page, settling_refusal
from toolkit.web.serving.caching import mark_version, stop_if_unchanged
from toolkit.web.serving.streams import PageView

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

blueprint = Blueprint("events", __name__, url_prefix="/tournaments")

# Where the refusals of a draw from a committed seed stand.
LOTS = {"reason_needed": "reason", "bad_word": "word"}

# A finished event refuses these, so its pages do not offer them.
UNTIL_FINISHED = frozenset(
    {
        *("events.players_add", "events.player_import_preview", "events.player_drop", "events.player_return"),
        *("events.seats_again", "events.final_open"),
        *("events.sanctions_give", "events.sanctions_person", "judge.penalty_give"),
        *("events.limited_product", "events.limited_return", "events.limited_phase", "events.limited_end"),
        *("events.limited_pause", "events.limited_resume", "events.limited_pods", "events.limited_move"),
        *("events.limited_tables", "events.limited_swap", "events.limited_confirm", "events.limited_prepare"),
        *("events.limited_late", "events.limited_built"),
        *("events.pod_next", "events.pod_pause", "events.pod_resume", "events.pod_call", "events.pod_late"),
        *("events.pod_replace", "events.pod_trade", "events.pod_piles"),
    }
)

type ConsoleAction = Callable[..., str | Console | None]


@dataclass(slots=True)
class Console:
    """The organizer at one event.

    Attributes:
        area: whose pages these are.
        changes: what others did since the refused form was drawn, a sentence each.
        is_sure: what is decided may be moved: somebody was asked.
    """

    area: ClassVar[str] = "events"
    id: str
    tournament: Tournament
    typed: Typed = field(default_factory=Typed)
    changes: list[str] = field(default_factory=list)
    is_sure: bool = False

    @property
    def author(self) -> str:
        """The name in the log of the person who works here."""
        return access.author(self.id)

    @property
    def judge(self) -> str:
        """Who rules, where that is known: by an account, or a link that was made for somebody."""
        return self.author if access.is_named(self.id) else ""

    @property
    def work(self) -> UnitOfWork:
        """The unit of work of this request: it has seen what its form was drawn from.

        A correction that would move what is decided is asked about first.
        What a browser sends by itself until it was acknowledged is answered as it was; a person who sends a form again
        is shown what has happened since.
        """
        kept = own_key()
        kind = FormUnitOfWork if kept is None else UnitOfWork
        return kind(
            context=current_context(),
            id=self.id,
            by=self.author,
            expected=_sequence(),
            key=kept or form_key(),
            after=keys_before(),
            is_sure=self.is_sure or "correct" in request.form,
        )

    @property
    def asks_first(self) -> bool:
        """Whether it was refused because it would move what is decided."""
        return self.typed.code == WouldMove.code

    @property
    def confirmation(self) -> list[tuple[str, str]]:
        """The fields with which a correction that moves what is decided is sent again; none where nothing asks.

        The field and the rows of a round ask in their own place, of which a script takes what is new.
        """
        if not self.asks_first or self.typed.form in ("enter", "save"):
            return []
        return [one for one in request.form.items(multi=True) if one[0] not in ("csrf_token", "sequence")]

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of this event."""
        return url_for(f"{self.area}.{endpoint}", id=self.id, **values)

    def urls(self, endpoint: str, number: str) -> Callable[[int], str]:
        """The addresses of a page for each number at its end: built once, as lists have hundreds of them."""
        stem = self.url(endpoint, **{number: 0}).removesuffix("0")
        return lambda last: f"{stem}{last}"

    def may(self, endpoint: str) -> bool:
        """Whether the asker may open, or send something to, that page of the event now."""
        name = f"{self.area}.{endpoint}"
        is_over = self.tournament.is_finished and name in UNTIL_FINISHED
        return not is_over and access.may_open(name, self.id)

    def keeps(self, endpoint: str) -> bool:
        """Whether the browser keeps what is sent there until it was acknowledged: what the event's log does once.

        Links, laptops and notifications are not the log's: nobody should find one replaced or sent out later.
        """
        return access.action_of(f"events.{endpoint}") is not EventAction.SHARE

    def settled_at(self, blocker: Blocker) -> str:
        """The address that settles a blocker; "" for people who may not open it, or where no other page does."""
        page, parts = settling_page(blocker)
        return self.url(page, **parts) if page and self.may(page) else ""

    @property
    def current_url(self) -> str:
        """The address of the station where the event is, of those that the asker may open."""
        page, number = current_place(self.tournament)
        if page == "final" and not self.may(page):
            is_seated = self.tournament.final_round is not None
            return self.url("table", number=FINAL, table=1) if is_seated else self.url("standings")
        if not self.may(page):
            return self.url("round", number=coming_number(self.tournament))
        return self.url(page) if number is None else self.url(page, number=number)

    @property
    def draws_from_seed(self) -> bool:
        """Whether draws come from a committed seed that is here."""
        return draws_from_seed(current_context(), self.id, self.tournament)

    def drawn(self, purpose: str) -> str:
        """Whether a draw comes from a committed seed: "" if not, "again" where it is a repetition, else "first"."""
        if not self.draws_from_seed:
            return ""
        return "again" if was_drawn(self.tournament, purpose) else "first"

    def unsaid(self, content: str) -> list[str]:
        """The errors of fields that `content` does not have, as its form is no longer there."""
        of_fields = [sentence for name, sentences in self.typed.errors.items() if name for sentence in sentences]
        return [sentence for sentence in dict.fromkeys(of_fields) if escape(sentence) not in content]

    def ways_on(self, content: str, here: str) -> list[tuple[str, str]]:
        """Where it goes on after a refusal, each with its words: the fields of `content`, the page that settles it.

        Where nothing else does, the page as it stands now (`here`).
        """
        fields = [(f"#{id}", words) for id, words in refused_fields(content)]
        if not fields and (way := settling_refusal(self.typed.code)):
            page, word = way
            if not page or self.may(page):
                return [(self.url(page) if page else self.current_url, word)]
        return fields or [(here, gettext("Show the page as it is now"))]

    def form(self, name: str, **path: Any) -> Typed:
        """The form of that name, and of that address: as it was typed when it was refused, else empty."""
        is_meant = self.typed.form == name and path.items() <= self.typed.path.items()
        return self.typed if is_meant else Typed()


def _sequence() -> int | None:
    text = request.form.get("sequence", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def sent_numbers(name: str) -> list[int]:
    """The numbers that a form sent under one name, such as those of the players who are ticked."""
    sent = request.form.getlist(name)
    return [int(number) for number in sent if number.isascii() and number.isdigit() and len(number) < 8]


@dataclass(frozen=True, slots=True)
class Answering:
    """The page of a form that several pages have: its answer after a refusal, and where it goes on."""

    answer: Callable[..., AnyResponse]
    address: Callable[..., str]
    path: tuple[str, ...] = ()


class Forms:
    """Forms of a page whose addresses begin with a word of their own, such as `clock_start` of a round's page.

    Attributes:
        name: that word, the first part of their endpoints.
        page: answers a refused form, and is gone back to after one that was carried out.
    """

    blueprint = blueprint
    prefix = "/<id>/console"

    def __init__(self, name: str, page: Page | Answering) -> None:
        self.name = name
        self.page = page

    @staticmethod
    def opened(id: str) -> Console:
        """The console of the asker."""
        return open_console(id)

    def action(
        self,
        rule: str,
        name: str,
        schema: type[Schema] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> Callable[[ConsoleAction], ConsoleAction]:
        """A form of this page: the function changes the event and may name the address to go to.

        Where it returns the console, the page is shown with what was typed, and nothing was changed.

        `fields` names the field that a refusal of a given code stands beside.
        """

        def decorate(function: ConsoleAction) -> ConsoleAction:
            def view(id: str, **path: Any) -> AnyResponse:
                console = self.opened(id)
                typed = console.typed = Typed(form=name, path=path, values=dict(request.form.items()))
                own = {key: value for key, value in path.items() if key in self.page.path}
                try:
                    target = function(console, **path, **load_form(schema, typed))
                except ValidationError as error:
                    typed.errors |= field_sentences(error.messages)
                    if schema is not None and not fields_behind(schema).isdisjoint(typed.errors):
                        typed.refuse("", gettext("That button could not be read: press it again."))
                    status = 422
                except ToolkitError as error:
                    status = _refuse(console, typed, error, fields or {})
                else:
                    if not isinstance(target, Console):
                        return redirect(target or self.page.address(console, **own), 303)
                    status = 422 if typed.errors else 200
                return self.page.answer(console, status, **own)

            self.blueprint.add_url_rule(self.prefix + rule, f"{self.name}_{name}", view, methods=["POST"])
            return function

        return decorate

    def offer(
        self,
        command: str,
        rule: str,
        name: str,
        fields: Mapping[str, str] | None = None,
        *,
        only: tuple[str, ...] | None = None,
        behind: tuple[str, ...] = (),
        needs: tuple[str, ...] = (),
        knows: Callable[[Console], Mapping[str, object]] | None = None,
        then: str | Callable[[Console, Change], str | None] = "",
    ) -> None:
        """A form of this page that gives a command of `toolkit.services.commands`: what it asks and who may is there.

        `fields` as for an action; `only` are the figures that are asked, where that is not each; `behind` are those
        that the form's buttons carry; it `needs` these even where the command does not; `knows` are figures that the
        page has; `then` is the page to go to.
        Where a button carries `sure`, what the command asks first is shown (`Typed.question`) until it is sent.
        """
        known = command_named(command)
        path = re.findall(r"<(?:\w+:)?(\w+)>", rule)
        own = known.body.fields if known.body else {}

        def give(console: Console, *, sure: bool = True, **figures: Any) -> str | Console | None:
            of_page = [figures.pop(word) for word in path if word not in own]
            named = of_page[len(of_page) - len(known.path_fields) :]
            figures |= known.unasked(figures)
            if "sure" in own:
                figures["sure"] = sure
            if knows is not None:
                figures |= knows(console)
            if known.asks is not None and not sure:
                question = known.asks(console.tournament, *named, at=current_context().steady(), **figures)
                if question is not None:
                    console.typed.question = translated(question)
                    return console
            change = known.carry_out(console.work, *named, **figures)
            if callable(then):
                return then(console, change)
            return console.url(then) if then else None

        asked = tuple(figure for figure in own if figure not in path and (only is None or figure in only))
        form = form_of(known.body, asked, behind, needs) if known.body else None
        self.action(rule, name, form, fields)(give)
        access.permit_form(f"{self.blueprint.name}.{self.name}", name, known.action)


class Page(Forms):
    """A page of the console, with the forms that belong to it.

    It follows every entry, as its last line is the last change, unless `view` says which it shows.
    """

    def __init__(
        self, name: str, rule: str, template: str, build: Callable[..., DataclassInstance], view: View = ALL
    ) -> None:
        super().__init__(name, self)
        self.template = template
        self.build = build
        self.view = view
        self.path = re.findall(r"<(?:\w+:)?(\w+)>", rule)
        self.blueprint.add_url_rule(self.prefix + rule, name, self._show)

    def _show(self, id: str, **path: Any) -> AnyResponse:
        stop_if_unchanged(lambda: PageView(id, view=self.view).version(current_context()))
        return self.answer(self.opened(id), **path)

    def address(self, console: Console, **path: Any) -> str:
        """The address of the page."""
        return console.url(self.name, **path)

    def answer(self, console: Console, status: int = 200, **path: Any) -> Response:
        """The page of `console`, with that status."""
        version = current_context().versions.of(console.id, console.tournament, self.view)
        frame = {
            "console": console,
            "t": console.tournament,
            "bar": CourseBar(console=console, here=self.name, path=path),
            "head": headline(console.tournament),
            "here": self.name,
            "here_url": self.address(console, **path),
            "follows": self.view,
            "version": version,
            "is_question": request.method == "POST" and status == 200,
        }
        shown = render_template(self.template, **frame | values_of(self.build(console, **path)))
        if console.typed.errors and status == 200:  # a preview is read while the page is drawn
            return self.answer(console, 422, **path)
        return mark_version(make_response(shown, status), version)


def page(name: str, rule: str, template: str) -> Callable[[Callable[..., DataclassInstance]], Page]:
    """Make the page of that name of a class, or of a function that returns an object of one."""
    return lambda build: Page(name, rule, template, build)


def open_console(id: str) -> Console:
    """The console of the event of that id.

    Raises:
        StreamNotFound: there is none.
    """
    context = current_context()
    state = context.tournaments.look(id).state
    return Console(id=id, tournament=leagues.as_league_event(context, id, state))


def _refuse(console: Console, typed: Typed, error: ToolkitError, fields: Mapping[str, str]) -> int:
    """Put the refusal where it belongs; the status of the answer."""
    console.tournament = open_console(console.id).tournament
    if isinstance(error, ChangedMeanwhile):
        console.changes = [translated(describe(console.tournament, entry.fact)) for entry in error.entries]
        if not console.changes:
            typed.refused(error)
        return 409
    place = fields.get(error.code, "")
    typed.refused(error, place)
    return 422 if place else status_of(error)
