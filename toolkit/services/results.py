"""What everybody may know of an event once it is over: whose lists are shown."""

from __future__ import annotations

from toolkit.tournament.configuration import ListsSeenBy
from toolkit.tournament.standings import standings
from toolkit.tournament.state import Player, State


def shown_lists(state: State) -> tuple[Player, ...]:
    """The players whose decklists everybody may see now, in the order of the standings."""
    seen = state.settings.lists_seen_by
    if not state.is_finished or seen is ListsSeenBy.NOBODY:
        return ()
    rows = [row for row in standings(state) if row.player.decks]
    return tuple(row.player for row in rows if seen is ListsSeenBy.EVERYBODY_AFTER or row.is_finalist)
