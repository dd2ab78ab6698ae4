"""Use cases of one event: seatings, decks, draws, fees, reports, sheets and views."""
