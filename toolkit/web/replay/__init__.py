"""Replay: a game's record step by step, pasted, uploaded, from a link, or of a stored table."""

from __future__ import annotations

from toolkit.web.replay.pages import answer_record, blueprint

__all__ = ["answer_record", "blueprint"]
