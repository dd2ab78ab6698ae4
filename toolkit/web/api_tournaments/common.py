"""What every address of the tournament API shares: who may, which version was seen, and how a change is answered.

An answer carries the tournament's version as its `ETag`. A change that sends it back as `If-Match` is refused with 409
when somebody else changed the same thing since; an `Idempotency-Key` makes a repeated request harmless.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from flask import Response, request

from toolkit.schemas.tournament import HeadersSchema
from toolkit.schemas.tournament_answers import ChangeSchema, RefusalSchema
from toolkit.services import tournament_views as views
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, ChangedMeanwhile, UnitOfWork
from toolkit.tournament import StandingsSeenBy, Tournament
from toolkit.web import errors
from toolkit.web.access import author, may
from toolkit.web.csrf import csrf
from toolkit.web.late_api import ApiBlueprint
from toolkit.web.stores import current_context

api = ApiBlueprint(
    "api_tournaments",
    "tournaments",
    url_prefix="/api/v1/tournaments",
    description="Run a whole event. What is public can be read by everybody; changes need the organizer's key.",
)
# A change asks for the form's token by itself when a cookie opened it (toolkit.web.access).
csrf.exempt(api)

type View = Callable[..., Any]


def reads(rule: str, answer: Any, *, query: Any = None, is_private: bool = False) -> Callable[[View], View]:
    """An address that shows something: the function gets the tournament, its id, and what the query says."""

    def decorate(function: View) -> View:
        @functools.wraps(function)
        def view(*args: Any, id: str, **path: Any) -> Any:
            number = current_context().tournaments.head(id)
            if request.if_none_match.contains(str(number)):
                return _with_version(Response(status=304), number)
            tournament = _work(id).look()
            return function(tournament, id, *args, **path), 200, _version_headers(tournament.number)

        wrapped = api.response(200, answer)(view)
        if query is not None:
            wrapped = api.arguments(query, location="query")(wrapped)
        refusals = [404] + [403] * is_private + [422] * (query is not None)
        wrapped = _documented(wrapped, *refusals)
        api.route(rule, methods=["GET"])(wrapped)
        return function

    return decorate


def writes(method: str, rule: str, body: Any = None) -> Callable[[View], View]:
    """An address that changes something: the function gets the organizer's unit of work and what was sent."""

    def decorate(function: View) -> View:
        @functools.wraps(function)
        def view(headers: dict[str, Any], *sent: Any, id: str, **path: Any) -> Any:
            work = _work(id, expected=_expected(headers["if_match"]), key=headers["idempotency_key"])
            return answer_change(function(work, *sent, **path))

        wrapped = api.response(200, ChangeSchema)(view)
        if body is not None:
            wrapped = api.arguments(body)(wrapped)
        wrapped = api.arguments(HeadersSchema, location="headers")(wrapped)
        api.route(rule, methods=[method])(_documented(wrapped, 403, 404, 409, 422))
        return function

    return decorate


def answer_change(change: Change) -> tuple[dict[str, Any], int, dict[str, str]]:
    """A change as JSON, with the new version."""
    return views.show_change(change), 200, _version_headers(change.tournament.number)


def shows_points(tournament: Tournament, id: str) -> bool:
    """Whether whoever asks may see points: an official always, everybody as announced or after the end."""
    settings = tournament.settings
    is_public = settings.standings_seen_by is StandingsSeenBy.EVERYBODY or tournament.is_finished
    return is_public or may(Action.OFFICIATE, id)


def _documented(view: View, *statuses: int) -> View:
    for status in statuses:
        view = api.alt_response(status, schema=RefusalSchema)(view)
    return view


def _work(id: str, **more: Any) -> UnitOfWork:
    return UnitOfWork(context=current_context(), id=id, by=author(id), **more)


def _expected(if_match: str | None) -> int | None:
    return None if if_match is None else int(if_match.removeprefix("W/").strip('"'))


def _version_headers(number: int) -> dict[str, str]:
    # Some of an answer is the organizer's only: what one reader got is not for the next.
    return {"ETag": f'"{number}"', "Vary": "Authorization, Cookie", "Cache-Control": "no-cache"}


def _with_version(response: Response, number: int) -> Response:
    response.headers.update(_version_headers(number))
    return response


@api.errorhandler(ChangedMeanwhile)
def _changed_meanwhile(error: ChangedMeanwhile) -> Response:
    changes = [views.show_entry(error.tournament, entry) for entry in error.entries]
    return errors.answer(409, error.code, error.message, rule=error.rule, sequence=error.number, changes=changes)
