"""Words of the game for the pages: card types, rule sets, kinds of problems, as the official translations have them."""

from __future__ import annotations

from flask_babel import format_percent, get_locale, gettext, ngettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.decks.formats import rule_set_names
from toolkit.decks.model import IgnoredAs, ProblemCode

TYPES = {
    "Master": _l("Master"),
    "Conviction": _l("Conviction"),
    "Action": _l("Action"),
    "Ally": _l("Ally"),
    "Equipment": _l("Equipment"),
    "Political Action": _l("Political Action"),
    "Retainer": _l("Retainer"),
    "Power": _l("Power"),
    "Action Modifier": _l("Action Modifier"),
    "Reaction": _l("Reaction"),
    "Combat": _l("Combat"),
    "Event": _l("Event"),
    "Vampire": _l("Vampire"),
    "Imbued": _l("Imbued"),
}

FORMATS = {code: _l(name) for code, name in rule_set_names().items()}

PROBLEMS: dict[ProblemCode, LazyString] = {
    ProblemCode.CRYPT_MIN: _l("Crypt too small"),
    ProblemCode.LIBRARY_MIN: _l("Library too small"),
    ProblemCode.LIBRARY_MAX: _l("Library too large"),
    ProblemCode.GROUPS: _l("Groups too far apart"),
    ProblemCode.BANNED: _l("Banned card"),
    ProblemCode.NOT_YET_LEGAL: _l("Not legal yet"),
    ProblemCode.NOT_IN_POOL: _l("Not in the card pool"),
    ProblemCode.UNKNOWN_CARD: _l("Unknown card"),
    ProblemCode.AMBIGUOUS_CARD: _l("Which card is meant?"),
    ProblemCode.WRONG_VERSION: _l("No such version"),
    ProblemCode.WRONG_SECTION: _l("In the wrong part"),
    ProblemCode.CRYPT_MISSING: _l("No crypt"),
    ProblemCode.LIBRARY_MISSING: _l("No library"),
    ProblemCode.BAD_COUNT: _l("Impossible count"),
    ProblemCode.TOO_LARGE: _l("Too large"),
    ProblemCode.NOT_A_DECK: _l("Not a decklist"),
    ProblemCode.DECLARED_COUNT: _l("Miscounted"),
    ProblemCode.UNPLAYABLE_CARD: _l("Not playable in this deck"),
    ProblemCode.CONTRADICTION: _l("Contradiction"),
    ProblemCode.SIGNATURE: _l("A signature?"),
    ProblemCode.MOVED_CARDS: _l("Moved to the library"),
    ProblemCode.INTRODUCED: _l("Of the deck?"),
    ProblemCode.NO_COUNT: _l("No count"),
    ProblemCode.PASTED_TWICE: _l("Pasted twice?"),
    ProblemCode.SEVERAL_DECKS: _l("Several decks"),
}

IGNORED: dict[IgnoredAs, LazyString] = {
    IgnoredAs.COMMENT: _l("Comment"),
    IgnoredAs.DESCRIPTION: _l("Description"),
    IgnoredAs.PROSE: _l("Sentence"),
    IgnoredAs.HEADING: _l("Heading"),
    IgnoredAs.SIGNATURE: _l("Signature"),
    IgnoredAs.ASIDE: _l("Set aside"),
    IgnoredAs.NO_CARD: _l("No card"),
}

LIST_FORMATS: dict[str, str | LazyString] = {
    "twd": "TWD",
    "twd-commented": "TWD",
    "vdb-text": "VDB",
    "lackey": "Lackey",
    "lackey-sutekh": "Lackey (Sutekh)",
    "jol": "JOL",
    "jol-spaced": "JOL",
    "krcg-unique": "krcg",
    "krcg-full": "krcg",
    "amaranth-text": "Amaranth",
    "ardb-text": "ARDB",
    "ardb-html": "ARDB (HTML)",
    "ardb-xml": "ARDB (XML)",
    "lackey-xml": "Lackey (XML)",
    "sutekh-xml": "Sutekh (XML)",
    "feldb": "FELDB",
    "eldb-inventory": "ELDB",
    "markdown": "Markdown",
    "one-line": _l("list in one line"),
    "numbered": _l("numbered list"),
    "whatsapp": "WhatsApp",
    "vekn-forum": _l("VEKN forum"),
    "pmwiki": "PmWiki",
    "html": "HTML",
    "json-vdb": "VDB (JSON)",
    "json-krcg4": "krcg (JSON)",
    "json-krcg5": "krcg (JSON)",
    "json-minimal": "JSON",
    "json-vtesdecks": "VTESDecks (JSON)",
    "csv": "CSV",
    "xlsx": "XLSX",
    "deck-url": "VDB",
}


def type_words(label: str) -> str:
    """A heading of the library ("Action/Combat") in the reader's language."""
    return "/".join(str(TYPES.get(part, part)) for part in label.split("/"))


def title_words(title: str) -> str:
    """A crypt card's printed title in the reader's language; `toolkit.game.words` has the same titles as messages."""
    figure, _, word = title.partition(" ")
    if word.startswith("Vote"):
        return str(ngettext("%(num)d vote", "%(num)d votes", int(figure)))
    return str(gettext(title))


def list_format_words(code: str) -> str:
    """The name of a detected form; a plain list where it has no name of its own."""
    return str(LIST_FORMATS.get(code, _l("plain list")))


def percent_words(share: float, places: int = 0) -> str:
    """A share in percent with so many decimal places; the space before the sign is the language's."""
    digits = f"0.{places * '0'}" if places else "0"
    return str(format_percent(share, get_locale().percent_formats[None].pattern.replace("#,##0", digits)))
