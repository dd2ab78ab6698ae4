"""The links of a table, each with its QR code: for every seat, for whoever watches, for one shared screen."""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.services.tables.links import WATCH, link_path, links_of
from toolkit.sheets.qr import qr_svg
from toolkit.web.addresses import reachable_url, room_url
from toolkit.web.stores import current_key
from toolkit.web.tables.at import DOOR, At, blueprint, enter
from toolkit.web.tables.orders import carried_out
from toolkit.web.tables.page import keep_secret
from toolkit.web.tables.settings_words import house_rules

_LINKS = f"{DOOR}/links"


@blueprint.get(_LINKS)
def links(id: str, word: str, token: str) -> Response:
    """Every link: the host's page; a seat sees only how to watch."""
    at = enter(id, word, token)
    if not at.link.can_act:
        abort(403)
    shown = [
        {
            "link": link,
            "path": (path := _path(at, link.word)),
            "url": room_url().rstrip("/") + path,
            "qr": _qr(path),
        }
        for link in links_of(at.table.seats)
        if at.link.is_host or link.word == WATCH
    ]
    return keep_secret(
        make_response(
            render_template(
                "tables/links.html",
                at=at,
                links=shown,
                is_reachable=reachable_url() is not None,
                house_rules=house_rules(at.table.made.options),
            )
        )
    )


@blueprint.post(_LINKS)
def issue_links(id: str, word: str, token: str) -> AnyResponse:
    """Make a link anew: whoever has the older one is out."""
    at = enter(id, word, token)
    if not at.link.is_host:
        abort(403)
    answer = carried_out(at, lambda: at.work().issue_links(request.form.getlist("door")))
    if answer.status_code != 303:
        return answer
    at.look_again()
    return redirect(f"{_path(at, at.link.word)}/links", 303)


def _path(at: At, word: str) -> str:
    return link_path(current_key(), at.id, word, at.table.issues)


def _qr(path: str) -> Markup:
    return Markup(qr_svg(room_url().rstrip("/") + path, fills=True))
