"""A unit of work: one person's changes to one tournament, each carried out whole or not at all."""

from __future__ import annotations

import hashlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import wraps
from types import MappingProxyType
from typing import Any, Concatenate

from toolkit.errors import ToolkitError
from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.season.events import digest_of, season_event
from toolkit.services.kernel.context import Context, as_draft, as_tournament_entry
from toolkit.services.kernel.repository import Repository, Turn
from toolkit.storage import Request, StaleStream
from toolkit.storage.chain import AUTHOR
from toolkit.storage.log import ReusedKey
from toolkit.tournament import corrections, forgetting, players, signup
from toolkit.tournament.corrections import Consequence
from toolkit.tournament.declarations import ENTRY, SEAT_OF, Thing, collide, entry_of, table_of
from toolkit.tournament.errors import StaleTournament
from toolkit.tournament.facts import Fact, PlayerForgotten
from toolkit.tournament.log import LogEntry, describe, moment_of
from toolkit.tournament.standings import players_who_played
from toolkit.tournament.state import State
from toolkit.tournament.tournament import Tournament, fold


def are_independent(state: Tournament, mine: Iterable[Fact], theirs: Iterable[LogEntry]) -> bool:
    """Whether no fact touches what one of the entries does, or is about such an entry itself."""
    ours = frozenset(thing for fact in mine for thing in touched(state, fact))
    others = frozenset(thing for entry in theirs for thing in (*touched(state, entry.fact), entry_of(entry.number)))
    return not collide(ours, others)


def touched(state: Tournament, fact: Fact) -> Iterator[Thing]:
    """The things that a fact touches: of who is seated now the table, too, and of entries what they touched."""
    for thing in fact.DECLARED.touched(fact):
        yield thing
        match thing:
            case (name, int(player)) if name == SEAT_OF:
                yield from _table_of(state, player)
            case (name, int(number)) if name == ENTRY:
                yield from touched(state, state.entry(number).fact)


def _table_of(state: State, player: int) -> tuple[Thing, ...]:
    current = state.current_round
    if current is None or player not in current.seats:
        return ()
    table, _seat = current.seats[player]
    return (table_of(current.number, table),)


NOT_BEGUN = "registration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary of an event for lists, kept with its log so that none is folded: its size, and how far it has come.

    Attributes:
        players: how many are registered.
        played: how many have played, once the event is finished; 0 before.
    """

    name: str
    date: str | None
    place: str
    country: str
    players: int
    rounds: int
    stage: str
    is_announced: bool = False
    is_rehearsal: bool = False
    is_thrown_away: bool = False
    is_template: bool = False
    played: int = 0


def summary(state: State) -> Mapping[str, Any]:
    """The summary as the store keeps it."""
    settings = state.settings
    return asdict(
        Summary(
            name=settings.name,
            date=settings.date.isoformat() if settings.date else None,
            place=settings.place,
            country=settings.country,
            players=len(state.players),
            rounds=settings.rounds,
            stage=stage(state),
            is_announced=settings.is_announced,
            is_rehearsal=settings.is_rehearsal,
            is_thrown_away=settings.is_thrown_away,
            is_template=settings.is_template,
            played=players_who_played(state) if state.is_finished else 0,
        )
    )


def stage(state: State) -> str:
    """`registration`, `round 2`, `between rounds`, `final` or `finished`."""
    if state.is_finished:
        return "finished"
    if state.final is not None or state.final_round is not None:
        return "final"
    if state.current_round is not None:
        return f"round {state.current_round.number}"
    return "between rounds" if state.published else NOT_BEGUN


# So many changes are told in the sentence; all of them are in the error.
_TOLD = 3


class ChangedMeanwhile(StaleTournament):
    """Another person changed the same thing first; nothing was written.

    Attributes:
        number: the version to look at now.
        entries: what came in between.
        tournament: the current one.
    """

    def __init__(self, tournament: Tournament, entries: Sequence[LogEntry]) -> None:
        sentences: list[Sayable] = [
            Message(
                "%(number)s %(author)s: %(sentence)s",
                number=entry.number,
                author=entry.by,
                sentence=describe(tournament, entry.fact),
            )
            for entry in entries[:_TOLD]
        ]
        if (more := len(entries) - _TOLD) > 0:
            sentences.append(Count(more, "and %(num)d more", "and %(num)d more"))
        super().__init__(
            Count(
                len(entries),
                "In the meantime there was one change, look again: %(list)s",
                "In the meantime there were %(num)d changes, look again: %(list)s",
                list=Listed(sentences, between=" "),
            )
        )
        self.number = tournament.number
        self.entries = tuple(entries)
        self.tournament = tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The result of a change: the tournament after it, and the entries it added.

    Attributes:
        is_repeat: the same request had been carried out before, and was not carried out again.
        moved: what a correction moved, where the unit of work looks at that.
    """

    id: str
    tournament: Tournament
    entries: tuple[LogEntry, ...]
    is_repeat: bool = False
    moved: tuple[Consequence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work[S](ABC):
    """The worker and the log: the base of a unit of work, of a tournament as of a table.

    Attributes:
        by: the name that the log shows.
        expected: the number of the last entry this person has seen; None to write whatever came in between.
        key: the sender's own key for one request: sent again, it is answered and not carried out again.
        after: the keys of requests whose entries this person has seen, too: their own, sent from the same page before.
    """

    context: Context
    id: str
    by: str
    expected: int | None = None
    key: str | None = None
    after: tuple[str, ...] = ()

    @property
    @abstractmethod
    def logs(self) -> Repository[S]:
        """The logs, of which this is one."""

    def look(self) -> S:
        """The current state of the log.

        Raises:
            StreamNotFound: there is none of that id.
        """
        return self.logs.look(self.id).state

    def request(self, asked: object) -> Request | None:
        """The key of this request when it comes again; None if its sender gave none."""
        return None if self.key is None else Request(key=self.key, digest=digest(asked))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOfWork(Work[Tournament]):
    """One person's change to a tournament.

    Attributes:
        is_sure: False refuses a correction that would move what is decided; None looks at no moves.
        is_sure_of_leagues: places in leagues are no reason to refuse.
    """

    is_sure: bool | None = None
    is_sure_of_leagues: bool = False

    @property
    def logs(self) -> Repository[Tournament]:
        """The tournaments of the store."""
        return self.context.tournaments

    def change[**P](
        self, operation: Callable[Concatenate[Tournament, P], Iterable[Fact]], *args: P.args, **kwargs: P.kwargs
    ) -> Change:
        """Carry out one operation of the domain on the current tournament, while no other can write to it.

        Raises:
            ToolkitError: what the operation refuses with.
            ChangedMeanwhile: another person changed the same thing after `expected`.
            ReusedKey: the key was sent with something else.
        """
        return self.carry_out(
            asked_of(operation, args, kwargs), lambda tournament: operation(tournament, *args, **kwargs)
        )

    def seen(self) -> Tournament:
        """The tournament as this person last saw it; else the current one."""
        tournament = self.look()
        if self.expected is None or not 0 < self.expected < tournament.number:
            return tournament
        return _as_it_was(tournament, self.expected)

    def written(self) -> tuple[LogEntry, ...]:
        """The entries that a request with this key has written already, in any meaning it had when it came first."""
        if self.key is None:
            return ()
        with self.logs.turn(self.id) as turn:
            return tuple(turn.state.entry(number) for number in turn.written_by(self.key))

    def carry_out(self, asked: object, decide: Callable[[Tournament], Iterable[Fact]]) -> Change:
        """Write what `decide` makes of the current tournament.

        `asked` tells one request from another by its `repr`: what was drawn by a die does not belong into it.

        Raises:
            ToolkitError: what `decide` refuses with.
            ChangedMeanwhile: another person changed the same thing after `expected`.
            ReusedKey: the key was sent with something else.
            WouldMove: it would move what is decided, and is not sure.
        """
        request = self.request(asked)
        with self.logs.turn(self.id) as turn:
            if (repeated := self._repeated(turn, request)) is not None:
                return repeated
            facts = self._decide(turn, decide)
            moved = self._moved(turn.state, facts)
            change = replace(write(self.context, self.id, turn, facts, by=self.by, request=request), moved=moved)
        if any(isinstance(entry.fact, PlayerForgotten) for entry in change.entries):
            self.context.store.scrub()
        if self.context.on_change is not None and change.entries:
            self.context.on_change(self.id, change.tournament, change.entries)
        return change

    def _moved(self, before: Tournament, facts: tuple[Fact, ...]) -> tuple[Consequence, ...]:
        if self.is_sure is None or not corrections.is_correction(before, facts):
            return ()
        after = before.with_facts(facts, at=before.entry(before.number).at, by=self.by)
        moved = tuple(corrections.consequences(before, after))
        in_leagues = self.context.league_places
        places = () if in_leagues is None else tuple(in_leagues(self.context, self.id, before, after))
        asked = moved if self.is_sure_of_leagues else (*moved, *places)
        if not self.is_sure and any(move.is_decisive for move in asked):
            raise corrections.WouldMove((*moved, *places))
        return (*moved, *places)

    def repeated(self, asked: object) -> Change | None:
        """The result of the same request when it was carried out before; to be asked before long work.

        Raises:
            ReusedKey: the key was sent with something else.
        """
        if self.key is None:
            return None
        with self.logs.turn(self.id) as turn:
            return self._repeated(turn, self.request(asked))

    def _repeated(self, turn: Turn[Tournament], request: Request | None) -> Change | None:
        done = None if request is None else turn.done(request)
        if done is None:
            return None
        entries = tuple(turn.state.entry(number) for number in range(done.first, done.last + 1))
        return Change(id=self.id, tournament=turn.state, entries=entries, is_repeat=True)

    def _decide(self, turn: Turn[Tournament], decide: Callable[[Tournament], Iterable[Fact]]) -> tuple[Fact, ...]:
        try:
            turn.expect(self.expected)
        except StaleStream as stale:
            own = {number for key in self.after for number in turn.written_by(key)}
            between = [as_tournament_entry(entry) for entry in stale.entries if entry.number not in own]
            if not between:
                return tuple(decide(turn.state))
            changed = ChangedMeanwhile(turn.state, between)
            try:
                facts = tuple(decide(turn.state))
            except ToolkitError as error:
                if _refusal(decide, _as_it_was(turn.state, stale.expected)) == error.message:
                    raise  # not for what came in between
                raise changed from error
            if not are_independent(turn.state, facts, between):
                raise changed from stale
            return facts
        return tuple(decide(turn.state))


def asked_of(operation: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
    """The identity of a request for an operation of the domain."""
    return operation.__name__, args, sorted(kwargs.items())


# Every use case by its name: what it is called in the key of its requests, which stores keep.
USE_CASES: dict[str, Callable[..., Any]] = {}


def use_case[**P](
    *,
    name: str = "",
    without: Collection[str] = (),
    stands_for: Mapping[str, Callable[[Any], object]] = MappingProxyType({}),
    is_long: bool = False,
) -> Callable[
    [Callable[Concatenate[UnitOfWork, Tournament, P], Iterable[Fact]]], Callable[Concatenate[UnitOfWork, P], Change]
]:
    """Decorator: a function of the unit of work, the current tournament and figures is a use case of the figures.

    The function returns facts; what it is called with is one request with its name, however the figures are passed.

    Args:
        name: the name in stored keys, where the function is called something else.
        without: figures that do not tell one request from another: card data, who searches.
        stands_for: by figure, what tells its values apart; else a list is as good as a tuple of the same.
        is_long: it is worked out while others may write; if one of them touches the same, it is refused.

    Raises:
        TypeError: another use case has that name.
    """

    def register(
        function: Callable[Concatenate[UnitOfWork, Tournament, P], Iterable[Fact]],
    ) -> Callable[Concatenate[UnitOfWork, P], Change]:
        called = name or function.__name__
        asked = asking(function, called, without=without, stands_for=stands_for)

        @wraps(function)
        def carried_out(work: UnitOfWork, /, *args: P.args, **kwargs: P.kwargs) -> Change:
            request = asked(*args, **kwargs)
            if not is_long:
                return work.carry_out(request, lambda tournament: function(work, tournament, *args, **kwargs))
            seen = work.look()
            if (done := work.repeated(request)) is not None:
                return done
            facts = tuple(function(work, seen, *args, **kwargs))
            as_seen = replace(work, expected=seen.number) if work.expected is None else work
            return as_seen.carry_out(request, lambda _: facts)

        keep_use_case(called, carried_out, function)
        return carried_out

    return register


def asking(
    function: Callable[..., object],
    name: str,
    *,
    without: Collection[str] = (),
    stands_for: Mapping[str, Callable[[Any], object]] = MappingProxyType({}),
) -> Callable[..., tuple[object, ...]]:
    """From the figures of a use case, by what its request is known again: its name, and they in their order."""
    signature = inspect.Signature([*inspect.signature(function).parameters.values()][2:])

    def asked(*args: object, **kwargs: object) -> tuple[object, ...]:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        figures = [(figure, value) for figure, value in bound.arguments.items() if figure not in without]
        return (name, *(stands_for.get(figure, _as_tuples)(value) for figure, value in figures))

    return asked


def keep_use_case(name: str, carried_out: Callable[..., Any], function: Callable[..., object]) -> None:
    """Keep a use case under its name; its signature shows no state.

    Raises:
        TypeError: another use case has that name.
    """
    if name in USE_CASES:
        raise TypeError(f"There are two use cases “{name}”.")
    work, _, *figures = inspect.signature(function).parameters.values()
    carried_out.__dict__["__signature__"] = inspect.Signature([work, *figures])
    USE_CASES[name] = carried_out


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


def as_given(value: object) -> object:
    """The value itself: a list is something else than a tuple of the same."""
    return value


class FormUnitOfWork(UnitOfWork):
    """The unit of work of a page whose form is sent again, because its answer was lost: nothing is entered twice.

    Where others have written since, or it was undone, whoever sends it again is shown what has happened.
    """

    def _repeated(self, turn: Turn[Tournament], request: Request | None) -> Change | None:
        try:
            change = super()._repeated(turn, request)
        except ReusedKey as error:
            raise ChangedMeanwhile(turn.state, self._since(turn)) from error
        if change is not None and change.entries and change.entries[-1].number < turn.state.number:
            raise ChangedMeanwhile(turn.state, self._since(turn))
        return change

    def _since(self, turn: Turn[Tournament]) -> list[LogEntry]:
        return [entry for entry in turn.state.log if entry.number > (self.expected or 0)]


def _as_it_was(tournament: Tournament, number: int) -> Tournament:
    return fold(entry for entry in tournament.log if entry.number <= number)


def _refusal(decide: Callable[[Tournament], Iterable[Fact]], tournament: Tournament) -> str | None:
    try:
        tuple(decide(tournament))
    except ToolkitError as error:
        return error.message
    return None


def write(
    context: Context, id: str, turn: Turn[Tournament], facts: Iterable[Fact], *, by: str, request: Request | None
) -> Change:
    """Append facts in a turn, with the summary that lists show; what a forgetting had to wait with goes once it may."""
    before, at, was_finished = turn.folded.number, context.now(), turn.state.is_finished
    drift = context.drift(at)
    whole = _with_offers(turn.state, tuple(facts), at=at, drift=drift, by=by)
    whole, texts = _with_forgetting(turn.state, whole, at=at, by=by)
    tournament = turn.append([as_draft(fact, at=at, by=by, drift=drift) for fact in whole], request=request)
    if texts:
        tournament = forget_texts(turn, texts)
    if tournament.number > before:
        turn.summarize(summary(tournament))
        if was_finished or tournament.is_finished:
            turn.keep_digest(digest_of(season_event(tournament, id=id)) if tournament.is_finished else None)
    entries = tuple(tournament.entry(number) for number in range(before + 1, tournament.number + 1))
    return Change(id=id, tournament=tournament, entries=entries)


def _with_forgetting(
    state: Tournament, facts: tuple[Fact, ...], *, at: datetime, by: str
) -> tuple[tuple[Fact, ...], forgetting.Texts]:
    """The facts, and those of whom nothing has to wait any more after them; with the texts that go."""
    texts: dict[int, dict[forgetting.TextPlace, str]] = {}
    if state.forgotten:
        after = state.with_facts(facts, at=at, by=by)
        for player in forgetting.overdue(after, at.date()):
            gone = forgetting.overdue_texts(after, player, at.date())
            for entry, forgotten in gone.items():
                texts.setdefault(entry, {}).update(forgotten)
            facts = (*facts, *players.forget_player(after, player, keeps_identity=1 not in gone))
    return facts, texts


def forget_texts(turn: Turn[Tournament], texts: forgetting.Texts) -> Tournament:
    """Take texts of facts and authors out of the log of a tournament; the tournament without them."""
    return turn.forget(
        {entry: {_stored_place(place): text for place, text in forgotten.items()} for entry, forgotten in texts.items()}
    )


def _stored_place(place: forgetting.TextPlace) -> str:
    return AUTHOR if place == forgetting.AUTHOR else "/".join(("payload", *map(str, place)))


def _with_offers(state: Tournament, facts: tuple[Fact, ...], *, at: datetime, drift: int, by: str) -> tuple[Fact, ...]:
    """The facts, and of a place that they make free the offer to who waits for it."""
    if not state.sign_ups or not any(fact.DECLARED.frees_place for fact in facts):
        return facts
    return (*facts, *signup.settle(state.with_facts(facts, at=at, by=by), moment_of(at, drift)))


def digest(asked: object) -> str:
    """A short form of a request: the same request has the same digest."""
    return hashlib.sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()


def id_for(asked: object) -> str:
    """The id of what a request makes: the same one makes nothing more when it comes again."""
    return "k" + digest(asked)[:15]
