"""An event of 23 players from phones and console: a drop, a dispute, a swap, and a correction behind the final."""

from __future__ import annotations

from tests.tournament.organizer import Organizer
from toolkit.scoring import ImpossibleScores
from toolkit.services.events.table_entry import confirm_at_table, enter_at_table, table_mark
from toolkit.tournament import FINAL, standings
from toolkit.tournament.corrections import consequences
from toolkit.tournament.results import enter_result


def by_phone(organizer: Organizer, number: int, table: int, seat: int, line: list[float]) -> None:
    me = organizer.state.round(number).table(table)[seat]
    seen = table_mark(organizer.state, number, table)
    points = [f"{one:g}" for one in line]
    organizer.enter(enter_at_table(organizer.state, number, table, me=me, seen=seen, victory_points=points))


def confirmed(organizer: Organizer, number: int, table: int, seat: int) -> None:
    me = organizer.state.round(number).table(table)[seat]
    seen = table_mark(organizer.state, number, table)
    organizer.enter(confirm_at_table(organizer.state, number, table, me=me, seen=seen))


def sweep(size: int, winner: int = 0) -> list[float]:
    return [float(size * (seat == winner)) for seat in range(size)]


def played_by_phones(organizer: Organizer, number: int) -> None:
    """At each table the first enters that they won it all, and the second confirms; where that is not done yet."""
    for table, players in organizer.state.round(number).numbered():
        if not organizer.state.round(number).is_settled(table):
            by_phone(organizer, number, table, 0, sweep(len(players)))
            confirmed(organizer, number, table, 1)


def test_an_event_of_23_keeps_what_was_agreed_until_an_official_decides() -> None:
    organizer = Organizer(rounds=2).with_players(23)
    organizer.seat_next_round(seed=1, seconds=0.02)
    organizer.publish_round()
    first = organizer.state.round(1).table(1)
    organizer.drop_player(first[4])
    asked = None
    try:
        by_phone(organizer, 1, 1, 0, [4, 0, 0, 0, 0])
    except ImpossibleScores as error:
        asked = error
    assert asked is not None
    assert asked.code == "needs_outcome"
    organizer.enter_result(1, 1, events="removed:E, A>B, A>C, A>D")
    played_by_phones(organizer, 1)
    by_phone(organizer, 1, 2, 3, sweep(len(organizer.state.round(1).table(2)), winner=3))
    assert organizer.blocking()[:1] == ["no_draft"]
    assert "disputed" in organizer.blocking()
    organizer.drop_dispute(1, 2)

    organizer.seat_next_round(seed=2, seconds=0.02)
    organizer.publish_round()
    played_by_phones(organizer, 2)
    one, other = (organizer.state.round(2).table(table)[1] for table in (1, 2))
    organizer.swap_players(2, one, other, reason="they sat the other way round")
    assert organizer.state.round(2).unsettled == (1, 2)
    for table in (1, 2):
        organizer.enter_result(2, table, victory_points=sweep(len(organizer.state.round(2).table(table))))

    organizer.toss(seed=3)
    organizer.open_final()
    organizer.place_row(organizer.state.final.finalists)
    organizer.draw_first_player(seed=4)
    organizer.enter_result(FINAL, 1, events="time")
    seeds = standings.finalists(organizer.state)
    assert standings.winner(organizer.state) == seeds[0]
    table, _ = organizer.state.round(1).seats[seeds[0]]
    size = len(organizer.state.round(1).table(table))
    correction = enter_result(organizer.state, 1, table, victory_points=sweep(size, winner=size - 2))
    after = organizer.tournament.with_facts(correction, at=organizer.now, by="Ann")
    assert any(found.is_decisive for found in consequences(organizer.state, after))
    organizer.enter(correction)
    assert (standings.finalists(organizer.state), standings.winner(organizer.state)) == (seeds, seeds[0])
    organizer.finish()
