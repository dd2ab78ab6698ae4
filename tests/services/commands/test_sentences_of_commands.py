"""What the log, the last change and Undo say of every command, in the languages of the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache

import pytest

from tests.tournament.organizer import Organizer
from tests.tournament.test_draws import SEED
from toolkit.languages import LANGUAGES, Sayable, say, words_of
from toolkit.services.commands import COMMANDS
from toolkit.tournament import Configuration, DeckVerdict, SanctionKind, event, history
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.draws import DrawSeed, commit_seed, draw, reveal_seed
from toolkit.tournament.facts import (
    FINAL,
    FeeStatus,
    JudgeCallClosed,
    JudgeCalled,
    JudgeCallTaken,
    PlayerForgotten,
    RafflePool,
    SeedCommitted,
    SeedRevealed,
)
from toolkit.tournament.history import describe_change, describe_log, last_change
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase, LimitedPlan, PoolCard, TradeAnswer
from toolkit.tournament.limited.plan import parse_line
from toolkit.tournament.log import describe
from toolkit.tournament.prizes import allocation
from toolkit.tournament.raffle import RaffleWishes
from toolkit.tournament.receivers import Output
from toolkit.tournament.settings import setting_words

SETTINGS = [setting.name for setting in fields(Configuration)]

type Step = tuple[str, Callable[[Organizer], object], str]

ROW = [6, 2, 7, 8, 1]
# One event in which every command is given; without a sentence where it was told before.
STEPS: list[Step] = [
    ("", lambda one: one.with_players(12), ""),
    ("add_note", lambda one: one.add_note("a ruling"), "Note: a ruling"),
    (
        "commit_seed",
        lambda one: one.enter(commit_seed(one.state, SEED, event="prague-cup")),
        "Committed the seed of all draws; its hash: bcb999331a20e5ba905a87bcaa99f3c991e790ed88148176b6b143b0308fb990.",
    ),
    ("", lambda one: one.enter([draw(one.state, DrawSeed(seed=SEED), "raffle 1", [1, 2])]), ""),
    (
        "reveal_seed",
        lambda one: one.enter(reveal_seed(one.state, SEED)),
        f"Revealed the seed of all draws: {SEED}.",
    ),
    ("announce", lambda one: one.announce("Lunch at 13:00"), "Announced: Lunch at 13:00"),
    ("withdraw_announcement", lambda one: one.withdraw(1), "Withdrew the announcement: Lunch at 13:00"),
    (
        "change_player",
        lambda one: one.change_player(1, name="Ann Bell", vekn="3000099", city="Ghent", agrees_to_archive=True),
        "Corrected Player 1. Name: Ann Bell (before: Player 1); VEKN number: 3000099 (before: 3000001); "
        "City: Ghent (before: none); The list may be published: yes (before: none).",
    ),
    ("remove_player", lambda one: one.remove_player(12), "Removed the registration of Player 12."),
    ("drop_player", lambda one: one.drop_player(10, reason="ill"), "Player 10 dropped (ill)."),
    ("return_player", lambda one: one.return_player(10, reason="better"), "Player 10 is in again (better)."),
    (
        "forget_player",
        lambda one: one.forget_player(9),
        "Player 9 was forgotten: all personal data is deleted.",
    ),
    ("fix_seat", lambda one: one.fix_seat(1, table=2, seat=3), "Ann Bell always sits at table 2, in seat 3."),
    ("", lambda one: one.fix_seat(1, table=None), ""),
    ("keep_apart", lambda one: one.keep_apart(1, [2, 3]), "Ann Bell is kept apart from Player 2, Player 3."),
    ("", lambda one: one.keep_apart(1, []), "Ann Bell may share a table with anyone."),
    (
        "set_sign_up",
        lambda one: one.set_sign_up(one.now, capacity=20),
        "Changed the settings. Signing up: places: 20 (before: none);"
        " Announced on this server before it begins: yes (before: no).",
    ),
    ("", lambda one: one.sign_up(one.now, name="Zoe Zola"), ""),
    ("cancel_sign_up", lambda one: one.cancel(one.now, 1), "Zoe Zola cancelled. Removed the registration of Zoe Zola."),
    ("", lambda one: one.sign_up(one.now, name="Yan Yu", vekn="3000002", is_claim=True), ""),
    (
        "decide_claim",
        lambda one: one.decide_claim(2, is_granted=False),
        "The VEKN number that Yan Yu claims stays with the other.",
    ),
    ("", lambda one: one.cancel(one.now, 2), ""),
    (
        "set_fees",
        lambda one: one.set_fees("12", currency="EUR", reduced=["Students 8"]),
        "Changed the settings. Fees: €12.00, Students €8.00 (before: none).",
    ),
    (
        "mark_fees",
        lambda one: one.mark_fees([1], FeeStatus.PAID, rate="students", note="late"),
        "Ann Bell: fee paid, €8.00, cash (Students, late).",
    ),
    ("open_check_in", lambda one: one.open_check_in(), "Opened the check-in for round 1."),
    (
        "check_in",
        lambda one: one.check_in(range(1, 11)),
        "Checked in for round 1: Ann Bell, Player 2, Player 3, Player 4, Player 5 and 5 more.",
    ),
    ("check_out", lambda one: one.check_out([10]), "Not here for round 1: Player 10."),
    ("", lambda one: one.check_in([10]), "Checked in for round 1: Player 10."),
    (
        "take_paper_list",
        lambda one: one.take_paper_list(1, deck_round=2),
        "Decklist of Ann Bell for round 2 handed in on paper.",
    ),
    ("", lambda one: one.take_paper_list(1, deck_round=2, is_here=False), ""),
    ("close_check_in", lambda one: one.close_check_in(), "Closed the check-in for round 1."),
    ("", lambda one: hand_in(one), ""),
    (
        "set_archetype",
        lambda one: one.set_archetype(1, "Stealth bleed", deck_round=1),
        "Archetype of Ann Bell's deck: Stealth bleed.",
    ),
    ("", lambda one: one.draft_round([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]), "Drafted round 1: 2 tables."),
    ("publish_round", lambda one: one.publish_round(), "Published round 1."),
    (
        "swap_players",
        lambda one: one.swap_players(1, 1, 6, reason="friends"),
        "Changed the seats of round 1. Player 6: table 1, seat 1 (before: table 2, seat 1); "
        "Ann Bell: table 2, seat 1 (before: table 1, seat 1) (friends).",
    ),
    (
        "change_seats",
        lambda one: one.change_seats(1, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]),
        "Changed the seats of round 1. Ann Bell: table 1, seat 1 (before: table 2, seat 1); "
        "Player 6: table 2, seat 1 (before: table 1, seat 1).",
    ),
    (
        "draw_deck_checks",
        lambda one: one.draw_deck_checks(1, seed=7, count=1),
        "Deck checks of round 1: Player 9.",
    ),
    ("note_deck_check", lambda one: one.note_deck_check(1, 9), "Deck check of Player 9 in round 1: in order."),
    ("report_empty", lambda one: one.report_empty(1, 8), "The seat of Player 8 in round 1 is empty."),
    ("report_taken", lambda one: one.report_taken(1, 8), "Player 8 has come to their seat in round 1."),
    ("start_clock", lambda one: one.start_clock(1, minutes=1), "Started the clock of round 1: 1 minute."),
    ("pause_clock", lambda one: one.pause_clock(1, table=2), "Paused the clock of table 2 in round 1."),
    ("resume_clock", lambda one: one.resume_clock(1, table=2), "The clock of table 2 in round 1 runs again."),
    ("extend_clock", lambda one: one.extend_clock(1, seconds=90), "1:30 more for round 1."),
    ("stop_clock", lambda one: one.stop_clock(1), "Stopped the clock of round 1."),
    (
        "enter_result",
        lambda one: one.enter_result(1, 1, victory_points=[3, 2, 0, 0, 0], by_player=1),
        "Result of table 1 in round 1 by Ann Bell: Ann Bell 3, Player 2 2, Player 3 0, Player 4 0, Player 5 0.",
    ),
    (
        "confirm_result",
        lambda one: one.confirm_result(1, 1, 2),
        "Player 2 confirmed the result of table 1 in round 1.",
    ),
    ("lock_result", lambda one: one.lock_result(1, 1), "Locked the result of table 1 in round 1."),
    ("", lambda one: one.enter_result(1, 2, victory_points=[5, 0, 0, 0, 0]), ""),
    (
        "",
        lambda one: one.enter_result(1, 2, victory_points=[0, 5, 0, 0, 0], by_player=7),
        "Player 7 sent a result of table 2 in round 1 that does not count: "
        "Player 6 0, Player 7 5, Player 8 0, Player 9 0, Player 10 0.",
    ),
    (
        "drop_dispute",
        lambda one: one.drop_dispute(1, 2),
        "Dropped the results that players sent for table 2 in round 1.",
    ),
    ("", lambda one: one.enter_result(1, 2, victory_points=[0, 5, 0, 0, 0], by_player=7), ""),
    (
        "take_dispute",
        lambda one: one.take_dispute(1, 2, 7),
        "Result of table 2 in round 1: Player 6 0, Player 7 5, Player 8 0, Player 9 0, Player 10 0; "
        "before: Player 6 5, Player 7 0, Player 8 0, Player 9 0, Player 10 0.",
    ),
    ("", lambda one: one.clear_result(1, 2), ""),
    ("unlock_result", lambda one: one.unlock_result(1, 1), "Unlocked the result of table 1 in round 1."),
    (
        "clear_result",
        lambda one: one.clear_result(1, 1),
        "Cleared the result of table 1 in round 1; before: Ann Bell 3, Player 2 2, Player 3 0, Player 4 0, Player 5 0.",
    ),
    ("", lambda one: one.result(1, 3, 2, 0, 0, 0).result(2, 3, 1, 1, 0, 0), ""),
    ("lock_round", lambda one: one.lock_round(1), "2 results locked."),
    (
        "give_sanction",
        lambda one: one.sanction_player(1, infraction="3.3", minutes=5),
        "Ann Bell: caution for 3.3 Slow Play. 5:00 more for table 1 in round 1 (3.3 Slow Play).",
    ),
    (
        "lift_sanction",
        lambda one: one.lift_sanction(1, reason="wrong"),
        "Lifted: Ann Bell: caution for 3.3 Slow Play (wrong).",
    ),
    (
        "give_sanction_to_person",
        lambda one: one.sanction_person("Bob", SanctionKind.DISQUALIFICATION, infraction="4.5"),
        "Bob: disqualification for 4.5 Theft of Tournament Material.",
    ),
    ("call_judge", lambda one: one.call_judge(round_number=1, table=2), "Judge call 1 from table 2 in round 1."),
    ("take_call", lambda one: one.take_call(1, judge="Jo"), "Jo takes call 1."),
    ("close_call", lambda one: one.close_call(1), "Call 1 is closed."),
    ("", lambda one: one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]), ""),
    (
        "unseat_player",
        lambda one: one.unseat_player(2, 10),
        "Changed the seats of round 2. Player 10: no seat (before: table 2, seat 5) (Player 10 is missing).",
    ),
    ("cancel_round", lambda one: one.cancel_round(2, reason="fire"), "Cancelled round 2 (fire)."),
    ("draft_same", lambda one: one.draft_same(), "Drafted round 2: 2 tables, sitting out: Player 10."),
    ("see_again", lambda one: one.see_again([11]), "Here again: Player 11."),
    ("", lambda one: one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9]), ""),
    ("", lambda one: one.drop_player(9), "Player 9 dropped during round 2."),
    (
        "seat_proxy",
        lambda one: one.seat_proxy(2, 2, seat=4, name="Rosa"),
        "Rosa sits as a proxy player in seat 4 of table 2 in round 2, for Player 9.",
    ),
    ("", lambda one: one.result(1, 3, 2, 0, 0, 0).result(2, 3, 1, 0, 0), ""),
    ("toss", lambda one: one.record_toss([6, 1], how="a coin"), "Toss: Player 6 before Ann Bell (a coin)."),
    (
        "mark_unavailable",
        lambda one: one.mark_unavailable(2, reason="bus"),
        "Player 2 cannot play the final (bus).",
    ),
    ("mark_available", lambda one: one.mark_available(2), "Player 2 can play the final."),
    (
        "open_final",
        lambda one: one.open_final(),
        "The final, by seed: Player 6, Ann Bell, Player 2, Player 7, Player 8.",
    ),
    (
        "decide_deck",
        lambda one: one.decide_final_deck(1, seed=1),
        "Ann Bell plays the deck of round 1 in the final, drawn from rounds 1, 2.",
    ),
    ("show_crypt_cards", lambda one: one.show_crypt_cards(1, ["A", "B", "C"]), "Ann Bell showed A, B, C."),
    ("place_row", lambda one: one.place_row(ROW), "5 finalists placed."),
    ("cancel_final", lambda one: one.cancel_final(reason="late"), "Cancelled the final (late)."),
    ("", lambda one: one.open_final(), ""),
    ("place_finalist", lambda one: one.place_finalist(8, 0), "Player 8 took place 1 of the row."),
    ("", lambda one: one.drop_player(7), ""),
    (
        "replace_finalists",
        lambda one: one.replace_finalists(),
        "Cancelled the final (A toss is needed for who moves up).",
    ),
    ("", lambda one: play(one), ""),
    ("first_player", lambda one: one.record_first_player(6), "Player 6 plays first."),
    ("", lambda one: one.enter_result(FINAL, 1, victory_points=[3, 2, 0, 0, 0]), ""),
    (
        "set_prizes",
        lambda one: one.set_prizes(["2-3: Booster", "2: Pin", "Raffle: 2 x Promo", "GW: Sleeve", "Best newcomer: Pin"]),
        "Changed the settings. Prizes: 2-3: Booster, 2: Pin, Raffle: 2 x Promo, Each game win: Sleeve,"
        " Best newcomer: Pin (before: none).",
    ),
    ("decide_category", lambda one: one.decide_category("Newcomer", 1), "Best newcomer: Ann Bell."),
    (
        "decide_prizes",
        lambda one: one.decide_prizes(shared(one)),
        "Prizes of a shared place in this order: Ann Bell, Player 2, Player 8, Player 3.",
    ),
    (
        "draw_raffle",
        lambda one: one.draw_raffle(
            RaffleWishes(pool=RafflePool.NAMED, players=(3, 4)), seed=7, prize="Promo", count=1
        ),
        "Raffle 1, Promo: Player 4.",
    ),
    (
        "pass_over",
        lambda one: one.pass_over(1, 4),
        "Player 4 is not here: another is drawn in raffle 1.",
    ),
    ("finish", lambda one: one.finish(), "Finished the event."),
    ("tick_report", lambda one: one.tick_report(Output.TEXT), "Done: Result for chats and forums."),
    ("", lambda one: one.tick_report(Output.TEXT, is_out=False), ""),
    ("reopen", lambda one: one.reopen("a mistake"), "Opened the event again (a mistake)."),
    ("", lambda one: one.cancel_final(reason="late"), ""),
    ("", lambda one: one.finish(is_early=True, reason="a power cut"), ""),
    (
        "report_early_end",
        lambda one: one.report_early_end(nature="no light", decision="waited"),
        "Wrote the report of the early end.",
    ),
]
# What the room does by itself all day is in the log, and is nobody's last change.
PASSED_OVER = (JudgeCalled, JudgeCallTaken, JudgeCallClosed, PlayerForgotten, SeedCommitted, SeedRevealed)


def hand_in(one: Organizer) -> None:
    for player in range(1, 11):
        for number in (1, 2):
            one.submit_deck(player, "x", DeckVerdict(is_legal=True), deck_round=number)


def shared(one: Organizer) -> list[int]:
    return list(allocation(one.state).shared[0].players)


def play(one: Organizer) -> None:
    one.toss(seed=1)
    one.open_final()
    finalists = one.state.final.finalists
    for player in finalists:
        one.decide_final_deck(player, seed=1)
    one.place_row(finalists)


@dataclass(frozen=True)
class Told:
    """What is said of a step: by the log, as the last change, and by the undoing of that."""

    step: Step
    log: Sayable
    last: Sayable
    undone: Sayable
    is_last_change: bool


def limited_plan(format: str, line: str, **more: object) -> LimitedPlan:
    is_draft = format in ("booster", "elder")
    return LimitedPlan(format=LimitedFormat(format), lines=(parse_line(line, is_draft=is_draft),), **more)


# The commands of limited events, each where it belongs.
DRAFT: list[Step] = [
    ("", lambda one: one.with_players(9), ""),
    ("plan_limited", lambda one: one.plan_limited(limited_plan("elder", "6 SW")), ""),
    ("give_product", lambda one: one.give_product([1]), "Product given to Player 1."),
    ("start_phase", lambda one: one.start_phase(), "Began: Handing out the product."),
    ("end_phase", lambda one: one.end_phase(), "The phase is over."),
    ("", lambda one: one.give_product(), ""),
    (
        "draw_pods",
        lambda one: one.draw_pods(seed=7),
        "Drew the pods: pod 1: Player 6, Player 4, Player 7, Player 5, Player 8;"
        " pod 2: Player 1, Player 3, Player 9, Player 2.",
    ),
    (
        "change_pods",
        lambda one: one.change_pods([[1, 2, 3, 4], [5, 6, 7, 8, 9]]),
        "Changed the pods: pod 1: Player 1, Player 2, Player 3, Player 4;"
        " pod 2: Player 5, Player 6, Player 7, Player 8, Player 9.",
    ),
    (
        "swap_in_pods",
        lambda one: one.swap_in_pods(1, 9, reason="friends"),
        "Changed the pods: pod 1: Player 9, Player 2, Player 3, Player 4;"
        " pod 2: Player 5, Player 6, Player 7, Player 8, Player 1 (friends).",
    ),
    (
        "count_piles",
        lambda one: one.count_piles(1, crypt=[20, 21, 22, 23], library=[46, 45, 44, 43]),
        "Counted the piles of pod 1: 86 crypt and 178 library cards.",
    ),
    ("", lambda one: one.count_piles(2, crypt=[20] * 5, library=[46] * 5), ""),
    ("start_draft", lambda one: one.start_phase(LimitedPhase.DRAFT, reason="crypts are dealt"), ""),
    ("pause_phase", lambda one: one.pause_phase(pod=2), "Paused pod 2."),
    ("resume_phase", lambda one: one.resume_phase(pod=2), "Resumed pod 2."),
    ("extend_phase", lambda one: one.extend_phase(seconds=-10), "0:10 less for the phase."),
    ("step_draft", lambda one: one.step_draft(one.now, pod=1), "Pod 1: all players have picked."),
    (
        "force_pick",
        lambda one: one.force_pick(one.now, 1, 2, seed=3),
        "Player 2 was late (pod 1, pack 1, pick 1): card 4 of 11 from the top.",
    ),
    ("replace_pack", lambda one: one.replace_pack(2, pack=1, reason="marked"), "Replaced pack 1 of Player 2 (marked)."),
    ("leave_pod", lambda one: one.leave_pod(5), "Player 5 left the draft."),
    ("", lambda one: one.drop_player(5), ""),
    ("return_product", lambda one: one.return_product(5), "Player 5 gave the product back."),
    (
        "build_decks",
        lambda one: one.start_phase(LimitedPhase.CONSTRUCTION, minutes=40),
        "The phase is over. Began: Building decks, 40:00.",
    ),
    ("", lambda one: one.add_player("Zoe", vekn="3000999"), ""),
    (
        "build_late",
        lambda one: one.build_late(10, minutes=30),
        "Zoe came late and builds a sealed deck: 30 minutes.",
    ),
    ("finish_late", lambda one: one.finish_late(10), "The deck of the latecomer Zoe is in."),
    ("", lambda one: one.change_pods([[1, 2, 3, 4], [6, 7, 8, 9]], reason="tables"), ""),
    ("seat_pods", lambda one: one.draft_round(one.state.limited.pods), "Drafted round 1: 2 tables, sitting out: Zoe."),
    ("", lambda one: one.publish_round(), ""),
    ("use_recursion", lambda one: one.use_recursion(2, used=1), "Player 2 has used 1 recursion in this game."),
]
SEALED: list[Step] = [
    ("", lambda one: one.with_players(5), ""),
    ("", lambda one: one.plan_limited(limited_plan("sealed", "6 SW", swaps=True, registers_pools=True)), ""),
    ("", lambda one: one.give_product(), ""),
    *(
        ("", lambda one, number=number: one.enter_pool(number, [PoolCard(card=100845, count=66)]), "")
        for number in range(2, 6)
    ),
    (
        "enter_pool",
        lambda one: one.enter_pool(1, [PoolCard(card=100845, count=65)]),
        "Pool of Player 1: 65 of 66 cards.",
    ),
    ("confirm_pool", lambda one: one.confirm_pool(1), "Player 1 confirmed the pool."),
    ("", lambda one: one.confirm_pool(1, is_confirmed=False), "The pool of Player 1 can be changed again."),
    (
        "draw_swap",
        lambda one: one.draw_swap(seed=7),
        "Drew the swap: 4 pools change hands; their own pool back: Player 2.",
    ),
    ("", lambda one: one.undo_last(), ""),
    ("clear_pool", lambda one: one.clear_pool(1), "Took out the pool of Player 1."),
]
MICHIGAN: list[Step] = [
    ("", lambda one: one.with_players(4), ""),
    ("", lambda one: one.plan_limited(limited_plan("michigan", "8 SW")), ""),
    ("prepare_pool", lambda one: one.prepare_pool(1), "Player 1 is ready to trade."),
    ("", lambda one: one.draw_pods(seed=1), ""),
    ("", lambda one: one.start_phase(LimitedPhase.TRADE, reason="at once"), ""),
    (
        "make_trade",
        lambda one: one.make_trade(1, answer=TradeAnswer.TRADED, asked=2),
        "Pod 1: seats 1 and 2 trade.",
    ),
]


REHEARSAL: list[Step] = [
    (
        "throw_away",
        lambda one: one.enter(event.throw_away(one.state)),
        "Changed the settings. Deleted: yes (before: no).",
    )
]


@cache
def told() -> list[Told]:
    one = Organizer(rounds=2, is_multideck=True, final_deck=FinalDeck.BEST_ROUND)
    parts = [
        (one, STEPS), (Organizer(), DRAFT), (Organizer(), SEALED), (Organizer(), MICHIGAN),
        (Organizer(is_rehearsal=True), REHEARSAL),
    ]  # fmt: skip
    return [carried_out(organizer, step) for organizer, steps in parts for step in steps]


def carried_out(one: Organizer, step: Step) -> Told:
    before = one.tournament.number
    step[1](one)
    event = one.tournament
    entries = [entry for entry in event.log if entry.number > before]
    undoing = history.undo_last(event)
    return Told(
        step=step,
        log=describe_change(event, entries),
        last=describe_change(event, last_change(event)),
        undone=describe(event.with_facts(undoing, at=one.now, by="Ann"), undoing[0]),
        is_last_change=not isinstance(entries[-1].fact, PASSED_OVER),
    )


def test_every_command_is_given() -> None:
    assert {name for name, *_ in (*STEPS, *DRAFT, *SEALED, *MICHIGAN, *REHEARSAL) if name} == {
        command.name for command in COMMANDS
    } - {"undo", "redo"}


def test_the_log_says_what_was_done() -> None:
    assert [(str(one.log), one.step[2]) for one in told() if one.step[2] and str(one.log) != one.step[2]] == []


def test_the_last_change_is_called_what_the_log_calls_it_and_so_is_its_undoing() -> None:
    changes = [one for one in told() if one.step[0] and one.is_last_change]
    assert [(str(one.log), str(one.last)) for one in changes if one.last != one.log] == []
    assert [str(one.undone) for one in changes if str(one.undone) != f"Undone: {one.log}"] == []


MANY = (
    "players|joueurs|jugadores|tables|mesas|rounds|rondes|rondas|minutes|minutos|results|résultats|resultados|entries"
)
INNER = re.compile(rf"[a-z]_[a-z]|\b(?:True|False|None|null)\b|[\[{{?]|%\(|\.\.|\b1 (?:{MANY})\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_an_inner_word_or_a_wrong_number(language: str) -> None:
    texts = [say(sentence, words_of(language)) for one in told() for sentence in (one.log, one.last, one.undone)]
    assert [text for text in texts if INNER.search(text)] == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_is_said_in_the_language(language: str) -> None:
    words = words_of(language)
    sentences = [sentence for one in told() for sentence in (one.log, one.last, one.undone)]
    assert [str(sentence) for sentence in sentences if say(sentence, words) == str(sentence)] == []


def test_a_correction_says_what_counted_before_it() -> None:
    one = Organizer(minutes=120).with_players(1)
    one.change_player(1, city="Ghent")
    one.undo_last()
    one.change_player(1, city="Lyon")
    one.configure({"minutes": 90})
    one.configure({"minutes": 100})
    assert [str(sentence) for _, sentence, _ in describe_log(one.tournament)][-3:] == [
        "Corrected Player 1. City: Lyon (before: none).",
        "Changed the settings. Minutes of a round: 90 (before: 120).",
        "Changed the settings. Minutes of a round: 100 (before: 90).",
    ]


def test_every_setting_has_words() -> None:
    named = {setting: setting_words(setting, None).partition(":")[0] for setting in SETTINGS}
    assert [setting for setting, words in named.items() if words == setting] == []
