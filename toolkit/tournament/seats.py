"""Seatings for the rounds of this tournament: the one door to `toolkit.seating`, and what an edit would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from toolkit.languages import Decimal, Message
from toolkit.seating import (
    Bounds,
    Criteria,
    ImpossibleSeating,
    Seating,
    Violation,
    WishedPlace,
    Wishes,
    criteria,
    event_bounds,
    seat,
    violations,
)
from toolkit.seating.criteria import SETTLED_LAST
from toolkit.seating.edits import balance, odd_tables, what_changes
from toolkit.seating.model import MOVES_PER_SECOND
from toolkit.seating.plan import DEFAULT_SECONDS
from toolkit.seating.wishes import unmet
from toolkit.tournament.draws import DrawSeed, draw, rounds_checksum, search_seed
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import CheckInClosed, DrawMade, Fact
from toolkit.tournament.log import LogEntry, apply
from toolkit.tournament.rounds import (
    STAGGERED,
    Tables,
    change_seats,
    check_further_round,
    does_plan_stand,
    draft_planned,
    draft_round,
    plan_structure,
    players_to_seat,
    total_rounds,
)
from toolkit.tournament.state import Player, Round, State


def seat_next_round(
    state: State,
    *,
    seed: int | DrawSeed,
    seconds: float = DEFAULT_SECONDS,
    apart: Sequence[Sequence[int]] = (),
    only_better: bool = False,
    progress: Callable[[float], None] | None = None,
) -> list[Fact]:
    """Draft the next round with the best seating that is found, or draft it anew with another `seed`.

    Six, seven or eleven players are planned for the whole event at once, and again when one comes or leaves. Players
    with a fixed table sit there. Under a commitment the order that is drawn seats the first round and numbers every
    search; check-in closes with it, and it replaces whatever was drafted.

    Raises:
        Refused: no further round, or the final has begun; with `only_better`, the draft there is has the same players
            and is as good.
        ImpossibleSeating: no seating of so many players.

    Rule: VEKN 3.1.2.
    """
    number = check_further_round(state)
    if does_plan_stand(state):
        return draft_planned(state)
    here = players_to_seat(state)
    wishes = Wishes(apart=(*(tuple(group) for group in apart), *_kept_apart(here)), places=_places(state, here))
    history = _history(state, number)
    lost = number - 1 - len(history)
    made: DrawMade | None = None
    if isinstance(seed, DrawSeed):
        steps = int(seconds * MOVES_PER_SECOND)
        # Half a move more: divided and multiplied again it is the same number of moves.
        seconds = (steps + 0.5) / MOVES_PER_SECOND
        made = draw(
            state,
            seed,
            f"round {number}",
            [player.number for player in here],
            stands=len(state.rounds) >= number,
            steps=steps,
            apart=apart,
        )
    chosen = search_seed(made.draw) if made else seed
    assert isinstance(chosen, int)
    seating = seat(
        [player.number for player in here],
        state.settings.rounds - lost,
        history=history,
        seconds=seconds,
        seed=chosen,
        wishes=wishes,
        order=made.order if made else None,
        progress=progress,
    )
    rounds = [[_numbers(table) for table in tables] for tables in seating.rounds]
    played, to_come = rounds[: len(history)], rounds[len(history) :]
    if not to_come:
        raise Refused(Message("All players have played all their games."), code="no_further_round")
    if only_better and made is None:
        _check_better(state, number, played, to_come[0], wishes)
    before: list[Fact] = []
    if made is not None and isinstance(seed, DrawSeed):
        made = replace(made, is_searched=bool(number > 1 or wishes.apart or wishes.places))
        before = [*_closed(state, number), _recorded(made, seating, played, seed)]
    if state.plan is not None or len(here) in STAGGERED:
        planned = plan_structure(state, rounds, seed=chosen)
        return [*before, *planned, *draft_round(state, to_come[0], seed=None if made else chosen)]
    return [*before, *draft_round(state, to_come[0], seed=None if made else chosen)]


def _closed(state: State, number: int) -> list[Fact]:
    """The list of who is here stands before it is drawn from."""
    return [CheckInClosed(round=number)] if state.open_check_in == number else []


def _recorded(made: DrawMade, seating: Seating, played: Sequence[Tables], draw_seed: DrawSeed) -> DrawMade:
    """The draw of a round, with what is needed to seat it again."""
    labels = {number: label for label, number in enumerate(made.order, start=1)}
    plan = (
        []
        if played
        else [[[labels[player] for player in _numbers(table)] for table in tables] for tables in seating.rounds]
    )
    return replace(made, chart=rounds_checksum(plan), history=rounds_checksum(played), program=draw_seed.version)


def _history(state: State, number: int) -> list[tuple[tuple[int, ...], ...]]:
    """The rounds before one, as the search takes them: proxy players are somebody who has left.

    It knows tables of four and five only: where three sat, nobody was the fourth.
    """
    return [
        tuple(
            players if len(players) >= SMALLEST else (*players, _NOBODY - entry.number * 1000 - table)
            for table, players in entry.numbered()
        )
        for entry in state.rounds[: number - 1]
        if not entry.is_cancelled
    ]


# Below the numbers of all proxy players.
_NOBODY = -1_000_000


def _check_better(state: State, number: int, history: Sequence[Tables], tables: Tables, wishes: Wishes) -> None:
    """Refuse a draft that is no better than the one there is, by the criteria of the rounds up to it."""
    if len(state.rounds) < number:
        return
    before = state.rounds[number - 1].tables
    if {player for table in before for player in table} != {player for table in tables for player in table}:
        return

    def worth(tables: Tables) -> tuple[int, Criteria]:
        seated = tuple(tuple(table) for table in tables)
        return len(unmet(wishes, [seated])), criteria([*history, tables])

    if worth(tables) >= worth(before):
        raise Refused(
            Message("The new draft is not better, so yours is kept."), code="no_better_draft", rule="VEKN 3.1.2"
        )


def _places(state: State, here: Sequence[Player]) -> dict[Hashable, WishedPlace]:
    # A table that this round does not have cannot be kept: the player sits anywhere rather than nobody does.
    tables = -(-len(here) // 5)
    places: dict[Hashable, WishedPlace] = {}
    seated: dict[int, list[Player]] = {}
    # Who is to sit at one table comes before those who may sit at several.
    for player in sorted(here, key=lambda player: player.is_near_door):
        table = player.fixed_table if player.fixed_table is not None and player.fixed_table <= tables else None
        if player.is_near_door:
            table = next((near for near in door_tables(state, tables) if _has_room(seated.get(near, []), player)), None)
        if table is not None:
            seated.setdefault(table, []).append(player)
        if table is not None or player.fixed_seat is not None:
            places[player.number] = WishedPlace(table=table, seat=player.fixed_seat)
    return places


def door_tables(state: State, tables: int) -> Sequence[int]:
    """Which of so many tables are near the door, the nearest first: as the settings say, else as they are numbered."""
    named = state.settings.door_tables
    return [table for table in named if table <= tables] if named else range(1, tables + 1)


def _asked_place(player: Player) -> WishedPlace | None:
    """The place that a player asks for, whether a round has it or not; a table near the door is no single one."""
    table = None if player.is_near_door else player.fixed_table
    return None if table is None and player.fixed_seat is None else WishedPlace(table=table, seat=player.fixed_seat)


def _has_room(seated: Sequence[Player], player: Player) -> bool:
    return (
        len(seated) < SMALLEST
        and player.fixed_seat not in {other.fixed_seat for other in seated if other.fixed_seat is not None}
        and not any(other.number in player.apart for other in seated)
    )


# So many sit at the smallest table.
SMALLEST = 4


def _kept_apart(here: Sequence[Player]) -> list[tuple[int, int]]:
    """The pairs that are to share no table, of those who are here."""
    present = {player.number for player in here}
    return [
        (player.number, other) for player in here for other in sorted(player.apart & present) if player.number < other
    ]


def cost_of_wishes(state: State, number: int) -> list[Message]:
    """The players' wishes in a drafted round: those that are not met, and their cost in the criteria.

    The criteria are held against the best seating that is found without them.
    """
    round_ = state.round(number)
    seated = [state.players[player] for player in sorted(round_.seats)]
    named = labels(state)
    wishes = Wishes(
        apart=tuple((named[player], named[other]) for player, other in _kept_apart(seated)),
        places={named[player.number]: place for player in seated if (place := _asked_place(player))},
    )
    if not wishes and not any(player.is_near_door for player in seated):
        return []
    sentences = list(unmet(wishes, [_named(round_, named)], first=number))
    near: set[int | None] = set(state.settings.door_tables)
    if not near:
        places = _places(state, seated)
        near = {place.table for player in seated if player.is_near_door and (place := places.get(player.number))}
    sentences += [
        Message(
            "%(name)s sits at table %(number)s in round %(other)s, which is not near the door.",
            name=named[player.number],
            number=table,
            other=number,
        )
        for player in seated
        if player.is_near_door and (table := round_.seats[player.number][0]) not in near
    ]
    history = _history(state, number)
    free = seat(
        sorted(round_.seats),
        max(len(history) + 1, state.settings.rounds - (number - 1 - len(history))),
        history=history,
        seconds=_GLANCE,
        seed=round_.seed or 0,
    )
    with_them = criteria([*history, round_.tables]).figures()
    without = criteria([*history, free.rounds[len(history)]]).figures()
    worse = [name for name, value in with_them.items() if value > without[name] + _ROUNDING]
    if worse and not sentences:
        sentences = [Message("All wishes are met.")]
    sentences += [
        Message(
            "%(code)s is %(one)s; without these wishes %(other)s.",
            code=name.split("_")[0].upper(),
            one=Decimal(f"{with_them[name]:g}"),
            other=Decimal(f"{without[name]:g}"),
        )
        for name in worse
    ]
    return sentences if sentences else [Message("All wishes are met, and cost nothing.")]


# A look at what could be, not a search for it.
_GLANCE = 0.2
_ROUNDING = 1e-9


def _numbers(table: Sequence[object]) -> list[int]:
    return [player for player in table if isinstance(player, int)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaSoFar:
    """The criteria of the rounds up to one, and the open points that later rounds settle.

    Attributes:
        criteria: the nine criteria.
        bounds: for each the least that is possible; nothing is known unless the same players play all these rounds.
        behind: for each criterion, who is behind its figure.
        still_open: the criteria that rounds to come settle.
    """

    criteria: Criteria
    bounds: Bounds
    behind: Mapping[str, Sequence[Violation]]
    still_open: frozenset[str]

    @property
    def remark(self) -> Message | None:
        """The remark on criteria that are still open; None where all are settled."""
        if not self.still_open:
            return None
        return Message("Existing repetitions remain. The later rounds settle R2, R3 and R8.")

    def is_at_best(self, name: str) -> bool:
        """Whether that criterion is settled, and nothing less was possible."""
        figure, least = getattr(self.criteria, name), getattr(self.bounds, name)
        return name not in self.still_open and (figure == 0 or (least is not None and figure <= least))


def criteria_so_far(state: State, number: int) -> CriteriaSoFar:
    """The criteria of the preliminary rounds up to `number`."""
    named_as = labels(state)
    counted = [round_ for round_ in state.rounds[:number] if not round_.is_cancelled]
    rounds = [_named(round_, named_as) for round_ in counted]
    people = {frozenset(round_.seats) for round_ in counted}
    # Of other tables than those of four and five nobody knows what can be reached.
    has_bounds = len(people) == 1 and all(len(table) >= SMALLEST for tables in rounds for table in tables)
    goes_on = number < total_rounds(state) and state.final is None and not state.is_finished
    return CriteriaSoFar(
        criteria=criteria(rounds),
        bounds=event_bounds(len(next(iter(people))), len(rounds)) if has_bounds else Bounds(),
        behind=violations(rounds),
        still_open=SETTLED_LAST if goes_on else frozenset(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPreview:
    """The effects of an edit of a round.

    Attributes:
        changes: all that gets worse or better in the nine criteria, one sentence each.
        warnings: problems that no round should have.
        reentered: tables with a result to enter again. Every score stays with its player.
    """

    changes: tuple[str, ...]
    warnings: tuple[str, ...]
    reentered: tuple[int, ...]


def preview_seats(state: State, number: int, tables: Tables) -> SeatsPreview:
    """Preview `change_seats` with these tables; none of the warnings forbids the edit.

    Raises:
        UnknownRound, UnknownPlayer, BadValue: as `change_seats`.
    """
    before = state.round(number)
    facts = change_seats(state, number, tables)
    if not facts:
        return SeatsPreview(changes=(), warnings=(), reentered=())
    after = _after(state, facts).round(number)
    named = labels(state)
    sitting = named | {proxy: player.name for proxy, player in state.proxies.items()}
    tables_after = tuple(tuple(sitting[player] for player in players) for players in after.tables)
    warnings = [*odd_tables(tables_after, number), *_people_warnings(state, before, after, named)]
    reentered = tuple(table for table in after.unsettled if table in after.results)
    warnings += [
        Message("The result of table %(number)s has to be entered again.", number=table) for table in reentered
    ]
    return SeatsPreview(
        changes=() if after.is_final else _criteria_changes(state, before, after, named),
        warnings=tuple(warnings),
        reentered=reentered,
    )


def _after(state: State, facts: Sequence[Fact]) -> State:
    for fact in facts:
        state = apply(state, LogEntry(0, datetime(1970, 1, 1, tzinfo=UTC), "", fact))
    return state


def labels(state: State) -> dict[int, str]:
    """Each player's distinct label: players of one name have their number behind it."""
    names = Counter(player.name for player in state.players.values())
    return {
        number: player.name if names[player.name] == 1 else f"{player.name} ({number})"
        for number, player in state.players.items()
    }


def _named(round_: Round, named: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(named[player] for player in players) for players in round_.player_tables)


def _criteria_changes(state: State, before: Round, after: Round, named: Mapping[int, str]) -> tuple[str, ...]:
    counted = [round_ for round_ in state.rounds if not round_.is_cancelled]
    rounds, place = [_named(round_, named) for round_ in counted], counted.index(before)
    return what_changes(rounds, [*rounds[:place], _named(after, named), *rounds[place + 1 :]])


def _people_warnings(state: State, before: Round, after: Round, named: Mapping[int, str]) -> list[str]:
    warnings: list[str] = []
    for player in sorted(before.seats.keys() - after.seats.keys()):
        if player in after.scores:
            warnings.append(
                Message("%(name)s no longer has a seat; the score stays with the player.", name=named[player])
            )
        else:
            warnings.append(Message("%(name)s no longer has a seat.", name=named[player]))
    seated = {player for players in after.tables for player in players}
    for proxy in sorted({player for players in before.tables for player in players if player < 0} - seated):
        warnings.append(Message("%(name)s no longer has a seat.", name=state.player(proxy).name))
    for player in sorted(after.seats.keys() - before.seats.keys()):
        if state.player(player).is_active:
            warnings.append(Message("%(name)s was not seated.", name=named[player]))
        else:
            warnings.append(Message("%(name)s was not seated and has left the event.", name=named[player]))
    return warnings


def unseat_player(state: State, number: int, player: int, *, reason: str = "") -> list[Fact]:
    """A player is missing while seats are being taken: a table of five plays on as four, one of four is shared out.

    The three of a broken table go where the nine criteria like it best; tables that have a result are not touched.

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        Refused: not seated there, the table has a result, or the others cannot be shared out.

    Rule: JG 5.1.
    """
    round_, name = state.round(number), state.player(player).name
    if player not in round_.seats:
        raise Refused(Message("%(name)s is not seated in %(round)s.", name=name, round=round_.title), code="not_seated")
    table, _ = round_.seats[player]
    if table in round_.results:
        raise Refused(
            Message("Table %(number)s has its result already.", number=table), code="has_result", rule="JG 5.1"
        )
    tables = [[seated for seated in players if seated != player] for players in round_.tables]
    if len(tables[table - 1]) < 4:
        tables = _shared_out(state, round_, tables)
    return change_seats(state, number, tables, reason=reason or f"{name} is missing")


def _shared_out(state: State, round_: Round, tables: list[list[int]]) -> list[list[int]]:
    done = [players for number, players in enumerate(tables, start=1) if number in round_.results]
    waiting = tuple(tuple(players) for number, players in enumerate(tables, start=1) if number not in round_.results)
    before = _history(state, round_.number)
    try:
        balanced = balance([*before, waiting], len(before) + 1).rounds[-1]
    except ImpossibleSeating as error:
        raise Refused(
            Message("The players of that table cannot be shared out: %(sentence)s", sentence=error.message),
            code="cannot_share_out",
            rule="JG 5.1",
        ) from error
    return [*done, *(_numbers(players) for players in balanced)]
