"""The frames of a page: an action and its block, a referendum and its count, a combat round by round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch

from flask_babel import gettext, ngettext, pgettext

from toolkit.game.effects import effects_words
from toolkit.game.referendum import source_words as source_of_votes
from toolkit.game.view import ShownCard, ShownGame
from toolkit.game.view_frames import (
    ShownAction,
    ShownBallot,
    ShownCombat,
    ShownCycle,
    ShownDamage,
    ShownDiablerie,
    ShownFrame,
    ShownHarm,
    ShownPlay,
    ShownReferendum,
    ShownSide,
    ShownStrike,
    ShownVotes,
)
from toolkit.game.vocabulary import LIVING, ActionState, CardKind, WindowName
from toolkit.game.words import Names, given_name
from toolkit.web.tables.words import ACTIONS, FATES, RANGES, STRIKES, WINDOWS, in_words

# The count of a referendum: votes for and against, what was cast, what is left


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """A referendum's count: votes for and against, each side's share of a bar of 100, what was cast, what is left."""

    votes_for: int
    votes_against: int
    share_for: float
    share_against: float
    verdict: str
    prisci: str
    cast: tuple[tuple[str, str, str], ...]
    left: tuple[tuple[str, str], ...]


def poll_of(frame: ShownReferendum, names: Names) -> Poll:
    """The present count."""
    pros, cons = frame.votes_for, frame.votes_against
    whole = max(pros + cons, 1)
    passes = pros > cons if frame.passed is None else frame.passed
    settled = frame.passed is not None
    words = {
        (True, True): gettext("The referendum has passed."),
        (True, False): gettext("The referendum has failed."),
        (False, True): gettext("As of now it passes."),
        (False, False): gettext("As of now it fails."),
    }
    return Poll(
        votes_for=pros,
        votes_against=cons,
        share_for=round(100 * pros / whole, 1),
        share_against=round(100 * cons / whole, 1),
        verdict=words[settled, passes],
        prisci=gettext("The prisci vote as a block: %(votes)s.", votes=f"{frame.prisci:+d}") if frame.prisci else "",
        cast=tuple(_cast(item, names) for item in frame.cast),
        left=tuple((item.seat, _votes(item, names)) for item in frame.left),
    )


def _cast(item: ShownBallot, names: Names) -> tuple[str, str, str]:
    return item.seat, _votes(item, names), gettext("for") if item.is_for else gettext("against")


def _votes(item: ShownVotes, names: Names) -> str:
    count = (
        ngettext("%(num)d ballot", "%(num)d ballots", item.votes)
        if item.is_ballot
        else ngettext("%(num)d vote", "%(num)d votes", item.votes)
    )
    return f"{source_words(item.source, names)}{gettext(': ')}{count}"


def source_words(source: str, names: Names) -> str:
    """Where votes come from: a titled vampire, the calling card, the Edge."""
    return in_words(source_of_votes(source, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One step on the way of what is going on: its name, and whether it is past, now or to come."""

    name: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSeat:
    """One Methuselah in a window's order."""

    name: str
    has_passed: bool
    is_holder: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """A number with its name."""

    name: str
    number: str
    tone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatSide:
    """One side of a combat: who fights for whom, and what was done this round."""

    minion: str
    seat: str
    blood: str
    moves: tuple[str, ...]
    strike: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """One thing that is going on.

    Attributes:
        kind: which shape it has on the page: card, action, referendum, combat, diablerie, damage.
        window: the name of its open window, empty while something inside it goes on.
        notes: sentences to read below the title.
    """

    kind: str
    title: str
    notes: tuple[str, ...] = ()
    figures: tuple[Gauge, ...] = ()
    stops: tuple[Stop, ...] = ()
    sides: tuple[CombatSide, ...] = ()
    poll: Poll | None = None
    window: str = ""
    speakers: tuple[WindowSeat, ...] = ()


def frame_views(view: ShownGame, names: Names) -> list[FrameView]:
    """Everything that is going on, the outermost first."""
    return [_with_window(_shown(frame, names), frame.window) for frame in view.frames]


def _with_window(view: FrameView, window: ShownCycle | None) -> FrameView:
    if window is None:
        return view
    speakers = tuple(
        WindowSeat(name=name, has_passed=name in window.passed, is_holder=name == window.holder)
        for name in window.order
    )
    return replace(view, window=str(WINDOWS[window.name]), speakers=speakers)


@singledispatch
def _shown(frame: ShownFrame, names: Names) -> FrameView:
    raise NotImplementedError(type(frame))


def _stops(steps: list[tuple[str, bool]]) -> tuple[Stop, ...]:
    """Steps with which of them is now; those before it are past."""
    now = next((at for at, (_, is_now) in enumerate(steps) if is_now), len(steps))
    return tuple(
        Stop(name=name, state="past" if at < now else "now" if at == now else "next")
        for at, (name, _) in enumerate(steps)
    )


@_shown.register
def _card(frame: ShownPlay, names: Names) -> FrameView:
    by = names.card(frame.minion) if frame.minion else frame.seat
    note = gettext("It is canceled.") if frame.canceled else gettext("It may be canceled as it is played.")
    return FrameView(
        kind="card",
        title=gettext("%(who)s plays %(card)s", who=by, card=given_name(frame.card) or gettext("a card")),
        notes=(note,),
    )


@_shown.register
def _action(frame: ShownAction, names: Names) -> FrameView:
    state = frame.state
    attempt = state == ActionState.ATTEMPT
    figures = [Gauge(name=gettext("Stealth"), number=str(frame.stealth))]
    if attempt:
        good = frame.intercept >= frame.stealth
        figures.append(Gauge(name=gettext("Intercept"), number=str(frame.intercept), tone="good" if good else "bad"))
    if frame.bleed:
        figures.append(Gauge(name=gettext("Bleed"), number=str(frame.bleed), tone="blood"))
    if frame.hunt:
        figures.append(Gauge(name=gettext("Blood"), number=f"+{frame.hunt}"))
    for cost, word in ((frame.cost.pool, gettext("Cost in pool")), (frame.cost.blood, gettext("Cost in blood"))):
        if cost:
            figures.append(Gauge(name=word, number=str(cost)))
    stops = _stops(
        [
            (gettext("Announced"), state == ActionState.ANNOUNCE),
            (gettext("Blocks"), state in (ActionState.OPEN, ActionState.ATTEMPT)),
            (gettext("Unblocked"), state == ActionState.UNBLOCKED),
            (gettext("Resolution"), state == ActionState.RESOLVING),
            (gettext("After it"), state == ActionState.AFTER),
        ]
    )
    return FrameView(
        kind="action",
        title=action_title(frame, names),
        notes=tuple(_action_notes(frame, names)),
        figures=tuple(figures),
        stops=stops,
    )


def action_title(frame: ShownAction, names: Names) -> str:
    """The action in words: "Anna: Bleed → Béla"."""
    title = gettext("%(minion)s: %(action)s", minion=names.owned(frame.minion), action=ACTIONS[frame.action])
    if card := given_name(frame.card):
        title = gettext("%(action)s with %(card)s", action=title, card=card)
    targets = ", ".join(names.target(target) for target in frame.targets)
    return f"{title} → {targets}" if targets else title


def _action_notes(frame: ShownAction, names: Names) -> list[str]:
    notes = []
    if frame.blocker:
        blocked = frame.intercept >= frame.stealth
        words = (
            gettext("%(minion)s tries to block; as of now the action is blocked.", minion=names.owned(frame.blocker))
            if blocked
            else gettext("%(minion)s tries to block; as of now the attempt fails.", minion=names.owned(frame.blocker))
        )
        notes.append(words)
    if frame.blocked_by:
        notes.append(gettext("Blocked by %(minion)s.", minion=names.owned(frame.blocked_by)))
    if frame.successful:
        notes.append(gettext("The action is successful."))
    elif not frame.blocked_by and not frame.blocker and frame.state != ActionState.UNBLOCKED:
        if frame.undecided:
            notes.append(gettext("May block: %(names)s.", names=", ".join(frame.undecided)))
        elif frame.may_block:
            notes.append(gettext("None of the possible blockers blocks."))
    return notes


@_shown.register
def _referendum(frame: ShownReferendum, names: Names) -> FrameView:
    if frame.is_blood_hunt:
        title = gettext("Blood hunt on %(minion)s", minion=names.owned(frame.target))
    elif frame.minion:
        title = gettext("Referendum called by %(minion)s", minion=names.owned(frame.minion))
    else:
        title = gettext("Referendum called by %(name)s", name=frame.seat)
    terms = frame.terms
    notes = [gettext("If it passes: %(terms)s", terms=in_words(effects_words(terms, names)))] if terms else []
    step = frame.step
    stops = _stops(
        [
            (gettext("Terms"), step == "terms"),
            (gettext("Before votes"), step == "before_votes"),
            (gettext("Polling"), step == "polling"),
            (gettext("Outcome"), step == "after"),
        ]
    )
    return FrameView(
        kind="referendum",
        title=title,
        notes=tuple(notes),
        stops=stops,
        poll=None if step == "terms" else poll_of(frame, names),
    )


@_shown.register
def _combat(frame: ShownCombat, names: Names) -> FrameView:
    step, window = frame.step, frame.window
    steps = [
        (gettext("Range"), step in (WindowName.BEFORE_RANGE, WindowName.RANGE)),
        (gettext("Strikes"), step in (WindowName.BEFORE_STRIKES, WindowName.STRIKES)),
        (gettext("Damage"), step == WindowName.DAMAGE),
        (gettext("Additional strikes"), step == WindowName.ADDITIONAL),
        (gettext("Press"), step == WindowName.PRESS),
        (gettext("End of round"), step == WindowName.END_OF_ROUND),
    ]
    notes = [_harm_words(item, names) for item in frame.pending]
    if frame.goes_on:
        notes.append(gettext("Press to continue: there will be another round."))
    if frame.is_over:
        notes.append(gettext("The combat ends with this round."))
    first, second = frame.sides
    return FrameView(
        kind="combat",
        title=gettext("Combat: %(one)s and %(two)s", one=names.card(first.minion), two=names.card(second.minion)),
        notes=tuple(notes),
        figures=(
            Gauge(name=pgettext("combat", "Round"), number=str(frame.round)),
            Gauge(name=gettext("Range"), number=str(RANGES[frame.range])),
        ),
        stops=_stops(steps),
        sides=tuple(_side(side, names, is_hidden=window is None) for side in frame.sides),
    )


def _side(side: ShownSide, names: Names, *, is_hidden: bool) -> CombatSide:
    card = names.cards.get(side.minion)
    moves = []
    if side.maneuver:
        moves.append(gettext("maneuvers to %(range)s", range=RANGES[side.maneuver]))
    if side.press:
        words = {"continue": gettext("presses to continue"), "end": gettext("presses to end")}
        moves.append(words[side.press])
    if side.additional:
        moves.append(ngettext("%(num)d additional strike", "%(num)d additional strikes", side.additional))
    strike = side.strike
    return CombatSide(
        minion=names.card(side.minion),
        seat=side.seat,
        blood=counters_words(card.kind, card.counters, card.capacity) if isinstance(card, ShownCard) else "",
        moves=tuple(moves),
        strike=_strike_words(strike) if strike else "",
        outcome=_outcome(strike, names) if strike and strike.fate else "",
    )


def counters_words(kind: str | None, counters: int, capacity: int) -> str:
    """A minion's blood or life: "3 of 5 blood", "2 life"."""
    if kind == CardKind.VAMPIRE and capacity:
        return gettext("%(blood)s of %(capacity)s blood", blood=counters, capacity=capacity)
    if kind in LIVING:
        return gettext("%(life)s life", life=counters)
    return ngettext("%(num)d counter", "%(num)d counters", counters)


def _strike_words(strike: ShownStrike) -> str:
    parts = []
    if strike.normal:
        parts.append(gettext("%(number)s damage", number=strike.normal))
    if strike.aggravated:
        parts.append(gettext("%(number)s aggravated", number=strike.aggravated))
    if strike.amount:
        parts.append(gettext("%(number)s blood", number=strike.amount))
    if strike.ranged:
        parts.append(gettext("ranged"))
    if strike.first:
        parts.append(gettext("first strike"))
    words = str(STRIKES[strike.kind])
    return f"{words}{gettext(': ')}{', '.join(parts)}" if parts else words


def _outcome(strike: ShownStrike, names: Names) -> str:
    """The outcome of the strike alone, if it lands and nothing is prevented."""
    return gettext(
        "%(minion)s %(fate)s with %(left)s",
        minion=names.card(strike.target),
        fate=FATES[strike.fate],
        left=strike.blood,
    )


def _harm_words(item: ShownDamage, names: Names) -> str:
    damage = item.normal + item.aggravated
    words = ngettext("%(num)d damage", "%(num)d damage", damage)
    if item.aggravated:
        words = gettext("%(damage)s, %(number)s of it aggravated", damage=words, number=item.aggravated)
    return gettext(
        "%(minion)s takes %(damage)s: unprevented, it %(fate)s with %(left)s.",
        minion=names.owned(item.card),
        damage=words,
        fate=FATES[item.fate],
        left=item.left,
    )


@_shown.register
def _diablerie(frame: ShownDiablerie, names: Names) -> FrameView:
    words = (
        gettext("%(eater)s may commit diablerie on %(victim)s")
        if frame.is_offered
        else gettext("%(eater)s has committed diablerie on %(victim)s")
    )
    title = words % {"eater": names.owned(frame.diablerist), "victim": names.card(frame.victim)}
    notes = (gettext("A trophy may be taken for the Red List minion."),) if frame.trophy_open else ()
    return FrameView(kind="diablerie", title=title, notes=notes)


@_shown.register
def _harm(frame: ShownHarm, names: Names) -> FrameView:
    notes = tuple(_harm_words(item, names) for item in frame.pending)
    return FrameView(kind="damage", title=gettext("Damage outside combat"), notes=notes)
