"""A game with its history, and its record: a text with one operation a line that reads back to the same game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from functools import partial
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints, override

from toolkit.errors import Invalid, ToolkitError
from toolkit.game.draft import Draft, Table
from toolkit.game.engine import Applied, carry, in_force
from toolkit.game.events import Event, Movement
from toolkit.game.new import DeckCounts, new_game
from toolkit.game.older import carry_older
from toolkit.game.operation import REGISTRY, Operation, has_seat, operation, seat_of, verb
from toolkit.game.options import PROFILES, BadOption, RulesOptions, differences, options_for
from toolkit.game.playing import UseEffect
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.state import Effect, GameState
from toolkit.game.vocabulary import EffectKind
from toolkit.languages import Listed, Message, Sayable

# A game


@operation
class Undo(Operation):
    """Take back the last operations; they can be redone until another is given."""

    count: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return None if self.count > 0 else Refusal(Code.AMOUNT, "Undo at least one operation.", "SEQ-16")

    @override
    def carry_out(self, draft: Draft) -> None:
        raise AssertionError("an undo is the session's, not the engine's")


@operation
class Redo(Operation):
    """Do again what was taken back."""

    count: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return None if self.count > 0 else Refusal(Code.AMOUNT, "Redo at least one operation.", "SEQ-16")

    @override
    def carry_out(self, draft: Draft) -> None:
        raise AssertionError("a redo is the session's, not the engine's")


@dataclass(slots=True)
class Game:
    """The thin shell around states.

    Attributes:
        start: the state before the first operation.
        log: everything that was ordered, undos included: what a record holds.
        done: the operations that stand, each with what it brought about.
        undone: operations taken back, the last first.
    """

    start: GameState
    log: list[Operation] = field(default_factory=list)
    done: list[tuple[Operation, Applied]] = field(default_factory=list)
    undone: list[tuple[Operation, Applied]] = field(default_factory=list)

    @classmethod
    def replay(cls, start: GameState, operations: Iterable[Operation]) -> Game:
        """The game after these operations.

        Raises:
            IllegalOperation: one of them is refused.
        """
        game = cls(start)
        for order in operations:
            game.push(order)
        return game

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.done[-1][1].state if self.done else self.start

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order, each with its turn and operation."""
        return [event for _, applied in in_force(self.done) for event in applied.events]

    @property
    def ledger(self) -> list[Movement]:
        """Every counter that moved, in order."""
        return [movement for _, applied in in_force(self.done) for movement in applied.ledger]

    def push(self, order: Operation, *, accepted: bool = False) -> GameState:
        """Carry out an operation, an undo or a redo; for one that was `accepted` before see `carry_older`.

        Raises:
            IllegalOperation: it is refused; the game is as it was.
        """
        if isinstance(order, Undo | Redo):
            self._step_back_or_forth(order)
        else:
            self.done.append((order, (carry_older if accepted else carry)(self.state, order)))
            self.undone.clear()
        self.log.append(order)
        return self.state

    def pop(self, count: int = 1) -> GameState:
        """Take back the last operations."""
        return self.push(Undo(count=count))

    def _step_back_or_forth(self, order: Undo | Redo) -> None:
        refused = order.refusal(self.state)
        source, target = (self.done, self.undone) if isinstance(order, Undo) else (self.undone, self.done)
        if refused is None and order.count > len(source):
            refused = Refusal(Code.AMOUNT, "There are only %(number)s operations to go.", "SEQ-16", number=len(source))
        if refused is not None:
            raise IllegalOperation(refused)
        for _ in range(order.count):
            target.append(source.pop())


# Its record


VERSION = 2
MAGIC = "vtes-toolkit game record"
MOST_AMOUNT = 1000
# Characters of a word that a refusal repeats.
MOST_QUOTED = 60


class BadRecord(Invalid):
    """A record that cannot be read; `line` says where, from 1, and `said` what is wrong there, in a sentence."""

    code = "bad_record"

    def __init__(self, line: int, said: str, *, code: str | None = None) -> None:
        super().__init__(Message("Line %(line)s: %(sentence)s", line=line, sentence=said), code=code, rule="SEQ-16")
        self.line = line
        self.said = said


class RefusedLine(IllegalOperation):
    """A line of a record that the rules refuse.

    Attributes:
        line: where it stands in the text, from 1; 0 in a record that was never text.
        game: what stood before it.
    """

    def __init__(self, refusal: Refusal, line: int, game: Game) -> None:
        super().__init__(refusal)
        self.message = Message("Line %(line)s: %(sentence)s", line=line, sentence=self.message)
        self.args = (self.message,)
        self.line = line
        self.game = game


class _Fault(ValueError):
    """A word that is not written as a record has it; `said` why, to stand within a sentence."""

    def __init__(self, said: Sayable) -> None:
        super().__init__(said)
        self.said = said

    def at(self, line: int) -> BadRecord:
        return BadRecord(line, Message("%(reason)s.", reason=self.said))


@dataclass(slots=True, kw_only=True)
class RecordLine:
    """One line of the body: an operation, a comment, or both; `number` is its line in the text, from 1."""

    operation: Operation | None = None
    comment: str = ""
    number: int = field(default=0, compare=False)


@dataclass(slots=True, kw_only=True)
class GameRecord:
    """A game as it is written down.

    Attributes:
        version: of an older one the orders were accepted by the rules of their time.
        seats: names in seating order, each with its deck as numbers.
        problem: what is wrong with the rest of the text, if it could not be read to the end.
    """

    title: str = ""
    profile: str = "current"
    options: RulesOptions = field(default_factory=RulesOptions)
    seats: dict[str, DeckCounts] = field(default_factory=dict)
    lines: list[RecordLine] = field(default_factory=list)
    problem: BadRecord | None = None
    version: int = VERSION

    @property
    def is_older(self) -> bool:
        """Whether it was written by an older version."""
        return self.version < VERSION

    @property
    def operations(self) -> list[Operation]:
        """The operations, in order."""
        return [line.operation for line in self.lines if line.operation is not None]

    def start(self) -> GameState:
        """The state before the first operation."""
        return new_game(list(self.seats), self.options, list(self.seats.values()))

    def replay(self) -> Game:
        """The game after the last operation.

        Raises:
            RefusedLine: the rules refuse one; it says which line, and has the game before it.
        """
        game = Game(self.start())
        for line in self.lines:
            if line.operation is not None:
                try:
                    game.push(line.operation, accepted=self.is_older)
                except IllegalOperation as error:
                    raise RefusedLine(error.refusal, line.number, game) from None
        return game


# Writing


def render_record(record: GameRecord) -> str:
    """The record as text."""
    out = [f"{MAGIC} {record.version}"]
    if record.title:
        out.append(f"title {_quote(record.title)}")
    out.append(f"profile {record.profile}")
    out += [f"option {name}={value}" for name, value in differences(record.options, record.profile).items()]
    for name, deck in record.seats.items():
        words = [word for word, holds in (("uncounted", not deck.counted), ("tracked", deck.tracked)) if holds]
        out.append(" ".join([f"seat {_quote(name)} library={deck.library} crypt={deck.crypt}", *words]))
    out.append("")
    out += [_render_line(line) for line in record.lines]
    return "\n".join(out) + "\n"


def _render_line(line: RecordLine) -> str:
    text = render_operation(line.operation) if line.operation is not None else ""
    if line.comment:
        comment = _BREAK.sub(" ", line.comment)
        text = f"{text}  # {comment}" if text else f"# {comment}"
    return text


def render_operation(order: Operation) -> str:
    """One operation as a line: its seat, its name, its required fields, and those that differ from the default."""
    words = [f"{_quote(seat_of(order))}:"] if has_seat(type(order)) else []
    words.append(verb(type(order)))
    for name, planned in _plan(type(order)).items():
        value = getattr(order, name)
        if planned.is_needed:
            words.append(_quote(planned.write(value)))
        elif value != planned.default:
            words.append(f"{name}={_quote(planned.write(value))}")
    return " ".join(words)


_PLAIN = re.compile(r"[^\s\"#=]+")
# What ends a line. Python's own `splitlines` would end one at other characters too, which a text may hold.
_BREAK = re.compile(r"\r\n|\r|\n")


def _quote(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


# Values


type Codec = tuple[Callable[[str], Any], Callable[[Any], str]]


def _escape(text: str) -> str:
    """A part of an effect, where `:` parts, within a list."""
    return _escape_item(text).replace(":", "%3A")


def _escape_item(text: str) -> str:
    """One of a list, where `,` parts."""
    return text.replace("%", "%25").replace(",", "%2C")


def _unescape(text: str) -> str:
    return text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")


def _read_bool(text: str) -> bool:
    if text not in ("yes", "no"):
        raise _Fault(Message("%(word)s is neither yes nor no", word=_quoted(text)))
    return text == "yes"


def _read_int(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise _Fault(Message("%(word)s is not a number", word=_quoted(text)))
    # Damage, for one, is handled point by point.
    if abs(int(text)) > MOST_AMOUNT:
        raise _Fault(Message("no game has a figure above %(number)s", number=MOST_AMOUNT))
    return int(text)


def _read_member(kind: type[StrEnum], text: str) -> StrEnum:
    if text not in kind:
        raise _Fault(Message("%(word)s is not one of %(list)s", word=_quoted(text), list=Listed(kind)))
    return kind(text)


def read_effect(text: str) -> Effect:
    """Read `kind:target:amount:detail`; what is left out at the end is empty.

    Raises:
        ValueError: it is not written so.
    """
    parts = text.split(":")
    if len(parts) > 4:
        raise _Fault(Message("%(word)s is not an effect", word=_quoted(text)))
    kind, target, amount, detail = (*parts, "", "", "")[:4]
    if kind not in EffectKind:
        raise _Fault(Message("there is no effect %(word)s", word=_quoted(kind)))
    return Effect(EffectKind(kind), _unescape(target), _read_int(amount) if amount else 0, _unescape(detail))


def write_effect(item: Effect) -> str:
    """The effect as text."""
    parts = [item.kind.value, _escape(item.target), str(item.amount) if item.amount else "", _escape(item.detail)]
    while not parts[-1]:
        parts.pop()
    return ":".join(parts)


def _codec(hint: Any) -> Codec:
    if get_origin(hint) is tuple:
        read, write = _codec(get_args(hint)[0])
        plain = get_args(hint)[0] is str
        return (
            lambda text: tuple(read(_unescape(part) if plain else part) for part in text.split(",")) if text else (),
            lambda value: ",".join(_escape_item(part) if plain else write(part) for part in value),
        )
    if isinstance(hint, UnionType):
        read, write = _codec(next(arg for arg in get_args(hint) if arg is not type(None)))
        return read, lambda value: "" if value is None else write(value)
    if hint is Effect:
        return read_effect, write_effect
    if hint is bool:
        return _read_bool, lambda value: "yes" if value else "no"
    if hint is int:
        return _read_int, str
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return partial(_read_member, hint), lambda value: str(value.value)
    return str, str


class PlannedField(NamedTuple):
    """A field of an operation: whether it must be given, its default, how it is read and written."""

    is_needed: bool
    default: object
    read: Callable[[str], Any]
    write: Callable[[Any], str]


type FieldPlan = dict[str, PlannedField]
_PLANS: dict[str, FieldPlan] = {}


def _plan(kind: type[Operation]) -> FieldPlan:
    """Each field but the seat."""
    name = kind.__name__
    if name not in _PLANS:
        _PLANS[name] = _make_plan(kind)
    return _PLANS[name]


def _make_plan(kind: type[Operation]) -> FieldPlan:
    hints = get_type_hints(kind)
    own = kind.__annotations__
    # What is said of the order itself stands before the terms that it has in common with others.
    ordered = sorted(fields(kind), key=lambda item: item.name not in own)
    return {
        item.name: PlannedField(item.default is MISSING, item.default, *_codec(hints[item.name]))
        for item in ordered
        if item.name != "seat"
    }


# Reading


_TOKEN = re.compile(r'\s*(?:(?P<comment>#.*)|(?P<word>(?:[^\s"#=]+=)?(?:"(?:[^"\\]|\\.)*"|[^\s"#]+)(?::)?))')


def _tokens(text: str) -> tuple[list[str], str]:
    """The words of a line, unquoted, and its comment.

    Raises:
        ValueError: a quotation mark is not closed.
    """
    words: list[str] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _Fault(Message("a quotation mark is not closed"))
        at = match.end()
        if match["comment"] is not None:
            return words, match["comment"][1:].strip()
        words.append(_unquote(match["word"]))
    return words, ""


_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "r": "\r"}


def _unquote(word: str) -> str:
    if '"' not in word:
        return word
    inner = lambda match: re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), match[1])
    return _QUOTED.sub(inner, word)


def _quoted(word: str) -> str:
    """A word that is not understood, as written; only the beginning of a long one."""
    return repr(word if len(word) <= MOST_QUOTED else f"{word[:MOST_QUOTED]}…")


def _checked(text: str) -> str:
    """The text, if it can be written to a file.

    Raises:
        ValueError: it holds half a character.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _Fault(Message("this is not text in UTF-8")) from None
    return text


def parse_operation(text: str) -> Operation:
    """Read one operation.

    Raises:
        BadRecord: it is not one.
    """
    try:
        words, _ = _tokens(_checked(text))
        return _operation(words)
    except _Fault as fault:
        raise fault.at(1) from None


def _operation(words: list[str]) -> Operation:
    seat = ""
    if words and words[0].endswith(":"):
        seat, words = words[0][:-1], words[1:]
    if not words or words[0] not in REGISTRY:
        raise _Fault(Message("there is no operation %(word)s", word=_quoted(words[0] if words else "")))
    kind = REGISTRY[words[0]]
    if has_seat(kind) != bool(seat):
        if has_seat(kind):
            raise _Fault(Message("%(word)s is given by a Methuselah", word=words[0]))
        raise _Fault(Message("%(word)s is given by the table", word=words[0]))
    values: dict[str, Any] = {"seat": seat} if seat else {}
    plan = _plan(kind)
    needed = [name for name, planned in plan.items() if planned.is_needed]
    for place, word in enumerate(words[1:]):
        name, text = _named(word, needed, place, plan)
        if name in values:
            raise _Fault(Message("%(word)s is given twice", word=name))
        try:
            values[name] = plan[name].read(text)
        except _Fault as fault:
            raise _Fault(Message("%(name)s: %(reason)s", name=name, reason=fault.said)) from None
    if missing := [name for name in needed if name not in values]:
        raise _Fault(Message("%(word)s needs %(list)s", word=words[0], list=Listed(missing)))
    return kind(**values)


def _named(word: str, needed: list[str], place: int, plan: FieldPlan) -> tuple[str, str]:
    if place < len(needed):
        return needed[place], word
    name, equals, text = word.partition("=")
    if not equals or name not in plan:
        raise _not_understood(word)
    return name, text


def _not_understood(word: str) -> _Fault:
    return _Fault(Message("%(word)s is not understood", word=_quoted(word)))


def parse_record(text: str) -> GameRecord:
    """Read a record; a damaged body keeps its readable beginning, and `problem` names the wrong line.

    A mail's words may stand above it, and the marks of a mail's quotation in front of every line.

    Raises:
        BadRecord: it is no record, its header is damaged, or it comes from a newer version.
    """
    rows = _unquoted(_BREAK.split(text))
    record = GameRecord()
    body = _read_header(rows, record)
    for number, row in enumerate(rows[body:], start=body + 1):
        try:
            words, comment = _tokens(_checked(row))
            order = _of_older(_operation(words), record.options) if words else None
        except _Fault as fault:
            record.problem = fault.at(number)
            break
        if order is not None or comment:
            record.lines.append(RecordLine(operation=order, comment=comment, number=number))
    return record


_QUOTATION = re.compile(r"[ \t]*(?:>[ \t]?)*")


def _unquoted(rows: list[str]) -> list[str]:
    """The lines as they were before they were quoted in a mail, by the marks of the record's first: "> ", ">> ".

    What stands above that line is left empty.
    """
    for at, row in enumerate(rows):
        marks, magic, _ = row.partition(MAGIC)
        if magic and _QUOTATION.fullmatch(marks):
            same = re.compile(rf"[ \t]*(?:>[ \t]?){{0,{marks.count('>')}}}")
            return [""] * at + [same.sub("", row, count=1) if ">" in marks else row for row in rows[at:]]
    return rows


def _of_older(order: Operation, options: RulesOptions) -> Operation:
    """An effect of a strict table without its source, which older records do not say: it is of something else."""
    if isinstance(order, UseEffect) and options.game_enforcement == "strict" and order.is_nameless:
        return replace(order, why="other")
    return order


def _read_header(rows: list[str], record: GameRecord) -> int:
    """Read the header; returns the index of the first line of the body."""
    begin = next((at for at, row in enumerate(rows) if row.strip()), 0)
    first = rows[begin].strip()
    if not first.startswith(MAGIC):
        raise BadRecord(1, Message("this is not a game record."))
    version = first.removeprefix(MAGIC).strip()
    if not re.fullmatch(r"[0-9]{1,6}", version):
        raise BadRecord(1, Message("the version is missing."))
    if int(version) > VERSION:
        newer = Message(
            "version %(version)s is newer than this program reads (%(known)s).", version=version, known=VERSION
        )
        raise BadRecord(1, newer, code="newer_version")
    record.version = int(version)
    changes: dict[str, str] = {}
    number = begin + 1
    for number, row in enumerate(rows[begin + 1 :], start=begin + 2):
        if not row.strip():
            break
        try:
            _header_line(_tokens(_checked(row))[0], record, changes)
        except _Fault as fault:
            raise fault.at(number) from None
        except BadOption as error:
            raise BadRecord(number, error.message) from None
    else:
        number += 1
    try:
        record.options = options_for(record.profile, **changes)
        record.start()
    except BadRecord:
        raise
    except ToolkitError as error:
        raise BadRecord(number, error.message) from None
    return number


def _header_line(words: list[str], record: GameRecord, changes: dict[str, str]) -> None:
    match words:
        case []:
            return
        case ["title", text]:
            record.title = text
        case ["profile", name]:
            if name not in PROFILES:
                raise _Fault(Message("there is no profile %(word)s", word=_quoted(name)))
            record.profile = name
        case ["option", text] if "=" in text:
            name, _, value = text.partition("=")
            options_for("current", **{name: value})
            changes[name] = value
        case ["seat", name, *rest]:
            if name in record.seats:
                raise _Fault(Message("%(word)s sits at this table already", word=name))
            record.seats[name] = _deck(rest)
        case _:
            raise _not_understood(" ".join(words))


def _deck(words: Iterable[str]) -> DeckCounts:
    counts = {"library": 60, "crypt": 12}
    flags = set()
    for word in words:
        name, _, value = word.partition("=")
        if word in ("uncounted", "tracked"):
            flags.add(word)
        elif name in counts:
            counts[name] = _read_int(value)
        else:
            raise _not_understood(word)
    return DeckCounts(**counts, counted="uncounted" not in flags, tracked="tracked" in flags)
