"""The kinds of entries of leagues, weekends and followed games are read for good: none is taken out or renamed.

Those of tournaments are in `tests/tournament/data/stored_names.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from toolkit.season.league_log import LEAGUE_FACTS
from toolkit.season.weekend_log import WEEKEND_FACTS
from toolkit.services.tables.folding import EntryKind

KINDS: dict[str, tuple[Iterable[str], str]] = {
    "league": (
        LEAGUE_FACTS.by_name,
        "league_created rules_changed event_added event_removed event_weighed persons_merged entries_undone "
        "league_deleted player_forgotten",
    ),
    "weekend": (
        WEEKEND_FACTS.by_name,
        "weekend_created rows_set event_linked event_unlinked person_declined next_asked tie_tossed day_2_started "
        "undone player_forgotten results_kept event_resumed",
    ),
    "table": (EntryKind, "table_created operation clock links_issued result_sent player_forgotten"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_stored_kind_stays(kind: str) -> None:
    names, stored = KINDS[kind]
    assert sorted(names) == sorted(stored.split())
