"""The table companion: pages on which the players of one table follow a game."""
