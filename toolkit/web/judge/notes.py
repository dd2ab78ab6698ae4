"""Notes of the judges: remarks in the log, for whoever rules next."""

from __future__ import annotations

from toolkit.schemas import event_forms as forms
from toolkit.tournament import event
from toolkit.tournament.facts import NoteAdded
from toolkit.web.events.console import Console, Context
from toolkit.web.judge.bench import page


@page("notes", "/notes", "judge/notes.html")
def notes_page(bench: Console) -> Context:
    """Every note that counts, the newest first."""
    state = bench.tournament
    notes = [entry for entry in state.log if isinstance(entry.fact, NoteAdded) and entry.number not in state.undone]
    return {"notes": list(reversed(notes))}


@notes_page.action("/notes", "add", forms.NoteForm, {"reason_needed": "note", "text_too_long": "note"})
def add(bench: Console, note: str) -> None:
    """A remark."""
    bench.desk.change(event.add_note, note)
