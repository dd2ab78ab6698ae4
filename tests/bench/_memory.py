"""The memory of a process: its own peak, not that of the process that started it."""

from __future__ import annotations

import re
import resource
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> float:
    """Most megabytes that this process has held.

    On Linux `ru_maxrss` lives on through exec: a child begins with its parent's peak. What the kernel says of the new
    program's memory does not. Elsewhere `ru_maxrss` it is.
    """
    if STATUS.exists() and (found := re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text())):
        return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
