"""Events in which anything happens, sensible or not: `make soak ARGS=events` plays many."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from datetime import timedelta

from tests.tournament.organizer import Organizer
from toolkit.errors import ToolkitError
from toolkit.exchange.tournament_json import parse_tournament, render_tournament
from toolkit.scoring import legal_lines
from toolkit.services.commands import COMMANDS
from toolkit.tournament import (
    FINAL,
    SanctionKind,
    Tournament,
    fact_from_dict,
    fact_to_dict,
    fold,
    history,
    standings,
)
from toolkit.tournament.corrections import consequences, is_correction
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import (
    FinalistAvailable,
    FinalistUnavailable,
    FirstPlayerDrawn,
    PlayerDropped,
    ResultEntered,
    TossMade,
    TournamentFinished,
)
from toolkit.tournament.games import adjustments
from toolkit.tournament.state import Round
from toolkit.tournament.steps import blockers

LINES = {size: [[points / 2 for points in line] for line in legal_lines(size)] for size in (3, 4, 5)}


# The names of the operations that may move points, each of a command that asks first.
CORRECTING = {
    *(command.operation.__name__ for command in COMMANDS if command.corrects and command.operation),
    *("undo", "undo_last", "redo", "redo_last"),
}
# These decide by themselves who plays the final and with which seed.
DECIDING = (
    PlayerDropped,
    FinalistUnavailable,
    FinalistAvailable,
    TossMade,
    FirstPlayerDrawn,
    TournamentFinished,
)


class Watched(Organizer):
    """An organizer of whom nothing that is decided is moved by an operation that does not ask first."""

    def __getattr__(self, name: str) -> Callable[..., list]:
        operation, before = super().__getattr__(name), self.tournament

        def watched(*words: object, **options: object) -> list:
            facts = operation(*words, **options)
            if is_correction(before, facts):
                assert name in CORRECTING, name
            elif self.tournament.final is not None:
                decides = any(isinstance(fact, DECIDING) for fact in said(before, facts))
                moves = consequences(before, self.tournament)
                assert decides or not any(move.is_decisive for move in moves), name
            return facts

        return watched


def said(tournament: Tournament, facts: list) -> list:
    """The facts, and those that they undo or redo."""
    return [*facts, *(tournament.entry(number).fact for fact in facts for number in getattr(fact, "entries", ()))]


def step(organizer: Organizer, dice: random.Random) -> None:
    """One thing an organizer might do, sensible or not; a refusal changes nothing."""
    state = organizer.state
    player, table = dice.randint(1, 16), dice.randint(1, 3)
    round_number = dice.choice([FINAL, *range(1, len(state.rounds) + 2)])
    numbers = [entry.number for entry in state.active]
    dice.shuffle(numbers)
    numbers = numbers[: len(numbers) - len(numbers) % 5 or 4]
    tables = [numbers[at : at + 5] for at in range(0, len(numbers), 5)]
    size = (
        next((len(seats) for at, seats in state.round(round_number).numbered() if at == table), 5)
        if _has(organizer, round_number)
        else 5
    )
    choices = [
        lambda: organizer.add_player(f"Player {player}", vekn=str(3_000_000 + player)),
        lambda: organizer.drop_player(player),
        lambda: organizer.return_player(player, reason="back"),
        lambda: organizer.remove_player(player),
        lambda: organizer.change_player(player, city="Here"),
        lambda: organizer.open_check_in(),
        lambda: organizer.close_check_in(),
        lambda: organizer.check_in(numbers),
        lambda: organizer.draft_round(tables, seed=1),
        lambda: organizer.publish_round(),
        lambda: organizer.change_seats(round_number, tables),
        lambda: organizer.swap_players(round_number, player, dice.randint(1, 16)),
        lambda: organizer.swap_players(*_two_seated(organizer, dice)),
        lambda: organizer.swap_players(*_two_seated(organizer, dice)),
        lambda: _enter_as_player(organizer, dice),
        lambda: _enter_as_player(organizer, dice),
        lambda: organizer.take_dispute(*_disputed(organizer, dice)),
        lambda: organizer.drop_dispute(*_disputed(organizer, dice)[:2]),
        lambda: organizer.unlock_result(round_number, table),
        lambda: organizer.unseat_player(round_number, player, reason="not here"),
        lambda: organizer.seat_proxy(round_number, table, seat=dice.randint(1, 5), name="Jo"),
        lambda: organizer.cancel_round(round_number, reason="again"),
        lambda: organizer.enter_result(
            round_number, table, victory_points=dice.choice(LINES[size]), reason="so it was"
        ),
        lambda: organizer.enter_result(round_number, table, events="time", by_player=player),
        lambda: organizer.confirm_result(round_number, table, player),
        lambda: organizer.lock_round(round_number),
        lambda: organizer.clear_result(round_number, table),
        lambda: organizer.sanction_player(player, dice.choice(list(SanctionKind)), rule="JG 1.1"),
        lambda: organizer.lift_sanction(dice.randint(1, 4), reason="no"),
        lambda: organizer.toss(seed=player),
        lambda: organizer.open_final(),
        lambda: organizer.mark_unavailable(player),
        lambda: organizer.replace_finalists(),
        lambda: organizer.place_row(
            dice.sample(state.final.finalists, len(state.final.finalists)) if state.final else []
        ),
        lambda: organizer.draw_first_player(seed=player),
        lambda: organizer.start_clock(round_number),
        lambda: organizer.pause_clock(round_number),
        lambda: organizer.finish(),
        lambda: organizer.undo([dice.randint(1, organizer.tournament.number)]),
        lambda: organizer.redo(sorted(organizer.tournament.undone)[:1]),
        lambda: organizer.undo_last(),
        lambda: organizer.redo_last(),
    ]
    before = organizer.tournament
    organizer.now += timedelta(seconds=1)
    # The next thing one would do is as likely as anything else, so that events get somewhere.
    for choice in dice.sample(choices, 3):
        with contextlib.suppress(ToolkitError):
            choice()
            return
    assert organizer.tournament is before


def _two_seated(organizer: Organizer, dice: random.Random) -> tuple[int, int, int]:
    """A round, and two players who sit in it."""
    state = organizer.state
    played = [round_ for round_ in state.rounds if round_.tables]
    if not played:
        raise Refused("no round")
    round_ = dice.choice(played)
    return (round_.number, *dice.sample(sorted(round_.seats), 2))


def _disputed(organizer: Organizer, dice: random.Random) -> tuple[int, int, int]:
    """A round, a table, and a player whose result for it does not count."""
    found = [
        (round_.number, table, other.by_player)
        for round_ in organizer.state.rounds
        for table, sent in round_.disputes.items()
        for other in sent
    ]
    if not found:
        raise Refused("no dispute")
    return dice.choice(found)


def _enter_as_player(organizer: Organizer, dice: random.Random) -> None:
    """A player enters the result of their table: it changes no points where others agreed, or a round came since."""
    state = organizer.state
    published = [round_ for round_ in state.rounds if round_.is_published and round_.tables]
    if not published:
        raise Refused("no round")
    round_ = dice.choice(published)
    table, players = dice.choice(list(round_.numbered()))
    result = round_.results.get(table)
    is_agreed = result is not None and round_.is_settled(table) and result.is_confirmed and not result.is_unlocked
    has_right = not is_agreed and round_.number == state.published and state.final_round is None
    me = dice.choice([player for player in players if player > 0])
    organizer.enter_result(round_.number, table, victory_points=dice.choice(LINES[len(players)]), by_player=me)
    if not has_right:
        assert organizer.state.round(round_.number).scores == round_.scores


def _has(organizer: Organizer, number: int) -> bool:
    return organizer.state.final_round is not None if number == FINAL else 1 <= number <= len(organizer.state.rounds)


def play(seed: int, steps: int) -> Organizer:
    dice = random.Random(seed)
    organizer = Watched(rounds=2).with_players(dice.randint(8, 15))
    for number in range(dice.randint(0, 3)):
        numbers = [player.number for player in organizer.state.active]
        five = len(numbers) // 5 * 5
        with contextlib.suppress(ToolkitError):
            organizer.seated(*[numbers[at : at + 5] for at in range(0, five, 5)])
            for table in range(1, five // 5 + 1):
                organizer.enter_result(number + 1, table, events=dice.choice(["A>B, time", "C>D, time"]))
    if dice.random() < 0.3:
        _seat_final(organizer)
    for _ in range(steps):
        step(organizer, dice)
    return organizer


def _seat_final(organizer: Organizer) -> None:
    """The final is seated, where the rounds are over."""
    with contextlib.suppress(ToolkitError):
        organizer.toss(seed=1)
    with contextlib.suppress(ToolkitError):
        organizer.open_final()
        organizer.place_row(organizer.state.final.finalists)
        organizer.draw_first_player(seed=1)


def run(seed: int, number: int) -> str:
    """The export of the event of that number, which kept every promise; one in ten is a long one."""
    organizer = play(seed << 32 | number, 150 if number % 10 == 9 else 50)
    check_log(organizer.tournament)
    check_questions(organizer)
    text = render_tournament(organizer.tournament)
    assert render_tournament(parse_tournament(text)) == text
    check_undoing(organizer, random.Random(number))
    return text


def check_log(tournament: Tournament) -> None:
    """A log folds to what it grew into, and its facts are read back as they were stored."""
    assert fold(tournament.log) == tournament
    for entry in tournament.log:
        assert fact_from_dict(fact_to_dict(entry.fact)) == entry.fact


def check_questions(organizer: Organizer) -> None:
    """Questions always have an answer, and scores are never lost."""
    state = organizer.state
    rows = standings.standings(state)
    ranks = [row.rank or len(rows) + 1 for row in rows]
    assert ranks == sorted(ranks)
    assert len({row.player.number for row in rows}) == len(rows)
    assert all(blocker.message.strip() for blocker in blockers(state))
    assert len(list(history.describe_log(organizer.tournament))) == organizer.tournament.number
    if state.final is not None:
        stay = [number for number in state.final.finalists if state.players[number].status != "disqualified"]
        assert list(standings.finalists(state)) == stay
    for round_ in state.rounds:
        assert all(score.player == player for player, score in round_.scores.items())
        check_results(organizer.tournament, round_)


def check_results(tournament: Tournament, round_: Round) -> None:
    """A table is settled by an entry for exactly its seats and scores, and no table has more points than seats."""
    entered = {
        entry.fact.scores
        for entry in tournament.log
        if entry.number not in tournament.undone and isinstance(entry.fact, ResultEntered)
    }
    for table, players in round_.numbered():
        if round_.is_settled(table):
            scores = tuple(round_.scores[player] for player in players)
            assert scores in entered
            assert sum(score.victory_points for score in scores) <= 2 * len(players)
    if not adjustments(tournament, round_.number):
        points = sum(score.victory_points for score in standings.round_scores(tournament, round_).values())
        assert points <= 2 * sum(map(len, round_.tables))


def check_undoing(organizer: Organizer, dice: random.Random) -> None:
    """Undoing the undoing of an entry brings all back."""
    before = organizer.tournament
    try:
        facts = history.undo(before, [dice.randint(2, before.number)])
    except ToolkitError:
        return
    organizer.enter(facts)
    organizer.enter(history.undo(organizer.tournament, [organizer.tournament.number]))
    for name in ("players", "rounds", "final", "sanctions", "undone"):
        assert getattr(organizer.tournament, name) == getattr(before, name), name
