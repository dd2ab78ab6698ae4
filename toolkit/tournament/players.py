"""Players: registered, corrected, leaving, coming back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from toolkit.languages import N_, Count, Listed, Message, Sayable, sort_key, tidy_line
from toolkit.languages.countries import country_of
from toolkit.tournament.configuration import MOST_TABLES, changed_words, check_shown, clean_vekn, country_or_text
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import (
    Fact,
    PlayerAdded,
    PlayerChanged,
    PlayerDisqualified,
    PlayerDropped,
    PlayerForgotten,
    PlayerRemoved,
    PlayerReturned,
    PlayersKeptApart,
    ReportedIdentity,
    RoundCancelled,
    SeatFixed,
)
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import Player, PlayerStatus, Raffle, Round, State, evolve, round_title

LONGEST_NAME = 100
# Digits of a number that the VEKN gives; others are kept as they are typed, so that they can be mended.
VEKN_DIGITS = 7
# An event without a final stays below this many players (VEKN 3.1.6).
FINAL_NEEDED_FROM = 8


def add_player(
    state: State,
    name: str = "",
    *,
    first: str = "",
    last: str = "",
    vekn: str = "",
    city: str = "",
    country: str = "",
    agrees_to_archive: bool | None = None,
    is_namesake: bool = False,
) -> list[Fact]:
    """Register a player, before the first round or late.

    `name` is the one that is shown, made of `first` and `last` where it is left out; `agrees_to_archive`: whether the
    list may go into the archive of all decks, None for who was not asked. `is_namesake` says that another player of the
    same name is somebody else.

    Raises:
        BadValue: a name or VEKN number that cannot be.
        Refused: `duplicate_vekn`, `duplicate_name`, or one player too many for an event without a final.

    Rule: VEKN 3.1.6, 3.3.1.
    """
    check_running(state)
    name, vekn = clean_name(name if name.strip() else f"{first} {last}"), clean_vekn(vekn)
    check_duplicates(state.players.values(), name, vekn, is_namesake=is_namesake)
    check_room(state, 1)
    return [
        PlayerAdded(
            player=state.players_ever + 1,
            name=name,
            vekn=vekn,
            city=clean_place(city),
            country=clean_country(country),
            first=clean_place(first),
            last=clean_place(last),
            agrees_to_archive=agrees_to_archive,
        )
    ]


def check_room(state: State, more: int) -> None:
    """Refuse players who would lift a round of an event without a final to eight.

    Raises:
        Refused: `no_room`.

    Rule: VEKN 3.1.6.
    """
    if not state.settings.has_final and state.published and len(state.active) + more >= FINAL_NEEDED_FROM:
        raise Refused(
            Message("An event without a final may not admit players who would lift a round to eight."),
            code="no_room",
            rule="VEKN 3.1.6",
        )


def change_player(
    state: State,
    number: int,
    *,
    name: str | None = None,
    first: str | None = None,
    last: str | None = None,
    vekn: str | None = None,
    city: str | None = None,
    country: str | None = None,
    agrees_to_archive: bool | None = None,
    is_namesake: bool = False,
) -> list[Fact]:
    """Correct what is known of a player; what is None stays, but for `first` and `last` where the name is another.

    Raises:
        UnknownPlayer, BadValue: no such player, or no such name or VEKN number.
        Refused: somebody else has that VEKN number or name.
    """
    player = state.player(number)
    new_name = player.name if name is None else clean_name(name)
    keeps_parts = new_name == player.name
    fact = PlayerChanged(
        player=number,
        name=new_name,
        vekn=player.vekn if vekn is None else clean_vekn(vekn),
        city=player.city if city is None else clean_place(city),
        country=player.country if country is None else clean_country(country),
        first=clean_place(first) if first is not None else player.first if keeps_parts else "",
        last=clean_place(last) if last is not None else player.last if keeps_parts else "",
        agrees_to_archive=player.agrees_to_archive if agrees_to_archive is None else agrees_to_archive,
    )
    others = [other for other in state.players.values() if other.number != number]
    is_same_name = name_key(fact.name) == name_key(player.name)
    check_duplicates(others, fact.name, fact.vekn, is_namesake=is_namesake or is_same_name)
    return [] if all(getattr(fact, field) == getattr(player, field) for field in KNOWN) else [fact]


# What is known of a player, by the names that the player and both facts have for it.
KNOWN = ("name", "first", "last", "vekn", "city", "country", "agrees_to_archive")


def drop_player(state: State, number: int, *, reason: str = "") -> list[Fact]:
    """A player leaves: at once between rounds, after the game where they are seated for one.

    Seated, they score a loss without being ousted unless a result says otherwise.

    Raises:
        UnknownPlayer: no such player.
        Refused: the player has left already, or the event is finished.

    Rule: VEKN 3.1.4.
    """
    check_running(state)
    _check_active(state, number)
    return [PlayerDropped(player=number, during=round_being_played(state, number), reason=check_text(reason))]


def round_being_played(state: State, number: int) -> int | None:
    """The published round or final at whose table the player sits without a result yet."""
    current = state.current_round
    if current is None or number not in current.seats:
        return None
    table, _ = current.seats[number]
    return None if current.is_settled(table) else current.number


def return_player(state: State, number: int, *, reason: str = "") -> list[Fact]:
    """A player who left is back; one who was disqualified, when the judge lifts it.

    Raises:
        UnknownPlayer: no such player.
        Refused: the player has not left, the event is finished, or the round is full for one without a final.
    """
    check_running(state)
    player = state.player(number)
    if player.is_active:
        raise Refused(Message("%(name)s has not left.", name=player.name), code="not_left")
    if player.status is PlayerStatus.DISQUALIFIED:
        check_text(reason, is_required=True)
    check_room(state, 1)
    return [PlayerReturned(player=number, reason=check_text(reason))]


def remove_player(state: State, number: int) -> list[Fact]:
    """Take back a registration that was a mistake; a draft that seats the player goes with it.

    Raises:
        UnknownPlayer: no such player.
        Refused: `is_recorded`, something names the player: they can drop, but not vanish.
    """
    recorded = _record_of(state, number)
    if recorded is not None:
        raise Refused(recorded, code="is_recorded", rule="VEKN 3.1.4")
    draft = next((entry.number for entry in state.rounds[state.published :] if number in entry.seats), None)
    cancelled: list[Fact] = [] if draft is None else [RoundCancelled(round=draft, reason="")]
    return [*cancelled, PlayerRemoved(player=number)]


def _record_of(state: State, number: int) -> Message | None:
    """The reason why a player's record stays, with the way out; None where there is no record."""
    name = state.player(number).name
    rounds = [*state.rounds[: state.published], *([state.final_round] if state.final_round else [])]
    for round_ in rounds:
        if number in round_.seats or _has_result(round_, number):
            return Message(
                "%(name)s has been seated in %(round)s: drop them, the record keeps the name.",
                name=name,
                round=round_.title,
            )
        if state.plan is not None and number in round_.sitting_out:
            return Message(
                "%(name)s sits out %(round)s: drop them, the record keeps the name.", name=name, round=round_.title
            )
    if any(sanction.player == number for sanction in state.sanctions.values()):
        return Message("%(name)s has a sanction: drop them, the record keeps the name, or lift it first.", name=name)
    if number in state.unavailable:
        return Message("%(name)s is marked as unavailable for the final: take that back first.", name=name)
    if state.final is not None and number in state.final.finalists:
        return Message("%(name)s is in the final: drop them, the record keeps the name.", name=name)
    if any(number in raffle.order for raffle in state.raffles):
        return Message("%(name)s was in a raffle: drop them, the record keeps the name.", name=name)
    if state.limited.has(number):
        return Message(
            "%(name)s has product, a pool or a seat in a pod: drop them, the record keeps the name.", name=name
        )
    if number in state.fees and state.fees[number].is_payment:
        return Message("%(name)s has paid: drop them, the record keeps the payment.", name=name)
    if any(call.player == number for call in state.calls.values()):
        return Message("%(name)s has called a judge: close the call first.", name=name)
    return None


def _has_result(round_: Round, number: int) -> bool:
    # A player whose seat was edited away may still have a score: it would lose its player.
    return number in round_.scores or any(number in result.players for result in round_.results.values())


def fix_seat(
    state: State, number: int, table: int | None, *, seat: int | None = None, near_door: bool = False
) -> list[Fact]:
    """Seat a player at the same table, in the same seat or near the door in every round, as accessibility may ask for.

    The search keeps this where it can without repeating a predator and prey; what it costs stands beside the draft.

    Raises:
        UnknownPlayer, BadValue: no such player, or no such table or seat in any event.
        Refused: that seat is another player's.
    """
    player = state.player(number)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise BadValue(Message("Tables are numbered from 1."), code="bad_table")
    if seat is not None and not 1 <= seat <= MOST_SEATS:
        raise BadValue(Message("Seats are numbered from 1 to %(number)s.", number=MOST_SEATS), code="bad_seat")
    if table is not None and seat is not None:
        for other in state.active:
            if other.number != number and (other.fixed_table, other.fixed_seat) == (table, seat):
                raise Refused(Message("%(name)s sits there in every round.", name=other.name), code="seat_taken")
    asked = SeatFixed(player=number, table=table, seat=seat, near_door=near_door and table is None)
    as_it_is = (player.fixed_table, player.fixed_seat, player.is_near_door)
    return [] if as_it_is == (asked.table, asked.seat, asked.near_door) else [asked]


MOST_SEATS = 5


def keep_apart(state: State, number: int, others: Iterable[int]) -> list[Fact]:
    """A player shares no table with these others, as far as possible; an empty list ends that.

    Raises:
        UnknownPlayer: no such player.
        BadValue: the player themselves.
    """
    player = state.player(number)
    wanted = tuple(sorted({state.player(other).number for other in others}))
    if number in wanted:
        raise BadValue(Message("%(name)s cannot be kept apart from themselves.", name=player.name), code="bad_apart")
    return [] if player.apart == set(wanted) else [PlayersKeptApart(player=number, others=wanted)]


def forget_player(
    state: State,
    number: int,
    *,
    keeps_identity: bool = False,
    withdrawn: int = 0,
    reported: ReportedIdentity | None = None,
) -> list[Fact]:
    """Say in the log that a player is forgotten (`toolkit/tournament/forgetting.py` finds what is to go).

    `keeps_identity`: nothing goes of the first entry, which is the identity of the event. `withdrawn`: the number that
    the person has in every event, 0 for none. `reported`: what waits for the report to the VEKN. A `number` of 0 is
    somebody who has only signed up.

    Raises:
        UnknownPlayer: there never was such a player.
    """
    if not 0 <= number <= state.players_ever:
        state.player(number)
    return [
        PlayerForgotten(player=number, keeps_identity=keeps_identity, withdrawn=withdrawn, reported=reported),
    ]


def find_player(state: State, text: str) -> Player:
    """The player meant by a number, a VEKN number with `#` before it, or a name (accents aside, or its only beginning).

    Raises:
        BadValue: nobody, or several.
    """
    wanted = text.strip()
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 7:
        return state.player(int(wanted))
    vekn = wanted.removeprefix("#")
    key = name_key(wanted)
    exact = [p for p in state.players.values() if (p.vekn and p.vekn == vekn) or name_key(p.name) == key]
    plain = search_key(wanted)
    matches = exact or [p for p in state.players.values() if plain and search_key(p.name) == plain]
    matches = matches or [p for p in state.players.values() if plain and search_key(p.name).startswith(plain)]
    if not matches:
        sentence = Message("“%(name)s” is not a player of this tournament.", name=wanted[:60])
        raise BadValue(sentence, code="unknown_player")
    if len(matches) > 1:
        several = Listed(f"{player.number} {player.name}" for player in matches[:5])
        raise BadValue(
            Message("“%(name)s” is several players: %(list)s.", name=wanted[:60], list=several),
            code="ambiguous_player",
        )
    return matches[0]


def name_key(name: str) -> str:
    """A name as it is compared: neither case, white space nor invisible signs count."""
    return tidy_line(name.casefold())


_APOSTROPHES = str.maketrans(dict.fromkeys("'`´ʹʻʼ’‘"))


def search_key(name: str) -> str:
    """A name as it is looked for: accents, strokes and apostrophes do not count either.

    >>> search_key("Đorđe  Łukasz"), search_key("Seán O’Brien"), search_key("An\u00adna\u200b")
    ('dorde lukasz', 'sean obrien', 'anna')
    """
    return name_key(sort_key(name)).translate(_APOSTROPHES)


def search_words(player: Player, *, with_number: bool = True) -> str:
    """The words by which a search finds a player: the name, with and without accents; the VEKN number.

    Pages for everybody leave the number out: it is an official's to know.

    >>> search_words(Player(number=1, name="Łukasz", vekn="3000001"))
    'łukasz lukasz 3000001'
    """
    names = dict.fromkeys((name_key(player.name), search_key(player.name)))
    return " ".join((*names, player.vekn) if with_number else names)


def is_looked_for(player: Player, wanted: str, *, with_number: bool = True) -> bool:
    """Whether each word of a search is in the player's name, accents and strokes aside, or in the number.

    Pages for everybody take the whole number only: players type their own, and nobody finds others' digit by digit.

    >>> is_looked_for(Player(number=1, name="Đorđe Łukasz", vekn="3000001"), "lukasz dor")
    True
    """
    name = search_key(player.name)
    words = [word.lstrip("#") for word in search_key(wanted).split()]
    return all(word in name or (word in player.vekn if with_number else word == player.vekn) for word in words)


def clean_name(name: str) -> str:
    """A name on one line.

    Raises:
        BadValue: none, too long, or with characters that cannot be shown.
    """
    cleaned = tidy_line(name)
    check_shown(cleaned, "bad_name")
    if not cleaned or len(cleaned) > LONGEST_NAME:
        raise BadValue(
            Message("A player has a name, on one line of at most %(number)s characters.", number=LONGEST_NAME),
            code="bad_name",
        )
    return cleaned


def clean_place(place: str) -> str:
    """A city, or a part of a name, on one line; may be empty.

    Raises:
        BadValue: too long, or with characters that cannot be shown.
    """
    return clean_name(place) if tidy_line(place) else ""


def clean_country(country: str) -> str:
    """The code of a country, or what was typed where none is called so; may be empty.

    Raises:
        BadValue: too long, or with characters that cannot be shown.
    """
    return country_or_text(clean_place(country))


def check_duplicates(others: Iterable[Player], name: str, vekn: str, *, is_namesake: bool) -> None:
    """Refuse a player who is there already.

    Two of the same name are two people when each has a VEKN number, or when somebody says so.

    Raises:
        Refused: `duplicate_vekn` or `duplicate_name`.
    """
    key = name_key(name)
    for other in others:
        if vekn and other.vekn == vekn:
            raise Refused(
                Message("%(name)s has the VEKN number %(number)s already.", name=other.name, number=vekn),
                code="duplicate_vekn",
                rule="VEKN 1.2",
            )
        if not is_namesake and not (vekn and other.vekn) and name_key(other.name) == key:
            raise Refused(
                Message("%(name)s is registered already (player %(number)s).", name=other.name, number=other.number),
                code="duplicate_name",
            )


def _check_active(state: State, number: int) -> Player:
    player = state.player(number)
    if not player.is_active:
        raise Refused(Message("%(name)s has left already.", name=player.name), code="has_left")
    return player


def _with_player(state: State, player: Player) -> State:
    return evolve(state, players={**state.players, player.number: player})


def _with_vekn(state: State, player: Player, before: str) -> State:
    if player.vekn == before:
        return state
    if player.vekn in state.vekns:
        raise Refused(
            Message("VEKN number %(number)s is already taken.", number=player.vekn),
            code="duplicate_vekn",
            rule="VEKN 1.2",
        )
    vekns = {vekn: number for vekn, number in state.vekns.items() if vekn != before} if before else state.vekns
    return evolve(state, vekns={**vekns, player.vekn: player.number} if player.vekn else vekns)


_PROFILE = {
    "name": N_("Name"),
    "first": N_("First name"),
    "last": N_("Last name"),
    "vekn": N_("VEKN number"),
    "city": N_("City"),
    "country": N_("Country"),
    "agrees_to_archive": N_("The list may be published"),
}


def _changed_sentence(names: PlayerNames, fact: PlayerChanged) -> Sayable:
    before: PlayerAdded | PlayerChanged | None = names.before(fact, (PlayerAdded, PlayerChanged), "player")
    changes = [
        changed_words(Message(_PROFILE[part]), _known(fact, part), _known(before, part) if before else None)
        for part in KNOWN
        if getattr(fact, part) != (getattr(before, part) if before else "")
    ]
    name = (before.name if before else "") or names(fact.player)
    if not changes:  # what was changed has been forgotten
        return Message("Corrected %(name)s.", name=name)
    return Message("Corrected %(name)s. %(list)s.", name=name, list=Listed(changes, between="; "))


def _known(fact: PlayerAdded | PlayerChanged, part: str) -> str:
    value = getattr(fact, part)
    if value in ("", None):
        return Message("none")
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    return country_of(value) if part == "country" else str(value)


def _dropped_sentence(names: PlayerNames, fact: PlayerDropped) -> Sayable:
    sentence = Message("%(name)s dropped.", name=names(fact.player))
    if fact.during is not None:
        sentence = Message(
            "%(name)s dropped during %(round)s.", name=names(fact.player), round=round_title(fact.during)
        )
    return because(sentence, fact.reason)


def _disqualified_sentence(names: PlayerNames, fact: PlayerDisqualified) -> Sayable:
    name = names(fact.player)
    sentence = Message("%(name)s was disqualified.", name=name)
    if fact.during is not None:
        sentence = Message("%(name)s was disqualified during %(round)s.", name=name, round=round_title(fact.during))
    return because(sentence, fact.reason)


def _fixed_sentence(names: PlayerNames, fact: SeatFixed) -> Sayable:
    places = [
        Message("at table %(number)s", number=fact.table) if fact.table else None,
        Message("in seat %(number)s", number=fact.seat) if fact.seat else None,
        Message("near the door") if fact.near_door else None,
    ]
    fixed = [place for place in places if place is not None]
    if not fixed:
        return Message("%(name)s sits at any table.", name=names(fact.player))
    return Message("%(name)s always sits %(list)s.", name=names(fact.player), list=Listed(fixed))


def _apart_sentence(names: PlayerNames, fact: PlayersKeptApart) -> Sayable:
    if not fact.others:
        return Message("%(name)s may share a table with anyone.", name=names(fact.player))
    return Message("%(name)s is kept apart from %(list)s.", name=names(fact.player), list=names.all(fact.others))


def _profile(fact: PlayerAdded | PlayerChanged) -> dict[str, Any]:
    """A player's data from a fact; a forgotten player has their number as name, in every language."""
    name = fact.name or f"№ {fact.player}"
    return {**{field: getattr(fact, field) for field in KNOWN}, "name": name}


@folds(
    PlayerAdded,
    lambda names, fact: because(Message("Registered %(name)s.", name=fact.name or names(fact.player)), fact.vekn),
    several=lambda many: Count(many, "%(num)d player registered.", "%(num)d players registered."),
)
def _added(state: State, fact: PlayerAdded, entry: LogEntry) -> State:
    if fact.player in state.players:
        raise Refused(Message("There is a player %(number)s already.", number=fact.player), code="number_taken")
    player = Player(number=fact.player, joined_after=state.published, registered_at=entry.at, **_profile(fact))
    added = _with_vekn(_with_player(state, player), player, "")
    return evolve(added, players_ever=max(state.players_ever, fact.player))


@folds(
    PlayerChanged,
    _changed_sentence,
    several=lambda many: Count(many, "%(num)d player corrected.", "%(num)d players corrected."),
)
def _changed(state: State, fact: PlayerChanged, entry: LogEntry) -> State:
    player = state.player(fact.player)
    changed = replace(player, **_profile(fact))
    if fact.name and fact.player in state.forgotten and state.forgotten[fact.player] is None:
        # Somebody has typed who they are once more.
        state = evolve(
            state, forgotten={number: identity for number, identity in state.forgotten.items() if number != fact.player}
        )
    return _with_vekn(_with_player(state, changed), changed, player.vekn)


@folds(
    PlayerDropped,
    _dropped_sentence,
    several=lambda many: Count(many, "%(num)d player dropped.", "%(num)d players dropped."),
)
def _dropped(state: State, fact: PlayerDropped, entry: LogEntry) -> State:
    player = _check_active(state, fact.player)
    whole = sum(round_.is_complete for round_ in state.rounds)
    dropped = replace(player, status=PlayerStatus.DROPPED, left_during=fact.during, left_after=whole)
    return _with_player(state, dropped)


@folds(PlayerDisqualified, _disqualified_sentence)
def _disqualified(state: State, fact: PlayerDisqualified, entry: LogEntry) -> State:
    player = state.player(fact.player)
    if player.status is PlayerStatus.DISQUALIFIED:
        raise Refused(Message("%(name)s is disqualified already.", name=player.name), code="has_left", rule="JG 1.1.4")
    return _with_player(state, replace(player, status=PlayerStatus.DISQUALIFIED, left_during=fact.during))


@folds(
    PlayerReturned, lambda names, fact: because(Message("%(name)s is in again.", name=names(fact.player)), fact.reason)
)
def _returned(state: State, fact: PlayerReturned, entry: LogEntry) -> State:
    player = state.player(fact.player)
    if player.is_active:
        raise Refused(Message("%(name)s has not left.", name=player.name), code="not_left")
    back = replace(player, status=PlayerStatus.ACTIVE, left_during=None, left_after=None, back_after=state.published)
    return _with_player(state, back)


@folds(PlayerRemoved, lambda names, fact: Message("Removed the registration of %(name)s.", name=names(fact.player)))
def _removed(state: State, fact: PlayerRemoved, entry: LogEntry) -> State:
    state.player(fact.player)
    rounds = [*state.rounds, *([state.final_round] if state.final_round else [])]
    if any(fact.player in entry.seats or fact.player in entry.scores for entry in rounds):
        raise Refused(
            Message("A player who has been seated cannot be removed."), code="has_been_seated", rule="VEKN 3.1.4"
        )
    is_planned = state.plan is not None and any(
        fact.player in table.players for planned in state.plan.rounds for table in planned.tables
    )
    # Older logs removed players whom something still named: it goes with them, so that nobody looks for them.
    return evolve(
        state,
        vekns={vekn: number for vekn, number in state.vekns.items() if number != fact.player},
        players={number: player for number, player in state.players.items() if number != fact.player},
        sanctions={number: given for number, given in state.sanctions.items() if given.player != fact.player},
        unavailable=state.unavailable - {fact.player},
        calls={number: call for number, call in state.calls.items() if call.player != fact.player},
        forgotten={number: identity for number, identity in state.forgotten.items() if number != fact.player},
        fees={number: mark for number, mark in state.fees.items() if number != fact.player},
        plan=None if is_planned and not state.published else state.plan,
        rounds=tuple(_without_sitter(round_, fact.player) for round_ in state.rounds),
        raffles=tuple(_without_candidate(raffle, fact.player) for raffle in state.raffles),
        limited=state.limited.without(fact.player) if state.limited.has(fact.player) else state.limited,
    )


def _without_candidate(raffle: Raffle, gone: int) -> Raffle:
    return replace(raffle, order=tuple(player for player in raffle.order if player != gone))


def _without_sitter(round_: Round, gone: int) -> Round:
    if gone not in round_.sitting_out:
        return round_
    return evolve(round_, sitting_out=tuple(player for player in round_.sitting_out if player != gone))


def _forgotten_sentence(names: PlayerNames, fact: PlayerForgotten) -> Message:
    if _waiting(fact) is not None:
        return Message(
            "%(name)s was forgotten. The report to the VEKN still names them until it is ticked as sent, for 365 days "
            "after the event at most.",
            name=names(fact.player),
        )
    if not fact.player:
        return Message("A person was forgotten.")
    return Message("%(name)s was forgotten: all personal data is deleted.", name=names(fact.player))


def _waiting(fact: PlayerForgotten) -> ReportedIdentity | None:
    return fact.reported if fact.reported != ReportedIdentity() else None


@folds(PlayerForgotten, _forgotten_sentence)
def _forgotten(state: State, fact: PlayerForgotten, entry: LogEntry) -> State:
    player = state.players.get(fact.player)
    if player is None:
        return state
    state = evolve(state, forgotten={**state.forgotten, fact.player: _waiting(fact)})
    return _with_player(state, replace(player, name=f"Withdrawn {fact.withdrawn}")) if fact.withdrawn else state


@folds(SeatFixed, _fixed_sentence)
def _fixed(state: State, fact: SeatFixed, entry: LogEntry) -> State:
    player = state.player(fact.player)
    return _with_player(
        state, replace(player, fixed_table=fact.table, fixed_seat=fact.seat, is_near_door=fact.near_door)
    )


@folds(PlayersKeptApart, _apart_sentence)
def _kept_apart(state: State, fact: PlayersKeptApart, entry: LogEntry) -> State:
    number = state.player(fact.player).number
    players = dict(state.players)
    for other in state.players.values():
        if other.number == number:
            mine = frozenset(fact.others)
        elif other.number in fact.others:
            mine = other.apart | {number}
        else:
            mine = other.apart - {number}
        if mine != other.apart:
            players[other.number] = replace(other, apart=mine)
    return evolve(state, players=players)
