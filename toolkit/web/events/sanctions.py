"""Penalties: proposed for an infraction, issued and revoked; the pages that list them; and deck checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask import Response, request
from flask_babel import gettext

from toolkit.exchange.penalty_report import counts_told, details, render_penalties, show_penalties
from toolkit.languages import Message, natural_key, sort_key
from toolkit.schemas import event_forms as forms
from toolkit.services.events.warnings_elsewhere import elsewhere_told, warnings_elsewhere
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.unit_of_work import Change
from toolkit.tournament import Tournament, clock, deck_checks, games, sanctions
from toolkit.tournament.decks import deck_for
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import PenaltyGiven, SanctionKind
from toolkit.tournament.infractions import (
    GROUPS,
    Climbs,
    Ethics,
    Infraction,
    find_infractions,
    infraction_named,
    infractions,
    search_words,
)
from toolkit.tournament.sanctions import LADDER, OF_HEAD_JUDGE, Proposal
from toolkit.tournament.state import DeckChecks, Player, Round, State
from toolkit.web.base.access import sees_penalties
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import LOTS, Console, blueprint, open_console, page
from toolkit.web.events.words import SANCTIONS, round_words

FIELDS = {
    "rule_needed": "infraction",
    "unknown_infraction": "infraction",
    "unknown_player": "player",
    "kind_needed": "grade",
    "bad_grade": "grade",
    "reason_needed": "note",
    "not_their_game": "applies_to",
    "much_time": "minutes",
    "no_table": "minutes",
    "bad_penalty": "kind",
    "bad_name": "name",
}
LIFT_FIELDS = {"reason_needed": "reason"}
# An infraction that no row of the guide covers is given in words.
OTHER = "other"


def sanctions_of(state: State, player: int | None = None) -> list[SanctionLine]:
    """The sanctions in force, of one player or of all."""
    penalties = (given for _, given in sorted(state.sanctions.items()) if player in (None, given.player))
    return [_shown(state, given) for given in penalties]


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionLine:
    """A sanction in force, in the reader's language.

    Attributes:
        player: None for a person who does not play.
        proposed: the ladder's penalty, where the judge or an older program chose another.
        applies_to: the game that it costs a victory point.
    """

    number: int
    player: Player | None
    name: str
    kind: str
    proposed: str
    rule: str
    round: str
    applies_to: str
    judge: str
    note: str


def _shown(state: State, given: PenaltyGiven) -> SanctionLine:
    game = games.game_of(state, given)
    return SanctionLine(
        number=given.sanction,
        player=None if given.player is None else state.player(given.player),
        name=sanctions.name_of(state, given),
        kind=SANCTIONS[given.kind],
        proposed=SANCTIONS[given.proposed] if sanctions.is_deviation(given) else "",
        rule=translated(sanctions.reason_of(given)),
        round="" if given.round is None else round_words(given.round),
        applies_to="" if game is None else round_words(game),
        judge=given.judge,
        note=given.note,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class InfractionLine:
    """A row of the guide in a list: its penalties, the words that find it, and how often this player had it."""

    number: str
    name: str
    group: str
    grades: list[str]
    words: str
    had: int


def infraction_lines(state: State, player: int | None = None) -> list[InfractionLine]:
    """Every row of the guide, in its order."""
    mine = [given for given in state.sanctions.values() if player is not None and given.player == player]
    had = [row.key for given in mine if (row := sanctions.row_of(given))]
    return [
        InfractionLine(
            number=row.number,
            name=translated(Message(row.name)),
            group=translated(Message(GROUPS[row.group])),
            grades=[SANCTIONS[grade] for grade in row.grades],
            words=search_words(row),
            had=had.count(row.key),
        )
        for row in infractions().values()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeLine:
    """One of the penalties that an infraction may call for, and the penalty of the ladder for this player.

    Attributes:
        case: the difference from the others, where there are several.
        game: the one that it costs a victory point; "" where none was played yet.
    """

    grade: str
    calls_for: str
    case: str
    kind: str
    offence: str
    is_again: bool
    is_adjustment: bool
    game: str
    is_out: bool
    is_accumulated: bool
    is_of_head_judge: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyOffer:
    """An infraction before a judge, for one player.

    Attributes:
        infraction: its number, or `other` for one in words.
        had: the player's penalties for it before; `elsewhere` that it was a warning in other events.
        kinds, games: the choices of a judge who leaves the ladder.
        minutes: the extension that the guide proposes for the table; None before its clock has started.
        asks_earlier: whether it may have happened before the final that is being played.
        head_judge: the person to inform about penalties of the head judge; "" for the head judge.
    """

    player: Player
    infraction: str
    title: str
    remedy: str
    is_in_words: bool
    grades: list[GradeLine]
    had: list[SanctionLine]
    elsewhere: str
    kinds: list[tuple[str, str]]
    games: list[tuple[int | str, str]]
    minutes: int | None
    may_weigh: bool
    is_weighed: bool
    asks_earlier: bool
    ethics: str
    head_judge: str
    judge: str


def offer(console: Console, player: int, named: str, *, form: str) -> PenaltyOffer:
    """The penalty for an infraction of a player.

    Raises:
        UnknownPlayer, BadValue: no such player or infraction.
    """
    state = console.tournament
    row = None if named == OTHER else infraction_named(named)
    typed = console.form(form)
    is_weighed = bool(typed.value("weighed")) if typed.form else request.args.get("weighed") == "1"
    grades = row.grades if row else tuple(dict.fromkeys(LADDER))
    proposals = [sanctions.propose(state, player, row, grade, has_weighed=is_weighed) for grade in grades]
    earlier = proposals[0].earlier if row else ()
    return PenaltyOffer(
        player=state.player(player),
        infraction=row.number if row else OTHER,
        title=translated(row.title) if row else gettext("Another infraction"),
        remedy=translated(Message(row.remedy)) if row else "",
        is_in_words=row is None,
        grades=[_grade(state, row, proposal, place) for place, proposal in enumerate(proposals)],
        had=[_shown(state, given) for given in earlier],
        elsewhere=_elsewhere(console, player, row),
        kinds=[("", gettext("The penalty of the guide")), *((kind.value, str(SANCTIONS[kind])) for kind in SANCTIONS)],
        games=[
            ("", gettext("The default game")),
            *((number, round_words(number)) for number in games.games_of(state, player)),
        ],
        minutes=_minutes(console, player),
        may_weigh=row is not None and row.climbs is Climbs.IF_IT_WEIGHED,
        is_weighed=is_weighed,
        asks_earlier=state.final_round is not None and player in state.final_round.seats,
        ethics=_ethics(row),
        head_judge=_head_judge(console),
        judge=console.judge,
    )


def _elsewhere(console: Console, player: int, row: Infraction | None) -> str:
    vekn = console.tournament.player(player).vekn
    sentence = elsewhere_told(warnings_elsewhere(current_context(), console.id, vekn, row, may_judge=sees_penalties))
    return translated(sentence) if sentence else ""


def _grade(state: State, row: Infraction | None, proposal: Proposal, place: int) -> GradeLine:
    return GradeLine(
        grade=proposal.given.value,
        calls_for=SANCTIONS[proposal.given],
        case=translated(Message(row.cases[place])) if row and row.cases else "",
        kind=SANCTIONS[proposal.kind],
        offence=translated(proposal.ordinal),
        is_again=proposal.offence > 1,
        is_adjustment=proposal.kind is SanctionKind.ADJUSTMENT,
        game="" if proposal.game is None else round_words(proposal.game),
        is_out=proposal.kind is SanctionKind.DISQUALIFICATION,
        is_accumulated=proposal.is_accumulated,
        is_of_head_judge=proposal.kind in OF_HEAD_JUDGE,
    )


def _minutes(console: Console, player: int) -> int | None:
    """The minutes that a judge who has come to the player's table has been there."""
    state = console.tournament
    current = state.current_round
    if current is None or player not in current.seats or current.clock.started_at is None:
        return None
    table = current.seats[player][0]
    here = (current.number, table)
    call = next((call for call in state.calls.values() if (call.round, call.table) == here), None)
    if call is None or call.taken_at is None:
        return 0
    return clock.minutes_for((current_context().steady() - call.taken_at).total_seconds())


def _ethics(row: Infraction | None) -> str:
    words = {
        Ethics.OWED: gettext("The VEKN Ethics Committee gets a written report."),
        Ethics.MAY: gettext("If it is grave, the VEKN Ethics Committee gets a report."),
    }
    return words.get(row.ethics, "") if row else ""


def _head_judge(console: Console) -> str:
    name = console.tournament.settings.head_judge
    return "" if name and sort_key(name) == sort_key(console.judge) else name or gettext("the head judge")


def give(
    console: Console,
    player: int,
    *,
    infraction: str,
    grade: str,
    kind: str,
    rule: str,
    judge: str,
    note: str,
    exactly: bool,
    weighed: bool,
    earlier: bool,
    applies_to: int | None,
    minutes: int | None,
    allowed: bool,
) -> None:
    """Issue the penalty of a form; its judge is the reader, unless another one is named."""
    named = infraction.strip()
    console.work.change(
        sanctions.sanction_player,
        player,
        kind=SanctionKind(kind) if kind else None,
        grade=SanctionKind(grade) if grade else None,
        infraction="" if named == OTHER else named,
        rule=rule,
        judge=judge.strip() or console.judge,
        note=note,
        escalates=not exactly,
        has_weighed=weighed,
        applies_to=applies_to,
        is_earlier=earlier,
        minutes=minutes,
        is_allowed=allowed,
    )


@dataclass(frozen=True)
class SanctionsPage:
    """The sanctions that are in force, and the form for another: first player and infraction, then the penalty."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def sanctions(self) -> list[SanctionLine]:
        """The sanctions that are in force."""
        return sanctions_of(self._state)

    @property
    def people(self) -> list[tuple[int | str, str]]:
        """The players to choose from, by name; the first is none."""
        players = sorted(self._state.players.values(), key=lambda player: natural_key(player.name))
        return [("", "—"), *((player.number, player.name) for player in players)]

    @property
    def infractions(self) -> list[tuple[str, str]]:
        """The infractions to choose from; the first is none."""
        rows = ((row.number, translated(row.title)) for row in infractions().values())
        return [("", "—"), *rows, (OTHER, gettext("Another infraction"))]

    @property
    def chosen(self) -> str:
        """The number of the chosen player, as it was sent."""
        return self._asked("player")

    @cached_property
    def _player(self) -> int | None:
        return _chosen(self._state, self.chosen)

    @cached_property
    def _typed(self) -> str:
        return self._asked("infraction")

    @cached_property
    def _meant(self) -> str:
        return _meant(self._typed)

    @cached_property
    def offer(self) -> PenaltyOffer | None:
        """The penalty for that player and infraction, once both are known."""
        if self._player is None or not self._meant:
            return None
        return offer(self.at, self._player, self._meant, form="give")

    @property
    def infraction(self) -> str:
        """The infraction in the field: its title once it is known, else the typed number or words."""
        return self.offer.title if self.offer and self._meant != OTHER else self._typed

    @property
    def found(self) -> list[InfractionLine] | None:
        """The infractions with the typed words, while several may be meant for a known player."""
        if self._player is None or self.offer:
            return None
        return _matching_lines(self._state, self._player, self._typed)

    @property
    def heavy(self) -> list[tuple[str, str]]:
        """The penalties of the head judge."""
        return [(kind.value, str(SANCTIONS[kind])) for kind in SANCTIONS if kind in OF_HEAD_JUDGE]

    def _asked(self, field: str) -> str:
        return str(self.at.form("give").value(field, request.args.get(field, "")))


sanctions_page = page("sanctions", "/sanctions", "events/sanctions.html")(SanctionsPage)


def _chosen(state: State, player: str) -> int | None:
    number = positive(player)
    return number if number in state.players else None


def _meant(typed: str) -> str:
    """The number of the typed infraction: by number or name, or the only one with such words; else nothing."""
    if typed == OTHER or not typed.strip():
        return typed.strip()
    try:
        return infraction_named(typed).number
    except BadValue:
        matching = find_infractions(typed)
        return matching[0].number if len(matching) == 1 else ""


def _matching_lines(state: State, player: int, typed: str) -> list[InfractionLine]:
    matching = {row.number for row in find_infractions(typed)}
    return [line for line in infraction_lines(state, player) if line.number in matching]


sanctions_page.action("/sanctions", "give", forms.SanctionForm, FIELDS)(give)


sanctions_page.offer("lift_sanction", "/sanctions/<int:number>/lift", "lift", LIFT_FIELDS)


@sanctions_page.action("/sanctions/people", "person", forms.PersonSanctionForm, FIELDS)
def give_to_person(console: Console, name: str, kind: str, infraction: str, rule: str, note: str) -> None:
    """Issue a penalty to a person who does not play."""
    named = "" if infraction == OTHER else infraction
    console.work.change(
        sanctions.sanction_person,
        name,
        SanctionKind(kind),
        infraction=named,
        rule=rule,
        judge=console.judge,
        note=note,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLine:
    """A penalty of the report: its player, kind and infraction, then the details."""

    title: str
    detail: str
    is_lifted: bool
    goes_to_vekn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltiesPage:
    """The report of all penalties, and how many of each kind are in force."""

    penalties: list[PenaltyLine]
    counts: str


@page("penalties", "/sanctions/report", "events/penalties.html")
def penalties_page(console: Console) -> PenaltiesPage:
    """Every penalty in order of time, the revoked too."""
    report = show_penalties(console.tournament)
    return PenaltiesPage(
        penalties=[
            PenaltyLine(
                title=f"{translated(row.penalty)} · {translated(row.player)}"
                f"{f' ({row.vekn})' if row.vekn else ''} · {translated(row.infraction)}",
                detail=" · ".join(translated(detail) for detail in details(row)),
                is_lifted=bool(row.lifted),
                goes_to_vekn=row.goes_to_vekn,
            )
            for row in report.penalties
        ],
        counts=translated(counts_told(report)),
    )


@blueprint.get("/<id>/console/sanctions/report.csv")
def penalties_table(id: str) -> Response:
    """The report for a spreadsheet."""
    answer = Response(render_penalties(open_console(id).tournament), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}-penalties.csv"
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedDeck:
    """A deck that was drawn: its player, the seat, and the outcome of the check; None before there is one."""

    player: Player
    table: str
    seat: int
    found: str | None
    note: str
    is_on_paper: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnChecks:
    """A draw of deck checks, in its order."""

    round: int
    title: str
    seed: int | None
    decks: list[CheckedDeck]


@dataclass(frozen=True)
class DeckChecksPage:
    """The draws of deck checks, and the form for another."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def _round(self) -> Round | None:
        return games.last_round_seen(self._state)

    @property
    def number(self) -> int | None:
        """The round in which decks can be drawn now; None before the first, and after the event."""
        return None if self._round is None or self._state.is_finished else self._round.number

    @property
    def title(self) -> str:
        """The name of the newest round."""
        return round_words(self._round.number) if self._round else ""

    @property
    def usual(self) -> int:
        """The number of decks that are drawn by default."""
        return deck_checks.usual_count(self._round) if self._round else 0

    @property
    def draws(self) -> list[DrawnChecks]:
        """The draws, the newest first."""
        return [_drawn(self._state, checks) for checks in reversed(self._state.deck_checks)]

    @property
    def findings(self) -> list[tuple[str, str]]:
        """The possible outcomes of a check."""
        rows = ((row.number, translated(row.title)) for row in deck_checks.deck_infractions())
        return [("", gettext("In order")), *rows]


checks_page = page("checks", "/deck-checks", "events/checks.html")(DeckChecksPage)


def _drawn(state: State, drawn: DeckChecks) -> DrawnChecks:
    seats = state.round(drawn.round).seats if drawn.round <= len(state.rounds) else {}
    return DrawnChecks(
        round=drawn.round,
        title=round_words(drawn.round),
        seed=drawn.seed,
        decks=[
            CheckedDeck(
                player=state.player(number),
                table=state.settings.table_name(seats[number][0]) if number in seats else "",
                seat=seats[number][1] if number in seats else 0,
                found=_found(drawn.found[number][0]) if number in drawn.found else None,
                note=drawn.found[number][1] if number in drawn.found else "",
                is_on_paper=deck_for(state, state.player(number), drawn.round) is None,
            )
            for number in drawn.players
            if number in state.players
        ],
    )


def _found(key: str) -> str:
    return translated(infractions()[key].title) if key else gettext("In order")


checks_page.offer(
    "draw_deck_checks",
    "/rounds/<int:number>/deck-checks",
    "draw",
    {"nobody_to_check": "count", "bad_count": "count", **LOTS},
)


def _on_to_penalty(console: Console, _: Change) -> str | None:
    infraction = console.typed.value("infraction")
    player = console.typed.path["player"]
    return console.url("sanctions", player=player, infraction=infraction) if infraction else None


checks_page.offer(
    "note_deck_check",
    "/rounds/<int:number>/deck-checks/<int:player>",
    "note",
    {"unknown_infraction": "infraction"},
    then=_on_to_penalty,
)
