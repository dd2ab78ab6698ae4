"""Fast serving: pages that have not changed, a queue that lets acting people go first, a start that is warm."""
