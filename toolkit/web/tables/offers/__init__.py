"""A Methuselah's offers, as buttons and forms: the legal operations, folded by a player's purpose."""
