"""The public part of an event: the round on show, the standings, the lists after the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from toolkit.languages import Message
from toolkit.tournament.configuration import ListsSeenBy, StandingsSeenBy
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.standings import Standing, standings, winner
from toolkit.tournament.state import Player, Round, State, evolve


@dataclass(frozen=True, slots=True)
class PublicPart[S: State]:
    """The part of an event that is public now; every view over several events asks here.

    Names, countries and published seats are always part of it; VEKN numbers and cities never are.
    """

    _event: S

    @property
    def has_results(self) -> bool:
        """Whether points, places and the winner are shown: after the end, or while the event shows its standings."""
        return self._event.is_finished or self._event.settings.standings_seen_by is StandingsSeenBy.EVERYBODY

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The rows of the standings, the best first; none while they are not shown."""
        return standings(self._event) if self._event.published and self.has_results else ()

    @property
    def ranked(self) -> list[Standing]:
        """Its rows with a place."""
        return [row for row in self.standings if row.rank is not None]

    @property
    def winner(self) -> int | None:
        """The number of the winner, once there is one that is shown."""
        return winner(self._event) if self.has_results else None

    @property
    def rounds(self) -> list[Round]:
        """Every round whose seating was published, and the final."""
        every = (*self._event.rounds, *((self._event.final_round,) if self._event.final_round else ()))
        return [round_ for round_ in every if round_.is_published]

    @property
    def lists(self) -> tuple[Player, ...]:
        """The players whose decklists are shown, in the order of the standings."""
        return tuple(row.player for row in standings(self._event) if row.player.decks and self.shows_deck(row))

    @property
    def shows_deck(self) -> Callable[[Standing], bool]:
        """Whether the deck of a line of the standings is shown."""
        seen = self._event.settings.lists_seen_by
        if not self._event.is_finished or seen is ListsSeenBy.NOBODY or not accepts_decklists(self._event):
            return lambda row: False
        return lambda row: seen is ListsSeenBy.EVERYBODY_AFTER or row.is_finalist

    @property
    def unnumbered(self) -> S:
        """The event without the VEKN numbers and cities of its players, organizer and judges."""
        return self._event.memo.once("unnumbered", lambda: _unnumbered(self._event))


def _unnumbered[S: State](event: S) -> S:
    settings = event.configuration and replace(
        event.configuration,
        organizer_vekn="",
        head_judge_vekn="",
        assistants=tuple(replace(official, vekn="") for official in event.configuration.assistants),
    )
    players = {number: replace(player, vekn="", city="") for number, player in event.players.items()}
    return evolve(event, players=players, configuration=settings)


def public_part[S: State](event: S) -> PublicPart[S]:
    """The part of an event that is public now."""
    return PublicPart(event)


def standings_for(state: State, player: int) -> tuple[Standing, ...]:
    """The rows that a player sees on their own page."""
    public = public_part(state)
    if public.has_results or not state.published or state.settings.standings_seen_by is not StandingsSeenBy.OWN:
        return public.standings
    return tuple(row for row in standings(state) if row.player.number == player)


def seated_round(state: State) -> Round | None:
    """The round that is being played, else the last one whose seating was published."""
    published = public_part(state).rounds
    return state.current_round or (published[-1] if published else None)


def seat_sentence(state: State, round_: Round, player: int) -> Message:
    """A player's seat in a round, in a sentence to them."""
    seat = round_.seats.get(player)
    if seat is None:
        return Message("Round %(number)s is seated: you do not play in it.", number=round_.number)
    if round_.is_final:
        return Message("The final is seated: seat %(seat)s", seat=seat[1])
    table = state.settings.table_name(seat[0])
    return Message("Round %(number)s: table %(table)s, seat %(seat)s", number=round_.number, table=table, seat=seat[1])


def public_round(state: State, number: int) -> Round | None:
    """The round of that number once its seating is published; None before."""
    return next((round_ for round_ in public_part(state).rounds if round_.number == number), None)
