"""The clock of a round, on the page of the round: started, paused, extended; seats that are empty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from toolkit.languages import natural_key
from toolkit.tournament import clock
from toolkit.tournament.clock import read_clock
from toolkit.tournament.state import Player, Round, State
from toolkit.web.base.clocks import ShownClock, clock_of, clock_view, minutes_of
from toolkit.web.base.stores import current_context

# Codes of refusals -> the field that they are beside.
CLOCK_FIELDS = {
    "bad_minutes": "minutes",
    "bad_seconds": "seconds",
    "much_time": "seconds",
    "unknown_table": "table",
    "reason_needed": "reason",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptySeat:
    """A seat that was reported empty."""

    player: Player
    table: str
    seat: int


@dataclass(frozen=True, kw_only=True)
class RoundClock:
    """The clock of a published round, and those of the tables that have time of their own."""

    state: State
    round: Round

    @cached_property
    def face(self) -> ShownClock:
        """The clock as it is now."""
        return clock_view(self.state, self.round)

    @property
    def minutes(self) -> int:
        """Minutes of the round; 0 without a clock."""
        return minutes_of(self.state, self.round)

    @property
    def tables(self) -> list[tuple[int, ShownClock]]:
        """The tables with time of their own."""
        clocks = self.round.clock
        own = {*clocks.table_extensions, *(pause.table for pause in clocks.pauses if pause.table is not None)}
        now = current_context().steady()
        return [(table, clock_of(read_clock(self.round, now, table))) for table in sorted(own)]

    @cached_property
    def _waiting(self) -> list[Player]:
        seated = (player for player, place in self.round.seats.items() if place[0] not in self.round.results)
        return sorted(map(self.state.player, seated), key=lambda player: natural_key(player.name))

    @property
    def empty(self) -> list[EmptySeat]:
        """The seats that were reported empty."""
        seats = self.round.seats
        return [
            EmptySeat(
                player=player,
                table=self.state.settings.table_name(seats[player.number][0]),
                seat=seats[player.number][1],
            )
            for player in self._waiting
            if player.number in self.round.empty
        ]

    @property
    def seated(self) -> list[tuple[int | str, str]]:
        """The players whose seats could be reported empty, as options of a field."""
        people = (player for player in self._waiting if player.number not in self.round.empty)
        return [("", "—"), *((player.number, player.name) for player in people)]

    @property
    def late_from(self) -> float | None:
        """When the round is lost for players who are not there, in seconds since 1970; None before the start."""
        moment = clock.late_from(self.round)
        return moment.timestamp() if moment else None

    @property
    def is_late(self) -> bool:
        """Whether that moment has passed."""
        moment = clock.late_from(self.round)
        return moment is not None and moment <= current_context().steady()

    @property
    def is_short(self) -> bool:
        """Whether the round has less time than the rules ask for."""
        return clock.is_short(self.state, self.round)

    @property
    def is_ended(self) -> bool:
        """Whether no clock runs any more: every table has its result, or the event is finished."""
        return self.round.is_complete or self.state.is_finished
