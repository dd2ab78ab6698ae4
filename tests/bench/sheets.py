"""The print pack: how long a sheet takes, and how much memory, each in a process of its own.

Then the PDF of a round of 200 players, as its organizer waits for it: alone, and while 200 phones ask for their pages.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from statistics import median

from tests.bench._phones import Phones
from tests.bench._serving import each
from tests.bench.crowd import server
from tests.bench.hall import Hall
from tests.bench.server import sent

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
# Phones; so often the PDF is printed, so many seconds apart: the phones have their pages by then.
PHONES, PRINTS, APART = 200, 12, 4.0

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


async def _print_often(place: tuple[str, int], hall: Hall, when: str) -> list[float]:
    """Seconds that the PDF of the round takes behind a change that every page shows, the PDF too."""
    event, seconds = f"/api/v1/tournaments/{hall.id}", list[float]()
    lines = [f"GET {event}/sheets/round.pdf?round=1 HTTP/1.1", f"Authorization: Bearer {hall.key}", "Connection: close"]
    request = "\r\n".join([*lines, "Host: 192.168.1.2", "\r\n"])  # an address for codes, which phones reach
    for turn in range(PRINTS):
        await sent(place, "PATCH", f"{event}/configuration", {"place": f"Hall {turn}, {when}"}, hall.key)
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection(*place)
        writer.write(request.encode())
        answer = await reader.read()
        seconds.append(time.perf_counter() - began)
        writer.close()
        assert b"%PDF" in answer, answer[:300]
        await asyncio.sleep(APART)
    return seconds


def _print_beside_phones() -> None:
    with tempfile.TemporaryDirectory() as folder, server(folder, 1, PHONES) as (place, process, hall, _context):
        alone = asyncio.run(_print_often(place, hall, "before"))
        phones = Phones(place, hall.phones, 1)
        while phones.open < PHONES:
            time.sleep(0.1)
        crowded = asyncio.run(_print_often(place, hall, "now"))
        print(f"\nprocesses of the server, in MB: {each(process)}")
        (seen,) = phones.end()
    print(f"\n| PDF of a round of {PHONES} players | first | median | slowest |\n|---|---|---|---|")
    for title, seconds in (("alone", alone), (f"while {PHONES} phones ask", crowded)):
        print(f"| {title} | {seconds[0]:.2f} s | {median(seconds):.2f} s | {max(seconds):.2f} s |")
    print(f"\npages asked for meanwhile: {seen.asked}; errors: {len(seen.errors)} {seen.errors[:3]}")


def main(*, full: bool) -> None:
    """Print the tables."""
    print("| sheet | pages | seconds | processor | may take | MB | may take |\n|---|---|---|---|---|---|---|")
    for title, sheet, count, options, most in JOBS:
        seconds, busy, megabytes, pages = measure(sheet, count, options, 5 if full else 3)
        print(f"| {title} | {pages} | {seconds:.2f} | {busy:.2f} | {most:g} | {megabytes:.0f} | {MOST_MEMORY} |")
    _print_beside_phones()
