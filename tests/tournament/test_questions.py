"""The three questions about an event: their answers, what follows from them, and events that never gave one."""

from __future__ import annotations

from datetime import date

import pytest

from tests.exchange.events import announced
from tests.tournament.organizer import Organizer
from toolkit.tournament import DeckVerdict
from toolkit.tournament.clock import is_short
from toolkit.tournament.codec import encode
from toolkit.tournament.configuration import Configuration, Decklists
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import FeeStatus
from toolkit.tournament.fees import fee_sentence, has_paid
from toolkit.tournament.forgetting import waits_until
from toolkit.tournament.importing import preview_import
from toolkit.tournament.log import describe
from toolkit.tournament.player_lists import read_csv
from toolkit.tournament.questions import (
    accepts_decklists,
    accepts_online_lists,
    decklists_of,
    fees_of,
    is_reported,
    takes_decklists,
    takes_fees,
)
from toolkit.tournament.receivers import due_day, early_faults, known_faults, outputs_of, owed
from toolkit.tournament.settings import stored
from toolkit.tournament.steps import blockers, blockers_of_finish, warnings_of

ILLEGAL = DeckVerdict(is_legal=False, problems=("The library has 91 cards: at most 90.",))
FILES = ["workbook", "standings", "rounds", "text", "calendar"]


@pytest.mark.parametrize(
    ("settings", "answer"),
    [
        ({}, True),
        ({"is_reported": True}, True),
        ({"is_reported": False}, False),
        ({"kind": "unsanctioned"}, False),
        ({"kind": "unsanctioned", "is_reported": True}, False),
        ({"is_sanctioned": False}, False),
    ],
)
def test_an_event_is_reported_unless_an_answer_or_its_kind_says_no(settings: dict[str, object], answer: bool) -> None:
    organizer = Organizer()
    organizer.configure(settings)
    assert is_reported(organizer.state) is answer


def test_a_rehearsal_is_not_reported() -> None:
    assert not is_reported(Organizer(is_rehearsal=True, is_reported=True).state)


def test_lists_are_taken_as_answered_or_where_one_came_in_or_is_asked_for() -> None:
    organizer = Organizer().with_players(2)
    assert (decklists_of(organizer.state), takes_decklists(organizer.state)) == (Decklists.NONE, False)
    organizer.take_paper_list(1)
    assert decklists_of(organizer.state) is Decklists.PAPER
    organizer.submit_deck(2, "a list", ILLEGAL)
    assert decklists_of(organizer.state) is Decklists.ONLINE
    organizer.configure({"decklists": "none"})
    assert not takes_decklists(organizer.state)
    assert decklists_of(Organizer(requires_decks=True).state) is Decklists.ONLINE


@pytest.mark.parametrize(
    ("answer", "accepted", "online"),
    [(None, True, True), ("none", False, False), ("paper", True, False), ("online", True, True)],
)
def test_lists_are_optional_where_nobody_answered(answer: str | None, accepted: bool, online: bool) -> None:
    organizer = Organizer()
    organizer.configure({"decklists": answer})
    assert (accepts_decklists(organizer.state), accepts_online_lists(organizer.state)) == (accepted, online)


def test_the_answer_about_lists_decides_whether_they_are_required() -> None:
    organizer = Organizer(requires_decks=True)
    for answer, required in (("none", False), ("paper", True), ("online", True)):
        organizer.configure({"decklists": answer})
        assert organizer.state.settings.requires_decks is required


def test_a_program_that_says_otherwise_of_required_lists_takes_the_answer_back() -> None:
    organizer = Organizer(decklists=Decklists.ONLINE)
    organizer.configure({"requires_decks": True})
    assert organizer.state.settings.decklists is Decklists.ONLINE
    organizer.configure({"requires_decks": False})
    assert (organizer.state.settings.decklists, organizer.state.settings.requires_decks) == (None, False)


@pytest.mark.parametrize("first", ["requires_decks", "decklists"])
def test_the_answer_about_lists_has_the_last_word_in_one_request(first: str) -> None:
    organizer, asked = Organizer(), {"requires_decks": True, "decklists": "none"}
    organizer.configure({first: asked[first], **asked})
    assert (organizer.state.settings.decklists, organizer.state.settings.requires_decks) == (Decklists.NONE, False)


def test_events_without_answers_are_stored_as_before() -> None:
    answers = {"is_reported", "decklists", "has_fees"}
    assert {stored(Configuration(name="Lyon"), name) for name in answers} == {None}
    assert not answers & encode(Organizer().state.settings).keys()


def test_an_event_that_is_not_reported_has_no_word_about_the_vekn() -> None:
    organizer = Organizer(is_reported=False, rounds=1, minutes=60, sets=("V5",), country="Narnia").with_players(5)
    organizer.change_player(1, vekn="")
    organizer.open_check_in()
    organizer.check_in([1, 2, 3, 4, 5])
    assert [*early_faults(organizer.state), *known_faults(organizer.state)] == []
    assert warnings_of(organizer.state) == []
    assert {blocker.code for blocker in blockers(organizer.state)} == {"no_draft"}


def test_an_event_that_is_not_reported_owes_nothing_and_has_its_files() -> None:
    organizer = announced(is_reported=False)
    assert (owed(organizer.state), due_day(organizer.state)) == ((), None)
    assert [*outputs_of(organizer.state)] == FILES
    organizer.configure({"is_reported": True})
    assert "archondata" in owed(organizer.state)
    assert due_day(organizer.state) is not None


def test_without_decklists_nothing_is_owed_of_decks() -> None:
    organizer = announced(decklists=Decklists.NONE)
    assert [*owed(organizer.state)] == ["archondata", "standings", "text"]
    organizer.configure({"decklists": "online"})
    assert {"post", "decks"} <= {*owed(organizer.state)}


def test_without_decklists_no_list_is_missing_or_wrong_before_a_round() -> None:
    organizer = Organizer(decklists=Decklists.ONLINE).with_players(5)
    organizer.submit_deck(1, "a list", ILLEGAL)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    assert {blocker.code for blocker in blockers(organizer.state)} >= {"deck_illegal", "deck_missing"}
    organizer.configure({"decklists": "none"})
    assert not {blocker.code for blocker in blockers(organizer.state)} & {"deck_illegal", "deck_missing"}
    organizer.configure({"decklists": "online"})
    assert organizer.state.player(1).decks[0].text == "a list"


def test_what_was_entered_of_fees_stays_while_none_is_paid() -> None:
    organizer = Organizer().with_players(5)
    organizer.set_fees("10", currency="EUR")
    organizer.mark_fees([1], FeeStatus.PAID)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.configure({"has_fees": False})
    assert (takes_fees(organizer.state), fees_of(organizer.state)) == (False, None)
    assert (has_paid(organizer.state, 2), fee_sentence(organizer.state, 2)) == (True, None)
    assert "unpaid" not in {blocker.code for blocker in blockers_of_finish(organizer.state)}
    with pytest.raises(Refused, match="no fee"):
        organizer.mark_fees([2], FeeStatus.PAID)
    organizer.configure({"has_fees": True})
    assert (has_paid(organizer.state, 1), has_paid(organizer.state, 2)) == (True, False)


def test_fees_are_taken_where_an_amount_is_set_or_will_be() -> None:
    assert not takes_fees(Organizer().state)
    organizer = Organizer(has_fees=True)
    assert (takes_fees(organizer.state), fees_of(organizer.state)) == (True, None)


def test_naming_a_fee_answers_the_question() -> None:
    organizer = Organizer(has_fees=False)
    organizer.set_fees("10", currency="EUR")
    assert organizer.state.settings.has_fees
    organizer.set_fees("", currency="")
    assert organizer.state.settings.has_fees is False


def test_an_answer_reads_as_a_sentence_in_the_log() -> None:
    organizer = Organizer()
    organizer.configure({"is_reported": False, "decklists": "paper"})
    sentence = describe(organizer.state, [*organizer.state.log][-1].fact)
    assert str(sentence).split(". ")[1].rstrip(".").split("; ") == [
        "Reported to the VEKN: no (before: none)",
        "Decklists: On paper (before: none)",
    ]


def test_an_answer_that_is_none_of_those_offered_is_refused() -> None:
    with pytest.raises(BadValue):
        Organizer().configure({"decklists": "fax"})


@pytest.mark.parametrize(("answer", "told"), [(None, True), (True, True), (False, False)])
def test_tables_that_cost_the_sanction_are_told_to_a_reported_event(answer: bool | None, told: bool) -> None:
    organizer = Organizer(is_reported=answer).with_players(8)
    organizer.draft_round([[1, 2, 3, 4], [5, 6, 7, 8]])
    organizer.change_seats(1, [[1, 2, 3], [5, 6, 7, 8]])
    assert ("table_of_three" in {blocker.code for blocker in blockers(organizer.state)}) is told
    organizer.publish_round()
    assert ("table_of_three" in {blocker.code for blocker in blockers(organizer.state)}) is told


@pytest.mark.parametrize(("answer", "told"), [(None, True), (False, False)])
def test_too_few_for_legal_tables_is_told_to_a_reported_event(answer: bool | None, told: bool) -> None:
    organizer = Organizer(is_reported=answer).with_players(2)
    assert ("no_legal_tables" in {blocker.code for blocker in blockers(organizer.state)}) is told


def test_without_decklists_no_name_is_wrong_for_the_archive_of_decks() -> None:
    organizer = Organizer(name="Unlimited #1", rounds=2)
    told = {"limited_name", "hash_in_header"}
    assert told <= {fault.code for fault in known_faults(organizer.state)}
    organizer.configure({"decklists": "none"})
    assert not told & {fault.code for fault in known_faults(organizer.state)}


def test_nothing_of_an_unreported_event_is_kept_or_told_for_the_vekn() -> None:
    organizer = Organizer(is_reported=False, minutes=60, date=date(2026, 11, 21)).with_players(5)
    assert "digits" not in preview_import(organizer.state, read_csv("name,vekn\nCy,32\n")).lines[0].message
    organizer.seated([1, 2, 3, 4, 5])
    organizer.start_clock(1)
    assert not is_short(organizer.state, organizer.state.round(1))
    assert waits_until(organizer.state, 1) is None
    organizer.configure({"is_reported": True})
    assert is_short(organizer.state, organizer.state.round(1))
    assert waits_until(organizer.state, 1) is not None
