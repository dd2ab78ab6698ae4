"""Every sheet by its name: what the command line, the API and the pages print."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType

from anyascii import anyascii

from toolkit.languages import Listed, Message
from toolkit.sheets import decklist, event, limited, rounds
from toolkit.sheets.model import NothingToPrint, Options, Pack, Sheet, UnknownSheet, round_of, sheet_of
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A sheet that can be printed.

    Attributes:
        title: the label of its button.
        summary: a one-line description.
        options: the fields of `Options` that it looks at.
        is_blank: it needs no event.
        is_public: whether everyone may see it.
        is_for_judges: a judge may print it as well as the organizer.
        is_links: it is nothing but links that open something.
        is_for_phones: it is nothing but codes, of no use before phones reach this installation.
        is_per_round: it shows one round, and so is printed round by round.
        is_phased: it is of use in phased motion only.
        is_of_lists: it is of use in an event with decklists only.
        is_limited: it is of use in a limited event only.
    """

    make: Callable[[Pack, Options], Sheet]
    title: str
    summary: str
    options: tuple[str, ...] = ()
    is_blank: bool = False
    is_public: bool = False
    is_for_judges: bool = False
    is_links: bool = False
    is_for_phones: bool = False
    is_per_round: bool = False
    is_phased: bool = False
    is_of_lists: bool = False
    is_limited: bool = False

    @property
    def needs_player(self) -> bool:
        """Whether it is about one player, who must be named."""
        return "player" in self.options


def _phased() -> ModuleType:
    # The phase cards bring the whole rules engine with them: only for whoever prints them.
    from toolkit.sheets import phased

    return phased


def _decklist(pack: Pack, options: Options) -> Sheet:
    entry = pack.decks.get(options.player)
    if entry is None:
        raise NothingToPrint(
            Message("“%(name)s” has handed in no deck.", name=options.player[:80])
            if options.player
            else Message("Choose a player with a deck: this player has not handed in one.")
        )
    player, report = entry
    return decklist.decklist(pack.event, player, report, options.words)


def _standings(pack: Pack, options: Options) -> Sheet:
    if pack.standings_withheld:
        raise NothingToPrint(pack.standings_withheld, code="standings_withheld")
    return event.standings_sheet(
        pack.event,
        pack.standings,
        options.words,
        title=pack.standings_title,
        with_decks=options.with_decks,
        finalists=pack.standings_cut,
        unranked_heading=pack.unranked_heading,
        disqualified=pack.disqualified,
    )


def _final(pack: Pack, options: Options) -> Sheet:
    final = pack.finals
    return event.finals_sheet(
        pack.event,
        final.finalists,
        options.words,
        decided_by=final.decided_by,
        seats=final.seats,
        first_player=final.first_player,
        crypt_cards=final.crypt_cards,
        winner=final.winner,
    )


def _slips(pack: Pack, options: Options) -> Sheet:
    return rounds.score_slips(
        pack.event,
        round_of(pack, options),
        options.words,
        per_page=options.per_page,
        pool_grid=options.pool_grid,
        phases=_phased().abbreviations(options.words) if pack.event.phased else "",
    )


def _round(pack: Pack, options: Options) -> Sheet:
    """All sheets of a round, in the order of their use: two lists for the wall, then the slips."""
    seated, words = round_of(pack, options), options.words
    whole = sheet_of(pack.event, "", words, {}, seated.title(words), words.gettext("all for this round"))
    names = rounds.seating_by_name(pack.event, seated, words)
    tables = rounds.seating_by_table(pack.event, seated, words)
    return replace(whole, parts=(names, tables, _slips(pack, options)))


SHEETS: Mapping[str, SheetKind] = {
    "round": SheetKind(
        make=_round,
        title="All for this round",
        summary="seating by name and by table, then the score slips, in one file",
        options=("round", "per_page", "pool_grid"),
        is_per_round=True,
    ),
    "seating": SheetKind(
        make=lambda pack, options: rounds.seating_by_table(pack.event, round_of(pack, options), options.words),
        title="Seating by table",
        summary="a block for each table, an arrow from each seat to its prey",
        options=("round",),
        is_public=True,
        is_per_round=True,
    ),
    "names": SheetKind(
        make=lambda pack, options: rounds.seating_by_name(pack.event, round_of(pack, options), options.words),
        title="Seating by name",
        summary="for the wall: who sits at which table and seat",
        options=("round",),
        is_public=True,
        is_per_round=True,
    ),
    "tents": SheetKind(
        make=lambda pack, options: rounds.table_tents(pack.event, round_of(pack, options), options.words),
        title="Table tents",
        summary="a page for each table, folded in half to stand on it",
        options=("round",),
        is_per_round=True,
    ),
    "chart": SheetKind(
        make=lambda pack, options: rounds.seating_chart(pack.event, (*pack.rounds, *pack.planned), options.words),
        title="Seating of all rounds",
        summary="for the wall: a row for each player, a column for each round",
        is_public=True,
    ),
    "slips": SheetKind(
        make=_slips,
        title="Score slips",
        summary="one for each table, to be cut; the cut stack is in table order",
        options=("round", "per_page", "pool_grid"),
        is_per_round=True,
    ),
    "standings": SheetKind(
        make=_standings,
        title="Standings",
        summary="after a round, or the final ones",
        options=("round", "with_decks"),
        is_public=True,
    ),
    "checkin": SheetKind(
        make=lambda pack, options: event.check_in_list(
            pack.event, pack.players, options.words, has_lists=pack.has_lists, has_fees=pack.has_fees
        ),
        title="Check-in list",
        summary="boxes for here, deck and paid",
    ),
    "players": SheetKind(
        make=lambda pack, options: event.player_links(pack.event, pack.players, options.words),
        title="Players' links",
        summary="a card for each player with the QR code of their own page, to be cut",
        is_links=True,
        is_for_phones=True,
    ),
    "poster": SheetKind(
        make=lambda pack, options: event.room_poster(
            pack.event, pack.link, options.words, network=pack.network, commitment=pack.commitment
        ),
        title="Poster",
        summary="the QR code of the event's page, for the wall",
        is_public=True,
        is_for_phones=True,
    ),
    "final": SheetKind(
        make=_final,
        title="Finals sheet",
        summary="seeds, the tie-break, placing, seats, first player",
    ),
    "prizes": SheetKind(
        make=lambda pack, options: event.prizes_sheet(pack.event, pack.gifts, pack.gift_notes, options.words),
        title="Prizes",
        summary="who gets what, with a column for signatures",
    ),
    "judges": SheetKind(
        make=lambda pack, options: event.judges_sheet(pack.event, pack.open_tables, pack.sanctions, options.words),
        title="Judges' sheet",
        summary="open tables, extensions, sanctions",
    ),
    "penalties": SheetKind(
        make=lambda pack, options: event.penalties_sheet(
            pack.event, pack.penalties, pack.penalty_counts, options.words
        ),
        title="Penalty report",
        summary="every penalty in order of time, for the VEKN",
        is_for_judges=True,
    ),
    "checks": SheetKind(
        make=lambda pack, options: decklist.decklists(
            pack.event, pack.lists, pack.on_paper, pack.without_list, options.words, title=pack.checks_title
        ),
        title="Deck checks",
        summary="the lists that were drawn for a check in a round, with table and seat",
        options=("round",),
        is_for_judges=True,
        is_of_lists=True,
    ),
    "registration": SheetKind(
        make=lambda pack, options: decklist.registration_form(pack.event, options.words),
        title="Deck registration form",
        summary="blank, to be filled in by hand",
        is_blank=True,
        is_public=True,
        is_of_lists=True,
    ),
    "decklist": SheetKind(
        make=_decklist,
        title="Decklist",
        summary="a player's list on one page, its problems on the next",
        options=("player",),
        is_for_judges=True,
        is_of_lists=True,
    ),
    "decklists": SheetKind(
        make=lambda pack, options: decklist.decklists(
            pack.event, pack.lists, pack.on_paper, pack.without_list, options.words
        ),
        title="Decklists",
        summary="every list that was handed in, by name; or those of a table, in seat order",
        options=("round", "table"),
        is_for_judges=True,
        is_of_lists=True,
    ),
    "plan": SheetKind(
        make=lambda pack, options: limited.product_plan(pack.event, pack.limited, options.words),
        title="Product and times",
        summary="limited: what each player gets, what decks need, and how the draft and the day go",
        is_public=True,
        is_limited=True,
    ),
    "pool": SheetKind(
        make=lambda pack, options: limited.pool_sheet(
            pack.event, pack.limited.crypt, pack.limited.library, options.words, expected=pack.limited.expected
        ),
        title="Pool sheet",
        summary="limited: every card of the plan's sets with a box for the count",
        is_for_judges=True,
        is_limited=True,
    ),
    "pods": SheetKind(
        make=lambda pack, options: limited.pod_slips(
            pack.event, pack.limited.pods, options.words, times=pack.limited.times
        ),
        title="Pods",
        summary="limited: names around each pod, the packs' directions and the times, then all players by name",
        is_for_judges=True,
        is_limited=True,
    ),
    "swap": SheetKind(
        make=lambda pack, options: limited.labels(
            pack.event, options.words.gettext("Swap of the pools"), pack.limited.swaps, options.words
        ),
        title="Swap labels",
        summary="limited: from whom to whom each pool goes, to be cut",
        is_for_judges=True,
        is_limited=True,
    ),
    "recursions": SheetKind(
        make=lambda pack, options: limited.labels(
            pack.event, options.words.gettext("Recursions"), pack.limited.recursions, options.words
        ),
        title="Recursion slips",
        summary="limited: minimums and a box for each recursion, to be cut",
        is_for_judges=True,
        is_limited=True,
    ),
    "packs": SheetKind(
        make=lambda pack, options: limited.packs(
            pack.event, pack.limited.packs, options.words, cards=pack.limited.cards
        ),
        title="Packs",
        summary="limited: packs dealt out of a cube, each as a list to tick off",
        is_limited=True,
    ),
    "phase-cards": SheetKind(
        make=lambda pack, options: _phased().phase_cards(options.words, advanced=options.advanced or pack.is_advanced),
        title="Phase cards",
        summary="phased motion: in true size, with reminder tokens",
        options=("advanced",),
        is_phased=True,
        is_blank=True,
        is_public=True,
    ),
    "turns": SheetKind(
        make=lambda pack, options: _phased().turn_sheet(
            pack.event, options.words, advanced=options.advanced or pack.is_advanced
        ),
        title="Turn sheet",
        summary="phased motion: where the table keeps track of its phases",
        options=("advanced",),
        is_phased=True,
        is_blank=True,
        is_public=True,
    ),
    "rules": SheetKind(
        make=lambda pack, options: _phased().rules_summary(pack.event, options.words),
        title="Phased motion on one page",
        summary="the rules, for the wall or the table",
        is_phased=True,
        is_blank=True,
        is_public=True,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView(ViewOf[SheetKind]):
    """A sheet that can be printed.

    Attributes:
        title: the label of its button.
        summary: a one-line description.
        options: its options.
        public: whether everyone may see it.
    """

    name: str
    title: str
    summary: str
    options: tuple[str, ...]
    public: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetListView:
    """Every sheet that can be printed."""

    sheets: tuple[SheetView, ...]


def sheet_list() -> SheetListView:
    """Every sheet, in the order in which they are offered."""
    return SheetListView(
        sheets=tuple(SheetView.of(kind, name=name, public=kind.is_public) for name, kind in SHEETS.items())
    )


def sheet_kind(name: str) -> SheetKind:
    """The sheet called `name`.

    Raises:
        UnknownSheet: there is none of that name.
    """
    try:
        return SHEETS[name]
    except KeyError:
        sentence = Message(
            "There is no sheet called “%(name)s”; there are: %(list)s.", name=name[:40], list=Listed(SHEETS)
        )
        raise UnknownSheet(sentence) from None


def file_name(name: str, pack: Pack, options: Options) -> str:
    """A name for the PDF that every system takes, in any language: "budapest-qualifier-round-2-slips.pdf"."""
    parts = [pack.event.name[:60]]
    if SHEETS[name].is_per_round and pack.rounds:
        parts.append(round_of(pack, options).title())
    words = re.findall(r"[a-z0-9]+", anyascii(" ".join([*parts, name])).lower())
    return "-".join(words) + ".pdf"


def make_sheet(name: str, pack: Pack, options: Options | None = None) -> Sheet:
    """The sheet called `name`, from what `pack` knows.

    Raises:
        UnknownSheet: there is none of that name.
        NothingToPrint: the event has not come to what it shows.
        TooManyToPrint: it would have too many players.
    """
    return sheet_kind(name).make(pack, options or Options())
