"""What the chooser of a phase gains in the advanced game of phased motion."""

from __future__ import annotations

from toolkit.game.draft import Table


def has_bonus(table: Table, seat: str, phase: str) -> bool:
    """Whether this Methuselah chose the phase being performed and has its bonus.

    Rule: PM-ADV-19 to PM-ADV-23, PM-ADV-31, A-36.
    """
    if not table.options.is_advanced or not table.step.picks or table.step.phase != phase:
        return False
    pick = table.step.picks[-1]
    active = pick.bonus or (table.options.pm_bonus_from == "immediately" and table.bonuses)
    return active and pick.chooser == seat and pick.card == phase
