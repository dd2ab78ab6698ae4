"""What rule sets and sanctions are called, in English and marked for translation."""

from __future__ import annotations

from toolkit.languages import N_
from toolkit.tournament.configuration import RuleSet
from toolkit.tournament.facts import SanctionKind

RULE_SETS = {
    RuleSet.CONSTRUCTED: N_("Constructed"),
    RuleSet.LIMITED: N_("Limited"),
    RuleSet.CASUAL: N_("Casual"),
    RuleSet.V5: N_("V5"),
    RuleSet.PHASED_MOTION_INTRODUCTORY: N_("Phased Motion, introductory"),
    RuleSet.PHASED_MOTION_ADVANCED: N_("Phased Motion, advanced"),
}
SANCTIONS = {
    SanctionKind.CAUTION: N_("Caution"),
    SanctionKind.WARNING: N_("Warning"),
    SanctionKind.ADJUSTMENT: N_("Score adjustment"),
    SanctionKind.DISQUALIFICATION: N_("Disqualification"),
}
