"""Recent answers, kept in memory; the one asked for longest ago makes room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable


class Recent[K: Hashable, V]:
    """At most so many values, for any number of threads; a value is only to be read."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value kept under that key; None without one."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
            return kept

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and return it."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return value
