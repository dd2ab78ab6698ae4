"""The console's page of chances: the players in the final, those who are out, and the results that the others need."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_decimal

from toolkit.services.events.chances import chances_of
from toolkit.tournament import Tournament
from toolkit.tournament.chances import A_GUESS, Chance, chance_sentence, result_words
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.errors import Refused
from toolkit.web.base.i18n import translated
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.words import percent_words
from toolkit.web.events.console import Console, page


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChance:
    """A player's chance in words; `width` the length of its bar, from 0 to 100.

    Attributes:
        must: the results that are enough and those that are needed, in a sentence.
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
    """Every player's chance in words.

    Attributes:
        error: the error of drawn chances, in points; "" for exact ones.
    """

    guess: str
    combinations: str
    error: str
    rounds_left: int
    are_seats_known: bool
    players: list[ShownChance]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancesPage:
    """The chances, or the reason why there are none now; `is_off` if the settings show them to no one."""

    chances: ShownChances | None
    refusal: str
    is_off: bool


@page("chances", "/chances", "events/chances.html")
def chances_page(console: Console) -> ChancesPage:
    """Every player's chance of the final, between two rounds."""
    event = console.tournament
    is_off = event.settings.show_chances is ChancesSeenBy.NOBODY
    chances, refusal = shown_chances(event, is_organizer=True)
    return ChancesPage(chances=chances, refusal="" if is_off else refusal, is_off=is_off)


def shown_chances(
    event: Tournament, *, is_organizer: bool, player: int | None = None
) -> tuple[ShownChances | None, str]:
    """The chances of all players or of one `player`, else the reason why there are none now."""
    try:
        chances = chances_of(event, is_organizer=is_organizer)
    except Refused as refused:
        return None, refusal_words(refused)
    wanted = [chance for chance in chances.players if player in (None, chance.player)]
    worst = max((chances.error(chance.chance) for chance in wanted), default=0.0)
    return (
        ShownChances(
            guess=translated(A_GUESS),
            combinations=format_decimal(chances.combinations),
            error="" if chances.is_exact else format_decimal(round(100 * worst, 1), "0.0"),
            rounds_left=chances.rounds_left,
            are_seats_known=chances.are_seats_known,
            players=[_shown(event, chance, is_certain=chances.is_exact) for chance in wanted],
        ),
        "",
    )


def _shown(event: Tournament, chance: Chance, *, is_certain: bool) -> ShownChance:
    must = chance_sentence(chance)
    return ShownChance(
        number=chance.player,
        name=event.player(chance.player).name,
        percent=chance_words(chance.chance, is_certain=is_certain),
        width=round(100 * chance.chance, 1),
        must=translated(must) if must is not None else "",
        results=[
            (
                translated(result_words(result.game_wins, result.victory_points)),
                chance_words(result.odds, is_certain=is_certain),
                chance_words(result.chance, is_certain=is_certain),
            )
            for result in chance.results
        ],
    )


def chance_words(chance: float, *, is_certain: bool) -> str:
    """A chance in tenths of a percent; what is not certain is never said to be."""
    if chance < 0.0005 and (chance > 0 or not is_certain):
        return f"<{percent_words(0.001, 1)}"
    if chance > 0.9995 and (chance < 1 or not is_certain):
        return f">{percent_words(0.999, 1)}"
    return percent_words(chance, 1)
