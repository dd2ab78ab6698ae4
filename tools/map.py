"""A map of the house: `make map` prints how big its areas are, and which way a request takes through them.

Sizes, circles of imports and names are read from the source. The ways are those of real requests to the app: each kind
is sent twice, and the second time every function of the package that is entered is noted. Nothing is looked up by a
module's name here but the app's factory, so that the map holds while rooms move.
"""

from __future__ import annotations

import ast
import re
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "toolkit"
SHORT = 100
# Where the figures stand in ARCHITECTURE.md.
MARKS = ("<!-- map -->", "<!-- /map -->")
DECK = (
    "Deck Name: Suffering from Success\n\nCrypt (12 cards, min=3, max=8, avg=5)\n"
    "12x Nana Buruku 8 PRE AUS cel dom for Guruhi:4\n\nLibrary (60 cards)\nMaster (20)\n20x Blood Doll\n\n"
    "Action (20)\n20x Govern the Unaligned\n\nReaction (20)\n20x Wake with Evening's Freshness\n"
)

# As a hall of 33 sits.
TABLES = [[*range(first, first + 5)] for first in range(1, 26, 5)] + [[26, 27, 28, 29], [30, 31, 32, 33]]

# Modules by name: the file of each and its syntax tree.
type Source = Mapping[str, tuple[Path, ast.Module]]

# Names as types have them.
_IS_TYPE = re.compile(r"_?[A-Z]+[a-z]\w*").fullmatch


# --- what stands in the source ---


@dataclass
class Area:
    """One folder of the package, or the modules that lie in none."""

    files: int = 0
    lines: int = 0
    functions: int = 0
    short: int = 0


def modules(package: Path) -> dict[str, tuple[Path, ast.Module]]:
    """Every module of a package: its name, its file, its syntax tree."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = (path, ast.parse(path.read_bytes()))
    return found


def areas(found: Source) -> dict[str, Area]:
    """Files, lines and functions by area, the greatest first."""
    sizes: dict[str, Area] = defaultdict(Area)
    for name, (path, tree) in found.items():
        below = name.split(".")[1:]
        inside = len(below) > 1 or path.name == "__init__.py"
        area = sizes[below[0] if below and inside else "(top)"]
        lines = path.read_bytes().count(b"\n")
        area.files += 1
        area.lines += lines
        area.short += lines <= SHORT
        area.functions += sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(tree))
    return dict(sorted(sizes.items(), key=lambda item: -item[1].lines))


def imports(found: Source) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which module imports which: all that a program imports, also late; and what only a checker of types reads."""
    run: dict[str, set[str]] = {name: set() for name in found}
    typing: dict[str, set[str]] = {name: set() for name in found}
    for name, (path, tree) in found.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node, is_typing in _import_nodes(tree, is_typing=False):
            for target in _targets(node, package, found):
                if target != name:
                    above = _packages(target, found) - _packages(name, found)
                    (typing if is_typing else run)[name] |= {target} | above
    return run, typing


def _packages(name: str, found: Mapping[str, object]) -> set[str]:
    """The packages that a module stands in, which run before it does."""
    parts = name.split(".")
    return {above for end in range(1, len(parts)) if (above := ".".join(parts[:end])) in found} | {name}


def _import_nodes(node: ast.AST, *, is_typing: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_typing
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for part in child.body:
                yield from _import_nodes(ast.Module([part], []), is_typing=True)
            for part in child.orelse:
                yield from _import_nodes(ast.Module([part], []), is_typing=is_typing)
        else:
            yield from _import_nodes(child, is_typing=is_typing)


def _targets(node: ast.Import | ast.ImportFrom, package: str, found: Mapping[str, object]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in found)
        return
    base = node.module or ""
    if node.level:
        above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
        base = f"{above}.{base}" if base else above
    for alias in node.names:
        if f"{base}.{alias.name}" in found:
            yield f"{base}.{alias.name}"
        elif base in found:
            yield base


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules of which each leads to every other, the greatest circle first (Tarjan's strongly connected parts)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    rings: list[list[str]] = []

    def visit(one: str) -> None:
        number[one] = low[one] = len(number)
        path.append(one)
        on_path.add(one)
        for other in sorted(edges[one]):
            if other not in number:
                visit(other)
                low[one] = min(low[one], low[other])
            elif other in on_path:
                low[one] = min(low[one], number[other])
        if low[one] == number[one]:
            ring = path[path.index(one) :]
            del path[path.index(one) :]
            on_path.difference_update(ring)
            if len(ring) > 1:
                rings.append(sorted(ring))

    for one in sorted(edges):
        if one not in number:
            visit(one)
    return sorted(rings, key=lambda ring: (-len(ring), ring))


def meanings(found: Source) -> tuple[int, dict[str, list[str]]]:
    """How many names of classes and aliases of types there are, and those that mean several things."""
    places: dict[str, set[str]] = defaultdict(set)
    for name, (_, tree) in found.items():
        for node in tree.body:  # a class inside a class is its own affair, as marshmallow's Meta
            match node:
                case ast.ClassDef(name=own) | ast.TypeAlias(name=ast.Name(id=own)):
                    places[own].add(name)
                case ast.Assign(targets=[ast.Name(id=own)], value=ast.Subscript() | ast.BinOp()) if _IS_TYPE(own):
                    places[own].add(name)
                case ast.ImportFrom(module=str(origin), names=aliases):
                    for alias in aliases:
                        if alias.asname and _IS_TYPE(alias.asname):
                            places[alias.asname].add(f"{origin}.{alias.name}")
    return len(places), {name: sorted(where) for name, where in sorted(places.items()) if len(where) > 1}


# --- the way of a request ---


@dataclass
class Way:
    """What one request enters of the package."""

    functions: set[CodeType] = field(default_factory=set)
    moves: int = 0

    @property
    def files(self) -> list[str]:
        """The files whose functions are entered."""
        return sorted({code.co_filename for code in self.functions})


def trace(ask: Callable[[], Any]) -> tuple[Way, Any]:
    """Ask, and note each function of the package that is entered, and each step from one file to another."""
    way, home, last = Way(), f"{PACKAGE}/", ""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal last
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(home):
            way.functions.add(code)
            way.moves += code.co_filename != last
            last = code.co_filename

    sys.setprofile(note)
    try:
        answer = ask()
    finally:
        sys.setprofile(None)
    return way, answer


class House:
    """The app as people and their browsers meet it."""

    def __init__(self, folder: str) -> None:
        from toolkit.web import create_app  # only here: what is printed of the source needs none of it

        self.app = create_app({"TESTING": True, "DATA_FOLDER": folder, "WTF_CSRF_ENABLED": False})
        self.organizer = self.app.test_client()
        self.organizer.get("/organizer/nobody")  # the key is made when somebody first shows one
        with sqlite3.connect(next(Path(folder).glob("*.db"))) as store:
            (key,) = store.execute("SELECT value FROM settings WHERE name = 'entry_key'").fetchone()
        self.headers = {"Authorization": f"Bearer {key}"}
        self.organizer.get(f"/organizer/{key}")

    def api(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """What the API answers the organizer, or whoever else `headers` name."""
        sent = {**self.headers, **headers}
        answer = self.organizer.open(f"/api/v1{path}", method=method, json=body, headers=sent)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        return answer.json

    def send(self, address: str, **form: object) -> Any:
        """The answer to a form of a page, as a phone sends it that has no cookie."""
        return self.app.test_client().post(address, data=form)

    def page(self, address: str, **headers: str) -> Any:
        """A page as a phone asks for it that has no cookie."""
        return self.app.test_client().get(address, headers=headers)

    def event(self) -> str:
        """The event to try everything on: 33 players, their first round played and the second one seated."""
        id = str(self.organizer.post("/tournaments/demo").location.split("/")[2])
        for number in (1, 2):
            self.api("POST", f"/tournaments/{id}/rounds", {"tables": TABLES, "publish": True})
            for table, seats in enumerate(TABLES, 1):
                if number == 1:
                    self.enter(id, number, table, [len(seats), *[0] * (len(seats) - 1)])
        return id

    def enter(self, id: str, number: int, table: int, points: list[int]) -> None:
        """Give a table its result."""
        self.api("PUT", f"/tournaments/{id}/rounds/{number}/tables/{table}/result", {"victory_points": points})


def deck_check(house: House) -> Way:
    """A deck's text to its verdict page."""
    lists = [DECK.replace("12x", f"{count}x") for count in (12, 11)]
    house.send("/", text=lists[0])
    way, answer = trace(lambda: house.send("/", text=lists[1]))
    assert answer.status_code == 200, answer.text
    return way


def result(house: House) -> Way:
    """A table's result from a player's phone."""
    id = house.event()
    way = Way()
    for player in (26, 30):
        shown = house.organizer.get(f"/tournaments/{id}/console/players/{player}").text
        own = _found(rf"(/tournaments/{id}/players/{player}/[\w-]{{22}})", shown) + "/rounds/2"
        seen = _found(r'name="seen" value="([^"]*)"', house.page(own).text)
        form = {"seen": seen, "vp1": "2", "vp2": "1", "vp3": "1", "vp4": "0"}
        way, answer = trace(lambda own=own, form=form: house.send(f"{own}/points", **form))
        assert answer.status_code == 303, answer.text
    return way


def standings(house: House) -> Way:
    """The event's page with its standings, after a result."""
    id = house.event()
    way = Way()
    for table in (1, 2):
        house.enter(id, 2, table, [3, 1, 1, 0, 0])
        way, answer = trace(lambda: house.page(f"/tournaments/{id}"))
        assert answer.status_code == 200, answer.text
    return way


def operation(house: House) -> Way:
    """An operation at a table, from a player's phone."""
    table = Table(house)
    table.play()
    way, answer = trace(table.play)
    assert answer.status_code == 303, answer.text
    return way


def other_screen(house: House) -> Way:
    """What another phone then fetches of the table."""
    table, tag, way = Table(house), "", Way()
    for _ in range(2):
        table.play()
        headers = {"X-Fragment": "table", "If-None-Match": tag}
        way, answer = trace(lambda headers=headers: house.page(table.doors["2"]["path"], **headers))
        assert answer.status_code == 200, answer.text
        tag = answer.headers["ETag"]
    return way


class Table:
    """A table of five."""

    def __init__(self, house: House) -> None:
        names = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
        made = house.api("POST", "/games", {"names": names, "profile": "vekn_event"})
        self.house = house
        self.doors = {door["door"]: door for door in made["doors"]}

    def play(self) -> Any:
        """The first player ends a phase."""
        return self.house.send(f"{self.doors['1']['path']}/do", op="Anna: end-phase")


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, pattern
    return found[1]


# The requests that people wait for most often.
WAYS: dict[str, Callable[[House], Way]] = {
    "deck text to its verdict page": deck_check,
    "a result from a phone": result,
    "the event's page with standings": standings,
    "an operation at a table": operation,
    "the same on another phone's screen": other_screen,
}


# --- what is printed ---


def sizes(found: Source) -> Iterator[str]:
    """The table of the areas."""
    every = areas(found)
    total = Area(
        *(sum(getattr(area, one) for area in every.values()) for one in ("files", "lines", "functions", "short"))
    )
    yield f"| area | files | lines | functions | files of {SHORT} lines or less |\n|---|---|---|---|---|"
    for name, area in {"**toolkit**": total, **every}.items():
        yield f"| {name} | {area.files} | {area.lines:,} | {area.functions:,} | {area.short} |"


def followed() -> dict[str, Way]:
    """The way of each of the requests."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(folder)
        return {name: follow(house) for name, follow in WAYS.items()}


def ways(every: Mapping[str, Way]) -> Iterator[str]:
    """The table of the requests."""
    yield "| request | files entered | functions | moves between files |\n|---|---|---|---|"
    for name, way in every.items():
        yield f"| {name} | {len(way.files)} | {len(way.functions)} | {way.moves:,} |"


def entered(every: Mapping[str, Way]) -> Iterator[str]:
    """The files that each of the requests enters, with the functions called in each."""
    for name, way in every.items():
        yield f"{name}:"
        for file in way.files:
            names = sorted({code.co_qualname for code in way.functions if code.co_filename == file})
            yield f"  {Path(file).relative_to(PACKAGE)}: {', '.join(names)}"


def knots(found: Source) -> Iterator[str]:
    """The circles of imports, and the names of classes and type aliases that mean several things."""
    run, typing = imports(found)
    at_run_time = circles(run)
    rings = circles({name: run[name] | typing[name] for name in run})
    yield f"circles of imports: {len(rings)}, {len(at_run_time)} of them when the program runs"
    for ring in rings:
        yield f"- {', '.join(name.removeprefix('toolkit.') for name in ring)}"
    count, several = meanings(found)
    yield f"\nnames of classes and types with several meanings: {len(several)} of {count}"
    for name, places in several.items():
        yield f"- {name}: {', '.join(place.removeprefix('toolkit.') for place in places)}"


def written(page: str, figures: Iterable[str]) -> str:
    """The page with these figures between its marks."""
    begin, end = MARKS
    before, rest = page.split(begin)
    return f"{before}{begin}\n{'\n'.join(figures)}\n{end}{rest.partition(end)[2]}"


def main() -> None:
    """Print the map; `--files` names what each request enters, `--write` puts the figures into ARCHITECTURE.md."""
    sys.path.insert(0, str(ROOT))
    found, every = modules(PACKAGE), followed()
    parts = [list(part) for part in (sizes(found), ways(every), knots(found))]
    if "--files" in sys.argv:
        parts.append(list(entered(every)))
    print("\n\n".join("\n".join(part) for part in parts))
    if "--write" in sys.argv:
        page = ROOT / "ARCHITECTURE.md"
        counts = [f"{line.strip().capitalize()}." for line in parts[2] if line.strip() and not line.startswith("- ")]
        counted = [*parts[0], "", *parts[1], "", *counts]
        page.write_text(written(page.read_text("utf-8"), counted), "utf-8")


if __name__ == "__main__":
    main()
