"""Players: listed and found, added one by one, pasted, from a file; each with a page of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from flask import abort, redirect, request
from flask_babel.speaklater import LazyString
from marshmallow import ValidationError

from toolkit.errors import ToolkitError
from toolkit.languages import Message
from toolkit.schemas import event_forms as forms
from toolkit.schemas.form_fields import NEEDED, Form
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events import registrations
from toolkit.services.events.limited import pool_text
from toolkit.tournament import checkin, decks, player_lists, players, receivers
from toolkit.tournament.facts import SeatScore
from toolkit.tournament.forgetting import waits_until
from toolkit.tournament.importing import ImportAction, Preview, PreviewedLine, reading_of
from toolkit.tournament.limited import late_and_leaving
from toolkit.tournament.player_lists import ImportedPlayer
from toolkit.tournament.receivers import ReceiverFault
from toolkit.tournament.seats import labels
from toolkit.tournament.staggered import rounds_of
from toolkit.tournament.state import Player, PlayerStatus, State
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import day_words, said
from toolkit.web.base.shell import wants_fragment
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.decks.panels import terms_fields
from toolkit.web.events.console import Console, page, sent_numbers
from toolkit.web.events.listing import Listing, listed_people
from toolkit.web.events.sanctions import SanctionLine, sanctions_of
from toolkit.web.events.words import IMPORTED_TWICE, IMPORTS, STATUSES, faults_by_field, round_words

_FIELDS = {
    "bad_name": "name",
    "duplicate_name": "name",
    "bad_vekn": "vekn",
    "duplicate_vekn": "vekn",
    "bad_table": "table",
    "bad_seat": "seat",
    "seat_taken": "seat",
    "bad_list": "deck",
    "bad_archetype": "archetype",
    "deck_round": "deck_round",
    "deck_locked": "deck_reason",
    "reason_needed": "deck_reason",
}


_FILE_FIELDS = {"wrong_encoding": "file", "too_many_lines": "file", "nobody": "file"}
_NOBODY = ("unknown_player", "ambiguous_player", "bad_apart")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """Everybody, as they are looked for, and the numbers of those who are here; `new` is who is to be added.

    Attributes:
        few: what too few players cost the event; `faults` what receivers will say of numbers and names.
    """

    listing: Listing[Player]
    new: str
    here_now: Collection[int]
    statuses: Mapping[PlayerStatus, LazyString]
    few: list[str]
    faults: list[str]


@page("players", "/players", "events/players.html")
def players_page(console: Console) -> PlayersPage:
    """Everybody, or those whose name or number holds what is looked for: the only one of these on their own page."""
    listing = listed_people(console.tournament.players.values())
    if listing.q.strip() and len(listing.lines) == 1 and not wants_fragment():
        abort(redirect(console.url("player", player=listing.lines[0].number), 303))
    new = request.args.get("new", "")[:100]
    faults = [] if listing.q.strip() else _faults(console.tournament)
    return PlayersPage(
        listing=listing,
        new=new,
        here_now=checkin.here(console.tournament),
        statuses=STATUSES,
        few=[said(fault.finding.message) for fault in faults if not fault.finding.players],
        faults=[said(fault.finding.message) for fault in faults if fault.finding.players],
    )


def _faults(state: State) -> list[ReceiverFault]:
    """What receivers will say of the players: of their numbers, of their names, of how many they are."""
    return [fault for fault in receivers.known_faults(state) if fault.field in ("vekn", "players")]


@players_page.action("/players/add", "add", forms.PlayerForm, _FIELDS)
def add(console: Console, **data: Any) -> None:
    """Register one player."""
    registrations.add_players(console.work, [registrations.Registration(**data)])


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportLine:
    """A line of the preview, as it can be unticked or mended.

    Attributes:
        key: what its fields are called by: its number, or one behind the last for a second person of a line.
        is_taken: whether it is to be imported.
        says: what will be done with it; `error` why nothing can be imported before it is mended.
        readings: how it is read, and how it may be read too; empty where it is sure.
    """

    key: int
    previewed: PreviewedLine
    is_taken: bool
    action: LazyString
    says: str
    error: str = ""
    readings: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """Whether a person of a like name is the same one or another, the default of a doubt; empty where it blocks."""
        line = self.previewed
        if line.is_twice:
            return ""
        return "another" if line.imported.is_same is False or line.action is ImportAction.DOUBT else "same"

    @property
    def is_guess(self) -> bool:
        """Whether it names somebody who may also be called otherwise."""
        return bool(self.readings and self.previewed.imported.name)

    @property
    def is_unsure(self) -> bool:
        """Whether somebody should look at it: a guess, or a name like another."""
        return self.is_taken and (bool(self.readings) or self.previewed.action is ImportAction.DOUBT)


# Longer lists are mended where they come from: each line of a form is several fields.
_EDITABLE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage:
    """A list, and what importing it would do: a line each; `coming` is how many of them change something.

    Attributes:
        left_out: what of a workbook was not read; `unknown` which of its cells hold a formula without a result.
        is_editable: the list has at most `most` lines, so that it can be mended here.
        wrong: lines to mend before the import; `unsure` those to look at.
    """

    typed: Typed
    text: str
    left_out: str
    unknown: str
    lines: list[ImportLine] | None
    coming: int
    is_editable: bool
    wrong: list[ImportLine]
    unsure: list[ImportLine]
    most: int = _EDITABLE


_COMING = (ImportAction.ADD, ImportAction.DOUBT, ImportAction.UPDATE)


@page("player_import", "/players/import", "events/player_import.html")
def import_page(console: Console) -> ImportPage:
    """A list, and what importing it would do."""
    typed = console.typed
    text = str(typed.value("people"))
    lines = _mended_lines(console, text) if "line" in request.form else _read_lines(console, text)
    return ImportPage(
        typed=typed,
        text=text,
        left_out=str(typed.value("left_out")),
        unknown=str(typed.value("unknown")),
        lines=lines,
        coming=sum(line.is_taken and line.previewed.action in _COMING for line in lines or ()),
        is_editable=lines is not None and len(lines) <= _EDITABLE,
        wrong=[line for line in lines or () if line.error],
        unsure=[line for line in lines or () if line.is_unsure],
    )


def _read_lines(console: Console, text: str) -> list[ImportLine] | None:
    preview = _preview(console, text) if text.strip() and not console.typed.errors else None
    if preview is None:
        return None
    keys = _keyed([line.imported for line in preview.lines])
    return [_line(key, line, is_taken=True) for key, line in zip(keys, preview.lines, strict=True)]


def _mended_lines(console: Console, text: str) -> list[ImportLine]:
    """The lines of a form, as they were mended: those that were unticked and those that are nobody among them."""
    preview = _preview(console, text) if text.strip() else None
    read = _keyed([line.imported for line in preview.lines]) if preview else {}
    mended, ticked = _mended(read), set(_taken())
    lines = read | mended
    for key in set(sent_numbers("other")) | (ticked if "every" in request.form else set()):
        if key in read:
            ticked.add(key)
            lines[key] = _turned(lines[key], read[key])
    taken = ticked | (lines.keys() - mended.keys())
    previewed = iter(
        registrations.preview_lines(console.work, [one for key, one in lines.items() if key in taken]).lines
    )
    return [
        _line(
            key,
            next(previewed) if key in taken else PreviewedLine(imported=one, action=ImportAction.SKIP, message=""),
            is_taken=key in taken,
        )
        for key, one in lines.items()
    ]


def _keyed(lines: Sequence[ImportedPlayer]) -> dict[int, ImportedPlayer]:
    """The lines by their numbers; where a line names several, the others by numbers behind the last."""
    found: dict[int, ImportedPlayer] = {}
    behind = count(max((one.line for one in lines), default=0) + 1)
    for one in lines:
        found[next(behind) if one.line in found else one.line] = one
    return found


def _line(key: int, previewed: PreviewedLine, *, is_taken: bool) -> ImportLine:
    one = previewed.imported
    readings = tuple(said(reading_of(reading)) for reading in (one, one.other) if reading and reading.name)
    return ImportLine(
        key=key,
        previewed=previewed,
        is_taken=is_taken,
        action=IMPORTED_TWICE if previewed.is_twice else IMPORTS[previewed.action],
        says=said(previewed.message),
        error=said(_wrong(previewed)) if is_taken else "",
        readings=readings if one.other and one.other.name else (),
    )


def _taken() -> list[int]:
    return sent_numbers("take")


def _mended(read: Mapping[int, ImportedPlayer]) -> dict[int, ImportedPlayer]:
    """The lines of the form by their keys, as they were mended; `read` is what the list says."""
    return {key: _mended_line(key, read.get(key)) for key in sent_numbers("line")[:_EDITABLE]}


def _mended_line(key: int, read: ImportedPlayer | None) -> ImportedPlayer:
    def field(name: str) -> str:
        return request.form.get(f"{name}-{key}", "")

    name, parts = field("name"), (field("first"), field("last"))
    # The parts of a name that somebody has mended do not outlive it.
    first, last = parts if " ".join(filter(None, parts)) == name else ("", "")
    mended = ImportedPlayer(
        line=key,
        name=name,
        first=first,
        last=last,
        vekn=field("vekn"),
        city=field("city"),
        country=field("country"),
        is_same={"same": True, "another": False}.get(field("is")),
    )
    if read is None:
        return mended
    known = _reading_like(mended, read)
    return replace(mended, line=read.line, note=known.note, written=known.written, other=known.other)


def _reading_like(mended: ImportedPlayer, read: ImportedPlayer) -> ImportedPlayer:
    """The reading that a mended line is of, with the other one beside it."""
    other = read.other
    if other and (mended.name, mended.city) == (other.name, other.city):
        return replace(other, other=replace(read, other=None))
    return read if mended.name == read.name else replace(read, written="")


def _turned(mended: ImportedPlayer, read: ImportedPlayer) -> ImportedPlayer:
    """The line in its other reading; as it is where it has none."""
    if mended.other is None:
        return mended
    now = _reading_like(mended, read)
    return replace(mended.other, vekn=mended.vekn or mended.other.vekn, other=replace(now, other=None))


def _preview(console: Console, text: str) -> Preview | None:
    try:
        return registrations.preview_players(console.work, text)
    except ToolkitError as error:
        console.typed.refused(error, "people")
        return None


@import_page.action("/players/import/preview", "preview", Form, _FILE_FIELDS)
def preview_list(console: Console) -> Console:
    """Read the list that was pasted or uploaded, or a line of it the other way, and show it: nothing is changed."""
    if "line" in request.form:
        return console
    upload = request.files.get("file")
    text = request.form.get("people", "")
    if upload is not None and upload.filename:
        file = player_lists.open_list(upload.stream.read())
        text, console.typed.values["left_out"] = file.text, ", ".join(file.left_out)
        console.typed.values["unknown"] = said(file.unknown_sentence) if file.unknown_sentence else ""
    if not text.strip():
        raise ValidationError({"people": [NEEDED]})
    console.typed.values["people"] = text
    return console


@import_page.action("/players/import", "import", Form)
def import_players(console: Console) -> str | Console:
    """Register whom the preview showed, as it was mended."""
    if "line" not in request.form:
        people = request.form.get("people", "")
        if not people.strip():
            raise ValidationError({"people": [NEEDED]})
        registrations.import_players(console.work, people)
        return console.url("players", imported=1)
    taken = set(_taken())
    lines = [one for key, one in _mended({}).items() if key in taken]
    wrong = [_wrong(line) for line in registrations.preview_lines(console.work, lines).lines]
    if any(wrong):
        raise ValidationError({"lines": [sentence for sentence in wrong if sentence]})
    registrations.import_lines(console.work, lines)
    return console.url("players", imported=1)


def _wrong(line: PreviewedLine) -> str:
    """Why nothing can be imported before the line is mended; empty where it can."""
    if line.action is ImportAction.FAULT:
        return line.message
    if not line.is_twice or line.like is None:
        return ""
    return Message("Choose whether this is %(name)s or another person.", name=line.like.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """One player; `rounds` are those they sat in: its number, table and seat, and the score once it is entered.

    `asks_product`: who leaves now gives product back; `has_product` says whether they are known to have any.
    `faults`: what receivers will say, by the field that mends it. `check_fields` and `check_pool`: by what lists are
    judged, for the page that checks a deck. `reported_until`: of who was forgotten, how long the report may name them.
    """

    player: Player
    status: LazyString
    rounds: list[tuple[int, int, int, SeatScore | None]]
    sanctions: list[SanctionLine]
    is_locked: bool
    deck_rounds: list[tuple[int, str]]
    apart: str
    door_tables: str
    asks_product: bool
    has_product: bool
    faults: dict[str, str]
    check_fields: dict[str, str]
    check_pool: str
    reported_until: str


@page("player", "/players/<int:player>", "events/player.html")
def player_page(console: Console, player: int) -> PlayerPage:
    """One player: what is known, where they sat, decks, sanctions."""
    state = console.tournament
    known = state.player(player)
    terms = tournament_decks.terms_for(state, player, card_data(), today=current_context().now().date())
    rounds = [round_ for round_ in state.rounds if round_.is_published and player in round_.seats]
    return PlayerPage(
        player=known,
        status=STATUSES[known.status],
        rounds=[(round_.number, *round_.seats[player], round_.scores.get(player)) for round_ in rounds],
        sanctions=sanctions_of(state, player),
        deck_rounds=[(number, round_words(number)) for number in rounds_of(state, player)],
        apart="\n".join(labels(state)[number] for number in sorted(known.apart & state.players.keys())),
        door_tables=", ".join(map(str, state.settings.door_tables)),
        is_locked=decks.is_deck_locked(state, None if not state.settings.is_multideck else 1, player),
        asks_product=state.limited.plan is not None and late_and_leaving.is_before_end_of_round_1(state),
        has_product=player in state.limited.given,
        check_fields=terms_fields(terms),
        check_pool=pool_text(terms.pool) if terms.pool else "",
        faults=faults_by_field(receivers.known_faults(state, player)),
        reported_until=_reported_until(state, player),
    )


def _reported_until(state: Tournament, player: int) -> str:
    until = waits_until(state, player) if state.forgotten.get(player) is not None else None
    return day_words(until)


@player_page.action("/players/<int:player>/change", "change", forms.PlayerForm, _FIELDS)
def change(console: Console, player: int, **data: Any) -> None:
    """Correct what is known."""
    known = console.tournament.player(player)
    # The parts of a name that nobody touched do not outlive the name.
    untouched = [part for part in ("first", "last") if data[part].strip() == getattr(known, part)]
    console.work.change(players.change_player, player, **{**data, **dict.fromkeys(untouched)})


player_page.offer("drop_player", "/players/<int:player>/drop", "drop")
player_page.offer("return_player", "/players/<int:player>/return", "return", {"reason_needed": "reason"})
player_page.offer("remove_player", "/players/<int:player>/remove", "remove", then="players")
player_page.offer("forget_player", "/players/<int:player>/forget", "forget")
player_page.offer("set_archetype", "/players/<int:player>/archetype", "archetype", _FIELDS)
player_page.offer("fix_seat", "/players/<int:player>/table", "fix", _FIELDS)


@player_page.action("/players/<int:player>/apart", "apart", forms.ApartForm, dict.fromkeys(_NOBODY, "apart"))
def keep_apart(console: Console, player: int, apart: str) -> None:
    """Keep the player apart from those who are named."""
    state = console.tournament
    named = [name for name in apart.replace("\n", ",").split(",") if name.strip()]
    console.work.change(players.keep_apart, player, [players.find_player(state, name).number for name in named])


@player_page.action("/players/<int:player>/deck", "deck", forms.DeckForm, _FIELDS)
def submit_deck(console: Console, player: int, deck: str, deck_round: int | None, deck_reason: str) -> None:
    """Hand a list in for the player; a locked one is changed with a reason."""
    tournament_decks.submit_deck(
        console.work,
        player,
        deck,
        card_data(),
        deck_round=deck_round,
        is_judge=bool(deck_reason.strip()),
        reason=deck_reason,
    )
