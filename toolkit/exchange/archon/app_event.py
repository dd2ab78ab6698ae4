"""A whole event of the app Archon: its players, rounds, seats, points and final, by the operations of any event."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from toolkit.exchange.archon.app_json import CANNOT_READ, ArchonEvent, Member, StandingsDiffer, read_archon, unreadable
from toolkit.exchange.archon.events import Making
from toolkit.exchange.archon.model import FINAL_WORD, OUT, Book, BookPlayer, BookSeat, BookTable, Override
from toolkit.exchange.archon.reading import NoArchonWorkbook
from toolkit.exchange.archondata import plain_line
from toolkit.exchange.results.model import ONLY_RESULTS, BadResults
from toolkit.languages import Message, Points
from toolkit.scoring import Halves, parse_victory_points
from toolkit.tournament.configuration import Configuration, EventKind, EventRuleSet, country_or_text
from toolkit.tournament.event import create
from toolkit.tournament.facts import ArchonRead, NoteAdded, SanctionKind
from toolkit.tournament.players import add_player
from toolkit.tournament.standings import standings
from toolkit.tournament.state import State
from toolkit.tournament.steps import finish
from toolkit.tournament.tournament import Tournament

type Figures = tuple[int, Halves, int]

WINNER_DIFFERS = Message("The winner at Archon is another player.")
SEEDS_DIFFER = Message("The seeds of the final differ from Archon's.")
_TOLD = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvent:
    """An event of Archon's file with its rounds.

    Attributes:
        event: the file's own.
        unnamed: VEKN numbers of players whose names neither the file nor `names` has; “Player 3” for one without any.
        differences: what our standings have otherwise than Archon's, some of it.
    """

    tournament: Tournament
    event: ArchonEvent
    unnamed: tuple[str, ...]
    differences: tuple[Message, ...]


def tournament_of_archon(
    content: bytes,
    *,
    names: Callable[[str], str],
    at: datetime,
    by: str,
    kind: EventKind | None = None,
    accepted: str = "",
) -> tuple[Tournament, ArchonEvent]:
    """The event of a file with its rounds, and the file's own; `names` gives a player's name by VEKN number, or "".

    `kind` is the kind of event where Archon does not say it; `accepted` why differing standings are taken all the same.

    Raises:
        BadResults: the file cannot be read, has no rounds, or its standings differ from those of its own tables.
    """
    read = read_event(content, names=names, at=at, by=by, kind=kind)
    if not read.differences:
        return read.tournament, read.event
    if not accepted:
        raise StandingsDiffer(read.differences)
    reason, different = plain_line(accepted), " ".join(map(str, read.differences))
    note = NoteAdded(text=f"Taken although Archon's standings differ: {reason} ({different})")
    return read.tournament.with_facts([note], at=at, by=by), read.event


def read_event(
    content: bytes, *, names: Callable[[str], str], at: datetime, by: str, kind: EventKind | None = None
) -> ReadEvent:
    """The event of a file with its rounds, whatever its standings are; the arguments are as above.

    Raises:
        BadResults: the file cannot be read, or has no rounds.
    """
    event = read_archon(content)
    try:
        _check_rounds(event)
        making = Making(at, by)
        making.add("Event", lambda _: create(_configuration(event, kind)))
        making.add("Event", lambda _: [_origin(event, content)])
        _play(making, event, names)
        differences = tuple(_differences(making.tournament, event))[:_TOLD]
    except NoArchonWorkbook as error:
        raise BadResults((error.message,)) from error
    except CANNOT_READ as error:
        raise unreadable(error) from error
    players = [(event.member(uid), number) for uid, number in numbers_of(event).items()]
    unnamed = [(member, number) for member, number in players if not (member.name or names(member.vekn))]
    return ReadEvent(
        tournament=making.tournament,
        event=event,
        unnamed=tuple(member.vekn or _unknown(number) for member, number in unnamed),
        differences=differences,
    )


def _check_rounds(event: ArchonEvent) -> None:
    if not event.has_seats:
        raise BadResults((Message("Archon does not say who sat where in this event. %(note)s", note=ONLY_RESULTS),))
    if not _can_seat_proxies(event):
        raise BadResults(
            (Message("A proxy player sits elsewhere than alone at a table of four. %(note)s", note=ONLY_RESULTS),)
        )
    for number, tables in enumerate(event.rounds, start=1):
        for place, table in enumerate(tables, start=1):
            if table["state"] != "Finished":
                raise BadResults(
                    (Message("Round %(number)s, table %(table)s is not finished.", number=number, table=place),)
                )


def _can_seat_proxies(event: ArchonEvent) -> bool:
    """Whether each proxy player sits alone at tables of four, outside of the final (JG 5.1)."""
    proxies = set(event.proxies)
    seats = [
        [seat["player_uid"] in proxies for seat in table["seating"]] for round_ in event.rounds for table in round_
    ]
    is_in_final = any(seat["player_uid"] in proxies for seat in event.final_seats)
    return not is_in_final and all(not any(table) or (len(table) == 4 and sum(table) == 1) for table in seats)


def _configuration(event: ArchonEvent, named: EventKind | None) -> Configuration:
    fields, kind = event.fields, named or event.kind
    first, last = event.day("start"), event.day("finish")
    return Configuration(
        name=plain_line(str(fields["name"])),
        date=first,
        last_day=None if last == first else last,
        timezone=str(fields.get("timezone") or ""),
        place=plain_line(str(fields.get("city") or "")),
        venue=plain_line(str(fields.get("venue") or "")),
        country=country_or_text(str(fields.get("country") or "")),
        is_online=bool(fields.get("online")),
        vekn_event=event.vekn_event,
        rule_set=EventRuleSet.LIMITED if kind.is_limited else EventRuleSet.CONSTRUCTED,
        kind=kind,
        rounds=len(event.rounds),
        has_final=bool(event.final_seats),
    )


def _origin(event: ArchonEvent, content: bytes) -> ArchonRead:
    code, uid = str(event.fields.get("event_code") or ""), str(event.fields["uid"])
    return ArchonRead(uid=uid, code=code, checksum=hashlib.sha256(content).hexdigest())


def numbers_of(event: ArchonEvent) -> dict[str, int]:
    """The players who sat at a table, numbered from 1 in Archon's order, by uid; proxy players are none."""
    sat = {seat["player_uid"] for tables in event.rounds for table in tables for seat in table["seating"]}
    sat.difference_update(event.proxies)
    uids = [player["user_uid"] for player in event.fields["players"] if player["user_uid"] in sat]
    return {uid: number for number, uid in enumerate(uids, start=1)}


def _play(making: Making, event: ArchonEvent, names: Callable[[str], str]) -> None:
    numbers = numbers_of(event)
    for uid, number in numbers.items():
        _add_player(making, event.member(uid), number, names)
    book, taken = _book(event, numbers, names), _adjustments(event, numbers)
    for number, tables in enumerate(book.rounds, start=1):
        making.round(book, number, tables)
        for player in (player for player, round_, times in taken if round_ == number for _ in range(times)):
            making.sanction(f"Round {number}", player, SanctionKind.ADJUSTMENT, "As in Archon's standings")
    making.flags(book)
    if book.final:
        making.final(book)
    making.add("Event", finish)


def _called(member: Member, names: Callable[[str], str], *, unknown: str) -> str:
    return member.name or names(member.vekn) or (f"VEKN {member.vekn}" if member.vekn else unknown)


def _unknown(number: int) -> str:
    """The name of a player without a name or a VEKN number."""
    return f"Player {number}"


def _add_player(making: Making, member: Member, number: int, names: Callable[[str], str]) -> None:
    known = _called(member, names, unknown=_unknown(number))
    country = country_or_text(member.country)
    making.add(
        f"Player {number}",
        lambda state: add_player(state, known, vekn=member.vekn, country=country, is_namesake=True),
    )


def _book(event: ArchonEvent, numbers: Mapping[str, int], names: Callable[[str], str]) -> Book:
    """Rounds, final, tosses and disqualifications as a workbook would type them."""
    tosses = {row["user_uid"]: int(row.get("toss") or 0) for row in event.fields["standings"]}
    most = max(tosses.values(), default=0)
    states = {player["user_uid"]: player["state"] for player in event.fields["players"]}
    players = [
        BookPlayer(
            first="",
            last="",
            flag=OUT if states[uid] == "Disqualified" else "",
            # There a higher toss is better.
            toss=most + 1 - tosses[uid] if tosses.get(uid) else 0,
        )
        for uid in numbers
    ]
    proxies = [_called(event.member(uid), names, unknown="Proxy player") for uid in event.proxies]
    seated = {**numbers, **{uid: -place for place, uid in enumerate(event.proxies, start=1)}}
    return Book(
        name="",
        players=tuple(players),
        proxies=tuple(proxies),
        rounds=tuple(tuple(_table(table["seating"], seated) for table in tables) for tables in event.rounds),
        final=_table(event.final_seats, numbers),
        overrides=tuple(_overrides(event)),
    )


def _table(seats: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> BookTable:
    return tuple(BookSeat(numbers[seat["player_uid"]], _halves(seat["result"]["vp"])) for seat in seats)


def _halves(points: object) -> int:
    return parse_victory_points(str(points))


def _overrides(event: ArchonEvent) -> Iterator[Override]:
    for number, tables in enumerate(event.rounds, start=1):
        for place, table in enumerate(tables, start=1):
            if table.get("override"):
                yield Override(str(number), place, _reason(table["override"]))
    if override := (event.fields.get("finals") or {}).get("override"):
        yield Override(FINAL_WORD, 1, _reason(override))


def _reason(override: Mapping[str, Any]) -> str:
    return plain_line(str(override.get("comment") or "")) or "Judge's decision at Archon"


def _adjustments(event: ArchonEvent, numbers: Mapping[str, int]) -> list[tuple[int, int, int]]:
    """The player, the round and the number of points that Archon's standings take off the sum of the seats."""
    taken = []
    for row in event.fields["standings"]:
        if row.get("disqualified") or row["user_uid"] not in numbers:
            continue
        played = [
            (number, _halves(seat["result"]["vp"]))
            for number, tables in enumerate(event.rounds, start=1)
            for table in tables
            for seat in table["seating"]
            if seat["player_uid"] == row["user_uid"]
        ]
        missing = sum(points for _, points in played) - _halves(row["vp"])
        if missing > 0 and missing % 2 == 0:
            taken.append((numbers[row["user_uid"]], played[-1][0], missing // 2))
    return taken


def _differences(tournament: Tournament, event: ArchonEvent) -> Iterator[Message]:
    """The differences of our standings from Archon's: a player's points, the winner, the seeds."""
    numbers = numbers_of(event)
    ours = {row.player.number: row for row in standings(tournament)}
    for theirs in event.fields["standings"]:
        row = ours.get(numbers.get(theirs["user_uid"], 0))
        if row is None or theirs.get("disqualified"):
            continue
        here = (row.game_wins, row.victory_points, row.tournament_points)
        there = (int(theirs["gw"]), _halves(theirs["vp"]), int(theirs["tp"]))
        if differs := standing_differs(row.player.name, here, there):
            yield differs
    winner = _winner(tournament)
    if event.final_seats and winner != numbers.get(str(event.fields["winner"])):
        yield WINNER_DIFFERS
    seeds = [numbers[uid] for uid in (event.fields.get("finals") or {}).get("seed_order") or ()]
    if seeds and tournament.final is not None and list(tournament.final.finalists) != seeds:
        yield SEEDS_DIFFER


def standing_differs(name: str, here: Figures, there: Figures) -> Message | None:
    """Both lines of a player's standing, where they differ: game wins, victory points in halves, tournament points."""
    if here == there:
        return None
    return Message(
        "%(name)s: %(here)s here, %(there)s at Archon.", name=name, here=_figures(here), there=_figures(there)
    )


def _figures(figures: Figures) -> Message:
    wins, points, places = figures
    return Message("%(gw)s GW %(vp)s VP %(tp)s TP", gw=wins, vp=Points(points), tp=places)


def _winner(state: State) -> int | None:
    return next((row.player.number for row in standings(state) if row.is_winner), None)
