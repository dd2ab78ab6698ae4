"""The log read as sentences; undo and redo, of the last entry or of one long past, by a further fact that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile

from toolkit.languages import N_, Message, Sayable
from toolkit.tournament.declarations import Undoing
from toolkit.tournament.errors import CannotStand, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import EntriesRedone, EntriesUndone, Fact, PlayerAdded
from toolkit.tournament.limited.facts import PhaseStarted, PodsDrawn
from toolkit.tournament.log import LogEntry, PlayerNames, sentence_of, told_together
from toolkit.tournament.tournament import Tournament

# Why an entry can never be undone.
_NEVER_UNDONE = {
    Undoing.NOT_CREATION: N_("The creation of the event cannot be undone."),
    Undoing.NOT_HANDOVER: N_("A log that has gone on elsewhere cannot be called back."),
    Undoing.NOT_FORGETTING: N_("Forgotten data cannot be restored."),
    Undoing.NOT_DRAW: N_("A commitment, draw or reveal cannot be undone. Undo its consequences instead."),
}
_LAST_CHANGES = (Undoing.USUAL, Undoing.WITH_PODS, Undoing.WITH_DRAFT)
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def can_be_undone(fact: Fact) -> bool:
    """Whether an entry with that fact can ever be undone."""
    return fact.DECLARED.undoing not in _NEVER_UNDONE


def undo(tournament: Tournament, numbers: Iterable[int], *, reason: str = "") -> list[Fact]:
    """Undo entries; to undo an undoing is to redo what it undid. With the pods goes the draft that runs on them.

    Raises:
        UnknownEntry: the log is shorter.
        Refused: undone already, or the creation of the event.
        CannotStand: a later entry builds on it, named in the sentence.
    """
    wanted = sorted({*numbers})
    wanted = sorted({*wanted, *(entry.number for entry in _draft_on(tournament, wanted))})
    if len(wanted) == 1 and isinstance(fact := tournament.entry(wanted[0]).fact, EntriesUndone | EntriesRedone):
        again = [number for number in fact.entries if (number in tournament.undone) is isinstance(fact, EntriesUndone)]
        if not again:
            raise Refused(
                Message("Nothing of entry %(number)s is left to take back.", number=wanted[0]), code="nothing_to_undo"
            )
        return (redo if isinstance(fact, EntriesUndone) else undo)(tournament, again, reason=reason)
    for number in wanted:
        entry = tournament.entry(number)
        if number in tournament.undone:
            raise Refused(Message("Entry %(number)s is undone already.", number=number), code="undone")
        if why := _NEVER_UNDONE.get(entry.fact.DECLARED.undoing):
            raise Refused(Message(why), code="not_undoable")
    return _checked(tournament, EntriesUndone(entries=tuple(wanted), reason=check_text(reason)))


def redo(tournament: Tournament, numbers: Iterable[int], *, reason: str = "") -> list[Fact]:
    """Let undone entries count again, in their old place.

    Raises:
        UnknownEntry: the log is shorter.
        Refused: not undone.
        CannotStand: what was entered since contradicts it, named in the sentence.
    """
    wanted = sorted(set(numbers))
    for number in wanted:
        tournament.entry(number)
        if number not in tournament.undone:
            raise Refused(Message("Entry %(number)s is not undone.", number=number), code="not_undone")
    return _checked(tournament, EntriesRedone(entries=tuple(wanted), reason=check_text(reason)))


def undo_last(tournament: Tournament, *, reason: str = "") -> list[Fact]:
    """Undo what was entered last and still counts, with everything of the same moment and author.

    Raises:
        Refused: nothing is left but the creation of the event.
    """
    change = last_change(tournament)
    if not change:
        raise Refused(Message("There is nothing to undo."), code="nothing_to_undo")
    return undo(tournament, [entry.number for entry in change], reason=reason)


def last_change(tournament: Tournament) -> tuple[LogEntry, ...]:
    """The entries that `undo_last` would undo, the last one first; empty when nothing is left."""
    counting = (entry for entry in _backwards(tournament) if _is_last_change(tournament, entry))
    last = next(counting, None)
    if last is None:
        return ()
    return (last, *takewhile(lambda entry: (entry.at, entry.by) == (last.at, last.by), counting))


def asked_before_undoing(tournament: Tournament, numbers: Sequence[int] = ()) -> tuple[int, Sayable] | None:
    """The number of entries taken back by undoing these or the last change, and a sentence; None if all are named."""
    named = [tournament.entry(number) for number in numbers] or list(last_change(tournament))
    draft = _draft_on(tournament, [entry.number for entry in named])
    back = [*named, *draft]
    if len(back) <= max(1, len(numbers)):
        return None
    sentence = Message(
        "This takes back %(number)s entries: %(sentence)s",
        number=len(back),
        sentence=describe_change(tournament, back),
    )
    if draft:
        sentence = Message("The draft is still running: its clock stops with its pods. %(sentence)s", sentence=sentence)
    return len(back), sentence


def _draft_on(tournament: Tournament, numbers: Sequence[int]) -> list[LogEntry]:
    """The draft in the pods of these entries: its clock and picks, and changes of the pods, as entries."""
    run, entries, is_whole = tournament.limited.current, list[LogEntry](), False
    if run is None or not run.is_draft:
        return entries
    for entry in _backwards(tournament):
        if entry.number in tournament.undone:
            continue
        if isinstance(entry.fact, PodsDrawn):
            return entries[::-1] if entry.number in numbers else []
        how = entry.fact.DECLARED.undoing
        if how is Undoing.WITH_PODS or (how is Undoing.WITH_DRAFT and not is_whole):
            entries.append(entry)
            is_whole = is_whole or isinstance(entry.fact, PhaseStarted)
    return []


def describe_change(tournament: Tournament, entries: Iterable[LogEntry]) -> Sayable:
    """A change in a sentence or a few, such as “22 players registered”."""
    ordered = sorted(entries, key=lambda entry: entry.number)
    return told_together(PlayerNames(tournament), [entry.fact for entry in ordered])


def _is_last_change(tournament: Tournament, entry: LogEntry) -> bool:
    return entry.fact.DECLARED.undoing in _LAST_CHANGES and entry.number not in tournament.undone


def redo_last(tournament: Tournament, *, reason: str = "") -> list[Fact]:
    """Take the last undoing back.

    Raises:
        Refused: nothing is undone.
    """
    for entry in _backwards(tournament):
        if isinstance(entry.fact, EntriesUndone):
            again = [number for number in entry.fact.entries if number in tournament.undone]
            if again:
                return redo(tournament, again, reason=reason)
    raise Refused(Message("There is nothing to redo."), code="nothing_to_redo")


def last_said(tournament: Tournament, is_meant: Callable[[Fact], bool]) -> LogEntry | None:
    """The last entry that counts and says what is meant."""
    entries = (entry for entry in _backwards(tournament) if entry.number not in tournament.undone)
    return next((entry for entry in entries if is_meant(entry.fact)), None)


def _backwards(tournament: Tournament) -> Iterable[LogEntry]:
    return (tournament.entry(number) for number in range(tournament.number, 0, -1))


def _checked(tournament: Tournament, fact: EntriesUndone | EntriesRedone) -> list[Fact]:
    if not fact.entries:
        raise Refused(Message("Choose the entries."), code="nothing_to_undo")
    try:
        tournament.with_entry(LogEntry(tournament.number + 1, _NO_TIME, "", fact))
    except CannotStand as error:
        raise CannotStand(Message("That cannot be: %(sentence)s", sentence=error.message), rule=error.rule) from error
    return [fact]


def describe_log(
    tournament: Tournament, *, first: int = 1, last: int | None = None
) -> Iterator[tuple[LogEntry, Sayable, bool]]:
    """The entries from `first` to `last`, each with its sentence, and whether it counts (is not undone)."""
    names, end = PlayerNames(tournament), tournament.number if last is None else last
    for entry in tournament.log:
        if isinstance(entry.fact, PlayerAdded):
            names.known.setdefault(entry.fact.player, entry.fact.name)
        if first <= entry.number <= end:
            yield entry, sentence_of(names, entry.fact), entry.number not in tournament.undone
