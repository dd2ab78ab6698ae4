"""Players registered several at once: by name, from a pasted list, from a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from toolkit.languages import Message
from toolkit.services.unit_of_work import Change, UnitOfWork, digest
from toolkit.tournament import Fact, Tournament, importing, players
from toolkit.tournament.errors import BadValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """A player to register, with what `players.add_player` takes."""

    name: str = ""
    first: str = ""
    last: str = ""
    vekn: str = ""
    city: str = ""
    country: str = ""
    agrees_to_archive: bool | None = None
    is_namesake: bool = False


def add_players(work: UnitOfWork, registrations: Sequence[Registration]) -> Change:
    """Register several players in one change: all of them, or nobody.

    Raises:
        ToolkitError: what the domain refuses the first faulty one with.
    """

    def decide(tournament: Tournament) -> list[Fact]:
        facts: list[Fact] = []
        state = tournament
        for one in registrations:
            added = players.add_player(state, **asdict(one))
            state = state.with_facts(added, at=work.context.now(), by=work.by)
            facts += added
        return facts

    return work.carry_out(("add_players", tuple(registrations)), decide)


def preview_players(work: UnitOfWork, content: bytes, *, is_csv: bool) -> importing.Preview:
    """What importing a file or a pasted list would do, line by line.

    Raises:
        BadValue: it cannot be read.
    """
    return importing.preview_import(work.look(), _read_players(content, is_csv=is_csv))


def import_players(work: UnitOfWork, content: bytes, *, is_csv: bool) -> Change:
    """Register and complete what a file or a pasted list names; lines with a fault are left out.

    Raises:
        BadValue: it cannot be read.
        Refused: more players than the event may admit.
    """
    read = _read_players(content, is_csv=is_csv)
    return work.carry_out(
        ("import_players", digest(content), is_csv),
        lambda tournament: importing.import_players(tournament, importing.preview_import(tournament, read)),
    )


def preview_lines(work: UnitOfWork, lines: Sequence[importing.ImportedPlayer]) -> importing.Preview:
    """What importing these lines would do, as somebody has mended them."""
    return importing.preview_import(work.look(), lines)


def import_lines(work: UnitOfWork, lines: Sequence[importing.ImportedPlayer]) -> Change:
    """Register and complete whom these lines name; lines with a fault are left out.

    Raises:
        Refused: more players than the event may admit.
    """
    return work.carry_out(
        ("import_lines", tuple(lines)),
        lambda tournament: importing.import_players(tournament, importing.preview_import(tournament, lines)),
    )


def _read_players(content: bytes, *, is_csv: bool) -> list[importing.ImportedPlayer]:
    if is_csv:
        return importing.read_csv(content)
    try:
        return importing.read_pasted(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadValue(Message("The list is not UTF-8 text."), code="wrong_encoding") from error
