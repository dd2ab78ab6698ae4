"""A report for a person at a terminal: the verdict in a sentence, then each problem with line, rule and repair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from toolkit.decks.figures import crypt_groups
from toolkit.decks.model import Problem, Report, Severity
from toolkit.decks.rules.case import remedy

MOST_REWRITES = 5


def report_lines(report: Report, rules_name: str, *, with_remedies: bool = False) -> Iterator[str]:
    """The lines to print; colours are dropped by `click.echo` where there is no terminal."""
    yield verdict(report, rules_name)
    if report.deck.crypt or report.deck.library:
        yield f"  {_figures(report)}"
    for problem in report.problems:
        yield from _problem_lines(problem, with_remedies=with_remedies)
    for note in report.notes:
        yield f"  Note: {note}"
    yield from _rewrite_lines(report)


def verdict(report: Report, rules_name: str) -> str:
    """The answer in one sentence."""
    name = report.reading.source or "The deck"
    judged = f"for {rules_name} on {report.on.isoformat()}"
    errors = sum(problem.severity is Severity.ERROR for problem in report.problems)
    counts = [counted(errors, "error"), counted(len(report.problems) - errors, "warning")]
    found = " and ".join(count for count in counts if count)
    answer = (
        click.style("legal", fg="green", bold=True) if report.legal else click.style("not legal", fg="red", bold=True)
    )
    return f"{name}: {answer} {judged}{f': {found}' if found else ''}."


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
        yield f"      Judge: {what_to_do}"


def _rewrite_lines(report: Report) -> Iterator[str]:
    rewrites = report.reading.rewrites
    for rewrite in rewrites[:MOST_REWRITES]:
        yield f"  Line {rewrite.line}: “{rewrite.written}” is read as {rewrite.name} ({rewrite.why})."
    if len(rewrites) > MOST_REWRITES:
        yield f"  … and {len(rewrites) - MOST_REWRITES} more names read as the printed ones (all with --json)."
