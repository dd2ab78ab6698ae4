"""The phones of players: told something with their page closed, also while they wait for a place; installed pages."""

from __future__ import annotations

from flask import Response, abort, current_app, request

from toolkit.services.kernel import links
from toolkit.services.kernel.links import positive
from toolkit.services.notices import web_push
from toolkit.web.base.access import link_key
from toolkit.web.base.addresses import room_url
from toolkit.web.base.i18n import language
from toolkit.web.base.kept_pages import manifest as manifest_of
from toolkit.web.base.stores import current_context, own_folder
from toolkit.web.room.visit import blueprint


def push_key() -> str:
    """The key with which a browser subscribes to notices of a closed page; "" where it cannot."""
    if not request.is_secure or current_app.config["OFFLINE"] or not web_push.is_installed():
        return ""
    return web_push.push_key(own_folder())


@blueprint.post("/<id>/players/<number>/<token>/devices")
@blueprint.post("/<id>/sign-ups/<sign_up>/<token>/devices")
def tell_device(id: str, token: str, number: str = "", sign_up: str = "") -> Response:
    """This browser is told where its player sits and when time is up; that of who waits, of a place that is offered."""
    if not push_key():
        abort(404)
    page = links.own_path(id, link_key(id), player=positive(number), sign_up=positive(sign_up))
    device = web_push.Device(
        url=request.form.get("url", ""),
        p256dh=request.form.get("p256dh", ""),
        auth=request.form.get("auth", ""),
        player=positive(number),
        sign_up=positive(sign_up),
        language=language(),
        page=room_url().rstrip("/") + page,
    )
    web_push.keep_device(own_folder(), id, device)
    return Response(status=204)


@blueprint.post("/<id>/players/<number>/<token>/devices/forget")
@blueprint.post("/<id>/sign-ups/<sign_up>/<token>/devices/forget")
def tell_device_nothing(id: str, token: str, number: str = "", sign_up: str = "") -> Response:
    """This browser is told nothing more."""
    web_push.forget_device(own_folder(), id, request.form.get("url", ""))
    return Response(status=204)


@blueprint.get("/<id>/app.webmanifest")
def manifest(id: str) -> Response:
    """The manifest that installs the event's page."""
    return manifest_of(links.event_path(id), current_context().tournaments.look(id).state.settings.name)


@blueprint.get("/<id>/players/<number>/<token>/app.webmanifest")
def player_manifest(id: str, number: str, token: str) -> Response:
    """The manifest that installs a player's own page, for the player alone."""
    name = current_context().tournaments.look(id).state.settings.name
    return manifest_of(links.player_path(id, positive(number), link_key(id)), name)
