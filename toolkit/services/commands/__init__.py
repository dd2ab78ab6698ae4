"""Everything that an official can do at a tournament, one row each: the table that all the rest is derived from.

A row names the operation of the domain, its address and its figures in the API, who may, and how the command line
spells it. Derived from the rows are the routes of `/api/v1/tournaments` with their document
(`toolkit.web.api.tournaments`), the schemas of what is sent and the console's forms (`toolkit.schemas.commands`), the
commands of `vtes-toolkit tournament` (`toolkit.cli.tournament.table`) and the permissions (`toolkit.web.base.access`).

Written by hand beside the table is what is more than one operation with its figures: making and importing events,
lists of players and of decks, drafts (a search that others may interrupt), previews, every question. The console's
pages also write by hand the forms that ask otherwise than the command: a result field by field or by a story, fees of
those who are ticked, a plan and a player as a whole, names instead of numbers, penalties with their ladder beside them.
"""

from __future__ import annotations

from toolkit.services.commands.command import PATH_FIELDS, SEATS, Command
from toolkit.services.commands.event import EVENT
from toolkit.services.commands.limited import LIMITED
from toolkit.services.commands.rounds import ROUNDS

__all__ = ["COMMANDS", "PATH_FIELDS", "SEATS", "Command", "command_named"]

COMMANDS: tuple[Command, ...] = (*EVENT, *ROUNDS, *LIMITED)


def command_named(name: str) -> Command:
    """The command of that name.

    Raises:
        KeyError: there is none.
    """
    match = next((command for command in COMMANDS if command.name == name), None)
    if match is None:
        raise KeyError(name)
    return match
