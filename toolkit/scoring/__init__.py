"""Scoring: what a table's result can be and why; game wins, tournament points, standings and rating points.

Victory points are whole halves in every value of this package (5 is 2.5 VP); `table_verdict` and
`parse_victory_points` take them as people write them, `render_victory_points` and `victory_points_number` show them.

>>> verdict = table_verdict([4, 0.5, 0, 0, 0])
>>> verdict.kind.value, verdict.sentences()
('withdrawal', ['B withdraws', 'A ousts C', 'A ousts D', 'A ousts E'])
>>> outcome(5, "A>B, D!, time").score.tournament_points
(60, 12, 36, 36, 36)
"""

from toolkit.scoring.events import (
    LETTERS,
    Concede,
    Event,
    Oust,
    OustTogether,
    Remove,
    TimeCalled,
    Withdraw,
    describe_event,
    parse_events,
    render_event,
)
from toolkit.scoring.fates import story_of
from toolkit.scoring.outcome import Scores, outcome
from toolkit.scoring.points import (
    ADJUSTMENT,
    Halves,
    ImpossibleScores,
    TableScore,
    Written,
    WrongTableSize,
    game_wins,
    parse_victory_points,
    render_victory_points,
    score_table,
    tournament_points,
    victory_points_number,
)
from toolkit.scoring.rating import Finish, Level, bonus, coefficient, player_rating, rating_points
from toolkit.scoring.reachable import Line, LineKind, legal_lines
from toolkit.scoring.ring import Fate, Ring
from toolkit.scoring.standings import (
    IncompleteToss,
    Ranked,
    RoundScore,
    Total,
    best_rounds,
    check_toss,
    final_ranks,
    final_winner,
    rank_totals,
    seed_spans,
    ties_at_cut,
)
from toolkit.scoring.verdict import Near, Verdict, judge_line, nearest_plain, table_verdict

__all__ = [
    "ADJUSTMENT",
    "LETTERS",
    "Concede",
    "Event",
    "Fate",
    "Finish",
    "Halves",
    "ImpossibleScores",
    "IncompleteToss",
    "Level",
    "Line",
    "LineKind",
    "Near",
    "Oust",
    "OustTogether",
    "Ranked",
    "Remove",
    "Ring",
    "RoundScore",
    "Scores",
    "TableScore",
    "TimeCalled",
    "Total",
    "Verdict",
    "Withdraw",
    "Written",
    "WrongTableSize",
    "best_rounds",
    "bonus",
    "check_toss",
    "coefficient",
    "describe_event",
    "final_ranks",
    "final_winner",
    "game_wins",
    "judge_line",
    "legal_lines",
    "nearest_plain",
    "outcome",
    "parse_events",
    "parse_victory_points",
    "player_rating",
    "rank_totals",
    "rating_points",
    "render_event",
    "render_victory_points",
    "score_table",
    "seed_spans",
    "story_of",
    "table_verdict",
    "ties_at_cut",
    "tournament_points",
    "victory_points_number",
]
