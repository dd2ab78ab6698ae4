"""Draws that anybody can verify: the worked examples of the specification, repetitions, and what an alteration does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import DeckVerdict, Tournament, fold
from toolkit.tournament.declarations import OFFICIALS
from toolkit.tournament.draw_record import DrawVerdict, is_public, listed_draws, verified_draws
from toolkit.tournament.draws import (
    DrawSeed,
    commit_seed,
    commitment_of,
    draw_of,
    identity,
    order_of,
    reveal_seed,
    toss_purpose,
)
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import (
    DrawMade,
    RaffleDrawn,
    RafflePool,
    RoundDrafted,
    SeedRevealed,
    fact_from_dict,
    fact_to_dict,
)
from toolkit.tournament.final import draw_first_player, toss
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPlan, Pod, PodsDrawn, PoolCard, SwapDrawn
from toolkit.tournament.limited.plan import parse_line
from toolkit.tournament.log import describe
from toolkit.tournament.raffle import RaffleWishes
from toolkit.tournament.seats import seat_next_round

SEED = "00112233445566778899aabbccddeeff" * 2
THIRTEEN = range(1, 14)
VERSION = "1.0"


def draw_seed(**said: str) -> DrawSeed:
    return DrawSeed(seed=SEED, version=VERSION, **said)


# The examples of the specification: event `prague-cup`.


def test_the_commitment_of_the_example() -> None:
    assert commitment_of("prague-cup", SEED) == "bcb999331a20e5ba905a87bcaa99f3c991e790ed88148176b6b143b0308fb990"


def test_the_draw_of_round_1_of_the_example() -> None:
    draw = draw_of("prague-cup", SEED, "", "round 1", THIRTEEN)
    assert draw == "094c2a4e5acf1ec805e8ac535c53f5b82b8030e353ae3db365541c1a2aa77214"
    assert order_of(draw, THIRTEEN) == (10, 12, 11, 9, 2, 4, 3, 5, 7, 13, 1, 8, 6)


@pytest.mark.parametrize(
    ("word", "purpose", "numbers", "order"),
    [
        ("Anarch Convert", "round 1", THIRTEEN, (4, 3, 9, 7, 2, 13, 10, 1, 8, 6, 5, 11, 12)),
        ("", "toss", (9, 11), (11, 9)),
        ("", "raffle 1", THIRTEEN, (13, 6)),
    ],
)
def test_orders_of_the_example(word: str, purpose: str, numbers: range, order: tuple[int, ...]) -> None:
    found = order_of(draw_of("prague-cup", SEED, word, purpose, numbers), numbers)
    assert found[: len(order)] == order


# An event under a commitment.


def committed(count: int = 13, **settings: object) -> Organizer:
    organizer = Organizer(rounds=2, **settings).with_players(count)
    organizer.enter(commit_seed(organizer.state, SEED, event=identity(organizer.state.entry(1))))
    return organizer


def test_round_1_is_the_order_cut_into_fives_and_fours() -> None:
    organizer = committed()
    facts = organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    draw, drafted = facts
    assert isinstance(draw, DrawMade)
    assert isinstance(drafted, RoundDrafted)
    assert [table.players for table in drafted.tables] == [draw.order[:5], draw.order[5:9], draw.order[9:]]
    assert draw.order == order_of(draw_of(organizer.state.commitment.event, SEED, "", "round 1", THIRTEEN), THIRTEEN)
    assert describe(organizer.state, draw) == "Drew from the committed seed: seats of round 1."


def test_check_in_closes_with_the_draw_of_its_list() -> None:
    organizer = committed()
    organizer.open_check_in()
    organizer.check_in(range(1, 11))
    facts = organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    assert [fact.NAME for fact in facts] == ["check_in_closed", "draw_made", "round_drafted"]
    assert facts[1].players == tuple(range(1, 11))
    assert organizer.state.open_check_in is None


def test_another_draw_is_a_repetition_with_a_reason() -> None:
    organizer = committed()
    organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    with pytest.raises(BadValue, match="enter a reason"):
        seat_next_round(organizer.state, seed=draw_seed())
    draw, _ = organizer.enter(seat_next_round(organizer.state, seed=draw_seed(reason="Ben came late")))
    assert (draw.purpose, draw.reason) == ("round 1b", "Ben came late")
    assert describe(organizer.state, draw) == (
        "Drew from the committed seed: seats of round 1, drawn again (b) (Ben came late)."
    )
    draw, _ = organizer.enter(seat_next_round(organizer.state, seed=draw_seed(reason="and Eva")))
    assert draw.purpose == "round 1c"


def test_an_undone_draft_is_drawn_as_it_was_and_not_otherwise() -> None:
    organizer = committed()
    first = organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    organizer.undo_last()
    assert not organizer.state.rounds
    assert organizer.enter(seat_next_round(organizer.state, seed=draw_seed())) == first
    organizer.undo_last()
    organizer.drop_player(7)
    with pytest.raises(BadValue, match="enter a reason"):
        seat_next_round(organizer.state, seed=draw_seed())
    with pytest.raises(Refused, match="cannot be undone"):
        organizer.undo([15])  # the commitment


def test_a_seed_is_committed_before_it_is_known_who_plays() -> None:
    organizer = Organizer(rounds=2).with_players(8)
    organizer.open_check_in()
    assert commit_seed(organizer.state, SEED, event="x")
    organizer.close_check_in()
    with pytest.raises(Refused, match="It is known who plays"):
        commit_seed(organizer.state, SEED, event="x")
    again = committed()
    with pytest.raises(Refused, match="an event has one"):
        commit_seed(again.state, SEED, event="x")


def test_a_revealed_seed_draws_nothing_more() -> None:
    organizer = committed()
    with pytest.raises(Refused, match="Nothing was drawn yet"):
        reveal_seed(organizer.state, SEED)
    organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    with pytest.raises(Refused, match="not the seed that was committed"):
        reveal_seed(organizer.state, SEED[:-1] + "e")
    organizer.enter(reveal_seed(organizer.state, SEED))
    with pytest.raises(Refused, match="revealed already"):
        seat_next_round(organizer.state, seed=draw_seed(reason="again"))


def test_ties_are_tossed_one_by_one() -> None:
    organizer = committed()
    assert toss_purpose(organizer.state, (2, 1)) == "toss"
    order = order_of(draw_of(organizer.state.commitment.event, SEED, "", "toss", (1, 2)), (1, 2))
    (draw, fact) = toss(whole(committed(8)).state, seed=draw_seed())[:2]
    assert fact.players == draw.order
    assert sorted(order) == [1, 2]


def whole(organizer: Organizer) -> Organizer:
    """Two rounds in which everybody times out: all are tied for the final."""
    for number in (1, 2):
        organizer.enter(seat_next_round(organizer.state, seed=draw_seed(), seconds=0.05))
        organizer.publish_round()
        for table, seats in enumerate(organizer.state.round(number).tables, start=1):
            organizer.result(table, *([0.5] * len(seats)))
    return organizer


def played() -> Organizer:
    """A whole event: three draws of seats, deck checks, a toss for eight, the first player; the seed revealed."""
    organizer = committed(8)
    for number in range(1, 9):
        organizer.submit_deck(number, "x", DeckVerdict(is_legal=True))
    whole(organizer)
    organizer.draw_deck_checks(1, seed=draw_seed(word="Anarch Convert"), count=2)
    organizer.enter(toss(organizer.state, seed=draw_seed(word="Árvore")))
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.enter(draw_first_player(organizer.state, seed=draw_seed()))
    return revealed(organizer)


def revealed(organizer: Organizer) -> Organizer:
    organizer.enter(reveal_seed(organizer.state, SEED))
    return organizer


def raffled() -> Organizer:
    """Two raffles: of everybody, and of three who are ticked."""
    organizer = whole(committed(9))
    organizer.draw_raffle(RaffleWishes(), seed=draw_seed(word="Brujah"), count=2, prize="T-shirt")
    organizer.draw_raffle(RaffleWishes(pool=RafflePool.NAMED, players=(1, 3, 4)), seed=draw_seed())
    return revealed(organizer)


def seated(count: int, *, apart: tuple[tuple[int, ...], ...] = ()) -> Organizer:
    """A round of so many players, kept apart as asked."""
    organizer = committed(count)
    organizer.enter(seat_next_round(organizer.state, seed=draw_seed(), seconds=0.05, apart=apart))
    return revealed(organizer)


def limited(format: LimitedFormat, **more: object) -> Organizer:
    organizer = committed(11)
    line = parse_line("6 SW", is_draft=format is LimitedFormat.BOOSTER)
    organizer.plan_limited(LimitedPlan(format=format, lines=(line,), **more))
    organizer.start_phase()
    organizer.give_product()
    return organizer


def in_pods() -> Organizer:
    """Pods that are drawn twice, the second time without somebody."""
    organizer = limited(LimitedFormat.BOOSTER)
    organizer.draw_pods(seed=draw_seed(), most=6)
    organizer.drop_player(3)
    organizer.draw_pods(seed=draw_seed(), reason="Player 3 left")
    return revealed(organizer)


def swapped() -> Organizer:
    """A swap that is drawn twice."""
    organizer = limited(LimitedFormat.SEALED, swaps=True, registers_pools=True)
    organizer.start_phase()
    for number in range(1, 12):
        organizer.enter_pool(number, [PoolCard(card=100_845, count=number)])
    organizer.draw_swap(seed=draw_seed())
    organizer.draw_swap(seed=draw_seed(word="Gangrel"), reason="nobody had said a word")
    return revealed(organizer)


# Events with every kind of draw, and what was drawn in them.
EVENTS = {
    "played": (played, ["round 1", "round 2", "check 1", "toss", "final first"]),
    "raffled": (raffled, ["round 1", "round 2", "raffle 1", "raffle 2"]),
    "six players": (lambda: seated(6), ["round 1"]),
    "eleven players": (lambda: seated(11), ["round 1"]),
    "kept apart": (lambda: seated(9, apart=((1, 2), (3, 4))), ["round 1"]),
    "in pods": (in_pods, ["pods", "pods b"]),
    "swapped": (swapped, ["swap keep", "swap", "swap keep b", "swap b"]),
}


@pytest.mark.parametrize(("make", "purposes"), EVENTS.values(), ids=EVENTS)
def test_every_draw_of_an_event_holds(make: Callable[[], Organizer], purposes: list[str]) -> None:
    state = make().state
    found = verified_draws(state, version=VERSION)
    assert [(one.purpose, one.verdict) for one in found] == [(purpose, DrawVerdict.HOLDS) for purpose in purposes]
    assert [one.verdict for one in listed_draws(state)] == [DrawVerdict.HOLDS] * len(purposes)


def test_pods_and_the_swap_follow_the_order() -> None:
    first, pods = facts_of(in_pods(), DrawMade)[0], facts_of(in_pods(), PodsDrawn)[0]
    assert [len(pod.players) for pod in pods.pods] == [6, 5]
    assert tuple(number for pod in pods.pods for number in pod.players) == first.order
    keep, swap = facts_of(swapped(), DrawMade)[:2]
    (fact, _) = facts_of(swapped(), SwapDrawn)
    assert fact.kept == tuple(sorted(keep.order[:2]))
    assert [one.player for one in fact.given] == sorted(keep.order[2:])
    assert tuple(one.pool for one in fact.given) == swap.order


def facts_of(organizer: Organizer, kind: type) -> list:
    return [entry.fact for entry in organizer.state.log if isinstance(entry.fact, kind)]


@pytest.mark.parametrize(
    ("make", "kind", "changes"),
    [
        (in_pods, PodsDrawn, {"pods": (Pod(players=tuple(range(1, 7))), Pod(players=tuple(range(7, 12))))}),
        (swapped, SwapDrawn, {"kept": (1, 2)}),
        (raffled, RaffleDrawn, {"order": tuple(range(1, 10))}),
    ],
)
def test_what_the_order_does_not_give_does_not_hold(
    make: Callable[[], Organizer], kind: type, changes: dict[str, object]
) -> None:
    found = verified_draws(altered(make().state, kind, **changes), version=VERSION)
    assert DrawVerdict.FAILS in [one.verdict for one in found]


def test_another_version_verifies_the_order_and_the_first_round_only() -> None:
    found = verified_draws(played().state, version="2.0")
    assert [one.verdict.name for one in found] == ["HOLDS", "UNVERIFIABLE", "HOLDS", "HOLDS", "HOLDS"]
    assert str(found[1].why) == "Version 1.0 searched for these seats: verify with that one."


def test_before_the_seed_is_revealed_a_draw_waits() -> None:
    organizer = committed()
    organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    assert [one.verdict for one in listed_draws(organizer.state)] == [DrawVerdict.WAITS]


def test_what_is_drawn_from_a_logged_seed_is_not_verifiable() -> None:
    organizer = Organizer(rounds=2).with_players(8)
    organizer.enter(seat_next_round(organizer.state, seed=7))
    (one,) = listed_draws(organizer.state)
    assert (one.verdict, one.fact) == (DrawVerdict.UNVERIFIABLE, None)
    assert str(one.title) == "Drafted round 1: 2 tables."


def altered(state: Tournament, kind: type, **changes: object) -> Tournament:
    """The same log, its first fact of a kind otherwise."""
    entries = list(state.log)
    place = next(place for place, entry in enumerate(entries) if isinstance(entry.fact, kind))
    entries[place] = replace(entries[place], fact=replace(entries[place].fact, **changes))
    return fold(entries)


@pytest.mark.parametrize("change", ["word", "players", "order", "draw", "reason"])
def test_an_altered_draw_does_not_hold(change: str) -> None:
    state = played().state
    first = next(entry.fact for entry in state.log if isinstance(entry.fact, DrawMade))
    swapped = (first.order[1], first.order[0], *first.order[2:])
    other = {
        "word": {"word": "x"},
        "players": {"players": first.players[:-1], "order": tuple(n for n in first.order if n != first.players[-1])},
        "order": {"order": swapped},
        "draw": {"draw": first.draw[:-1] + ("0" if first.draw[-1] != "0" else "1")},
        "reason": {"purpose": "round 1b", "reason": "x"},
    }[change]
    found = verified_draws(altered(state, DrawMade, **other), version=VERSION)
    assert found[0].verdict is DrawVerdict.FAILS


def test_other_seats_than_the_order_gives_do_not_hold() -> None:
    organizer = committed(8)
    _, drafted = organizer.enter(seat_next_round(organizer.state, seed=draw_seed()))
    organizer.enter(reveal_seed(organizer.state, SEED))
    assert [one.verdict for one in verified_draws(organizer.state, version=VERSION)] == [DrawVerdict.HOLDS]
    found = verified_draws(altered(organizer.state, RoundDrafted, tables=drafted.tables[::-1]), version=VERSION)
    assert [one.verdict for one in found] == [DrawVerdict.FAILS]


def test_another_seed_is_refused_by_the_log_itself() -> None:
    with pytest.raises(Exception, match="not the seed that was committed"):
        altered(played().state, SeedRevealed, seed=SEED[:-1] + "e")


def test_draws_are_stored_as_facts() -> None:
    for entry in played().state.log:
        assert fact_from_dict(json.loads(json.dumps(fact_to_dict(entry.fact)))) == entry.fact


def test_a_draw_that_officials_alone_see_is_not_public(monkeypatch: pytest.MonkeyPatch) -> None:
    organizer = Organizer().with_players(5)
    organizer.enter([PodsDrawn(pods=(Pod(players=(1, 2, 3, 4, 5)),), seed=7, most=8)])
    (draw,) = listed_draws(organizer.tournament)
    assert is_public(organizer.tournament, draw)
    monkeypatch.setattr(PodsDrawn, "DECLARED", replace(PodsDrawn.DECLARED, seen_by=(OFFICIALS,)))
    assert not is_public(organizer.tournament, draw)
