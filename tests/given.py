"""Hypothesis as the tests use it: without a limit of time, for no test may depend on how fast a machine happens to be.

Whoever imports it here gets the profile too, and only those who need it wait for it: it takes longer to import than a
file of tests takes to run.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as drawn_from
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

__all__ = [
    "HealthCheck", "Phase", "RuleBasedStateMachine", "drawn_from", "given", "initialize", "precondition", "rule",
    "settings", "st",
]  # fmt: skip

settings.register_profile("toolkit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("toolkit")
