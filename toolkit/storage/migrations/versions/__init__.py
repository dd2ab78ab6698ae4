"""The revisions, in order; a revision that was released never changes."""
