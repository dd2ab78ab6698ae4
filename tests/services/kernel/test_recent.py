from __future__ import annotations

from toolkit.services.kernel.recent import Recent


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    assert recent.get("a") == 1
    assert recent.keep("c", 3) == 3
    assert [recent.get(key) for key in "abc"] == [1, None, 3]
    assert len(recent) == 2


def test_a_value_kept_anew_takes_the_place_of_the_older() -> None:
    recent: Recent[str, int] = Recent(2)
    for value in (1, 2, 3):
        recent.keep("a", value)
    assert (recent.get("a"), len(recent)) == (3, 1)
