"""The recipes hold: written into a copy of the package, each does what it says and passes lint."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "recipes.md"
MOST_FILES = 4
# The line above a block of code says what is to be done with it.
_STEP = re.compile(r"^([^\n]+)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`([^`]+)`")
TITLES = [
    *("A deck rule", "A list format", "A sheet", "A language", "A fact", "A setting", "A Discipline"),
    *("A console page", "A report", "A tournament command", "A game operation"),
]


def recipes() -> dict[str, list[tuple[str, str]]]:
    """The blocks of every recipe, each with the line above it."""
    _, *sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return {text.partition("\n")[0]: _STEP.findall(text) for text in sections}


def follow(steps: list[tuple[str, str]], folder: Path) -> tuple[set[str], str]:
    """Write a recipe into the copy in `folder`; which files it touched, and the program under "Then"."""
    touched: set[str] = set()
    before = ""
    for words, block in steps:
        if words == "Then":
            return touched, block
        if named := _PATH.search(words):
            target = folder / named[1]
            touched.add(named[1])
        text = target.read_text("utf-8") if target.exists() else ""
        if words.startswith("New: "):
            assert not text, target
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block, "utf-8")
        elif words.startswith("At the end of "):
            target.write_text(text + block, "utf-8")
        elif words in ("add", "by"):
            target.write_text(text.replace(before, before + block if words == "add" else block), "utf-8")
        else:
            assert words.startswith("In ")
            assert text.count(block) == 1, f"{target.name} should have this once:\n{block}"
            before = block
    raise AssertionError("a recipe ends with what then holds")


# Runs each program with names of its own, and prints the traceback of each that fails, by the title of its recipe.
_RUN_ALL = """
import json, sys, traceback
failed = {}
for title, program in json.load(sys.stdin).items():
    try:
        exec(compile(program, title, "exec"), {"__name__": title})
    except Exception:
        failed[title] = traceback.format_exc()
print(json.dumps(failed))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout without its tests; what no recipe touches is only linked."""
    for name in ("toolkit", "templates", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("card_db", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def test_the_page_has_these_recipes() -> None:
    assert list(recipes()) == TITLES


@pytest.mark.whole
def test_every_recipe_does_what_it_says(copy: Path) -> None:
    """All are written into one copy and run by one interpreter: one for each takes three times as long."""
    followed = {title: follow(steps, copy) for title, steps in recipes().items()}
    files = {title: {path for path in touched if not path.endswith(".po")} for title, (touched, _) in followed.items()}
    assert {title: paths for title, paths in files.items() if len(paths) > MOST_FILES} == {}
    code = sorted({path for touched in files.values() for path in touched if path.endswith(".py")})
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *code], cwd=copy, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout
    environment = {**os.environ, "PYTHONPATH": str(copy), "VTES_TOOLKIT_DATA_FOLDER": str(copy / "data")}
    programs = json.dumps({title: program for title, (_, program) in followed.items()})
    ran = subprocess.run(
        [sys.executable, "-c", _RUN_ALL],
        cwd=copy, env=environment, input=programs, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    failed = json.loads(ran.stdout.splitlines()[-1])
    assert not failed, "\n".join(failed.values())
