"""The answer to every refused request of the API."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from marshmallow import INCLUDE, Schema, fields
from marshmallow.exceptions import SCHEMA

# The keys of requests, each with the codes of the refusals that are about it. Where a code has several, the key that
# was sent is meant. `_schema` is the request as a whole. Codes such as `bad_minutes` and `minutes_needed` need no row.
KEYS = {
    "apart": "bad_wish unknown_player",
    "content": "bad_csv damaged_export damaged_fact newer_version no_archon_workbook no_archondata no_headers nobody "
    "too_many_lines wrong_encoding damaged_data invalid_entry",
    "file": "no_archon_workbook",
    "preview": "stale_preview",
    "date": "no_day template_day bad_query far_off",
    "on": "bad_query",
    "list": "bad_query",
    "last_day": "template_day",
    "is_template": "no_rehearsal",
    "rule_set": "v5_championship",
    "currency": "bad_amount",
    "rate": "unknown_rate",
    "opens": "bad_time far_off",
    "closes": "bad_time far_off",
    "offer_hours": "bad_offer",
    "name": "bad_league bad_weekend no_name",
    "players": "bad_name bad_vekn bad_apart bad_parameter duplicate_player unknown_player ambiguous_player "
    "no_players too_few_players too_many_players impossible_seating bad_row incomplete_toss bad_person",
    "player": "unknown_player ambiguous_player not_seated not_their_game missing_argument not_in_pod bad_penalty",
    "other": "missing_argument",
    "table": "missing_argument unknown_table",
    "tables": "final_players no_tables not_seated seated_twice table_size unequal_games unknown_player",
    "rounds": "impossible_seating no_round_left duplicate_player bad_history table_size too_many_players",
    "history": "unknown_player unequal_games",
    "places": "bad_wish unknown_player",
    "seconds": "long_search",
    "position": "bad_place",
    "reason": "reason_too_long text_too_long",
    "note": "text_too_long",
    "nature": "text_too_long",
    "decision": "text_too_long",
    "safety": "text_too_long",
    "text": "bad_list bad_pool bad_count bad_link no_cards no_text not_a_deck not_multideck open_lines reason_needed "
    "text_too_long unknown_cards crypt_cards bad_record bad_archon_penalty",
    "deck": "not_a_deck open_lines",
    "round": "no_place deck_round not_published",
    "used": "bad_recursions",
    "url": "bad_address bad_answer bad_parameter own_network unknown_address unreachable_site too_many not_installed",
    "occasions": "no_occasion",
    "legality": "bad_parameter",
    "boosters": "bad_parameter two_ways nothing_drafted",
    "booster_size": "bad_parameter",
    "lines": "bad_line bad_prizes bad_product no_product two_ways drafted_starter",
    "product": "bad_product no_product bad_line two_ways",
    "size": "no_size",
    "provided": "no_product",
    "swaps": "not_drafted",
    "most": "bad_pod_most",
    "crypt": "bad_piles",
    "pods": "bad_pod twice few_players bad_piles",
    "pod": "unknown_pod",
    "seat": "unknown_seat not_in_pool",
    "asked": "unknown_seat",
    "card": "not_in_pool one_card crypt_cards few_cards",
    "answer": "bad_preparation",
    "is_ready": "bad_preparation",
    "phase": "bad_minutes",
    "infraction": "kind_needed unknown_infraction",
    "grade": "bad_grade",
    "weighed": "bad_grade",
    "judge": "no_judge",
    "victory_points": "impossible_scores no_result wrong_seats needs_outcome same_name official_needed",
    "events": "already_left game_over impossible_scores not_over not_the_predator unknown_event unknown_seat "
    "events_disagree too_many_events",
    "fates": "fates_disagree wrong_seats no_such_choice",
    "event": "bad_weekend no_event not_finished damaged_export role_taken too_many_events",
    "export": "damaged_export newer_version bad_results",
    "rules": "no_table too_long unknown_rule league_of_itself",
    "preset": "unknown_rule",
    "one": "bad_merge bad_person",
    "person": "bad_person nobody",
    "names": "bad_table",
    "changes": "bad_option",
    "operation": "illegal_operation bad_record bad_choice other_seat too_long official_needed",
    "minutes": "bad_clock",
    "doors": "no_such_link",
    "code": "wrong_code bad_archon_code",
    "entry": "unknown_sequence",
    "language": "unknown_language",
    SCHEMA: "nothing_to_print standings_withheld unreadable_sheet_data record_too_long too_heavy "
    "few_pools too_often bad_release",
}


class ErrorAnswerSchema(Schema):
    """A refusal in the form of RFC 9457."""

    class Meta:
        """Some refusals say more, such as what changed in the meantime."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"description": "The address of a text on its kind."})
    title = fields.String(required=True, metadata={"description": "What all refusals of its kind are about."})
    code = fields.String(required=True, metadata={"description": "A word for programs, finer than the kind."})
    status = fields.Integer(required=True, metadata={"description": "The status of the answer."})
    message = fields.String(required=True, metadata={"description": "A sentence for people: what is wrong."})
    detail = fields.String(required=True, metadata={"description": "The same as `message`."})
    rule = fields.String(allow_none=True, metadata={"description": "The broken rule, such as `VEKN 3.1.4`."})
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that explains the rule."})
    errors = fields.Dict(metadata={"description": "The faults by place (`json`, `query`, `path`) and key."})


@functools.cache
def refusal_of(entry: type[Schema]) -> type[Schema]:
    """Why a change was refused; with what was changed in the meantime, each as `entry` says, when that is why."""
    more = {"sequence": fields.Integer(), "changes": fields.List(fields.Nested(entry))}
    doc = "A refused change; with what was changed in the meantime, when that is why."
    return type("RefusalSchema", (ErrorAnswerSchema,), {"__doc__": doc, "__module__": __name__, **more})


def keys_of(code: str) -> Iterator[str]:
    """The keys that a refusal with this code may be about, likeliest first."""
    if named := re.fullmatch(r"bad_(\w+)|(\w+)_needed", code):
        yield named[1] or named[2]
    yield from (key for key, codes in KEYS.items() if code in codes.split())
