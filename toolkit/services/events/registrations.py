"""Players registered several at once: by name, from a pasted list, from a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from toolkit.exchange import archondata
from toolkit.languages import Listed, Message
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, digest
from toolkit.tournament import Fact, Tournament, importing, player_lists, players


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


def preview_players(work: UnitOfWork, content: bytes | str, *, is_csv: bool | None = None) -> importing.Preview:
    """What importing a file or a pasted list would do, line by line; without `is_csv` its first line says what it is.

    Raises:
        BadValue: it cannot be read.
    """
    return importing.preview_import(work.look(), _read_players(content, is_csv=is_csv))


def import_players(work: UnitOfWork, content: bytes | str, *, is_csv: bool | None = None) -> Change:
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


def preview_lines(work: UnitOfWork, lines: Sequence[player_lists.ImportedPlayer]) -> importing.Preview:
    """What importing these lines would do, as somebody has mended them."""
    return importing.preview_import(work.look(), lines)


def import_lines(work: UnitOfWork, lines: Sequence[player_lists.ImportedPlayer]) -> Change:
    """Register and complete whom these lines name; lines with a fault are left out.

    Raises:
        Refused: more players than the event may admit.
    """
    return work.carry_out(
        ("import_lines", tuple(lines)),
        lambda tournament: importing.import_players(tournament, importing.preview_import(tournament, lines)),
    )


def _read_players(content: bytes | str, *, is_csv: bool | None) -> list[player_lists.ImportedPlayer]:
    file = (
        player_lists.open_list(content)
        if isinstance(content, bytes)
        else player_lists.ListFile(content.removeprefix("\ufeff"))
    )
    if archondata.is_archondata(file.text):
        return archondata.listed_players(archondata.parse_archondata(file.text.encode()))
    read = {None: player_lists.read_list, True: player_lists.read_csv, False: player_lists.read_pasted}[is_csv]
    found = read(file.text)
    if file.left_out:
        note = Message("Not kept: %(list)s.", list=Listed(file.left_out))
        found.insert(0, player_lists.ImportedPlayer(line=0, name="", note=note))
    if file.unknown_told:
        found.insert(0, player_lists.ImportedPlayer(line=0, name="", note=file.unknown_told))
    return found
