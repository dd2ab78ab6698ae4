from __future__ import annotations

import json
from datetime import date

from tests.decks.hand import DAY, card, deck, entries, judge, vampire
from toolkit.decks.formats import rule_set
from toolkit.decks.model import (
    Candidate,
    Deck,
    Ignored,
    IgnoredAs,
    LineCounts,
    Problem,
    ProblemCode,
    Reading,
    Rewrite,
    Unresolved,
)
from toolkit.decks.report_json import report_to_dict
from toolkit.decks.rules import validate
from toolkit.decks.rules.case import penalty, remedy


def test_a_report_has_the_shape_that_every_door_shares():
    source = Reading(
        source="list.txt",
        list_format="twd",
        deck=Deck(name="N", author="A", crypt=deck().crypt, library=deck(library=91).library),
        unresolved=(Unresolved(12, "Blod Dol", 1, (Candidate(card(), 2),)),),
        rewrites=(Rewrite(20, "Bloody Doll", "Blood Doll", "former name"),),
        lines=LineCounts(93, 70, 14, 7, 1, 1, 3),
        ignored=(Ignored(3, "It bleeds.", IgnoredAs.DESCRIPTION, within=False),),
    )
    answer = report_to_dict(validate(source, rule_set(), DAY, card_data=date(2026, 9, 26)))
    assert answer == {
        "source": "list.txt",
        "list_format": "twd",
        "dressing": "twd",
        "name": "N",
        "author": "A",
        "format": "constructed",
        "date": "2026-11-21",
        "card_data": "2026-09-26",
        "legal": False,
        "crypt": {"count": 12, "groups": [2], "capacity": {"min": 20, "max": 20, "average": 5.0}},
        "library": {"count": 91, "by_type": {"Master": 91}},
        "cards": [
            {"id": 200001, "name": "Ada", "count": 12, "section": "crypt"},
            {"id": 100001, "name": "Blood Doll", "count": 91, "section": "library"},
        ],
        "problems": [
            {
                "code": "library_max",
                "severity": "error",
                "message": "The library has 91 cards; the maximum is 90.",
                "rule": "VEKN 6.2",
                "line": None,
                "cards": [],
                "fix": "Remove 2 library cards.",
                "remedy": remedy(ProblemCode.LIBRARY_MAX),
                "candidates": [],
            }
        ],
        "repair": [
            {"action": "rename", "line": 12, "card": "Blod Dol", "to": {"id": 100001, "name": "Blood Doll"}},
            {"action": "remove", "count": 2, "card": None, "part": "library"},
        ],
        "questions": [],
        "penalty": penalty(validate(source, rule_set(), DAY)),
        "repair_text": ["Line 12: write Blood Doll for “Blod Dol”.", "Remove 2 library cards."],
        "notes": [],
        "lines": {
            "total": 93,
            "blank": 3,
            "cards": 70,
            "headings": 14,
            "metadata": 7,
            "comments": 1,
            "ignored": [{"line": 3, "text": "It bleeds.", "why": "description", "within": False}],
            "unresolved": [
                {
                    "line": 12,
                    "text": "Blod Dol",
                    "count": 1,
                    "candidates": [{"id": 100001, "name": "Blood Doll", "distance": 2}],
                }
            ],
        },
        "rewrites": [{"line": 20, "from": "Bloody Doll", "to": "Blood Doll", "why": "former name"}],
        "decks": [],
    }


def test_each_step_of_a_repair_has_its_keys():
    banned = card("Banned", id=100009, banned=date(2020, 1, 1))
    strayed = Deck(crypt=entries((vampire(), 11)), library=entries((card(), 58), (banned, 1), (vampire(id=200009), 1)))
    assert report_to_dict(judge(strayed))["repair"] == [
        {"action": "move", "count": 1, "card": {"id": 200009, "name": "Ada"}, "to": "crypt"},
        {"action": "replace", "count": 1, "card": {"id": 100009, "name": "Banned"}, "to": None, "part": "library"},
        {"action": "add", "count": 1, "card": None, "part": "library"},
    ]


def test_an_empty_deck_has_a_report_too():
    answer = report_to_dict(judge(Deck()))
    assert answer["crypt"] == {"count": 0, "groups": [], "capacity": None}
    json.dumps(answer)


def test_average_and_four_cheapest_and_dearest():
    crypt = tuple((vampire(f"V{n}", id=200001 + n, capacity=n), 2) for n in (1, 2, 3, 4, 5, 9))
    assert report_to_dict(judge(deck(crypt)))["crypt"]["capacity"] == {"min": 6, "max": 28, "average": 4.0}


def test_every_error_that_a_judge_meets_has_a_remedy():
    without = {code for code in ProblemCode if remedy(code) is None}
    assert without == {
        ProblemCode.TOO_LARGE,
        ProblemCode.NOT_A_DECK,
        ProblemCode.DECLARED_COUNT,
        ProblemCode.SIGNATURE,
        ProblemCode.MOVED_CARDS,
        ProblemCode.INTRODUCED,
        ProblemCode.NO_COUNT,
        ProblemCode.PASTED_TWICE,
        ProblemCode.SEVERAL_DECKS,
    }


def test_an_illegal_list_is_a_warning_at_an_event_only():
    assert penalty(judge(deck(library=91))).startswith("A warning; a standings adjustment if ")
    assert penalty(judge(deck())) is None
    assert penalty(judge(Reading(problems=(Problem(code=ProblemCode.NOT_A_DECK, message="…"),)))) is None
    assert penalty(judge(deck(library=91), "casual", players=2)) is None
