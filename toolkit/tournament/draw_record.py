"""Every draw of an event as its log has it, and whether it holds: the arithmetic alone, or with what it led to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from itertools import takewhile

from toolkit.errors import ToolkitError
from toolkit.languages import Message, Sayable
from toolkit.seating.model import MOVES_PER_SECOND, table_sizes
from toolkit.tournament import deck_checks, final, raffle, seats
from toolkit.tournament.declarations import EVERYBODY, Randomness
from toolkit.tournament.draws import (
    DrawSeed,
    commitment_of,
    draw_of,
    identity,
    is_of,
    order_of,
    purpose_words,
    search_seed,
)
from toolkit.tournament.facts import (
    DeckChecksDrawn,
    DrawKind,
    DrawMade,
    Fact,
    PlayerForgotten,
    RaffleDrawn,
    RafflePool,
    RoundDrafted,
    SeedCommitted,
    SeedRevealed,
    TossMade,
    draw_kind,
)
from toolkit.tournament.limited import pods, pools
from toolkit.tournament.limited.facts import PodsDrawn, SwapDrawn
from toolkit.tournament.log import LogEntry, PlayerNames, sentence_of
from toolkit.tournament.published import public_part
from toolkit.tournament.state import Commitment
from toolkit.tournament.tournament import Tournament


class DrawVerdict(StrEnum):
    """Whether a draw is what the committed seed gives."""

    HOLDS = "holds"
    FAILS = "does not hold"
    UNVERIFIABLE = "not verifiable"
    WAITS = "seed not revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDraw:
    """A draw of an event.

    Attributes:
        entry: the number of its entry in the log; `at` when it was made.
        title: what was drawn, for people; `purpose` as it stands in the arithmetic, "" outside a commitment.
        fact: what was drawn under the commitment; None outside of it.
        why: what the verdict rests on, where it does not hold or cannot be known.
    """

    entry: int
    at: datetime
    by: str
    purpose: str
    title: Sayable
    fact: DrawMade | None
    verdict: DrawVerdict
    why: Sayable | None = None


def listed_draws(tournament: Tournament) -> list[ListedDraw]:
    """Every draw, in its order, its arithmetic verified where the seed is revealed."""
    return [_listed(tournament, entry, None) for entry in _draws(tournament)]


def verified_draws(tournament: Tournament, *, version: str) -> list[ListedDraw]:
    """Every draw, each made once more on the event as it stood before; `version` is that of this program.

    What a search of another version found cannot be found again: its order is verified, its seats are not.
    """
    wanted = {entry.number for entry in _draws(tournament)}
    draws, now = [], Tournament()
    before, is_draw = now, False
    for entry in tournament.log:
        # Draws that follow each other at once are one operation's.
        before, is_draw = before if is_draw else now, isinstance(entry.fact, DrawMade)
        if entry.number in wanted:
            draws.append(_listed(tournament, entry, _Rerun(before=before, version=version)))
        now = now.with_entry(entry)
    return draws


def is_public(tournament: Tournament, draw: ListedDraw) -> bool:
    """Whether a draw is public now.

    Seats once they are published, checks after the end, tosses and raffles as the results. Others are if all see the
    fact.
    """
    fact, kind = tournament.entry(draw.entry).fact, draw_kind(draw.purpose)
    if isinstance(fact, RoundDrafted):
        return fact.round <= tournament.published
    if isinstance(fact, DeckChecksDrawn) or kind is DrawKind.CHECK:
        commitment = tournament.commitment
        return tournament.is_finished or (commitment is not None and bool(commitment.seed))
    if isinstance(fact, TossMade | RaffleDrawn) or kind in (DrawKind.TOSS, DrawKind.RAFFLE):
        # Who is tied, and who is in a pool, tells how it stands.
        return public_part(tournament).has_results
    if kind is DrawKind.ROUND:
        return any(is_of(draw.purpose, f"round {number}") for number in range(1, tournament.published + 1))
    return EVERYBODY in fact.DECLARED.parts(fact)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rerun:
    """The means to repeat a draw: the event as it was before, and the version of this program."""

    before: Tournament
    version: str


def _draws(tournament: Tournament) -> Iterator[LogEntry]:
    """The entries that tell of a draw, of each draw the first: by lot, by a logged seed, or at the table."""
    seen: set[DrawMade] = set()
    changes: set[tuple[datetime, str]] = set()
    numbers: set[int] = set()
    drafted: set[tuple[object, ...]] = set()
    for entry in tournament.log:
        fact = entry.fact
        if isinstance(fact, DrawMade):
            changes.add((entry.at, entry.by))
            numbers.add(search_seed(fact.draw))
            if fact not in seen:
                yield entry
            seen.add(fact)
        elif fact.DECLARED.randomness is not Randomness.NONE and (entry.at, entry.by) not in changes:
            seed = getattr(fact, "seed", None)
            is_again = isinstance(fact, RoundDrafted) and (fact.round, fact.tables) in drafted
            if entry.number not in tournament.undone and seed not in numbers and not is_again:
                yield entry
        if isinstance(fact, RoundDrafted):
            drafted.add((fact.round, fact.tables))


def _listed(tournament: Tournament, entry: LogEntry, rerun: _Rerun | None) -> ListedDraw:
    fact = entry.fact
    if not isinstance(fact, DrawMade):
        title = sentence_of(PlayerNames(tournament), fact)
        why = Message("Drawn from a logged seed, which was not committed before.")
        if getattr(fact, "seed", None) is None:
            why = Message("Made by hand or at the table.")
        elif fact.DECLARED.randomness is Randomness.COMMITTED and _lacked_seed(tournament, entry):
            why = Message("Drawn from a logged seed: the committed one was not on this laptop.")
        return _of(entry, "", title, None, DrawVerdict.UNVERIFIABLE, why)
    commitment = tournament.commitment
    assert commitment is not None  # no draw stands without it
    if not commitment.seed:
        return _of(entry, fact.purpose, purpose_words(fact.purpose), fact, DrawVerdict.WAITS)
    judged = _arithmetic(tournament, commitment, fact)
    if judged[0] is DrawVerdict.HOLDS and rerun is not None:
        verdict, sentence = _outcome(tournament, commitment, entry, fact, rerun)
        judged = (verdict, sentence or judged[1])
    return _of(entry, fact.purpose, purpose_words(fact.purpose), fact, *judged)


def _lacked_seed(tournament: Tournament, entry: LogEntry) -> bool:
    """Whether a seed was committed then and not revealed: where it is kept, no draw takes another."""
    before = (logged.fact for logged in tournament.log if logged.number < entry.number)
    about = [fact for fact in before if isinstance(fact, SeedCommitted | SeedRevealed)]
    return bool(about) and isinstance(about[-1], SeedCommitted)


def _of(
    entry: LogEntry,
    purpose: str,
    title: Sayable,
    fact: DrawMade | None,
    verdict: DrawVerdict,
    why: Sayable | None = None,
) -> ListedDraw:
    return ListedDraw(
        entry=entry.number, at=entry.at, by=entry.by, purpose=purpose, title=title, fact=fact, verdict=verdict, why=why
    )  # fmt: skip


type _Judged = tuple[DrawVerdict, Sayable | None]


def _arithmetic(tournament: Tournament, commitment: Commitment, fact: DrawMade) -> _Judged:
    if commitment_of(commitment.event, commitment.seed) != commitment.commitment:
        return DrawVerdict.FAILS, Message("The seed is not the one that was committed.")
    is_known = identity(tournament.entry(1)) == commitment.event
    if not is_known and not _is_identity_forgotten(tournament):
        return DrawVerdict.FAILS, Message("The event is not the one that the commitment names.")
    drawn = draw_of(commitment.event, commitment.seed, fact.word, fact.purpose, fact.players)
    if drawn != fact.draw or order_of(drawn, fact.players) != fact.order:
        return DrawVerdict.FAILS, Message("The seed gives another order.")
    if not is_known:
        sentence = Message("A person was forgotten, so it is no longer known whether the commitment names this event.")
        return DrawVerdict.HOLDS, sentence
    return DrawVerdict.HOLDS, None


def _is_identity_forgotten(tournament: Tournament) -> bool:
    """Whether something of the first entry, by which the commitment names the event, may have been forgotten."""
    forgotten = (entry.fact for entry in tournament.log if isinstance(entry.fact, PlayerForgotten))
    return any(not fact.keeps_identity for fact in forgotten)


def _outcome(tournament: Tournament, commitment: Commitment, entry: LogEntry, fact: DrawMade, rerun: _Rerun) -> _Judged:
    """Whether what stands in the log is what the draw leads to, on the event as it was."""
    later = (tournament.entry(number) for number in range(entry.number + 1, tournament.number + 1))
    change = [logged.fact for logged in takewhile(lambda logged: (logged.at, logged.by) == (entry.at, entry.by), later)]
    led = list(takewhile(lambda following: not isinstance(following, DrawMade), change))
    draw_seed = DrawSeed(seed=commitment.seed, word=fact.word, reason=fact.reason, version=fact.program)
    if fact.program and fact.program != rerun.version and not _is_by_order(fact, led):
        why = Message("Version %(name)s searched for these seats: verify with that one.", name=fact.program)
        return DrawVerdict.UNVERIFIABLE, why
    if fact.program and fact.program != rerun.version:
        return DrawVerdict.HOLDS, None
    sentence: Sayable = Message("This draw is not the one that the event needed then.")
    for again in _reruns(rerun.before, fact, change, draw_seed):
        try:
            facts = list(again())
        except ToolkitError as error:
            sentence = error.message if isinstance(error.message, Sayable) else Message(error.message)
            continue
        place = next((place for place, made in enumerate(facts) if made == fact), None)
        if place is not None:
            expected = list(takewhile(lambda made: not isinstance(made, DrawMade), facts[place + 1 :]))
            if led[: len(expected)] == expected:
                return DrawVerdict.HOLDS, None
            sentence = Message("The draw gives another result than the log.")
    return DrawVerdict.FAILS, sentence


def _is_by_order(fact: DrawMade, led: Sequence[Fact]) -> bool:
    """Whether a first round is the order, cut into tables of five and then of four: no search is behind it."""
    drafted = next((fact for fact in led if isinstance(fact, RoundDrafted)), None)
    if drafted is None or fact.history:
        return False
    order = [player for table in drafted.tables for player in table.players]
    sizes = [len(table.players) for table in drafted.tables]
    return order == list(fact.order[: len(order)]) and tuple(sizes) == table_sizes(len(order))


def _reruns(
    before: Tournament, fact: DrawMade, change: Sequence[Fact], draw_seed: DrawSeed
) -> Iterator[Callable[[], Sequence[Fact]]]:
    """The ways in which a draw of that purpose could have been asked for; `change` is what was written with it."""
    purpose = fact.purpose
    if draw_kind(purpose) is DrawKind.TOSS:
        yield lambda: final.toss(before, seed=draw_seed)
    elif is_of(purpose, "final first"):
        yield lambda: final.draw_first_player(before, seed=draw_seed)
    elif fact.is_of_seats:
        seconds = (fact.steps + 0.5) / MOVES_PER_SECOND
        yield lambda: seats.seat_next_round(before, seed=draw_seed, seconds=seconds, apart=fact.apart)
    grouped = next((fact for fact in change if isinstance(fact, PodsDrawn)), None)
    if grouped is not None and is_of(purpose, "pods"):
        yield lambda: pods.draw_pods(before, seed=draw_seed, most=grouped.most, reason=grouped.reason)
    swapped = next((fact for fact in change if isinstance(fact, SwapDrawn)), None)
    if swapped is not None and (is_of(purpose, "swap keep") or is_of(purpose, "swap")):
        yield lambda: pools.draw_swap(before, seed=draw_seed, reason=swapped.reason)
    drawn = next((fact for fact in change if isinstance(fact, RaffleDrawn)), None)
    if drawn is not None and is_of(purpose, f"raffle {drawn.raffle}"):
        wishes = raffle.RaffleWishes(
            pool=drawn.pool,
            players=drawn.order if drawn.pool is RafflePool.NAMED else (),
            is_again=drawn.is_again,
            is_here=drawn.is_here,
            with_officials=drawn.with_officials,
        )
        yield lambda: raffle.draw_raffle(before, wishes, seed=draw_seed, count=drawn.count, prize=drawn.prize)
    checks = next((fact for fact in change if isinstance(fact, DeckChecksDrawn)), None)
    if checks is not None and is_of(purpose, f"check {checks.round}"):
        for again in (False, True):
            yield partial(
                deck_checks.draw_deck_checks,
                before,
                checks.round,
                seed=draw_seed,
                count=len(checks.players),
                again=again,
            )
