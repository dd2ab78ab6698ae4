"""What a list says about a card besides its name: group and ADV behind the name, the columns of a crypt line."""

from __future__ import annotations

from typing import NamedTuple

ANY_GROUP = 0

_ADVANCED = frozenset(("adv", "adv.", "advanced"))
_ANY = frozenset(("any", "*"))
_TRIGRAM_TEXT = (
    "abo ani aus cel chi dai def dem dom for inn jud mar mel myt nec obe obf obl obt pot pre pro qui red san ser spi "
    "str tem tha thn val ven vic vin vis viz"
)
_TRIGRAMS = frozenset(_TRIGRAM_TEXT.split())
_GROUP_WORDS = ("group", "grp", "g")
_NONE = "-none-"
_LONGEST_COLUMN = len(_NONE)
_NO_DISCIPLINE = frozenset((_NONE, "none", "(none)", "-"))


class Said(NamedTuple):
    """What the line says of the card; None where it says nothing.

    Attributes:
        group: 1 and up; ANY_GROUP for a card of any group.
        disciplines: trigrams as written, capitals for superior.
        clan: everything between disciplines and group, title included.
    """

    group: int | None = None
    advanced: bool = False
    capacity: int | None = None
    disciplines: frozenset[str] | None = None
    clan: str = ""


NOTHING = Said()


def strip_qualifier(name: str, said: Said) -> tuple[str, Said, str] | None:
    """The name without its last qualifier, bracket or trait; what is known then; the bracket's text if it was a remark.

    None when nothing at the end can be taken off.
    """
    last = name[-1:]
    if last in (")", "]"):
        start = name.rfind("(" if last == ")" else "[")
        if start <= 0:
            return None
        inner = name[start + 1 : -1].strip()
        told = _qualifier(inner, said)
        return name[:start].rstrip(), told or said, "" if told else inner
    head, space, word = name.rpartition(" ")
    if not space:
        head, colon, word = name.rpartition(":")
        word = colon + word
    if not head:
        return None
    if word.casefold() in _ADVANCED:
        return head.rstrip(" ,"), said._replace(advanced=True), ""
    group = _group(word)
    if group is not None and (word[0] in "gG:"):
        return head.rstrip(), said._replace(group=group), ""
    head, colon, word = name.rpartition(":")
    if colon and head and (group := _group(word.strip())) is not None:
        return head.rstrip(), said._replace(group=group), ""
    return None


def _qualifier(inner: str, said: Said) -> Said | None:
    """What a bracket such as `G3 ADV`, `Group 6`, `Advanced` or `Any` adds; None when it says anything else."""
    words = inner.replace(",", " ").replace("-", " ").casefold().split()
    if not 0 < len(words) <= 4:
        return None
    for position, word in enumerate(words):
        if word in _ADVANCED:
            said = said._replace(advanced=True)
        elif word in _GROUP_WORDS or word == "base":
            continue
        elif word in _ANY or word[0] in "g:":
            group = _group(word)
            if group is None:
                return None
            said = said._replace(group=group)
        elif _is_short_number(word) and position and words[position - 1] in _GROUP_WORDS:
            said = said._replace(group=int(word))
        else:
            return None
    return said


def _group(word: str) -> int | None:
    word = word.lstrip("gG:").casefold()
    if word in _ANY:
        return ANY_GROUP
    return int(word) if _is_short_number(word) else None


def _is_short_number(word: str) -> bool:
    return len(word) < 3 and word.isascii() and word.isdecimal()


def read_tail(text: str) -> Said | None:
    """What the columns behind the name of a crypt line say; None when they are no such columns."""
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
        number = word.strip("()")
        if capacity is None and _is_short_number(number) and not _is_votes(words, position):
            capacity = int(number)
        elif len(word) == 3 and word.casefold() in _TRIGRAMS and not others:
            disciplines.add(word)
        elif word.casefold() in _NO_DISCIPLINE and not others:
            none = True
        else:
            others.append(word)
    clan, group = _clan_and_group(others)
    if capacity is None and group is None and not disciplines:
        return None
    return Said(group, advanced, capacity, frozenset(disciplines) if disciplines or none else None, clan)


def _is_votes(words: list[str], position: int) -> bool:
    return position + 1 < len(words) and words[position + 1].casefold().startswith("vote")


def _clan_and_group(words: list[str]) -> tuple[str, int | None]:
    for index in range(len(words) - 1, -1, -1):
        clan, colon, group = words[index].rpartition(":")
        if colon:
            number = _group(group if group else (words[index + 1] if index + 1 < len(words) else ""))
            return " ".join([*words[:index], clan]).strip(), number
    return " ".join(words), None


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
        bare = word.strip("()")
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
    return folded in _TRIGRAMS or folded == _NONE
