"""`vtes-toolkit game`: follow a game on a record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn

import click

from toolkit.cli.tournament.common import READABLE_FILE, read_file, writing
from toolkit.errors import NotFound
from toolkit.game.ending import points, verdict
from toolkit.game.engine import Applied, carry, legal_operations, outcome, seats_to_act
from toolkit.game.events import Event
from toolkit.game.new import DeckCounts, StartGame, draw_first, draw_seating, new_game, setup_steps, size_faults
from toolkit.game.operation import Operation
from toolkit.game.options import PROFILES, VALUES, field_name, options_for
from toolkit.game.record import (
    BadRecord,
    Game,
    GameRecord,
    RecordLine,
    Redo,
    Undo,
    parse_operation,
    parse_record,
    render_operation,
    render_record,
)
from toolkit.game.refusals import IllegalOperation, Refusal
from toolkit.game.rules import RuleReading, reading, readings, rule
from toolkit.game.state import UnknownSeat
from toolkit.game.view import FaceDownCard, ShownCard, view_for
from toolkit.game.vocabulary import Zone
from toolkit.languages import Message
from toolkit.scoring import render_victory_points
from toolkit.views import ViewOf, json_values


@click.group("game")
def command() -> None:
    """Track a game with the rules engine.

    The record of the game is a text file; - is standard input.
    """


class NoRecord(NotFound):
    """The record's file cannot be written."""

    code = "no_record"


def _read(path: str) -> GameRecord:
    data = read_file(path)
    try:
        return parse_record(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        reason = Message("%(reason)s.", reason=Message("this is not text in UTF-8"))
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, reason) from None


def _write(path: str, record: GameRecord) -> None:
    text = render_record(record)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NoRecord(f"{path} cannot be written: a name or a comment is not text in UTF-8.") from None
    if path == "-":
        click.echo(text, nl=False)
        return
    # Written beside and moved into place: an interrupted run leaves the old record whole.
    target = Path(path)
    fresh = target.with_name(f".{target.name}.new")
    with writing(path):
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(target)


def _play(record: GameRecord, limit: int | None = None) -> tuple[Game, IllegalOperation | None, int]:
    """Replay as far as the rules allow; returns the game, the refusal and how many operations were done."""
    game = Game(record.start())
    for number, order in enumerate(record.operations[:limit]):
        try:
            game.push(order, accepted=record.is_older)
        except IllegalOperation as error:
            return game, error, number
    return game, None, len(record.operations[:limit])


def _place(record: GameRecord, number: int) -> str:
    """The place where a record is refused: its line and text."""
    line = [line for line in record.lines if line.operation is not None][number]
    assert line.operation is not None
    return f"Line {line.number}, {render_operation(line.operation)}"


def _refuse(place: str, text: str, error: BadRecord | IllegalOperation, *, as_json: bool = False) -> NoReturn:
    """Say which operation is refused, and by what, and stop."""
    reason, sentence = (error.said, error.said) if isinstance(error, BadRecord) else (error.refusal.message, str(error))
    if as_json:
        refused = {"operation": text, "code": error.code, "rule": error.rule, "message": reason}
        refusal: dict[str, object] = {
            "code": error.code,
            "message": reason,
            "rule": error.rule,
            "ways": [],
            "refused": refused,
        }
        click.echo(json.dumps(refusal, ensure_ascii=False))
    click.echo(f"vtes-toolkit: {place}: {sentence}", err=True)
    raise click.exceptions.Exit(1)


def _whole(path: str) -> tuple[GameRecord, Game]:
    record = _read(path)
    if record.problem is not None:
        raise record.problem
    game, error, number = _play(record)
    if error is not None:
        _refuse(_place(record, number), render_operation(record.operations[number]), error)
    return record, game


@command.command()
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--profile", type=click.Choice(list(PROFILES)), default="current", show_default=True, help="Set of rules."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set one option of the rules. Repeatable."
)
@click.option("--library", type=int, default=60, show_default=True, help="Cards in each library.")
@click.option("--crypt", type=int, default=12, show_default=True, help="Cards in each crypt.")
@click.option("--uncounted", is_flag=True, help="Do not count hands and libraries.")
@click.option("--shuffle", is_flag=True, help="Draw the seating at random.")
@click.option("--seed", type=int, help="Random seed. The same seed draws the same.")
@click.option("--first", help="The first player. Default: drawn at random, or seat 1 at an event.")
@click.option("--title", default="", help="A title for the record.")
@click.option("-o", "--output", default="-", help="The record to write, or - for standard output.")
def new(
    players: tuple[str, ...],
    profile: str,
    options: tuple[str, ...],
    library: int,
    crypt: int,
    uncounted: bool,
    shuffle: bool,
    seed: int | None,
    first: str | None,
    title: str,
    output: str,
) -> None:
    """Start a record for these players.

    PLAYERS are in seating order.
    """
    changes = dict(_split_option(item) for item in options)
    random = Random(seed)
    names = draw_seating(players, random) if shuffle else list(players)
    record = GameRecord(title=title, profile=profile, options=options_for(profile, **changes))
    deck = DeckCounts(library=library, crypt=crypt, counted=not uncounted)
    start = new_game(names, record.options, [deck] * len(names))
    record.seats = dict.fromkeys(names, deck)
    order = StartGame(first=first or draw_first(names, record.options, random))
    carry(start, order)
    record.lines = [
        RecordLine(comment=f"{step.by}: {step.what}" + (f" of {step.of}" if step.of else ""))
        for step in setup_steps(start)
    ]
    record.lines += [
        RecordLine(comment=f"{fault.seat}: the {fault.part} has {fault.cards} cards, {fault.allowed} by {fault.rule}")
        for fault in size_faults(record.options, record.seats)
    ]
    record.lines.append(RecordLine(operation=order))
    _write(output, record)


def _split_option(item: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not equals:
        raise click.BadParameter(f"{item!r} is not NAME=VALUE", param_hint="--option")
    return name, value


@command.command()
@click.argument("record", type=READABLE_FILE)
@click.option("--seat", help="Only operations of this Methuselah.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def legal(record: str, seat: str | None, as_json: bool) -> None:
    """List all operations that are legal now.

    One per line, as `do` accepts them.
    """
    _, game = _whole(record)
    if seat is not None and seat not in game.state.seats:
        raise UnknownSeat(f"No player at this table is called {seat!r}.")
    lines = [render_operation(order) for order in legal_operations(game.state, seat)]
    if as_json:
        click.echo(json.dumps({"to_act": list(seats_to_act(game.state)), "operations": lines}, ensure_ascii=False))
    else:
        click.echo("\n".join(lines) if lines else "Nothing can be done.")


@command.command("do")
@click.argument("record", type=READABLE_FILE)
@click.argument("operations", nargs=-1, required=True)
@click.option("--comment", default="", help="A comment for the first line.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def do_(record: str, operations: tuple[str, ...], comment: str, as_json: bool) -> None:
    """Carry out operations and record them.

    Each operation is one argument. Either all of them are carried out, or none.
    """
    written, game = _whole(record)
    results = []
    for number, text in enumerate(operations):
        try:
            order = parse_operation(text)
            game.push(order)
        except (BadRecord, IllegalOperation) as error:
            _refuse(f"Operation {number + 1}, {text}", text, error, as_json=as_json)
        written.lines.append(RecordLine(operation=order, comment=comment if number == 0 else ""))
        results.append((order, None if isinstance(order, Undo | Redo) else game.done[-1][1]))
    _write(record, written)
    if record == "-":
        return
    if as_json:
        click.echo(json.dumps(json_values([_result(order, applied) for order, applied in results]), ensure_ascii=False))
    else:
        for order, applied in results:
            click.echo(render_operation(order))
            for event in applied.events if applied else ():
                click.echo(f"  {_sentence(event)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenRuleView(ViewOf[Refusal]):
    """A rule that was broken at a table that allows it."""

    code: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOutView:
    """An operation and what it brought about."""

    operation: str
    events: tuple[Event, ...]
    broken: BrokenRuleView | None


def _result(order: Operation, applied: Applied | None) -> CarriedOutView:
    broken = applied.broken if applied else None
    return CarriedOutView(
        operation=render_operation(order),
        events=applied.events if applied else (),
        broken=BrokenRuleView.of(broken) if broken else None,
    )


def _sentence(event: Event) -> str:
    words = [event.kind.value.replace("_", " "), event.seat, event.card, str(event.amount or ""), event.detail]
    return " ".join(word for word in words if word)


@command.command()
@click.argument("record", type=READABLE_FILE)
@click.option("--seat", help="The view of this Methuselah. Default: a judge's view.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(record: str, seat: str | None, as_json: bool) -> None:
    """Show the table as a seat or judge sees it."""
    _, game = _whole(record)
    seen = view_for(game.state, seat)
    if as_json:
        click.echo(json.dumps(json_values(seen), ensure_ascii=False))
        return
    click.echo(f"Turn {seen.turn}, {seen.phase} phase of {seen.active}; the Edge: {seen.edge or 'nobody'}")
    if seen.window:
        click.echo(f"Window {seen.window.name}: {seen.window.holder} has the impulse")
    for person in seen.methuselahs:
        cards = f"hand {person.hand}/{person.hand_size}, library {person.library}"
        vp = f"{person.victory_points:g} VP"
        click.echo(f"{person.name}: {person.status}, pool {person.pool}, {vp}, {cards}")
        for card in seen.cards:
            if card.controller == person.name and card.zone is not Zone.REMOVED:
                click.echo(f"  {_card_line(card)}")


def _card_line(card: ShownCard | FaceDownCard) -> str:
    if isinstance(card, FaceDownCard):
        return f"{card.id} {card.id} [{card.counters}] {card.zone}"
    capacity = f"/{card.capacity}" if card.capacity else ""
    marks = " locked" if card.locked else ""
    host = f" on {card.host}" if card.host else ""
    return f"{card.id} {card.name or card.id} [{card.counters}{capacity}] {card.zone}{host}{marks}"


@command.command()
@click.argument("record", type=READABLE_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--to", "limit", type=int, help="Stop after this many operations.")
def replay(record: str, as_json: bool, limit: int | None) -> None:
    """Replay a record and print the points.

    Names a refused or unreadable line. The lines before it count.
    """
    read = _read(record)
    game, error, number = _play(read, limit)
    state = game.state
    ended = outcome(state)
    problem = f"{_place(read, number)}: {error}" if error else None
    if read.problem is not None and problem is None:
        problem = str(read.problem)
    judged = verdict(state) if ended else None
    lines = points(state)
    if as_json:
        table = {
            "operations": number,
            "problem": problem,
            "ended": ended.reason if ended else None,
            "victory_points": [line.half_points / 2 for line in lines],
            "game_wins": [line.game_win for line in lines],
            "table_points": [line.table_points for line in lines],
            "players": [line.seat for line in lines],
            "verdict": judged.kind.value if judged else None,
        }
        click.echo(json.dumps(table, ensure_ascii=False))
    else:
        click.echo(f"{number} operations, turn {state.step.turn}: {ended.reason if ended else 'still going on'}")
        for line in lines:
            win = ", game win" if line.game_win else ""
            table_points = "" if line.table_points is None else f", {line.table_points} tournament points"
            click.echo(f"{line.seat}: {render_victory_points(line.half_points)} VP{win}{table_points}")
    if problem:
        click.echo(f"vtes-toolkit: {problem}", err=True)
        raise click.exceptions.Exit(1)


@command.command("rule")
@click.argument("row")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rule_(row: str, as_json: bool) -> None:
    """Show a rule, or how it is read.

    ROW is a rule (ACT-48), or an unclear point and how it is read (A-09).
    """
    if row.upper() in readings():
        _tell_reading(reading(row), as_json)
        return
    row_ = rule(row)
    if as_json:
        click.echo(json.dumps({"id": row_.id, "section": row_.section, "rule": row_.text}, ensure_ascii=False))
    else:
        click.echo(f"{row_.id} ({row_.section}): {row_.text}")


def _tell_reading(point: RuleReading, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(json_values(point), ensure_ascii=False))
        return
    click.echo(f"{point.id} ({', '.join(point.rows)}): {point.question}")
    click.echo(f"Read as: {point.reading}")
    for option in point.options:
        click.echo(f"Option: {option}={'|'.join(VALUES[field_name(option)])}")
