"""A chat bot: `python chat_bot.py` answers each line that you type; a real bot calls `answer` for each message.

!card Qui Vive    !deck https://vdb.im/decks/...    !seat Ana, Bruno, Carla, Dario, Elsa    !points 2 1 1 1 0
"""

import sys

from toolkit.api import cards, decks, scoring, seating


def card(text: str) -> str:
    """The cards that a text means."""
    found = cards.look_up(text, limit=3)
    return "\n".join(f"{match.card.unique_name} ({match.by})" for match in found) or "No card is like that."


def deck(text: str) -> str:
    """The verdict on a list, or on a link to one."""
    report = decks.check(decks.fetch(text) if text.startswith("https://") else text)
    problems = [f"- {problem.message} {problem.fix or ''}".rstrip() for problem in report.problems]
    return "\n".join(["Legal." if report.legal else "Not legal.", *problems])


def seat(text: str) -> str:
    """A first round for these names."""
    (tables,) = seating.make([name.strip() for name in text.split(",")], rounds=1).rounds
    return "\n".join(f"{number}: {', '.join(map(str, table))}" for number, table in enumerate(tables, 1))


def points(text: str) -> str:
    """Whether a table can end with these points."""
    verdict = scoring.table_verdict(text.split())
    return ", ".join(verdict.sentences()) or str(verdict.reason)


def answer(message: str) -> str:
    """The bot's answer; empty to a message that is for other people."""
    word, _, text = message.strip().partition(" ")
    command = {"!card": card, "!deck": deck, "!seat": seat, "!points": points}.get(word)
    try:
        return command(text) if command else ""
    except cards.ToolkitError as error:
        return str(error)


if __name__ == "__main__":
    for line in sys.stdin:
        if said := answer(line):
            print(said, flush=True)
