"""A result as the VEKN's site takes it: one line of players, eleven fields each; written, and read to be compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.errors import Invalid
from toolkit.languages import Message, tidy_line
from toolkit.scoring import Halves, render_victory_points
from toolkit.tournament.games import counted_rounds
from toolkit.tournament.player_lists import ImportedPlayer
from toolkit.tournament.receivers import as_reported, has_number, has_played_final, preliminary_rounds
from toolkit.tournament.standings import standings
from toolkit.tournament.state import Player, PlayerStatus, State

HEAD_END, FIELD_END = "¤", "§"
FIELDS = (
    *("rank", "first", "last", "city", "vekn", "game wins", "victory points", "final victory points"),
    *("tournament points", "toss", "rating points"),
)
_NUMBERS = ("rank", *FIELDS[5:])
_VEKN = FIELDS.index("vekn")
# In place of a rank: vekn.net's rating pays every player whose rank is a number.
DISQUALIFIED, WITHDRAWN = "DQ", "WD"


class NoArchondata(Invalid):
    """A text that is no archondata; the sentence says where."""

    code = "no_archondata"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPlayer:
    """A player's result as it is reported; game wins, victory and tournament points are those before the final.

    Attributes:
        rank: None for a disqualified player, whose figures are all 0.
        toss: the place among those of one toss, from 1; 0 without any.
        rating_points: 0 in an event that gives none.
    """

    player: Player
    rank: int | None = None
    game_wins: int = 0
    victory_points: Halves = 0
    tournament_points: int = 0
    final_victory_points: Halves = 0
    toss: int = 0
    rating_points: int = 0


def reported_players(state: State) -> tuple[ReportedPlayer, ...]:
    """Everybody who sat in a round that counts: by rank, finalists by seed; the disqualified last."""
    ranked = [
        ReportedPlayer(
            player=row.player,
            rank=row.rank,
            game_wins=row.game_wins,
            victory_points=row.victory_points,
            tournament_points=row.tournament_points,
            final_victory_points=row.final_victory_points or 0,
            toss=row.toss,
            rating_points=row.rating_points or 0,
        )
        for row in standings(state)
        if row.rank is not None and row.rounds
    ]
    played = {number for entry in counted_rounds(state) for number in entry.played_by}
    disqualified = (
        ReportedPlayer(player=player)
        for number, player in sorted(state.players.items())
        if number in played and player.status is PlayerStatus.DISQUALIFIED
    )
    return (*ranked, *disqualified)


def render_archondata(state: State) -> str:
    """The line, without a line break; a VEKN number that is none is left empty."""
    rounds = preliminary_rounds(state) + has_played_final(state)
    fields = (field for player in reported_players(as_reported(state)) for field in _fields(player))
    return f"{rounds}{HEAD_END}{''.join(f'{field}{FIELD_END}' for field in fields)}"


def _fields(player: ReportedPlayer) -> Iterator[str]:
    yield DISQUALIFIED if player.rank is None else str(player.rank)
    yield from map(field_text, (*player.player.first_and_last, player.player.city))
    yield player.player.vekn if has_number(player.player) else ""
    yield str(player.game_wins)
    yield render_victory_points(player.victory_points)
    yield render_victory_points(player.final_victory_points)
    yield str(player.tournament_points)
    yield str(player.toss)
    yield str(player.rating_points)


@dataclass(frozen=True, slots=True)
class ReadArchondata:
    """The line of another program: the rounds with the final, and of each player the fields as written."""

    rounds: int
    players: tuple[tuple[str, ...], ...]


def parse_archondata(source: bytes) -> ReadArchondata:
    """The fields of a line.

    Raises:
        NoArchondata: it is none, and at which player and field it stops being one.
    """
    try:
        text = source.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise NoArchondata(Message("That is not archondata: it is not UTF-8 text.")) from None
    head, sign, rest = text.partition(HEAD_END)
    if not sign or not (head.isascii() and head.isdecimal() and len(head) < 3):
        raise NoArchondata(Message("That is not archondata: it begins with the number of rounds and “¤”."))
    *fields, end = rest.split(FIELD_END)
    number, over = len(fields) // len(FIELDS) + 1, len(fields) % len(FIELDS)
    if end:
        raise NoArchondata(Message("This archondata ends within player %(number)s.", number=number))
    if over:
        sentence = Message(
            "Player %(number)s of archondata has %(count)s fields, not %(most)s.",
            number=number,
            count=over,
            most=len(FIELDS),
        )
        raise NoArchondata(sentence)
    players = tuple(tuple(fields[place : place + len(FIELDS)]) for place in range(0, len(fields), len(FIELDS)))
    for number, values in enumerate(players, start=1):
        for name, value in zip(FIELDS, values, strict=True):
            if name in _NUMBERS and not (_is_number(value) or (name == "rank" and value in (DISQUALIFIED, WITHDRAWN))):
                message = Message(
                    "Player %(number)s of archondata: “%(value)s” is not a number (%(field)s).",
                    number=number,
                    field=name,
                    value=value[:40],
                )
                raise NoArchondata(message)
    return ReadArchondata(int(head), players)


def _is_number(value: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,3})?", value) is not None


def is_archondata(text: str) -> bool:
    """Whether a text begins as archondata does."""
    return re.match(rf"\s*[0-9]{{1,2}}{HEAD_END}", text) is not None


def listed_players(read: ReadArchondata) -> list[ImportedPlayer]:
    """Its players as a list of them, each by the number of its place; what was won is named as not kept."""
    note = Message("Results in archondata are not kept: it does not say who sat where.")
    players = [
        ImportedPlayer(
            line=place,
            name=" ".join(filter(None, values[1:3])),
            first=values[1],
            last=values[2],
            city=values[3],
            vekn=values[_VEKN],
        )
        for place, values in enumerate(read.players, start=1)
    ]
    return [ImportedPlayer(line=0, name="", note=note), *players]


def differences(state: State, read: ReadArchondata) -> list[Message]:
    """The differences of a line from the event: the rounds, players missing or too many, each field."""
    ours = parse_archondata(render_archondata(state).encode())
    sentences = []
    if read.rounds != ours.rounds:
        sentences.append(Message("Rounds: %(value)s, here %(other)s.", value=read.rounds, other=ours.rounds))
    expected, sent = _by_person(ours), _by_person(read)
    for person, values in expected.items():
        if person not in sent:
            sentences.append(Message("%(name)s is missing.", name=" ".join(filter(None, values[1:3]))))
            continue
        for name, here, there in zip(FIELDS, values, sent[person], strict=True):
            if here != there and not (_is_number(here) and _is_number(there) and float(here) == float(there)):
                sentences.append(
                    Message(
                        "%(name)s, %(field)s: %(value)s, here %(other)s.",
                        name=" ".join(filter(None, values[1:3])),
                        field=name,
                        value=there or "-",
                        other=here or "-",
                    )
                )
    for person, values in sent.items():
        if person not in expected:
            sentences.append(
                Message("%(name)s is not a player of this event.", name=" ".join(filter(None, values[1:3])))
            )
    return sentences


def _by_person(read: ReadArchondata) -> dict[str, tuple[str, ...]]:
    return {values[_VEKN] or " ".join(values[1:3]): values for values in read.players}


def field_text(text: str) -> str:
    """A text that breaks no line of fields: composed, without the signs that part them, on one line."""
    parted = re.sub(f"[{HEAD_END}{FIELD_END}]", "", unicodedata.normalize("NFC", text))
    return plain_line(parted)


def plain_line(text: str) -> str:
    """A text on one line: white space is a space each, signs that no page shows are left out."""
    spaced = tidy_line(text)
    if spaced.isprintable():  # a text of a thousand names has almost none of them
        return spaced
    kept = "".join(character for character in spaced if unicodedata.category(character) not in ("Cc", "Cs"))
    return " ".join(kept.split())
