"""Raffles: their candidates, a draw that can be repeated, and another winner for a player who is not here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from toolkit.languages import N_, Message, Sayable
from toolkit.tournament import checkin
from toolkit.tournament.configuration import PrizeFor
from toolkit.tournament.draws import DrawSeed, draw, order_of
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import Fact, RaffleDrawn, RafflePassed, RafflePool
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.players import name_key
from toolkit.tournament.standings import final_scores, standings
from toolkit.tournament.state import Player, PlayerStatus, Raffle, State, evolve

POOLS = {
    RafflePool.EVERYBODY: N_("Everyone who played"),
    RafflePool.NOT_IN_FINAL: N_("Everyone not in the final"),
    RafflePool.GAME_WINNERS: N_("Everyone with a game win"),
    RafflePool.NO_GAME_WIN: N_("Everyone without a game win"),
    RafflePool.NO_VICTORY_POINT: N_("Everyone without a victory point"),
    RafflePool.CHECKED_IN: N_("Everyone checked in now"),
    RafflePool.NAMED: N_("Those you tick"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleWishes:
    """The wishes for a raffle's pool.

    Attributes:
        players: of the pool `NAMED`.
        is_again: with those who have won in a raffle already.
        is_here: only who is here; `with_officials`: with judges and the organizer.
    """

    pool: RafflePool = RafflePool.EVERYBODY
    players: tuple[int, ...] = ()
    is_again: bool = False
    is_here: bool = False
    with_officials: bool = False


def candidates(state: State, wishes: RaffleWishes) -> tuple[int, ...]:
    """The numbers of the players who can be drawn, ascending; without disqualified ones.

    Raises:
        UnknownPlayer: somebody is named whom there is not.
        Refused: the finalists are not known yet.
    """
    eligible = {state.player(number).number for number in _pool(state, wishes)}
    out = {number for number, player in state.players.items() if player.status is PlayerStatus.DISQUALIFIED}
    if not wishes.is_again:
        out |= {number for raffle in state.raffles for number in raffle.winners}
    if wishes.is_here:
        out |= state.players.keys() - here(state)
    if not wishes.with_officials:
        out |= {number for number, player in state.players.items() if is_official(state, player)}
    return tuple(sorted(eligible - out))


def _pool(state: State, wishes: RaffleWishes) -> Iterable[int]:
    rounds = [*state.rounds, *([state.final_round] if state.final_round else [])]
    played = {number for round_ in rounds if round_.is_published for number in round_.played_by}
    rows = {row.player.number: row for row in standings(state) if row.player.number in played}
    match wishes.pool:
        case RafflePool.NAMED:
            return wishes.players
        case RafflePool.CHECKED_IN:
            return here(state)
        case RafflePool.NOT_IN_FINAL:
            if state.final is None:
                raise Refused(Message("The final has no players yet."), code="final_not_open")
            return played - set(state.final.finalists)
    finals = final_scores(state)
    wins = {
        number: row.game_wins + (finals[number].game_wins if number in finals else 0) for number, row in rows.items()
    }
    match wishes.pool:
        case RafflePool.GAME_WINNERS:
            return [number for number, won in wins.items() if won]
        case RafflePool.NO_GAME_WIN:
            return [number for number, won in wins.items() if not won]
        case RafflePool.NO_VICTORY_POINT:
            return [
                number
                for number, row in rows.items()
                if row.victory_points <= 0 and (number not in finals or finals[number].victory_points <= 0)
            ]
    return played


def here(state: State) -> frozenset[int]:
    """The players who are here as far as known: not left, and checked in last or seated at a table since.

    Where nobody ever checked in, everybody who has not left.
    """
    active = frozenset(player.number for player in state.active)
    if not state.checked_in:
        return active
    number = max(state.checked_in)
    seated = [round_.played_by for round_ in state.rounds[number - 1 :] if round_.is_published]
    return active & state.checked_in[number].union(*seated, checkin.here(state))


def is_official(state: State, player: Player) -> bool:
    """Whether a player is one of those who run the event, by VEKN number or by name."""
    settings = state.settings
    people = [
        (settings.organizer, settings.organizer_vekn),
        (settings.head_judge, settings.head_judge_vekn),
        *((official.name, official.vekn) for official in settings.assistants),
    ]
    return any(
        (vekn and vekn == player.vekn)
        or (name.strip() and not (vekn and player.vekn) and name_key(name) == name_key(player.name))
        for name, vekn in people
    )


def left_of(state: State, prize: str) -> int | None:
    """How many of a raffle's prize are left; None where none is called so."""
    prizes = [
        offered
        for offered in state.settings.prizes
        if offered.basis is PrizeFor.RAFFLE and name_key(offered.name) == name_key(prize)
    ]
    if not prizes:
        return None
    drawn = sum(len(raffle.winners) for raffle in state.raffles if name_key(raffle.prize) == name_key(prize))
    return max(0, sum(offered.count for offered in prizes) - drawn)


def draw_raffle(
    state: State, wishes: RaffleWishes, *, seed: int | DrawSeed, count: int | None = None, prize: str = ""
) -> list[Fact]:
    """Draw who gets a prize: `count` of them, else as many as there are left of it, else one.

    The candidates are ordered as a draw under the commitment orders them, or by the SHA-256 of
    `seed:raffle N:number`; the first win.

    Raises:
        UnknownPlayer: somebody is named whom there is not.
        BadValue: fewer than one, or a prize too long to print.
        Refused: more are to be drawn than can be, or nobody can.
    """
    able = candidates(state, wishes)
    wanted = count if count is not None else left_of(state, prize) if prize else 1
    wanted = 1 if wanted is None else wanted
    if wanted < 1:
        if count is None:
            raise Refused(Message("“%(name)s” is given away already.", name=prize), code="nothing_left")
        raise BadValue(Message("At least one player is drawn."), code="bad_count")
    if not able:
        raise Refused(Message("There are no players in this raffle."), code="nobody_to_draw")
    if wanted > len(able):
        raise Refused(
            Message("%(wanted)s are to be drawn, and only %(number)s can be.", wanted=wanted, number=len(able)),
            code="too_few_candidates",
        )
    purpose, made = next_purpose(state), list[Fact]()
    if isinstance(seed, DrawSeed):
        under = draw(state, seed, purpose, able)
        order, made = under.order, [under]
    else:
        order = order_of(f"{seed}:{purpose}", able)
    fact = RaffleDrawn(
        raffle=len(state.raffles) + 1,
        pool=wishes.pool,
        order=order,
        count=wanted,
        prize=check_text(prize)[:200],
        is_again=wishes.is_again,
        is_here=wishes.is_here,
        with_officials=wishes.with_officials,
        seed=None if isinstance(seed, DrawSeed) else seed,
    )
    return [*made, fact]


def next_purpose(state: State) -> str:
    """The purpose of the next raffle if it is drawn from a committed seed."""
    return f"raffle {len(state.raffles) + 1}"


def pass_over(state: State, raffle: int, player: int) -> list[Fact]:
    """A drawn player is not here: the next in the order of that raffle has the prize.

    Raises:
        UnknownPlayer: no such player.
        Refused: no such raffle, somebody who was not drawn in it, or nobody is left.
    """
    drawn, name = _raffle(state, raffle), state.player(player).name
    if player not in drawn.winners:
        raise Refused(
            Message("%(name)s was not drawn in raffle %(number)s.", name=name, number=raffle), code="not_drawn"
        )
    if not drawn.has_more:
        raise Refused(Message("No player is left in raffle %(number)s.", number=raffle), code="nobody_to_draw")
    return [RafflePassed(raffle=raffle, player=player)]


def _raffle(state: State, number: int) -> Raffle:
    if not 1 <= number <= len(state.raffles):
        raise Refused(Message("There is no raffle %(number)s.", number=number), code="no_raffle")
    return state.raffles[number - 1]


def _drawn_sentence(names: PlayerNames, fact: RaffleDrawn) -> Sayable:
    winners = names.all(fact.order[: fact.count])
    if fact.prize:
        return Message("Raffle %(number)s, %(prize)s: %(list)s.", number=fact.raffle, prize=fact.prize, list=winners)
    return Message("Raffle %(number)s: %(list)s.", number=fact.raffle, list=winners)


@folds(RaffleDrawn, _drawn_sentence)
def _drawn(state: State, fact: RaffleDrawn, entry: LogEntry) -> State:
    if fact.raffle != len(state.raffles) + 1:
        raise Refused(Message("Raffle %(number)s was drawn already.", number=fact.raffle), code="number_taken")
    for number in fact.order:
        state.player(number)
    made = Raffle(
        number=fact.raffle,
        pool=fact.pool,
        order=fact.order,
        count=fact.count,
        prize=fact.prize,
        seed=fact.seed,
        at=entry.moment,
    )
    return evolve(state, raffles=(*state.raffles, made))


def _passed_sentence(names: PlayerNames, fact: RafflePassed) -> Sayable:
    return Message(
        "%(name)s is not here: another is drawn in raffle %(number)s.", name=names(fact.player), number=fact.raffle
    )


@folds(RafflePassed, _passed_sentence)
def _passed(state: State, fact: RafflePassed, entry: LogEntry) -> State:
    drawn = _raffle(state, fact.raffle)
    raffles = list(state.raffles)
    raffles[fact.raffle - 1] = replace(drawn, passed=drawn.passed | {fact.player})
    return evolve(state, raffles=tuple(raffles))
