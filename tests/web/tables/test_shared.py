"""What several screens of a table have in common is made once, and says nothing that one of them may not know."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.web.pages import text_of
from tests.web.tables.conftest import Table
from toolkit.game import GameState, view_for
from toolkit.game.new import new_game
from toolkit.web.tables import board
from toolkit.web.tables.board import board_view
from toolkit.web.tables.seen import seen_by, shared

DOORS = ("1", "2", "3", "watch")


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The places of the sides that were made, one by one."""
    made: list[int] = []
    make = board._seat
    monkeypatch.setattr(board, "_seat", lambda eyes, place: (made.append(place), make(eyes, place))[1])
    return made


@pytest.fixture
def noted(table: Table) -> Table:
    """Anna has noted who lies face down before her, and Bruno has somebody ready."""
    table.do("1", 'Anna: reveal-card Anna1 "Nana Buruku" 4')
    table.do("host", "correct B9=vampire@Bruno.ready.3/3,B9.name=Boris reason=x")
    return table


def side_of(state: GameState, reader: str, name: str) -> board.SideView:
    return next(side for side in board_view(state, reader).seats if side.name == name)


def test_a_side_is_made_once_for_all_but_who_sits_there(table: Table, makers: list[int]) -> None:
    table.do("1", 'note "something new"')
    for door in DOORS * 2:
        table.get(door)
    # Five for everybody, and their own for the three who sit there.
    assert sorted(makers) == [0, 0, 1, 1, 2, 2, 3, 4]


def test_it_differs_by_language(table: Table) -> None:
    said = {
        "en": ("Uncontrolled", "If time were called now"),
        "fr": ("<dt>Réserve</dt>", "Incontrôlés", "Si le temps s’arrêtait maintenant"),
    }
    for language in ("en", "fr", "en"):
        page = table.client.get(table.path("watch"), headers={"Accept-Language": language}).text
        assert {word: word in page for words in said.values() for word in words} == {
            word: spoken == language for spoken, words in said.items() for word in words
        }


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("Anna: use-effect burn_pool:Bruno:30 why=card", "Bruno Pool 30", "Bruno ousted"),
        ("correct Bruno.pool=17 reason=miscounted", "Bruno Pool 30", "Bruno Pool 17"),
        (
            "correct X=vampire@Bruno.ready.5/3,X.name=Boris reason=forgotten",
            "Crypt 8 Uncontrolled Bruno1",
            "Ready Boris",
        ),
    ],
)
def test_it_is_another_after_an_operation_and_the_first_after_an_undo(
    table: Table, line: str, before: str, after: str
) -> None:
    assert all(before in text_of(table.get(door)) for door in DOORS)
    table.do("host", line)
    assert all(after in text_of(table.get(door)) for door in DOORS)
    table.post("host", "/undo")
    assert all(before in text_of(table.get(door)) for door in DOORS)
    assert all(after not in text_of(table.get(door)) for door in DOORS)


def test_an_end_is_on_every_screen(table: Table) -> None:
    assert all("If time were called now" in text_of(table.get(door)) for door in DOORS)
    for name in ("Bruno", "Carla", "Dario", "Elena"):
        table.do("host", f"Anna: use-effect burn_pool:{name}:30 why=card")
    for door in DOORS:
        said = text_of(table.get(door))
        assert "The game is over" in said
        # It is the result, and not the board again: nothing is left to tap but what leads on.
        assert not re.search(r'class="companion|id="offer-|class="c-bar"', table.get(door).text)
        assert "If time were called now" not in said


def test_a_secret_is_in_nothing_that_others_share(noted: Table) -> None:
    state = noted.game.state
    for reader, door in {"Anna": "1", "Bruno": "2", "": "watch", "Carla": "3"}.items():
        assert ("Nana Buruku" in str(side_of(state, reader, "Anna"))) is (reader == "Anna")
        assert ("Nana Buruku" in noted.get(door).text) is (reader == "Anna")
    assert side_of(state, "Bruno", "Anna") is side_of(state, "", "Anna")
    assert side_of(state, "Anna", "Bruno") is side_of(state, "", "Bruno")


def test_who_knows_two_of_a_name_still_tells_them_apart(noted: Table) -> None:
    noted.do("host", 'correct B9.name="Nana Buruku" reason=x')
    state = noted.game.state
    names = {reader: side_of(state, reader, "Bruno").ready[0].name for reader in ("Anna", "Bruno", "")}
    assert names == {"Anna": "Nana Buruku (B9)", "Bruno": "Nana Buruku", "": "Nana Buruku"}


def test_what_may_name_any_card_is_shared_by_those_who_know_no_more(noted: Table) -> None:
    state = noted.game.state
    assert seen_by(state, "Anna").of_all.seat == "Anna"
    assert seen_by(state, "Bruno").of_all.seat == ""
    assert seen_by(state, "Bruno").of_others.seat == seen_by(state, "Anna").of_others.seat == ""


def test_a_judge_s_eyes_are_nobody_else_s(noted: Table) -> None:
    state = noted.game.state
    judge = seen_by(state, None)
    assert judge.of_all is judge.of_others is judge
    assert "Nana Buruku" in str(board_view(state, None).seats)
    assert "Nana Buruku" not in str(board_view(state, "").seats)


def test_it_is_one_for_each_pair_of_eyes(noted: Table) -> None:
    state = noted.game.state
    first = shared(seen_by(state, ""), "word", lambda: object())
    assert shared(seen_by(state, ""), "word", lambda: object()) is first
    assert shared(seen_by(state, "Anna"), "word", lambda: object()) is not first
    assert seen_by(state, "Anna").view == view_for(state, "Anna")


def test_a_table_that_is_gone_shows_nothing_at_another_that_lies_where_it_lay(table: Table) -> None:
    def seen(state: GameState) -> list[str]:
        """Whose sides the screens of a table show, and whose points."""
        eyes = seen_by(state, "")
        sides = [seat.name for seat in eyes.view.methuselahs]
        return [*sides, *shared(eyes, "names", lambda: tuple(state.seats))]

    first, second = new_game(["Ann", "Bo"]), new_game(["Cy", "Di"])
    with table.app.test_request_context():
        gone = replace(first)
        assert seen(gone) == ["Ann", "Bo"] * 2
        place = id(gone)
        del gone
        others = [replace(second)]
        while id(others[-1]) != place and len(others) < 5000:
            others.append(replace(second))
        assert id(others[-1]) == place
        assert seen(others[-1]) == ["Cy", "Di"] * 2
