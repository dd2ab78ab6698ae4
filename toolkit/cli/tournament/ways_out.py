"""The commands that help after a refusal: `ID` is the tournament as it was named, capitals are placeholders.

By the refusal's code; where one code means something else to a command, by the command and the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

ENTER = "result enter ID ROUND TABLE VP..."
_OVERRIDE = f"{ENTER} --reason TEXT --card CARD"
_INFRACTIONS = "sanction infractions ID WORD..."
_EARLY = "finish ID --early --reason TEXT"
_ROUND = "round show ID ROUND"
_DROP = "players drop ID PLAYER"
_RETURN = "players return ID PLAYER"
_PLACE = "final place ID PLAYER POSITION"
_CANCEL_FINAL = "final cancel ID --reason TEXT"
_DRAFT = "limited draft start ID"
_PUBLISH_ANYWAY = "round publish ID --reason TEXT"
_POOL = "limited pool enter ID PLAYER FILE"

WAYS: Mapping[str, tuple[str, ...]] = {
    # A round.
    "check_in_closed": ("checkin ID --open",),
    "no_draft": ("seat ID",),
    "not_published": ("round publish ID",),
    "rounds_missing": ("seat ID --publish", "config ID rounds=NUMBER"),
    "no_further_round": ("final open ID", "config ID rounds=NUMBER"),
    "not_the_last": ("round cancel ID ROUND --reason TEXT", _CANCEL_FINAL),
    "not_cancelled": ("seat ID",),
    "nobody_left": (_DROP,),
    "not_seated": (_ROUND,),
    "unseatable": ("players add ID NAME...", _RETURN),
    # Players and lists.
    "has_left": (_RETURN,),
    "has_been_seated": (_DROP,),
    "deck_missing": ("deck submit ID PLAYER PATH", "players paper ID PLAYER", _PUBLISH_ANYWAY),
    "deck_illegal": ("deck show ID PLAYER", "deck submit ID PLAYER PATH", _PUBLISH_ANYWAY),
    # Results.
    "no_result": (ENTER,),
    "result_missing": (ENTER,),
    "results_missing": (ENTER,),
    "players_changed": (ENTER,),
    "needs_outcome": ("result enter ID ROUND TABLE --events EVENTS",),
    "has_result": ("result clear ID ROUND TABLE",),
    "locked": ("result unlock ID ROUND TABLE",),
    "disputed": (_ROUND, "result lock ID ROUND TABLE", "result take ID ROUND TABLE PLAYER", ENTER),
    "no_dispute": (_ROUND,),
    "own_result": ("result confirm ID ROUND TABLE PLAYER", "result lock ID ROUND TABLE"),
    "not_at_table": (_ROUND,),
    # The clock.
    "clock_not_running": ("clock start ID ROUND",),
    "clock_paused": ("clock resume ID ROUND",),
    "clock_started": ("clock extend ID ROUND MINUTES",),
    "much_time": ("clock extend ID ROUND MINUTES --table TABLE --allowed --reason TEXT",),
    # The final.
    "toss_needed": ("final toss ID",),
    "final_not_open": ("final open ID",),
    "final_opened": ("final show ID", _CANCEL_FINAL),
    "final_seated": (_CANCEL_FINAL,),
    "final_seats": (_PLACE, "final first ID"),
    "final_missing": ("final open ID",),
    "row_incomplete": (_PLACE,),
    "placing_begun": (_PLACE,),
    "not_their_turn": (_PLACE,),
    "not_a_finalist": ("final show ID",),
    "too_few_finalists": ("final available ID PLAYER", _EARLY),
    "no_final": ("finish ID",),
    # A limited event.
    "not_planned": ("limited plan ID --format FORMAT --boosters NUMBER",),
    "no_product_given": ("limited product ID PLAYER",),
    "no_phase": ("limited phase ID",),
    "no_pods": ("limited pods ID",),
    "pods_no_tables": ("seat ID",),
    "draft_begun": ("limited move ID FIRST SECOND", "undo ID"),
    "clock_not_paused": ("limited draft pause ID",),
    "no_pool": (_POOL,),
    "few_pools": (_POOL,),
    "pools_missing": (_POOL,),
    "swap_drawn": ("limited swap ID --reason TEXT",),
    "no_late": ("limited plan ID --late",),
    "no_late_builder": ("limited late ID PLAYER",),
    "builds_late": ("limited built ID PLAYER",),
    # The event.
    "finished": ("reopen ID --reason TEXT",),
    "not_finished": ("finish ID",),
    "no_fee": ("fees set ID AMOUNT",),
    "not_committed": ("draws commit ID",),
    "chances_off": ("config ID show_chances=organizers",),
}

_UNFINISHED = ("result_missing", "players_changed", "rounds_missing", "final_missing")
WAYS_OF: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("finish", "finished"): (),
    **{("finish", code): (*WAYS[code], _EARLY) for code in _UNFINISHED},
    ("result enter", "impossible_scores"): (ENTER, _OVERRIDE),
    ("result enter", "needs_outcome"): (*WAYS["needs_outcome"], _OVERRIDE),
    ("sanction give", "rule_needed"): (_INFRACTIONS,),
    ("sanction person", "rule_needed"): (_INFRACTIONS,),
    # Where the round was left out, the table stands in its place.
    **{("result enter", code): (ENTER,) for code in ("unknown_round", "unknown_table", "wrong_seats")},
    ("round cancel", "is_final"): (_CANCEL_FINAL,),
    ("round proxy", "is_final"): ("final unavailable ID PLAYER",),
    **{(f"limited draft {action}", "no_draft"): (_DRAFT,) for action in ("pause", "resume", "next", "late", "replace")},
    ("limited draft pause", "clock_paused"): ("limited draft resume ID",),
    ("limited phase", "no_phase"): ("seat ID --publish",),
    ("limited pods", "no_pods"): (),  # a sealed event has none
}


def ways_out(command: str, code: str, tournament: str) -> Iterator[str]:
    """The commands that go on after `command` was refused with that code, for a tournament as it was named."""
    if code == "reason_needed":
        yield f"{command} {tournament} … --reason TEXT"
    if code in ("would_move", "phase_unfinished"):
        yield f"{command} {tournament} … --sure"
    for way in WAYS_OF.get((command, code), WAYS.get(code, ())):
        yield way.replace("ID", tournament, 1)
