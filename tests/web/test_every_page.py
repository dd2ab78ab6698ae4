"""Every page, with a catalogue that marks what it translates: what bears no mark is a name, a code, or English."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.browser.axe_pages import GAMES, NOWHERE, all_pages
from tests.languages.catalogues import Marked
from toolkit.cards import load
from toolkit.cards.search import vocabulary_of
from toolkit.decks.figures import DISCIPLINES
from toolkit.game import parse_record, render_record
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.services.kernel.recent import Recent
from toolkit.services.lifecycle import tournaments
from toolkit.web import create_app
from toolkit.web.base.access import organizer_link
from toolkit.web.base.document import SUBJECTS
from toolkit.web.guide import labels
from toolkit.web.replay.pages import pack
from toolkit.web.serving import templates
from toolkit.web.tables import seen

SPOKEN = {"title", "aria-label", "alt", "placeholder", "label"}
# What somebody typed, or a program reads, is not ours to translate; what says its own language is in that one.
VERBATIM = {"script", "style", "textarea", "pre", "code"}
EMPTY = {"area", "br", "circle", "col", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use", "wbr"}
MARK = re.compile(r"⟦[^⟦⟧]*⟧")
FORM = re.compile(r'<form\s+method="post"\s+action="([^"?#]*)[^>]*>(.*?)</form>', re.DOTALL)
END = "\x1f"
# The end of a link, which opens what it leads to; a person's code does not.
LINK = re.compile(r"(?<!/persons)/[\w-]{22}(?![\w-])")
# Rows of the rules, tournament rules, disciplines, cards as a table marks them, changes of a record, addresses, days,
# codes of players.
CODES = re.compile(
    r"\b(?:\w+\.\w+=\d+|[A-Z]+(?:-[A-Z]+)?-\d\d"
    r"|VEKN [A\d.]*\d[ab]?|JG [\d.]+\d|X?[A-F]\d|L[A-F]|(?:Ann|Ben|Cleo|Dan)\d?|[A-Z]{3}"
    r"|\d+ [B-Z]{6}|V[A-Z]|ani|aus|cel|dai|dem|dom|for|obf|pot|pre|san|ser|tha)\b"
    r"|\b[0-9a-f]{64}\b|\b\d+(?:er|e)\b|https?://\S+|\blocalhost/\S+|(?:\b(?:\w+di|dimanche) )?\b\d{1,2} \w+ \d{4}\b"
)
# Names: of the app, of events, people and cards in the examples, card sets, forms of a decklist, paper.
NAMES = (
    "VTES Toolkit", "Demo event", "Demo", "To the final", "About to begin", "One round left", "Over", "Player", "Test",
    "Anna", "A question", "Lunch at one",
    "Suffering from Success", "Nothing that is a card", "Milos Krstic", "Aabbt Kindred", "The Embrace", "Livia", "Marc",
    "Nico", "Otto", "Pia", "Rolf", "Haven", "Final Nights", "Print on Demand", "Lackey", "JSON", "Letter", "nana",
    "otto@toolkit.example", "XLSX", "Discord", "WhatsApp", "BBCode", "Markdown",
    "Harbinger of Skulls", "Shadows", "Servant", "Vote", "Slow", "Slow play",
    "Guruhi", "Nosferatu", "Baali", "Malkavian", "Caitiff", "Blood Brother", "Anarch",
    "vtes-toolkit game record", "Library", "turn", "Paris", "Europe/Paris", "skip ahead to",
    "Five players, two ousts, a withdrawal, time",
    "Rulebook", "Game outline I.A.1.a", "Game outline I.A", "Phased Motion",
)  # fmt: skip


class Reader(HTMLParser):
    """What a person reads of a page, and what is read out to them."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.around: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in EMPTY:
            self.around.append((tag, tag in VERBATIM or ("lang" in found and tag != "html")))
        if not self.is_silent:
            self.said += [f"{value}{END}" for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.said.append(END)
        while self.around and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.is_silent:
            self.said.append(data)

    @property
    def is_silent(self) -> bool:
        return any(silent for _, silent in self.around)


def unmarked(page: str) -> Iterator[str]:
    """The texts of a page that no catalogue was asked for."""
    reader = Reader()
    reader.feed(page)
    text = "".join(reader.said)
    while MARK.search(text):
        text = MARK.sub(" ", text)
    yield from (" ".join(part.split()) for part in text.split(END))


@pytest.fixture(scope="module")
def known() -> re.Pattern[str]:
    """What may stand unmarked: names and codes."""
    database = load()
    cards = {name for card in database for name in (card.name, card.unique_name, *dict(card.translations).values())}
    words = vocabulary_of(database)
    printed = {*words.clans, *DISCIPLINES.values(), *(one.name for one in database.sets.values())}
    people = {part for name in tournaments.NAMES for part in (name, *name.split(" ", 1))}
    subjects = {subject.name for subject in SUBJECTS}  # of the API, which is in English
    names = sorted({*NAMES, *subjects, *labels.NAMES.values(), *people, *cards, *printed}, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})(?!\w)|{CODES.pattern}")


def english(page: str, known: re.Pattern[str]) -> set[str]:
    return {text for text in unmarked(page) if re.search(r"[^\W\d_]{2}", known.sub("", text))}


def marked_client(folder: Path, patch: pytest.MonkeyPatch) -> FlaskClient:
    patch.setattr("toolkit.languages.words.catalogue_of", lambda _: Marked())
    # What other tests of this process have drawn has no marks.
    patch.setattr(templates, "_drawn", Recent(templates.KEPT))
    patch.setattr(templates, "_drawn_of", Recent(templates.KEPT))
    patch.setattr(seen, "_shared", Recent(seen.KEPT_PIECES))
    client = create_app({"TESTING": True, "DATA_FOLDER": str(folder), **NOWHERE}).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return client


def test_every_page_is_translated_has_tokens_in_its_forms_and_compresses_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: re.Pattern[str]
) -> None:
    context = open_context(database_address(tmp_path))
    pages, key = all_pages(context), entry_key(context.store)
    context.store.close()
    client = marked_client(tmp_path, monkeypatch)
    client.get(organizer_link(key))
    client.environ_base["HTTP_ACCEPT_ENCODING"] = "gzip"
    found: dict[str, set[str]] = {}
    bare, told, heavy = set[str](), set[str](), set[str]()
    for path, status in (*((page, 200) for page in pages), ("/nothing", 404), ("/guide/combat?v_counters=9", 422)):
        answer = client.get(path, follow_redirects=True)
        assert (path, answer.status_code) == (path, status)
        is_packed, is_own = "Content-Encoding" in answer.headers, LINK.search(path)
        text = gzip.decompress(answer.data).decode() if is_packed else answer.text
        if left := english(text, known):
            found[path] = left
        bare |= {to for to, form in FORM.findall(text) if 'name="csrf_token"' not in form}
        if is_own and not is_packed and all(link in path for link in LINK.findall(text)):
            heavy.add(path)
        if is_packed and not is_own and LINK.search(text):
            told.add(path)
    left = sorted({text for texts in found.values() for text in texts})
    assert left == []
    assert bare == {"/replay"}  # shows what it is sent, and keeps nothing
    # No stranger learns the length of a page that has a link as its address.
    assert (told, heavy) == (set(), set())


@pytest.mark.parametrize("record", ["s1_vekn_event", "s4_phased_advanced", "s6_combat", "s7_diablerie", "s5_contests"])
def test_a_replay_tells_everything_that_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: re.Pattern[str], record: str
) -> None:
    game = parse_record((GAMES / f"{record}.txt").read_text(encoding="utf-8"))
    lines = [replace(line, comment="") for line in game.lines if line.operation]
    text = render_record(replace(game, title="", lines=lines))
    client = marked_client(tmp_path, monkeypatch)
    token = pack(text)
    for step in range(0, len(lines), 7):
        page = client.get(f"/replay/game/{token}?step={step}").text
        assert english(page, known) == set(), step
