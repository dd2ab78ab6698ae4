"""The rows of the rules in the reader's language: what a refusal, something owed or a step cites."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext

from toolkit.game.rules import rule


@dataclass(frozen=True, slots=True)
class RowView:
    """A row for a page: its ID, the section it stands in, the sentence."""

    id: str
    section: str
    text: str


def row_view(row_id: str) -> RowView:
    """The row of that ID, worded."""
    row = rule(row_id)
    return RowView(row.id, gettext(row.section), gettext(row.text))


def row_views(row_ids: tuple[str, ...]) -> list[RowView]:
    """The rows of these IDs."""
    return [row_view(row_id) for row_id in row_ids]
