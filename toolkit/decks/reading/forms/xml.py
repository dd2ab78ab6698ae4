"""Decks as XML: ARDB (deck and inventory), Lackey, Sutekh. Entities are never expanded, document types refused."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from toolkit.cards.model import Kind
from toolkit.decks.model import IgnoredAs
from toolkit.decks.reading.account import ListAccount, Places, add_named
from toolkit.decks.reading.list_format import ListFormat
from toolkit.languages import Message


def read_xml(text: str, account: ListAccount) -> ListFormat:
    """Read an XML deck into the account; which form it has."""
    try:
        # A text that is already decoded may still name an encoding, which the parser would not accept.
        root = fromstring(_without_declaration(text), forbid_dtd=True)
    except ParseError as error:
        line, _ = error.position
        account.not_a_deck(
            Message("This XML breaks off or is wrong at line %(number)s.", number=line),
            Message("Export the deck again."),
        )
        return ListFormat.UNKNOWN
    except (DefusedXmlException, ValueError):
        account.not_a_deck(Message("This XML declares a document type or entities, which are not read."))
        return ListFormat.UNKNOWN
    places = Places(text)
    match root.tag:
        case "physicalcardset":
            return _read_sutekh(root, account, places)
        case "inventory":
            return _read_ardb(root, account, places, counted="have")
        case "deck" if root.find("superzone") is not None:
            return _read_lackey(root, account, places)
        case "deck":
            return _read_ardb(root, account, places, counted="count")
        case _:
            account.not_a_deck(Message("This XML is not a deck (%(name)s).", name=f"<{str(root.tag)[:30]}>"))
            return ListFormat.UNKNOWN


def _without_declaration(text: str) -> str:
    text = text.lstrip()
    if text.startswith("<?xml"):
        end = text.find("?>")
        # Its line ends stay, so that lines keep their numbers.
        return "\n" * text.count("\n", 0, end) + text[end + 2 :] if end > 0 else text
    return text


def _text_of(element: Element, tag: str) -> str:
    child = element.find(tag)
    return "".join(child.itertext()).strip() if child is not None else ""


def _read_ardb(root: Element, account: ListAccount, places: Places, *, counted: str) -> ListFormat:
    account.name = _text_of(root, "name")
    account.author = _text_of(root, "author")
    account.description += filter(None, [_text_of(root, "description")])
    account.metadata += sum(root.find(tag) is not None for tag in ("name", "author", "description", "date"))
    for part, section, tag in ((Kind.CRYPT, "crypt", "vampire"), (Kind.LIBRARY, "library", "card")):
        for group in root.findall(section):
            account.headings += 1
            for element in group.findall(tag):
                _add_ardb(element, account, places, part, element.get(counted, element.get("count", "1")))
    return ListFormat.ARDB_XML


def _add_ardb(element: Element, account: ListAccount, places: Places, part: Kind, figure: str) -> None:
    name = _text_of(element, "name")
    line = places.next_line_of(f">{name.partition('&')[0]}")
    if figure.strip() == "0":
        account.ignore(line, name, IgnoredAs.NO_CARD)  # an inventory lists what one does not own
        return
    if part is Kind.CRYPT:
        if "adv" in _text_of(element, "adv").casefold() and "(adv" not in name.casefold():
            name = f"{name} (ADV)"
        group = _text_of(element, "group")
        if group and "(g" not in name.casefold():
            name = f"{name} ({'Any' if group in ('*', 'any') else f'G{group}'})"
    add_named(account, line, name, figure, part=part)


def _read_lackey(root: Element, account: ListAccount, places: Places) -> ListFormat:
    for zone in root.findall("superzone"):
        part = Kind.CRYPT if zone.get("name", "").casefold() == "crypt" else Kind.LIBRARY
        account.headings += 1
        for card in zone.findall("card"):
            name = _text_of(card, "name")
            add_named(account, places.next_line_of(name.partition("&")[0]), name, "1", part=part)
    return ListFormat.LACKEY_XML


def _read_sutekh(root: Element, account: ListAccount, places: Places) -> ListFormat:
    account.name = root.get("name", "")
    account.author = root.get("author", "")
    account.metadata += 1
    for tag in ("comment", "annotations"):
        text = _text_of(root, tag)
        if text:
            account.description.append(text)
            account.metadata += 1
    for card in root.findall("card"):
        name = card.get("name", "")
        line = places.next_line_of(f'"{name.partition("&")[0]}' if '"' not in name else name[:8])
        add_named(account, line, name, card.get("count", "1"))
    return ListFormat.SUTEKH_XML
