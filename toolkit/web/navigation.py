"""The main navigation: each area names its own entries, and the shell shows them in the order of the areas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask, request
from flask_babel.speaklater import LazyString


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A link of the main navigation.

    Attributes:
        endpoint: the view it leads to, one that needs no arguments.
        label: its word, translated when shown.
        icon: the name of a drawing in templates/macros/icons.html.
    """

    endpoint: str
    label: LazyString
    icon: str

    @property
    def is_current(self) -> bool:
        """Whether the page shown belongs to the same area."""
        return request.endpoint is not None and request.endpoint.split(".")[0] == self.endpoint.split(".")[0]


def init_app(app: Flask) -> None:
    """Let templates list the entries."""
    entries: list[NavEntry] = []
    app.extensions["navigation"] = entries
    app.jinja_env.globals.update(navigation=entries)


def add_entries(app: Flask, module: Any) -> None:
    """Append the entries that an area's `NAVIGATION` names, if it has one."""
    app.extensions["navigation"].extend(getattr(module, "NAVIGATION", ()))
