"""The console's page of chances: who is in the final already, who is out, and what the others must do."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_decimal

from toolkit.services.events.chances import chances_of
from toolkit.tournament import Tournament
from toolkit.tournament.chances import A_GUESS, Chance, Chances, chance_sentence, result_words
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.errors import Refused
from toolkit.web.base.i18n import said
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.words import percent_words
from toolkit.web.events.console import Console, page


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChance:
    """A player's chance in words; `width` the length of its bar, from 0 to 100.

    Attributes:
        must: what is enough and what is needed, where anything is.
        results: own result, how likely it is, and the chance with it.
    """

    number: int
    name: str
    percent: str
    width: float
    must: str
    results: list[tuple[str, str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChances:
    """Everybody's chance in words.

    Attributes:
        error: of drawn chances how far they may be off, in points; "" for exact ones.
    """

    guess: str
    combinations: str
    error: str
    rounds_left: int
    are_seats_known: bool
    players: list[ShownChance]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancesPage:
    """The chances, or why there are none now; `is_off` where the settings show them to nobody."""

    chances: ShownChances | None
    refusal: str
    is_off: bool


@page("chances", "/chances", "events/chances.html")
def chances_page(console: Console) -> ChancesPage:
    """Everybody's chance of the final, between two rounds."""
    event = console.tournament
    is_off = event.settings.show_chances is ChancesSeenBy.NOBODY
    shown, refusal = shown_chances(event, is_organizer=True)
    return ChancesPage(chances=shown, refusal="" if is_off else refusal, is_off=is_off)


def shown_chances(
    event: Tournament, *, is_organizer: bool, player: int | None = None
) -> tuple[ShownChances | None, str]:
    """The chances, of one `player` where one is named; else why there are none now."""
    try:
        found = chances_of(event, is_organizer=is_organizer)
    except Refused as refused:
        return None, refusal_words(refused)
    meant = [one for one in found.players if player in (None, one.player)]
    worst = max((found.error(one.chance) for one in meant), default=0.0)
    return (
        ShownChances(
            guess=said(A_GUESS),
            combinations=format_decimal(found.combinations),
            error="" if found.is_exact else format_decimal(round(100 * worst, 1), "0.0"),
            rounds_left=found.rounds_left,
            are_seats_known=found.are_seats_known,
            players=[_shown(event, found, one) for one in meant],
        ),
        "",
    )


def _shown(event: Tournament, found: Chances, one: Chance) -> ShownChance:
    must = chance_sentence(one)
    return ShownChance(
        number=one.player,
        name=event.player(one.player).name,
        percent=chance_words(one.chance, is_certain=found.is_exact),
        width=round(100 * one.chance, 1),
        must=said(must) if must is not None else "",
        results=[
            (
                said(result_words(result.game_wins, result.victory_points)),
                chance_words(result.odds, is_certain=found.is_exact),
                chance_words(result.chance, is_certain=found.is_exact),
            )
            for result in one.results
        ],
    )


def chance_words(chance: float, *, is_certain: bool) -> str:
    """A chance in tenths of a percent; what is not certain is never said to be."""
    if chance < 0.0005 and (chance > 0 or not is_certain):
        return f"<{percent_words(0.001, 1)}"
    if chance > 0.9995 and (chance < 1 or not is_certain):
        return f">{percent_words(0.999, 1)}"
    return percent_words(chance, 1)
