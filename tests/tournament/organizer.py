"""An organizer for tests: operations go in, the tournament goes on, each a second after the other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from toolkit.tournament import (
    Configuration,
    Tournament,
    announcements,
    calls,
    checkin,
    clock,
    deck_checks,
    decks,
    disputes,
    event,
    fees,
    final,
    history,
    players,
    prizes,
    raffle,
    receivers,
    results,
    rounds,
    sanctions,
    seats,
    signup,
    standings,
    steps,
)
from toolkit.tournament.limited import late_and_leaving, michigan, phases, plan, pods, pools

START = datetime(2026, 11, 21, 9, tzinfo=UTC)
# What a report asks for, so that nothing of it stands in the way.
COMPLETE = {"name": "Test", "date": START.date(), "place": "Ghent", "country": "BE", "vekn_event": "12345"}
AREAS = (
    event, players, decks, deck_checks, checkin, rounds, seats, results, disputes, sanctions, final, steps, clock,
    calls, announcements, receivers, fees, prizes, raffle, signup, plan, pods, phases, pools,
    michigan, late_and_leaving,
)  # fmt: skip


class Organizer:
    """`organizer.enter_result(1, 1, …)` asks the operation of that name and enters its facts."""

    def __init__(self, **settings: object) -> None:
        self.now, self.tournament = START, Tournament()
        self.enter(event.create(Configuration(**{**COMPLETE, **settings})))

    def enter(self, facts: list) -> list:
        self.now += timedelta(seconds=1)
        self.tournament = self.tournament.with_facts(facts, at=self.now, by="Ann")
        return facts

    def __getattr__(self, name: str):
        operation = next((getattr(area, name) for area in (*AREAS, history) if hasattr(area, name)), None)
        if operation is None:
            raise AttributeError(name)
        return lambda *words, **options: self.enter(operation(self.tournament, *words, **options))

    @property
    def state(self) -> Tournament:
        return self.tournament

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    def with_players(self, count: int) -> Organizer:
        for number in range(count):
            self.add_player(f"Player {len(self.tournament.players) + 1}", vekn=str(3_000_001 + number))
        return self

    def seated(self, *tables: list[int]) -> Organizer:
        self.draft_round(tables)
        self.publish_round()
        return self

    def result(self, table: int, *victory_points: float, round: int | None = None) -> Organizer:
        number = self.tournament.published if round is None else round
        self.enter_result(number, table, victory_points=victory_points)
        return self

    def row(self, player: int):
        return next(row for row in standings.standings(self.tournament) if row.player.number == player)

    def order(self) -> list[int]:
        return [row.player.number for row in standings.standings(self.tournament)]

    def blocking(self) -> list[str]:
        return [blocker.code for blocker in steps.blockers(self.tournament)]


def ten() -> Organizer:
    """Two tables of five, seated for round 1 of 2."""
    return Organizer(rounds=2).with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])


def before_final() -> Organizer:
    """Ten players after both rounds; preliminary order 1 6 2 8 3 7, then 9 and 10 tied, 4 and 5 tied."""
    organizer = ten()
    organizer.result(1, 3, 2, 0, 0, 0).result(2, 3, 1, 1, 0, 0)
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    return organizer.result(1, 2, 2, 1, 0, 0).result(2, 1.5, 0, 0.5, 0.5, 0.5)
