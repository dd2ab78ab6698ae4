"""Accounts: sign-in, passkeys and the second factor."""
