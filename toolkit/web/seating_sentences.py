"""What the seating says in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

import re

from flask_babel import gettext, ngettext

from toolkit.languages import N_

PATTERNS = (
    # who and how many
    N_("%(players)s: a table takes at least four."),
    N_("%(number)s players are more than the %(other)s that are seated at once."),
    N_("%(players)s cannot all play equally often in %(games)s: let somebody sit out, or plan one more round."),
    N_("%(rounds)s: an event has from 1 to %(number)s preliminary rounds."),
    N_("Named more than once: %(names)s."),
    N_("Name %(number)s has %(other)s characters: at most %(more)s make a name."),
    # what was played
    N_("Round %(number)s has no table."),
    N_("Round %(number)s, table %(other)s has %(players)s: a table has four or five."),
    N_("Round %(number)s seats %(name)s twice, at tables %(other)s and %(more)s."),
    N_("The history names %(names)s, unknown here: add them to the players, or say that they dropped out."),
    N_("Every round has been played: ask for more rounds to plan another."),
    # edits
    N_("Neither %(one)s nor %(two)s plays round %(number)s."),
    N_("%(name)s already plays round %(number)s."),
    N_("%(name)s does not play round %(number)s."),
    N_("There is no round %(number)s: the seating has %(rounds)s."),
    N_("Round %(number)s has no table %(other)s: it has %(tables)s."),
    N_("New: %(sentence)s"),
    N_("Gone: %(sentence)s"),
    # who is behind a criterion
    N_("%(one)s has %(two)s as prey in rounds %(list)s."),
    N_("%(one)s and %(two)s share a table in every round."),
    N_("%(one)s and %(two)s share a table in rounds %(list)s."),
    N_("%(name)s sits in seat %(number)s in rounds %(list)s."),
    N_("%(two)s is the prey of %(one)s in rounds %(list)s."),
    N_("%(two)s is the grand-prey of %(one)s in rounds %(list)s."),
    N_("%(one)s and %(two)s sit across from each other in rounds %(list)s."),
    N_("%(one)s and %(two)s sit side by side in rounds %(list)s."),
    N_("%(one)s and %(two)s share a table, but not side by side, in rounds %(list)s."),
    N_("%(name)s has %(number)s victory points within reach a round, the mean is %(other)s."),
    N_("%(name)s has %(number)s starting transfers a round, the mean is %(other)s."),
    # wishes
    N_("Wished for, but not among the players: %(names)s."),
    N_("To keep %(names)s apart takes two different players."),
    N_("%(one)s and %(two)s should be kept apart, but both should sit at table %(number)s."),
    N_("%(name)s should sit at table %(number)s, but there is only %(tables)s."),
    N_("%(name)s should sit at table %(number)s, but there are only %(tables)s."),
    N_("%(name)s should sit in seat %(number)s, but table %(other)s has %(seats)s."),
    N_("%(name)s should sit in seat %(number)s, but tables have %(seats)s."),
    N_("%(one)s and %(two)s should both sit at %(place)s."),
    N_("%(names)s should all sit at table %(number)s, which has %(seats)s."),
    N_("%(names)s should all sit in seat %(number)s, but only %(other)s of them can."),
    N_("%(one)s and %(two)s share table %(number)s in round %(other)s."),
    N_("%(name)s sits at %(place)s in round %(number)s instead of %(wished)s."),
)
# Figures that begin with a number.
COUNTS = ("players", "rounds", "tables", "seats", "games")
_COUNT = re.compile(r"(-?[\d,]+) (player|round|table|seat|more game)s?")
_PLACE = re.compile(r"(?:table (\d+))?(?:, )?(?:seat (\d+))?")
_MORE = re.compile(r"(\d+) more")


def phrase(name: str, value: str) -> str | None:
    """A figure of these sentences that has words in it, in the reader's language; None for any other figure."""
    if name in COUNTS and (match := _COUNT.fullmatch(value)):
        return _count(int(match[1].replace(",", "")), match[2])
    if name in ("place", "wished") and (match := _PLACE.fullmatch(value)):
        return _place(match[1], match[2])
    return _names(value) if name == "names" else None


def _count(number: int, noun: str) -> str:
    match noun:
        case "player":
            return ngettext("%(num)d player", "%(num)d players", number)
        case "round":
            return ngettext("%(num)d round", "%(num)d rounds", number)
        case "table":
            return ngettext("%(num)d table", "%(num)d tables", number)
        case "seat":
            return ngettext("%(num)d seat", "%(num)d seats", number)
        case _:
            return ngettext("%(num)d more game", "%(num)d more games", number)


def _place(table: str | None, seat: str | None) -> str:
    parts = [gettext("table %(number)s", number=table)] if table else []
    return ", ".join([*parts, gettext("seat %(number)s", number=seat)] if seat else parts)


def _names(value: str) -> str:
    start, found, last = value.rpartition(" and ")
    if not found:
        return value
    if match := _MORE.fullmatch(last):
        last = gettext("%(number)s more", number=match[1])
    return start + gettext(" and ") + last
