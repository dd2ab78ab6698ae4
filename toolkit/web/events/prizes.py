"""Prizes: what is given away, raffles, and who gets what."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.tournament import prizes, raffle
from toolkit.tournament.configuration import PrizeFor
from toolkit.tournament.facts import RafflePool
from toolkit.tournament.prizes import SharedPlace, write_prize
from toolkit.tournament.state import Player, Raffle
from toolkit.web.base.i18n import said
from toolkit.web.events.console import LOTS, Console, page, sent_numbers

POOLS = {pool: _l(word) for pool, word in raffle.POOLS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGift:
    """What a player gets: how many, what, and why, in words."""

    player: Player
    prize: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownShare:
    """Players who share places whose prizes differ, by number and name: their places, and what is to be given.

    Attributes:
        order: their numbers, the best of the places first: as it was sent where that was refused.
    """

    places: range
    players: list[tuple[int, str]]
    prizes: list[str]
    order: list[int]
    is_refused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRaffle:
    """A raffle: its winners, and who was passed over."""

    raffle: Raffle
    pool: LazyString
    winners: list[Player]
    passed: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage:
    """What is given away, and to whom.

    Attributes:
        purpose: of the next draw, as a commitment knows it.
        stock: the raffle's prizes, each with how many are left.
        ticked: the numbers of those who are named for a raffle.
    """

    lines: str
    gifts: list[ShownGift]
    shares: list[ShownShare]
    raffles: list[ShownRaffle]
    purpose: str
    pools: list[tuple[str, LazyString]]
    stock: list[tuple[str, int]]
    people: list[Player]
    ticked: frozenset[int]


@page("prizes", "/prizes", "events/prizes.html")
def prizes_page(console: Console) -> PrizesPage:
    """What is given away, and to whom."""
    state = console.tournament
    found = prizes.allocation(state)
    drawn_for = [one.name for one in state.settings.prizes if one.basis is PrizeFor.RAFFLE]
    return PrizesPage(
        lines="\n".join(map(write_prize, state.settings.prizes)),
        gifts=[
            ShownGift(player=state.player(one.player), prize=_times(one.count, one.name), why=said(one.why))
            for one in found.given
        ],
        shares=[_share(console, one) for one in found.shared],
        raffles=[_shown(console, one) for one in reversed(state.raffles)],
        purpose=raffle.next_purpose(state),
        pools=[(pool.value, word) for pool, word in POOLS.items()],
        stock=[(name, raffle.left_of(state, name) or 0) for name in dict.fromkeys(drawn_for)],
        people=sorted(state.players.values(), key=lambda player: natural_key(player.name)),
        ticked=frozenset(sent_numbers("players") if console.form("draw").values else ()),
    )


def _share(console: Console, one: SharedPlace) -> ShownShare:
    sent = sent_numbers("players") if console.form("order").values else []
    is_refused = len(sent) == len(one.players) and set(sent) <= set(one.players)
    return ShownShare(
        places=range(one.first, one.last + 1),
        players=[(number, console.tournament.player(number).name) for number in one.players],
        prizes=[_times(count, name) for count, name in one.prizes],
        order=sent if is_refused else list(one.players),
        is_refused=is_refused,
    )


def _times(count: int, name: str) -> str:
    return f"{count} × {name}" if count > 1 else name


def _shown(console: Console, one: Raffle) -> ShownRaffle:
    state = console.tournament
    return ShownRaffle(
        raffle=one,
        pool=POOLS[one.pool],
        winners=[state.player(number) for number in one.winners],
        passed=[state.player(number).name for number in one.order if number in one.passed],
    )


prizes_page.offer("set_prizes", "/prizes", "set", {"bad_prizes": "lines"})

_DRAWN = {
    **LOTS,
    "bad_count": "count",
    "too_few_candidates": "count",
    "nothing_left": "prize",
    "nobody_to_draw": "pool",
    "final_not_open": "pool",
}


def _named(console: Console) -> dict[str, object]:
    """Who is ticked counts only where nothing else says who is in it."""
    is_named = console.typed.value("pool") == RafflePool.NAMED.value
    return {} if is_named else {"players": None}


prizes_page.offer("draw_raffle", "/prizes/raffles", "draw", _DRAWN, knows=_named)
prizes_page.offer("pass_over", "/prizes/raffles/<int:raffle>/pass", "pass", behind=("player",))
prizes_page.offer("decide_prizes", "/prizes/order", "order")
