"""The closed sets of a tournament in the reader's language."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.scoring import Fate, Level
from toolkit.tournament import names
from toolkit.tournament.configuration import FinalDeck, ListsSeenBy, StandingsSeenBy
from toolkit.tournament.importing import Action
from toolkit.tournament.state import Status

RULE_SETS = {rules: _l(name) for rules, name in names.RULE_SETS.items()}
LEVELS = {
    Level.STANDARD: _l("Standard"),
    Level.NATIONAL: _l("National championship"),
    Level.CONTINENTAL: _l("Continental championship"),
}
FINAL_DECKS = {FinalDeck.BEST_ROUND: _l("The deck of the best round"), FinalDeck.FREE_CHOICE: _l("Free choice")}
STANDINGS_SEEN = {
    StandingsSeenBy.EVERYBODY: _l("Everyone"),
    StandingsSeenBy.OWN: _l("Each player their own"),
    StandingsSeenBy.NOBODY: _l("Nobody until the end"),
}
LISTS_SEEN = {
    ListsSeenBy.NOBODY: _l("Nobody"),
    ListsSeenBy.FINALISTS_AFTER: _l("The finalists' lists, after the event"),
    ListsSeenBy.EVERYBODY_AFTER: _l("All, after the event"),
}
STATUSES = {
    Status.ACTIVE: _l("Active"),
    Status.DROPPED: _l("Dropped"),
    Status.DISQUALIFIED: _l("Disqualified"),
}
SANCTIONS = {kind: _l(name) for kind, name in names.SANCTIONS.items()}
IMPORTS = {
    Action.ADD: _l("New"),
    Action.UPDATE: _l("Updated"),
    Action.SKIP: _l("Already registered"),
    Action.FAULT: _l("Skipped"),
}
FATES = {
    Fate.IN: _l("in"),
    Fate.OUSTED: _l("ousted"),
    Fate.WITHDREW: _l("withdrew"),
    Fate.TIME: _l("time"),
    Fate.LAST: _l("last standing"),
    Fate.REMOVED: _l("removed"),
}


def stage_of(summary: dict[str, Any]) -> str:
    """The stage that a list's summary names."""
    stage = str(summary.get("stage", ""))
    if stage.startswith("round "):
        return gettext("Round %(number)s", number=stage.removeprefix("round "))
    known = {
        "registration": gettext("Registration"),
        "between rounds": gettext("Between rounds"),
        "final": gettext("Final"),
        "finished": gettext("Finished"),
    }
    return known.get(stage, stage)
