"""Pages over https that a phone keeps: readable without a network, and installed like an app.

A kept page puts a copy of itself into the browser (`kept.js`), and the worker (`worker.js`) shows it. Each page over
https says in a header who reads: where that is another one than the copies' reader, the worker drops them.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request, url_for

from toolkit import __version__, paths
from toolkit.web.base import access
from toolkit.web.base.security import POLICY, secret_keys
from toolkit.web.base.shell import wants_fragment

blueprint = Blueprint("kept_pages", __name__)

# Pages of players, of tables and their games, and of judges.
_KEPT = frozenset(
    {
        *("room.player", "room.deck", "room.table", "room.table_entry", "room.own_table_entry"),
        *("judge.calls", "judge.tables", "judge.table", "judge.players", "judge.player", "judge.notes"),
        "tables.table",
    }
)
_READER = "X-Reader"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPage:
    """A page of an event, or of a game, over https.

    Attributes:
        manifest: the address of what installs it; "" for a game's.
        worker: that of the worker, by which this page is readable without a network; "" for another page.
        reader: who reads.
        policy: the policy of the page's content.
    """

    manifest: str
    worker: str
    reader: str
    policy: str


def init_app(app: Flask) -> None:
    """Let pages of `app` say who reads, and templates what keeps them."""
    app.after_request(_name_reader)
    app.jinja_env.globals.update(kept_page=kept_page, worker_address=worker_address)


def kept_page(id: str) -> KeptPage | None:
    """This page of the event or game, for a browser to keep; None over plain http, where no browser keeps any."""
    if not request.is_secure:
        return None
    is_kept = request.method == "GET" and request.endpoint in _KEPT
    return KeptPage(
        manifest=_manifest_address(id), worker=worker_address() if is_kept else "", reader=_reader(), policy=POLICY
    )


def _manifest_address(id: str) -> str:
    path = request.view_args or {}
    if request.blueprint == "tables":
        return ""
    if request.blueprint == "judge":
        return url_for("judge.manifest", id=id)
    if access.opening_link().startswith("player"):
        return url_for("room.player_manifest", id=id, number=path.get("player", path["number"]), token=path["token"])
    return url_for("room.manifest", id=id)


def worker_address() -> str:
    """The address of the worker, which is another one with each version of the server."""
    return url_for("kept_pages.worker", v=_version_of(Path(current_app.static_folder or "")))


@cache
def _version_of(static: Path) -> str:
    """A word for this version of the server, its pages and their files."""
    files = sorted(file for folder in (static, paths.TEMPLATES) for file in folder.rglob("*") if file.is_file())
    content = hashlib.sha256(__version__.encode())
    for file in files:
        content.update(file.read_bytes())
    return content.hexdigest()[:10]


@blueprint.get("/worker.js")
def worker() -> Response:
    """The worker, at an address from which a browser lets it serve every page."""
    script = Path(current_app.static_folder or "", "worker.js").read_bytes()
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


def manifest(start: str, name: str) -> Response:
    """The manifest that installs the page at `start` under that name."""
    icons = [
        {"src": url_for("static", filename=f"icon-{size}.png"), "sizes": f"{size}x{size}", "purpose": "any maskable"}
        for size in (192, 512)
    ]
    shown = {"id": start, "start_url": start, "scope": "/", "name": name, "display": "standalone"}
    colours = {"background_color": "#191210", "theme_color": "#191210"}
    answer = Response(current_app.json.dumps(shown | colours | {"icons": icons}), mimetype="application/manifest+json")
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _name_reader(response: Response) -> Response:
    is_page = response.mimetype == "text/html" and request.method == "GET" and not wants_fragment()
    if request.is_secure and is_page and not response.cache_control.public:
        response.headers[_READER] = _reader()
    return response


def _reader() -> str:
    """A word for the account and the officials' links of this browser; it opens nothing."""
    signed_in, key = repr(access.signed_in_by()), secret_keys(current_app)[-1]
    return hmac.new(key.encode(), signed_in.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:16]
