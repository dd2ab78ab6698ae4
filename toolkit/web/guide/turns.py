"""`/guide/first-turn`: a guided turn, one button at a time; the address says how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext as _p
from flask_babel.speaklater import LazyString

from toolkit.game import legal_operations
from toolkit.game.lessons import LEARNER, LESSONS, LessonOperation, LessonStep, lesson
from toolkit.game.operation import Operation, seat_of
from toolkit.game.view import view_for
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.screen import TableScreen, table_screen
from toolkit.web.tables.seen import seen_by
from toolkit.web.tables.trail import followed
from toolkit.web.tables.words import sentence

# Other legal operations that are named, so that a learner sees that there was a choice.
MOST_OTHERS = 10


@dataclass(frozen=True, slots=True)
class LessonLine:
    """An operation since the last press, with what it brought about."""

    words: str
    more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """One step of a guided turn: the number `step` of `steps`, both from 1."""

    title: str
    heading: str
    what: str
    why: str
    step: int
    steps: int
    happened: tuple[LessonLine, ...]
    press: str
    next_url: str
    back_url: str
    others: tuple[str, ...]
    board: BoardView
    screen: TableScreen
    is_watching: bool


def register(blueprint: Blueprint) -> None:
    """Put the pages under the guide's addresses."""
    blueprint.add_url_rule("/first-turn/<variant>", "first_turn", show)


def show(variant: str) -> str:
    """A step of the guided turn."""
    if variant not in LESSONS:
        abort(404)
    steps = lesson(variant)
    text = request.args.get("step", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    at = min(number, len(steps) - 1)
    return render_template("guide/turn.html", variant=variant, view=_view(variant, steps, at))


def _view(variant: str, steps: tuple[LessonStep, ...], at: int) -> TurnView:
    step = steps[at]
    heading, what, why = WORDS[variant][step.key]
    board = board_view(step.state, LEARNER)
    return TurnView(
        title=str(TITLES[variant]),
        heading=str(heading),
        what=str(what),
        why=str(why),
        step=at + 1,
        steps=len(steps),
        happened=tuple(_told(done) for done in step.happened),
        press=_press(variant, step),
        next_url=url_for("guide.first_turn", variant=variant, step=at + 1) if step.press else "",
        back_url=url_for("guide.first_turn", variant=variant, step=at - 1) if at else "",
        others=tuple(_others(step)),
        board=board,
        screen=table_screen(seen_by(step.state, LEARNER).view, board, LEARNER, ()),
        is_watching=step.press is not None and seat_of(step.press) not in ("", LEARNER),
    )


def _press(variant: str, step: LessonStep) -> str:
    if step.press is None:
        return ""
    if step.key in PRESSES[variant]:
        return str(PRESSES[variant][step.key])
    return _words(step.press, step)


def _words(order: Operation, step: LessonStep) -> str:
    return str(sentence(order, view_for(step.state, LEARNER)))


def _told(done: LessonOperation) -> LessonLine:
    words = str(sentence(done.order, view_for(done.before, LEARNER)))
    return LessonLine(words, tuple(followed(done.applied, done.before, LEARNER)))


def _others(step: LessonStep) -> list[str]:
    """The learner's other operations, in words."""
    others = [_words(order, step) for order in legal_operations(step.state, LEARNER) if order != step.press]
    more = len(others) - MOST_OTHERS
    return others[:MOST_OTHERS] + ([gettext("and %(number)s more", number=more)] if more > 0 else [])


# The words of the guided turns


type TurnWords = tuple[LazyString, LazyString, LazyString]

TITLES: dict[str, LazyString] = {
    "phased-motion": _l("Your first turn of phased motion"),
    "standard": _l("Your first turn"),
}

_PHASED: dict[str, TurnWords] = {
    "start": (
        _l("Four Methuselahs sit down"),
        _l("You are Ben. Cleo, on your left, is your prey; Ann, on your right, is your predator. Start the game."),
        _l(
            "All players have 30 pool and, in phased motion, two small vampires in play from the start: "
            "The Embrace, with 1 blood each. The starter was drawn: it is you."
        ),
    ),
    "unlock": (
        _p("card", "Unlock"),
        _l("Nothing of yours is locked. End your unlock phase."),
        _l(
            "The turn is shared: all players unlock, you first, then clockwise. The player with the Edge "
            "may gain a pool here, but no player has it yet."
        ),
    ),
    "choose": (
        _l("You choose the first phase"),
        _l("Choose Influence."),
        _l(
            "Five times in a turn a player chooses a phase card, and then all players perform that phase, "
            "the chooser first. You want a bigger vampire, and Influence brings it out."
        ),
    ),
    "transfer": (
        _l("Four transfers"),
        _l("Move 4 pool to Livia, a vampire of capacity 4 in your uncontrolled region."),
        _l("Each transfer moves one pool. It is your life that you spend, so choose well what for."),
    ),
    "emerge": (
        _l("She has enough blood"),
        _l("Bring Livia out."),
        _l("She has as many counters as her capacity: she comes into play, ready and unlocked."),
    ),
    "others-influence": (
        _l("The others take their influence phases"),
        _l("End your part of the phase."),
        _l("Now Cleo, Dan and Ann perform the same phase, in this order."),
    ),
    "watch": (
        _l("Cleo chooses"),
        _l("Watch: the next one clockwise chooses from the cards that are left."),
        _l(
            "She takes Subterfuge, the phase of bleeds: one minion of each Methuselah may act, Cleo's first. She "
            "bleeds Dan, her prey."
        ),
    ),
    "watch-block": (
        _l("Somebody blocks"),
        _l("Watch: Dan bleeds Ann, and Ann blocks."),
        _l(
            "A bleed has no stealth, so any ready and unlocked minion of the target can block it. The blocker "
            "locks, the bleed fails, and the two fight: each strikes for 1."
        ),
    ),
    "decline": (
        _l("You are bled"),
        _l("Ann bleeds you for 1. Do not block."),
        _l(
            "A block would lock the blocker and lead to combat. One pool is not worth it now: your minions have "
            "better things to do. With the bleed Ann gains the Edge."
        ),
    ),
    "bleed": (
        _l("Your turn to bleed"),
        _l("Bleed Cleo, your prey, with The Embrace."),
        _l(
            "You win by bringing your prey to 0 pool: that is a victory point and 6 pool. A successful bleed also "
            "takes the Edge, which you will want in a moment."
        ),
    ),
    "one-action": (
        _l("One action each"),
        _l("End your part of the phase."),
        _l("In each of these phases only one minion of yours may act. The others wait for another phase."),
    ),
    "supply": (
        _l("Dan chooses"),
        _l("Watch: Influence and Subterfuge are gone for this turn. Dan takes Supply."),
        _l(
            "Supply is for undirected actions: hunt, equip, recruit. His vampire hunts; it is full, so it "
            "gains nothing."
        ),
    ),
    "equip": (
        _l("Equip Livia"),
        _l("Livia takes an equipment that costs 1 pool. There is no block."),
        _l(
            "Such an action has 1 stealth, and only prey and predator may block. The cost is paid when the action "
            "succeeds."
        ),
    ),
    "end-supply": (
        _l("On to the next phase"),
        _l("End your part of the phase."),
        _l(
            "Cleo does nothing here. Then Ann chooses Diplomacy, the phase of votes; her vampires are locked, so it"
            " comes to you at once."
        ),
    ),
    "referendum": (
        _l("A referendum without a card"),
        _l("Call one with your other Embrace, for 1 blood."),
        _l(
            "Each minion phase has something that needs no card. In Diplomacy it is a referendum at 1 stealth: each"
            " Methuselah you choose burns 1 pool if it passes."
        ),
    ),
    "terms": (
        _l("Set the terms"),
        _l("Choose Cleo and Dan."),
        _l("The action has succeeded, so you choose its terms now, and not before."),
    ),
    "vote": (
        _l("Votes"),
        _l("Burn the Edge for one vote, and cast it for."),
        _l("No vampire has a title, so no player has votes from titles. One vote to none is enough; a tie would fail."),
    ),
    "end-diplomacy": (
        _l("It has passed"),
        _l("Cleo and Dan burn 1 pool each. End your part of the phase."),
        _l("The others could now call referendums of their own."),
    ),
    "cheat": (
        _l("The fifth and last choice"),
        _l("It is your turn to choose again. Take Cheat, and name Subterfuge."),
        _l("Cheat performs a phase once more that was chosen before. It comes to you first, and then to the others."),
    ),
    "pass": (
        _l("No minion left to act"),
        _l("Your minions are all locked. End your part of the phase."),
        _l("No player has to act. Players who kept a minion unlocked may bleed now."),
    ),
    "last-bleeds": (
        _l("The last bleeds"),
        _l("Watch: Cleo bleeds Dan, and Dan bleeds Ann."),
        _l("The player who has the Edge at the end of the turn starts the next one."),
    ),
    "discard": (
        _l("Discard"),
        _l("Discard a card that you do not need, and draw another."),
        _l("After five phases each player has a discard phase, from the last chooser clockwise."),
    ),
    "finish": (
        _l("The end of the turn"),
        _l("End your discard phase."),
        _l("The others discard too; then the phase cards go back to the middle."),
    ),
    "done": (
        _l("You have played a shared turn"),
        _l("Dan has the Edge, and starts the next turn. Pools: Ann 28, Ben 24, Cleo 24, Dan 23."),
        _l(
            "That is all of it: unlock, five phases that you choose in turn, discard. The advanced game adds "
            "bonuses for the chooser, and Research instead of drawing after each card."
        ),
    ),
}

_STANDARD: dict[str, TurnWords] = {
    "begin": (
        _l("Mid-game"),
        _l("You are Ben. Cleo, on your left, is your prey; Ann, on your right, is your predator. Begin your turn."),
        _l(
            "You have two vampires in play, Livia and Marc, and Nico waits in your uncontrolled region with 2 "
            "counters. Your turn has five phases."
        ),
    ),
    "edge": (
        _l("Unlock phase"),
        _l("Livia has unlocked. Gain 1 pool for the Edge."),
        _l("You bled your prey last, so you have the Edge: it pays 1 pool in each of your unlock phases."),
    ),
    "end-unlock": (
        _l("Nothing else to do"),
        _l("End the unlock phase."),
        _l("Contests would be paid here, and a withdrawal announced."),
    ),
    "master": (
        _l("Master phase"),
        _l("Play a master card: a location that costs 2 pool."),
        _l(
            "You have one master phase action in a turn. Master cards are played by you, not by a vampire, and paid"
            " from your pool."
        ),
    ),
    "end-master": (
        _l("You only get one"),
        _l("End the master phase."),
        _l("A card that was played is replaced from the library at once, unless it says otherwise."),
    ),
    "bleed": (
        _l("Minion phase"),
        _l("Livia bleeds Cleo."),
        _l("An action locks the minion that takes it. A bleed for 1 has no stealth, and Cleo's Otto can block it."),
    ),
    "stealth": (
        _l("Otto tries to block"),
        _l("Play an action modifier for +1 stealth."),
        _l(
            "A block succeeds if the blocker has at least as much intercept as the action has stealth. Now it is 0 "
            "against 1: the block fails, Otto stays unlocked, and the bleed goes through."
        ),
    ),
    "second-bleed": (
        _l("A second action"),
        _l("Marc bleeds Cleo as well."),
        _l("Each of your unlocked minions may act. This time Otto blocks, and you have no stealth left."),
    ),
    "strike": (
        _l("Combat"),
        _l("Strike with your hands."),
        _l(
            "No minion maneuvers, so the round is at close range. Both announce a strike, the acting "
            "minion first, and both strike at once: 1 damage each, which each mends with 1 blood."
        ),
    ),
    "end-minion": (
        _l("Both have acted"),
        _l("End the minion phase."),
        _l(
            "The combat is over after one round: there was no press to continue. Marc "
            "is locked, and so is Otto, the blocker."
        ),
    ),
    "transfer": (
        _l("Influence phase"),
        _l("Move 2 pool to Nico."),
        _l(
            "You have four transfers; a counter costs one transfer and one pool. With 4 counters Nico, of capacity "
            "4, can come out."
        ),
    ),
    "emerge": (
        _l("He has enough blood"),
        _l("Bring Nico out."),
        _l("He is ready and unlocked, and may block from now on. He can act in your next turn."),
    ),
    "end-influence": (
        _l("Two transfers are left"),
        _l("End the influence phase."),
        _l("You could move more pool to another vampire, but pool is also your life."),
    ),
    "discard": (
        _l("Discard phase"),
        _l("Discard a card that you do not need, and draw another."),
        _l("One discard phase action in a turn; an event card could be played with it instead."),
    ),
    "finish": (
        _l("The end of your turn"),
        _l("End the discard phase."),
        _l("Play goes to the left: Cleo, your prey, is next."),
    ),
    "done": (
        _l("You have played a turn"),
        _l("It is Cleo's turn. Pools: Ann 22, Ben 17, Cleo 11, Dan 17, and you still have the Edge."),
        _l("Bring Cleo to 0 pool and she is ousted: you gain a victory point and 6 pool, and Dan is your new prey."),
    ),
}

WORDS: dict[str, dict[str, TurnWords]] = {"phased-motion": _PHASED, "standard": _STANDARD}

# Buttons that are better named than by their operation.
PRESSES: dict[str, dict[str, LazyString]] = {
    "phased-motion": {"vote": _l("Burn the Edge and vote for")},
    "standard": {"begin": _l("Begin your turn")},
}
