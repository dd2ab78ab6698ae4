from __future__ import annotations

import contextlib
import unicodedata

import pytest

from tests.given import given, settings, st
from tests.soak import check, fiftieth
from tests.tournament.organizer import Organizer
from toolkit.errors import ToolkitError
from toolkit.tournament import players


@pytest.mark.parametrize("numbers", fiftieth("events", parts=4))
def test_whatever_happens_is_folded_answered_exported_and_undone(numbers: range) -> None:
    check("events", numbers)


def signs(text: str) -> str:
    """The signs that somebody sees of a text: neither space nor a sign of format."""
    return "".join(sign for sign in text if not sign.isspace() and unicodedata.category(sign) != "Cf")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=120))
def test_any_name_is_taken_or_refused(name) -> None:
    organizer = Organizer()
    with contextlib.suppress(ToolkitError):
        organizer.add_player(name)
        taken = players.find_player(organizer.state, "1").name
        assert taken == " ".join(taken.split())
        assert signs(taken) == signs(name)
