from __future__ import annotations

import pytest

from toolkit.api import leagues


@pytest.mark.parametrize("path", ["nowhere.json", "{" * 5000])
def test_a_file_that_cannot_be_opened_is_refused_by_its_name(path: str) -> None:
    with pytest.raises(leagues.BadFile, match=r"^(nowhere\.json|\{{100}): "):
        leagues.table([path])
