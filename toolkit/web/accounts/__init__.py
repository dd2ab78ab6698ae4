"""Pages of accounts and the sign-in."""
