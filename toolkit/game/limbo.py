"""Cards in limbo: declared and not yet resolved, while the as-played window is open."""

from __future__ import annotations

from toolkit.game.draft import BANK, Draft, on
from toolkit.game.events import Happening
from toolkit.game.frames import Action, CardPlay
from toolkit.game.hand import leave_hand, replace_played
from toolkit.game.operation import Operation
from toolkit.game.vocabulary import Delay, Flag, WindowName
from toolkit.game.windows import open_window, when_closed


class Playable(Operation):
    """An operation that plays a card from hand: it waits in the as-played window, then resolves or is canceled."""

    __slots__ = ()

    def resolved(self, draft: Draft, frame: CardPlay) -> None:
        """The card survived its as-played window."""
        raise NotImplementedError

    def canceled(self, draft: Draft, frame: CardPlay) -> None:
        """The card was canceled."""
        raise NotImplementedError


def declare(draft: Draft, play: Playable, frame: CardPlay) -> None:
    """The card goes from hand to limbo and its as-played window opens.

    Rule: SEQ-17, SEQ-19, SEQ-24.
    """
    leave_hand(draft, frame.seat)
    draft.note(Happening.CARD_PLAYED, frame.seat, frame.minion, detail=frame.card)
    draft.push(frame)
    open_window(draft, WindowName.AS_PLAYED)


@when_closed(WindowName.AS_PLAYED)
def _as_played_closed(draft: Draft) -> None:
    frame = draft.pop()
    assert isinstance(frame, CardPlay)
    # A canceled card loses its "do not replace" clause (SEQ-27, PM-ADV-16).
    delay = Delay.NONE if frame.canceled else frame.delay
    replace_played(draft, frame.seat, frame.card, delay, frame.until)
    _count_draw_ahead(draft, frame.seat)
    for minion in frame.woken:
        _wake(draft, minion)
    if frame.canceled:
        draft.note(Happening.CARD_CANCELED, frame.seat, frame.minion, detail=frame.card)
        frame.play.canceled(draft, frame)
    else:
        frame.play.resolved(draft, frame)


def _wake(draft: Draft, minion: str) -> None:
    action = next((item for item in reversed(draft.frames) if isinstance(item, Action)), None)
    if action is not None:
        draft.frame_of(Action, awake=action.awake | {minion})


def _count_draw_ahead(draft: Draft, seat: str) -> None:
    """A card that let its owner draw ahead counts the next plays down.

    Rule: PM-ADV-10.
    """
    for card in list(draft.cards.values()):
        if Flag.DRAWS_AHEAD in card.flags and card.controller == seat and card.in_play and card.counters:
            draft.move(on(card.id), BANK, 1, "a card drawn ahead was played")


def to_ash_heap(draft: Draft, seat: str, name: str) -> None:
    """A played card goes to its owner's ash heap.

    Rule: CARD-25, SETUP-35.
    """
    draft.seat(seat, ash_heap=(*draft.seats[seat].ash_heap, name))
