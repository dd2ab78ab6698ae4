"""A pasted list line by line: without bullets, numbers and remarks, and whether a line names a person at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from babel import Locale

from toolkit.tournament.name_order import PARTICLES, is_given_name
from toolkit.tournament.players import search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line: `pasted` with single blanks, `text` without what stands round a name, `said` beside it.

    Attributes:
        below: the heading of a waiting list that the line stands below.
        is_heading: it is one of the list or of its columns; `is_person`: it may name somebody.
    """

    number: int
    pasted: str
    text: str
    said: tuple[str, ...] = ()
    below: str = ""
    is_heading: bool = False
    is_person: bool = True


def pasted_lines(lines: Iterable[str], column_headings: frozenset[str]) -> list[PastedLine]:
    """The lines that hold anything; `column_headings` are words of headings as `search_key` writes them."""
    pasted = {number: _SPACES.sub(" ", line).strip() for number, line in enumerate(lines, start=1)}
    sent = {number: _sent(_cells(text)) for number, text in pasted.items() if text}
    is_chat = any(_POSTED.fullmatch(text) for text in pasted.values())
    title = _title({number: text for number, (text, _) in sent.items()})
    bare = _unquoted(_uncounted({number: _bare(text) for number, (text, _) in sent.items()}))
    classified: list[PastedLine] = []
    below = ""
    for number, text in bare.items():
        line = pasted[number]
        is_heading = number < title or _is_heading(text, line, column_headings)
        # Below its sender, what a chat's message says is nobody; a line of a list in it is somebody.
        is_message = is_chat and not _POSTED.fullmatch(line) and _BEFORE.sub("", line) == line
        if is_heading:
            below = text.rstrip(" :") if _key(text) in _WAITING else ""
        classified.append(
            PastedLine(
                number=number,
                pasted=line,
                text=text,
                said=tuple(sent[number][1]),
                below=below,
                is_heading=is_heading,
                is_person=not is_heading and not is_message and _may_be_person(text),
            )
        )
    return classified


# What stands before a name without being a part of it: e-mail's mark, bullets, ticks, the number of the line.
_NUMBER = r"#?(\d{1,4})(?:\\?[.)](?!\d)|/(?= )| ?[-–—:](?=\s*[^\W\d])|\ufe0f?\u20e3)"
_BEFORE = re.compile(
    r"(?:(?:>|~(?= )|[-+•·▪◦–—](?!\d)|\*(?![^*\s][^*]*\*)|\[[ xX✓✔]?\]|[✓✔✅☑☐]\ufe0f?"
    rf"|\(\d{{1,4}}\)|{_NUMBER}|#\d{{1,4}}(?=\s))\s*)*"
)
_BEHIND = re.compile(r" ?(?:[✓✔✅☑]\ufe0f?|\[[xX✓✔]\])$")
_SPACES = re.compile(r"[^\S\t]+")
# A chat's marks of bold and slanted letters, and of somebody's name.
_MARKED = re.compile(r"(\*\*|__|\*|_|`)([^*_`]+)\1")
# What a chat's export has before a message: “[28.11., 14:02] Ann Bell: me too”, “28/11/26, 2:05 pm - Ann Bell: yes”.
_CHAT = re.compile(
    r"""\[?(?:\d{1,4}[./-]\d{1,2}[./-]?(?:\d{2,4})?,?\ )?\d{1,2}:\d{2}(?::\d{2})?(?:\ ?[ap]\.?m\.?)?\]?(?:\ [-–])?
        \ ([^:\d][^:]*):\ (.+)""",
    re.VERBOSE | re.I,
)
# What Discord has above one: “Ann Bell — Today at 14:02”.
_POSTED = re.compile(r"(\S.{0,60}?) — (?:\w+ \w+ |\d[\d/.]+,? )\d{1,2}:\d{2}(?: [AP]M)?", re.I)
# Behind a name: “(coming late)”, “- late!”, “+1”, “?”; brackets or words with a member number are none.
_REMARK = re.compile(
    r"""\s*(?: [(\[](?=[\w+?!])(?![^()]*\d{7})[^()\[\]]*[)\]] | \s[-–—]\s(?=[^\W\d])(?!.*\d{7}).+ | \s\+\d{1,2}
        | :\s(?=[^\W\d]).+ | [?!]+ )$""",
    re.VERBOSE,
)
_GUESTS = re.compile(r"(\+\d{1,2}) (?=[^\W\d])")
# No name with a remark is longer.
_LONGEST_REMARKED = 300
_LETTER = re.compile(r"[^\W\d_]")
# Pictures, with what joins and colours them.
_PICTURES = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")


def _cells(line: str) -> str:
    """A row of a Markdown table as its cells with tabs; any other line as it is."""
    if not line.startswith("|") or line.count("|") < 2 or is_rule(line):
        return line
    return "\t".join(cell.strip() for cell in line.strip("|").split("|"))


def is_rule(line: str) -> bool:
    """Whether a line is the one below the headings of a Markdown table."""
    return re.fullmatch(r"\|[\s|:-]*-[\s|:-]*", line.strip()) is not None


def _sent(line: str) -> tuple[str, list[str]]:
    """Who sent a chat's message, and what it says, unless that is a line of a list; any other line as it is."""
    if posted := _POSTED.fullmatch(line):
        return posted[1], []
    if not (chat := _CHAT.fullmatch(line)):
        return line, []
    return (chat[2], []) if _BEFORE.sub("", chat[2], count=1) != chat[2] else (chat[1], [chat[2]])


def _title(lines: dict[int, str]) -> int:
    """The line that has number 1 where the next one has number 2, below others without any; 0 where none has."""
    numbers = [(line, int(match[1])) for line, text in lines.items() if (match := re.match(_NUMBER, text))]
    return numbers[0][0] if [number for _, number in numbers[:2]] == [1, 2] else 0


def _bare(line: str) -> str:
    """A line without what stands before and behind a name."""
    text = line if _MARKED.match(line) else _BEFORE.sub("", line, count=1)
    text = _MARKED.sub(r"\2", text, count=1) if _MARKED.match(text) else text
    return _BEHIND.sub("", text).strip().removeprefix("@")


def without_remarks(name: str) -> tuple[str, list[str]]:
    """A name, and what is said before and behind it."""
    left_out: list[str] = []
    if guests := _GUESTS.match(name):
        left_out.append(guests[1])
        name = name[guests.end() :]
    signs = "" if name.isascii() else name
    pictures = "".join(sign for sign in signs if unicodedata.category(sign) == "So" or _PICTURES.match(sign))
    if pictures:
        left_out.append(pictures)
        name = " ".join("".join(sign for sign in name if sign not in pictures).split(" ")).strip()
    while len(name) <= _LONGEST_REMARKED and (remark := _REMARK.search(name)):
        letter = _LETTER.search(remark[0])
        if not remark.start() or (letter and letter[0].isupper()):
            break  # with a capital it may be a second name, or a place
        left_out.insert(0, remark[0].strip())
        name = name[: remark.start()].rstrip()
    return name, left_out


_COUNTED = re.compile(r"(\d{1,4})(?: +(?=\D)|\t+)(.*)")


def _uncounted(lines: dict[int, str]) -> dict[int, str]:
    """The lines without the numbers before their names, where those count them one by one: “1 Ann”, “2 Bo”."""
    counted = {line: match for line, text in lines.items() if (match := _COUNTED.fullmatch(text))}
    numbers = [int(match[1]) for match in counted.values()]
    if len(numbers) < 2 or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        return lines
    return {line: counted[line][2] if line in counted else text for line, text in lines.items()}


# Stands for a comma within quotation marks, which parts nothing.
HELD_COMMA = "\ue000"
_QUOTED_PART = re.compile(
    r"""((?:^|[,;\t])\ ?(?:\#?\d{7}\ )?)
        (?:"((?:[^"]|"")+)" | [“”„«»]([^“”„«»]+)[“”«»] | [‘‚']([^,;\t]+(?:,[^,;\t]+)?)[’‘'])
        (?=\ ?(?:$|[,;\t(\#–—-]|/\ |\d{7}))""",
    re.VERBOSE,
)


def _unquoted(lines: dict[int, str]) -> dict[int, str]:
    """The lines without quotation marks round their parts; where these are round all of each, as if there were none."""
    held = {line: _QUOTED_PART.sub(_held, text) for line, text in lines.items()}
    if all(HELD_COMMA in text and re.search(r"[,;\t]| / |\d{7}", text) is None for text in held.values()):
        return {line: text.replace(HELD_COMMA, ",") for line, text in held.items()}
    return held


def _held(quoted: re.Match[str]) -> str:
    inside = (quoted[2] or quoted[3] or quoted[4]).replace('""', '"').strip()
    return quoted[1] + (inside.replace(",", HELD_COMMA) if inside.count(",") == 1 else inside)


# “Players:”, “Confirmed (12)”
_HEADING = re.compile(r"[^\d:]+(?::|\(\d{1,4}\):?)")
# Headings of a list, in English, French, Spanish, Portuguese, Italian and German, as `_key` writes them.
_WAITING_WORDS = """
    waiting list, waitlist, reserve list, reserves, reserve, standby, on the waiting list, maybe, maybes, not sure
    declined, not going, not coming, cant come, cancelled, canceled, dropped, dropouts, absent
    liste dattente, liste d attente, en attente, peut etre, absents, annule, annules, desistements
    lista de espera, en espera, suplentes, reservas, quiza, quizas, tal vez, ausentes, bajas
    em espera, talvez, desistencias, lista dattesa, lista d attesa, in attesa, riserve, forse, assenti
    warteliste, nachrucker, vielleicht, abgesagt, absagen
"""
_OTHER_WORDS = """
    confirmed, going, attending, attendees, coming, registered, registrations, registered players, player list
    list of players, list of participants, participant list, signed up, sign ups, players so far, total, total players
    page, page of, page sur, seite, seite von, pagina, pagina de, pagina di
    inscrits, liste des joueurs, liste des participants, confirmes, presents
    inscritos, inscriptos, lista de jugadores, lista de participantes, confirmados, apuntados, lista de jogadores
    iscritti, lista dei giocatori, lista giocatori, lista dei partecipanti, confermati
    angemeldet, anmeldungen, teilnehmerliste, spielerliste, zugesagt, zusagen
"""


def _listed(words: str) -> frozenset[str]:
    return frozenset(word.strip() for word in re.split(r"[,\n]", words) if word.strip())


_WAITING = _listed(_WAITING_WORDS)
_HEADINGS = _WAITING | _listed(_OTHER_WORDS)


def _key(text: str) -> str:
    """A heading without its figures and signs."""
    return " ".join(re.findall(r"[^\W\d_]+", search_key(text)))


def _is_heading(text: str, pasted: str, column_headings: frozenset[str]) -> bool:
    key = _key(text)
    words = key.split()
    is_of_columns = (
        bool(words) and all(word in column_headings for word in words) and len(words) <= len(column_headings)
    )
    # “Player 1” is a name as people make them up.
    is_of_columns = is_of_columns and (not re.search(r"\d", text) or key.endswith("s"))
    return (
        key in _HEADINGS
        or is_of_columns
        or re.match(r"#{1,6} (?!\d)", pasted) is not None
        or _HEADING.fullmatch(text) is not None
    )


# A date, a time of day, an address, a chat's own words in angle brackets, the number of a second line, brackets round
# everything.
_NO_PERSON = re.compile(
    r"\b\d{1,2}[./]\d{1,2}[./]|\b\d{1,2}:\d{2}\b|\b20\d\d\b|://|\bwww\.|\S@\w+\.\w|^<|\s\d{1,3}[.)]\s"
    r"|^[(\[][^()\[\]]*[)\]]$",
    re.I,
)
_STRUCK = re.compile(r"(~~?)[^~]+\1")
_MOST_WORDS = 7
_LONGEST_LINE = 1_000
# So many given names in a row are as many people, and so many words in small letters a sentence.
_CROWD = 4
_SENTENCE = 4


def _may_be_person(text: str) -> bool:
    if len(text) > _LONGEST_LINE:
        return False
    name = re.split(r"[,;\t]| / ", text)[0]
    is_question = name.endswith("?")
    name, _ = without_remarks(name)
    if re.search(r"(?<!\d)\d{7,}(?!\d)", text):
        return True
    if not _LETTER.search(text) or _STRUCK.fullmatch(text) or _NO_PERSON.search(name) or _names_day(name):
        return False
    words = [word for word in name.split() if word not in PARTICLES]
    small = [word for word in words if word[0].islower()]
    is_sentence = len(words) >= _SENTENCE - is_question and 2 * len(small) >= len(words) and not is_given_name(name)
    is_crowd = len(words) > _MOST_WORDS or (
        len(words) > _CROWD and sum(is_given_name(word) for word in words) >= _CROWD
    )
    return not is_sentence and not is_crowd


@cache
def _days() -> frozenset[str]:
    """Names of months and days of the week, in the languages of the headings."""
    locales = [Locale(code) for code in ("en", "fr", "es", "pt", "it", "de")]
    calendars = [names["format"]["wide"] for locale in locales for names in (locale.months, locale.days)]
    return frozenset(search_key(name) for calendar in calendars for name in calendar.values())


def _names_day(text: str) -> bool:
    """Whether it is a day with its figure: “Saturday 28 November”."""
    if not re.search(r"\d", text):
        return False
    words = re.findall(r"[^\W_]+(?:-feira)?", search_key(text))
    return any(word.isdigit() for word in words) and not _days().isdisjoint(words)
