"""Phased motion on paper: the phase cards, the reminder tokens, the turn sheet and the rules on one page."""

from __future__ import annotations

from toolkit.game.phase_cards import PHASE_CARDS, PhaseCardText
from toolkit.game.vocabulary import MINION_CARDS, PhaseCard
from toolkit.sheets.model import Event, Sheet, heading

PHASED_MOTION = "Phased motion"


TOKEN = ("Vampire, capacity 1", "Independent, no clan, not unique", "In play from the start, with 1 blood")

TURN_STEPS = (
    "Unlock: from the starter clockwise, everybody's unlock phase.",
    "Mandatory actions: from the starter clockwise, each minion that must act does so now.",
    "Five phases: the starter picks a card and everybody performs it, the picker first; then the next "
    "Methuselah picks.",
    "Discard: from the last picker clockwise, everybody's discard phase.",
    "Cards go back to the middle. Allies that wait in an uncontrolled region become ready.",
    "Next starter: whoever holds the Edge; if nobody does, the predator of this turn's starter.",
)

SUMMARY = (
    (
        "Setting up",
        (
            "30 pool, seven cards in hand, four uncontrolled vampires, as ever; and two tokens of The Embrace "
            "in play with "
            "1 blood each: vampires of capacity 1, Independent, of no clan.",
            "The first starter is drawn at random. The Edge is uncontrolled.",
        ),
    ),
    (
        "The Edge",
        (
            "Its holder starts the next turn.",
            "It pays its pool only if nobody else held it at any moment of the turn before.",
        ),
    ),
    (
        "Acting",
        (
            "One action for each Methuselah in each minion phase. Nobody has to act.",
            "A minion that must hunt may do nothing else, whatever the phase; it does not keep your others "
            "from acting.",
            "The four minion phases and the mandatory step are one minion phase for limits such as one bleed a turn.",
        ),
    ),
    (
        "“Turn” on cards",
        (
            "One between two master phases of yours.",
            "Your own turn is your portion of a phase: you cannot play one in it.",
            "“Since your last turn” means: since the previous turn of the table began.",
            "In each other Methuselah's unlock phase you may discard one card with a burn option.",
        ),
    ),
    (
        "Advanced game: cards",
        (
            "Cards are not replaced. Draw in Research, and one card at the start of each round of combat that "
            "your minion "
            "is in; not if that combat comes from your block.",
            "A card with a delayed replacement costs the discard of another card, or of two when it would "
            "come back later "
            "than the end of your next turn. Too few cards in hand: it cannot be played.",
            "At the end of the turn, discard down to hand size plus three.",
            "A discard that leaves your hand size alone is drawn back at once; a draw that does is discarded.",
        ),
    ),
    (
        "Advanced game: bonuses",
        (
            "They begin once somebody has gained the Edge, and never end.",
            "They belong to whoever picks the phase, and last for that phase.",
        ),
    ),
    (
        "Banned besides the usual list",
        ("Chain of Command, First Tradition: The Masquerade, Last Stand, Madness Network, Spirit Marionette.",),
    ),
)


def _in_game(*, advanced: bool) -> dict[PhaseCard, PhaseCardText]:
    """The phase cards that are played with: all eight in the advanced game, without Research otherwise."""
    return {card: text for card, text in PHASE_CARDS.items() if advanced or card is not PhaseCard.RESEARCH}


def phase_cards(*, advanced: bool = False, players: int = 5) -> Sheet:
    """The phase cards at the size of a real card, with two tokens of The Embrace for each player.

    Args:
        advanced: print Research and the bonuses as well.
        players: how many pairs of tokens.
    """
    data = {
        "cards": [
            {
                "name": text.name,
                "activity": text.activity,
                "cardless": text.cardless,
                "bonus": text.bonus if advanced else "",
                "minion": "minion phase" if card in MINION_CARDS else "",
            }
            for card, text in _in_game(advanced=advanced).items()
        ],
        "cardless_label": "Without a card:",
        "bonus_label": "Bonus if you chose it:",
        "token": {"name": "The Embrace", "lines": list(TOKEN)},
        "tokens": 2 * players,
    }
    return Sheet(template="phase_cards", title="Phased motion: phase cards", data=data)


def turn_sheet(event: Event, *, advanced: bool = False) -> Sheet:
    """A sheet on which a table keeps the order of its phases: a row a turn."""
    names = [text.name for text in _in_game(advanced=advanced).values()]
    data = heading(event, "Phased motion: turns") | {
        "heads": ["Turn", "Starter", "First phase", "Second", "Third", "Fourth", "Fifth", "Edge at the end"],
        "phases_label": "Phases:",
        "phases": names,
        "steps": list(TURN_STEPS),
        "turns": 14,
    }
    return Sheet(template="turns", title="Phased motion: turns", data=data, day=event.day)


def rules_summary(event: Event) -> Sheet:
    """Phased motion on one page."""
    data = heading(event, "Phased motion on one page") | {
        "turn_title": "A turn",
        "phases_title": "The phases",
        "left_sections": 5,
        "steps": list(TURN_STEPS),
        "cards": [
            {"name": text.name, "activity": text.activity, "cardless": text.cardless, "bonus": text.bonus}
            for text in PHASE_CARDS.values()
        ],
        "sections": [{"title": title, "points": list(points)} for title, points in SUMMARY],
    }
    return Sheet(template="summary", title="Phased motion: rules summary", data=data, day=event.day)
