"""The tables: a real game followed by everybody at it, each on a screen of their own or all on one."""
