"""Notifications: addresses, pushes and what is still to be sent."""
