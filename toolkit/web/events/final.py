"""The final, step by step: ties tossed, the cut, who cannot play, names placed, the first player, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from toolkit.schemas import event_forms as forms
from toolkit.services.events import draws
from toolkit.tournament import Tournament, final
from toolkit.tournament import decks as preparation
from toolkit.tournament.draws import toss_purpose
from toolkit.tournament.facts import FINAL
from toolkit.tournament.rounds import are_rounds_over, total_rounds
from toolkit.tournament.standings import Standing, standings, winner
from toolkit.tournament.state import Final, Player, Round, State
from toolkit.tournament.steps import Blocker, blockers_of_final
from toolkit.web.base.i18n import points_words, translated
from toolkit.web.base.rules import with_rule
from toolkit.web.base.stores import card_data
from toolkit.web.events.clock import RoundClock
from toolkit.web.events.console import LOTS, Console, page
from toolkit.web.events.grid import GridRow, grid_rows
from toolkit.web.events.share import SharedText, shared_round
from toolkit.web.events.words import round_words

_FIELDS = {"incomplete_toss": "players", "reason_needed": "reason", "unknown_player": "players"}


# So many places behind the cut are shown with it.
_BEHIND = 3


@dataclass(frozen=True)
class FinalPage:
    """The step that the final has come to, with everything that was decided before it."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def final(self) -> Final | None:
        """The final, once its players are confirmed."""
        return self._state.final

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock, once the seats are drawn."""
        round_ = self._state.final_round
        return RoundClock(state=self._state, round=round_) if round_ is not None else None

    @property
    def number(self) -> int:
        """The final as a round, for the forms of its clock and its result."""
        return FINAL

    @property
    def page_kind(self) -> str:
        """The kind of the page, which has its own scripts."""
        return "final-results" if self.table else "final"

    @cached_property
    def is_over(self) -> bool:
        """Whether every round is played."""
        return are_rounds_over(self._state)

    @cached_property
    def _blockers(self) -> list[Blocker]:
        return blockers_of_final(self._state)

    @property
    def waits_for(self) -> list[str]:
        """The tasks before the final, each a sentence."""
        return [_sentence(blocker) for blocker in self._blockers if not blocker.is_warning]

    @property
    def warned(self) -> list[Blocker]:
        """Warnings to check before the finalists are confirmed."""
        return [blocker for blocker in self._blockers if blocker.is_warning and blocker.code != "cut_changed"]

    @property
    def old_cut(self) -> list[str]:
        """The change of the standings since the finalists were confirmed: who would be in now."""
        return [_sentence(blocker) for blocker in self._blockers if blocker.code == "cut_changed"]

    @cached_property
    def _is_before_cut(self) -> bool:
        return self.is_over and self.final is None

    @cached_property
    def _ties(self) -> list[tuple[int, ...]]:
        return final.tosses_needed(self._state) if self._is_before_cut else []

    @property
    def tied(self) -> list[list[Player]]:
        """The players who must toss, group by group."""
        return [self._players(group) for group in self._ties]

    @property
    def toss_purpose(self) -> str:
        """The name of the first toss in the arithmetic of the draws."""
        return toss_purpose(self._state, self._ties[0]) if self._ties else ""

    @property
    def row_cut(self) -> list[tuple[Standing, bool]]:
        """The first places with their seeds before the cut, and whether each player is unavailable.

        All players who are tied at the line are among them.
        """
        if not self._is_before_cut:
            return []
        rows = [row for row in standings(self._state) if row.rank is not None]
        last = max((place for place, row in enumerate(rows, start=1) if row.seed or row.tossed_for), default=0)
        return [(row, row.player.number in self._state.unavailable) for row in rows[: last + _BEHIND]]

    @property
    def above_cut(self) -> int:
        """How many of these rows reach down to the last player who is certain to play the final."""
        return max((place for place, (row, _) in enumerate(self.row_cut, start=1) if row.is_through), default=0)

    @property
    def finalists(self) -> list[tuple[int, Player]]:
        """Seed and player."""
        return list(enumerate(self._players(self.final.finalists), 1)) if self.final else []

    @property
    def prepared(self) -> list[Prepared]:
        """The finalists' decks and crypt cards, by seed."""
        return [_prepared(self._state, self.final, number) for number in self.final.finalists] if self.final else []

    @property
    def final_deck(self) -> str:
        """The way in which finalists get their deck in a multideck event."""
        settings = self._state.settings
        return settings.final_deck.value if settings.is_multideck else ""

    @property
    def deck_rounds(self) -> list[tuple[int, str]]:
        """Number and name of each round."""
        return [(number, round_words(number)) for number in range(1, total_rounds(self._state) + 1)]

    @cached_property
    def _choice(self) -> tuple[tuple[int, ...], int | None]:
        return final.row_to_choose_in(self.final) if self.final else ((), None)

    @property
    def row(self) -> list[Player]:
        """The players who have a place: each one's prey is the next."""
        return self._players(self._choice[0])

    @property
    def placing(self) -> Player | None:
        """The player who chooses a place next."""
        number = self._choice[1]
        return None if number is None else self._state.player(number)

    @property
    def away(self) -> list[Player]:
        """The players who are unavailable."""
        return self._players(sorted(self._state.unavailable))

    @property
    def table(self) -> Round | None:
        """The table of the final, once it is known who plays first."""
        return self._state.final_round

    @property
    def rows(self) -> list[GridRow]:
        """The table with its result, in turn order."""
        return grid_rows(self.at, self.table) if self.table else []

    @property
    def seats(self) -> int:
        """The seats of the table."""
        return len(self.table.table(1)) if self.table else 0

    @property
    def winner(self) -> Player | None:
        """The winner of the event."""
        number = winner(self._state)
        return None if number is None else self._state.player(number)

    @property
    def points(self) -> Callable[[int], str]:
        """Victory points in words."""
        return points_words

    @property
    def shared(self) -> list[SharedText]:
        """The final as texts for chats and forums."""
        return shared_round(self.at, self.table) if self.table else []

    def _players(self, numbers: Iterable[int]) -> list[Player]:
        return [self._state.player(number) for number in numbers]


final_page = page("final", "/final", "events/final.html")(FinalPage)


def _sentence(blocker: Blocker) -> str:
    return with_rule(translated(blocker.message), blocker.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A finalist's deck and crypt cards, as far as they are decided and shown."""

    player: Player
    cards: tuple[str, ...]
    has_list: bool
    deck: str


def _prepared(state: State, opened: Final, number: int) -> Prepared:
    """A finalist's deck and crypt cards, as far as they are decided and shown."""
    decided = opened.deck_rounds.get(number)
    return Prepared(
        player=state.player(number),
        cards=opened.crypt_cards.get(number, ()),
        has_list=preparation.final_deck(state, number) is not None,
        deck=round_words(decided) if decided else "",
    )


final_page.offer("toss", "/final/toss", "toss", LOTS, only=("word", "reason"))
final_page.offer("toss", "/final/tossed", "tossed", _FIELDS, only=("players",), needs=("players",))
final_page.offer("mark_unavailable", "/final/away", "away", behind=("player",))
final_page.offer("mark_available", "/final/back", "back", behind=("player",))
final_page.offer("open_final", "/final/open", "open")
final_page.offer("replace_finalists", "/final/recut", "recut")
final_page.offer("place_finalist", "/final/place", "place", behind=("player", "position"))
final_page.offer("first_player", "/final/first", "first", LOTS, only=("player", "word", "reason"), behind=("player",))
final_page.offer("cancel_final", "/final/cancel", "cancel", _FIELDS)


@final_page.action("/final/crypt/draw", "crypt", forms.FinalistForm)
def draw_crypt(console: Console, player: int) -> None:
    """Three crypt cards of a finalist, drawn from their list and shown."""
    draws.draw_from_list(console.work, player, card_data())


final_page.offer(
    "show_crypt_cards",
    "/final/crypt/shown",
    "shown",
    {"crypt_cards": "cards"},
    only=("player", "cards"),
    behind=("player",),
)
final_page.offer("decide_deck", "/final/deck", "deck", only=("player", "round"), behind=("player",))
