"""Which changes collide where one of them came from a page that is out of date: each fact as a person reads it."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.tournament.made import made
from tests.tournament.organizer import Organizer
from toolkit.services.kernel.unit_of_work import are_independent
from toolkit.tournament.facts import KINDS, Fact
from toolkit.tournament.log import LogEntry

# What somebody else did meanwhile, to number 1 of everything: player 1 sits at table 1 of round 1.
MEANWHILE = {
    "recursion": "recursions_used",
    "wish": "seat_fixed",
    "fee": "fee_marked",
    "list": "deck_submitted",
    "result": "result_entered",
    "clock": "clock_started",
    "call": "judge_called",
    "sign-up": "signed_up",
    "report": "report_ticked",
    "settings": "configuration_changed",
    "round": "round_published",
    "seed": "seed_committed",
    "note": "note_added",
}
# Which of that each fact collides with. An undoing collides with what its entries do; a new fact need not be here.
COLLIDES = {
    " ".join(MEANWHILE): "tournament_created handed_over copy_restored taken_over superseded",
    "wish list result report settings round": "tournament_finished tournament_reopened",
    "wish list result settings round": "structure_planned round_published final_opened final_cancelled pod_changed",
    "wish list result settings round seed": "round_drafted toss_made first_player_drawn swap_drawn pods_drawn",
    "wish list result clock settings round": "seats_changed round_cancelled",
    "fee list result clock sign-up report settings round": "configuration_changed",
    "list result settings round": (
        "player_changed player_dropped player_disqualified player_returned player_forgotten deck_submitted "
        "paper_list_taken archetype_set seat_reported_empty seat_taken proxy_seated "
        "result_entered result_confirmed result_locked result_unlocked result_cleared"
    ),
    "wish fee list settings round": "player_removed",
    "list settings round": (
        "player_added decks_judged players_checked_in players_checked_out players_seen sanction_given penalty_given "
        "finalist_unavailable finalist_available final_deck_decided crypt_cards_shown finalist_placed "
        "limited_planned pool_entered pool_confirmed pool_prepared late_builder"
    ),
    "settings round": (
        "check_in_opened check_in_closed phase_started phase_paused phase_extended phase_stepped phase_ended "
        "piles_counted pick_forced trade_made"
    ),
    "wish round": "seat_fixed players_kept_apart",
    "round": "sanction_lifted product_given product_returned pack_replaced",
    "clock settings": "clock_started clock_paused clock_resumed clock_extended clock_stopped",
    "fee settings": "fee_marked",
    "sign-up settings": (
        "signed_up sign_up_registered place_offered offer_lapsed sign_up_declined sign_up_cancelled "
        "number_claim_decided"
    ),
    "report settings": "report_ticked result_sent archon_read archon_sent",
    "settings ": "early_end_reported",
    "recursion": "recursions_used",
    "call": "judge_called judge_call_taken judge_call_taken_back judge_call_closed",
    "seed": "seed_committed seed_revealed draw_made deck_checks_drawn raffle_drawn",
    "": (
        "note_added announcement_made announcement_withdrawn calendar_read deck_check_noted raffle_passed "
        "prizes_decided"
    ),
}
READING = [(name, set(things.split())) for things, names in COLLIDES.items() for name in names.split()]
SEATED = Organizer().with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8]).tournament


def sample(name: str) -> Fact:
    return made(KINDS[name], "text", name, 1)


def entry(fact: Fact) -> LogEntry:
    return LogEntry(99, datetime(2026, 11, 21, tzinfo=UTC), "Ann", fact)


def test_a_fact_collides_with_what_it_really_touches() -> None:
    for name, things in READING:
        fact, others = sample(name), {thing: sample(other) for thing, other in MEANWHILE.items()}
        found = {thing for thing, other in others.items() if not are_independent(SEATED, [fact], [entry(other)])}
        assert found == things, name
        # It is the same where the other was quicker; but a note can always be added.
        found = {thing for thing, other in others.items() if not are_independent(SEATED, [other], [entry(fact)])}
        assert found == things - {"note"}, name


def test_two_who_do_the_same_collide_where_it_touches_anything() -> None:
    for name in sorted(KINDS):
        fact = sample(name)
        touches = set(fact.DECLARED.touched(fact))
        assert are_independent(SEATED, [fact], [entry(fact)]) is (not touches), name
