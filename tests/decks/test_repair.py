"""The repair of a whole deck: by examples worked by hand, and what following it brings about."""

from __future__ import annotations

from datetime import date

import pytest

from tests.decks.hand import DAY, LONG_AGO, card, deck, entries, judge, vampire
from toolkit.cards.model import Card, Kind
from toolkit.decks.formats import rule_set
from toolkit.decks.model import (
    Add,
    Candidate,
    Deck,
    Move,
    Problem,
    Reading,
    Rename,
    Replace,
    Report,
    TakeOut,
    Unresolved,
)
from toolkit.decks.model import ProblemCode as Code
from toolkit.decks.rules import validate
from toolkit.decks.rules.steps import apply, filled, instructions

CRYPT, LIBRARY = Kind.CRYPT, Kind.LIBRARY
PTO = card("Protect Thine Own", id=101499, banned=date(2008, 1, 1))
UPHEAVAL = card("Dramatic Upheaval", id=100583, banned=date(2005, 1, 1))
V2, V3, V4, V5 = (vampire(f"V{group}", group=group, id=200100 + group) for group in (2, 3, 4, 5))


def library(plain: int, *others: tuple[Card, int]) -> Deck:
    return deck(library=((card(), plain), *others))


def crypt(*pairs: tuple[Card, int]) -> Deck:
    return deck(pairs)


def test_a_legal_deck_asks_for_nothing():
    assert judge(deck()).repair == ()


def told(source: Deck | Reading, code: str = "constructed", on: date = DAY, **parameters: object) -> str:
    return " ".join(instructions(judge(source, code, on, **parameters)))


@pytest.mark.parametrize(
    ("source", "steps"),
    [
        (library(58, (PTO, 1)), "Replace 1 Protect Thine Own. Add 1 library card."),
        (library(59, (PTO, 2)), "Replace 1 Protect Thine Own. Remove 1 Protect Thine Own."),
        (library(59, (PTO, 1), (UPHEAVAL, 1)), "Replace 1 Protect Thine Own. Remove 1 Dramatic Upheaval."),
        (library(90, (PTO, 1)), "Remove 1 Protect Thine Own."),
        (library(92, (PTO, 1)), "Remove 1 Protect Thine Own. Remove 2 library cards."),
        (library(70, (PTO, 3)), "Remove 3 Protect Thine Own."),
        (crypt((V2, 10), (V4, 1)), "Replace 1 V4. Add 1 crypt card."),
        (crypt((V2, 5), (V3, 5), (V4, 3)), "Replace 2 V4. Remove 1 V4."),
        (deck(0, 0), "Add 12 crypt cards. Add 60 library cards."),
        (Deck(crypt=entries((V2, 12), (card(), 60))), "Move 60 Blood Doll to the library."),
        (Deck(crypt=entries((V2, 11)), library=entries((card(), 60), (V3, 1))), "Move 1 V3 to the crypt."),
        (
            Deck(crypt=entries((V2, 12), (PTO, 1)), library=entries((card(), 59))),
            "Move 1 Protect Thine Own to the library. Replace 1 Protect Thine Own.",
        ),
    ],
)
def test_the_repair_of_faults_that_meet(source, steps):
    assert told(source) == steps


def test_a_banned_vampire_decides_nothing_about_the_groups_to_keep():
    out = vampire("Out", group=2, id=200300, banned=LONG_AGO)
    assert told(crypt((out, 4), (V2, 3), (V4, 5))) == "Replace 4 Out. Replace 3 V2."


def test_the_groups_at_fault_are_those_that_the_repair_leaves():
    out = vampire("Out", group=2, id=200300, banned=LONG_AGO)
    problem = next(one for one in judge(crypt((out, 4), (V2, 3), (V4, 5))).problems if one.code is Code.GROUPS)
    assert [entry.card.name for entry in problem.cards] == ["Out", "V2"]


def test_a_vampire_of_any_group_stays():
    assert told(crypt((V2, 6), (vampire("Any", group=None, id=200301), 5), (V4, 1))) == "Replace 1 V4."


def test_each_fault_is_told_its_own_share_of_the_repair():
    report = judge(library(91, (PTO, 1), (UPHEAVAL, 2)))
    assert [problem.fix for problem in report.problems] == [
        "Remove 1 Protect Thine Own, 2 Dramatic Upheaval and 1 library card.",
        "Remove 1 Protect Thine Own.",
        "Remove 2 Dramatic Upheaval.",
    ]


def open_line(text: str, count: int, *cards: Card, part: Kind | None = LIBRARY, distance: int = 1) -> Unresolved:
    return Unresolved(7, text, count, tuple(Candidate(one, distance) for one in cards), part)


def unsettled(of: Deck, line: Unresolved, code: Code = Code.UNKNOWN_CARD) -> Reading:
    return Reading(deck=of, unresolved=(line,), problems=(Problem(code=code, message="…", line=line.line, fix="?"),))


@pytest.mark.parametrize(
    ("of", "line", "steps"),
    [
        (deck(12, 58), open_line("Vilein", 2, card("Villein")), "Line 7: write Villein for “Vilein”."),
        (
            deck(12, 58),
            open_line("Vilein", 1, card("Villein")),
            "Line 7: write Villein for “Vilein”. Add 1 library card.",
        ),
        (
            deck(12, 59),
            open_line("Protect Your Own", 1, PTO),
            "Line 7: write Protect Thine Own for “Protect Your Own”. Replace 1 Protect Thine Own.",
        ),
        (
            deck(12, 59),
            open_line("Vilein", 1, card("Villein"), part=CRYPT),
            "Line 7: write Villein for “Vilein”. Move 1 Villein to the library.",
        ),
        (deck(12, 58), open_line("Zzz", 2), "Line 7: which library card is “Zzz”?"),
        (
            deck(12, 58),
            open_line("Zillion", 2, vampire("Lillian", id=200501), distance=2),
            "Line 7: which library card is “Zillion”?",
        ),
        (deck(10, 60), open_line("Zzz", 2, part=CRYPT), "Line 7: which crypt card is “Zzz”?"),
        (deck(10, 60), open_line("Zzz", 2, part=None), "Line 7: which crypt card is “Zzz”?"),
        (deck(12, 58), open_line("Zzz", 2, part=None), "Line 7: which library card is “Zzz”?"),
        (
            deck(12, 60),
            open_line("Vilein", 0, card("Villein")),
            "Line 7: write how many copies of “Vilein” there are, or delete the line.",
        ),
        (
            deck(12, 59),
            open_line("Villein", 1, card("Villein"), distance=0),
            "Line 7: delete everything after “Villein”.",
        ),
        (
            deck(12, 60),
            open_line("Villein", 0),
            "Line 7: write how many copies of “Villein” there are, or delete the line.",
        ),
    ],
)
def test_an_open_line_is_asked_about_first(of, line, steps):
    assert told(unsettled(of, line)) == steps


def test_a_crypt_that_a_misspelt_name_in_the_library_fills_is_told_so():
    line = open_line("Bobb", 1, vampire("Bob", id=200501))
    report = judge(unsettled(deck(11, 60), line))
    assert next(one for one in report.problems if one.code is Code.CRYPT_MIN).fix == "Move 1 Bob to the crypt."
    assert [type(step) for step in report.repair] == [Rename, Move]


BOB = [vampire("Bob", group=group, id=200400 + group, unique_name=f"Bob (G{group})") for group in (1, 3, 6)]


@pytest.mark.parametrize(
    ("crypt_pairs", "fix"),
    [
        (((V2, 11),), "Write Bob (G1) or Bob (G3)."),
        (((V3, 11),), "Write Bob (G3)."),
        (((V2, 6), (V3, 5)), "Write Bob (G3)."),
        (((vampire(group=9), 11),), "Write Bob (G1), Bob (G3) or Bob (G6)."),
    ],
)
def test_of_a_vampires_versions_those_that_fit_the_crypt_are_offered(crypt_pairs, fix):
    line = open_line("Bob", 1, *BOB, part=CRYPT, distance=0)
    problem = next(
        one
        for one in judge(unsettled(crypt(*crypt_pairs), line, Code.AMBIGUOUS_CARD)).problems
        if one.code is Code.AMBIGUOUS_CARD
    )
    assert problem.fix == fix


def test_a_version_that_may_not_be_played_is_not_chosen():
    first = vampire("Bob", group=2, id=200500, unique_name="Bob (G2)", banned=LONG_AGO)
    line = open_line("Bob", 1, first, BOB[1], part=CRYPT, distance=0)
    (question,) = judge(unsettled(crypt((V2, 11)), line)).questions
    assert question.candidates[0].card is BOB[1]


def test_what_is_no_deck_has_no_repair_and_says_so():
    nothing = Problem(code=Code.NOT_A_DECK, message="There is no card in it.")
    report = judge(Reading(problems=(nothing,)))
    assert report.repair == ()
    assert told(Reading(problems=(nothing,))) == "No repair can be given before there is a decklist."


def test_a_card_beyond_the_copies_that_are_read_goes_down_to_them():
    beyond = Problem(code=Code.TOO_LARGE, message="…", line=1, cards=entries((V2, 3)))
    assert told(Reading(deck=crypt((V2, 203)), problems=(beyond,))) == "Remove 3 V2."


def test_copies_of_two_faults_go_once():
    beyond = (
        Problem(code=Code.TOO_LARGE, message="…", line=1, cards=entries((V2, 3))),
        Problem(code=Code.NOT_IN_POOL, message="…", line=1, cards=entries((V2, 2))),
    )
    assert told(Reading(deck=crypt((V2, 203)), problems=beyond)) == "Remove 3 V2."


def test_a_group_of_banned_vampires_only_is_none_to_keep():
    out = vampire("Out", group=3, id=200300, banned=LONG_AGO)
    problem = next(one for one in judge(crypt((V2, 12), (out, 1), (V5, 1))).problems if one.code is Code.GROUPS)
    assert problem.fix == "Keep group 2. Remove 1 Out and 1 V5."


def test_any_card_can_be_one_of_the_decks_own():
    report = judge(library(90, (UPHEAVAL, 1), (card("Villein", id=102121), 5)))
    steps = filled(report.deck, report.repair)
    assert validate(apply(report.deck, steps), rule_set(), DAY).legal
    assert [step.card.name for step in steps] == ["Dramatic Upheaval", "Blood Doll"]


def added(of: Deck) -> dict[str, int]:
    return {step.card.name: step.count for step in filled(of, judge(of).repair) if step.card}


def test_cards_that_any_will_do_for_are_spread_over_the_deck() -> None:
    others = ((card("Villein", id=102121), 20), (card("Vessel", id=102113), 15))
    assert added(library(20, *others)) == {"Blood Doll": 2, "Villein": 2, "Vessel": 1}


def test_a_card_that_nobody_can_play_is_not_added() -> None:
    celerity = card("Psyche!", "Combat", id=101522, disciplines=("cel",))
    assert added(library(10, (celerity, 48))) == {"Blood Doll": 2}
    assert added(deck(library=((celerity, 58),))) == {"Psyche!": 2}


def test_what_is_half_a_deck_is_not_filled_up_by_its_own_cards() -> None:
    assert added(library(40)) == {"Blood Doll": 20}
    assert added(library(39)) == {}
    assert added(library(20, (PTO, 40))) == {"Protect Thine Own": 40}


def test_a_card_that_waits_to_be_exchanged_keeps_its_count() -> None:
    out = vampire("Out", group=2, id=200300, banned=LONG_AGO)
    report = judge(crypt((V2, 2), (out, 11)))
    assert " ".join(instructions(report)) == "Replace 10 Out. Remove 1 Out."
    assert filled(report.deck, report.repair) == (Replace(10, out, None, CRYPT),)


def test_a_misspelt_vampire_of_another_group_is_exchanged_with_all_its_copies() -> None:
    bob = vampire("Bob", group=4, id=200501)
    report = judge(unsettled(crypt((V2, 7), (V5, 2)), open_line("Bobb", 3, bob, part=CRYPT)))
    after = apply(report.deck, filled(report.deck, report.repair))
    assert (after.crypt, validate(after, rule_set(), DAY).legal) == (entries((V2, 12)), True)


DOLL, RACK = card(), card("The Rack", id=100002)
# Two boosters: 2 crypt and 10 library cards (VEKN 7.2.1).
POOL = Deck(crypt=entries((V2, 3), (V4, 1)), library=entries((DOLL, 9), (PTO, 2), (RACK, 1)))


def of_pool(crypt: tuple[tuple[Card, int], ...], *library: tuple[Card, int], pool: Deck = POOL) -> Report:
    return judge(deck(crypt, library), "limited", pool=pool, boosters=2)


def test_a_limited_deck_may_hold_what_was_registered_and_no_more():
    assert of_pool(((V2, 3), (V4, 1)), (DOLL, 9), (RACK, 1)).problems == ()
    none, more = of_pool(((V2, 2), (V3, 1)), (DOLL, 11), (RACK, 1)).problems
    assert (more.code, more.line, more.cards) == (Code.NOT_IN_POOL, 100, entries((DOLL, 2)))
    assert more.message == "The deck has 11 Blood Doll; the registered pool has 9."
    assert none.message == "The deck has 1 V3; the registered pool has none."
    assert (more.rule, more.fix, none.fix) == ("VEKN 7.2", "Remove 2 Blood Doll.", "Remove 1 V3.")


def test_copies_beyond_the_pool_go_and_what_comes_is_of_the_pool():
    report = of_pool(((V3, 1), (V2, 1)), (DOLL, 8), (RACK, 3))
    assert " ".join(instructions(report)) == "Replace 1 V3. Replace 1 The Rack. Remove 1 The Rack."
    steps = filled(report.deck, report.repair, report.spare)
    after = apply(report.deck, steps)
    assert after.crypt == entries((V2, 2))
    assert after.library == entries((DOLL, 9), (RACK, 1))
    assert validate(after, rule_set("limited", boosters=2), DAY, pool=POOL).legal


def test_a_pool_that_has_nothing_else_to_play_leaves_the_choice_open():
    pool = Deck(crypt=POOL.crypt, library=entries((DOLL, 8), (PTO, 2), (RACK, 1)))
    report = of_pool(((V2, 2),), (DOLL, 9), (RACK, 1), pool=pool)
    assert filled(report.deck, report.repair, report.spare) == (Replace(1, DOLL, None, LIBRARY),)


def test_a_name_written_right_counts_against_the_pool() -> None:
    read = unsettled(deck(((V2, 2),), ((DOLL, 9), (RACK, 1))), open_line("The Rak", 1, RACK, part=LIBRARY))
    report = judge(read, "limited", pool=POOL, boosters=2)
    assert "Remove 1 The Rack." in " ".join(instructions(report))


def test_an_empty_part_leaves_the_choice_open():
    report = judge(deck(0, 60))
    assert filled(report.deck, report.repair) == report.repair == (Add(12, None, CRYPT),)


def test_a_step_without_a_card_changes_nothing():
    plain = deck(12, 60)
    steps = (Add(1, None, LIBRARY), Replace(1, card(), None, LIBRARY), Rename(3, "Zzz", None, 2, LIBRARY))
    assert apply(plain, steps)[3:5] == plain[3:5]


def test_steps_are_carried_out_in_order_and_take_what_there_is():
    villein = card("Villein", id=102121)
    steps = [
        Rename(3, "Vilein", villein, 2, CRYPT),
        Move(2, villein, LIBRARY),
        Replace(1, villein, PTO, LIBRARY),
        TakeOut(5, PTO, LIBRARY),
        Add(3, UPHEAVAL, LIBRARY),
    ]
    after = apply(deck(12, 0), steps)
    assert [(entry.card, entry.count) for entry in after.library] == [(villein, 1), (UPHEAVAL, 3)]
    assert after.crypt_count == 12


MONTREAL = card("Powerbase: Montreal", id=101410)
FAME, FRAME = card("Fame", id=100699), card("Frame", id=100777)


@pytest.mark.parametrize(
    "line",
    [
        Unresolved(7, "Powerbase: Montral", 2, (Candidate(MONTREAL, 1),), LIBRARY),
        Unresolved(7, "Frmae of it", 2, (Candidate(FRAME, 2), Candidate(FAME, 3)), LIBRARY),
        Unresolved(7, "Framework of the mind", 2, (Candidate(FRAME, 3),), LIBRARY),
        Unresolved(7, "Fam", 2, (Candidate(FAME, 1),), LIBRARY),
        Unresolved(7, "V", 2, (Candidate(V2, 0), Candidate(V3, 0)), CRYPT),
        Unresolved(7, "Fame", 0, (Candidate(FAME, 0),), LIBRARY),
    ],
)
def test_a_name_that_would_be_guessed_is_a_question_and_no_step(line):
    report = judge(unsettled(deck(12, 60), line))
    (question,) = report.questions
    assert (question.line, question.text, set(question.candidates)) == (7, line.text, set(line.candidates))
    assert not any(isinstance(step, Rename) for step in report.repair)


def test_copies_of_a_question_fill_the_deck_as_those_of_a_name_do():
    line = Unresolved(7, "Powerbase: Montral", 2, (Candidate(MONTREAL, 1),), LIBRARY)
    assert told(unsettled(deck(12, 57), line)) == (
        "Line 7: which library card is “Powerbase: Montral”? Add 1 library card."
    )
