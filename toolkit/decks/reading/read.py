"""The one door: a source in any form becomes a reading; nothing that a person can give raises an exception.

The readers of structured forms are imported when one is met: a pasted text needs none of them, and must be quick.
"""

from __future__ import annotations

from functools import lru_cache

from toolkit.cards import CardDatabase
from toolkit.decks.model import Reading
from toolkit.decks.reading import source as sources
from toolkit.decks.reading.account import Account
from toolkit.decks.reading.analysis import Analyst
from toolkit.decks.reading.detect import text_dressing
from toolkit.decks.reading.dressing import Dressing
from toolkit.decks.reading.resolve import resolver_for
from toolkit.decks.reading.text import read_lines
from toolkit.languages import Message

_NO_CARD = Message("No line of this text names a card.")
_NO_CARD_ON_PAGE = Message("This is a web page, and no line of it names a card.")


@lru_cache(maxsize=4)
def _analyst_for(cards: CardDatabase) -> Analyst:
    return Analyst(resolver_for(cards))


def read(source: str | bytes, cards: CardDatabase, *, name: str = "") -> Reading:
    """The deck that the source holds, with an account of every line.

    Args:
        source: text, or a file's bytes.
        cards: the card data.
        name: what to call the source ("list.txt", a URL); kept in the reading.
    """
    analyst = _analyst_for(cards)
    account = Account(analyst.resolver)
    if isinstance(source, bytes) and source.startswith(b"PK\x03\x04"):
        return account.reading(name, _read_archive(source, account))
    text = sources.decode(source) if isinstance(source, bytes) else source
    if isinstance(text, str):
        text = text.removeprefix("\ufeff")
        refused = sources.refusal(text)
    else:
        refused = text
    if refused:
        account.fault(refused.code, refused.message, fix=refused.fix)
        return account.reading(name, Dressing.UNKNOWN)
    assert isinstance(text, str)
    return account.reading(name, _read_text(text, analyst, account))


def _read_archive(source: bytes, account: Account) -> Dressing:
    if len(source) > sources.MAX_WORKBOOK:
        refused = sources.too_large(len(source))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return Dressing.UNKNOWN
    from toolkit.decks.reading.workbook import read_workbook

    return read_workbook(source, account)


def _read_text(text: str, analyst: Analyst, account: Account) -> Dressing:
    """Read by the form that the first characters show, else as lines."""
    start = text.lstrip()
    match start[:1]:
        case "{" | "[" if _is_json(start):
            from toolkit.decks.reading.json_forms import read_json

            return _with_cards(read_json(text, account), account)
        case "<" if _is_xml(start):
            from toolkit.decks.reading.xml_forms import read_xml

            return _with_cards(read_xml(text, account), account)
        case '"' if start.casefold().startswith('"eldb - inventory"'):
            from toolkit.decks.reading.tables import read_inventory

            return _with_cards(read_inventory(start, account), account)
        case '"':
            from toolkit.decks.reading.feldb import is_feldb, read_feldb, tokens_of

            tokens = tokens_of(text)
            if tokens and is_feldb(tokens):
                return _with_cards(read_feldb(tokens, account), account)
        case "h" if start.startswith("http") and _is_address(start):
            return _read_address(start, account)
    if "<" in text and _is_page(text):
        return _read_page(text, analyst, account)
    return _read_lines(text, analyst, account)


def _is_json(start: str) -> bool:
    """Whether a brace or bracket opens JSON rather than a heading such as `[Master]`."""
    following = start[1:40].lstrip()[:1]
    return following in ('"', "}", "") if start[0] == "{" else following in ("{", "[", "]", '"')


def _is_xml(start: str) -> bool:
    head = start[:400].casefold()
    return (
        head.startswith(("<?xml", "<deck", "<inventory", "<physicalcardset", "<!doctype deck")) and "<html" not in head
    )


def _is_address(start: str) -> bool:
    from toolkit.decks.reading.links import is_address

    return is_address(start)


def _is_page(text: str) -> bool:
    from toolkit.decks.reading.html_text import looks_like_html

    return looks_like_html(text)


def _with_cards(dressing: Dressing, account: Account) -> Dressing:
    """The form, after noting if it held no card at all."""
    if not account.has_cards and not account.problems:
        account.not_a_deck(Message("This file holds no card."))
    return dressing


def _read_address(text: str, account: Account) -> Dressing:
    from toolkit.decks.reading import links

    if links.holds_deck(text):
        return _with_cards(links.read_address(text, account), account)
    account.comments += 1
    try:
        host = links.remote_deck(text).host
    except links.UnknownAddress as error:
        account.not_a_deck(error.message)
    else:
        account.not_a_deck(Message("This is the address of a deck at %(name)s: it is to be fetched first.", name=host))
    return Dressing.UNKNOWN


def _read_page(text: str, analyst: Analyst, account: Account) -> Dressing:
    from toolkit.decks.reading.html_text import visible_lines

    shown = visible_lines(text)[: sources.MAX_LINES]
    read_lines([line for _, line in shown], analyst, account, [number for number, _ in shown])
    if account.has_cards:
        return Dressing.HTML
    account.not_a_deck(_NO_CARD_ON_PAGE, Message("Give the deck's own export, or its address."))
    return Dressing.UNKNOWN


def _read_lines(text: str, analyst: Analyst, account: Account) -> Dressing:
    lines = sources.lines_of(text)
    if len(lines) > sources.MAX_LINES:
        refused = sources.too_many_lines(len(lines))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return Dressing.UNKNOWN
    # A table has a delimiter in its first line; most lists end here without a look at the CSV reader.
    first = next(filter(str.strip, lines), "")
    if "," in first or ";" in first or "\t" in first:
        from toolkit.decks.reading.tables import delimiter_of, read_csv

        delimiter = delimiter_of(lines)
        if delimiter:
            return _with_cards(read_csv(text, delimiter, account), account)
    analysis = read_lines(lines, analyst, account)
    if not account.has_cards:
        account.not_a_deck(_NO_CARD, Message("Give a decklist, one card a line."))
    return text_dressing(lines, analysis)
