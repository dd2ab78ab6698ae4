"""The rows of the rules, each with an address: what a refusal or a step cites is one tap away."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from toolkit.game.rules import rule, rules
from toolkit.web.rule_rows import row_views

blueprint = Blueprint("guide", __name__, url_prefix="/guide")


@blueprint.get("/rules")
def all_rules() -> str:
    """Every row, section by section."""
    sections = [(name, list(found)) for name, found in groupby(row_views(tuple(rules())), key=lambda row: row.section)]
    return render_template("guide/rules.html", sections=sections)


@blueprint.get("/rules/<row>")
def one_rule(row: str) -> Response:
    """The row among its neighbours."""
    return redirect(url_for("guide.all_rules", _anchor=rule(row).id), 302)


@blueprint.get("/help")
def help_page() -> str:
    """How the table companion is used."""
    return render_template("help/tables.html")
