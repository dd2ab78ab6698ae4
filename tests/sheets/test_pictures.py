from __future__ import annotations

import numpy as np
import pytest

from tests.sheets import paper
from tests.sheets.pictures import DPI, FOLDER
from tests.sheets.shots import ALL, laid_out
from toolkit.sheets import SHEETS

# A typesetter or a font a little newer may move a hair's breadth: this much of a page, in greys, may differ on average,
# and nowhere may a square of 8 pixels (5 mm) differ by more than half of all grey.
MEAN = 2.0
SQUARE = 110.0


def blurred(pixels: np.ndarray) -> np.ndarray:
    height, width = (size // 8 * 8 for size in pixels.shape)
    return pixels[:height, :width].astype(float).reshape(height // 8, 8, width // 8, 8).mean(axis=(1, 3))


@pytest.mark.parametrize("name", ALL)
def test_page_one_looks_as_it_did(name: str) -> None:
    seen = paper.picture(laid_out(name.removesuffix("-letter"), size=ALL[name][1]).content, dpi=DPI).astype(float)
    known = paper.read_png(FOLDER / f"{name}.png").astype(float)
    assert seen.shape == known.shape
    assert abs(seen - known).mean() < MEAN
    assert abs(blurred(seen) - blurred(known)).max() < SQUARE


# The sheets whose template is called otherwise.
_TEMPLATES = {
    "players": "links",
    "rules": "summary",
    "decklists": "decklist",
    "checks": "decklist",
    "swap": "labels",
    "recursions": "labels",
}


def test_every_sheet_has_a_picture() -> None:
    assert {make().template.replace("_", "-") or "round" for make, _ in ALL.values()} >= {
        _TEMPLATES.get(name, name) for name in SHEETS
    }
    assert {path.stem for path in FOLDER.glob("*.png")} == set(ALL)


def test_a_sheet_that_lost_its_names_is_not_the_same_picture() -> None:
    known = paper.read_png(FOLDER / "seating-33.png").astype(float)
    empty = np.full_like(known, 255)
    assert abs(known - empty).mean() > MEAN
