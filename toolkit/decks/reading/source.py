"""From bytes to lines of text: encodings, limits, and what is no text at all."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.decks.model import ProblemCode

MAX_TEXT = 256 * 1024
MAX_LINES = 2_000
MAX_WORKBOOK = 1024 * 1024

_SIGNATURES = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x1f\x8b", "a compressed file"),
    (b"SQLite format 3", "a database"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a source cannot be read at all."""

    code: ProblemCode
    message: str
    fix: str | None = None


EMPTY = Refused(ProblemCode.NOT_A_DECK, "The list is empty.", "Give a decklist.")
_FORMS = "Give a text, JSON, XML, CSV or XLSX export of the deck."


def decode(source: bytes) -> str | Refused:
    """The text of the bytes: UTF-8 or UTF-16 by their mark, else UTF-8, else Windows' western code page."""
    if len(source) > 2 * MAX_TEXT + 4:
        return too_large(len(source))
    for signature, what in _SIGNATURES:
        if source.startswith(signature):
            return Refused(ProblemCode.NOT_A_DECK, f"This is {what}, not a decklist.", _FORMS)
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(source, "utf-16")
    if source.startswith(b"\xef\xbb\xbf"):
        return _decoded(source, "utf-8-sig")
    head = source[:512]
    if b"\x00" in head:
        guess = _utf16_without_mark(head)
        if guess is None:
            return Refused(ProblemCode.NOT_A_DECK, "This is a binary file, not a decklist.", _FORMS)
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
            f"The file says that it is {encoding.upper()} text, but byte {error.start} is not.",
            "Save it as UTF-8 text.",
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
        return Refused(ProblemCode.NOT_A_DECK, "This is a binary file, not a decklist.", _FORMS)
    return None if text.strip() else EMPTY


def too_large(size: int) -> Refused:
    """The refusal of a source over the limit."""
    message = f"The list has {size:,} characters; at most {MAX_TEXT:,} are read."
    return Refused(ProblemCode.TOO_LARGE, message, "Give one deck at a time.")


def too_many_lines(count: int) -> Refused:
    """The refusal of a list of too many lines."""
    return Refused(
        ProblemCode.TOO_LARGE,
        f"The list has {count:,} lines; at most {MAX_LINES:,} are read.",
        "Give one deck at a time.",
    )


def lines_of(text: str) -> list[str]:
    """The lines of the text, whatever ends them; only line ends that editors make count as such."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")
