from __future__ import annotations

from tests.tournament.organizer import ten
from toolkit.exchange.penalty_report import render_penalties, show_penalties
from toolkit.tournament import SanctionKind


def test_the_report_has_a_row_for_each_penalty_the_lifted_ones_too() -> None:
    organizer = ten()
    organizer.sanction_player(1, infraction="3.3", judge="Jo")
    organizer.sanction_player(1, SanctionKind.WARNING, infraction="3.3", note="wrong advice by staff")
    organizer.sanction_player(2, infraction="3.2")
    organizer.sanction_player(3, infraction="4.7")
    organizer.sanction_person("Zoe", SanctionKind.ADJUSTMENT, infraction="3.2")
    organizer.sanction_player(4, infraction="2.2")
    organizer.lift_sanction(1, reason="another player")
    shown = show_penalties(organizer.tournament)
    first, second, third, fourth, fifth, sixth = shown.penalties
    assert (first.player, first.vekn, first.infraction, first.judge) == ("Player 1", "3000001", "3.3 Slow Play", "Jo")
    assert first.lifted.endswith("UTC: another player")
    assert (second.penalty, second.proposed, second.offence) == ("Warning", "Caution", 2)
    assert (third.game, third.round, third.table) == ("round 1", "round 1", 1)
    assert (fourth.ethics, fourth.by_accumulation, fourth.includes_warning) == ("owed", False, True)
    assert fifth.player == "Zoe (not playing)"
    assert [row.goes_to_vekn for row in shown.penalties] == [False, True, True, True, True, True]
    assert sixth.penalty == "Caution"  # of 2.2, which is recorded
    assert (shown.cautions, shown.warnings, shown.standings_adjustments, shown.disqualifications) == (1, 1, 2, 1)
    assert render_penalties(organizer.tournament).count("\n") == 7
