"""What is wrong with a record is said in French and Spanish too."""

from __future__ import annotations

import pytest
from flask import Flask

from toolkit.game import parse_record
from toolkit.game.record import BadRecord
from toolkit.web.replay.view import record_fault

HEAD = "vtes-toolkit game record 1\nseat A\nseat B\n\n"
FAULTS = (
    HEAD + "A: fly\n",
    HEAD + "A: start-game A\n",
    HEAD + "end-phase\n",
    HEAD + "A: announce X bleed target=B target=A\n",
    HEAD + "A: announce X bleed any_target=perhaps\n",
    HEAD + "A: transfer-blood X amount=many\n",
    HEAD + "A: use-effect fly\n",
    HEAD + "A: use-effect bleed:1:1:1:1\n",
    HEAD + "A: announce\n",
    HEAD + 'A: announce "X\n',
    HEAD + "A: announce X bleed wings=2\n",
    HEAD.replace("seat B", "seat A"),
    HEAD.replace("seat B", "chair B"),
    HEAD.replace("seat B", "profile none"),
    HEAD.replace("seat B", "option game.wings=2"),
    HEAD.replace("seat B", "option game.speed=light"),
)


def fault_of(text: str) -> BadRecord:
    """The body's fault is kept with the record, the head's is raised."""
    try:
        problem = parse_record(text).problem
    except BadRecord as error:
        return error
    assert problem is not None
    return problem


@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_said_in_the_reader_s_language(app: Flask, language: str, text: str) -> None:
    fault = fault_of(text)
    with app.test_request_context(headers={"Accept-Language": language}):
        app.preprocess_request()
        assert record_fault(fault) != fault.said.rstrip(".")
