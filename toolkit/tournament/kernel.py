"""What every log has in common: its facts are frozen values, each does something to a state and is told in a sentence.

The log of an event (`toolkit.tournament.log`) is one, those of leagues and weekends (`toolkit.season.log`) are others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate

from toolkit.languages import Sayable


def frozen[F](kind: type[F]) -> type[F]:
    """The class of a fact as a frozen dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


def stored_name(kind: type) -> str:
    """The name under which logs keep a fact, where its class says no other: `PlayerAdded` is `player_added`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


class Folds[F, S, **P, N]:
    """What each kind of fact does to the state, and how it is told.

    A fact is folded from the state, itself, and what else there is to say (`P`: its entry, or nothing); it is told by
    names (`N`).
    """

    def __init__(self) -> None:
        """None yet: each is said beside its operation."""
        self.functions: dict[type[F], Callable[Concatenate[S, Any, P], S]] = {}
        self.tellings: dict[type[F], Callable[[N, Any], Sayable]] = {}

    def folds[K](
        self, kind: type[K], tells: Callable[[N, K], Sayable]
    ) -> Callable[[Callable[Concatenate[S, K, P], S]], Callable[Concatenate[S, K, P], S]]:
        """Decorator: this function says what a fact of `kind` does, and `tells` how the log tells it."""
        self.tell(kind, tells)

        def register(function: Callable[Concatenate[S, K, P], S]) -> Callable[Concatenate[S, K, P], S]:
            self.functions[kind] = function  # type: ignore[index]  # a kind of fact of this log
            return function

        return register

    def tell[K](self, kind: type[K], tells: Callable[[N, K], Sayable]) -> None:
        """How the log tells a fact of `kind`."""
        self.tellings[kind] = tells  # type: ignore[index]

    def fold_of(self, kind: type[F]) -> Callable[Concatenate[S, Any, P], S] | None:
        """What a fact of `kind` does; None where it does nothing."""
        return self.functions.get(kind)

    def told(self, names: N, fact: F) -> Sayable:
        """A sentence for a fact."""
        return self.tellings[type(fact)](names, fact)
