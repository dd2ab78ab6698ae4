"""JG 1.2.1: warnings of earlier events for the same infraction stay visible to judges, as one, and climb no step."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.views import show_proposal
from toolkit.services.events.warnings_elsewhere import elsewhere_told
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, sanctions


def event(context: Context, name: str, vekn: str = "1000001") -> UnitOfWork:
    made = create(context, Configuration(name=name, date=date(2026, 3, 1)), by="Test")
    work = UnitOfWork(context=context, id=made.id, by="Test")
    add_players(work, [Registration(name="Ann", vekn=vekn)])
    return work


def penalize(work: UnitOfWork, infraction: str, *, times: int = 1) -> UnitOfWork:
    for _ in range(times):
        work.change(sanctions.sanction_player, 1, infraction=infraction)
    return work


def told(work: UnitOfWork, infraction: str = "3.8", *, judged: Collection[str] | None = None) -> str | None:
    """What a judge of these events reads, else one of all."""
    found = show_proposal(work, 1, infraction, may_judge=lambda id: judged is None or id in judged).elsewhere
    sentence = elsewhere_told(found)
    return None if sentence is None else str(sentence)


def test_warnings_for_the_same_infraction_are_context_and_climb_no_step(context: Context) -> None:
    for name in ("Lyon", "Prague"):
        penalize(event(context, name), "3.8", times=2)
    penalize(event(context, "Cautions"), "3.3", times=2)
    penalize(event(context, "Another person", vekn="1000002"), "3.8")
    lifted = penalize(event(context, "Lifted"), "3.8")
    lifted.change(sanctions.lift_sanction, 1, reason="a mistake")
    here = event(context, "Here")
    assert told(here) == (
        "Warned for this before, in Prague (2026-03-01) and Lyon (2026-03-01): one warning, for context. "
        "It climbs no step here."
    )
    assert (told(here, "3.3"), told(event(context, "Unnumbered", vekn=""))) == (None, None)
    proposal = show_proposal(here, 1, "3.8", may_judge=lambda _: True)
    assert (proposal.rung, proposal.offence, proposal.kind) == (3, 1, "warning")


def test_a_disqualification_includes_a_warning_unless_it_was_reached_by_climbing(context: Context) -> None:
    here = event(context, "Here")
    penalize(event(context, "Climbed"), "3.2", times=3)
    assert told(here, "3.2") is None
    penalize(event(context, "Cheated"), "4.7")
    assert "Cheated" in str(told(here, "4.7"))


def test_a_judge_reads_of_the_events_where_they_are_one_too(context: Context) -> None:
    theirs, mine, also_mine = event(context, "Theirs"), event(context, "Mine"), event(context, "Also mine")
    penalize(theirs, "3.8")
    assert told(mine, judged=(mine.id, also_mine.id)) is None
    penalize(also_mine, "3.8")
    assert "before, in Also mine (2026-03-01):" in str(told(mine, judged=(mine.id, also_mine.id)))
