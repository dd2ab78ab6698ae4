"""The three questions about an event, answered in one place: is it reported, does it take decklists, does it take fees.

An answer is a setting. An event that never gave one is as events were before there were questions.
"""

from __future__ import annotations

from toolkit.tournament.configuration import Decklists, Fees
from toolkit.tournament.state import State


def is_reported(state: State) -> bool:
    """Whether the event is reported to the VEKN: as answered, unless its kind or a rehearsal says no."""
    return state.settings.is_for_vekn and not state.settings.is_rehearsal


def decklists_of(state: State) -> Decklists:
    """How the event takes decklists: as answered, else by the lists that came in or are asked for."""
    settings = state.settings
    if settings.decklists is not None:
        return settings.decklists
    if settings.requires_decks or any(player.lists for player in state.players.values()):
        return Decklists.ONLINE
    has_paper = any(player.paper_lists for player in state.players.values())
    return Decklists.PAPER if has_paper else Decklists.NONE


def takes_decklists(state: State) -> bool:
    """Whether the organizer works with decklists: marks, check-sheets and the column of lists."""
    return decklists_of(state) is not Decklists.NONE


def accepts_decklists(state: State) -> bool:
    """Whether a list may come in at all: unless the answer is none. An event without an answer accepts them."""
    return state.settings.decklists is not Decklists.NONE


def accepts_online_lists(state: State) -> bool:
    """Whether players hand in lists on their own pages."""
    return state.settings.decklists in (None, Decklists.ONLINE)


def takes_fees(state: State) -> bool:
    """Whether an entry fee is paid: as answered, else whether an amount is set."""
    settings = state.settings
    return settings.fees is not None if settings.has_fees is None else settings.has_fees


def fees_of(state: State) -> Fees | None:
    """The fees as they are paid now; None if the event takes none, or has no amount yet."""
    return state.settings.fees if takes_fees(state) else None
