from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from toolkit.season.league_log import MOST_MERGES, League, merge
from toolkit.season.persons import BadMerge
from toolkit.season.rules import (
    PRESETS,
    BadRules,
    changed_rules,
    figure,
    parse_rules,
    parse_weight,
    rules_from,
    rules_in_words,
    rules_json,
    rules_with,
    stored_rules,
)

# The Iberian league of 2025-26 counts preliminary rounds; a season of best two of three; the peer's table.
REAL = (
    '{"name": "Liga Ibérica 2025-26", "from": "2025-09-01", "to": "2026-06-30", "points": "score"}',
    '{"points": "rtp", "best": 2, "minimum_events": 2}',
    '{"points": "place", "table": [25, 15, 15, 15, 15, 10, 9, 8, 7, 6], "ties": "best"}',
    '{"attendance": 0.1, "organizing": 2.5, "kinds": ["grand_prix"], "same_person": [["1000001", "name:ana sousa"]]}',
    '{"takes": "Liga", "best_of": {"limited": 2, "grand_prix": 3}, "weights": {"grand_prix": 1.5}}',
    '{"parts": [{"name": "North"}, {"name": "South", "kinds": ["grand_prix"]}]}',
)


@pytest.mark.parametrize("text", REAL)
def test_rules_come_back_as_they_were_written(text) -> None:
    assert rules_json(parse_rules(text)) == {k: v for k, v in json.loads(text).items() if (k, v) != ("points", "rtp")}


def test_rules_may_be_toml() -> None:
    rules = parse_rules('name = "Liga"\nfrom = 2026-01-01\nbest = 4\npoints = "place"\ntable = [3, 2.5, 1]\n')
    assert rules == parse_rules('{"name":"Liga","from":"2026-01-01","best":4,"points":"place","table":[3,2.5,1]}')
    assert rules.table == (3, Fraction(5, 2), 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"bestt": 4}', "There is no rule “bestt”."),
        ('{"best": 0}', "The rule “best” cannot be 0."),
        ('{"best": true}', "The rule “best” cannot be True."),
        ('{"points": "vp"}', "The rule “points” cannot be vp."),
        ('{"points": "place"}', "Points by place need the points of each place."),
        ('{"points": "rtp", "with_final": false}', "Rating points include the final: they ask for “with_final” true."),
        ('{"from": "2026-02-30"}', "The rule “from” cannot be 2026-02-30."),
        ('{"from": "20261130"}', "The rule “from” cannot be 20261130."),
        ('{"from": "2026-02-02", "to": "2026-02-01"}', "The season ends before it begins."),
        ('{"table": [NaN]}', "The rule “table” cannot be [nan]."),
        ('{"table": [1e99]}', "The rule “table” cannot be [Decimal('1E+99')]."),
        ('{"others": -1}', "The rule “others” cannot be -1."),
        ('{"kinds": ["grand"]}', "The rule “kinds” cannot be ['grand']."),
        ('{"tie_breaks": ["wins", "wins"]}', "The rule “tie_breaks” cannot be ['wins', 'wins']."),
        ('{"same_person": [["1", "1"]]}', "The rule “same_person” cannot be [['1', '1']]."),
        ('{"same_person": ["12", "13"]}', "The rule “same_person” cannot be ['12', '13']."),
        ('{"parts": [{"parts": [{}]}]}', "A part of a meta-league has no parts of its own: two levels at most."),
        ('{"best_of": {"regional": 2}}', "The rule “best_of” cannot be {'regional': 2}."),
        ('{"best_of": {"limited": 0}}', "The rule “best_of” cannot be {'limited': 0}."),
        ('{"best_of": 3}', "The rule “best_of” cannot be 3."),
        ('{"weights": {"limited": 0}}', "The rule “weights” cannot be {'limited': 0}."),
        ('{"weights": {"limited": 101}}', "The rule “weights” cannot be {'limited': 101}."),
        ('{"weights": {"limited": true}}', "The rule “weights” cannot be {'limited': True}."),
        (
            '{"points": "score", "weights": {"limited": 2}}',
            "The order by score has no points that “weights” could multiply.",
        ),
        ('{"takes": 7}', "The rule “takes” cannot be 7."),
        ("[1]", "The rules of a league are an object of names and values."),
        ("{", "The rules are neither JSON nor TOML."),
        ("best: 4", "The rules are neither JSON nor TOML."),
    ],
)
def test_a_wrong_rule_is_named(text, said) -> None:
    with pytest.raises(BadRules) as caught:
        parse_rules(text)
    assert str(caught.value) == said


def test_one_rule_is_changed_as_it_is_typed() -> None:
    rules = changed_rules(PRESETS["rtp"], {"best": "4", "points": "place", "table": "25, 15 15", "name": "2026"})
    assert rules_json(rules) == {"best": 4, "points": "place", "table": [25, 15, 15], "name": "2026"}
    assert changed_rules(rules, {"best": "", "points": "", "table": ""}) == parse_rules('{"name": "2026"}')
    with pytest.raises(BadRules, match="no rule “bets”"):
        changed_rules(rules, {"bets": ""})


def test_rules_are_told_in_words() -> None:
    rules = parse_rules(
        '{"from": "2026-01-01", "to": "2026-12-31", "points": "place", "table": [25, 15], "best": 4,'
        ' "minimum_events": 2, "players_at_least": 10, "attendance": 0.5, "disqualified": "barred"}'
    )
    assert [str(one) for one in rules_in_words(rules)] == [
        "The season runs from 2026-01-01 to 2026-12-31.",
        "Places give 25, 15 points; every place after those 3.",
        "Players who share a place share the points of the places they occupy.",
        "Totals include the final.",
        "The best 4 results count.",
        "Each event played adds 0.5.",
        "Events of at least 10 players count.",
        "A rank takes at least 2 events.",
        "Ties on points are broken, in this order, by game wins, victory points and tournament points.",
        "After a disqualification later events of the league do not count for that player.",
    ]


def test_rules_by_kind_of_event_are_typed_and_told() -> None:
    typed = {"best_of": "grand_prix:3, limited=2", "weights": "grand_prix:1.5", "takes": "2026"}
    rules = changed_rules(PRESETS["rtp"], typed)
    assert rules_json(rules)["best_of"] == {"limited": 2, "grand_prix": 3}
    assert [str(one) for one in rules_in_words(rules)][1:5] == [
        "Limited: the best 2 results count.",
        "Grand Prix: the best 3 results count.",
        "Points are multiplied by the kind of event: Grand Prix × 1.5.",
        "Every finished event named “2026” is added automatically.",
    ]
    with pytest.raises(BadRules, match="The rule “weights” cannot be"):
        changed_rules(rules, {"weights": "1.5"})


def test_what_is_not_named_stays() -> None:
    rules = rules_with(PRESETS["grand-prix"], {"best": 3, "others": None})
    assert rules == replace(PRESETS["grand-prix"], best=3)
    with pytest.raises(BadRules, match="no rule “bets”"):
        rules_with(rules, {"bets": None})


@pytest.mark.parametrize("typed", ["0", "-1", "101", "x", "nan", "1e99999999", "0.0000001"])
def test_a_weight_of_nonsense_is_refused(typed) -> None:
    with pytest.raises(BadRules):
        parse_weight(typed)


def test_a_weight_is_read_as_it_is_typed() -> None:
    assert [parse_weight(typed) for typed in ("", " 2 ", "1,5")] == [None, 2, Fraction(3, 2)]


@pytest.mark.parametrize(
    ("number", "text"), [("16/3", "5.33"), ("1/200", "0.01"), ("10", "10"), ("95/10", "9.5"), ("200/3", "66.67")]
)
def test_figures_are_shown_to_hundredths(number, text) -> None:
    assert str(figure(Fraction(number))) == text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"same_person": [[str(one), f"x{one}"] for one in range(60_000)]}, "The rules merge at most 1000 persons"),
        ({"same_person": [[str(one) for one in range(21)]]}, "each from at most 20 VEKN numbers or names."),
        ({"same_person": [["1", "name:" + "a" * 200]]}, "A name in the rules has at most 200 characters."),
        ({"parts": [{}] * 51}, "A league has at most 50 parts"),
        ({"parts": ["x" * 65]}, "A league has at most 50 parts"),
        ({"parts": [{"same_person": [[str(one) for one in range(21)]]}]}, "each from at most 20"),
        ({"table": [1] * 501}, "The rule “table” cannot be"),
        ({"name": "x" * 201}, "The rule “name” cannot be"),
        ({"tie_breaks": ["wins"] * 8}, "The rule “tie_breaks” cannot be"),
        ({"kinds": ["grand_prix"] * 99}, "The rule “kinds” cannot be"),
        ({"others": 0.0000001}, "A figure of the rules has at most 6 decimals."),
    ],
)
def test_every_list_and_text_of_the_rules_has_a_bound(values, said) -> None:
    with pytest.raises(BadRules, match=said):
        rules_from(values)


@pytest.mark.parametrize("figure", ["1e-99999999", "0e-99999999", "1e99999999"])
def test_a_figure_that_takes_long_is_refused_at_once(figure) -> None:
    with pytest.raises(BadRules, match="The rule “others” cannot be"):
        parse_rules(f'{{"others": {figure}}}')


def test_what_a_league_has_kept_is_read_however_long_it_is() -> None:
    kept = {"same_person": [[str(one), f"x{one}"] for one in range(2_000)], "others": 0.0000001}
    assert rules_json(stored_rules(kept)) == kept


def test_merges_by_hand_have_a_bound() -> None:
    full = League(name="Liga", merges=(("1", "2"),) * MOST_MERGES)
    for league, keys, said in ((full, ("1", "2"), "At most 2000"), (League(), ("1", "n" * 201), "at most 200")):
        with pytest.raises(BadMerge, match=said):
            merge(league, keys)
