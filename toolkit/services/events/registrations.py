"""Players registered several at once: by name, from a pasted list, from a CSV file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from toolkit.exchange import archondata
from toolkit.languages import Listed, Message
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, digest, use_case
from toolkit.tournament import Fact, Tournament, importing, player_lists, players, signup
from toolkit.tournament.errors import BadValue
from toolkit.views import ViewOf


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLineView(ViewOf[player_lists.ImportedPlayer]):
    """The plan of an import for a line.

    Attributes:
        written: the name as the list has it, where the import changed it.
        other: the second reading of a line that may be read in two ways.
        action: `add`, `doubtful`, `update`, `skip` or `fault`.
    """

    line: int
    action: str
    name: str
    vekn: str
    city: str
    country: str
    message: str
    written: str
    other: str


@use_case()
def add_players(work: UnitOfWork, tournament: Tournament, registrations: Sequence[Registration]) -> list[Fact]:
    """Register several players in one change: all of them, or none.

    Raises:
        ToolkitError: what the domain refuses the first faulty one with.
    """
    facts: list[Fact] = []
    for registration in registrations:
        added = players.add_player(tournament, **asdict(registration))
        tournament = tournament.with_facts(added, at=work.context.now(), by=work.by)
        facts += added
    return facts


def _as_stored(rules: Mapping[str, object]) -> object:
    """The rules that tell a request from another: those of before knew neither questions nor names."""
    return sorted((name, value) for name, value in rules.items() if value or name not in ("questions", "shows_names"))


@use_case(stands_for={"rules": _as_stored})
def set_sign_up(work: UnitOfWork, tournament: Tournament, /, **rules: Any) -> list[Fact]:
    """Let people sign up, by other rules, or no longer.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return signup.set_sign_up(tournament, work.context.steady(), **rules)


@use_case(name="accept")
def accept_place(work: UnitOfWork, tournament: Tournament, sign_up: int) -> list[Fact]:
    """Take the place that is offered to who signed up.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return signup.accept(tournament, work.context.steady(), sign_up)


@use_case(name="decline")
def decline_place(work: UnitOfWork, tournament: Tournament, sign_up: int) -> list[Fact]:
    """Leave the place that is offered to the next in line.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return signup.decline(tournament, work.context.steady(), sign_up)


@use_case(name="cancel")
def cancel_place(work: UnitOfWork, tournament: Tournament, sign_up: int) -> list[Fact]:
    """Take a sign-up back: its place is offered to the first in line.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return signup.cancel(tournament, work.context.steady(), sign_up)


def names_in(content: bytes) -> dict[str, str]:
    """The names in a members file, by VEKN number.

    Raises:
        BadValue: it cannot be read, has no VEKN numbers, or a name that no player can have.
    """
    rows = _read_players(content, is_csv=None)
    names = {player.vekn: players.clean_name(player.name) for player in rows if player.vekn and player.name}
    if not names:
        raise BadValue(Message("A members file is a CSV with the columns “VEKN” and “name”."), code="nobody")
    return names


def preview_players(work: UnitOfWork, content: bytes | str, *, is_csv: bool | None = None) -> importing.Preview:
    """A preview of importing a file or a pasted list, line by line; without `is_csv` the first line decides the format.

    Raises:
        BadValue: it cannot be read.
    """
    return importing.preview_import(work.look(), _read_players(content, is_csv=is_csv))


def show_preview(preview: importing.Preview) -> list[PreviewLineView]:
    """A preview of an import, line by line."""
    return [
        PreviewLineView.of(
            line.imported,
            action=line.action.value,
            message=line.message,
            other=importing.reading_of(line.imported.other) if line.imported.other else "",
        )
        for line in preview.lines
    ]


def import_players(work: UnitOfWork, content: bytes | str, *, is_csv: bool | None = None) -> Change:
    """Register and complete what a file or a pasted list names; lines with a fault are left out.

    Raises:
        BadValue: it cannot be read.
        Refused: more players than the event may admit.
    """
    return _import_players(work, content, is_csv, read=_read_players(content, is_csv=is_csv))


@use_case(name="import_players", without=("read",), stands_for={"content": digest})
def _import_players(
    _: UnitOfWork,
    tournament: Tournament,
    content: bytes | str,
    is_csv: bool | None,
    *,
    read: Sequence[player_lists.ImportedPlayer],
) -> list[Fact]:
    return importing.import_players(tournament, importing.preview_import(tournament, read))


def preview_lines(work: UnitOfWork, lines: Sequence[player_lists.ImportedPlayer]) -> importing.Preview:
    """A preview of importing these lines, with the mends made to them."""
    return importing.preview_import(work.look(), lines)


@use_case()
def import_lines(_: UnitOfWork, tournament: Tournament, lines: Sequence[player_lists.ImportedPlayer]) -> list[Fact]:
    """Register and complete the players of these lines; lines with a fault are left out.

    Raises:
        Refused: more players than the event may admit.
    """
    return importing.import_players(tournament, importing.preview_import(tournament, lines))


def _read_players(content: bytes | str, *, is_csv: bool | None) -> list[player_lists.ImportedPlayer]:
    file = (
        player_lists.open_list(content)
        if isinstance(content, bytes)
        else player_lists.ListFile(content.removeprefix("\ufeff"))
    )
    if archondata.is_archondata(file.text):
        return archondata.listed_players(archondata.parse_archondata(file.text.encode()))
    read = {None: player_lists.read_list, True: player_lists.read_csv, False: player_lists.read_pasted}[is_csv]
    rows = read(file.text)
    if file.left_out:
        note = Message("Not kept: %(list)s.", list=Listed(file.left_out))
        rows.insert(0, player_lists.ImportedPlayer(line=0, name="", note=note))
    if file.unknown_sentence:
        rows.insert(0, player_lists.ImportedPlayer(line=0, name="", note=file.unknown_sentence))
    return rows
