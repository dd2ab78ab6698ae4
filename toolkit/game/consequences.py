"""The consequences of an operation in few words: pool, blood, the Edge, blocks, combats, contests, ousts, points.

Each sentence is a value that every language says; cards in it are called as the `Names` of its reader call them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from toolkit.game.contests import YieldContest
from toolkit.game.ending import CallTime
from toolkit.game.engine import Applied, apply
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.operation import Operation
from toolkit.game.playing import referendum_of
from toolkit.game.referendum import tally
from toolkit.game.refusals import IllegalOperation
from toolkit.game.resolution import ENDED
from toolkit.game.state import GameState
from toolkit.game.summary import Bleed
from toolkit.game.vocabulary import WindowName, Zone
from toolkit.game.windows import NoPlays, window_name
from toolkit.game.words import Names, contest_name, given_name, signed
from toolkit.languages import Message
from toolkit.scoring import render_victory_points

type SentenceMaker = Callable[[Event, Names], str]

# Whoever leaves takes all cards along: nobody wants them one by one.
_LEAVING = frozenset(
    {Happening.METHUSELAH_OUSTED, Happening.METHUSELAH_WITHDREW, Happening.METHUSELAH_DISQUALIFIED}
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """Consequences of an order that no player intends by accident.

    Attributes:
        ousted: who would be, each with the predator who is rewarded; empty where nobody is left to be.
        is_end: the game would be over, or ends with what is going on; not where that was said already.
        polls: the polls would close, at so many votes for and against; None while they stay open.
    """

    ousted: tuple[tuple[str, str], ...] = ()
    is_end: bool = False
    polls: tuple[int, int] | None = None

    def __bool__(self) -> bool:
        """Whether there is anything of the kind."""
        return bool(self.ousted) or self.is_end or self.polls is not None


def grave_consequences(state: GameState, order: Operation) -> Grave:
    """The consequences to confirm before an order is carried out; none where the rules refuse it anyway."""
    try:
        events = apply(state, order)[1]
    except IllegalOperation:
        return Grave()
    polls = referendum_of(state) if isinstance(order, NoPlays) and window_name(state) is WindowName.POLLING else None
    count = tally(polls) if polls is not None else None
    return Grave(
        ousted=tuple((e.seat, e.detail) for e in events if e.kind is Happening.METHUSELAH_OUSTED),
        is_end=not state.time_called
        and (isinstance(order, CallTime) or any(e.kind is Happening.GAME_FINISHED for e in events)),
        polls=(count.votes_for, count.votes_against) if count is not None else None,
    )


# What an operation's own sentence says.
_SAID: dict[type[object], Happening] = {YieldContest: Happening.CONTEST_YIELDED, CallTime: Happening.TIME_CALLED}


def consequences(applied: Applied, names: Names, order: Operation | None = None) -> list[str]:
    """Those worth a line, in the order in which they came; what the sentence of the `order` says itself is left out.

    Where a combat continues, what happened before in it has its own line.
    """
    kinds = [event.kind for event in applied.events]
    since = kinds.index(Happening.COMBAT_RESUMED) if Happening.COMBAT_RESUMED in kinds else 0
    announced, new = _SAID.get(type(order)), applied.events[since:]
    events = tuple(event for event in new if event.kind is not announced)
    return [*_pools(applied.ledger), *_blood(applied, names), *_damage(new, names), *_events(events, names)]


# A turn in one line


# What counters move for that a turn's line says in its own words.
_OWN_WORDS = frozenset({"bleed", "transfer", "transfer back", "the Edge", "prey ousted"})
# What happened in a turn that its line says as it stands.
_WORTH_A_WORD = (
    Happening.CARD_ENTERED,
    Happening.ACTION_BLOCKED,
    Happening.REFERENDUM_PASSED,
    Happening.REFERENDUM_FAILED,
    Happening.DIABLERIE_COMMITTED,
    Happening.CONTEST_BEGAN,
    Happening.CONTEST_YIELDED,
    Happening.CONTEST_WON,
    Happening.METHUSELAH_OUSTED,
    Happening.METHUSELAH_WITHDREW,
    Happening.METHUSELAH_DISQUALIFIED,
    Happening.WITHDRAWAL_VOIDED,
    Happening.TIME_CALLED,
    Happening.GAME_FINISHED,
)


def turn_summary(seat: str, applied: Sequence[Applied], bleeds: Iterable[Bleed], names: Names) -> list[str]:
    """A Methuselah's turn in few words: "bled Cleo for 2", "took the Edge", "4 to Anson"; `seat` is "" if it is shared.

    In a shared turn it says whose each bleed was.
    """
    ledger = tuple(movement for step in applied for movement in step.ledger)
    events = tuple(event for step in applied for event in step.events)
    lines: list[str] = []
    bled: dict[tuple[str, str], int] = {}
    for bleed in bleeds:
        bled[bleed.seat, bleed.prey] = bled.get((bleed.seat, bleed.prey), 0) + bleed.amount
    for (who, prey), number in bled.items():
        if who == seat:
            lines.append(Message("bled %(name)s for %(number)s", name=prey, number=number))
        else:
            lines.append(Message("%(who)s bled %(name)s for %(number)s", who=who, name=prey, number=number))
    holders = [event.seat for event in events if event.kind is Happening.EDGE_GAINED]
    if holders:
        taken = Message("took the Edge") if holders[-1] == seat else Message("%(who)s has the Edge", who=holders[-1])
        lines.append(taken)
    for card, number in _sums(ledger, "transfer", lambda m: m.target).items():
        lines.append(Message("%(number)s to %(card)s", number=number, card=names.card(card)))
    for card, number in _sums(ledger, "transfer back", lambda m: m.source).items():
        lines.append(Message("%(number)s back from %(card)s", number=number, card=names.card(card)))
    # The pool of who leaves goes with them: that they leave says it.
    withdrawn = {event.seat for event in events if event.kind is Happening.METHUSELAH_WITHDREW}
    counted = (m for m in ledger if m.why not in _OWN_WORDS and m.source.removeprefix("pool:") not in withdrawn)
    lines += _pools(tuple(counted))
    if any(event.kind is Happening.WITHDRAWAL_ANNOUNCED and event.seat == seat for event in events):
        lines.append(Message("announced a withdrawal"))
    notable = [event for event in events if event.kind in _WORTH_A_WORD and event.detail != Zone.UNCONTROLLED]
    lines += [words for event in notable if (words := WORDS[event.kind](event, names))]
    return list(dict.fromkeys(lines))


def _sums(ledger: tuple[Movement, ...], why: str, place: Callable[[Movement], str]) -> dict[str, int]:
    """How much moved for a reason, by whose pool or which card it was; what went to the bank is none of these."""
    sums: dict[str, int] = {}
    for movement in ledger:
        name = place(movement).partition(":")[2]
        if movement.why == why and name:
            sums[name] = sums.get(name, 0) + movement.amount
    return sums


def _changes(ledger: tuple[Movement, ...], wanted: str) -> dict[str, int]:
    """How much each place of a kind ("pool", "on") gained or lost, where it changed at all."""
    changes: dict[str, int] = {}
    for movement in ledger:
        for place, sign in ((movement.source, -1), (movement.target, 1)):
            kind, _, name = place.partition(":")
            if kind == wanted:
                changes[name] = changes.get(name, 0) + sign * movement.amount
    return {name: change for name, change in changes.items() if change}


def _pools(ledger: tuple[Movement, ...]) -> list[str]:
    """Everybody whose pool changed, by how much."""
    return [
        Message("%(who)s %(change)s pool", who=name, change=signed(change))
        for name, change in _changes(ledger, "pool").items()
    ]


def _blood(applied: Applied, names: Names) -> Iterator[str]:
    """The minions in play whose blood or life changed otherwise than by damage, which is told as such."""
    hurt = {event.card for event in applied.events if event.kind is Happening.DAMAGE_POINT}
    for card_id, change in _changes(applied.ledger, "on").items():
        card = applied.state.cards.get(card_id)
        if card is None or not card.in_play or card_id in hurt:
            continue
        figures = {"who": names.card(card_id), "change": signed(change)}
        if card.is_vampire:
            yield Message("%(who)s %(change)s blood", **figures)
        elif card.is_living:
            yield Message("%(who)s %(change)s life", **figures)


def _damage(events: tuple[Event, ...], names: Names) -> Iterator[str]:
    """Everybody who took damage, how much."""
    damage: dict[str, int] = {}
    for event in events:
        if event.kind is Happening.DAMAGE_POINT:
            damage[event.card] = damage.get(event.card, 0) + event.amount
    for card, number in damage.items():
        yield Message("%(card)s takes %(number)s damage", card=names.card(card), number=number)


def _events(events: tuple[Event, ...], names: Names) -> Iterator[str]:
    kinds = {event.kind for event in events}
    leavers = {event.seat for event in events if event.kind in _LEAVING}
    for event in events:
        if event.kind in (Happening.CARD_BURNED, Happening.CARD_REMOVED) and event.seat in leavers:
            continue
        if event.kind is Happening.EDGE_LOST and Happening.EDGE_GAINED in kinds:
            continue
        if (made := WORDS.get(event.kind)) and (words := made(event, names)):
            yield words


def _entered(event: Event, names: Names) -> str:
    if event.detail == Zone.UNCONTROLLED:
        return Message("an ally waits until the end of the turn")
    return Message("%(card)s comes into play", card=names.card(event.card))


def _moved(event: Event, names: Names) -> str:
    card = names.card(event.card)
    if event.detail == Zone.TORPOR:
        return Message("%(card)s goes to torpor", card=card)
    if event.detail == Zone.READY:
        return Message("%(card)s leaves torpor", card=card)
    if event.detail == "control":
        return Message("%(name)s takes control of %(card)s", name=event.seat, card=card)
    place = names.card(event.detail.removeprefix("on "))
    return Message("%(card)s is now on %(place)s", card=card, place=place)


def _burned(event: Event, names: Names) -> str:
    """A card; what was on it goes with it."""
    is_along = event.detail.endswith("left play")
    return "" if is_along else Message("%(card)s is burned", card=names.card(event.card))


def _round(event: Event, names: Names) -> str:
    return Message("round %(number)s of the combat begins", number=event.amount) if event.amount > 1 else ""


def _range(event: Event, names: Names) -> str:
    return Message("the fight is at long range") if event.detail == "long" else ""


def _referendum(event: Event, names: Names) -> str:
    if event.detail == "blood hunt":
        return Message("a blood hunt on %(card)s is put to the vote", card=names.card(event.card))
    return Message("a referendum begins")


def _taken_back(event: Event, names: Names) -> str:
    """A card, if it has an owner, else damage."""
    if not event.seat:
        return Message("the damage is taken back")
    name = given_name(event.detail)
    return Message("the effects of %(card)s are taken back", card=name) if name else Message("the card is taken back")


WORDS: dict[Happening, SentenceMaker] = {
    Happening.TURN_BEGAN: lambda e, n: Message("turn %(number)s of %(name)s begins", number=e.amount, name=e.seat),
    Happening.CARD_CANCELED: lambda e, n: Message("the card is canceled"),
    Happening.CARD_ENTERED: _entered,
    Happening.CARD_MOVED: _moved,
    Happening.CARD_BURNED: _burned,
    Happening.CARD_REMOVED: lambda e, n: Message("%(card)s is removed from the game", card=n.card(e.card)),
    Happening.EDGE_GAINED: lambda e, n: Message("%(who)s has the Edge", who=e.seat),
    Happening.EDGE_LOST: lambda e, n: Message("no player has the Edge"),
    Happening.BLOCK_FAILED: lambda e, n: Message("the block of %(card)s fails", card=n.card(e.card)),
    Happening.ACTION_BLOCKED: lambda e, n: Message("%(card)s blocks the action", card=n.card(e.card)),
    Happening.ACTION_SUCCEEDED: lambda e, n: Message("the action succeeds"),
    Happening.ACTION_ENDED: lambda e, n: ENDED.get(e.detail, ENDED["ended"]),
    Happening.REFERENDUM_CALLED: _referendum,
    Happening.REFERENDUM_PASSED: lambda e, n: Message("the referendum passes"),
    Happening.REFERENDUM_FAILED: lambda e, n: Message("the referendum fails"),
    Happening.COMBAT_BEGAN: lambda e, n: Message("%(one)s fights %(two)s", one=n.card(e.card), two=n.card(e.detail)),
    Happening.ROUND_BEGAN: _round,
    Happening.RANGE_SET: _range,
    Happening.COMBAT_ENDED: lambda e, n: Message("the combat is over"),
    Happening.TAKEN_BACK: _taken_back,
    Happening.COMBAT_RESUMED: lambda e, n: Message("the combat continues"),
    Happening.DIABLERIE_COMMITTED: lambda e, n: Message(
        "%(card)s diablerizes %(victim)s", card=n.card(e.card), victim=n.card(e.detail)
    ),
    Happening.CONTEST_BEGAN: lambda e, n: Message("%(name)s is contested", name=contest_name(e.detail)),
    Happening.CONTEST_YIELDED: lambda e, n: Message("%(who)s yields %(name)s", who=e.seat, name=contest_name(e.detail)),
    Happening.CONTEST_WON: lambda e, n: Message(
        "%(who)s wins the contest for %(name)s", who=e.seat, name=contest_name(e.detail)
    ),
    Happening.METHUSELAH_OUSTED: lambda e, n: Message("%(who)s is ousted", who=e.seat),
    Happening.METHUSELAH_WITHDREW: lambda e, n: Message("%(who)s withdraws from the game", who=e.seat),
    Happening.METHUSELAH_DISQUALIFIED: lambda e, n: Message("%(who)s is out of the game", who=e.seat),
    Happening.WITHDRAWAL_VOIDED: lambda e, n: Message("the withdrawal of %(who)s is void", who=e.seat),
    Happening.POINTS_GAINED: lambda e, n: Message(
        "%(who)s +%(points)s VP", who=e.seat, points=render_victory_points(e.amount)
    ),
    Happening.TIME_CALLED: lambda e, n: Message("time is called"),
    Happening.GAME_FINISHED: lambda e, n: Message("the game is over"),
}
