"""A report as JSON values: the one shape that the command line, the API and Python share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.cards.model import Card
from toolkit.decks.figures import by_kind, capacities, capacity_figures, count_by_type, crypt_groups
from toolkit.decks.model import Entry, Problem, Reading, Report
from toolkit.decks.rules.case import remedy


def report_to_dict(report: Report) -> dict[str, Any]:
    """Everything that a report says, as JSON values."""
    reading, deck = report.reading, report.deck
    crypt, library = by_kind(deck)
    return {
        "source": reading.source,
        "dressing": reading.dressing,
        "name": deck.name,
        "author": deck.author,
        "format": report.format,
        "date": report.on.isoformat(),
        "card_data": report.card_data.isoformat() if report.card_data else None,
        "legal": report.legal,
        "crypt": _crypt(crypt),
        "library": {"count": sum(entry.count for entry in library), "by_type": count_by_type(library)},
        "cards": [_entry(entry, section) for section, entry in _sections(crypt, library)],
        "problems": [problem_to_dict(problem) for problem in report.problems],
        "notes": list(report.notes),
        "lines": _lines(reading),
        "rewrites": [
            {"line": rewrite.line, "from": rewrite.written, "to": rewrite.name, "why": rewrite.why}
            for rewrite in reading.rewrites
        ],
    }


def problem_to_dict(problem: Problem) -> dict[str, Any]:
    """A problem as JSON values, with what a judge does about it."""
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "message": problem.message,
        "rule": problem.rule,
        "line": problem.line,
        "cards": [_card(entry.card) | {"count": entry.count} for entry in problem.cards],
        "fix": problem.fix,
        "remedy": remedy(problem.code),
    }


def _crypt(crypt: Iterable[Entry]) -> dict[str, Any]:
    values = capacities(crypt)
    figures = capacity_figures(values)
    capacity = {"min": figures.min, "max": figures.max, "average": figures.average} if figures else None
    return {"count": len(values), "groups": crypt_groups(crypt), "capacity": capacity}


def _sections(crypt: Iterable[Entry], library: Iterable[Entry]) -> Iterable[tuple[str, Entry]]:
    yield from (("crypt", entry) for entry in crypt)
    yield from (("library", entry) for entry in library)


def _entry(entry: Entry, section: str) -> dict[str, Any]:
    return _card(entry.card) | {"count": entry.count, "section": section}


def _card(card: Card) -> dict[str, Any]:
    return {"id": card.id, "name": card.unique_name}


def _lines(reading: Reading) -> dict[str, Any]:
    counts = reading.lines
    return {
        "total": counts.total,
        "cards": counts.cards,
        "headings": counts.headings,
        "metadata": counts.metadata,
        "comments": counts.comments,
        "unresolved": [
            {
                "line": line.line,
                "text": line.text,
                "count": line.count,
                "candidates": [
                    _card(candidate.card) | {"distance": candidate.distance} for candidate in line.candidates
                ],
            }
            for line in reading.unresolved
        ],
    }
