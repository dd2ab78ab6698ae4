"""A whole tournament as one versioned JSON file: its log, which is everything, and what follows from it for readers.

Writing what was read gives the same bytes. `players`, `rounds`, `final` and `standings` are computed and not read back:
the log alone is, and its checksum tells a changed file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import EllipsisType
from typing import Any

from toolkit.errors import Invalid
from toolkit.files import NotRead, not_expected, text_of
from toolkit.languages import N_, Message, Sayable
from toolkit.scoring import victory_points_number
from toolkit.tournament import LogEntry, Round, Tournament, fact_to_dict, fold
from toolkit.tournament.codec import encode
from toolkit.tournament.facts import EntriesRedone, EntriesUndone
from toolkit.tournament.games import adjustments
from toolkit.tournament.log import drift_to_dict, entry_from_dict
from toolkit.tournament.sanctions import sanction_records
from toolkit.tournament.settings import check_years
from toolkit.tournament.standings import Standing, round_scores, standings, winner
from toolkit.tournament.state import Player, State
from toolkit.views import ViewOf, json_values

FORMAT = "vtes-toolkit tournament"
VERSION = 1
MOST_BYTES = 100_000_000
# Of an event that was played some thousands are: more would keep every other writer waiting.
_MOST_TOLD_AGAIN = 200_000
_TOO_LARGE = Message("The file is too large for a tournament.")
_EXPECTED = Message("an export of a tournament")
_INSTEAD = Message("Choose the JSON file that the event was exported as.")


class DamagedExport(Invalid):
    """A file that is not a whole export; its code is older than its sentences."""

    code = "damaged_export"


class NewerExport(Invalid):
    """A file that a newer version of this program wrote."""

    code = "newer_version"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedPlayerView(ViewOf[Player]):
    """A player."""

    player: int
    name: str
    vekn: str
    city: str
    country: str
    first: str
    last: str
    agrees_to_archive: bool | None
    status: str
    joined_after: int
    left_during: int | None
    fixed_table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedSeatView:
    """A seat: victory points as they were entered, and all that counts after judges' adjustments.

    Attributes:
        player: null for a proxy player, who is named.
    """

    player: int | None
    proxy: str | None
    outcome: str | None
    victory_points: float | None
    adjustments: int
    adjusted_victory_points: float | None
    game_wins: int | None
    tournament_points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedOverrideView:
    """Why a judge set a result that no game can end with."""

    reason: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedTableView:
    """A table."""

    table: int
    name: str
    seats: list[ExportedSeatView]
    events: tuple[str, ...]
    override: ExportedOverrideView | None
    confirmed_by: int | None
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedRoundView:
    """A round; the final has number 0."""

    round: int
    published: bool
    seed: int | None
    sitting_out: tuple[int, ...]
    tables: list[ExportedTableView]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedFinalView:
    """The final; cards and rounds of decks by the player's number."""

    finalists: tuple[int, ...]
    unavailable: list[int]
    row: tuple[int, ...]
    first_player: int | None
    crypt_cards: Mapping[str, tuple[str, ...]]
    deck_rounds: Mapping[str, int]
    table: ExportedRoundView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView(ViewOf[Standing]):
    """A line of the standings.

    Attributes:
        rank: null for players who did not play. With `rounds`, also null before a player's first result.
        seed: seed in the final. Null for other players, before the last round is complete, and while a toss must
            decide. Then `tossed_for` is the first and the last seed of the tied players.
        vekn: null for people other than the event's officials.
    """

    rank: int | None
    player: str
    number: int
    vekn: str | None
    game_wins: int
    victory_points: float
    tournament_points: int
    rounds: int
    seed: int | None
    tossed_for: tuple[int, int] | None
    toss: int
    finalist: bool
    winner: bool
    final_victory_points: float | None
    rating_points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainView:
    """The chain of the entries: of each its salts and its checksum (`toolkit/storage/chain.py`).

    Attributes:
        log: the id of the event where the file was written.
    """

    log: str
    salts: Sequence[str]
    checksums: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportView:
    """The file.

    Attributes:
        chain: left out where the log comes from no store.
        entries: the log; each kind of fact has fields of its own, as have the `sanctions`.
        tosses: players in the order that was drawn.
    """

    format: str = FORMAT
    version: int = VERSION
    checksum: str
    chain: ChainView | EllipsisType = ...
    name: str
    entries: Sequence[Mapping[str, Any]]
    players: list[ExportedPlayerView]
    rounds: list[ExportedRoundView]
    final: ExportedFinalView | None
    sanctions: Sequence[Mapping[str, Any]]
    tosses: tuple[tuple[int, ...], ...]
    standings: list[StandingView]
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainedLog:
    """A log as a store keeps it: what chains it, and the stored form of each fact, which the chain is taken over."""

    chain: ChainView
    facts: Sequence[Mapping[str, Any]]


def render_tournament(tournament: Tournament, stored: ChainedLog | None = None) -> str:
    """The file: JSON, two spaces deep, a newline at its end; the same for the same log, always."""
    facts = (
        stored.facts
        if stored
        else [fact_to_dict(logged.fact) | drift_to_dict(logged.drift) for logged in tournament.log]
    )
    log = [
        {"number": entry.number, "at": entry.at.isoformat(), "by": entry.by, **fact}
        for entry, fact in zip(tournament.log, facts, strict=True)
    ]
    content = ExportView(
        checksum=_checksum(log),
        chain=stored.chain if stored else ...,
        name=tournament.settings.name,
        entries=log,
        players=[_player(tournament, number) for number in sorted(tournament.players)],
        rounds=[_round(tournament, round_) for round_ in tournament.rounds],
        final=_final(tournament),
        sanctions=[
            {"at": record.at.isoformat(), "by": record.by, **encode(record.sanction)}
            for record in sanction_records(tournament, tournament.log)
        ],
        tosses=tuple(tournament.tosses),
        standings=show_standings(tournament),
        winner=winner(tournament),
    )
    return json.dumps(json_values(content), ensure_ascii=False, indent=2) + "\n"


def parse_tournament(text: str | bytes) -> Tournament:
    """The tournament of a file.

    Raises:
        DamagedExport: not JSON, not of this format, or altered.
        NewerExport, NewerFact: written by a newer version.
        DamagedFact, CannotStand: a fact that cannot be read, or that contradicts those before it.
        BadValue: a day that is too far off.
    """
    content = _loaded(text)
    entries = content.get("entries")
    if not isinstance(entries, list) or content.get("checksum") != _checksum(entries):
        raise DamagedExport(
            Message("This export was changed after it was written: its log does not fit its checksum. Export it again.")
        )
    log = [*map(_parse_entry, entries)]
    if _told_again(log) > _MOST_TOLD_AGAIN:
        raise DamagedExport(_TOO_LARGE)
    tournament = fold(log)
    check_years(tournament.settings)
    return tournament


def _told_again(log: Sequence[LogEntry]) -> int:
    """How many entries are told once more where others are undone, each time that one is added to this log."""
    changes = (
        (entry.number, entry.fact.entries) for entry in log if isinstance(entry.fact, EntriesUndone | EntriesRedone)
    )
    return sum(number - min(entries, default=number) for number, entries in changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedLink:
    """An entry of the file as its chain has it; `payload` is what the fact says but its name."""

    number: int
    at: datetime
    by: str
    kind: str
    payload: Mapping[str, Any]
    salts: str
    checksum: str


def parse_chain(text: str | bytes) -> tuple[str, str, list[ExportedLink]]:
    """The id and the name of the event of a file, and its entries with what chains them.

    Raises:
        DamagedExport: not an export, or one without a chain.
    """
    content = _loaded(text)
    chain, entries = content.get("chain"), content.get("entries", ())
    if not isinstance(chain, dict) or not isinstance(entries, list):
        raise DamagedExport(Message("The file is older than the chain of entries: nothing in it can be verified."))
    try:
        links = [
            ExportedLink(
                number=int(entry.pop("number")),
                at=datetime.fromisoformat(entry.pop("at")),
                by=str(entry.pop("by")),
                kind=str(entry.pop("fact")),
                payload=entry,
                salts=str(salts),
                checksum=str(checksum),
            )
            for entry, salts, checksum in zip(entries, chain["salts"], chain["checksums"], strict=True)
        ]
        return str(chain["log"]), str(content["name"]), links
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DamagedExport(_no_entry()) from error


def _loaded(text: str | bytes) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise DamagedExport(_TOO_LARGE)
    content = json_of(text, _EXPECTED, _INSTEAD)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedExport(not_expected(N_("JSON of something else"), _EXPECTED).sentence(_INSTEAD))
    if type(content.get("version")) is not int or content["version"] < 1:
        raise DamagedExport(Message("This export of a tournament says no version. Export it again."))
    if content["version"] > VERSION:
        raise NewerExport(
            Message(
                "A newer version wrote this file (format %(number)s): update this program.", number=content["version"]
            )
        )
    return content


def json_of(content: str | bytes, expected: Sayable, instead: Sayable) -> Any:
    """The content of a file's JSON; `instead` says which file to give.

    Raises:
        DamagedExport: it is none, or breaks off; with what it is instead of what was expected.
    """
    text = content if isinstance(content, str) else text_of(content, expected)
    if isinstance(text, NotRead):
        raise DamagedExport(text.sentence(instead))
    if not text.strip():
        raise DamagedExport(not_expected(N_("an empty file"), expected).sentence(instead))
    try:
        return json.loads(text)
    except RecursionError as error:
        raise DamagedExport(not_expected(N_("JSON of something else"), expected).sentence(instead)) from error
    except ValueError as error:
        if not text.lstrip().startswith("{"):
            raise DamagedExport(not_expected(N_("a text"), expected).sentence(instead)) from error
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise DamagedExport(
            Message(
                "This is JSON that breaks off or is wrong at line %(number)s, not %(expected)s. "
                "Export it again, and take the whole file.",
                number=line,
                expected=expected,
            )
        ) from error


def _no_entry() -> Message:
    return Message("An entry of this export’s log has no number, author or time in UTC. Export it again.")


def _parse_entry(value: Any) -> LogEntry:
    if not isinstance(value, dict):
        raise DamagedExport(_no_entry())
    number, at, by = value.get("number"), value.get("at"), value.get("by")
    stored = {key: part for key, part in value.items() if key not in ("number", "at", "by")}
    try:
        time = datetime.fromisoformat(at)  # type: ignore[arg-type]  # what is no text is refused below
    except (TypeError, ValueError) as error:
        raise DamagedExport(_no_entry()) from error
    if type(number) is not int or not isinstance(by, str) or time.utcoffset() != timedelta(0):
        raise DamagedExport(_no_entry())
    return entry_from_dict(number, time, by, stored)


def _checksum(entries: list[Any]) -> str:
    compact = json.dumps(entries, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(compact.encode("utf-8", "surrogatepass")).hexdigest()


def _player(state: State, number: int) -> ExportedPlayerView:
    player = state.players[number]
    first, last = player.first_and_last
    return ExportedPlayerView.of(player, player=number, first=first, last=last)


def _round(state: State, round_: Round) -> ExportedRoundView:
    adjusted, taken = round_scores(state, round_), adjustments(state, round_.number)

    def seat(player: int) -> ExportedSeatView:
        raw, score = round_.scores.get(player), adjusted.get(player)
        return ExportedSeatView(
            player=player if player > 0 else None,
            proxy=None if player > 0 else state.player(player).name,
            outcome=raw.fate.value if raw and raw.fate else None,
            victory_points=victory_points_number(raw.victory_points) if raw else None,
            adjustments=taken[player],
            adjusted_victory_points=victory_points_number(score.victory_points) if score else None,
            game_wins=score.game_wins if score else None,
            tournament_points=score.tournament_points if score else None,
        )

    def table(number: int, players: tuple[int, ...]) -> ExportedTableView:
        result = round_.results.get(number)
        return ExportedTableView(
            table=number,
            name=state.settings.table_name(number),
            seats=[seat(player) for player in players],
            events=tuple(result.events) if result else (),
            override=ExportedOverrideView(reason=result.reason, card=result.card) if result and result.reason else None,
            confirmed_by=result.confirmed_by if result else None,
            locked=bool(result and result.is_locked),
        )

    return ExportedRoundView(
        round=round_.number,
        published=round_.is_published,
        seed=round_.seed,
        sitting_out=tuple(round_.sitting_out),
        tables=[table(number, players) for number, players in round_.numbered()],
    )


def _final(state: State) -> ExportedFinalView | None:
    if state.final is None:
        return None
    return ExportedFinalView(
        finalists=tuple(state.final.finalists),
        unavailable=sorted(state.unavailable),
        row=tuple(state.final.row),
        first_player=state.final.first_player,
        crypt_cards={str(player): tuple(cards) for player, cards in state.final.crypt_cards.items()},
        deck_rounds={str(player): number for player, number in state.final.deck_rounds.items()},
        table=_round(state, state.final_round) if state.final_round is not None else None,
    )


def show_standings(state: State) -> list[StandingView]:
    """Everybody's place, best first, in the shape that every door shares."""
    return [
        StandingView.of(
            row,
            player=row.player.name,
            number=row.player.number,
            vekn=row.player.vekn,
            victory_points=victory_points_number(row.victory_points),
            finalist=row.is_finalist,
            winner=row.is_winner,
            final_victory_points=None
            if row.final_victory_points is None
            else victory_points_number(row.final_victory_points),
        )
        for row in standings(state)
    ]
