"""Players of a list, registered or completed: what will happen is shown before it does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from toolkit.errors import ToolkitError
from toolkit.languages import N_, Listed, Message
from toolkit.languages.countries import country_of
from toolkit.tournament.configuration import clean_vekn
from toolkit.tournament.errors import BadValue
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact, PlayerAdded, PlayerChanged
from toolkit.tournament.player_lists import ImportedPlayer, joined
from toolkit.tournament.players import (
    KNOWN,
    VEKN_DIGITS,
    check_room,
    clean_country,
    clean_name,
    clean_place,
    name_key,
    search_key,
)
from toolkit.tournament.questions import is_reported
from toolkit.tournament.state import State

# What an import can add to a known player, silently or by name.
_COMPLETED = ("first", "last", "vekn", "city", "country")
_GAINED = {"vekn": N_("vekn"), "city": N_("city"), "country": N_("country")}


class ImportAction(StrEnum):
    """The action of an import on one line; a doubtful one is another person, unless the organizer says otherwise."""

    ADD = "add"
    DOUBT = "doubtful"
    UPDATE = "update"
    SKIP = "skip"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Whom a line may be: registered already, or named in the same list."""

    name: str
    vekn: str
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedLine:
    """A line with its action and the reason; `player` is the one it adds or is about, `like` one with a similar name.

    `is_twice`: the list has the same name above, and nobody has said yet whether it is the same person.
    """

    imported: ImportedPlayer
    action: ImportAction
    message: str
    player: int | None = None
    like: Likeness | None = None
    is_twice: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """The actions of an import, line by line."""

    lines: tuple[PreviewedLine, ...]

    def count(self, *actions: ImportAction) -> int:
        """How many lines meet with one of these."""
        return sum(line.action in actions for line in self.lines)


def preview_import(state: State, imported: Iterable[ImportedPlayer]) -> Preview:
    """The action of an import on each line: add, complete a known player, skip, or find fault with it."""
    by_vekn = {player.vekn: player.number for player in state.players.values() if player.vekn}
    by_name: dict[str, list[int]] = {}
    alike = _Alike()
    for player in state.players.values():
        by_name.setdefault(name_key(player.name), []).append(player.number)
        alike.add(Likeness(name=player.name, vekn=player.vekn, player=player.number))
    previews, following = [], state.players_ever + 1
    for line in imported:
        previewed = _preview_line(state, line, by_vekn, by_name, following)
        if previewed.action is ImportAction.ADD:
            previewed = alike.doubted(state, previewed)
        if previewed.action in NEW:
            new = previewed.imported
            alike.add(Likeness(name=new.name, vekn=new.vekn, player=following))
        previews.append(_reading_told(_number_told(state, previewed)))
        if previewed.action in NEW:
            by_name.setdefault(name_key(previewed.imported.name), []).append(following)
            by_vekn.update({previewed.imported.vekn: following} if previewed.imported.vekn else {})
            following += 1
    return Preview(tuple(previews))


def _preview_line(
    state: State, raw: ImportedPlayer, by_vekn: dict[str, int], by_name: dict[str, list[int]], following: int
) -> PreviewedLine:
    if not raw.name and raw.note:
        return PreviewedLine(imported=raw, action=ImportAction.SKIP, message=raw.note)
    try:
        line = replace(
            raw,
            name=clean_name(raw.name),
            first=clean_place(raw.first),
            last=clean_place(raw.last),
            vekn=clean_vekn(raw.vekn),
            city=clean_place(raw.city),
            country=clean_country(raw.country),
        )
    except ToolkitError as error:
        return PreviewedLine(imported=raw, action=ImportAction.FAULT, message=error.message)
    number = by_vekn.get(line.vekn) if line.vekn else None
    if number is not None:
        return _known(state, line, number)
    for namesake in by_name.get(name_key(line.name), ()) if line.is_same is not False else ():
        other = state.players.get(namesake)
        if other is None or not (line.vekn and other.vekn):
            like = Likeness(name=line.name, vekn=other.vekn if other else "", player=namesake)
            is_twice = other is None and line.is_same is None
            return replace(_known(state, line, namesake), like=like, is_twice=is_twice)
    message = joined([REGISTERED, line.note])
    return PreviewedLine(imported=line, action=ImportAction.ADD, message=message, player=following)


def _number_told(state: State, line: PreviewedLine) -> PreviewedLine:
    """The line, saying that the VEKN will not know the number it brings."""
    new = line.imported
    is_asked = is_reported(state) and line.action in (*NEW, ImportAction.UPDATE)
    if not is_asked or not new.vekn or len(new.vekn) == VEKN_DIGITS:
        return line
    odd = Message("A VEKN number has %(number)s digits: %(list)s.", number=VEKN_DIGITS, list=f"{new.name} ({new.vekn})")
    return replace(line, message=Message("%(sentence)s %(other)s", sentence=line.message, other=odd))


def _reading_told(line: PreviewedLine) -> PreviewedLine:
    """The line, saying which name the import has changed, and what else it may say."""
    new = line.imported
    changed = Message("“%(old)s” becomes “%(new)s”.", old=new.written, new=new.name)
    guess = Message("This is a guess: it may also be %(reading)s.", reading=reading_of(new.other)) if new.other else ""
    return replace(line, message=joined([line.message, changed if new.written else "", guess if new.name else ""]))


def reading_of(line: ImportedPlayer) -> str:
    """How a line is read: a name, and where that person is from."""
    place = line.city or country_of(line.country)
    return Message("%(name)s from %(place)s", name=line.name, place=place) if place else line.name


# What registers somebody, and the words of one about whom nothing else is to be said.
REGISTERED = Message("Will be registered.")
NEW = (ImportAction.ADD, ImportAction.DOUBT)

# Letters from which on two wrong ones do not make it another name.
_LONG_NAME = 8
_WRONG_LETTERS = 2


class _Alike:
    """Names met so far, to be held against a new one: accents, case, punctuation and the order of words aside."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], dict[str, Likeness]] = {}

    def add(self, likeness: Likeness) -> None:
        """One more name."""
        for key in _alike_keys(likeness.name):
            for group in _groups_of(key):
                self._groups.setdefault(group, {}).setdefault(key, likeness)

    def doubted(self, state: State, line: PreviewedLine) -> PreviewedLine:
        """The line, saying who may be the same person; who has another VEKN number is not."""
        like = self._nearest(line.imported.name)
        if like is None or (line.imported.vekn and like.vekn):
            return line
        if line.imported.is_same is not None:
            return replace(_known(state, line.imported, like.player) if line.imported.is_same else line, like=like)
        message = Message("%(sentence)s The same person as %(name)s?", sentence=line.message, name=like.name)
        return replace(line, action=ImportAction.DOUBT, message=message, like=like)

    def _nearest(self, name: str) -> Likeness | None:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best: Likeness | None = None
        least = _WRONG_LETTERS + 1
        for key in _alike_keys(name):
            most = _WRONG_LETTERS if len(key) >= _LONG_NAME else 0
            for names in (self._groups.get(group, {}) for group in _groups_of(key)):
                match = process.extractOne(key, names.keys(), scorer=OSA.distance, score_cutoff=min(most, least - 1))
                if match:
                    best, least = names[match[0]], match[1]
                    if least == 0:
                        return best
        return best


def _alike_keys(name: str) -> list[str]:
    """A name as it is compared: by its words in their order, whatever that is, and as it is written.

    One wrong letter may give the words another order.
    """
    words = re.findall(r"\w+", search_key(name))
    return list(dict.fromkeys((" ".join(sorted(words)), " ".join(words))))


def _groups_of(key: str) -> list[tuple[str, ...]]:
    """Where a name is looked for: by the first letter of any of its words, of which slips leave one, and its figures.

    “Player 1” and “Player 10” are one letter apart, and nobody mistypes the one for the other.
    """
    figures = re.findall(r"\d+", key)
    return [(initial, *figures) for initial in sorted({word[0] for word in key.split()})]


def _known(state: State, line: ImportedPlayer, number: int) -> PreviewedLine:
    player = state.players.get(number)
    if player is None:
        return PreviewedLine(
            imported=line, action=ImportAction.SKIP, message=Message("Named twice in this list."), player=number
        )
    gained = [name for name in _GAINED if getattr(line, name) and not getattr(player, name)]
    if gained:
        message = Message(
            "%(name)s is registered: %(list)s will be added.",
            name=player.name,
            list=Listed(Message(_GAINED[name]) for name in gained),
        )
        return PreviewedLine(imported=line, action=ImportAction.UPDATE, message=message, player=number)
    message = Message("%(name)s has that name already.", name=player.name)
    if line.vekn and line.vekn == player.vekn:
        message = Message("%(name)s has the VEKN number %(number)s already.", name=player.name, number=line.vekn)
    return PreviewedLine(imported=line, action=ImportAction.SKIP, message=message, player=number)


def import_players(state: State, preview: Preview) -> list[Fact]:
    """Register and complete what `preview` shows; lines with a fault are left out.

    Raises:
        BadValue: the preview was made of another state.
        Refused: more players than an event without a final may admit.
    """
    check_running(state)
    if preview != preview_import(state, [line.imported for line in preview.lines]):
        raise BadValue(Message("Players have changed since: look at the preview again."), code="stale_preview")
    check_room(state, preview.count(*NEW))
    return [fact for line in preview.lines for fact in _facts_of(state, line)]


def _facts_of(state: State, line: PreviewedLine) -> list[Fact]:
    imported = line.imported
    if line.player is None:
        return []
    if line.action in NEW:
        fields = {name: getattr(imported, name) for name in KNOWN if name != "agrees_to_archive"}
        return [PlayerAdded(player=line.player, **fields)]
    if line.action is ImportAction.UPDATE:
        player = state.player(line.player)
        return [
            PlayerChanged(
                player=line.player,
                agrees_to_archive=player.agrees_to_archive,
                name=player.name,
                **{name: getattr(player, name) or getattr(imported, name) for name in _COMPLETED},
            )
        ]
    return []
