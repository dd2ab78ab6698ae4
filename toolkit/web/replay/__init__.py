"""Replay: a game's record step by step, pasted, uploaded, from a link, or of a stored table."""
