from __future__ import annotations

import pytest

from toolkit.api import leagues


@pytest.mark.parametrize("path", ["nowhere.json", "{" * 5000])
def test_a_file_that_cannot_be_opened_is_refused_by_its_name(path: str) -> None:
    with pytest.raises(leagues.BadFile, match=r"^(nowhere\.json|\{{100}): "):
        leagues.table([path])


def test_rules_are_changed_by_values_of_python() -> None:
    rules = leagues.rules_of("rtp", best_of={"grand_prix": 2}, with_final=True, kinds=["grand_prix"], best=3)
    assert leagues.rules_in_words(rules)[1] == "The best 3 results count."
    assert (rules.with_final, [*rules.best_of.values()], len(rules.kinds)) == (True, [2], 1)
