"""Sections for the options of commands that have more than twelve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import override

import click

MOST = 12
# The options of each section; the others follow as "Options".
SECTIONS: Mapping[str, Mapping[str, str]] = {
    "deck check": {
        "Rules": "format boosters booster-size starters players sets legality date",
        "Deck": "pool deck judge",
    },
    "print": {
        "File": "output paper language",
        "Event": "tournament round private address network",
        "Contents": "per-page pool-grid decks advanced player table format date",
    },
    "tournament import-results": {
        "Event": "name date kind city country vekn-event event",
        "Results": "toss subtract-final correct preview",
    },
    "tournament limited plan": {
        "Product": "boosters size product line starters player own-product spare box provided",
        "Draft": "most pods-are-tables swap moves-on pile-size seconds",
        "Day": "players format lists casual build listing late",
    },
    "tournament new": {
        "Event": "date place country rounds no-final set",
        "Another event": "like players addresses",
    },
    "tournament players change": {"Player": "name first last vekn city country agrees namesake"},
    "tournament raffle draw": {
        "Players": "pool again here officials",
        "Prize": "prize count",
        "Draw": "seed word reason",
    },
    "tournament sanction give": {
        "Offence": "infraction rule earlier",
        "Penalty": "grade as-given weighed applies-to minutes allowed sure",
        "Judge": "judge note",
    },
    "tournament seat": {
        "Seating": "seconds table same seed word reason",
        "Draft": "publish anyway",
    },
}


class Sectioned(click.Command):
    """A command whose help shows many options in sections."""

    @override
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        params = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        options = {_name(param): row for param in params if (row := param.get_help_record(ctx))}
        if len(options) - 1 <= MOST:
            super().format_options(ctx, formatter)
            return
        width = min(formatter.width // 3, max(len(shown) for shown, _ in options.values()))
        sections = next(known for words, known in SECTIONS.items() if words.split()[-1] == self.name)
        for title, names in sections.items():
            _write(formatter, title, [options.pop(name) for name in names.split()], width)
        _write(formatter, "Options", options.values(), width)


def _name(param: click.Option) -> str:
    return max(param.opts, key=len).removeprefix("--")


def _write(formatter: click.HelpFormatter, title: str, rows: Iterable[tuple[str, str]], width: int) -> None:
    with formatter.section(title):
        formatter.write_dl([(shown.ljust(width), words) for shown, words in rows], col_max=width)
