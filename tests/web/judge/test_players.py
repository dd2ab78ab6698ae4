"""A player before the judge: what comes next and why, and list against list."""

from __future__ import annotations

from tests.web.judge.conftest import Bench
from tests.web.lists import WINNER
from toolkit.tournament import calls, clock, decks, event


def hand_in(bench: Bench, player: int, text: str) -> None:
    bench.hand_in(player, text, is_judge=True, reason="late")


def give(bench: Bench, infraction: str = "3.3", status: int = 303, **more: object) -> str:
    return bench.post(f"/players/1/penalty/{infraction}", status, **more)


def test_a_list_on_paper_is_not_missed(bench: Bench) -> None:
    bench.change(event.configure, {"requires_decks": True})
    bench.change(decks.take_paper_list, 2)
    page = bench.get("/players")
    assert page.count("list on paper") == 1
    assert page.count("no decklist") == len(bench.tournament.active) - 1


def test_an_infraction_is_two_taps_from_the_player(bench: Bench) -> None:
    page = bench.client.get(f"{bench.base}/players/1").text
    assert page.count("/judge/players/1/penalty/") == 27  # 26 rows, and another in words
    assert 'data-words="3.3 slow play' in page
    assert "barajar" in page
    assert "Issue the penalty" in bench.get("/players/1/penalty/3.3")
    give(bench)
    assert [given.kind for given in bench.tournament.sanctions.values()] == ["caution"]


def test_what_comes_next_is_said_with_its_reason(bench: Bench) -> None:
    assert "Caution" in bench.get("/players/1/penalty/3.3")
    assert "offence" not in bench.get("/players/1/penalty/3.3")
    for _ in range(2):
        give(bench)
    assert "3.3 Slow Play Caution 2 before" in bench.get("/players/1")
    assert "Warning third offence" in bench.get("/players/1/penalty/3.3")
    for _ in range(2):
        give(bench)
    page = bench.get("/players/1/penalty/3.3")
    assert "Standings adjustment fifth offence" in page
    assert "costs a victory point of: Round 1" in page
    assert "Tell the head judge." in page
    assert "Before: Caution, Caution, Warning, Warning" in page


def test_where_the_guide_has_two_penalties_the_judge_says_which(bench: Bench) -> None:
    assert "An oversight Caution It hurt its owner" in bench.get("/players/1/penalty/2.1")
    give(bench, "2.1", grade="warning")
    assert [given.kind for given in bench.tournament.sanctions.values()] == ["warning"]


def test_a_penalty_gives_the_table_what_the_ruling_took(bench: Bench) -> None:
    bench.change(clock.start_clock, 1)
    bench.call(1)
    bench.change(calls.take_call, 1, judge="Test")
    assert "More minutes for the table" in bench.get("/players/1/penalty/3.3")
    give(bench, minutes="4")
    assert bench.tournament.round(1).clock.table_extensions == {1: 240}
    page = give(bench, "3.6", 422, minutes="7")
    assert "That makes 11 more minutes for this table in this round" in page
    assert "The head judge allows more than ten minutes" in page
    give(bench, "3.6", minutes="7", allowed="1")
    assert bench.tournament.round(1).clock.table_extensions == {1: 660}


def test_a_sanction_is_taken_back_with_a_reason(bench: Bench) -> None:
    give(bench)
    assert "A reason is needed" in bench.post("/players/1/sanctions/1/lift", 422, reason="")
    bench.post("/players/1/sanctions/1/lift", reason="another player")
    assert not bench.tournament.sanctions


def test_without_words_it_is_refused_and_kept_as_typed(bench: Bench) -> None:
    page = give(bench, "other", 422, grade="warning", rule="", note="as typed")
    assert "A sanction names the rule it is for." in page
    assert not bench.tournament.sanctions
    bench.get("/players/99", 404)
    bench.get("/players/99/penalty/3.3", 404)
    bench.get("/players/1/penalty/9.9", 404)


def test_the_registered_list_stands_beside_the_one_on_the_table(bench: Bench) -> None:
    assert "No list was handed in." in bench.get("/players/1")
    hand_in(bench, 1, WINNER)
    page = bench.get("/players/1")
    assert "The list is legal." in page
    before = bench.tournament.number
    assert "The lists have the same cards." in bench.post("/players/1/compare", 200, pasted=WINNER)
    first = next(line for line in WINNER.splitlines() if line[:1].isdigit())
    other = WINNER.replace(first, "", 1) + "\n1 Not A Card At All\n"
    page = bench.post("/players/1/compare", 200, pasted=other)
    assert "The lists differ in 1 card." in page
    assert "Not A Card At All" in page
    assert bench.tournament.number == before
    assert "This cannot be left empty." in bench.post("/players/1/compare", 422, pasted="")


def test_a_locked_list_says_who_changed_it_and_leads_to_its_correction_and_back(bench: Bench) -> None:
    address = bench.base.replace("/judge", "/console/players/1")
    bench.client.post(f"{address}/deck", data={"deck": WINNER, "deck_reason": "found at a check"})
    assert "changed 1 time, by Organizer" in bench.get("/players/1")
    assert f'href="{address}#deck-title"' in bench.raw("/players/1")
    assert f'href="{bench.base}/players/1"' in bench.client.get(address).text


def test_everybody_is_listed_with_what_a_judge_looks_for(bench: Bench) -> None:
    give(bench)
    hand_in(bench, 2, "4 Gilbert Duane (G1)")
    page = bench.get("/players")
    assert "Player 1 Table 1 Caution" in page
    assert "Player 2 Table 1 deck not legal" in page
