"""Use cases over several events: persons, leagues, weekends and statistics."""
