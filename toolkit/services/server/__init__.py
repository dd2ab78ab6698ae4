"""Use cases of a whole installation: its events, copies, checks and what is forgotten."""
