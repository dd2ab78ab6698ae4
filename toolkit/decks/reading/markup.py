"""The decoration of lines by chats, forums, mails and wikis, removed.

Every pattern looks at a character a fixed number of times: no line makes it slower than linear.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import pairwise

from toolkit.decks.figures import DISCIPLINES

_DASHES = "–—"
_BULLETS = "-*~=•·–—‣▪◦●○■□►▸>+"
# Bold, colours and the like as forums write them; what it spans holds no other bracket, so that it is found at once.
_TAG = re.compile(r"\[/?[a-zA-Z]+(?:=[^\[\]]*)?\]")
# Tags that stand alone on a line; a word of any other in brackets may be a heading: "[Master]".
_LONE_TAG = re.compile(
    r"\[(?:\*|/?(?:b|i|u|s|url|img|color|size|font|list|quote|code|spoiler|table|tr|td|th|center|left|right|hr)"
    r"(?:=[^\[\]]*)?)\]",
    re.IGNORECASE,
)
# What is left of a page's text where only some of it was copied.
_HTML_TAG = re.compile(r"</?(?:a|b|i|u|em|strong|span|p|li|div|font|small)(?:\s[^<>]*)?>", re.IGNORECASE)
# "[[Vessel]]", "[[Vessel|the vessel]]".
_WIKI_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|[^\[\]]*)?\]\]")
# "[2x Fame](https://vdb.im/cards/100699)".
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_CELL = re.compile(r"\[/?t[dh]\]", re.IGNORECASE)
# A picture by its name between colons, as chats and forums write it: ":fire:", ":DOM:"; a clan's: "!bruj!".
_NAMED_PICTURE = re.compile(r"(?<!\S)(?::(\w+):|![a-z]{4}!)(?!\S)|<a?:(\w+):[0-9]+>")
# The names of the disciplines' pictures that are no trigrams.
_LONGEST_TRIGRAM = 3
_PICTURED = {"jus": "jud", "vsn": "vin"}
_GROUP_CELL = re.compile(r"\s*\(group (-?[0-9]{1,2}|any)\)", re.IGNORECASE)
_EMOJI = re.compile("[\u231a-\u23ff\u2600-\u27bf\u2b05-\u2b07\u2b1b-\u2b55\U0001f000-\U0001faff\U000e0020-\U000e007f]+")
# "*2x* Name", "_Master (14)_": what chats set in bold or italics, from the first sign to the next.
_BOLD = re.compile(r"(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|(?<!\w)_([^\s_](?:[^_]*[^\s_])?)_(?!\w)")
# "1. 3x Name", "a) 3 Name": the number of an item of a list, in front of a figure; "2. 44 Magnum" has none but its own.
_ITEM = re.compile(r"(?:[0-9]{1,3}|[a-zA-Z])[.)][ \t]+(?!44 )(?=[0-9]{1,2}[xX*]?[ \t])")
# The box of a task in Markdown, ticked or not, behind its bullet: "- [x] 2 Fame".
_BOX = re.compile(r"\[[ xX]?\][ \t]+(?=\S)")
# "-> 2x Name", "» 2x Name": a mark of a quotation is one sign with that of a quotation's end here.
_ARROW = re.compile(r"(?:[-=]+>|\"(?=[ \t]+[0-9]))[ \t]+(?=\S)")
# A line with its figure between quotation marks, or as code: "`2x Fame`".
_QUOTED = re.compile('(?:\'|")([0-9]{1,2}[xX]? [^"]*)(?:\'|")')
# A row of a table with some of its cells in quotation marks: `"2","Anson","8"`.
_QUOTED_ROW = re.compile(r'(?=[^"]*")(?:"[^"]*"|[^",;\t]*)(?:[,;\t](?:"[^"]*"|[^",;\t]*))+')
_CELL_OF_ROW = re.compile(r'"[^"]*"|[^",;\t]+')
_NUMBERED = re.compile(r"[ \t]*([0-9]{1,3})[.):][ \t]+(?=\S)")
_FEWEST_NUMBERED = 3


# What chats write in front of each line that is copied from them: "[14:03, 28/11/2026] Anna: ", "14:03 - Anna: ".
_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?)?"
_DAY = r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}"
_CLOCK = "[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?= )"
_STAMP = re.compile(
    rf"(?:\[(?:{_DAY},? )?{_TIME}(?:,? {_DAY})?\]|{_DAY},? {_TIME}|{_CLOCK})(?: -)? +(?:([^:]{{1,40}}): )?"
)
# A line of its own above what somebody said: "Anna — Today at 14:03".
_STAMPED_NAME = re.compile(rf".{{1,40}} — (?:.{{1,20}} at )?(?:{_DAY},? )?{_TIME}")
_DATED = re.compile(rf"\[?{_DAY}")
_FEWEST_STAMPED = 3


def unstamped(lines: list[str]) -> list[str] | None:
    """The lines of a chat without the time and the name in front of most; None where they have none.

    A message of several lines has one in front of its first alone, which then says the day too.
    """
    stamps = [_STAMP.match(line) for line in lines]
    stamped = sum(map(bool, stamps))
    is_dated = all(_DATED.match(line) for line, stamp in zip(lines, stamps, strict=True) if stamp)
    if stamped < _FEWEST_STAMPED or (2 * stamped < sum(map(bool, lines)) and not is_dated):
        return None
    names = Counter(stamp[1] for stamp in stamps if stamp and stamp[1])
    return [_said(line, stamp, names) if stamp else line for line, stamp in zip(lines, stamps, strict=True)]


def _said(line: str, stamp: re.Match[str], names: Counter[str]) -> str:
    """The text behind a stamp; a word with a colon that no other line has is no name."""
    return line[stamp.end() if names[stamp[1]] > 1 or not stamp[1] else stamp.start(1) :]


def is_stamp(line: str) -> bool:
    """Whether the line says who spoke when, and nothing else."""
    return " — " in line and _STAMPED_NAME.fullmatch(line.strip()) is not None


# No columns are so far apart. What looks for a gap would look at each of its blanks anew.
_WIDE_GAP = re.compile(r"\s{32,}")


# A card's line with its comment is shorter: in a longer one blanks are looked at.
_LONGEST_USUAL = 200


def narrowed(text: str) -> str:
    """The text without gaps wider than any between columns, where it is longer than a card's line usually is."""
    return _WIDE_GAP.sub(lambda gap: gap[0][:32], text) if len(text) > _LONGEST_USUAL else text


def undressed(text: str) -> str:
    """The line without what forums, mails and tables put around it: bullets, numbers, quotation marks, bold, bars.

    A dash right before a figure is a minus, not a bullet; a number is an item's only where a figure follows it.
    """
    text = text.strip()
    if not text.isascii():
        text = _EMOJI.sub(" ", text).strip() or text
    if "<" in text and "</" in text:
        text = _HTML_TAG.sub("", text).strip()
    if "&" in text and ";" in text:
        text = unescape(text).strip()
    if "**" in text or "__" in text:
        text = text.replace("**", "").replace("__", "").strip()
    if "*" in text or "_" in text:
        text = _BOLD.sub(_inner, text).strip()
    if "[[" in text:
        text = _WIKI_LINK.sub(r"\1", text)
    if "](" in text:
        text = _MARKDOWN_LINK.sub(r"\1", text)
    if "[" in text:
        text = _without_tags(text)
    if '"' in text and _QUOTED_ROW.fullmatch(text):
        text = "  ".join(cell.strip('" \t') for cell in _CELL_OF_ROW.findall(text)).strip()
    if text.count(":") > 1:
        text = _NAMED_PICTURE.sub(_pictured, text).strip()
    if "|" in text:
        text = text.strip("| \t").replace("|", "  ").strip()
    if text[:1] and not text[0].isalnum():
        if text[0] in "'\"" and (quoted := _QUOTED.fullmatch(text)):
            text = quoted[1]
        if text[0] in '-="' and (arrow := _ARROW.match(text)):
            text = text[arrow.end() :]
        text = text[_text_start(text) :].lstrip()
    if text[:1] == "[" and (box := _BOX.match(text)):
        text = text[box.end() :]
    if text[-1:] in (",", ";"):
        text = text.rstrip(",; \t")
    item = _ITEM.match(text) if "." in text[1:4] or ")" in text[1:4] else None
    return text[item.end() :] if item else text


def _inner(match: re.Match[str]) -> str:
    return match[1] or match[2]


def _without_tags(text: str) -> str:
    """The line without a forum's tags; the cells of a table apart from each other, as the columns of a crypt are."""
    if _CELL.search(text):
        text = grouped(_CELL.sub("  ", text))
    if "[/" in text:
        text = _TAG.sub("", text)
    return _LONE_TAG.sub("", text).strip()


def grouped(text: str) -> str:
    """A table's row with the cell "(group 4)" written as lists have it, ":4"; some programs write -1 for any."""
    return _GROUP_CELL.sub(lambda match: ":ANY" if match[1].startswith("-") else f":{match[1]}", text)


def _pictured(match: re.Match[str]) -> str:
    """A discipline's picture as its trigram; of any other nothing. A word with a capital is a name between colons."""
    name = match[1] or match[2] or ""
    if len(name) > _LONGEST_TRIGRAM and name[0].isupper():
        return match[0]
    name = _PICTURED.get(name, name)
    return name if name.casefold() in DISCIPLINES else ""


def _text_start(text: str) -> int:
    """Where the text begins behind signs that stand in front of it: bullets, marks of a quotation, emoji."""
    start, last = 0, len(text) - 1
    while start < last:
        sign = text[start]
        if sign in _BULLETS and text[start + 1] in " \t":
            start += 1
        elif sign != ">" and (sign.isascii() or sign.isalnum() or (sign in _DASHES and text[start + 1].isdecimal())):
            break
        start += 1
        while start < last and text[start] in " \t":
            start += 1
    return start


def is_numbered(text: str) -> bool:
    """Whether the line starts with a number of its own: "1.", "2)"."""
    return _NUMBERED.match(text) is not None


def unnumbered(text: str) -> str:
    """The line without a number of its own in front: "2) Fame" is "Fame"."""
    return text[match.end() :] if (match := _NUMBERED.match(text)) else text


def numbered_items(lines: list[str]) -> dict[int, str]:
    """The lines of a list numbered "1.", "2.", … without these numbers, by their index; it may begin anew at 1."""
    items = [(index, match) for index, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    if len(items) < _FEWEST_NUMBERED:
        return {}
    numbers = [int(match[1]) for _, match in items]
    # "1.", "2.", "1." may count copies; a list that numbers its lines rarely begins anew.
    if _FEWEST_NUMBERED * numbers.count(1) > len(numbers):
        return {}
    if any(number not in (1, last + 1) for last, number in pairwise([0, *numbers])):
        return {}
    return {index: lines[index][match.end() :] for index, match in items}
