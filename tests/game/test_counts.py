from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.game.counts import POSITIONS, counts

FROZEN = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", list(POSITIONS))
def test_legal_sequences(name: str) -> None:
    assert counts(name) == FROZEN[name]
