"""The closed sets of a tournament in the reader's language."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.scoring import Fate, Level
from toolkit.tournament.configuration import FinalDeck, ListsSeenBy, RuleSet, StandingsSeenBy
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.importing import Action
from toolkit.tournament.state import Status

RULE_SETS = {
    RuleSet.CONSTRUCTED: _l("Constructed"),
    RuleSet.LIMITED: _l("Limited"),
    RuleSet.CASUAL: _l("Casual"),
    RuleSet.V5: _l("V5"),
    RuleSet.PHASED_MOTION_INTRODUCTORY: _l("Phased Motion, introductory"),
    RuleSet.PHASED_MOTION_ADVANCED: _l("Phased Motion, advanced"),
}
LEVELS = {
    Level.STANDARD: _l("Standard"),
    Level.NATIONAL: _l("National championship"),
    Level.CONTINENTAL: _l("Continental championship"),
}
FINAL_DECKS = {FinalDeck.BEST_ROUND: _l("The deck of the best round"), FinalDeck.FREE_CHOICE: _l("Free choice")}
STANDINGS_SEEN = {
    StandingsSeenBy.EVERYBODY: _l("Everybody"),
    StandingsSeenBy.OWN: _l("Each player their own"),
    StandingsSeenBy.NOBODY: _l("Nobody until the end"),
}
LISTS_SEEN = {
    ListsSeenBy.NOBODY: _l("Nobody"),
    ListsSeenBy.FINALISTS_AFTER: _l("Those of the finalists, after the event"),
    ListsSeenBy.EVERYBODY_AFTER: _l("All, after the event"),
}
STATUSES = {
    Status.ACTIVE: _l("In"),
    Status.DROPPED: _l("Dropped"),
    Status.DISQUALIFIED: _l("Disqualified"),
}
SANCTIONS = {
    SanctionKind.CAUTION: _l("Caution"),
    SanctionKind.WARNING: _l("Warning"),
    SanctionKind.ADJUSTMENT: _l("Score adjustment"),
    SanctionKind.DISQUALIFICATION: _l("Disqualification"),
}
IMPORTS = {
    Action.ADD: _l("New"),
    Action.UPDATE: _l("Completed"),
    Action.SKIP: _l("Known already"),
    Action.FAULT: _l("Not taken"),
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
