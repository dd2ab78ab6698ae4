"""The HTTP API: its blueprint and one module per subject."""
