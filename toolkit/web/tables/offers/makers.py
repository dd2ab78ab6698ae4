"""Which module makes the forms of which operations."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.game.operation import Operation
from toolkit.web.tables.offers.offer import Offer, Viewpoint

type Maker = Callable[[Viewpoint, list[Operation]], list[Offer]]
MAKERS: dict[type[Operation], Maker] = {}


def makes(*kinds: type[Operation]) -> Callable[[Maker], Maker]:
    """Register who makes the forms of these operations."""

    def register(maker: Maker) -> Maker:
        for kind in kinds:
            MAKERS[kind] = maker
        return maker

    return register
