"""Pages of the seating planner."""
