"""The header above the cards: the event of a winning list, the deck's name, its author, and prose."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from toolkit.decks.model import EventHeader, IgnoredAs
from toolkit.decks.reading.account import ListAccount
from toolkit.decks.reading.line import field_of, is_comment, is_rule
from toolkit.decks.reading.markup import undressed
from toolkit.decks.reading.names import plain

_MONTH_NAMES = (
    "january february march april may june july august september october november december "
    "jan feb mar apr may jun jul aug sep oct nov dec"
)
_ENGLISH = {name: place % 12 + 1 for place, name in enumerate(_MONTH_NAMES.split())}
# French, Spanish, German, Italian and Portuguese, where a name is not an English one.
_OTHER_MONTHS = (
    "janvier enero januar jänner gennaio janeiro",
    "février fevrier febrero februar febbraio fevereiro",
    "mars marzo märz maerz março marco",
    "avril abril aprile",
    "mai mayo maggio maio",
    "juin junio juni giugno junho",
    "juillet julio juli luglio julho",
    "août aout agosto",
    "septembre septiembre setiembre settembre setembro",
    "octobre octubre oktober ottobre outubro",
    "novembre noviembre novembro",
    "décembre decembre diciembre dezember dicembre dezembro",
)
_MONTHS = _ENGLISH | {name: place for place, names in enumerate(_OTHER_MONTHS, 1) for name in names.split()}
_DIGIT = re.compile("[0-9]")
# What may stand in front of a line of the header that is known by its place or its form otherwise.
_LABELS = {
    **dict.fromkeys(("event", "event name", "tournament", "torneo", "evento", "tournoi", "turnier"), "event"),
    **dict.fromkeys(
        ("place", "location", "event location", "city", "venue", "lugar", "ciudad", "lieu", "ville"), "place"
    ),
    **dict.fromkeys(("date", "event date", "fecha", "datum"), "date"),
    **dict.fromkeys(("rounds", "number of rounds", "format", "rondas", "rondes"), "rounds"),
    **dict.fromkeys(("players", "number of players", "jugadores", "joueurs", "participants"), "players"),
    **dict.fromkeys(
        ("winner", "won by", "ganador", "ganadora", "vainqueur", "gagnant", "gagnante", "sieger"), "winner"
    ),
    **dict.fromkeys(("link", "url", "event link"), "address"),
}
_LONGEST_LABEL = 18
# Behind each line of VDB's form for the archive: "3R+F      # Number of Rounds".
_HINT = re.compile(r"\s{2,}#\s.*$")
_OPTIONAL = re.compile(r"\s# OPTIONAL.*$")
# Its lines that nobody has filled in: "[Event Name]", "-- [Scores]".
_BLANK_TEXT = "[event name] [location] [date] [format] [players] [winner] [event link] [description] -- [scores]"
_BLANKS = frozenset(_BLANK_TEXT.replace("] ", "]|").split("|"))
# PmWiki's first line, and its headings.
_WIKI_TITLE = re.compile(r"\(:title (.*):\)")
_WIKI_HEADING = re.compile(r"!{1,6}\s*(\w[\w ]*)$")
_BETWEEN_CELLS = re.compile(r"\s*\|\s*|\t+|\s\s+")
_ENDINGS = ("", "st", "nd", "rd", "th", "er", "º", "°")
# "29.8.2026", "29/08/2026": a day, a month and a year in figures.
_FIGURES = re.compile(r"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4})(?![0-9])")


def read_header(
    written: list[str], numbers: Sequence[int], account: ListAccount, counting: Collection[int] = ()
) -> None:
    """Take the lines above the first card: each is metadata, prose, a rule or blank; `numbers` are theirs.

    Those of the indexes `counting` count copies as cards do: they are no part of an event or a name, whatever they are.
    """
    lines = [text if not text or text[0].isalnum() else _cleared(text) for text in written]
    account.blank += written.count("")
    # What is nothing but the marks of a quotation.
    account.headings += lines.count("") - written.count("")
    kept = [index for index in range(len(lines)) if index not in counting] if counting else range(len(lines))
    others = [lines[index] for index in kept] if counting else lines
    header, start, end = any_header(others)
    counted = {numbers[index] for index in counting}
    if header is None:
        _read_fields(zip(lines, written, numbers, strict=True), account, counted, titled=False)
        return
    account.header = header
    account.author = header.winner
    remarks = [index for index in kept[:start] if lines[index].startswith("# ")]
    for index in remarks:
        account.ignore(numbers[index], written[index], IgnoredAs.COMMENT)
    account.metadata += sum(map(bool, others[:end])) - len(remarks)
    end = kept[end - 1] + 1
    for index in counting:
        if index < end:
            account.ignore(numbers[index], written[index], IgnoredAs.DESCRIPTION, may_be_card=True)
    _read_fields(zip(lines[end:], written[end:], numbers[end:], strict=True), account, counted, titled=True)


def any_header(lines: list[str]) -> tuple[EventHeader | None, int, int]:
    """The header, and where its lines start and end; a page may have a line or two above the list itself."""
    header: EventHeader | None = None
    start = end = 0
    for _ in range(3):
        start, end = _block(lines, end)
        header = event_header(lines[start:end])
        if header or end >= len(lines):
            break
    return header, start, end


def _cleared(text: str) -> str:
    """The line without the marks of a quotation; a field without anything in front of it."""
    if ":" in text and field_of(bare := undressed(plain(text))):
        return bare
    if heading := _WIKI_HEADING.fullmatch(text):
        return f"{heading[1]}:" if field_of(f"{heading[1]}:") else text
    return undressed(text) if text[0] in "*[" else text.lstrip("> ")


def _block(lines: list[str], start: int) -> tuple[int, int]:
    """Where the next lines without an empty one or a field between them start and end."""
    while start < len(lines) and (not lines[start] or lines[start].startswith("# ")):
        start += 1
    end = start
    for text in lines[start:]:
        if not text or (":" in text and field_of(text)):
            break
        end += 1
    return start, max(end, start + 1)


def _read_fields(
    lines: Iterable[tuple[str, str, int]], account: ListAccount, counted: Collection[int], *, titled: bool
) -> None:
    """Take lines, each as it is read, as it is written, and with its number; `titled` if an event stands above."""
    prose = False
    guess = ""
    for text, written, number in lines:
        if not text:
            if account.description:
                account.description.append("")
            continue
        field = field_of(_OPTIONAL.sub("", text) if "#" in text else text)
        if field:
            prose = field[0] == "description"
            _take_field(*field, account, guess)
        elif (score := score_of(text)) and account.header and not account.header.score:
            account.header = account.header._replace(score=score)
            account.metadata += 1
        elif is_rule(text) or names_columns(text):
            account.headings += 1
        elif text[0] in "[-" and text.casefold() in _BLANKS:
            account.metadata += 1
        elif text[0] == "(" and (wiki := _WIKI_TITLE.fullmatch(text)):
            name, by, author = wiki[1].rpartition(" by ")
            account.name, account.author = (name.strip(), author.strip()) if by else (wiki[1].strip(), "")
            account.metadata += 1
        elif not titled and _labelled(text)[0] == "winner":
            account.author = account.author or _labelled(text)[1]
            account.metadata += 1
        elif not titled and not prose and not account.name and not account.description and number not in counted:
            account.name = guess = text.lstrip("#/; ") if is_comment(text) else text
            account.metadata += 1
        else:
            account.description.append(text)
            account.ignore(number, written, IgnoredAs.DESCRIPTION, may_be_card=number in counted)


def names_columns(text: str) -> bool:
    """Whether the line is a table's row of column names: "| Count | Card | Group |"."""
    if "|" not in text and "  " not in text and "\t" not in text:
        return False
    # Imported here: a list whose header has no columns never pays for it.
    from toolkit.decks.reading.forms.spreadsheets import headers_of

    return bool(headers_of(_BETWEEN_CELLS.split(text)))


def _take_field(name: str, value: str, account: ListAccount, guess: str) -> None:
    """Take what a field states; `guess` is the line above it that was taken for the deck's name, or ""."""
    account.metadata += 1
    match name:
        case "description":
            account.description += [value] if value else []
        case "name" if account.name == guess:
            # A field says it better than the line above it: that was a greeting, perhaps.
            account.description += [guess] if guess else []
            account.name = value
        case "author":
            account.author = value or account.author


def score_of(text: str) -> str:
    """The score that a line such as `-- 2gw8 + 3vp in the final` states, or ""."""
    if not text.startswith("-"):
        return ""
    stripped = text.lstrip("- ")
    first = stripped[:12].casefold()
    return stripped if stripped[:1].isdecimal() and ("gw" in first or "vp" in first) else ""


class _Fields:
    """The fields of a header, taken line by line.

    Attributes:
        dated: the index of the line with the date; 0 for none.
        people: the lines of no known form, the winner's first.
        labels: the number of lines with a label in front.
    """

    def __init__(self) -> None:
        self.day: date | None = None
        self.dated = self.labels = 0
        self.players: int | None = None
        self.values = dict.fromkeys(("event", "place", "rounds", "winner", "address"), "")
        self.people: list[str] = []

    def take(self, index: int, text: str) -> None:
        """Take the line of that index, the event's own first."""
        label, text = _labelled(text) if ":" in text else ("", text)
        self.labels += bool(label)
        if label == "players":
            self.players = players_of(f"{text} players")
        elif label in self.values:
            self.values[label] = self.values[label] or text
        elif not index:
            return
        elif not self.dated and (day := parse_date(text)):
            self.day, self.dated = day, index
            self.people = []
        elif not self.values["rounds"] and is_rounds(text):
            self.values["rounds"] = text
        elif self.players is None and (count := players_of(text)) is not None:
            self.players = count
        elif not self.values["address"] and text.startswith(("http://", "https://", "www.")):
            self.values["address"] = text
        elif (index > 1 or self.dated) and any(map(str.isalpha, text)):
            self.people.append(text)


def event_header(lines: list[str]) -> EventHeader | None:
    """The archive's header: event, place, date, rounds, players, winner, address; None when it is none.

    Fields are known by their form, not by their place: old files lack some, and dates come in several forms.
    """
    if len(lines) < 3:
        return None
    fields = _Fields()
    for index, text in enumerate(lines[:12]):
        fields.take(index, _without_hint(text))
    values, dated = fields.values, fields.dated
    if not dated and not values["rounds"] and fields.players is None:
        return None
    places = lines[1:dated] if dated else lines[1:2]
    return EventHeader(
        # "Event: II" may be what an event is called; where other lines are labelled too it is not.
        event=(values["event"] if fields.labels > 1 else "") or _without_hint(lines[0]),
        place=values["place"] or ", ".join(map(_without_hint, places)),
        date=fields.day,
        date_text=_labelled(_without_hint(lines[dated]))[1] if dated else "",
        rounds=values["rounds"],
        players=fields.players,
        winner=values["winner"] or next(iter(fields.people), ""),
        url=values["address"],
    )


def _without_hint(text: str) -> str:
    return _HINT.sub("", text) if "#" in text else text


def _labelled(text: str) -> tuple[str, str]:
    """The label of a header's line and its value: ("winner", "Jane Doe"); "" and the line where it has no label."""
    if not 0 < text.find(":", 0, _LONGEST_LABEL) < len(text) - 1 or text.startswith("http"):
        return "", text
    word, _, value = text.partition(":")
    label = _LABELS.get(word.strip().casefold(), "")
    return (label, value.strip()) if label else ("", text)


_ROUNDS = re.compile(r"[0-9]{1,2}\s*(?:r\+|r |round)", re.IGNORECASE)
_PLAYERS = re.compile(r"([0-9]{1,5})\s+[.,]*(?:players?|joueurs|jugadores)[.,]*(?!\S)", re.IGNORECASE)
_LONGEST_ROUNDS = 40


def is_rounds(text: str) -> bool:
    """Whether the line says how many rounds were played: `3R+F`, `2R (no final)`, `3 rounds + final`."""
    return len(text) <= _LONGEST_ROUNDS and _ROUNDS.match(text) is not None


def players_of(text: str) -> int | None:
    """The number of players that a line such as `12 players` states, or None."""
    players = _PLAYERS.match(text)
    return int(players[1]) if players else None


def parse_date(text: str) -> date | None:
    """The first day that the line names, in words or in figures, alone or in a range.

    >>> parse_date("October 1st 2016 -- October 2nd 2016")
    datetime.date(2016, 10, 1)
    >>> parse_date("2026-08-29 11:00:00")
    datetime.date(2026, 8, 29)
    """
    if len(text) > 80 or not _DIGIT.search(text):
        return None
    first = text.split("--", 1)[0].strip() if "--" in text else text.strip()
    if not "0" <= first[:1] <= "9":
        return _worded(first, text)
    return _iso(first) or _figured(first) or _worded(first, text)


def _iso(text: str) -> date | None:
    head = text[:10]
    if len(head) == 10 and head[4] == head[7] and head[4] in "-/" and (head[:4] + head[5:7] + head[8:]).isdecimal():
        return _day(int(head[:4]), int(head[5:7]), int(head[8:]))
    return None


def _figured(text: str) -> date | None:
    """A day in figures, day first as in Europe or month first as in America, where it can only be read in one way."""
    match = _FIGURES.match(text)
    if not match:
        return None
    first, sign, second, year = int(match[1]), match[2], int(match[3]), int(match[4])
    if sign == "." or first > 12 or first == second:
        return _day(year, second, first)
    return _day(year, first, second) if second > 12 else None


def _worded(text: str, whole: str) -> date | None:
    words = text.replace(",", " ").replace(".", " ").split()
    if not 1 < len(words) < 8:
        return None
    month = day = year = None
    for word in words:
        if not "0" <= word[0] <= "9":
            month = month or _MONTHS.get(word.casefold())
        elif day is None and (number := _ordinal(word)) is not None:
            day = number
        elif year is None and len(word) == 4 and word.isascii() and word.isdecimal():
            year = int(word)
    year = year or _year(whole.replace(",", " ").split())
    return _day(year, month, day) if month and year and day else None


def _year(words: list[str]) -> int | None:
    return next((int(word) for word in words if len(word) == 4 and word.isascii() and word.isdecimal()), None)


def _ordinal(word: str) -> int | None:
    digits = word[:2] if word[:2].isdecimal() else word[:1]
    is_day = digits.isascii() and digits.isdecimal() and word[len(digits) :].casefold() in _ENDINGS
    return int(digits) if is_day else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
