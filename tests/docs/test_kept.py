"""The page of what a browser keeps names all that the scripts keep, and where."""

from __future__ import annotations

import re
from pathlib import Path

from toolkit import web

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(web.__file__).parent / "static"
# How a script reads or writes what is kept, with its name, a constant of its own or the beginning of a template.
CALL = re.compile(
    r"(localStorage|sessionStorage|caches|\b(?:load|keep|recall|remember|name))"
    r"(?:\.(?:getItem|setItem|removeItem|open|startsWith)|\[[^\]]*\])?"
    r"""\((?:"([^"]+)"|`([^`$]+)|(\w+)[,)])"""
)
PLACES = {"sessionStorage": "window", "recall": "window", "remember": "window"}


def named(script: str, constant: str) -> str:
    """The beginning of a constant's text; "" where it is none."""
    found = re.search(rf"""\b{constant} = ["`]([^"`$]+)""", script)
    return found[1] if found else ""


def test_the_table_names_all_that_is_kept_and_where() -> None:
    kept = set[tuple[str, str]]()
    for path in SCRIPTS.glob("*.js"):
        script = path.read_text("utf-8")
        for call, text, template, constant in CALL.findall(script):
            name = text or template or named(script, constant)
            kept |= {(name.rstrip("?"), PLACES.get(call, "browser"))} if name else set()
    rows = re.findall(r"^\| `([^`]+)` \| (\w+) \|", (ROOT / "docs/kept.md").read_text("utf-8"), re.MULTILINE)
    assert kept == set(rows)
