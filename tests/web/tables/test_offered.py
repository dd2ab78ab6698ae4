"""Everything that the engine can do is offered on a page in the depth where it belongs, or there is a reason."""

from __future__ import annotations

import pytest

from tests.corpus.archive import cards
from tests.rules.table import Table
from tests.web.tables.conftest import offers_for
from toolkit.game import GameState, Operation, apply, refusal
from toolkit.game.operation import REGISTRY, verb
from toolkit.game.playing import UseEffect
from toolkit.game.record import parse_operation
from toolkit.game.vocabulary import EffectKind
from toolkit.web.tables.choices import operation_from_form
from toolkit.web.tables.offers.offer import MAKERS, Offer, Pick
from toolkit.web.tables.words import EFFECTS

# Kinds whose forms no maker registers, as they are not listed: the form that gives them, and where it is shown.
UNLISTED = {
    "reveal-card": ("reveal", "A", "full", ["set begin=A/4 phase=influence"]),
    "register-effect": ("announce-due", "A", "full", ["set begin=A/4"]),
    "call-time": ("time", "A", "light", []),
    "concede": ("concede", "A", "light", []),
    "note": ("note", "A", "light", []),
    "disqualify": ("disqualify", None, "light", []),
    "correct": ("set-seat", None, "light", []),
    "pass-ahead": ("ahead-turn", "B", "full", ["set begin=A/4"]),
    "end-turn": ("end-turn", "A", "light", []),
}  # fmt: skip
# What is no operation of the game.
ELSEWHERE = {
    "undo": "a button of the page, below its forms",
    "redo": "a button of the page, below its forms",
    "go-on": "given with a phase that is chosen in a light game of phased motion",
    "reach-phase": "given with a transfer that a light game offers before its phase",
}

# Effects that no list of a page offers, and why.
NOT_OFFERED = {
    EffectKind.MOVE_BLOOD: "to burn blood on one card and gain it on another says the same in two steps",
}
# Effects that have a form of their own.
OWN_FORM = {
    EffectKind.ATTACH: "attach",
    EffectKind.DIABLERIZE: "diablerize",
    EffectKind.TITLE: "title",
    EffectKind.COUNTERS: "counters",
    EffectKind.SECT: "becomes",
    EffectKind.CLAN: "becomes",
    EffectKind.DISCIPLINE: "becomes",
    EffectKind.FLAG: "becomes",
    EffectKind.UNFLAG: "becomes",
    EffectKind.MANEUVER: "combat-maneuver",
    EffectKind.PRESS: "combat-press",
}
# Where the effects of the lists are looked for: the moments of the game in which they have a meaning.
CARDS = (
    "set X=vampire@A.ready.5/3 X.locked=yes Y=vampire@B.ready.5/3 Z=vampire@B.torpor.4/1 V=vampire@A.ready.6/4 "
    "W=vampire@C.ready.4/4 W.locked=yes"
)
G = "set G=equipment@A.on-V"
COUNTED = "A: use-effect counters:V:1:corruption why=card"
MOMENTS = {
    "minion": [],
    "influence": ["set phase=influence", "A: reveal-card A1 Ann 3"],
    "master": ["set phase=master"],
    "discard": ["set phase=discard"],
    "bleed": ["A: announce V bleed target=B"],
    "block": ["A: announce V bleed target=B", "B: attempt-block Y"],
    "blocked": ["A: announce V bleed target=B", "B: attempt-block Y", "no-plays"],
    "taken over": ["set U=vampire@A.ready.5/3", "A: announce V bleed target=B"],
    "stealthy": ["A: announce V bleed target=B stealth=1", "B: attempt-block Y"],
    "hunt": ["A: announce V hunt"],
    "card": ["table speed=detailed", CARDS, "A: announce V bleed target=B card=Govern pool=1"],
    "referendum": ["A: announce V political card=Vote", "no-plays", "no-plays", "A: set-terms effects=burn_pool:B:1"],
    "combat": ["table speed=detailed", CARDS, "A: use-effect combat:Y minion=V", "no-plays"],
    "before votes": [
        "table speed=detailed",
        CARDS,
        "A: use-effect referendum why=card",
        "A: set-terms effects=burn_pool:B:1",
    ],
    "before range": ["table speed=detailed", CARDS, "A: use-effect combat:Y minion=V"],
    "additional": [
        "table speed=detailed",
        CARDS,
        "A: use-effect combat:Y minion=V",
        "no-plays",
        "no-plays",
        "no-plays",
        "A: choose-strike V",
        "B: choose-strike Y",
        "no-plays",
    ],
    "damage": [
        "table speed=detailed",
        CARDS,
        "A: use-effect combat:Y minion=V",
        "no-plays",
        "no-plays",
        "no-plays",
        "A: choose-strike V",
        "B: choose-strike Y",
    ],
    "harm": ["table speed=detailed", CARDS, "A: use-effect damage:Y:1 why=card"],
}


def moment(name: str) -> GameState:
    table = Table("SEQ-16")
    lines = MOMENTS[name]
    for line in lines if lines and lines[0].startswith("table") else [CARDS, G, *lines]:
        table.step(line)
    return table.state


def offered(seat: str | None, state: GameState, depth: str = "full") -> dict[str, Offer]:
    return {offer.key: offer for offer in offers_for(state, seat, depth, can_correct=True)}


def test_every_kind_of_operation_is_offered_or_there_is_a_reason() -> None:
    made = {verb(kind) for kind in MAKERS}
    assert made | UNLISTED.keys() | ELSEWHERE.keys() == set(REGISTRY)
    assert not made & (UNLISTED.keys() | ELSEWHERE.keys())


@pytest.mark.parametrize("kind", UNLISTED)
def test_what_is_not_listed_has_a_form_in_its_depth(kind: str) -> None:
    key, seat, depth, lines = UNLISTED[kind]
    table = Table("SETUP-33")
    for line in lines:
        table.step(line)
    offer = offered(seat, table.state, depth)[key]
    assert verb(type(offer.variants[0].order)) == kind


def test_every_effect_is_offered_in_its_moment_or_there_is_a_reason() -> None:
    found: set[EffectKind] = set()
    for name in MOMENTS:
        state = moment(name)
        for seat in ("A", "B", "C"):
            for offer in offered(seat, state).values():
                found |= effects_of(offer)
    assert found | OWN_FORM.keys() | NOT_OFFERED.keys() >= set(EffectKind), sorted(
        set(EffectKind) - found - OWN_FORM.keys() - NOT_OFFERED.keys()
    )
    assert not found & NOT_OFFERED.keys()


def effects_of(offer: Offer) -> set[EffectKind]:
    """The kinds of effect in the list of a form, and of the plain cards that it plays."""
    kinds = {
        EffectKind(option.value.partition(":")[0])
        for term in offer.terms
        if isinstance(term, Pick) and term.name == "effect"
        for option in term.options
    }
    return kinds | {item.kind for order in offer.covers for item in getattr(order, "effects", ())}


def test_every_discipline_of_the_card_data_can_be_given_and_taken() -> None:
    (given,) = [term for term in offered("A", moment("minion"))["becomes"].terms if term.name == "change"]
    codes = {option.value.partition("/")[2] for option in given.options if option.value.startswith("discipline/")}
    assert codes == {trigram.lower() for card in cards() for trigram in card.disciplines}


def test_every_effect_has_words() -> None:
    """A refusal names the effect, whichever it is."""
    assert set(EFFECTS) == set(EffectKind)


@pytest.mark.parametrize(
    ("form", "line"),
    [
        (
            {"choice": "attach", "op": "A: use-effect attach:G::X why=card", "place": "Y"},
            "A: use-effect attach:G::Y why=card",
        ),
        (
            {"choice": "becomes", "op": "A: use-effect sect:V::camarilla why=card", "change": "flag/cannot_act"},
            "A: use-effect flag:V::cannot_act why=card",
        ),
        (
            {"choice": "becomes", "op": "A: use-effect sect:V::camarilla why=card", "change": "discipline/dom"},
            "A: use-effect discipline:V::dom why=card",
        ),
        (
            {"choice": "becomes", "op": "A: use-effect sect:Y::camarilla why=card", "clan": "Toreador antitribu"},
            "A: use-effect clan:Y::toreador_antitribu why=card",
        ),
        (
            {"choice": "counters", "op": COUNTED, "amount": "2", "sort": "Ice"},
            "A: use-effect counters:V:2:ice why=card",
        ),
        (
            {"choice": "counters", "op": COUNTED, "amount": "3", "way": "off"},
            "A: use-effect counters:V:-3:corruption why=card",
        ),
        ({"choice": "diablerize", "op": "A: use-effect diablerize:Z minion=V"}, "A: use-effect diablerize:Z minion=V"),
        (
            {"choice": "effect", "effect": "burn_pool:B:1", "amount": "2", "which": "G", "lock": "1", "pool": "1"},
            "A: use-effect burn_pool:B:2 source=G lock=yes pool=1",
        ),
        (
            {"choice": "effect", "effect": "random_discard:B:1", "cost_cards": "1", "called": "Dream World"},
            'A: use-effect random_discard:B:1 cards=1 why="Dream World"',
        ),
    ],
)
def test_a_form_of_an_effect_means_what_it_says(form: dict[str, str], line: str) -> None:
    state = moment("minion")
    order: Operation = operation_from_form(form, state, "A")
    assert order == parse_operation(line)
    assert refusal(state, order) is None
    apply(state, order)


@pytest.mark.parametrize("choice", ["effect", "card-master"])
@pytest.mark.parametrize("kind", [EffectKind.CANCEL, EffectKind.PREVENT])
def test_what_table_speed_passed_over_can_still_be_answered_in_a_form(choice: str, kind: EffectKind) -> None:
    table = Table("SEQ-55")
    table.step(f"{CARDS} phase=master")
    assert kind not in effects_of(offered("B", table.state)["effect"])
    table.step("A: play-card master Haul effects=damage:Y:1")
    form = offered("B", table.state)[choice]
    (value,) = [option.value for term in form.terms if term.name == "effect" for option in term.options
                if option.value.startswith(kind)]  # fmt: skip
    order = operation_from_form({"choice": choice, "effect": value}, table.state, "B")
    assert [item.kind for item in order.effects] == [kind]
    apply(table.state, order)


def test_a_card_in_play_that_is_locked_cannot_lock_for_its_effect() -> None:
    state = moment("minion")
    form = {"choice": "effect", "effect": "burn_pool:B:1", "which": "X", "lock": "1"}
    order = operation_from_form(form, state, "A")
    refused = refusal(state, order)
    assert refused is not None
    assert (refused.message, refused.rule) == ("X cannot be locked.", "SEQ-46")
    assert isinstance(order, UseEffect)
