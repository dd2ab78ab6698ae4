"""What a table's operations are refused with, in the reader's language: whole sentences, each with its figures."""

from __future__ import annotations

import pytest

from tests.web.pages import text_of
from tests.web.tables.conftest import Table
from toolkit.languages import say, words_of
from toolkit.services.tables.playing import GameMovedOn


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "C’est à Anna de le faire."), ("es", "Esto le corresponde a Anna.")]
)
def test_another_seat_s_operation_is_refused_in_the_language_of_who_gave_it(
    table: Table, language: str, said: str
) -> None:
    answer = table.client.post(
        table.path("2") + "/do", data={"op": "Anna: end-phase"}, headers={"Accept-Language": language}
    )
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_what_came_in_between_is_counted_in_every_language(table: Table) -> None:
    table.do("1", "Anna: end-phase")
    table.do("1", "Anna: end-phase")
    error = GameMovedOn(table.game, table.game.written[-2:])
    assert str(error) == "In the meantime 2 operations were given at this table: look again."
    assert say(error.message, words_of("fr")).startswith("Entre-temps, 2 opérations ont été faites")
