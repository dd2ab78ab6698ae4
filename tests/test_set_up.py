from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tools" / "set-up"
BROKEN = "WARNING: Retrying (Retry(total=0)) after connection broken by NameResolutionError"


def set_up(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{folder / 'programs'}:{os.defpath}", "HOME": str(folder)}
    command = [str(folder / "tools" / "set-up"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    return tmp_path


def test_without_a_network_one_sentence_names_the_way_that_needs_none(folder: Path) -> None:
    program(folder / ".venv/bin/python", f'echo "{BROKEN}" >&2; exit 1')
    result = set_up(folder)
    assert result.returncode == 1
    assert result.stderr.startswith("No package registry answers. Connect this computer once, or copy dist/wheels here")


def test_uv_installs_where_it_is_to_be_had(folder: Path) -> None:
    program(folder / ".venv/bin/python", "exit 1")
    program(folder / "programs/uv", 'echo "uv $*"')
    result = set_up(folder, "--group", "dev")
    assert result.stdout.strip() == "uv pip install --python .venv/bin/python -e . --group dev"


def test_pip_goes_on_where_uv_does_not_install(folder: Path) -> None:
    program(folder / ".venv/bin/python", 'echo "python $*"')
    program(folder / "programs/uv", "exit 2")
    result = set_up(folder)
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == "python -m pip install --no-compile -e ."


def test_wheels_that_were_copied_here_need_no_registry(folder: Path) -> None:
    fetched = f'case "$*" in *dist/wheels*) echo "python $*" ;; *) echo "{BROKEN}" >&2; exit 1 ;; esac'
    program(folder / ".venv/bin/python", fetched)
    (folder / "dist/wheels").mkdir(parents=True)
    uv, program_itself = set_up(folder).stdout.splitlines()
    assert uv == "python -m pip install -q --no-compile --no-index --find-links dist/wheels uv"
    assert program_itself == "python -m pip install --no-compile --no-index --find-links dist/wheels -e ."


def test_an_edited_catalogue_is_compiled_and_installs_nothing(folder: Path) -> None:
    catalogue = folder / "toolkit/translations/fr/LC_MESSAGES/messages.po"
    catalogue.parent.mkdir(parents=True)
    for path in (folder / "pyproject.toml", folder / "hatch_build.py", catalogue, catalogue.with_suffix(".mo")):
        path.touch()
    shutil.copy(ROOT / "Makefile", folder)
    program(folder / "tools/set-up", 'mkdir -p .venv; echo "set-up $*"')
    program(folder / ".venv/bin/python", 'echo "python $*"; touch "${2%.po}.mo"')

    def make() -> list[str]:
        command = ["make", "-s", ".venv/.installed"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()

    assert make() == ["set-up ", "set-up --group dev"]
    os.utime(catalogue.with_suffix(".mo"), (0, 0))
    assert make() == ["python tools/translations.py toolkit/translations/fr/LC_MESSAGES/messages.po"]
    assert make() == []


def test_a_clone_that_make_never_touched_says_what_to_do(tmp_path: Path) -> None:
    """Its catalogues are not compiled yet."""
    catalogue = "toolkit/translations/fr/LC_MESSAGES/messages.po"
    for name in ("pyproject.toml", "tests/__init__.py", "tests/conftest.py", "tests/test_views.py", catalogue):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "pytest", "tests/test_views.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    sentence = "This checkout is not set up: run `make test` once, then .venv/bin/python -m pytest."
    assert (ran.returncode, ran.stderr.strip()) == (4, f"ERROR: {sentence}")
