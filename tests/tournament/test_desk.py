"""What is typed at the desk, and what it means."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final
from toolkit.tournament import TableName
from toolkit.tournament.desk import (
    Dropping,
    GoTo,
    ListOnPaper,
    Presence,
    ResultLine,
    Returning,
    RoundTable,
    TypedResult,
    Unclear,
    Verb,
    meaning_of,
    not_after_all,
    read_points,
    says_so,
    stands,
)
from toolkit.tournament.errors import UnknownRound
from toolkit.tournament.facts import FINAL, FeeStatus
from toolkit.tournament.history import last_said

NAMES = (
    "Anna Bell", "Anna Bøgh", "Đorđe Łukasz", "Émile Zola", "Jean-Luc Oiseau", "Ann", "Drop Dead", "Gil", "Hal O’Brien",
)  # fmt: skip
ANNA, BOGH, LUKASZ, EMILE, JEAN, ANN, DROP, GIL, HAL = range(1, 10)


@pytest.fixture
def organizer() -> Organizer:
    one = Organizer()
    for number, name in enumerate(NAMES):
        one.add_player(name, vekn=str(3_000_001 + number))
    return one


@pytest.fixture
def at_door(organizer: Organizer) -> Organizer:
    organizer.open_check_in()
    return organizer


@pytest.fixture
def in_round(organizer: Organizer) -> Organizer:
    """Tables of five and of four."""
    return organizer.seated([ANNA, BOGH, LUKASZ, EMILE, JEAN], [ANN, DROP, GIL, HAL])


@pytest.mark.parametrize(
    ("typed", "player"),
    [
        ("anna be", ANNA),
        ("ANNA BO", BOGH),
        ("/anna bo", BOGH),
        ("bell", ANNA),
        ("lukasz", LUKASZ),
        ("dor", LUKASZ),
        ("luk dor", LUKASZ),
        ("emil", EMILE),
        ("luc", JEAN),
        ("obri", HAL),
        ("o'brien", HAL),
        ("uc ois", JEAN),
        ("ann", ANN),
        ("#3000009", HAL),
        ("3000009", HAL),
        ("@8", GIL),
        ("  gil  ", GIL),
        ("drop", DROP),
    ],
)
def test_as_many_letters_as_tell_a_name_apart_are_enough(at_door: Organizer, typed: str, player: int) -> None:
    assert meaning_of(at_door.state, typed) == Presence(player, is_here=True)


@pytest.mark.parametrize("typed", ["gil", "gil =", "gil $"])
def test_what_is_typed_says_the_same_however_it_stands_and_its_opposite_is_named(
    at_door: Organizer, typed: str
) -> None:
    meaning = meaning_of(at_door.state, typed)
    assert not stands(at_door.state, meaning)
    at_door.set_fees("5", currency="EUR")
    at_door.check_in([GIL])
    at_door.take_paper_list(GIL)
    at_door.mark_fees([GIL], FeeStatus.PAID)
    assert meaning_of(at_door.state, typed) == meaning
    assert stands(at_door.state, meaning)
    assert not_after_all(not_after_all(meaning)) != meaning
    entry = last_said(at_door.tournament, lambda fact: says_so(fact, meaning))
    assert entry is not None


@pytest.mark.parametrize(("typed", "sign"), [("gil $ Student", "$"), ("gil € 8", "€"), ("gil $$", "$")])
def test_another_fee_than_the_usual_one_is_noted_elsewhere(at_door: Organizer, typed: str, sign: str) -> None:
    with pytest.raises(Unclear, match=f"Write only “[{sign}]” after the name"):
        meaning_of(at_door.state, typed)


def test_letters_of_several_name_them_all(at_door: Organizer) -> None:
    with pytest.raises(Unclear, match="Anna Bell, Anna Bøgh") as refused:
        meaning_of(at_door.state, "anna")
    assert [player.number for player in refused.value.players] == [ANNA, BOGH]
    with pytest.raises(Unclear, match="No player is called “zoe”"):
        meaning_of(at_door.state, "zoe")


def test_of_several_the_one_who_has_not_left_is_meant_or_who_has_when_back(at_door: Organizer) -> None:
    at_door.drop_player(ANNA)
    assert meaning_of(at_door.state, "anna") == Presence(BOGH, is_here=True)
    assert meaning_of(at_door.state, "anna +") == Returning(ANNA)


def test_signs_and_words_beside_a_name(at_door: Organizer) -> None:
    words = {"drop": Verb.LEAVE, "liste": Verb.LIST}
    meanings = [meaning_of(at_door.state, typed, words=words) for typed in ("gil -", "-gil", "gil drop", "gil liste")]
    assert meanings == [Dropping(GIL), Dropping(GIL), Dropping(GIL), ListOnPaper(GIL, None, is_here=True)]
    assert meaning_of(at_door.state, "dead drop", words=words) == Presence(DROP, is_here=True)  # it is the name


def test_a_list_of_an_event_of_many_decks_is_for_the_next_round() -> None:
    organizer = Organizer(is_multideck=True).with_players(5)
    assert meaning_of(organizer.state, "player 4 =") == ListOnPaper(4, 1, is_here=True)


def test_a_scanned_card_is_here_and_never_away(at_door: Organizer) -> None:
    card = "http://192.168.1.7:8080/tournaments/abc/players/8/Zm9vYmFy"
    at_door.check_in([GIL])
    assert meaning_of(at_door.state, card, event="abc") == Presence(GIL, is_here=True)
    with pytest.raises(Unclear, match="not of this event"):
        meaning_of(at_door.state, card, event="abd")
    with pytest.raises(Unclear, match="not of this event"):
        meaning_of(at_door.state, "https://vekn.net", event="abc")


def test_a_scanned_slip_opens_its_table_and_a_card_that_of_its_player(in_round: Organizer) -> None:
    slip = "http://hall/tournaments/abc/rounds/1/tables/2/Zm9v"
    assert meaning_of(in_round.state, slip, event="abc") == GoTo(RoundTable(1, 2))
    assert meaning_of(in_round.state, "http://hall/tournaments/abc/players/8/Zm", event="abc") == GoTo(RoundTable(1, 2))
    assert meaning_of(in_round.state, "gil") == GoTo(RoundTable(1, 2))


def test_a_number_goes_to_the_table_and_digits_to_the_table_that_is_open(in_round: Organizer) -> None:
    state, first, second = in_round.state, RoundTable(1, 1), RoundTable(1, 2)
    assert meaning_of(state, "2") == GoTo(second)
    assert meaning_of(state, "5000", at=second) == ResultLine(second, (10, 0, 0, 0))
    assert meaning_of(state, "1", at=second) == GoTo(first)
    assert meaning_of(state, "2 4000") == ResultLine(second, (8, 0, 0, 0))
    assert meaning_of(state, "2 4000", at=first) == ResultLine(second, (8, 0, 0, 0))
    assert meaning_of(state, "a>b A! time", at=second) == TypedResult(second, "a>b A! time")
    assert meaning_of(state, "2 concede:A") == TypedResult(second, "concede:A")


def test_a_story_behind_a_tables_number_is_that_tables_whatever_is_open(in_round: Organizer) -> None:
    state, first, second = in_round.state, RoundTable(1, 1), RoundTable(1, 2)
    for is_open in (None, first, second):
        assert meaning_of(state, "2 B>C D! time", at=is_open) == TypedResult(second, "B>C D! time")
        assert meaning_of(state, "1 A>B time", at=is_open) == TypedResult(first, "A>B time")
        assert meaning_of(state, "1 tiempo", at=is_open) == TypedResult(first, "tiempo")
    in_round.result(2, 4, 0, 0, 0)
    assert meaning_of(in_round.state, "2 A>B time", at=first) == GoTo(second, typed="A>B time")


def test_a_letter_before_an_arrow_is_a_seat_though_a_table_is_called_so() -> None:
    tables = [1, 2, 3, 4, 5], [6, 7, 8, 9]
    state = Organizer(table_names=(TableName(table=1, name="A"),)).with_players(9).seated(*tables).state
    assert meaning_of(state, "A > B time", at=RoundTable(1, 2)) == TypedResult(RoundTable(1, 2), "A > B time")
    assert meaning_of(state, "A A>B time", at=RoundTable(1, 2)) == TypedResult(RoundTable(1, 1), "A>B time")


@pytest.mark.parametrize(
    ("typed", "seats", "halves"),
    [
        ("21110", 5, (4, 2, 2, 2, 0)),
        ("2.5.5.5.50", 5, (5, 1, 1, 1, 0)),
        ("2,5 0,5 0,5 0,5 0", 5, (5, 1, 1, 1, 0)),
        ("2,0", 1, (4,)),
        ("2.0", 1, (4,)),
        ("2hhh0", 4, (5, 1, 1, 0)),
        ("2h h h 0", 4, (5, 1, 1, 0)),
        ("4 h 0 0 0", 5, (8, 1, 0, 0, 0)),
        ("½½½½", 4, (1, 1, 1, 1)),
        ("3.0 1 0 0", 4, (6, 2, 0, 0)),
        ("211", 4, None),
        ("2x10", 4, None),
    ],
)
def test_points_of_all_seats(typed: str, seats: int, halves: tuple[int, ...] | None) -> None:
    assert read_points(typed, seats) == halves


def test_a_figure_too_few_or_many_is_told_for_the_open_table(in_round: Organizer) -> None:
    with pytest.raises(Unclear, match="Table 2 has 4 seats: type a figure for each, such as 2110"):
        meaning_of(in_round.state, "50000", at=RoundTable(1, 2))
    with pytest.raises(Unclear, match="Round 1 has no table 3"):
        meaning_of(in_round.state, "3")
    with pytest.raises(Unclear, match="Which table"):
        meaning_of(in_round.state, "A>B time")


def test_a_result_that_stands_is_shown_before_another_replaces_it(in_round: Organizer) -> None:
    in_round.result(2, 4, 0, 0, 0)
    assert meaning_of(in_round.state, "2 0400") == GoTo(RoundTable(1, 2), typed="0400")
    assert meaning_of(in_round.state, "0400", at=RoundTable(1, 2)) == ResultLine(RoundTable(1, 2), (0, 8, 0, 0))


def test_tables_go_by_the_names_that_the_settings_give_them() -> None:
    organizer = (
        Organizer(table_names=(TableName(table=2, name="7"),)).with_players(9).seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    )
    assert meaning_of(organizer.state, "7") == GoTo(RoundTable(1, 2))
    assert meaning_of(organizer.state, "7 4000") == ResultLine(RoundTable(1, 2), (8, 0, 0, 0))


def test_nothing_is_a_table_before_a_round_is_published(at_door: Organizer) -> None:
    with pytest.raises(Unclear, match="No round has been published yet"):
        meaning_of(at_door.state, "3")
    with pytest.raises(Unclear, match="Type a name, a table or a result"):
        meaning_of(at_door.state, "   ")


def test_a_slip_of_a_final_that_there_is_not_opens_nothing(in_round: Organizer) -> None:
    with pytest.raises(UnknownRound, match="There is no final yet"):
        meaning_of(in_round.state, "/tournaments/abc/rounds/final/tables/1/x", event="abc")


@pytest.mark.parametrize("word", ["final", "Finale"])
def test_the_final_is_called_by_its_name_while_it_is_played(word: str) -> None:
    organizer, table = before_final(), RoundTable(FINAL, 1)
    with pytest.raises(Unclear, match="No player is called"):
        meaning_of(organizer.state, f"{word} 22100")
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.record_first_player(organizer.state.final.finalists[0])
    assert meaning_of(organizer.state, word) == GoTo(table)
    assert meaning_of(organizer.state, f"{word} 22100") == ResultLine(table, (4, 4, 2, 0, 0))
    assert meaning_of(organizer.state, f"{word} A>B time", at=table) == TypedResult(table, "A>B time")


@pytest.fixture
def in_final() -> Organizer:
    organizer = before_final()
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.record_first_player(organizer.state.final.finalists[0])
    return organizer


@pytest.mark.parametrize(
    ("typed", "halves"),
    [
        ("22100", (4, 4, 2, 0, 0)),
        ("2 2 1 0 0", (4, 4, 2, 0, 0)),
        ("0 2,5 .5 1 1", (0, 5, 1, 2, 2)),
        ("½½½½½", (1, 1, 1, 1, 1)),
    ],
)
def test_a_result_without_a_table_is_the_final_s(in_final: Organizer, typed: str, halves: tuple[int, ...]) -> None:
    table = RoundTable(FINAL, 1)
    assert meaning_of(in_final.state, typed) == ResultLine(table, halves)
    assert meaning_of(in_final.state, "A>B time") == TypedResult(table, "A>B time")
    assert meaning_of(in_final.state, "1 22100") == ResultLine(table, (4, 4, 2, 0, 0))
    assert meaning_of(in_final.state, "1") == GoTo(table)


def test_a_result_of_the_final_that_stands_is_shown_before_it_is_replaced(in_final: Organizer) -> None:
    in_final.enter_result(FINAL, 1, victory_points=[5, 0, 0, 0, 0])
    for typed in ("22100", "A>B time"):
        assert meaning_of(in_final.state, typed) == GoTo(RoundTable(FINAL, 1), typed=typed)
    assert meaning_of(in_final.state, "22100", at=RoundTable(FINAL, 1)) == ResultLine(
        RoundTable(FINAL, 1), (4, 4, 2, 0, 0)
    )
