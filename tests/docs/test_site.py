"""The documentation site builds without a warning, has each page in its menu, and is short to walk."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROJECT = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
TASKS = {
    "players": ("check-a-deck", "phone"),
    "organizers": ("first-event", "results", "final", "reports", "laptop"),
    "judges": ("decklist", "penalty", "result"),
}
PAGES = {
    *(f"{reader}/{task}.md" for reader, tasks in TASKS.items() for task in tasks),
    *("limited.md", "season.md", "server.md", "building.md", "game.md", "recipes.md", "commands.md"),
    *("troubleshooting.md", "glossary.md"),
}


def menu(entries: list[dict[str, object]]) -> Iterator[str]:
    for entry in entries:
        for below in entry.values():
            if isinstance(below, str):
                yield below
            else:
                assert isinstance(below, list)
                yield from menu(below)


def test_every_page_stands_in_the_menu_once() -> None:
    assert sorted(menu(PROJECT["nav"])) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_no_link_leads_out_of_the_site(page: Path) -> None:
    links = re.findall(r"\]\((?!\w+:)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).resolve().is_relative_to(DOCS)] == []


def test_the_site_builds_strictly() -> None:
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict", "--clean"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    start = (ROOT / PROJECT["site_dir"] / "index.html").read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(https?://(?!zensical\.org)[^"]+)"', start)  # nothing comes from elsewhere


def test_every_task_is_at_most_two_links_from_the_first_page() -> None:
    def linked(page: Path) -> set[Path]:
        links = re.findall(r"\]\((?!\w+:)([^)#]+\.md)", page.read_text("utf-8"))
        return {(page.parent / link).resolve() for link in links}

    first = linked(DOCS / "index.md")
    second = first.union(*map(linked, first))
    assert {DOCS / page for page in PAGES} <= second
