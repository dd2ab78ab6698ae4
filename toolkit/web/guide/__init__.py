"""The guide: how a situation is resolved, phased motion from the box to the victory points, the rules' rows."""

from __future__ import annotations

from toolkit.web.guide import phased_motion, turns, walkthroughs
from toolkit.web.guide.walkthroughs import blueprint

for part in (walkthroughs, phased_motion, turns):
    part.register(blueprint)

__all__ = ["blueprint"]
