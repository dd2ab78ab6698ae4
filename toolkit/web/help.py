"""`/help`: how each part is used, for players, organizers and judges; and the rules."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask_babel import lazy_gettext as _l

from toolkit.web.base.rules import RULES, anchor, init_app
from toolkit.web.base.shell import NavEntry

__all__ = ["NAVIGATION", "blueprint", "init_app"]

blueprint = Blueprint("help", __name__, url_prefix="/help")

NAVIGATION = (NavEntry("help.show", _l("Help"), "help"),)


@blueprint.get("/")
def show() -> str:
    """The list of help pages."""
    return render_template("help/show.html")


@blueprint.get("/players")
def players() -> str:
    """For players at a table with a phone."""
    return render_template("help/players.html")


@blueprint.get("/keys")
def keys() -> str:
    """The keys and their effects."""
    return render_template("help/keys.html")


@blueprint.get("/rules")
def rules() -> str:
    """The rules that this app names, a sentence each."""
    return render_template("help/rules.html", rules=RULES, anchor=anchor)


@blueprint.get("/seasons")
def seasons() -> str:
    """For keepers of a league, and readers of a rating."""
    return render_template("help/seasons.html")


@blueprint.get("/limited")
def limited() -> str:
    """For organizers of a sealed event or a draft."""
    return render_template("help/limited.html")


@blueprint.get("/judges")
def judges() -> str:
    """A judge's tasks: a wrong list, a penalty, a disputed result."""
    return render_template("help/judges.html")


@blueprint.get("/organizers")
def organizers() -> str:
    """For first-time organizers."""
    return render_template("help/organizers.html")
