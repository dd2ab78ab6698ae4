"""The kinds of entries of leagues, weekends and followed games are read for good: none is taken out or renamed.

Those of tournaments are in `tests/tournament/data/stored_names.toml`.
"""

from __future__ import annotations

from enum import StrEnum

import pytest

from toolkit.season.league_log import LeagueEntryKind
from toolkit.season.weekend_log import WeekendEntryKind
from toolkit.services.tables.folding import EntryKind

KINDS: dict[type[StrEnum], str] = {
    LeagueEntryKind: (
        "league_created rules_changed event_added event_removed persons_merged entries_undone league_deleted "
        "player_forgotten"
    ),
    WeekendEntryKind: (
        "weekend_created rows_set event_linked event_unlinked person_declined next_asked tie_tossed day_2_started "
        "undone player_forgotten results_kept event_resumed"
    ),
    EntryKind: "table_created operation clock links_issued result_sent player_forgotten",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_stored_kind_stays(kind: type[StrEnum]) -> None:
    assert [member.value for member in kind] == KINDS[kind].split()
