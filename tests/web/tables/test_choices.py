"""Every legal operation is in exactly one form and comes back from it; what a form offers, the engine takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest

from tests.game.random_games import RandomGame
from tests.rules.table import Table
from tests.soak import part
from tests.web.tables.conftest import offers_for
from toolkit.game import PROFILES, GameState, Operation, apply, legal_operations, refusal
from toolkit.game.actions import Announce
from toolkit.game.blocking import DeclineBlock, action_of, can_be_blocked
from toolkit.game.draft import active_seats
from toolkit.game.judge import Correct
from toolkit.game.operation import seat_of
from toolkit.game.phases import EndPhase
from toolkit.game.record import parse_operation
from toolkit.game.vocabulary import Delay, SeatStatus, Stage, WindowName
from toolkit.game.windows import NoPlays, window_name
from toolkit.web.tables.choices import CLOSED, FOLDED, OPENABLE, Choices, choices_view, operation_from_form
from toolkit.web.tables.offers import effects
from toolkit.web.tables.offers.offer import BadChoice, Group, Offer, Pick, Stepper, Viewpoint
from toolkit.web.tables.seen import seen_by

SEEDS = range(len(PROFILES))
EVERY = 11


@dataclass(eq=False)
class Moment:
    """A position of a random game, and a seat that looks at it."""

    state: GameState
    seat: str

    @cached_property
    def offers(self) -> dict[str, list[Offer]]:
        """Every form of this seat, with those of a judge, in a light and in a full game."""
        return {depth: offers_for(self.state, self.seat, depth, can_correct=True) for depth in ("light", "full")}

    def when(self, offer: Offer) -> GameState:
        """The state in which a form is accepted: a light game offers some before their phase or portion has come."""
        seen = seen_by(self.state, self.seat)
        reach = Choices(Viewpoint(self.state, self.seat, seen.view, seen.names), "light", False).reach(offer.key)
        is_ahead = reach is not None and refusal(self.state, offer.variants[0].order) is not None
        return apply(self.state, reach)[0] if is_ahead and reach is not None else self.state

    def own_offers(self) -> list[Offer]:
        """The forms of this seat alone."""
        return [offer for offer in self.offers["full"] if offer.group is not Group.JUDGE]


def positions(seed: int) -> Iterator[GameState]:
    """States along a random game, long enough for minions, actions, votes and combats; every so many of them."""
    playing = RandomGame(seed, limit=220, sampling=0)
    while playing.state.stage is not Stage.FINISHED:
        if playing.operations % EVERY == seed % EVERY:
            yield playing.state
        playing.game.push(playing._special() or playing._listed())
        playing.operations += 1


def imbued(phase: str) -> GameState:
    """One that is ready and one that is incapacitated with convictions enough; another's to be burned."""
    table = Table("GAP-44")
    table.step("set I=imbued@A.ready.4/2 J=imbued@A.ready.4/0 J.flags=incapacitated")
    table.step("set c1=conviction@A.on-J c2=conviction@A.on-J c3=conviction@A.on-J")
    table.step(f"set K=imbued@B.ready.3/0 K.flags=incapacitated begin=A/6 phase={phase}")
    return table.state


@pytest.fixture(scope="module", params=part(SEEDS, of=3))
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    """Of imbued and of one game; its forms are made once for all tests that look at them."""
    of_imbued = [Moment(imbued(phase), seat) for phase in ("unlock", "minion") for seat in "ABC"]
    return of_imbued + [Moment(state, seat) for state in positions(request.param) for seat in active_seats(state)]


@pytest.mark.walk
def test_every_legal_operation_is_in_one_form_and_comes_back(moments: list[Moment]) -> None:
    for moment in moments:
        check_listed(moment.state, moment.seat, moment.own_offers())


def is_said_in_vain(state: GameState, seat: str, order: Operation) -> bool:
    """No page asks for it: not to block where blocks are over, no plays in a phase that its owner may end."""
    if isinstance(order, NoPlays):
        return EndPhase(seat=seat) in legal_operations(state, seat)
    if not isinstance(order, DeclineBlock) or window_name(state) is not WindowName.UNBLOCKED:
        return False
    action = action_of(state)
    return action is not None and not can_be_blocked(state, action)


def check_listed(state: GameState, seat: str, found: list[Offer] | None = None) -> None:
    found = found or offers_for(state, seat, "full")
    assert max(Counter(offer.key for offer in found).values(), default=1) == 1
    covered = [(order, offer) for offer in found for order in offer.covers]
    listed = [order for order in legal_operations(state, seat) if not is_said_in_vain(state, seat, order)]
    assert sorted(map(repr, listed)) == sorted(repr(order) for order, _ in covered)
    for order, offer in covered:
        assert offer.read(offer.form_of(order)) == order, offer.key


def test_no_effect_is_tried_while_something_else_is_to_be_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("REF-02")
    table.step("set X=vampire@A.ready.5/3")
    table.step("A: use-effect referendum why=card")
    before = {group.name for group in choices_view(table.state, "A")}
    monkeypatch.setattr(effects, "admitted", lambda at: pytest.fail("every effect was tried in vain"))
    assert {group.name for group in choices_view(table.state, "A")} == before


BURNED = (
    "set X=vampire@A.ready.9/3 Y=vampire@B.torpor.5/5 Y.flags=red_list T=trophy@A.ready.0/0 begin=A/7 phase=minion; "
    "A: announce X diablerize target=Y; no-plays"
)


@pytest.mark.parametrize(
    ("steps", "key"),
    [
        ("set X=vampire@A.ready.4/3 Y=vampire@B.ready.5/5 Y.flags=red_list begin=A/7 phase=master", "mark"),
        (BURNED, "trophy"),
        (BURNED, "award"),
    ],
)  # fmt: skip
def test_the_red_list_is_offered(steps: str, key: str) -> None:
    table = Table("ACT-02")
    for step in steps.split("; "):
        table.step(step)
    found = offers_for(table.state, "A", "full")
    assert key in {offer.key for offer in found}
    check_listed(table.state, "A", found)


@pytest.mark.walk
@pytest.mark.parametrize("depth", ["light", "full"])
def test_whatever_a_form_shows_at_first_is_accepted(moments: list[Moment], depth: str) -> None:
    for moment in moments[::3]:
        for offer in moment.offers[depth]:
            if offer.key == "reveal":
                continue  # it asks for a name or a capacity: test_card_facts.py
            for order in shown(offer):
                assert refusal(moment.when(offer), order) is None, (offer.key, order)


def shown(offer: Offer) -> Iterator[Operation]:
    """What a form means with each of its variants, and with each value of each of its lists."""
    for variant in offer.variants:
        form = {"op": variant.line} | {term.name: term.default for term in offer.terms}
        yield offer.read(form)
    first = {"op": offer.variants[0].line} | {term.name: term.default for term in offer.terms}
    for term in offer.terms:
        if isinstance(term, Pick) and term.name in ("effect", "place", "whom", "aim"):
            for option in term.options:
                yield offer.read(first | {term.name: option.value})


@pytest.mark.walk
def test_every_number_of_a_stepper_is_one_that_the_rules_accept(moments: list[Moment]) -> None:
    for moment in moments:
        for offer in moment.own_offers():
            for term in offer.terms:
                if isinstance(term, Stepper) and offer.covers:
                    check_ends(moment.state, offer, term)


def check_ends(state: GameState, offer: Offer, term: Stepper) -> None:
    """The least and the most are accepted for one of the variants at least."""
    for number in (term.low, term.high):
        tried = [operation_from(offer, variant.line, term.name, number) for variant in offer.variants]
        assert any(refusal(state, order) is None for order in tried), (offer.key, term.name, number)


def operation_from(offer: Offer, line: str, name: str, number: int) -> Operation:
    return offer.read({"op": line} | {item.name: item.default for item in offer.terms} | {name: str(number)})


# What waits behind headings


@pytest.mark.walk
@pytest.mark.parametrize("depth", ["light", "full"])
def test_a_heading_is_there_when_there_is_something_behind_it(moments: list[Moment], depth: str) -> None:
    for moment in moments:
        every = moment.offers[depth]
        groups = choices_view(moment.state, moment.seat, depth, can_correct=True)
        assert {group.name for group in groups} == {offer.group for offer in every}
        for group in groups:
            closed = {key for key, _ in group.closed}
            own = {offer.key for offer in every if offer.group == group.name}
            assert own == ({offer.key for offer in group.offers} | closed) or group.is_closed, group.name
            assert group.is_closed is (group.name in CLOSED)


@pytest.mark.walk
def test_everything_opened_is_every_form(moments: list[Moment]) -> None:
    for moment in moments[::2]:
        groups = choices_view(moment.state, moment.seat, can_correct=True, opened=frozenset(OPENABLE))
        shown = [(offer.key, offer.group) for group in groups for offer in group.offers]
        assert sorted(shown) == sorted((offer.key, offer.group) for offer in moment.offers["full"])
        assert all(group.is_open == (group.name in CLOSED) for group in groups if group.name in FOLDED)


def test_the_form_that_is_shown_again_stands_open() -> None:
    for chosen, name in (("effect", Group.EFFECTS), ("set-card", Group.JUDGE), ("note", Group.TABLE)):
        groups = choices_view(minion_phase(), "A", can_correct=True, chosen=chosen)
        (group,) = [group for group in groups if group.name == name]
        assert group.is_open
        assert chosen in {offer.key for offer in group.offers}
    (actions,) = [
        group for group in choices_view(minion_phase(), "A", chosen="announce-other") if group.name == "actions"
    ]
    assert "announce-other" in {offer.key for offer in actions.offers}


# What a form may say wrong


def minion_phase() -> GameState:
    table = Table("ACT-02")
    table.step("set X=vampire@A.ready.4/3 Y=vampire@B.ready.5/5 begin=A/7 phase=minion")
    return table.state


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"choice": "announce-bleed", "op": "A: announce X bleed target=B", "stealth": "77"}, "from 0 to 9"),
        ({"choice": "announce-bleed", "op": "A: announce X bleed target=B", "bleed": "lots"}, "not “lots”"),
        ({"choice": "announce-bleed", "op": "A: announce X bleed target=C"}, "choose one of those"),
        ({"choice": "announce-bleed", "op": "A: announce X bleed target=B", "delay": "never"}, "cannot be chosen"),
        ({"choice": "announce-bleed", "op": "A: announce X bleed target=B", "card": "x" * 61}, "at most 60"),
        ({"choice": "announce-equip", "op": "", "unique": "maybe"}, "tick it or leave it"),
        ({"choice": "transfer"}, "not possible now"),
        ({"op": "A: announce X bleed target=C"}, "not possible now"),
        ({"op": "B: end-phase"}, "not possible now"),
        ({}, "not possible now"),
    ],
)
def test_a_form_that_means_nothing_is_answered_with_a_sentence(form: dict[str, str], words: str) -> None:
    with pytest.raises(BadChoice) as raised:
        operation_from_form(form, minion_phase(), "A")
    assert words in str(raised.value)


def test_free_terms_come_back_in_the_operation() -> None:
    form = {
        "choice": "announce-bleed",
        "op": "A: announce X bleed target=B",
        "bleed": "2",
        "stealth": "1",
        "card": "  Govern the\nUnaligned ",
        "blood": "1",
        "delay": "short",
    }
    order = operation_from_form(form, minion_phase(), "A")
    assert isinstance(order, Announce)
    assert (order.bleed, order.stealth, order.blood, order.card) == (2, 1, 1, "Govern the Unaligned")
    assert order.delay is Delay.SHORT


def test_a_card_may_bleed_somebody_else_and_enter_combat_with_anybody() -> None:
    bleed = {"choice": "announce-bleed", "op": "A: announce X bleed target=B", "aim": "C", "card": "Kindred Spirits"}
    order = operation_from_form(bleed, minion_phase(), "A")
    assert isinstance(order, Announce)
    assert (order.target, order.any_target) == ("C", True)
    assert refusal(minion_phase(), order) is None


def test_any_other_action_says_what_it_does() -> None:
    (offer,) = [offer for offer in offers_for(minion_phase(), "A", "full") if offer.key == "announce-other"]
    form = {"choice": offer.key, "op": offer.variants[0].line, "whom": "C", "effect": "burn_pool:C:1", "amount": "3"}
    order = operation_from_form(form | {"card": "Anarchist Uprising"}, minion_phase(), "A")
    assert order == parse_operation('A: announce X other target=C card="Anarchist Uprising" effects=burn_pool:C:3')
    assert refusal(minion_phase(), order) is None


def test_all_transfers_that_are_left_are_offered_first() -> None:
    state, _ = apply(minion_phase(), parse_operation("correct phase=influence"))
    (offer,) = [offer for offer in offers_for(state, "A", "full") if offer.key == "transfer"]
    assert [term.default for term in offer.terms] == ["4"]


def test_a_line_alone_is_the_listed_operation() -> None:
    assert operation_from_form({"op": "A: end-phase"}, minion_phase(), "A") == EndPhase(seat="A")


def test_nobody_is_offered_what_is_another_seats() -> None:
    for offer in offers_for(minion_phase(), "C", "full"):
        assert all(seat_of(variant.order) in ("", "C") for variant in offer.variants), offer.key


def test_corrections_are_for_whoever_may_correct() -> None:
    state = minion_phase()
    assert not [offer for offer in offers_for(state, "A", "full") if offer.group is Group.JUDGE]
    judge = offers_for(state, None, "full", can_correct=True)
    assert {offer.key for offer in judge} == {
        "set-seat", "set-card", "set-place", "new-card", "set-several", "disqualify",
    }  # fmt: skip
    form = {"choice": "set-seat", "place": "B.pool", "value": "12", "reason": "miscounted"}
    order = operation_from_form(form, state, None, can_correct=True)
    assert order == Correct(changes=("B.pool=12",), reason="miscounted")


def test_several_corrections_are_written_in_one_line() -> None:
    state = minion_phase()
    form = {"choice": "set-several", "changes": "A.pool=12, X.counters=1,begin=B/9", "reason": "misremembered"}
    order = operation_from_form(form, state, None, can_correct=True)
    assert order == Correct(changes=("A.pool=12", "X.counters=1", "begin=B/9"), reason="misremembered")
    after, _ = apply(state, order)
    assert (after.seats["A"].pool, after.cards["X"].counters, after.step.seat, after.step.turn) == (12, 1, "B", 9)


def test_a_light_game_counts_pool_with_a_reason_and_ousts() -> None:
    state = minion_phase()
    form = {"choice": "pool-2", "op": "A: use-effect burn_pool:B:1 why=other", "change": "-30", "why": "card"}
    order = operation_from_form(form, state, "A", "light")
    after, _ = apply(state, order)
    assert after.seats["B"].status is SeatStatus.OUSTED
    assert (after.seats["A"].half_points, after.seats["A"].pool) == (2, 36)
    for nothing, said in (("0", "0 changes nothing"), ("31", "from -30 to 30"), ("some", "from -30 to 30")):
        with pytest.raises(BadChoice, match=said):
            operation_from_form({**form, "change": nothing}, state, "A", "light")


def test_a_light_game_dips_into_a_combat_and_comes_back() -> None:
    state = minion_phase()
    (fight,) = [offer for offer in offers_for(state, "A", "light") if offer.key == "dip-combat"]
    assert "announce-bleed" not in {offer.key for offer in offers_for(state, "A", "light")}
    state, _ = apply(state, fight.variants[0].order)
    while state.frames:
        keys = {offer.key for offer in offers_for(state, "A", "light")}
        assert "pool-2" not in keys
        state, _ = apply(state, NoPlays())
    assert "pool-2" in {offer.key for offer in offers_for(state, "A", "light")}
