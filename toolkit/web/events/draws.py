"""The console's page of draws: what the event committed to, and each draw with what it can be verified by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from markupsafe import Markup

from toolkit.services.kernel import links
from toolkit.tournament import Tournament
from toolkit.tournament.draw_record import DrawVerdict, ListedDraw, listed_draws
from toolkit.tournament.draws import commit_seed
from toolkit.tournament.errors import Refused
from toolkit.web.base.i18n import linked, name_link, translated
from toolkit.web.events.console import Console, page


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDraw:
    """A draw as pages show it; `order` the names as they were drawn, `mark` the colour of the verdict."""

    title: Markup
    purpose: str
    verdict: str
    mark: str
    why: str
    word: str
    reason: str
    order: list[tuple[int, Markup]]
    draw: str


_WORDS = {
    DrawVerdict.HOLDS: _l("holds"),
    DrawVerdict.FAILS: _l("does not hold"),
    DrawVerdict.UNVERIFIABLE: _l("not verifiable"),
    DrawVerdict.WAITS: _l("the seed is not revealed yet"),
}
_MARKS = {DrawVerdict.HOLDS: "good", DrawVerdict.FAILS: "bad", DrawVerdict.UNVERIFIABLE: "warn", DrawVerdict.WAITS: ""}


def shown_draws(
    event: Tournament, every: Iterable[ListedDraw], address: Callable[[int], str] = lambda number: ""
) -> list[ShownDraw]:
    """The draws as pages show them; `address` says where a player's name leads, by number."""
    return [_shown(event, draw, address) for draw in every]


def _shown(event: Tournament, draw: ListedDraw, address: Callable[[int], str]) -> ShownDraw:
    fact = draw.fact
    return ShownDraw(
        title=linked(draw.title, address),
        purpose=draw.purpose,
        verdict=str(_WORDS[draw.verdict]),
        mark=_MARKS[draw.verdict],
        why=translated(draw.why) if draw.why else "",
        word=fact.word if fact else "",
        reason=fact.reason if fact else "",
        order=[
            (number, name_link(event.player(number).name, address(number)))
            for number in (fact.order if fact else ())
            if number in event.players
        ],
        draw=fact.draw if fact else "",
    )


@dataclass(frozen=True)
class DrawsPage:
    """The commitment of the event, and its draws."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def draws(self) -> list[ShownDraw]:
        """The draws, in order."""
        return shown_draws(self._state, listed_draws(self._state))

    @property
    def refusal(self) -> str:
        """The reason why no seed can be committed any more; "" where one can."""
        try:
            commit_seed(self._state, "", event="")
        except Refused as error:
            return translated(error.message)
        return ""

    @property
    def can_reveal(self) -> bool:
        """Whether there is a seed to reveal, and a draw that came from it."""
        return self.at.draws_from_seed and bool(self._state.draws)

    @property
    def public_url(self) -> str:
        """The address of the same page for everyone."""
        return f"{links.event_path(self.at.id)}/draws"


draws_page = page("draws", "/draws", "events/draws.html")(DrawsPage)


draws_page.offer("commit_seed", "/draws/commitment", "commit")
draws_page.offer("reveal_seed", "/draws/seed", "reveal")
