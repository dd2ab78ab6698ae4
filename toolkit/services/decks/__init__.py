"""Decks outside of an event: checks, fetched lists, card data and stored problems."""
