"""What serves quickly: pages that have not changed, a queue that lets whoever acts go first, a start that is warm."""
