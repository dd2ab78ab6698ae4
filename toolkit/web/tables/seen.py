"""What the screens of a table have in common, made once for all of them: what each reader sees, and its words.

All of it is kept by the state that it is of, which never changes: an operation, an undo, a correction bring another.
Beside the state stands whose eyes it is for, so that nobody is shown what only another may see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, cast

from toolkit.game import GameState, view_for
from toolkit.game.view import SPECTATOR, GameView, as_dict
from toolkit.services.recent import Recent
from toolkit.web.i18n import language
from toolkit.web.tables.names import Names

type View = dict[str, Any]

# Of as many tables as play at once: each seat, whoever watches, and the state before the last operation.
KEPT = 512
# Of each of these, in several languages: the sides, what goes on, the points.
KEPT_PIECES = 8 * KEPT


@dataclass(frozen=True, slots=True)
class Seen:
    """One state as one reader may see it; only to be read. What another may see is another object.

    Attributes:
        seat: whose eyes; empty for a spectator, None for a judge.
        shown: what these eyes see; `view` is the same as plain data.
        watched: the same state as a spectator sees it, where everything that both see has the same name to both.
    """

    state: GameState
    seat: str | None
    shown: GameView
    view: View
    names: Names
    watched: Seen | None = None

    @property
    def of_others(self) -> Seen:
        """The eyes for which everything but the reader's own side is drawn."""
        return self.watched or self

    @property
    def of_all(self) -> Seen:
        """The eyes for which what may name any card is drawn."""
        return self.watched if self.watched and not self.names.knows_more(self.watched.names) else self


_seen: Recent[tuple[int, str | None], Seen] = Recent(KEPT)
_shared: Recent[Hashable, tuple[GameState, object]] = Recent(KEPT_PIECES)


def seen_by(state: GameState, seat: str | None) -> Seen:
    """The state as a Methuselah or a spectator may see it; None is a judge, who sees all of it.

    Raises:
        UnknownSeat: nobody of that name sits at the table.
    """
    # While a state is kept here no other object has its id.
    key = (id(state), seat)
    return _seen.get(key) or _seen.keep(key, _look(state, seat))


def _look(state: GameState, seat: str | None) -> Seen:
    if not seat:
        shown = view_for(state, seat)
        view = as_dict(shown)
        return Seen(state, seat, shown, view, Names(view))
    watched = seen_by(state, SPECTATOR)
    shown = view_for(state, seat, public=watched.shown)
    view = as_dict(shown)
    names = Names(view)
    return Seen(state, seat, shown, view, names, watched if names.agrees_with(watched.names) else None)


def shared[T](seen: Seen, what: Hashable, make: Callable[[], T]) -> T:
    """What `make` returns, made once for all screens in a language that show `seen`; `make` looks at nothing else."""
    key = (id(seen.state), seen.seat, what, language())
    known = _shared.get(key)
    if known is None:
        known = _shared.keep(key, (seen.state, make()))
    return cast(T, known[1])
