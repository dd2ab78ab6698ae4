"""The model of every sheet: the facts of an event and of a round without layout, and the options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from toolkit.decks.model import Report
from toolkit.errors import Invalid, NotFound
from toolkit.languages import ENGLISH, N_, UNBROKEN_SPACES, Listed, Message, Whole, Words, words_of

# A name longer than this is cut with an ellipsis: no box on any sheet holds more, and a name is never that long.
LONGEST_NAME = 80
# More than any room holds: setting such a sheet would keep everybody else waiting.
MOST_PLAYERS = 1_000
LONGEST_TITLE = 160
LONGEST_FOOTER = 400
LONGEST_SENTENCE = 600
_SPACES = re.compile(rf"[^\S{UNBROKEN_SPACES}]+")


class UnknownSheet(NotFound):
    """There is no sheet, or no paper, of that name."""

    code = "unknown_sheet"


class NothingToPrint(Invalid):
    """The event has not come to what the sheet shows."""

    code = "nothing_to_print"


class TooManyToPrint(Invalid):
    """More players than a sheet has room for."""

    code = "too_many_players"


NO_ROUND = Message("No round is seated yet, so there is no seating to print.")
# Why a sheet that is nothing but codes is not printed where they lead to the computer that prints it.
ONLY_HERE = Message(
    "Phones cannot open the address of these codes. "
    "Connect to a network, restart with “vtes-toolkit serve --host 0.0.0.0”, then print again."
)


class Paper(StrEnum):
    """The paper sizes."""

    A4 = "a4"
    LETTER = "us-letter"

    @classmethod
    def named(cls, name: str) -> Paper:
        """The paper that a person calls `a4` or `letter`.

        Raises:
            UnknownSheet: neither of the two.
        """
        papers = {"a4": cls.A4, "letter": cls.LETTER, "us-letter": cls.LETTER}
        try:
            return papers[name.strip().lower()]
        except KeyError:
            sentence = Message("There is no paper size “%(name)s”. Use a4 or letter.", name=name)
            raise UnknownSheet(sentence, code="unknown_paper") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedEvent:
    """The event that a sheet belongs to; `day` is the only date that any sheet carries.

    `recursions` is how many a player of a limited event has in each game.
    """

    name: str
    day: date | None = None
    place: str = ""
    format: str = ""
    phased: bool = False
    recursions: int = 0

    def subtitle(self, words: Words) -> str:
        """Date, place and format, as far as they are known."""
        day = words.day(self.day) if self.day else ""
        return " · ".join(part for part in (day, self.place, self.format) if part)

    def name_in(self, words: Words) -> str:
        """The name at the head of its sheets."""
        return words.gettext(self.name) if self is UNNAMED else self.name


# The event of a seating that says nothing of one.
UNNAMED = PrintedEvent(name=N_("Seating"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPlayer:
    """A player as sheets name them; `link` is the player's own page, `code` what opens it on the event's page.

    Of a limited event a decklist also says whose pool was played, what of it the list leaves, and `notes`: recursions.
    On the check-in sheet `notes` say what was handed in instead of a list.
    """

    name: str
    vekn: str = ""
    deck: str = ""
    link: str = ""
    code: str = ""
    pool: str = ""
    not_played: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """A table: players in seat order, so that each is the predator of the next and the last of the first.

    Attributes:
        number: from 1.
        label: what stands on the table when that is not its number.
        link: the page on which the table's result is entered.
    """

    number: int
    seats: tuple[PrintedPlayer, ...]
    label: str = ""
    room: str = ""
    link: str = ""

    def title(self, words: Words = ENGLISH) -> str:
        """The table as it is called out."""
        return self.label or words.gettext("Table %(number)s", number=self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRound:
    """A round that is seated.

    Attributes:
        number: from 1; the final is 0.
        clock: minutes of play, or None when there is no limit.
        footer: what somebody wants to stand below it.
        is_draft: players have not been shown it.
    """

    number: int
    tables: tuple[PrintedTable, ...]
    sitting_out: tuple[PrintedPlayer, ...] = ()
    clock: int | None = None
    footer: str = ""
    is_draft: bool = False

    @property
    def name(self) -> Message:
        """The round as it is called out."""
        name = Message("Round %(number)s", number=self.number) if self.number else Message("Final")
        return Message("%(round)s (draft)", round=name) if self.is_draft else name

    def title(self, words: Words = ENGLISH) -> str:
        """The round as it is called out in a language."""
        return self.name.said(words)

    def tables_in_order(self) -> tuple[PrintedTable, ...]:
        """By number.

        Raises:
            NothingToPrint: the round has no table.
            TooManyToPrint: it has too many players.
        """
        if not self.tables:
            raise NothingToPrint(Message("%(round)s has no tables yet: seat it first.", round=self.name))
        check_crowd(sum(len(table.seats) for table in self.tables) + len(self.sitting_out))
        return tuple(sorted(self.tables, key=lambda table: table.number))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A row as it is shown; victory points in halves, `note` for what a rank does not say ("dropped").

    `victory_points` are those of the preliminary rounds, `final_victory_points` those of the final, None for who did
    not play it. Without a `rank` they did not play at all, or with `rounds` their result is still to come.
    `tossed_for`: the first and the last of the seeds between which a toss has to decide.
    """

    rank: int | None
    name: str
    vekn: str = ""
    game_wins: int = 0
    victory_points: int = 0
    tournament_points: int = 0
    rounds: int = 0
    seed: int | None = None
    tossed_for: tuple[int, int] | None = None
    rating_points: int | None = None
    deck: str = ""
    final_victory_points: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A row of a league's standings; `points` in words, "" where the league has none; victory points in halves.

    Without a `rank` they have played too few events so far.
    """

    rank: int | None
    name: str
    points: str
    game_wins: int
    victory_points: int
    tournament_points: int
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table that is still to report; `extension` in minutes, `label` when it is not called by its number."""

    round: int
    number: int
    players: tuple[str, ...]
    extension: int = 0
    room: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRow:
    """A sanction as the judges' sheet shows it."""

    player: str
    level: str
    reason: str
    round: int | None = None
    judge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finals:
    """The final as far as it has come.

    Attributes:
        finalists: in seed order.
        decided_by: what parted the last finalist from the next player, in words.
        seats: names in seat order, once they are taken.
        crypt_cards: a finalist's name to the three cards drawn and shown.
    """

    finalists: tuple[StandingsRow, ...] = ()
    decided_by: str = ""
    seats: tuple[str, ...] = ()
    first_player: str = ""
    crypt_cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    winner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedList:
    """A list that was handed in, judged; `round` it is for in a multi-deck event, 0 for the final.

    `place` says where its player sits, for whoever comes to check the deck.
    """

    player: PrintedPlayer
    report: Report
    round: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPenalty:
    """A penalty of the report: who got what for what, and in a second line all else."""

    title: str
    detail: str
    is_lifted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedGift:
    """A player's prize, and the reason for it, in words."""

    name: str
    prize: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPod:
    """A pod of a limited event: names clockwise, a line for each pack, and the page for a phone on its table."""

    number: int
    names: tuple[str, ...]
    packs: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLabel:
    """A label to be cut, with so many boxes to tick."""

    title: str
    lines: tuple[str, ...] = ()
    boxes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPart:
    """A part of a plan: a heading, and lines of what and how much."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLimited:
    """The content of the papers of a limited event.

    Attributes:
        plan: what each player gets, what decks need, how the draft and the day go; `times` the seconds of the draft.
        crypt, library: the cards of the plan's sets, by name; `expected` how many a pool has.
        packs: dealt out of a cube: the names of each pack's cards; `cards` each card with its packs.
    """

    plan: tuple[PrintedPart, ...] = ()
    times: tuple[tuple[str, str], ...] = ()
    packs: tuple[tuple[str, ...], ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    pods: tuple[PrintedPod, ...] = ()
    swaps: tuple[PrintedLabel, ...] = ()
    recursions: tuple[PrintedLabel, ...] = ()
    crypt: tuple[str, ...] = ()
    library: tuple[str, ...] = ()
    expected: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Everything that sheets may show of one event; what is unknown stays empty.

    Attributes:
        rounds: those that are seated, in order; the final last.
        planned: rounds that are planned and not seated yet: only the chart of all rounds shows them.
        standings: in order of rank; `standings_title` says after what, `standings_cut` how many are in the final.
        unranked_heading: what stands above those without a rank; `disqualified` are named below them.
        standings_withheld: why the standings may not be shown, if they may not.
        decks: the name asked for to the player and the report on their list.
        lists: the lists to print one after the other; `on_paper` names those who handed in theirs so, `without_list`
            those who handed in none.
        checks_title: of which deck checks they are, with the seed of the draw.
        gifts: who gets what, in the order in which it is handed out.
        gift_notes: the disqualified players who keep what they have earned, a sentence each.
        penalties: the report of all penalties, the lifted too; `penalty_counts` how many of each kind stand.
        link: the event's page as the room reaches it; `network` the name of the room's network.
        commitment: of the seed that draws come from, where there is one.
        has_lists, has_fees: whether the check-in list has boxes for decks and fees.
        is_advanced: whether phased motion is played with Research and the bonuses.
        limited: pods, pools and labels of a limited event.
    """

    event: PrintedEvent
    players: tuple[PrintedPlayer, ...] = ()
    rounds: tuple[PrintedRound, ...] = ()
    planned: tuple[PrintedRound, ...] = ()
    standings: tuple[StandingsRow, ...] = ()
    standings_title: str = ""
    standings_cut: int = 0
    unranked_heading: str = ""
    disqualified: tuple[str, ...] = ()
    standings_withheld: str = ""
    finals: Finals = field(default_factory=Finals)
    open_tables: tuple[OpenTable, ...] = ()
    sanctions: tuple[SanctionRow, ...] = ()
    decks: Mapping[str, tuple[PrintedPlayer, Report]] = field(default_factory=dict)
    lists: tuple[PrintedList, ...] = ()
    on_paper: tuple[str, ...] = ()
    without_list: tuple[str, ...] = ()
    checks_title: str = ""
    gifts: tuple[PrintedGift, ...] = ()
    gift_notes: tuple[str, ...] = ()
    penalties: tuple[PrintedPenalty, ...] = ()
    penalty_counts: str = ""
    link: str = ""
    network: str = ""
    commitment: str = ""
    has_lists: bool = True
    has_fees: bool = True
    is_advanced: bool = False
    limited: PrintedLimited = field(default_factory=PrintedLimited)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a sheet.

    Attributes:
        round: the round to print, 0 for the final; the last one seated when None.
        per_page: score slips on a page: 1, 2 or 4.
        pool_grid: slips with a grid of pool figures.
        with_decks: standings with the decks' names.
        advanced: phase cards and turn sheet of the advanced game.
        player: whose decklist.
        table: the decklists of one table only.
        language: what the sheet is written in: `en`, `fr` or `es`.
    """

    round: int | None = None
    per_page: int = 2
    pool_grid: bool = False
    with_decks: bool = False
    advanced: bool = False
    player: str = ""
    table: int | None = None
    language: str = "en"

    @property
    def words(self) -> Words:
        """Those of the language.

        Raises:
            UnknownLanguage: nothing is said in it.
        """
        return words_of(self.language)


# What a template can be given. Text is always shown as it is written, so no name can become markup.
type Shown = str | int | Sequence[Shown] | Mapping[str, Shown] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet before it is laid out: `template` names a file of templates/sheets, `data` is what it shows.

    `language` is the one that it is written in. With `parts` it is these sheets one after the other, and no template.
    """

    template: str
    title: str
    data: Mapping[str, Shown] = field(default_factory=dict)
    day: date | None = None
    language: str = "en"
    parts: tuple[Sheet, ...] = ()


def check_crowd(players: int) -> None:
    """Refuse more players than a sheet has room for, before anything of it is made.

    Raises:
        TooManyToPrint: with both numbers.
    """
    if players > MOST_PLAYERS:
        raise TooManyToPrint(
            Message(
                "%(number)s players: a sheet has room for up to %(most)s.",
                number=Whole(players),
                most=Whole(MOST_PLAYERS),
            )
        )


def shorten(name: str, *, longest: int = LONGEST_NAME) -> str:
    """`name` on one line and no longer than a box holds."""
    line = _SPACES.sub(" ", name).strip()
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def heading(event: PrintedEvent, title: str, words: Words, *, footer: str = "") -> dict[str, Shown]:
    """The top and bottom of every page of a sheet."""
    return {
        "event": shorten(event.name_in(words), longest=LONGEST_TITLE),
        "subtitle": shorten(event.subtitle(words), longest=LONGEST_TITLE),
        "title": title,
        "footer": shorten(footer, longest=LONGEST_FOOTER),
    }


def sheet_of(event: PrintedEvent, template: str, words: Words, data: Mapping[str, Shown], *parts: str) -> Sheet:
    """A sheet of an event: `parts` are what it is called in a list of files, after the event's name."""
    _ = words.gettext
    title = _("%(event)s: %(sheet)s", event=event.name_in(words), sheet=", ".join(parts))
    return Sheet(template=template, title=title, data=data, day=event.day, language=words.language)


def round_of(pack: Pack, options: Options) -> PrintedRound:
    """The round that `options` asks for.

    Raises:
        NothingToPrint: no round is seated, or not that one.
    """
    if not pack.rounds:
        raise NothingToPrint(NO_ROUND)
    if options.round is None:
        return pack.rounds[-1]
    for seated in pack.rounds:
        if seated.number == options.round:
            return seated
    asked = Message("Round %(number)s", number=options.round) if options.round else Message("The final")
    seated_ones = Listed([seated.name for seated in pack.rounds])
    raise NothingToPrint(
        Message("%(round)s is not seated. Seated rounds: %(seated)s.", round=asked, seated=seated_ones)
    )
