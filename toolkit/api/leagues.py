"""Leagues and ratings for programs: tables over exports, from any server.

The same files give the same table, in any order. Nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from toolkit.errors import ToolkitError
from toolkit.exchange.result_text import Dialect
from toolkit.languages import Message
from toolkit.season.events import BadFile, RatingList, TwoVersions
from toolkit.season.leagues import LeagueLine, LeagueResult, LeagueTable, LeagueWarning, NoEvent
from toolkit.season.ratings import Rated, RatingTable
from toolkit.season.rules import PRESETS, BadRules, LeagueRules, changed_rules, rules_in_words
from toolkit.season.views import league_csv as as_csv
from toolkit.season.views import league_json as as_json
from toolkit.season.views import league_text as as_text
from toolkit.season.views import rating_csv as ratings_csv
from toolkit.services.season.events import file_sources
from toolkit.services.season.leagues import named_rules, rate_sources, score_files

__all__ = [
    "PRESETS",
    "BadFile",
    "BadRules",
    "Dialect",
    "LeagueLine",
    "LeagueResult",
    "LeagueRules",
    "LeagueTable",
    "LeagueWarning",
    "NoEvent",
    "Rated",
    "RatingList",
    "RatingTable",
    "ToolkitError",
    "TwoVersions",
    "as_csv",
    "as_json",
    "as_text",
    "ratings",
    "ratings_csv",
    "rules_in_words",
    "rules_of",
    "table",
]


def rules_of(named: str | Path, **changes: object) -> LeagueRules:
    """The rules of a preset or of a TOML or JSON file, some of them changed by name.

    Raises:
        BadRules: no league can have them.
    """
    known = named_rules(str(named), lambda path: Path(path).read_bytes())
    return changed_rules(known, {name: _typed(value) for name, value in changes.items()})


def _typed(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def table(
    exports: Iterable[str | Path], rules: str | Path | LeagueRules = "rtp", *, may_run: bool = False
) -> LeagueTable:
    """The table of a league over these exports.

    Args:
        exports: paths of files as `tournament export` writes them, or a program with the text of `event.export()`.
        rules: a preset of `PRESETS`, a file, or what `rules_of()` returns.
        may_run: count the complete rounds of running events.

    Raises:
        BadFile: a file is damaged, of a newer version, or its event is not over.
        TwoVersions: two files have one event, and neither continues the other.
        NoEvent: there is no file.
    """
    chosen = rules if isinstance(rules, LeagueRules) else rules_of(rules)
    return score_files(chosen, _read(exports), may_run=may_run)


def ratings(
    exports: Iterable[str | Path], *, on: date | None = None, kind: RatingList = RatingList.CONSTRUCTED_ONSITE
) -> RatingTable:
    """The rating list that these exports give on a day, today unless given; an estimate of the VEKN's.

    Raises:
        BadFile: a file is damaged, of a newer version, or its event is not over.
    """
    found, _ = rate_sources(file_sources(_read(exports)), on=on or date.today(), list=kind)
    return found


def _read(exports: Iterable[str | Path]) -> dict[str, bytes]:
    try:
        return {str(path): Path(path).read_bytes() for path in exports}
    except OSError as error:
        sentence = Message("%(name)s: %(sentence)s", name=str(error.filename)[:100], sentence=error.strerror)
        raise BadFile(sentence, code="unreadable_file") from error
