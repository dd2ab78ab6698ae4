from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from toolkit.services.kernel.data_folder import UnusableDataFolder, data_folder, secret_key


def test_the_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) == 64
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_many_that_start_together_agree(tmp_path: Path) -> None:
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(secret_key(tmp_path))) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 16
    assert len(set(keys)) == 1


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    assert data_folder(tmp_path / "a" / "b").is_dir()


def test_a_file_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableDataFolder, match="cannot be made"):
        data_folder(tmp_path / "file")
