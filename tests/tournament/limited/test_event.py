"""A limited event by its facts: plan, pools, swap, pods, the clock of a draft, the trade, and what undoing does."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import fold, history
from toolkit.tournament.checkin import here
from toolkit.tournament.decks import is_deck_locked, is_locked_at_once
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase, LimitedPlan, PodsDrawn, PoolCard, TradeAnswer
from toolkit.tournament.limited.late_and_leaving import owes_product
from toolkit.tournament.limited.michigan import read_trade
from toolkit.tournament.limited.phases import next_phase, read_phase, read_pod, unfinished
from toolkit.tournament.limited.plan import parse_line, schedule
from toolkit.tournament.limited.pods import round_of_pods
from toolkit.tournament.limited.pools import played_pool
from toolkit.tournament.rounds import players_to_seat
from toolkit.tournament.standings import players_who_played, standings
from toolkit.tournament.steps import blockers

GOVERN, DEFLECTION, NANA = 100845, 100518, 200999


def limited(format: LimitedFormat, *lines: str, **more: object) -> LimitedPlan:
    is_draft = format in (LimitedFormat.BOOSTER, LimitedFormat.TABLE, LimitedFormat.ELDER)
    return LimitedPlan(format=format, lines=tuple(parse_line(one, is_draft=is_draft) for one in lines), **more)


def draft(players: int = 13, **more: object) -> Organizer:
    organizer = Organizer().with_players(players)
    organizer.plan_limited(limited(LimitedFormat.BOOSTER, "6 SW", **more))
    return organizer


def drafting(players: int = 13, **more: object) -> Organizer:
    organizer = draft(players, **more)
    organizer.start_phase()
    organizer.give_product()
    organizer.start_phase()
    organizer.draw_pods(seed=7)
    organizer.start_phase()
    return organizer


def sealed(players: int, *, swaps: bool = True) -> Organizer:
    organizer = Organizer().with_players(players)
    organizer.plan_limited(limited(LimitedFormat.SEALED, "6 SW", swaps=swaps, registers_pools=True))
    organizer.start_phase()
    organizer.give_product()
    organizer.start_phase()
    for number in range(1, players + 1):
        organizer.enter_pool(number, [PoolCard(card=GOVERN, count=number), PoolCard(card=NANA, count=1)])
    return organizer


def pod(organizer: Organizer, number: int = 1, *, after: float = 0) -> tuple[str, int, int, int]:
    reading = read_pod(
        organizer.state.limited, organizer.state.limited.current, number, organizer.now + timedelta(seconds=after)
    )
    step = reading.step
    return (step.kind.value, step.pack, step.pick, reading.seconds_left) if step else ("over", 0, 0, 0)


def test_the_plan_fills_the_settings_that_lists_are_judged_by() -> None:
    settings = draft().state.settings
    assert (settings.rule_set.value, settings.boosters, settings.has_starters) == ("limited", 6, False)


def test_casual_sizes_are_for_unsanctioned_events() -> None:
    plan = limited(LimitedFormat.SEALED, "3 SW", casual=True)
    with pytest.raises(Refused, match="A sanctioned event is played with the sizes of the rules"):
        Organizer().plan_limited(plan)
    casual = Organizer(is_sanctioned=False)
    casual.plan_limited(plan)
    assert casual.state.settings.has_starters


def test_an_event_stays_limited_once_product_was_given() -> None:
    organizer = draft(8)
    organizer.configure({"rule_set": "constructed"})
    organizer.configure({"rule_set": "limited"})
    organizer.give_product()
    with pytest.raises(Refused, match="the event stays a limited one"):
        organizer.configure({"rule_set": "constructed"})


def test_phases_come_in_order_or_with_a_reason() -> None:
    organizer = draft()
    assert next_phase(organizer.state) is LimitedPhase.PRODUCT
    with pytest.raises(Refused, match=r"Missing before it: Handing out the product, Seating the pods\."):
        organizer.start_phase(LimitedPhase.DRAFT)
    organizer.start_phase(LimitedPhase.CONSTRUCTION, reason="drafted at home")
    assert organizer.state.limited.current.phase is LimitedPhase.CONSTRUCTION
    with pytest.raises(Refused, match="is not a phase of this event"):
        organizer.start_phase(LimitedPhase.SWAP)


def test_a_draft_takes_no_minutes() -> None:
    organizer = draft(8)
    organizer.draw_pods(seed=7)
    with pytest.raises(BadValue, match="A draft takes as long as its picks"):
        organizer.start_phase(LimitedPhase.DRAFT, minutes=20, reason="at once")


def test_the_swap_with_seed_7() -> None:
    organizer = sealed(10)
    organizer.start_phase()
    organizer.draw_swap(seed=7)
    swap = organizer.state.limited.swap
    assert swap.kept == (2, 10)
    assert dict(swap.pool_of) == {1: 3, 3: 8, 4: 1, 5: 6, 6: 5, 7: 9, 8: 4, 9: 7}


def test_the_swap_keeps_all_cards() -> None:
    organizer = sealed(9)
    known = organizer.state.limited
    before = sum((Counter(played_pool(known, number)) for number in range(1, 10)), Counter())
    organizer.draw_swap(seed=3)
    known = organizer.state.limited
    assert sum((Counter(played_pool(known, number)) for number in range(1, 10)), Counter()) == before
    assert len(known.swap.kept) == 1


def test_the_swap_needs_every_pool_and_is_drawn_once() -> None:
    organizer = sealed(5)
    organizer.clear_pool(2)
    organizer.clear_pool(3)
    with pytest.raises(Refused, match=r"The swap needs every pool: missing are those of Player 2, Player 3\."):
        organizer.start_phase()
    with pytest.raises(Refused, match="The swap needs every pool"):
        organizer.draw_swap(seed=1)
    organizer.draw_swap(seed=1, reason="theirs are lost")
    assert organizer.state.limited.swap.fresh == (2, 3)
    with pytest.raises(Refused, match="drawn already"):
        organizer.draw_swap(seed=1)
    organizer.undo_last()
    assert organizer.state.limited.swap is None


def test_a_swap_is_too_late_once_decks_are_built() -> None:
    organizer = sealed(5)
    organizer.start_phase(LimitedPhase.SWAP)
    organizer.draw_swap(seed=1)
    organizer.start_phase()
    with pytest.raises(Refused, match="too late for a swap"):
        organizer.draw_swap(seed=2, reason="again")


def test_a_confirmed_pool_is_changed_by_a_judge_with_a_reason() -> None:
    organizer = sealed(5)
    organizer.confirm_pool(1)
    cards = [PoolCard(card=DEFLECTION, count=2)]
    with pytest.raises(Refused, match="confirmed this pool: only a judge changes it"):
        organizer.enter_pool(1, cards)
    with pytest.raises(BadValue, match="A reason is needed"):
        organizer.enter_pool(1, cards, is_judge=True)
    organizer.enter_pool(1, cards, is_judge=True, reason="miscounted")
    pool = organizer.state.limited.pools[1]
    assert (dict(pool.cards), pool.is_confirmed, pool.corrections) == ({DEFLECTION: 2}, True, 1)


def test_a_pool_holds_what_a_pool_can_hold() -> None:
    organizer = sealed(4, swaps=False)
    for count in (-1, 201):
        with pytest.raises(BadValue, match="1 to 200 copies"):
            organizer.enter_pool(1, [PoolCard(card=GOVERN, count=count)])
    with pytest.raises(BadValue, match="different cards"):
        organizer.enter_pool(1, [])


def test_pods_are_drawn_again_with_a_reason_and_not_once_the_draft_runs() -> None:
    organizer = draft(11)
    organizer.draw_pods(seed=7)
    assert organizer.state.limited.pods == ((6, 4, 7, 5, 8, 10), (11, 1, 3, 9, 2))
    with pytest.raises(BadValue, match="A reason is needed"):
        organizer.draw_pods(seed=8)
    organizer.start_phase(LimitedPhase.DRAFT, reason="at once")
    with pytest.raises(Refused, match="The draft has begun"):
        organizer.draw_pods(seed=8, reason="again")


def test_undoing_the_pods_of_a_running_draft_asks_and_stops_its_clock() -> None:
    """The specification of limited events, 9: the draft that runs on the pods goes and comes back with them."""
    organizer = drafting()
    drawn = next(n for n in range(1, 99) if isinstance(organizer.state.entry(n).fact, PodsDrawn))
    organizer.pause_phase(pod=1)
    asked = history.asked_before_undoing(organizer.state, [drawn])
    assert asked is not None
    assert (asked[0], str(asked[1])[:64]) == (3, "The draft is still running: its clock stops with its pods. This ")
    organizer.undo([drawn])
    assert (organizer.state.limited.pods, organizer.state.limited.current) == ((), None)
    assert history.asked_before_undoing(organizer.state) is None
    organizer.redo_last()
    run = organizer.state.limited.current
    assert run is not None
    assert (len(organizer.state.limited.pods), run.phase, run.pods[1].is_paused) == (2, LimitedPhase.DRAFT, True)


def test_the_draft_is_read_from_its_start() -> None:
    organizer = drafting()
    assert pod(organizer) == ("open", 1, 0, 30)
    assert pod(organizer, after=30) == ("pick", 1, 1, 60)
    assert pod(organizer, after=89) == ("pick", 1, 1, 1)
    assert pod(organizer, after=90) == ("pass", 1, 1, 5)
    assert pod(organizer, after=460) == ("review", 1, 0, 60)
    assert pod(organizer, after=520) == ("open", 2, 0, 30)
    assert pod(organizer, after=3060) == ("over", 0, 0, 0)
    assert read_phase(organizer.state.limited.current, organizer.now).seconds_left == 3060


def test_a_paused_pod_runs_behind_by_itself() -> None:
    organizer = drafting()
    organizer.wait(seconds=39)
    organizer.pause_phase(pod=2)
    organizer.wait(seconds=19)
    organizer.resume_phase(pod=2)
    known = organizer.state.limited
    assert [read_pod(known, known.current, number, organizer.now).behind for number in (1, 2)] == [0, 20]
    assert pod(organizer, 1) == ("pick", 1, 1, 30)
    assert pod(organizer, 2) == ("pick", 1, 1, 50)


def test_the_whole_draft_stands_while_it_is_paused() -> None:
    organizer = drafting()
    organizer.wait(seconds=29)
    organizer.pause_phase()
    assert pod(organizer, after=1000) == pod(organizer) == ("pick", 1, 1, 60)
    with pytest.raises(Refused, match="is paused already"):
        organizer.pause_phase()
    organizer.wait(seconds=500)
    organizer.resume_phase()
    assert pod(organizer, after=5) == ("pick", 1, 1, 55)


def test_who_has_picked_goes_on_early_and_a_second_tap_changes_nothing() -> None:
    organizer = drafting()
    organizer.wait(seconds=30)
    organizer.step_draft(organizer.now, pod=1, step=1)
    assert pod(organizer)[:3] == ("pass", 1, 1)
    with pytest.raises(Refused, match="This pick is over already"):
        organizer.step_draft(organizer.now, pod=1, step=1)
    assert pod(organizer, 2) == ("pick", 1, 1, 59)


def test_picks_wait_where_the_plan_says_so() -> None:
    organizer = drafting(8, moves_on=False)
    assert pod(organizer, after=5000) == ("pick", 1, 1, 0)
    organizer.wait(seconds=200)
    organizer.step_draft(organizer.now)
    assert pod(organizer)[:3] == ("pass", 1, 1)
    assert pod(organizer, after=500) == ("pick", 1, 2, 0)


def open_work(organizer: Organizer, *, after: float = 0) -> str:
    return str(unfinished(organizer.state, organizer.now + timedelta(seconds=after)) or "")


def test_a_draft_is_over_when_every_pod_has_picked_everything() -> None:
    """51 minutes each (the specification's table): a pod that stood for a minute is behind by it."""
    organizer = drafting()
    organizer.wait(seconds=39)
    organizer.pause_phase(pod=2)
    organizer.wait(seconds=59)
    organizer.resume_phase(pod=2)
    said = "“Draft” is not over yet. Pod 1 is at pack 1 of 6. Pod 2 is at pack 1 of 6. 0:49:20 left on the clock."
    assert open_work(organizer) == said
    assert open_work(organizer, after=2960).split(".")[1:2] == [" Pod 2 is at pack 6 of 6"]
    assert open_work(organizer, after=3020) == ""


def test_a_phase_is_over_when_everybody_is_done_or_its_time_is_up() -> None:
    organizer = sealed(9)
    organizer.clear_pool(9)
    # Ten entries, a second each, since it began.
    assert open_work(organizer) == "“Listing pools” is not over yet. No pool yet: Player 9. 0:29:50 left on the clock."
    assert open_work(organizer, after=1790) == ""
    organizer.enter_pool(9, [PoolCard(card=GOVERN, count=1)])
    assert open_work(organizer) == ""
    organizer.start_phase(LimitedPhase.BREAK, minutes=20)
    assert open_work(organizer) == "“Break” is not over yet. 0:20:00 left on the clock."


def test_a_trade_is_over_when_no_card_is_face_up() -> None:
    organizer = michigan()
    assert "Pod 1 still trades. 0:30:00" in open_work(organizer)
    while (table := read_trade(organizer.state.limited, 1)).active:
        asked = next(seat for seat, cards in enumerate(table.face_up, 1) if cards and seat != table.active)
        organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=asked)
    assert open_work(organizer) == ""


def test_the_same_state_from_the_log_at_any_second() -> None:
    organizer = drafting()
    for seconds in (33, 70, 41, 100):
        organizer.wait(seconds=seconds)
        organizer.step_draft(organizer.now, pod=1)
    again = fold(organizer.tournament.log)
    for after in range(0, 3000, 7):
        at = organizer.now + timedelta(seconds=after)
        for number in (1, 2):
            assert read_pod(again.limited, again.limited.current, number, at) == read_pod(
                organizer.state.limited, organizer.state.limited.current, number, at
            )


def test_a_late_pick_is_a_card_by_lot() -> None:
    organizer = drafting()
    organizer.wait(seconds=300)
    (fact,) = organizer.force_pick(organizer.now, 1, 3, seed=5)
    assert (fact.pod, fact.seat, fact.pack) == (1, 3, 1)
    assert 1 <= fact.card <= fact.of
    with pytest.raises(BadValue, match="Pod 1 has the seats 1 to 7"):
        organizer.force_pick(organizer.now, 1, 8, seed=5)
    organizer.wait(seconds=6000)
    with pytest.raises(Refused, match="No pick is in progress in this pod"):
        organizer.force_pick(organizer.now, 1, 3, seed=5)


def test_in_a_table_draft_the_oldest_card_is_taken() -> None:
    organizer = Organizer().with_players(8)
    organizer.plan_limited(limited(LimitedFormat.TABLE, "6 SW"))
    organizer.draw_pods(seed=1)
    organizer.start_phase(LimitedPhase.DRAFT, reason="at once")
    organizer.wait(seconds=21)
    (fact,) = organizer.force_pick(organizer.now, 1, 1, seed=1, card=2)
    assert (fact.kind.value, fact.card) == ("oldest", 2)


def test_the_pod_goes_on_without_who_leaves() -> None:
    organizer = drafting(9)
    first = organizer.state.limited.pods[0][0]
    organizer.leave_pod(first, reason="ill")
    assert [len(players) for players in organizer.state.limited.pods] == [4, 4]
    organizer.drop_player(first)
    assert owes_product(organizer.state) == (first,)
    organizer.return_product(first)
    assert owes_product(organizer.state) == ()


def test_pods_can_be_the_tables_of_round_1() -> None:
    organizer = draft(9)
    organizer.draw_pods(seed=7)
    assert round_of_pods(organizer.state) == organizer.state.limited.pods
    with pytest.raises(Refused, match="cannot be the tables of round 1"):
        round_of_pods(drafting(13).state)


def test_who_comes_late_is_seated_once_the_deck_is_in() -> None:
    organizer = drafting(8)
    organizer.add_player("Late", vekn="3999999")
    organizer.build_late(9, minutes=30)
    assert 9 not in [player.number for player in players_to_seat(organizer.state)]
    organizer.finish_late(9)
    assert 9 in [player.number for player in players_to_seat(organizer.state)]


def test_who_came_late_hands_in_while_round_1_is_played_and_is_seated_in_round_2() -> None:
    """VEKN 7.2.6: from the next round on, once the deck is in; nobody is asked whether they are here."""
    organizer = drafting(8)
    organizer.open_check_in()
    organizer.check_in(range(1, 9))
    organizer.seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.add_player("Late", vekn="3999999")
    organizer.build_late(9)
    (told,) = [one.message for one in blockers(organizer.state) if one.code == "builds_late"]
    assert told == "Building a sealed deck, and so not seated: Late."
    assert (is_deck_locked(organizer.state, None, 9), is_deck_locked(organizer.state, None, 1)) == (False, True)
    assert not is_locked_at_once(organizer.state, None, 9)
    for table in (1, 2):
        organizer.enter_result(1, table, victory_points=(4, 0, 0, 0))
    organizer.add_player("Later", vekn="3999998")
    organizer.build_late(10)
    organizer.finish_late(9)
    assert is_deck_locked(organizer.state, None, 9)
    assert [player.number for player in players_to_seat(organizer.state)] == [*range(1, 10)]
    organizer.open_check_in()
    organizer.finish_late(10)
    assert here(organizer.state) == {10}


def test_who_leaves_with_product_and_is_never_seated_has_a_loss_in_round_1() -> None:
    organizer = draft(7)
    organizer.give_product()
    organizer.drop_player(6)
    organizer.seated([1, 2, 3, 4])
    organizer.drop_player(5)
    organizer.enter_result(1, 1, victory_points=(4, 0, 0, 0))
    organizer.drop_player(7)
    rows = {row.player.number: (row.rank, row.rounds, row.victory_points) for row in standings(organizer.state)}
    assert (rows[5], rows[6], rows[7]) == ((5, 1, 0), (5, 1, 0), (None, 0, 0))
    assert players_who_played(organizer.state) == 6
    assert owes_product(organizer.state) == (5, 6)
    organizer.return_player(6)
    assert players_who_played(organizer.state) == 5


def test_recursions_are_ticked_in_the_round() -> None:
    organizer = draft(4)
    organizer.seated([1, 2, 3, 4])
    organizer.use_recursion(1, used=1)
    assert organizer.state.limited.used == {(1, 1): 1}
    with pytest.raises(BadValue, match="has 1 recursion"):
        organizer.use_recursion(1, used=2)


def michigan() -> Organizer:
    organizer = Organizer().with_players(5)
    organizer.plan_limited(limited(LimitedFormat.MICHIGAN, "8 SW"))
    organizer.draw_pods(seed=1)
    organizer.start_phase(LimitedPhase.TRADE, reason="at once")
    return organizer


def test_the_turn_of_a_trade_goes_to_the_left() -> None:
    organizer = michigan()
    organizer.make_trade(1, answer=TradeAnswer.DECLINED, asked=2)
    table = read_trade(organizer.state.limited, 1)
    assert (table.active, table.face_up, table.refused) == (1, (15, 14, 15, 15, 15), {2})
    with pytest.raises(Refused, match="Seat 2 cannot be asked in this turn"):
        organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=2)
    organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=3)
    table = read_trade(organizer.state.limited, 1)
    assert (table.active, table.face_up, table.refused) == (2, (14, 14, 14, 15, 15), set())


def test_a_trade_ends_when_all_cards_are_face_down() -> None:
    organizer = michigan()
    while (table := read_trade(organizer.state.limited, 1)).active:
        asked = next(seat for seat, cards in enumerate(table.face_up, 1) if cards and seat != table.active)
        organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=asked)
    assert not any(table.face_up)
    with pytest.raises(Refused, match="The trade of pod 1 is over"):
        organizer.make_trade(1, answer=TradeAnswer.PASSED)


def test_who_leaves_takes_no_turn_and_what_was_traded_stays_traded() -> None:
    organizer = michigan()
    first, second, third, fourth, _ = organizer.state.limited.pods[0]
    for player, card in ((first, GOVERN), (third, DEFLECTION), (fourth, NANA)):
        organizer.enter_pool(player, [PoolCard(card=card, count=2)])
    organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=3, card=DEFLECTION, other=GOVERN)
    assert read_trade(organizer.state.limited, 1).active == 2
    organizer.leave_pod(second, reason="ill")
    known = organizer.state.limited
    table = read_trade(known, 1)
    assert (known.pods[0][table.active - 1], table.face_up) == (third, (14, 14, 15, 15))
    assert played_pool(known, first) == {GOVERN: 1, DEFLECTION: 1}
    assert played_pool(known, third) == {DEFLECTION: 1, GOVERN: 1}
    assert played_pool(known, fourth) == {NANA: 2}


def test_a_trade_moves_one_copy_each_way() -> None:
    organizer = michigan()
    active, asked = organizer.state.limited.pods[0][0], organizer.state.limited.pods[0][1]
    organizer.enter_pool(active, [PoolCard(card=GOVERN, count=3)])
    organizer.enter_pool(asked, [PoolCard(card=DEFLECTION, count=2)])
    organizer.make_trade(1, answer=TradeAnswer.TRADED, asked=2, card=DEFLECTION, other=GOVERN)
    known = organizer.state.limited
    assert played_pool(known, active) == {GOVERN: 2, DEFLECTION: 1}
    assert played_pool(known, asked) == {DEFLECTION: 1, GOVERN: 1}


def test_the_day_as_it_is_planned() -> None:
    parts = schedule(
        limited(LimitedFormat.BOOSTER, "6 SW"), players=10, rounds=2, has_final=True, minutes=120, final_minutes=120,
        start=datetime(2026, 11, 21, 10),
    )  # fmt: skip
    times = {part.phase or part.round: (f"{part.start:%H:%M}", f"{part.end:%H:%M}") for part in parts}
    assert times == {
        LimitedPhase.PRODUCT: ("10:00", "10:00"),
        LimitedPhase.PODS: ("10:00", "10:10"),
        LimitedPhase.DRAFT: ("10:10", "11:01"),
        LimitedPhase.CONSTRUCTION: ("11:01", "11:46"),
        1: ("11:50", "13:50"),
        2: ("14:00", "16:00"),
        0: ("16:15", "18:15"),
    }


def test_a_day_is_planned_before_anybody_knows_whether_the_pods_can_be_made() -> None:
    plan = limited(LimitedFormat.TABLE, "6 SW", pod_most=4)
    parts = schedule(plan, players=9, rounds=2, has_final=True, minutes=120, final_minutes=120,
                     start=datetime(2026, 11, 21, 10))  # fmt: skip
    (draft_of_three,) = (part for part in parts if part.phase is LimitedPhase.DRAFT)
    assert draft_of_three.end > draft_of_three.start


def test_product_is_for_who_is_in() -> None:
    organizer = Organizer()
    organizer.plan_limited(limited(LimitedFormat.SEALED, "6 SW"))
    with pytest.raises(Refused, match="There are no players yet"):
        organizer.give_product()
