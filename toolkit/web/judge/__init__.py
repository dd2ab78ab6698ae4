"""The judges' pages: open calls, tables, players with their decks and sanctions, notes; for a phone in one hand."""

from __future__ import annotations

from toolkit.web.judge import calls, notes, players, tables
from toolkit.web.judge.bench import blueprint

__all__ = ["blueprint", "calls", "notes", "players", "tables"]
