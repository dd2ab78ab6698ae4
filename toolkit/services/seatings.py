"""Seatings of the next round: searched for while others may write, or laid by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from toolkit.seating.plan import DEFAULT_SECONDS
from toolkit.services.desk import Change, Desk
from toolkit.tournament import Fact, Tournament, rounds, seats


def draft_seating(
    desk: Desk,
    *,
    seconds: float = DEFAULT_SECONDS,
    seed: int | None = None,
    apart: Sequence[Sequence[int]] = (),
    publish: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Change:
    """Draft the next round with the best seating that is found; `publish` shows it to the players at once.

    The search runs while others may write; if one of them touches the event meanwhile, this is told so and repeated.

    Raises:
        ToolkitError: what the domain refuses with.
        ChangedMeanwhile: players or rounds have changed since the search began.
    """
    asked = ("draft_seating", seconds, seed, apart, publish)
    seen = desk.look()
    if (done := desk.repeated(asked)) is not None:
        return done
    chosen = desk.office.seed() if seed is None else seed
    drafted = seats.seat_next_round(seen, seed=chosen, seconds=seconds, apart=apart, progress=progress)
    facts = _published(desk, seen, drafted) if publish else drafted
    return _as_seen(desk, seen).carry_out(asked, lambda _: facts)


def draft_by_hand(desk: Desk, tables: Sequence[Sequence[int]], *, publish: bool = False) -> Change:
    """Draft the next round at these tables, players in seat order.

    Raises:
        ToolkitError: what the domain refuses with.
    """

    def decide(tournament: Tournament) -> list[Fact]:
        drafted = rounds.draft_round(tournament, tables)
        return _published(desk, tournament, drafted) if publish else drafted

    return desk.carry_out(("draft_by_hand", tuple(map(tuple, tables)), publish), decide)


def _published(desk: Desk, tournament: Tournament, drafted: list[Fact]) -> list[Fact]:
    after = tournament.with_facts(drafted, at=desk.office.now(), by=desk.by)
    return [*drafted, *rounds.publish_round(after)]


def _as_seen(desk: Desk, tournament: Tournament) -> Desk:
    return replace(desk, expected=tournament.number) if desk.expected is None else desk
