"""Entries that the table or a judge adds to the record: corrections, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, override

from toolkit.game.cards import GameCard, Title, read_disciplines, read_title
from toolkit.game.contests import burn_self_contest, gain_title, settle_contests, without_claim
from toolkit.game.draft import BANK, REMOVED, Draft, Table, cards_on, on, pool_of
from toolkit.game.effects import host_refusal, seat_refusal
from toolkit.game.events import Happening
from toolkit.game.hand import leave_ash_heap
from toolkit.game.operation import Operation, operation
from toolkit.game.phased import begin_shared_turn
from toolkit.game.phases import begin_phase
from toolkit.game.refusals import Code, Refusal
from toolkit.game.terms import cut_frames, full_refusal
from toolkit.game.turns import begin_turn, end_turn, has_phase
from toolkit.game.vocabulary import MOST_NUMBER, CardFlag, CardKind, Phase, Stage, TitleKind, Zone
from toolkit.game.words import KINDS, PHASES, ZONES, Names, in_a_row, title_words
from toolkit.game.zones import attach, burn, change_control, put, remove
from toolkit.languages import Message, Points, Sense


@operation
class Note(Operation):
    """A line for the record that changes nothing."""

    text: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.note(Happening.NOTED, detail=self.text)

    @override
    def told(self, names: Names) -> str:
        return Message("Note: %(text)s", text=self.text)


@operation
class Correct(Operation):
    """A judge's correction: facts are set as they should be, and no loss counts against a player.

    What follows from them does: a second copy of a unique card is contested, one's own is burned. A vampire or
    imbued with a name is unique, unless `X.unique=no` follows.

    Each change is written `PLACE=VALUE`:

    - `A.pool=12`: a Methuselah's pool, hand, library, crypt, ash_heap, hand_size, half_points, transfers ...
    - `X.counters=3`, `X.locked=yes`, `X.zone=torpor`, `X.title=prince/paris`, `X.flags=infernal+red_list` ...
    - `X=vampire@A.ready.5/3`: a card that the record did not know (an ally has its life after the slash)
    - `X=gone`: a card that should not be there
    - `edge=A`, `phase=influence`, `begin=A/21`: the Edge, the active Methuselah's phase, the start of a turn
    """

    changes: tuple[str, ...]
    reason: str = ""

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if table.stage is Stage.FINISHED:
            return Refusal(Code.OVER, "The game is over; undo first.", "GAP-03")
        # Each is looked at where those before it have left the table.
        draft = Draft.of(table)
        draft.correcting = True
        for change in self.changes:
            if refused := _change_refusal(draft, change):
                return refused
            place, _, value = change.partition("=")
            _set(draft, place, value)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.correcting = True
        for change in self.changes:
            place, _, value = change.partition("=")
            _set(draft, place, value)
        # Of two copies in one correction, the later is burned.
        for card in dict.fromkeys(place_of(change)[0] for change in reversed(self.changes)):
            if card in draft.cards and draft.cards[card].in_play:
                burn_self_contest(draft, card)
        draft.unsettled = True
        draft.note(Happening.CORRECTED, detail=self.reason or ", ".join(self.changes))

    @override
    def told(self, names: Names) -> str:
        """Changes that the reader can see are named: a correction may concern a face-down card."""
        places = {*names.seats, "edge", "phase", "begin"}
        visible = [
            change for change in self.changes if (place := place_of(change)[0]) in places or names.is_known(place)
        ]
        listed = in_a_row([change_words(change, names) for change in visible])
        words = Message("Correction: %(changes)s", changes=listed) if visible else Message("Correction")
        return Message("%(words)s (%(figures)s)", words=words, figures=self.reason) if self.reason else words


def _change_refusal(table: Draft, change: str) -> Refusal | None:
    """Why one change cannot be made: it names what is not there, or would leave the table such as none can be."""
    place, equals, value = change.partition("=")
    if place in table.cards and value != "gone":
        return Refusal(
            Code.TERMS, "%(card)s is on the table already: it cannot come into the game again.", "SEQ-16", card=place
        )
    if not equals or not _is_known(table, place, value):
        return Refusal(Code.TERMS, "The correction %(change)r is not understood.", "SEQ-16", change=change)
    name, _, field = place.rpartition(".")
    if value and (place == "edge" or field == "controller"):
        return seat_refusal(table, value)
    if place in ("phase", "begin") and table.stage is Stage.SETUP:
        return Refusal(Code.OVER, "The game has not started.", "SETUP-14")
    if place == "begin":
        return seat_refusal(table, value.partition("/")[0])
    if field == "counters" and name in table.cards and table.cards[name].zone in (Zone.ASH_HEAP, Zone.REMOVED):
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=name)
    if field == "host":
        return host_refusal(table, name, value, or_contested=True)
    if value == "gone":
        return gone_refusal(table, place)
    made = None if name else _new_card(table, place, value)
    if made and (refused := full_refusal(table)):
        return refused
    host = made[0].host if made else ""
    return host_refusal(table, place, host, or_contested=True) if host else None


def gone_refusal(table: Table, card: str) -> Refusal | None:
    """Why a card cannot be taken out of the game: another lies on it, or it takes part in what is going on."""
    if cards_on(table, card):
        return Refusal(Code.TARGET, "%(card)s has other cards on it: correct those first.", "CARD-33", card=card)
    if any(card in _words_of(frame) for frame in table.frames):
        return Refusal(Code.TARGET, "%(card)s takes part in what is going on.", "SEQ-16", card=card)
    return None


def _words_of(piece: object) -> Iterator[str]:
    """Every text in a piece of what is going on: names are among them."""
    if isinstance(piece, str):
        yield piece
    elif isinstance(piece, tuple | frozenset):
        for part in piece:
            yield from _words_of(part)
    elif is_dataclass(piece):
        for item in fields(piece):
            yield from _words_of(getattr(piece, item.name))


def _is_known(table: Table, place: str, value: str) -> bool:
    """Whether a change names something that exists, with a value of its kind."""
    name, dot, field = place.rpartition(".")
    try:
        if place in ("edge", "phase", "begin"):
            return _is_step(table, place, value)
        if not dot:
            return (value == "gone" and place in table.cards) or _new_card(table, place, value) is not None
        if name in table.seats:
            return field in SEAT_FIELDS and SEAT_FIELDS[field](value) is not None
        return name in table.cards and field in CARD_FIELDS and CARD_FIELDS[field](value) is not None
    except (ValueError, KeyError):
        return False


def _is_step(table: Table, place: str, value: str) -> bool:
    if place == "edge":
        return not value or value in table.seats
    if place == "phase":
        return value in Phase and has_phase(table, Phase(value))
    seat, _, turn = value.partition("/")
    return seat in table.seats and _count(turn) > 0


def _yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise ValueError(value)
    return value == "yes"


def _number(value: str) -> int:
    number = int(value)
    if abs(number) > MOST_NUMBER:
        raise ValueError(value)
    return number


def _count(value: str) -> int:
    number = _number(value)
    if number < 0:
        raise ValueError(value)
    return number


def _zone(value: str) -> Zone:
    """Where a card can be put by itself: on another by its host, into a contest by its name."""
    if value not in _BY_ITSELF:
        raise ValueError(value)
    return Zone(value)


def _given(value: str) -> str:
    if not value:
        raise ValueError(value)
    return value


def _heap(value: str) -> tuple[str, ...]:
    """An ash heap of so many unnamed cards."""
    number = _count(value)
    if number > MOST_IN_HEAP:
        raise ValueError(value)
    return ("",) * number


def _flags(value: str) -> frozenset[CardFlag]:
    return frozenset(CardFlag(item) for item in value.split("+") if item)


def _title(value: str) -> Title | str:
    return read_title(value) or ""


def _disciplines(value: str) -> tuple[tuple[str, int], ...]:
    return read_disciplines(value.split("+"))


MOST_IN_HEAP = 500
# Cards of the crypt are unique.
UNIQUE_KINDS = frozenset({CardKind.VAMPIRE, CardKind.IMBUED})
_BY_ITSELF = frozenset({Zone.READY, Zone.TORPOR, Zone.UNCONTROLLED, Zone.ASH_HEAP, Zone.REMOVED})

SEAT_FIELDS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(
        (
            "pool", "hand", "library", "crypt", "hand_size", "recursions", "half_points", "transfers",
            "master_actions", "discard_actions", "influence_phases", "master_actions_per_phase", "penalty",
        ),
        _count,
    ),
    "ash_heap": _heap,
    **dict.fromkeys(("counted", "tracked", "out_of_turn_played", "owes_master_action", "short_hand"), _yes),
}  # fmt: skip
CARD_FIELDS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("counters", "capacity", "group", "strength", "bleed"), _count),
    **dict.fromkeys(("stealth", "intercept", "hand_size"), _number),
    **dict.fromkeys(("name", "clan", "sect", "marked_by"), str),
    **dict.fromkeys(("controller", "host"), _given),
    **dict.fromkeys(("locked", "unique"), _yes),
    "zone": _zone,
    "kind": CardKind,
    "flags": _flags,
    "title": _title,
    "disciplines": _disciplines,
}


def _set(draft: Draft, place: str, value: str) -> None:
    name, dot, field = place.rpartition(".")
    if place == "edge":
        draft.give_edge(value)
    elif place == "phase":
        # What could still be done in the phase before belongs to none now.
        draft.seat(draft.step.seat, transfers=0, master_actions=0, discard_actions=0)
        begin_phase(draft, Phase(value), draft.step.seat)
    elif place == "begin":
        _begin(draft, value)
    elif not dot:
        _create_or_drop(draft, place, value)
    elif name in draft.seats:
        _set_seat(draft, name, field, value)
    else:
        _set_card(draft, name, field, value)


def _begin(draft: Draft, value: str) -> None:
    seat, _, turn = value.partition("/")
    cut_frames(draft, 0)
    end_turn(draft)
    draft.change_step(turn=int(turn) - 1)
    (begin_shared_turn if draft.options.is_phased else begin_turn)(draft, seat)


def _set_seat(draft: Draft, seat: str, field: str, value: str) -> None:
    wanted = SEAT_FIELDS[field](value)
    if field == "pool":
        _level(draft, pool_of(seat), draft.seats[seat].pool, wanted)
    else:
        draft.seat(seat, **{field: wanted})


def _set_card(draft: Draft, card: str, field: str, value: str) -> None:
    wanted = CARD_FIELDS[field](value)
    if field == "counters":
        _level(draft, on(card), draft.cards[card].counters, wanted)
    elif field == "title":
        gain_title(draft, card, wanted or None)
        settle_contests(draft)
    elif field == "host":
        _leave_heap(draft, card)
        attach(draft, card, wanted)
    elif field == "zone":
        _put(draft, card, wanted)
    elif field == "controller":
        change_control(draft, card, wanted)
    else:
        draft.card(card, **{field: wanted})
    if field == "name" and wanted and draft.cards[card].kind in UNIQUE_KINDS:
        draft.card(card, unique=True)


def _put(draft: Draft, card: str, zone: Zone) -> None:
    """A card is put somewhere else by a correction: what that brings about follows as it does in play."""
    if zone is Zone.ASH_HEAP:
        burn(draft, card, "corrected")
    elif zone is Zone.REMOVED:
        _leave_heap(draft, card)
        remove(draft, card, "corrected")
    elif draft.cards[card].zone is not zone:
        _leave_heap(draft, card)
        put(draft, card, zone)


def _leave_heap(draft: Draft, card_id: str) -> None:
    card = draft.cards[card_id]
    if card.zone is Zone.ASH_HEAP:
        leave_ash_heap(draft, card.owner, card.name or card_id)


def _level(draft: Draft, place: str, have: int, want: int) -> None:
    if want > have:
        draft.move(BANK, place, want - have, "corrected")
    else:
        draft.move(place, BANK, have - want, "corrected")


def _new_card(table: Table, card_id: str, value: str) -> tuple[GameCard, int] | None:
    """Read `vampire@A.ready.5/3`, `ally@A.ready.0/3`, `equipment@A.on-X`."""
    kind, _, rest = value.partition("@")
    owner, _, rest = rest.partition(".")
    zone, _, numbers = rest.partition(".")
    capacity, _, counters = numbers.partition("/")
    if card_id in table.cards or owner not in table.seats:
        return None
    host = zone.removeprefix("on-") if zone.startswith("on-") else ""
    card = GameCard(
        id=card_id,
        kind=CardKind(kind),
        owner=owner,
        controller=owner,
        zone=Zone.READY if host else _zone(zone),
        host=host,
        capacity=_count(capacity or "0"),
    )
    return card, _count(counters or "0")


def _create_or_drop(draft: Draft, card_id: str, value: str) -> None:
    if value == "gone":
        card = draft.cards[card_id]
        draft.move(on(card_id), REMOVED, card.counters, "corrected")
        for kind, number in card.other_counters:
            draft.move(on(card_id, kind), REMOVED, number, "corrected")
        _leave_heap(draft, card_id)
        for contest in draft.contests:
            draft.contests = without_claim(draft, contest, card_id)
        del draft.cards[card_id]
        return
    made = _new_card(draft, card_id, value)
    assert made is not None
    draft.cards[card_id] = made[0]
    draft.move(BANK, on(card_id), made[1], "corrected")
    if made[0].host:
        attach(draft, card_id, made[0].host)


# What a correction sets: "A: pool 12", "Anna: locked", "the Edge: nobody"

# The numbers of a Methuselah and of a card that can be set.
SEAT_NUMBERS = {
    "pool": Message("pool"),
    "hand": Message("cards in hand"),
    "library": Message("cards in the library"),
    "crypt": Message("cards in the crypt"),
    "ash_heap": Message("cards in the ash heap"),
    "hand_size": Message("hand size"),
    "half_points": Message("half victory points"),
    "transfers": Message("transfers"),
    "master_actions": Message("master phase actions"),
    "discard_actions": Message("discard phase actions"),
}
CARD_NUMBERS = {
    "counters": Message("blood, life or counters"),
    "capacity": Message("capacity"),
    "strength": Message("strength"),
    "bleed": Message("bleed"),
}


def change_words(change: str, names: Names) -> str:
    """One change in words; one without words of its own stays as a record writes it."""
    place, _, value = change.partition("=")
    thing, _, field = place.rpartition(".")
    if place in _STEPS:
        return _STEPS[place](value)
    if not thing:
        return _card_words(place, value, names)
    name = names.target(thing)
    if field == "half_points" and value.isdecimal():
        return Message("%(who)s: %(points)s VP", who=name, points=Points(int(value)))
    if label := SEAT_NUMBERS.get(field) or CARD_NUMBERS.get(field):
        return Message("%(name)s: %(what)s %(number)s", name=name, what=label, number=value)
    if field == "name":
        return Message("%(card)s is called %(name)s", card=name, name=value)
    if what := _state_words(field, value):
        return Message("%(name)s: %(what)s", name=name, what=what)
    return change


def _state_words(field: str, value: str) -> str:
    """The new state of a card in words; empty where there are none."""
    if field == "locked":
        return Sense("card", "locked") if value == "yes" else Message("unlocked")
    kind, _, scope = value.partition("/")
    if field == "title" and kind in TitleKind:
        return title_words(Title(kind=TitleKind(kind), scope="" if scope.isdecimal() else scope))
    return ZONES[value] if field == "zone" and value in ZONES else ""


def _card_words(card: str, value: str, names: Names) -> str:
    """A card that was not known, or one that is not there."""
    if value == "gone":
        return Message("%(card)s is not in the game", card=names.card(card))
    kind, _, rest = value.partition("@")
    if kind not in KINDS:
        return f"{card}={value}"
    return Message("new: %(kind)s of %(name)s", kind=KINDS[kind], name=rest.partition(".")[0])


def _begin_words(value: str) -> str:
    seat, _, turn = value.partition("/")
    return Message("turn %(number)s of %(name)s begins", number=turn, name=seat)


def _edge_words(value: str) -> str:
    return Message("%(name)s has the Edge", name=value) if value else Message("no player has the Edge")


_STEPS: dict[str, Callable[[str], str]] = {
    "edge": _edge_words,
    "phase": lambda value: PHASES.get(value, value),
    "begin": _begin_words,
}


def place_of(change: str) -> tuple[str, str]:
    """The seat or card that a change is about, or "edge", "phase", "begin"; and its field, if it sets one."""
    place, _, field = change.partition("=")[0].rpartition(".")
    return (place, field) if place else (field, "")
