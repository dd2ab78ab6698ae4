"""What the judges' pages share: who may, the judge's name, the frame."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, request, url_for

from toolkit.web.access import is_organizer
from toolkit.web.events.console import ORGANIZER, Console, Context, Page
from toolkit.web.stores import current_office

blueprint = Blueprint("judge", __name__, url_prefix="/tournaments")

# The name that a judge gave on this device.
COOKIE = "judge"
_LONGEST = 100


def judge_only[**P, R](view: Callable[P, R]) -> Callable[P, R]:
    """The view for judges; anybody else may not."""

    @functools.wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_organizer():
            abort(403)
        return view(*args, **kwargs)

    return guarded


def own_name() -> str:
    """The name that this judge gave; "" before."""
    name = " ".join(request.cookies.get(COOKIE, "").split())[:_LONGEST]
    return name if name.isprintable() else ""


def official_name() -> str:
    """What the log calls this judge."""
    return own_name() or ORGANIZER


@dataclass(slots=True)
class Bench(Console):
    """A judge at one event."""

    @property
    def author(self) -> str:
        """What the log calls this judge."""
        return official_name()

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a judges' page of this event."""
        return url_for(f"judge.{endpoint}", id=self.id, **values)

    def console_url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the organizer's console."""
        return url_for(f"events.{endpoint}", id=self.id, **values)


class JudgePage(Page):
    """A page of the judges, with its forms."""

    blueprint = blueprint
    prefix = "/<id>/judge"

    @staticmethod
    def guarded[**P, R](view: Callable[P, R]) -> Callable[P, R]:
        """The view for judges."""
        return judge_only(view)

    @staticmethod
    def opened(id: str) -> Bench:
        """The judge at the event of that id.

        Raises:
            StreamNotFound: there is none.
        """
        return Bench(id=id, tournament=current_office().tournaments.look(id).state)


def page(name: str, rule: str, template: str) -> Callable[[Callable[..., Context]], JudgePage]:
    """Make a function that returns a template's values the judges' page of that name."""
    return lambda build: JudgePage(name, rule, template, build)
