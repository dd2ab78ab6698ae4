"""Print the slips of the newest event's round: `python sheets.py FOLDER slips.pdf`."""

import sys
from pathlib import Path

from toolkit.api import events, sheets

folder, output = sys.argv[1:]
with events.open(folder) as store:
    slips = sheets.of_event(store.event("last"), "slips", sheets.Options(round=1, language="fr"))
Path(output).write_bytes(slips)
