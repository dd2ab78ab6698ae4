"""Pages over several events: leagues, weekends, statistics and the check of a published draw."""
