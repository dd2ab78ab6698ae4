from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.sheets import paper
from toolkit.languages import ENGLISH
from toolkit.sheets import NothingToPrint, Options, make_sheet
from toolkit.sheets.catalogue import SHEETS
from toolkit.sheets.from_tournament import Links, pack_of, pack_of_round
from toolkit.sheets.pdf import render
from toolkit.tournament import (
    Configuration,
    EventRuleSet,
    SanctionKind,
    StandingsSeenBy,
    Tournament,
    event,
    final,
    players,
    results,
    rounds,
    sanctions,
    steps,
)
from toolkit.tournament import decks as decks_of
from toolkit.tournament.configuration import Decklists, ListsSeenBy, Room, TableName
from toolkit.tournament.errors import UnknownRound
from toolkit.tournament.facts import DeckVerdict, Fact

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gil", "Hana")


def then(tournament: Tournament, facts: list[Fact]) -> Tournament:
    return tournament.with_facts(facts, at=NOON, by="Ann")


def event_of(**settings: object) -> Tournament:
    """Eight players, two rounds."""
    made = Configuration(name="Lyon", date=date(2026, 11, 22), place="Lyon", country="FR", rounds=2, **settings)  # type: ignore[arg-type]
    tournament = then(Tournament(), event.create(made))
    for number, name in enumerate(NAMES, 1):
        tournament = then(tournament, players.add_player(tournament, name, vekn=str(1000000 + number)))
    return tournament


def play(tournament: Tournament, tables: list[list[int]], *lines: tuple[str, ...]) -> Tournament:
    """A further round at these tables, with these victory points."""
    tournament = then(tournament, rounds.draft_round(tournament, tables))
    tournament = then(tournament, steps.publish_round(tournament))
    number = len(tournament.rounds)
    for table, line in enumerate(lines, 1):
        tournament = then(tournament, results.enter_result(tournament, number, table, victory_points=line))
    return tournament


def after_one_round(**settings: object) -> Tournament:
    return play(event_of(**settings), [[1, 2, 3, 4], [5, 6, 7, 8]], ("3", "1", "0", "0"), ("0", "2", "1", "1"))


def after_two_rounds(**settings: object) -> Tournament:
    """Ana 3+4, Flo 2+1, the others apart from each other by victory points or tournament points or not at all."""
    tables = [[1, 6, 3, 8], [5, 2, 7, 4]]
    return play(after_one_round(**settings), tables, ("4", "0", "0", "0"), ("2", "1", "1", "0"))


def finished() -> Tournament:
    """The second seed plays first, and the third, who sits next, wins the final."""
    tournament = after_two_rounds()
    if final.tosses_needed(tournament):
        tournament = then(tournament, final.toss(tournament, seed=5))
    tournament = then(tournament, final.open_final(tournament))
    finalists = tournament.final.finalists if tournament.final else ()
    tournament = then(tournament, final.place_row(tournament, finalists))
    tournament = then(tournament, final.record_first_player(tournament, finalists[1]))
    return then(tournament, results.enter_result(tournament, 0, 1, victory_points=("0", "5", "0", "0", "0")))


def test_the_seats_are_those_of_the_tournament() -> None:
    seated = pack_of(after_one_round()).rounds
    assert [[player.name for player in table.seats] for table in seated[0].tables] == [list(NAMES[:4]), list(NAMES[4:])]
    assert seated[0].clock == 120


def test_a_draft_is_for_the_organizer_only_and_says_that_it_is_one() -> None:
    tournament = event_of()
    tournament = then(tournament, rounds.draft_round(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]]))
    with pytest.raises(NothingToPrint, match="No round is seated yet"):
        make_sheet("seating", pack_of(tournament))
    sheet = make_sheet("seating", pack_of(tournament, is_private=True))
    assert sheet.data["title"] == "Round 1 (draft)"


@pytest.mark.parametrize(
    ("answers", "boxes"),
    [
        ({}, ["Here", "Deck", "Paid"]),
        ({"decklists": Decklists.NONE, "has_fees": False}, ["Here"]),
        ({"decklists": Decklists.PAPER, "has_fees": True}, ["Here", "Deck", "Paid"]),
    ],
)
def test_the_check_in_list_has_boxes_for_what_the_event_uses(answers: dict[str, object], boxes: list[str]) -> None:
    sheet = make_sheet("checkin", pack_of(event_of(**answers)))
    assert sheet.data["heads"][3:-1] == boxes
    assert paper.text(render(sheet).content).split("Hana")[0].count("Paid") == boxes.count("Paid")


def test_a_tournament_without_a_round_has_its_players_and_no_seating() -> None:
    pack = pack_of(event_of())
    assert [row["name"] for row in make_sheet("checkin", pack).data["rows"]] == list(NAMES)
    for name in ("seating", "names", "slips", "tents", "chart"):
        with pytest.raises(NothingToPrint, match="No round is seated yet"):
            make_sheet(name, pack)
    with pytest.raises(NothingToPrint, match="no result has been entered"):
        make_sheet("standings", pack)


def test_a_round_that_is_not_there_is_named_with_those_that_are() -> None:
    alone = pack_of_round(after_one_round(), ENGLISH, 7, Links(), is_private=True)
    for pack in (pack_of(after_one_round()), alone):
        with pytest.raises(NothingToPrint, match=r"Round 7 is not seated. Seated rounds: Round 1\."):
            make_sheet("slips", pack, Options(round=7))


@pytest.mark.parametrize("name", [name for name, kind in SHEETS.items() if kind.is_per_round])
@pytest.mark.parametrize("number", [None, 0, 1, 2])
def test_the_sheets_of_a_round_need_that_round_alone(name: str, number: int | None) -> None:
    tournament, links = finished(), Links(table=lambda round, table: f"http://hall/{round}/{table}")
    alone = pack_of_round(tournament, ENGLISH, number, links, is_private=True)
    assert len(alone.rounds) == (3 if number is None else 1)
    choices = Options(round=number)
    assert make_sheet(name, alone, choices) == make_sheet(name, pack_of(tournament, links=links), choices)


def test_tables_have_their_names_and_rooms_and_links() -> None:
    settings = {"rooms": (Room(name="Cellar", first=2, last=9),), "table_names": (TableName(table=1, name="A"),)}
    links = Links(event="http://x/t", table=lambda number, table: f"http://x/{number}/{table}")
    one, two = pack_of(after_one_round(**settings), links=links).rounds[0].tables
    assert (one.title(), one.room, one.link) == ("Table A", "", "http://x/1/1")
    assert (two.title(), two.room, two.link) == ("Table 2", "Cellar", "http://x/1/2")


def test_standings_after_a_round_are_those_of_that_round() -> None:
    tournament = after_two_rounds()
    first = pack_of(tournament, after_round=1)
    assert first.standings_title == "Standings after round 1"
    assert (first.standings[0].name, first.standings[0].victory_points) == ("Ana", 6)
    latest = pack_of(tournament)
    assert latest.standings_title == "Standings after round 2"
    assert (latest.standings[0].name, latest.standings[0].victory_points) == ("Ana", 14)


def test_no_line_and_no_seeds_are_printed_before_the_last_round_is_played() -> None:
    unfinished = play(after_one_round(), [[1, 6, 3, 8], [5, 2, 7, 4]], ("4", "0", "0", "0"))
    for pack in (pack_of(after_one_round()), pack_of(unfinished), pack_of(after_two_rounds(), after_round=1)):
        sheet = make_sheet("standings", pack)
        assert (sheet.data["cut"], sheet.data["has_seed"]) == (0, False)
        assert {row.seed for row in pack.standings} == {None}
        assert "the first five play the final" not in sheet.data["legend"]


def tied(*last: tuple[str, ...]) -> Tournament:
    """Both rounds at the same tables: Bo, Cy, Flo and Gil each had one point in the first; `last` is the second."""
    tables, line = [[1, 2, 3, 4], [5, 6, 7, 8]], ("2", "1", "1", "0")
    return play(play(event_of(), tables, line, line), tables, *last)


def test_no_line_goes_through_a_tie_until_it_is_tossed_for() -> None:
    tournament = tied(("2", "1", "1", "0"), ("2", "1", "1", "0"))
    pack = pack_of(tournament)
    assert [row.rank for row in pack.standings] == [1, 1, 3, 3, 3, 3, 7, 7]
    assert make_sheet("standings", pack).data["cut"] == 0
    assert [row.seed for row in pack.standings] == [None] * 8
    assert [row.tossed_for for row in pack.standings] == [(1, 2)] * 2 + [(3, 6)] * 4 + [None] * 2
    after = pack_of(then(tournament, final.toss(tournament, seed=5)))
    assert make_sheet("standings", after).data["cut"] == 5
    assert [row.seed for row in after.standings] == [1, 2, 3, 4, 5, None, None, None]


def test_a_tie_among_the_first_five_leaves_the_line_where_it_is() -> None:
    pack = pack_of(tied(("2", "1", "1", "0"), ("3", "1", "0", "0")))
    assert [row.rank for row in pack.standings] == [1, 2, 3, 4, 4, 6, 7, 8]
    assert make_sheet("standings", pack).data["cut"] == 5
    assert [row.seed for row in pack.standings] == [1, 2, 3] + [None] * 5
    assert [row.tossed_for for row in pack.standings[3:5]] == [(4, 5), (4, 5)]


def test_there_is_no_line_where_the_first_five_are_not_those_who_play() -> None:
    tournament = after_two_rounds()
    assert make_sheet("standings", pack_of(tournament)).data["cut"] == 5
    absent = then(tournament, final.mark_unavailable(tournament, 6))
    assert make_sheet("standings", pack_of(absent)).data["cut"] == 0


def test_where_four_play_the_final_the_line_says_four() -> None:
    tournament = after_two_rounds()
    names = [row.name for row in pack_of(tournament).standings]
    for name in names[4:]:
        tournament = then(tournament, players.drop_player(tournament, NAMES.index(name) + 1))
    sheet = make_sheet("standings", pack_of(tournament))
    assert sheet.data["cut"] == 4
    assert "the first 4 play the final" in sheet.data["legend"]


@pytest.mark.parametrize("number", [3, 0])
def test_there_are_no_standings_after_what_has_not_been_played(number: int) -> None:
    with pytest.raises(UnknownRound):
        pack_of(after_two_rounds(), after_round=number)


def test_standings_of_an_unfinished_round_say_how_far_it_is() -> None:
    tournament = play(after_one_round(), [[1, 6, 3, 8], [5, 2, 7, 4]], ("4", "0", "0", "0"))
    assert pack_of(tournament).standings_title == "Standings, round 2: 1 of 2 tables"


@pytest.mark.parametrize("seen_by", [StandingsSeenBy.NOBODY, StandingsSeenBy.OWN])
def test_standings_that_players_may_not_see_are_for_the_organizer_only(seen_by: StandingsSeenBy) -> None:
    tournament = after_one_round(standings_seen_by=seen_by)
    with pytest.raises(NothingToPrint, match="not for the wall"):
        make_sheet("standings", pack_of(tournament))
    assert make_sheet("standings", pack_of(tournament, is_private=True)).data["rows"]


def deck_handed_in(seen_by: ListsSeenBy) -> Tournament:
    tournament = event_of(lists_seen_by=seen_by)
    verdict = DeckVerdict(is_legal=True, deck_name="Weenie")
    tournament = then(tournament, decks_of.submit_deck(tournament, 1, "1x Bo", verdict))
    return play(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], ("3", "1", "0", "0"), ("0", "2", "1", "1"))


@pytest.mark.parametrize("seen_by", list(ListsSeenBy))
def test_the_decks_of_a_running_event_are_the_organizers(seen_by: ListsSeenBy) -> None:
    tournament = deck_handed_in(seen_by)
    assert {row.deck for row in pack_of(tournament).standings} == {""}
    assert pack_of(tournament, is_private=True).standings[0].deck == "Weenie"


def test_final_standings_begin_with_who_won_the_final() -> None:
    pack = pack_of(finished())
    assert pack.standings_title == "Final standings"
    rows = [(row.rank, row.final_victory_points, row.note) for row in pack.standings[:6]]
    assert [rank for rank, _, _ in rows] == [1, 2, 2, 2, 2, 6]
    assert rows[0][1:] == (10, "winner")
    assert pack.standings[0].name != "Ana"
    assert pack.standings[5].final_victory_points is None


def test_the_finals_sheet_has_seeds_seats_first_player_and_winner() -> None:
    tournament = finished()
    finals = pack_of(tournament).finals
    assert finals.finalists[0].name == "Ana"
    names = [row.name for row in finals.finalists]
    assert finals.seats == (*names[1:], names[0])
    assert finals.first_player == finals.finalists[1].name
    assert finals.winner == finals.finalists[2].name


def test_the_finals_sheet_has_the_points_of_its_result_and_empty_lines_before() -> None:
    finals = pack_of(finished()).finals
    seats = {seat["name"]: seat["points"] for seat in make_sheet("final", pack_of(finished())).data["seats"]}
    assert seats[finals.winner] == "5"
    assert [points for name, points in seats.items() if name != finals.winner] == ["0"] * 4
    unplayed = replace(finals, finalists=tuple(replace(row, final_victory_points=None) for row in finals.finalists))
    sheet = make_sheet("final", replace(pack_of(finished()), finals=unplayed))
    assert {seat["points"] for seat in sheet.data["seats"]} == {""}


def test_the_finalists_are_not_named_before_the_rounds_are_over() -> None:
    with pytest.raises(NothingToPrint, match="finalists are not known yet"):
        make_sheet("final", pack_of(after_one_round()))


def test_what_decided_the_last_place_is_said() -> None:
    assert pack_of(finished()).finals.decided_by == "victory points, 2 to 1."


def test_judges_see_open_tables_and_sanctions() -> None:
    tournament = play(event_of(), [[1, 2, 3, 4], [5, 6, 7, 8]], ("3", "1", "0", "0"))
    given = sanctions.sanction_player(tournament, 6, SanctionKind.WARNING, rule="JG 3.1", judge="Ann", note="Slow")
    pack = pack_of(then(tournament, given))
    assert [(table.round, table.number, table.players) for table in pack.open_tables] == [(1, 2, NAMES[4:])]
    assert [(row.player, row.level, row.reason) for row in pack.sanctions] == [("Flo", "Warning", "JG 3.1: Slow")]


def test_two_players_of_one_name_can_be_told_apart() -> None:
    tournament = event_of()
    tournament = then(tournament, players.add_player(tournament, "ana", vekn="1000099", is_namesake=True))
    names = [player.name for player in pack_of(tournament).players]
    assert names[0] == "Ana (1000001)"
    assert names[-1] == "ana (1000099)"


@pytest.mark.parametrize("rule_set", list(EventRuleSet))
def test_every_rule_set_has_a_heading(rule_set: EventRuleSet) -> None:
    pack = pack_of(event_of(rule_set=rule_set))
    assert pack.event.format
    assert pack.event.phased == rule_set.value.startswith("phased-motion")
    assert pack.is_advanced == (rule_set is EventRuleSet.PHASED_MOTION_ADVANCED)
    assert pack.event.place == "Lyon, France"
