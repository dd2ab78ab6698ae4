"""Lines that name a part of the list: the crypt, the library, a card type."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import filterfalse
from typing import NamedTuple
from unicodedata import combining, normalize

from toolkit.cards.model import Kind
from toolkit.decks.figures import SKILLS

_CRYPT_WORDS = frozenset(("crypt", "crypts", "cripta", "crypte", "krypta", "vampires", "vamps", "cryp"))
_LIBRARY_TEXT = (
    "library libary librairie biblioteca bibliotheque bibliothèque libreria librería bibliothek bibliotheek grimorio "
    "grimório lib libs bib biblio"
)
_LIBRARY_WORDS = frozenset(_LIBRARY_TEXT.split())
# A heading of the crypt or library says nothing else than these and figures.
_FIGURE_TEXT = (
    "card cards vampires vampire capacity cap min max avg ave average mean total minions cartas cartes carte karten "
    "crypt library group groups grouping deck x imbued trifle trifles"
)
_FIGURE_WORDS = frozenset(_FIGURE_TEXT.split())
# What the figure behind such a word is; of "other" figures nothing is known.
_FIGURE_NAMES = {
    **{word: word for word in ("min", "max")},
    **dict.fromkeys(("avg", "ave", "average", "mean"), "average"),
    **dict.fromkeys(("group", "groups", "grouping", "g", "trifle", "trifles"), "other"),
}

_TYPES = {
    "master": "Master",
    "conviction": "Conviction",
    "action": "Action",
    "ally": "Ally",
    "equipment": "Equipment",
    "equip": "Equipment",
    "political action": "Political Action",
    "political": "Political Action",
    "politic": "Political Action",
    "vote": "Political Action",
    "retainer": "Retainer",
    "power": "Power",
    "action modifier": "Action Modifier",
    "modifier": "Action Modifier",
    "reaction": "Reaction",
    "combat": "Combat",
    "event": "Event",
    "vampire": "Vampire",
    "imbued": "Imbued",
}
# The same in French, Spanish, Portuguese and Italian, as the official cards and players there say it, without accents.
_TRANSLATED = {
    "maitre": "Master",
    "allie": "Ally",
    "equipement": "Equipment",
    "action politique": "Political Action",
    "compagnon": "Retainer",
    "serviteur": "Retainer",
    "pouvoir": "Power",
    "modificateur d'action": "Action Modifier",
    "evenement": "Event",
    "impregne": "Imbued",
    "heril": "Master",
    "heriles": "Master",
    "maestro": "Master",
    "conviccion": "Conviction",
    "convicciones": "Conviction",
    "accion": "Action",
    "acciones": "Action",
    "aliado": "Ally",
    "equipo": "Equipment",
    "accion politica": "Political Action",
    "acciones politicas": "Political Action",
    "criado": "Retainer",
    "poder": "Power",
    "poderes": "Power",
    "modificador de accion": "Action Modifier",
    "modificadores de accion": "Action Modifier",
    "reaccion": "Reaction",
    "reacciones": "Reaction",
    "combate": "Combat",
    "evento": "Event",
    "vampiro": "Vampire",
    "imbuido": "Imbued",
    "azione": "Action",
    "azioni": "Action",
    "alleato": "Ally",
    "alleati": "Ally",
    "equipaggiamento": "Equipment",
    "equipaggiamenti": "Equipment",
    "azione politica": "Political Action",
    "azioni politiche": "Political Action",
    "servitore": "Retainer",
    "servitori": "Retainer",
    "potere": "Power",
    "poteri": "Power",
    "modificatore d'azione": "Action Modifier",
    "modificatori d'azione": "Action Modifier",
    "reazione": "Reaction",
    "reazioni": "Reaction",
    "combattimento": "Combat",
    "eventi": "Event",
    "vampiri": "Vampire",
    "mestre": "Master",
    "conviccao": "Conviction",
    "conviccoes": "Conviction",
    "acao": "Action",
    "acoes": "Action",
    "equipamento": "Equipment",
    "acao politica": "Political Action",
    "acoes politicas": "Political Action",
    "lacaio": "Retainer",
    "modificador de acao": "Action Modifier",
    "modificadores de acao": "Action Modifier",
    "reacao": "Reaction",
    "reacoes": "Reaction",
}
# The order of types in a label of several, as the archive writes them.
_COMBINED = (
    "Action/Combat",
    "Action/Reaction",
    "Action Modifier/Combat",
    "Action Modifier/Reaction",
    "Combat/Reaction",
)
_LABELS = frozenset((*_TYPES.values(), *_COMBINED))
_LOOSE_TEXT = (
    "other,combo,mixed,misc,miscellaneous,multi type,multitype,minion,trifle,non skilled,non skill,skill less,"
    "skilless,disciplineless,no discipline,generic,general,main,main deck,maindeck,rest,the rest,stuff"
)
_LOOSE = frozenset(_LOOSE_TEXT.split(","))
_DISCIPLINES = frozenset(name.casefold() for name in SKILLS)
_DECORATION = " \t=-_*#~:.[](){}<>|+>!"
_LONGEST_ASIDE = 40
_TRAILING_WORDS = ("cards", "card")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_FIGURES_START = re.compile(r"[\d(\[{:=]")
# The last one may be closed no more: what decorates a heading is taken off.
_IN_BRACKETS = re.compile(r"\([^()]*(?:\)|$)|\[[^\[\]]*(?:\]|$)")
_FIGURED_START = re.compile(r"[ :-]*(?:\([^()]*\)|\[[^\[\]]*\]|\d+(?: cards)?)[ ,:-]+(?=[^\W\d_])")


_ASIDE_TEXT = (
    "sideboard, side board, maybeboard, maybe board, maybe, maybes, considering, wishlist, wish list, cuts, cut, "
    "removed, taken out, still need, alternatives"
)
_ASIDE = frozenset(_ASIDE_TEXT.split(", "))


class Heading(NamedTuple):
    """A line that opens a part of the list.

    Attributes:
        part: the crypt or the library; None for a heading that does not say.
        label: "crypt", "library", or the type as the archive writes it; "" for a heading of no known type.
        figures: what it declares: (label or "min", "max", "average", number).
        sure: whether its shape alone makes it a heading; else what follows it decides.
        more: whether words stand behind the figures, outside of brackets: cards on the same line, perhaps.
    """

    part: Kind | None
    label: str
    figures: tuple[tuple[str, float], ...] = ()
    sure: bool = False
    more: bool = False


@lru_cache(maxsize=4096)
def part_heading(text: str) -> Heading | None:
    """The heading of the crypt or library that the line is, or None; prose that starts with these words is none."""
    text = text.split(" -- ", 1)[0].strip(_DECORATION).replace("**", "")
    word, rest = _first_word(text)
    if word in _CRYPT_WORDS:
        part = Kind.CRYPT
    elif word in _LIBRARY_WORDS or (word and _is_misspelt(word, "library")):
        part = Kind.LIBRARY
    else:
        return None
    figures = _figures(rest)
    block = None
    if figures is None and part is Kind.LIBRARY and (first := _FIGURED_START.match(rest)):
        # "Library (90 cards) Master (17; 2 trifle)": both headings on one line.
        figures, block = _figures(first[0]), type_heading(rest[first.end() :].strip())
        figures = figures if block and block.label else None
    if figures is None:
        return None
    named = tuple((part.value if name == "count" else name, value) for name, value in figures)
    named += block.figures if block else ()
    sure = any(name == part.value for name, _ in named) and ("(" in text or "[" in text)
    return Heading(part, part.value, named, sure)


def heads_aside(text: str) -> bool:
    """Whether the line heads cards that are not the deck's: "Sideboard (10)", "Considering:"."""
    words = [token.casefold() for token in _tokens(text[:_LONGEST_ASIDE]) if not token[0].isdecimal()]
    while words and words[-1] in _TRAILING_WORDS:
        words.pop()
    return len(text) < _LONGEST_ASIDE and " ".join(words) in _ASIDE


def is_figures(text: str) -> bool:
    """Whether the line states figures of a crypt or library and nothing else: "min 3, max 9", "Groups 2 and 3"."""
    text = text.replace(" and ", " ")
    return _figures(text) is not None and any(map(str.isalpha, text))


def _first_word(text: str) -> tuple[str, str]:
    end = 0
    while end < len(text) and text[end].isalpha():
        end += 1
    return text[:end].casefold(), text[end:]


def _figures(text: str) -> list[tuple[str, float]] | None:
    """The figures of a crypt or library heading; None when it says anything else."""
    figures: list[tuple[str, float]] = []
    name = "count"
    for token in _tokens(text):
        if token[0].isdecimal():
            value = _number(token)
            if value is None:
                return None
            figures.append((name, value))
            name = "other"
        elif token in _FIGURE_NAMES:
            name = _FIGURE_NAMES[token]
        elif token not in _FIGURE_WORDS:
            return None
    return [figure for figure in figures if figure[0] != "other"]


def _tokens(text: str) -> list[str]:
    """Words and numbers in lower case; a comma or point between digits belongs to the number."""
    if not text.isascii():
        text = "".join([sign if sign.isalpha() or sign.isdecimal() or sign in ".," else " " for sign in text])
    return [token.casefold() for token in _TOKEN.findall(text)]


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def type_heading(text: str) -> Heading | None:
    """The heading of a card type that the line is ("Master (14; 2 trifle)", "--Actions [3]--"), or None."""
    if len(text) > 80:
        return None
    bare = text.split(" -- ", 1)[0].strip(_DECORATION).replace("**", "")
    words, count = _words_and_count(bare)
    if not words or len(words) > 6:
        return None
    decorated = count is not None or bare != text.strip()
    label = _type_label(words)
    if label is None:
        name = " ".join(words)
        if name in _LOOSE or name.removesuffix("s") in _LOOSE or name in _DISCIPLINES:
            label = ""
        else:
            return None
    if label in ("Vampire", "Imbued"):
        return Heading(Kind.CRYPT, label, (), decorated, _has_more(text))
    figures = ((label, float(count)),) if label in _LABELS and count is not None else ()
    return Heading(None, label, figures, decorated and label != "", _has_more(text))


def _has_more(text: str) -> bool:
    """Whether words that are no figure's stand behind the first sign of one, outside of brackets."""
    text = text.strip(_DECORATION)
    figures = _FIGURES_START.search(text)
    if figures is None:
        return False
    words = _tokens(_IN_BRACKETS.sub("", text[figures.start() :]))
    return any(word not in _FIGURE_WORDS and not word[0].isdecimal() for word in words)


def _words_and_count(text: str) -> tuple[list[str], int | None]:
    """Words before the figures with slashes kept as words, and the first figure."""
    words: list[str] = []
    count: int | None = None
    index = 0
    leading = 0
    while leading < len(text) and text[leading].isdecimal():
        leading += 1
    if 0 < leading <= 3 and text[leading:].startswith((" ", "x ")):
        count = int(text[:leading])
        index = leading + 1
    start = index
    figures = _FIGURES_START.search(text, start)
    end = figures.start() if figures else len(text)
    if count is None:
        for token in _tokens(text[end:]):
            if token.isdecimal() and len(token) < 4:
                count = int(token)
                break
    elif end < len(text):
        return [], None
    for word in text[start:end].replace("-", " ").replace("/", " / ").replace("&", " / ").replace("+", " / ").split():
        words.append(word.strip(_DECORATION + ",;").casefold())
    while words and words[-1] in (*_TRAILING_WORDS, "", "/", "x"):
        words.pop()
    return words, count


def _type_label(words: list[str]) -> str | None:
    """The archive's label of one type or of several ("Action Modifier/Combat")."""
    labels = []
    for part in " ".join(words).split("/"):
        label = _one_type(part.strip())
        if label is None:
            return None
        labels.append(label)
    ordered = "/".join(sorted(labels))
    return ordered if ordered in _LABELS else "/".join(labels)


def _one_type(name: str) -> str | None:
    for form in (name, name.removesuffix("s"), name.removesuffix("ies") + "y"):
        if form in _TYPES:
            return _TYPES[form]
    plural = " ".join(word.removesuffix("s") for word in name.split())
    if plural in _TYPES:
        return _TYPES[plural]
    bare = "".join(filterfalse(combining, normalize("NFD", name)))
    for form in (bare, " ".join(word.removesuffix("s") for word in bare.split())):
        if form in _TRANSLATED:
            return _TRANSLATED[form]
    if len(name) >= 5:
        for spelling, label in _TYPES.items():
            if len(spelling) >= 6 and _is_misspelt(name.removesuffix("s"), spelling):
                return label
    return None


def _is_misspelt(word: str, spelling: str) -> bool:
    """Whether one letter is missing, doubled or wrong, or two neighbours are swapped; two faults in a long word."""
    if abs(len(word) - len(spelling)) > 2 or word[:1] != spelling[:1]:
        return False
    # Imported here: a list whose headings are spelled right never pays for it.
    from rapidfuzz.distance import OSA

    return OSA.distance(word, spelling) <= (2 if len(spelling) >= 9 else 1)
