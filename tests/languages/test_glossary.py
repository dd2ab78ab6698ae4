"""The catalogues hold to the glossary: a term of the game is said in one way, whoever translates."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache

import pytest

from tests.languages.catalogues import CATALOGUES, forms, messages, originals
from toolkit import paths

# What stands for a figure, and the marks of a page.
NO_WORDS = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]*>")


@cache
def glossary() -> dict[str, dict[str, object]]:
    return tomllib.loads((paths.TRANSLATIONS / "glossary.toml").read_text(encoding="utf-8"))


def listed(term: str, language: str) -> list[str]:
    found = glossary()[term][language]
    assert isinstance(found, list)
    return found


def exceptions(term: str) -> list[str]:
    """How the messages begin that need not say the term."""
    found = glossary()[term].get("except", {})
    assert isinstance(found, dict)
    return [start for starts in found.values() for start in starts]


def pattern(words: Iterable[str], part_of_word: str = r"\w") -> re.Pattern[str]:
    """Any of them as a whole word; `*` is any ending, small letters are capitals too."""
    either = []
    for word in words:
        signs = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
        either.append(f"(?i:{signs})" if word == word.lower() else signs)
    return re.compile(rf"(?<!{part_of_word})(?:{'|'.join(either)})(?!{part_of_word})")


@cache
def texts(language: str) -> list[tuple[str, str, str]]:
    """Of each message its key, the words of its English, and those of its translation."""
    return [
        (originals(one)[0], NO_WORDS.sub(" ", " ".join(originals(one))), NO_WORDS.sub(" ", " ".join(forms(one))))
        for one in messages(language)
    ]


@cache
def unheld(language: str, term: str) -> list[str]:
    """Messages that have the term in English and none of its translations."""
    # "half-pool" is no pool in English; elsewhere a hyphen joins whole words.
    english, translated = pattern(listed(term, "en"), r"[\w-]"), pattern(listed(term, language))
    return [text for text, words, said in texts(language) if english.search(words) and not translated.search(said)]


def test_it_has_the_terms_of_the_game_and_of_tournaments() -> None:
    assert len(glossary()) >= 120
    for term, about in glossary().items():
        assert set(about) - {"except"} >= {"en", *CATALOGUES}, term
        assert all(about[language] for language in CATALOGUES), term


def test_every_term_is_said_somewhere() -> None:
    said = "\n".join(words for _, words, _ in texts(CATALOGUES[0]))
    unused = [term for term in glossary() if not pattern(listed(term, "en")).search(said)]
    assert unused == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_says_each_term_as_the_glossary_does(language: str) -> None:
    wrong = [
        (term, message)
        for term in glossary()
        for message in unheld(language, term)
        if not message.startswith(tuple(exceptions(term)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_tournament_is_never_called_an_event(language: str) -> None:
    """French, Spanish, Portuguese and Italian say event only of the card type and of what happens in a game."""
    starts = tuple(start for start in exceptions("event") if start != "Event")
    called = [
        text for text, _, said in texts(language) if pattern(["événement*", "évènement*", "evento*"]).search(said)
    ]
    assert [text for text in called if text != "Event" and not text.startswith(starts)] == []


def test_no_exception_is_left_over() -> None:
    needed = {term: [message for code in CATALOGUES for message in unheld(code, term)] for term in glossary()}
    idle = [
        (term, start)
        for term in glossary()
        for start in exceptions(term)
        if not any(message.startswith(start) for message in needed[term])
    ]
    assert idle == []


def test_the_glossary_is_read_as_it_says() -> None:
    strike = pattern(["golp*", "ataque*", "Edge"])
    assert strike.search("Golpeia a distância")
    assert strike.search("os ataques")
    assert not strike.search("contragolpe")
    assert not strike.search("the edge")
    assert pattern(["fase* de servo*"]).search("as fases\u00a0de servos")
