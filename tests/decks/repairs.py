"""A repair followed by the JSON of a report, word for word, by somebody who knows nothing of how it was made."""

from __future__ import annotations

from collections import Counter
from typing import Any

from toolkit.cards import CardDatabase
from toolkit.decks.model import Deck, Entry, Reading, Report
from toolkit.decks.report_json import report_to_dict


def following(report: Report, cards: CardDatabase, *, vampire: int, other: int) -> Deck:
    """The deck after each step; where any card will do the one of these numbers, which always fits."""
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
            parts[part][step["to"]["id"] if step["to"] else fitting[part]] += line.count


def changes(report: Report, part: str) -> int:
    """How large the repair of a part is: the greater of cards out and cards in."""
    out = come = 0
    for step in report_to_dict(report)["repair"]:
        if step.get("part") == part:
            out += step["count"] * (step["action"] in ("remove", "replace"))
            come += step["count"] * (step["action"] in ("add", "replace"))
    return max(out, come)
