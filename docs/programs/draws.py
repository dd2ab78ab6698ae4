"""Verify every draw of an export: `python draws.py export.json`. What is hashed stands in docs/draws.md."""

import hashlib
import json
import sys


def sha(text):
    """Hash a text."""
    return hashlib.sha256(text.encode()).hexdigest()


with open(sys.argv[1], encoding="utf-8") as export:
    log = json.load(export)["entries"]
(shown,) = (e for e in log if e["fact"] == "seed_committed")
(seed,) = (e["seed"] for e in log if e["fact"] == "seed_revealed")
start = f"vtes-draw-1:{shown['event']}:{seed}"
event = json.dumps(log[0], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
good = sha(event) == shown["event"] and sha(start) == shown["commitment"]
for e in (entry for entry in log if entry["fact"] == "draw_made"):
    then = log[e["number"]]
    draw = sha(f"{start}:{e['word']}:{e['purpose']}:{','.join(map(str, e['players']))}")
    order = sorted(e["players"], key=lambda number, draw=draw: sha(f"{draw}:{number}"))
    led = then.get("players", [then["player"]] if "player" in then else [])
    if then["fact"] == "round_drafted" and not e["history"]:
        led = [player for table in then["tables"] for player in table["players"]]
    holds = draw == e["draw"] and order == e["order"] and led == order[: len(led)]
    print(e["purpose"], "holds" if holds else "DOES NOT HOLD")
    good = good and holds
sys.exit(not good)
