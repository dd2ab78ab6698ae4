"""Phased motion on paper: the phase cards, the reminder tokens, the turn sheet and the rules on one page."""

from __future__ import annotations

from toolkit.game.phased import PHASE_CARDS, PhaseCardText
from toolkit.game.vocabulary import MINION_CARDS, PhaseCard
from toolkit.languages import ENGLISH, N_, Words
from toolkit.sheets.model import PrintedEvent, Sheet, Shown, heading
from toolkit.sheets.rounds import ORDINALS

# Names of cards are the same in every language.
EMBRACE = "The Embrace"
BANNED = "Chain of Command, First Tradition: The Masquerade, Last Stand, Madness Network, Spirit Marionette."
TOKEN = (N_("Vampire, capacity 1"), N_("Independent, no clan, not unique"), N_("In play from the start, with 1 blood"))

TURN_STEPS = (
    N_("Unlock: from the starter clockwise, each player's unlock phase."),
    N_("Mandatory actions: from the starter clockwise, each minion that must act does so now."),
    N_(
        "Five phases: the starter picks a card and all players perform it, the picker first; then the "
        "next Methuselah picks."
    ),
    N_("Discard: from the last picker clockwise, each player's discard phase."),
    N_("Cards go back to the middle. Allies that wait in an uncontrolled region become ready."),
    N_("Next starter: the player with the Edge; if no player has it, the predator of this turn's starter."),
)

SUMMARY = (
    (
        N_("Setting up"),
        (
            N_(
                "The usual 30 pool, seven cards in hand and four uncontrolled vampires. Two tokens of The "
                "Embrace start in play with 1 blood each: Independent vampires of capacity 1, without a "
                "clan."
            ),
            N_("The first starter is drawn at random. The Edge is uncontrolled."),
        ),
    ),
    (
        N_("The Edge"),
        (
            N_("Its holder starts the next turn."),
            N_("It pays its pool only if no other player had it at any moment of the previous turn."),
        ),
    ),
    (
        N_("Acting"),
        (
            N_("One action for each Methuselah in each minion phase. No player has to act."),
            N_(
                "A minion that must hunt may do nothing else, whatever the phase; it does not keep your others from "
                "acting."
            ),
            N_(
                "The four minion phases and the mandatory step are one minion phase for limits such as one bleed a "
                "turn."
            ),
        ),
    ),
    (
        N_("“Turn” on cards"),
        (
            N_("One between two master phases of yours."),
            N_("Your own turn is your portion of a phase: you cannot play one in it."),
            N_("“Since your last turn” means: since the previous turn of the table began."),
            N_("In each other Methuselah's unlock phase you may discard one card with a burn option."),
        ),
    ),
    (
        N_("Advanced game: cards"),
        (
            N_(
                "Cards are not replaced. Draw in Research, and one card at the start of each round of combat that your"
                " minion is in; not if that combat comes from your block."
            ),
            N_(
                "A card with a delayed replacement costs the discard of another card, or of two when it would come "
                "back later than the end of your next turn. Too few cards in hand: it cannot be played."
            ),
            N_("At the end of the turn, discard down to hand size plus three."),
            N_(
                "If an effect makes you discard without changing your hand size, draw that many; if it makes you draw, "
                "discard that many."
            ),
        ),
    ),
    (
        N_("Advanced game: bonuses"),
        (
            N_("They begin once a player has gained the Edge, and never end."),
            N_("They belong to the player who picks the phase, and last for that phase."),
        ),
    ),
)


def _in_game(*, advanced: bool) -> dict[PhaseCard, PhaseCardText]:
    """The phase cards that are played with: all eight in the advanced game, without Research otherwise."""
    return {card: text for card, text in PHASE_CARDS.items() if advanced or card is not PhaseCard.RESEARCH}


def abbreviations(words: Words) -> str:
    """The abbreviations of the phases: those of English, each with its translated name."""
    short = {
        PhaseCard.MASTER: words.pgettext("abbreviation of Master", "M"),
        PhaseCard.OPEN_AGGRESSION: "OA",
        PhaseCard.SUBTERFUGE: "Su",
        PhaseCard.DIPLOMACY: "D",
        PhaseCard.SUPPLY: "Sy",
        PhaseCard.INFLUENCE: "I",
        PhaseCard.CHEAT: "C",
        PhaseCard.RESEARCH: "R",
    }
    return " · ".join(f"{short[card]} {words.gettext(text.name)}" for card, text in PHASE_CARDS.items())


def phase_cards(words: Words = ENGLISH, *, advanced: bool = False, players: int = 5) -> Sheet:
    """The phase cards at the size of a real card, with two tokens of The Embrace for each player.

    Args:
        words: the language.
        advanced: print Research and the bonuses as well.
        players: how many pairs of tokens.
    """
    _ = words.gettext
    data: dict[str, Shown] = {
        "cards": [
            _card(text, words, with_bonus=advanced) | {"minion": _("minion phase") if card in MINION_CARDS else ""}
            for card, text in _in_game(advanced=advanced).items()
        ],
        "cardless_label": _("Without a card:"),
        "bonus_label": _("Bonus if you chose it:"),
        "token": {"name": EMBRACE, "lines": [_(line) for line in TOKEN]},
        "tokens": 2 * players,
    }
    title = _("Phased motion: phase cards")
    return Sheet(template="phase_cards", title=title, data=data, language=words.language)


def _card(text: PhaseCardText, words: Words, *, with_bonus: bool = True) -> dict[str, str]:
    _ = words.gettext
    return {
        "name": _(text.name),
        "activity": _(text.activity),
        "cardless": _(text.cardless),
        "bonus": _(text.bonus) if with_bonus else "",
    }


def turn_sheet(event: PrintedEvent, words: Words = ENGLISH, *, advanced: bool = False) -> Sheet:
    """A sheet on which a table keeps the order of its phases: a row a turn."""
    _ = words.gettext
    title = _("Phased motion: turns")
    data = heading(event, title, words) | {
        "heads": [_("Turn"), _("Starter"), _("First phase"), *map(_, ORDINALS[1:]), _("Edge at the end")],
        "phases_label": _("Phases:"),
        "phases": [_(text.name) for text in _in_game(advanced=advanced).values()],
        "steps": [_(step) for step in TURN_STEPS],
        "turns": 14,
    }
    return Sheet(template="turns", title=title, data=data, day=event.day, language=words.language)


def rules_summary(event: PrintedEvent, words: Words = ENGLISH) -> Sheet:
    """Phased motion on one page."""
    _ = words.gettext
    sections = [{"title": _(title), "points": [_(point) for point in points]} for title, points in SUMMARY]
    data = heading(event, _("Phased motion on one page"), words) | {
        "turn_title": _("A turn"),
        "phases_title": _("The phases"),
        "cardless_label": _("Without a card:"),
        "bonus_label": _("Bonus (advanced game):"),
        "left_sections": 5,
        "steps": [_(step) for step in TURN_STEPS],
        "cards": [_card(text, words) for text in PHASE_CARDS.values()],
        "sections": [*sections, {"title": _("Banned besides the usual list"), "points": [BANNED]}],
    }
    title = _("Phased motion: rules summary")
    return Sheet(template="summary", title=title, data=data, day=event.day, language=words.language)
