"""Style sheets, scripts and pictures: addresses that change with their content, so that a browser may keep them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Put the content's hash into every static address of `app`, and let what has one be kept for a year."""
    folder = Path(str(app.static_folder))

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values.setdefault("v", _version(folder / values["filename"]))

    app.url_defaults(add_version)
    app.after_request(_keep)


@lru_cache(maxsize=256)
def _version(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10] if path.is_file() else "0"


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.immutable = True
        response.cache_control.max_age = _YEAR
    return response
