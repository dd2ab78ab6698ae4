"""`python -m tests.sheets.pictures [NAME...]`: take the reference pictures anew, after having looked at them."""

from __future__ import annotations

import sys

from tests.sheets import paper
from tests.sheets.pictures import DPI, FOLDER
from tests.sheets.shots import ALL
from toolkit.sheets.pdf import render


def main() -> None:
    for name in sys.argv[1:] or ALL:
        make, size = ALL[name]
        paper.write_png(paper.picture(render(make(), size).content, dpi=DPI), FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
