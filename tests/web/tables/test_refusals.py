"""What the rules refuse, in every language: no sentence of the engine is left in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from flask import Flask

from tests.rules.table import Table
from toolkit import paths
from toolkit.game import view_for
from toolkit.game.refusals import Code, Refusal
from toolkit.game.rules import rules
from toolkit.game.vocabulary import EffectKind, Phase, Timing, Zone
from toolkit.languages import LANGUAGES
from toolkit.web.tables.refusals import refusal_words
from toolkit.web.tables.words import names_in

GAME = Path(__file__).parents[3] / "toolkit/game"


def refusals() -> Iterator[tuple[str, ast.Call]]:
    """Every place where the engine makes a refusal, but the one that hands on another's sentence."""
    for path in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "Refusal":
                continue
            if path.name != "refusals.py":
                yield f"{path.name}:{node.lineno}", node


def sentence(call: ast.Call) -> str:
    """What it says; put together from pieces, no catalogue could have it."""
    written = call.args[1]
    assert isinstance(written, ast.Constant), ast.unparse(call)
    assert isinstance(written.value, str)
    return written.value


def test_every_row_that_is_cited_exists() -> None:
    cited = {
        node.value
        for path in sorted(GAME.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"[A-Z]+(-[A-Z]+)?-\d\d", str(node.value))
    }
    assert len(cited) > 200
    assert cited <= set(rules())


def test_every_place_of_a_sentence_has_its_figure() -> None:
    found = list(refusals())
    assert len(found) > 300
    for where, call in found:
        assert set(re.findall(r"%\((\w+)\)[sr]", sentence(call))) == {figure.arg for figure in call.keywords}, where


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_refusal_is_translated(language: str) -> None:
    with (paths.TRANSLATIONS / language / "LC_MESSAGES/messages.po").open("rb") as file:
        known = {message.id for message in read_po(file) if message.string}
    assert {sentence(call) for _, call in refusals()} <= known


@pytest.mark.parametrize(
    ("refused", "english", "french"),
    [
        (
            Refusal(Code.PHASE, "This belongs to the %(phase)s phase.", "SEQ-01", phase=Phase.OPEN_AGGRESSION),
            "This belongs to the open aggression phase.",
            "Cela se fait à un autre moment : Open Aggression.",
        ),
        (
            Refusal(Code.WINDOW, "This belongs to another moment: %(timing)s.", "SEQ-01", timing=Timing.BEFORE_RANGE),
            "This belongs to another moment: Before range.",
            "Cela se fait à un autre moment : Avant la distance.",
        ),
        (
            Refusal(Code.TARGET, "%(card)s is %(zone)s, not in play.", "SEQ-54", card="X", zone=Zone.ASH_HEAP),
            "Anna is in the ash heap, not in play.",
            "Anna n’est pas en jeu (dans le tas de cendres).",
        ),
        (
            Refusal(Code.WINDOW, "%(effect)s has no place here.", "ACT-54", effect=EffectKind.STEALTH),
            "Add stealth has no place here.",
            "« Ajouter de la discrétion » n’a pas sa place ici.",
        ),
        (
            Refusal(Code.VOTES, "%(seat)s has no votes from %(source)s.", "REF-14", seat="A", source="edge"),
            "A has no votes from the Edge burned.",
            "A n’a pas de voix de l’Avantage brûlé.",
        ),
        (
            Refusal(Code.CONTEST, "%(seat)s does not contest %(contest)s.", "GAP-01", seat="A", contest="city:ur"),
            "A does not contest Ur.",
            "A ne dispute pas Ur.",
        ),
    ],
)  # fmt: skip
def test_figures_are_in_the_reader_s_words(app: Flask, refused: Refusal, english: str, french: str) -> None:
    table = Table("SEQ-01")
    table.step("set X=vampire@A.ready.5/3 X.name=Anna")
    names = names_in(view_for(table.state, "A"))
    for language, words in (("en", english), ("fr", french)):
        with app.test_request_context(headers={"Accept-Language": language}):
            app.preprocess_request()
            assert re.sub(r"[\u00a0\u202f]", " ", refusal_words(refused, names)) == words
