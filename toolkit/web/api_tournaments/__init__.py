"""`/api/v1/tournaments`: everything that can be asked and done, as JSON; one module per concept."""

from __future__ import annotations

from toolkit.web.api_tournaments import calls, event, final, players, results, rounds
from toolkit.web.api_tournaments.common import api

__all__ = ["api", "calls", "event", "final", "players", "results", "rounds"]
