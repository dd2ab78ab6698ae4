"""All public data of an event, in one answer for programs and pages of other sites."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.exchange.tournament_json import StandingView, show_standings
from toolkit.services.events.views import FinalView, NamedView, RoundView, show_final, show_round, without_points
from toolkit.tournament.published import public_part
from toolkit.tournament.state import State
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPlayerView:
    """A player as all may know them: no number of an association, no city."""

    player: int
    name: str
    country: str
    active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicStandingView(ViewOf[StandingView]):
    """A line of the standings."""

    rank: int | None
    player: int
    name: str
    game_wins: int
    victory_points: float
    tournament_points: int
    seed: int | None
    final_victory_points: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDeckView:
    """A list that all may see; `round` is 0 where one list is played throughout.

    Attributes:
        round: its round, from 1; 0 where one list is played throughout.
        name: name of the deck.
    """

    player: int
    round: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEventView:
    """An event as a passer-by sees it.

    Attributes:
        date: ISO, or null.
        rounds: rounds with a published seating. They have points if the standings are public.
        standings: the standings; empty while they are not public.
        decks: the decks; empty before they are public.
    """

    id: str
    name: str
    date: str | None
    place: str
    country: str
    finished: bool
    players: tuple[PublicPlayerView, ...]
    rounds: tuple[RoundView, ...]
    standings: tuple[PublicStandingView, ...]
    final: FinalView | None
    winner: NamedView | None
    decks: tuple[PublicDeckView, ...]


def show_public(id: str, state: State) -> PublicEventView:
    """All that the public page shows, for programs of other sites."""
    settings, public = state.settings, public_part(state)
    rounds = [_without_officials(show_round(state, round_)) for round_ in public.rounds]
    final_view = show_final(state) if state.final is not None and public.has_results else None
    return PublicEventView(
        id=id,
        name=settings.name,
        date=settings.date.isoformat() if settings.date else None,
        place=settings.place,
        country=settings.country,
        finished=state.is_finished,
        players=tuple(
            PublicPlayerView(player=player.number, name=player.name, country=player.country, active=player.is_active)
            for player in sorted(state.players.values(), key=lambda player: player.number)
        ),
        rounds=tuple(rounds if public.has_results else map(without_points, rounds)),
        standings=tuple(
            PublicStandingView.of(row, player=row.number, name=row.player)
            for row in (show_standings(state) if state.published and public.has_results else ())
        ),
        final=replace(final_view, table=None) if final_view else None,
        winner=final_view.winner if final_view else None,
        decks=tuple(
            PublicDeckView(player=player.number, round=number, name=deck.verdict.deck_name, text=deck.text)
            for player in public.lists
            for number, deck in sorted(player.decks.items())
        ),
    )


def _without_officials(view: RoundView) -> RoundView:
    """A round without who entered its results and why."""
    return replace(view, seed=None, tables=tuple(replace(table, result=None) for table in view.tables))
