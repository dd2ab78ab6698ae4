"""What a reader sees of a game, remembered: one page asks for it several times, and several screens for the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from toolkit.game import GameState, view_for
from toolkit.web.tables.names import Names

type View = dict[str, Any]

# Of as many tables as play at once: each seat, whoever watches, and the state before the last operation.
KEPT = 512


@dataclass(frozen=True, slots=True)
class Seen:
    """One state as one reader may see it; only to be read. What another may see is another object."""

    state: GameState
    view: View
    names: Names


_lock = threading.Lock()
_kept: OrderedDict[tuple[int, str | None], Seen] = OrderedDict()


def seen_by(state: GameState, seat: str | None) -> Seen:
    """The state as a Methuselah or a spectator may see it; None is a judge, who sees all of it.

    Raises:
        UnknownSeat: nobody of that name sits at the table.
    """
    # A state never changes, and while it is kept here no other object has its id.
    key = (id(state), seat)
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
            return found
    view = view_for(state, seat)
    made = Seen(state, view, Names(view))
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made
