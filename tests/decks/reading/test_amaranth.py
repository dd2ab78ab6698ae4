from __future__ import annotations

from collections.abc import Callable

import pytest

from toolkit.decks.model import ProblemCode, Reading
from toolkit.decks.reading.forms.links import BadAnswer, renumbered

Read = Callable[[str | bytes], Reading]

ANSWER = '{"success": true, "result": {"title": "A Deck", "author": "Jane Doe", "cards": {"17": 2, "999": 1}}}'


def test_an_answer_is_read_under_official_numbers(reading_of: Read) -> None:
    reading = reading_of(renumbered(ANSWER, {"17": 100588}))
    assert (reading.deck.name, reading.deck.author) == ("A Deck", "Jane Doe")
    assert [(entry.card.name, entry.count) for entry in reading.deck.entries] == [("Dreams of the Sphinx", 2)]
    assert [problem.code for problem in reading.problems] == [ProblemCode.UNKNOWN_CARD]


@pytest.mark.parametrize("answer", ["", "[]", "{}", '{"result": null}', '{"result": {"cards": []}}', b"\xff"])
def test_another_answer_is_refused(answer: str | bytes) -> None:
    with pytest.raises(BadAnswer):
        renumbered(answer, {})
