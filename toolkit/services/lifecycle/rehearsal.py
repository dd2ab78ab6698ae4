"""A rehearsal: an event of any size with invented people and results, marked so, of which nothing is reported."""

from __future__ import annotations

import random
from datetime import date

from toolkit.languages import Message
from toolkit.seating.model import FEWEST_PLAYERS, STAGGERED, structures
from toolkit.services.events import draws
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.services.lifecycle import tournaments
from toolkit.tournament import Configuration, final, results
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import FINAL
from toolkit.tournament.rounds import are_rounds_over, next_round_number

MOST = 500


def rehearse(
    context: Context,
    *,
    players: int,
    rounds: int = 2,
    name: str = "",
    day: date | None = None,
    is_finished: bool = False,
    by: str,
    key: str | None = None,
) -> Change:
    """Play an event of so many players to the end of its final, and leave it open unless `is_finished`; one a key.

    Each plays so many `rounds`: 6, 7 or 11 players do so in more rounds, out of which some sit.

    Raises:
        BadValue: too few for a table, or too many.
        ImpossibleSeating: 6, 7 or 11 players in one round.
    """
    if not FEWEST_PLAYERS <= players <= MOST:
        raise BadValue(
            Message(
                "A rehearsal has %(first)s to %(last)s players: choose 4 or 5 for one table, 8 or more for several.",
                first=FEWEST_PLAYERS,
                last=MOST,
            ),
            code="bad_count",
        )
    if players in STAGGERED:
        structures(players * rounds, players, rounds)
    settings = Configuration(name=name or f"Rehearsal ({players})", rounds=rounds, date=day, is_rehearsal=True)
    made = tournaments.create(context, settings, by=by, key=key)
    if made.is_repeat:
        return made
    work, dice = UnitOfWork(context=context, id=made.id, by=by), random.Random(context.seed())
    names = tournaments.NAMES
    people = [
        f"{names[place % len(names)]}{place // len(names) + 1 if place >= len(names) else ''}"
        for place in range(players)
    ]
    add_players(work, [Registration(name=person) for person in people])
    while not are_rounds_over(work.look()):
        number = next_round_number(work.look())
        draft_seating(work, seconds=0.2, publish=True)
        for table, seated in work.look().round(number).numbered():
            work.change(results.enter_result, number, table, victory_points=invented(len(seated), dice))
    if final.tosses_needed(work.look()):
        draws.settle_ties(work)
    work.change(final.open_final)
    opened = work.look().final
    assert opened is not None
    work.change(final.place_row, opened.finalists)
    draws.draw_first_player(work)
    ended = work.change(results.enter_result, FINAL, 1, victory_points=invented(len(opened.finalists), dice))
    return draws.finish(work) if is_finished else ended


def invented(seats: int, dice: random.Random) -> tuple[str, ...]:
    """The victory points of a game that can be: by chance a player is ousted, until time is up or one is left."""
    halves, alive = [0] * seats, list(range(seats))
    while len(alive) > 1 and dice.random() < 0.8:
        place = dice.randrange(len(alive))
        halves[alive[place]] += 2
        del alive[(place + 1) % len(alive)]
    for seat in alive:
        halves[seat] += 2 if len(alive) == 1 else 1
    return tuple(f"{points // 2}{'.5' if points % 2 else ''}" for points in halves)
