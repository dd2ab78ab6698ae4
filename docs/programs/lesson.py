"""A lesson: one minion phase at a small table. It stops wherever you must choose, and says why not.

python docs/programs/lesson.py

Answer with a number of the list, or with a line as a record has it: "Anna: announce Ada bleed target=Carla".
"""

import sys

from toolkit.errors import ToolkitError
from toolkit.game import (
    Action,
    AttemptBlock,
    ChooseStrike,
    Correct,
    DeclineBlock,
    GameState,
    NoPlays,
    Operation,
    PassImpulse,
    Phase,
    StartGame,
    StrikeKind,
    apply,
    legal_operations,
    names_of,
    new_game,
    parse_operation,
    refusal,
    seats_to_act,
    sentence,
    stealth_of,
    view_for,
)

LEARNER = "Anna"
TABLE = (
    *("Ada=vampire@Anna.ready.5/3", "Ada.name=Ada", "Bela=vampire@Bob.ready.4/2", "Bela.name=Bela"),
    *("Cleo=vampire@Carla.ready.4/4", "Cleo.name=Cleo", "Carla.pool=3", "begin=Anna/4", "phase=minion"),
)
# Letting the others go on is no choice where there is nothing else.
PASSING = (PassImpulse, NoPlays, DeclineBlock)


def opening() -> GameState:
    """Anna's minion phase: one vampire each, and her predator Carla nearly out."""
    state, _ = apply(new_game(["Anna", "Bob", "Carla"]), StartGame(first=LEARNER))
    return apply(state, Correct(changes=TABLE))[0]


def is_over(state: GameState) -> bool:
    """Whether Anna's minion phase is over."""
    return state.step.phase is not Phase.MINION or state.step.seat != LEARNER


def choices(state: GameState) -> list[Operation]:
    """What the learner chooses among; empty where another acts, or nothing but passing is left."""
    if LEARNER not in seats_to_act(state):
        return []
    listed = [order for order in legal_operations(state, LEARNER) if not isinstance(order, NoPlays)]
    return listed if any(not isinstance(order, PASSING) for order in listed) else []


def by_itself(state: GameState) -> Operation:
    """What happens without the learner: an action without stealth is blocked, who fights hits, the others pass."""
    seat = seats_to_act(state)[0]
    listed = legal_operations(state, seat)
    hit = [order for order in listed if isinstance(order, ChooseStrike) and order.strike is StrikeKind.HAND]
    blocks = [order for order in listed if isinstance(order, AttemptBlock)]
    action = state.frames[-1] if state.frames else None
    if isinstance(action, Action) and stealth_of(state, action) > 0:
        blocks = []
    return next(iter(blocks or hit or [order for order in listed if isinstance(order, PASSING)]))


def told(state: GameState, order: Operation) -> str:
    """The operation as the table reads it, with the names of the cards."""
    return sentence(order, names_of(view_for(state, LEARNER)))


def understood(state: GameState, listed: list[Operation], answer: str) -> Operation | str:
    """The operation that the answer means, or a sentence that says why it is none."""
    if answer.isdecimal() and 0 < int(answer) <= len(listed):
        return listed[int(answer) - 1]
    try:
        order = parse_operation(answer)
    except ToolkitError as error:
        return str(error)
    refused = refusal(state, order)
    return f"{refused.message} ({refused.rule})" if refused else order


def main() -> None:
    """Play the phase; the answers come a line each, and without another the lesson ends."""
    state = opening()
    print(state)
    while not is_over(state):
        if listed := choices(state):
            print("\nYou choose:", *(f"{at}. {told(state, order)}" for at, order in enumerate(listed, 1)), sep="\n")
            answer = sys.stdin.readline()
            if not answer:
                return
            order = understood(state, listed, answer.strip())
            if isinstance(order, str):
                print("No:", order)
                continue
        else:
            order = by_itself(state)
        print("-", told(state, order))
        state, _ = apply(state, order)
    print(f"\n{state}")


if __name__ == "__main__":
    main()
