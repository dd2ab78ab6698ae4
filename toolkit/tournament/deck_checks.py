"""Random deck checks of a round, with their findings: drawn from a seed, so that each draw can be repeated."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from toolkit.languages import Message, Sayable
from toolkit.tournament.decks import has_list
from toolkit.tournament.draws import DrawSeed, draw
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import DeckCheckNoted, DeckChecksDrawn, Fact
from toolkit.tournament.infractions import Infraction, infraction_named, infractions
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import DeckChecks, Round, State, evolve, round_title

# One in so many of those seated is checked, unless a number is asked for.
_SHARE = 10


def draw_deck_checks(
    state: State, round_number: int, *, seed: int | DrawSeed, count: int | None = None, again: bool = False
) -> list[Fact]:
    """Draw whose decks are checked in a round: of those seated with a list who were not checked before, or `again`.

    A list on paper is one. They are ordered by the SHA-256 of the text `seed:round:number`, under a commitment as its
    draws are; the first are checked.

    Raises:
        UnknownRound: no such round.
        Refused: nobody is left to check.
        BadValue: fewer than one.

    Rule: VEKN 6.3.
    """
    check_running(state)
    round_ = state.round(round_number)
    if count is not None and count < 1:
        raise BadValue(Message("At least one deck is checked."), code="bad_count", rule="VEKN 6.3")
    able = [
        number
        for number in round_.seats
        if has_list(state, state.player(number), round_number) and (again or number not in state.checked)
    ]
    if not able:
        raise Refused(
            Message("All lists in %(round)s were checked before.", round=round_.title),
            code="nobody_to_check",
            rule="VEKN 6.3",
        )
    most = usual_count(round_) if count is None else count
    if isinstance(seed, DrawSeed):
        stands = any(drawn.round == round_number for drawn in state.deck_checks)
        made = draw(state, seed, f"check {round_number}", able, stands=stands)
        return [made, DeckChecksDrawn(round=round_number, players=made.order[:most], seed=None)]
    drawn = order_of(able, seed=seed, round_number=round_number)
    return [DeckChecksDrawn(round=round_number, players=tuple(drawn[:most]), seed=seed)]


def usual_count(round_: Round) -> int:
    """The default number of decks to check."""
    return -(-len(round_.seats) // _SHARE)


def note_deck_check(
    state: State, round_number: int, player: int, *, infraction: str = "", note: str = ""
) -> list[Fact]:
    """Note what a deck check found: an `infraction` of the guide's 3.1, or nothing.

    Raises:
        UnknownRound, UnknownPlayer: no such round or player.
        Refused: the player was not drawn in that round.
        BadValue: an infraction that no deck check finds.

    Rule: VEKN 6.3.
    """
    check_running(state)
    round_, name = state.round(round_number), state.player(player).name
    if _draw_of(state, round_number, player) is None:
        raise Refused(
            Message("%(name)s was not drawn for a deck check in %(round)s.", name=name, round=round_.title),
            code="not_drawn",
            rule="VEKN 6.3",
        )
    row = infraction_named(infraction) if infraction.strip() else None
    if row is not None and row not in deck_infractions():
        raise BadValue(
            Message("A deck check finds 3.1.1, 3.1.2 or 3.1.3, or nothing."), code="unknown_infraction", rule="JG 3.1.1"
        )
    key = row.key if row else ""
    return [DeckCheckNoted(round=round_number, player=player, infraction=key, note=check_text(note))]


def deck_infractions() -> tuple[Infraction, ...]:
    """The infractions that a deck check may find, in the guide's order."""
    return tuple(row for row in infractions().values() if row.number.startswith("3.1."))


def _draw_of(state: State, round_number: int, player: int) -> int | None:
    """The place of the last draw of a round that names a player."""
    places = [
        place
        for place, drawn in enumerate(state.deck_checks)
        if drawn.round == round_number and player in drawn.players
    ]
    return places[-1] if places else None


def order_of(players: list[int], *, seed: int, round_number: int) -> list[int]:
    """The players in the order that the seed gives them.

    >>> order_of(list(range(1, 18)), seed=7, round_number=1)[:4]
    [9, 4, 16, 1]
    """
    return sorted(players, key=lambda number: hashlib.sha256(f"{seed}:{round_number}:{number}".encode()).hexdigest())


def _drawn_sentence(names: PlayerNames, fact: DeckChecksDrawn) -> Sayable:
    return Message("Deck checks of %(round)s: %(list)s.", round=round_title(fact.round), list=names.all(fact.players))


@folds(DeckChecksDrawn, _drawn_sentence)
def _drawn(state: State, fact: DeckChecksDrawn, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    drawn = DeckChecks(round=fact.round, seed=fact.seed, players=fact.players)
    return evolve(state, deck_checks=(*state.deck_checks, drawn))


def _noted_sentence(names: PlayerNames, fact: DeckCheckNoted) -> Sayable:
    row = infractions().get(fact.infraction)
    what = row.title if row else Message("in order")
    sentence = Message(
        "Deck check of %(name)s in %(round)s: %(what)s.",
        name=names(fact.player),
        round=round_title(fact.round),
        what=what,
    )
    return because(sentence, fact.note)


@folds(DeckCheckNoted, _noted_sentence)
def _noted(state: State, fact: DeckCheckNoted, entry: LogEntry) -> State:
    place = _draw_of(state, fact.round, fact.player)
    if place is None:
        raise Refused(Message("That deck was not drawn for a check."), code="not_drawn", rule="VEKN 6.3")
    drawn = state.deck_checks[place]
    findings = {**drawn.found, fact.player: (fact.infraction, fact.note)}
    checks = (*state.deck_checks[:place], replace(drawn, found=findings), *state.deck_checks[place + 1 :])
    return evolve(state, deck_checks=checks)
