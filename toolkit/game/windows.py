"""Windows: who may use an effect now, in which order, and what follows when everybody has passed; cards in limbo."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, override

from toolkit.game.draft import BANK, Draft, Table, active_seats, clockwise, copy_with, on, predator_of, prey_of
from toolkit.game.events import Happening
from toolkit.game.hand import leave_hand, replace_played
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, CardPlay, Combat, Frame, GameState, Harm, Window
from toolkit.game.vocabulary import ANSWERED, QUIET, ActionState, CardFlag, Delay, Phase, Stage, WindowName
from toolkit.game.words import Names
from toolkit.languages import Message

type Hook = Callable[[Draft], None]
CLOSERS: dict[WindowName, Hook] = {}
PASS_HOOKS: dict[WindowName, Callable[[Draft, str], None]] = {}
# Windows in which somebody is asked, and whom: at table speed "nothing is played" answers for the first of them alone.
ONE_BY_ONE: dict[WindowName, Callable[[Table], list[str]]] = {}
# Who could do something in a window; in every other it is all in its order.
COULD_ACT: dict[WindowName, Callable[[Table], Iterable[str]]] = {}
# What opens after all, at table speed, where somebody speaks up in a window: steps that have just been passed over.
REOPENS: dict[WindowName, Hook] = {}
# What must be done before a window may close: why its first cannot pass yet.
CLOSING: dict[WindowName, Callable[[Table], Refusal | None]] = {}
# Windows that wait for a decision of their own: passing does not answer it.
DECISIONS = frozenset({WindowName.TERMS})


def when_closed(name: WindowName) -> Callable[[Hook], Hook]:
    """Register what follows when a window closes."""

    def register(hook: Hook) -> Hook:
        CLOSERS[name] = hook
        return hook

    return register


def window_of(table: Table) -> Window | None:
    """The open window, if any: of what goes on, or of the phase itself."""
    if table.frames:
        return table.frames[-1].window
    return _phase_window(table) if table.options.is_detailed else None


def _phase_window(table: Table) -> Window | None:
    """Between actions and in every phase the active Methuselah comes first; when all pass, the phase ends.

    Where a phase is to be chosen or hands are checked, a decision is waited for instead.

    Rule: SEQ-04, SEQ-09.
    """
    step = table.step
    if table.stage is not Stage.RUNNING or step.phase in (Phase.CHOOSE, Phase.HAND_CHECK):
        return None
    return Window(name=WindowName.PHASE, order=clockwise(table, step.seat), passed=step.passed)


def window_name(table: Table) -> WindowName | None:
    """The name of the open window, if any."""
    window = window_of(table)
    return window.name if window else None


def waited_for(table: Table) -> tuple[str, ...]:
    """Who could still do something in the open window, and has neither passed nor said ahead that nothing comes.

    At table speed those alone who are likely to; what is said ahead of an action holds for no combat.

    Rule: SEQ-04, GAP-13.
    """
    window = window_of(table)
    if window is None:
        return ()
    is_asked = window.name in COULD_ACT and not table.options.is_detailed
    could = set(COULD_ACT[window.name](table) if is_asked else window.order)
    if not any(isinstance(frame, Combat) for frame in table.frames):
        could -= table.silent | table.silent_once
    return tuple(seat for seat in window.order if seat in could and seat not in window.passed)


def ahead_refusal(table: Table, seat: str) -> Refusal | None:
    """Why this Methuselah cannot pass ahead: the game does not wait for it, or waits for another answer.

    Rule: SEQ-04, GAP-13.
    """
    name = window_name(table)
    if name in DECISIONS or name in PASS_HOOKS:
        return Refusal(Code.WINDOW, "This step waits for an answer: a block, a strike or terms.", "GAP-13")
    if seat not in waited_for(table):
        return Refusal(Code.REPEAT, "The game is not waiting for %(seat)s at this step.", "SEQ-04", seat=seat)
    return None


def pass_before(draft: Draft, seat: str) -> None:
    """Pass before the impulse comes; the window closes once the game waits for no seat."""
    _pass(draft, seat)
    if not waited_for(draft):
        close_window(draft)


def order_for(table: Table) -> tuple[str, ...]:
    """The seats that may use effects now, in order: the acting Methuselah first, each once.

    Rule: SEQ-01, SEQ-06 to SEQ-14.
    """
    for frame in reversed(table.frames):
        if isinstance(frame, Combat):
            return _ordered(table, frame.sides[0].seat, (frame.sides[1].seat,))
        if isinstance(frame, Action):
            return _ordered(table, frame.seat, _second(table, frame))
        if not isinstance(frame, CardPlay | Harm):
            break
    return clockwise(table, table.step.seat)


def _second(table: Table, action: Action) -> tuple[str, ...]:
    if action.state is ActionState.ATTEMPT:
        return (table.cards[action.blocker].controller,)
    if action.is_directed:
        return tuple(seat for seat in clockwise(table, action.seat) if seat in action.defenders)
    prey, predator = prey_of(table, action.seat), predator_of(table, action.seat)
    if table.options.sequencing_undirected == "fixed":
        return (prey, predator)
    return next(((seat,) for seat in (prey, predator) if seat not in action.declined), ())


def _ordered(table: Table, first: str, second: tuple[str, ...]) -> tuple[str, ...]:
    everybody = clockwise(table, first)
    named = [seat for seat in (first, *second) if seat in everybody]
    return tuple(dict.fromkeys([*named, *everybody]))


def open_window(
    draft: Draft, name: WindowName, order: tuple[str, ...] | None = None, *, expected: bool = False, **changes: Any
) -> None:
    """Open a window on the innermost frame; at table speed a quiet one closes by itself unless a player spoke up.

    `expected` keeps a quiet one open all the same; `changes` are what else changes about the frame.
    """
    is_quiet = name in QUIET and not expected and not draft.options.is_detailed and not draft.speaking
    if is_quiet and not draft.stirred and name is not WindowName.ADDITIONAL and draft.stops is None:
        # What follows by itself before it closes has followed; only additional strikes may be gone back to.
        if changes:
            draft.top(**changes)
        if name in ANSWERED:
            draft.passed_over |= {name}
        _closed(draft, name)
        return
    draft.top(window=Window(name=name, order=order or order_for(draft), is_quiet=is_quiet), **changes)
    if not is_quiet:
        draft.note(Happening.WINDOW_OPENED, detail=name)


def quiet_window(draft: Draft) -> Window | None:
    """The open window, if it closes by itself at table speed."""
    window = draft.frames[-1].window if draft.frames else None
    return window if window is not None and window.is_quiet and not draft.speaking else None


def close_window(draft: Draft) -> None:
    """Close the open window and go on with what follows."""
    window = window_of(draft)
    assert window is not None
    _closed(draft, window.name)


# With these the frame itself is over: what follows takes it away first.
_LAST = frozenset({WindowName.AS_PLAYED, WindowName.AFTER_ACTION, WindowName.OFFER, WindowName.GAP})


def _closed(draft: Draft, name: WindowName) -> None:
    if name not in _LAST and draft.frames and draft.frames[-1].window is not None:
        draft.top(window=None)
    draft.note(Happening.WINDOW_CLOSED, detail=name)
    CLOSERS[name](draft)


def used(draft: Draft) -> None:
    """Restart the order with the acting Methuselah after an effect was used, also where its damage lies on top.

    Rule: SEQ-02, SEQ-03, SEQ-15, COMBAT-15.
    """
    if draft.step.passed:
        draft.change_step(passed=())
    for at in range(len(draft.frames) - 1, -1, -1):
        frame, window = draft.frames[at], draft.frames[at].window
        if window is not None:
            order = window.order if window.name in (WindowName.STRIKES, WindowName.TERMS) else order_for(draft)
            passed = _struck(frame) if not draft.options.is_detailed and window.name is WindowName.STRIKES else ()
            again = copy_with(frame, window=copy_with(window, order=order, passed=passed))
            draft.frames = (*draft.frames[:at], again, *draft.frames[at + 1 :])
        if not isinstance(frame, Harm):
            return


def _struck(frame: Frame) -> tuple[str, ...]:
    """The seats whose strikes are announced: at table speed nothing more is waited for from them."""
    sides = frame.sides if isinstance(frame, Combat) else ()
    return tuple(side.seat for side in sides if side.strike is not None)


def impulse_refusal(table: Table, seat: str) -> Refusal | None:
    """Why this Methuselah may not speak now: another one has the impulse.

    Rule: SEQ-05, SEQ-10.
    """
    window = window_of(table) if table.options.is_detailed else None
    if window is not None and window.holder != seat:
        return Refusal(
            Code.IMPULSE, "%(holder)s has the impulse, not %(seat)s.", "SEQ-10", holder=window.holder, seat=seat
        )
    return None


@operation
class PassImpulse(Operation):
    """Let the impulse go to the next Methuselah."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        window = window_of(table)
        if refused := at_table(table, self.seat):
            return refused
        if window is None or window.name in DECISIONS:
            return Refusal(Code.WINDOW, "There is no window to pass in.", "SEQ-04")
        if self.seat not in window.order:
            return Refusal(Code.WINDOW, "%(seat)s has no part in this window.", "SEQ-01", seat=self.seat)
        if window.holder != self.seat:
            return Refusal(
                Code.IMPULSE,
                "%(holder)s has the impulse, not %(seat)s.",
                "SEQ-10",
                holder=window.holder,
                seat=self.seat,
            )
        return _closing_refusal(table, window)

    @override
    def carry_out(self, draft: Draft) -> None:
        pass_in_turn(draft, self.seat)

    @override
    def told(self, names: Names) -> str:
        return Message("passes")


def pass_in_turn(draft: Draft, seat: str) -> None:
    """The impulse goes to the next; the window closes once all have passed."""
    _pass(draft, seat)
    window = window_of(draft)
    if window is not None and not window.holder:
        close_window(draft)


def _closing_refusal(table: Table, window: Window) -> Refusal | None:
    """Why the first of all cannot pass yet: something must be done before this window may close."""
    check = CLOSING.get(window.name)
    return check(table) if check and not window.passed else None


def _pass(draft: Draft, seat: str) -> None:
    window = window_of(draft)
    assert window is not None
    passed = (*window.passed, seat)
    if draft.frames:
        draft.top(window=copy_with(window, passed=passed))
    else:
        draft.change_step(passed=passed)
    if hook := PASS_HOOKS.get(window.name):
        hook(draft, seat)


@operation
class NoPlays(Operation):
    """All Methuselahs pass: the open window closes; at table speed other possible blockers are asked first.

    Rule: ACT-50, GAP-13.
    """

    @override
    def refusal(self, table: Table) -> Refusal | None:
        window = window_of(table)
        if table.stage is not Stage.RUNNING:
            return Refusal(Code.OVER, "No game is going on.", "GAP-03")
        if window is None or window.name in DECISIONS:
            return Refusal(Code.WINDOW, "There is no window to pass in.", "SEQ-04")
        return _closing_refusal(table, window)

    @override
    def carry_out(self, draft: Draft) -> None:
        window = window_of(draft)
        assert window is not None
        if window.name in ONE_BY_ONE and not draft.options.is_detailed:
            asked = ONE_BY_ONE[window.name](draft)
            for seat in asked[:1]:
                _pass(draft, seat)
            if len(asked) > 1:
                return
        elif window.name in PASS_HOOKS:
            _everybody_passes(draft)
        close_window(draft)

    @override
    def told(self, names: Names) -> str:
        return _NO_PLAYS.get(names.window, Message("No more plays"))


_NO_PLAYS: dict[str, Message] = {
    WindowName.ACTION: Message("No block from anyone"),
    WindowName.POLLING: Message("Polling closed"),
    WindowName.STRIKES: Message("Hand strikes"),
}


def _everybody_passes(draft: Draft) -> None:
    window = window_of(draft)
    while window is not None and window.holder:
        _pass(draft, window.holder)
        window = window_of(draft)


@operation
class SpeakUp(Operation):
    """At table speed: ask that the windows be opened, each until "no plays", for as long as this goes on."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        if table.options.is_detailed or table.speaking:
            return Refusal(Code.WINDOW, "The windows open by themselves already.", "SEQ-04")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.speaking = self.seat
        name = window_name(draft)
        if name in REOPENS:
            REOPENS[name](draft)

    @override
    def told(self, names: Names) -> str:
        return Message("asks to stop at every step")


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Passing, for the holder of the impulse, and asking for windows where they do not open automatically."""
    window = window_of(state)
    if window is not None and window.holder == seat:
        yield PassImpulse(seat=seat)
        yield NoPlays()
    if not state.options.is_detailed and not state.speaking and seat in active_seats(state):
        yield SpeakUp(seat=seat)


# Cards in limbo: declared and not yet resolved, while the as-played window is open


class Playable(Operation):
    """An operation that plays a card from hand: it waits in the as-played window, then resolves or is canceled."""

    __slots__ = ()

    @abstractmethod
    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """The card survived its as-played window."""

    @abstractmethod
    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """The card was canceled."""


def declare(draft: Draft, play: Playable, frame: CardPlay) -> None:
    """The card goes from hand to limbo and its as-played window opens.

    Rule: SEQ-17, SEQ-19, SEQ-24.
    """
    stirred = draft.stirred
    leave_hand(draft, frame.seat)
    # The hand is one smaller and may be: nothing follows from that before the card is replaced.
    draft.stirred = stirred
    draft.note(Happening.CARD_PLAYED, frame.seat, frame.minion, detail=frame.card)
    draft.push(frame)
    open_window(draft, WindowName.AS_PLAYED)


@when_closed(WindowName.AS_PLAYED)
def _as_played_closed(draft: Draft) -> None:
    """The card is replaced, then paid for and resolved, or canceled.

    Rule: SEQ-25, SEQ-27, SEQ-51.
    """
    frame = draft.pop()
    draft.stirred = True
    assert isinstance(frame, CardPlay)
    play = frame.play
    assert isinstance(play, Playable)
    # A canceled card loses its "do not replace" clause (SEQ-27, PM-ADV-16).
    delay = Delay.NONE if frame.canceled else frame.delay
    replace_played(draft, frame.seat, frame.card, delay, frame.until)
    _count_draw_ahead(draft, frame.seat)
    for minion in frame.woken:
        _wake(draft, minion)
    if frame.canceled:
        draft.note(Happening.CARD_CANCELED, frame.seat, frame.minion, detail=frame.card)
        play.canceled(draft, frame)
    else:
        play.resolved(draft, frame)


def _wake(draft: Draft, minion: str) -> None:
    action = next((item for item in reversed(draft.frames) if isinstance(item, Action)), None)
    if action is not None:
        draft.frame_of(Action, awake=action.awake | {minion})


def _count_draw_ahead(draft: Draft, seat: str) -> None:
    """A card that let its owner draw ahead counts the next plays down.

    Rule: PM-ADV-10.
    """
    for card in list(draft.cards.values()):
        if CardFlag.DRAWS_AHEAD in card.flags and card.controller == seat and card.in_play and card.counters:
            draft.move(on(card.id), BANK, 1, "a card drawn ahead was played")


# Going back to what was going on: an action goes on when the combat, referendum or diablerie inside it has ended


RESUME: dict[type, Callable[[Draft], None]] = {}


def resume(draft: Draft) -> None:
    """Let the innermost frame go on, unless it waits in a window of its own."""
    if draft.frames and draft.frames[-1].window is None and (hook := RESUME.get(type(draft.frames[-1]))):
        hook(draft)
