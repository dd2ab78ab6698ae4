"""The addresses of an app, compiled once for all apps that have the same: most of what making an app takes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, ClassVar

from werkzeug.routing import Map, MapAdapter, Rule, RuleFactory


class SharedAddresses(Map):
    """An app's addresses as it adds them; where they lead is kept by the app itself."""

    _compiled: ClassVar[dict[str, Map]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._added: list[Rule] = []
        self._shared: Map | None = None

    def add(self, rulefactory: RuleFactory) -> None:
        self._added += rulefactory.get_rules(self)
        self._shared = None

    @property
    def shared(self) -> Map:
        """All addresses, compiled by the first app that has these."""
        if self._shared is None:
            settings = {"host_matching": self.host_matching, "strict_slashes": self.strict_slashes}
            key = repr((settings, self.converters, [vars(rule) for rule in self._added]))
            if key not in self._compiled:
                self._compiled[key] = Map(deepcopy(self._added), converters=self.converters, **settings)
            self._shared = self._compiled[key]
        return self._shared

    def bind(self, *args: Any, **more: Any) -> MapAdapter:
        return self.shared.bind(*args, **more)

    def bind_to_environ(self, *args: Any, **more: Any) -> MapAdapter:
        return self.shared.bind_to_environ(*args, **more)

    def iter_rules(self, endpoint: str | None = None) -> Iterator[Rule]:
        return self.shared.iter_rules(endpoint)

    def is_endpoint_expecting(self, endpoint: str, *arguments: str) -> bool:
        return self.shared.is_endpoint_expecting(endpoint, *arguments)
