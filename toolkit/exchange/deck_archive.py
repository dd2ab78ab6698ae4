"""All decks of an event in one file, for who analyses them: the workbook, and a list for each player who lets it."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime

from toolkit.decks.model import Reading
from toolkit.decks.writing import ExportFormat, description_lines, to_ascii, write
from toolkit.exchange.archon.figures import player_figures
from toolkit.exchange.archon.model import book_of, numbers_of
from toolkit.exchange.archon.writing import write_book
from toolkit.exchange.archondata import plain_line
from toolkit.scoring import render_victory_points
from toolkit.tournament.receivers import left_out_of_archive, played_list
from toolkit.tournament.standings import Standing, standings
from toolkit.tournament.state import State
from toolkit.tournament.tournament import Tournament

type ReadList = Callable[[str], Reading]


def render_archive(tournament: Tournament, read: ReadList, *, at: datetime) -> bytes:
    """The zip; the same event gives the same bytes.

    A list's file is named by its player's place in the workbook's standings, which every player has alone.
    """
    book = book_of(tournament)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, tournament, "archon.xlsx", write_book(book, at=at))
        places = {place: own.target for place, own in enumerate(player_figures(book), start=1)}
        numbers = numbers_of(tournament)
        lists = {places[numbers[row.player.number]]: row for row in _with_list(tournament) if row.rounds}
        for place, row in sorted(lists.items()):
            name = f"{slug(tournament.settings.name)}_{place}.txt"
            _add(archive, tournament, name, render_list(tournament, row, read).encode())
    return stream.getvalue()


def slug(name: str) -> str:
    """The event's name in letters, figures and underscores."""
    return re.sub(r"[^a-z0-9]+", "_", to_ascii(name).casefold()).strip("_") or "event"


def _with_list(state: State) -> Iterator[Standing]:
    return (row for row in standings(state) if left_out_of_archive(state, row.player) is None)


def render_list(state: State, row: Standing, read: ReadList) -> str:
    """A player's list: its author is the VEKN number, by which readers join it with the workbook.

    A list that has lines which name no card stays as it was handed in.
    """
    deck = played_list(state, row.player.number)
    assert deck is not None
    reading = read(deck.text)
    score = f"{row.game_wins}GW{render_victory_points(row.victory_points)}"
    if row.final_victory_points is not None:
        score = f"{score}+{render_victory_points(row.final_victory_points)}"
    own = description_lines(reading.deck.description)
    head = [
        *([f"Deck Name: {plain_line(reading.deck.name)}"] if reading.deck.name.strip() else []),
        f"Author: {row.player.vekn}",
        f"Description: {score}",
        *([own[0].removeprefix("Description: "), *own[1:]] if own else []),
        "",
    ]
    bare = reading.deck._replace(name="", author="", description="", header=None)
    cards = deck.text if reading.unresolved else write(bare, ExportFormat.TWD)
    text = unicodedata.normalize("NFC", "\n".join([*head, cards]))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n") + "\n"


def _add(archive: zipfile.ZipFile, state: State, name: str, content: bytes) -> None:
    day = state.settings.date
    moment = (day.year, day.month, day.day, 0, 0, 0) if day and day.year >= 1980 else (1980, 1, 1, 0, 0, 0)
    part = zipfile.ZipInfo(name, moment)
    part.compress_type = zipfile.ZIP_DEFLATED
    part.external_attr = 0o644 << 16
    archive.writestr(part, content)
