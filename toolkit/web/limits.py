"""How much one request may carry: refused by its stated length, before a byte of the body is read."""

from __future__ import annotations

from flask import Flask, abort, request


def init_app(app: Flask) -> None:
    """Refuse a body longer than `MAX_CONTENT_LENGTH` on every address of `app`, also on those that never read one."""
    app.before_request(_refuse_oversize)


def _refuse_oversize() -> None:
    limit = request.max_content_length
    if limit is not None and request.content_length is not None and request.content_length > limit:
        abort(413)


def limit_body(size: int) -> None:
    """Refuse the current request if its body is longer than `size` bytes; what has no stated length is cut there."""
    request.max_content_length = size
    _refuse_oversize()
