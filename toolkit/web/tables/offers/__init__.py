"""What a Methuselah may do, as buttons and forms: the legal operations, folded by what a player wants to do."""
