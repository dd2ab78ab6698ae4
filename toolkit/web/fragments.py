"""Pages and their moving parts: the whole page for a browser, only its content for the module that swaps it in.

An open page asks again and again whether there is something new. It says which version it has: as long as that is the
newest, nothing is folded and nothing is sent.
"""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, abort, make_response, render_template, request

from toolkit.web.i18n import language
from toolkit.web.stores import current_context

HEADER = "X-Fragment"
# The server's time in seconds since 1970, so that every clock of a room shows the same.
TIME = "X-Time"


def init_app(app: Flask) -> None:
    """Let templates choose their frame, and mark what is live with its version."""
    app.jinja_env.globals.update(shell=shell, live_version=live_version)


def wants_fragment() -> bool:
    """Whether the live module asks, and not a browser for a page."""
    return HEADER in request.headers


def shell() -> str:
    """What a page extends: the whole shell, or nothing around its content."""
    return "fragment.html" if wants_fragment() else "base.html"


def render_page(page: str, fragment: str, status: int = 200, **values: Any) -> Response:
    """The template `page`, or `fragment` alone where the live module asks for it, with the same values and status."""
    answer = make_response(render_template(fragment if wants_fragment() else page, **values), status)
    answer.vary.add(HEADER)
    return answer


def live_version(number: int) -> str:
    """The tag of a page drawn from entry `number` of a log, in the reader's language."""
    return f'"{number}-{language()}"'


def stop_if_unchanged(id: str) -> None:
    """Answer 304 to an open page of a tournament that has the newest version; ask this before anything is folded.

    Raises:
        StreamNotFound: there is no such tournament.
    """
    if request.method == "GET" and wants_fragment():
        tag = live_version(current_context().tournaments.head(id))
        if request.headers.get("If-None-Match") == tag:
            abort(_timed(Response(status=304, headers={"ETag": tag})))


def mark_version(answer: Response, number: int) -> Response:
    """`answer`, drawn from entry `number`, with its tag where the live module asked."""
    answer.vary.add(HEADER)
    if wants_fragment():
        answer.headers["ETag"] = live_version(number)
        _timed(answer)
    return answer


def _timed(answer: Response) -> Response:
    answer.headers[TIME] = f"{current_context().now().timestamp():.3f}"
    return answer
