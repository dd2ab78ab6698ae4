"""A table in one click: from names and a few choices, or from a table of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from toolkit.errors import Conflict, NotFound
from toolkit.game import options_for
from toolkit.game.new import BadTable, DeckCounts, StartGame, draw_first, draw_seating, new_game
from toolkit.languages import Message
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import digest, id_for
from toolkit.services.tables.folding import EntryKind, EventTable, Setup, TableGame, games, render_order, render_setup
from toolkit.services.tables.playing import summary
from toolkit.storage import Draft, StreamExists
from toolkit.tournament import Tournament
from toolkit.tournament.configuration import EventRuleSet
from toolkit.tournament.errors import Refused
from toolkit.tournament.event import shown_text
from toolkit.tournament.facts import FINAL
from toolkit.tournament.handover import check_here
from toolkit.tournament.log import drift_to_dict, moment_of
from toolkit.tournament.published import public_round
from toolkit.tournament.state import Round

# No installation sees so many tables in a day: whoever makes more is no player.
MOST_A_DAY = 2000
LONGEST_NAME = 60
_PROFILES = {
    EventRuleSet.PHASED_MOTION_INTRODUCTORY: "pm_intro",
    EventRuleSet.PHASED_MOTION_ADVANCED: "pm_advanced",
}


class TooManyTables(Conflict):
    """More tables were made in a day than people play."""

    code = "too_many_tables"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWishes:
    """The choices for a new table.

    Attributes:
        names: in seating order, unless `is_drawn`.
        is_drawn: the seating is drawn at random.
        first: who goes first, as it fell at the table; else it is drawn, or seat one at an event.
        changes: options that differ from the profile's.
    """

    names: Sequence[str]
    profile: str = "current"
    changes: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    minutes: int = 0
    depth: str = "full"
    is_drawn: bool = False
    first: str = ""


def create_table(context: Context, wishes: TableWishes, *, by: str, key: str | None = None) -> str:
    """A new table, its first turn begun; returns its id. With the same key and wishes again, the one made before.

    Raises:
        BadTable: too few or too many players, a name twice or too long.
        UnknownProfile, BadOption: no such profile or option.
        IllegalOperation: no player of the name `first` sits there, or the rules let seat one go first.
        TooManyTables: more tables than people play.
    """
    random = Random(context.seed())
    names = [_one_line(name) for name in wishes.names]
    if any(len(name) > LONGEST_NAME for name in names):
        raise BadTable(Message("A name has at most %(number)s characters.", number=LONGEST_NAME))
    if wishes.is_drawn:
        names = draw_seating(names, random)
    options = options_for(wishes.profile, **wishes.changes)
    setup = Setup(
        title=_one_line(wishes.title)[:200],
        profile=wishes.profile,
        options=options,
        decks=_decks(names, wishes.depth),
        seconds=60 * wishes.minutes,
        depth=wishes.depth,
    )
    new_game(names, setup.options)
    _check_bound(context)
    id = context.new_id() if key is None else id_for(("table", key, wishes))
    first = _one_line(wishes.first) or draw_first(names, setup.options, random)
    return _found(context, id, setup, first=first, by=by)


def event_table_id(event: EventTable) -> str:
    """The id of the game of an event's table: the same players at the same table play one."""
    return "e" + digest((event.tournament, event.round, event.table, event.players))[:15]


def game_of(context: Context, event: EventTable) -> TableGame | None:
    """The game of an event's table, once it was made."""
    try:
        return games(context).look(event_table_id(event)).state
    except NotFound:
        return None


def can_follow(context: Context, tournament: Tournament, round_: Round, event: EventTable) -> bool:
    """Whether a table's game can be followed: a game that is over only if it was tracked."""
    is_over = tournament.is_finished or round_.is_settled(event.table)
    return not is_over or game_of(context, event) is not None


def event_title(tournament: Tournament, event: EventTable) -> str:
    """The event's name, and but for the final its round and table."""
    name = tournament.settings.name
    return name if event.round == FINAL else f"{name} {event.round}/{tournament.settings.table_name(event.table)}"


def create_for_event(
    context: Context, event: EventTable, tournament: Tournament, *, by: str, changes: Mapping[str, str], depth: str
) -> str:
    """The table of an event, followed: its seats and options are the event's; returns its id, also when it was made.

    Raises:
        BadTable: two players of the same name, or more than six.
        Refused: the event goes on on another laptop, or the game is over and was not tracked.
    """
    check_here(tournament)
    round_ = public_round(tournament, event.round)
    if round_ is not None and not can_follow(context, tournament, round_, event):
        raise Refused(Message("The game is over, and was not tracked."), code="not_tracked")
    names = _distinct([tournament.player(number).name for number in event.players])
    profile = _PROFILES.get(tournament.settings.rule_set, "vekn_event")
    options = options_for(profile, **{**_limited(tournament), **changes, "setup_first_player": "seat_one"})
    setup = Setup(
        title=event_title(tournament, event),
        profile=profile,
        options=options,
        decks=_decks(names, depth),
        depth=depth,
        event=event,
    )
    new_game(names, options)
    return _found(context, event_table_id(event), setup, first=names[0], by=by)


def _one_line(text: str) -> str:
    return " ".join(shown_text(text).split())


def _limited(tournament: Tournament) -> dict[str, str]:
    """The rules of a limited event's product for its tables: sizes of decks, and recursions."""
    settings = tournament.settings
    if settings.rule_set is not EventRuleSet.LIMITED:
        return {}
    return {
        "deck_profile": "limited",
        "deck_boosters": str(min(settings.boosters or 8, 12)),
        "deck_starters": "yes" if settings.has_starters else "no",
    }


def _decks(names: Sequence[str], depth: str) -> dict[str, DeckCounts]:
    # Whoever notes only what a table wants to track does not note every card, so that hands are not counted.
    is_full = depth == "full"
    return {name: DeckCounts(counted=is_full, tracked=is_full) for name in names}


def _distinct(names: Sequence[str]) -> list[str]:
    """Names of which none is another's: a record tells seats apart by them."""
    distinct: list[str] = []
    for name in names:
        short = " ".join(name.split())[:LONGEST_NAME]
        number, candidate = 2, short
        while candidate in distinct:
            candidate, number = f"{short} {number}", number + 1
        distinct.append(candidate)
    return distinct


def _found(context: Context, id: str, setup: Setup, *, first: str, by: str) -> str:
    at = context.now()
    drift = context.drift(at)
    begun = {**render_order(StartGame(first=first)), **drift_to_dict(drift)}
    facts = [
        Draft(at=at, by=by, kind=EntryKind.CREATED.value, payload=render_setup(setup)),
        Draft(at=at, by=by, kind=EntryKind.OPERATION.value, payload=begun),
    ]
    try:
        with games(context).creating(id, created=moment_of(at, drift)) as turn:
            turn.summarize(summary(turn.append(facts)))
    except StreamExists:
        # The same table asked for twice: whoever comes second finds it made.
        return id
    return id


def _check_bound(context: Context) -> None:
    day = context.steady() - timedelta(days=1)
    if sum(stream.created > day for stream in games(context).streams()) >= MOST_A_DAY:
        raise TooManyTables(Message("Too many tables were made here today: try again tomorrow."))
