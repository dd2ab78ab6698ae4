"""A player before the judge: what comes next and why, and list against list."""

from __future__ import annotations

from tests.web.judge.conftest import Bench
from tests.web.lists import WINNER
from toolkit.services.tournament_decks import submit_deck
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.web import stores
from toolkit.web.stores import card_data


def hand_in(bench: Bench, player: int, text: str) -> None:
    with bench.app.app_context():
        work = UnitOfWork(context=stores.current_context(), id=bench.id, by="Test")
        submit_deck(work, player, text, card_data(), is_judge=True, reason="late")


def give(bench: Bench, kind: str, **more: object) -> None:
    bench.post("/players/1/sanction", player=1, kind=kind, rule="Slow play", **more)


def test_what_comes_next_is_said_with_its_reason(bench: Bench) -> None:
    assert "becomes:" not in bench.get("/players/1")
    give(bench, "caution")
    assert "becomes:" not in bench.get("/players/1")
    give(bench, "caution")
    assert "Caution for Slow play again, becomes: Warning because of: Caution, Caution" in bench.get("/players/1")
    give(bench, "warning")
    give(bench, "caution", exactly="1")
    page = bench.get("/players/1")
    # The fifth offence: an adjustment, whether the judge calls it a caution or a warning.
    because = "because of: Caution, Caution, Warning, Caution costs a victory point of: Round 1"
    assert f"Caution for Slow play again, becomes: Score adjustment {because}" in page
    assert f"Warning for Slow play again, becomes: Score adjustment {because}" in page
    kinds = [given.kind for given in bench.tournament.sanctions.values()]
    assert kinds == ["caution", "caution", "warning", "caution"]


def test_a_sanction_is_taken_back_with_a_reason(bench: Bench) -> None:
    give(bench, "caution")
    assert "A reason is needed" in bench.post("/players/1/sanctions/1/lift", 422, reason="")
    bench.post("/players/1/sanctions/1/lift", reason="another player")
    assert not bench.tournament.sanctions


def test_without_a_rule_it_is_refused_and_kept_as_typed(bench: Bench) -> None:
    page = bench.post("/players/1/sanction", 422, player=1, kind="warning", rule="", note="as typed")
    assert "This cannot be left empty." in page
    assert not bench.tournament.sanctions
    bench.post("/players/99/sanction", 404, player=99, kind="warning", rule="x")
    bench.get("/players/99", 404)


def test_the_registered_list_stands_beside_the_one_on_the_table(bench: Bench) -> None:
    assert "No list was handed in." in bench.get("/players/1")
    hand_in(bench, 1, WINNER)
    page = bench.get("/players/1")
    assert "The list is legal." in page
    before = bench.tournament.number
    assert "The lists hold the same cards." in bench.post("/players/1/compare", 200, pasted=WINNER)
    first = next(line for line in WINNER.splitlines() if line[:1].isdigit())
    other = WINNER.replace(first, "", 1) + "\n1 Not A Card At All\n"
    page = bench.post("/players/1/compare", 200, pasted=other)
    assert "The lists differ in 1 card." in page
    assert "Not A Card At All" in page
    assert bench.tournament.number == before
    assert "This cannot be left empty." in bench.post("/players/1/compare", 422, pasted="")


def test_everybody_is_listed_with_what_a_judge_looks_for(bench: Bench) -> None:
    give(bench, "caution")
    hand_in(bench, 2, "4 Gilbert Duane (G1)")
    page = bench.get("/players")
    assert "Player 1 Table 1 Caution" in page
    assert "Player 2 Table 1 deck not legal" in page
