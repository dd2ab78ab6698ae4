"""Whatever a list, a rule set or a link is told, every language says all of it: only names and figures stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from gettext import NullTranslations

import pytest

from tests.decks.hand import card, deck, judge, vampire
from tests.web.lists import MISSPELT, WINNER
from toolkit.cards import CryptCard, UnknownCard, load
from toolkit.decks import read, rule_set, validate
from toolkit.decks.formats import RuleSet, known_sets
from toolkit.decks.model import Declared, Problem, ProblemCode, Reading, Report
from toolkit.decks.reading.forms.links import remote_deck, renumbered
from toolkit.decks.rules.case import penalty, remedy
from toolkit.decks.rules.steps import instructions
from toolkit.decks.writing import write
from toolkit.errors import ToolkitError
from toolkit.languages import Words, say, words_of
from toolkit.languages.words import catalogue_of
from toolkit.services.decks.decks import deck_of_link

CARDS = load()
DAY = date(2026, 11, 21)
CRYPT = "Crypt (12 cards)\n12x Giotto Verducci\n"
LIBRARY = "Library\n60x Govern the Unaligned\n"

# Each provokes what its code names.
LISTS: dict[ProblemCode, str] = {
    ProblemCode.CRYPT_MIN: "Crypt\n11x Giotto Verducci\n" + LIBRARY,
    ProblemCode.CRYPT_MISSING: LIBRARY,
    ProblemCode.LIBRARY_MIN: CRYPT + "Library\n58x Govern the Unaligned\n1 Gouvern the Unaligned",
    ProblemCode.LIBRARY_MISSING: CRYPT,
    ProblemCode.LIBRARY_MAX: CRYPT + "Library\n91x Govern the Unaligned\n",
    ProblemCode.GROUPS: "Crypt\n6x Gilbert Duane (G1)\n6x Nana Buruku\n" + LIBRARY,
    ProblemCode.BANNED: CRYPT + LIBRARY + "1x Dramatic Upheaval\n",
    ProblemCode.NOT_YET_LEGAL: CRYPT + LIBRARY,
    ProblemCode.NOT_IN_POOL: CRYPT + LIBRARY,
    ProblemCode.UNKNOWN_CARD: CRYPT + LIBRARY + "2x Gouvern the Unaligned\n2x Zzzzzzzzzzzz\n",
    ProblemCode.AMBIGUOUS_CARD: "Crypt\n12x Gilbert Duane\n1x Theo Bell\n" + LIBRARY,
    ProblemCode.WRONG_VERSION: "Crypt\n12x Nana Buruku (G2)\n1x Nana Buruku (ADV)\n1 Lucita (Any)\n" + LIBRARY,
    ProblemCode.WRONG_SECTION: "Crypt\n1 Fame\n12 Giotto Verducci\n" + LIBRARY + "1x Nana Buruku\n",
    ProblemCode.BAD_COUNT: CRYPT + LIBRARY + "0x Villein\n",
    ProblemCode.TOO_LARGE: f"{CRYPT}{LIBRARY}1x {'x' * 500}\n{'90x Villein' * 3}",
    ProblemCode.DECLARED_COUNT: "Crypt (11 cards, min=1, max=2, avg=3.5)\n12x Giotto Verducci\nLibrary (9 cards)\n"
    "Action (3)\n60x Govern the Unaligned\n",
    ProblemCode.UNPLAYABLE_CARD: CRYPT + "Library\n60x Emerald Legionnaire\n",
    ProblemCode.CONTRADICTION: "Crypt\n12x Horst von Brühl  7  -none-  Lasombra\n" + LIBRARY,
    ProblemCode.SIGNATURE: CRYPT + LIBRARY + "\nTheo Bell (G2)\n",
    ProblemCode.MOVED_CARDS: CRYPT + LIBRARY.replace("Library", "Master (60)"),
    ProblemCode.NO_COUNT: f"{CRYPT}\nLibrary\n59x Govern the Unaligned\nVillein\n",
    ProblemCode.PASTED_TWICE: f"{CRYPT}\nLibrary\n60x Govern the Unaligned\n" + 2 * "2x Fame\n2x Deny\n2x Zip Gun\n",
    ProblemCode.INTRODUCED: f"Trees\nI cut these:\n2x Villein\n\n60x Govern the Unaligned\n\n{CRYPT[17:]}",
    ProblemCode.NOT_A_DECK: "nothing\nat all",
    ProblemCode.SEVERAL_DECKS: f"Deck Name: 1\n{CRYPT}{LIBRARY}\n{CRYPT}{LIBRARY}",
}
ON = {ProblemCode.NOT_YET_LEGAL: date(1993, 1, 1)}
BY = {ProblemCode.NOT_IN_POOL: "v5"}


def sentences(report: Report) -> Iterator[str]:
    for problem in report.problems:
        yield problem.message
        yield problem.fix or ""
        yield remedy(problem.code) or ""
    yield from instructions(report)
    yield penalty(report) or ""
    yield from report.notes
    yield from (rewrite.why for rewrite in report.reading.rewrites)


class Emptied(NullTranslations):
    """A language without a letter: of each text that a catalogue knows only the places of its figures are left."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.known = {key for key, said in vars(catalogue_of(language))["_catalog"].items() if said}

    def gettext(self, message: str) -> str:
        is_known = message in self.known or not re.search("[a-z]", re.sub(r"%\(\w+\)[sd]", "", message))
        assert is_known, f"{self.language}: {message}"
        return " ".join(re.findall(r"%\(\w+\)[sd]", message)) or " "

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert (msgid1, 0) in self.known, f"{self.language}: {msgid1}"
        return " ".join(re.findall(r"%\(\w+\)[sd]", msgid2))


# Names that every language writes alike: hosts, encodings, codes of sets and rules.
PROPER = re.compile(r"https?:\S+|[\w.]+\.(?:im|com|nz|example)|UTF-\d+|VEKN [\d.]+|\b[A-Z0-9]{2,}\b|‘|’")
CLANS = {clan for one in CARDS for clan in ([one.clan] if isinstance(one, CryptCard) else one.clans)}
NAMES = " ".join([*CLANS, *(f"{one.unique_name} {' '.join(one.disciplines)}" for one in CARDS)])
WORDS_OF_NAMES = frozenset(re.findall(r"[^\W\d_]+", NAMES.casefold()))
LANGUAGES = [Words(language, Emptied(language)) for language in ("fr", "es", "it")]


def prose(sentence: str, source: str, words: Words) -> list[str]:
    """The words of a sentence that are neither translated nor of a card's name or the list itself."""
    left = PROPER.sub(" ", say(sentence, words)).casefold()
    found = re.findall(r"[^\W\d_]{2,}", left)
    return [word for word in found if word not in WORDS_OF_NAMES and word not in source.casefold()]


def unsaid(spoken: Iterable[str], source: str) -> list[tuple[str, str, list[str]]]:
    """The sentences that a language does not say, each with that language and the words it leaves."""
    pairs = ((sentence, words) for sentence in spoken for words in LANGUAGES)
    return [(words.language, sentence, left) for sentence, words in pairs if (left := prose(sentence, source, words))]


def test_every_problem_is_said_in_every_language() -> None:
    for code in ProblemCode:
        text = LISTS[code]
        report = validate(read(text, CARDS), rule_set(BY.get(code, "constructed")), ON.get(code, DAY))
        assert code in {problem.code for problem in report.problems}, code
        assert unsaid(sentences(report), text) == [], code


SOURCES: list[str | bytes] = [
    *(b"%PDF-1", b"\x89PNG", b"Rar!", b"\x1f\x8b", b"SQLite format 3", b"\xd0\xcf\x11\xe0", b"\x7fELF", b"\0\1\2\3"),
    *(b"\xff\xfe\0", b"PK\3\4", b"", b"a" * 600_000),
    *('{"crypt": [', "[" * 100_000, "[]", "{}", '{"cards": {}}', "<deck>", "<!DOCTYPE deck><deck/>", "<deck/>"),
    *('<?xml version="1.0"?><other/>', "<html><body>Hello</body></html>", "1 Villein\n" * 2001),
    *(f"{CRYPT}{LIBRARY}1x {'x' * 500}", f"{CRYPT}Library\n" + "90x Villein\n" * 3, '{"cards": {"999999": 2}}'),
    *("https://vdb.im/decks/012345678", "https://elsewhere.example/", "https://vdb.im/elsewhere", "https://[x"),
    "Crypt\n12x Theo Bell (G2)  9  AUS  Tremere:2\n",
]


def test_why_a_source_is_no_list_is_said_in_every_language() -> None:
    for source in SOURCES:
        reading = read(source, CARDS)
        assert reading.problems, source[:40]
        text = source if isinstance(source, str) else ""
        assert unsaid(sentences(validate(reading, rule_set(), DAY)), text) == [], source[:40]


RULE_SETS = {
    "v5": rule_set("v5"),
    "phased motion": rule_set("phased-motion"),
    "limited": rule_set("limited", boosters=1, booster_size=30),
    "starters": rule_set("limited", starters=True),
    "casual": rule_set("casual", players=5),
    "sets": rule_set(sets=("NB", "V5")),
    "cards": rule_set(cards=(100001,)),
}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_pools_rule_sets_and_their_notes_are_said_too(rules: RuleSet) -> None:
    text = WINNER + "1x First Tradition: The Masquerade\n1x Dramatic Upheaval\nTheo Bel"
    report = validate(read(text, CARDS), rules, DAY)
    assert report.problems or report.notes
    assert unsaid((*sentences(report), rules.name), text) == []


def more_than_opened() -> tuple[Problem, ...]:
    pool = deck(((vampire("Nana Buruku"), 1),), 0)
    report = judge(deck(((vampire("Nana Buruku"), 3),), 2), "limited", pool=pool, boosters=1)
    return tuple(problem for problem in report.problems if problem.code is ProblemCode.NOT_IN_POOL)


def test_a_deck_beyond_its_pool_is_said_too() -> None:
    assert unsaid(sentences(judge(deck())._replace(problems=more_than_opened())), "") == []


REFUSALS: list[Callable[[], object]] = [
    lambda: rule_set("chess"),
    lambda: rule_set("casual"),
    lambda: rule_set("casual", players=1),
    lambda: rule_set("limited"),
    lambda: rule_set("limited", boosters=0),
    lambda: rule_set("limited", boosters=6, booster_size=0),
    lambda: rule_set(legality="31_days"),
    lambda: known_sets(["chess"], CARDS),
    lambda: remote_deck("https://[x"),
    lambda: remote_deck("ftp://vdb.im"),
    lambda: remote_deck("https://elsewhere.example/"),
    lambda: remote_deck("https:///"),
    lambda: remote_deck("https://vdb.im/"),
    lambda: renumbered("{}", {}),
    lambda: write(deck(), "chess"),
    lambda: deck_of_link("", CARDS),
    lambda: deck_of_link("chess", CARDS),
    lambda: CARDS[1],
    lambda: CARDS.named("Theo Bel"),
    lambda: CARDS.named("zzzzzzzzzzzzzzz"),
]
CODES = (
    "chess constructed limited casual phased motion days announced release vdb ftp zzzzzzzzzzzzzzz text jol lackey json"
    " csv twd bel"
)


@pytest.mark.parametrize("refused", REFUSALS)
def test_refusals_are_said_in_every_language(refused: Callable[[], object]) -> None:
    with pytest.raises(ToolkitError) as caught:
        refused()
    sets = " ".join(CARDS.sets) if "set has" in caught.value.message else ""
    assert unsaid([caught.value.message], CODES + sets) == []


def french(sentence: str | None) -> str:
    return say(sentence, words_of("fr")).replace("\N{NARROW NO-BREAK SPACE}", " ")


def problem_of(text: str) -> Problem:
    return read(text, CARDS).problems[0]


def test_a_fault_is_said_in_the_language_asked_for() -> None:
    (problem,) = judge(deck(12, 91)).problems
    assert say(problem.message, words_of("en")) == "The library has 91 cards; the maximum is 90."
    assert french(problem.message) == "La bibliothèque a 91 cartes ; le maximum est 90."
    assert say(problem.message, words_of("es")) == "La biblioteca tiene 91 cartas; el máximo es 90."


def test_groups_are_listed_as_the_language_does() -> None:
    nana = ((vampire("Nana Buruku", group=4, id=200002), 3), (vampire("Nana", group=4, id=200003), 1))
    one, *_ = (item for item in judge(deck(((vampire("Giotto Verducci"), 7), *nana))).problems if item.code == "groups")
    assert one.fix == (
        "Keep group 2. Replace 3 Nana Buruku and 1 Nana. Or keep group 4: the crypt then loses 7 Giotto Verducci."
    )
    assert french(one.fix) == (
        "Gardez le groupe 2. Remplacez 3 Nana Buruku et 1 Nana. "
        "Ou gardez le groupe 4 : la crypte perd alors 7 Giotto Verducci."
    )
    lodin, indira = vampire("Lodin (Olaf Holte)", group=5, id=200004), vampire("Indira", group=6, id=200005)
    other, *_ = (
        item for item in judge(deck(((vampire("Hugo"), 2), (lodin, 1), (indira, 2)))).problems if item.code == "groups"
    )
    assert french(other.fix) == (
        "Gardez les groupes 5 et 6. Remplacez 2 Hugo. "
        "Ou gardez le groupe 2 : la crypte perd alors 1 Lodin (Olaf Holte) et 2 Indira."
    )


def test_days_decimals_and_needs_are_written_as_the_language_does() -> None:
    banned, *_ = judge(deck(12, ((card("Dramatic Upheaval", banned=date(2005, 1, 1)), 60),))).problems
    assert french(banned.message) == "Dramatic Upheaval est bannie depuis le 01/01/2005."
    seven, eight = vampire("Ada", capacity=7), vampire("Eve", capacity=8, id=200002)
    counted = Reading(deck=deck(((seven, 7), (eight, 4))), declared=(Declared("average", 6, 1),))
    problem, *_ = (item for item in judge(counted).problems if item.code == "declared_count")
    assert french(problem.message) == "La capacité moyenne indiquée est 6 ; on compte 7,36."
    something = card("Something", "Action", clans=("Harbinger of Skulls",), disciplines=("pot", "cel"))
    (needed,) = judge(deck(12, ((something, 60),))).problems
    assert needed.message == (
        "No card of the crypt is Harbinger of Skulls and has Potence or Celerity, which Something needs."
    )
    assert french(needed.message) == (
        "Aucune carte de la crypte ne remplit ce que Something demande "
        "(clan : Harbinger of Skulls, Disciplines : Potence ou Celerity)."
    )


def test_versions_and_contradictions_are_listed_as_the_language_does() -> None:
    assert french(problem_of("Crypt\n1x Theo Bell (G6 ADV)").message) == (
        "Il n’y a pas de Theo Bell du groupe 6 et avancé ; il y a : groupe 2, groupe 2 avancé, groupe 6."
    )
    assert french(problem_of("Crypt\n1x Anarch Convert (G2)").message) == (
        "Il n’y a pas de Anarch Convert du groupe 2 ; il y a : tout groupe."
    )
    assert french(problem_of("Crypt\n\n\n\n\n1x Horst von Brühl  7  FOR  Lasombra").message) == (
        "La ligne 6 attribue à Horst von Brühl : capacité 7, la carte a 6 ; "
        "Disciplines FOR, la carte a FOR aus dom pre ; clan Lasombra, la carte est Ventrue."
    )


def test_what_is_no_list_is_named_in_the_language_asked_for() -> None:
    (problem,) = read(b"\x89PNG", CARDS).problems
    assert french(problem.message) == "C’est une image, pas une liste de deck."
    (named,) = (problem for problem in read(MISSPELT, CARDS).problems if problem.code == "unknown_card")
    assert french(named.message) == "Aucune carte ne s’appelle « Freak Drvie »."


def test_a_name_of_no_card_is_refused_with_what_may_be_meant() -> None:
    with pytest.raises(UnknownCard, match="Did you mean Theo Bell \\(G2\\) or ") as error:
        CARDS.named("Theo Bel")
    assert french(error.value.message).startswith("Aucune carte ne s’appelle « Theo Bel ». Vouliez-vous dire ")
