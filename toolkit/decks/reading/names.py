"""From a name as written to the card it certainly is, or to the reason why it is none.

Only what is safe by construction is accepted: case, accents, punctuation, the place of the article, the trademark sign,
former names, translations, accepted short names, and trait tags behind the name. Everything else is unresolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from toolkit.cards import CardDatabase, NameKind, name_key
from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.decks.figures import DISCIPLINES, SKILLS, archive_clan, columns_of
from toolkit.languages import Message, Sayable

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Joiners, marks of direction, soft hyphens, and what turns a sign or a digit into an emoji.
_NOTHING = (
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0e\ufe0f\u20e3"
)
_TIMES = "\u00d7\u2715\u2716\u2a09\uff58\uff38"

# A letter that looks like one stands for the sign of multiplication only at a figure.
_CROSS = re.compile("(?<=[0-9])[\u0445\u0425\u02e3](?=\\s)|(?<=\\s)[\u0445\u0425\u02e3](?=[0-9])")

_PLAIN = str.maketrans(
    {
        **dict.fromkeys(_SPACES, " "),
        **dict.fromkeys(_NOTHING, ""),
        **dict.fromkeys(_TIMES, "x"),
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
        "\uff08": "(",
        "\uff09": ")",
        "\uff0a": "*",
        "\uff0c": ",",
        "\uff1a": ":",
    }
)


def plain(text: str) -> str:
    """The text with one spelling of spaces, digits, quotes, hyphens and the sign of multiplication."""
    if text.isascii():
        return text.replace("`", "'") if "`" in text else text
    return _CROSS.sub("x", text.translate(_PLAIN))


_GAP = re.compile(r"\s*(?:\t|\s\s)\s*")
# The group at the end of a crypt line's columns.
_GROUP_COLUMN = re.compile(r":[ \t]?(?:[0-9]{1,2}(?![0-9])|ANY(?![^\W_])|\*)", re.IGNORECASE)
# What no title and clan has, and the next card of a line does: "Indira 40 Blood Doll".
_MORE_FIGURES = re.compile(r"\b[0-9]{1,2}[xX]?\s(?!votes?\b)")

ANY_GROUP = 0

_ADVANCED = frozenset(("adv", "adv.", "advanced"))
_LONGEST_VERSION = 4
_ANY = frozenset(("any", "*"))
# Some programs write Vision as "vin".
_TRIGRAMS = frozenset((*DISCIPLINES, "vin"))
_GROUP_WORDS = ("group", "grp", "g")
_NONE = "-none-"
_LONGEST_COLUMN = len(_NONE)
_NO_DISCIPLINE = frozenset((_NONE, "none", "(none)", "-"))


class Details(NamedTuple):
    """The details that the line gives of the card; None for those that it leaves out.

    Attributes:
        group: 1 and up; ANY_GROUP for a card of any group.
        disciplines: trigrams as written, capitals for superior.
        clan: everything between disciplines and group, title included.
        behind: everything behind the group.
    """

    group: int | None = None
    advanced: bool = False
    capacity: int | None = None
    disciplines: frozenset[str] | None = None
    clan: str = ""
    behind: str = ""


NOTHING = Details()


def strip_qualifier(name: str, details: Details) -> tuple[str, Details, str] | None:
    """The name without its last qualifier, bracket or trait; what is known then; the bracket's text if it was a remark.

    None when nothing at the end can be taken off.
    """
    last = name[-1:]
    if last in (")", "]"):
        start = opening_of(name, "(" if last == ")" else "[", last)
        if start <= 0:
            return None
        inner = name[start + 1 : -1].strip()
        qualified = _qualifier(inner, details)
        return name[:start].rstrip(), qualified or details, "" if qualified else inner
    head, space, word = name.rpartition(" ")
    if not space:
        head, colon, word = name.rpartition(":")
        word = colon + word
    if not head:
        return None
    if word.casefold() in _ADVANCED:
        return head.rstrip(" ,"), details._replace(advanced=True), ""
    group = _group(word)
    if group is not None and (word[0] in "gG:"):
        return head.rstrip(), details._replace(group=group), ""
    head, colon, word = name.rpartition(":")
    if colon and head and (group := _group(word.strip())) is not None:
        return head.rstrip(), details._replace(group=group), ""
    return None


def _may_say_advanced(remark: str) -> bool:
    """Whether a bracket may say ADV but for a slip: "(AVD)", "(G3 advnced)"."""
    words = [word for word in remark.casefold().replace(".", "").split() if word.isalpha()]
    if not words or len(words) > _LONGEST_VERSION:
        return False
    # Imported here: a list whose versions are spelled right never pays for it.
    from rapidfuzz.distance import OSA

    return any(OSA.distance(word, "adv") == 1 or OSA.distance(word, "advanced") in (1, 2) for word in words)


def opening_of(name: str, opener: str, closer: str) -> int:
    """Where the bracket opens that the last character closes: "Fame (good (in a pinch))"; -1 where none does."""
    depth = 0
    for place in range(len(name) - 1, -1, -1):
        depth += (name[place] == closer) - (name[place] == opener)
        if not depth:
            return place
    return name.rfind(opener)


def unmarked(name: str) -> tuple[str, Details]:
    """The name without the group and ADV behind it, and what these say: "Xaviar (ADV)"."""
    details = NOTHING
    while (shorter := strip_qualifier(name, details)) and not shorter[2]:
        name, details, _ = shorter
    return name, details


def _qualifier(inner: str, details: Details) -> Details | None:
    """The details with those of a bracket such as `G3 ADV`, `Group 6`, `Advanced` or `Any`; None for any other."""
    words = inner.replace(",", " ").replace("-", " ").casefold().split()
    if not 0 < len(words) <= 4:
        return None
    for position, word in enumerate(words):
        if word in _ADVANCED:
            details = details._replace(advanced=True)
        elif word in _GROUP_WORDS or word == "base":
            continue
        elif word in _ANY or word[0] in "g:":
            group = _group(word)
            if group is None:
                return None
            details = details._replace(group=group)
        elif _is_short_number(word) and position and words[position - 1] in _GROUP_WORDS:
            details = details._replace(group=int(word))
        else:
            return None
    return details


def _group(word: str) -> int | None:
    word = word.lstrip("gG:").casefold()
    if word in _ANY:
        return ANY_GROUP
    return int(word) if _is_short_number(word) else None


def _is_short_number(word: str) -> bool:
    return 0 < len(word) < 3 and word.isascii() and word.isdecimal()


def read_tail(text: str) -> Details | None:
    """The details in the columns behind the name of a crypt line; None when they are no such columns."""
    words = text.split()
    if not words or len(words) > 40:
        return None
    advanced = words[0].casefold().strip("()") in _ADVANCED
    if advanced:
        words = words[1:]
    capacity: int | None = None
    disciplines: set[str] = set()
    none = False
    others: list[str] = []
    for position, word in enumerate(words):
        number = word.strip("()[],")
        if capacity is None and _is_short_number(number) and not _is_votes(words, position):
            capacity = int(number)
        elif capacity is None and _is_glued(word) and not others:
            capacity = int(word[3:])
            disciplines.add(word[:3])
        elif len(word) == 3 and word.casefold() in _TRIGRAMS and not others:
            disciplines.add(word)
        elif word.casefold() in _NO_DISCIPLINE and not others:
            none = True
        else:
            others.append(word)
    clan, group, behind = _clan_and_group(others)
    if capacity is None and group is None and not disciplines:
        return None
    return Details(group, advanced, capacity, frozenset(disciplines) if disciplines or none else None, clan, behind)


def _is_glued(word: str) -> bool:
    """Whether a discipline fills its column, with the capacity right behind it: "PRE11"."""
    return word[:3].casefold() in _TRIGRAMS and _is_short_number(word[3:])


def _is_votes(words: list[str], position: int) -> bool:
    return position + 1 < len(words) and words[position + 1].casefold().startswith("vote")


def _clan_and_group(words: list[str]) -> tuple[str, int | None, str]:
    """The text in front of the group, the group, and the text behind it."""
    for index in range(len(words) - 1, -1, -1):
        clan, colon, group = words[index].rpartition(":")
        if colon:
            behind = index + 1 if group else index + 2
            number = _group(group or " ".join(words[index + 1 : behind]))
            return " ".join([*words[:index], clan]).strip(), number, " ".join(words[behind:])
    return " ".join(words), None, ""


def columns_start(text: str) -> int:
    """Where the columns of a crypt line begin: after two spaces or a tab; -1 when there is no such gap."""
    gap = text.find("  ")
    tab = text.find("\t")
    return gap if tab < 0 or 0 <= gap < tab else tab


def possible_ends(text: str) -> list[int]:
    """Where the name of a crypt line without gaps may end: before a capacity or a discipline; at most eight places."""
    ends: list[int] = []
    position = 0
    for word in text.split(" "):
        bare = word.strip("()[]")
        if position and len(bare) <= _LONGEST_COLUMN and _opens_columns(bare):
            ends.append(position)
            if len(ends) == 8:
                break
        position += len(word) + 1
    return ends


def _opens_columns(word: str) -> bool:
    if word.isdecimal():
        return len(word) < 3
    folded = word.casefold()
    return folded in _TRIGRAMS or folded == _NONE or _is_glued(word)


# Gaps of a line that are looked at: a name with blanks between its words has few.
_MOST_GAPS = 8
# No name is longer; what is longer is prose.
_LONGEST_NAME = 100
_MEMO = 65_536

_WHY = {
    NameKind.FORMER: Message("former name"),
    NameKind.TRANSLATION: Message("translation"),
    NameKind.SHORT: Message("short name"),
}
_CUT = Message("name cut at 18 characters")


def languages_of(match: CardMatch, card: Card) -> set[str]:
    """The languages in which a name that was found as a translation is the card's."""
    if match.why is not _WHY[NameKind.TRANSLATION]:
        return set()
    return {language for language, name in card.translations if name_key(name) == name_key(match.written)}


class CardMatch(NamedTuple):
    """A written name and the cards that it may mean.

    Attributes:
        cards: those it may be: one, or the versions of a re-issued vampire between which the line does not decide; none
            where it says a group that no version has.
        namesakes: every card of that name, whatever the line says of group and ADV.
        written: the name as the line has it.
        why: what was done to it to make it the printed name; None when nothing was.
        details: what the line says of the card.
        remark: a bracket behind the name or other words that are no part of it.
        faults: what the line says that its one card is not.
        rest: what stands in the columns and is not the card's: another one, perhaps.
    """

    cards: tuple[Card, ...]
    namesakes: tuple[Card, ...]
    written: str
    why: Sayable | None
    details: Details
    remark: str = ""
    faults: tuple[Message, ...] = ()
    rest: str = ""


class Resolver:
    """Finds cards by what lists write; remembers what it found, up to a fixed number of names.

    Attributes:
        no_candidate: what to do about a name that is like none.
    """

    def __init__(self, cards: CardDatabase) -> None:
        self.cards = cards
        self.no_candidate = Message(
            "Correct the name. A card newer than %(day)s is not known here yet.", day=cards.newest
        )
        self._names: dict[str, tuple[tuple[Card, ...], Sayable | None] | None] = {}
        self._in_print: dict[str, CardMatch] = {}

    @property
    def _cut_names(self) -> dict[str, tuple[CryptCard, ...]]:
        return _cut_names(self.cards)

    def named(self, name: str) -> tuple[tuple[Card, ...], Sayable | None] | None:
        """Every card of exactly that name, and how the name differs from the printed one."""
        try:
            return self._names[name]
        except KeyError:
            pass
        if len(self._names) >= _MEMO:
            self._names.clear()
        result = self._names[name] = self._named(name)
        return result

    def _named(self, name: str) -> tuple[tuple[Card, ...], Sayable | None] | None:
        if not name or len(name) > _LONGEST_NAME:
            return None
        match = self.cards.find(name)
        if match is None:
            return None
        return match.cards, _WHY.get(match.kind) or (None if match.exact else _difference(name, match.cards[0].name))

    def find(self, text: str) -> CardMatch | None:
        """The card that the text names, with group, ADV, remarks and the columns of a crypt line behind it."""
        gap = columns_start(text)
        if gap > 0 and (match := self._with_gaps(text) or self._capacity_in_front(text[:gap].rstrip(), text[gap:])):
            return match
        if match := self._bare(text, NOTHING) or self._without_gap(text) or self._cut(text) or self._in_table(text):
            return match
        return self._behind_columns(text) if gap > 0 else None

    def _with_gaps(self, text: str) -> CardMatch | None:
        """The card with its columns behind the first gap, or behind a later one: gaps may be within its name."""
        gaps = [gap.span() for gap in islice(_GAP.finditer(text), _MOST_GAPS)]
        words = list(takewhile(lambda gap: not _opens_columns(text[gap[1] :].partition(" ")[0]), gaps))
        if words and len(text) <= _LONGEST_NAME and (match := self._bare(" ".join(text.split()), NOTHING)):
            return match
        for end, _ in (*gaps[len(words) : len(words) + 1], *reversed(words)):
            if end and (match := self.with_columns(" ".join(text[:end].split()), text[end:])):
                return match
        return None

    def in_print(self, text: str) -> CardMatch | None:
        """The card whose name is written letter by letter as printed, with the archive's columns or without any.

        `text` has two spaces in front of the columns, and one between them. What is found, `find` would find too, only
        slower; None says nothing.
        """
        match = self._in_print.get(text)
        if match is None and (match := self._read_in_print(text)):
            self._in_print[text] = match
        return match

    def _read_in_print(self, text: str) -> CardMatch | None:
        name, gap, columns = text.partition("  ")
        cards = self.cards.printed(name)
        if not gap:
            return CardMatch(cards, cards, name, None, NOTHING) if len(cards) == 1 else None
        cards = cards or self.cards.printed(name.rpartition(" (")[0])
        card = next((card for card in cards if _is_line_of(card, name, columns)), None)
        if not isinstance(card, CryptCard):
            return None
        written = columns_of(card)
        called = archive_clan(card) if columns.endswith(written.clan) else card.clan
        clan = " ".join(filter(None, (written.path, written.title, called)))
        details = Details(card.group or ANY_GROUP, card.advanced, card.capacity, frozenset(card.disciplines), clan)
        return CardMatch((card,), cards, name, None, details)

    def with_columns(self, name: str, columns: str) -> CardMatch | None:
        """The card of that name whose line goes on with these columns."""
        details = read_tail(columns)
        match = self._bare(name, details or NOTHING)
        if match is None:
            return None
        if details is None:
            match = match._replace(remark=_joined(match.remark, columns.strip()))
        rest = _unexplained(match.namesakes[0], details, columns)
        return match._replace(rest=rest) if rest else match

    def _bare(self, name: str, details: Details) -> CardMatch | None:
        """The name, taking off the words behind it one piece at a time."""
        remark = ""
        stripped = name
        columns = details
        for _ in range(4):
            named = self.named(stripped)
            if named:
                cards, why = named
                fitting = _fitting(cards, details)
                if remark and len(cards) > 1 and not details.advanced and _may_say_advanced(remark):
                    fitting = cards
                faults = contradictions(fitting[0], details) if len(fitting) == 1 else ()
                if columns.group and details.group and columns.group != details.group:
                    # The line gives two groups: one behind the name, another behind the clan.
                    fault = Message(
                        "group %(number)s, the card has %(other)s", number=columns.group, other=details.group
                    )
                    faults += (fault,)
                return CardMatch(fitting, cards, name, why, details, remark, faults)
            shorter = strip_qualifier(stripped, details)
            if shorter is None:
                return None
            stripped, details, inner = shorter
            remark = _joined(inner, remark)
        return None

    def _without_gap(self, text: str) -> CardMatch | None:
        """A crypt line whose columns follow after single spaces."""
        for end in possible_ends(text):
            name = text[:end].rstrip()
            match = self._bare(name, NOTHING) if len(name) <= _LONGEST_NAME else None
            if match and isinstance(match.namesakes[0], CryptCard):
                match = self.with_columns(name, text[end:])
                # "Nana Buruku, 8 Fame" are two cards: a comma parts a name from columns that are surely some.
                is_sure = match and (match.details.disciplines is not None or match.details.group is not None)
                return match if is_sure or name[-1] not in ",;" else None
        return None

    def _capacity_in_front(self, text: str, columns: str) -> CardMatch | None:
        """A crypt line with the gap behind the capacity: "Juanita Santiago 4", then disciplines and clan."""
        name, _, capacity = text.rpartition(" ")
        details = read_tail(columns) if _is_short_number(capacity) else None
        if details is None or details.capacity is not None:
            return None
        match = self._bare(name, details._replace(capacity=int(capacity)))
        return match if match and isinstance(match.namesakes[0], CryptCard) else None

    def _behind_columns(self, text: str) -> CardMatch | None:
        """A crypt line with capacity and disciplines in front of the name, as a page with columns has it."""
        cells = _GAP.split(text)
        for at in range(1, len(cells)):
            details = read_tail(" ".join(cells[:at]))
            if details is None or details.clan:
                return None
            match = self._bare(cells[at], NOTHING)
            if match and isinstance(match.namesakes[0], CryptCard):
                return self.with_columns(cells[at], " ".join((*cells[:at], *cells[at + 1 :])))
        return None

    def _in_table(self, text: str) -> CardMatch | None:
        """A library card in front of its own types and disciplines: a table whose columns are a blank apart."""
        words = text.split()
        if not _words_of_tables(self.cards).issuperset(_table_words(words[-1:])):
            return None
        for end in range(len(words) - 1, max(0, len(words) - _MOST_WORDS_OF_TABLE), -1):
            named = self.named(" ".join(words[:end]))
            if named:
                cards, why = named
                is_own = isinstance(cards[0], LibraryCard) and _own_words(cards[0]).issuperset(
                    _table_words(words[end:])
                )
                return CardMatch(cards, cards, " ".join(words[:end]), why, NOTHING) if is_own else None
        return None

    def _cut(self, text: str) -> CardMatch | None:
        """A name that an old program cut at 18 characters: certain only with capacity, disciplines and group."""
        name, columns = text[:18].rstrip(), text[18:]
        if len(name) < 15 or columns[:1] not in (" ", "\t", ""):
            return None
        details = read_tail(columns)
        if details is None or details.capacity is None or details.disciplines is None or details.group is None:
            return None
        cards = _fitting(
            tuple(card for card in self._cut_names.get(name_key(name), ()) if agrees(card, details)), details
        )
        return CardMatch(cards, cards, name, _CUT, details) if len(cards) == 1 else None


def _unexplained(card: Card, details: Details | None, columns: str) -> str:
    """The part of a line's columns that is not the card's: perhaps the next card of the line."""
    if details and (group := _GROUP_COLUMN.search(columns)):
        return columns[group.end() :].strip()
    if isinstance(card, LibraryCard):
        words = [word for word in _table_words([columns]) if not word.isdecimal()]
        return "" if _own_words(card).issuperset(words) else columns.strip()
    if details is None:
        return columns.strip()
    if not details.clan or (ends_with_clan(details.clan) and not _MORE_FIGURES.search(details.clan)):
        return ""
    return columns.strip()


# "Action Modifier/Combat Blood Sorcery/Obfuscate": no card has more.
_MOST_WORDS_OF_TABLE = 10


_BETWEEN_WORDS = str.maketrans(dict.fromkeys("/&+,()[]", " "))


def _table_words(words: Iterable[str]) -> list[str]:
    return " ".join(words).casefold().translate(_BETWEEN_WORDS).split()


@lru_cache(maxsize=4)
def _words_of_tables(cards: CardDatabase) -> frozenset[str]:
    """The words that any row of a table may end with, figures aside."""
    library = [card for card in cards if isinstance(card, LibraryCard)]
    columns = {column for card in library for column in (*card.types, *card.clans, *card.disciplines)}
    return frozenset(_table_words([*columns, *SKILLS, *DISCIPLINES.values(), "or", "and"]))


def _own_words(card: LibraryCard) -> frozenset[str]:
    """The words that a table's other columns may have of the card: types, disciplines, clans."""
    disciplines = [name for name, trigram in SKILLS.items() if trigram in card.disciplines]
    virtues = [DISCIPLINES.get(trigram, trigram) for trigram in card.disciplines]
    return frozenset(_table_words([*card.types, *card.clans, *card.disciplines, *disciplines, *virtues, "or", "and"]))


def _joined(first: str, second: str) -> str:
    return f"{first} {second}".strip()


@lru_cache(maxsize=4)
def _cut_names(cards: CardDatabase) -> dict[str, tuple[CryptCard, ...]]:
    """Crypt cards by the key of the first 18 characters of their name, article in front or at the end."""
    index: dict[str, tuple[CryptCard, ...]] = {}
    for card in cards:
        if isinstance(card, CryptCard):
            forms = {card.name}
            first, _, rest = card.name.partition(" ")
            if first in ("The", "El", "La", "Le"):
                forms.add(f"{rest}, {first}")
            for form in forms:
                if len(form) > 18:
                    key = name_key(form[:18].rstrip())
                    index[key] = (*index.get(key, ()), card)
    return index


def agrees(card: CryptCard, details: Details) -> bool:
    """Whether no detail of the line contradicts the card."""
    return not contradictions(card, details) and is_version(card, details)


def is_version(card: Card, details: Details) -> bool:
    """Whether group and ADV as written allow the card."""
    if not isinstance(card, CryptCard):
        return details.group is None and not details.advanced
    if details.advanced and not card.advanced:
        return False
    return details.group is None or (card.group or ANY_GROUP) == details.group


def _fitting(cards: tuple[Card, ...], details: Details) -> tuple[Card, ...]:
    """The namesakes that the line allows: no ADV written means the base version."""
    if len(cards) == 1:
        return cards if details is NOTHING or is_version(cards[0], details) else ()
    fitting = tuple(card for card in cards if is_version(card, details))
    if not details.advanced:
        base = tuple(card for card in fitting if not (isinstance(card, CryptCard) and card.advanced))
        fitting = base or fitting
    if len(fitting) > 1 and details is not NOTHING:
        agreeing = tuple(card for card in fitting if isinstance(card, CryptCard) and not contradictions(card, details))
        fitting = agreeing or fitting
    return fitting


def of_kind(match: CardMatch, kind: Kind | None) -> CardMatch:
    """The finding reduced to cards of that kind, where that leaves any."""
    if kind is None or len(match.cards) < 2:
        return match
    cards = tuple(card for card in match.cards if card.kind is kind)
    return match._replace(cards=cards) if cards and len(cards) < len(match.cards) else match


def _is_line_of(card: Card, name: str, columns: str) -> bool:
    """Whether a line of the archive, its clan by either name, is that vampire's."""
    if not isinstance(card, CryptCard):
        return False
    if name not in (card.unique_name, f"{card.name} (ADV)" if card.advanced else card.name):
        return False
    written = columns_of(card)
    own = f"{card.clan}:{written.clan.rpartition(':')[2]}"
    return columns in (" ".join(filter(None, written)), " ".join(filter(None, written._replace(clan=own))))


_VIRTUES = frozenset(("vin", "vis", "viz"))


def contradictions(card: Card, details: Details) -> tuple[Message, ...]:
    """The details in the columns that the card does not have: "capacity 5, the card has 4"."""
    if details is NOTHING or not isinstance(card, CryptCard):
        return ()
    faults: list[Message] = []
    if details.capacity is not None and details.capacity != card.capacity:
        faults.append(
            Message("capacity %(number)s, the card has %(other)s", number=details.capacity, other=card.capacity)
        )
    if details.disciplines is not None and _same(details.disciplines) != _same(card.disciplines):
        faults.append(
            Message(
                "disciplines %(list)s, the card has %(more)s",
                list=_listed(details.disciplines),
                more=_listed(card.disciplines),
            )
        )
    clan = _other_clan(details.clan, card.clan)
    if clan:
        faults.append(Message("clan %(written)s, the card is %(name)s", written=clan, name=card.clan))
    return tuple(faults)


def _same(disciplines: frozenset[str] | tuple[str, ...]) -> frozenset[str]:
    return frozenset("viz" if name in _VIRTUES else name for name in disciplines)


def _listed(disciplines: frozenset[str] | tuple[str, ...]) -> str:
    return " ".join(sorted(disciplines, key=lambda name: (name.islower(), name))) or Message("none")


# Clans by their former names, as keys; several clans were renamed.
_RENAMED = {
    "assamite": "banuhaqim",
    "followerofset": "ministry",
    "followersofset": "ministry",
    "setite": "ministry",
    "settites": "ministry",
    "daughtersofcacophony": "daughterofcacophony",
    "harbingersofskulls": "harbingerofskulls",
    "bloodbrothers": "bloodbrother",
}
_CLAN_KEYS = (
    "abomination ahrimane akunanse avenger baali banuhaqim bloodbrother brujah brujahantitribu caitiff "
    "daughterofcacophony defender gangrel gangrelantitribu gargoyle giovanni guruhi harbingerofskulls hecata innocent "
    "ishtarri judge kiasyd lasombra malkavian malkavianantitribu martyr ministry nagaraja nosferatu nosferatuantitribu "
    "osebo pander ravnos redeemer salubri salubriantitribu samedi toreador toreadorantitribu tremere tremereantitribu "
    "truebrujah tzimisce ventrue ventrueantitribu visionary"
)
CLANS = _CLAN_KEYS.split()


@lru_cache(maxsize=4096)
def _other_clan(written: str, clan: str) -> str:
    """The clan that the columns name when it is another than the card's; "" when they name none or the same."""
    if not written:
        return ""
    text = written.replace("!", " antitribu ") if "!" in written else written
    key = name_key(text)
    if "!" in written and key.startswith("antitribu"):
        key = f"{key.removeprefix('antitribu')}antitribu"
    elif "antitribu" in key and not key.endswith("antitribu"):
        head, _, tail = key.partition("antitribu")
        key = f"{head}{tail}antitribu"
    key = key.replace("antitribuantitribu", "antitribu")
    for former, now in _RENAMED.items():
        if key.endswith(former):
            key = key.removesuffix(former) + now
            break
    named = max((ending for ending in CLANS if key.endswith(ending)), key=len, default="")
    if not named or named == name_key(clan):
        return ""
    # A title stands in front of the clan.
    words = written.split()
    return next((last for last in (" ".join(words[-n:]) for n in (1, 2, 3)) if name_key(last) == named), written)


def without_columns(text: str) -> str:
    """The name in front of the columns of a crypt line; the whole text where what follows is not surely columns."""
    gap = columns_start(text)
    ends = (gap, *possible_ends(text)) if ":" in text else (gap,)
    for end in ends:
        details = read_tail(text[end:]) if end > 0 else None
        if (
            details
            and details.capacity is not None
            and (len(details.disciplines or ()) > 1 or ends_with_clan(details.clan))
        ):
            return text[:end].rstrip()
    return text


def ends_with_clan(written: str) -> bool:
    """Whether the columns of a crypt line end with a clan."""
    return name_key(written.replace("!", "")).endswith((*CLANS, *_RENAMED))


def _difference(written: str, printed: str) -> Message:
    """In a word, how a written name differs from the printed one that it certainly is."""
    if written.casefold() == printed.casefold():
        return Message("letter case")
    folded = plain(written).casefold()
    if folded == plain(printed).casefold():
        return Message("typographic signs")
    letters = sum(map(str.isalnum, printed))
    if name_key(printed) == name_key(written) and written.casefold().count(", ") != printed.casefold().count(", "):
        return Message("place of the article")
    if sum(map(str.isalnum, written)) != letters:
        return Message("article or sign")
    return Message("accents or punctuation")


def fitting_versions(groups: set[int], choices: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """For each choice, the versions that can stand in a crypt of these groups and of two adjacent ones at most.

    All choices are looked at together: a pair of groups counts only if every choice has a version in it. Where no
    pair does, every choice stays open.

    Rule: VEKN 6.2 (one group or two adjacent).
    """
    possible = groups.union(*(_groups(cards) for cards in choices))
    pairs = [pair for low in possible for pair in ((low - 1, low), (low, low + 1)) if groups <= set(pair)]
    pairs = [pair for pair in pairs if all(_inside(cards, pair) for cards in choices)]
    if not pairs:
        return list(choices)
    return [tuple(card for card in cards if any(card in _inside(cards, pair) for pair in pairs)) for cards in choices]


def _groups(cards: tuple[Card, ...]) -> set[int]:
    return {card.group for card in cards if isinstance(card, CryptCard) and card.group is not None}


def _inside(cards: tuple[Card, ...], pair: tuple[int, int]) -> tuple[Card, ...]:
    return tuple(card for card in cards if not isinstance(card, CryptCard) or card.group is None or card.group in pair)
