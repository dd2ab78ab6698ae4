"""Run an event of five up to its first result: `python events.py FOLDER`."""

import sys

from toolkit.api import events

with events.open(sys.argv[1], new=True) as store:
    event = store.new("Friday", rounds=2)
    event.add_players("Ana", "Bruno", "Carla", "Dario", "Elsa")
    event.draft_round(seed=1)
    event.act("enter_result", round=1, table=1, victory_points=[2, 1, 1, 1, 0])
    print(*(f"{line.rank} {line.player} {line.victory_points}" for line in event.standings()), sep="\n")
