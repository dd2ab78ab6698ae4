"""Pages and their moving parts: the whole page for a browser, only its fragment for the module that swaps it in."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template, request

HEADER = "X-Fragment"


def wants_fragment() -> bool:
    """Whether the live module asks, and not a browser for a page."""
    return HEADER in request.headers


def render_page(page: str, fragment: str, status: int = 200, **context: Any) -> Response:
    """The template `page`, or `fragment` alone where the live module asks for it, with the same values and status."""
    answer = make_response(render_template(fragment if wants_fragment() else page, **context), status)
    answer.vary.add(HEADER)
    return answer
