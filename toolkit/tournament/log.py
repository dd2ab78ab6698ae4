"""The log: its entries, what each fact does to the state, and how it is told to a person.

Every concept's module says of its own facts what they do and how they read, in one place (`folds`). The log only
grows; its versions share what they have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from toolkit.languages import ENGLISH, N_, Count, Listed, Message, NameOf, Sayable, Words, say
from toolkit.tournament.errors import BadValue, CannotStand, DamagedFact
from toolkit.tournament.facts import (
    DRIFT,
    CheckInClosed,
    CheckInOpened,
    Fact,
    PlayerAdded,
    PlayerChanged,
    TournamentCreated,
    fact_from_dict,
)
from toolkit.tournament.kernel import Folds
from toolkit.tournament.state import State, round_title

# Longer chunks make an append dearer, shorter ones the undoing of an old entry.
CHUNK = 128
# So many names stand in one sentence.
NAMED = 5
# What stands for a text that was forgotten with whom it named.
GONE = "…"
# What a log calls those of whom no name is known.
_NAMELESS = {N_("Organizer"), N_("Judge"), N_("Scorekeeper"), N_("Player"), N_("Table"), N_("Host"), N_("Sign-up")}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A fact in the log: its number from 1, when (aware UTC) and by whom.

    Attributes:
        at: the time of day by the computer's clock, which may have jumped since the entry before: only the number
            says what came first.
        drift: seconds by which the clock of what lasts was ahead of it, which no jump moves.
    """

    number: int
    at: datetime
    by: str
    fact: Fact
    drift: int = 0

    def __post_init__(self) -> None:
        """Refuse a time that is not in UTC.

        Raises:
            BadValue: a naive time, or one of another zone.
        """
        if self.at.utcoffset() != timedelta(0):
            raise BadValue(Message("The time of a log entry is in UTC."), code="bad_time")

    @property
    def moment(self) -> datetime:
        """When it was by the clock of what lasts: two of them differ by what has passed between them."""
        return moment_of(self.at, self.drift)


def moment_of(at: datetime, drift: int) -> datetime:
    """When it was by the clock of what lasts, at a time of day that this one was so many seconds ahead of."""
    try:
        return at + timedelta(seconds=drift) if drift else at
    except OverflowError:  # of an import: beyond the years that there are
        return at


_MOST_DRIFT = 100 * 366 * 24 * 3600


def drift_to_dict(drift: int) -> dict[str, int]:
    """The part of an entry's stored form beside its fact."""
    return {DRIFT: drift} if drift else {}


def drift_of(stored: Mapping[str, Any]) -> int:
    """The drift of a stored form.

    Raises:
        DamagedFact: none that can be.
    """
    drift = stored.get(DRIFT, 0)
    if type(drift) is not int or abs(drift) > _MOST_DRIFT:
        raise DamagedFact(Message("An entry is ahead of its clock by a number of seconds."))
    return drift


def entry_from_dict(number: int, at: datetime, by: str, stored: Mapping[str, Any]) -> LogEntry:
    """The entry of a stored form: its fact, and beside it the drift where there is any.

    Raises:
        BadValue: a time that is not in UTC.
        DamagedFact, NewerFact: it cannot be read.
    """
    return LogEntry(number, at, by, fact_from_dict(stored), drift_of(stored))


class PlayerNames:
    """Names of players as the log tells them, those who were removed or undone included."""

    def __init__(self, state: State) -> None:
        self.known = {number: player.name for number, player in (*state.players.items(), *state.proxies.items())}
        self._log: Log | None = getattr(state, "log", None)
        self._undone: Collection[int] = getattr(state, "undone", ())
        self._numbers: dict[int, int] = {}

    def __call__(self, number: int) -> str:
        """The name of one; the number of a player who was never named."""
        name = self.known.get(number) or self._removed(number)
        return NameOf(name, number) if name else Message("player %(number)s", number=number)

    def _removed(self, number: int) -> str:
        """The last known name of a player without a registration."""
        for entry in self._log or ():
            if isinstance(entry.fact, PlayerAdded | PlayerChanged) and entry.fact.player == number:
                self.known[number] = entry.fact.name
        return self.known.get(number, "")

    def earlier(self, fact: Fact) -> Iterator[Fact]:
        """The counting facts before a fact, the last first; none without the log of the fact."""
        log = self._log
        if log is None:
            return
        if not self._numbers:
            self._numbers = {id(entry.fact): entry.number for entry in log}
        for number in range(self._numbers.get(id(fact), 0) - 1, 0, -1):
            if number not in self._undone:
                yield log.entry(number).fact

    def before(self, fact: Fact, kinds: tuple[type[Fact], ...], *same: str) -> Any:
        """The last fact of these kinds before this one that agrees with it in `same`, or None."""
        return next(
            (
                earlier
                for earlier in self.earlier(fact)
                if isinstance(earlier, kinds) and all(getattr(earlier, name) == getattr(fact, name) for name in same)
            ),
            None,
        )

    def all(self, numbers: Iterable[int], *, most: int | None = None) -> Listed:
        """The names in a row; `most` of them, and how many more."""
        return Listed(map(self, numbers), most=most)

    def facts(self, entries: Iterable[int]) -> list[Fact]:
        """The facts of entries, for who tells of them; none where no log is known."""
        log = self._log
        return [] if log is None else [log.entry(number).fact for number in entries if 1 <= number <= len(log)]

    def some(self, numbers: Iterable[int]) -> Listed:
        """The names in a row, or the first of them and how many more."""
        return self.all(numbers, most=NAMED)


_FOLDS = Folds[Fact, State, [LogEntry], PlayerNames]()
# How those are counted that one change may bring many of; of others the first is told, and the number of the rest.
_SEVERAL: dict[type[Fact], Callable[[int], Count]] = {}


def folds[F: Fact](
    kind: type[F], sentence: Callable[[PlayerNames, F], Sayable], several: Callable[[int], Count] | None = None
) -> Callable[[Callable[[State, F, LogEntry], State]], Callable[[State, F, LogEntry], State]]:
    """Decorator: the function folds a fact of `kind`; `sentence` is its sentence in the log, `several` one for many.

    The function refuses (any ToolkitError) a fact that cannot stand on the state before it.
    """
    if several is not None:
        _SEVERAL[kind] = several
    return _FOLDS.folds(kind, sentence)


def set_sentence[F: Fact](kind: type[F], sentence: Callable[[PlayerNames, F], Sayable]) -> None:
    """Give the facts of `kind` their sentence in the log."""
    _FOLDS.set_sentence(kind, sentence)


def apply(state: State, entry: LogEntry) -> State:
    """The state after `entry`.

    Raises:
        ToolkitError: the fact cannot stand here.
    """
    if state.configuration is None and not isinstance(entry.fact, TournamentCreated):
        raise CannotStand(Message("A log begins with the creation of the tournament."))
    fold = _FOLDS.fold_of(type(entry.fact))
    if fold is None:
        raise CannotStand(Message("“%(name)s” is not a fact of a tournament.", name=entry.fact.NAME))
    return fold(state, entry.fact, entry)


@dataclass(frozen=True, slots=True)
class Log:
    """Entries in chunks: an append copies the last chunk only."""

    chunks: tuple[tuple[LogEntry, ...], ...] = ()
    tail: tuple[LogEntry, ...] = ()

    @classmethod
    def of(cls, entries: Sequence[LogEntry]) -> Log:
        """The log of these entries."""
        whole = len(entries) // CHUNK * CHUNK
        chunks = tuple(tuple(entries[first : first + CHUNK]) for first in range(0, whole, CHUNK))
        return cls(chunks, tuple(entries[whole:]))

    def __len__(self) -> int:
        return len(self.chunks) * CHUNK + len(self.tail)

    def __iter__(self) -> Iterator[LogEntry]:
        for chunk in self.chunks:
            yield from chunk
        yield from self.tail

    def with_entry(self, entry: LogEntry) -> Log:
        """The log with one entry more."""
        tail = (*self.tail, entry)
        return Log((*self.chunks, tail), ()) if len(tail) == CHUNK else Log(self.chunks, tail)

    def entry(self, number: int) -> LogEntry:
        """The entry of that number, from 1; the caller knows that it is there."""
        chunk, place = divmod(number - 1, CHUNK)
        return self.tail[place] if chunk == len(self.chunks) else self.chunks[chunk][place]

    def since(self, chunk: int) -> Iterator[LogEntry]:
        """Entries from the start of a chunk on."""
        for later in self.chunks[chunk:]:
            yield from later
        yield from self.tail


def describe(state: State, fact: Fact) -> Sayable:
    """A sentence for a fact; names are those of `state`."""
    return sentence_of(PlayerNames(state), fact)


def sentence_of(names: PlayerNames, fact: Fact) -> Sayable:
    """A sentence for a fact."""
    return _FOLDS.sentence_of(names, fact)


# So many sentences tell of one change; of what else it was, the number.
_TOLD = 3
# Where one change opens and closes the check-in, the people are what it was for.
_PASSING = frozenset({CheckInOpened, CheckInClosed})


def told_together(names: PlayerNames, facts: Iterable[Fact]) -> Sayable:
    """A sentence for several facts of one change, in their order: those of one kind are counted."""
    kinds: dict[type[Fact], list[Fact]] = {}
    for fact in facts:
        kinds.setdefault(type(fact), []).append(fact)
    if len(kinds) > len(_PASSING) and kinds.keys() >= _PASSING:
        kinds = {kind: same for kind, same in kinds.items() if kind not in _PASSING}
    sentences = [_counted(names, kind, same) for kind, same in kinds.items()]
    more = sum(len(same) for same in list(kinds.values())[_TOLD:])
    if more:
        sentences = [*sentences[:_TOLD], Count(more, "%(num)d further entry.", "%(num)d further entries.")]
    return sentences[0] if len(sentences) == 1 else Listed(sentences, between=" ")


def _counted(names: PlayerNames, kind: type[Fact], same: Sequence[Fact]) -> Sayable:
    if len(same) == 1:
        return sentence_of(names, same[0])
    if kind in _SEVERAL:
        return _SEVERAL[kind](len(same))
    if len(same) <= _TOLD:
        return Listed((sentence_of(names, fact) for fact in same), between=" ")
    more = Count(len(same) - 1, "And %(num)d more of its kind.", "And %(num)d more of its kind.")
    return Listed((sentence_of(names, same[0]), more), between=" ")


class _Reasoned(Sayable):
    """A sentence that ends with a reason in parentheses: the typed text stays as it is."""

    sentence: Sayable
    reason: str

    def __new__(cls, sentence: Sayable, reason: str) -> Self:
        """The full stop comes last."""
        reasoned = super().__new__(cls, _reasoned(sentence, reason, ENGLISH))
        reasoned.sentence, reasoned.reason = sentence, reason
        return reasoned

    def said(self, words: Words) -> str:
        """The sentence as the language has it, with the same reason."""
        return _reasoned(self.sentence, self.reason, words)

    def __getnewargs_ex__(self) -> tuple[tuple[Sayable, str], dict[str, object]]:
        return (self.sentence, self.reason), {}


def _reasoned(sentence: Sayable, reason: str, words: Words) -> str:
    # A reason of the program's own is a sentence; what somebody wrote stays as it is.
    why = say(reason, words).removesuffix(".") if isinstance(reason, Sayable) else reason
    return f"{say(sentence, words).removesuffix('.')} ({why})."


def because(sentence: Sayable, reason: str) -> Sayable:
    """The sentence with its reason in parentheses, where there is one."""
    return _Reasoned(sentence, reason) if reason else sentence


def author_name(by: str) -> str:
    """The author's name for the log: a person's own name; without one, their role in every language."""
    if by in _NAMELESS:
        return Message(by)
    if not by:
        return Message("a forgotten person")
    what, _, number = by.partition(" ")
    return Message("Table %(number)s", number=number) if what == "Table" and number.isdecimal() else by


def where(round_number: int, table: int | None) -> Message:
    """'table 2 in round 1', or the round alone."""
    if table is None:
        return round_title(round_number)
    return Message("table %(number)s in %(round)s", number=table, round=round_title(round_number))
