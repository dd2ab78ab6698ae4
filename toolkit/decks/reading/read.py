"""The one door: a source in any form becomes a reading; nothing that a person can give raises an exception.

The readers of structured forms are imported when one is met: a pasted text needs none of them, and must be quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from toolkit.cards import CardDatabase
from toolkit.decks.model import ProblemCode, Reading
from toolkit.decks.reading.account import ONE_DECK, ListAccount
from toolkit.decks.reading.line import Analyst
from toolkit.decks.reading.list_format import ListFormat, text_format
from toolkit.decks.reading.names import resolver_for
from toolkit.decks.reading.text import MAX_LINES, read_lines
from toolkit.languages import N_, Message, Sayable, Whole

MAX_TEXT = 256 * 1024
MAX_WORKBOOK = 1024 * 1024

_SIGNATURES = (
    (b"%PDF", N_("a PDF document")),
    (b"\x89PNG", N_("a picture")),
    (b"\xff\xd8\xff", N_("a picture")),
    (b"GIF8", N_("a picture")),
    (b"Rar!", N_("an archive")),
    (b"7z\xbc\xaf", N_("an archive")),
    (b"\x1f\x8b", N_("a compressed file")),
    (b"SQLite format 3", N_("a database")),
    (b"\xd0\xcf\x11\xe0", N_("an old office document")),
    (b"\x7fELF", N_("a program")),
    (b"MZ\x90", N_("a program")),
)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a source cannot be read at all."""

    code: ProblemCode
    message: Sayable
    fix: Sayable | None = None


EMPTY = Unreadable(ProblemCode.NOT_A_DECK, Message("The list is empty."), Message("Give a decklist."))
_FORMS = Message("Give a text, JSON, XML, CSV or XLSX export of the deck.")
_BINARY = Unreadable(ProblemCode.NOT_A_DECK, Message("This is a binary file, not a decklist."), _FORMS)


def decode(source: bytes) -> str | Unreadable:
    """The text of the bytes: UTF-8 or UTF-16 by their mark, else UTF-8, else Windows' western code page."""
    if len(source) > 2 * MAX_TEXT + 4:
        return too_large(len(source))
    for signature, what in _SIGNATURES:
        if source.startswith(signature):
            return Unreadable(
                ProblemCode.NOT_A_DECK, Message("This is %(what)s, not a decklist.", what=Message(what)), _FORMS
            )
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(source, "utf-16")
    if source.startswith(b"\xef\xbb\xbf"):
        return _decoded(source, "utf-8-sig")
    head = source[:512]
    if b"\x00" in head:
        guess = _utf16_without_mark(head)
        if guess is None:
            return _BINARY
        return _decoded(source, guess)
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return source.decode("cp1252", errors="replace")


def _decoded(source: bytes, encoding: str) -> str | Unreadable:
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        return Unreadable(
            ProblemCode.NOT_A_DECK,
            Message(
                "The file says that it is %(name)s text, but byte %(number)s is not.",
                name=encoding.upper(),
                number=error.start,
            ),
            Message("Save it as UTF-8 text."),
        )


def _utf16_without_mark(head: bytes) -> str | None:
    """The byte order of western text in UTF-16 without a mark: every second byte is zero."""
    pairs = len(head) // 2
    if pairs < 2:
        return None
    if head[1::2].count(0) * 10 >= pairs * 9 and head[0::2].count(0) == 0:
        return "utf-16-le"
    if head[0::2].count(0) * 10 >= pairs * 9 and head[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def refusal(text: str) -> Unreadable | None:
    """Why this text is not read at all, or None."""
    if len(text) > MAX_TEXT:
        return too_large(len(text))
    if "\x00" in text:
        return _BINARY
    return None if text.strip() else EMPTY


def too_large(size: int) -> Unreadable:
    """The refusal of a source over the limit."""
    message = Message(
        "The list has %(number)s characters; at most %(other)s are read.",
        number=Whole(size),
        other=Whole(MAX_TEXT),
    )
    return Unreadable(ProblemCode.TOO_LARGE, message, ONE_DECK)


def too_many_lines(count: int) -> Unreadable:
    """The refusal of a list of too many lines."""
    return Unreadable(
        ProblemCode.TOO_LARGE,
        Message(
            "The list has %(number)s lines; at most %(other)s are read.",
            number=Whole(count),
            other=Whole(MAX_LINES),
        ),
        ONE_DECK,
    )


def lines_of(text: str) -> list[str]:
    """The lines of the text, whatever ends them; only line ends that editors make count as such."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


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
    account = ListAccount(analyst.resolver)
    if isinstance(source, bytes) and source.startswith(b"PK\x03\x04"):
        return account.reading(name, _read_archive(source, account))
    text = decode(source) if isinstance(source, bytes) else source
    if isinstance(text, str):
        text = text.removeprefix("\ufeff")
        refused = refusal(text)
    else:
        refused = text
    if refused:
        account.fault(refused.code, refused.message, fix=refused.fix)
        return account.reading(name, ListFormat.UNKNOWN)
    assert isinstance(text, str)
    return account.reading(name, _read_text(text, analyst, account))


def _read_archive(source: bytes, account: ListAccount) -> ListFormat:
    if len(source) > MAX_WORKBOOK:
        refused = too_large(len(source))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    from toolkit.decks.reading.forms.workbook import read_workbook

    return read_workbook(source, account)


def _read_text(text: str, analyst: Analyst, account: ListAccount) -> ListFormat:
    """Read by the form that the first characters show, else as lines."""
    start = text.lstrip()
    match start[:1]:
        case "{" | "[" if _is_json(start):
            from toolkit.decks.reading.forms.json import read_json

            return _with_cards(read_json(text, account), account)
        case "<" if _is_xml(start):
            from toolkit.decks.reading.forms.xml import read_xml

            return _with_cards(read_xml(text, account), account)
        case '"' if start.casefold().startswith('"eldb - inventory"'):
            from toolkit.decks.reading.forms.tables import read_inventory

            return _with_cards(read_inventory(start, account), account)
        case '"':
            from toolkit.decks.reading.forms.tables import is_feldb, read_feldb, tokens_of

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
    from toolkit.decks.reading.forms.links import is_address

    return is_address(start)


def _is_page(text: str) -> bool:
    from toolkit.decks.reading.forms.html import looks_like_html

    return looks_like_html(text)


def _with_cards(list_format: ListFormat, account: ListAccount) -> ListFormat:
    """The form, after noting if it held no card at all."""
    if not account.has_cards and not account.problems:
        account.not_a_deck(Message("This file holds no card."))
    return list_format


def _read_address(text: str, account: ListAccount) -> ListFormat:
    from toolkit.decks.reading.forms import links

    if links.holds_deck(text):
        return _with_cards(links.read_address(text, account), account)
    account.metadata += 1
    try:
        host = links.remote_deck(text).host
    except links.UnknownAddress as error:
        account.not_a_deck(error.message)
    else:
        account.not_a_deck(Message("This is the address of a deck at %(name)s: it is to be fetched first.", name=host))
    return ListFormat.UNKNOWN


def _read_page(text: str, analyst: Analyst, account: ListAccount) -> ListFormat:
    from toolkit.decks.reading.forms.html import page_format, visible_lines

    shown = visible_lines(text)
    if len(shown) > MAX_LINES:
        # Tags leave many empty lines; those that follow another one say nothing.
        shown = [line for above, line in pairwise([(0, ""), *shown]) if above[1] or line[1]]
    if len(shown) > MAX_LINES:
        refused = too_many_lines(len(shown))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    read_lines([line for _, line in shown], analyst, account, [number for number, _ in shown])
    if account.has_cards:
        return page_format(text)
    account.not_a_deck(_NO_CARD_ON_PAGE, Message("Give the deck's own export, or its address."))
    return ListFormat.UNKNOWN


def _read_lines(text: str, analyst: Analyst, account: ListAccount) -> ListFormat:
    lines = lines_of(text)
    if len(lines) > MAX_LINES:
        refused = too_many_lines(len(lines))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    # A table has a delimiter in its first line; most lists end here without a look at the CSV reader.
    first = next(filter(str.strip, lines), "")
    if "," in first or ";" in first or "\t" in first:
        from toolkit.decks.reading.forms.tables import delimiter_of, read_csv

        delimiter = delimiter_of(lines)
        if delimiter:
            return _with_cards(read_csv(lines, delimiter, account), account)
    lines, analysis = read_lines(lines, analyst, account)
    if not account.has_cards:
        account.not_a_deck(_NO_CARD, Message("Give a decklist, one card a line."))
    return ListFormat.ONE_LINE if account.is_in_rows else text_format(lines, analysis)
