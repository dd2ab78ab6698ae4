"""A table as its result is being told: who is still in, what each has, and what may be tapped next."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext

from toolkit.errors import ToolkitError
from toolkit.scoring import judge_line, parse_events, parse_victory_points, render_event, render_victory_points
from toolkit.scoring.events import (
    LETTERS,
    Concede,
    Event,
    Oust,
    OustTogether,
    Remove,
    TimeCalled,
    Withdraw,
    describe_event,
)
from toolkit.scoring.points import score_table
from toolkit.scoring.ring import Fate, Ring
from toolkit.tournament.state import Round, State, TableResult
from toolkit.web.rules import told as refusal_of

LONGEST_TOLD = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat while the game is told: `oust`, `withdraw`, `remove` are the events so far with one more."""

    seat: int
    player: int
    name: str
    is_in: bool
    fate: Fate
    points: str
    game_win: bool
    tournament_points: int | None
    oust: str
    withdraw: str
    remove: str
    predator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """The game as told so far."""

    chairs: tuple[Chair, ...]
    events: str
    history: tuple[str, ...]
    shorter: str
    timed: str
    is_over: bool
    refusal: str


def telling(state: State, round_: Round, table: int, events: str) -> Telling:
    """The game at a table after `events`; what cannot be is told in `refusal`, and left out."""
    players = round_.table(table)
    names = [state.player(player).name for player in players]
    ring, told, refusal = Ring.start(len(players)), list[Event](), ""
    try:
        for event in parse_events(events)[:LONGEST_TOLD]:
            ring = ring.after(event, names)
            told.append(event)
    except (ToolkitError, IndexError) as error:
        refusal = refusal_of(error) if isinstance(error, ToolkitError) else gettext("That cannot be read.")
    written = [render_event(event) for event in told]
    score = score_table(ring.points) if ring.is_over else None
    chairs = tuple(
        Chair(
            seat=seat + 1,
            player=player,
            name=names[seat],
            is_in=seat in ring.remaining,
            fate=ring.fates[seat],
            points=render_victory_points(ring.points[seat]),
            game_win=bool(score and score.game_wins[seat]),
            tournament_points=score.tournament_points[seat] if score else None,
            oust=_more(written, ring, Oust(ring.predator(seat), seat)) if seat in ring.remaining else "",
            withdraw=_more(written, ring, Withdraw(seat)),
            remove=_more(written, ring, Remove(seat)),
            predator=names[ring.predator(seat)] if seat in ring.remaining else "",
        )
        for seat, player in enumerate(players)
    )
    return Telling(
        chairs=chairs,
        events=" ".join(written),
        history=tuple(event_words(event, names) for event in told),
        shorter=" ".join(written[:-1]),
        timed=_more(written, ring, TimeCalled()),
        is_over=ring.is_over,
        refusal=refusal,
    )


def _more(written: list[str], ring: Ring, event: Event) -> str:
    return "" if ring.is_over else " ".join([*written, render_event(event)])


def event_words(event: Event, names: list[str]) -> str:
    """What happened, in the reader's language."""
    match event:
        case Oust():
            return gettext("%(one)s ousts %(other)s", one=names[event.predator], other=names[event.prey])
        case Withdraw():
            return gettext("%(one)s withdraws", one=names[event.seat])
        case Remove():
            return gettext("A judge removes %(one)s", one=names[event.seat])
        case Concede():
            return gettext("Everyone else concedes to %(one)s", one=names[event.seat])
        case TimeCalled():
            return gettext("Time is called")
        case OustTogether():
            ousts = " · ".join(event_words(oust, names) for oust in event.ousts)
            return gettext("At the same moment: %(events)s", events=ousts)
    return describe_event(event, names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A way to mend points that were refused: in words, and as events or as other points."""

    text: str
    events: str = ""
    points: tuple[str, ...] = ()


def offers(state: State, round_: Round, table: int, written: list[str]) -> list[Offer]:
    """What the points that were refused may have meant."""
    players = round_.table(table)
    names = [state.player(player).name for player in players]
    try:
        line = tuple(parse_victory_points(points) for points in written[: len(players)])
        verdict = judge_line(line)
    except ToolkitError:
        return []
    if verdict.is_possible:
        text = " · ".join(event_words(event, names) for event in verdict.history)
        return [Offer(text=text, events=" ".join(render_event(event, LETTERS) for event in verdict.history))]
    return [
        Offer(text=near.change_from(line, names), points=tuple(render_victory_points(p) for p in near.victory_points))
        for near in verdict.nearest[:3]
    ]


def standing_words(state: State, result: TableResult) -> str:
    """Who entered the result, who confirmed it, and whether it is final."""
    if result.is_locked:
        return gettext("An official has locked this result.")
    if result.by_player is None:
        return gettext("Entered by %(name)s.", name=result.entered_by)
    name = _name(state, result.by_player)
    if result.confirmed_by is None:
        return gettext("Entered by %(name)s. Another player at the table has to confirm it.", name=name)
    other = _name(state, result.confirmed_by)
    return gettext("Entered by %(name)s, confirmed by %(other)s.", name=name, other=other)


def _name(state: State, player: int) -> str:
    return state.players[player].name if player in state.players else gettext("a player")
