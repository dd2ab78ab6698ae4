"""`/healthz`: the process answers."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from toolkit import __version__

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Status 200 and the version."""
    return jsonify(status="ok", version=__version__)
