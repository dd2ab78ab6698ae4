"""Pages of decks and cards."""
