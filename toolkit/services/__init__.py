"""Services: one function per use case."""
