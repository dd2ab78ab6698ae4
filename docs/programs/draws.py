"""Verify every draw of an export: `python draws.py export.json`. What is hashed stands in docs/draws.md."""

import hashlib
import json
import sys


def sha(text):
    """Hash a text."""
    return hashlib.sha256(text.encode()).hexdigest()


with open(sys.argv[1], encoding="utf-8") as export:
    log = json.load(export)["entries"]
(shown,), (told,) = ([e for e in log if e["fact"] == f"seed_{what}"] for what in ("committed", "revealed"))
start = f"vtes-draw-1:{shown['event']}:{told['seed']}"
event = json.dumps(log[0], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
good = sha(event) == shown["event"] and sha(start) == shown["commitment"]
for e, then in ((entry, log[entry["number"]]) for entry in log if entry["fact"] == "draw_made"):
    draw = sha(f"{start}:{e['word']}:{e['purpose']}:{','.join(map(str, e['players']))}")
    order = sorted(e["players"], key=lambda number, draw=draw: sha(f"{draw}:{number}"))
    then = then.get("rounds", [then])[0]  # of 6, 7 and 11 players all rounds are planned at once
    rows = then.get("tables") or then.get("pods") or then.get("given") or [then]
    led = [n for row in rows for n in row.get("order") or row.get("players") or [row.get("pool", row.get("player"))]]
    if e["purpose"].startswith("swap keep"):  # the next draw is the swap, of all the others
        led = sorted(order, key=lambda number, others=then["players"]: number in others)
    ok = draw == e["draw"] and order == e["order"] and (e.get("is_searched", e["history"]) or led == order[: len(led)])
    print(e["purpose"], "holds" if ok else "DOES NOT HOLD")
    good = good and ok
sys.exit(not good)
