"""The console's page of prizes: their list, the raffles, and who gets what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.services.season.categories import members_of
from toolkit.tournament import Tournament, prizes, raffle
from toolkit.tournament.configuration import PrizeFor
from toolkit.tournament.facts import RafflePool
from toolkit.tournament.prizes import Allocation, KnownMembers, SharedPlace, write_prize
from toolkit.tournament.standings import standings
from toolkit.tournament.state import Player, Raffle
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.console import LOTS, Console, page, sent_numbers

POOLS = {pool: _l(word) for pool, word in raffle.POOLS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGift:
    """A prize of a player: how many of it, and why, in words."""

    player: Player
    prize: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownShare:
    """Places with different prizes that several players share; `players` by number and name.

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
    """A raffle: its winners, and the names of those who were passed over."""

    raffle: Raffle
    pool: LazyString
    winners: list[Player]
    passed: list[str]


@dataclass(frozen=True)
class PrizesPage:
    """The prizes, the raffles, and who gets what."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def lines(self) -> str:
        """The prizes as they are typed, one per line."""
        return "\n".join(map(write_prize, self._state.settings.prizes))

    @cached_property
    def _members(self) -> KnownMembers:
        return members_of(current_context(), self.at.id, self._state, card_data)

    @cached_property
    def _allocation(self) -> Allocation:
        return prizes.allocation(self._state, self._members)

    @property
    def gifts(self) -> list[ShownGift]:
        """The prizes that are given."""
        return [
            ShownGift(
                player=self._state.player(gift.player), prize=_times(gift.count, gift.name), why=translated(gift.why)
            )
            for gift in self._allocation.given
        ]

    @property
    def shares(self) -> list[ShownShare]:
        """The places that several players share."""
        return [_share(self.at, shared) for shared in self._allocation.shared]

    @property
    def open_categories(self) -> tuple[str, ...]:
        """The categories whose best player is to be named."""
        return self._allocation.open_categories

    @property
    def found_categories(self) -> list[tuple[str, int]]:
        """The categories whose best player was found and not named, each with that player's number."""
        found = (
            (category, prizes.best_of(self._state, category, self._members))
            for category in prizes.unnamed_categories(self._state)
        )
        return [(category, best) for category, best in found if best is not None]

    @property
    def by_place(self) -> list[tuple[int, str]]:
        """The players in the order of the standings, by number and name."""
        return [(row.player.number, row.player.name) for row in standings(self._state)]

    @property
    def notes(self) -> list[str]:
        """The disqualified players who keep what they have earned, a sentence each."""
        return [translated(note) for note in prizes.kept_notes(self._state)]

    @property
    def raffles(self) -> list[ShownRaffle]:
        """The raffles, the newest first."""
        return [_shown(self.at, raffle) for raffle in reversed(self._state.raffles)]

    @property
    def purpose(self) -> str:
        """The name of the next raffle in the arithmetic of the draws."""
        return raffle.next_purpose(self._state)

    @property
    def pools(self) -> list[tuple[str, LazyString]]:
        """The groups of players to draw from."""
        return [(pool.value, word) for pool, word in POOLS.items()]

    @property
    def stock(self) -> list[tuple[str, int]]:
        """The raffle's prizes, each with how many are left."""
        names = dict.fromkeys(prize.name for prize in self._state.settings.prizes if prize.basis is PrizeFor.RAFFLE)
        return [(name, raffle.left_of(self._state, name) or 0) for name in names]

    @property
    def people(self) -> list[Player]:
        """The players by name."""
        return sorted(self._state.players.values(), key=lambda player: natural_key(player.name))

    @property
    def ticked(self) -> frozenset[int]:
        """The numbers of the players who were ticked for a raffle."""
        return frozenset(sent_numbers("players") if self.at.form("draw").values else ())


prizes_page = page("prizes", "/prizes", "events/prizes.html")(PrizesPage)


def _share(console: Console, shared: SharedPlace) -> ShownShare:
    sent = sent_numbers("players") if console.form("order").values else []
    is_refused = len(sent) == len(shared.players) and set(sent) <= set(shared.players)
    return ShownShare(
        places=range(shared.first, shared.last + 1),
        players=[(number, console.tournament.player(number).name) for number in shared.players],
        prizes=[_times(count, name) for count, name in shared.prizes],
        order=sent if is_refused else list(shared.players),
        is_refused=is_refused,
    )


def _times(count: int, name: str) -> str:
    return f"{count} × {name}" if count > 1 else name


def _shown(console: Console, drawn: Raffle) -> ShownRaffle:
    state = console.tournament
    return ShownRaffle(
        raffle=drawn,
        pool=POOLS[drawn.pool],
        winners=[state.player(number) for number in drawn.winners],
        passed=[state.player(number).name for number in drawn.order if number in drawn.passed],
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
    """Leave out the ticked players unless the raffle is among them."""
    is_named = console.typed.value("pool") == RafflePool.NAMED.value
    return {} if is_named else {"players": None}


prizes_page.offer("draw_raffle", "/prizes/raffles", "draw", _DRAWN, knows=_named)
prizes_page.offer("pass_over", "/prizes/raffles/<int:raffle>/pass", "pass", behind=("player",))
prizes_page.offer("decide_prizes", "/prizes/order", "order")
prizes_page.offer("decide_category", "/prizes/categories", "best", behind=("category",))
