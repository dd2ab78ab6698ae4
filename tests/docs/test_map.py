"""`make map` counts rightly: what it says of a small package was counted by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tools import map

FILES = {
    "__init__.py": "",
    "errors.py": "class Refused(Exception):\n    class Meta:\n        pass\n",
    "area/__init__.py": "from house.area.one import run\n",
    "area/one.py": "from house.area import two\n\n\ndef run():\n    return two.go()\n",
    "area/two.py": "def go():\n    from .one import run\n    return run\n",
    "area/three.py": (
        "from typing import TYPE_CHECKING\nfrom house import errors\n"
        "if TYPE_CHECKING:\n    from house.area.four import F\n"
        "class Refused:\n    class Meta:\n        pass\n"
        "Shown = int | str\nLIMIT = 2 * 3\n"
    ),
    "area/four.py": (
        "import house.area.three\nfrom decimal import Decimal as Shown\n\n"
        "type Refused = int\nclass F:\n    def a(self): ...\n    def b(self): ...\n"
    ),
}


@pytest.fixture(scope="module")
def package() -> map.Source:
    return map.modules(map.PACKAGE)


@pytest.fixture
def found(tmp_path: Path) -> map.Source:
    for name, text in FILES.items():
        path = tmp_path / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return map.modules(tmp_path / "house")


def test_areas_are_counted(found: map.Source) -> None:
    areas = map.areas(found)
    assert {name: (area.files, area.lines, area.functions) for name, area in areas.items()} == {
        "area": (5, 25, 4),
        "(top)": (2, 3, 0),
    }


def test_a_late_import_closes_a_circle_and_one_for_types_another(found: map.Source) -> None:
    run, typing = map.imports(found)
    assert map.circles(run) == [["house.area.one", "house.area.two"]]
    both = {name: run[name] | typing[name] for name in run}
    assert map.circles(both) == [["house.area.four", "house.area.three"], ["house.area.one", "house.area.two"]]


def test_a_name_with_two_meanings_is_found(found: map.Source) -> None:
    assert map.meanings(found) == (
        3,
        {
            "Refused": ["house.area.four", "house.area.three", "house.errors"],
            "Shown": ["decimal.Decimal", "house.area.three"],
        },
    )


def test_no_module_leads_back_to_itself(package: map.Source) -> None:
    run, typing = map.imports(package)
    assert map.circles({name: run[name] | typing[name] for name in run}) == []


def test_a_name_with_two_meanings_has_its_reason(package: map.Source) -> None:
    text = (map.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    reasons = text.partition("**Names that mean two things.**")[2]
    several = set(map.meanings(package)[1])
    assert set(re.findall(r"`(\w+)` \(", reasons)) == several
    assert len(several) <= 8


def figures(lines: Iterable[str]) -> dict[str, list[int]]:
    """The rows of a table by their first cell."""
    rows = [line.replace("*", "").strip("| ").split(" | ") for line in lines if re.search(r"\| [\d,]+ \|", line)]
    return {name: [int(figure.replace(",", "")) for figure in row] for name, *row in rows}


def outdated(now: dict[str, list[int]]) -> dict[str, tuple[list[int], list[int]]]:
    """The rows that are over a twentieth off in ARCHITECTURE.md, as they are there and now."""
    page = (map.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    there = figures(page.partition(map.MARKS[0])[2].partition(map.MARKS[1])[0].splitlines())
    pairs = {name: (there.get(name, []), row) for name, row in now.items()}
    return {
        name: pair
        for name, pair in pairs.items()
        if len(pair[0]) != len(pair[1]) or any(abs(a - b) > max(2, b / 20) for a, b in zip(*pair, strict=True))
    }


def test_the_areas_of_the_map_are_as_large_as_it_says(package: map.Source) -> None:
    assert outdated(figures(map.sizes(package))) == {}, "make map ARGS=--write"


def test_figures_are_put_between_the_marks_again_and_again() -> None:
    begin, end = map.MARKS
    once = map.written(f"a\n{begin}\nold\n{end}\nb\n", ["| new |"])
    assert once == f"a\n{begin}\n| new |\n{end}\nb\n"
    assert map.written(once, ["| new |"]) == once


def test_a_way_holds_what_is_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(name: str, text: str, **known: object) -> Callable[..., object]:
        scope = dict(known)
        exec(compile(text, str(tmp_path / name), "exec"), scope)
        return scope["go"]

    far = planted("far.py", "def go(): return 1")
    near = planted("near.py", "def go():\n    return [far(), far(), len('x')]", far=far)
    monkeypatch.setattr(map, "PACKAGE", tmp_path)
    way, answer = map.trace(near)
    assert (answer, len(way.functions), way.moves) == ([1, 1, 1], 2, 2)
    assert [Path(name).name for name in way.files] == ["far.py", "near.py"]
    assert list(map.entered({"a request": way})) == ["a request:", "  far.py: go", "  near.py: go"]


def test_every_way_is_walked() -> None:
    """A request through the whole app enters more than ten files, and fewer than the package has."""
    rows = figures(map.ways(map.followed()))
    assert list(rows) == list(map.WAYS)
    every = len(list(map.PACKAGE.rglob("*.py")))
    assert [name for name, row in rows.items() if not 10 < row[0] < every] == []
    assert outdated(rows) == {}, "make map ARGS=--write"
