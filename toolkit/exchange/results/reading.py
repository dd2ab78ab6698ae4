"""Reading and writing results: our CSV, archondata, vekn.net's answer, and archives of winners (YAML, JSON)."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from toolkit.exchange.archon.app_json import (
    CANNOT_READ,
    is_archon,
    report_of_archon,
    results_of_archon,
    unreadable,
    whole_number,
)
from toolkit.exchange.archondata import DISQUALIFIED, FIELDS, WITHDRAWN, is_archondata, parse_archondata, plain_line
from toolkit.exchange.results.model import BadResults, EventResults, ResultRow
from toolkit.files import NotRead, not_expected, text_of
from toolkit.languages import N_, Message, without_invisible
from toolkit.languages.days import no_day
from toolkit.scoring import Halves, ImpossibleScores, parse_victory_points, render_victory_points
from toolkit.tournament.configuration import EventKind, country_or_text

EXPECTED = Message("the results of an event")
INSTEAD = Message("Choose a CSV with a heading row, archondata, or an answer of Archon or vekn.net.")
COLUMNS = ("place", "name", "vekn", "country", "city", "gw", "vp", "tp", "final_vp", "toss")
# Other headings of the columns.
_COLUMN_OF = {
    **{name: name for name in (*COLUMNS, "first", "last")},
    **{"rank": "place", "pos": "place", "player": "name", "firstname": "first", "lastname": "last"},
    **{"veknid": "vekn", "vekn_id": "vekn", "number": "vekn", "game_wins": "gw", "victory_points": "vp"},
    **{"tournament_points": "tp", "vpf": "final_vp", "final_victory_points": "final_vp"},
}
_HEAD = re.compile(r"#\s*([a-z_]+)\s*[:=]\s*(.*)", re.IGNORECASE)
_FORMAT = re.compile(r"(\d{1,2})\s*R(\s*\+\s*F)?", re.IGNORECASE)
# Archon's placeholder among vekn.net's places.
_PLACEHOLDER = ("9999", "AQ")
_FINALISTS = 5
_LONGEST_FIGURE = 6


def read_results(
    content: bytes, *, highest_toss_first: bool = True, fallback: EventResults | None = None
) -> EventResults:
    """The results in a file of any of the known forms, not checked yet; `fallback` has a head for what it lacks.

    `highest_toss_first`: how archondata and Archon count the toss; the workbook and this program count from 1.

    Raises:
        BadResults: the file is something else, or a line of it cannot be read.
    """
    if is_archon(content):
        read = results_of_archon(content, code=fallback.archon_code if fallback else "")
    else:
        text = text_of(content, EXPECTED)
        if isinstance(text, NotRead):
            raise BadResults((text.sentence(INSTEAD),))
        read = _of_text(without_invisible(text), highest_toss_first=highest_toss_first)
    return _with_head(read, fallback or EventResults())


def _of_text(text: str, *, highest_toss_first: bool) -> EventResults:
    try:
        return _of_form(text, highest_toss_first=highest_toss_first)
    except CANNOT_READ as error:
        raise unreadable(error) from error


def _of_form(text: str, *, highest_toss_first: bool) -> EventResults:
    if is_archondata(text):
        return _of_archondata(text, highest_toss_first=highest_toss_first)
    if text.lstrip().startswith(("{", "[")):
        return _of_json(text)
    if re.match(r"(?s)(?:---\s*\n)?name:.*^winner:", text, re.MULTILINE):
        return _of_winner(_scalars(text))
    return read_csv(text)


def _with_head(read: EventResults, head: EventResults) -> EventResults:
    """The results with the head's values where they have the default."""
    usual = EventResults()
    names = ("name", "date", "last_day", "city", "country", "organizer", "vekn_event", "archon_code", "kind")
    missing = {name: getattr(head, name) for name in names if getattr(read, name) == getattr(usual, name)}
    return replace(read, **missing)


# Our own CSV


def read_csv(text: str) -> EventResults:
    """A table with a heading row below lines of `# key: value`; commas, semicolons or tabs.

    Raises:
        BadResults: no known heading, or a line that cannot be read, which is named.
    """
    lines = text.splitlines()
    head = {match[1].casefold(): match[2].strip() for line in lines if (match := _HEAD.match(line.strip()))}
    table = [
        (number, line) for number, line in enumerate(lines, start=1) if line.strip() and not _HEAD.match(line.strip())
    ]
    if not table:
        raise _nothing_known(N_("text without a table") if text.strip() else N_("an empty file"))
    first = table[0][1]
    delimiter = "\t" if "\t" in first else max(",;", key=first.count)
    try:
        rows = [next(csv.reader([line], delimiter=delimiter)) for _, line in table]
    except csv.Error as error:
        raise BadResults((Message("The file is not CSV: %(what)s.", what=str(error)),)) from error
    columns = [_COLUMN_OF.get(cell.strip().casefold().replace(" ", "_"), "") for cell in rows[0]]
    if "place" not in columns or not {"name", "last", "vekn"} & set(columns):
        raise _nothing_known(N_("text without the columns of results"))
    problems: list[Message] = []
    read = [
        _row_of_cells(number, dict(zip(columns, cells, strict=False)), problems)
        for (number, _), cells in zip(table[1:], rows[1:], strict=True)
    ]
    results = _headed(head, tuple(read), problems)
    if problems:
        raise BadResults(tuple(problems))
    return results


def _nothing_known(what: str) -> BadResults:
    first_row = Message(
        "The first row needs the headings “place” and “name” or “vekn”, e.g. place,name,vekn,gw,vp,tp,final_vp."
    )
    return BadResults((not_expected(what, EXPECTED).sentence(first_row),))


def _row_of_cells(line: int, cells: Mapping[str, str], problems: list[Message]) -> ResultRow:
    def figure[F](column: str, read: Callable[[str], F]) -> F | None:
        written = cells.get(column, "").strip()
        try:
            return _short(read, written) if written else None
        except (ValueError, ImpossibleScores):
            problems.append(
                Message(
                    "Line %(line)s: “%(written)s” is not a number (%(field)s).",
                    line=line,
                    written=written[:20],
                    field=column,
                )
            )
            return None

    place = cells.get("place", "").strip()
    out = place.upper() if place.upper() in (DISQUALIFIED, WITHDRAWN) else ""
    whole = " ".join((cells.get("first", ""), cells.get("last", ""))) if "last" in cells or "first" in cells else ""
    return ResultRow(
        name=plain_line(whole) or plain_line(cells.get("name", "")),
        vekn=cells.get("vekn", "").strip(),
        country=country_or_text(plain_line(cells.get("country", ""))),
        city=plain_line(cells.get("city", "")),
        place=None if out else figure("place", int),
        out=out,
        game_wins=figure("gw", int),
        victory_points=figure("vp", parse_victory_points),
        tournament_points=figure("tp", int),
        final_victory_points=figure("final_vp", parse_victory_points),
        toss=figure("toss", int) or 0,
    )


def head_of(given: Mapping[str, str]) -> EventResults:
    """The head of an event without rows, by the keys that a CSV has above its table.

    Raises:
        BadResults: a value is none of its kind.
    """
    problems: list[Message] = []
    results = _headed(given, (), problems)
    if problems:
        raise BadResults(tuple(problems))
    return results


def _short[F](read: Callable[[str], F], written: str) -> F:
    if len(written) > _LONGEST_FIGURE:
        raise ValueError(written)
    return read(written)


def _headed(head: Mapping[str, str], rows: tuple[ResultRow, ...], problems: list[Message]) -> EventResults:
    """The event of a head written as keys and values."""
    rounds, has_final = _rounds(head.get("rounds", ""))
    kind = head.get("kind", "") or EventKind.STANDARD_CONSTRUCTED
    if kind not in list(EventKind):
        problems.append(Message("“%(written)s” is not a kind of event, e.g. standard_constructed.", written=kind[:40]))
        kind = EventKind.STANDARD_CONSTRUCTED
    return EventResults(
        name=plain_line(head.get("name", "")),
        date=_day(head.get("date", ""), problems),
        last_day=_day(head.get("last_day", ""), problems),
        city=plain_line(head.get("city", "")),
        country=country_or_text(plain_line(head.get("country", ""))),
        kind=EventKind(kind),
        is_online=head.get("online", "").casefold() in ("1", "yes", "true"),
        sets=tuple(filter(None, (code.strip() for code in head.get("sets", "").split(",")))),
        organizer=plain_line(head.get("organizer", "")),
        vekn_event=_event_number(head.get("vekn_event", "")),
        archon_code=plain_line(head.get("archon_code", "")),
        rounds=rounds,
        has_final=has_final or any(row.is_finalist for row in rows),
        reported_players=_whole(head.get("players", "")),
        rows=rows,
        origin=head.get("origin", "csv"),
    )


def _rounds(text: str) -> tuple[int, bool]:
    match = _FORMAT.match(text.strip())
    return (int(match[1]), bool(match[2])) if match else (_whole(text), False)


def _whole(text: object) -> int:
    match = re.match(r"\s*(\d{1,4})(?!\d)", str(text))
    return int(match[1]) if match else 0


def _event_number(text: object) -> str:
    match = re.fullmatch(r"\s*(?:.*/event/)?(\d{1,9})(?:\D.*)?", str(text or ""))
    return match[1] if match else ""


def _day(text: object, problems: list[Message] | None = None) -> datetime.date | None:
    if not text:
        return None
    try:
        return datetime.date.fromisoformat(str(text)[:10])
    except ValueError:
        if problems is not None:
            problems.append(no_day(str(text)))
        return None


def write_csv(results: EventResults) -> str:
    """The results as our own CSV; `read_csv` reads them back."""
    rounds = f"{results.rounds or ''}R{'+F' if results.has_final else ''}" if results.rounds else ""
    head = {
        "name": results.name,
        "date": results.date.isoformat() if results.date else "",
        "last_day": results.last_day.isoformat() if results.last_day else "",
        "city": results.city,
        "country": results.country,
        "kind": results.kind.value,
        "online": "yes" if results.is_online else "",
        "sets": ", ".join(results.sets),
        "organizer": results.organizer,
        "vekn_event": results.vekn_event,
        "archon_code": results.archon_code,
        "rounds": rounds,
        "players": str(results.reported_players or ""),
        "origin": results.origin if results.origin != "csv" else "",
    }
    always = ("name", "date")
    text = io.StringIO()
    text.writelines(f"# {key}: {value}\n" for key, value in head.items() if value or key in always)
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(map(_cells, results.rows))
    return text.getvalue()


def _cells(row: ResultRow) -> list[object]:
    figures = (row.game_wins, _points(row.victory_points), row.tournament_points, _points(row.final_victory_points))
    cells = [row.place or row.out, row.name, row.vekn, row.country, row.city, *figures, row.toss or ""]
    return ["" if cell is None else cell for cell in cells]


def _points(points: Halves | None) -> str | None:
    return None if points is None else render_victory_points(points)


# The forms of other programs


def _of_archondata(text: str, *, highest_toss_first: bool) -> EventResults:
    read = parse_archondata(text.encode())
    players = [dict(zip(FIELDS, values, strict=True)) for values in read.players]
    has_final = any(float(player["final victory points"]) for player in players)
    out = (DISQUALIFIED, WITHDRAWN)
    finalists = _finalists(
        [_whole(player["rank"]) if player["rank"] not in out else 0 for player in players], has_final
    )
    rows = [
        ResultRow(
            name=plain_line(f"{player['first']} {player['last']}"),
            vekn=player["vekn"],
            city=plain_line(player["city"]),
            place=None if player["rank"] in out else whole_number(player["rank"]),
            out=player["rank"] if player["rank"] in out else "",
            game_wins=whole_number(player["game wins"]),
            victory_points=parse_victory_points(player["victory points"]),
            tournament_points=whole_number(player["tournament points"]),
            final_victory_points=parse_victory_points(player["final victory points"]) if is_finalist else None,
            toss=whole_number(player["toss"]),
        )
        for player, is_finalist in zip(players, finalists, strict=True)
    ]
    return EventResults(
        rounds=read.rounds - has_final,
        has_final=has_final,
        rows=_tossed(rows, highest_first=highest_toss_first),
        origin="archondata",
    )


def _finalists(places: Sequence[int], has_final: bool) -> list[bool]:
    """Whether each is a finalist: places 1 to 5, if there was a final."""
    return [has_final and 1 <= place <= _FINALISTS for place in places]


def _tossed(rows: Iterable[ResultRow], *, highest_first: bool) -> tuple[ResultRow, ...]:
    """The rows with tosses counted from 1, the best."""
    rows = tuple(rows)
    most = max((row.toss for row in rows), default=0)
    if not highest_first:
        return rows
    return tuple(replace(row, toss=most + 1 - row.toss) if row.toss else row for row in rows)


def _of_json(text: str) -> EventResults:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BadResults((Message("This is JSON that breaks off or is wrong. %(note)s", note=INSTEAD),)) from None
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if not isinstance(content, dict):
        raise _other_json()
    data = content.get("data", content)
    events = data.get("events") if isinstance(data, dict) else None
    if isinstance(events, list) and len(events) == 1 and "players" in events[0]:
        return _of_vekn(events[0])
    if isinstance(content.get("tournament"), dict) and isinstance(content.get("standings"), list):
        return report_of_archon(content)
    if "player" in content and isinstance(content.get("event"), dict):
        return _of_winner(_krcg_facts(content))
    raise _other_json()


def _other_json() -> BadResults:
    return BadResults((not_expected(N_("JSON of something else"), EXPECTED).sentence(INSTEAD),))


_VEKN_KINDS = list(EventKind)


def _of_vekn(event: Mapping[str, Any]) -> EventResults:
    """An event as vekn.net answers it; numbers may be text, and players have no names."""
    rounds, has_final = _rounds(str(event.get("rounds", "")))
    kind = _whole(event.get("eventtype_id", 2))
    players = event["players"]
    if not players:
        raise BadResults((Message("vekn.net has no results of this event yet."),))
    has_final = has_final and any(float(player.get("vpf") or 0) for player in players)
    rows = [_vekn_row(player) for player in players]
    finalists = _finalists([row.place or 0 for row in rows], has_final)
    is_placeholder = (str(event.get("venue_id")), event.get("venue_country")) == _PLACEHOLDER
    first, last = _day(event.get("event_startdate")), _day(event.get("event_enddate"))
    return EventResults(
        name=plain_line(str(event["event_name"])),
        date=first,
        last_day=None if last == first else last,
        city="" if is_placeholder else plain_line(str(event.get("venue_city") or "")),
        country="" if is_placeholder else country_or_text(str(event.get("venue_country") or "")),
        kind=_VEKN_KINDS[kind - 1] if 1 <= kind <= len(_VEKN_KINDS) else EventKind.STANDARD_CONSTRUCTED,
        is_online=str(event.get("event_isonline", "0")) == "1",
        vekn_event=str(event["event_id"]),
        rounds=rounds,
        has_final=has_final,
        rows=_tossed(_final_of(rows, finalists), highest_first=True),
        origin="vekn",
    )


def _vekn_row(player: Mapping[str, Any]) -> ResultRow:
    """A player's row, as if everybody had played the final."""
    is_disqualified, has_withdrawn = (bool(_whole(player.get(flag, 0))) for flag in ("dq", "wd"))
    is_out = is_disqualified or has_withdrawn
    return ResultRow(
        vekn=str(player["veknid"]),
        place=None if is_out else _whole(player["pos"]) or None,
        out=(DISQUALIFIED if is_disqualified else WITHDRAWN) if is_out else "",
        game_wins=whole_number(player["gw"]),
        victory_points=parse_victory_points(str(player["vp"])),
        tournament_points=whole_number(player["tp"]),
        final_victory_points=parse_victory_points(str(player.get("vpf") or 0)),
        toss=_whole(player.get("tie", 0)),
    )


def _final_of(rows: Iterable[ResultRow], finalists: Iterable[bool]) -> Iterator[ResultRow]:
    """The rows with the final's points of the finalists alone."""
    for row, is_finalist in zip(rows, finalists, strict=True):
        yield row if is_finalist else replace(row, final_victory_points=None)


def _scalars(text: str) -> dict[str, str]:
    """The top level of a YAML file of plain values, as channel-ten writes it; indented lines go on with a value."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if match := re.match(r"([a-z_]+):(?:\s+(.*))?$", line):
            key = match[1]
            found[key] = (match[2] or "").strip()
        elif line.startswith("  ") and found.get(key) and not line.strip().startswith("- "):
            found[key] += f" {line.strip()}"
        else:
            key = ""
    return {name: _unquoted(value) for name, value in found.items() if value}


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return str(json.loads(value)) if len(value) > 1 and value[0] == value[-1] == '"' else value


_SCORE = re.compile(r"\s*(?:(\d+)\s*GW\s*([\d.,]+)\s*\+\s*)?([\d.,]+)(?:\s*vp)?\s*in(?: the)? final", re.IGNORECASE)


def _of_winner(facts: Mapping[str, str]) -> EventResults:
    """The head of an event and its winner's row, as the archives of winning decks keep them."""
    rounds, has_final = _rounds(facts.get("rounds_format", ""))
    score = _SCORE.match(facts.get("vp_comment", ""))
    winner = ResultRow(
        name=plain_line(facts.get("winner", "")),
        vekn=facts.get("vekn_number", ""),
        place=1,
        game_wins=int(score[1]) if score and score[1] else None,
        victory_points=parse_victory_points(score[2]) if score and score[2] else None,
        final_victory_points=parse_victory_points(score[3]) if score else None,
    )
    *city, country = facts.get("location", "").rsplit(",", 1)
    is_online = facts.get("location", "").strip().casefold() == "online"
    return EventResults(
        name=plain_line(facts.get("name", "")),
        date=_day(facts.get("date_start")),
        last_day=_day(facts.get("date_end")),
        city="" if is_online else plain_line("".join(city)),
        country="" if is_online else country_or_text(plain_line(country)),
        is_online=is_online,
        vekn_event=_event_number(facts.get("event_id") or facts.get("event_url")),
        rounds=rounds,
        has_final=has_final,
        reported_players=_whole(facts.get("players_count", "")),
        rows=(winner,),
        origin="winner",
    )


def _krcg_facts(deck: Mapping[str, Any]) -> dict[str, str]:
    """The same of a deck in krcg's archive of winning decks, whose event is an object."""
    event, score = deck["event"], deck.get("score") or {}
    points = f"{score.get('round_gw', 0)}GW{score.get('round_vp', 0)} + {score['finals_vp']} in final" if score else ""
    finals = "+F" if event.get("finals", True) else ""
    facts = {
        "name": event.get("name"),
        "location": event.get("place"),
        "date_start": event.get("date"),
        "date_end": event.get("end_date"),
        "rounds_format": f"{event['rounds']}R{finals}" if event.get("rounds") else "",
        "players_count": event.get("players_count"),
        "winner": deck.get("player"),
        "event_url": event.get("url"),
        "vp_comment": points,
    }
    return {name: str(value) for name, value in facts.items() if value}
