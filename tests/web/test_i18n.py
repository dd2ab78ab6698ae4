"""The words of a template in the reader's language."""

from __future__ import annotations

from gettext import NullTranslations

import pytest
from flask import Flask
from markupsafe import Markup

from toolkit.languages import Listed, Message, NameOf, Words
from toolkit.web import create_app
from toolkit.web.base import i18n


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app({"TESTING": True})


def said(app: Flask, source: str, language: str, **values: object) -> str:
    with app.test_request_context(headers={"Accept-Language": language}):
        return app.jinja_env.from_string(source).render(values)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "pool"), ("fr", "réserve"), ("es", "reserva"), ("pt", "recurso")]
)
def test_a_word_follows_the_reader_of_each_page(app: Flask, language: str, word: str) -> None:
    assert said(app, "{{ _('pool') }} {{ gettext('pool') }} {{ language() }}", language) == f"{word} {word} {language}"


def test_what_is_filled_in_is_escaped_and_the_words_are_not(app: Flask) -> None:
    found = said(app, "{{ _('<b>%(name)s</b> 5%%', name=name) }} {{ _('5%% &') }}", "en", name="<i>")
    assert found == "<b>&lt;i&gt;</b> 5% 5% &"


def test_names_in_a_sentence_are_links_in_every_language(app: Flask) -> None:
    names = Listed((NameOf("<Ann>", 1), NameOf("Bo Jr.", 2), NameOf("Cy", 3)), most=2)
    sentence = Message("Not over yet: %(list)s.", list=Message("%(names)s.", names=names))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        shown = i18n.linked(sentence, lambda of: f"/{of}" if of != 1 else "")
        assert i18n.linked(NameOf("Ann", 7)) == "Ann"  # no address is known
        alone = i18n.linked(Message("Not over yet: %(list)s.", list=NameOf("Bo Jr.", "/2")))
    assert shown == Markup(
        'Pas encore fini\N{NARROW NO-BREAK SPACE}: &lt;Ann&gt;, <a href="/2">Bo Jr.</a> et 1 de plus.'
    )
    assert alone == Markup('Pas encore fini\N{NARROW NO-BREAK SPACE}: <a href="/2">Bo Jr.</a>')


def test_a_word_is_looked_up_once_for_all_pages_in_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Counted(NullTranslations):
        def gettext(self, message: str) -> str:
            asked.append(message)
            return message

    monkeypatch.setattr(i18n, "words_of", lambda language: Words(language, Counted()))
    app = create_app({"TESTING": True})
    assert {said(app, "{{ _('one') }}{{ _('one') }}", language) for language in ("en", "fr", "en")} == {"oneone"}
    assert asked == ["one", "one"]
