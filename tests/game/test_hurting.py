"""A few games that hurt; the long run is `python -m tests.game.hurting`."""

from __future__ import annotations

import pytest

from tests.game.hurting import HurtingGame


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_declared_breaks_the_table(seed: int) -> None:
    HurtingGame(seed, limit=80).play()
