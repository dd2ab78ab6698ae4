"""Effects that an unlock phase waits for: announced in a form, settled in a form, owed until then."""

from __future__ import annotations

import pytest

from tests.rules.table import Table as Rows
from tests.web.pages import text_of
from tests.web.tables.conftest import Table, offers_for
from tests.web.tables.test_choices import check_listed
from toolkit.game import GameState, apply
from toolkit.game.engine import obligations
from toolkit.game.playing import UseEffect
from toolkit.web.tables.choices import choices_view, operation_from_form
from toolkit.web.tables.offers.offer import BadChoice


def unlock_phase(*lines: str, ordering: str = "free") -> GameState:
    rows = Rows("TURN-UNLOCK-19")
    rows.step(f"table unlock.ordering={ordering}")
    rows.step("set X=vampire@A.ready.5/3 X.name=Anna L=location@B.ready L.name=Haven edge=A begin=A/11")
    for line in lines:
        rows.step(line)
    return rows.state


def keys(state: GameState, seat: str = "A", depth: str = "full") -> set[str]:
    return {offer.key for offer in offers_for(state, seat, depth)}


@pytest.mark.parametrize(
    ("form", "label", "stage"),
    [
        ({"op": "A: register-effect \"effect 1\" stage=beginning", "of": "Anna"}, "Anna", "beginning"),
        ({"op": "A: register-effect \"effect 1\"", "of": "Haven"}, "Haven", "middle"),
        ({"op": "A: register-effect \"effect 1\" stage=end", "of": "Anna", "label": "the dusk"}, "the dusk", "end"),
        ({"op": "A: register-effect \"effect 1\" stage=end"}, "effect 1", "end"),
    ],
)  # fmt: skip
def test_an_effect_is_announced_by_its_card_its_name_and_its_stage(
    form: dict[str, str], label: str, stage: str
) -> None:
    state = unlock_phase()
    order = operation_from_form({"choice": "announce-due", **form}, state, "A")
    after, _ = apply(state, order)
    assert [(due.seat, due.label, due.stage) for due in after.step.due] == [("A", label, stage)]


@pytest.mark.parametrize(
    ("seat", "depth", "lines", "is_offered"),
    [
        ("A", "full", (), True),
        ("B", "full", (), False),
        ("A", "light", (), False),
        ("A", "full", ("A: end-phase",), False),
    ],
)
def test_it_is_offered_in_ones_own_unlock_phase_at_full_depth(
    seat: str, depth: str, lines: tuple[str, ...], is_offered: bool
) -> None:
    assert ("announce-due" in keys(unlock_phase(*lines), seat, depth)) is is_offered


def test_what_is_due_is_owed_and_then_settled_with_what_it_does() -> None:
    state = unlock_phase("A: register-effect Haven stage=beginning", "A: register-effect later")
    assert [(item.what, item.rule) for item in obligations(state)] == [("let Haven happen", "TURN-UNLOCK-19")]
    check_listed(state, "A")
    form = {"choice": "due-1", "effect": "burn_blood:X:1", "amount": "2"}
    order = operation_from_form(form, state, "A")
    assert isinstance(order, UseEffect)
    after, _ = apply(state, order)
    assert (after.cards["X"].counters, [due.label for due in after.step.due]) == (1, ["later"])
    assert obligations(after) == []


def test_in_stages_an_effect_of_the_end_waits_for_the_others() -> None:
    state = unlock_phase("A: register-effect later", "A: register-effect dusk stage=end", ordering="staged")
    assert keys(state) & {"due-1", "due-2"} == {"due-1"}
    after, _ = apply(state, operation_from_form({"choice": "due-1"}, state, "A"))
    assert "due-1" in keys(after)


def test_of_two_effects_of_one_name_the_earlier_stage_comes_first() -> None:
    lines = ("A: register-effect twice stage=end", "A: register-effect twice stage=beginning")
    state = unlock_phase(*lines, ordering="staged")
    after, _ = apply(state, operation_from_form({"choice": "due-1"}, state, "A"))
    assert [due.stage for due in after.step.due] == ["end"]


def test_a_form_of_an_effect_that_is_not_due_means_nothing() -> None:
    with pytest.raises(BadChoice):
        operation_from_form({"choice": "due-1"}, unlock_phase(), "A")


def test_it_waits_under_effects_until_somebody_opens_them() -> None:
    (effects,) = [group for group in choices_view(unlock_phase(), "A", opened={"effects"}) if group.name == "effects"]
    assert "announce-due" in {offer.key for offer in effects.offers}


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        ('Anna: register-effect ""', 422, "An effect that is due has a name."),
        ("Anna: register-effect dawn stage=noon", 422, "at the beginning, the middle or the end"),
        ("Anna: register-effect dawn stage=beginning", 303, "Anna: announces that dawn is due at the beginning"),
    ],
)
def test_the_page_says_what_was_announced_or_why_not(table: Table, line: str, status: int, words: str) -> None:
    answer = table.do("1", line, status)
    assert words in text_of(table.get("2") if status == 303 else answer)


def test_a_phase_that_ends_too_early_is_refused_with_the_name_and_the_rule(table: Table) -> None:
    table.do("1", "Anna: register-effect dawn stage=beginning")
    answer = text_of(table.do("1", "Anna: end-phase", 422))
    assert "dawn must happen first." in answer
    assert "TURN-UNLOCK-19" in answer
    assert "let dawn happen" in text_of(table.get("1"))
    table.post("1", "/do", choice="due-1", effect="gain_pool:Anna:1", amount="1")
    assert "Anna gains 1 pool (dawn)" in text_of(table.get("2"))
