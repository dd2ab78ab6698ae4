"""A state as one line of text, and as JSON: complete, and read back to an equal state.

Both are written from the fields of the state's own classes, so that a new field is in both at once. Fields with their
default value are left out. Input may come from a stranger, and is checked.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, TypeAliasType, get_args, get_origin, get_type_hints

from toolkit.errors import Invalid
from toolkit.game.combat import AFTER_STRIKES
from toolkit.game.operation import REGISTRY, Operation
from toolkit.game.state import (
    Action,
    Answerable,
    CardPlay,
    Claim,
    Combat,
    Frame,
    FrozenMapping,
    GameState,
    Referendum,
    Terms,
    Waiting,
)
from toolkit.game.turns import has_phase
from toolkit.game.vocabulary import MOST_NUMBER, ActionKind, ActionState, Stage
from toolkit.game.windows import Playable, window_name
from toolkit.languages import Listed, Message

VERSION = 1
MAGIC = "vtes-toolkit state"
# No table is as large; what is, is refused before it takes long.
MOST_CHARACTERS = 200_000
MOST_VALUES = 20_000
MOST_CARDS = 600
# What is counted from the beginning of a game may be more.
MOST_COUNTED = 1_000_000
COUNTED = frozenset({"bank", "removed", "serial", "sequence", "turn", "paid_turn"})
# Brackets within brackets (an effect of a card that waits in a combat lies seven deep), cards on cards.
MOST_DEPTH = 12


class BadState(Invalid):
    """A text that is not a state; `place` is the failing part, "cards[3].counters", empty for the whole."""

    code = "bad_state"

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


# JSON


def state_to_json(state: GameState) -> dict[str, Any]:
    """A state as JSON values, with the version of this form; fields that are as usual are left out."""
    return {"version": VERSION, **_fields_written(state)}


def state_from_json(value: object) -> GameState:
    """The state that `state_to_json` wrote.

    Raises:
        BadState: it is none, is of a newer version, or names what is not there.
    """
    _check_size(value)
    if not isinstance(value, dict):
        raise BadState(Message("This is not the state of a game."))
    version = value.get("version")
    if type(version) is not int or version < 1:
        raise BadState(Message("This is not the state of a game."), "version")
    if version > VERSION:
        raise BadState(
            Message(
                "The state is of version %(number)s; this program reads up to %(other)s.", number=version, other=VERSION
            ),
            "version",
        )
    content = {name: field_value for name, field_value in value.items() if name != "version"}
    state: GameState = _object(GameState)(content, "")
    if len(state.cards) > MOST_CARDS:
        raise BadState(Message("This is larger than any game."), "cards")
    check_state(state)
    return state


def _check_size(value: object) -> None:
    """Refuse more values than any table has, even such as contain themselves."""
    waiting, seen = [value], 0
    while waiting:
        item = waiting.pop()
        seen += 1
        if isinstance(item, Mapping):
            waiting += item.values()
            seen += len(item)
        elif isinstance(item, list | tuple):
            waiting += item
        if seen + len(waiting) > MOST_VALUES or (isinstance(item, str) and len(item) > MOST_CHARACTERS):
            raise BadState(Message("This is larger than any game."))


# Writing, by what stands there


def _written(value: Any) -> Any:
    if is_dataclass(value):
        kind = type(value)
        tag = {"is": kind.__name__} if kind in _tagged().values() else {}
        return tag | _fields_written(value)
    if isinstance(value, FrozenMapping):
        return [_written(item) for item in value.values()]
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(_written(item) for item in value)
    return value.value if isinstance(value, StrEnum) else value


def _fields_written(piece: Any) -> dict[str, Any]:
    values = ((item, getattr(piece, item.name)) for item in fields(piece))
    return {item.name: _written(value) for item, value in values if value != _default(item)}


def _default(item: Any) -> Any:
    return item.default_factory() if item.default_factory is not MISSING else item.default


@functools.cache
def _tagged() -> dict[str, type]:
    """The classes that a written piece names by itself: several of them fit the same place."""
    # Undos are the session's: a state knows none.
    orders = [kind for verb, kind in REGISTRY.items() if verb not in ("undo", "redo")]
    return {kind.__name__: kind for kind in (*get_args(Frame.__value__), *orders)}


# Reading, by the type that is to stand there


type ValueReader = Callable[[Any, str], Any]


@functools.cache
def _reader(hint: Any) -> ValueReader:
    if isinstance(hint, TypeAliasType):
        return _reader(hint.__value__)
    origin, inner = get_origin(hint), get_args(hint)
    if hint is GameState:
        return _read_earlier
    if hint is object:
        return functools.partial(_read_tagged, Operation)
    if (origin is UnionType and NoneType not in inner) or hint is Terms:
        return functools.partial(_read_tagged, hint)
    if origin is UnionType:
        return _optional(_reader(next(part for part in inner if part is not NoneType)))
    if origin is tuple and inner[-1] is not ...:
        return _tuple([_reader(part) for part in inner])
    if origin in (tuple, frozenset):
        return _sequence(origin, _reader(inner[0]))
    if origin is Mapping:
        return _mapping(inner[1])
    if origin is Literal:
        return _choice(dict(zip(inner, inner, strict=True)))
    if issubclass(hint, StrEnum):
        return _choice({member.value: member for member in hint})
    return _SCALARS[hint] if hint in _SCALARS else _object(hint)


def _number(value: Any, place: str) -> int:
    most = MOST_COUNTED if place.rpartition(".")[2] in COUNTED else MOST_NUMBER
    if type(value) is not int or abs(value) > most:
        raise BadState(Message("%(place)s is not a number of a game.", place=place), place)
    return value


def _text(value: Any, place: str) -> str:
    if type(value) is not str:
        raise BadState(Message("%(place)s is not a text.", place=place), place)
    return value


def _yes_or_no(value: Any, place: str) -> bool:
    if type(value) is not bool:
        raise BadState(Message("%(place)s is neither true nor false.", place=place), place)
    return value


_SCALARS: dict[type, ValueReader] = {int: _number, str: _text, bool: _yes_or_no}


def _choice(members: Mapping[str, Any]) -> ValueReader:
    def read(value: Any, place: str) -> Any:
        if type(value) is not str or value not in members:
            raise BadState(Message("%(place)s is one of %(list)s.", place=place, list=Listed(members)), place)
        return members[value]

    return read


def _optional(reader: ValueReader) -> ValueReader:
    return lambda value, place: None if value is None else reader(value, place)


def _listed(value: Any, place: str) -> list[Any]:
    if type(value) is not list:
        raise BadState(Message("%(place)s is not a list.", place=place), place)
    return value


def _sequence(kind: type, reader: ValueReader) -> ValueReader:
    return lambda value, place: kind(
        reader(item, f"{place}[{number}]") for number, item in enumerate(_listed(value, place))
    )


def _tuple(readers: list[ValueReader]) -> ValueReader:
    def read(value: Any, place: str) -> Any:
        if len(_listed(value, place)) != len(readers):
            raise BadState(
                Message("%(place)s is a list of %(number)s values.", place=place, number=len(readers)), place
            )
        pairs = zip(readers, value, strict=True)
        return tuple(reader(item, f"{place}[{number}]") for number, (reader, item) in enumerate(pairs))

    return read


def _mapping(kind: type) -> ValueReader:
    """Pieces in their order, each known by its first field: a name, an identifier."""
    reader, key = _reader(kind), fields(kind)[0].name

    def read(value: Any, place: str) -> Any:
        pieces: dict[str, Any] = {}
        for number, item in enumerate(_listed(value, place)):
            piece = reader(item, f"{place}[{number}]")
            there = f"{place}[{number}].{key}"
            _check_given(getattr(piece, key), there)
            if getattr(piece, key) in pieces:
                raise BadState(Message("%(place)s is there twice.", place=there), there)
            pieces[getattr(piece, key)] = piece
        return FrozenMapping(pieces)

    return read


def _read_tagged(hint: Any, value: Any, place: str) -> Any:
    """A piece that says by `is` what it is; terms by themselves say nothing."""
    if type(value) is dict and "is" not in value and hint is Terms:
        return _object(Terms)(value, place)
    kinds = {name: kind for name, kind in _tagged().items() if issubclass(kind, hint)}
    if type(value) is not dict:
        raise BadState(Message("%(place)s has no fields.", place=place), place)
    kind = _choice(kinds)(value.get("is"), f"{place}.is")
    return _object(kind)({name: content for name, content in value.items() if name != "is"}, place)


def _read_earlier(value: Any, place: str) -> GameState:
    """An earlier state within a state; it has none of its own."""
    for name in ("lapsed", "answerable"):
        if type(value) is dict and name in value:
            raise BadState(Message("%(place)s is not known.", place=f"{place}.{name}"), f"{place}.{name}")
    state: GameState = _object(GameState)(value, place)
    return state


@functools.cache
def _object(kind: Any) -> ValueReader:
    hints = get_type_hints(kind)
    readers = {item.name: _reader(hints[item.name]) for item in fields(kind)}
    needed = [item.name for item in fields(kind) if _default(item) is MISSING]

    def read(value: Any, place: str) -> Any:
        if type(value) is not dict:
            raise BadState(Message("%(place)s has no fields.", place=place), place)
        at = f"{place}." if place else ""
        for name in value:
            if name not in readers:
                raise BadState(Message("%(place)s is not known.", place=f"{at}{name}"), f"{at}{name}")
        for name in needed:
            if name not in value:
                raise BadState(Message("%(place)s is missing.", place=f"{at}{name}"), f"{at}{name}")
        return kind(**{name: readers[name](content, f"{at}{name}") for name, content in value.items()})

    return read


# What must be there: who and what the pieces name


# Fields that name a Methuselah, and such as name a card, wherever they stand.
SEATS = frozenset(
    {
        "edge", "speaking", "silent", "silent_once", "edge_holders", "edge_holders_before", "first", "seat", "waiting",
        "chooser", "owner", "controller", "order", "passed", "defenders", "declined", "may_block", "bonus_seat",
        "gained",
    }
)  # fmt: skip
CARDS = frozenset({"host", "minion", "blocker", "diablerist", "intercepts", "pending", "cannot_block"})
# Actions that are aimed at one Methuselah or card.
AIMED = frozenset(
    {
        ActionKind.BLEED, ActionKind.RED_LIST, ActionKind.RUSH, ActionKind.PM_RUSH, ActionKind.RESCUE,
        ActionKind.DIABLERIZE, ActionKind.BURN_IMBUED,
    }
)  # fmt: skip


def check_state(state: GameState) -> None:
    """Refuse a state that names a seat or a card which is not there.

    Raises:
        BadState: it names one.

    Rule: SETUP-13.
    """
    if not 2 <= len(state.seats) <= 6:
        raise BadState(Message("A table has 2 to 6 players, not %(number)s.", number=len(state.seats)), "seats")
    if state.stage is Stage.RUNNING:
        _check_given(state.step.first, "step.first")
        _check_given(state.step.seat, "step.seat")
        if not has_phase(state, state.step.phase):
            raise _unknown("step.phase", state.step.phase)
    for place, existing, name in _names(state, state, ""):
        _check_given(name, place)
        if name not in existing:
            raise _unknown(place, name)
    for number, card in enumerate(state.cards.values()):
        _check_hosts(state, card.id, f"cards[{number}].host")
    for number, frame in enumerate(state.frames):
        _check_frame(state, frame, f"frames[{number}]")
    for number, contest in enumerate(state.contests):
        for claim in contest.claims:
            if contest.is_title and state.cards[claim.card].title is None:
                place = f"contests[{number}]"
                raise BadState(
                    Message("%(place)s: %(card)s has no title to contest.", place=place, card=claim.card), place
                )
    if state.lapsed is not None:
        _check_lapsed(state, state.lapsed)
    if state.answerable is not None:
        _check_earlier(state, state.answerable.before, "answerable.before")
        if not state.answerable.given:
            raise BadState(Message("%(place)s is missing.", place="answerable.given"), "answerable.given")


def _check_earlier(state: GameState, earlier: GameState, place: str) -> None:
    """Refuse an earlier state unless it is of the same players."""
    if list(earlier.seats) != list(state.seats) or earlier.options != state.options:
        raise BadState(Message("%(place)s is of another game.", place=place), place)
    check_state(earlier)


def _check_lapsed(state: GameState, lapsed: GameState) -> None:
    """Refuse a passed-over state unless a combat waits in it after its strikes."""
    _check_earlier(state, lapsed, "lapsed")
    if not lapsed.frames or not isinstance(lapsed.frames[-1], Combat) or window_name(lapsed) not in AFTER_STRIKES:
        raise BadState(Message("%(place)s: no combat waits there.", place="lapsed"), "lapsed")


def _check_frame(state: GameState, frame: Frame, place: str) -> None:
    """Refuse an action that is not complete, and a card that no order plays."""
    if isinstance(frame, Action):
        _check_action(state, frame, place)
    elif isinstance(frame, CardPlay) and not isinstance(frame.play, Playable):
        place, plays = f"{place}.play.is", [name for name, kind in _tagged().items() if issubclass(kind, Playable)]
        raise BadState(Message("%(place)s is one of %(list)s.", place=place, list=Listed(plays)), place)


def _check_action(state: GameState, action: Action, place: str) -> None:
    """Refuse an action without the target that its kind needs, or an attempt to block without a blocker."""
    if action.state is ActionState.ATTEMPT:
        _check_given(action.blocker, f"{place}.blocker")
    for taken in action.take:
        # Whoever commits diablerie may say that nothing is taken.
        if taken not in state.cards and (taken != "none" or action.kind is ActionKind.EQUIP):
            raise _unknown(f"{place}.take", taken)
    existing: Mapping[str, object] = state.seats if action.kind is ActionKind.BLEED else state.cards
    if action.kind in AIMED and not (action.targets and action.targets[0] in existing):
        raise BadState(Message("%(place)s: the action is aimed at nothing.", place=place), f"{place}.targets")


def _unknown(place: str, name: str) -> BadState:
    return BadState(Message("%(place)s: there is no %(name)s here.", place=place, name=repr(str(name))), place)


def _check_given(name: str, place: str) -> None:
    if not name:
        raise BadState(Message("%(place)s is missing.", place=place), place)


def _names(state: GameState, piece: Any, place: str) -> Iterator[tuple[str, Mapping[str, object], str]]:
    """Each name in a piece that must be a seat's or a card's: its place, the names that exist, the name."""
    for item in fields(piece):
        value, there = getattr(piece, item.name), f"{place}.{item.name}" if place else item.name
        if isinstance(value, Answerable):  # its game is checked by itself, its orders when they are answered
            continue
        is_card = item.name in CARDS or (item.name == "card" and isinstance(piece, Claim))
        existing = state.cards if is_card else state.seats if item.name in SEATS else None
        if is_dataclass(value):
            yield from _names(state, value, there)
        elif isinstance(value, str):
            # A master card has no minion, nor has a referendum that an effect calls.
            is_without = item.name == "minion" and isinstance(piece, CardPlay | Referendum | Waiting)
            may_be_empty = is_without or item.default is not MISSING
            if existing is not None and (value or not may_be_empty):
                yield there, existing, value
        elif isinstance(value, FrozenMapping | tuple | frozenset):
            pieces: Iterable[Any] = value.values() if isinstance(value, FrozenMapping) else value
            for number, part in enumerate(pieces):
                if is_dataclass(part):
                    yield from _names(state, part, f"{there}[{number}]")
                elif existing is not None:
                    # Damage and intercept stand with their card in front.
                    yield f"{there}[{number}]", existing, part[0] if isinstance(part, tuple) else part


def _check_hosts(state: GameState, card: str, place: str) -> None:
    """Refuse a card that is on itself, directly or through others."""
    met: set[str] = set()
    while card:
        if card in met:
            raise BadState(Message("%(place)s: a card lies on itself.", place=place), place)
        if len(met) > MOST_DEPTH:
            raise BadState(Message("This is larger than any game."), place)
        met.add(card)
        card = state.cards[card].host


# Text: the same values with fewer marks


# A bracket, a field's name, a word, or whatever else stands there.
_TOKEN = re.compile(r'([()\[\]])|([a-z_]+):|("(?:[^"\\]|\\.)*"|[^\s"()\[\]:]+)|\S')
_PLAIN = re.compile(r"[^\W\d_](?:[\w./'-]*\w)?")
_NUMBER = re.compile(r"-?[0-9]{1,7}")
_WORDS = {"yes": True, "no": False, "null": None}


def render_state(state: GameState) -> str:
    """A state as one line: fields as `name:value`, pieces in round brackets, lists in square ones."""
    content = _fields_written(state)
    return " ".join([MAGIC, str(VERSION), *(f"{name}:{_line(value)}" for name, value in content.items())])


def _line(value: Any) -> str:
    if isinstance(value, dict):
        return f"({' '.join(f'{name}:{_line(content)}' for name, content in value.items())})"
    if isinstance(value, list):
        return f"[{' '.join(map(_line, value))}]"
    if isinstance(value, str):
        is_plain = _PLAIN.fullmatch(value) and value not in _WORDS
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "null" if value is None else str(value)


def parse_state(text: str) -> GameState:
    """The state that `render_state` wrote.

    Raises:
        BadState: it is none, is of a newer version, or names what is not there.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadState(Message("This is larger than any game."))
    match = re.fullmatch(rf"\s*{MAGIC} ([0-9]{{1,6}})(\s.*)?", text, re.DOTALL)
    if match is None:
        raise BadState(Message("This is not the state of a game."))
    return state_from_json(_Line(f"{match[2] or ''})").content() | {"version": int(match[1])})


class _Line:
    """The values of a line, read from its beginning."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, list(_TOKEN.finditer(text)), 0

    def content(self) -> dict[str, Any]:
        """The fields of the whole, up to the bracket that closes them.

        Raises:
            BadState: something is not understood.
        """
        content = self._fields(0)
        if self.at < len(self.tokens):
            self.at -= 1
            raise self._fault()
        return content

    def _fault(self) -> BadState:
        # The last bracket is the reader's own.
        rest = self.text[self.tokens[self.at].start() : -1] if self.at < len(self.tokens) - 1 else ""
        if not rest:
            return BadState(Message("The state ends too early."))
        return BadState(Message("This part of the state is not understood: %(text)s", text=repr(rest[:40])))

    def _next(self) -> re.Match[str]:
        if self.at == len(self.tokens):
            raise self._fault()
        return self.tokens[self.at]

    def _fields(self, depth: int) -> dict[str, Any]:
        content: dict[str, Any] = {}
        while (token := self._next())[1] != ")":
            if not token[2] or token[2] in content:
                raise self._fault()
            self.at += 1
            content[token[2]] = self._value(depth)
        self.at += 1
        return content

    def _list(self, depth: int) -> list[Any]:
        values = []
        while self._next()[1] != "]":
            values.append(self._value(depth))
        self.at += 1
        return values

    def _value(self, depth: int) -> Any:
        """The next value: a word, or brackets with everything in them."""
        token = self._next()
        if token[1] in ("(", "[") and depth < MOST_DEPTH:
            self.at += 1
            return (self._fields if token[1] == "(" else self._list)(depth + 1)
        if not token[3]:
            raise self._fault()
        value = self._word(token[3])
        self.at += 1
        return value

    def _word(self, word: str) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        if _PLAIN.fullmatch(word):
            return word
        if _NUMBER.fullmatch(word):
            return int(word)
        try:
            if word.startswith('"'):
                return json.loads(word)
        except ValueError:
            pass
        raise self._fault()
