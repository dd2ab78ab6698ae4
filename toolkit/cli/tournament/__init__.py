"""The commands of `vtes-toolkit tournament`, one module per concept."""
