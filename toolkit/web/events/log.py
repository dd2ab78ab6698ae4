"""The log as sentences, with undo and redo; remarks."""

from __future__ import annotations

from flask import flash, request
from flask_babel import format_time, ngettext

from toolkit.schemas import event_forms as forms
from toolkit.services.unit_of_work import Change
from toolkit.tournament import event, history
from toolkit.tournament.facts import EntriesRedone, EntriesUndone, TournamentCreated
from toolkit.tournament.history import describe_log
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.sentences import translated

_ON_A_PAGE = 100


@page("log", "/log", "events/log.html")
def log_page(console: Console) -> PageValues:
    """What happened, newest first, a hundred at a time."""
    tournament = console.tournament
    before = request.args.get("before", "")
    top = int(before) if before.isascii() and before.isdigit() and len(before) < 8 else tournament.number + 1
    shown = list(describe_log(tournament, first=top - _ON_A_PAGE, last=top - 1))
    return {
        "lines": [
            {
                "number": entry.number,
                "at": format_time(entry.at.astimezone(), "HH:mm", rebase=False),
                "day": entry.at.astimezone().date().isoformat(),
                "by": entry.by,
                "text": translated(sentence),
                "counts": counts,
                "can_undo": not isinstance(entry.fact, EntriesUndone | EntriesRedone | TournamentCreated),
            }
            for entry, sentence, counts in reversed(shown)
        ],
        "earlier": shown[0][0].number if shown and shown[0][0].number > 1 else None,
        "has_undone": bool(tournament.undone),
    }


@log_page.action("/undo", "undo", forms.EntryForm)
def undo(console: Console, entry: int | None, reason: str) -> None:
    """Undo one entry, or the last change; nothing is erased."""
    if entry is None:
        _told(console.work.change(history.undo_last, reason=reason))
    else:
        _told(console.work.change(history.undo, (entry,), reason=reason))


@log_page.action("/redo", "redo", forms.EntryForm)
def redo(console: Console, entry: int | None, reason: str) -> None:
    """Let an undone entry count again, or take the last undoing back."""
    if entry is None:
        _told(console.work.change(history.redo_last, reason=reason))
    else:
        _told(console.work.change(history.redo, (entry,), reason=reason))


def _told(change: Change) -> None:
    """Say on the next page how many entries were taken back, or count again."""
    for entry in change.entries:
        match entry.fact:
            case EntriesUndone(entries=entries):
                flash(ngettext("%(num)d entry has been undone.", "%(num)d entries have been undone.", len(entries)))
            case EntriesRedone(entries=entries):
                flash(ngettext("%(num)d entry counts again.", "%(num)d entries count again.", len(entries)))


@log_page.action("/note", "note", forms.NoteForm)
def note(console: Console, note: str) -> None:
    """A remark for the log."""
    console.work.change(event.add_note, note)
