"""Draws: from the seed that the event committed to, else from a fresh one or one that is given, and kept.

And what the final needs that is drawn, or decided at the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit import __version__
from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.exchange.tournament_json import parse_tournament
from toolkit.languages import Message
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, use_case
from toolkit.tournament import Fact, Tournament, deck_checks, decks, draws, final, raffle, steps
from toolkit.tournament.draw_record import ListedDraw, is_public, listed_draws, verified_draws
from toolkit.tournament.draws import DrawSeed
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import RafflePool


def commit_seed(work: UnitOfWork) -> Change:
    """Publish the hash of the event's seed; the store keeps the seed, once and for all.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    work.look()  # of no event nothing is kept
    return _commit(work, work.context.store.setting(_setting(work.id), lambda: secrets.token_hex(32)))


@use_case(name="commit_seed", without=("seed",))
def _commit(_: UnitOfWork, event: Tournament, seed: str) -> list[Fact]:
    return draws.commit_seed(event, seed, event=draws.identity(event.entry(1)))


@use_case()
def reveal_seed(work: UnitOfWork, event: Tournament) -> list[Fact]:
    """Publish the seed.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return draws.reveal_seed(event, _known_seed(work.context, work.id))


@use_case()
def finish(work: UnitOfWork, event: Tournament, *, is_early: bool = False, reason: str = "") -> list[Fact]:
    """Close the event; where draws came from a committed seed, it is shown.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    facts = steps.finish(event, is_early=is_early, reason=reason)
    seed = _known_seed(work.context, work.id)
    if facts and event.draws and draws.is_seed_of(event, seed):
        facts = [*facts, *draws.reveal_seed(event, seed)]
    return facts


def _known_seed(context: Context, id: str) -> str:
    """The seed of the event that this store keeps; "" where it keeps none."""
    return context.store.known_setting(_setting(id)) or ""


def _setting(id: str) -> str:
    return f"draw_seed {id}"


def draws_from_seed(context: Context, id: str, event: Tournament) -> bool:
    """Whether draws come from the event's committed seed: it is not shown yet, and it is in this store.

    A copy of the store takes the seed along to another laptop; an export does not.
    """
    return draws.is_seed_of(event, _known_seed(context, id))


def seed_for(
    work: UnitOfWork, event: Tournament, seed: int | None, *, word: str = "", reason: str = ""
) -> int | DrawSeed:
    """The lots for a draw: the committed seed; if it is shown, or not in this store, a given or a fresh one.

    Raises:
        Refused: a seed is given although one is committed.
        BadValue: a word, and no committed seed to draw from.
    """
    if draws_from_seed(work.context, work.id, event):
        if seed is not None:
            raise Refused(Message("The seed of this event is committed: a draw takes no other."), code="seed_committed")
        known_seed = _known_seed(work.context, work.id)
        return DrawSeed(seed=known_seed, word=word, reason=reason, version=__version__)
    if word.strip() and event.commitment is not None and not event.commitment.seed:
        raise BadValue(
            Message("The committed seed is not on this laptop: draw without a word. The draw cannot be verified."),
            code="bad_word",
        )
    if word.strip():
        raise BadValue(Message("A word belongs to a committed seed, and there is none."), code="bad_word")
    return work.context.seed() if seed is None else seed


@use_case()
def toss(
    work: UnitOfWork, event: Tournament, *, seed: int | None = None, word: str = "", reason: str = ""
) -> list[Fact]:
    """Toss for every tie that the cut needs decided; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return final.toss(event, seed=seed_for(work, event, seed, word=word, reason=reason))


@use_case()
def draw_checks(
    work: UnitOfWork,
    event: Tournament,
    round_number: int,
    *,
    count: int | None = None,
    again: bool = False,
    seed: int | None = None,
    word: str = "",
    reason: str = "",
) -> list[Fact]:
    """Draw whose decks are checked in a round; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = seed_for(work, event, seed, word=word, reason=reason)
    return deck_checks.draw_deck_checks(event, round_number, seed=chosen, count=count, again=again)


def draw_raffle(
    work: UnitOfWork,
    *,
    pool: RafflePool | None = None,
    players: Sequence[int] | None = None,
    count: int | None = None,
    prize: str = "",
    again: bool = False,
    here: bool = False,
    with_officials: bool = False,
    seed: int | None = None,
    word: str = "",
    reason: str = "",
) -> Change:
    """Draw who gets a prize: of a pool, or of the players who are named; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    wishes = raffle.RaffleWishes(
        pool=pool or (RafflePool.EVERYBODY if players is None else RafflePool.NAMED),
        players=tuple(players or ()),
        is_again=again,
        is_here=here,
        with_officials=with_officials,
    )
    return _draw_raffle(work, wishes, count=count, prize=prize, seed=seed, word=word, reason=reason)


@use_case(name="draw_raffle")
def _draw_raffle(
    work: UnitOfWork,
    event: Tournament,
    wishes: raffle.RaffleWishes,
    *,
    count: int | None,
    prize: str,
    seed: int | None,
    word: str,
    reason: str,
) -> list[Fact]:
    chosen = seed_for(work, event, seed, word=word, reason=reason)
    return raffle.draw_raffle(event, wishes, seed=chosen, count=count, prize=prize)


@use_case()
def decide_final_deck(work: UnitOfWork, event: Tournament, player: int, *, seed: int | None = None) -> list[Fact]:
    """The deck of a finalist's best round, one of several drawn.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return decks.decide_final_deck(event, player, seed=work.context.seed() if seed is None else seed)


@use_case()
def draw_crypt_cards(
    work: UnitOfWork, event: Tournament, player: int, crypt: Sequence[str], *, seed: int | None = None
) -> list[Fact]:
    """Three of a finalist's crypt cards, drawn and shown.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return decks.show_crypt_cards(event, player, crypt, seed=work.context.seed() if seed is None else seed)


@use_case(name="draw_first")
def draw_first_player(
    work: UnitOfWork, event: Tournament, *, seed: int | None = None, word: str = "", reason: str = ""
) -> list[Fact]:
    """Draw who plays first in the final.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return final.draw_first_player(event, seed=seed_for(work, event, seed, word=word, reason=reason))


def draw_from_list(work: UnitOfWork, player: int, cards: CardDatabase, *, seed: int | None = None) -> Change:
    """Three crypt cards of a finalist, drawn from the list that they handed in.

    Raises:
        Refused: no list of theirs is known.
        ToolkitError: what the domain refuses with.

    Rule: VEKN 3.1.3.
    """
    state = work.look()
    deck = decks.final_deck(state, player)
    if deck is None:
        name = state.player(player).name
        sentence = Message("No list of %(name)s is known: write the three cards that were shown.", name=name)
        raise Refused(sentence, code="no_list")
    crypt = [entry.card.unique_name for entry in read(deck.text, cards).deck.crypt for _ in range(entry.count)]
    return draw_crypt_cards(work, player, crypt, seed=seed)


def settle_ties(
    work: UnitOfWork,
    *,
    players: Sequence[int] | None = None,
    how: str = "",
    seed: int | None = None,
    word: str = "",
    reason: str = "",
) -> Change:
    """Toss for every tie; with the players in order, record a toss that was made at the table.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if players is None:
        return toss(work, seed=seed, word=word, reason=reason)
    return work.change(final.record_toss, tuple(players), how=how)


def settle_final_deck(
    work: UnitOfWork, player: int, *, deck_round: int | None = None, seed: int | None = None
) -> Change:
    """The deck of a finalist: that of the round they chose, else of their best.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if deck_round is not None:
        return work.change(decks.choose_final_deck, player, deck_round)
    return decide_final_deck(work, player, seed=seed)


def settle_crypt_cards(
    work: UnitOfWork, player: int, cards: Sequence[str], *, draws: bool = False, seed: int | None = None
) -> Change:
    """Three crypt cards of a finalist, or three drawn from all these.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if draws:
        return draw_crypt_cards(work, player, cards, seed=seed)
    return work.change(decks.show_crypt_cards, player, tuple(cards))


def settle_first_player(
    work: UnitOfWork, *, player: int | None = None, seed: int | None = None, word: str = "", reason: str = ""
) -> Change:
    """Draw who plays first, or record who was drawn.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    if player is None:
        return draw_first_player(work, seed=seed, word=word, reason=reason)
    return work.change(final.record_first_player, player)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawView:
    """A draw; what is not under the commitment has no `purpose` and none of the figures.

    Attributes:
        entry: its number in the log; `at` is the time (ISO, UTC).
        verdict: `holds`, `does not hold`, `not verifiable` or `seed not revealed`, with a sentence in `why`.
        players: the candidates, ascending; `order` is the drawn order; `draw` is the hash, in hex.
        chart, history, steps, program: of a round, the data to seat it again.
    """

    entry: int
    at: str
    title: str
    verdict: str
    why: str
    purpose: str
    word: str
    players: tuple[int, ...]
    order: tuple[int, ...]
    draw: str
    reason: str
    chart: str
    history: str
    steps: int
    program: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawsView:
    """The draws of an event, and what it committed to.

    Attributes:
        event: the event's identity. Null, like the rest, if no seed was committed.
        seed: the seed, once it is revealed.
    """

    event: str | None
    commitment: str | None
    committed_at: str | None
    seed: str | None
    draws: list[DrawView]


def show_draws(event: Tournament, listed: Iterable[ListedDraw] | None = None, *, is_private: bool = True) -> DrawsView:
    """The draws, or those found; those not public yet only where `is_private`."""
    commitment = event.commitment
    every = listed_draws(event) if listed is None else listed
    return DrawsView(
        event=commitment.event if commitment else None,
        commitment=commitment.commitment if commitment else None,
        committed_at=commitment.at.isoformat() if commitment else None,
        seed=(commitment.seed or None) if commitment else None,
        draws=[_show_draw(draw) for draw in every if is_private or is_public(event, draw)],
    )


def _show_draw(draw: ListedDraw) -> DrawView:
    fact = draw.fact
    return DrawView(
        entry=draw.entry,
        at=draw.at.isoformat(),
        title=str(draw.title),
        verdict=draw.verdict.value,
        why=str(draw.why or ""),
        purpose=draw.purpose,
        word=fact.word if fact else "",
        players=fact.players if fact else (),
        order=fact.order if fact else (),
        draw=fact.draw if fact else "",
        reason=fact.reason if fact else "",
        chart=fact.chart if fact else "",
        history=fact.history if fact else "",
        steps=fact.steps if fact else 0,
        program=fact.program if fact else "",
    )


def verify_draws(content: bytes) -> DrawsView:
    """Every draw of an export, made once more.

    Raises:
        ToolkitError: the file is no whole export, or its log contradicts itself.
    """
    event = parse_tournament(content)
    return show_draws(event, verified_draws(event, version=__version__))
