"""Errors, answered in one place: a page for people, a problem of RFC 9457 in JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask_babel import LazyString, gettext
from flask_babel import lazy_gettext as _l
from flask_wtf.csrf import CSRFError
from marshmallow.exceptions import SCHEMA
from werkzeug.exceptions import HTTPException, SecurityError, ServiceUnavailable, TooManyRequests

from toolkit.cards import UnknownCard
from toolkit.errors import Conflict, Invalid, NotFound, ToolkitError, Unavailable
from toolkit.schemas.errors import keys_of
from toolkit.web.base.i18n import translated
from toolkit.web.base.rules import rule_url
from toolkit.web.base.throttle import wait_of

# The kind of content of a refusal for programs, and the page that explains the kinds of refusals.
PROBLEM = "application/problem+json"
PROBLEM_PAGE = "/api/"

STATUS: dict[type[ToolkitError], int] = {NotFound: 404, Conflict: 409, Invalid: 422}

SENTENCES = {
    400: _l("The request could not be understood."),
    401: _l("This token or key is wrong, expired or replaced. Send a valid one, or none."),
    403: _l("You may look at this, but not change it."),
    404: _l("There is nothing at this address."),
    405: _l("This address does not take that kind of request."),
    413: _l("That is too large."),
    415: _l("That kind of content is not taken here."),
    422: _l("Part of it is not valid."),
    500: _l("Something went wrong on our side. Nothing was lost; please try again."),
    503: _l("The server cannot read or save anything just now: wait a moment and try again."),
}
# Seconds after which what could not be kept is worth another try.
_AGAIN = 5
_MOST_FAULTS = 100
# Headers of an error that its answer keeps.
_PASSED_ON = ("Allow", "Retry-After", "WWW-Authenticate")
# Fields that are typed again: their values stand on no page.
_SECRETS = frozenset({"password", "old", "token"})
# Bytes of a form that a page has in it: whoever is sent away costs no more.
_MOST_SENT_AGAIN = 100_000
STALE_FORM = _l("This page was open for too long to be sent: go back, reload it, and send it again.")


def init_app(app: Flask) -> None:
    """Answer every error of `app` through this module."""
    app.register_error_handler(ToolkitError, _toolkit_error)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(RecursionError, _too_deep)
    app.register_error_handler(Exception, _unexpected)


def status_of(error: ToolkitError) -> int:
    """The HTTP status for the kind of `error`; 500 for one outside the three kinds."""
    return status_of_kind(type(error))


def status_of_kind(kind: type[ToolkitError]) -> int:
    """The HTTP status of the errors of a kind."""
    return next((status for above, status in STATUS.items() if issubclass(kind, above)), 500)


def _wants_json() -> bool:
    if request.path.startswith("/api/"):
        # A sheet is opened from a page: then a person reads why it cannot be printed.
        accepted = request.accept_mimetypes
        return not (request.path.endswith(".pdf") and accepted["text/html"] > accepted["application/json"])
    best = request.accept_mimetypes.best_match(["text/html", "application/json", PROBLEM])
    return best in ("application/json", PROBLEM)


def refusal(error: ToolkitError, **more: object) -> Response:
    """The answer to an error of ours; `more` are the keys that its kind adds for programs."""
    message = error.message if _wants_json() else translated(error.message)
    kind = type(error)
    about = {"type": f"{PROBLEM_PAGE}#{kind.code}", "title": title_of(kind)}
    faults = {"errors": _faults(error)} if status_of(error) == 422 else {}
    return _answer(status_of(error), error.code, message, about, rule=error.rule, **faults, **more)


def _faults(error: ToolkitError) -> dict[str, dict[str, list[str]]]:
    """The sentence by the place and the key of the wrong value, or of the likeliest one if none was sent."""
    keys = [error.field] if error.field else [*keys_of(error.code), SCHEMA]
    places = {"json": request.get_json(silent=True), "query": request.args, "path": request.view_args or {}}
    bodies = {place: values for place, values in places.items() if isinstance(values, Mapping)}
    sent = ((place, key) for key in keys for place, values in bodies.items() if key in values)
    place, key = next(sent, ("query" if request.method == "GET" else "json", keys[0]))
    return {place: {key: [error.message]}}


def title_of(kind: type[ToolkitError]) -> str:
    """The title of a kind of refusals: the first clause of its docstring."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split()).partition(";")[0].rstrip(".")


def _answer(status: int, code: str, message: str, about: dict[str, str] | None = None, **more: object) -> Response:
    """The error as a page for people, or as a problem for programs; `about` is its type and title."""
    body: Response | str
    if _wants_json():
        body = _problem(about or {}, {"code": code, "status": status, "message": message, **more})
    else:
        body = render_template(
            "error.html",
            status=status,
            message=message,
            rule=more.get("rule"),
            again=_to_send_again(status),
            page=_page_above() if status == 405 else "",
        )
    response = make_response(body, status)
    response.vary.add("Accept")
    return response


def _problem(about: dict[str, str], keys: dict[str, Any]) -> Response:
    """The error as RFC 9457 shapes it; without a type and title it says no more than its status."""
    about = about or {"type": "about:blank", "title": HTTPStatus(keys["status"]).phrase}
    address = {"rule_url": rule_url(keys["rule"]) or None} if keys.get("rule") else {}
    problem = jsonify(about | {"detail": keys["message"]} | keys | address)
    problem.mimetype = PROBLEM
    return problem


def _page_above() -> str:
    """The nearest page above this address: the one with the form that is sent here. Empty where there is none."""
    adapter = current_app.create_url_adapter(request)
    above = request.path.rstrip("/").rpartition("/")[0]
    while above and adapter is not None and not adapter.test(above, "GET"):
        above = above.rpartition("/")[0]
    return above


def _to_send_again(status: int) -> list[tuple[str, str]] | None:
    """The fields with which the same is asked for again, none for a page; `None` where it is not offered."""
    if status < 500 or request.method not in ("GET", "POST"):
        return None
    if request.method == "GET":
        return []
    if (request.content_length or 0) > _MOST_SENT_AGAIN:
        return None
    is_whole = request.form and not request.files and not _SECRETS & request.form.keys()
    return list(request.form.items(multi=True)) if is_whole else None


def _toolkit_error(error: ToolkitError) -> Response:
    near = error.suggestions if isinstance(error, UnknownCard) else ()
    suggestions = [
        {"id": suggestion.card.id, "name": suggestion.card.unique_name, "distance": suggestion.distance}
        for suggestion in near
    ]
    more = {"suggestions": suggestions} if suggestions else {}
    return refusal(error, **more)


def _unavailable(error: Unavailable) -> Response:
    # Where the store lies, and what is wrong with it, is for whoever runs the installation.
    current_app.logger.error("%s", error.message)
    response = _answer(503, error.code, str(SENTENCES[503]))
    response.headers["Retry-After"] = str(_AGAIN)
    return response


def _http_error(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    if status < 400:
        return error
    if isinstance(error, SecurityError):
        # The request names a host that is not ours: no page has an address there.
        return Response(f"{SENTENCES[400]}\n", 400, mimetype="text/plain")
    # flask-smorest hangs field messages on the exception it raises for a request that does not fit its schema.
    data = getattr(error, "data", None) or {}
    fields = data.get("messages")
    sentence = _known(error)
    message = str(data.get("message") or sentence or error.description or error.name)
    faults = {"errors": _first(fields, [_MOST_FAULTS])} if fields else {}
    response = _answer(status, error.name.lower().replace(" ", "_"), message, **faults)
    response.headers.extend([header for header in error.get_headers() if header[0] in _PASSED_ON])
    return response


def _first(faults: Any, left: list[int]) -> Any:
    """The first faults of a tree of them, as many as are left to tell: a body may hold a hundred thousand."""
    if not isinstance(faults, dict):
        left[0] -= 1
        return faults
    return {
        (key[:100] if isinstance(key, str) else key): _first(below, left) for key, below in faults.items() if left[0]
    }


def _known(error: HTTPException) -> str | LazyString | None:
    if isinstance(error, CSRFError):
        return STALE_FORM
    if isinstance(error, ServiceUnavailable):
        return error.description
    return wait_of(error) if isinstance(error, TooManyRequests) else _sentence(error.code or 500)


def _sentence(status: int) -> str | LazyString | None:
    limit = request.max_content_length if status == 413 else None
    if limit is None:
        return SENTENCES.get(status)
    return gettext("That is too large: at most %(limit)d kB are taken here.", limit=limit // 1024)


def _too_deep(_error: RecursionError) -> Response:
    # Only a body can be nested so deeply: JSON of a hundred thousand brackets.
    current_app.logger.warning("A request nested too deeply: %s", request.path)
    return _answer(400, "bad_request", str(SENTENCES[400]))


def _unexpected(error: Exception) -> Response:
    if current_app.testing:
        raise error
    current_app.logger.exception("An unexpected error")
    return _answer(500, "internal_server_error", str(SENTENCES[500]))
