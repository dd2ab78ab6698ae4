"""Notes of the judges, for whoever rules next; and what they tell everybody."""

from __future__ import annotations

from toolkit.schemas import event_forms as forms
from toolkit.tournament import announcements, event
from toolkit.tournament.facts import NoteAdded
from toolkit.web.events.console import Console, PageValues
from toolkit.web.events.overview import ANNOUNCEMENT_FIELDS
from toolkit.web.judge.bench import page


@page("notes", "/notes", "judge/notes.html")
def notes_page(bench: Console) -> PageValues:
    """Every note that counts, the newest first; every announcement that is shown."""
    state = bench.tournament
    notes = [entry for entry in state.log if isinstance(entry.fact, NoteAdded) and entry.number not in state.undone]
    return {"notes": list(reversed(notes)), "announcements": announcements.shown_announcements(state)}


@notes_page.action("/notes", "add", forms.NoteForm, {"reason_needed": "note", "text_too_long": "note"})
def add(bench: Console, note: str) -> None:
    """A remark."""
    bench.work.change(event.add_note, note)


@notes_page.action("/announcements", "announce", forms.AnnouncementForm, ANNOUNCEMENT_FIELDS)
def announce(bench: Console, text: str) -> None:
    """Tell everybody."""
    bench.work.change(announcements.announce, text)


@notes_page.action("/announcements/<int:number>/withdraw", "withdraw")
def withdraw(bench: Console, number: int) -> None:
    """Take an announcement down."""
    bench.work.change(announcements.withdraw, number)
