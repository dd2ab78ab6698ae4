"""What the engine says of itself: operations, effects and obligations, in every language, with the reader's names."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from toolkit.game import obligations, view_for
from toolkit.game.operation import sentence
from toolkit.game.record import parse_operation
from toolkit.game.view import names_of
from toolkit.languages import say, words_of


@pytest.fixture
def table() -> Table:
    made = Table("ACT-02")
    made.step("A: reveal-card A1 Secretive 4")
    made.step("set X=vampire@A.ready.5/0 X.name=Anna G=equipment@A.on-X G.name=equipment begin=A/7 phase=minion")
    return made


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "A: Anna bleeds B with Govern (+2 bleed)"),
        ("fr", "A\u202f: Anna mord B avec Govern (+2 en morsure)"),
        ("es", "A: Anna sangra a B con Govern (+2 de sangrado)"),
        ("pt", "A: Anna sangra B com Govern (+2 de sangramento)"),
    ],
)
def test_an_operation_is_said_in_any_language(table: Table, language: str, told: str) -> None:
    order = parse_operation("A: announce X bleed target=B card=Govern bleed=2")
    said = sentence(order, names_of(view_for(table.state, "A")))
    assert say(said, words_of(language)) == told


def test_a_card_that_nobody_named_is_called_by_its_kind_in_any_language(table: Table) -> None:
    names = names_of(view_for(table.state, "A"))
    assert [say(names.card("G"), words_of(language)) for language in ("en", "fr", "es")] == [
        "Equipment", "Équipement", "Equipo",
    ]  # fmt: skip


@pytest.mark.parametrize(("seat", "named"), [("A", "Secretive"), ("B", "A1"), ("", "A1")])
def test_a_face_down_card_is_named_to_who_may_know_it(table: Table, seat: str, named: str) -> None:
    assert names_of(view_for(table.state, seat)).card("A1") == named


def test_an_obligation_names_the_card_that_it_calls_by_its_mark(table: Table) -> None:
    (duty,) = obligations(table.state)
    names = names_of(view_for(table.state, "A"))
    assert (duty.what, duty.told(names)) == ("X must hunt", "Anna must hunt")
