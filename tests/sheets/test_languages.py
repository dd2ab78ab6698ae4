"""Every sheet in every language: what it says, and that it fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from tests.sheets import paper
from tests.sheets.room import EVENT, LONGEST
from tests.sheets.shots import MAKERS, PAGES, cards, laid_out, limited, pack, report
from tests.sheets.test_from_tournament import after_one_round, event_of, finished, play, then
from tests.sheets.test_layout import SIZES
from tests.soak import part
from toolkit.languages import LANGUAGES, UnknownLanguage, words, words_of
from toolkit.schemas.sheets import load_pack
from toolkit.sheets import SHEETS, NothingToPrint, Options, Pack, Paper, PrintedPlayer, Sheet, make_sheet
from toolkit.sheets.from_tournament import Links, pack_of
from toolkit.sheets.model import PrintedList
from toolkit.sheets.qr import Drawing
from toolkit.tournament import EventRuleSet, SanctionKind, Tournament, sanctions
from toolkit.tournament.configuration import TableName

OTHERS = [code for code in LANGUAGES if code != "en"]
# Every language on the narrower paper; on the shorter one that with the longest words.
LAID_OUT = [*((Paper.A4, code) for code in OTHERS), (Paper.LETTER, "fr")]
MARK = re.compile(r"⟦[^⟦⟧]*⟧")
# What no catalogue translates: names of players, places, cards and rules, figures of a deck, addresses.
NAMES = re.compile(
    r"22 novembre 2026|VEKN|http://\S+|Lyon, FR|Club Wi-Fi|\b(?:R\d|OA|Su|Sy|min)\b|JG [\d.]+\d|Slow"
    r"|The Embrace|Chain of Command|First Tradition: The Masquerade|Last Stand|Madness Network|Spirit Marionette"
)


# Sheets whose heads and boxes have little room.
CROWDED = (
    "slips-1", "slips-2", "slips-4", "slips-phased-pool", "checkin-33", "final", "judges", "registration", "turns",
    "standings-33", "names-33", "phase-cards-advanced",
)  # fmt: skip


class Marked(NullTranslations):
    """A catalogue whose every translation is the English text between marks."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


def texts(value: Any) -> Iterator[str]:
    """Every text of a sheet's data; drawings are none."""
    if isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str) and not isinstance(value, Drawing):
        yield value


def unmarked(sheet: Sheet, names: set[str]) -> set[str]:
    """The texts of a sheet that no catalogue was asked for, names and codes aside."""
    found = set()
    for text in (sheet.title, *texts(dict(sheet.data))):
        left = NAMES.sub("", text)
        while MARK.search(left):
            left = MARK.sub("", left)
        for name in sorted(names, key=len, reverse=True):
            left = left.replace(name, "")
        if re.search(r"[^\W\d_]{2}", left):
            found.add(text)
    return found


def events(language: str) -> Iterator[tuple[Tournament, Pack]]:
    """Events at each stage, and all that their sheets can say, in that language."""
    named = after_one_round(table_names=(TableName(table=1, name="A"),))
    unfinished = play(named, [[1, 6, 3, 8], [5, 2, 7, 4]], ("4", "0", "0", "0"))
    given = sanctions.sanction_player(unfinished, 6, SanctionKind.WARNING, rule="JG 3.1", judge="Ann", note="Slow")
    links = Links(event="http://x/e", table=lambda *_: "http://x/t", player=lambda _: "http://x/p")
    stages = [finished(), then(unfinished, given)]
    stages += [play(event_of(rule_set=rules), [[1, 2, 3, 4], [5, 6, 7, 8]]) for rules in EventRuleSet]
    for stage in stages:
        made = pack_of(stage, words_of(language), links=links, network="Club Wi-Fi", is_private=True)
        ana = PrintedPlayer(name="Ana")
        yield (
            stage,
            replace(made, decks={"Ana": (ana, report(40))}, lists=(PrintedList(player=ana, report=report(40)),)),
        )


def test_no_sheet_says_anything_that_is_not_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "catalogue_of", lambda _: Marked())
    found: dict[str, set[str]] = {}
    printed = set()
    for stage, pack_made in events("fr"):
        known = {player.name for player in stage.players.values()} | {stage.settings.name, "Ann", "France"}
        for name in SHEETS:
            for choices in ({}, {"per_page": 4, "pool_grid": True, "advanced": True, "with_decks": True, "round": 1}):
                try:
                    sheet = make_sheet(name, pack_made, Options(language="fr", player="Ana", **choices))
                except NothingToPrint:
                    continue
                printed.add(name)
                if name in ("decklist", "decklists", "checks"):
                    continue
                if left := unmarked(sheet, known):
                    found.setdefault(name, set()).update(left)
    assert found == {}
    assert printed | set(LIMITED) | {"prizes"} == set(SHEETS)


LIMITED = ("plan", "packs", "pool", "pods", "swap", "recursions")


@pytest.mark.parametrize("name", LIMITED)
def test_the_papers_of_a_limited_event_are_translated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "catalogue_of", lambda _: Marked())
    pack_made = limited()
    shown = pack_made.limited
    known = {text for part in shown.plan for text in (part.title, *(word for row in part.rows for word in row))}
    known |= {text for row in (*shown.times, *shown.packs) for text in row}
    known |= {*shown.crypt, *shown.library, *(one for pod in shown.pods for one in (*pod.names, *pod.packs))}
    known |= {text for label in shown.swaps for text in (label.title, *label.lines)} | {
        EVENT.name,
        EVENT.place,
        "novembre",
        "Constructed",
    }
    assert unmarked(make_sheet(name, pack_made, Options(language="fr")), known) == set()


def test_a_decklist_names_cards_and_translates_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "catalogue_of", lambda _: Marked())
    sheet = make_sheet("decklist", pack(9), Options(language="fr", player=LONGEST))
    names = {name for card in cards() for name in (card.name, card.unique_name)} | {
        LONGEST,
        "Budapest Autumn Qualifier",
    }
    (listed,) = sheet.data["lists"]
    parts = {**sheet.data, **listed}
    said = {key: value for key, value in parts.items() if key not in ("crypt", "subtitle", "lists")}
    assert unmarked(replace(sheet, data=said), {*names, LONGEST, EVENT.name}) == set()


def printed_over(words_found: list[paper.Word]) -> list[tuple[str, str]]:
    """The words of the first page that are printed over each other."""
    found = sorted((word for word in words_found if word.page == 1), key=lambda word: word.left)
    return [
        (one.text, other.text)
        for index, one in enumerate(found)
        for other in found[index + 1 :]
        if other.left < one.right - 0.3 and min(one.bottom, other.bottom) - max(one.top, other.top) > 1.5
    ]


@pytest.mark.walk
@pytest.mark.parametrize("name", [*PAGES, *(name for name in CROWDED if name not in PAGES)])
def test_each_sheet_fits_its_paper_with_a_letter_for_every_sign(name: str) -> None:
    for size, language in part(LAID_OUT, of=len(LAID_OUT), first=[*MAKERS].index(name)):
        rendered, printed = laid_out(name, language, size), f"{size}, {language}"
        assert rendered.replaced == (), printed
        found = paper.words(rendered.content)
        if name in PAGES:
            wide, high = SIZES[size] if name != "turns" else reversed(SIZES[size])
            assert len(paper.pages(rendered.content)) == PAGES[name], printed
            outside = [w for w in found if not (3 < w.left < w.right < wide - 3 and 3 < w.top < high - 3)]
            assert outside == [], printed
        if name in CROWDED:
            assert printed_over(found) == [], printed


@pytest.mark.parametrize("name", CROWDED)
def test_no_english_word_is_printed_over_another(name: str) -> None:
    assert printed_over(paper.words(laid_out(name).content)) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("size", list(Paper))
def test_the_words_of_a_phase_card_stay_on_it(size: Paper, language: str) -> None:
    wide, high = SIZES[size]
    left, top = (wide - 3 * 63) / 2, (high - 3 * 88) / 2
    for word in paper.words(laid_out("phase-cards-advanced", language, size).content):
        if word.page > 1:
            break
        for low, most, start, side in ((word.left, word.right, left, 63), (word.top, word.bottom, top, 88)):
            inside = (low - start) % side
            assert 3 < inside < inside + most - low < side - 3, word


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Warning,"), ("fr", "Avertissement,"), ("es", "Advertencia,"), ("it", "Avviso,")]
)
def test_the_line_of_a_problem_stands_beside_its_kind(language: str, word: str) -> None:
    found = [w for w in paper.words(laid_out("decklist-40", language).content) if w.page == 2]
    kinds = [one for one in found if one.text == word]
    beside = [[w for w in found if w.top == one.top and one.right < w.left < 60] for one in kinds]
    assert kinds
    assert all(len(line) == 2 and line[1].text.isdigit() for line in beside), beside


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("seating-9", "fr", ["Table 1", "proie :", "22 novembre 2026"]),
        ("seating-9", "es", ["Mesa 1", "presa:", "22 de noviembre de 2026"]),
        ("slips-2", "fr", ["Ronde 3", "Siège", "Joueur", "retiré", "exclu", "Signature", "saisir le résultat"]),
        ("slips-2", "es", ["Ronda 3", "Asiento", "Jugador", "excluido", "Firma", "introducir el resultado"]),
        ("standings-33", "fr", ["Joueur", "PV", "PT", "7,5", "les cinq premiers jouent la finale"]),
        ("standings-33", "es", ["Jugador", "PV", "PT", "7,5", "los cinco primeros juegan la final"]),
        ("standings-33", "pt", ["Jogador", "PV", "PT", "7,5", "os cinco primeiros jogam a final"]),
        ("seating-9", "pt", ["Mesa 1", "presa:", "22 de novembro de 2026"]),
        ("final", "fr", ["Finalistes", "7,5 PV", "Premier joueur :"]),
        ("final", "es", ["Finalistas", "7,5 PV", "Primer jugador:"]),
        ("checkin-33", "fr", ["Pointage", "Présent", "Payé"]),
        ("tents-9", "es", ["Empieza el asiento 1.", "doblar"]),
        ("decklist-40", "fr", ["Crypte (12)", "Bibliothèque (90)", "Maître (", "Pour l’arbitre"]),
        ("decklist-40", "es", ["Cripta (12)", "Biblioteca (90)", "Heril (", "Para el juez"]),
        (
            "phase-cards-advanced",
            "fr",
            ["Maître", "Open Aggression", "phase de serviteurs", "Mathusalem", "The Embrace"],
        ),
        ("phase-cards-advanced", "es", ["Heril", "Open Aggression", "fase de siervos", "Matusalén", "The Embrace"]),
        ("decklist-40", "it", ["Cripta (12)", "Biblioteca (90)", "Master (", "Per il giudice", "22 novembre 2026"]),
        ("slips-phased", "it", ["M Master", "OA Open Aggression", "Prima", "Quinta"]),
        ("slips-phased", "es", ["H Heril", "OA Open Aggression", "Primera", "Quinta"]),
    ],
)
def test_the_words_are_those_of_the_language(name: str, language: str, said: list[str]) -> None:
    shown = " ".join(paper.text(laid_out(name, language).content).split())
    assert [text for text in said if text not in shown] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_says_which_language_it_is_in(language: str) -> None:
    assert f"/Lang({language})".encode() in laid_out("names-9", language).content.replace(b" ", b"")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(MAKERS.keys() - PAGES.keys() - set(CROWDED)))
def test_no_sign_of_a_language_lacks_its_letter(name: str, language: str) -> None:
    assert laid_out(name, language).replaced == ()


def test_a_language_that_nobody_speaks_is_refused() -> None:
    for name in SHEETS:
        with pytest.raises(
            UnknownLanguage, match=f"There is no language called “vo”; there are: {', '.join(LANGUAGES)}"
        ):
            make_sheet(name, pack(9), Options(language="vo", player=LONGEST))


@pytest.mark.parametrize(("language", "title"), [("fr", "Placement"), ("es", "Asientos"), ("en", "Seating")])
def test_a_seating_without_an_event_is_called_one(language: str, title: str) -> None:
    sheet = make_sheet("seating", load_pack("player,table\nAnn,1\n"), Options(language=language))
    assert sheet.data["event"] == title


def test_an_event_that_somebody_calls_seating_keeps_its_name() -> None:
    unseated = load_pack('{"event": {"name": "Seating"}, "players": ["Ann"]}')
    assert make_sheet("checkin", unseated, Options(language="fr")).data["event"] == "Seating"
