"""What a page's form asks is what its command takes: minutes, ticks, lines and numbers as people write them."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import ValidationError

from toolkit.schemas.commands import form_of
from toolkit.services.commands import command_named


def load(command: str, *asked: str, **sent: Any) -> dict[str, Any]:
    body = command_named(command).body
    assert body is not None
    return form_of(body, asked)().load(sent)


def refused(command: str, *asked: str, **sent: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        load(command, *asked, **sent)
    return {name: [str(one) for one in found] for name, found in error.value.messages.items()}


@pytest.mark.parametrize(("minutes", "seconds"), [("5", 300), ("-2", -120), ("1440", 86_400)])
def test_minutes_are_seconds(minutes: str, seconds: int) -> None:
    assert load("extend_clock", "seconds", seconds=minutes) == {"seconds": seconds}


def test_minutes_are_whole_and_of_a_day() -> None:
    assert refused("extend_clock", "seconds", seconds="2.5") == {"seconds": ["Enter a number."]}
    assert refused("extend_clock", "seconds", seconds="1441") == {"seconds": ["Enter a number from -1,440 to 1,440."]}
    assert refused("extend_clock", "seconds", seconds="") == {"seconds": ["This cannot be left empty."]}


@pytest.mark.parametrize("sent", ["3 1 2", "3, 1,2", ["3", "1", "2"], ["3 1", " 2 "]])
def test_players_are_ticked_or_typed(sent: str | list[str]) -> None:
    assert load("decide_prizes", "players", players=sent) == {"players": [3, 1, 2]}


def test_numbers_that_are_none_are_told() -> None:
    wanted = "Whole numbers with spaces between them, such as “12 9 15 11”."
    assert refused("decide_prizes", "players", players="3 x") == {"players": [wanted]}
    assert refused("decide_prizes", "players", players=" ") == {"players": ["This cannot be left empty."]}


def test_lines_stand_on_lines_of_their_own_and_empty_ones_are_none() -> None:
    assert load("set_prizes", "lines", lines="1: Playmat\r\n\r\n2-5: 3 x Booster\n") == {
        "lines": ["1: Playmat", "2-5: 3 x Booster"]
    }
    assert load("set_prizes", "lines", lines="") == {"lines": []}
    assert load("set_prizes", "lines") == {"lines": ()}
    assert refused("set_prizes", "lines", lines="\n".join(map(str, range(201)))) == {"lines": ["This is too long."]}
    assert refused("set_prizes", "lines", lines="x" * 201) == {"lines": ["This is too long."]}


def test_fewer_than_are_needed_are_refused() -> None:
    cards = ["Nana Buruku", "", "Gilbert Duane"]
    assert refused("show_crypt_cards", "cards", cards=cards) == {"cards": ["This cannot be left empty."]}


def test_ticks_are_choices() -> None:
    assert load("set_sign_up", "asks", asks=["vekn", "contact"]) == {"asks": ["vekn", "contact"]}
    assert load("set_sign_up", "asks") == {"asks": ()}
    assert refused("set_sign_up", "asks", asks=["vekn", "shoe size"])["asks"] == ["Choose one of these."]


def test_an_empty_number_is_as_one_that_was_not_sent() -> None:
    assert load("set_sign_up", "capacity", "offer_hours", capacity="", offer_hours=" ") == {
        "capacity": 0,
        "offer_hours": 24,
    }
