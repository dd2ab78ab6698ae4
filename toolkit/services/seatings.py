"""Seatings of the next round: searched for while others may write, or laid by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from toolkit.seating.plan import DEFAULT_SECONDS
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Fact, Tournament, rounds, seats


def draft_seating(
    work: UnitOfWork,
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
    seen = work.look()
    if (done := work.repeated(asked)) is not None:
        return done
    chosen = work.context.seed() if seed is None else seed
    drafted = seats.seat_next_round(seen, seed=chosen, seconds=seconds, apart=apart, progress=progress)
    facts = _published(work, seen, drafted) if publish else drafted
    return _as_seen(work, seen).carry_out(asked, lambda _: facts)


def draft_by_hand(work: UnitOfWork, tables: Sequence[Sequence[int]], *, publish: bool = False) -> Change:
    """Draft the next round at these tables, players in seat order.

    Raises:
        ToolkitError: what the domain refuses with.
    """

    def decide(tournament: Tournament) -> list[Fact]:
        drafted = rounds.draft_round(tournament, tables)
        return _published(work, tournament, drafted) if publish else drafted

    return work.carry_out(("draft_by_hand", tuple(map(tuple, tables)), publish), decide)


def _published(work: UnitOfWork, tournament: Tournament, drafted: list[Fact]) -> list[Fact]:
    after = tournament.with_facts(drafted, at=work.context.now(), by=work.by)
    return [*drafted, *rounds.publish_round(after)]


def _as_seen(work: UnitOfWork, tournament: Tournament) -> UnitOfWork:
    return replace(work, expected=tournament.number) if work.expected is None else work
