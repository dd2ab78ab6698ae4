"""What the judges' pages share: the judge's name, the addresses, the frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for

from toolkit.web import access
from toolkit.web.events.console import Console, Page, PageValues
from toolkit.web.stores import current_context

blueprint = Blueprint("judge", __name__, url_prefix="/tournaments")

# The name that a judge gave on this device.
COOKIE = "judge"
_LONGEST = 100


def own_name() -> str:
    """The name that this judge gave; "" before."""
    name = " ".join(request.cookies.get(COOKIE, "").split())[:_LONGEST]
    return name if name.isprintable() else ""


def official_name(id: str) -> str:
    """What the log calls this judge: as their link or account does, else by the name given on this device."""
    return access.author(id) if access.is_named(id) else own_name() or access.author(id)


@dataclass(slots=True)
class Bench(Console):
    """A judge at one event."""

    @property
    def author(self) -> str:
        """What the log calls this judge."""
        return official_name(self.id)

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a judges' page of this event."""
        return url_for(f"judge.{endpoint}", id=self.id, **values)

    def may(self, endpoint: str) -> bool:
        """Whether whoever asks may open, or send something to, that judges' page."""
        return access.may_open(f"judge.{endpoint}", self.id)

    def console_url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the organizer's console."""
        return url_for(f"events.{endpoint}", id=self.id, **values)


class JudgePage(Page):
    """A page of the judges, with its forms."""

    blueprint = blueprint
    prefix = "/<id>/judge"

    @staticmethod
    def opened(id: str) -> Bench:
        """The judge at the event of that id.

        Raises:
            StreamNotFound: there is none.
        """
        return Bench(id=id, tournament=current_context().tournaments.look(id).state)


def page(name: str, rule: str, template: str) -> Callable[[Callable[..., PageValues]], JudgePage]:
    """Make a function that returns a template's values the judges' page of that name."""
    return lambda build: JudgePage(name, rule, template, build)
