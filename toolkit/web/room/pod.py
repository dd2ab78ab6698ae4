"""A pod of a limited event, for the phone on its table: its link runs the clock and notes what happens."""

from __future__ import annotations

from flask import Response, abort, redirect, request
from flask_babel import gettext
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.form_fields import fields_behind
from toolkit.services.kernel import links
from toolkit.services.kernel.versions import pod_view
from toolkit.web.base.access import link_key
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.events.limited import POD_FORMS, PodPage
from toolkit.web.room.visit import Visit, blueprint, visit

_POD = "/<id>/pods/<pod>/<token>"


@blueprint.get(_POD)
def pod(id: str, pod: str, token: str) -> Response:
    """The pod: its seats, the pick that goes on, and what can be noted."""
    return _page(*_opened(id, pod))


@blueprint.post(f"{_POD}/<name>")
def enter_at_pod(id: str, pod: str, token: str, name: str) -> AnyResponse:
    """A form of the pod."""
    at, number = _opened(id, pod)
    form = POD_FORMS.get(name) or abort(404)
    typed = at.typed = Typed(form=name, values=dict(request.form.items()))
    try:
        form.give(at.work(gettext("Pod %(pod)s", pod=number)), pod=number, **load_form(form.schema, typed))
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
        if form.schema is not None and not fields_behind(form.schema).isdisjoint(typed.errors):
            typed.refuse("", gettext("That button could not be read: press it again."))
        return _page(at, number, 422)
    except ToolkitError as error:
        return _page(at, number, at.refuse(error, form.fields.get(error.code, "")))
    return redirect(at.here, 303)


def _opened(id: str, pod: str) -> tuple[Visit, int]:
    """The pod of the link, which `toolkit.web.base.access` has checked."""
    number, at = links.positive(pod), visit(id)
    if number > len(at.tournament.limited.pods):
        abort(404)
    at.here = links.pod_path(id, number, link_key(id))
    at.look_as(pod_view(number))
    return at, number


def _page(at: Visit, number: int, status: int = 200) -> Response:
    return at.answer("room/pod.html", PodPage(at.tournament, number), status, is_secret=True)
