"""Addresses: what makes an address of an endpoint is compiled when the first one is asked for, not at the start."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from werkzeug.routing import Rule

type Build = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A rule whose builders are compiled by their first use: all of them at once would cost a tenth of a start.

    Werkzeug has no public place for this. Under a version that calls it otherwise, builders are compiled at the start
    again, and a test says so.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Build:
        compile_now = super()._compile_builder
        known: list[Build] = []

        def build(rule: Rule, **values: object) -> tuple[str, str]:
            if not known:
                known.append(compile_now(append_unknown))
            return known[0](rule, **values)

        return build


def init_app(app: Flask) -> None:
    """Give `app` such rules."""
    app.url_rule_class = LateRule
