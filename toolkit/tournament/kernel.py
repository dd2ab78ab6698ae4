"""The common part of all logs: their facts are frozen values, each changes a state and has a sentence.

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
    """The effect of each kind of fact on the state, and its sentence.

    A fact is folded from the state, itself, and its entry if there is one (`P`). Its sentence takes names (`N`).
    """

    def __init__(self) -> None:
        """Without facts: each is added beside its operation."""
        # By kind of fact: `type[F]`, but a decorator's own type variable cannot be bound by `F`.
        self.functions: dict[type[Any], Callable[Concatenate[S, Any, P], S]] = {}
        self.sentences: dict[type[Any], Callable[[N, Any], Sayable]] = {}

    def folds[K](
        self, kind: type[K], sentence: Callable[[N, K], Sayable]
    ) -> Callable[[Callable[Concatenate[S, K, P], S]], Callable[Concatenate[S, K, P], S]]:
        """Decorator: the function folds a fact of `kind`, and `sentence` is its sentence in the log."""
        self.set_sentence(kind, sentence)

        def register(function: Callable[Concatenate[S, K, P], S]) -> Callable[Concatenate[S, K, P], S]:
            self.functions[kind] = function
            return function

        return register

    def set_sentence[K](self, kind: type[K], sentence: Callable[[N, K], Sayable]) -> None:
        """Give the facts of `kind` their sentence in the log."""
        self.sentences[kind] = sentence

    def fold_of(self, kind: type[F]) -> Callable[Concatenate[S, Any, P], S] | None:
        """The function that folds a fact of `kind`; None where the state stays."""
        return self.functions.get(kind)

    def sentence_of(self, names: N, fact: F) -> Sayable:
        """The sentence of a fact."""
        return self.sentences[type(fact)](names, fact)
