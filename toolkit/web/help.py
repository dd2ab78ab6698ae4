"""`/help`: how each part is used, on one page."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask_babel import lazy_gettext as _l

from toolkit.web.navigation import NavEntry

blueprint = Blueprint("help", __name__, url_prefix="/help")

NAVIGATION = (NavEntry("help.show", _l("Help"), "help"),)


@blueprint.get("/")
def show() -> str:
    """The page."""
    return render_template("help/show.html")
