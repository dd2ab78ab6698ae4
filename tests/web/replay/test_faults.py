"""What is wrong with a record is said in French and Spanish too."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from flask import Flask

from tests.web.test_every_page import Marked, unmarked
from toolkit.game import parse_record
from toolkit.game.operation import REGISTRY
from toolkit.game.options import VALUES
from toolkit.game.record import BadRecord
from toolkit.game.vocabulary import ActionKind
from toolkit.languages import say
from toolkit.languages.words import Words
from toolkit.web.replay.view import record_fault

HEAD = "vtes-toolkit game record 2\nseat A\nseat B\n\n"
FAULTS = (
    HEAD + "A: announce X dance\n",
    HEAD + "A: fly\n",
    HEAD + "A: start-game A\n",
    HEAD + "end-phase\n",
    HEAD + "A: announce X bleed target=B target=A\n",
    HEAD + "A: announce X bleed any_target=perhaps\n",
    HEAD + "A: transfer-blood X amount=many\n",
    HEAD + "A: use-effect fly why=card\n",
    HEAD + "A: use-effect bleed:1:1:1:1 why=card\n",
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


@pytest.mark.parametrize(
    ("text", "french", "spanish"),
    [
        (HEAD + "A: fly\n", "il n’y a pas d’opération 'fly'", "no hay ninguna operación 'fly'"),
        (
            HEAD + "A: transfer-blood X amount=many\n",
            "amount\u202f: 'many' n’est pas un nombre",
            "amount: 'many' no es un número",
        ),
        (HEAD + "end-phase\n", "c’est à un Mathusalem de donner end-phase", "end-phase le corresponde a un Matusalén"),
        (
            HEAD.replace("seat B", "option game.wings=2"),
            "Il n’y a pas d’option 'game.wings'",
            "No hay ninguna opción 'game.wings'",
        ),
    ],
)
def test_a_fault_is_said_in_the_reader_s_language(app: Flask, text: str, french: str, spanish: str) -> None:
    for language, expected in (("fr", french), ("es", spanish)):
        with app.test_request_context(headers={"Accept-Language": language}):
            app.preprocess_request()
            assert record_fault(fault_of(text)) == expected


@pytest.mark.parametrize("text", FAULTS)
def test_no_fault_says_anything_that_is_not_translated(text: str) -> None:
    outside = " ".join(unmarked(say(fault_of(text).said, Words("fr", Marked()))))
    assert set(WORD.findall(outside)) <= {*WORD.findall(text), *OF_RECORDS}


WORD = re.compile(r"\w+")
# Kinds of actions, fields of operations, options and their values are said as they stand in a record.
OF_RECORDS = {
    *ActionKind,
    *(field.name for kind in REGISTRY.values() for field in fields(kind)),
    *(word for name, values in VALUES.items() for part in (name, *values) for word in WORD.findall(part)),
}
