"""Scoring for programs: whether a table's result is possible and why, its points, and rating points.

Victory points are whole halves in every answer (5 is 2.5); `render_victory_points` writes them as people do.
"""

from toolkit.errors import ToolkitError
from toolkit.scoring import (
    Finish,
    Halves,
    ImpossibleScores,
    Level,
    LineKind,
    Scores,
    TableScore,
    Verdict,
    WrongTableSize,
    legal_lines,
    outcome,
    parse_victory_points,
    player_rating,
    rating_points,
    render_victory_points,
    score_table,
    table_verdict,
    victory_points_number,
)

__all__ = [
    "Finish",
    "Halves",
    "ImpossibleScores",
    "Level",
    "LineKind",
    "Scores",
    "TableScore",
    "ToolkitError",
    "Verdict",
    "WrongTableSize",
    "legal_lines",
    "outcome",
    "parse_victory_points",
    "player_rating",
    "rating_points",
    "render_victory_points",
    "score_table",
    "table_verdict",
    "victory_points_number",
]
