from __future__ import annotations

import time
from collections.abc import Callable

# Seconds after which whatever a test waits for hangs: no test ends by it, however slow the machine.
LONG = 600.0
# Seconds in which whatever another thread or program is just about to do is done, on however slow a machine.
SOON = 60.0


def comes(condition: Callable[[], object]) -> bool:
    """Whether what another thread or program is about to bring about comes true."""
    end = time.monotonic() + SOON
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
