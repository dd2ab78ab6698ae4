from __future__ import annotations

import pytest

from tests.sheets import paper
from tests.sheets.room import EVENT, seated
from toolkit.sheets import Pack, make_sheet
from toolkit.sheets.pdf import render
from toolkit.sheets.rounds import collate, score_slips


@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 43])
def test_the_piles_of_a_cut_stack_laid_on_each_other_are_in_table_order(count: int, per_page: int) -> None:
    pages = collate(list(range(count)), per_page)
    cut = [page[place] for place in range(per_page) for page in pages]
    assert [slip for slip in cut if slip is not None] == list(range(count))
    assert all(len(page) == per_page for page in pages)


@pytest.mark.parametrize("per_page", [2, 4])
def test_no_more_paper_than_the_slips_need(per_page: int) -> None:
    assert len(collate(list(range(9)), per_page)) == -(-9 // per_page)


def test_a_slip_names_its_players_in_seat_order() -> None:
    words = [word for word in paper.words(render(score_slips(EVENT, seated(9))).content) if word.page == 1]
    order = [word.text for word in sorted(words, key=lambda w: w.top) if word.text in ("Ágnes", "Bartolomé", "Clélia")]
    assert order == ["Ágnes", "Bartolomé", "Clélia"]


def test_a_table_of_four_has_four_lines() -> None:
    slip = score_slips(EVENT, seated(9)).data["pages"][0][1]
    assert [seat["seat"] for seat in slip["seats"]] == [1, 2, 3, 4]


def test_nothing_crosses_the_cut() -> None:
    for per_page in (2, 4):
        for word in paper.words(render(score_slips(EVENT, seated(33), per_page=per_page)).content):
            assert not word.top < 297 / 2 < word.bottom, word
            if per_page == 4:
                assert not word.left < 210 / 2 < word.right, word


def test_phased_motion_slips_keep_the_starter_and_the_phases() -> None:
    phased = type(EVENT)(name=EVENT.name, phased=True)
    assert "Starter" in paper.text(render(score_slips(phased, seated(9))).content)
    assert "Starter" not in paper.text(render(score_slips(EVENT, seated(9))).content)


def test_the_pool_grid_has_every_figure_down_from_thirty() -> None:
    found = paper.text(render(score_slips(EVENT, seated(5), pool_grid=True)).content).split()
    assert all(found.count(str(figure)) >= 5 for figure in range(6, 31))


def test_all_for_a_round_is_the_list_by_name_then_by_table_then_the_slips() -> None:
    pack = Pack(event=EVENT, rounds=(seated(9),))
    parts = [paper.text(render(make_sheet(name, pack)).content) for name in ("names", "seating", "slips")]
    assert paper.text(render(make_sheet("round", pack)).content) == "".join(parts)
    assert render(make_sheet("round", pack)) == render(make_sheet("round", pack))
