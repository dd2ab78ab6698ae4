"""The one door: a source in any form becomes a reading; nothing that a person can give raises an exception.

The readers of structured forms are imported when one is met: a pasted text needs none of them, and must be quick.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from toolkit.cards import CardDatabase
from toolkit.decks.model import Deck, IgnoredAs, OfferedDeck, Problem, ProblemCode, Reading
from toolkit.decks.reading.account import DECKLIST, ONE_DECK, ListAccount, quoted
from toolkit.decks.reading.layout import Headed, headed_list
from toolkit.decks.reading.line import Analyst
from toolkit.decks.reading.list_format import ListFormat, text_format
from toolkit.decks.reading.markup import is_stamp, narrowed, unstamped
from toolkit.decks.reading.names import Resolver
from toolkit.decks.reading.text import MAX_LINES, ReadLines, read_lines
from toolkit.errors import NotFound
from toolkit.files import MAX_WORKBOOK, NotRead, is_packed, not_expected, text_of
from toolkit.languages import Listed, Message, Sayable, Whole


class UnknownDeck(NotFound):
    """The source holds no deck of that number."""

    code = "unknown_deck"


MAX_TEXT = 256 * 1024


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a source cannot be read at all."""

    code: ProblemCode
    message: Sayable
    fix: Sayable | None = None


EMPTY = Unreadable(ProblemCode.NOT_A_DECK, Message("The list is empty."), Message("Give a decklist."))
_FORMS = Message("Give a text, JSON, XML, CSV or XLSX export of the deck.")
_RICH_TEXT = Unreadable(
    ProblemCode.NOT_A_DECK, not_expected("a rich text file", DECKLIST).message, Message("Save it as plain text.")
)
_BINARY = Unreadable(ProblemCode.NOT_A_DECK, not_expected("a binary file", DECKLIST).message, _FORMS)


def decode(source: bytes) -> str | Unreadable:
    """The text of the bytes: UTF-8 or UTF-16 by their mark, else UTF-8, else Windows' western code page."""
    if len(source) > 2 * MAX_TEXT + 4:
        return too_large(len(source))
    text = text_of(source, DECKLIST)
    return Unreadable(ProblemCode.NOT_A_DECK, text.message, text.fix or _FORMS) if isinstance(text, NotRead) else text


def refusal(text: str) -> Unreadable | None:
    """Why this text is not read at all, or None."""
    if len(text) > MAX_TEXT:
        return too_large(len(text))
    if "\x00" in text:
        return _BINARY
    if text.startswith("{\\rtf"):
        return _RICH_TEXT
    return EMPTY if not text or text.isspace() else None


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


# So many lines on top may hold a table's header, below a title.
_HEAD = 10
_NO_CARD = Message("No line of this text names a card.")
_NO_CARD_ON_PAGE = Message("This is a web page, and no line of it names a card.")


@lru_cache(maxsize=4)
def _analyst_for(cards: CardDatabase) -> Analyst:
    """The reader of lines of that card data; its memory never changes an answer."""
    return Analyst(Resolver(cards))


def read(source: str | bytes, cards: CardDatabase, *, name: str = "", deck: int | None = None) -> Reading:
    """The deck that the source holds, with an account of every line.

    Args:
        source: text, or a file's bytes.
        cards: the card data.
        name: what to call the source ("list.txt", a URL); kept in the reading.
        deck: which deck, from 1, where the source holds several; without it, the reading names each of them.

    Raises:
        UnknownDeck: there is no deck of that number.
        TypeError: the source is neither text nor bytes.
    """
    if not isinstance(source, str | bytes):
        raise TypeError(f"a decklist is text or bytes, not {type(source).__name__}")
    analyst = _analyst_for(cards)
    account = ListAccount(analyst.resolver)
    list_format = _read_source(source, analyst, account)
    if account.decks:
        return _chosen(account, list_format, analyst, name, deck)
    if deck is not None and deck != 1:
        raise _unknown_deck(deck)
    return account.reading(name, list_format)


def decks_in(source: str | bytes, cards: CardDatabase) -> list[str]:
    """Each deck of a source that holds several, as a text of its own; none where it does not."""
    analyst = _analyst_for(cards)
    account = ListAccount(analyst.resolver)
    _read_source(source, analyst, account)
    return ["\n".join(part.lines).strip("\n") + "\n" for part in account.decks]


def _read_source(source: str | bytes, analyst: Analyst, account: ListAccount) -> ListFormat:
    if isinstance(source, bytes) and is_packed(source):
        return _read_archive(source, account)
    text = decode(source) if isinstance(source, bytes) else source
    if isinstance(text, str):
        text = text.removeprefix("\ufeff")
        refused = refusal(text)
    else:
        refused = text
    if refused:
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    assert isinstance(text, str)
    return _read_text(text, analyst, account)


# More decks are not listed in a sentence.
_MOST_LISTED = 6


def _chosen(whole: ListAccount, list_format: ListFormat, analyst: Analyst, name: str, deck: int | None) -> Reading:
    """The deck that was asked for of several; without a choice, the whole content of the source."""
    readings = []
    for part in whole.decks:
        account = ListAccount(analyst.resolver)
        done = read_lines(part.lines, analyst, account, part.numbers)
        is_page = list_format in (ListFormat.HTML, ListFormat.ARDB_HTML)
        readings.append(account.reading(name, list_format if is_page else _format_of(done, account)))
    if deck is not None:
        if not 0 < deck <= len(readings):
            raise _unknown_deck(deck)
        return readings[deck - 1]
    offered = tuple(
        OfferedDeck(item.deck.name, part.numbers[0], part.numbers[-1], item.deck.crypt_count, item.deck.library_count)
        for item, part in zip(readings, whole.decks, strict=True)
    )
    if len(offered) > _MOST_LISTED:
        message = Message("This text has %(number)s decks.", number=len(offered))
    else:
        listed = Listed([_worded(place, item) for place, item in enumerate(offered, 1)])
        message = Message("This text has %(number)s decks: %(list)s.", number=len(offered), list=listed)
    problem = Problem(code=ProblemCode.SEVERAL_DECKS, message=message, fix=Message("Check one of them at a time."))
    # The account is that of the text as a whole; a mixture of its decks is none.
    return whole.reading(name, list_format)._replace(
        deck=Deck(), problems=(problem,), rewrites=(), declared=(), moved=(), decks=offered
    )


def _unknown_deck(number: int) -> UnknownDeck:
    return UnknownDeck(Message("This text has no deck number %(number)s.", number=number))


def _worded(place: int, deck: OfferedDeck) -> Message:
    lines = {"first": deck.first, "last": deck.last}
    if deck.name:
        return Message("“%(name)s” (lines %(first)s to %(last)s)", name=quoted(deck.name), **lines)
    return Message("deck %(number)s (lines %(first)s to %(last)s)", number=place, **lines)


def _read_archive(source: bytes, account: ListAccount) -> ListFormat:
    if len(source) > MAX_WORKBOOK:
        refused = too_large(len(source))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    from toolkit.decks.reading.forms.spreadsheets import read_workbook

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
            from toolkit.decks.reading.forms.spreadsheets import read_inventory

            return _with_cards(read_inventory(start, account), account)
        case '"':
            from toolkit.decks.reading.forms.spreadsheets import is_feldb, read_feldb, tokens_of

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
        account.not_a_deck(Message("This file has no cards."))
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
        account.not_a_deck(Message("This is the address of a deck at %(name)s. Fetch it first.", name=host))
    return ListFormat.UNKNOWN


def _read_page(text: str, analyst: Analyst, account: ListAccount) -> ListFormat:
    from toolkit.decks.reading.forms.html import page_format, visible_lines

    lines = visible_lines(text)
    if len(lines) > MAX_LINES:
        # Tags leave many empty lines; those that follow another one say nothing.
        lines = [line for above, line in pairwise([(0, ""), *lines]) if above[1] or line[1]]
    if len(lines) > MAX_LINES:
        refused = too_many_lines(len(lines))
        account.fault(refused.code, refused.message, fix=refused.fix)
        return ListFormat.UNKNOWN
    _read_list([line for _, line in lines], [number for number, _ in lines], analyst, account)
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
    headed = headed_list(lines, analyst)
    # A table has a delimiter in one of its first lines.
    if not headed and (head := [line for line in lines[:_HEAD] if "," in line or ";" in line or "\t" in line]):
        from toolkit.decks.reading.forms.spreadsheets import delimiter_of, read_csv

        delimiter = delimiter_of(lines, head)
        if delimiter:
            return _with_cards(read_csv(lines, delimiter, account), account)
    done = _read_list(lines, None, analyst, account, headed)
    if not account.has_cards:
        account.not_a_deck(_NO_CARD, Message("Enter a decklist, one card per line."))
    return _format_of(done, account)


def _format_of(done: ReadLines, account: ListAccount) -> ListFormat:
    return ListFormat.ONE_LINE if account.is_in_rows else text_format(done.lines, done.analysis)


# A header says something of the event, and may go on in prose; it counts little, and holds no long list of names.
_COUNTING = re.compile(r"(?m)^\W*[0-9]{1,3}(?![0-9])|[,;] ?[0-9]{1,2} ?[xX*]? \S|[xX( ][0-9]{1,2}\)?(?:[,;]|$)")
_FIGURES = re.compile(r"[0-9]+")
_MOST_COUNTING = 12
_MOST_COMMAS = 20
_LONG_HEADER = 12
_LONG_LINE = 120
_SHORT_LINE = 45
_MOST_SHORT = 20
# A chat's lines begin with a time; one of the first does.
_MAY_STAMP = frozenset("[0123456789")
_FEWEST_SAID = 3


def _read_list(
    lines: list[str],
    numbers: Sequence[int] | None,
    analyst: Analyst,
    account: ListAccount,
    headed: Headed | None = None,
) -> ReadLines:
    """Read the lines, and note which of them are each deck's where they hold several."""
    if headed is None:
        lines = _as_said(lines, numbers, account)
    done = read_lines(lines, analyst, account, numbers, headed)
    if account.is_mixed or (done.start and _may_be_list(done.lines[: done.start])):
        from toolkit.decks.reading.forms.several import several_decks

        account.decks = several_decks(lines, numbers or range(1, len(lines) + 1), analyst)
    return done


def _as_said(lines: list[str], numbers: Sequence[int] | None, account: ListAccount) -> list[str]:
    """The lines without wide gaps, and without what a chat writes in front of each and above some."""
    lines = [*map(narrowed, lines)]
    if any(line[:1] in _MAY_STAMP and ":" in line[:24] for line in lines[:_FEWEST_SAID]) and (said := unstamped(lines)):
        lines = said
    if " — " in "".join(lines) and (spoken := [index for index, line in enumerate(lines) if is_stamp(line)]):
        for index in spoken:
            account.ignore(numbers[index] if numbers else index + 1, lines[index].strip(), IgnoredAs.COMMENT)
        account.blank -= len(spoken)
        lines = ["" if index in spoken else line for index, line in enumerate(lines)]
    return lines


def _may_be_list(header: list[str]) -> bool:
    """Whether the lines above the cards may be another deck."""
    longest = max(header, key=len)
    if len(header) <= _LONG_HEADER and len(longest) <= _LONG_LINE:
        return False
    if longest.count(",") + longest.count(";") > _MOST_COMMAS:
        return True
    short = sum([0 < len(line) < _SHORT_LINE for line in header])
    return short > _MOST_SHORT or _counts("\n".join(header))


def _counts(text: str) -> bool:
    """Whether the text counts as much as a list of cards does; most prose has fewer figures at all."""
    return len(_FIGURES.findall(text)) > _MOST_COUNTING and len(_COUNTING.findall(text)) > _MOST_COUNTING
