"""Walkthroughs: one situation without a game around it, resolved step by step by the engine itself.

Each takes a situation of a few figures, constructs a state with a judge's correction, gives the engine the operations
that resolve it, and tells what happened: steps with their figures and the rows of the rules behind them.
"""

from __future__ import annotations
