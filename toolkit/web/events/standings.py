"""The console's page of standings: every place, how the event is closed, and what can be sent out then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext

from toolkit.exchange.early_end import EarlyEndReportView, show_early_end
from toolkit.languages import natural_key
from toolkit.tournament import Tournament
from toolkit.tournament.final import cut_line
from toolkit.tournament.games import whole_rounds
from toolkit.tournament.players import search_words
from toolkit.tournament.questions import is_reported
from toolkit.tournament.standings import NotRanked, Standing, has_final, has_seeds, not_ranked, standings, winner
from toolkit.tournament.state import Player
from toolkit.tournament.steps import Blocker, blockers_of_finish
from toolkit.web.base.i18n import points_words, translated
from toolkit.web.events.console import Console, page
from toolkit.web.events.listing import Listing, Sorting, letter, listed, ten
from toolkit.web.events.reports import Owing
from toolkit.web.events.share import SharedText, shared_standings
from toolkit.web.events.words import shared_words

# From so many places on, the list has a search and sorts; from so many, a box in which it moves.
_SEARCHED = 30
_BOXED = 100

_BY_RANK: Mapping[str, Sorting[Standing]] = {
    "place": Sorting(
        word=lazy_pgettext("of a player", "Place"), key=lambda row: row.rank or 0, place=lambda row: ten(row.rank or 1)
    ),
    "name": Sorting(
        word=_l("Name"),
        key=lambda row: natural_key(row.player.name),
        place=lambda row: letter(row.player.name),
    ),
}


@dataclass(frozen=True)
class StandingsPage:
    """Everybody's place, how the event is closed, and what can be sent out then."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def _rows(self) -> list[Standing]:
        return [row for row in standings(self._state) if row.rank is not None]

    @cached_property
    def ranked(self) -> Listing[Standing]:
        """The players who have a place, as the reader looks for them."""
        return listed(
            self._rows,
            words=lambda row: search_words(row.player),
            anchor=lambda row: f"rank-{row.player.number}",
            sorts=_BY_RANK,
        )

    @property
    def is_searched(self) -> bool:
        """Whether the list is long enough for a search, or one was asked for."""
        return len(self._rows) >= _SEARCHED or bool(self.ranked.q)

    @property
    def is_boxed(self) -> bool:
        """Whether the list is so long that it moves in a box of its own."""
        return len(self._rows) >= _BOXED

    @property
    def above_cut(self) -> int:
        """The number of rows above the line of the cut; 0 without one, and in another order."""
        return cut_line(self._state) if self.ranked.sort == "place" and not self.ranked.q else 0

    @property
    def out(self) -> NotRanked:
        """The players without a place."""
        return not_ranked(self._state)

    @property
    def points(self) -> Callable[[int], str]:
        """Victory points in words."""
        return points_words

    @cached_property
    def player_address(self) -> Callable[[int], str] | None:
        """The address of a player's page, for readers who may open it."""
        return self.at.urls("player", "player") if self.at.may("player") else None

    @property
    def with_rating(self) -> bool:
        """Whether the event is reported, and any player has rating points."""
        return is_reported(self.at.tournament) and any(row.rating_points is not None for row in self._rows)

    @property
    def with_final(self) -> bool:
        """Whether the final has points."""
        return has_final(self._rows)

    @property
    def with_seeds(self) -> bool:
        """Whether any player has a seed."""
        return has_seeds(self._rows)

    @property
    def shared_places(self) -> str:
        """Why several players have one place; "" where none do."""
        return shared_words(self._rows)

    @cached_property
    def _blockers(self) -> list[Blocker]:
        return blockers_of_finish(self._state)

    @cached_property
    def can_finish(self) -> bool:
        """Whether the event can be closed."""
        return not self._state.is_finished and all(blocker.is_warning for blocker in self._blockers)

    @property
    def can_end(self) -> bool:
        """Whether the event can only end early."""
        return bool(self._state.published) and not self._state.is_finished and not self.can_finish

    @property
    def warned(self) -> list[Blocker]:
        """Warnings to check before the event is closed."""
        return [blocker for blocker in self._blockers if blocker.is_warning]

    @property
    def whole(self) -> int:
        """The number of rounds that count if the event ends early."""
        return len(whole_rounds(self._state))

    @property
    def winner(self) -> Player | None:
        """The winner of a closed event."""
        number = winner(self._state) if self._state.is_finished else None
        return None if number is None else self._state.player(number)

    @property
    def owing(self) -> Owing | None:
        """The reports of a closed event that is reported, for readers who may send them."""
        is_owed = self._state.is_finished and is_reported(self._state)
        return Owing(self._state) if is_owed and self.at.may("report") else None

    @property
    def shared(self) -> list[SharedText]:
        """The standings as texts for chats and forums."""
        return shared_standings(self.at) if self._state.published else []

    @property
    def report(self) -> EarlyEndReportView | None:
        """The report of an early end, for readers who may write it."""
        may_write = bool(self._state.ended_early) and self.at.may("standings_report")
        return show_early_end(self._state, translated) if may_write else None


standings_page = page("standings", "/standings", "events/standings.html")(StandingsPage)
standings_page.offer("finish", "/finish", "finish", {"reason_needed": "reason"})
standings_page.offer(
    "report_early_end", "/early-end", "report", {"nature_needed": "nature", "decision_needed": "decision"}
)
standings_page.offer("reopen", "/reopen", "reopen", {"reason_needed": "reason"})
