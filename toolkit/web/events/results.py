"""Results: the tables of a round by their state; one table, told tap by tap or by its victory points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import format_time, gettext
from flask_babel.speaklater import LazyString

from toolkit.errors import ToolkitError
from toolkit.schemas import event_forms as forms
from toolkit.scoring import (
    Line,
    LineKind,
    RoundScore,
    judge_line,
    nearest_plain,
    parse_events,
    parse_victory_points,
    render_event,
    render_victory_points,
)
from toolkit.scoring.events import (
    LETTERS,
    Event,
    Oust,
    Remove,
    TimeCalled,
    Withdraw,
    describe_event,
)
from toolkit.scoring.points import ImpossibleScores, score_table
from toolkit.scoring.ring import Fate, Ring
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change
from toolkit.tournament import results
from toolkit.tournament.disputes import score_list
from toolkit.tournament.facts import FINAL, SeatScore
from toolkit.tournament.log import PlayerNames
from toolkit.tournament.results import is_disputed
from toolkit.tournament.standings import round_scores
from toolkit.tournament.state import OtherResult, Round, State, TableResult
from toolkit.web.base import access
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import author_words, points_words, translated
from toolkit.web.base.rules import refusal_words
from toolkit.web.events.console import Console, page
from toolkit.web.events.listing import table_words
from toolkit.web.events.words import FATES, round_words

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
    ring, history, refusal = Ring.start(len(players)), list[Event](), ""
    try:
        for event in parse_events(events)[:LONGEST_TOLD]:
            ring = ring.after(event, names)
            history.append(event)
    except (ToolkitError, IndexError) as error:
        refusal = refusal_words(error) if isinstance(error, ToolkitError) else gettext("That cannot be read.")
    written = [render_event(event) for event in history]
    score = score_table(ring.points) if ring.is_over else None
    chairs = tuple(
        Chair(
            seat=seat + 1,
            player=player,
            name=names[seat],
            is_in=seat in ring.remaining,
            fate=ring.fates[seat],
            points=points_words(ring.points[seat]),
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
        history=tuple(event_words(event, names) for event in history),
        shorter=" ".join(written[:-1]),
        timed=_more(written, ring, TimeCalled()),
        is_over=ring.is_over,
        refusal=refusal,
    )


def _more(written: list[str], ring: Ring, event: Event) -> str:
    return "" if ring.is_over else " ".join([*written, render_event(event)])


def event_words(event: Event, names: list[str]) -> str:
    """The event, as a line of its own; one that begins with somebody's name begins as that is written."""
    words = translated(describe_event(event, names))
    return words if isinstance(event, Oust | Withdraw) else words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """A way to mend points that were refused: the whole result in words, and as events or as other points.

    Attributes:
        is_typed: a game that ends with exactly the points that were typed: they are a question, and no mistake.
    """

    text: str
    events: str = ""
    points: tuple[str, ...] = ()
    is_typed: bool = False


# Kinds of lines beside which the nearest that ousts and time alone give are offered.
_REDRAWN = (LineKind.SIMULTANEOUS, LineKind.IMPOSSIBLE)


def offers(state: State, round_: Round, table: int, written: list[str]) -> list[Mend]:
    """What the points that were refused may have meant; ousts at the same moment come last, behind ordinary lines."""
    players = round_.table(table)
    names = [state.player(player).name for player in players]
    try:
        line = tuple(parse_victory_points(points) for points in written[: len(players)])
        verdict = judge_line(line)
    except ToolkitError:
        return []
    plain = [near.victory_points for near in nearest_plain(line)] if verdict.kind in _REDRAWN else []
    rows = [Mend(text=_row_words(names, other), points=tuple(map(render_victory_points, other))) for other in plain[:3]]
    stories = (
        [line]
        if verdict.is_possible
        else [near.victory_points for near in verdict.nearest if near.kind is not LineKind.PLAIN]
    )
    return [*rows, *(_as_told(other, names, is_typed=other == line) for other in stories[:1])]


def _as_told(line: Line, names: list[str], *, is_typed: bool) -> Mend:
    """A result with the game that ends so, for what its figures alone would be refused."""
    history = judge_line(line).history
    story = " · ".join(event_words(event, names) for event in history)
    text = story if is_typed else f"{_row_words(names, line)} ({story})"
    return Mend(text=text, events=" ".join(render_event(event, LETTERS) for event in history), is_typed=is_typed)


def _row_words(names: list[str], line: Line) -> str:
    return " · ".join(f"{name} {points_words(points)}" for name, points in zip(names, line, strict=True))


def sent_by(state: State, round_: Round, table: int) -> list[tuple[int, str]]:
    """The players who sent a result of the table that does not count, by number and name."""
    names = PlayerNames(state)
    return [(other.by_player, names(other.by_player)) for other in round_.disputes.get(table, ())]


def dispute_words(state: State, round_: Round, table: int, me: int | None = None) -> str:
    """Which results players of the table entered, and what is to be done, as said to one of them; "" without."""
    if not is_disputed(round_, table):
        return ""
    if table in round_.disputes:
        return " ".join(_sent_words(state, other, me) for other in round_.disputes[table])
    result = round_.results[table]
    assert result.disputes is not None
    assert result.by_player is not None
    names = PlayerNames(state)
    figures: dict[str, Any] = {
        "name": _name(state, result.by_player),
        "time": format_time(result.entered_at.astimezone(), "HH:mm", rebase=False),
        "list": translated(score_list(names, (round_.scores[player] for player in round_.table(table)))),
        "other": _name(state, result.disputes.by_player),
        "before": translated(score_list(names, result.disputes.scores)),
    }
    if me == result.disputes.by_player:
        return gettext(
            "%(name)s entered another result at %(time)s: %(list)s. Yours was: %(before)s. "
            "Confirm, enter it again, or call a judge.",
            **figures,
        )
    if me == result.by_player:
        return gettext(
            "Your result replaced that of %(other)s: %(before)s. Another player at the table has to confirm yours, "
            "or a judge decides.",
            **figures,
        )
    return gettext(
        "Disputed: %(name)s entered this result at %(time)s: %(list)s. That of %(other)s was: %(before)s.", **figures
    )


def _sent_words(state: State, other: OtherResult, me: int | None) -> str:
    """A result that a player sent and that does not count, as said to one of the table or to an official."""
    points = translated(score_list(PlayerNames(state), other.scores))
    if other.by_player == me:
        return gettext("The organizer has it: you sent %(list)s. An official decides.", list=points)
    assert other.sent_at is not None
    sent = format_time(other.sent_at.astimezone(), "HH:mm", rebase=False)
    typed = format_time((other.typed_at or other.sent_at).astimezone(), "HH:mm", rebase=False)
    return gettext(
        "%(name)s sent %(list)s (typed at %(typed)s, received at %(sent)s). An official decides.",
        name=_name(state, other.by_player),
        list=points,
        typed=typed,
        sent=sent,
    )


def standing_words(state: State, result: TableResult) -> str:
    """Who entered the result, who confirmed it, and whether it is final."""
    if result.is_locked:
        return gettext("An official has locked this result.")
    name = author_words(result.entered_by) if result.by_player is None else _name(state, result.by_player)
    if result.by_player is None or (result.confirmed_by is None and state.is_finished):
        return gettext("Entered by %(name)s.", name=name)
    if result.confirmed_by is None:
        return gettext("Entered by %(name)s. Another player at the table has to confirm it.", name=name)
    other = _name(state, result.confirmed_by)
    return gettext("Entered by %(name)s, confirmed by %(other)s.", name=name, other=other)


def _name(state: State, player: int) -> str:
    return state.players[player].name if player in state.players else gettext("a player")


# The domain's codes for points that no game, or no ordinary one, gives: said beside the points.
OF_POINTS = ("impossible_scores", "needs_outcome", "fates_disagree", "wrong_seats", "bad_victory_points")
_POINTS = dict.fromkeys(OF_POINTS, "points")
# Events as an address may carry them.
_LONGEST_EVENTS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntry:
    """Both ways to enter a table's result, as far as they have been filled in: told tap by tap, or as points.

    Attributes:
        offers: what points that were refused may have meant.
        entered: the points that stand, seat by seat.
        nothing: why a result without points is refused; "" where one is possible.
    """

    form: Typed
    telling: Telling
    offers: list[Mend]
    entered: list[str]
    nothing: str
    fates: Mapping[Fate, LazyString]


def entry_of(state: State, round_: Round, table: int, form: Typed) -> ResultEntry:
    """The values filled in: `form` holds the points, this request the events."""
    entered = [round_.scores.get(player) for player in round_.table(table)]
    written = [(form.values.get(f"vp{seat}") or "0").strip().replace(",", ".") for seat in range(1, 6)]
    return ResultEntry(
        form=form,
        telling=telling(state, round_, table, request.values.get("events", "")[:_LONGEST_EVENTS]),
        offers=offers(state, round_, table, written) if form.errors.get("points") else [],
        entered=[render_victory_points(score.victory_points) if score else "" for score in entered],
        nothing=_nothing(state, round_, table),
        fates=FATES,
    )


def _nothing(state: State, round_: Round, table: int) -> str:
    try:
        results.enter_result(state, round_.number, table, victory_points=("0",) * len(round_.table(table)))
    except ImpossibleScores as error:
        return translated(error.brief)
    except ToolkitError:
        return ""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSeat:
    """A seat of a table with what it got; `raw` are the points that were entered, where others count."""

    player: int
    name: str
    is_active: bool
    score: RoundScore | None
    raw: str
    fate: str


def seats_view(state: State, round_: Round, table: int) -> list[ShownSeat]:
    """Each seat of a table with what it got."""
    scores = round_scores(state, round_)
    entered = [(player, round_.scores.get(player)) for player in round_.table(table)]
    return [
        ShownSeat(
            player=player,
            name=state.player(player).name,
            is_active=state.player(player).is_active,
            score=scores.get(player),
            raw=_raw(scores.get(player), score),
            fate=FATES[score.fate] if score is not None and score.fate else "",
        )
        for player, score in entered
    ]


def _raw(counted: RoundScore | None, entered: SeatScore | None) -> str:
    """The points that were entered, where an adjustment, or a proxy player, makes others of them."""
    if entered is None or (counted.victory_points if counted else 0) == entered.victory_points:
        return ""
    return points_words(entered.victory_points)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table and how its result stands."""

    number: int
    name: str
    kind: str
    dispute: str
    reason: str
    seats: list[SeatLine]

    @property
    def words(self) -> str:
        """The search words of the table."""
        return table_words(self.number, self.name, (seat.name for seat in self.seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat with the points that it has so far."""

    player: int
    name: str
    has_left: bool
    points: str
    raw: str
    game_win: bool


def _kind(round_: Round, table: int) -> str:
    """How far a table's result is."""
    result = round_.results.get(table)
    if result is None:
        return "missing"
    if not round_.is_settled(table):
        return "changed"
    if is_disputed(round_, table):
        return "disputed"
    if result.is_locked:
        return "locked"
    if result.confirmed_by is not None:
        return "confirmed"
    return "done" if result.by_player is None else "unconfirmed"


def table_state(state: State, round_: Round, table: int) -> TableState:
    """A table of a round with what its seats have so far."""
    result = round_.results.get(table)
    scores = round_scores(state, round_)
    return TableState(
        number=table,
        name=state.settings.table_name(table) if round_.number != FINAL else "",
        kind=_kind(round_, table),
        dispute=dispute_words(state, round_, table),
        reason=result.reason if result else "",
        seats=[
            SeatLine(
                player=player,
                name=state.player(player).name,
                has_left=not state.player(player).is_active,
                points=points_words(scores[player].victory_points) if player in scores else "",
                raw=_raw(scores.get(player), round_.scores.get(player)) if result else "",
                game_win=player in scores and scores[player].game_wins > 0,
            )
            for player in round_.table(table)
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPage:
    """A table's result as it stands, and both ways to enter it; `points` words victory points."""

    round: Round
    number: int
    table: int
    title: str
    name: str
    seats: list[ShownSeat]
    result: TableResult | None
    stands: str
    view: TableState
    sent: list[tuple[int, str]]
    entry: ResultEntry
    table_count: int
    points: Callable[[int], str]


@page("table", "/rounds/<int:number>/tables/<int:table>", "events/table.html")
def table_page(console: Console, number: int, table: int) -> ResultPage:
    """One table: its result as it stands, and both ways to enter it."""
    state = console.tournament
    round_ = state.round(number)
    seats, result = seats_view(state, round_, table), round_.results.get(table)
    return ResultPage(
        round=round_,
        number=number,
        table=table,
        title=round_words(number),
        name=state.settings.table_name(table),
        seats=seats,
        result=result,
        stands=standing_words(state, result) if result else "",
        view=table_state(state, round_, table),
        sent=sent_by(state, round_, table),
        entry=entry_of(state, round_, table, console.form("points")),
        table_count=len(round_.tables),
        points=points_words,
    )


@table_page.action("/rounds/<int:number>/tables/<int:table>/events", "events", forms.EventsForm)
def enter_events(console: Console, number: int, table: int, events: str) -> str:
    """The result as it was told; only a judge removes a player."""
    if any(isinstance(event, Remove) for event in parse_events(events)):
        access.required(console.id, Action.JUDGE)
    change = console.work.change(results.enter_result, number, table, events=events)
    return _entered(console, change.tournament, number)


@table_page.action("/rounds/<int:number>/tables/<int:table>/points", "points", forms.PointsForm, _POINTS)
def enter_points(console: Console, number: int, table: int, points: list[str], reason: str, card: str) -> str:
    """The result as points, overridden where there is a reason."""
    if reason or card:
        access.required(console.id, Action.JUDGE)
    seats = len(console.tournament.round(number).table(table))
    change = console.work.change(
        results.enter_result, number, table, victory_points=tuple(points[:seats]), reason=reason, card=card
    )
    return _entered(console, change.tournament, number)


def _entered(console: Console, state: State, number: int) -> str:
    """The page of the round at the row of the table, or at the next one without a result; the final's own page."""
    if number == FINAL:
        return console.url("final")
    missing = state.round(number).unsettled if "next" in request.form else []
    table = missing[0] if missing else console.typed.path["table"]
    return console.url("round", number=number, _anchor=f"grid-{table}")


table_page.offer("lock_result", "/rounds/<int:number>/tables/<int:table>/lock", "lock")
table_page.offer("unlock_result", "/rounds/<int:number>/tables/<int:table>/unlock", "unlock")
table_page.offer("clear_result", "/rounds/<int:number>/tables/<int:table>/clear", "clear")


def _decided(console: Console, change: Change) -> str:
    return _entered(console, change.tournament, int(console.typed.path["number"]))


table_page.offer("take_dispute", "/rounds/<int:number>/tables/<int:table>/take", "take", then=_decided)
table_page.offer("drop_dispute", "/rounds/<int:number>/tables/<int:table>/drop", "drop", then=_decided)
