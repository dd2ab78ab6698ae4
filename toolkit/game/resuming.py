"""Going back to what was going on: an action goes on when the combat, referendum or diablerie inside it has ended."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.game.draft import Draft

RESUME: dict[type, Callable[[Draft], None]] = {}


def resume(draft: Draft) -> None:
    """Let the innermost frame go on, unless it waits in a window of its own."""
    if draft.frames and draft.frames[-1].window is None and (hook := RESUME.get(type(draft.frames[-1]))):
        hook(draft)
