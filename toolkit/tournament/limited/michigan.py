"""The Michigan event: preparing a pool for the trade, and the turns of the trade.

Rule: VEKN 7.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.cards import Kind
from toolkit.cards.model import kind_of
from toolkit.languages import Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase, PoolCard, PoolPrepared, TradeAnswer, TradeMade
from toolkit.tournament.limited.plan import MICHIGAN_CRYPT, MICHIGAN_LIBRARY, MICHIGAN_STOCK, plan_of
from toolkit.tournament.limited.pods import pod_of
from toolkit.tournament.limited.state import Limited, PodTrade, PreparedPool
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.state import State, evolve


def prepare_pool(
    state: State,
    player: int,
    *,
    stock: Sequence[PoolCard] = (),
    crypt: Sequence[PoolCard] = (),
    is_ready: bool = True,
) -> list[Fact]:
    """A player has set 15 library cards aside to trade, with 50 more library and 10 crypt cards; or takes it back.

    Without cards it is a tick; named ones are checked against the pool.

    Raises:
        Refused: not a Michigan event.
        BadValue: not as many cards as the rule says, or cards that the pool does not hold.
        UnknownPlayer: no such player.

    Rule: VEKN 7.4.1.
    """
    check_running(state)
    name = state.player(player).name
    if plan_of(state).format is not LimitedFormat.MICHIGAN:
        raise Refused(Message("Only a Michigan event has a trade."), code="no_trade")
    if not is_ready:
        return [PoolPrepared(player=player, is_ready=False)]
    pool = state.limited.pools.get(player)
    for cards, needed, kind in ((stock, MICHIGAN_STOCK, Kind.LIBRARY), (crypt, MICHIGAN_CRYPT, Kind.CRYPT)):
        total = sum(entry.count for entry in cards)
        if cards and (total != needed or any(kind_of(entry.card) is not kind for entry in cards)):
            raise BadValue(
                Message(
                    "The trade stock has exactly %(stock)s library cards, the crypt exactly %(crypt)s crypt cards.",
                    stock=MICHIGAN_STOCK,
                    crypt=MICHIGAN_CRYPT,
                ),
                code="bad_preparation",
                rule="VEKN 7.4.1",
            )
    if pool is not None:
        library = sum(count for card, count in pool.cards.items() if kind_of(card) is Kind.LIBRARY)
        named = Counter({entry.card: entry.count for entry in (*stock, *crypt)})
        if library < MICHIGAN_LIBRARY + MICHIGAN_STOCK or any(
            count > pool.cards.get(card, 0) for card, count in named.items()
        ):
            raise BadValue(
                Message(
                    "%(name)s's pool does not hold these: the trade needs %(number)s library cards of it.",
                    name=name,
                    number=MICHIGAN_LIBRARY + MICHIGAN_STOCK,
                ),
                code="not_in_pool",
                rule="VEKN 7.4.1",
            )
    return [PoolPrepared(player=player, stock=tuple(stock), crypt=tuple(crypt))]


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeTable:
    """A pod's trade as its turns left it.

    Attributes:
        active: the seat whose turn it is; 0 when all cards are face down.
        face_up: cards of each seat that are still face up.
        refused: seats that declined in this turn.
    """

    active: int
    face_up: tuple[int, ...]
    refused: frozenset[int]


def read_trade(limited: Limited, pod: int) -> TradeTable:
    """The state of a pod's trade.

    Rule: VEKN 7.4.3: a trade or an empty stock gives the turn to the left; who declined is not asked again in this
    turn; one who alone has cards face up turns them down.
    """
    players = pod_of(limited, pod)
    made = [trade for trade in limited.trades if trade.fact.pod == pod]
    turns = _Turns(made[0].players if made else players)
    for trade in made:
        turns.seat(trade.players)
        turns.take(trade)
    turns.seat(players)
    return TradeTable(
        active=players.index(turns.active) + 1 if turns.active else 0,
        face_up=tuple(turns.face_up[number] for number in players),
        refused=frozenset(seat for seat, number in enumerate(players, 1) if number in turns.refused),
    )


class _Turns:
    """The turns of a pod's trade by player, so that they stay whose they were when seats change."""

    def __init__(self, players: Sequence[int]) -> None:
        self.players = tuple(players)
        self.face_up = dict.fromkeys(self.players, MICHIGAN_STOCK)
        self.active = self.players[0]
        self.refused: set[int] = set()

    def seat(self, players: Sequence[int]) -> None:
        """The pod as it sits now: the turn of who has left goes to the left."""
        self.face_up = {number: self.face_up.get(number, MICHIGAN_STOCK) for number in players}
        if self.active and (self.active not in self.face_up or not self._can_ask()):
            self._pass()
        self.players = tuple(players)

    def take(self, trade: PodTrade) -> None:
        """Play a turn; a turn out of order, since an earlier one was undone, is left out."""
        if trade.active != self.active:
            return
        match trade.fact.answer:
            case TradeAnswer.TRADED:
                self.face_up[trade.active] -= 1
                self.face_up[trade.asked] -= 1
            case TradeAnswer.DECLINED:
                # The card that was asked for is turned face down.
                self.face_up[trade.asked] -= 1
                self.refused.add(trade.asked)
        if trade.fact.answer is not TradeAnswer.DECLINED or not self._can_ask():
            self._pass()

    def _can_ask(self) -> bool:
        others = self.face_up.keys() - {self.active} - self.refused
        return self.face_up[self.active] > 0 and any(self.face_up[number] > 0 for number in others)

    def _pass(self) -> None:
        """Give the turn to the next to the left with cards face up; to nobody when nobody can trade any more."""
        place = self.players.index(self.active) + 1
        left = [player for player in self.players[place:] + self.players[:place] if self.face_up.get(player, 0) > 0]
        if len(left) < 2:
            self.face_up = dict.fromkeys(self.face_up, 0)
        self.active = left[0] if len(left) > 1 else 0
        self.refused = set()


def make_trade(
    state: State, pod: int, *, answer: TradeAnswer, asked: int = 0, card: int = 0, other: int = 0
) -> list[Fact]:
    """Note a turn of the trade: the active seat asked a seat for a card, and it was traded or declined; or it passes.

    Raises:
        Refused: no trade goes on, it is over in this pod, or the seat cannot be asked now.
        BadValue: no such pod or seat; one card of a trade without the other.

    Rule: VEKN 7.4.3.
    """
    check_running(state)
    limited = state.limited
    if limited.current is None or limited.current.phase is not LimitedPhase.TRADE:
        raise Refused(Message("No trade is in progress."), code="no_trade")
    table = read_trade(limited, pod)
    if not table.active:
        raise Refused(Message("The trade of pod %(pod)s is over.", pod=pod), code="trade_over")
    if answer is not TradeAnswer.PASSED:
        if not 1 <= asked <= len(table.face_up) or asked == table.active:
            raise BadValue(Message("Choose the other seat that was asked."), code="unknown_seat")
        if asked in table.refused or not table.face_up[asked - 1]:
            raise Refused(
                Message("Seat %(seat)s cannot be asked in this turn.", seat=asked), code="not_asked", rule="VEKN 7.4.3"
            )
    if bool(card) is not bool(other) and answer is TradeAnswer.TRADED:
        raise BadValue(Message("A trade is two cards: name both, or neither."), code="one_card")
    return [
        TradeMade(
            pod=pod,
            active=table.active,
            answer=answer,
            asked=0 if answer is TradeAnswer.PASSED else asked,
            card=card if answer is TradeAnswer.TRADED else 0,
            other=other if answer is TradeAnswer.TRADED else 0,
        )
    ]


def _prepared_sentence(names: PlayerNames, fact: PoolPrepared) -> Sayable:
    if fact.is_ready:
        return Message("%(name)s is ready to trade.", name=names(fact.player))
    return Message("%(name)s is not ready to trade after all.", name=names(fact.player))


@folds(PoolPrepared, _prepared_sentence)
def _prepared(state: State, fact: PoolPrepared, entry: LogEntry) -> State:
    state.player(fact.player)
    limited = state.limited
    prepared = {number: pool for number, pool in limited.prepared.items() if number != fact.player}
    if fact.is_ready:
        prepared[fact.player] = PreparedPool(stock=fact.stock, crypt=fact.crypt)
    return evolve(state, limited=replace(limited, prepared=prepared))


def _trade_sentence(names: PlayerNames, fact: TradeMade) -> Sayable:
    match fact.answer:
        case TradeAnswer.TRADED:
            return Message("Pod %(pod)s: seats %(seat)s and %(other)s trade.", pod=fact.pod, seat=fact.active,
                           other=fact.asked)  # fmt: skip
        case TradeAnswer.DECLINED:
            return Message("Pod %(pod)s: seat %(other)s declines what seat %(seat)s asks for.", pod=fact.pod,
                           seat=fact.active, other=fact.asked)  # fmt: skip
    return Message("Pod %(pod)s: seat %(seat)s passes.", pod=fact.pod, seat=fact.active)


@folds(TradeMade, _trade_sentence)
def _traded(state: State, fact: TradeMade, entry: LogEntry) -> State:
    trade = PodTrade(fact=fact, players=pod_of(state.limited, fact.pod))
    return evolve(state, limited=replace(state.limited, trades=(*state.limited.trades, trade)))
