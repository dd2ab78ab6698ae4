"""Compiles the message catalogues while a wheel is built, and writes down which commit it is built from."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> list[Path]:
    """Write `messages.mo` beside every `messages.po` below `root`; the files written."""
    written = []
    for source in sorted(root.glob("toolkit/translations/*/LC_MESSAGES/messages.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as lines, target.open("wb") as compiled:
            write_mo(compiled, read_po(lines, locale=source.parent.parent.name))
        written.append(target)
    return written


def commit_of(root: Path) -> str:
    """The commit of the checkout at `root`; empty outside of one."""
    if not (root / ".git").exists():
        return ""
    asked = ["git", "-C", str(root), "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


class CustomBuildHook(BuildHookInterface):
    """Runs before files are collected, for a wheel and for an editable install alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues and ship them although git ignores them."""
        root = Path(self.root)
        build_data["artifacts"].extend(f"/{path.relative_to(root)}" for path in compile_catalogues(root))
        if version != "editable" and (commit := commit_of(root)):
            written = root / "build" / "commit"
            written.parent.mkdir(exist_ok=True)
            written.write_text(f"{commit}\n", "ascii")
            build_data["force_include"][str(written)] = "toolkit/_data/commit"
