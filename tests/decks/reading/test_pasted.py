"""Lists as people paste them: from mails, forums, tables and documents. The list itself is `data/legal.txt`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from toolkit.decks.model import ProblemCode, Reading

type Read = Callable[[str | bytes], Reading]
LIST = (Path(__file__).parents[1] / "data" / "legal.txt").read_text(encoding="utf-8")
CARD = re.compile(r"^(\d+)x (.*)$", re.MULTILINE)


def cards_of(reading: Reading) -> list[tuple[int, int]]:
    return sorted((entry.card.id, entry.count) for entry in reading.deck.entries)


def numbered(text: str) -> str:
    """Every card with a number of its own in front: "1. 3x Name", "2. 2x Name", …"""
    number = 0

    def item(match: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"{number}. {match[0]}"

    return CARD.sub(item, text)


def names_and_columns(text: str, between: str) -> str:
    """Every card with its figure behind the bare name."""
    lines = []
    for line in text.split("\n"):
        card = CARD.match(line)
        lines.append(f"{re.split('  | -- ', card[2])[0]}{between}{card[1]}" if card else line)
    return "\n".join(lines)


def in_table(text: str) -> str:
    """A table as forums and notes draw it: a row for each card, between bars."""
    rows = [f"| {card[1]} | {re.split('  | -- ', card[2])[0]} |" for card in CARD.finditer(text)]
    return "\n".join(["| Count | Card |", "|-------|------|", *rows])


DRESSED = {
    "a check mark": lambda text: CARD.sub(r"✅ \g<0>", text),
    "an emoji of a figure": lambda text: re.sub(r"^(\d)x ", "\\1\ufe0f\u20e3 ", text, flags=re.MULTILINE),
    "a numbered list": numbered,
    "a lettered list": lambda text: CARD.sub(r"a) \g<0>", text),
    "a mail quoted once": lambda text: re.sub("^", "> ", text, flags=re.MULTILINE),
    "a mail quoted twice": lambda text: re.sub("^", ">> ", text, flags=re.MULTILINE),
    "a mail quoted without spaces": lambda text: re.sub("^", ">", text, flags=re.MULTILINE),
    "bullets without spaces": lambda text: CARD.sub(r"•\g<0>", text),
    "tildes": lambda text: CARD.sub(r"~ \g<0>", text),
    "bold of a forum": lambda text: CARD.sub(r"[b]\g<1>x[/b] \g<2>", text),
    "colours of a forum": lambda text: CARD.sub(r"[color=#800]\g<0>[/color]", text),
    "marks of direction": lambda text: CARD.sub("\u202b\\g<0>\u202c", text),
    "bars": lambda text: CARD.sub(r"| \g<0> |", text),
    "a table": in_table,
    "figures behind a tab": lambda text: names_and_columns(text, "\t"),
    "figures in a last column": lambda text: names_and_columns(text, "     "),
    "figures behind a space": lambda text: names_and_columns(text, " "),
}


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_what_a_mail_or_a_forum_adds_loses_no_card(reading_of: Read, dress: Callable[[str], str]) -> None:
    reading = reading_of(dress(LIST))
    assert cards_of(reading) == cards_of(reading_of(LIST))
    assert not reading.unresolved


def test_a_name_keeps_the_dash_and_the_number_that_belong_to_it(reading_of: Read) -> None:
    reading = reading_of(
        "Crypt\n12x Lodin (Olaf Holte)\nLibrary\n2. 44 Magnum\n–3x Govern the Unaligned\n4x .44 Magnum\n"
    )
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [(".44 Magnum", 6)]
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.BAD_COUNT, 5)]


@pytest.mark.parametrize("head", ["| Count | Card |", "|Card|Capacity|Group|Count|", "Count     Card     Group"])
def test_a_row_of_column_names_is_no_decks_name(reading_of: Read, head: str) -> None:
    rows = "| 12 | Lodin (Olaf Holte) |\n| 60 | Villein |"
    assert reading_of(f"{head}\n|:--|:--|\n{rows}").deck.name == ""
    assert reading_of(f"Stickmen\n{head}\n|:--|:--|\n{rows}").deck.name == "Stickmen"


def test_a_row_of_column_names_between_two_tables_is_a_heading(reading_of: Read) -> None:
    head = "| Count | Card |\n|:--|:--|"
    reading = reading_of(f"{head}\n| 12 | Lodin (Olaf Holte) |\n\n{head}\n| 60 | Villein |")
    assert (reading.unresolved, reading.ignored, reading.lines.headings) == ((), (), 4)


SLIPS = [
    "3x Viktor Donaldsn        6  DOM for pre          prince    Ventrue:5",
    "3x Viktor Donaldsn 6 DOM for pre prince Ventrue:5",
    "Viktor Donaldsn        6  DOM for pre          prince    Ventrue:5",
    "no 3x Viktor Donaldsn        6  DOM for pre          prince    Ventrue:5",
]


@pytest.mark.parametrize("line", SLIPS)
def test_a_line_of_the_crypt_that_names_nobody_is_never_passed_over(reading_of: Read, line: str) -> None:
    reading = reading_of(LIST.replace("3x Victor Donaldson        6  DOM for pre          prince    Ventrue:5", line))
    (open_line,) = reading.unresolved
    assert open_line.line == 7


@pytest.mark.parametrize("line", SLIPS[:2])
def test_a_slip_in_a_line_with_columns_finds_its_vampire(reading_of: Read, line: str) -> None:
    (open_line,) = reading_of(f"Crypt (3 cards)\n{line}\nLibrary\n60x Villein\n").unresolved
    assert (open_line.text, open_line.count) == ("Viktor Donaldsn", 3)
    assert open_line.candidates[0].card.name == "Victor Donaldson"


def test_prose_with_figures_below_the_cards_stays_prose(reading_of: Read) -> None:
    prose = "I kept 4 for the final and won 3:2 on the table of Anna, who had 2 dom and a bad day."
    reading = reading_of(f"{LIST}\n\n{prose}\nThanks to all 33 of you!\n+39 333 1234567\n")
    assert cards_of(reading) == cards_of(reading_of(LIST))
    assert not reading.unresolved
    assert not reading.problems


HEADINGS = {
    "fr": "Maître,Action,Action politique,Modificateur d’action,Réaction,Équipement,Allié,Événement",
    "fr, several": "Maîtres,Actions,Actions politiques,Modificateurs d'action,Réactions,Équipements,Alliés,Evenements",
    "es": "Heril,Acción,Acción política,Modificador de acción,Reacción,Equipo,Aliado,Evento",
    "pt": "Mestre,Ação,Ação Política,Modificador de Ação,Reação,Equipamento,Aliado,Evento",
    "pt, several": "Mestres,Ações,Ações políticas,Modificadores de ação,Reações,Equipamentos,Aliados,Eventos",
    "es, several": "Maestros,Acciones,Acciones políticas,Modificadores de acción,Reacciones,Equipos,Aliados,Eventos",
    "it": "Master,Azione,Azione politica,Modificatore d’azione,Reazione,Equipaggiamento,Alleato,Evento",
    "it, several": "Master,Azioni,Azioni politiche,Modificatori d'azione,Reazioni,Equipaggiamenti,Alleati,Eventi",
}
ENGLISH = "Master,Action,Political Action,Action Modifier,Reaction,Equipment,Ally,Event"


@pytest.mark.parametrize("words", HEADINGS.values(), ids=HEADINGS)
def test_headings_of_other_languages_declare_as_english_ones_do(reading_of: Read, words: str) -> None:
    text = LIST
    for english, word in sorted(zip(ENGLISH.split(","), words.split(","), strict=True), key=lambda pair: -len(pair[0])):
        text = re.sub(rf"^{english} \(", f"{word} (", text, flags=re.MULTILINE)
    assert text != LIST
    reading = reading_of(text)
    assert cards_of(reading) == cards_of(reading_of(LIST))
    assert {(claim.what, claim.value) for claim in reading.declared} >= {("Master", 14), ("Political Action", 16)}
    assert not reading.unresolved


@pytest.mark.parametrize("text", ["8x\nDeflection", "8 x\nDeflection", "Deflection\n8x", "8\nDeflection"])
def test_a_figure_that_lost_its_name_is_told(reading_of: Read, text: str) -> None:
    reading = reading_of(f"Crypt\n12x Lodin (Olaf Holte)\nLibrary\n59x Villein\n{text}\n")
    assert [line.line for line in reading.unresolved] == [6 if text.startswith("Deflection") else 5]


FIELDS = {
    "quoted": "> Deck Name: Princes at work\n> Author: A player\n>",
    "hard spaces": "Deck\u00a0Name:\u00a0Princes at work\nAuthor: A player\n",
    "a mark of direction": "\u200fDeck Name: Princes at work\n\u200fAuthor: A player\n",
    "bold of a forum": "[b]Deck Name:[/b] Princes at work\n[b]Author:[/b] A player\n",
    "bold": "**Deck Name:** Princes at work\n**Author:** A player\n",
    "a greeting above": "Hola! mi mazo\nDeck Name: Princes at work\nAuthor: A player\n",
}


@pytest.mark.parametrize("head", FIELDS.values(), ids=FIELDS)
def test_fields_are_found_through_what_stands_around_them(reading_of: Read, head: str) -> None:
    deck = reading_of(f"{head}\n{LIST.split('headings, short forms, articles in front.')[1]}").deck
    assert (deck.name, deck.author) == ("Princes at work", "A player")


DAYS = {
    "29.8.2026": "2026-08-29",
    "01.10.2025": "2025-10-01",
    "29/08/2026": "2026-08-29",
    "08/29/2026": "2026-08-29",
    "05/05/2026": "2026-05-05",
    "1er octobre 2025": "2025-10-01",
    "1 de octubre de 2025": "2025-10-01",
    "1. Oktober 2025": "2025-10-01",
    "14 août 2026": "2026-08-14",
    "3 de março de 2024": "2024-03-03",
    "7 dicembre 2019": "2019-12-07",
    # Either the first of October or the tenth of January.
    "01/10/2025": None,
    "31/02/2025": None,
}


@pytest.mark.parametrize(("written", "day"), DAYS.items())
def test_the_day_of_an_event_is_known_however_it_is_written(reading_of: Read, written: str, day: str | None) -> None:
    text = f"Coupe de Lyon\nLyon, France\n{written}\n3R+F\n24 players\nAnna Bauer\n\n{LIST}"
    reading = reading_of(text)
    assert reading.deck.header is not None
    assert (reading.deck.header.date and reading.deck.header.date.isoformat()) == day
    assert reading.deck.author == "A player"
    assert reading.deck.header.winner == "Anna Bauer"


def test_two_groups_on_one_line_are_told(reading_of: Read) -> None:
    reading = reading_of("Crypt\n12x Theo Bell (G6)  7  CEL POT dom  Brujah:4\nLibrary\n60x Villein\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line) == (ProblemCode.CONTRADICTION, 2)
    assert "group 4, the card has 6" in problem.message


@pytest.mark.parametrize(
    "name", ["PentexTM Subversion", "Pentex(TM) Subversion", "Pentex Subversion", "pentextm subversion"]
)
def test_the_trademark_sign_may_be_letters(reading_of: Read, name: str) -> None:
    reading = reading_of(f"Crypt\n12x Lodin (Olaf Holte)\nLibrary\n2x {name}\n")
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Pentex™ Subversion", 2)]


def test_a_card_twice_in_json_is_summed(reading_of: Read) -> None:
    reading = reading_of('{"cards": {"100518": 2, "201000": 12, "100518": 60}}')
    assert [(entry.card.id, entry.count) for entry in reading.deck.library] == [(100518, 62)]


@pytest.mark.parametrize("sign", ["§", ">", "|", "•", "✅"])
@pytest.mark.parametrize("rest", ["\x0c/* a remark", "\x1c# a remark", "\x85(", "\x0b", " // x"])
def test_a_sign_with_odd_spaces_behind_it_is_a_remark(reading_of: Read, sign: str, rest: str) -> None:
    reading = reading_of(f"{LIST}\n{sign}{rest}\n")
    assert cards_of(reading) == cards_of(reading_of(LIST))
    assert not reading.unresolved


def test_no_copies_behind_a_name_are_told_like_no_copies_in_front(reading_of: Read) -> None:
    reading = reading_of(
        "Crypt\nVictor Donaldson\t0\nLodin (Olaf Holte)\t12\nLibrary\nVillein\t60\nDeflection\t9\nFreak Drive\t2\n"
    )
    assert [(entry.card.name, entry.count) for entry in reading.deck.crypt] == [("Lodin (Olaf Holte)", 12)]
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.BAD_COUNT, 2)]


BOXES = [("- [x] 4 Villein", 4), ("- [ ] 4x Villein", 4), ("* [X] Villein x4", 4), ("[ ] Villein", 1)]


@pytest.mark.parametrize(("line", "count"), BOXES)
def test_the_box_of_a_task_is_no_part_of_a_line(reading_of: Read, line: str, count: int) -> None:
    reading = reading_of(f"Crypt\n12x Nathan Turner\n\nLibrary\n40x Blood Doll\n{line}\n20x Vessel\n")
    assert [entry.count for entry in reading.deck.library if entry.card.name == "Villein"] == [count]
    assert not reading.unresolved


SAID = ("Crypt", "12x Nathan Turner", "Library", "40x Blood Doll", "20x Vessel")


@pytest.mark.parametrize(
    "stamp",
    [
        *(
            "[14:03, 28/11/2026] Anna B: ",
            "[28/11/2026, 14:03:21] Anna: ",
            "28/11/2026, 14:03 - Anna: ",
            "[14:03] Anna: ",
        ),
        *("14:03 ", "[2:03 PM] Anna: ", "2026-11-28 14:03 "),
    ],
)
def test_a_chats_time_and_name_are_no_part_of_a_line(reading_of: Read, stamp: str) -> None:
    reading = reading_of("\n".join(stamp + line for line in SAID))
    assert [(entry.card.name, entry.count) for entry in reading.deck.library] == [("Blood Doll", 40), ("Vessel", 20)]
    assert (reading.problems, reading.deck.name, reading.lines.headings) == ((), "", 2)


def test_who_spoke_when_is_a_comment(reading_of: Read) -> None:
    spoken = "Anna \u2014 Today at 14:03"
    reading = reading_of("\n".join([spoken, *SAID[:2], spoken, *SAID[2:]]))
    assert ([line.text for line in reading.ignored], reading.deck.name) == ([spoken, spoken], "")


@pytest.mark.parametrize("between", ["; ", ", "])
def test_a_kit_without_counts_is_read_name_by_name(reading_of: Read, between: str) -> None:
    rows = ("Nathan Turner", "Indira"), ("Blood Doll", "Villein", "Rack, The", "Xyzzy")
    reading = reading_of("A kit\n\nCrypt:\n{}\n\nLibrary:\n{}\n".format(*map(between.join, rows)))
    assert [entry.card.name for entry in reading.deck.crypt] == ["Nathan Turner", "Indira"]
    assert [entry.card.name for entry in reading.deck.library] == ["Blood Doll", "Villein", "The Rack"]
    assert [found.text for found in reading.unresolved] == ["Xyzzy"]


@pytest.mark.parametrize(
    "text",
    [
        '{"crypt": {"Nathan Turner": 12}, "library": {"Blood Doll": 40, "Vessel": 20}}',
        '{"crypt": ["12x Nathan Turner"], "library": ["40x Blood Doll", "Vessel x20"]}',
    ],
)
def test_names_with_counts_in_the_parts_of_json(reading_of: Read, text: str) -> None:
    reading = reading_of(text)
    assert [(entry.card.name, entry.count) for entry in reading.deck.entries] == [
        ("Nathan Turner", 12), ("Blood Doll", 40), ("Vessel", 20)
    ]  # fmt: skip
    assert not reading.problems


def test_an_address_in_the_header_needs_no_scheme(reading_of: Read) -> None:
    head = "Summer Cup\nLyon, France\nJune 6th 2026\n2R+F\n12 players\nAnna B\nwww.vekn.net/event/10274\n\n"
    header = reading_of(head + "\n".join(SAID)).deck.header
    assert header is not None
    assert (header.winner, header.url) == ("Anna B", "www.vekn.net/event/10274")


@pytest.mark.parametrize(
    "line", ["2x Anson [8] Toreador:1", "2\t8\tCEL PRE aus dom\tAnson\t1", "2  8  CEL PRE aus dom  Anson  Toreador:1"]
)
def test_a_vampire_of_a_page_is_read_with_its_capacity_in_front_or_in_brackets(reading_of: Read, line: str) -> None:
    reading = reading_of(f"Crypt\n{line}\n10x Nathan Turner\nLibrary\n60x Villein\n")
    assert [(entry.card.name, entry.count) for entry in reading.deck.crypt] == [("Anson", 2), ("Nathan Turner", 10)]
    assert (reading.unresolved, reading.problems) == ((), ())


def test_messages_of_several_lines_lose_their_stamps(reading_of: Read) -> None:
    said = ["my list", "Crypt\n12 Nathan Turner", "Library\n56 Villein\n2 Deny\n2 Fame", "thx!"]
    reading = reading_of("\n".join(f"14/11/26, 21:0{minute} - Ana: {text}" for minute, text in enumerate(said)))
    assert (reading.deck.crypt_count, reading.deck.library_count) == (12, 60)
    assert (reading.unresolved, reading.problems) == ((), ())
