"""A form as it was sent: its values, what is wrong with them, and the same read by a schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import request
from flask_babel import gettext
from markupsafe import Markup
from marshmallow import Schema

from toolkit.errors import ToolkitError
from toolkit.languages import Sayable
from toolkit.schemas.derived import Loaded
from toolkit.schemas.form_fields import FormList
from toolkit.web.base.i18n import translated
from toolkit.web.base.rules import refusal_words

# What every form may carry beside its own fields.
_FRAME = frozenset({"csrf_token", "sequence"})


@dataclass(slots=True)
class Typed:
    """A form as it was sent: which one, its values, and for each field (or "" for the whole) what is wrong.

    `path` is what its address names, where a page has the same form several times; `found` is
    what was looked up for the answer; `question` is asked before it is done; `code` is that of what was refused.
    """

    form: str = ""
    path: Mapping[str, str | int] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    found: Any = None
    question: str = ""
    code: str = ""

    def value(self, name: str, otherwise: object = "") -> object:
        """The typed value of a field, else its first value."""
        return self.values.get(name, otherwise)

    def several(self, name: str) -> list[str]:
        """The values sent under a name that several fields have."""
        return request.form.getlist(name) if name in self.values else []

    def refuse(self, name: str, sentence: str) -> None:
        """Note what is wrong with a field."""
        sentences = self.errors.setdefault(name, [])
        if sentence not in sentences:
            sentences.append(sentence)

    def refused(self, error: ToolkitError, name: str = "") -> None:
        """Note what was refused beside a field, with the rule behind it."""
        self.code = error.code
        self.refuse(name, refusal_words(error))


def load_form(schema: type[Schema] | None, typed: Typed) -> Loaded:
    """The values of a form.

    Raises:
        ValidationError: some of them cannot be read.
    """
    if schema is None:
        return {}
    form = schema()
    sent: dict[str, object] = {name: value for name, value in typed.values.items() if name not in _FRAME}
    several = [name for name, field in form.fields.items() if isinstance(field, FormList) and name in sent]
    loaded: Loaded = form.load(sent | {name: request.form.getlist(name) for name in several})
    return loaded


def refused_fields(markup: str) -> list[tuple[str, str]]:
    """The fields of a page that something is wrong with: the id of each, and what its label says."""
    marked = re.findall(r'<\w+\b[^>]*\baria-invalid="true"[^>]*>', markup)
    ids = [match[1] for tag in marked if (match := re.search(r'\bid="([^"]+)"', tag))]
    labels = dict(re.findall(r'<label\b[^>]*\bfor="([^"]+)"[^>]*>(.*?)</label>', markup, re.DOTALL))
    words = {id: Markup(labels.get(id, "")).striptags() for id in ids}
    return [(id, words[id] or gettext("Go to the field")) for id in dict.fromkeys(ids)]


def field_sentences(messages: Any) -> dict[str, list[str]]:
    """A schema's messages by field, in the reader's language."""
    return {str(key): [_said(text) for text in _flat(entry)] for key, entry in messages.items()}


def _said(text: str) -> str:
    return translated(text) if isinstance(text, Sayable) else gettext(text)


def _flat(messages: Any) -> list[str]:
    if isinstance(messages, dict):
        return [text for entry in messages.values() for text in _flat(entry)]
    return list(messages)
