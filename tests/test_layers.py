from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    return subprocess.run([*command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def test_imports_follow_the_layers() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("scoring/planted.py", "import flask"),
        ("cards/planted.py", "from toolkit import decks"),
        ("game/planted.py", "from toolkit import tournament"),
        ("schemas/planted.py", "from toolkit import storage"),
        ("web/planted.py", "from toolkit import storage"),
        ("services/planted.py", "from toolkit import web"),
    ],
)
def test_a_planted_breach_is_found(tmp_path: Path, module: str, line: str) -> None:
    for source in ROOT.glob("toolkit/**/*.py"):
        target = tmp_path / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (tmp_path / "toolkit" / module).write_text(f"{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert "BROKEN" in result.stdout
