from __future__ import annotations

import pytest

from tests.tournament.limited.test_event import GOVERN, draft, sealed
from tests.tournament.organizer import Organizer, ten
from toolkit.tournament import PlayerStatus, SanctionKind, fold, players, seats
from toolkit.tournament.errors import BadValue, Refused, UnknownPlayer
from toolkit.tournament.facts import PlayerRemoved, RafflePool, SanctionLifted, fact_to_dict
from toolkit.tournament.limited.facts import PoolCard
from toolkit.tournament.raffle import RaffleWishes


def test_players_are_numbered_and_trimmed() -> None:
    organizer = Organizer()
    organizer.add_player("  Ann   Bell ", vekn="#3200001", city=" Ghent ")
    player = organizer.state.player(1)
    assert (player.name, player.vekn, player.city, player.joined_after) == ("Ann Bell", "3200001", "Ghent", 0)


def test_a_character_that_cannot_be_shown_is_named_with_its_place() -> None:
    organizer = Organizer()
    for change in (lambda: organizer.add_player("a\x00b"), lambda: organizer.configure({"name": "a\x00b"})):
        with pytest.raises(BadValue, match=r"Character 2 of “a\?b” cannot be shown on a line \(U\+0000\): delete it."):
            change()


@pytest.mark.parametrize("name", ["", "  ", "x" * 101])
def test_a_player_has_a_name(name) -> None:
    with pytest.raises(BadValue, match="name"):
        Organizer().add_player(name)


@pytest.mark.parametrize("vekn", ["12a", "١٢٣", "-5", "1" * 11])
def test_a_vekn_number_has_digits_only(vekn) -> None:
    with pytest.raises(BadValue, match="not a VEKN number"):
        Organizer().add_player("Ann", vekn=vekn)


def test_duplicates_are_found() -> None:
    organizer = Organizer()
    organizer.add_player("Ann", vekn="3200001")
    with pytest.raises(Refused, match="Ann has the VEKN number 3200001 already"):
        organizer.add_player("Bob", vekn="3200001")
    with pytest.raises(Refused) as refused:
        organizer.add_player(" ANN ")
    assert refused.value.code == "duplicate_name"
    organizer.add_player("Ann", vekn="3200002")  # each has a number: two people
    organizer.add_player("ann", is_namesake=True)
    assert len(organizer.state.players) == 3


def test_a_correction_is_refused_when_somebody_else_has_the_number() -> None:
    organizer = Organizer().with_players(2)
    assert organizer.change_player(1, city="Lyon")[0].city == "Lyon"
    assert organizer.change_player(1, city="Lyon") == []
    with pytest.raises(Refused, match="already"):
        organizer.change_player(2, vekn="3000001")
    organizer.change_player(1, vekn="")
    organizer.change_player(2, vekn="3000001")
    with pytest.raises(UnknownPlayer):
        organizer.change_player(9, name="Nobody")


def test_a_late_arrival_is_told_from_the_others() -> None:
    organizer = ten()
    organizer.add_player("Late")
    assert (organizer.state.player(11).joined_after, organizer.state.player(1).joined_after) == (1, 0)


def test_a_player_who_drops_while_seated_leaves_after_that_round() -> None:
    organizer = ten()
    organizer.drop_player(1, reason="ill")
    assert (organizer.state.player(1).status, organizer.state.player(1).left_during) == (PlayerStatus.DROPPED, 1)
    organizer.result(2, 5, 0, 0, 0, 0)
    organizer.drop_player(6)  # their game is over
    assert organizer.state.player(6).left_during is None
    with pytest.raises(Refused, match="has left already"):
        organizer.drop_player(6)
    organizer.return_player(6)
    assert organizer.state.player(6).is_active
    with pytest.raises(Refused, match="has not left"):
        organizer.return_player(6)


def test_nobody_leaves_or_returns_once_the_event_is_finished() -> None:
    organizer = ten()
    organizer.drop_player(1)
    organizer.finish(is_early=True, reason="a fire alarm")
    for change, player in ((organizer.drop_player, 2), (organizer.return_player, 1)):
        with pytest.raises(Refused, match="finished: open it again first"):
            change(player)


def test_a_player_with_a_score_and_no_seat_is_not_removed() -> None:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.change_seats(1, [[2, 3, 4, 5], [6, 7, 8, 9, 10]])
    with pytest.raises(Refused, match="drop them, the record keeps the name"):
        organizer.remove_player(1)


def test_a_registration_can_be_removed_until_the_player_is_seated() -> None:
    organizer = Organizer().with_players(6)
    organizer.remove_player(6)
    assert 6 not in organizer.state.players
    organizer.seated([1, 2, 3, 4, 5])
    with pytest.raises(Refused, match="drop them, the record keeps the name"):
        organizer.remove_player(5)
    organizer.add_player("Another", vekn="3000006")  # the number of a removed player is free again, their place is not
    assert organizer.state.player(7).vekn == "3000006"


def unseated() -> Organizer:
    organizer = ten()
    organizer.change_seats(1, [[2, 3, 4, 5], [6, 7, 8, 9, 10]])
    return organizer


def unseated_after_leaving() -> Organizer:
    organizer = ten().result(1, 5, 0, 0, 0, 0)
    organizer.drop_player(1)
    organizer.clear_result(1, 1)
    organizer.result(1, 5, 0, 0, 0, 0)
    organizer.change_seats(1, [[2, 3, 4, 5], [6, 7, 8, 9, 10]])
    return organizer


def sat_out() -> Organizer:
    """Seven players, two games each; player 5 sits out of round 1."""
    organizer = Organizer(rounds=2).with_players(7)
    plan = [[[1, 2, 3, 4, 7]], [[5, 6, 1, 2, 3]], [[4, 5, 6, 7]]]
    organizer.plan_structure(plan, seed=1)
    organizer.draft_planned()
    organizer.publish_round()
    return organizer


def calling() -> Organizer:
    organizer = Organizer().with_players(5)
    organizer.call_judge(player=1)
    return organizer


def sanctioned() -> Organizer:
    organizer = Organizer().with_players(5)
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 3.3")
    return organizer


def unavailable() -> Organizer:
    organizer = Organizer().with_players(5)
    organizer.mark_unavailable(1)
    return organizer


def raffled() -> Organizer:
    organizer = Organizer().with_players(5)
    organizer.draw_raffle(RaffleWishes(pool=RafflePool.NAMED, players=(1, 2)), seed=7)
    return organizer


def in_a_pod() -> Organizer:
    organizer = draft(9)
    organizer.start_phase()
    organizer.start_phase(reason="given out earlier")
    organizer.draw_pods(seed=7)
    return organizer


def with_product() -> Organizer:
    organizer = draft(9)
    organizer.start_phase()
    organizer.give_product([1])
    return organizer


def with_a_pool() -> Organizer:
    organizer = draft(9)
    organizer.enter_pool(1, [PoolCard(card=GOVERN, count=66)])
    return organizer


def swapped() -> Organizer:
    organizer = sealed(9)
    organizer.draw_swap(seed=7)
    return organizer


LIMITED = [in_a_pod, with_product, with_a_pool, swapped]


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (sat_out, "Player 5 sits out round 1: drop them, the record keeps the name."),
        (unseated_after_leaving, "Player 1 has been seated in round 1: drop them, the record keeps the name."),
        (sanctioned, "Player 1 has a sanction: drop them, the record keeps the name, or lift it first."),
        (calling, "Player 1 has called a judge: close the call first."),
        (unavailable, "Player 1 is marked as unavailable for the final: take that back first."),
        (raffled, "Player 1 was in a raffle: drop them, the record keeps the name."),
    ],
)
def test_who_something_still_names_is_not_removed(made, reason) -> None:
    organizer = made()
    with pytest.raises(Refused) as refused:
        organizer.remove_player(int(reason.split()[1]))
    assert (str(refused.value), refused.value.code) == (reason, "is_recorded")


@pytest.mark.parametrize("made", LIMITED)
def test_who_takes_part_in_a_limited_event_is_not_removed(made) -> None:
    with pytest.raises(Refused, match="Player 1 has product, a pool or a seat in a pod: drop them") as refused:
        made().remove_player(1)
    assert refused.value.code == "is_recorded"


def test_a_registration_whose_seat_was_taken_back_is_removed() -> None:
    organizer = unseated()
    organizer.remove_player(1)
    assert 1 not in organizer.state.players
    assert organizer.state.rounds[0].sitting_out == ()


def test_a_draft_goes_with_a_registration_that_it_seats() -> None:
    organizer = Organizer().with_players(5)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    organizer.remove_player(5)
    assert (organizer.state.rounds, 5 in organizer.state.players) == ((), False)
    assert fold(list(organizer.tournament.log)).players.keys() == {1, 2, 3, 4}


def test_a_plan_that_nobody_has_seen_goes_with_a_registration() -> None:
    organizer = Organizer(rounds=2).with_players(7)
    organizer.enter(seats.seat_next_round(organizer.state, seed=1))
    organizer.remove_player(7)
    assert (organizer.state.plan, organizer.state.rounds) == (None, ())


@pytest.mark.parametrize("made", [unseated, sanctioned, unavailable, raffled, *LIMITED])
def test_a_log_that_removed_them_nevertheless_is_read_and_names_nobody_unknown(made) -> None:
    organizer = made()
    organizer.enter([PlayerRemoved(player=1)])
    state = fold(list(organizer.tournament.log))
    assert not state.sanctions
    assert not state.unavailable
    assert not state.limited.has(1)
    assert not any(1 in raffle.order for raffle in state.raffles)
    assert all(player in state.players for round_ in state.rounds for player in round_.sitting_out)


def test_a_sanction_lifted_after_its_player_was_removed_is_read() -> None:
    organizer = sanctioned()
    organizer.enter([PlayerRemoved(player=1), SanctionLifted(sanction=1, reason="a mistake")])
    assert not fold(list(organizer.tournament.log)).sanctions


@pytest.mark.parametrize(
    ("text", "number"), [("2", 2), ("#3000002", 2), ("3000003", 3), ("player 4", 4), ("PLAYER  2", 2)]
)
def test_a_player_is_found_by_number_vekn_or_name(text, number) -> None:
    assert players.find_player(Organizer().with_players(5).state, text).number == number


@pytest.mark.parametrize(
    ("text", "number"), [("lukasz", 1), ("LUKASZ WOJCIK", 1), ("łukasz", 1), ("dorde", 2), ("Đorđe", 2), ("jose", 3)]
)
def test_a_name_is_found_without_its_accents(text, number) -> None:
    organizer = Organizer()
    for name in ("Łukasz Wójcik", "Đorđe", "Jose", "José Luis"):
        organizer.add_player(name)
    assert players.find_player(organizer.state, text).number == number


@pytest.mark.parametrize("text", ["Player", "Nobody", "", "#1"])
def test_a_player_who_cannot_be_meant_is_refused(text) -> None:
    with pytest.raises(BadValue):
        players.find_player(Organizer().with_players(5).state, text)


def test_a_fixed_table_is_kept() -> None:
    organizer = Organizer().with_players(1)
    organizer.fix_seat(1, 3)
    assert organizer.state.player(1).fixed_table == 3
    organizer.fix_seat(1, None)
    assert organizer.state.player(1).fixed_table is None
    with pytest.raises(BadValue):
        organizer.fix_seat(1, 0)


@pytest.mark.parametrize(
    ("name", "parts"),
    [("Ann Bell", ("Ann", "Bell")), ("Ana María Lima", ("Ana", "María Lima")), ("Cher", ("Cher", ""))],
)
def test_the_parts_of_a_name_are_its_first_word_and_the_rest(name: str, parts: tuple[str, str]) -> None:
    organizer = Organizer()
    organizer.add_player(name)
    assert organizer.state.player(1).first_and_last == parts


def test_parts_that_were_said_stay_until_the_name_is_another() -> None:
    organizer = Organizer()
    organizer.add_player(first="Ana María", last="Lima", country="Tchéquie", agrees_to_archive=True)
    player = organizer.state.player(1)
    assert (player.name, player.first_and_last) == ("Ana María Lima", ("Ana María", "Lima"))
    assert (player.country, player.agrees_to_archive) == ("CZ", True)
    organizer.change_player(1, city="Brno")
    assert organizer.state.player(1).first_and_last == ("Ana María", "Lima")
    organizer.change_player(1, name="Ana Souza")
    assert organizer.state.player(1).first_and_last == ("Ana", "Souza")
    assert organizer.state.player(1).agrees_to_archive is True


def test_a_player_of_an_older_log_is_written_as_it_was() -> None:
    organizer = Organizer()
    (fact,) = organizer.add_player("Ann", vekn="3200001")
    assert fact_to_dict(fact) == {
        "fact": "player_added", "version": 1, "player": 1, "name": "Ann", "vekn": "3200001", "city": "", "country": ""
    }  # fmt: skip


def test_a_forgotten_registration_can_still_be_removed() -> None:
    organizer = Organizer().with_players(8)
    organizer.forget_player(8)
    organizer.remove_player(8)
    assert organizer.state.forgotten == {}
    assert organizer.forget_player(8)
