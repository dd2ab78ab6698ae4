"""The frames in progress, as all readers see them: cards played, actions, referendums, combats, diablerie, damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from typing import Literal

from toolkit.game.blocking import asked_to_block, entitled, intercept_of, stealth_of, still_entitled
from toolkit.game.combat import opponent_of
from toolkit.game.damage import foresee
from toolkit.game.draft import active_seats
from toolkit.game.referendum import left_to_cast, tally
from toolkit.game.state import (
    Action,
    CardPlay,
    Combat,
    Combatant,
    Diablerie,
    Effect,
    Frame,
    GameState,
    Harm,
    Referendum,
    Strike,
    Window,
)
from toolkit.game.vocabulary import (
    ActionKind,
    ActionState,
    StrikeKind,
    WindowName,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownWindow:
    """An open window: who may use effects in it, in order, and who holds the impulse."""

    name: WindowName
    order: tuple[str, ...]
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCycle(ShownWindow):
    """The window of something that is going on, with who has passed in it."""

    passed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFrame:
    """One thing that is going on; `frame` names its kind."""

    frame: str
    window: ShownCycle | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlay(ShownFrame):
    """A card declared and not yet resolved."""

    frame: Literal["CardPlay"] = "CardPlay"
    seat: str
    minion: str
    card: str
    target: str
    canceled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCost:
    """The cost of an action if it succeeds.

    Attributes:
        pool: pool to pay.
    """

    pool: int
    blood: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAction(ShownFrame):
    """An action.

    Attributes:
        stealth, bleed, intercept: with all that adds to them; `intercept` is the blocker's.
        hunt: blood gained by a hunt; 0 for other actions.
        blocker: the minion trying to block; `blocked_by` is the one that blocked.
        may_block: Methuselahs who may try to block, including those who declined; `undecided` have not declined.
        asked: the Methuselahs that the action waits for.
        awake: minions that may block and react as if unlocked.
    """

    frame: Literal["Action"] = "Action"
    action: ActionKind
    seat: str
    minion: str
    targets: tuple[str, ...]
    is_directed: bool
    card: str
    state: ActionState
    stealth: int
    bleed: int
    hunt: int
    cost: ShownCost
    blocker: str
    intercept: int
    blocked_by: str
    may_block: tuple[str, ...]
    undecided: tuple[str, ...]
    asked: tuple[str, ...]
    awake: tuple[str, ...]
    successful: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVotes:
    """Votes, or a ballot, of one source, not cast yet."""

    seat: str
    source: str
    votes: int
    is_ballot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBallot(ShownVotes):
    """Votes, or a ballot, that have been cast; the `minion`'s if one gave or gained them."""

    is_for: bool
    minion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReferendum(ShownFrame):
    """A referendum.

    Attributes:
        target: the diablerist of a blood hunt.
        terms: None until they are set.
        prisci: vote of the prisci block: +3, -3 or 0, already included in both figures.
        left: votes not cast yet.
        passed: None until the polls are closed.
    """

    frame: Literal["Referendum"] = "Referendum"
    seat: str
    minion: str
    is_blood_hunt: bool
    target: str
    is_cardless: bool
    terms: tuple[Effect, ...] | None
    step: str
    votes_for: int = field(metadata={"key": "for"})
    votes_against: int = field(metadata={"key": "against"})
    prisci: int
    cast: tuple[ShownBallot, ...]
    left: tuple[ShownVotes, ...]
    passed: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStrike:
    """A strike that has been announced.

    Attributes:
        normal: its damage, including strength and all bonuses.
        amount: blood stolen.
        fate: state of the target if nothing is prevented: "ready", "torpor", "burned"; empty without damage.
        blood: blood that the target has left then.
        first: whether it is a first strike.
    """

    kind: StrikeKind
    normal: int
    aggravated: int
    amount: int
    ranged: bool
    first: bool
    source: str
    target: str
    fate: str
    blood: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSide:
    """One side of a combat; `additional` are strikes that it still has."""

    minion: str
    seat: str
    maneuver: str
    press: str
    strike: ShownStrike | None
    struck: bool
    additional: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDamage:
    """Damage inflicted and not yet handled, and what it would leave of the card.

    Attributes:
        left: blood or life that the card has left then.
    """

    card: str
    normal: int
    aggravated: int
    fate: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCombat(ShownFrame):
    """A combat, the acting minion's side first."""

    frame: Literal["Combat"] = "Combat"
    sides: tuple[ShownSide, ...]
    from_block: bool
    round: int
    step: WindowName
    range: str
    goes_on: bool
    is_over: bool
    exchange: int
    pending: tuple[ShownDamage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDiablerie(ShownFrame):
    """A diablerie, carried out or offered to a blocker."""

    frame: Literal["Diablerie"] = "Diablerie"
    seat: str
    diablerist: str
    victim: str
    is_offered: bool
    trophy_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHarm(ShownFrame):
    """Damage outside combat."""

    frame: Literal["Harm"] = "Harm"
    seat: str
    pending: tuple[ShownDamage, ...]


type AnyFrame = ShownPlay | ShownAction | ShownReferendum | ShownCombat | ShownDiablerie | ShownHarm


@singledispatch
def shown_frame(frame: Frame, state: GameState) -> AnyFrame:
    """One thing that is going on, as everybody sees it."""
    # Each kind of frame has its own below; another would be a fault of the engine.
    raise NotImplementedError(type(frame))


def _cycle(window: Window | None) -> ShownCycle | None:
    if window is None:
        return None
    return ShownCycle(name=window.name, order=window.order, passed=window.passed, holder=window.holder)


@shown_frame.register
def _(frame: CardPlay, state: GameState) -> AnyFrame:
    return ShownPlay(
        window=_cycle(frame.window),
        seat=frame.seat,
        minion=frame.minion,
        card=frame.card,
        target=frame.target,
        canceled=frame.canceled,
    )


@shown_frame.register
def _(frame: Action, state: GameState) -> AnyFrame:
    return ShownAction(
        window=_cycle(frame.window),
        action=frame.kind,
        seat=frame.seat,
        minion=frame.minion,
        targets=frame.targets,
        is_directed=frame.is_directed,
        card=frame.card,
        state=frame.state,
        stealth=stealth_of(state, frame),
        bleed=state.cards[frame.minion].bleed + frame.bleed if frame.kind is ActionKind.BLEED else 0,
        hunt=frame.hunt if frame.kind is ActionKind.HUNT else 0,
        cost=ShownCost(pool=max(0, frame.cost_pool - frame.discount), blood=frame.cost_blood),
        blocker=frame.blocker,
        intercept=intercept_of(state, frame, frame.blocker) if frame.blocker else 0,
        blocked_by=frame.blocked_by,
        may_block=entitled(state, frame),
        undecided=tuple(still_entitled(state, frame)),
        asked=tuple(asked_to_block(state, frame)),
        awake=tuple(sorted(frame.awake)),
        successful=frame.successful,
    )


@shown_frame.register
def _(frame: Referendum, state: GameState) -> AnyFrame:
    count = tally(frame)
    return ShownReferendum(
        window=_cycle(frame.window),
        seat=frame.seat,
        minion=frame.minion,
        is_blood_hunt=frame.is_blood_hunt,
        target=frame.target,
        is_cardless=frame.is_cardless,
        terms=frame.terms,
        step=frame.step,
        votes_for=count.votes_for,
        votes_against=count.votes_against,
        prisci=count.block,
        cast=tuple(
            ShownBallot(
                seat=item.seat,
                source=item.source,
                votes=item.votes,
                is_for=item.is_for,
                is_ballot=ballot,
                minion=item.minion,
            )
            for ballot, items in ((False, frame.cast), (True, frame.ballots))
            for item in items
        ),
        left=tuple(
            ShownVotes(seat=seat, source=source, votes=votes, is_ballot=ballot)
            for seat in active_seats(state)
            for ballot in (False, True)
            for source, votes in left_to_cast(state, frame, seat, ballots=ballot).items()
        ),
        passed=frame.passed,
    )


@shown_frame.register
def _(frame: Combat, state: GameState) -> AnyFrame:
    return ShownCombat(
        window=_cycle(frame.window),
        sides=tuple(_side(state, frame, side) for side in frame.sides),
        from_block=frame.from_block,
        round=frame.round,
        step=frame.step,
        range=frame.range,
        goes_on=frame.goes_on,
        is_over=frame.over,
        exchange=frame.exchange,
        pending=_pending(state, frame.pending),
    )


@shown_frame.register
def _(frame: Diablerie, state: GameState) -> AnyFrame:
    return ShownDiablerie(
        window=_cycle(frame.window),
        seat=frame.seat,
        diablerist=frame.diablerist,
        victim=frame.victim.id,
        is_offered=frame.offered,
        trophy_open=frame.trophy_open,
    )


@shown_frame.register
def _(frame: Harm, state: GameState) -> AnyFrame:
    return ShownHarm(window=_cycle(frame.window), seat=frame.seat, pending=_pending(state, frame.pending))


def _side(state: GameState, combat: Combat, side: Combatant) -> ShownSide:
    return ShownSide(
        minion=side.minion,
        seat=side.seat,
        maneuver=side.maneuver,
        press=side.press,
        strike=_strike(state, combat, side, side.strike) if side.strike else None,
        struck=side.struck,
        additional=side.additional,
    )


def _strike(state: GameState, combat: Combat, side: Combatant, strike: Strike) -> ShownStrike:
    normal = _normal(state, side, strike)
    target = strike.target or opponent_of(combat, side.minion).minion
    # Once it has struck, its damage is pending or has been taken: it is not foreseen a second time.
    is_open = not (side.struck or combat.pending) and combat.step == WindowName.STRIKES
    fate = foresee(state, target, normal, strike.aggravated) if is_open and normal + strike.aggravated else None
    return ShownStrike(
        kind=strike.kind,
        normal=normal,
        aggravated=strike.aggravated,
        amount=strike.amount,
        ranged=strike.ranged,
        first=strike.first,
        source=strike.source,
        target=target,
        fate=fate.fate if fate else "",
        blood=fate.left if fate else 0,
    )


def _normal(state: GameState, side: Combatant, strike: Strike) -> int:
    if strike.kind is StrikeKind.HAND and not strike.damage and not strike.aggravated:
        return state.cards[side.minion].strength + side.bonus
    return strike.damage + side.bonus if strike.damage or strike.aggravated else 0


def _pending(state: GameState, pending: tuple[tuple[str, int, int], ...]) -> tuple[ShownDamage, ...]:
    damage = []
    for card, normal, aggravated in pending:
        end = foresee(state, card, normal, aggravated)
        damage.append(ShownDamage(card=card, normal=normal, aggravated=aggravated, fate=end.fate, left=end.left))
    return tuple(damage)
