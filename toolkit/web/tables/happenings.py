"""What an operation brought about, in few words: pool, the Edge, ousts, points, torpor, votes."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext

from toolkit.game.engine import Applied
from toolkit.game.events import Event, Happening, Movement
from toolkit.scoring import render_victory_points
from toolkit.services.tables.folding import Written


def happenings(line: Written, reader: str) -> list[str]:
    """The consequences worth a line, in the order in which they came."""
    assert line.applied is not None
    return consequences(line.applied)


def consequences(applied: Applied) -> list[str]:
    """The same of an operation that nobody wrote into a table's log: of a replay, of a guided turn."""
    return _pools(applied.ledger) + [words for event in applied.events if (words := _words(event)) is not None]


def _pools(ledger: tuple[Movement, ...]) -> list[str]:
    """Everybody whose pool changed, by how much."""
    changes: dict[str, int] = {}
    for movement in ledger:
        for place, sign in ((movement.source, -1), (movement.target, 1)):
            kind, _, name = place.partition(":")
            if kind == "pool":
                changes[name] = changes.get(name, 0) + sign * movement.amount
    return [
        gettext("%(who)s %(change)s pool", who=name, change=f"+{change}" if change > 0 else f"−{-change}")
        for name, change in changes.items()
        if change
    ]


def _words(event: Event) -> str | None:
    made = _WORDS.get(event.kind)
    return None if made is None else made(event)


_WORDS: dict[Happening, Callable[[Event], str]] = {
    Happening.EDGE_GAINED: lambda e: gettext("%(who)s has the Edge", who=e.seat),
    Happening.METHUSELAH_OUSTED: lambda e: gettext("%(who)s is ousted", who=e.seat),
    Happening.METHUSELAH_WITHDREW: lambda e: gettext("%(who)s withdraws from the game", who=e.seat),
    Happening.METHUSELAH_DISQUALIFIED: lambda e: gettext("%(who)s is out of the game", who=e.seat),
    Happening.WITHDRAWAL_VOIDED: lambda e: gettext("the withdrawal of %(who)s is void", who=e.seat),
    Happening.POINTS_GAINED: lambda e: gettext(
        "%(who)s +%(points)s VP", who=e.seat, points=render_victory_points(e.amount)
    ),
    Happening.REFERENDUM_PASSED: lambda e: gettext("the referendum passes"),
    Happening.REFERENDUM_FAILED: lambda e: gettext("the referendum fails"),
    Happening.TIME_CALLED: lambda e: gettext("time is called"),
    Happening.GAME_FINISHED: lambda e: gettext("the game is over"),
}
