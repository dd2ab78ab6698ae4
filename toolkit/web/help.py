"""`/help`: how each part is used; a page for players, and one for organizers, with pictures of this app."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask_babel import lazy_gettext as _l

from toolkit.web.navigation import NavEntry

blueprint = Blueprint("help", __name__, url_prefix="/help")

NAVIGATION = (NavEntry("help.show", _l("Help"), "help"),)


@blueprint.get("/")
def show() -> str:
    """What there is."""
    return render_template("help/show.html")


@blueprint.get("/players")
def players() -> str:
    """For somebody at a table with a phone."""
    return render_template("help/players.html")


@blueprint.get("/organizers")
def organizers() -> str:
    """For somebody who runs an event for the first time."""
    return render_template("help/organizers.html")
