"""Compression: files once for all, pages as they go out.

The length of a compressed page says something of its content (the attack is called BREACH). A stranger can put words
on a page with a secret. From its length they guess the secret letter by letter. So these answers stay as they are:
those to a form or a search, and each page that shows links or keys. The token of a page's forms is another one each
second. If the address holds the secret link, no stranger asks for it, so its answers are compressed. Those that show an
official another link are not: a player can give them the address.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request
from flask_compress import Compress, DictCache

from toolkit.services.kernel.roles import Action
from toolkit.web.base.access import action_of
from toolkit.web.base.security import is_marked_secret

# Every kind of text that an answer or a file has.
_TEXT = [
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv", "text/calendar", "image/svg+xml"),
    *("application/json", "application/problem+json", "application/manifest+json"),
]


def _compressor(**settings: int) -> Compress:
    """A compressor with settings of its own: those of an app would be the same for its pages and its files."""
    own = Flask(__name__, static_folder=None)
    own.config.update(COMPRESS_REGISTER=False, COMPRESS_STREAMS=False, COMPRESS_ALGORITHM=["br", "gzip"], **settings)
    own.config.update(COMPRESS_MIMETYPES=_TEXT)
    return Compress(own)


# Of a page Brotli makes a twelfth less than gzip in the same time. The best that it can takes a tenth of a second for a
# large file, so it is for files alone.
# A page's own view has compared versions by then; the compressor would with a tag of its own, as files have.
_pages = _compressor(COMPRESS_BR_LEVEL=5, COMPRESS_BR_WINDOW=18, COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False)
_files = _compressor(COMPRESS_BR_LEVEL=11)

# Comments and indents, which only its authors read, and in a style sheet most ends of lines: in a script no text goes
# over several lines (a test holds that).
_ASIDE = {
    ".css": re.compile(r"/\*.*?\*/\n*|(?<=[{;},])\n\s*|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}
# Pages that show links or keys; some other pages mark an answer that does.
_SECRET = frozenset({Action.LINKS, Action.SHARE, Action.ACCOUNT, Action.ADMINISTER, Action.COPY})
# What an address may say without being a search: the version of a file, the language of a page.
_PLAIN = frozenset({"v", "lang"})


def init_app(app: Flask) -> None:
    """Compress what `app` answers; registered before all else, for what is done to an answer first is done last."""
    _files.cache, _files.cache_key = DictCache(), lambda asked: asked.path
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if request.endpoint == "static":
        return _files.after_request(_shorten(response))
    return _packed(response) if _is_open() else response


def _packed(response: Response) -> Response:
    """The answer, compressed. Its tag stays: it names a version, which a page or a program sends back."""
    tag = response.headers.get("ETag")
    packed = _pages.after_request(response)
    if tag is not None:
        packed.headers["ETag"] = tag
    return packed


def _shorten(response: Response) -> Response:
    """A style sheet or script without what only its authors read, for a browser that takes it compressed."""
    file = Path(current_app.static_folder or "", (request.view_args or {}).get("filename", ""))
    if response.status_code == 200 and file.suffix in _ASIDE and "Accept-Encoding" in request.headers:
        response.direct_passthrough = False
        response.make_sequence()  # so that the file is closed with the answer
        response.set_data(shortened(file))
    return response


@lru_cache(maxsize=256)
def shortened(file: Path) -> str:
    """A style sheet or script without its comments and indents."""
    return _ASIDE[file.suffix].sub("", file.read_text("utf-8"))


def _is_open() -> bool:
    """Whether an answer mixes no secret with what a stranger sent."""
    action, is_link = action_of(request.endpoint or ""), "token" in (request.view_args or {})
    is_own = is_link and action is Action.PLAY  # such a page shows the player's link, and the code that stands for it
    if is_marked_secret() and not is_own:
        return False
    return is_link or (request.method == "GET" and request.args.keys() <= _PLAIN and action not in _SECRET)
