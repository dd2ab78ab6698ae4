"""The deck registration form, blank or filled in from a deck."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from toolkit.cards.model import CryptCard
from toolkit.decks.figures import type_label, type_rank
from toolkit.decks.model import Entry, Report, Severity
from toolkit.sheets.model import LONGEST_SENTENCE, Event, Player, Sheet, heading, shorten


def registration_form(event: Event) -> Sheet:
    """An empty form: a player's crypt and library by hand."""
    data = heading(event, "Deck registration") | {
        "fields": ["Player", "VEKN", "Deck", "Signature"],
        "crypt_rule": "12 cards or more, of one group or of two that follow each other",
        "library_rule": "60 to 90 cards",
        "crypt_lines": 20,
        "library_lines": 60,
    }
    return Sheet(template="registration", title=f"{event.name}: deck registration", data=data, day=event.day)


def decklist(event: Event, player: Player, report: Report) -> Sheet:
    """A player's list on one page; what is wrong with it stands on a second page, which is the judge's."""
    deck = report.deck
    has_title = any(isinstance(entry.card, CryptCard) and entry.card.title for entry in deck.crypt)
    data = heading(event, "Decklist") | {
        "player": shorten(player.name),
        "vekn": player.vekn,
        "deck": shorten(deck.name),
        "crypt_count": deck.crypt_count,
        "library_count": deck.library_count,
        "crypt": [_crypt_row(entry) for entry in deck.crypt],
        "library": _library(deck.library),
        "crypt_heads": ["", "Name", "Cap.", "Disciplines", *(["Title"] if has_title else []), "Clan", "Group"],
        "has_title": has_title,
        "verdict": "For the judge: legal" if report.legal else "For the judge: not legal",
        "checked": f"{report.format}, as of {report.on.isoformat()}"
        + (f", card data of {report.card_data.isoformat()}" if report.card_data else ""),
        "problems": [
            {
                "severity": ("Fault" if problem.severity is Severity.ERROR else "Warning")
                + ("" if problem.line is None else f", line {problem.line}"),
                "message": shorten(problem.message, longest=LONGEST_SENTENCE)
                + (f" ({problem.rule})" if problem.rule else ""),
                "fix": shorten(problem.fix or "", longest=LONGEST_SENTENCE),
            }
            for problem in report.problems
        ],
    }
    return Sheet(template="decklist", title=f"{player.name}: decklist", data=data, day=event.day)


def _crypt_row(entry: Entry) -> dict[str, Any]:
    card = entry.card
    assert isinstance(card, CryptCard)
    return {
        "count": str(entry.count),
        "name": shorten(card.unique_name),
        "capacity": str(card.capacity),
        "clan": card.clan,
        "group": "any" if card.group is None else str(card.group),
        "disciplines": " ".join(card.disciplines),
        "title": card.title or "",
    }


def _library(entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    def kind(entry: Entry) -> str:
        return type_label(entry.card)

    def place(entry: Entry) -> tuple[int, str, str]:
        return (type_rank(kind(entry)), kind(entry), entry.card.name.casefold())

    lines: list[dict[str, Any]] = []
    for name, group in groupby(sorted(entries, key=place), key=kind):
        block = list(group)
        lines.append({"is_head": True, "count": "", "text": f"{name} ({sum(entry.count for entry in block)})"})
        lines += [
            {"is_head": False, "count": str(entry.count), "text": shorten(entry.card.unique_name)} for entry in block
        ]
    return lines
