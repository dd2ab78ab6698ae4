"""The console's page of draws: what the event committed to, and each draw with what it can be verified by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from toolkit.services.kernel import links
from toolkit.tournament import Tournament
from toolkit.tournament.draw_record import DrawVerdict, ListedDraw, listed_draws
from toolkit.tournament.draws import commit_seed
from toolkit.tournament.errors import Refused
from toolkit.web.base.i18n import said
from toolkit.web.events.console import Console, page


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDraw:
    """A draw as pages show it; `order` the names as they were drawn, `mark` the colour of the verdict."""

    title: str
    purpose: str
    verdict: str
    mark: str
    why: str
    word: str
    reason: str
    order: list[tuple[int, str]]
    draw: str


_WORDS = {
    DrawVerdict.HOLDS: _l("holds"),
    DrawVerdict.FAILS: _l("does not hold"),
    DrawVerdict.UNVERIFIABLE: _l("not verifiable"),
    DrawVerdict.WAITS: _l("the seed is not revealed yet"),
}
_MARKS = {DrawVerdict.HOLDS: "good", DrawVerdict.FAILS: "bad", DrawVerdict.UNVERIFIABLE: "warn", DrawVerdict.WAITS: ""}


def shown_draws(event: Tournament, every: Iterable[ListedDraw]) -> list[ShownDraw]:
    """The draws as pages show them."""
    return [
        ShownDraw(
            title=said(one.title),
            purpose=one.purpose,
            verdict=str(_WORDS[one.verdict]),
            mark=_MARKS[one.verdict],
            why=said(one.why) if one.why else "",
            word=one.fact.word if one.fact else "",
            reason=one.fact.reason if one.fact else "",
            order=[(number, event.player(number).name) for number in one.fact.order if number in event.players]
            if one.fact
            else [],
            draw=one.fact.draw if one.fact else "",
        )
        for one in every
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawsPage:
    """What the event committed to, and its draws.

    Attributes:
        refusal: why no seed can be committed any more; "" where it can.
        public_url: where everybody finds the same.
    """

    draws: list[ShownDraw]
    refusal: str
    can_reveal: bool
    public_url: str


@page("draws", "/draws", "events/draws.html")
def draws_page(console: Console) -> DrawsPage:
    """What the event committed to, and its draws."""
    event = console.tournament
    return DrawsPage(
        draws=shown_draws(event, listed_draws(event)),
        refusal=_refusal(event),
        can_reveal=console.draws_from_seed and bool(event.draws),
        public_url=f"{links.event_path(console.id)}/draws",
    )


def _refusal(event: Tournament) -> str:
    try:
        commit_seed(event, "", event="")
    except Refused as error:
        return said(error.message)
    return ""


draws_page.offer("commit_seed", "/draws/commitment", "commit")
draws_page.offer("reveal_seed", "/draws/seed", "reveal")
