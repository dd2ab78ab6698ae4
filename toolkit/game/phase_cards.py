"""The eight phase cards of phased motion: what everybody may do, what needs no card, what the chooser gains."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.vocabulary import PhaseCard


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCardText:
    """The words of one phase card.

    Attributes:
        activity: who may do what.
        cardless: what can be done without a card from hand; empty where nothing needs one.
        bonus: the chooser's in the advanced game.
    """

    name: str
    activity: str
    cardless: str = ""
    bonus: str


# In the order in which they are printed.
PHASE_CARDS: dict[PhaseCard, PhaseCardText] = {
    PhaseCard.MASTER: PhaseCardText(
        name="Master",
        activity="Each Methuselah in turn takes a master phase, with one master phase action.",
        bonus="Once in this phase, a master card costs you 1 pool less.",
    ),
    PhaseCard.OPEN_AGGRESSION: PhaseCardText(
        name="Open Aggression",
        activity="One ready minion of each Methuselah may take a directed action at a card that somebody else "
        "controls: a minion, a location, anything in play. Not at a Methuselah.",
        cardless="For 1 blood, an unlocked vampire fights an ally or a younger vampire (directed action).",
        bonus="When you play an action card, draw a card.",
    ),
    PhaseCard.SUBTERFUGE: PhaseCardText(
        name="Subterfuge",
        activity="One ready minion of each Methuselah may bleed, or take another directed action that has no card as "
        "its target.",
        cardless="Bleed your prey, at your minion's own bleed.",
        bonus="While you hold the Edge, your action has +1 stealth.",
    ),
    PhaseCard.DIPLOMACY: PhaseCardText(
        name="Diplomacy",
        activity="One ready vampire of each Methuselah may take a political action.",
        cardless="For 1 blood, at +1 stealth: choose one or more Methuselahs. If the referendum passes, each of them "
        "burns 1 pool.",
        bonus="Two more votes for you in the referendum that your vampire calls.",
    ),
    PhaseCard.SUPPLY: PhaseCardText(
        name="Supply",
        activity="One minion of each Methuselah may take an undirected action that is not political: hunt, equip, "
        "employ, recruit, leave torpor, rescue your own vampire.",
        cardless="Hunt.",
        bonus="A second minion of yours may take such an action as well.",
    ),
    PhaseCard.INFLUENCE: PhaseCardText(
        name="Influence",
        activity="Each Methuselah in turn takes an influence phase, with four transfers from the first turn on.",
        bonus="You have two transfers more.",
    ),
    PhaseCard.CHEAT: PhaseCardText(
        name="Cheat",
        activity="Name a minion phase that has been chosen this turn. Everybody performs it once more, you first. The "
        "step of mandatory actions cannot be named.",
        bonus="None, and none from the phase that is repeated.",
    ),
    PhaseCard.RESEARCH: PhaseCardText(
        name="Research",
        activity="Each Methuselah in turn draws five cards.",
        bonus="You draw two cards more.",
    ),
}
