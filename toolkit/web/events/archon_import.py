"""An event of Archon before it is imported: what it is, the kind and the names that Archon does not say."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.exchange.archon.app_json import StandingsDiffer, read_archon
from toolkit.exchange.results.model import BadResults
from toolkit.languages import Message
from toolkit.schemas.event_forms import ArchonImportForm, ArchonImportStep
from toolkit.services.events.archon_read import has_seats
from toolkit.services.events.registrations import names_in
from toolkit.services.lifecycle import tournaments
from toolkit.services.season import results
from toolkit.tournament.configuration import KINDS, EventKind
from toolkit.tournament.errors import BadValue
from toolkit.tournament.players import clean_name
from toolkit.web.base import access
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import translated
from toolkit.web.base.security import form_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import blueprint

_MOST_BYTES = 64 * 1024 * 1024
_NAME = "name-"


@dataclass(frozen=True)
class ArchonImportPage:
    """An event of Archon before it is imported.

    Attributes:
        content: the file, or what Archon answered; b"" where nothing can be imported.
        kind: the kind that was chosen; None for what Archon says.
        names: by VEKN number, as they were typed or a members file has them.
    """

    typed: Typed
    content: bytes
    kind: EventKind | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def preview(self) -> tournaments.ArchonPreview | None:
        """The event as it would be imported; None where it can be entered by its results only."""
        if not self.content or not has_seats(self.content):
            return None
        return tournaments.preview_archon(current_context(), self.content, kind=self.kind, members=self.names)

    @property
    def sentences(self) -> list[str]:
        """The event in words."""
        return list(map(translated, self.preview.sentences())) if self.preview else []

    @property
    def results(self) -> str:
        """The results of an event without seats, as text to check; "" for others."""
        return "" if self.preview or not self.content else results.read_file(self.content).text

    @property
    def packed(self) -> str:
        """The content as its form carries it on."""
        return base64.b64encode(gzip.compress(self.content, mtime=0)).decode()

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of events, by name and words."""
        return [(kind.value, translated(Message(words))) for kind, words in KINDS.items()]

    @property
    def to_name(self) -> dict[str, str]:
        """The typed names of players who are unknown here, by VEKN number."""
        unnamed = [number for number in (self.preview.unnamed if self.preview else ()) if number.isdecimal()]
        return {**self.names, **{number: self.typed.values.get(_NAME + number, "") for number in unnamed}}


def preview_page(content: bytes) -> Response:
    """The event of Archon's JSON, to be imported by the next form.

    Raises:
        ToolkitError: it cannot be read, or is here already.
    """
    return _page(ArchonImportPage(Typed(), content))


def _page(page: ArchonImportPage, status: int = 200) -> Response:
    return make_response(render_template("events/archon_import.html", **values_of(page)), status)


@blueprint.post("/import-archon")
def import_archon() -> AnyResponse:
    """The event as it was previewed; or its preview with other names."""
    access.count_new_event()
    typed = Typed(form="import_archon", values=dict(request.form.items()))
    page = ArchonImportPage(typed, b"")
    try:
        page = replace(page, content=_unpacked(typed.values.pop("content", "")), names=_typed_names(typed))
        values = load_form(ArchonImportForm, typed)
        kind = EventKind(values["kind"]) if values["kind"] else None
        page = replace(page, kind=kind, names={**page.names, **_file_names(page)})
        if values["do"] == ArchonImportStep.PREVIEW or typed.errors:
            return _page(page, 422 if typed.errors else 200)
        change = tournaments.import_tournament(
            current_context(),
            page.content,
            key=form_key(),
            kind=kind,
            accepted=values["accepted"].strip(),
            members=page.names,
        )
        access.own_event(change.id)
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
        if "do" in typed.errors:
            typed.refuse("", gettext("That button could not be read: press it again."))
        return _page(page, 422)
    except BadValue as error:
        typed.refused(error, "members")
        return _page(page, 422)
    except StandingsDiffer:
        typed.refuse("accepted", gettext("Write a reason: the event's log keeps it."))
        return _page(page, 422)
    except ToolkitError as error:
        typed.refused(error)
        return _page(ArchonImportPage(typed, b""), status_of(error))
    return redirect(url_for("events.overview", id=change.id), 303)


def _unpacked(packed: str) -> bytes:
    """The content that a preview carried on.

    Raises:
        BadResults: it is not whole.
    """
    try:
        unpacked = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        content = unpacked.decompress(base64.b64decode(packed, validate=True), _MOST_BYTES)
    except (ValueError, zlib.error):
        content = b""
    if not content or not unpacked.eof:
        raise BadResults((Message("This preview is not whole any more: choose the file again."),))
    return content


def _typed_names(typed: Typed) -> dict[str, str]:
    """The names that were typed, by VEKN number; one that no player can have is refused beside its field."""
    names = {}
    for key, value in typed.values.items():
        if key.startswith(_NAME) and value.strip():
            try:
                names[key.removeprefix(_NAME)] = clean_name(value)
            except BadValue as error:
                typed.refused(error, key)
    return names


def _file_names(page: ArchonImportPage) -> dict[str, str]:
    """The names of the event's players in a members file, if one was chosen.

    Raises:
        BadValue: it is something else.
    """
    upload = request.files.get("members")
    names = names_in(upload.stream.read()) if upload is not None and upload.filename else {}
    here = {member.vekn for member in read_archon(page.content).members.values()} if names else set()
    return {number: name for number, name in names.items() if number in here}
