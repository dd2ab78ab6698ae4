"""`vtes-toolkit deck`: check, convert and compare decklists."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cards import CardDatabase
from toolkit.cli.deck_report import counted, report_lines, table_lines, verdict
from toolkit.cli.deck_sources import Source, find_sources, is_folder, single_lists
from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament.common import DAY, Misuse, card_data_option, writing
from toolkit.decks import read, rule_set, validate
from toolkit.decks.formats import BadParameter, Legality, RuleSet, UnknownSet, known_sets, rule_set_codes
from toolkit.decks.model import Reading, Report
from toolkit.decks.writing import ExportFormat, write
from toolkit.errors import ToolkitError
from toolkit.services.kernel.cards import current_cards
from toolkit.views import json_values

if TYPE_CHECKING:
    from toolkit.decks.audit import Audit


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
which_deck = click.option("--deck", type=int, help="Which deck, from 1, if the list contains several.")


def rule_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options that say what to judge by."""
    options = (
        click.option(
            "--format",
            "code",
            type=click.Choice(rule_set_codes()),
            default="constructed",
            show_default=True,
            help="The rule set.",
        ),
        click.option("--boosters", type=int, help="Boosters per player (limited)."),
        click.option("--booster-size", type=int, help="Cards per booster, if not 11 (limited)."),
        click.option("--starters", is_flag=True, help="A starter is used (limited)."),
        click.option("--players", type=int, help="Methuselahs in the game (casual)."),
        click.option("--sets", "sets", default="", help="The allowed sets: codes separated by commas."),
        click.option(
            "--legality",
            type=click.Choice([option.value for option in Legality]),
            default=Legality.ANNOUNCED.value,
            show_default=True,
            help="When new cards become legal.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.group(name="deck")
def command() -> None:
    """Check, convert and compare decklists."""


@command.command(cls=Sectioned)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@rule_options
@click.option("--date", "on", type=DAY, help="Judge as of this date. Default: today.")
@click.option("--pool", metavar="FILE", help="The registered pool (limited). The deck may contain no other cards.")
@which_deck
@click.option("--judge", "for_judge", is_flag=True, help="Show the judge's remedy for each problem.")
@card_data_option
@as_json
def check(
    paths: tuple[str, ...],
    on: date | None,
    pool: str | None,
    deck: int | None,
    for_judge: bool,
    data: Path | None,
    as_json: bool,
    **terms: Any,
) -> int:
    """Check whether decklists are legal.

    PATH is a file, a folder, a web address, or - for standard input. Every problem is shown. Files of a folder
    that name no card are skipped and counted.

    Exit status 1 if a list is not legal. With --json, one list gives one report; several lists or a folder give a
    list of reports.
    """
    sources = find_sources(paths)
    if deck is not None and len(sources) > 1:
        raise Misuse("--deck chooses a deck of one list: give one.")
    cards = current_cards(data)
    rules = make_rules(cards, **terms)
    registered = _read_whole(single_lists(pool), cards)[0] if pool else None
    lost: list[Source] = []
    readings = list(_each_reading(sources, cards, lost)) if len(sources) > 1 else [_read(sources[0], cards, deck)]
    readings = _without_other_files(readings, sources)
    reports = [_judged(reading, rules, on or date.today(), cards, registered) for reading in readings]
    if as_json:
        from toolkit.decks.report_json import report_to_dict

        answers = [report_to_dict(report) for report in reports]
        _echo_json(answers if len(paths) > 1 or is_folder(paths[0]) else answers[0])
    else:
        _echo_reports(reports, rules, for_judge=for_judge, hint_at_day=on is None)
    return 0 if not lost and all(report.legal for report in reports) else 1


@command.command()
@click.argument("path")
@click.option(
    "--to", "form", type=click.Choice([form.value for form in ExportFormat]), required=True, help="The format to write."
)
@which_deck
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The output file. Default: standard output."
)
@card_data_option
def convert(path: str, form: str, deck: int | None, output: Path | None, data: Path | None) -> int:
    """Write a decklist in another format.

    Exit status 1 if a line was not understood. The output then lacks that card.
    """
    reading = _read(single_lists(path)[0], current_cards(data), deck)
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    for problem in errors:
        where = f"line {problem.line}: " if problem.line else ""
        click.echo(f"vtes-toolkit: {where}{problem.message}", err=True)
    if not reading.deck.crypt and not reading.deck.library:
        return 1
    text = write(reading.deck, form)
    if output is None:
        click.echo(text, nl=False)
    else:
        _save(output, text)
    return 1 if errors else 0


@command.command()
@click.argument("before")
@click.argument("after")
@card_data_option
@as_json
def diff(before: str, after: str, data: Path | None, as_json: bool) -> int:
    """Compare the cards of two decklists.

    For example a registered list and the deck played, or two versions of a deck.

    Exit status 1 if they differ or a line was not understood. Exit status 2 if one is not a decklist or contains
    several decks.
    """
    from toolkit.decks.diff import compare_decks

    old, new = _read_whole(single_lists(before, after), current_cards(data))
    changes = compare_decks(old.deck, new.deck)
    unsettled = [(reading, line) for reading in (old, new) for line in reading.unresolved]
    if as_json:
        from toolkit.decks.report_json import CardChangeView, DifferenceView, OpenLineView

        rows = [
            CardChangeView(change.card.id, change.card.unique_name, change.before, change.after) for change in changes
        ]
        open_lines = [OpenLineView(of.source, line.line, line.text) for of, line in unsettled]
        _echo_json(json_values(DifferenceView(not changes and not unsettled, rows, open_lines)))
    else:
        for change in changes:
            more = change.after - change.before
            sign = click.style(f"{more:+}", fg="green" if more > 0 else "red")
            click.echo(f"{sign} {change.card.unique_name} ({change.before} → {change.after})")
        for of, line in unsettled:
            click.echo(f"{of.source}, line {line.line}: “{line.text}” could not be settled.")
        if not changes and not unsettled:
            click.echo("The two lists hold the same cards.")
    return 1 if changes or unsettled else 0


@command.command()
@click.argument("folder")
@rule_options
@click.option("--date", "on", type=DAY, help="Judge all lists as of this date. Default: each list's own date.")
@click.option("--table", "as_table", is_flag=True, help="Print one line per list, including the legal ones.")
@card_data_option
@as_json
def audit(folder: str, on: date | None, as_table: bool, data: Path | None, as_json: bool, **terms: Any) -> int:
    """Check every list in a folder.

    Each list is judged as of the date it states, or as of today. Ends with a summary. Exit status 1 if a list is
    not legal.
    """
    from toolkit.decks.audit import Audit, judge_each

    if not is_folder(folder):
        raise Misuse(f"There is no folder {folder}; a single list is for `deck check`.")
    sources = find_sources([folder])
    cards = current_cards(data)
    rules = make_rules(cards, **terms)
    lost: list[Source] = []
    with _progress(sources) as progress:
        readings = _each_reading(progress, cards, lost)
        if on:
            judged = [(validate(reading, rules, on, card_data=cards.source.day), True) for reading in readings]
        else:
            judged = list(judge_each(readings, rules, otherwise=date.today(), card_data=cards.source.day))
    summary = Audit(tuple(report for report, _ in judged), undated=sum(not dated for _, dated in judged))
    if as_json:
        from toolkit.decks.report_json import audit_view

        _echo_json(json_values(audit_view(summary)))
    else:
        for line in (*(table_lines(summary.reports) if as_table else ()), *_audit_lines(summary, rules)):
            click.echo(line)
    return 1 if lost or summary.illegal else 0


def make_rules(cards: CardDatabase, *, code: str, sets: str, legality: str, **figures: Any) -> RuleSet:
    """The rule set that the options name.

    Raises:
        Misuse: a figure is missing or cannot be, or no set has that code.
    """
    try:
        wanted = known_sets(filter(None, (name.strip() for name in sets.split(","))), cards)
        return rule_set(code, sets=wanted, legality=legality, **figures)
    except (BadParameter, UnknownSet) as error:
        raise Misuse(str(error)) from None


def _read(source: Source, cards: CardDatabase, deck: int | None = None) -> Reading:
    return read(source.load(), cards, name=source.name, deck=deck)


def _read_whole(sources: Sequence[Source], cards: CardDatabase) -> list[Reading]:
    """The lists as read.

    Raises:
        Misuse: there is no single deck in one of them, which is no list of no cards.
    """
    readings = [_read(source, cards) for source in sources]
    refused = [
        f"{reading.source}: {problem.message} {problem.fix or ''}".rstrip()
        for reading in readings
        for problem in reading.problems
        if problem.is_refusal
    ]
    if refused:
        raise Misuse("\n".join(dict.fromkeys(refused)))
    return readings


def _each_reading(sources: Iterable[Source], cards: CardDatabase, lost: list[Source]) -> Iterator[Reading]:
    """The readings one by one; an unreachable list is named on standard error, noted in `lost` and skipped."""
    for source in sources:
        try:
            text = source.load()
        except (ToolkitError, Misuse) as error:
            lost.append(source)
            where = "" if source.name in str(error) else f"{source.name}: "
            click.echo(f"vtes-toolkit: {where}{error}", err=True)
        else:
            yield read(text, cards, name=source.name)


def _without_other_files(readings: Sequence[Reading], sources: Sequence[Source]) -> list[Reading]:
    """The readings without those of files in a folder that are no decklist, which are counted on standard error."""
    found = {source.name for source in sources if source.is_found}
    kept = [
        reading
        for reading in readings
        if reading.source not in found or reading.deck.crypt or reading.deck.library or reading.decks
    ]
    if skipped := len(readings) - len(kept):
        click.echo(f"Files without a card, skipped: {skipped}.", err=True)
    if readings and not kept:
        raise Misuse("No file there is a decklist.")
    return kept


def _judged(reading: Reading, rules: RuleSet, on: date, cards: CardDatabase, registered: Reading | None) -> Report:
    pool = registered.deck if registered is not None else None
    return validate(reading, rules, on, card_data=cards.source.day, pool=pool)


def _echo_reports(reports: list[Report], rules: RuleSet, *, for_judge: bool, hint_at_day: bool) -> None:
    for report in reports:
        for line in report_lines(report, rules.name, with_remedies=for_judge):
            click.echo(line)
        header = report.deck.header
        if hint_at_day and header and header.date and not report.legal:
            day = header.date.isoformat()
            click.echo(f"  Note: the list says that it was played on {day}; --date {day} judges it as of then.")
    if len(reports) > 1:
        legal = sum(report.legal for report in reports)
        click.echo(f"{len(reports)} lists: {legal} legal, {len(reports) - legal} not.")


def _audit_lines(summary: Audit, rules: RuleSet) -> Iterator[str]:
    for report in summary.illegal:
        yield verdict(report, rules.name)
        yield from (f"  {line}" for line in _reasons(report))
    total, illegal = len(summary.reports), len(summary.illegal)
    yield f"{counted(total, 'list')} for {rules.name}: {total - illegal} legal, {illegal} not."
    if summary.undated:
        yield f"{counted(summary.undated, 'list')} without a day, judged as of today."
    for code, count in summary.by_code.items():
        yield f"  {code.severity.value} {code.value}: {count}"


def _reasons(report: Report) -> Iterable[str]:
    return (problem.message for problem in report.problems if problem.severity == "error")


def _progress(sources: list[Source]) -> AbstractContextManager[Iterable[Source]]:
    """The sources, with a bar on standard error while they are gone through, if a person is looking."""
    if not sys.stderr.isatty():
        return nullcontext(sources)
    return click.progressbar(sources, label="Judging", file=sys.stderr)


def _save(output: Path, text: str) -> None:
    with writing(output):
        output.write_text(text, encoding="utf-8")


def _echo_json(answer: Any) -> None:
    import json

    click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
