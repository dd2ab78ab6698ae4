"""Draws of a stored event: where the seed lies, when it is shown, and what is drawn without it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.events import draws
from toolkit.services.events import limited as use_cases
from toolkit.services.events.draws import commit_seed, draws_from_seed, finish, reveal_seed, show_draws, verify_draws
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.services.lifecycle.forgetting import forget_player
from toolkit.services.lifecycle.tournaments import create, export_tournament, import_tournament
from toolkit.services.server.copies import back_up, restore
from toolkit.storage import StreamNotFound, folder_url, open_store
from toolkit.tournament import Configuration, decks, fold, history, players, results, steps
from toolkit.tournament.draw_record import listed_draws
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.limited import phases
from toolkit.tournament.limited.facts import LimitedFormat, PoolCard
from toolkit.tournament.limited.plan import give_product


def played(work: UnitOfWork) -> UnitOfWork:
    """A round is published and has its results."""
    work.change(steps.publish_round)
    number = work.look().published
    for table, seats in enumerate(work.look().round(number).tables, start=1):
        work.change(results.enter_result, number, table, victory_points=[0.5] * len(seats))
    return work


def test_the_seed_is_in_no_export_before_it_is_revealed(work: UnitOfWork) -> None:
    commit_seed(work)
    draft_seating(work)
    seed = work.context.store.setting(f"draw_seed {work.id}", lambda: "")
    assert len(seed) == 64
    assert seed not in render_tournament(work.look())
    reveal_seed(work)
    assert show_draws(work.look()).seed == seed


@pytest.mark.parametrize("id", ["unknown", "a\0b", "x" * 5000])
def test_no_seed_is_kept_for_an_event_that_is_not_here(context: Context, id: str) -> None:
    with pytest.raises(StreamNotFound):
        commit_seed(UnitOfWork(context=context, id=id, by="Test"))
    assert context.store.known_setting("draw_seed unknown") is None


def test_the_end_of_the_event_reveals_the_seed_and_every_draw_holds(work: UnitOfWork) -> None:
    commit_seed(work)
    for _ in range(3):
        draft_seating(work, seconds=0.1)
        played(work)
    draws.toss(work, word="Árvore")
    change = finish(work, is_early=True, reason="the hall closes")
    assert [entry.fact.NAME for entry in change.entries] == ["tournament_finished", "seed_revealed"]
    shown = verify_draws(render_tournament(work.look()).encode())
    assert [(one.purpose, one.verdict) for one in shown.draws] == [
        (purpose, "holds") for purpose in ("round 1", "round 2", "round 3", "toss")
    ]
    assert history.describe_change(work.look(), history.last_change(work.look())).startswith("Ended the event early")


def limited(work: UnitOfWork, **plan: object) -> UnitOfWork:
    """A limited event whose product is given out."""
    use_cases.plan_event(work, boosters=6, product="Test", **plan)
    work.change(phases.start_phase)
    work.change(give_product)
    work.change(phases.start_phase)
    return work


def drawn(work: UnitOfWork, draw: Callable[..., Change]) -> list[tuple[str, str, str]]:
    """What the record of the draws says of two draws of one kind, and of one that takes another seed."""
    commit_seed(work)
    draw(work, reason="first")
    draw(work, reason="again")
    reveal_seed(work)
    draw(work, seed=7, reason="with a seed")
    return [
        (one.purpose, one.title, one.verdict) for one in verify_draws(render_tournament(work.look()).encode()).draws
    ]


def test_pods_from_the_committed_seed_hold(work: UnitOfWork) -> None:
    made = drawn(limited(work), use_cases.draw_pods)
    assert made[:2] == [("pods", "pods", "holds"), ("pods b", "pods, drawn again (b)", "holds")]
    assert [verdict for _, _, verdict in made[2:]] == ["not verifiable"]


def test_a_swap_from_the_committed_seed_holds(work: UnitOfWork) -> None:
    limited(work, format=LimitedFormat.SEALED, swaps=True)
    for number in range(1, 13):
        use_cases.enter_pool(work, number, cards=[PoolCard(card=100845, count=number)])
    made = drawn(work, use_cases.draw_swap)
    keeps, gets = "swap: who keeps theirs", "swap of the pools"
    assert made[:4] == [
        ("swap keep", keeps, "holds"),
        ("swap", gets, "holds"),
        ("swap keep b", f"{keeps}, drawn again (b)", "holds"),
        ("swap b", f"{gets}, drawn again (b)", "holds"),
    ]
    assert [verdict for _, _, verdict in made[4:]] == ["not verifiable"]


def test_a_seed_of_ones_own_is_refused_under_a_commitment(work: UnitOfWork) -> None:
    with pytest.raises(BadValue, match="A word belongs to a committed seed"):
        draft_seating(work, word="Brujah")
    commit_seed(work)
    with pytest.raises(Refused, match="a draw takes no other"):
        draft_seating(work, seed=7)


def test_another_draft_asks_for_the_reason(work: UnitOfWork) -> None:
    commit_seed(work)
    draft_seating(work)
    with pytest.raises(BadValue, match="enter a reason") as refused:
        draft_seating(work, only_better=True)
    assert refused.value.code == "reason_needed"
    work.change(players.drop_player, 3)
    draft_seating(work, reason="Player 3 left")
    assert [one.purpose for one in show_draws(work.look()).draws] == ["round 1", "round 1b"]


def test_what_is_drawn_after_the_seed_was_revealed_is_not_verifiable(work: UnitOfWork) -> None:
    commit_seed(work)
    draft_seating(work)
    played(work)
    reveal_seed(work)
    draft_seating(work, seconds=0.1)
    assert [one.verdict for one in show_draws(work.look()).draws] == ["holds", "not verifiable"]


def elsewhere(work: UnitOfWork) -> UnitOfWork:
    """The event as an export takes it along, without the seed that it committed to."""
    made = import_tournament(work.context, export_tournament(work.context, work.id).encode())
    return replace(work, id=made.id)


def test_an_event_whose_seed_is_elsewhere_draws_tosses_and_finishes_and_says_why(work: UnitOfWork) -> None:
    commit_seed(work)
    there = elsewhere(work)
    there.change(decks.take_paper_list, 1)
    for _ in range(3):
        draft_seating(there, seconds=0.1)
        played(there)
    draws.draw_checks(there, 3)
    draws.toss(there)
    draws.draw_raffle(there)
    with pytest.raises(BadValue, match="draw without a word"):
        draws.draw_raffle(there, word="Brujah")
    finish(there, is_early=True, reason="the hall closes")
    shown = show_draws(there.look()).draws
    assert len(shown) == 6
    assert {(one.verdict, one.why) for one in shown} == {
        ("not verifiable", "Drawn from a logged seed: the committed one was not on this laptop.")
    }


def test_what_needs_the_very_seed_is_refused_at_once_where_it_is_not(work: UnitOfWork) -> None:
    with pytest.raises(Refused, match="No seed was committed"):
        reveal_seed(work)
    commit_seed(work)
    there = elsewhere(work)
    with pytest.raises(Refused, match="not on this laptop") as refused:
        reveal_seed(there)
    assert refused.value.code == "seed_elsewhere"
    with pytest.raises(Refused, match="committed already"):
        commit_seed(there)


def test_a_copy_takes_the_seed_along_and_an_export_does_not(work: UnitOfWork, tmp_path: Path) -> None:
    commit_seed(work)
    export = export_tournament(work.context, work.id).encode()
    restore(back_up(work.context, tmp_path / "copy.db").path, str(folder_url(tmp_path / "new")))
    new = Context(open_store(folder_url(tmp_path / "new")))
    there = UnitOfWork(context=new, id=work.id, by="Ann")
    assert draws_from_seed(new, there.id, there.look())
    draft_seating(there)
    assert [one.verdict for one in show_draws(there.look()).draws] == ["seed not revealed"]
    imported = import_tournament(new, export)
    assert not draws_from_seed(new, imported.id, imported.tournament)
    new.store.close()


@pytest.mark.parametrize(("judge", "verdict"), [("Somebody else", "does not hold"), ("Player 1", "holds")])
def test_a_forgotten_person_hides_the_identity_only_where_the_first_entry_named_them(
    context: Context, judge: str, verdict: str
) -> None:
    made = create(context, Configuration(name="Lyon", rounds=2, head_judge=judge), by="Odile")
    work = UnitOfWork(context=context, id=made.id, by="Odile")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 11)])
    commit_seed(work)
    draft_seating(work)
    played(work)
    reveal_seed(work)
    forget_player(work, 1)
    (shown,) = verify_draws(render_tournament(work.look()).encode()).draws
    assert shown.verdict == "holds"
    assert ("no longer known" in shown.why) is (verdict == "holds")
    other = replace(work.look().entry(1), by="Another author")
    event = fold([other, *list(work.look().log)[1:]])
    assert [str(one.verdict) for one in listed_draws(event)] == [verdict]


def test_nobody_sees_a_draft_or_the_next_checks(work: UnitOfWork) -> None:
    commit_seed(work)
    draft_seating(work)
    assert show_draws(work.look(), is_private=False).draws == []
    played(work)
    assert [one.purpose for one in show_draws(work.look(), is_private=False).draws] == ["round 1"]


def test_an_altered_export_says_which_draw_does_not_hold(work: UnitOfWork) -> None:
    commit_seed(work)
    draft_seating(work)
    played(work)
    reveal_seed(work)
    content = json.loads(render_tournament(work.look()))
    entry = next(entry for entry in content["entries"] if entry["fact"] == "draw_made")
    entry["reason"] = "x"
    from toolkit.exchange.tournament_json import _checksum

    content["checksum"] = _checksum(content["entries"])
    (shown,) = verify_draws(json.dumps(content).encode()).draws
    assert shown.verdict == "does not hold"
