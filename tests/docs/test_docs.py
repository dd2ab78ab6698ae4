from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

from tests.docs import commands
from toolkit.web import create_app

ROOT = Path(__file__).parents[2]


def test_every_command_is_documented_as_it_is() -> None:
    # In a process of its own: click keeps what it made of a command when another test called it.
    command = [sys.executable, "-c", "from tests.docs.commands import render; print(render(), end='')"]
    page = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    assert commands.PAGE.read_text("utf-8") == page, "run `make docs`"


def test_the_readme_says_only_what_python_answers() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0


def test_every_page_without_an_account_is_named_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = {
        rule.rule
        for rule in create_app().url_map.iter_rules()
        if "GET" in (rule.methods or set()) and re.fullmatch(r"/[a-z]*", rule.rule)
    }
    assert pages
    assert {page for page in pages if f"`{page}`" not in readme} == set()
