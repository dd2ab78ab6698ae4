"""A deck in the forms that people write and paste: chats, forums, wikis, tables that lost their columns.

What Sutekh, ARDB and ELDB write is by the descriptions and samples of these programs; small, and independent of the
product's readers.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import count as numbers
from urllib.parse import quote_plus

from tests.decks.reading.writers import Cards, crypt_of, filed, in_two_parts, library_of, suffix, types_of, unique
from toolkit.cards import CardDatabase
from toolkit.cards.model import Card, CryptCard, LibraryCard

DISCIPLINES = {
    "abo": "Abombwe",
    "ani": "Animalism",
    "aus": "Auspex",
    "cel": "Celerity",
    "chi": "Chimerstry",
    "dai": "Daimoinon",
    "def": "Defense",
    "dem": "Dementation",
    "dom": "Dominate",
    "for": "Fortitude",
    "inn": "Innocence",
    "jud": "Judgment",
    "mar": "Martyrdom",
    "mel": "Melpominee",
    "myt": "Mytherceria",
    "nec": "Necromancy",
    "obe": "Obeah",
    "obf": "Obfuscate",
    "obl": "Oblivion",
    "obt": "Obtenebration",
    "pot": "Potence",
    "pre": "Presence",
    "pro": "Protean",
    "qui": "Quietus",
    "red": "Redemption",
    "san": "Sanguinus",
    "ser": "Serpentis",
    "spi": "Spiritus",
    "str": "Striga",
    "tem": "Temporis",
    "tha": "Blood Sorcery",
    "thn": "Thanatosis",
    "val": "Valeren",
    "ven": "Vengeance",
    "vic": "Vicissitude",
    "vin": "Vision",
    "vis": "Visceratika",
    "mal": "Maleficia",
    "viz": "Vision",
}


def size(part: list[tuple[CryptCard, int]] | list[tuple[LibraryCard, int]]) -> int:
    return sum(count for _, count in part)


def disciplines(card: CryptCard) -> list[str]:
    return sorted(card.disciplines, key=lambda name: (name.islower(), name))


def clan(card: CryptCard) -> str:
    return f"{card.clan} (Imbued)" if card.types == ("Imbued",) else card.clan


def group(card: CryptCard) -> int:
    return -1 if card.group is None else card.group


def sutekh_name(card: Card, cards: CardDatabase) -> str:
    grouped = f" (Group {card.group})" if isinstance(card, CryptCard) and "(G" in suffix(card, cards) else ""
    return card.name + grouped


def behind_with_comma(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{unique(card)} x{n},")


def behind_with_semicolon(deck: Cards, cards: CardDatabase) -> str:
    return in_two_parts(deck, lambda card, n: f"{n}x {filed(card.name)}{suffix(card, cards)};")


def chat(deck: Cards, cards: CardDatabase) -> str:
    lines = ["*A Deck*", "", f"*Crypt ({size(crypt_of(deck))})*"]
    lines += [f"*{n}x* {unique(card)}" for card, n in crypt_of(deck)]
    lines += ["", f"*Library ({size(library_of(deck))})*"]
    for label, group in types_of(deck):
        lines += [f"_{label} ({size(group)})_", *(f"*{n}x* {card.name}" for card, n in group), ""]
    return "\n".join(lines)


def one_line(deck: Cards, cards: CardDatabase, *, between: str = ", ") -> str:
    rows = [f"{n}x {unique(card)}" for card, n in [*crypt_of(deck), *library_of(deck)]]
    return between.join(rows)


def one_line_semicolons(deck: Cards, cards: CardDatabase) -> str:
    return one_line(deck, cards, between="; ") + "."


def one_line_figures_behind(deck: Cards, cards: CardDatabase) -> str:
    rows = [f"{filed(card.name)}{suffix(card, cards)} x{n}" for card, n in [*crypt_of(deck), *library_of(deck)]]
    return ", ".join(rows)


def one_line_bare_singles(deck: Cards, cards: CardDatabase) -> str:
    cards_in_order = [*crypt_of(deck), *library_of(deck)]
    return ", ".join(f"{n} {unique(card)}" if n > 1 else unique(card) for card, n in cards_in_order)


def a_line_a_part(deck: Cards, cards: CardDatabase) -> str:
    crypt = ", ".join(f"{n}x {unique(card)}" for card, n in crypt_of(deck))
    library = ", ".join(f"{n}x {card.name}" for card, n in library_of(deck))
    return f"Crypt ({size(crypt_of(deck))}): {crypt}\nLibrary ({size(library_of(deck))}): {library}\n"


def a_line_a_type(deck: Cards, cards: CardDatabase) -> str:
    crypt = "; ".join(f"{n} {unique(card)}" for card, n in crypt_of(deck))
    lines = [f"Crypt: {crypt}", "", f"Library ({size(library_of(deck))})"]
    for label, group in types_of(deck):
        lines.append(f"{label} ({size(group)}): " + "; ".join(f"{n} {card.name}" for card, n in group))
    return "\n".join(lines)


def vekn_forum(deck: Cards, cards: CardDatabase) -> str:
    def linked(card: Card) -> str:
        return (
            f"[url=https://codex-of-the-damned.org/en/card-search.html?card={quote_plus(card.name)}]{card.name}[/url]"
        )

    def row(card: CryptCard, count: int) -> str:
        spelt = {":jud:": ":jus:", ":vin:": ":vsn:", ":viz:": ":vsn:"}
        icons = " ".join(spelt.get(f":{name}:", f":{name}:") for name in disciplines(card))
        symbol = f"!{card.clan[:4].lower()}!" if "antitribu" in card.clan else f":{card.clan[:4].lower()}:"
        cells = [f"{count}x", linked(card), "Adv" if card.advanced else "", f"({card.capacity})", icons]
        cells += [(card.title or "   ")[:12], f"{symbol} {clan(card)}", f"(group {group(card)})"]
        return "[tr]" + "".join(f"[td]{cell}[/td]" for cell in cells) + "[/tr]"

    lines = ["[size=18][b]Deck Name : A Deck[/b][/size]", "[b][u]Author :[/u][/b] Jane Doe"]
    lines += ["[b][u]Description :[/u][/b]", "one line", ""]
    head = f"Crypt [{size(crypt_of(deck))} vampires] Capacity min: 2 max: 40 average: 5.84"
    lines += [f"[size=18][u]{head}[/u][/size]", "[table]", *(row(card, n) for card, n in crypt_of(deck)), "[/table]"]
    lines.append(f"[size=18][u]Library [{size(library_of(deck))} cards][/u][/size]")
    for label, part in types_of(deck):
        trifles = " (2 trifles)" if label == "Master" else ""
        lines += [f"[b][u]{label} [{size(part)}]{trifles}[/u][/b]", *(f" {n}x {linked(card)}" for card, n in part), ""]
    return "\n".join([*lines, "", "Recorded with : Sutekh 1.0.0 [ 2026-10-01 ]", ""])


def ardb_html(deck: Cards, cards: CardDatabase) -> str:
    def cell(text: str, *, link: bool = False) -> str:
        if not text:
            return "<td />"
        anchor = f'<a href="http://monger.vekn.org/show?NAME=x">{escape(text)}</a>'
        shown = f"\n                  {anchor}\n                " if link else escape(text)
        span = f'<span class="tablevalue">{shown}</span>'
        return f"<td>\n                {span}\n              </td>"

    def rows(part: list[str]) -> str:
        body = "".join(f"<tr>\n              {row}\n            </tr>" for row in part)
        return f"<tbody>\n            {body}\n          </tbody>"

    def vampire(card: CryptCard, count: int) -> str:
        adv = "(Advanced)" if card.advanced else ""
        cells = [cell(f"{count}x"), cell(card.name, link=True), cell(adv), cell(str(card.capacity))]
        cells += [
            cell(" ".join(disciplines(card))),
            cell(card.title or ""),
            cell(f"{clan(card)} (group {group(card)})"),
        ]
        return "".join(cells)

    crypt = rows([vampire(card, n) for card, n in crypt_of(deck)])
    library = ""
    for label, part in types_of(deck):
        stats = f'<span class="stats">[{size(part)}]</span>'
        head = f'<h4 class="librarytype">\n          <span>{label}</span>\n          {stats}'
        table = rows([cell(f"{n}x") + cell(card.name, link=True) for card, n in part])
        library += f'{head}\n        </h4><table summary="Library card table">\n          {table}\n        </table>'
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"
 "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html lang="en" xml:lang="en" xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <style type="text/css">
table {{ line-height: 70% }}
</style>
    <title>VTES deck : A Deck by Jane Doe</title>
  </head><body>
    <div id="info">
      <h1 id="nametitle">
        <span>Deck Name :</span>
        <span class="value" id="namevalue">A Deck</span>
      </h1><h2 id="authortitle">
        <span>Author : </span>
        <span class="value" id="authornamevalue">Jane Doe</span>
      </h2><h2 id="description">
        <span>Description : </span>
      </h2><p>
        <span class="value" id="descriptionvalue">one line</span>
      </p>
    </div><div id="crypt">
      <h3 id="crypttitle">
        <span>Crypt</span>
        <span>[{size(crypt_of(deck))} vampires] Capacity min : 4 max : 40 average : 5.00</span>
      </h3><div id="crypttable">
        <table summary="Crypt card table">
          {crypt}
        </table>
      </div>
    </div><div id="library">
      <h3 id="librarytitle">
        <span>Library</span>
        <span class="stats" id="librarystats">[{size(library_of(deck))} cards]</span>
      </h3><div class="librarytable">
        {library}
      </div>
    </div><div>
      <span class="generator">Crafted with : Sutekh [ 1.0.0 ]. [ 2026-10-01 ]</span>
    </div>
  </body>
</html>"""


def eldb_html(deck: Cards, cards: CardDatabase) -> str:
    def row(text: str) -> str:
        return f"<TR><TD COLSPAN=2 WIDTH=650>{text}</TD></TR>"

    def linked(card: Card) -> str:
        name = filed(card.name) + suffix(card, cards)
        return f'<a href="http://monger.vekn.org/showcard.html?ID=1" class="textLink">{escape(name)}</a>'

    blank = row("&nbsp;")
    lines = ["<HTML>", "<HEAD>", "<TITLE>A Deck</TITLE>", "</HEAD>", '<BODY BGCOLOR="#ffffff">']
    lines.append('<TABLE WIDTH=650 ALIGN="center" CELLSPACING=0 CELLPADDING=0 BORDER=0>')
    fields = (("Deck Name:", "A Deck"), ("Created By:", "Jane Doe"), ("Description:", "one line"))
    lines += [f"<TR><TD WIDTH=130>{name}</TD><TD WIDTH=520>{value}</TD></TR>" for name, value in fields]
    lines += [blank, row(f"Crypt: ({size(crypt_of(deck))} cards, Min: 2, Max: 40, Avg: 4.67)")]
    for card, n in crypt_of(deck):
        tail = f"{' '.join(disciplines(card))}&nbsp;&nbsp;{card.capacity},&nbsp;&nbsp;{card.clan}"
        lines.append(row(f"{n}&nbsp;&nbsp;{linked(card)}&nbsp;&nbsp;&nbsp;&nbsp;{tail}"))
    lines += [blank, row(f"Library: ({size(library_of(deck))} cards)")]
    for label, part in types_of(deck):
        lines += [
            row(f"{label} ({size(part)} cards)"),
            *(row(f"{n}&nbsp;&nbsp;{linked(card)}") for card, n in part),
            blank,
        ]
    lines += [row("This file was last saved at 11:29:00 PM  on 01/09/08 "), "</TABLE>", "</BODY>", "</HTML>"]
    return "\n".join(lines)


def pmwiki(deck: Cards, cards: CardDatabase) -> str:
    def name(card: Card) -> str:
        return sutekh_name(card, cards).replace("'", "\\'")

    lines = ["(:title A Deck by Jane Doe :)", "", "!! Description", "one line", "!! Notes", "", ""]
    lines.append(f"!! Crypt [{size(crypt_of(deck))} vampires]")
    lines += [f" {n}x {name(card)} {'Adv' if card.advanced else ''}" for card, n in crypt_of(deck)]
    lines += ["", f"!! Library [{size(library_of(deck))} cards]", ""]
    for label, part in types_of(deck):
        lines += [f"!!! {label} [{size(part)}]", *(f" {n}x {name(card)}" for card, n in part), ""]
    return "\n".join(lines)


def secret_library(deck: Cards, cards: CardDatabase) -> str:
    def name(card: Card) -> str:
        return filed(card.name).replace('"', "") + suffix(card, cards, adv="Adv")

    lines = ["Deck Name: A Deck", "Author: Jane Doe", "Description:", "one line", "Crypt", "---"]
    lines += [f"{n} {name(card)}" for card, n in crypt_of(deck)]
    return "\n".join([*lines, "", "Library", "---", *(f"{n} {name(card)}" for card, n in library_of(deck)), ""])


def under_headings(deck: Cards, crypt_line: Callable[[CryptCard, int], str], library_line: Callable[..., str]) -> str:
    lines = [f"Crypt ({size(crypt_of(deck))} cards, min=4, max=40, avg=6)", "-" * 40]
    lines += [crypt_line(card, n) for card, n in crypt_of(deck)]
    lines += ["", f"Library ({size(library_of(deck))} cards)"]
    for label, part in types_of(deck):
        lines += [f"{label} ({size(part)})", *(library_line(card, n) for card, n in part), ""]
    return "\n".join(lines)


def tail(card: CryptCard) -> str:
    return " ".join(filter(None, [(card.title or "").lower(), f"{card.clan}:{card.group or 'ANY'}"]))


def name_with_adv(card: CryptCard) -> str:
    return filed(card.name) + (" (ADV)" if card.advanced else "")


def tab_behind_capacity(deck: Cards, cards: CardDatabase) -> str:
    return under_headings(
        deck,
        lambda card, n: (
            f"{n}x {name_with_adv(card)} {card.capacity}\t{' '.join(disciplines(card)) or '-none-'}\t{tail(card)}"
        ),
        lambda card, n: f"{n}x {filed(card.name)}",
    )


def collapsed_columns(deck: Cards, cards: CardDatabase) -> str:
    def library_line(card: LibraryCard, n: int) -> str:
        wanted = [DISCIPLINES[name] for name in card.disciplines if name in DISCIPLINES]
        return " ".join([str(n), card.name, *wanted])

    return under_headings(
        deck,
        lambda card, n: (
            f"{n} {name_with_adv(card)} {card.capacity} {' '.join(disciplines(card)) or '-none-'} {tail(card)}"
        ),
        library_line,
    )


def collapsed_table(deck: Cards, cards: CardDatabase) -> str:
    def library_line(card: LibraryCard, n: int) -> str:
        wanted = [DISCIPLINES[name] for name in card.disciplines if name in DISCIPLINES]
        return " ".join([str(n), card.name, "/".join(card.types), "/".join(wanted)]).rstrip()

    return under_headings(deck, lambda card, n: f"{n} {unique(card)} {card.capacity} {card.clan}", library_line)


def glued_capacity(deck: Cards, cards: CardDatabase) -> str:
    return under_headings(
        deck,
        lambda card, n: (
            f"{n}x {name_with_adv(card):<30}  {' '.join(disciplines(card)) or '-none- '}{card.capacity}  {tail(card)}"
        ),
        lambda card, n: f"{n}x {filed(card.name)}",
    )


def numbered(deck: Cards, cards: CardDatabase) -> str:
    number = numbers(1)
    return in_two_parts(deck, lambda card, n: f"{next(number)}. {n}x {unique(card)}")


def numbered_figures_behind(deck: Cards, cards: CardDatabase) -> str:
    crypt, library = numbers(1), numbers(1)
    line = "{}) {} x{}".format
    rows = [line(next(crypt), unique(card), n) for card, n in crypt_of(deck)]
    return "\n".join([*rows, "", *(line(next(library), card.name, n) for card, n in library_of(deck))])


def numbered_names(deck: Cards, cards: CardDatabase) -> str:
    number = numbers(1)
    copies = [unique(card) for card, n in [*crypt_of(deck), *library_of(deck)] for _ in range(n)]
    return "\n".join(f"{next(number)}. {name}" for name in copies)


def bulleted(deck: Cards, cards: CardDatabase) -> str:
    signs = "•-*–▪→"
    number = numbers()
    return in_two_parts(deck, lambda card, n: f"{signs[next(number) % len(signs)]} {unique(card)} ({n})")


def emoji(deck: Cards, cards: CardDatabase) -> str:
    faces = ["🧛", "🩸", "❤️", "🔥", "🇫🇷", "👍🏽", "⚔️", "1️⃣"]
    number = numbers()

    def line(card: Card, n: int) -> str:
        face = faces[next(number) % 7]
        return [f"{n}x {unique(card)} {face}", f"{face} {n}x {unique(card)}", f"{n}x {face} {unique(card)}"][n % 3]

    return "🦇 Crypt\n" + in_two_parts(deck, line).replace("\n\n", "\n\n📚 Library\n")


def csv_bare_quotes(deck: Cards, cards: CardDatabase) -> str:
    rows = [f'"{unique(card)}","Some Set","{count}"' for card, count in deck]
    return "\n".join(['"Card Name","Expansion","Number"', *rows])


def csv_bare_quotes_without_header(deck: Cards, cards: CardDatabase) -> str:
    return "\n".join(f'{count};"{unique(card)}"' for card, count in deck)


PASTED_FORMATS: dict[str, tuple[Callable[[Cards, CardDatabase], str], str]] = {
    "Name x2,": (behind_with_comma, "name-count"),
    "2x Name;": (behind_with_semicolon, "jol-spaced"),
    "WhatsApp": (chat, "whatsapp"),
    "one line": (one_line, "one-line"),
    "one line, semicolons": (one_line_semicolons, "one-line"),
    "one line, figures behind": (one_line_figures_behind, "one-line"),
    "one line, bare singles": (one_line_bare_singles, "one-line"),
    "a line a part": (a_line_a_part, "one-line"),
    "a line a type": (a_line_a_type, "one-line"),
    "VEKN forum": (vekn_forum, "vekn-forum"),
    "ARDB HTML": (ardb_html, "ardb-html"),
    "ELDB HTML": (eldb_html, "html"),
    "PmWiki": (pmwiki, "pmwiki"),
    "Secret Library": (secret_library, "count-name"),
    "tab behind the capacity": (tab_behind_capacity, "twd"),
    "columns of one blank": (collapsed_columns, "twd"),
    "table of one blank": (collapsed_table, "twd"),
    "glued capacity": (glued_capacity, "twd"),
    "numbered": (numbered, "numbered"),
    "numbered, figures behind": (numbered_figures_behind, "numbered"),
    "numbered names": (numbered_names, "numbered"),
    "bulleted": (bulleted, "name-count"),
    "emoji": (emoji, "krcg-unique"),
    "CSV with bare quotes": (csv_bare_quotes, "csv"),
    "CSV with bare quotes, no header": (csv_bare_quotes_without_header, "csv"),
}
