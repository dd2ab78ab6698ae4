"""Deck validator and tournament toolkit for Vampire: The Eternal Struggle."""

__version__ = "0.1.0"
