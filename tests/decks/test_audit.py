from __future__ import annotations

from datetime import date

from tests.decks.hand import DAY, card, deck
from toolkit.decks.audit import Audit, judge_each
from toolkit.decks.formats import rule_set
from toolkit.decks.model import EventHeader, ProblemCode, Reading

PTO = card("Protect Thine Own", id=101499, banned=date(2008, 1, 1))
WITH_PTO = deck(library=((card(), 60), (PTO, 1)))


def played(on: date | None, of=WITH_PTO) -> Reading:
    return Reading(deck=of._replace(header=EventHeader(event="Event", date=on)))


def test_each_list_is_judged_as_of_its_own_day():
    readings = [played(date(2007, 6, 1)), played(date(2009, 6, 1)), played(None), Reading(deck=WITH_PTO)]
    judged = list(judge_each(readings, rule_set(), otherwise=DAY))
    assert [(report.legal, report.on, dated) for report, dated in judged] == [
        (True, date(2007, 6, 1), True),
        (False, date(2009, 6, 1), True),
        (False, DAY, False),
        (False, DAY, False),
    ]


def test_the_summary_counts_lists_by_kind_of_problem_errors_first():
    readings = [played(DAY), played(DAY, deck(library=91)), played(DAY, deck(11, 91)), played(DAY, deck())]
    audit = Audit(tuple(report for report, _ in judge_each(readings, rule_set(), otherwise=DAY)))
    assert len(audit.illegal) == 3
    assert list(audit.by_code.items()) == [
        (ProblemCode.LIBRARY_MAX, 2),
        (ProblemCode.BANNED, 1),
        (ProblemCode.CRYPT_MIN, 1),
    ]
