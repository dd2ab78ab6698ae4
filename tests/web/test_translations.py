from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

from toolkit import paths
from toolkit.languages import LANGUAGES
from toolkit.web.base.words import percent_words

TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """What `make translations` runs."""
    place = Path(__file__).parents[2] / "tools/translations.py"
    spec = importlib.util.spec_from_file_location("translations", place)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture(scope="module")
def source(tool: ModuleType) -> Catalog:
    """Every message of the source."""
    found: Catalog = tool.source_messages()
    return found


@pytest.fixture(scope="module")
def wanted(source: Catalog) -> set[tuple[str | None, str]]:
    """Every message of the source, by its context and the singular."""
    return {key(message) for message in source if message.id}


@pytest.mark.whole
def test_a_new_language_begins_with_every_message_empty(tool: ModuleType, source: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "pl" / "LC_MESSAGES" / "messages.po"
    for _ in range(2):
        tool.update(path, source)
        with path.open("rb") as file:
            begun = read_po(file, locale="pl")
        assert {key(message) for message in begun if message.id} == {key(message) for message in source if message.id}
        assert not any("".join(message.string) for message in begun if message.id)
        assert begun.num_plurals == 3
    assert path.read_text(encoding="utf-8").startswith("# The VTES Toolkit in Polish;")
    assert path.with_suffix(".mo").exists()


def catalogue(language: str) -> Catalog:
    with (paths.TRANSLATIONS / language / "LC_MESSAGES/messages.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_or_left_over(language: str, wanted: set[tuple[str | None, str]]) -> None:
    assert wanted == {key(message) for message in messages(language)}


@pytest.mark.parametrize(("language", "crypt"), [("en", "Crypt"), ("fr", "Crypte"), ("es", "Cripta"), ("it", "Cripta")])
def test_a_report_is_in_the_reader_s_language(client: FlaskClient, language: str, crypt: str) -> None:
    page = client.post("/", data={"text": "12 Gilbert Duane (G1)"}, headers={"Accept-Language": language}).text
    assert f'<h2 id="crypt">{crypt}' in page


def test_french_signs_keep_to_their_words() -> None:
    """A narrow space that does not break stands before ; : ! ? and inside guillemets; apostrophes are curved."""
    for message in messages("fr"):
        for form in [message.string] if isinstance(message.string, str) else message.string:
            assert not re.search(r"[ \u00a0\w)][;!?»]|[ \u00a0]:|«[^\u202f]|\w'\w", form), form


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_space_stands_before_a_percent_sign(app: Flask, language: str) -> None:
    for message in messages(language):
        for form in [message.string] if isinstance(message.string, str) else message.string:
            assert not re.search(r"[\d)]%(?!\()", form), form
    with app.test_request_context(headers={"Accept-Language": language}):
        assert (percent_words(0.17), percent_words(0.175, 1)) == ("17\u00a0%", "17,5\u00a0%")


def test_no_template_writes_a_colon_of_english_behind_a_word() -> None:
    """`_(": ")` is the colon with the spaces of the language."""
    for path in sorted(paths.TEMPLATES.rglob("*.html")):
        page = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"}}(</\w+>)?: ", page), path.name


def test_italian_apostrophes_are_curved_and_quotation_marks_alike() -> None:
    for message in messages("it"):
        for form in [message.string] if isinstance(message.string, str) else message.string:
            assert not re.search(r"\w'|[«»]", form), form


def test_spanish_questions_begin_with_their_sign() -> None:
    for message in messages("es"):
        for form in [message.string] if isinstance(message.string, str) else message.string:
            assert (form.count("?"), form.count("!")) == (form.count("¿"), form.count("¡")), form


def test_no_sentence_is_the_same_in_two_languages() -> None:
    french = {key(message): message.string for message in messages("fr")}
    same = [key(message)[1] for message in messages("es") if message.string == french[key(message)]]
    assert [text for text in same if len(re.sub(r"%\(\w+\)[sd]|\b(?:GW|VP|TP)\b", "", text).split()) > 2] == []


def test_a_sign_of_percent_in_a_template_is_a_figure_s(tool: ModuleType) -> None:
    # Jinja's gettext formats any text that holds one: a bare sign ends the page in an error.
    found = extract_from_dir(str(paths.TEMPLATES), [("**.html", "jinja2")], keywords=tool.KEYWORDS)
    texts = [text for _, _, said, _, _ in found for text in ([said] if isinstance(said, str) else said) if text]
    assert len(texts) > 1000
    assert [text for text in texts if re.search(r"%(?![(%])", text.replace("%%", ""))] == []
