"""Deck validator and tournament toolkit for Vampire: The Eternal Struggle."""

__version__ = "1.0.0"
