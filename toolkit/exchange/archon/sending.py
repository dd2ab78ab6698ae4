"""A finished event on its way to the app Archon: the calls that are left, by what Archon shows of it.

An event's shell is made by hand there. Each call is left until Archon shows its effect, so that a run that broke off
goes on where it was. Players are told by their VEKN numbers; Archon's ids of them are looked up.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from toolkit.errors import Conflict
from toolkit.exchange.archon.app_event import SEEDS_DIFFER, WINNER_DIFFERS, Figures, standing_differs
from toolkit.languages import Listed, Message, Points, Sayable
from toolkit.scoring import Halves, parse_victory_points
from toolkit.tournament.configuration import Configuration, EventKind
from toolkit.tournament.facts import FINAL, SanctionKind
from toolkit.tournament.games import counted_rounds, game_of
from toolkit.tournament.receivers import has_played_final
from toolkit.tournament.standings import FINALISTS, ranking, round_scores, standings, winner
from toolkit.tournament.state import PlayerStatus, Round, State

_MOST_ROWS = 500
_SIZES = (4, 5)
# What is to be typed for a penalty before it is sent.
UNTYPED = "{%s}"
CATEGORIES = ("procedural_error", "tournament_error", "unsportsmanlike_conduct")


class ArchonDiffers(Conflict):
    """Archon shows something else than the event: nothing more is sent."""

    code = "archon_differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchonCall:
    """A call to Archon.

    Attributes:
        words: the same step for a person who does it by hand.
        key: of a call whose effect Archon does not show at once, so that it is not made again. Else "".
        is_last: whether it ends the event there.
    """

    words: Sayable
    path: str
    body: Mapping[str, Any]
    key: str = ""
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class SentTable:
    """A table's players, by our numbers, in seat order, and their points before adjustments."""

    players: tuple[int, ...]
    points: tuple[Halves, ...]


@dataclass(frozen=True, slots=True)
class SentDeck:
    """A list: the cards by the VEKN's ids; whether the player made it."""

    name: str
    cards: Mapping[str, int]
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPenalty:
    """A disqualification, or an adjustment of one victory point; `round` counts from 0."""

    sanction: int
    player: int
    is_out: bool
    round: int

    @property
    def key(self) -> str:
        """The key of its call."""
        return f"penalty {self.player} {self.sanction}"


@dataclass(frozen=True, slots=True)
class PenaltyWords:
    """The organizer's words about a penalty for Archon, which never gets the judge's own."""

    category: str
    text: str
    subcategory: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentEvent:
    """All that is sent of an event; players by our numbers.

    Attributes:
        standings: after each round, of those who are not disqualified.
        leaving: in place of the final, who gave it up and would be in it at Archon.
        tosses: of who was tossed for, the place in it, from 1.
        words: by the number of our sanction.
    """

    uid: str
    players: Mapping[int, tuple[str, str]]
    rounds: tuple[tuple[SentTable, ...], ...]
    standings: tuple[Mapping[int, Figures], ...]
    final: SentTable | None = None
    seeds: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    tosses: Mapping[int, int] = field(default_factory=dict)
    decks: Mapping[int, SentDeck] = field(default_factory=dict)
    penalties: tuple[SentPenalty, ...] = ()
    words: Mapping[int, PenaltyWords] = field(default_factory=dict)
    winner: int | None = None

    def name(self, player: int) -> str:
        """A player's name."""
        return self.players[player][0]

    def vekn(self, player: int) -> str:
        """A player's VEKN number."""
        return self.players[player][1]


def sent_event(
    state: State, uid: str, *, decks: Mapping[int, SentDeck], words: Mapping[int, PenaltyWords] | None = None
) -> SentEvent:
    """The event as it is sent; `cannot_be_sent` is asked first."""
    rounds = counted_rounds(state)
    sat = {number for entry in rounds for number in entry.seats}
    final = state.final_round if has_played_final(state) else None
    seeds = state.final.finalists if final is not None and state.final is not None else ()
    return SentEvent(
        uid=uid,
        players={number: (state.players[number].name, state.players[number].vekn) for number in sorted(sat)},
        rounds=tuple(tuple(_tables(entry)) for entry in rounds),
        standings=tuple(_standings(state, rounds)),
        final=next(_tables(final)) if final is not None else None,
        seeds=seeds,
        leaving=tuple(_leaving(state, seeds)),
        tosses={row.player.number: row.toss for row in standings(state) if row.toss},
        decks={player: deck for player, deck in decks.items() if player in sat},
        penalties=tuple(sorted(_penalties(state, rounds), key=lambda penalty: (penalty.round, penalty.is_out))),
        words=words or {},
        winner=winner(state),
    )


def _tables(entry: Round) -> Iterator[SentTable]:
    for _, players in entry.numbered():
        yield SentTable(players, tuple(entry.scores[player].victory_points for player in players))


def _standings(state: State, rounds: Sequence[Round]) -> Iterator[dict[int, Figures]]:
    sums: dict[int, Figures] = {}
    for entry in rounds:
        for number, score in round_scores(state, entry).items():
            wins, points, places = sums.get(number, (0, 0, 0))
            sums[number] = (
                wins + score.game_wins,
                points + score.victory_points,
                places + score.tournament_points,
            )
        yield {number: row for number, row in sums.items() if not _is_out(state, number)}


def _is_out(state: State, number: int) -> bool:
    return state.players[number].status is PlayerStatus.DISQUALIFIED


def _leaving(state: State, seeds: Sequence[int]) -> Iterator[int]:
    """The players who stood before a finalist when the final was cut, and did not play it."""
    ranked = [entry.total.player for entry in ranking(state)]
    last = max((ranked.index(player) for player in seeds), default=0)
    for player in ranked[:last]:
        if isinstance(player, int) and player not in seeds:
            yield player


def _penalties(state: State, rounds: Sequence[Round]) -> Iterator[SentPenalty]:
    places = {entry.number: place for place, entry in enumerate(rounds)}
    for number, player in sorted(state.players.items()):
        last = max((place for place, entry in enumerate(rounds) if number in entry.seats), default=None)
        if last is None:
            continue
        for sanction, given in state.sanctions.items():
            if given.player == number and (game := game_of(state, given)) in places:
                yield SentPenalty(sanction=sanction, player=number, is_out=False, round=places[game or 0])
        if player.status is PlayerStatus.DISQUALIFIED:
            given_out = [
                sanction
                for sanction, given in state.sanctions.items()
                if given.player == number and given.kind is SanctionKind.DISQUALIFICATION
            ]
            yield SentPenalty(sanction=max(given_out, default=0), player=number, is_out=True, round=last)


# --- What stops it before anything is sent ---


def cannot_be_sent(state: State) -> Iterator[Message]:
    """The reasons why Archon cannot take this event by its calls."""
    rounds = counted_rounds(state)
    if state.settings.is_multideck:
        yield Message("Archon does not say how it takes an event of several decks: enter it there by hand.")
    if len(rounds) < 2:
        yield Message("Archon takes an event of two rounds at least.")
    if any(player < 0 for entry in rounds for table in entry.tables for player in table):
        yield Message("This event has proxy players: enter it at Archon by hand.")
    if any(len(table) not in _SIZES for entry in rounds for table in entry.tables):
        yield Message("Archon takes tables of four and five only.")
    if has_played_final(state) and state.final_round is not None and len(state.final_round.seats) != FINALISTS:
        yield Message("Archon takes a final of five players only.")
    if any(_is_of_final(state, given.player, game_of(state, given)) for given in state.sanctions.values()) or any(
        given.kind is SanctionKind.DISQUALIFICATION and given.round == FINAL for given in state.sanctions.values()
    ):
        yield Message("A penalty of the final cannot be sent: enter this event at Archon by hand.")


def _is_of_final(state: State, player: int | None, game: int | None) -> bool:
    return player is not None and game == FINAL and state.final_round is not None


_FORMATS = {EventKind.V5: "V5", EventKind.STORYLINE: "Storyline", EventKind.OWN_STORYLINE: "Storyline"}


def format_of(settings: Configuration) -> str:
    """Archon's word for the format."""
    return "Limited" if settings.kind.is_limited else _FORMATS.get(settings.kind, "Standard")


def shell_differs(state: State, there: Mapping[str, Any]) -> Iterator[Message]:
    """The differences of Archon's event from ours that nothing of ours can mend."""
    settings, rounds = state.settings, len(counted_rounds(state))
    pairs: tuple[tuple[Message, Any, Any], ...] = (
        (Message("Day"), settings.date.isoformat() if settings.date else "", str(there.get("start") or "")[:10]),
        (Message("Country"), settings.country, str(there.get("country") or "")),
        (Message("Format"), format_of(settings), str(there.get("format") or "")),
        (Message("Online"), settings.is_online, bool(there.get("online"))),
    )
    for what, ours, theirs in pairs:
        if ours != theirs:
            yield Message(
                "%(what)s: %(here)s here, %(there)s at Archon. Correct one of them.",
                what=what,
                here=_value_words(ours),
                there=_value_words(theirs),
            )
    if (most := int(there.get("max_rounds") or 0)) not in (0, rounds):
        yield Message("Archon has %(other)s rounds, here there were %(number)s.", other=most, number=rounds)
    if any(there.get(name) for name in ("multideck", "open_rounds", "self_organized_rounds")):
        yield Message("Archon plays this event with several decks or open rounds: enter it there by hand.")
    if there.get("offline_mode"):
        yield Message("At Archon the event is offline on a device: bring it online first.")


def _value_words(value: object) -> Sayable | str:
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    return str(value) or "-"


def empty_shell(event: SentEvent) -> dict[str, Any]:
    """The event at Archon as it is made by hand, for a dry run that asks nothing."""
    return {
        "uid": event.uid or "{uid}",
        "state": "Planned",
        "players": [],
        "rounds": [],
        "finals": None,
        "winner": "",
        "standings": [],
        "max_rounds": len(event.rounds),
    }


# --- The calls that are left ---


def calls_left(
    event: SentEvent, there: Mapping[str, Any], uids: Mapping[str, str] | None = None, before: Collection[str] = ()
) -> list[ArchonCall]:
    """Every call that is left, in their order; `uids` are Archon's ids by VEKN number, as far as they are known.

    `before` are the keys of lists that Archon took in earlier runs.

    Raises:
        ArchonDiffers: Archon has something else than the event.
    """
    projected = copy.deepcopy(dict(there))
    made = set(before)
    calls: list[ArchonCall] = []
    while (call := next_call(event, projected, uids or {}, made)) is not None:
        check_new(call, calls[-1] if calls else None)
        calls.append(call)
        made.add(call.key)
        _Plan(event, projected, uids or {}, made).carry_out(call)
    return calls


def check_new(call: ArchonCall, before: ArchonCall | None) -> None:
    """Refuse to make a call again that was just made.

    Raises:
        ArchonDiffers: it is the same.
    """
    if before is not None and (call.path, call.body) == (before.path, before.body):
        raise ArchonDiffers(Message("Archon took this step and does not show it: %(step)s", step=call.words))


def next_call(
    event: SentEvent, there: Mapping[str, Any], uids: Mapping[str, str], made: Collection[str] = ()
) -> ArchonCall | None:
    """The next call that is left; None if Archon shows the whole event.

    `made` are the keys of the calls of this run whose effect Archon does not show.

    Raises:
        ArchonDiffers: Archon has something else than the event.
    """
    return next(_Plan(event, there, uids, made).calls(), None)


class _Plan:
    """The calls that are left by what Archon shows just now; only the first is sure to be."""

    def __init__(
        self, event: SentEvent, there: Mapping[str, Any], uids: Mapping[str, str], made: Collection[str]
    ) -> None:
        self.event, self.there, self.uids, self.made = event, there, uids, made
        self.players = {player["user_uid"]: player for player in there["players"]}
        # A round that was cancelled there keeps its place.
        self.rounds = [
            (place, tables)
            for place, tables in enumerate(there["rounds"])
            if any(table["state"] != "Cancelled" for table in tables)
        ]

    def uid(self, player: int) -> str:
        vekn = self.event.vekn(player)
        return self.uids.get(vekn) or f"{{uid of {vekn}}}"

    def state_of(self, player: int) -> str:
        return str(self.players.get(self.uid(player), {}).get("state", ""))

    def action(self, words: Sayable, type: str, *, key: str = "", is_last: bool = False, **values: Any) -> ArchonCall:
        path = f"/api/tournaments/{self.there['uid']}/action"
        return ArchonCall(words=words, path=path, body={"type": type, **values}, key=key, is_last=is_last)

    def calls(self) -> Iterator[ArchonCall]:
        if self.there["state"] == "Finished":
            self.check_end()
            return
        yield from self.registering()
        yield from self.listing()
        if self.there["state"] == "Registration":
            yield self.action(Message("Close registration."), "CloseRegistration")
        if len(self.rounds) > len(self.event.rounds):
            raise _another_round(len(self.event.rounds) + 1)
        for number in range(len(self.event.rounds)):
            yield from self.round(number)
        if self.event.final is not None:
            yield from self.finals(self.event.final)
            yield self.action(Message("Finish the final."), "FinishFinals", is_last=True)
        elif self.there["finals"]:
            raise ArchonDiffers(Message("Archon has a final, and this event has none."))
        yield self.action(Message("Finish the event."), "FinishTournament", is_last=True)

    def check_end(self) -> None:
        if len(self.rounds) != len(self.event.rounds):
            raise _another_round(min(len(self.rounds), len(self.event.rounds)) + 1)
        for number in range(len(self.event.rounds)):
            self.check_seats(number)
        self.compare(len(self.event.rounds) - 1)
        theirs = str(self.there["winner"])
        if self.event.final is not None and (self.event.winner is None or theirs != self.uid(self.event.winner)):
            raise ArchonDiffers(WINNER_DIFFERS)

    # Registration

    def registering(self) -> Iterator[ArchonCall]:
        if self.there["state"] == "Planned":
            yield self.action(Message("Open registration."), "OpenRegistration")
        missing = [player for player in self.event.players if self.uid(player) not in self.players]
        if not missing:
            return
        numbers = [self.event.vekn(player) for player in missing]
        if self.there["state"] not in ("Planned", "Registration"):
            raise ArchonDiffers(
                Message(
                    "Archon's registration is closed, and these numbers are not in it: %(list)s.", list=Listed(numbers)
                )
            )
        for start in range(0, len(numbers), _MOST_ROWS):
            rows = [{"vekn_id": number, "paid": False} for number in numbers[start : start + _MOST_ROWS]]
            yield ArchonCall(
                words=Message("Register these VEKN numbers: %(list)s.", list=Listed(numbers)),
                path=f"/api/tournaments/{self.there['uid']}/bulk-register",
                body={"rows": rows, "default_paid": False},
            )

    def listing(self) -> Iterator[ArchonCall]:
        for player, deck in self.event.decks.items():
            key = f"deck {player} {hashlib.sha256(json.dumps([deck.name, dict(deck.cards)]).encode()).hexdigest()[:16]}"
            if key not in self.made:
                attribution = {"attribution": {"kind": "Owner"}} if deck.is_own else {}
                sent = {"name": deck.name, "comments": "", "cards": dict(deck.cards), **attribution}
                words = Message("Enter the decklist of %(name)s.", name=self.event.name(player))
                yield self.action(words, "UpsertDeck", key=key, player_uid=self.uid(player), deck=sent)

    # Rounds

    def round(self, number: int) -> Iterator[ArchonCall]:
        if number >= len(self.rounds):
            yield from self.opening(number)
            return
        place, tables = self.rounds[number]
        self.check_seats(number)
        for at, (ours, theirs) in enumerate(zip(self.event.rounds[number], tables, strict=True)):
            yield from self.scoring(ours, theirs, place, at, number + 1)
        if number + 1 < len(self.rounds):
            return
        if self.there["state"] == "Playing" and not self.there["finals"]:
            yield self.action(Message("Finish round %(number)s.", number=number + 1), "FinishRound", round=place)
        yield from self.punishing(number)
        self.compare(number)

    def opening(self, number: int) -> Iterator[ArchonCall]:
        tables = self.event.rounds[number]
        seated = {player for table in tables for player in table.players}
        later = {player for table in self.event.rounds[number:] for one in table for player in one.players}
        yield from self.sending_out(seated, {*later, *self.event.seeds})
        for player in sorted(seated):
            if self.state_of(player) != "Checked-in":
                words = Message("Check in %(name)s.", name=self.event.name(player))
                yield self.action(words, "CheckIn", player_uid=self.uid(player))
        words = Message(
            "Start round %(number)s with these tables. %(list)s",
            number=number + 1,
            list=Listed([self.told_table(place, table) for place, table in enumerate(tables, start=1)], between=" "),
        )
        yield self.action(words, "StartRound", seating=[self.seats(table) for table in tables])

    def sending_out(self, seated: Collection[int], staying: Collection[int]) -> Iterator[ArchonCall]:
        """Check out, or drop, all players at Archon who are not in a round."""
        ours = {self.uid(player): player for player in self.event.players}
        for uid, player in self.players.items():
            number = ours.get(uid)
            if player["state"] != "Checked-in" or number in seated:
                continue
            name = self.event.name(number) if number is not None else uid
            if number in staying:
                yield self.action(Message("Check out %(name)s.", name=name), "CheckOut", player_uid=uid)
            else:
                yield self.action(Message("Drop %(name)s.", name=name), "DropOut", player_uid=uid)

    def seats(self, table: SentTable) -> list[str]:
        return [self.uid(player) for player in table.players]

    def told_table(self, number: int, table: SentTable) -> Message:
        names = [self.event.name(player) for player in table.players]
        return Message("Table %(number)s: %(list)s.", number=number, list=Listed(names))

    def check_seats(self, number: int) -> None:
        _, tables = self.rounds[number]
        seated = [[seat["player_uid"] for seat in table["seating"]] for table in tables]
        if seated != [self.seats(table) for table in self.event.rounds[number]]:
            raise _another_round(number + 1)

    def scoring(
        self, ours: SentTable, theirs: Mapping[str, Any], round: int, table: int, title: int | None
    ) -> Iterator[ArchonCall]:
        """The result of a table, and that a judge decided it where no game ends so; `title` is None for the final."""
        points_there = [_halves(seat["result"]["vp"]) for seat in theirs["seating"]]
        if points_there != list(ours.points):
            pairs = list(zip(ours.players, ours.points, strict=True))
            results = [
                Message("%(name)s %(vp)s", name=self.event.name(one), vp=Points(points)) for one, points in pairs
            ]
            scores = [{"player_uid": self.uid(player), "vp": _number(points)} for player, points in pairs]
            words = Message(
                "%(round)s, table %(table)s: enter %(list)s.",
                round=_where(title),
                table=table + 1,
                list=Listed(results),
            )
            yield self.action(words, "SetScore", round=round, table=table, scores=scores)
        elif theirs["state"] != "Finished":
            comment = f"Table {table + 1}: judge's decision"
            words = Message(
                "%(round)s, table %(table)s: enter a judge's decision.", round=_where(title), table=table + 1
            )
            yield self.action(words, "Override", round=round, table=table, comment=comment)

    # Penalties and standings

    def punishing(self, number: int) -> Iterator[ArchonCall]:
        """The penalties up to a round that Archon does not show: a player's adjustments, then a disqualification."""
        for player in dict.fromkeys(penalty.player for penalty in self.event.penalties):
            if self.state_of(player) == "Disqualified":
                continue
            given = [one for one in self.event.penalties if one.player == player and one.round <= number]
            adjustments = [penalty for penalty in given if not penalty.is_out]
            outs = [penalty for penalty in given if penalty.is_out]
            for penalty in (*adjustments[self.adjusted(player) :], *outs):
                if penalty.key not in self.made:
                    yield self.penalty(penalty, self.rounds[penalty.round][0])

    def adjusted(self, player: int) -> int:
        """How many adjustments of a player Archon's standings have: the points of the seats that they lack."""
        uid = self.uid(player)
        row = next((row for row in self.there["standings"] if row["user_uid"] == uid), None)
        return 0 if row is None else (self.seated_points(uid) - _halves(row["vp"])) // 2

    def seated_points(self, uid: str) -> Halves:
        seats = (seat for _, tables in self.rounds for table in tables for seat in table["seating"])
        return sum(_halves(seat["result"]["vp"]) for seat in seats if seat["player_uid"] == uid)

    def penalty(self, penalty: SentPenalty, place: int) -> ArchonCall:
        words = self.event.words.get(penalty.sanction) or PenaltyWords(UNTYPED % "category", UNTYPED % "words")
        level = SanctionKind.DISQUALIFICATION if penalty.is_out else SanctionKind.ADJUSTMENT
        name = self.event.name(penalty.player)
        return ArchonCall(
            words=Message("Disqualify %(name)s.", name=name)
            if penalty.is_out
            else Message("Give %(name)s a standings adjustment.", name=name),
            path="/sanctions/",
            body={
                "user_uid": self.uid(penalty.player),
                "tournament_uid": self.there["uid"],
                "level": level.value,
                "category": words.category,
                **({"subcategory": words.subcategory} if words.subcategory else {}),
                "round_number": place,
                "description": words.text,
            },
            key=penalty.key,
        )

    def compare(self, number: int) -> None:
        """Stop where Archon's standings are others.

        Raises:
            ArchonDiffers: they are; both lines are in it.
        """
        rows = {row["user_uid"]: row for row in self.there["standings"]}
        for player, here in self.event.standings[number].items():
            row = rows.get(self.uid(player))
            theirs = (int(row["gw"]), _halves(row["vp"]), int(row["tp"])) if row is not None else (0, 0, 0)
            if differs := standing_differs(self.event.name(player), here, theirs):
                raise ArchonDiffers(differs)

    # The final

    def finals(self, final: SentTable) -> Iterator[ArchonCall]:
        theirs = self.there["finals"]
        if not theirs:
            yield from self.before_finals()
            return
        if list(theirs["seed_order"]) != [self.uid(player) for player in self.event.seeds]:
            raise ArchonDiffers(SEEDS_DIFFER)
        place = len(self.there["rounds"])
        if [seat["player_uid"] for seat in theirs["seating"]] != self.seats(final):
            names = [self.event.name(player) for player in final.players]
            words = Message("Seat the final: %(list)s.", list=Listed(names))
            yield self.action(words, "AlterSeating", round=place, seating=[self.seats(final)])
        yield from self.scoring(final, theirs, place, 0, None)

    def before_finals(self) -> Iterator[ArchonCall]:
        most = max(self.event.tosses.values(), default=0)
        for player, toss in self.event.tosses.items():
            # There a higher toss is better.
            number = most + 1 - toss
            if int(self.players[self.uid(player)].get("toss") or 0) != number:
                words = Message("Enter the toss of %(name)s: %(number)s.", name=self.event.name(player), number=number)
                yield self.action(words, "SetToss", player_uid=self.uid(player), toss=number)
        for player in self.event.leaving:
            if self.state_of(player) not in ("Finished", "Disqualified"):
                words = Message("Drop %(name)s.", name=self.event.name(player))
                yield self.action(words, "DropOut", player_uid=self.uid(player))
        yield self.action(Message("Start the final."), "StartFinals")

    # What a call does there, for the calls that follow in a dry run

    def carry_out(self, call: ArchonCall) -> None:
        """Change what is shown as Archon would."""
        values = dict(call.body)
        type = values.pop("type", "sanction" if "level" in values else "register")
        effects: Mapping[str, Callable[..., None]] = {
            "OpenRegistration": lambda: self.become("Registration"),
            "CloseRegistration": lambda: self.become("Waiting"),
            "UpsertDeck": lambda **_: None,
            "CheckIn": lambda player_uid: self.put(player_uid, "Checked-in"),
            "CheckOut": lambda player_uid: self.put(player_uid, "Registered"),
            "DropOut": lambda player_uid: self.put(player_uid, "Finished"),
            "SetToss": lambda player_uid, toss: self.players[player_uid].update(toss=toss),
            "FinishFinals": lambda: self.end(),
            "FinishTournament": lambda: self.end(),
            "AlterSeating": lambda round, seating: self.there["finals"].update(seating=_empty(seating[0])),
            "register": self._register,
            "sanction": self._sanction,
            "StartRound": self._start_round,
            "SetScore": self._set_score,
            "Override": lambda round, table, comment: self.table(round, table).update(state="Finished"),
            "FinishRound": self._finish_round,
            "StartFinals": self._start_finals,
        }
        effects[type](**values)

    def become(self, state: str) -> None:
        self.there["state"] = state  # type: ignore[index]

    def put(self, uid: str, state: str) -> None:
        self.players[uid]["state"] = state

    def table(self, round: int, table: int) -> dict[str, Any]:
        is_final = round == len(self.there["rounds"])
        found: dict[str, Any] = self.there["finals"] if is_final else self.there["rounds"][round][table]
        return found

    def end(self) -> None:
        self.become("Finished")
        self.there["winner"] = self.uid(self.event.winner) if self.event.winner is not None else ""  # type: ignore[index]
        self._stand(len(self.event.rounds) - 1)

    def _register(self, rows: Sequence[Mapping[str, Any]], default_paid: bool) -> None:
        by_number = {self.event.vekn(player): self.uid(player) for player in self.event.players}
        self.there["players"].extend(
            {"user_uid": by_number[row["vekn_id"]], "state": "Registered", "toss": 0} for row in rows
        )

    def _sanction(self, user_uid: str, level: str, **_: Any) -> None:
        if level == SanctionKind.DISQUALIFICATION:
            self.put(user_uid, "Disqualified")
        self._stand(len(self.rounds) - 1)

    def _start_round(self, seating: Sequence[Sequence[str]]) -> None:
        seated = {uid for table in seating for uid in table}
        for uid, player in self.players.items():
            if uid in seated:
                player["state"] = "Playing"
            elif player["state"] == "Registered" and not self.rounds:
                player["state"] = "Finished"
        self.there["rounds"].append([{"seating": _empty(table), "state": "In Progress"} for table in seating])
        self.become("Playing")

    def _set_score(self, round: int, table: int, scores: Sequence[Mapping[str, Any]]) -> None:
        at = self.table(round, table)
        for seat, score in zip(at["seating"], scores, strict=True):
            seat["result"]["vp"] = score["vp"]
        points = [_halves(score["vp"]) for score in scores]
        if sum(-(-vp // 2) for vp in points) == len(points):
            at["state"] = "Finished"

    def _finish_round(self, round: int) -> None:
        played = [seat["player_uid"] for tables in self.there["rounds"] for one in tables for seat in one["seating"]]
        for uid, player in self.players.items():
            if player["state"] == "Playing":
                is_done = played.count(uid) >= int(self.there.get("max_rounds") or len(self.there["rounds"]) + 1)
                player["state"] = "Completed" if is_done else "Checked-in"
        self.become("Waiting")
        self._stand(len(self.rounds) - 1)

    def _stand(self, number: int) -> None:
        rows = []
        for player in self.event.players:
            wins, _, places = self.event.standings[number].get(player, (0, 0, 0))
            taken = sum(
                one.player == player and not one.is_out and one.key in self.made for one in self.event.penalties
            )
            points = self.seated_points(self.uid(player)) - 2 * taken
            rows.append({"user_uid": self.uid(player), "gw": wins, "vp": points / 2, "tp": places})
        self.there["standings"][:] = rows

    def _start_finals(self) -> None:
        seeds = [self.uid(player) for player in self.event.seeds]
        self.there["finals"] = {"seating": _empty(seeds), "state": "In Progress", "seed_order": seeds}  # type: ignore[index]
        self.become("Playing")


def _empty(uids: Sequence[str]) -> list[dict[str, Any]]:
    return [{"player_uid": uid, "result": {"vp": 0}} for uid in uids]


def _where(round: int | None) -> Message:
    return Message("The final") if round is None else Message("Round %(number)s", number=round)


def _another_round(number: int) -> ArchonDiffers:
    return ArchonDiffers(Message("Archon has another round %(number)s.", number=number))


@lru_cache(maxsize=256)
def _halves(points: Hashable) -> Halves:
    return parse_victory_points(str(points))


def _number(points: Halves) -> float:
    return points // 2 if points % 2 == 0 else points / 2
