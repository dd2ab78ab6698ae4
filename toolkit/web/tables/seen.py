"""The common part of a table's screens, made once for all of them: each reader's view, and its words.

All of it is kept by the state that it is of, which never changes: an operation, an undo, a correction bring another.
Beside the state stands whose eyes it is for, so that nobody is shown what only another may see. Nothing here keeps a
state: once its table is gone, what was made of it is found by nobody any more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import cast
from weakref import ref

from toolkit.game import GameState, apply, is_legal, view_for
from toolkit.game.phased import GoOn
from toolkit.game.view import SPECTATOR, ShownGame
from toolkit.game.vocabulary import Phase
from toolkit.game.words import Names
from toolkit.services.kernel.recent import Recent
from toolkit.web.base.i18n import language
from toolkit.web.tables.words import names_in

# Of as many tables as play at once: each seat, whoever watches, and the state before the last operation.
KEPT = 512
# Of each of these, in several languages: the sides, what goes on, the points.
KEPT_PIECES = 8 * KEPT


class StateKey:
    """The key of a state: itself, neither its content nor its place in memory.

    Where it lay another may lie once it is gone: the mark of a state that is gone is equal to no other.
    """

    __slots__ = ("_place", "_state")

    def __init__(self, state: GameState) -> None:
        self._state, self._place = ref(state), id(state)

    def __hash__(self) -> int:
        return self._place

    def __eq__(self, other: object) -> bool:
        state = self._state()
        return state is not None and isinstance(other, StateKey) and state is other._state()


@dataclass(frozen=True, slots=True)
class Seen:
    """One state as one reader may see it; only to be read. What another may see is another object.

    Attributes:
        mark: of the state.
        seat: whose eyes; empty for a spectator, None for a judge.
        view: what these eyes see.
        watched: the same state as a spectator sees it, where everything that both see has the same name to both.
    """

    mark: StateKey
    seat: str | None
    view: ShownGame
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


_seen: Recent[tuple[StateKey, str | None], Seen] = Recent(KEPT)
_shared: Recent[Hashable, tuple[object]] = Recent(KEPT_PIECES)


def seen_by(state: GameState, seat: str | None) -> Seen:
    """The state as a Methuselah or a spectator may see it; None is a judge, who sees all of it.

    Raises:
        UnknownSeat: nobody of that name sits at the table.
    """
    key = (StateKey(state), seat)
    return _seen.get(key) or _seen.keep(key, _look(state, seat))


def _look(state: GameState, seat: str | None) -> Seen:
    if not seat:
        view = view_for(state, seat)
        return Seen(StateKey(state), seat, view, names_in(view))
    watched = seen_by(state, SPECTATOR)
    view = view_for(state, seat, public=watched.view)
    names = names_in(view)
    return Seen(StateKey(state), seat, view, names, watched if names.agrees_with(watched.names) else None)


def shared[T](seen: Seen, what: Hashable, make: Callable[[], T]) -> T:
    """The value of `make`, made once for all screens in a language that show `seen`; `make` reads nothing else."""
    key = (seen.mark, seen.seat, what, language())
    kept = _shared.get(key)
    if kept is None:
        kept = _shared.keep(key, (make(),))
    return cast(T, kept[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """The next choice of a shared turn, behind the portions without a duty, and the seat whose move it is."""

    phase: Phase
    seat: str


def following_of(state: GameState) -> Following | None:
    """The next choice of a shared turn; None in a standard game."""
    if not state.options.is_phased:
        return None
    return shared(seen_by(state, SPECTATOR), "following", lambda: _following(state))


def _following(state: GameState) -> Following:
    step, order = state.step, GoOn(seat=state.step.seat)
    if is_legal(state, order):
        step = apply(state, order)[0].step
    return Following(phase=step.phase, seat=step.seat)
