"""`Tournament`: the log of facts, and the state that they fold into, one fact at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from toolkit.errors import ToolkitError
from toolkit.languages import Listed, Message, Sayable
from toolkit.tournament import (  # noqa: F401  (each registers what its facts do)
    announcements,
    calls,
    checkin,
    clock,
    deck_checks,
    decks,
    disputes,
    draws,
    event,
    fees,
    final,
    mailing,
    players,
    prizes,
    raffle,
    results,
    rounds,
    sanctions,
    signup,
)
from toolkit.tournament.errors import CannotStand, Refused, StaleTournament, UnknownEntry
from toolkit.tournament.facts import EntriesRedone, EntriesUndone, Fact
from toolkit.tournament.handover import refusal
from toolkit.tournament.limited import (  # noqa: F401  (as above)
    late_and_leaving,
    michigan,
    phases,
    plan,
    pods,
    pools,
)
from toolkit.tournament.log import CHUNK, Log, LogEntry, PlayerNames, apply, because, set_sentence, told_together
from toolkit.tournament.state import State, evolve

# So many entries are named by their numbers.
NAMED = 12
# What counts the numbers that were ever given, by the field that they stand in (`Declaration.numbers`).
_EVER_GIVEN = {
    "player": "players_ever",
    "sanction": "sanctions_ever",
    "call": "calls_ever",
    "announcement": "announcements_ever",
    "sign_up": "sign_ups_ever",
}


@dataclass(frozen=True, kw_only=True)
class Tournament(State):
    """A state with the log that led to it.

    Attributes:
        undone: numbers of entries that do not count at present.
        checkpoints: the state before each chunk of the log, itself without one, so that undoing folds again from the
            last one only.
    """

    log: Log = field(default_factory=Log, repr=False)
    undone: frozenset[int] = frozenset()
    checkpoints: tuple[Tournament, ...] = field(default=(), repr=False, compare=False)

    @property
    def number(self) -> int:
        """The number of the last entry: the version of this tournament."""
        return len(self.log)

    def with_entry(self, entry: LogEntry) -> Tournament:
        """The tournament after one further entry.

        Raises:
            StaleTournament: its number is not the next.
            Refused: the log goes on elsewhere.
            CannotStand: the fact, or one that counts again or still, contradicts those before it.
        """
        if isinstance(entry.fact, EntriesUndone | EntriesRedone):
            return self.with_history([entry])
        self._check_next(entry, self.number)
        checkpoints = self.checkpoints if self.number % CHUNK else (*self.checkpoints, _without_log(self))
        return evolve(_applied(self, entry), log=self.log.with_entry(entry), checkpoints=checkpoints)

    def with_facts(self, facts: Iterable[Fact], *, at: datetime, by: str) -> Tournament:
        """The tournament after further facts of one moment and author."""
        tournament = self
        for fact in facts:
            tournament = tournament.with_entry(LogEntry(tournament.number + 1, at, by, fact))
        return tournament

    def entry(self, number: int) -> LogEntry:
        """The entry of that number.

        Raises:
            UnknownEntry: the log is shorter.
        """
        if not 1 <= number <= self.number:
            raise UnknownEntry(
                Message("The log has entries 1 to %(number)s, not %(other)s.", number=self.number, other=number)
            )
        return self.log.entry(number)

    def with_history(self, entries: Sequence[LogEntry]) -> Tournament:
        """The tournament after further entries that only undo and redo; it is folded again once.

        Raises:
            StaleTournament, Refused: as for one entry.
            CannotStand: what counts after all of them contradicts itself.
        """
        undone, log, first = self.undone, self.log, self.number
        for entry in entries:
            self._check_next(entry, len(log))
            assert isinstance(entry.fact, EntriesUndone | EntriesRedone)
            for number in entry.fact.entries:
                undone = _toggled(undone, number, self.entry(number).fact, entry.fact)
                first = min(first, number)
            log = log.with_entry(entry)
        chunk = min((first - 1) // CHUNK, len(self.checkpoints) - 1)
        state, later = _folded(self.checkpoints[chunk], log.since(chunk), undone)
        # Numbers once given stay given, so that a player who was undone can come back under their own.
        ever = {name: getattr(self, name) for name in _EVER_GIVEN.values()}
        checkpoints = (*self.checkpoints[:chunk], *later)
        return evolve(state, **ever, log=log, undone=undone, checkpoints=checkpoints)

    def _check_next(self, entry: LogEntry, last: int) -> None:
        if entry.number != last + 1:
            raise StaleTournament(
                Message(
                    "Entry %(number)s does not follow entry %(other)s: the log was changed in the meantime.",
                    number=entry.number,
                    other=last,
                )
            )
        if self.gone is not None and not entry.fact.DECLARED.is_taken_when_closed:
            raise refusal(self.gone)


def fold(entries: Iterable[LogEntry]) -> Tournament:
    """The tournament of a whole log, from nothing.

    Raises:
        StaleTournament: the numbers do not run from 1.
        CannotStand: a fact contradicts those before it.
    """
    log, undone = list(entries), frozenset[int]()
    for number, entry in enumerate(log, start=1):
        if entry.number != number:
            raise StaleTournament(
                Message(
                    "Entry %(number)s is in the place of entry %(other)s: the log has a gap.",
                    number=entry.number,
                    other=number,
                )
            )
        if isinstance(entry.fact, EntriesUndone | EntriesRedone):
            for named in entry.fact.entries:
                if not 1 <= named < number:
                    raise UnknownEntry(
                        Message(
                            "Entry %(number)s undoes entry %(other)s, which does not precede it.",
                            number=number,
                            other=named,
                        )
                    )
                undone = _toggled(undone, named, log[named - 1].fact, entry.fact)
    state, checkpoints = _folded(Tournament(), log, undone)
    ever = {
        name: max((getattr(entry.fact, given) for entry in log if entry.fact.DECLARED.numbers == given), default=0)
        for given, name in _EVER_GIVEN.items()
    }
    return evolve(state, **ever, log=Log.of(log), undone=undone, checkpoints=tuple(checkpoints))


def _folded(
    state: Tournament, entries: Iterable[LogEntry], undone: frozenset[int]
) -> tuple[Tournament, list[Tournament]]:
    """The state after `entries`, which begin a chunk, and the states before each chunk among them."""
    checkpoints = []
    for entry in entries:
        if (entry.number - 1) % CHUNK == 0:
            checkpoints.append(state)
        if entry.number not in undone and not isinstance(entry.fact, EntriesUndone | EntriesRedone):
            state = _applied(state, entry)
    return state, checkpoints


def _toggled(undone: frozenset[int], number: int, fact: Fact, by: EntriesUndone | EntriesRedone) -> frozenset[int]:
    if isinstance(fact, EntriesUndone | EntriesRedone):
        raise Refused(Message("Entry %(number)s is itself an undoing.", number=number), code="not_undoable")
    return undone | {number} if isinstance(by, EntriesUndone) else undone - {number}


def _applied(tournament: Tournament, entry: LogEntry) -> Tournament:
    try:
        return cast(Tournament, apply(tournament, entry))
    except ToolkitError as error:
        raise CannotStand(
            Message("Entry %(number)s is not possible: %(sentence)s", number=entry.number, sentence=error.message),
            rule=error.rule,
        ) from error


def _without_log(tournament: Tournament) -> Tournament:
    return evolve(tournament, log=Log(), undone=frozenset(), checkpoints=())


def _undone_sentence(names: PlayerNames, fact: EntriesUndone) -> Sayable:
    numbers = Listed(fact.entries, most=NAMED)
    sentence = Message("Undid entry %(number)s.", number=numbers)
    if len(fact.entries) != 1:
        sentence = Message("Undid entries %(list)s.", list=numbers)
    if what := names.facts(fact.entries):
        sentence = Message("Undone: %(sentence)s", sentence=told_together(names, what))
    return because(sentence, fact.reason)


def _redone_sentence(names: PlayerNames, fact: EntriesRedone) -> Sayable:
    numbers = Listed(fact.entries, most=NAMED)
    sentence = Message("Redid entry %(number)s.", number=numbers)
    if len(fact.entries) != 1:
        sentence = Message("Redid entries %(list)s.", list=numbers)
    if what := names.facts(fact.entries):
        sentence = Message("Counts again: %(sentence)s", sentence=told_together(names, what))
    return because(sentence, fact.reason)


set_sentence(EntriesUndone, _undone_sentence)
set_sentence(EntriesRedone, _redone_sentence)
