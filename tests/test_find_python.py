from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "tools" / "find-python"


def find_python(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(SCRIPT)],
        env={"PATH": str(folder), "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def fake_python(path: Path, *, exit_status: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {exit_status}\n")
    path.chmod(0o755)


def test_without_any_python_one_sentence_says_what_is_needed(tmp_path: Path) -> None:
    result = find_python(tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("The VTES Toolkit needs Python 3.12 or later and found none")


def test_an_old_python_is_passed_over(tmp_path: Path) -> None:
    fake_python(tmp_path / "python3.12", exit_status=1)
    fake_python(tmp_path / "python3", exit_status=1)
    fake_python(tmp_path / "python3.13", exit_status=0)
    assert find_python(tmp_path).stdout.strip() == str(tmp_path / "python3.13")


def test_the_python_named_by_the_user_comes_first(tmp_path: Path) -> None:
    fake_python(tmp_path / "python3.12", exit_status=0)
    assert find_python(tmp_path, PYTHON=sys.executable).stdout.strip() == os.fspath(sys.executable)
