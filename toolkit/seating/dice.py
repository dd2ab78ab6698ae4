"""Random numbers that are the same for a seed on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

_ALL = (1 << 64) - 1


class Dice:
    """The splitmix64 sequence of a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _ALL

    def draw(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _ALL
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""
        fair = _ALL - _ALL % limit
        number = self.draw()
        while number >= fair:
            number = self.draw()
        return number % limit

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put `items` in an order of which every one is equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
