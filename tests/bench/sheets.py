"""The print pack: how long a sheet takes, and how much memory, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

# What is printed, its pages, and the seconds it may take.
JOBS = (
    ("100 score slips, two to a page", "slips", 500, "per_page=2", 1.0),
    ("100 score slips, four to a page", "slips", 500, "per_page=4", 1.0),
    ("seating by table, 1,000 players", "seating", 1000, "", 2.0),
    ("table tents, 200 tables", "tents", 1000, "", 2.0),
    ("seating by name, 1,000 players", "names", 1000, "", 2.0),
    ("seating by table, 33 players", "seating", 33, "", 1.0),
    ("one QR card each, 212 players", "players", 212, "", 1.0),
)
MOST_MEMORY = 300

PROGRAM = """
import re, sys, time
from tests.bench._memory import peak
from tests.sheets.room import EVENT, players, seated
from toolkit.sheets import Options, Pack, make_sheet
sheet, count, options = sys.argv[1], int(sys.argv[2]), eval("dict(" + sys.argv[3] + ")")
pack = Pack(event=EVENT, players=players(count), rounds=(seated(count),))
start, processor = time.perf_counter(), time.process_time()
from toolkit.sheets.pdf import render
content = render(make_sheet(sheet, pack, Options(**options))).content
seconds, busy = time.perf_counter() - start, time.process_time() - processor
pages = len(re.findall(rb"/Type/Page[^s]", content))
print(seconds, busy, peak(), pages)
"""


def measure(sheet: str, count: int, options: str, times: int) -> tuple[float, float, float, int]:
    """Median seconds by the clock and of the processor, most megabytes, and pages, of fresh processes."""
    runs = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, sheet, str(count), options], capture_output=True, text=True, check=True
        )
        seconds, busy, megabytes, pages = done.stdout.split()
        runs.append((float(seconds), float(busy), float(megabytes), int(pages)))
    return median(run[0] for run in runs), median(run[1] for run in runs), max(run[2] for run in runs), runs[0][3]


def main(*, full: bool) -> None:
    """Print the table."""
    print("| sheet | pages | seconds | processor | may take | MB | may take |\n|---|---|---|---|---|---|---|")
    for title, sheet, count, options, most in JOBS:
        seconds, busy, megabytes, pages = measure(sheet, count, options, 5 if full else 3)
        print(f"| {title} | {pages} | {seconds:.2f} | {busy:.2f} | {most:g} | {megabytes:.0f} | {MOST_MEMORY} |")
