from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.season.events import season, source
from tests.season.test_persons import event
from toolkit.season.events import SeasonEvent, one_of_each
from toolkit.season.leagues import NoEvent, WhyNot, points_after, position_of, score_league
from toolkit.season.rules import PRESETS, LeagueRules, changed_rules, figure, parse_rules
from toolkit.tournament.configuration import EventKind

# The table of the specification: rest 0; of the players of the fixture.
RTP = {9: (229, 1), 3: (159, 2), 2: (111, 3), 6: (107, 4), 8: (73, 5), 1: (66, 7), 10: (51, 9), 11: (52, 8)}
PLACE = {9: ("59.5", 1), 3: ("49", 2), 2: ("37.5", 4), 6: ("38", 3), 8: ("33", 6), 1: ("29.33", 8), 10: ("20.33", 9)}
PLACE[11] = ("15", 11)
BY_EVENT = {
    9: ("25", "9.5", "25"), 3: ("9", "25", "15"), 2: ("15", "15", "7.5"), 6: ("15", "8", "15"), 8: ("3", "15", "15"),
    1: ("5.33", "15", "9"), 10: ("5.33", "15"), 11: ("15",),
}  # fmt: skip


def events() -> list[SeasonEvent]:
    return one_of_each(season()).events


def by_number(lines) -> dict[int, object]:
    return {int(line.person.key) - 1_000_000: line for line in lines}


def shown(points: Fraction | None) -> str:
    return "" if points is None else str(figure(points))


def test_rating_points_column_by_column() -> None:
    lines = by_number(score_league(PRESETS["rtp"], events()).lines)
    assert {number: (lines[number].points, lines[number].rank) for number in RTP} == RTP
    assert [int(one.points) for one in lines[9].results] == [125, 9, 95]
    assert [int(one.points) for one in lines[1].results] == [13, 44, 9]


def test_best_two_of_at_least_two() -> None:
    table = score_league(replace(PRESETS["rtp"], best=2, minimum_events=2), events())
    lines = by_number(table.lines)
    expected = {9: (220, 1), 3: (146, 2), 2: (106, 3), 6: (100, 4), 8: (64, 5), 1: (57, 7), 10: (51, 8)}
    assert {number: (lines[number].points, lines[number].rank) for number in expected} == expected
    below = by_number(table.below_minimum)[11]
    assert (below.rank, below.points, below.events) == (None, 52, 1)
    assert [one.counts for one in lines[9].results] == [True, False, True]


def test_points_by_place_column_by_column() -> None:
    lines = by_number(score_league(PRESETS["grand-prix"], events()).lines)
    assert {number: (shown(lines[number].points), lines[number].rank) for number in PLACE} == PLACE
    assert {n: tuple(shown(one.points) for one in lines[n].results) for n in BY_EVENT} == BY_EVENT


def test_order_by_score_of_the_preliminary_rounds() -> None:
    lines = score_league(PRESETS["score"], events()).lines
    assert [int(line.person.key) - 1_000_000 for line in lines[:6]] == [2, 6, 3, 9, 1, 4]
    assert lines[6].person.key == "1000011"
    totals = [(one.game_wins, one.victory_points / 2, one.tournament_points) for one in lines[:4]]
    assert totals == [(2, 6, 192), (2, 4.5, 216), (1, 7.5, 276), (1, 7.5, 240)]
    assert lines[0].points is None


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_files_does_not_matter(seed) -> None:
    sources = season()
    random.Random(seed).shuffle(sources)
    chosen = one_of_each([*sources, sources[0]])
    assert score_league(PRESETS["rtp"], chosen.events) == score_league(PRESETS["rtp"], events())


def of_kinds(*kinds: EventKind) -> list[SeasonEvent]:
    return [replace(event, kind=kind) for event, kind in zip(events(), kinds, strict=True)]


def test_of_a_kind_only_the_best_results_count() -> None:
    # 9 has 125, 9 and 95; of the two Grand Prix only the 95 counts, with best 1 of all only the 125.
    known = of_kinds(EventKind.LIMITED, EventKind.GRAND_PRIX, EventKind.GRAND_PRIX)
    rules = replace(PRESETS["rtp"], best_of={EventKind.GRAND_PRIX: 1})
    table = score_league(rules, known)
    line = by_number(table.lines)[9]
    assert (line.points, [one.counts for one in line.results]) == (220, [True, False, True])
    assert points_after(table, line, 3) == 220
    assert by_number(score_league(replace(rules, best=1), known).lines)[9].points == 125


def test_points_are_multiplied_by_the_weight_of_the_kind_or_of_the_event() -> None:
    known = of_kinds(EventKind.LIMITED, EventKind.GRAND_PRIX, EventKind.GRAND_PRIX)
    rules = replace(PRESETS["rtp"], weights={EventKind.GRAND_PRIX: Fraction(3, 2)})
    table = score_league(rules, known, weights={known[2].identity: Fraction(2)})
    assert [one.points for one in by_number(table.lines)[9].results] == [125, Fraction(27, 2), 190]
    assert [entry.weight for entry in table.events] == [1, Fraction(3, 2), 2]
    score = score_league(PRESETS["score"], known, weights={known[2].identity: Fraction(2)})
    assert (score.events[2].weight, score.lines[0].points) == (1, None)


# What AV's scoring does, and this must not


def test_the_final_is_in_the_points_of_finalists_and_winner() -> None:
    # AV has 189 for 9, 141 for 3: without 4 × the final's VP, and 8 of the winner.
    lines = by_number(score_league(PRESETS["rtp"], events()).lines)
    assert (lines[9].points, lines[3].points) == (229, 159)
    assert (lines[3].game_wins, lines[3].victory_points) == (2, 23), "1 and 7.5, with a final won by 4"


def test_the_place_is_that_after_the_final() -> None:
    # AV gives 15 to the winner who was the fourth seed, and 25 to the first seed who was beaten.
    lines = by_number(score_league(PRESETS["grand-prix"], events()).lines)
    assert [shown(lines[3].results[1].points), shown(lines[2].results[1].points)] == ["25", "15"]


def test_who_never_came_does_not_raise_the_bonus() -> None:
    # AV counts eleven: a bonus of 69 for the winner of B, where ten give 63.
    event_b = events()[1]
    winner = next(one for one in event_b.results if one.is_winner)
    assert winner.rating_points == 5 + 4 * winner.all_victory_points / 2 + 8 * winner.all_game_wins + 63


def test_equals_share_the_points_of_their_places() -> None:
    # AV cuts the tie for 6th in B: 10 and 9 for two equals.
    lines = by_number(score_league(PRESETS["grand-prix"], events()).lines)
    assert shown(lines[4].results[1].points) == shown(lines[9].results[1].points) == "9.5"
    best = by_number(score_league(changed_rules(PRESETS["grand-prix"], {"ties": "best"}), events()).lines)
    assert shown(best[4].results[1].points) == shown(best[9].results[1].points) == "10"


def test_a_disqualified_player_has_neither_place_nor_points_nor_event() -> None:
    known = events()
    out = [replace(one, place=None, rank_before=None) if one.number == 12 else one for one in known[0].results]
    known[0] = replace(known[0], results=tuple(out))
    table = score_league(PRESETS["grand-prix"], known)
    line = by_number(table.below_minimum)[12]
    assert (line.points, line.events, line.results[0].place) == (0, 0, None)
    assert shown(by_number(table.lines)[3].results[0].points) == "10", "the seventh has moved up"


def test_a_disqualification_bars_the_rest_of_the_league_where_the_rules_say_so() -> None:
    known = events()
    out = [replace(one, place=None, rank_before=None) if one.number == 9 else one for one in known[0].results]
    known[0] = replace(known[0], results=tuple(out))
    assert by_number(score_league(PRESETS["rtp"], known).lines)[9].points == 104
    barred = score_league(changed_rules(PRESETS["rtp"], {"disqualified": "barred"}), known)
    assert by_number(barred.below_minimum)[9].points == 0


# Which events and results count


WORTH = [25, 15, 15, 15, 15, 10, 9, 8, 7, 6, *([3] * 30)]


def with_ties(dice: random.Random) -> SeasonEvent:
    """An event of 8 to 30 players of whom some share a place, and the next ones are skipped."""
    size = dice.randint(8, 30)
    places = [1, 2, 2, 2, 2]
    while len(places) < size:
        places += [len(places) + 1] * min(dice.choice([1, 1, 2, 3]), size - len(places))
    one = event(1, *((f"P{number}", str(number)) for number in range(size)))
    ranked = [replace(result, place=place) for result, place in zip(one.results, places, strict=True)]
    return replace(one, results=tuple(ranked))


def test_the_points_handed_out_are_those_of_the_table() -> None:
    dice = random.Random(3)
    for _ in range(100):
        one = with_ties(dice)
        table = score_league(PRESETS["grand-prix"], [one])
        assert sum(line.points for line in table.lines) == sum(WORTH[: one.players])


def test_with_best_all_who_share_a_place_have_its_points() -> None:
    dice, rules = random.Random(5), changed_rules(PRESETS["grand-prix"], {"ties": "best"})
    for _ in range(100):
        one = with_ties(dice)
        points = {line.person.key: line.points for line in score_league(rules, [one]).lines}
        assert points == {result.vekn: WORTH[result.place - 1] for result in one.results}


def test_with_ties_the_best_n_of_several_events_count() -> None:
    dice = random.Random(7)
    for _ in range(30):
        known = [replace(with_ties(dice), identity=str(number)) for number in range(3)]
        rules = changed_rules(PRESETS["grand-prix"], {"ties": "best", "best": "2"})
        for line in score_league(rules, known).lines:
            places = [one.place for event in known for one in event.results if one.vekn == line.person.key]
            assert line.points == sum(sorted((WORTH[place - 1] for place in places), reverse=True)[:2])


def test_events_outside_the_season_are_listed_and_do_not_count() -> None:
    table = score_league(parse_rules('{"from": "2026-11-22", "to": "2026-12-01"}'), events())
    assert [one.why_not for one in table.events] == [WhyNot.NOT_IN_SEASON, None, WhyNot.NOT_IN_SEASON]
    assert {one.code for one in table.warnings} == {"not_in_season"}
    assert len(table.lines) == 10


def test_small_and_other_events_do_not_count() -> None:
    known = events()
    known[1] = replace(known[1], kind=EventKind.GRAND_PRIX)
    rules = changed_rules(PRESETS["rtp"], {"players_at_least": "10", "kinds": "standard_constructed limited"})
    table = score_league(rules, known)
    assert [one.why_not for one in table.events] == [None, WhyNot.OTHER_KIND, WhyNot.FEW_PLAYERS]
    rated = score_league(LeagueRules(rated_only=True), [replace(known[0], has_final=False)])
    assert rated.events[0].why_not is WhyNot.NOT_RATED
    assert not rated.lines


def test_playing_and_organizing_add_points() -> None:
    from toolkit.season.events import NamedPlayer

    known = events()
    known[2] = replace(
        known[2],
        organizer=NamedPlayer(name="Player Nr11", vekn="1000011"),
        head_judge=NamedPlayer(name="Nr 9", vekn="1000009"),
    )
    rules = parse_rules('{"attendance": 1.5, "organizing": 10}')
    lines = by_number(score_league(rules, known).lines)
    assert lines[11].points == 52 + Fraction("1.5") + 10
    assert lines[9].points == 229 + Fraction("4.5"), "a judge who plays organizes nothing"
    assert (lines[11].events, lines[11].organized) == (1, (3,))


@pytest.mark.parametrize(
    ("rules", "expected"), [("{}", [125, 134, 229]), ('{"best": 1, "attendance": 1}', [126, 127, 128])]
)
def test_what_somebody_had_after_each_event(rules, expected) -> None:
    table = score_league(parse_rules(rules), events())
    line = by_number(table.lines)[9]
    assert [points_after(table, line, number) for number in (1, 2, 3)] == expected
    assert line.points == expected[-1]


def test_a_merge_joins_two_numbers() -> None:
    table = score_league(replace(PRESETS["rtp"], same_person=(("1000011", "1000003"),)), [*events()[1:]])
    assert by_number(table.lines)[3].points == 146
    twice = score_league(replace(PRESETS["rtp"], same_person=(("1000011", "1000009"),)), events()[:1])
    assert by_number(twice.lines)[9].points == 125
    assert [one.code for one in twice.warnings] == ["twice_in_event"]


def test_ties_that_nothing_parts_share_a_rank_and_the_next_skips() -> None:
    table = score_league(replace(PRESETS["rtp"], tie_breaks=()), events()[:1])
    assert [line.rank for line in table.lines] == [1, 2, 2, 2, 5, 6, 7, 7, 7, 7, 7, 12, 12]


def test_ties_may_be_summed_over_all_results() -> None:
    first = event(1, ("A", "1"), ("B", "2"))
    second = event(2, ("B", "2"))
    results = [replace(one, rating_points=10, game_wins=1) for one in first.results]
    extra = [replace(second.results[0], rating_points=5, game_wins=1)]
    both = [replace(first, results=tuple(results)), replace(second, results=tuple(extra))]
    assert [line.rank for line in score_league(LeagueRules(best=1), both).lines] == [1, 1]
    over_all = score_league(parse_rules('{"best": 1, "tie_scope": "all"}'), both)
    assert [(line.person.key, line.rank) for line in over_all.lines] == [("2", 1), ("1", 2)]


def test_a_meta_league_counts_the_events_of_its_parts_under_its_own_rules() -> None:
    rules = parse_rules('{"parts": [{"to": "2026-11-21"}, {"from": "2026-12-05"}]}')
    table = score_league(rules, events())
    assert [one.why_not for one in table.events] == [None, WhyNot.IN_NO_PART, None]
    assert by_number(table.lines)[9].points == 220


def test_without_an_event_there_is_no_table() -> None:
    with pytest.raises(NoEvent):
        score_league(PRESETS["rtp"], [])


def test_people_without_numbers_and_with_two_names_are_named() -> None:
    one = event(1, ("Dee Fox", ""), ("Ana Sousa", ""), ("Ben Lee", "2"), ("Cai Wu", "3"))
    other = event(2, ("Ana Sousa", "9"), ("Zoe Ray", "2"), ("Cai Wu", "3"))
    assert [(one.code, str(one.sentence)) for one in score_league(PRESETS["rtp"], [one, other]).warnings] == [
        ("no_number", "Without a VEKN number, results are joined by the name: Ana Sousa, Dee Fox."),
        ("name_differs", "The number 2 belongs to names that share no word: Ben Lee, Zoe Ray."),
        (
            "same_name",
            "Ana Sousa is in the standings more than once (9, name:ana sousa): merge them if they are one person.",
        ),
    ]


def test_a_player_is_told_where_they_stand() -> None:
    table = score_league(replace(PRESETS["rtp"], minimum_events=2), events())
    assert str(position_of(table, "1000009").sentence) == "You are 1st."
    assert str(position_of(table, "1000002").sentence) == "You are 3rd, 48 points behind 2nd."
    assert str(position_of(table, "1000011").sentence) == "You need 1 more event for a rank."
    assert position_of(table, "7") is None
    score = score_league(PRESETS["score"], events())
    assert str(position_of(score, "1000006").sentence) == "You are 2nd."


def test_a_stored_event_and_its_file_are_one() -> None:
    sources = season()
    stored = replace(sources[0], name="k1", event=replace(sources[0].event, id="k1"))
    chosen = one_of_each([*sources, stored])
    assert [one.name for one in chosen.sources] == ["k1", "b.json", "c.json"]
    assert source(chosen.sources[0].tournament()).event.identity == stored.event.identity
