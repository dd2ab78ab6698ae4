"""Walkthroughs against figures of the specification: scenarios S1, S2, S5, S6, S7 and the examples of single rows."""

from __future__ import annotations

import pytest

from toolkit.game.damage import resolve_damage
from toolkit.game.rules import rules
from toolkit.game.vocabulary import StrikeKind
from toolkit.game.walkthroughs.combats import CombatSituation, Fighter, Fighting, resolve_combat
from toolkit.game.walkthroughs.contests import Claimant, ContestSituation, resolve_contest
from toolkit.game.walkthroughs.diableries import DiablerieSituation, resolve_diablerie
from toolkit.game.walkthroughs.referendums import ReferendumSituation, SideVotes, resolve_referendum
from toolkit.game.walkthroughs.scorings import Departure, Leaving, ScoringSituation, resolve_scoring
from toolkit.game.walkthroughs.steps import BadSituation, Told, Walk
from toolkit.game.walkthroughs.withdrawals import Meanwhile, WithdrawalSituation, resolve_withdrawal


def told(walk: Walk) -> list[Told]:
    return [step.told for step in walk.steps]


def struck(normal: int, aggravated: int, opponent: Fighter, **more: object) -> Walk:
    """V strikes `opponent` for so much damage."""
    striker = Fighter(capacity=7, counters=5, strike=StrikeKind.DAMAGE, damage=normal, aggravated=aggravated)
    return resolve_combat(CombatSituation(acting=striker, opposing=opponent, **more))  # type: ignore[arg-type]


def fate(walk: Walk) -> tuple[str, int]:
    """What became of W."""
    step = walk.outcome[1]
    return str(step.told), int(step.figures["amount"])


@pytest.mark.parametrize(
    ("blood", "normal", "aggravated", "expected"),
    [
        (2, 0, 2, ("torpor_with", 1)),
        (0, 0, 2, ("burned", 0)),
        (1, 1, 1, ("torpor_with", 0)),
        (1, 2, 1, ("burned", 0)),
        (2, 0, 3, ("torpor_with", 0)),
        (2, 0, 4, ("burned", 0)),
        (3, 4, 0, ("torpor_with", 0)),
        (4, 4, 0, ("ready_with", 0)),
    ],
)
def test_combat_is_the_table_of_scenario_s6(
    blood: int, normal: int, aggravated: int, expected: tuple[str, int]
) -> None:
    walk = struck(normal, aggravated, Fighter(counters=blood))
    assert fate(walk) == expected
    # W's hand strike is handled with it: V mends one (5 -> 4).
    assert walk.outcome[0].figures == {"minion": "V", "amount": 4}


def test_prevented_damage_is_gone_aggravated_first() -> None:
    walk = struck(0, 3, Fighter(counters=2, prevents=2))
    assert fate(walk) == ("torpor_with", 2)
    assert Told.PREVENTED in told(walk)


def test_an_ally_takes_aggravated_damage_as_any_other() -> None:
    assert fate(struck(2, 1, Fighter(kind=Fighting.ALLY, counters=3))) == ("burned", 0)


def test_first_strike_leaves_nobody_to_strike_back() -> None:
    striker = Fighter(counters=5, strike=StrikeKind.DAMAGE, damage=4, first=True)
    walk = resolve_combat(CombatSituation(acting=striker, opposing=Fighter(counters=3)))
    assert walk.outcome[0].figures["amount"] == 5
    assert Told.STRUCK_TOO_LATE in told(walk)


@pytest.mark.parametrize(
    ("opponent", "is_long", "reason"),
    [
        (Fighter(counters=2, strike=StrikeKind.DODGE), False, Told.STRUCK_AT_DODGER),
        (Fighter(counters=2, strike=StrikeKind.COMBAT_ENDS), False, Told.ENDS_COMBAT),
        (Fighter(counters=2, strike=StrikeKind.NONE), True, Told.STRUCK_OUT_OF_RANGE),
    ],
)
def test_a_strike_in_vain(opponent: Fighter, is_long: bool, reason: Told) -> None:
    walk = struck(4, 0, opponent, is_long=is_long)
    assert reason in told(walk)
    assert fate(walk) == ("ready_with", 2)


def test_stolen_blood_mends_damage_of_the_same_round() -> None:
    thief = Fighter(counters=0, strike=StrikeKind.STEAL_BLOOD, amount=2)
    striker = Fighter(counters=4, strike=StrikeKind.DAMAGE, damage=2)
    walk = resolve_combat(CombatSituation(acting=striker, opposing=thief))
    assert fate(walk) == ("ready_with", 0)


def test_a_press_begins_another_round() -> None:
    weak = Fighter(counters=3)
    assert told(resolve_combat(CombatSituation(acting=weak, opposing=weak, is_pressed=True)))[-1] is Told.ANOTHER_ROUND
    assert told(resolve_combat(CombatSituation(acting=weak, opposing=weak)))[-1] is Told.COMBAT_OVER


def test_each_point_is_told_as_the_engine_resolves_it() -> None:
    walk = struck(2, 3, Fighter(counters=3))
    words = {
        Told.POINT_MENDED: "mended",
        Told.POINT_WOUNDED: "wounded",
        Told.POINT_SAVED: "saved",
        Told.POINT_BURNED: "burned",
    }
    points = [
        words[step.told]
        for step in walk.steps
        if step.told in words and step.figures["minion"] == "W"
        for _ in range(int(step.figures["amount"]))
    ]
    assert tuple(points) == resolve_damage(3, 2, 3).points


# Referendums


def tally_of(situation: ReferendumSituation) -> tuple[Told, int, int]:
    (step,) = resolve_referendum(situation).outcome
    return step.told, int(step.figures["votes_for"]), int(step.figures["votes_against"])


@pytest.mark.parametrize(
    ("votes_for", "votes_against", "expected"),
    [
        (SideVotes(), SideVotes(), (Told.PASSES, 1, 0)),
        (SideVotes(), SideVotes(titles=(1, 0, 0, 0)), (Told.TIE, 1, 1)),
        # S4, pick 4: the calling card and two more against a prince.
        (SideVotes(other=2), SideVotes(titles=(0, 1, 0, 0)), (Told.PASSES, 3, 2)),
        (SideVotes(titles=(1, 1, 1, 1)), SideVotes(), (Told.PASSES, 1 + 1 + 2 + 3 + 4, 0)),
        (SideVotes(prisci=2), SideVotes(prisci=1, titles=(0, 1, 0, 0)), (Told.PASSES, 1 + 3, 2)),
        (SideVotes(prisci=1), SideVotes(prisci=1, edge=True), (Told.TIE, 1, 1)),
        (SideVotes(prisci=1), SideVotes(prisci=2), (Told.FAILS, 1, 3)),
        (SideVotes(cards=1, edge=True), SideVotes(cards=3), (Told.TIE, 3, 3)),
    ],
)
def test_a_referendum_is_counted(
    votes_for: SideVotes, votes_against: SideVotes, expected: tuple[Told, int, int]
) -> None:
    assert tally_of(ReferendumSituation(votes_for=votes_for, votes_against=votes_against)) == expected


@pytest.mark.parametrize(
    ("with_card", "cards", "row"), [(True, 4, ""), (True, 5, "REF-16"), (False, 5, ""), (False, 6, "REF-18")]
)
def test_one_political_card_for_each_methuselah(with_card: bool, cards: int, row: str) -> None:
    situation = ReferendumSituation(with_card=with_card, votes_for=SideVotes(cards=cards))
    if not row:
        assert tally_of(situation)[1] == cards + with_card
        return
    with pytest.raises(BadSituation) as caught:
        resolve_referendum(situation)
    assert (caught.value.field, caught.value.rule) == ("cards_for", row)


# Contests


def test_three_copies_of_a_card_are_scenario_s5() -> None:
    claimants = (Claimant(counters=20, pays=9), Claimant(counters=20, pays=1), Claimant(counters=13, pays=0))
    walk = resolve_contest(ContestSituation(claimants=claimants))
    paid = [(step.figures["seat"], step.figures["left"]) for step in walk.steps if step.told is Told.POOL_PAID]
    assert paid == [("A", 19), ("B", 19), ("A", 18)]
    assert [step.figures["seat"] for step in walk.steps if step.told is Told.CARD_YIELDED] == ["C", "B"]
    assert (walk.outcome[0].told, walk.outcome[0].figures["seat"]) == (Told.CARD_WON, "A")


def test_a_torpid_vampire_yields_its_title_as_in_scenario_s5() -> None:
    claimants = (Claimant(counters=3, pays=9, is_torpid=True), Claimant(counters=5, pays=9))
    walk = resolve_contest(ContestSituation(claimants=claimants, is_title=True))
    assert Told.MUST_YIELD_TORPOR in told(walk)
    assert (walk.outcome[0].told, walk.outcome[0].figures["vampire"]) == (Told.TITLE_WON, "VB")


def test_a_vampire_without_blood_yields_its_title() -> None:
    claimants = (Claimant(counters=1, pays=9), Claimant(counters=5, pays=9))
    walk = resolve_contest(ContestSituation(claimants=claimants, is_title=True))
    assert told(walk)[2:] == [Told.BLOOD_PAID, Told.BLOOD_PAID, Told.MUST_YIELD_BLOOD, Told.TITLE_WON]
    assert walk.outcome[0].figures["paid"] == 1


def test_the_last_pool_ousts_and_ends_the_contest() -> None:
    walk = resolve_contest(ContestSituation(claimants=(Claimant(counters=2, pays=9), Claimant(counters=9, pays=9))))
    assert Told.OUSTED in told(walk)
    assert (walk.outcome[0].told, walk.outcome[0].figures["seat"]) == (Told.CARD_WON, "B")


def test_a_contest_that_nobody_leaves_goes_on() -> None:
    walk = resolve_contest(ContestSituation(claimants=(Claimant(counters=99, pays=99), Claimant(counters=99, pays=99))))
    assert [step.told for step in walk.outcome] == [Told.STILL_CONTESTED]


# Withdrawal


@pytest.mark.parametrize(
    ("meanwhile", "row", "stands"),
    [
        (Meanwhile.NOTHING, "WD-03", True),
        (Meanwhile.BLED, "WD-03", False),
        (Meanwhile.BLOOD_SPENT, "WD-04", False),
        (Meanwhile.COMBAT, "WD-05", False),
        (Meanwhile.TRANSFER, "WD-06", False),
        (Meanwhile.LOSS_AND_GAIN, "WD-07", False),
        (Meanwhile.GAINS, "WD-08", True),
        (Meanwhile.UNCONTROLLED, "WD-04", True),
    ],
)
def test_what_nullifies_a_withdrawal(meanwhile: Meanwhile, row: str, stands: bool) -> None:
    walk = resolve_withdrawal(WithdrawalSituation(meanwhile=meanwhile))
    verdict = next(step for step in walk.steps if step.told in (Told.NULLIFIED, Told.STILL_STANDS))
    assert (verdict.told is Told.STILL_STANDS) is stands
    assert row in verdict.rules
    assert walk.outcome[0].told is (Told.WITHDRAWS if stands else Told.PLAYS_ON)


@pytest.mark.parametrize(("is_event", "half_points"), [(True, 1), (False, 2)])
def test_a_withdrawal_is_worth_half_a_point_in_a_tournament(is_event: bool, half_points: int) -> None:
    walk = resolve_withdrawal(WithdrawalSituation(is_event=is_event))
    assert walk.outcome[0].figures["half_points"] == half_points
    assert Told.PREDATOR_GETS_NOTHING in told(walk)


@pytest.mark.parametrize(
    ("library", "hand", "reason"), [(1, 4, Told.LIBRARY_LEFT), (0, 7, Told.HAND_FULL), (0, 8, Told.HAND_FULL)]
)
def test_who_may_not_withdraw(library: int, hand: int, reason: Told) -> None:
    assert told(resolve_withdrawal(WithdrawalSituation(library=library, hand=hand))) == [reason]


# Diablerie


def test_diablerie_is_scenario_s7() -> None:
    walk = resolve_diablerie(DiablerieSituation())
    by_kind = {step.told: step.figures for step in walk.steps}
    assert by_kind[Told.VICTIM_S_BLOOD] == {"amount": 5, "total": 8}
    assert by_kind[Told.BLOOD_ABOVE] == {"amount": 4, "left": 4}
    assert by_kind[Told.EQUIPMENT_TAKEN] == {"amount": 1}
    assert by_kind[Told.DISCIPLINE_TAKEN] == {"capacity": 5}
    assert [step.told for step in walk.outcome] == [Told.HUNTED_DOWN]


def test_without_the_edge_s_vote_the_hunt_of_scenario_s7_fails() -> None:
    (step,) = resolve_diablerie(DiablerieSituation(votes_for=2)).outcome
    assert step.told is Told.SURVIVES_HUNT
    assert (step.figures["capacity"], step.figures["blood"]) == (5, 4)


def test_one_s_own_victim_is_an_undirected_action_and_no_trophy() -> None:
    walk = resolve_diablerie(DiablerieSituation(is_own=True, is_red_list=True))
    assert Told.UNDIRECTED in told(walk)
    assert Told.TROPHY not in told(walk)
    assert Told.TROPHY in told(resolve_diablerie(DiablerieSituation(is_red_list=True)))


def test_an_older_diablerist_finds_no_discipline() -> None:
    assert Told.NOT_YOUNGER in told(resolve_diablerie(DiablerieSituation(capacity=6, victim_capacity=6)))


# Scoring


def line(walk: Walk) -> list[tuple[int, int | str]]:
    return [
        (int(step.figures["half_points"]), step.figures["table_points"])
        for step in walk.outcome
        if step.told is Told.SEAT_TOTAL
    ]


def leaves(*departures: str) -> tuple[Departure, ...]:
    """ "B" is ousted, "+C" in the same event, "D!" withdraws."""
    return tuple(
        Departure(
            seat=text.strip("+!"),
            how=Leaving.TOGETHER if text[0] == "+" else Leaving.WITHDREW if text[-1] == "!" else Leaving.OUSTED,
        )
        for text in departures
    )


@pytest.mark.parametrize(
    ("situation", "expected", "winner"),
    [
        # S1, its variants a and d, and S2.
        (
            ScoringSituation(departures=leaves("B", "C", "D!"), is_time=True),
            [(5, 60), (0, 18), (0, 18), (1, 42), (1, 42)], "A",
        ),
        (
            ScoringSituation(departures=leaves("B", "C", "D!", "E"), is_event=False),
            [(8, 60), (0, 24), (0, 24), (2, 48), (0, 24)], "A",
        ),
        (ScoringSituation(departures=leaves("B", "D!", "C", "+A")), [(4, 54), (0, 18), (0, 18), (1, 36), (4, 54)], ""),
        (ScoringSituation(players=4, departures=leaves("B"), is_time=True), [(3, 60), (0, 12), (1, 36), (1, 36)], ""),
    ],
)  # fmt: skip
def test_a_game_is_scored(situation: ScoringSituation, expected: list[tuple[int, int | str]], winner: str) -> None:
    walk = resolve_scoring(situation)
    assert line(walk) == expected
    assert walk.outcome[-1].figures["seat"] == winner


def test_who_is_ousted_with_her_prey_gains_no_pool() -> None:
    walk = resolve_scoring(ScoringSituation(departures=leaves("C", "+D")))
    gains = {
        step.figures["seat"]: step.told
        for step in walk.steps
        if step.told in (Told.GAINS_POINT_ALONE, Told.GAINS_POINT_AND_POOL)
    }
    assert gains == {"B": Told.GAINS_POINT_AND_POOL, "C": Told.GAINS_POINT_ALONE}


@pytest.mark.parametrize(
    ("departures", "field"),
    [
        (("B", "B"), "seat_2"), (("B", "F"), "seat_2"), (("B", "+B"), "seat_2"),
        (("B", "C", "D", "E", "A"), "seat_5"),
    ],
)  # fmt: skip
def test_nobody_leaves_twice_or_after_the_end(departures: tuple[str, ...], field: str) -> None:
    with pytest.raises(BadSituation) as caught:
        resolve_scoring(ScoringSituation(departures=leaves(*departures)))
    assert caught.value.field == field


def test_blood_above_capacity_is_refused() -> None:
    with pytest.raises(BadSituation) as caught:
        resolve_combat(CombatSituation(opposing=Fighter(capacity=3, counters=4)))
    assert caught.value.field == "w_counters"
    with pytest.raises(BadSituation):
        resolve_diablerie(DiablerieSituation(blood=5))


@pytest.mark.parametrize(
    "walk",
    [
        struck(3, 2, Fighter(counters=1)),
        resolve_referendum(ReferendumSituation(votes_for=SideVotes(prisci=1, edge=True))),
        resolve_contest(ContestSituation(claimants=(Claimant(), Claimant(pays=0)))),
        resolve_contest(ContestSituation(claimants=(Claimant(), Claimant(pays=0)), is_title=True)),
        *(resolve_withdrawal(WithdrawalSituation(meanwhile=what)) for what in Meanwhile),
        resolve_diablerie(DiablerieSituation(is_red_list=True)),
        resolve_scoring(ScoringSituation(departures=leaves("B", "+C", "D!"), is_time=True)),
    ],
)
def test_every_row_that_is_cited_exists(walk: Walk) -> None:
    cited = {row for step in (*walk.steps, *walk.outcome) for row in step.rules}
    assert cited
    assert cited <= set(rules())
