from __future__ import annotations

import subprocess
import sys

from tests.bench._memory import peak


def test_a_fresh_process_does_not_answer_for_the_one_that_started_it() -> None:
    held = bytearray(200 << 20)
    command = [sys.executable, "-c", "from tests.bench._memory import peak; print(peak())"]
    fresh = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert fresh < 100 < len(held) >> 20 < peak()
