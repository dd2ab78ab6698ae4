"""The seats of a round: a draft to look at and to publish, or those of a round that is played, to be corrected."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask import abort, redirect, request
from flask_babel import lazy_gettext as _l

from toolkit.errors import ToolkitError
from toolkit.services.events import seatings
from toolkit.services.kernel.links import positive
from toolkit.tournament import seats
from toolkit.tournament.facts import FINAL
from toolkit.tournament.games import does_count
from toolkit.tournament.rounds import can_be_cancelled, vacant_seats
from toolkit.tournament.seats import CriteriaSoFar, SeatsPreview
from toolkit.tournament.staggered import would_seat_more
from toolkit.tournament.state import Player, Round, State
from toolkit.tournament.steps import LIST_FAULTS, Blocker, blockers, by_kind
from toolkit.web.base.i18n import translated
from toolkit.web.base.rules import refusal_words
from toolkit.web.events.console import Console, page
from toolkit.web.events.listing import Listing, Sorting, listed, table_words, ten
from toolkit.web.events.words import plan_words, round_words
from toolkit.web.seating.view import CriterionFigure, criterion_figure

# Of the judges' guide: a list that is not legal, or is missing.
_ILLEGAL_LIST = "3.1.1"


def criteria_view(so_far: CriteriaSoFar) -> tuple[CriterionFigure, ...]:
    """The criteria, each with the least possible or that it is still open."""
    least = so_far.bounds.figures()
    return tuple(
        criterion_figure(
            name,
            value,
            least[name],
            so_far.behind[name],
            at_best=so_far.is_at_best(name),
            is_open=name in so_far.still_open,
        )
        for name, value in so_far.criteria.figures().items()
    )


def _so_far(state: State, number: int) -> CriteriaSoFar:
    return state.memo.once(f"criteria {number}", lambda: seats.criteria_so_far(state, number))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEdit:
    """An edit of seats as it is asked for: a player, and whom they swap with, the table they go to, or out (1)."""

    player: int
    other: int | None
    table: int | None
    out: int | None


@dataclass(frozen=True, kw_only=True)
class RoundSeating:
    """A round's seats, with a player picked where else they could sit, and what an edit would change."""

    console: Console
    number: int

    @property
    def state(self) -> State:
        """The event."""
        return self.console.tournament

    @property
    def round(self) -> Round:
        """The round."""
        return self.state.round(self.number)

    @property
    def url(self) -> str:
        """The address of the page: that of the round as long as it is a draft."""
        return self.console.url("seats" if self.round.is_published else "round", number=self.number)

    def go(self, player: int | None = None, **edit: int | None) -> str:
        """The page with that player picked, and with that edit looked at."""
        if player and not edit:
            before, after = self._picks
            return f"{before}{player}{after}"
        return self._edit(pick=player, **edit)

    @cached_property
    def _picks(self) -> tuple[str, str]:
        """The parts of a pick's address before and behind the player: built once, as every seat has one."""
        before, sign, after = self._edit(pick=0).partition("pick=")
        return before + sign, after.removeprefix("0")

    def _edit(self, **edit: int | None) -> str:
        name = "seats" if self.round.is_published else "round"
        return self.console.url(name, number=self.number, **edit, _anchor="edit")

    @cached_property
    def tables(self) -> Listing[tuple[int, tuple[int, ...], str]]:
        """Each table that is looked for: its number, its players in turn order, the words that find it."""
        return _listed(self.state, self.round)

    @property
    def benched(self) -> list[Player]:
        """Those who could be seated and are not."""
        if self.round.is_final:
            return []
        return [player for player in self.state.active if player.number not in self.round.seats]

    # An edit

    @cached_property
    def asked(self) -> SeatEdit | None:
        """The edit that the address, or a refused form, names."""
        return _asked()

    @property
    def pick(self) -> int | None:
        """The player whose seat is to be changed."""
        return self.asked.player if self.asked else None

    @cached_property
    def _looked_at(self) -> tuple[SeatsPreview | None, str]:
        return _preview(self.state, self.number, self.asked)

    @property
    def preview(self) -> SeatsPreview | None:
        """The changes of the edit."""
        return self._looked_at[0]

    @property
    def refusal(self) -> str:
        """Why the edit cannot be made; "" where it can."""
        return self._looked_at[1]

    @property
    def new_seats(self) -> list[tuple[int, tuple[str, ...]]]:
        """The tables as they would be, by number."""
        return _new_seats(self.state, self.round, self.asked) if self.preview and self.asked else []

    # Before a draft is published

    @cached_property
    def _ahead(self) -> list[Blocker]:
        return blockers(self.state) if not self.round.is_published else []

    @property
    def blockers(self) -> list[Blocker]:
        """The blockers before it is published, by kind."""
        return by_kind(self._ahead)

    @property
    def lists(self) -> list[Blocker]:
        """Those of the blockers that a reason is enough for."""
        return [blocker for blocker in self.blockers if blocker.code in LIST_FAULTS and not blocker.is_warning]

    @property
    def penalty_url(self) -> str:
        """The form of the penalty for a list; its player is chosen already where only one list is at fault."""
        players = [b.player for b in self._ahead if b.code in LIST_FAULTS and not b.is_warning]
        return self.console.url("sanctions", infraction=_ILLEGAL_LIST, player=players[0] if len(players) == 1 else None)

    @property
    def wishes(self) -> list[str]:
        """The effect of fixed seats and of players kept apart."""
        return _wishes(self.state, self.round)

    @property
    def plan(self) -> list[str]:
        """The plan of a staggered event, in sentences."""
        return plan_words(self.state) if self.number != FINAL else []

    @property
    def would_seat_more(self) -> bool:
        """Whether everyone would sit if the draft were seated again."""
        return self.number == len(self.state.rounds) and would_seat_more(self.state)

    # The criteria

    @cached_property
    def _so_far(self) -> CriteriaSoFar | None:
        return _so_far(self.state, self.number) if self.number != FINAL else None

    @property
    def criteria(self) -> tuple[CriterionFigure, ...] | None:
        """The nine criteria of the rounds up to this one."""
        return criteria_view(self._so_far) if self._so_far else None

    @property
    def remark(self) -> str:
        """The points that the rounds to come will still settle."""
        return translated(self._so_far.remark) if self._so_far and self._so_far.remark else ""

    # A published round

    @property
    def vacant(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """The seats that a proxy player could take, by table, as options of a field."""
        return _vacant(self.state, self.round)


@dataclass(frozen=True, kw_only=True)
class SeatsPage:
    """The seats of a published round, to be corrected."""

    console: Console
    number: int

    @cached_property
    def seating(self) -> RoundSeating:
        """The seats."""
        return RoundSeating(console=self.console, number=self.number)

    @property
    def title(self) -> str:
        """The round's."""
        return round_words(self.number)

    @property
    def counts(self) -> bool:
        """Whether the round counts."""
        return does_count(self.console.tournament, self.seating.round)

    @property
    def can_be_cancelled(self) -> bool:
        """Whether nothing depends on the round."""
        return can_be_cancelled(self.console.tournament, self.number)


@page("seats", "/rounds/<int:number>/seats", "events/seats.html")
def seats_page(console: Console, number: int) -> SeatsPage:
    """A published round's seats; those of a draft are on the page of the round."""
    if request.method == "GET" and not console.tournament.round(number).is_published:
        abort(redirect(console.url("round", number=number, **request.args.to_dict()), 303))
    return SeatsPage(console=console, number=number)


def _listed(state: State, round_: Round) -> Listing[tuple[int, tuple[int, ...], str]]:
    """Tables as they are looked for, each line `table-7`."""
    every = [
        (
            number,
            players,
            table_words(number, state.settings.table_name(number), (state.player(p).name for p in players)),
        )
        for number, players in round_.numbered()
    ]
    by_number: Sorting[tuple[int, tuple[int, ...], str]] = Sorting(
        word=_l("Table"), key=lambda line: line[0], place=lambda line: ten(line[0])
    )
    return listed(
        every, words=lambda line: line[2], anchor=lambda line: f"table-{line[0]}", sorts={"number": by_number}
    )


def _vacant(state: State, round_: Round) -> list[tuple[int, list[tuple[int, int]]]]:
    if round_.is_final or not round_.is_published or state.is_finished:
        return []
    found = [(table, vacant_seats(state, round_, table)) for table in round_.unsettled if table not in round_.results]
    return [(table, [(seat, seat) for seat in seats]) for table, seats in found if seats]


def _wishes(state: State, round_: Round) -> list[str]:
    """The effect of the players' settings in a draft; kept with the state, for it takes a search."""
    if round_.is_published:
        return []
    kept = state.memo.once("wishes", lambda: seats.cost_of_wishes(state, round_.number))
    return [translated(sentence) for sentence in kept]


def _asked() -> SeatEdit | None:
    """The edit that the address, or a refused form, names."""
    source = request.form if "pick" in request.form else request.args

    def number(name: str) -> int | None:
        return positive(source.get(name, "")) or None

    player = number("pick")
    if player is None:
        return None
    return SeatEdit(player=player, other=number("other"), table=number("table"), out=number("out"))


def _preview(state: State, number: int, asked: SeatEdit | None) -> tuple[SeatsPreview | None, str]:
    if asked is None:
        return None, ""
    state.player(asked.player)
    if asked.other is None and asked.table is None and not asked.out:
        return None, ""
    try:
        return seatings.preview_edit(state, number, asked.player, other=asked.other, table=asked.table), ""
    except ToolkitError as error:
        return None, refusal_words(error)


def _new_seats(state: State, round_: Round, asked: SeatEdit) -> list[tuple[int, tuple[str, ...]]]:
    """The tables that the edit changes, as they would be."""
    after = seatings.edited_tables(state, round_.number, asked.player, other=asked.other, table=asked.table)
    before = dict(round_.numbered())
    return [
        (number, tuple(state.player(seated).name for seated in players))
        for number, players in enumerate(after, start=1)
        if tuple(players) != before.get(number)
    ]
