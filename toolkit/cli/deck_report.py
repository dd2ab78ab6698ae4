"""A report for a person at a terminal: the verdict, each problem with line, rule and repair, the repair of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from toolkit.decks.figures import crypt_groups, unread_count
from toolkit.decks.model import IgnoredAs, Problem, Report, Severity
from toolkit.decks.reading.account import quoted
from toolkit.decks.rules.case import ILLEGAL_LIST, penalty, remedy
from toolkit.decks.rules.steps import instructions

MOST_REWRITES = 5
MOST_UNREAD = 20
MOST_STEPS = 30


def report_lines(report: Report, rules_name: str, *, with_remedies: bool = False) -> Iterator[str]:
    """The lines to print; colours are dropped by `click.echo` where there is no terminal."""
    yield verdict(report, rules_name)
    if report.deck.crypt or report.deck.library:
        yield f"  {_figures(report)}"
    for problem in report.problems:
        yield from _problem_lines(problem, with_remedies=with_remedies)
    yield from _repair_lines(report)
    for number, deck in enumerate(report.reading.decks, 1):
        cards = f"{_cards(deck.crypt, 'crypt')}, {_cards(deck.library, 'library')}"
        yield f"  --deck {number}: {deck.name or 'lines'} {deck.first}-{deck.last}: {cards}."
    if with_remedies and (what_it_is := penalty(report)):
        yield f"  Judge: {what_it_is} [{ILLEGAL_LIST}]"
    for note in report.notes:
        yield f"  Note: {note}"
    yield from _rewrite_lines(report)
    yield from _ignored_lines(report)


def verdict(report: Report, rules_name: str) -> str:
    """The answer in one sentence."""
    name = report.reading.source or "The deck"
    if report.reading.decks:
        return f"{name}: {len(report.reading.decks)} decks, none of which was judged."
    judged = f"for {rules_name} on {report.on.isoformat()}"
    errors = sum(problem.severity is Severity.ERROR for problem in report.problems)
    counts = [counted(errors, "error"), counted(len(report.problems) - errors, "warning")]
    problems = " and ".join(count for count in counts if count)
    answer = (
        click.style("legal", fg="green", bold=True) if report.legal else click.style("not legal", fg="red", bold=True)
    )
    unread = unread_count(report.reading)
    return f"{name}: {answer} {judged}{f': {problems}' if problems else ''}.{f' {unread}' if unread else ''}"


def table_lines(reports: Sequence[Report]) -> Iterator[str]:
    """A line for each list: source, sizes, groups, verdict, and what is wrong with it in a word each."""
    rows = [("list", "crypt", "library", "groups", "verdict"), *(_table_row(report) for report in reports)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _table_row(report: Report) -> tuple[str, ...]:
    deck = report.deck
    codes = dict.fromkeys(problem.code.value for problem in report.problems)
    return (
        report.reading.source,
        str(deck.crypt_count),
        str(deck.library_count),
        "-".join(map(str, crypt_groups(deck.entries))),
        ", ".join(["legal" if report.legal else "NOT LEGAL", *codes]),
    )


def counted(count: int, what: str) -> str:
    """So many of something, in words; "" for none."""
    return f"{count} {what}{'s' * (count != 1)}" if count else ""


def _cards(count: int, part: str) -> str:
    return f"{count} {part} card{'s' * (count != 1)}"


def _figures(report: Report) -> str:
    deck = report.deck
    groups = crypt_groups(deck.entries)
    of_groups = f" of group{'s' * (len(groups) > 1)} {', '.join(map(str, groups))}" if groups else ""
    read_as = f"; read as {report.reading.list_format}" if report.reading.list_format else ""
    data = f"; card data of {report.card_data.isoformat()}" if report.card_data else ""
    title = f"{deck.name}: " if deck.name else ""
    crypt, library = _cards(deck.crypt_count, "crypt"), _cards(deck.library_count, "library")
    return f"{title}{crypt}{of_groups}, {library}{read_as}{data}."


def _problem_lines(problem: Problem, *, with_remedies: bool) -> Iterator[str]:
    colour = "red" if problem.severity is Severity.ERROR else "yellow"
    where = f", line {problem.line}" if problem.line else ""
    rule = f" [{problem.rule}]" if problem.rule else ""
    yield f"  {click.style(problem.severity.value + where, fg=colour)}: {problem.message}{rule}"
    if problem.fix:
        yield f"      {problem.fix}"
    if with_remedies and (what_to_do := remedy(problem.code)):
        yield f"      Judge: {what_to_do} [{ILLEGAL_LIST}]"


def _repair_lines(report: Report) -> Iterator[str]:
    steps = list(instructions(report))
    if report.repair or report.questions:
        yield "  Repair:"
        yield from (f"    {number}. {step}" for number, step in enumerate(steps[:MOST_STEPS], 1))
        if len(steps) > MOST_STEPS:
            yield f"    … and {len(steps) - MOST_STEPS} more steps (all with --json)."
    else:
        yield from (f"  {step}" for step in steps)


def _rewrite_lines(report: Report) -> Iterator[str]:
    rewrites = report.reading.rewrites
    for rewrite in rewrites[:MOST_REWRITES]:
        yield f"  Line {rewrite.line}: “{rewrite.written}” is read as {rewrite.name} ({rewrite.why})."
    if len(rewrites) > MOST_REWRITES:
        yield f"  … and {len(rewrites) - MOST_REWRITES} more names read as the printed ones (all with --json)."


def _ignored_lines(report: Report) -> Iterator[str]:
    """Every line that was not read as a card: those among the cards with their text, the others by number."""
    unread = report.reading.unread
    for line in unread[:MOST_UNREAD]:
        yield f"  Line {line.line} was not read as a card: “{quoted(line.text)}”"
    if len(unread) > MOST_UNREAD:
        yield f"  … and {len(unread) - MOST_UNREAD} more lines (all with --json)."
    for why in IgnoredAs:
        numbers = [line.line for line in report.reading.ignored if line.why is why and line not in unread]
        if numbers:
            yield f"  Passed over as {why}: line{'s' * (len(numbers) > 1)} {ranges(numbers)}."


def ranges(numbers: Sequence[int]) -> str:
    """Rising numbers, those that follow each other as one: "3-5, 9"."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number <= groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(f"{group[0]}-{group[-1]}" if group[-1] > group[0] else str(group[0]) for group in groups)
