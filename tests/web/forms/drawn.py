"""The forms of a page as a browser has them: where each is sent, and its fields with what they begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_FRAME = {"csrf_token", "sequence", "key", "seen"}


@dataclass
class Field:
    """A control that somebody fills in; its kind is that of the input, or the element's name."""

    name: str
    kind: str
    value: str = ""
    is_required: bool = False


@dataclass
class Form:
    """A form that changes something.

    Attributes:
        is_kept: without network, a script keeps what it says and sends it later (`outbox.js`).
        nothing: the sentence with which that script refuses it while nothing is typed.
    """

    action: str
    is_kept: bool = False
    nothing: str = ""
    fields: list[Field] = field(default_factory=list)

    @property
    def bad_places(self) -> list[Field]:
        """The fields that a person fills in, and what a page puts beside them, which anybody can change as well."""
        named = {one.name: one for one in self.fields if one.name not in _FRAME and one.kind != "file"}
        return list(named.values())

    @property
    def sent(self) -> dict[str, str]:
        """What a browser sends of it as it stands."""
        return {one.name: one.value for one in self.fields}

    @property
    def typed(self) -> dict[str, str]:
        """The form with a word, or a one, in each empty field."""
        return {one.name: one.value or ("1" if one.kind == "number" else "Test") for one in self.fields}

    def with_value(self, changed: Field, value: str) -> dict[str, str]:
        """The form as it is sent with another value in one field."""
        return {**self.sent, changed.name: value}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._area: Field | None = None
        self._choice: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            form = Form(has.get("action", ""), is_kept="data-keep" in has, nothing=has.get("data-nothing", ""))
            self._open = form if has.get("method", "").lower() == "post" else None
            self.forms += [self._open] if self._open else []
        if self._open is None:
            return
        if tag == "option" and self._choice is not None and ("selected" in has or not self._choice.value):
            self._choice.value = has.get("value", "")
        if not has.get("name"):
            return
        if tag in ("select", "textarea"):
            known = Field(has["name"], tag, is_required="required" in has)
            self._open.fields.append(known)
            self._area, self._choice = (known, None) if tag == "textarea" else (None, known)
        elif tag == "button":
            self._open.fields.append(Field(has["name"], tag, has.get("value", "")))
        elif tag == "input" and (has.get("type") not in ("radio", "checkbox") or "checked" in has):
            kind = "hidden" if "hidden" in has else has.get("type", "text")
            self._open.fields.append(Field(has["name"], kind, has.get("value", ""), "required" in has))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        if tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.value += data.removeprefix("\n")


def forms_of(page: str) -> Iterator[Form]:
    """The forms of a page that change something."""
    reader = _Reader()
    reader.feed(page)
    yield from reader.forms
