from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.sheets import paper
from tests.sheets.room import EVENT, LONGEST
from tests.sheets.shots import MAKERS, PAGES, laid_out, report
from toolkit.sheets import Options, Pack, Paper, Sheet, make_sheet
from toolkit.sheets.model import PrintedEvent, PrintedList, PrintedPlayer, StandingsRow
from toolkit.sheets.pdf import render

HYPHENED = "Maximiliano Bartholomäus von Hohenzollern-Sigmaringen"
SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


def words_of(name: str, size: Paper = Paper.A4) -> list[paper.Word]:
    return paper.words(laid_out(name, size=size).content)


def first(words: list[paper.Word], text: str) -> paper.Word:
    return next(word for word in words if word.text == text)


@pytest.mark.parametrize("size", list(Paper))
@pytest.mark.parametrize("name", PAGES)
def test_each_sheet_takes_the_paper_it_should_and_stays_on_it(name: str, size: Paper) -> None:
    content = laid_out(name, size=size).content
    wide, high = SIZES[size]
    if name == "turns":
        wide, high = high, wide
    found = paper.pages(content)
    assert len(found) == PAGES[name]
    assert all(page == pytest.approx((wide, high), abs=0.1) for page in found)
    outside = [w for w in paper.words(content) if not (3 < w.left < w.right < wide - 3 and 3 < w.top < high - 3)]
    assert outside == []


@pytest.mark.parametrize("name", ["seating-33", "names-33", "standings-33", "checkin-33"])
def test_names_can_be_read_at_arms_length(name: str) -> None:
    # 12 pt is 4.2 mm from the top of the tallest letter to the bottom of the lowest.
    heights = [word.bottom - word.top for word in words_of(name) if word.text in ("Krzysztof", "Wiebke")]
    assert len(heights) >= 2
    assert max(heights) > 4.2


@pytest.mark.parametrize("name", ["seating-33", "slips-2", "slips-4", "tents-9"])
def test_seats_stand_below_each_other_in_order(name: str) -> None:
    order = ["Ágnes", "Bartolomé", "Clélia", "Dmitrij", "Éloïse"]
    high = [word for word in words_of(name) if word.page == 1 and word.text in order and word.left < 100]
    lowest = high if name != "tents-9" else [word for word in high if word.top > 297 / 2]
    seen = [word.text for word in sorted(lowest, key=lambda word: word.top) if word.bottom - word.top > 4]
    assert seen[:5] == order


def test_by_table_each_name_has_the_prey_below_it() -> None:
    words = [word for word in words_of("seating-9") if word.left < 105]
    lines = [word.text for word in sorted(words, key=lambda word: (round(word.top), word.left))]
    assert " ".join(lines).count("prey:") == 5
    last = " ".join(lines[lines.index("Éloïse", lines.index("Éloïse") + 2) :])
    assert "Éloïse Иванович" in last
    assert "prey: Ágnes Kovács" in last


def test_the_directory_is_in_alphabetical_order_down_its_columns() -> None:
    words = words_of("names-212")
    columns = sorted({(word.page, round(word.left)) for word in words if word.text == "Player"})
    assert len(columns) == 6
    names = []
    for page, left in columns:
        here = [word for word in words if word.page == page and abs(word.left - left) < 2 and word.top > 34]
        names += [word.text for word in sorted(here, key=lambda word: word.top)]
    firsts = [name for name in names if len(name) > 1]
    assert firsts.index("Bo") > firsts.index("Bartolomé")
    assert firsts.index("Łucja") < firsts.index("Måns")
    assert firsts.index("Ørjan") < firsts.index("Peñélope") < firsts.index("Željko") < firsts.index("Фёдор")


def test_no_rule_strikes_through_the_heads_of_the_directory() -> None:
    content, a_mm = laid_out("names-9").content, 300 / 25.4
    head = first(paper.words(content), "Player")
    pixels = paper.picture(content, dpi=300)
    below = pixels[int(head.top * a_mm) : int((head.bottom + 5) * a_mm), int(head.left * a_mm) : int(head.right * a_mm)]
    rule = next(at for at, row in enumerate(below) if row.max() < 100)
    assert below[rule - 5 : rule - 1].min() > 200


def test_the_directory_is_as_wide_as_the_page() -> None:
    words = words_of("names-9")
    assert first(words, "Seat").right == pytest.approx(max(word.right for word in words), abs=0.5)


def test_the_columns_of_the_directory_are_equally_long() -> None:
    words = words_of("names-212")
    lengths = [
        max(word.bottom for word in words if word.page == page and low < word.left < high and word.top < 280)
        for page in (1, 2)
        for low, high in ((14, 100), (110, 196))
    ]
    assert max(lengths) - min(lengths) < 1


@pytest.mark.parametrize("name", ["seating-9", "names-9", "chart-33"])
def test_no_seed_and_no_criteria_hang_on_the_wall(name: str) -> None:
    said = {word.text for word in words_of(name)}
    assert not said & {"Seed", "seed", "R1", "R3", "optimal"}


@pytest.mark.parametrize("size", list(Paper))
@pytest.mark.parametrize("name", ["phase-cards", "phase-cards-advanced"])
def test_phase_cards_are_63_by_88_millimetres(name: str, size: Paper) -> None:
    words = [word for word in words_of(name, size) if word.page == 1]
    middle = {w.text: ((w.left + w.right) / 2, w.top) for w in words if w.bottom - w.top > 5.5}
    across = middle["Subterfuge"][0] - middle["Master"][0]
    assert across == pytest.approx(2 * 63, abs=0.2)
    assert middle["Influence"][0] - middle["Supply"][0] == pytest.approx(63, abs=0.2)
    assert middle["Diplomacy"][1] - middle["Master"][1] == pytest.approx(88, abs=0.1)
    assert middle["Cheat"][1] - middle["Diplomacy"][1] == pytest.approx(88, abs=0.1)


def test_research_and_the_bonuses_are_for_the_advanced_game_only() -> None:
    basic = paper.text(laid_out("phase-cards").content)
    advanced = paper.text(laid_out("phase-cards-advanced").content)
    assert ("Research" in basic, "Bonus" in basic) == (False, False)
    assert ("Research" in advanced, advanced.count("Bonus")) == (True, 8)


def test_there_are_two_tokens_of_the_embrace_for_each_of_five_players() -> None:
    words = [word for word in words_of("phase-cards") if word.page == 2]
    assert sum(word.text == "Embrace" for word in words) == 10


def test_a_decklist_of_40_cards_is_on_one_page_and_its_problems_on_the_next() -> None:
    words = words_of("decklist-40")
    assert sum(word.text == "Library" for word in words if word.page == 1) >= 1
    counts = [int(word.text) for word in words if word.page == 1 and word.text in ("2", "3") and 105 < word.top < 280]
    assert sum(counts) == 90
    assert {word.page for word in words if word.text == "judge:"} == {2}


def test_the_judges_lists_have_their_problems_below_them() -> None:
    lists = tuple(PrintedList(player=PrintedPlayer(name=name), report=report(15)) for name in ("Ana", "Bo"))
    found = paper.words(render(make_sheet("decklists", Pack(event=EVENT, lists=lists))).content)
    assert [word.page for word in found if word.text == "judge:"] == [1, 2]


def test_a_decklist_of_90_different_cards_is_on_one_page_as_well() -> None:
    words = words_of("decklist-90")
    assert {word.page for word in words if word.text == "Library"} == {1}
    assert {word.page for word in words if word.text == "judge:"} == {2}


def test_final_standings_begin_with_the_winner_and_show_the_final() -> None:
    found = paper.text(laid_out("standings-final").content)
    lines = [line.split() for line in found.splitlines() if line.strip()]
    top = next(line for line in lines if line[0] == "1")
    assert ("Bo" in top, "winner" in top) == (True, True)
    assert "Final VP" in found


@pytest.mark.parametrize("deck", ["", "Suffering from Success"])
def test_standings_have_a_column_of_decks_if_a_deck_has_a_name(deck: str) -> None:
    rows = (StandingsRow(rank=1, name="Ada", deck=deck), StandingsRow(rank=2, name="Bo Li"))
    pack = Pack(event=PrintedEvent(name="Short"), standings=rows, standings_title="Standings")
    found = paper.text(render(make_sheet("standings", pack, Options(with_decks=True))).content)
    assert ("Deck" in found) is bool(deck)


@pytest.mark.parametrize("make", MAKERS.values(), ids=list(MAKERS))
def test_the_longest_name_is_never_cut(make: Callable[[], Sheet]) -> None:
    sheet = make()
    if LONGEST in str(sheet.data):
        found = paper.text(render(sheet).content).replace("\u200b", "").split()
        assert set(LONGEST.split()) <= set(found)


def test_the_winner_of_a_long_name_is_printed_as_large_as_the_others() -> None:
    names = [LONGEST, "Bo Li", "Ada", *(f"Player {number}" for number in range(4, 34))]
    rows = [StandingsRow(rank=rank, name=name, final_victory_points=2) for rank, name in enumerate(names, 1)]
    pack = Pack(event=PrintedEvent(name="Long"), standings=tuple(rows), standings_title="Final standings")
    words = paper.words(render(make_sheet("standings", pack, Options(with_decks=True))).content)
    height = {word.text: word.bottom - word.top for word in words}
    assert height["Charlotte"] == pytest.approx(height["Ada"], abs=0.05)
    assert {"Maximiliane", "Charlotte", "von"} <= set(height)


@pytest.mark.parametrize(
    ("language", "unbroken", "syllable"),
    [
        ("en", "Extraordinarilylongunbrokenplayernamewithoutanyspacesatallinitwhatsoeve", "what"),
        ("fr", "Extraordinairementlongnomdunjoueursansaucuneespacenitraitdunionnivirgule", "ni"),
        ("es", "Extraordinariamentelargonombredeunjugadorsinningunespacioniguionalguno", "guio"),
        ("pt", "Extraordinariamentelongonomedeumjogadorsemqualquerespacoouhifennenhum", "hifen"),
        ("it", "Straordinariamentelungonomediungiocatoresenzaalcunospazionetrattinocosi", "trattino"),
    ],
)
def test_33_long_names_break_at_spaces_or_syllables_below_the_largest_winner(
    language: str, unbroken: str, syllable: str
) -> None:
    names = ["Maria da Conceição Aparecida dos Santos Figueiredo Magalhães Guimarães", "Éric Noël", unbroken]
    rows = [
        StandingsRow(rank=rank, name=names[(rank - 1) % 3], vekn=str(1_000_000 + rank), final_victory_points=rank // 33)
        for rank in range(1, 34)
    ]
    pack = Pack(event=PrintedEvent(name="Long"), standings=tuple(rows), standings_title="Final standings")
    printed = render(make_sheet("standings", pack, Options(language=language))).content
    assert len(paper.pages(printed)) == 1
    words = [word for word in paper.words(printed) if word.left > 20]
    height = {word.text: word.bottom - word.top for word in words}
    winner = next(word for word in words if word.text == "Maria")
    assert winner.bottom - winner.top == pytest.approx(height["Éric"], abs=0.05)
    assert {*names[0].split(), "Noël"} <= set(height)
    (first_line,) = {word.text.rstrip("-\xad") for word in words if word.text.endswith("\xad")}
    assert unbroken.startswith(first_line)
    assert first_line.endswith(syllable)


def test_a_long_name_is_printed_larger_where_fewer_players_leave_room() -> None:
    def height(players: int) -> float:
        names = [*(f"Player {number}" for number in range(1, players)), f"{LONGEST} and Sigmaringen"]
        rows = [
            StandingsRow(rank=rank, name=name, vekn="1000001", final_victory_points=2, rating_points=7)
            for rank, name in enumerate(names, 1)
        ]
        pack = Pack(event=PrintedEvent(name="Long"), standings=tuple(rows), standings_title="Standings")
        (word,) = (w for w in paper.words(render(make_sheet("standings", pack)).content) if w.text == "Maximiliane")
        return word.bottom - word.top

    assert height(12) > 1.3 * height(33)


def renamed(value: Any) -> Any:
    """What a sheet shows, with a name of a hyphen in place of the longest."""
    if isinstance(value, Mapping):
        return {key: renamed(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(part) for part in value]
    return value.replace(LONGEST, HYPHENED) if isinstance(value, str) and LONGEST in value else value


def test_a_long_name_breaks_at_its_hyphen_and_not_within_a_word() -> None:
    made = {name: make() for name, make in MAKERS.items()}
    sheets = {name: sheet for name, sheet in made.items() if LONGEST in str(sheet.data)}
    torn = []
    for name, sheet in sheets.items():
        words = set(re.split(r"[\s-]+", paper.text(render(replace(sheet, data=renamed(sheet.data))).content)))
        torn += [name] if not {"Hohenzollern", "Sigmaringen"} <= words else []
    assert sheets
    assert torn == []
