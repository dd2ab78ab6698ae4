"""The closed sets of the game in the reader's language, as the official translations have them; names of cards."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.game import effects
from toolkit.game import words as game
from toolkit.game.cards import Title
from toolkit.game.operation import Operation
from toolkit.game.operation import sentence as operation_sentence
from toolkit.game.refusals import Code
from toolkit.game.view import ShownGame, names_of
from toolkit.game.vocabulary import (
    CardType,
    Delay,
    Phase,
    PhaseCard,
    SeatStatus,
    Timing,
    WindowName,
)
from toolkit.game.words import Names
from toolkit.languages import Sayable, words_of
from toolkit.web.base.i18n import language

type LazyWords = dict[str, LazyString]


def in_words(text: str) -> str:
    """A text of the game in the reader's language; names stay as they are."""
    return text.said(words_of(language())) if isinstance(text, Sayable) else text


def _said(words: game.SetWords) -> LazyWords:
    return {key: LazyString(in_words, text) for key, text in words.items()}


PHASES: LazyWords = _said(game.PHASES)
# What the one whose phase it is may do in it.
ALLOWED: LazyWords = {
    Phase.UNLOCK: _l("Your cards unlock. Contests are paid or yielded; the player who has the Edge may take 1 pool."),
    Phase.MASTER: _l("One master phase action: play a master card."),
    Phase.MINION: _l("Your unlocked minions act, one after another; mandatory actions come first."),
    Phase.INFLUENCE: _l("Spend your transfers on uncontrolled minions; those with enough blood may become ready."),
    Phase.DISCARD: _l("One discard phase action: discard a card, or play an event."),
    Phase.MANDATORY: _l("Only mandatory actions are taken now: an empty ready vampire must hunt."),
    Phase.CHOOSE: _l("Choose one of the phase cards that are left."),
    Phase.OPEN_AGGRESSION: _l("One ready minion: a directed action aimed at a rival's card, not at a Methuselah."),
    Phase.SUBTERFUGE: _l("One ready minion: a bleed, or another directed action that is not aimed at a card."),
    Phase.DIPLOMACY: _l("One ready vampire: a political action."),
    Phase.SUPPLY: _l("One minion: an undirected action that is not political."),
    Phase.RESEARCH: _l("Five cards drawn."),
    Phase.HAND_CHECK: _l("Discard down to your hand size plus three."),
}
PHASE_CARDS: LazyWords = _said(game.PHASE_CARDS)
PHASE_CARD_RULES: LazyWords = {
    PhaseCard.OPEN_AGGRESSION: _l("One ready minion each: a directed action aimed at a rival's card."),
    PhaseCard.SUBTERFUGE: _l("One ready minion each: a bleed, or a directed action that is not aimed at a card."),
    PhaseCard.DIPLOMACY: _l("One ready vampire each: a political action."),
    PhaseCard.SUPPLY: _l("One minion each: an undirected action that is not political."),
    PhaseCard.MASTER: _l("Every Methuselah takes a master phase."),
    PhaseCard.INFLUENCE: _l("Every Methuselah takes an influence phase with four transfers."),
    PhaseCard.CHEAT: _l("A minion phase that was chosen this turn is performed once more, without bonus."),
    PhaseCard.RESEARCH: _l("Every Methuselah draws five cards."),
}
PHASE_CARD_CARDLESS: LazyWords = {
    PhaseCard.OPEN_AGGRESSION: _l("Without a card, for 1 blood: fight an ally or a younger vampire."),
    PhaseCard.SUBTERFUGE: _l("Without a card: the default bleed."),
    PhaseCard.DIPLOMACY: _l("Without a card, for 1 blood, at +1 stealth: those you choose burn 1 pool each."),
    PhaseCard.SUPPLY: _l("Without a card: the default hunt."),
}
PHASE_CARD_BONUSES: LazyWords = {
    PhaseCard.OPEN_AGGRESSION: _l("Draw a card when you play an action card."),
    PhaseCard.SUBTERFUGE: _l("+1 stealth while you have the Edge."),
    PhaseCard.DIPLOMACY: _l("Two more votes in your referendum."),
    PhaseCard.SUPPLY: _l("A second minion of yours may act too."),
    PhaseCard.MASTER: _l("One master card costs you 1 pool less."),
    PhaseCard.INFLUENCE: _l("Two more transfers."),
    PhaseCard.RESEARCH: _l("Draw two more."),
}
STATUSES: LazyWords = {
    SeatStatus.OUSTED: _l("ousted"),
    SeatStatus.WITHDRAWN: _l("withdrawn"),
    SeatStatus.DISQUALIFIED: _l("disqualified"),
}
ZONES: LazyWords = _said(game.ZONES)
KINDS: LazyWords = _said(game.KINDS)
TYPES: LazyWords = {
    CardType.MASTER: _l("Master card"),
    CardType.MODIFIER: _l("Action modifier"),
    CardType.REACTION: _l("Reaction"),
    CardType.COMBAT: _l("Combat card"),
    CardType.EVENT: _l("Event"),
    CardType.REFLEX: _l("Reflex"),
}
ACTIONS: LazyWords = _said(game.ACTIONS)
WINDOWS: LazyWords = {
    WindowName.AS_PLAYED: _l("As the card is played"),
    WindowName.ANNOUNCE: _l("As the action is announced"),
    WindowName.ACTION: _l("Does anybody block?"),
    WindowName.ATTEMPT: _l("Block attempt: stealth against intercept"),
    WindowName.UNBLOCKED: _l("No block: before the action resolves"),
    WindowName.AFTER_ACTION: _l("After the action"),
    WindowName.OFFER: _l("Diablerie is offered"),
    WindowName.TERMS: _l("The terms of the referendum"),
    WindowName.BEFORE_VOTES: _l("Before votes are cast"),
    WindowName.POLLING: _l("Votes are cast"),
    WindowName.AFTER_REFERENDUM: _l("After the referendum"),
    WindowName.BEFORE_RANGE: _l("Before range"),
    WindowName.RANGE: _l("Range: maneuvers"),
    WindowName.BEFORE_STRIKES: _l("Before strikes"),
    WindowName.STRIKES: _l("Strikes are chosen"),
    WindowName.DAMAGE: _l("Damage may be prevented"),
    WindowName.ADDITIONAL: _l("Additional strikes"),
    WindowName.PRESS: _l("Presses"),
    WindowName.END_OF_ROUND: _l("End of the round"),
    WindowName.DISCIPLINE: _l("A Discipline for the diablerist"),
    WindowName.GAP: _l("Before the blood hunt"),
    WindowName.PHASE: _l("Between actions"),
}
TIMINGS: LazyWords = {
    Timing.ANY: _l("At any moment"),
    Timing.AS_PLAYED: WINDOWS[WindowName.AS_PLAYED],
    Timing.AS_ANNOUNCED: WINDOWS[WindowName.ANNOUNCE],
    Timing.AS_COMBAT_ENTERED: _l("As combat is entered"),
    Timing.BEFORE_RANGE: WINDOWS[WindowName.BEFORE_RANGE],
    Timing.BEFORE_STRIKES: WINDOWS[WindowName.BEFORE_STRIKES],
    Timing.BEFORE_VOTES: WINDOWS[WindowName.BEFORE_VOTES],
    Timing.POLITICAL: _l("During a referendum"),
    Timing.AFTER_REFERENDUM: WINDOWS[WindowName.AFTER_REFERENDUM],
    Timing.END_OF_ROUND: WINDOWS[WindowName.END_OF_ROUND],
    Timing.UNLOCK: PHASES[Phase.UNLOCK],
    Timing.MASTER: PHASES[Phase.MASTER],
    Timing.DISCARD: PHASES[Phase.DISCARD],
}
TITLES: LazyWords = _said(game.TITLES)
# Marks on a card that its page shows, and that a table may set.
FLAGS: LazyWords = _said(game.FLAGS)
SECTS: LazyWords = _said(game.SECTS)
STRIKES: LazyWords = _said(game.STRIKES)
DELAYS: LazyWords = {
    Delay.NONE: _l("at once"),
    Delay.SHORT: _l("before the end of your next turn"),
    Delay.LONG: _l("later"),
}
RANGES: LazyWords = _said(game.RANGES)
FATES: LazyWords = {"ready": _l("stays ready"), "torpor": _l("goes to torpor"), "burned": _l("is burned")}
CODES: LazyWords = {
    Code.PHASE: _l("Not in this phase"),
    Code.TURN: _l("Not your turn"),
    Code.ACTOR: _l("Not the one who may"),
    Code.LOCKED: _l("Locked"),
    Code.REGION: _l("Not in the right region"),
    Code.TARGET: _l("Not a valid target"),
    Code.COST: _l("The cost cannot be paid"),
    Code.TERMS: _l("Something is missing or does not fit"),
    Code.WINDOW: _l("Not at this moment"),
    Code.IMPULSE: _l("Another player has the impulse"),
    Code.LIMIT: _l("The limit is reached"),
    Code.REPEAT: _l("Done already"),
    Code.MANDATORY: _l("Something else must come first"),
    Code.CONTEST: _l("A contest must be settled first"),
    Code.CHOICE: _l("Another choice is needed"),
    Code.RANGE: _l("Not at this range"),
    Code.VOTES: _l("These votes cannot be cast"),
    Code.AMOUNT: _l("Not a possible number"),
    Code.OVER: _l("The game is over"),
}
ENDINGS: LazyWords = {
    "last_standing": _l("One Methuselah is left."),
    "time": _l("Time is up."),
    "conceded": _l("The others conceded."),
}
EFFECTS: LazyWords = _said({kind: rule.called for kind, rule in effects.EFFECTS.items()})


def listed(items: Sequence[str]) -> str:
    """Names in a row: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(most)s and %(last)s", most=", ".join(items[:-1]), last=items[-1])


def contest_name(key: str) -> str:
    """The name of a contest: "city:paris" is Paris, "justicar:brujah" a title; a card's name stays as it is."""
    return in_words(game.contest_name(key))


def title_words(title: Title) -> str:
    """A title with its place: "Prince of Paris"."""
    return in_words(game.title_words(title))


def sentence(order: Operation, view: ShownGame) -> str:
    """The operation in words, with only the names that this view shows; best the view before the operation."""
    return in_words(operation_sentence(order, names_in(view)))


def names_in(view: ShownGame, before: ShownGame | None = None) -> Names:
    """The names of a view's cards, in its reader's language; those gone or hidden as in `before`."""
    return names_of(view, before, in_words)
