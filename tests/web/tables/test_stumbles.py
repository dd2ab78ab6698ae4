"""What players at a table stumbled over when whole games were played: each stays mended."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from tests.web.tables.conftest import offers_for
from toolkit.game import apply
from toolkit.game.engine import carry
from toolkit.game.phases import EndPhase
from toolkit.game.playing import UseEffect
from toolkit.game.record import parse_operation
from toolkit.game.state import Effect, GameState
from toolkit.game.strikes import ChooseStrike
from toolkit.game.vocabulary import EffectKind, StrikeKind, Timing, WindowName
from toolkit.game.windows import window_name
from toolkit.web.tables.board import board_view
from toolkit.web.tables.choices import choices_view, operation_from_form
from toolkit.web.tables.offers.offer import Group, Offer, Option, Pick
from toolkit.web.tables.trail import followed

READY = "set X=vampire@A.ready.5/3 X.name=Anna Y=vampire@B.ready.5/3 Y.name=Bela Z=vampire@B.torpor.4/2 Z.name=Zoe"


def played(*lines: str) -> GameState:
    table = Table("SEQ-16")
    for line in (READY, *lines):
        table.step(line)
    return table.state


def form(state: GameState, seat: str, key: str) -> Offer:
    (offer,) = [offer for offer in offers_for(state, seat, "full") if offer.key == key]
    return offer


def test_terms_burn_nobodys_pool_unless_somebody_says_so() -> None:
    state = played("A: announce X political card=Vote", "no-plays", "no-plays")
    assert {term.default for term in form(state, "A", "terms").terms} == {"0", ""}
    order = operation_from_form({"choice": "terms", "burn-1": "2"}, state, "A")
    assert [(item.target, item.amount) for item in getattr(order, "effects", ())] == [("B", 2)]


def test_a_burned_victim_keeps_its_name_during_the_hunt() -> None:
    state = played("A: announce X diablerize target=Z", "no-plays", "no-plays")
    titles = " ".join(frame.title for frame in board_view(state, "C").frames)
    assert "Blood hunt on Anna (A)" in titles
    assert "→ Zoe" in titles


def test_a_card_that_nobody_named_is_not_called_by_a_word_of_the_program() -> None:
    state = played('A: announce X political card="political action"')
    assert board_view(state, "B").frames[0].title == "Anna (A): Political action"


def test_who_may_block_is_not_said_once_nobody_did() -> None:
    state = played("A: announce X bleed target=B", "B: decline-block")
    assert not [note for frame in board_view(state, "B").frames for note in frame.notes if "May block" in note]


def blocking(state: GameState, seat: str) -> set[str]:
    return {offer.key for offer in offers_for(state, seat, "full")} & {"block", "no-block"}


def test_nobody_is_asked_about_a_block_once_blocks_are_over() -> None:
    unseen = "set Y.locked=yes"
    hunt = played(unseen, "A: announce X hunt")
    bleed = played(unseen, "A: announce X bleed target=B")
    declined = played("A: announce X bleed target=B", "B: decline-block")
    for state in (hunt, bleed, declined):
        assert window_name(state) is WindowName.UNBLOCKED
        assert [seat for seat in "ABCDE" if blocking(state, seat)] == []


def test_whoever_wakes_a_minion_may_block_with_it_or_not() -> None:
    state = played("set Y.locked=yes", "A: announce X bleed target=B", "B: use-effect wake:Y why=card")
    assert blocking(state, "B") == {"block", "no-block"}


def test_the_prey_gives_way_to_a_predator_who_wakes_a_minion() -> None:
    state = played(
        "set Y.locked=yes W=vampire@E.ready.4/2 W.locked=yes", "A: announce X hunt", "E: use-effect wake:W why=card"
    )
    # The prey has nothing to block with, so nobody waits for it; it may still say so.
    assert (blocking(state, "B"), blocking(state, "E")) == ({"no-block"}, {"block", "no-block"})
    after, _ = apply(state, parse_operation("B: decline-block"))
    assert blocking(after, "E") == {"block", "no-block"}


def test_going_on_while_strikes_are_chosen_says_what_it_means() -> None:
    state = played("A: use-effect combat:Y minion=X")
    assert form(state, "A", "no-plays").title == "Hand strikes, continue"


def test_the_last_to_strike_passes_by_one_button_alone() -> None:
    state = played("A: use-effect combat:Y minion=X", "A: choose-strike X")
    own_phone = choices_view(state, "B", speaks_for_all=False)
    assert {offer.key for group in own_phone for offer in group.offers} & {"pass", "no-plays"} == {"pass"}


def test_a_strike_opens_with_one_normal_damage_in_close_range() -> None:
    state = played("A: use-effect combat:Y minion=X")
    for key, first in (("strike-damage", False), ("strike-damage-first", True)):
        order = operation_from_form({"choice": key}, state, "A")
        assert order == ChooseStrike(seat="A", minion="X", strike=StrikeKind.DAMAGE, damage=1, first=first)
    given = {"choice": "strike-damage", "damage": "0", "aggravated": "2", "ranged": "1"}
    order = operation_from_form(given, state, "A")
    assert order == ChooseStrike(seat="A", minion="X", strike=StrikeKind.DAMAGE, aggravated=2, ranged=True)


def test_the_press_is_not_passed_over_for_want_of_a_button() -> None:
    fighting = choices_view(played("A: use-effect combat:Y minion=X"), "A")
    (react,) = [group for group in fighting if group.name == Group.REACT]
    # Behind what the moment is about: a thumb finds that first.
    assert react.offers[-1].key == "speak-up"
    (cards,) = [group for group in choices_view(played(), "A", opened={"cards"}) if group.name == Group.CARDS]
    assert "speak-up" in {offer.key for offer in cards.offers}


@pytest.mark.parametrize("depth", ["full", "light"])
def test_after_the_last_strike_a_combatant_still_has_a_press_and_an_additional_strike(depth: str) -> None:
    state = played("A: use-effect combat:Y minion=X", "no-plays")
    for seat, minion in {"A": "X", "B": "Y"}.items():
        offers = {offer.key: offer for offer in offers_for(state, seat, depth)}
        press = offers["combat-press"]
        assert (press.title, [one.order for one in press.variants]) == (
            "Press to continue",
            [UseEffect(seat=seat, minion=minion, effects=(Effect(EffectKind.PRESS),))],
        )
        if depth == "full":
            kinds = {option.value.partition(":")[0] for option in effect_list(offers["card-combat"])}
            assert kinds > {"press", "additional", "prevent", "gain_blood"}
            assert f"additional:{minion}:1" in {option.value for option in effect_list(offers["effect"])}
    for other in (offers_for(state, "C", depth), offers_for(apply(state, EndPhase(seat="A"))[0], "A", depth)):
        assert "combat-press" not in {offer.key for offer in other}
    pressed = apply(state, press.variants[0].order)[0]
    assert form(pressed, "A", "combat-press").title == "Press to end combat"


@pytest.mark.parametrize("depth", ["full", "light"])
@pytest.mark.parametrize("effect", ["gain_blood:X:1", "diablerize:Y"])
def test_after_a_combat_a_card_of_its_last_rounds_end_is_not_too_late(depth: str, effect: str) -> None:
    strikes = ("A: choose-strike X strike=damage damage=2", "B: choose-strike Y")
    state = played("set Y.counters=1 Y.flags=red_list", "A: use-effect combat:Y minion=X", *strikes)
    card = {"choice": "card-combat", "effect": effect, "card": "Late"}
    after = apply(state, operation_from_form(card, state, "A", depth))[0]
    assert after.seats["A"].ash_heap == ("Late",)
    # Diablerie in combat offers a trophy.
    assert window_name(after) is (WindowName.GAP if effect == "diablerize:Y" else None)
    for other in (offers_for(state, "C", depth), offers_for(apply(state, EndPhase(seat="A"))[0], "A", depth)):
        assert "card-combat" not in {offer.key for offer in other}


def test_diablerie_by_a_card_just_after_a_combat_is_diablerie_in_combat() -> None:
    strikes = ("A: choose-strike X strike=damage damage=2", "B: choose-strike Y")
    state = played("set Y.counters=1", "A: use-effect combat:Y minion=X", *strikes)
    timings = {one.order.effects[0].target: one.order.timing for one in form(state, "A", "diablerize").variants}
    assert timings == {"Y": Timing.END_OF_ROUND, "Z": Timing.ANY}


def effect_list(offer: Offer) -> tuple[Option, ...]:
    return next(term.options for term in offer.terms if isinstance(term, Pick) and term.name == "effect")


def test_what_a_form_asks_first_does_not_wait_behind_a_heading() -> None:
    """Rare terms are told by their names: one name must not be rare in one form and the main thing in another."""
    light = {offer.key: offer for offer in offers_for(played(), "A", "light")}
    assert [term.name for term in light["pool-2"].first_terms] == ["change", "why"]
    again = form(played("set A.recursions=1 A.ash_heap=9 begin=A/7 phase=discard"), "A", "recurse")
    assert [term.name for term in again.first_terms] == ["cards"]
    effect = form(played(), "A", "effect")
    assert [term.name for term in effect.first_terms] == ["effect", "amount", "which"]


def test_a_closed_list_of_effects_says_which_effect_is_meant() -> None:
    (effects,) = [term for term in form(played(), "A", "effect").terms if term.name == "effect"]
    words = {option.value: option.label for option in effects.options}
    assert (words["burn_pool:B:1"], words["strength:X:-1"]) == ("Burn pool: B", "Change strength −: Anna (A)")


def test_a_contested_card_is_called_by_the_name_that_all_know() -> None:
    state = played("set L=location@A.ready L.name=Haven L.unique=yes M=location@B.ready M.name=Haven M.unique=yes")
    for reader in ("A", "B", "C"):
        contested = [card.name for seat in board_view(state, reader).seats for card in seat.contested]
        assert contested == ["Haven", "Haven"], reader


def test_a_yielded_contest_is_told_once() -> None:
    state = played(
        "set L=location@A.ready L.name=Haven L.unique=yes M=location@B.ready M.name=Haven M.unique=yes begin=A/11"
    )
    order = parse_operation("A: yield-contest Haven")
    assert followed(carry(state, order), state, "C", order) == ["Haven is burned"]
