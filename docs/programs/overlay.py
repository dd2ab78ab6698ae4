"""A stream overlay: `python overlay.py http://127.0.0.1:8080 EVENT overlay.html`, shown as a browser source.

It asks every ten seconds, without a token, and writes the page anew when the event has changed.
"""

import sys
import time
from html import escape
from pathlib import Path

import requests

PAGE = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="10">
<style>body {{ color: white; font: 28px sans-serif; text-shadow: 0 0 4px black; }}</style>
<h1>{name}: {stage}</h1>
<ol>{lines}</ol>
"""


def draw(event: str, version: str) -> tuple[str, str]:
    """The page and the event's version; no page while nothing has changed."""
    answer = requests.get(event, headers={"If-None-Match": version}, timeout=10)
    if answer.status_code == 304:
        return "", version
    shown, standings = answer.json(), requests.get(f"{event}/standings?limit=5", timeout=10)
    best = standings.json() if standings.ok else []  # the organizer may withhold them
    lines = [f"<li>{escape(line['player'])} {line['game_wins']} GW {line['victory_points']} VP" for line in best]
    name = escape(shown["configuration"]["name"])
    return PAGE.format(name=name, stage=shown["stage"], lines="".join(lines)), answer.headers["ETag"]


if __name__ == "__main__":
    address, id, output, *rest = sys.argv[1:]
    version, seconds = "", int(rest[0]) if rest else 10
    while True:
        page, version = draw(f"{address}/api/v1/tournaments/{id}", version)
        if page:
            Path(output).write_text(page, "utf-8")
        if not seconds:  # `overlay.py ADDRESS EVENT FILE 0` draws once
            break
        time.sleep(seconds)
