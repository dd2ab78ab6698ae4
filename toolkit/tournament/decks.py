"""Decks: submitted with the deck side's verdict, locked when their round begins; what a finalist plays and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.scoring import best_rounds
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text, shown_text
from toolkit.tournament.facts import (
    ArchetypeSet,
    CryptCardsShown,
    DecksJudged,
    DeckSubmitted,
    DeckVerdict,
    Fact,
    FinalDeckDecided,
    JudgedDeck,
    PaperListTaken,
)
from toolkit.tournament.final import check_finalist, final_of
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.questions import accepts_decklists, accepts_online_lists
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.staggered import rounds_to_play, sits_out
from toolkit.tournament.standings import rounds_of, winner
from toolkit.tournament.state import Player, State, SubmittedDeck, evolve, round_title

LONGEST_LIST = 50_000
# Crypt cards of a finalist that everybody sees before the seats are chosen.
SHOWN_CARDS = 3
LONGEST_ARCHETYPE = 40
# Key of the one deck of an event that is not multi-deck.
ALL_ROUNDS = 0
# What is said of a text in which no card is named, before everything else.
NO_CARDS = Message("A text without cards: it does not count as a decklist.")
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

    An illegal list is taken and shown as such: the blockers name it until it is mended. After the event everybody can
    still hand in the list that was never asked for: it is what gets published.

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
    _check_round(state, number, deck_round)
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
    return [
        DeckSubmitted(
            player=number,
            deck_round=deck_round,
            text=text,
            verdict=verdict,
            reason=reason,
            is_after_event=is_locked_at_once(state, deck_round, number),
        )
    ]


def take_paper_list(state: State, number: int, *, deck_round: int | None = None, is_here: bool = True) -> list[Fact]:
    """A player's list came in on paper, or (not `is_here`) did not after all; of a multi-deck event for one round.

    Raises:
        UnknownPlayer: no such player.
        BadValue: a round that the event does not have.

    Rule: VEKN 3.1.5.
    """
    player = state.player(number)
    _check_round(state, number, deck_round)
    if is_here is ((deck_round or ALL_ROUNDS) in player.paper_lists):
        return []
    return [PaperListTaken(player=number, deck_round=deck_round, is_here=is_here)]


def set_archetype(state: State, number: int, archetype: str, *, deck_round: int | None = None) -> list[Fact]:
    """Name the kind of deck of a player's list, for statistics; "" takes it back. Nobody but a person names one.

    Raises:
        UnknownPlayer: no such player.
        Refused: no list of theirs is known.
        BadValue: a name too long, or a round that the event does not have.
    """
    player = state.player(number)
    _check_round(state, number, deck_round)
    deck = player.decks.get(deck_round or ALL_ROUNDS)
    if deck is None:
        raise Refused(Message("No list of %(name)s is known.", name=player.name), code="no_list")
    named = " ".join(check_text(archetype).split())
    if len(named) > LONGEST_ARCHETYPE:
        raise BadValue(
            Message("An archetype has at most %(number)s characters.", number=LONGEST_ARCHETYPE), code="bad_archetype"
        )
    return [] if named == deck.archetype else [ArchetypeSet(player=number, deck_round=deck_round, archetype=named)]


def has_list(state: State, player: Player, round_number: int) -> bool:
    """Whether a player's list for a round is here, typed or on paper."""
    key = round_number if state.settings.is_multideck else ALL_ROUNDS
    return key in player.lists or key in player.paper_lists


def is_text_only(state: State, player: Player, round_number: int) -> bool:
    """Whether what a player handed in for a round is a text without cards, which is no list."""
    return deck_for(state, player, round_number) is not None and not has_list(state, player, round_number)


def has_paper_list(state: State, player: Player, round_number: int) -> bool:
    """Whether a player's list for a round is here on paper."""
    return (round_number if state.settings.is_multideck else ALL_ROUNDS) in player.paper_lists


def judge_again(
    state: State, judge: Callable[[int, str], DeckVerdict], *, players: Iterable[int] | None = None
) -> list[Fact]:
    """The verdicts of `judge` on every list of these players, or of all; nothing if none has changed."""
    asked = state.players if players is None else frozenset(players)
    judged = tuple(
        JudgedDeck(
            player=number, deck_round=key or None, was_legal=deck.verdict.is_legal, verdict=judge(number, deck.text)
        )
        for number, player in sorted(state.players.items())
        if number in asked
        for key, deck in sorted(player.decks.items())
    )
    verdicts_before = [state.player(deck.player).decks[deck.deck_round or ALL_ROUNDS].verdict for deck in judged]
    return [] if [deck.verdict for deck in judged] == verdicts_before else [DecksJudged(decks=judged)]


def _check_round(state: State, number: int, deck_round: int | None) -> None:
    settings = state.settings
    if not settings.is_multideck and deck_round is not None:
        raise BadValue(
            Message("This event is played with one deck for all rounds."), code="not_multideck", rule="VEKN 3.1.5"
        )
    if not settings.is_multideck:
        return
    most = rounds_to_play(state)
    if deck_round is None or not 1 <= deck_round <= most:
        raise BadValue(
            Message("Choose the round of the deck, 1 to %(number)s.", number=most),
            code="deck_round",
            rule="VEKN 3.1.5",
        )
    if sits_out(state, number, deck_round):
        raise BadValue(
            Message(
                "%(name)s sits out %(round)s: no deck is needed.",
                name=state.player(number).name,
                round=round_title(deck_round),
            ),
            code="deck_round",
            rule="VEKN 3.1.5",
        )


def is_deck_locked(state: State, deck_round: int | None, number: int) -> bool:
    """Whether the round that the player's deck is for has been published; a first list comes after the event too.

    Not where the event asked everybody for one; the winner's is published in any case. Who came late to a limited event
    builds while others play.

    Rule: VEKN 3.1.5, 7.2.6.
    """
    is_open = _is_owed(state, deck_round, number) or number in state.limited.building
    return state.published >= (deck_round or 1) and not is_open


def is_locked_at_once(state: State, deck_round: int | None, number: int) -> bool:
    """Whether a list that is handed in now cannot be changed any more: a first one, after the event."""
    return state.published >= (deck_round or 1) and _is_owed(state, deck_round, number)


def has_own_page(state: State, number: int) -> bool:
    """Whether a player has a page for their decks: lists are handed in online, or the winner's is to be posted."""
    is_winner = state.is_finished and winner(state) == number
    return accepts_online_lists(state) or (is_winner and accepts_decklists(state))


def _is_owed(state: State, deck_round: int | None, number: int) -> bool:
    is_first = state.is_finished and (deck_round or ALL_ROUNDS) not in state.player(number).lists
    return is_first and (not state.settings.requires_decks or winner(state) == number)


def deck_for(state: State, player: Player, round_number: int) -> SubmittedDeck | None:
    """The deck a player has handed in for a round."""
    return player.decks.get(round_number if state.settings.is_multideck else ALL_ROUNDS)


def final_deck(state: State, number: int) -> SubmittedDeck | None:
    """The list that a finalist plays in the final; None where none was handed in, or none is decided yet."""
    decided = state.final.deck_rounds.get(number) if state.final is not None else None
    return state.player(number).lists.get((decided or 0) if state.settings.is_multideck else ALL_ROUNDS)


def decide_final_deck(state: State, number: int, *, seed: int) -> list[Fact]:
    """The deck of a finalist's best single round; one of several best by `seed`.

    Raises:
        Refused: not multi-deck by best round, or not a finalist.

    Rule: VEKN 3.1.5a.
    """
    check_finalist(state, number)
    if not state.settings.is_multideck or state.settings.final_deck is not FinalDeck.BEST_ROUND:
        raise Refused(
            Message("This event does not decide the final deck by the best round."),
            code="not_best_round",
            rule="VEKN 3.1.5a",
        )
    best = best_rounds(rounds_of(state, number))
    tied = best if len(best) > 1 else ()
    chosen = Random(seed).choice(best)
    return [FinalDeckDecided(player=number, deck_round=chosen, tied=tied, seed=seed if tied else None)]


def choose_final_deck(state: State, number: int, deck_round: int) -> list[Fact]:
    """A finalist's free choice among the decks of the event.

    Raises:
        Refused: not multi-deck by free choice, or not a finalist.
        BadValue: no such round.

    Rule: VEKN 3.1.5a.
    """
    check_finalist(state, number)
    if not state.settings.is_multideck or state.settings.final_deck is not FinalDeck.FREE_CHOICE:
        raise Refused(
            Message("Finalists of this event do not choose their deck."), code="no_free_choice", rule="VEKN 3.1.5a"
        )
    if not 1 <= deck_round <= total_rounds(state):
        raise BadValue(
            Message("Rounds are 1 to %(number)s.", number=total_rounds(state)), code="deck_round", rule="VEKN 3.1.5a"
        )
    return [FinalDeckDecided(player=number, deck_round=deck_round)]


def show_crypt_cards(state: State, number: int, crypt: Sequence[str], *, seed: int | None = None) -> list[Fact]:
    """Three crypt cards of a finalist: drawn from `crypt` by `seed`, or, without one, the three given.

    Raises:
        Refused: not a finalist.
        BadValue: not three cards, or too few to draw from.

    Rule: VEKN 3.1.3.
    """
    check_finalist(state, number)
    cards = [check_text(card, is_required=True) for card in crypt]
    if len(cards) < SHOWN_CARDS or (seed is None and len(cards) > SHOWN_CARDS):
        raise BadValue(
            Message("%(number)s crypt cards are shown.", number=SHOWN_CARDS), code="crypt_cards", rule="VEKN 3.1.3"
        )
    chosen = cards if seed is None else Random(seed).sample(cards, SHOWN_CARDS)
    return [CryptCardsShown(player=number, cards=tuple(chosen), seed=seed)]


def _submitted_sentence(names: PlayerNames, fact: DeckSubmitted) -> Sayable:
    name, verdict = names(fact.player), fact.verdict
    what = Listed([problem for problem in verdict.problems if problem][:_TOLD], between=" ")
    match bool(fact.deck_round), verdict.is_legal:
        case False, True:
            sentence = Message("Decklist of %(name)s: legal.", name=name)
        case False, False:
            sentence = Message("Decklist of %(name)s: not legal. %(what)s", name=name, what=what)
        case True, True:
            sentence = Message("Decklist of %(name)s for %(round)s: legal.", name=name, round=_title(fact))
        case _:
            sentence = Message(
                "Decklist of %(name)s for %(round)s: not legal. %(what)s", name=name, round=_title(fact), what=what
            )
    if fact.is_after_event:
        sentence = Message("%(what)s Handed in after the event.", what=sentence)
    return because(sentence, fact.reason)


def _title(fact: DeckSubmitted) -> Message:
    return round_title(fact.deck_round or ALL_ROUNDS)


@folds(
    DeckSubmitted,
    _submitted_sentence,
    several=lambda many: Count(many, "%(num)d decklist handed in.", "%(num)d decklists handed in."),
)
def _submitted(state: State, fact: DeckSubmitted, entry: LogEntry) -> State:
    player = state.player(fact.player)
    if not fact.text:
        return state  # its player was forgotten
    key = fact.deck_round or ALL_ROUNDS
    earlier = player.decks.get(key)
    changes = (earlier.changes if earlier else 0) + (1 if fact.reason else 0)
    after_event = entry.at if fact.is_after_event else earlier.after_event if earlier else None
    deck = SubmittedDeck(
        text=fact.text,
        verdict=fact.verdict,
        changes=changes,
        changed_by=entry.by if fact.reason else earlier.changed_by if earlier else "",
        after_event=after_event,
        archetype=earlier.archetype if earlier else "",
    )
    decks = {**player.decks, key: deck}
    return evolve(state, players={**state.players, fact.player: replace(player, decks=decks)})


def _archetype_sentence(names: PlayerNames, fact: ArchetypeSet) -> Sayable:
    name = names(fact.player)
    if not fact.archetype:
        return Message("Took back the archetype of %(name)s's deck.", name=name)
    return Message("Archetype of %(name)s's deck: %(archetype)s.", name=name, archetype=fact.archetype)


@folds(ArchetypeSet, _archetype_sentence)
def _archetype_set(state: State, fact: ArchetypeSet, entry: LogEntry) -> State:
    player, key = state.player(fact.player), fact.deck_round or ALL_ROUNDS
    deck = player.decks.get(key)
    if deck is None:
        return state  # its player was forgotten
    decks = {**player.decks, key: replace(deck, archetype=fact.archetype)}
    return evolve(state, players={**state.players, fact.player: replace(player, decks=decks)})


def _paper_sentence(names: PlayerNames, fact: PaperListTaken) -> Sayable:
    name = names(fact.player)
    match bool(fact.deck_round), fact.is_here:
        case False, True:
            return Message("Decklist of %(name)s handed in on paper.", name=name)
        case False, False:
            return Message("Decklist of %(name)s was not handed in on paper after all.", name=name)
        case True, True:
            return Message(
                "Decklist of %(name)s for %(round)s handed in on paper.",
                name=name,
                round=round_title(fact.deck_round or ALL_ROUNDS),
            )
        case _:
            return Message(
                "Decklist of %(name)s for %(round)s was not handed in on paper after all.",
                name=name,
                round=round_title(fact.deck_round or ALL_ROUNDS),
            )


@folds(
    PaperListTaken,
    _paper_sentence,
    several=lambda many: Count(many, "%(num)d decklist taken on paper.", "%(num)d decklists taken on paper."),
)
def _paper_taken(state: State, fact: PaperListTaken, entry: LogEntry) -> State:
    player, key = state.player(fact.player), frozenset({fact.deck_round or ALL_ROUNDS})
    lists = player.paper_lists | key if fact.is_here else player.paper_lists - key
    return evolve(state, players={**state.players, fact.player: replace(player, paper_lists=lists)})


def _judged_sentence(names: PlayerNames, fact: DecksJudged) -> Sayable:
    def named(*, is_legal: bool) -> Listed:
        changed = [deck for deck in fact.decks if deck.verdict.is_legal is is_legal is not deck.was_legal]
        return names.all(dict.fromkeys(deck.player for deck in changed))

    judged = Count(len(fact.decks), "%(num)d decklist checked again", "%(num)d decklists checked again")
    legal, illegal = named(is_legal=True), named(is_legal=False)
    match bool(legal), bool(illegal):
        case True, True:
            return Message(
                "%(judged)s. No longer legal: %(illegal)s. Legal now: %(legal)s.",
                judged=judged,
                illegal=illegal,
                legal=legal,
            )
        case False, True:
            return Message("%(judged)s. No longer legal: %(illegal)s.", judged=judged, illegal=illegal)
        case True, False:
            return Message("%(judged)s. Legal now: %(legal)s.", judged=judged, legal=legal)
        case _:
            return Message("%(judged)s: as legal as before.", judged=judged)


@folds(DecksJudged, _judged_sentence)
def _judged(state: State, fact: DecksJudged, entry: LogEntry) -> State:
    players = dict(state.players)
    for judged in fact.decks:
        player, key = players[state.player(judged.player).number], judged.deck_round or ALL_ROUNDS
        if key in player.decks:
            deck = replace(player.decks[key], verdict=judged.verdict)
            players[judged.player] = replace(player, decks={**player.decks, key: deck})
    return evolve(state, players=players)


def _final_deck_sentence(names: PlayerNames, fact: FinalDeckDecided) -> Sayable:
    if not fact.tied:
        return Message(
            "%(name)s plays the deck of round %(number)s in the final.",
            name=names(fact.player),
            number=fact.deck_round,
        )
    return Message(
        "%(name)s plays the deck of round %(number)s in the final, drawn from rounds %(list)s.",
        name=names(fact.player),
        number=fact.deck_round,
        list=Listed(fact.tied),
    )


@folds(FinalDeckDecided, _final_deck_sentence)
def _deck_decided(state: State, fact: FinalDeckDecided, entry: LogEntry) -> State:
    check_finalist(state, fact.player)
    final = final_of(state)
    return evolve(state, final=replace(final, deck_rounds={**final.deck_rounds, fact.player: fact.deck_round}))


@folds(
    CryptCardsShown,
    lambda names, fact: (
        Message("%(name)s showed %(list)s.", name=names(fact.player), list=Listed(fact.cards))
        if any(fact.cards)
        else Message("%(name)s showed crypt cards.", name=names(fact.player))
    ),
)
def _shown(state: State, fact: CryptCardsShown, entry: LogEntry) -> State:
    check_finalist(state, fact.player)
    final = final_of(state)
    return evolve(state, final=replace(final, crypt_cards={**final.crypt_cards, fact.player: fact.cards}))
