"""The deck registration form, blank or filled in from a deck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from toolkit.cards.model import CryptCard
from toolkit.decks.figures import type_label, type_rank, type_words
from toolkit.decks.formats import rule_set_names
from toolkit.decks.model import Entry, Problem, Report, Severity
from toolkit.languages import ENGLISH, Listed, Message, Words, say
from toolkit.sheets.model import (
    LONGEST_SENTENCE,
    NothingToPrint,
    PrintedEvent,
    PrintedList,
    PrintedPlayer,
    Sheet,
    Shown,
    check_crowd,
    heading,
    sheet_of,
    shorten,
)

# So many players without a list are named.
MOST_MISSING = 100


def registration_form(event: PrintedEvent, words: Words = ENGLISH) -> Sheet:
    """An empty form: a player's crypt and library by hand."""
    _ = words.gettext
    data = heading(event, _("Deck registration"), words) | {
        "fields": [_("Player"), "VEKN", _("Deck"), _("Signature")],
        "titles": {"crypt": _("Crypt"), "library": _("Library"), "cards": _("Cards:")},
        "crypt_heads": [_("No."), _("Vampire"), _("Group")],
        "library_heads": [_("No."), _("Card")],
        "crypt_rule": _("12 cards or more, of one group or of two that follow each other"),
        "library_rule": _("60 to 90 cards"),
        "crypt_lines": 20,
        "library_lines": 60,
    }
    return sheet_of(event, "registration", words, data, _("deck registration"))


def decklist(event: PrintedEvent, player: PrintedPlayer, report: Report, words: Words = ENGLISH) -> Sheet:
    """A player's list on one page; its faults are on a second page for the judge."""
    data = heading(event, words.gettext("Decklist"), words) | {"lists": [_list(player, report, words)], "behind": []}
    title = words.gettext("%(event)s: %(sheet)s", event=player.name, sheet=words.gettext("decklist"))
    return Sheet(template="decklist", title=title, data=data, day=event.day, language=words.language)


def decklists(
    event: PrintedEvent,
    lists: Sequence[PrintedList],
    on_paper: Sequence[str],
    missing: Sequence[str],
    words: Words = ENGLISH,
    *,
    title: str = "",
) -> Sheet:
    """Several players' lists, each as `decklist` has it; behind them who handed in theirs on paper, and who none.

    `title` says what they were printed for.

    Raises:
        NothingToPrint: there is no list, on paper neither.
        TooManyToPrint: more than a sheet has room for.
    """
    if not lists and not on_paper:
        raise NothingToPrint(Message("No decklist has been handed in."))
    check_crowd(len(lists))
    _ = words.gettext
    of_paper, of_none = (say(Listed(names, most=MOST_MISSING), words) for names in (on_paper, missing))
    behind = [
        *([_("Lists on paper: %(list)s.", list=of_paper)] if on_paper else []),
        *([_("No list handed in: %(list)s.", list=of_none)] if missing else []),
    ]
    data = heading(event, title or _("Decklists"), words) | {
        "lists": [_list(entry.player, entry.report, words, entry.round, entry.place) for entry in lists],
        "behind": behind,
    }
    return sheet_of(event, "decklist", words, data, _("decklists"))


def _list(
    player: PrintedPlayer, report: Report, words: Words, round: int | None = None, place: str = ""
) -> dict[str, Shown]:
    _, deck = words.gettext, report.deck
    has_title = any(isinstance(entry.card, CryptCard) and entry.card.title for entry in deck.crypt)
    heads = [_("Name"), _("Cap."), _("Disciplines"), *([_("Title")] if has_title else []), _("Clan"), _("Group")]
    of_round = "" if round is None else _("Round %(number)s", number=round) if round else _("Final")
    return {
        "player": shorten(player.name),
        "vekn": " · ".join(part for part in (player.vekn, player.pool, of_round, place) if part),
        "deck": shorten(deck.name),
        "crypt_count": deck.crypt_count,
        "library_count": deck.library_count,
        "crypt": [_crypt_row(entry, words) for entry in deck.crypt],
        "titles": {"crypt": _("Crypt"), "library": _("Library")},
        "library": _library(deck.library, words),
        "crypt_heads": ["", *heads],
        "has_title": has_title,
        "notes": [shorten(note, longest=LONGEST_SENTENCE) for note in player.notes],
        "not_played": _(
            "Unplayed cards of the pool: %(list)s.", list=say(Listed(map(shorten, player.not_played)), words)
        )
        if player.not_played
        else "",
        "verdict": _("For the judge: legal") if report.legal else _("For the judge: not legal"),
        "checked": _checked(report, words),
        "problems": [_problem(problem, words) for problem in report.problems],
    }


def _checked(report: Report, words: Words) -> str:
    _ = words.gettext
    rules = say(rule_set_names()[report.format], words)
    checked = _("%(format)s, as of %(date)s", format=rules, date=words.short_day(report.on))
    if report.card_data is None:
        return checked
    return f"{checked}, {_('card data of %(date)s', date=words.short_day(report.card_data))}"


def _problem(problem: Problem, words: Words) -> dict[str, str]:
    _ = words.gettext
    severity = _("Fault") if problem.severity is Severity.ERROR else _("Warning")
    return {
        "severity": severity
        if problem.line is None
        else _("%(severity)s, line %(number)s", severity=severity, number=problem.line),
        "message": shorten(say(problem.message, words), longest=LONGEST_SENTENCE)
        + (f" ({problem.rule})" if problem.rule else ""),
        "fix": shorten(say(problem.fix or "", words), longest=LONGEST_SENTENCE),
    }


def _crypt_row(entry: Entry, words: Words) -> dict[str, Shown]:
    card = entry.card
    assert isinstance(card, CryptCard)
    return {
        "count": str(entry.count),
        "name": shorten(card.unique_name),
        "capacity": str(card.capacity),
        "clan": card.clan,
        "group": words.gettext("any") if card.group is None else str(card.group),
        "disciplines": " ".join(card.disciplines),
        "title": card.title or "",
    }


def _library(entries: tuple[Entry, ...], words: Words) -> list[dict[str, Shown]]:
    def kind(entry: Entry) -> str:
        return type_label(entry.card)

    def place(entry: Entry) -> tuple[int, str, str]:
        return (type_rank(kind(entry)), kind(entry), entry.card.name.casefold())

    lines: list[dict[str, Shown]] = []
    for name, group in groupby(sorted(entries, key=place), key=kind):
        block = list(group)
        title = f"{say(type_words(name), words)} ({sum(entry.count for entry in block)})"
        lines.append({"is_head": True, "count": "", "text": title})
        lines += [
            {"is_head": False, "count": str(entry.count), "text": shorten(entry.card.unique_name)} for entry in block
        ]
    return lines
