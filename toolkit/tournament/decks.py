"""Decks: submitted with the deck side's verdict, locked when their round begins, changed after that by a judge only."""

from __future__ import annotations

from dataclasses import replace

from toolkit.languages import Listed, Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text, shown_text
from toolkit.tournament.facts import DeckSubmitted, DeckVerdict, Fact
from toolkit.tournament.log import Entry, Names, because, folds
from toolkit.tournament.standings import winner
from toolkit.tournament.state import Deck, Player, State, evolve, round_title

LONGEST_LIST = 50_000
# Key of the one deck of an event that is not multi-deck.
ALL_ROUNDS = 0
# So many faults of a list are told in the log.
_TOLD = 3


def submit_deck(
    state: State,
    number: int,
    text: str,
    verdict: DeckVerdict,
    *,
    deck_round: int | None = None,
    is_judge: bool = False,
    reason: str = "",
) -> list[Fact]:
    """A player's list, for one round when the event is multi-deck, for all of them otherwise.

    An illegal list is taken and shown as such: the blockers name it until it is mended. The winner of a finished event
    can still hand in the list that was never asked for: it is what gets published.

    Raises:
        UnknownPlayer: no such player.
        BadValue: no list, an endless one, a round that the event does not have, or a judge without a reason.
        Refused: `deck_locked`, the round has begun.

    Rule: VEKN 3.1.5.
    """
    player = state.player(number)
    text = shown_text(text)
    if not text.strip() or len(text) > LONGEST_LIST:
        raise BadValue(Message("A list has 1 to %(number)s characters.", number=LONGEST_LIST), code="bad_list")
    _check_round(state, deck_round)
    is_change = is_deck_locked(state, deck_round, number)
    if is_change and not is_judge:
        raise Refused(
            Message(
                "The list of %(name)s is locked since the round was published: only a judge changes it.",
                name=player.name,
            ),
            code="deck_locked",
            rule="VEKN 3.1.5",
        )
    reason = check_text(reason, is_required=is_change)
    return [DeckSubmitted(player=number, deck_round=deck_round, text=text, verdict=verdict, reason=reason)]


def _check_round(state: State, deck_round: int | None) -> None:
    settings = state.settings
    if not settings.is_multideck and deck_round is not None:
        raise BadValue(
            Message("This event is played with one deck for all rounds."), code="not_multideck", rule="VEKN 3.1.5"
        )
    if settings.is_multideck and (deck_round is None or not 1 <= deck_round <= settings.rounds):
        raise BadValue(
            Message("Say which round the deck is for, 1 to %(number)s.", number=settings.rounds),
            code="deck_round",
            rule="VEKN 3.1.5",
        )


def is_deck_locked(state: State, deck_round: int | None, number: int) -> bool:
    """Whether the round that the player's deck is for has been published; the winner's first list is asked for later.

    Rule: VEKN 3.1.5.
    """
    is_owed = (
        state.is_finished and winner(state) == number and (deck_round or ALL_ROUNDS) not in state.player(number).decks
    )
    return state.published >= (deck_round or 1) and not is_owed


def deck_for(state: State, player: Player, round_number: int) -> Deck | None:
    """The deck a player has handed in for a round."""
    return player.decks.get(round_number if state.settings.is_multideck else ALL_ROUNDS)


def _tell_submitted(names: Names, fact: DeckSubmitted) -> Sayable:
    name, verdict = names(fact.player), fact.verdict
    what = Listed(verdict.problems[:_TOLD], between="; ")
    match bool(fact.deck_round), verdict.is_legal:
        case False, True:
            told = Message("Decklist of %(name)s: legal.", name=name)
        case False, False:
            told = Message("Decklist of %(name)s: not legal: %(what)s.", name=name, what=what)
        case True, True:
            told = Message("Decklist of %(name)s for %(round)s: legal.", name=name, round=_title(fact))
        case _:
            told = Message(
                "Decklist of %(name)s for %(round)s: not legal: %(what)s.", name=name, round=_title(fact), what=what
            )
    return because(told, fact.reason)


def _title(fact: DeckSubmitted) -> Message:
    return round_title(fact.deck_round or ALL_ROUNDS)


@folds(DeckSubmitted, _tell_submitted)
def _submitted(state: State, fact: DeckSubmitted, entry: Entry) -> State:
    player = state.player(fact.player)
    key = fact.deck_round or ALL_ROUNDS
    known = player.decks.get(key)
    changes = (known.changes if known else 0) + (1 if fact.reason else 0)
    decks = {**player.decks, key: Deck(text=fact.text, verdict=fact.verdict, changes=changes)}
    return evolve(state, players={**state.players, fact.player: replace(player, decks=decks)})
