from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.sheets.test_languages import MARK, Marked
from toolkit.errors import ToolkitError
from toolkit.languages import say, words
from toolkit.schemas.seating import read_names
from toolkit.seating import WishedPlace, Wishes, edits, seat, violations
from toolkit.seating.model import check_history, into_tables, structures
from toolkit.seating.verdict import findings, verdict
from toolkit.seating.wishes import unmet
from toolkit.web.base.i18n import translated

NAMES = [f"Player {number}" for number in range(1, 14)]
FIRST = into_tables(NAMES)
# Two rounds in which nearly everything repeats.
TWICE = (FIRST, tuple((table[1], table[0], *table[2:]) for table in FIRST))


def wished(**wishes: object) -> None:
    seat(NAMES, 1, wishes=Wishes(**wishes))  # type: ignore[arg-type]  # the table below is the check


# Each is refused, in a sentence of its own.
REFUSED: dict[str, Callable[[], object]] = {
    "nobody": lambda: seat([], 3),
    "one": lambda: seat(["Ann"], 3),
    "too many": lambda: seat(range(100_000), 3),
    "twice": lambda: seat([*NAMES, "Player 3", "Player 4"], 3),
    "no round": lambda: seat(NAMES, 0),
    "fifty rounds": lambda: seat(NAMES, 50),
    "long name": lambda: read_names("x" * 200),
    "seven at once": lambda: edits.balance([((1, 2, 3), (4, 5, 6, 7))], 1),
    "staggered": lambda: structures(11, 11, 1),
    "empty round": lambda: check_history([()]),
    "table of three": lambda: check_history([((1, 2, 3),)]),
    "two places": lambda: check_history([((1, 2, 3, 4), (5, 6, 7, 1))]),
    "stranger": lambda: seat(NAMES, 3, history=[into_tables([*NAMES, *range(9)])], known=NAMES),
    "all played": lambda: seat(NAMES, 1, history=[FIRST]),
    "swap": lambda: edits.swap(TWICE, 1, "Ann", "Bob"),
    "add": lambda: edits.add(TWICE, 1, "Player 1"),
    "remove": lambda: edits.remove(TWICE, 1, "Ann"),
    "round 9": lambda: edits.balance(TWICE, 9),
    "table 9": lambda: edits.move(TWICE, 1, "Player 1", 9),
    "unknown": lambda: wished(apart=(("Ann", "Bob"),)),
    "alone": lambda: wished(apart=(("Player 1", "Player 1"),)),
    "apart together": lambda: wished(apart=(NAMES[:2],), places={name: WishedPlace(1) for name in NAMES[:2]}),
    "far table": lambda: wished(places={"Player 1": WishedPlace(9)}),
    "only table": lambda: seat("abcd", 1, wishes=Wishes(places={"a": WishedPlace(2)})),
    "seat of a four": lambda: wished(places={"Player 1": WishedPlace(2, 5)}),
    "seat six": lambda: wished(places={"Player 1": WishedPlace(None, 6)}),
    "one seat": lambda: wished(places={name: WishedPlace(1, 1) for name in NAMES[:2]}),
    "full table": lambda: wished(places={name: WishedPlace(2) for name in NAMES[:5]}),
    "fifth seats": lambda: wished(places={name: WishedPlace(None, 5) for name in NAMES[:2]}),
}


def both(app: Flask, sentence: str) -> set[str]:
    """The sentence in French and in Spanish."""
    found = set()
    for language in ("fr", "es"):
        with app.test_request_context(headers={"Accept-Language": language}):
            found.add(translated(sentence))
    return found


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_are_told_in_the_reader_s_language(app: Flask, case: str) -> None:
    with pytest.raises(ToolkitError) as caught:
        REFUSED[case]()
    answers = both(app, caught.value.message)
    assert len(answers) == 2
    assert caught.value.message not in answers


def test_what_is_behind_the_criteria_too(app: Flask) -> None:
    around = [("a", "b", "c", "d", "e"), ("a", "c", "b", "d", "e"), ("f", "g", "h", "i")]
    found = violations([[table] for table in (*around, *around)]) | {"all": violations(TWICE)["r2"]}
    texts = [violation.text for violations_ in found.values() for violation in violations_]
    assert len({violation.criterion for violations_ in found.values() for violation in violations_}) == 9
    assert [text for text in texts if text in both(app, text)] == []


def test_edits_and_unmet_wishes_too(app: Flask) -> None:
    plan = seat(NAMES, 3, seed=1).rounds
    edit = edits.swap(plan, 3, plan[2][0][0], plan[2][1][1])
    short = edits.remove(TWICE, 2, "Player 13")
    wishes = Wishes(apart=(("a", "b"), ("c", "d")), places={"c": WishedPlace(None, 1), "d": WishedPlace(1, 2)})
    unmet = seat("abcd", 1, wishes=wishes).unmet
    texts = [*edit.changes, *short.changes, *short.warnings, *unmet]
    assert {text.split(":")[0] for text in edit.changes} >= {"New", "Gone"}
    assert len(short.warnings) == 1
    assert len(unmet) >= 2
    assert [text for text in texts if text in both(app, text)] == []


def refusal(case: Callable[[], object]) -> str:
    with pytest.raises(ToolkitError) as caught:
        case()
    return caught.value.message


FOUR = ("Ann", "Bob", "Cid", "Dan")
# Each made by the domain, with what it says in English and in French.
FIGURES: dict[str, tuple[Callable[[], str], str]] = {
    "1 player: a table takes at least four.": (
        lambda: refusal(REFUSED["one"]),
        "1 joueur : une table en prend au moins quatre.",
    ),
    "Named more than once: a, b, c, d, e, f, g, h and 2 more.": (
        lambda: refusal(lambda: seat([*"abcdefghij", *"abcdefghij"], 3)),
        "Nommés plus d’une fois : a, b, c, d, e, f, g, h et 2 de plus.",
    ),
    "100,000 players are more than the 20,000 that are seated at once.": (
        lambda: refusal(REFUSED["too many"]),
        "100 000 joueurs : on en place au plus 20 000 à la fois.",
    ),
    "Gone: Bob is the prey of Ann in rounds 1, 2 and 3.": (
        lambda: next(text for text in edits.remove([(FOUR,)] * 3, 3, "Ann").changes if text.startswith("Gone: Bob is")),
        "Disparu : Bob est la proie de Ann aux rondes 1, 2 et 3.",
    ),
    "Ann sits at table 2, seat 3 in round 1 instead of seat 4.": (
        lambda: unmet(Wishes(places={"Ann": WishedPlace(None, 4)}), [(tuple("abcd"), ("e", "f", "Ann", "g"))])[0],
        "Ann à la ronde 1 : table 2, siège 3 au lieu de siège 4.",
    ),
}


@pytest.mark.parametrize("english", FIGURES)
def test_figures_with_words_in_them(app: Flask, english: str) -> None:
    made, french = FIGURES[english]
    sentence = made()
    assert sentence == english
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert translated(sentence).replace("\N{NARROW NO-BREAK SPACE}", " ") == french


def test_nothing_about_a_seating_stays_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "catalogue_of", lambda _: Marked())
    marked = words.words_of("fr")
    many = [seat(range(players), rounds, seconds=0, seed=1) for players, rounds in ((4, 3), (9, 3), (25, 2), (26, 3))]
    many += [seat(range(13), 3, seconds=0, history=[into_tables(range(13))], seed=seed) for seed in (1, 2)]
    said: list[str] = [verdict(found) for found in many]
    said += [text for found in many for texts in findings(found.rounds).values() for text in texts]
    tables = [*TWICE, FIRST]
    edited = [edits.add(tables, 1, "Zoe"), edits.move(tables, 2, "Player 1", 2), edits.remove(tables, 3, "Player 1")]
    edited += [edits.swap(tables, 1, "Player 1", "Player 9"), edits.balance(edited[2].rounds, 3)]
    edited += edits.repairs(tables, 1, 1)
    said += [text for edit in edited for text in (edit.title, *edit.changes, *edit.warnings)]
    assert {text.split(" ")[0] for text in said} >= {
        "Optimal:",
        "Swap",
        "Move",
        "Add",
        "Take",
        "Balance",
        "New:",
        "Gone:",
    }
    left = [(text, outside) for text in said if re.search(r"[a-z]{3}", outside := unmarked(say(text, marked)))]
    assert left == []


def unmarked(text: str) -> str:
    """What stands outside the marks of every translated part, names of players aside."""
    while MARK.search(text):
        text = MARK.sub("", text)
    return re.sub(r"Player|Zoe", "", text)


def test_a_name_made_to_match_in_vain_is_left_alone(app: Flask) -> None:
    sentence = f"Wished for, but not among the players: {'a and ' * 400}a."
    assert both(app, sentence) == {sentence}
