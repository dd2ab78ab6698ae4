"""Templates, compiled once for all starts, and pieces of pages, drawn once for everybody who sees the same.

To compile them costs a second, during which a whole room would wait. What was compiled lies in the person's folder for
caches, never in the data folder: it is code that is run, and a data folder may come from somebody else.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Hashable, Iterator, MutableMapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import platformdirs
from flask import Flask, current_app
from flask.templating import Environment as FlaskEnvironment
from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.ext import Extension
from markupsafe import Markup

from toolkit.services.kernel.recent import Recent
from toolkit.web.base.i18n import language

_INDENT = re.compile(r"(<pre\b.*?</pre>)|\n +", re.DOTALL)
_DIGEST = hashlib.sha256().digest_size


class CompiledTemplates(BytecodeCache):
    """Compiled templates in files, for any number of processes; without the folder, each process compiles for itself.

    A file counts only as long as it is whole and its template is the same as when it was written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled of this very template."""
        with suppress(OSError):
            content = (self._folder / bucket.key).read_bytes()
            digest, code = content[:_DIGEST], content[_DIGEST:]
            # A power failure may leave half a file, which is not code.
            if hashlib.sha256(code).digest() == digest:
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; who may not write there does without."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Written aside: whoever reads meanwhile gets the whole old file or the whole new one.
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".", delete=False) as draft:
                draft.write(hashlib.sha256(code).digest() + code)
            try:
                os.replace(draft.name, self._folder / bucket.key)
            except OSError:
                os.unlink(draft.name)


class Unindented(Extension):
    """Indentation cut down to one blank: it is for the readers of a template, and would be a fifth of some pages."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with one blank where a line is indented; what stands in `<pre>` stays."""
        return _INDENT.sub(lambda match: match[1] or "\n ", source)


class Pages(FlaskEnvironment):
    """The templates of an app, all of which know the same words."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The words themselves: through a layer of each template's own, ten imports would cost half a millisecond."""
        return super().make_globals(d) if d else self.globals


def init_app(app: Flask) -> None:
    """Let `app` draw pieces, and keep compiled templates in `TEMPLATE_CACHE`, else in the usual folder.

    An empty `TEMPLATE_CACHE` and a test keep none.
    """
    app.jinja_environment = Pages
    app.jinja_env.globals.update(drawn=drawn)
    app.jinja_env.add_extension(Unindented)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    folder = app.config.setdefault("TEMPLATE_CACHE", "" if app.testing else str(_usual_folder()))
    if folder:
        app.jinja_env.bytecode_cache = CompiledTemplates(Path(folder) / _kind(app.jinja_env))


def template_names(environment: Environment) -> Iterator[str]:
    """The templates that pages are made of."""
    return (name for name in environment.list_templates() if name.endswith(".html"))


def _usual_folder() -> Path:
    return Path(platformdirs.user_cache_dir("vtes-toolkit", appauthor=False)) / "templates"


def _kind(environment: Environment) -> str:
    """A digest of the things, besides its template, that compiled code depends on: Python, Jinja, settings."""
    settings = (environment.trim_blocks, environment.lstrip_blocks, sorted(environment.extensions))
    origin = f"{sys.implementation.cache_tag} {version('jinja2')} {settings}"
    return hashlib.sha256(origin.encode()).hexdigest()[:16]


# Pieces of pages

# The sides of as many tables as play at once, as each was before and is now.
KEPT = 2000
_drawn: Recent[Hashable, Markup] = Recent(KEPT)
# Where it is the very same object again, nothing need be compared; beside the drawing stands what it is of, so that
# nothing else takes its place in memory.
_drawn_of: Recent[Hashable, tuple[Markup, dict[str, Hashable]]] = Recent(KEPT)


def drawn(template: str, **values: Hashable) -> Markup:
    """The template with these values, which are all that it may show: no form's token, nothing of who asks.

    Whoever draws the same values again gets the first drawing: what differs by as much as a letter is another piece.
    """
    objects = (template, language(), *((name, id(value)) for name, value in values.items()))
    kept = _drawn_of.get(objects)
    if kept is None:
        kept = _drawn_of.keep(objects, (_draw(template, values), values))
    return kept[0]


def _draw(template: str, values: dict[str, Hashable]) -> Markup:
    key = (template, language(), *sorted(values.items()))
    kept = _drawn.get(key)
    if kept is None:
        kept = _drawn.keep(key, Markup(current_app.jinja_env.get_template(template).render(values)))
    return kept
