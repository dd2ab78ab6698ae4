"""Exchange: the files that other tools read and write."""
