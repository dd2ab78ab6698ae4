"""`/replay`: paste or upload a record and step through it; a short one is in its link, a long one in the form."""

from __future__ import annotations

import base64
import binascii
import hashlib
import time
import zlib
from contextlib import closing
from urllib.parse import urljoin

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import Invalid
from toolkit.game.record import BadRecord, GameRecord, parse_record, render_record
from toolkit.game.timeline import Timeline, timeline
from toolkit.services.kernel.recent import Recent
from toolkit.web.base.security import csrf, limit_body
from toolkit.web.base.shell import HEADER, wants_fragment
from toolkit.web.replay.view import StepAddress, record_fault, replay_view, ways

# Records as text


# Bytes of a record; 60,000 operations have 1,400,000.
MOST_TEXT = 3 * 512 * 1024
# Longer addresses are refused by servers on the way.
LONGEST_LINK = 6000
# CPU seconds for one replay; 3,000 operations take 0.2, and reading 60,000 lines 0.3.
PATIENCE = 1.5
# Replays kept in this process.
KEPT = 24

_replays: Recent[str, Timeline] = Recent(KEPT)


class BadUpload(Invalid):
    """The upload is no text, or larger than a record."""

    code = "bad_upload"


def text_of(data: bytes) -> str:
    """The record's text.

    Raises:
        BadUpload: too much of it, or no text.
    """
    if len(data) > MOST_TEXT:
        raise BadUpload("too_long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadUpload("no_text") from None


def pack(text: str) -> str:
    """The text, short enough for most links."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str | None:
    """The text of a link; None when it was cut short or tampered with."""
    try:
        data = base64.urlsafe_b64decode(packed.encode() + b"=" * (-len(packed) % 4))
        inflater = zlib.decompressobj()
        text = inflater.decompress(data, MOST_TEXT + 1)
        return text.decode() if inflater.eof and len(text) <= MOST_TEXT else None
    except (ValueError, binascii.Error, zlib.error):
        return None


def replayed(text: str) -> Timeline:
    """The record of that text, replayed; a jump in it is quick as long as it is among the last ones looked at.

    Raises:
        BadRecord: it is none.
    """
    key = hashlib.sha256(text.encode()).hexdigest()
    if (replay := _replays.get(key)) is not None:
        return replay
    end = time.thread_time() + PATIENCE
    game = timeline(parse_record(text), is_late=lambda: time.thread_time() > end)
    game.record.lines.clear()  # what is shown of them stands in the moments; a long record has much that is not
    return _replays.keep(key, game)


blueprint = Blueprint("replay", __name__, url_prefix="/replay")


@blueprint.get("")
def show() -> Response:
    """The form."""
    return _form()


@blueprint.post("")
@csrf.exempt  # a pure function of what is sent: nothing is kept and nobody is signed in
def open_record() -> AnyResponse:
    """The record that was pasted or uploaded."""
    limit_body(2 * MOST_TEXT)
    pasted = request.form.get("record", "")
    try:
        text = text_of(_uploaded() or pasted.encode())
        if not text.strip():
            return _form(pasted, gettext("Paste a record, or choose its file."), 422)
        game = replayed(text)
    except (BadUpload, BadRecord) as error:
        return _form(pasted, _fault(error), 422)
    packed = pack(text)
    if len(packed) <= LONGEST_LINK:
        return redirect(url_for("replay.linked", packed=packed), 303)
    return _answer(game, title=game.record.title, packed=packed)


def _uploaded() -> bytes:
    """The chosen file, as much of it as a record may have and a byte more."""
    upload = request.files.get("file")
    if upload is None:
        return b""
    with closing(upload):
        return upload.stream.read(MOST_TEXT + 1)


@blueprint.get("/game/<packed>")
def linked(packed: str) -> Response:
    """The record that the address carries, at a step."""
    text = unpack(packed)
    if text is None:
        return _form("", gettext("This link is damaged: ask for it again."), 422)
    try:
        game = replayed(text)
    except BadRecord as error:
        return _form("", _fault(error), 422)
    return _answer(
        game,
        title=game.record.title,
        # The address is long, and the page has it in every line: what changes is enough.
        address=lambda step: f"?step={step}",
        download=url_for("replay.download", packed=packed),
        is_shared=True,
    )


@blueprint.get("/game/<packed>/record.txt")
def download(packed: str) -> Response:
    """The record of a link as a file."""
    text = unpack(packed)
    if text is None:
        abort(404)
    return _file(text)


@blueprint.post("/step")
@csrf.exempt  # as above: the record goes along in the form
def step() -> AnyResponse:
    """A step of a record that is too long for a link."""
    limit_body(2 * MOST_TEXT)
    packed = request.form.get("packed", "")
    text = unpack(packed)
    if text is None:
        return _form("", gettext("This link is damaged: ask for it again."), 422)
    if "download" in request.form:
        return _file(text)
    try:
        game = replayed(text)
    except BadRecord as error:
        return _form("", _fault(error), 422)
    return _answer(game, title=game.record.title, packed=packed)


def answer_record(record: GameRecord, *, title: str, address: StepAddress, download: str = "") -> Response:
    """A stored game's replay: `address` is the page of each step, `download` that of the record."""
    return _answer(replayed(render_record(record)), title=title, address=address, download=download)


def _answer(
    game: Timeline,
    *,
    title: str,
    address: StepAddress | None = None,
    packed: str = "",
    download: str = "",
    is_shared: bool = False,
) -> Response:
    """A step's page; `is_shared` where its address is for everybody, and is offered as a link."""
    view = replay_view(game, _step(request.values.get("step", ""), game.last))
    template = "replay/_replay.html" if wants_fragment() else "replay/game.html"
    answer = make_response(
        render_template(
            template,
            view=view,
            ways=ways(view),
            title=title or gettext("A game"),
            address=address,
            packed=packed,
            download=download,
            link=urljoin(request.base_url, address(view.step)) if address and is_shared else "",
        )
    )
    answer.vary.add(HEADER)
    return answer


def _step(text: str, last: int) -> int:
    if not text:
        return 0
    return min(int(text), last) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _file(text: str) -> Response:
    answer = Response(text, mimetype="text/plain")
    answer.headers["Content-Disposition"] = "attachment; filename=game.txt"
    return answer


def _fault(error: BadUpload | BadRecord) -> str:
    if error.code == "newer_version":
        return gettext("This record was written by a newer version of the program than this one.")
    if isinstance(error, BadRecord) and error.line == 1:
        return gettext("This is not the record of a game: its first line says “vtes-toolkit game record 2”.")
    if isinstance(error, BadRecord):
        return gettext("Line %(line)s cannot be read: %(reason)s.", line=error.line, reason=record_fault(error))
    if isinstance(error, BadUpload) and error.message == "no_text":
        return gettext("This is not a text in UTF-8.")
    return gettext("This is more than the record of a game: nothing was replayed.")


def _form(pasted: str = "", sentence: str = "", status: int = 200) -> Response:
    kept = pasted if len(pasted) <= MOST_TEXT else ""
    page = render_template("replay/open.html", pasted=kept, errors=[sentence] if sentence else [], most=MOST_TEXT)
    return make_response(page, status)
