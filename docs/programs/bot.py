"""A bot: it plays a legal game to its end, bleeding where it can, and writes its record.

python docs/programs/bot.py [seed] > game.txt
"""

import random
import sys
from collections.abc import Sequence

from toolkit.game import (
    ActionKind,
    Announce,
    CallTime,
    Correct,
    DeckCounts,
    EndPhase,
    Game,
    GameRecord,
    NoPlays,
    Operation,
    RecordLine,
    StartGame,
    legal_operations,
    new_game,
    options_for,
    outcome,
    render_record,
)

NAMES = ["Anna", "Bob", "Carla", "Dan", "Eva"]
OPTIONS = options_for("current", game_speed="table")
# Everybody begins with two vampires, and with pool for half a game.
TABLE = tuple(
    change
    for name in NAMES
    for change in (f"{name}v=vampire@{name}.ready.5/3", f"{name}w=vampire@{name}.ready.4/2", f"{name}.pool=12")
)


def choose(listed: Sequence[Operation], die: random.Random) -> Operation:
    """Usually a bleed; else usually what lets play go on; now and then anything that is legal."""
    bleeds = [order for order in listed if isinstance(order, Announce) and order.action is ActionKind.BLEED]
    going_on = [order for order in listed if isinstance(order, NoPlays | EndPhase)]
    for liked in (bleeds, going_on):
        if liked and die.random() < 0.7:
            return die.choice(liked)
    return die.choice(listed)


def play(seed: int, length: int = 250) -> Game:
    """The game of this seed; after so many operations time is called."""
    die = random.Random(seed)
    game = Game(new_game(NAMES, OPTIONS))
    game.push(StartGame(first=die.choice(NAMES)))
    game.push(Correct(changes=TABLE))
    while not outcome(game.state):
        if len(game.log) >= length and not game.state.time_called:
            game.push(CallTime())
        else:
            game.push(choose(legal_operations(game.state), die))
    return game


def record(game: Game) -> str:
    """The game as a text that reads back to it."""
    lines = [RecordLine(operation=order) for order in game.log]
    seats = dict.fromkeys(game.state.seats, DeckCounts())
    return render_record(GameRecord(options=game.state.options, seats=seats, lines=lines))


if __name__ == "__main__":
    print(record(play(int(sys.argv[1]) if len(sys.argv) > 1 else 7)), end="")
