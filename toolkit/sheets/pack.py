"""What sheets may show of one event, and what one may choose about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolkit.decks.model import Report
from toolkit.languages import Words, words_of
from toolkit.sheets.model import Event, NothingToPrint, Player, Round
from toolkit.sheets.officials import OpenTable, SanctionRow
from toolkit.sheets.standings import StandingsRow


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
class Pack:
    """Everything that sheets may show of one event; what is unknown stays empty.

    Attributes:
        rounds: those that are seated, in order; the final last.
        planned: rounds that are planned and not seated yet: only the chart of all rounds shows them.
        standings: in order of rank; `standings_title` says after what, `standings_cut` how many are in the final.
        standings_withheld: why the standings may not be shown, if they may not.
        decks: the name asked for to the player and the report on their list.
        link: the event's page as the room reaches it; `network` the name of the room's network.
        is_advanced: whether phased motion is played with Research and the bonuses.
    """

    event: Event
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    planned: tuple[Round, ...] = ()
    standings: tuple[StandingsRow, ...] = ()
    standings_title: str = ""
    standings_cut: int = 0
    standings_withheld: str = ""
    finals: Finals = field(default_factory=Finals)
    open_tables: tuple[OpenTable, ...] = ()
    sanctions: tuple[SanctionRow, ...] = ()
    decks: Mapping[str, tuple[Player, Report]] = field(default_factory=dict)
    link: str = ""
    network: str = ""
    is_advanced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What one may choose about a sheet.

    Attributes:
        round: the round to print, 0 for the final; the last one seated when None.
        per_page: score slips on a page: 1, 2 or 4.
        pool_grid: slips with a grid of pool figures.
        with_decks: standings with the decks' names.
        advanced: phase cards and turn sheet of the advanced game.
        player: whose decklist.
        language: what the sheet is written in: `en`, `fr` or `es`.
    """

    round: int | None = None
    per_page: int = 2
    pool_grid: bool = False
    with_decks: bool = False
    advanced: bool = False
    player: str = ""
    language: str = "en"

    @property
    def words(self) -> Words:
        """Those of the language.

        Raises:
            UnknownLanguage: nothing is said in it.
        """
        return words_of(self.language)


def round_of(pack: Pack, options: Options) -> Round:
    """The round that `options` asks for.

    Raises:
        NothingToPrint: no round is seated, or not that one.
    """
    if not pack.rounds:
        raise NothingToPrint("No round is seated yet, so there is no seating to print.")
    if options.round is None:
        return pack.rounds[-1]
    for seated in pack.rounds:
        if seated.number == options.round:
            return seated
    known = ", ".join(seated.title() for seated in pack.rounds)
    asked = f"Round {options.round}" if options.round else "The final"
    raise NothingToPrint(f"{asked} is not seated; what is: {known}.")
