"""Statistics: the figures that season.md has of fixture A, Wilson's intervals, and sums that equal the standings."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date

import pytest

from tests.exchange.events import prague
from tests.season.events import C, played
from tests.tournament.organizer import Organizer
from toolkit.cards import load
from toolkit.decks import read
from toolkit.season.statistics import MIXED, DeckKind, Share, Statistics, games_of_event, kind_of, statistics_of, wilson
from toolkit.services.season.statistics import Looked, seats_csv
from toolkit.tournament import DeckVerdict, Tournament
from toolkit.tournament.standings import standings

BRUJAH = DeckKind(clan="Brujah", pair="Celerity / Potence", cards={"Blur": 4})
OTHER = DeckKind(clan="Malkavian", pair=MIXED, cards={"Blur": 1, "Govern the Unaligned": 6})


@pytest.mark.parametrize(("count", "of", "low", "high"), [(6, 20, 14.5, 51.9), (60, 200, 24.1, 36.7)])
def test_the_intervals_of_the_specification(count: int, of: int, low: float, high: float) -> None:
    assert tuple(round(100 * end, 1) for end in wilson(count, of)) == (low, high)


def test_wilson_solves_the_equation_that_it_comes_from() -> None:
    # The ends are the shares p whose own deviation puts the counted one 1.96 of them away.
    for count, of in ((0, 5), (3, 7), (20, 20), (77, 300)):
        for end, outer in zip(wilson(count, of), (0, 1), strict=True):
            if end != outer:
                assert (count / of - end) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / of)


@pytest.mark.parametrize(("of", "least", "is_given"), [(19, 20, False), (20, 20, True), (5, 5, True), (4, 5, False)])
def test_no_share_below_so_many_cases(of: int, least: int, is_given: bool) -> None:
    assert (Share.given(2, of, least).share is not None) is is_given


def test_nobody_may_ask_for_shares_of_fewer_than_five() -> None:
    assert statistics_of([games_of_event(prague(), _no_list, lists=())], least=1).least == 5


def _no_list(_text: str) -> DeckKind:
    raise AssertionError("no list was handed in")


def test_seats_by_table_size_of_fixture_a() -> None:
    found = statistics_of([games_of_event(prague(), _no_list, lists=())])
    seats = {
        (one.size, one.seat): (one.games, one.game_wins.count, one.victory_points)
        for one in found.seats
        if not one.is_final
    }
    assert seats[4, 1] == (4, 4, 2.0)
    assert seats[4, 2] == seats[4, 3] == (4, 0, 1.0)
    assert seats[4, 4] == (4, 0, 0.0)
    assert seats[5, 1] == (2, 2, 3.0)
    assert [one.seat for one in found.seats if one.is_final] == [1, 2, 3, 4, 5]
    assert (found.games, found.finals) == (6, 1)


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def test_the_csvs_sums_equal_the_standings() -> None:
    event = prague()
    rows = table(seats_csv(Looked(events=(games_of_event(event, _no_list, lists=()),)), names=True))
    points, wins = defaultdict[str, float](float), Counter[str]()
    for row in rows:
        if row["round"] != "final":
            points[row["name"]] += float(row["vp"])
            wins[row["name"]] += int(row["gw"])
    said = {one.player.name: (one.victory_points / 2, one.game_wins) for one in standings(event)}
    assert {name: (points[name], wins[name]) for name in said} == said


def drawn_final() -> Tournament:
    """An event whose final runs out of time without an oust: the top seed wins it without a game win."""
    return played("Cup", date(2026, 12, 5), 9, (*C[:2], "9:0.5 6:0.5 3:0.5 7:0.5 8:0.5"), cut=[3, 6, 9, 8, 7])


def test_a_final_is_won_from_a_seat_without_a_game_win() -> None:
    event = drawn_final()
    finals = [seat for seat in statistics_of([games_of_event(event, _no_list, lists=())]).seats if seat.is_final]
    winner_s = event.final_round.tables[0].index(3) + 1
    assert [seat.seat for seat in finals if seat.won.count] == [winner_s]
    assert {seat.game_wins.count for seat in finals} == {0}


def test_the_csv_names_nobody_unless_asked() -> None:
    looked = Looked(events=(games_of_event(prague(), _no_list, lists=()),))
    assert "Player" not in seats_csv(looked)
    assert list(table(seats_csv(looked))[0]) == [
        "event", "round", "table", "seat", "size", "clan", "predator_clan", "prey_clan", "vp", "gw", "outcome",
    ]  # fmt: skip


def with_decks(*stories: str) -> Organizer:
    """Four players, two Brujah who sit before two Malkavians; a round for each story."""
    organizer = Organizer(rounds=len(stories), has_final=False).with_players(4)
    for story in stories:
        organizer.seated([1, 2, 3, 4])
        organizer.enter_result(organizer.state.published, 1, events=story)
    return organizer


def kinds(brujah: Iterable[int] = (1, 3)) -> dict[str, DeckKind]:
    return {str(number): BRUJAH if number in brujah else OTHER for number in range(1, 5)}


def looked_at(organizer: Organizer) -> Statistics:
    known = kinds()
    for number in range(1, 5):
        organizer.submit_deck(number, str(number), DeckVerdict(is_legal=True), is_judge=True, reason="test")
    organizer.finish()
    return statistics_of([games_of_event(organizer.state, known.__getitem__)], least=5)


def test_endings_are_counted_of_games_that_were_told() -> None:
    organizer = with_decks("A>B, C!, A>D", "time", "A>B, time")
    (line,) = looked_at(organizer).endings
    assert (line.games, line.of) == (3, 3)
    assert (line.time_outs.count, line.withdrawals.count, line.withdrawn) == (2, 1, 1)


def test_a_seat_is_ousted_in_as_many_games_as_its_player_was() -> None:
    found = looked_at(with_decks(*["A>B, A>C, A>D"] * 3, "A>B, time", "time"))
    assert [(one.ousted.count, one.ousted.of, one.ousted.share) for one in found.seats] == [
        (0, 5, 0), (4, 5, 0.8), (3, 5, 0.6), (3, 5, 0.6),
    ]  # fmt: skip


def test_a_game_of_which_only_points_are_known_counts_for_no_share_of_ousts() -> None:
    organizer = with_decks(*["A>B, A>C, A>D"] * 4)
    organizer.enter_result(4, 1, victory_points=[2, 2, 0, 0])
    seats = looked_at(organizer).seats
    assert [(seat.games, seat.ousted.count, seat.ousted.of) for seat in seats] == [(4, 0, 3)] + [(4, 3, 3)] * 3


def test_predator_and_prey_count_ousts_of_the_prey_of_the_start_only() -> None:
    # B leaves by A, then A is C's prey's ... D ousts A: D is A's predator at the start.
    found = looked_at(with_decks("A>B, D>A, D>C"))
    meetings = {(one.predator, one.prey): one for one in found.meetings}
    assert meetings["Brujah", "Malkavian"].games == 2
    assert meetings["Brujah", "Malkavian"].ousted.count == 1
    assert meetings["Malkavian", "Brujah"].ousted.count == 1
    assert meetings["Malkavian", "Brujah"].game_wins.count == 1
    assert meetings["Brujah", "Malkavian"].prey_game_wins.count == 1


def test_clans_and_cards_by_list() -> None:
    found = looked_at(with_decks("A>B, A>C, A>D"))
    assert [(one.name, one.decks, one.game_wins.count, one.won.count) for one in found.clans] == [
        ("Brujah", 2, 1, 1),
        ("Malkavian", 2, 0, 0),
    ]
    assert [(one.name, one.copies, one.decks) for one in found.cards] == [
        ("Blur", 10, 4),
        ("Govern the Unaligned", 12, 2),
    ]


def test_an_archetype_counts_where_somebody_named_it_and_nowhere_else() -> None:
    organizer = with_decks("A>B, A>C, A>D")
    assert looked_at(organizer).archetypes == []
    organizer.set_archetype(1, "Wall")
    organizer.set_archetype(2, "Wall")
    found = statistics_of([games_of_event(organizer.state, kinds().__getitem__)])
    assert [(one.name, one.decks, one.games, one.game_wins.count, one.won.count) for one in found.archetypes] == [
        ("Wall", 2, 2, 1, 1)
    ]


def test_lists_that_may_not_be_seen_count_for_nothing() -> None:
    organizer = with_decks("A>B, A>C, A>D")
    organizer.submit_deck(1, "1", DeckVerdict(is_legal=True), is_judge=True, reason="test")
    found = statistics_of([games_of_event(organizer.state, _no_list, lists=())])
    assert (found.decks, found.clans, found.cards) == (0, [], [])


@pytest.mark.parametrize(
    ("crypt", "clan", "pair"),
    [
        ("9 Nana Buruku\n3 Anson", "Guruhi", "Animalism / Presence"),
        ("7 Anson\n5 Gilbert Duane (G1)", "Toreador", "Auspex / Dominate"),
        # Of two clans with as many none is the one with most; no discipline but one is in half of the crypt.
        ("6 Nana Buruku\n6 Anson", MIXED, "Animalism / Presence"),
        ("5 Nana Buruku\n4 Anson\n3 Gilbert Duane (G1)", MIXED, "Auspex / Presence"),
    ],
)
def test_the_clan_and_the_pair_of_a_crypt(crypt: str, clan: str, pair: str) -> None:
    kind = kind_of(read(f"Crypt\n{crypt}\n\nLibrary\n60 Blood Doll", load()).deck)
    assert (kind.clan, kind.pair) == (clan, pair)
    assert kind.cards["Blood Doll"] == 60


def test_a_list_without_a_crypt_is_no_deck() -> None:
    organizer = with_decks("A>B, A>C, A>D")
    organizer.submit_deck(1, "nothing", DeckVerdict(is_legal=False), is_judge=True, reason="test")
    assert statistics_of([games_of_event(organizer.state, lambda _: None)]).decks == 0
