"""Every option of the rules can be set by itself and makes a difference: the same lines, another end."""

# ruff: noqa: E501  (a table: one case a line)
from __future__ import annotations

import contextlib

import pytest

from tests.rules.table import Table, usual_table
from toolkit.game import PROFILES, IllegalOperation, RulesOptions, options_for
from toolkit.game.new import deck_rules
from toolkit.game.options import VALUES, BadOption, UnknownProfile, option_name
from toolkit.game.rules import readings

PRINCES = "set X=vampire@A.ready.6/4 X.title=prince/paris Y=vampire@C.ready.5/5 Y.title=archbishop/paris begin=A/11"
OLD = "set A.library=0 A.hand=4 begin=A/11"
LIBRARIES = "set L=location@A.ready L.name=L L.unique=yes M=location@B.ready M.name=L M.unique=yes begin=A/11 edge=A"
BLEED = ["set X=vampire@A.ready.5/3 edge=C", "A: announce X bleed target=B"]
CANCEL = [
    "set phase=master A1.counters=3",
    "A: speak-up",
    "A: play-card master M pool=2",
    "B: use-effect cancel why=card",
]
RECRUIT = ["set X=vampire@A.ready.5/3", "A: announce X recruit card=Ally enters=K life=2", "no-plays"]
OOT = [
    "set begin=B/11",
    "B: speak-up",
    "A: play-card master T out_of_turn=yes trifle=yes",
    "B: use-effect cancel why=card",
]
SUPPLY = [
    "A: end-phase",
    "B: end-phase",
    "A: choose-phase supply",
    "set edge=B",
    "A: announce A1 hunt",
    "B: decline-block",
    "no-plays",
]
RUSH = ["set edge=B X=vampire@A.ready.4/2", "on choose", "A: choose-phase open_aggression"]

# (option, value, other options of the table, lines, expression): its value differs from the default's.
CASES: list[tuple[str, str, dict[str, str], list[str], str]] = [
    ("game.mode", "pm_intro", {}, [], "len(s.cards)"),
    ("game.mode", "pm_advanced", {}, [], "len(s.cards)"),
    ("game.enforcement", "advise", {}, ["set phase=influence", "?A: transfer-blood A1 amount=5"], "(A1.counters, 'rule_broken' in happened)"),
    ("game.enforcement", "free", {}, ["set phase=influence", "?A: transfer-blood A1 amount=5"], "A1.counters"),
    ("game.speed", "detailed", {}, ["set X=vampire@A.ready.5/3", "A: announce X hunt"], "window"),
    ("deck.profile", "casual_legacy", {"seats": "4"}, [], "sizes"),
    ("deck.profile", "limited", {"deck.boosters": "3"}, [], "(sizes, A.recursions)"),
    *(("deck.boosters", str(n), {"deck.profile": "limited"}, [], "sizes") for n in range(1, 13) if n != 8),
    ("deck.starters", "yes", {"deck.profile": "limited", "deck.boosters": "3"}, [], "(sizes, A.recursions)"),
    ("deck.recursions", "0", {"deck.profile": "limited", "deck.boosters": "3"}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("deck.recursions", "1", {}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("deck.recursions", "2", {}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("deck.recursions", "3", {}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("deck.recursions", "5", {}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("deck.recursions", "11", {}, [OLD], "'AnnounceWithdrawal' in verbs('A')"),
    ("setup.first_player", "seat_one", {"setup": "yes"}, ["?start-game C"], "s.stage"),
    ("sequencing.undirected", "shifting", {}, ["set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/2", "A: announce X hunt"], "order"),
    ("cancel.cost", "never_paid", {}, CANCEL, "A.pool"),
    ("title.baron_surcharge", "on", {}, [PRINCES, "set X.title=baron/paris", "A: pay-contest city:paris"], "X.counters"),
    ("title.contest_by", "any", {}, [PRINCES, "set X.zone=torpor", "?A: pay-contest city:paris"], "X.counters"),
    ("title.self_contest", "newest_replaces", {}, ["set X=vampire@A.ready.6/4 X.title=prince/p Y=vampire@A.ready.5/5 Y.title=prince/p"], "len(s.contests)"),
    ("master.oot_trifle", "exempt", {}, [*OOT, "set begin=A/15 phase=master"], "A.master_actions"),
    ("bleed.edge_on", "pool_burned", {}, [*BLEED, "B: use-effect spare::1 why=card", "no-plays"], "edge"),
    ("recruit.location", "uncontrolled_until_end", {}, RECRUIT, "K.zone"),
    ("anarch.sect", "independent_marked", {}, ["set X=vampire@A.ready.5/3", "A: announce X anarch", "no-plays"], "X.sect"),
    ("influence.ramp", "by_methuselah", {"turn": "1", "seats": "2"}, ["set A.influence_phases=1 begin=A/3 phase=influence"], "A.transfers"),
    ("influence.ramp", "duel", {"turn": "1", "seats": "2"}, ["set begin=A/1 phase=influence"], "A.transfers"),
    ("influence.ramp", "none", {"turn": "1"}, ["set begin=A/1 phase=influence"], "A.transfers"),
    ("influence.emerge", "forced_at_end", {}, ["set V=vampire@A.uncontrolled.4/4 phase=influence", "A: end-phase"], "V.zone"),
    ("edge.on_leave", "ask", {}, ["set edge=B", "A: use-effect burn_pool:B:30 why=card"], "'PlaceEdge' in verbs('A')"),
    ("diablerie.equipment", "all", {}, ["set X=vampire@A.ready.4/1 Y=vampire@B.torpor.4/2 G=equipment@B.on-Y H=equipment@B.on-Y", "A: announce X diablerize target=Y take=H", "no-plays"], "G.host"),
    ("withdraw.scope", "all_counters", {}, [OLD, "set A1.counters=2", "A: announce-withdrawal", "B: use-effect burn_blood:A1:1:uncontrolled why=card"], "A.withdrawal.void"),
    ("withdraw.count_life", "yes", {}, [OLD, "set K=ally@A.ready.0/3", "A: announce-withdrawal", "B: use-effect burn_blood:K:1 why=card"], "A.withdrawal.void"),
    ("unlock.ordering", "staged", {}, ["set edge=A begin=A/11", "A: register-effect dawn stage=beginning", "?A: claim-edge-pool"], "A.pool"),
    ("contest.pay_timing", "beginning", {}, [LIBRARIES, "?A: claim-edge-pool"], "A.pool"),
    ("pm.picks", "one_each", {"profile": "pm_intro", "seats": "3"}, [], "shown.phased.picks"),
    ("pm.mixed_target", "open_aggression", {"profile": "pm_intro", "seats": "2"}, [*RUSH, "?A: announce X other card=Both target=B others=B1"], "top"),
    ("pm.mixed_target", "subterfuge", {"profile": "pm_intro", "seats": "2"}, [*RUSH[:2], "A: choose-phase subterfuge", "?A: announce X other card=Both target=B others=B1"], "top"),
    ("pm.bonus_from", "immediately", {"profile": "pm_advanced", "seats": "2"}, [*SUPPLY, "?A: announce A2 hunt"], "top"),
    ("pm.oa_draw_on_cancel", "no", {"profile": "pm_advanced", "seats": "2", "speed": "detailed"}, [*RUSH, "A: announce X rush card=R target=B1", "A: pass-impulse", "B: use-effect cancel why=card"], "A.hand"),
    ("score.withdraw_vp", "0.5", {}, [OLD, "A: announce-withdrawal", "set begin=A/16"], "A.half_points"),
]  # fmt: skip


def end(option: str, value: str, others: dict[str, str], lines: list[str], expression: str) -> object:
    """What the expression comes to; a line with `?` may be refused."""
    table = Table("option")
    setting = {"speed": value} if option == "game.speed" else {option: value}
    table.state = usual_table({**others, **setting})
    for line in lines:
        if line.startswith("?"):
            with contextlib.suppress(IllegalOperation):
                table.step(line[1:])
        else:
            table.step(line)
    rules = deck_rules(table.state.options, len(table.state.seats))
    sizes = (rules.library_min, rules.library_max, rules.crypt_min)
    return eval(expression, table.names() | {"sizes": sizes})


def test_the_outline_counts_all_pool_and_blood_in_a_withdrawal() -> None:
    assert PROFILES["outline_4_1"].withdraw_scope == "all_counters"
    assert PROFILES["current"].withdraw_scope == "minions"


def default_of(option: str) -> str:
    return VALUES[option.replace(".", "_", 1)][0]


@pytest.mark.parametrize(
    ("option", "value", "others", "lines", "expression"), CASES, ids=[f"{case[0]}={case[1]}" for case in CASES]
)
def test_the_option_makes_a_difference(
    option: str, value: str, others: dict[str, str], lines: list[str], expression: str
) -> None:
    usual = "table" if option == "game.speed" else default_of(option)
    assert end(option, value, others, lines, expression) != end(option, usual, others, lines, expression)


def test_every_value_of_every_option_is_tried() -> None:
    tried = {(option, value) for option, value, *_ in CASES}
    values = {(option_name(name), value) for name, known in VALUES.items() for value in known[1:]}
    assert values - tried == {("game.speed", "table")}


def test_every_option_of_the_register_can_be_set_and_is_tried() -> None:
    named = {option for point in readings().values() for option in point.options}
    tried = {option for option, *_ in CASES}
    known = {option_name(name) for name in VALUES}
    assert named <= known
    assert named <= tried
    # How a table keeps its record is no reading of an unclear rule.
    assert known - named == {"game.mode", "game.enforcement", "game.speed"}


def test_an_option_of_older_records_is_read_and_decides_nothing() -> None:
    assert options_for("current", **{"score.time_limit": "off"}) == RulesOptions()
    with pytest.raises(BadOption, match=r"score\.time_limit is one of off, on"):
        options_for("current", **{"score.time_limit": "maybe"})


def test_profiles_are_the_register_s() -> None:
    assert PROFILES["current"] == RulesOptions()
    assert set(PROFILES) == {"current", "outline_4_1", "vekn_event", "pm_intro", "pm_advanced", "contest_proposal"}
    proposal = PROFILES["contest_proposal"]
    assert (proposal.unlock_ordering, proposal.contest_pay_timing, proposal.title_contest_by) == (
        "staged",
        "beginning",
        "any",
    )


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(BadOption, match=r"no option 'pm\.nothing'"):
        options_for("current", **{"pm.nothing": "1"})
    with pytest.raises(BadOption, match=r"score\.withdraw_vp is one of 1, 0\.5"):
        options_for("current", score_withdraw_vp="2")
    with pytest.raises(UnknownProfile, match="there are current"):
        options_for("old")
