"""One event, two laptops: handed over while both are alive, taken over when the old one is gone.

An epoch is the time in which one laptop writes the log. A log that was handed over or superseded takes nothing more.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from toolkit.languages import N_, Message
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import CopyRestored, Fact, HandedOver, Superseded, TakenOver
from toolkit.tournament.log import LogEntry, folds
from toolkit.tournament.state import Gone, State, evolve

HANDED_OVER = N_("This event was handed over to another laptop: continue there. Nothing more can be entered here.")
SUPERSEDED = N_(
    "Another laptop took over this event from entry %(number)s: continue there. Nothing more can be entered here."
)


def code_digest(code: str) -> str:
    """The hash of a code for the log; blanks, dashes and case do not count."""
    plain = "".join(letter for letter in code.casefold() if letter.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def hand_over(state: State, code: str) -> list[Fact]:
    """Close the log for another laptop, which goes on with this code.

    Raises:
        Refused: it is closed already.
    """
    check_here(state)
    return [HandedOver(epoch=state.epoch, code=code_digest(code))]


def receive(state: State) -> list[Fact]:
    """Let the code open a log that was handed over, now that its copy is in another store; nothing for any other."""
    is_new = state.gone is not None and state.gone.code and not state.gone.is_copy
    return [CopyRestored()] if is_new else []


def take_over(state: State, *, code: str = "", is_lost: bool = False) -> list[Fact]:
    """Go on with a log here: with the code of the handover; or because the old laptop is lost.

    Raises:
        BadValue: `wrong_code`.
        Refused: nobody handed it over, or it was handed over from here, and the old laptop is not said to be lost.
    """
    if not is_lost:
        if state.gone is None or not state.gone.code:
            raise Refused(Message("This event was not handed over. Is the other laptop gone?"), code="not_handed")
        if not hmac.compare_digest(state.gone.code, code_digest(code)):
            raise BadValue(Message("This is not the code that the other laptop shows."), code="wrong_code")
        if not state.gone.is_copy:
            raise Refused(
                Message(
                    "This laptop handed the event over itself: the code opens the copy on the other one. "
                    "Is that laptop gone, or did it never take over?"
                ),
                code="not_handed",
            )
        return [TakenOver(epoch=state.epoch + 1)]
    # Whoever had gone on with it is behind then, too.
    return [TakenOver(epoch=1 + (state.gone.epoch if state.gone else state.epoch), is_lost=True)]


def supersede(state: State, *, epoch: int, after: int) -> list[Fact]:
    """Close a log that goes on elsewhere, in a later epoch, as it was after an entry; nothing if that is known."""
    return [] if state.gone is not None and state.gone.epoch >= epoch else [Superseded(epoch=epoch, after=after)]


def check_here(state: State) -> None:
    """Make sure that the log may still be written.

    Raises:
        Refused: `handed_over`, `superseded`.
    """
    if state.gone is not None:
        raise refusal(state.gone)


def refusal(gone: Gone) -> Refused:
    """Why nothing more can be entered."""
    if gone.after is None:
        return Refused(Message(HANDED_OVER), code="handed_over")
    return Refused(Message(SUPERSEDED, number=gone.after), code="superseded")


@folds(HandedOver, lambda names, fact: Message("Handed over to another laptop."))
def _handed_over(state: State, fact: HandedOver, entry: LogEntry) -> State:
    return evolve(state, gone=Gone(epoch=fact.epoch + 1, code=fact.code))


@folds(CopyRestored, lambda names, fact: Message("Restored on another laptop."))
def _copy_restored(state: State, fact: CopyRestored, entry: LogEntry) -> State:
    return evolve(state, gone=state.gone and replace(state.gone, is_copy=True))


def _taken_sentence(fact: TakenOver) -> Message:
    if fact.is_lost:
        return Message("Taken over: the other laptop is gone.")
    return Message("Taken over from the other laptop.")


@folds(TakenOver, lambda names, fact: _taken_sentence(fact))
def _taken_over(state: State, fact: TakenOver, entry: LogEntry) -> State:
    return evolve(state, gone=None, epoch=fact.epoch)


@folds(
    Superseded,
    lambda names, fact: Message("Another laptop took over this event from entry %(number)s.", number=fact.after),
)
def _superseded(state: State, fact: Superseded, entry: LogEntry) -> State:
    return evolve(state, gone=Gone(epoch=fact.epoch, after=fact.after))
