from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import part

ROOT = Path(__file__).parents[1]
BREACHES = [
    ("scoring/planted.py", "import flask", "The domain stands alone"),
    ("cards/planted.py", "from toolkit import decks", "Domain areas know only what stands below them"),
    ("game/planted.py", "from toolkit import tournament", "Domain areas know only what stands below them"),
    ("schemas/planted.py", "from toolkit import storage", "Schemas and storage do not know each other"),
    ("web/base/planted.py", "from toolkit import storage", "Only services open storage"),
    ("services/kernel/planted.py", "from toolkit import web", "Nothing imports the doors"),
    ("services/kernel/planted.py", "from toolkit.services import events", "Services by subject"),
    ("services/accounts/planted.py", "from toolkit.services import decks", "Services by subject"),
    ("services/hall/__init__.py", "", "Services by subject"),
    ("web/base/planted.py", "from toolkit.web import room", "Web by subject"),
    ("web/hall/__init__.py", "", "Web by subject"),
]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    return subprocess.run([*command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def test_imports_follow_the_layers() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.walk
@pytest.mark.parametrize(("module", "line", "contract"), part(BREACHES, of=4))
def test_a_planted_breach_is_found(tmp_path: Path, module: str, line: str, contract: str) -> None:
    for source in ROOT.glob("toolkit/**/*.py"):
        target = tmp_path / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    planted = tmp_path / "toolkit" / module
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(f"{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    broken = re.findall(r"^(.+) BROKEN\b", result.stdout, re.MULTILINE)
    assert any(name.startswith(contract) for name in broken), result.stdout
