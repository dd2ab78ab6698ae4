"""The eight phase cards of phased motion: who acts, what is done, the cardless option, the bonus."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.vocabulary import PhaseCard


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCardText:
    """The text of one phase card; `bonus` is the chooser's in the advanced game."""

    title: str
    who: str
    rule: str
    cardless: str = ""
    bonus: str = ""


PHASE_CARDS: dict[PhaseCard, PhaseCardText] = {
    PhaseCard.OPEN_AGGRESSION: PhaseCardText(
        title="Open Aggression",
        who="one ready minion each",
        rule="Take a directed action aimed at a rival's minion or other card, not at a Methuselah.",
        cardless="For 1 blood, a ready unlocked vampire enters combat with an ally or a younger vampire.",
        bonus="Draw a card when you play an action card.",
    ),
    PhaseCard.SUBTERFUGE: PhaseCardText(
        title="Subterfuge",
        who="one ready minion each",
        rule="Bleed, or take another directed action that is not aimed at a card.",
        cardless="The default bleed.",
        bonus="Your action has +1 stealth while you have the Edge.",
    ),
    PhaseCard.DIPLOMACY: PhaseCardText(
        title="Diplomacy",
        who="one ready vampire each",
        rule="Take a political action.",
        cardless="For 1 blood and at +1 stealth, call a referendum: each Methuselah you choose burns 1 pool.",
        bonus="Two more votes in the referendum that your vampire calls.",
    ),
    PhaseCard.SUPPLY: PhaseCardText(
        title="Supply",
        who="one minion each",
        rule="Take an undirected action that is not political.",
        cardless="The default hunt.",
        bonus="A second, different minion of yours may act too.",
    ),
    PhaseCard.MASTER: PhaseCardText(
        title="Master",
        who="every Methuselah",
        rule="Take a normal master phase.",
        bonus="One master card costs you 1 pool less.",
    ),
    PhaseCard.INFLUENCE: PhaseCardText(
        title="Influence",
        who="every Methuselah",
        rule="Take a normal influence phase with four transfers.",
        bonus="Two more transfers.",
    ),
    PhaseCard.CHEAT: PhaseCardText(
        title="Cheat",
        who="as the repeated phase says",
        rule="Choose one of the four minion phases already chosen this turn; it is performed again, without bonus.",
    ),
    PhaseCard.RESEARCH: PhaseCardText(
        title="Research",
        who="every Methuselah",
        rule="Draw five cards.",
        bonus="Draw two more.",
    ),
}
