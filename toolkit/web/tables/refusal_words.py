"""Why the rules refuse something, in the reader's language and with the names of the cards.

The engine words its refusals itself, in English and with the marks of cards ("Anna3"). A page finds the pattern of a
sentence among those below and puts names and the reader's words into it; a sentence that none fits stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from flask_babel import gettext

from toolkit.schemas.decks import N_
from toolkit.web.tables.names import Names
from toolkit.web.tables.words import PHASE_CARDS, PHASES

# Those that say more stand before those that say less: "%(one)s is in torpor." would fit many.
PATTERNS = (
    N_("The library was not exhausted with a short hand at turn start."),
    N_("An out-of-turn master is played in another Methuselah's turn."),
    N_("Only the base and the advanced version of a vampire merge."),
    N_("Presses are used by the combatants at the end of a round."),
    N_("Choose one or more Methuselahs, who burn one pool each."),
    N_("A retainer is struck at long range, by a ranged strike."),
    N_("Intercept is not needed: the attempt succeeds already."),
    N_("Maneuvers are used by the combatants to set the range."),
    N_("Cards are drawn in combat in the advanced game alone."),
    N_("Only a cancel or a wake is used as a card is played."),
    N_("The terms are set once the action has gone through."),
    N_("An action card is played by announcing its action."),
    N_("A strike is aimed at the opponent or its retainer."),
    N_("A recursion is left: the library is not exhausted."),
    N_("Stealth is not needed: nobody is trying to block."),
    N_("Stealth is not needed: the attempt fails already."),
    N_("A second, different minion may act in this phase."),
    N_("One limited source of additional strikes a round."),
    N_("Effects of the beginning of the phase come first."),
    N_("Contests are paid at the beginning of the phase."),
    N_("An action is not turned on its own Methuselah."),
    N_("Cheat repeats a minion phase chosen this turn."),
    N_("Effects as the action is announced come first."),
    N_("Somebody else had the Edge in the turn before."),
    N_("An action is resolved before the next begins."),
    N_("Only one action card is played for an action."),
    N_("Reactions are for other Methuselahs' minions."),
    N_("Minions of the same Methuselah do not fight."),
    N_("No modifiers or reactions in a blood hunt."),
    N_("An action card does not modify an action."),
    N_("Strikes are announced in the strike step."),
    N_("Burn options are used in an unlock phase."),
    N_("Only the blocking minion adds intercept."),
    N_("A blood cost is paid by your own minion."),
    N_("What is going on must be finished first."),
    N_("Only combat cards are played in combat."),
    N_("Events are played in the discard phase."),
    N_("One political action card gives a vote."),
    N_("The windows open by themselves already."),
    N_("The draw is taken as the round starts."),
    N_("Actions are taken in the minion phase."),
    N_("Research belongs to the advanced game."),
    N_("Only mandatory actions are taken now."),
    N_("One burn option in each unlock phase."),
    N_("Say which equipment of the opponent."),
    N_("The withdrawal is announced already."),
    N_("This is not the moment for blocks."),
    N_("Combat cards are played in combat."),
    N_("Only Cheat performs a phase again."),
    N_("A bleed is aimed at a Methuselah."),
    N_("Say with how much life it starts."),
    N_("The target cannot be changed now."),
    N_("The calling card gives that vote."),
    N_("Say what the new card is called."),
    N_("Say which card gives the action."),
    N_("The two cannot pay their shares."),
    N_("The blocking side draws nothing."),
    N_("No discard phase action is left."),
    N_("One event in each discard phase."),
    N_("Say which minion plays the card."),
    N_("One limited increase at a time."),
    N_("No master phase action is left."),
    N_("The Edge gives one pool a turn."),
    N_("There is no window to pass in."),
    N_("There is no damage to prevent."),
    N_("One minion acts in this phase."),
    N_("Say which minion is attacked."),
    N_("Time has been called already."),
    N_("Mandatory actions come first."),
    N_("The Edge is where it belongs."),
    N_("No phase is being chosen now."),
    N_("The game is over; undo first."),
    N_("There is no action to block."),
    N_("One block attempt at a time."),
    N_("This game has no time limit."),
    N_("Say first who has the Edge."),
    N_("Something else is going on."),
    N_("The first seat goes first."),
    N_("Only ready minions fight."),
    N_("A referendum is going on."),
    N_("The game has not started."),
    N_("A decision comes first."),
    N_("Nobody bleeds herself."),
    N_("A combat is going on."),
    N_("The game has started."),
    N_("The terms come first."),
    N_("Votes have been cast."),
    N_("One draw each round."),
    N_("No game is going on."),
    N_("There is no polling."),
    N_("There is no action."),
    N_("There is no window."),
    N_("There is no combat."),
    N_("The crypt is empty."),
    N_("The game is over."),
    N_("%(one)s has too few other cards for a card that is replaced later."),
    N_("No ready minion of %(one)s's meets the requirements."),
    N_("%(one)s has played one since her last master phase."),
    N_("Only the acting minion, %(one)s, plays modifiers."),
    N_("%(one)s is not ready: its title must be yielded."),
    N_("Reveal %(one)s first: its capacity is not known."),
    N_("%(one)s has not the blood to contest its title."),
    N_("%(one)s is stuck: it cannot do what it must."),
    N_("Nobody called %(one)s sits at this table."),
    N_("The correction %(one)s is not understood."),
    N_("There are only %(one)s operations to go."),
    N_("%(one)s is not a ready Red List minion."),
    N_("This action does not belong to %(phase)s."),
    N_("%(one)s has been in play in this game."),
    N_("%(one)s has not so many cards in hand."),
    N_("%(one)s has no minion in this combat."),
    N_("%(one)s maneuvered: it strikes first."),
    N_("%(one)s is the name of another card."),
    N_("%(one)s has nothing to discard down."),
    N_("The votes of %(one)s have been cast."),
    N_("The ballot of %(one)s has been cast."),
    N_("%(one)s is not a vampire in torpor."),
    N_("%(one)s has no part in this window."),
    N_("A bleed targets the prey, %(one)s."),
    N_("%(one)s may not block this action."),
    N_("%(one)s cannot maneuver again now."),
    N_("%(phase)s has been chosen this turn."),
    N_("This belongs to the %(phase)s phase."),
    N_("%(one)s has no blood to pay with."),
    N_("%(one)s has not so many counters."),
    N_("%(one)s was stolen in this round."),
    N_("%(one)s has announced its strike."),
    N_("%(one)s cannot commit diablerie."),
    N_("%(one)s owes a mandatory action."),
    N_("It is not %(one)s's turn to act."),
    N_("%(one)s is not a minion in play."),
    N_("%(one)s is titled or an anarch."),
    N_("%(one)s cannot press again now."),
    N_("%(one)s does not have the Edge."),
    N_("%(one)s has declined to block."),
    N_("%(one)s is not in this combat."),
    N_("%(one)s cannot act this turn."),
    N_("%(one)s is not uncontrolled."),
    N_("%(one)s has no card in hand."),
    N_("%(one)s has no phase to end."),
    N_("%(one)s is not in the game."),
    N_("%(one)s must discard first."),
    N_("%(one)s has no strike left."),
    N_("%(one)s has left the game."),
    N_("%(one)s is incapacitated."),
    N_("%(one)s is not a vampire."),
    N_("%(one)s must bleed first."),
    N_("%(one)s cannot be locked."),
    N_("%(one)s takes no damage."),
    N_("%(one)s must hunt first."),
    N_("%(one)s announces first."),
    N_("%(one)s is not in play."),
    N_("%(one)s sets the terms."),
    N_("%(one)s decides first."),
    N_("%(one)s has been used."),
    N_("%(one)s is in torpor."),
    N_("%(one)s is not ready."),
    N_("%(one)s cannot wake."),
    N_("%(one)s is locked."),
    N_("%(one)s decides."),
    N_("%(one)s chooses."),
    N_("This belongs to the %(phase)s phase; it is the %(now)s phase."),
    N_("%(one)s owes nothing for %(two)s in this phase."),
    N_("%(one)s does not meet the requirement %(two)s."),
    N_("%(one)s has played %(two)s in this action."),
    N_("%(one)s has done that this turn: %(two)s."),
    N_("%(one)s is not uncontrolled by %(two)s."),
    N_("%(one)s must pay for or yield %(two)s."),
    N_("%(one)s has been revealed as %(two)s."),
    N_("%(one)s has the impulse, not %(two)s."),
    N_("%(one)s is not younger than %(two)s."),
    N_("%(one)s has %(two)s in play already."),
    N_("It is %(one)s's turn, not %(two)s's."),
    N_("%(one)s controls no minion %(two)s."),
    N_("%(one)s has %(two)s transfers left."),
    N_("%(one)s has no votes from %(two)s."),
    N_("%(one)s is not marked by %(two)s."),
    N_("%(one)s does not contest %(two)s."),
    N_("%(one)s does not control %(two)s."),
    N_("%(one)s has no %(two)s in play."),
    N_("%(one)s does not have %(two)s."),
    N_("%(one)s has %(two)s already."),
    N_("%(one)s has %(two)s pool."),
    N_("%(one)s has %(two)s blood, the cost is %(three)s."),
    N_("%(one)s has %(two)s pool, the cost is %(three)s."),
    N_("%(one)s must discard %(two)s, not %(three)s."),
    N_("%(one)s has %(two)s of %(three)s."),
)
_FIGURE = re.compile(r"%\\\((\w+)\\\)s")


def refusal_words(message: str, names: Names) -> str:
    """The sentence in the reader's language, cards called by the names that she may see."""
    for pattern, expression in _expressions().items():
        if match := expression.fullmatch(message):
            return gettext(pattern, **{key: _figure(key, value, names) for key, value in match.groupdict().items()})
    return message


def is_known(message: str) -> bool:
    """Whether a pattern fits the sentence."""
    return any(expression.fullmatch(message) for expression in _expressions().values())


def _figure(key: str, value: str, names: Names) -> str:
    if key in ("phase", "now"):
        return str(PHASES.get(value) or PHASE_CARDS.get(value) or value)
    plain = value.strip("'")
    return names.target(plain) if plain in names.cards else value


@cache
def _expressions() -> dict[str, re.Pattern[str]]:
    return {pattern: re.compile(_FIGURE.sub(r"(?P<\1>.+?)", re.escape(pattern)), re.DOTALL) for pattern in PATTERNS}
