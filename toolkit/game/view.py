"""The view of a game for one seat, a spectator or a judge: the only place that hides anything.

A `ShownGame` is the table as one reader sees it, in frozen pieces: the step of the turn, the Methuselahs, the cards (a
`FaceDownCard` where the reader may not know it), what is going on, innermost last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toolkit.game.cards import GameCard, has_title, title_votes
from toolkit.game.contests import undecided
from toolkit.game.draft import extended, hand_size_of, predator_of, prey_of
from toolkit.game.ending import SeatPoints, points
from toolkit.game.engine import Obligation, obligations, seats_to_act
from toolkit.game.hand import must_discard
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.phased import phase_set, picks_in_turn, unused_cards
from toolkit.game.state import (
    GameState,
    Methuselah,
    UnknownSeat,
)
from toolkit.game.view_frames import (
    AnyFrame,
    ShownWindow,
    shown_frame,
)
from toolkit.game.vocabulary import (
    Phase,
    PhaseCard,
    SeatStatus,
    Stage,
    TitleKind,
    Zone,
)
from toolkit.game.windows import window_of
from toolkit.game.words import Names, as_it_is
from toolkit.languages import Message

# Who looks on without a seat: no Methuselah can have that name.
SPECTATOR = ""
HIDDEN = frozenset({Zone.UNCONTROLLED, Zone.CONTESTED})


# The table


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOptions:
    """The options that a reader has to know of to read the rest.

    `has_time_limit` is always true, and there for readers of the API that knew tables without one.
    """

    mode: str
    is_phased: bool
    is_advanced: bool
    is_detailed: bool
    enforcement: str
    has_time_limit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPick:
    """A phase chosen this turn.

    Attributes:
        card: the phase card.
    """

    chooser: str
    card: PhaseCard
    phase: Phase
    bonus: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPhases:
    """Where a shared turn stands.

    Attributes:
        first: the Methuselah who started it.
        cards: all phases.
        picks: how many are chosen in a turn.
        bonuses: whether bonuses are in force.
        left: phases not chosen yet.
    """

    first: str
    cards: tuple[PhaseCard, ...]
    left: tuple[PhaseCard, ...]
    picks: int
    bonuses: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClaim:
    """One side of a contest."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownContest:
    """A contest: for a title or a unique card; `to_decide` while whose turn it is has neither paid nor yielded.

    Attributes:
        title: whether it is for a title.
    """

    id: str
    key: str
    title: bool
    claims: tuple[ShownClaim, ...]
    to_decide: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMethuselah:
    """One Methuselah's numbers, which everybody sees.

    Attributes:
        prey, predator: None for who has left the game.
        table_points: None at tables of two or six.
        withdrawal: "stands", or the cause that made it void; None if none was announced.
        pending: played cards that are replaced later.
    """

    name: str
    status: SeatStatus
    pool: int
    victory_points: float
    prey: str | None
    predator: str | None
    game_win: bool
    table_points: int | None
    counted: bool
    hand: int
    hand_size: int
    library: int
    crypt: int
    transfers: int
    master_actions: int
    discard_actions: int
    must_discard: int
    withdrawal: str | None
    ash_heap: tuple[str, ...]
    pending: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard(GameCard):
    """A card that the reader may know, with what its title gives now; `face_down` if others may not know it."""

    votes: int
    ballots: int
    title_counts: bool
    face_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceDownCard:
    """A card that only its controller may know: others see where it is and what is on it."""

    id: str
    owner: str
    controller: str
    zone: Zone
    counters: int
    face_down: Literal[True] = True

    @property
    def name(self) -> str:
        """Empty: only its controller may know it."""
        return ""

    @property
    def kind(self) -> None:
        """None: only its controller may know it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGame:
    """A game as one reader may see it.

    Attributes:
        active: the Methuselah of the phase; `waiting` are the next ones to perform it; `to_act` are those to move.
        edge, time_called, ending: None if there is nothing to say.
        going_on: the kinds of the frames.
        phased, picks: of phased motion.
        methuselahs: in seating order.
        gone: names of burned cards by their marks, while a running action may refer to them.
    """

    sequence: int
    stage: Stage
    turn: int
    phase: Phase
    active: str
    waiting: tuple[str, ...]
    to_act: tuple[str, ...]
    options: ShownOptions
    edge: str | None
    window: ShownWindow | None
    going_on: tuple[str, ...]
    frames: tuple[AnyFrame, ...]
    obligations: tuple[Obligation, ...]
    phased: ShownPhases | None
    picks: tuple[ShownPick, ...]
    contests: tuple[ShownContest, ...]
    methuselahs: tuple[ShownMethuselah, ...]
    cards: tuple[ShownCard | FaceDownCard, ...]
    gone: Mapping[str, str]
    time_called: str | None
    ending: str | None


def view_for(state: GameState, seat: str | None = None, *, public: ShownGame | None = None) -> ShownGame:
    """The game as seen by one Methuselah or a `SPECTATOR`; None is a judge and sees all.

    `public` is what a spectator sees of this very state, where that is known: the rest of it is the same for all.

    Rule: SETUP-32 to SETUP-35.

    Raises:
        UnknownSeat: no seat at the table has that name.
    """
    if seat is not None and seat != SPECTATOR and seat not in state.seats:
        raise UnknownSeat(Message("No player at this table is called %(name)s.", name=repr(seat)))
    in_play = [card for card in state.cards.values() if card.zone is not Zone.ASH_HEAP]
    if public is not None:
        pairs = zip(in_play, public.cards, strict=True)
        return replace(
            public,
            cards=tuple(_card(card, seat) if seen.face_down else seen for card, seen in pairs),
        )
    window, options = window_of(state), state.options
    now = zip(state.seats.values(), points(state), strict=True)
    return ShownGame(
        sequence=state.sequence,
        stage=state.stage,
        turn=state.step.turn,
        phase=state.step.phase,
        active=state.step.seat,
        waiting=state.step.waiting,
        to_act=seats_to_act(state),
        options=ShownOptions(
            mode=options.game_mode,
            is_phased=options.is_phased,
            is_advanced=options.is_advanced,
            is_detailed=options.is_detailed,
            enforcement=options.game_enforcement,
            has_time_limit=True,
        ),
        edge=state.edge or None,
        window=ShownWindow(name=window.name, order=window.order, holder=window.holder) if window else None,
        going_on=tuple(type(frame).__name__ for frame in state.frames),
        frames=tuple(shown_frame(frame, state) for frame in state.frames),
        obligations=tuple(obligations(state)),
        phased=_phases(state) if options.is_phased else None,
        picks=tuple(
            ShownPick(chooser=pick.chooser, card=pick.card, phase=pick.phase, bonus=pick.bonus)
            for pick in state.step.picks
        ),
        contests=_contests(state),
        methuselahs=tuple(_methuselah(state, item, line) for item, line in now),
        cards=tuple(_card(card, seat) for card in in_play),
        # What has been burned and is still spoken of: the victim of a diablerie, an action's target.
        gone={card.id: card.name for card in state.cards.values() if card.zone is Zone.ASH_HEAP and state.frames},
        time_called=state.time_called or None,
        ending=state.ending or None,
    )


def _contests(state: GameState) -> tuple[ShownContest, ...]:
    owing = {contest.id for contest in undecided(state, state.step.seat)} if state.step.seat else set()
    return tuple(
        ShownContest(
            id=contest.id,
            key=contest.key,
            title=contest.is_title,
            claims=tuple(
                ShownClaim(seat=state.cards[claim.card].controller, card=claim.card) for claim in contest.claims
            ),
            to_decide=contest.id in owing,
        )
        for contest in state.contests
    )


def _phases(state: GameState) -> ShownPhases:
    return ShownPhases(
        first=state.step.first,
        cards=tuple(phase_set(state)),
        left=tuple(unused_cards(state)),
        picks=picks_in_turn(state),
        bonuses=state.bonuses and state.options.is_advanced,
    )


def _methuselah(state: GameState, item: Methuselah, now: SeatPoints) -> ShownMethuselah:
    return ShownMethuselah(
        name=item.name,
        status=item.status,
        pool=item.pool,
        victory_points=item.half_points / 2,
        prey=prey_of(state, item.name) if item.is_active else None,
        predator=predator_of(state, item.name) if item.is_active else None,
        game_win=bool(now.game_win),
        table_points=now.table_points,
        counted=item.counted,
        hand=item.hand,
        hand_size=hand_size_of(state, item.name),
        library=item.library,
        crypt=item.crypt,
        transfers=item.transfers,
        master_actions=item.master_actions,
        discard_actions=item.discard_actions,
        must_discard=must_discard(state, item.name),
        withdrawal=None if item.withdrawal is None else item.withdrawal.void or "stands",
        ash_heap=item.ash_heap,
        pending=tuple(card.card for card in item.pending),
    )


def _card(card: GameCard, seat: str | None) -> ShownCard | FaceDownCard:
    """A card; face down ones show their counters to everybody and the rest to who controls them."""
    if card.zone in HIDDEN and seat is not None and card.controller != seat:
        return FaceDownCard(
            id=card.id, owner=card.owner, controller=card.controller, zone=card.zone, counters=card.counters
        )
    title = card.title
    counts = title is not None and has_title(card)
    return extended(
        ShownCard,
        card,
        votes=title_votes(card) if counts else 0,
        ballots=int(counts and title is not None and title.kind is TitleKind.PRISCUS),
        title_counts=counts,
        face_down=card.zone in HIDDEN,
    )


def names_of(view: ShownGame, before: ShownGame | None = None, say: Callable[[str], str] = as_it_is) -> Names:
    """The reader's names of the cards in a view; gone or hidden ones as in the view `before`.

    `say` puts a name into the reader's language; without it a name is a sentence of its own.
    """
    cards: dict[str, ShownCard | FaceDownCard] = {card.id: card for card in view.cards}
    gone = {**(_known_by_all(before) if before else {}), **_known_by_all(view)}
    for card in before.cards if before else ():
        if card.id not in cards or not cards[card.id].name:
            cards[card.id] = card
    return Names(
        cards,
        gone,
        phase=view.phase,
        seats=[person.name for person in view.methuselahs],
        contests={contest.id: contest.key for contest in view.contests},
        window=(before or view).window.name if (before or view).window else "",
        say=say,
    )


def _known_by_all(view: ShownGame) -> dict[str, str]:
    """Names that everybody knows though their cards are gone or turned down: the burned, and what is contested."""
    contested = {claim.card: item.key for item in view.contests if not item.title for claim in item.claims}
    return {**view.gone, **contested}


# Who may read an order


def is_open_to(order: Operation, seat: str | None, state: GameState) -> bool:
    """Whether a seat (None: a judge) may read an operation as a record writes it, as the game stands in `state`.

    Who says what an uncontrolled card is says it to nobody else until it is seen; a correction may say anything.

    Rule: SETUP-32 to SETUP-35.
    """
    if seat is None:
        return True
    if isinstance(order, Correct):
        return False
    if not isinstance(order, RevealCard) or order.seat == seat:
        return True
    card = state.cards.get(order.card)
    return card is not None and card.zone not in HIDDEN
