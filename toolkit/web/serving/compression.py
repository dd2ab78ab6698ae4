"""Compression: files once for all, pages as they go out.

The length of a compressed page says something of its content (the attack is called BREACH). A stranger can put words
on a page with a secret. From its length they guess the secret letter by letter. So these answers stay as they are:
those to a form or a search, and each page that shows links or keys. The token of a page's forms is another one each
second. If the address of a page is the secret, no stranger asks for it.
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


def _compressor(**settings: int) -> Compress:
    """A compressor with settings of its own: those of an app would be the same for its pages and its files."""
    own = Flask(__name__, static_folder=None)
    own.config.update(COMPRESS_REGISTER=False, COMPRESS_STREAMS=False, COMPRESS_ALGORITHM=["br", "gzip"], **settings)
    return Compress(own)


# Of a page Brotli makes a twelfth less than gzip in the same time. The best that it can takes a tenth of a second for a
# large file, so it is for files alone.
_pages = _compressor(COMPRESS_BR_LEVEL=5, COMPRESS_BR_WINDOW=18)
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
    return _pages.after_request(response) if _is_open(response) else response


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


def _is_open(response: Response) -> bool:
    """Whether a page mixes no secret with what a stranger sent; one with a tag is a part, which is small."""
    is_plain = request.method == "GET" and request.args.keys() <= _PLAIN
    action = action_of(request.endpoint or "")
    # A player's own link is the address of their pages: no stranger asks for one.
    is_secret = action in _SECRET or (is_marked_secret() and action is not Action.PLAY)
    return is_plain and not is_secret and "ETag" not in response.headers
