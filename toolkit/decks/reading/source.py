"""From bytes to lines of text: encodings, limits, and what is no text at all."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.decks.model import ProblemCode
from toolkit.languages import N_, Message, Sayable, Whole

MAX_TEXT = 256 * 1024
MAX_LINES = 2_000
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
class Refused:
    """Why a source cannot be read at all."""

    code: ProblemCode
    message: Sayable
    fix: Sayable | None = None


EMPTY = Refused(ProblemCode.NOT_A_DECK, Message("The list is empty."), Message("Give a decklist."))
ONE_DECK = Message("Give one deck at a time.")
_FORMS = Message("Give a text, JSON, XML, CSV or XLSX export of the deck.")
_BINARY = Refused(ProblemCode.NOT_A_DECK, Message("This is a binary file, not a decklist."), _FORMS)


def decode(source: bytes) -> str | Refused:
    """The text of the bytes: UTF-8 or UTF-16 by their mark, else UTF-8, else Windows' western code page."""
    if len(source) > 2 * MAX_TEXT + 4:
        return too_large(len(source))
    for signature, what in _SIGNATURES:
        if source.startswith(signature):
            return Refused(
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


def _decoded(source: bytes, encoding: str) -> str | Refused:
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        return Refused(
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


def refusal(text: str) -> Refused | None:
    """Why this text is not read at all, or None."""
    if len(text) > MAX_TEXT:
        return too_large(len(text))
    if "\x00" in text:
        return _BINARY
    return None if text.strip() else EMPTY


def too_large(size: int) -> Refused:
    """The refusal of a source over the limit."""
    message = Message(
        "The list has %(number)s characters; at most %(other)s are read.",
        number=Whole(size),
        other=Whole(MAX_TEXT),
    )
    return Refused(ProblemCode.TOO_LARGE, message, ONE_DECK)


def too_many_lines(count: int) -> Refused:
    """The refusal of a list of too many lines."""
    return Refused(
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
