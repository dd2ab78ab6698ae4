"""The count of a referendum, for a page: votes for and against, what was cast, what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask_babel import gettext, ngettext

from toolkit.web.tables.names import Names

type View = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """A referendum's count: votes for and against, each side's share of a bar of 100, what was cast, what is left."""

    votes_for: int
    votes_against: int
    share_for: float
    share_against: float
    verdict: str
    prisci: str
    cast: tuple[tuple[str, str, str], ...]
    left: tuple[tuple[str, str], ...]


def poll_of(frame: View, names: Names) -> Poll:
    """The count as it stands."""
    pros, cons = frame["for"], frame["against"]
    whole = max(pros + cons, 1)
    passes = pros > cons if frame["passed"] is None else frame["passed"]
    settled = frame["passed"] is not None
    words = {
        (True, True): gettext("The referendum has passed."),
        (True, False): gettext("The referendum has failed."),
        (False, True): gettext("As it stands it passes."),
        (False, False): gettext("As it stands it fails."),
    }
    return Poll(
        votes_for=pros,
        votes_against=cons,
        share_for=round(100 * pros / whole, 1),
        share_against=round(100 * cons / whole, 1),
        verdict=words[settled, passes],
        prisci=gettext("The prisci vote as a block: %(votes)s.", votes=f"{frame['prisci']:+d}")
        if frame["prisci"]
        else "",
        cast=tuple(_cast(item, names) for item in frame["cast"]),
        left=tuple((item["seat"], _votes(item, names)) for item in frame["left"]),
    )


def _cast(item: View, names: Names) -> tuple[str, str, str]:
    return item["seat"], _votes(item, names), gettext("for") if item["is_for"] else gettext("against")


def _votes(item: View, names: Names) -> str:
    count = (
        ngettext("%(num)d ballot", "%(num)d ballots", item["votes"])
        if item["is_ballot"]
        else ngettext("%(num)d vote", "%(num)d votes", item["votes"])
    )
    return f"{source_words(item['source'], names)}: {count}"


def source_words(source: str, names: Names) -> str:
    """Where votes come from: a titled vampire, the calling card, the Edge."""
    known = {
        "calling_card": gettext("the card that called it"),
        "political_card": gettext("a political action card burned"),
        "edge": gettext("the Edge burned"),
        "bonus": gettext("the bonus of Diplomacy"),
    }
    if source in known:
        return known[source]
    return gettext("a card's effect") if source.startswith("effect:") else names.card(source)
