"""A deck in every list format, by the formats' descriptions: small, and independent of the product's writers."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Callable
from itertools import groupby
from urllib.parse import urlencode
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

from toolkit.cards import CardDatabase
from toolkit.cards.model import Card, CryptCard, LibraryCard

Cards = list[tuple[Card, int]]
ARTICLES = ("The", "An", "A", "El", "La", "Le", "Les", "Un", "Une", "Una")


def crypt_of(deck: Cards) -> list[tuple[CryptCard, int]]:
    return [(card, count) for card, count in deck if isinstance(card, CryptCard)]


def library_of(deck: Cards) -> list[tuple[LibraryCard, int]]:
    cards = [(card, count) for card, count in deck if isinstance(card, LibraryCard)]
    return sorted(cards, key=lambda item: (item[0].types, item[0].name))


def types_of(deck: Cards) -> list[tuple[str, list[tuple[LibraryCard, int]]]]:
    return [("/".join(types), list(group)) for types, group in groupby(library_of(deck), lambda item: item[0].types)]


def filed(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{rest}, {first}" if first in ARTICLES and rest else name


def ascii_of(name: str) -> str:
    name = name.replace("™", "(TM)").replace("—", "--")
    for sign, letters in (("œ", "oe"), ("ł", "l"), ("ø", "o"), ("đ", "d"), ("’", "'")):
        name = name.replace(sign, letters)
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


def suffix(card: Card, cards: CardDatabase, *, always: bool = False, adv: str = "ADV") -> str:
    if not isinstance(card, CryptCard):
        return ""
    groups = {other.group for other in cards.namesakes(card) if isinstance(other, CryptCard)}
    words = [f"G{card.group}"] if card.group and (always or len(groups) > 1) else []
    return f" ({' '.join([*words, adv] if card.advanced else words)})" if words or card.advanced else ""


def columns(card: CryptCard) -> str:
    disciplines = " ".join(sorted(card.disciplines)) or "-none-"
    return f"{card.capacity:>2}  {disciplines}  {(card.title or '').lower()}  {card.clan}:{card.group or 'ANY'}"


def twd(deck: Cards, cards: CardDatabase, *, comment: str = "") -> str:
    crypt = crypt_of(deck)
    lines = ["Some Event", "Paris, France", "October 1st 2016", "2R+F", "12 players", "Jane Doe", ""]
    lines += ["Deck Name: A Deck", "", f"Crypt ({sum(n for _, n in crypt)} cards, min=1, max=40, avg=5.5)", "-" * 40]
    for card, count in crypt:
        name = filed(card.name) + (" (ADV)" if card.advanced else "")
        lines.append(f"{count}x {name:<30}  {columns(card)}{comment}")
    lines += ["", f"Library ({sum(n for _, n in library_of(deck))} cards)"]
    for label, group in types_of(deck):
        lines += [
            f"{label} ({sum(n for _, n in group)})",
            *(f"{n}x {filed(card.name)}{comment}" for card, n in group),
            "",
        ]
    return "\n".join(lines)


def twd_commented(deck: Cards, cards: CardDatabase) -> str:
    return twd(deck, cards, comment="  -- kept it, 2 more would be fine")


def vdb_text(deck: Cards, cards: CardDatabase) -> str:
    crypt = crypt_of(deck)
    lines = ["Deck Name: A Deck", "Author: Jane Doe", "Description: one line", ""]
    head = f"Crypt ({sum(n for _, n in crypt)} cards, min=4 max=40 avg=6)"
    lines += [head, "=" * len(head)]
    for card, count in crypt:
        disciplines = " ".join(sorted(card.disciplines))
        name = filed(card.name) + (" (ADV)" if card.advanced else "")
        tail = f"{card.capacity:>2} {disciplines:<25}   {(card.title or '').lower()} {card.clan}:{card.group or 'ANY'}"
        lines.append(f"{count}x {name:<25}   {tail}")
    lines += ["", f"Library ({sum(n for _, n in library_of(deck))} cards)", "-" * 20]
    for label, group in types_of(deck):
        title = f"{label} ({sum(n for _, n in group)})"
        lines += [title, "-" * (len(title) + 1), *(f"{n}x {filed(card.name)}" for card, n in group), ""]
    return "\n".join(lines)


def lackey(deck: Cards, cards: CardDatabase, *, adv: str = " (ADV)") -> str:
    def name(card: Card) -> str:
        group = suffix(card, cards, adv="").replace(" )", ")").replace(" ()", "")
        advanced = adv if isinstance(card, CryptCard) and card.advanced else ""
        return ascii_of(filed(card.name)).replace("/", "").replace('"', "'") + group + advanced

    lines = [f"{count}\t{name(card)}" for card, count in library_of(deck)]
    return "\n".join([*lines, "Crypt:", *(f"{count}\t{name(card)}" for card, count in crypt_of(deck))])


def lackey_sutekh(deck: Cards, cards: CardDatabase) -> str:
    return lackey(deck, cards, adv=" Adv.")


def lackey_padded(deck: Cards, cards: CardDatabase) -> str:
    lines = (line.split("\t") for line in lackey(deck, cards).split("\n"))
    return "\n".join(f"{row[0]:<8}{row[1]}" if len(row) > 1 else row[0] for row in lines)


def in_two_parts(deck: Cards, line: Callable[[Card, int], str]) -> str:
    crypt = "\n".join(line(card, count) for card, count in crypt_of(deck))
    return crypt + "\n\n" + "\n".join(line(card, count) for card, count in library_of(deck))


def unique(card: Card) -> str:
    return card.unique_name


def jol(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n}x{unique(card)}".replace("(ADV)", "(advanced)"))


def jol_bare_singles(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n}x{unique(card)}" if n > 1 else unique(card))


def jol_spaced(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n}x {unique(card)}")


def krcg(deck: Cards, cards: CardDatabase, *, always: bool = False) -> str:
    lines = [f"Crypt ({sum(n for _, n in crypt_of(deck))} cards)", "----------------"]
    lines += [f"{n}x {card.name}{suffix(card, cards, always=always)}" for card, n in crypt_of(deck)]
    lines += ["", f"Library ({sum(n for _, n in library_of(deck))} cards)", "----------------", ""]
    for label, group in types_of(deck):
        lines += [f"--{label} ({sum(n for _, n in group)})--", *(f"{n}x {card.name}" for card, n in group), ""]
    return "\n".join(lines)


def krcg_full(deck: Cards, cards: CardDatabase) -> str:
    return krcg(deck, cards, always=True)


def count_name(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n} {unique(card)}")


def name_count(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{unique(card)} x{n}")


def names(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: "\n".join([unique(card)] * n))


def amaranth_text(deck: Cards, cards: CardDatabase) -> str:
    crypt = crypt_of(deck)
    lines = ["A Deck", "", f"Crypt ({sum(n for _, n in crypt)} cards)"]
    lines += [f"  {n} {card.name}{suffix(card, cards)}  {columns(card)}" for card, n in crypt]
    lines += ["", f"Library ({sum(n for _, n in library_of(deck))} cards)"]
    for label, group in types_of(deck):
        lines += [f"{label} ({sum(n for _, n in group)})", *(f"  {n} {card.name}" for card, n in group)]
    return "\n".join(lines)


def ardb_text(deck: Cards, cards: CardDatabase) -> str:
    crypt = crypt_of(deck)
    lines = ["Deck Name : A Deck", "Author : Jane Doe", "Description :", "one line", ""]
    lines += [f"Crypt [{sum(n for _, n in crypt)} vampires] Capacity min: 2 max: 10 average: 5.84", "-" * 60]
    for card, count in crypt:
        clan = card.clan.removesuffix(" antitribu")
        clan = f"!{clan}" if clan != card.clan else clan[:10]
        advanced = "Adv" if card.advanced else "   "
        disciplines = " ".join(sorted(card.disciplines))
        title = (card.title or "").lower()
        tail = f"{card.capacity} {disciplines:<20} {title:<10} {clan}:{card.group or 'ANY'}"
        lines.append(f" {count}x {card.name:<18.18} {advanced} {tail}")
    lines += ["", f"Library [{sum(n for _, n in library_of(deck))} cards]", "-" * 60]
    for label, group in types_of(deck):
        lines += [f"{label} [{sum(n for _, n in group)}]", *(f"  {n}x {filed(card.name)}" for card, n in group), ""]
    return "\n".join(lines)


def markdown(deck: Cards, cards: CardDatabase) -> str:
    lines = [
        "# A Deck",
        "",
        "## Crypt",
        *(f"- **{n}x** {unique(card)}" for card, n in crypt_of(deck)),
        "",
        "## Library",
    ]
    for label, group in types_of(deck):
        lines += [f"### {label} ({sum(n for _, n in group)})", *(f"- **{n}x** {card.name}" for card, n in group), ""]
    return "\n".join(lines)


def html(deck: Cards, cards: CardDatabase) -> str:
    crypt = "".join(f"<li>{n}x {escape(unique(card))}</li>" for card, n in crypt_of(deck))
    library = "\n".join(f"<li>{n}x {escape(card.name)}</li>" for card, n in library_of(deck))
    style = "<head><title>x</title><style>li { color: red }</style></head>"
    return f"<html>{style}<body><h2>Crypt</h2><ul>{crypt}</ul><h2>Library</h2>\n<ul>{library}</ul></body></html>"


def feldb(deck: Cards, cards: CardDatabase) -> str:
    def quoted(card: Card) -> str:
        name = ascii_of(filed(card.name)) + suffix(card, cards)
        return '"' + name.replace('"', "`").replace("'", "`") + '"'

    lines = ['"A Deck"', '"Jane Doe"', '"A description', 'of two lines"', str(sum(n for _, n in crypt_of(deck)))]
    lines += [quoted(card) for card, count in crypt_of(deck) for _ in range(count)]
    lines.append(str(sum(n for _, n in library_of(deck))))
    return "\n".join(lines + [quoted(card) for card, count in library_of(deck) for _ in range(count)])


def eldb_inventory(deck: Cards, cards: CardDatabase) -> str:
    lines = ['"ELDB - Inventory"', '"Abombwe",0,0,"","Library"']
    for card, count in deck:
        name = (ascii_of(filed(card.name)) + suffix(card, cards)).replace('"', "`")
        lines.append(f'"{name}",{count},0,"","{card.kind.value.title()}"')
    return "\n".join(lines)


def ardb_xml(deck: Cards, cards: CardDatabase) -> str:
    def vampire(card: CryptCard, count: int) -> str:
        adv = "<adv>Advanced</adv>" if card.advanced else "<adv />"
        group = f"<group>{card.group or '*'}</group>"
        return f'<vampire count="{count}" databaseID="1">{adv}<name>{escape(filed(card.name))}</name>{group}</vampire>'

    crypt = "\n".join(vampire(card, count) for card, count in crypt_of(deck))
    library = "\n".join(
        f'<card count="{count}" databaseID="1"><name>{escape(filed(card.name))}</name></card>'
        for card, count in library_of(deck)
    )
    head = '<?xml version="1.0" encoding="utf-8"?>\n<deck generator="Sutekh" formatVersion="-TODO-1.0">'
    name = "<name>A Deck</name><author>Jane Doe</author><description>x</description>"
    return f'{head}{name}<crypt size="12">{crypt}</crypt><library size="90">{library}</library></deck>'


def lackey_xml(deck: Cards, cards: CardDatabase) -> str:
    def zone(name: str, part: list[tuple[Card, int]]) -> str:
        rows = (
            f'<card><name id="x">{escape(ascii_of(filed(card.name)) + suffix(card, cards))}</name><set>S</set></card>'
            for card, count in part
            for _ in range(count)
        )
        return f'<superzone name="{name}">{"".join(rows)}</superzone>'

    meta = "<meta><game>vtes</game><author>Jane Doe</author></meta>"
    return f'<deck version="0.8">{meta}{zone("Deck", [*library_of(deck)])}{zone("Crypt", [*crypt_of(deck)])}</deck>'


def sutekh_xml(deck: Cards, cards: CardDatabase) -> str:
    def name(card: Card) -> str:
        grouped = f" (Group {card.group})" if isinstance(card, CryptCard) and "(G" in suffix(card, cards) else ""
        return card.name + grouped + (" (Advanced)" if isinstance(card, CryptCard) and card.advanced else "")

    rows = "\n".join(f"<card name={quoteattr(name(card))} count='{count}' expansion='X' />" for card, count in deck)
    head = '<physicalcardset author="Jane Doe" name="A Deck" sutekh_xml_version="1.5">'
    return f"{head}<comment>one line</comment><annotations />{rows}</physicalcardset>"


def json_vdb(deck: Cards, cards: CardDatabase) -> str:
    table = {"100009": 0} | {str(card.id): count for card, count in deck}
    return json.dumps({"name": "A Deck", "author": "Jane Doe", "description": "", "cards": table})


def json_minimal(deck: Cards, cards: CardDatabase) -> str:
    return json.dumps({"name": "A Deck", "author": "Jane Doe", "cards": {str(card.id): count for card, count in deck}})


def json_krcg4(deck: Cards, cards: CardDatabase) -> str:
    crypt = [{"id": card.id, "count": count, "name": card.name} for card, count in crypt_of(deck)]
    library = [
        {"type": label, "count": 1, "cards": [{"id": card.id, "count": n, "name": card.name} for card, n in group]}
        for label, group in types_of(deck)
    ]
    return json.dumps({"id": "x", "crypt": {"count": 12, "cards": crypt}, "library": {"count": 90, "cards": library}})


def json_krcg5(deck: Cards, cards: CardDatabase) -> str:
    rows = [{"id": card.id, "count": count, "printed_name": card.name, "kind": "Crypt"} for card, count in deck]
    return json.dumps({"id": "x", "name": "A Deck", "cards": rows}, indent=1)


def json_vtesdecks(deck: Cards, cards: CardDatabase) -> str:
    crypt = [{"id": card.id, "number": count} for card, count in crypt_of(deck)]
    library = [{"id": card.id, "number": count} for card, count in library_of(deck)]
    return json.dumps({"name": "A Deck", "author": "Jane Doe", "crypt": crypt, "library": library})


def csv_with_sets(deck: Cards, cards: CardDatabase) -> str:
    rows = ['"{}", "Set", "{}"'.format(unique(card).replace('"', '""'), count) for card, count in deck]
    return "\n".join(['"Card Name", "Expansion", "Number"', *rows])


def csv_count_name(deck: Cards, cards: CardDatabase) -> str:
    return "\n".join('{},"{}"'.format(count, unique(card).replace('"', '""')) for card, count in deck)


def csv_own(deck: Cards, cards: CardDatabase) -> str:
    rows = ['{},"{}",{},{}'.format(n, unique(card).replace('"', '""'), card.id, card.kind.value) for card, n in deck]
    return "\r\n".join(["count,name,id,section", *rows])


def xlsx(deck: Cards, cards: CardDatabase) -> bytes:
    book = Workbook()
    crypt, library = book.active, book.create_sheet("Library")
    assert crypt is not None
    crypt.title = "Crypt"
    for sheet, part in ((crypt, crypt_of(deck)), (library, library_of(deck))):
        for card, count in part:
            sheet.append([count, (ascii_of(card.name) + suffix(card, cards)).replace('"', "'")])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def deck_url(deck: Cards, cards: CardDatabase) -> str:
    query = urlencode({"name": "A Deck", "author": "Jane Doe"})
    return f"https://vdb.im/decks/deck?{query}#" + ";".join(f"{card.id}={count}" for card, count in deck)


def curly(deck: Cards, cards: CardDatabase) -> str:
    return jol_spaced(deck, cards).replace("'", "’")


def windows(deck: Cards, cards: CardDatabase) -> bytes:
    return b"\xef\xbb\xbf" + jol_spaced(deck, cards).replace("\n", "\r\n").encode()


def no_break_spaces(deck: Cards, cards: CardDatabase) -> str:
    return jol_spaced(deck, cards).replace(" ", "\u00a0")


def multiplication(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n}× {unique(card)}")


def utf16(deck: Cards, cards: CardDatabase) -> bytes:
    return jol_spaced(deck, cards).encode("utf-16")


LIST_FORMATS: dict[str, tuple[Callable[[Cards, CardDatabase], str | bytes], str]] = {
    "twd": (twd, "twd"),
    "twd with comments": (twd_commented, "twd-commented"),
    "VDB text": (vdb_text, "vdb-text"),
    "Lackey": (lackey, "lackey"),
    "Lackey by VDB": (lackey_padded, "lackey"),
    "Lackey by Sutekh": (lackey_sutekh, "lackey"),
    "JOL": (jol, "jol"),
    "JOL with bare singles": (jol_bare_singles, "jol"),
    "JOL spaced": (jol_spaced, "jol-spaced"),
    "krcg unique": (krcg, "krcg-unique"),
    "krcg full": (krcg_full, "krcg-full"),
    "count name": (count_name, "count-name"),
    "name count": (name_count, "name-count"),
    "names": (names, "names"),
    "Amaranth text": (amaranth_text, "amaranth-text"),
    "ARDB text": (ardb_text, "ardb-text"),
    "Markdown": (markdown, "markdown"),
    "HTML": (html, "html"),
    "FELDB": (feldb, "feldb"),
    "ELDB inventory": (eldb_inventory, "eldb-inventory"),
    "ARDB XML": (ardb_xml, "ardb-xml"),
    "Lackey XML": (lackey_xml, "lackey-xml"),
    "Sutekh XML": (sutekh_xml, "sutekh-xml"),
    "VDB JSON": (json_vdb, "json-vdb"),
    "minimal JSON": (json_minimal, "json-minimal"),
    "krcg 4 JSON": (json_krcg4, "json-krcg4"),
    "krcg 5 JSON": (json_krcg5, "json-krcg5"),
    "VTESDecks JSON": (json_vtesdecks, "json-vtesdecks"),
    "CSV with sets": (csv_with_sets, "csv"),
    "CSV count, name": (csv_count_name, "csv"),
    "own CSV": (csv_own, "csv"),
    "XLSX": (xlsx, "xlsx"),
    "deck in URL": (deck_url, "deck-url"),
    "curly quotes": (curly, "jol-spaced"),
    "CRLF and BOM": (windows, "jol-spaced"),
    "no-break spaces": (no_break_spaces, "jol-spaced"),
    "multiplication sign": (multiplication, "jol-spaced"),
    "UTF-16": (utf16, "jol-spaced"),
}
