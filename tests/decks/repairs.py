"""A repair followed by the JSON of a report, word for word, by somebody who knows nothing of how it was made."""

from __future__ import annotations

from collections import Counter
from typing import Any

from toolkit.cards import CardDatabase
from toolkit.cards.model import Kind
from toolkit.decks import rule_set, validate
from toolkit.decks.formats import RuleSet
from toolkit.decks.model import Deck, Entry, Reading, Rename, Report
from toolkit.decks.report_json import report_to_dict
from toolkit.decks.rules.steps import apply


def answered(report: Report, cards: CardDatabase, *, vampire: int, other: int, rules: RuleSet | None = None) -> Report:
    """The report once each question is answered by its first candidate, one without any by the card of that number."""
    fitting = {Kind.CRYPT: vampire, Kind.LIBRARY: other}
    answers = [
        Rename(
            one.line,
            one.text,
            one.candidates[0].card if one.candidates else cards[fitting[one.part]],
            one.count,
            one.part,
        )
        for one in report.questions
    ]
    if not answers:
        return report
    asked = {(one.line, one.text) for one in report.questions}
    reading = report.reading
    left = tuple(one for one in reading.unresolved if (one.line, one.text) not in asked)
    lines = {one.line for one in left}
    problems = tuple(one for one in reading.problems if one.line in lines)
    settled = reading._replace(deck=apply(reading.deck, answers), unresolved=left, problems=problems)
    return validate(settled, rules or rule_set(report.format), report.on)


def following(report: Report, cards: CardDatabase, *, vampire: int, other: int, rules: RuleSet | None = None) -> Deck:
    """The deck after each answer and step; where any card will do the one of these numbers, which always fits."""
    report = answered(report, cards, vampire=vampire, other=other, rules=rules)
    parts = {
        "crypt": Counter({entry.card.id: entry.count for entry in report.deck.crypt}),
        "library": Counter({entry.card.id: entry.count for entry in report.deck.library}),
    }
    for step in report_to_dict(report)["repair"]:
        _follow(step, parts, {"crypt": vampire, "library": other}, report.reading)
    assert all(count >= 0 for part in parts.values() for count in part.values())
    crypt, library = (
        tuple(Entry(cards[number], count) for number, count in part.items() if count) for part in parts.values()
    )
    return Deck(crypt=crypt, library=library)


def _follow(step: dict[str, Any], parts: dict[str, Counter[int]], fitting: dict[str, int], reading: Reading) -> None:
    number = step["card"]["id"] if isinstance(step["card"], dict) else None
    match step["action"]:
        case "add":
            parts[step["part"]][number or fitting[step["part"]]] += step["count"]
        case "remove" if number:
            parts[step["part"]][number] -= step["count"]
        case "remove":
            parts[step["part"]].subtract(list(parts[step["part"]].elements())[: step["count"]])
        case "replace":
            parts[step["part"]][number] -= step["count"]
            parts[step["part"]][step["to"]["id"] if step["to"] else fitting[step["part"]]] += step["count"]
        case "move":
            parts[step["to"]][number] += step["count"]
            parts["library" if step["to"] == "crypt" else "crypt"][number] -= step["count"]
        case "rename":
            (line,) = [one for one in reading.unresolved if (one.line, one.text) == (step["line"], step["card"])]
            part = line.section.value
            parts[part][step["to"]["id"]] += line.count


def changes(report: Report, part: str) -> int:
    """How large the repair of a part is: the greater of cards out and cards in."""
    out = come = 0
    for step in report_to_dict(report)["repair"]:
        if step.get("part") == part:
            out += step["count"] * (step["action"] in ("remove", "replace"))
            come += step["count"] * (step["action"] in ("add", "replace"))
    return max(out, come)
