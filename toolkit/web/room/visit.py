"""The common part of the room's pages: the event that is visited, and by which link."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, render_template, request
from flask_babel import lazy_gettext as _l
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.kernel.versions import ALL, View
from toolkit.tournament import Tournament, calls
from toolkit.tournament.announcements import shown_announcements
from toolkit.tournament.state import Call, State
from toolkit.web.base import access
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import points_words
from toolkit.web.base.rules import with_rule
from toolkit.web.base.security import own_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.events.words import stage_words
from toolkit.web.serving.caching import mark_version, stop_if_unchanged

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def opened_player(id: str, number: str, token: str) -> int:
    """The number of the player whom the link belongs to.

    Raises:
        LinkRenewed: it did, before it was re-issued.
        WrongLink: it never did.
    """
    player = links.positive(number)
    links.check_player(access.link_key(id), id, player, token)
    return player


def may_check_in_others(id: str) -> bool:
    """Whether this browser is an official's, who scans the players' cards at the door."""
    return access.may(Action.CHECK_IN, id)


blueprint = Blueprint("room", __name__, url_prefix="/tournaments")

# Whose phone this is: their number, and the token of their own link where they opened it.
_KNOWN_COOKIE = "player-"
_MONTH = 31 * 24 * 3600


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """The player whose phone this is, and whether they ever opened their own page here."""

    number: int
    is_own: bool = False


def known_player(id: str, state: State) -> KnownPlayer | None:
    """The noted owner of this phone; a link that opens nothing any more notes none."""
    word, dot, token = request.cookies.get(f"{_KNOWN_COOKIE}{id}", "").partition(".")
    number, key = links.positive(word), access.link_key(id)
    if number not in state.players:
        return None
    if not dot:
        return KnownPlayer(number)
    try:
        links.check_player(key, id, number, token)
    except ToolkitError:
        return None
    return KnownPlayer(number, is_own=True)


def remember_player[R: AnyResponse](answer: R, id: str, number: int, token: str = "") -> R:
    """Note whose phone this is; the own link stands above a name that was looked for. An official's is nobody's."""
    if may_check_in_others(id) or (not token and "." in request.cookies.get(f"{_KNOWN_COOKIE}{id}", "")):
        return answer
    word = f"{number}.{token}" if token else str(number)
    if request.cookies.get(f"{_KNOWN_COOKIE}{id}") != word:
        answer.set_cookie(
            f"{_KNOWN_COOKIE}{id}",
            word,
            max_age=_MONTH,
            path=links.event_path(id),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return answer


def forget_player(answer: AnyResponse, id: str) -> AnyResponse:
    """Note that this phone is not that player's."""
    answer.delete_cookie(f"{_KNOWN_COOKIE}{id}", path=links.event_path(id))
    return answer


# What the room's own rules refuse with, in the reader's language.
_REFUSALS = {
    "locked": _l("This result is locked: ask an official."),
    "finished": _l("The event is finished: ask an official."),
    "official_needed": _l("Only an official can remove a player."),
    "reused_key": _l("This page was already sent with something else: check the current state, then send it again."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calling:
    """The button that calls a judge: its address, the open call, and whether the reader made it."""

    url: str
    call: Call | None
    is_at_table: bool
    is_own: bool
    form: Typed


@dataclass(slots=True)
class Visit:
    """A visitor of one event, without an account; `here` is the page's address, `view` what it shows of the event."""

    id: str
    tournament: Tournament
    here: str
    view: View = ALL
    typed: Typed = field(default_factory=Typed)

    @property
    def version(self) -> str:
        """Which version of the page this is."""
        return current_context().versions.of(self.id, self.tournament, self.view)

    def look_as(self, view: View) -> None:
        """Show this of the event; an open page that has its newest version is answered here."""
        self.view = view
        stop_if_unchanged(lambda: self.version)

    def form(self, name: str) -> Typed:
        """The form of that name: as it was typed when it was refused, else empty."""
        return self.typed if self.typed.form == name else Typed()

    def work(self, by: str) -> UnitOfWork:
        """The unit of work of this request: a form sent twice, because its answer was lost, is carried out once."""
        return UnitOfWork(context=current_context(), id=self.id, by=by, key=own_key())

    def refuse(self, error: ToolkitError, place: str = "") -> int:
        """Note what was refused, and look at the event again; the status of the answer."""
        self.look_again()
        refusal = _REFUSALS.get(error.code)
        if refusal:
            self.typed.refuse(place, with_rule(str(refusal), error.rule))
        else:
            self.typed.refused(error, place)
        return 422 if place else status_of(error)

    def look_again(self) -> None:
        """The event in its newest state."""
        self.tournament = current_context().tournaments.look(self.id).state

    def calling(self, round_number: int | None, table: int | None, player: int | None = None) -> Calling | None:
        """The button that calls a judge there; none once the event is over."""
        if self.tournament.is_finished:
            return None
        call = calls.open_call(self.tournament, round_number, table, player)
        return Calling(
            url=f"{self.here}/call",
            call=call,
            is_at_table=table is not None,
            is_own=call is not None and call.player == player,
            form=self.form("call"),
        )

    def answer(self, template: str, page: DataclassInstance, status: int = 200, *, is_secret: bool = False) -> Response:
        """A page; one whose address holds a token is kept by no cache and no search engine."""
        markup = render_template(
            template,
            visit=self,
            t=self.tournament,
            settings=self.tournament.settings,
            stage=stage_words(self.tournament),
            event_url=links.event_path(self.id),
            points=points_words,
            announcements=shown_announcements(self.tournament),
            **values_of(page),
        )
        response = mark_version(make_response(markup, status), self.version)
        if is_secret:
            response.headers["Cache-Control"] = "no-store"
            response.headers["X-Robots-Tag"] = "noindex"
        return response


def visit(id: str, view: View = ALL) -> Visit:
    """The event of that id, of which a page shows this; one that has its newest version is answered here.

    Raises:
        StreamNotFound: there is none.
    """
    visited = Visit(id=id, tournament=current_context().tournaments.look(id).state, here=request.path)
    visited.look_as(view)
    return visited
