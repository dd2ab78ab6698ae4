"""The row of the table of commands, and the figures that several of them share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache

from toolkit.languages import Sayable
from toolkit.services.kernel.fields import (
    Body,
    Field,
    FlagField,
    ListField,
    NumberField,
    PlayerField,
    RoundField,
    SeedField,
    TextField,
)
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament.facts import Fact

# What an address may name, and the word for it in the API's document.
PATH_FIELDS: dict[str, tuple[str, Field]] = {
    "player": ("player", PlayerField(is_required=True)),
    "round": ("number", RoundField(is_required=True, words="The round: a number, or final.")),
    "table": ("table", NumberField(is_required=True)),
    "sanction": ("sanction", NumberField(is_required=True)),
    "call": ("number", NumberField(is_required=True)),
    "sign_up": ("number", NumberField(is_required=True)),
    "raffle": ("number", NumberField(is_required=True)),
    "announcement": ("number", NumberField(is_required=True)),
    "pod": ("pod", NumberField(is_required=True)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing that can be done at a tournament.

    Attributes:
        operation: of the domain: the state, what the address names, the figures -> facts.
        use_case: instead of an operation, what chooses between several of them or asks who works.
        method, path: of the API, below a tournament's address; `<round>` and its like are of `PATH_FIELDS`.
        action: by which it is known who may.
        words: what it does, for the API and the command line. The first sentence is the summary, with a verb in front.
        body: what is sent.
        usage: how the command line spells it, in its own notation, such as "round swap ROUND FIRST SECOND --reason";
            a word that is not the figure's own name is followed by it (`PLAYER...=players`). None: not as it is.
        help: what the command line says, where that is more than `words`.
        asks: what is asked at a terminal, or by a page, before it is done, of the tournament, the moment (`at`) and the
            figures; None to go on.
        corrects: it may write a fact that moves points, or undo one. The API and the command line take `sure`,
            and refuse without it what would move what is decided.
    """

    name: str
    operation: Callable[..., Iterable[Fact]] | None = None
    use_case: Callable[..., Change] | None = None
    method: str
    path: str
    action: Action = Action.RUN
    words: str
    body: Body | None = None
    usage: str = ""
    help: str = ""
    asks: Callable[..., Sayable | None] | None = None
    corrects: bool = False

    @property
    def path_fields(self) -> tuple[str, ...]:
        """The fields in the address, in its order."""
        return tuple(re.findall(r"<(\w+)>", self.path))

    @property
    def fields(self) -> dict[str, Field]:
        """Every figure: of the address first, then of what is sent."""
        named = {name: PATH_FIELDS[name][1] for name in self.path_fields}
        return {**named, **(self.sent.fields if self.sent else {})}

    @property
    def sent(self) -> Body | None:
        """The fields that programs send: those of the body, and `sure` where it may move what is decided."""
        return _with_sure(self.body) if self.corrects else self.body

    def unasked(self, asked: Collection[str]) -> dict[str, object]:
        """The values of the other figures where only these are asked."""
        fields = self.body.fields if self.body else {}
        return {
            name: field.otherwise
            for name, field in fields.items()
            if name not in asked and field.otherwise is not ... and not field.is_required
        }

    def carry_out(self, work: UnitOfWork, *named: object, **sent: object) -> Change:
        """Do it with what the address names, in its order, and what was sent.

        Raises:
            ToolkitError: what the domain refuses with.
        """
        fields = self.body.fields if self.body else {}
        if self.corrects and (is_sure := sent.pop("sure", None)) is not None:
            work = replace(work, is_sure=bool(is_sure))
        figures = {fields[name].to or name: fields[name].read(value) for name, value in sent.items()}
        if self.use_case is not None:
            return self.use_case(work, *named, **figures)
        assert self.operation is not None
        return work.change(self.operation, *named, **figures)


@cache
def _with_sure(body: Body | None) -> Body:
    """The body with `sure`; one for all commands that share it, as the API's document has each name once."""
    name, fields = (body.name, body.fields) if body else ("", {})
    return Body(f"Sure{name}", {**fields, "sure": SURE})


def sends(name: str, /, **fields: Field) -> Body:
    """The fields of the body, by their names in the API's document."""
    return Body(name, fields)


SURE = FlagField(words="Go on although it moves the winner, the cut, the seeds or places in leagues.")
REASON = TextField(words="The reason, for the log.")
SEED = SeedField(words="Random seed. Default: a new one.")
WORD = TextField(longest=100, words="With a committed seed: the word said in the room after it.")
PLAYER = PlayerField(is_required=True)
PLAYERS = ListField(each=PLAYER)
TABLES = ListField(each=ListField(each=PLAYER, most=5), is_required=True)
WITH_REASON = sends("Reason", reason=REASON)


# What a preview of seats is asked with as well.
SEATS = sends("Seats", reason=REASON, tables=TABLES)
