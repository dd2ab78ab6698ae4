"""A story over the whole API, and the examples that it leaves: one body and one answer for each operation.

`python -m tests.web.api.examples --write` writes them for the API's document. An example whose answer has kept its
shape stays as it is.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE as PRAGUE
from tests.exchange.template import archon
from tests.services.events.test_mail import standing_in
from tests.web.apps import app_on
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle import rehearsal
from toolkit.services.tables.creating import create_for_event
from toolkit.services.tables.folding import EventTable
from toolkit.services.tables.links import token_of
from toolkit.storage import folder_url
from toolkit.tournament import disputes, signup
from toolkit.tournament.facts import Fact, SeatScore
from toolkit.tournament.state import State
from toolkit.web.base import stores
from toolkit.web.base.document import api_of, known_examples

LIST = """Deck Name: Stealth
Crypt (12 cards)
4 Nana Buruku
4 Cybele
4 Nangila Were

Library (60 cards)
20 Govern the Unaligned
20 Deflection
20 Conditioning
"""
NAMES = ("Ana Lima", "Bruno Reis", "Carla Sá", "Dario Paz", "Elsa Nunes", "Filipe Cruz", "Gil Ramos", "Hana Melo")
ONE_TABLE, OTHER_TABLE = [1, 2, 3, 4], [5, 6, 7, 8]
FILE = Path(__file__).parents[3] / "toolkit" / "schemas" / "examples.json"
# So much of an example is shown: characters of all of it and of a text in it.
MOST_CHARACTERS, LONGEST_TEXT = 2000, 200
# Bodies that another run of the story fills with other bytes.
CHANGING = ("compare", "keep_template", "take_over")


def shown(part: str, value: Any) -> Any:
    """A body as it is, or an answer with two entries of each list; with one of each, and short texts, if it is long."""
    cuts = ([value] if part == "body" else [_cut(value, 2)]) + [_cut(value, 1)]
    return next((cut for cut in cuts if len(json.dumps(cut)) <= MOST_CHARACTERS), cuts[-1])


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, Mapping):
        return {key: _cut(inner, most) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cut(inner, most) for inner in value[:most]]
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[:LONGEST_TEXT]} …"
    return value


def shape(value: Any) -> Any:
    """The keys and types of a JSON value."""
    if isinstance(value, Mapping):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


class Story:
    """The requests of an organizer to an app of its own, each by the name of its operation.

    Attributes:
        told: of each operation its example: a `body`, and the `answer` to it.
    """

    def __init__(self, app: Flask, client: FlaskClient, key: str) -> None:
        self.app, self.client, self.key = app, client, key
        self.told: dict[str, dict[str, Any]] = {}
        self.event = ""
        document = api_of(app).description()
        self._operations = {
            operation["operationId"]: (method, path, operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
            if method != "parameters"
        }

    def __call__(
        self, named: str, body: Any = None, /, *, bearer: str = "", query: Any = None, anew: bool = False, **parts: Any
    ) -> Any:
        """The answer; parts of the address are given by name, `id` being the event's unless it is.

        The first request of an operation is its example, unless a later one is to be it (`anew`).
        """
        method, path, operation = self._operations[named]
        parts = {"id": self.event, **parts}
        for part, value in parts.items():
            path = path.replace(f"{{{part}}}", quote(str(value)))
        if body is None and "requestBody" in operation:
            body = {}
        answer = self.client.open(
            path,
            method=method.upper(),
            json=body,
            query_string=query,
            headers={"Authorization": f"Bearer {bearer or self.key}"},
        )
        assert 200 <= answer.status_code < 300, (named, answer.text)
        said = answer.json if answer.is_json and answer.data else None
        sent = {"body": body, "answer": said}
        if anew or named not in self.told:
            self.told[named] = {part: shown(part, value) for part, value in sent.items() if value is not None}
        return said

    def change(self, operation: Callable[..., Any], **more: Any) -> None:
        """Change the event as a page of a player does, which the API has no address for."""
        with self.app.app_context():
            context = stores.current_context()
            UnitOfWork(context=context, id=self.event, by="Phone").change(operation, **more)

    def make(self, **settings: Any) -> str:
        """Create an event and go on with it."""
        self.event = self("create_tournament", {"date": "2026-11-21", **settings})["id"]
        return self.event

    def register(self, players: int = 8) -> None:
        """Register some players."""
        vekn = (f"200000{number}" for number in count(1))
        rows = [{"name": name, "vekn": number} for name, number in zip(NAMES, vekn, strict=False)]
        self("add_players", {"players": rows[:players]})

    def play(self, number: int, *points: list[float]) -> None:
        """Enter the results of a round, a list of points for each table."""
        for table, scores in enumerate(points, 1):
            self("enter_result", {"victory_points": scores}, number=number, table=table)


def decks_cards_and_seating(story: Story) -> None:
    """Without an event."""
    story("check_deck", {"text": LIST, "format": "constructed", "date": "2026-11-21"})
    story("check_decks", {"decks": [{"name": "one", "text": LIST}], "date": "2026-11-21"})
    story("convert_deck", {"text": LIST, "to": "jol"})
    story("find_cards", query={"q": "govern the unaligned"})
    story("suggest_cards", query={"q": "goven the unaligned"})
    story("show_card", number=100845)
    rounds = story("make_seating", {"players": list(NAMES), "rounds": 2, "seconds": 0, "seed": 7})["rounds"]
    story("score_seating", {"rounds": rounds})
    story("edit_seating", {"rounds": rounds, "edit": "swap", "player": rounds[1][0][0], "other": rounds[1][1][0]})
    story("suggest_swaps", {"rounds": [rounds[0], rounds[0]], "table": 1})
    story("list_sheets")
    tables = [{"seats": [{"name": name} for name in NAMES[:4]]}]
    story("print_sheet", {"event": {"name": "Praxis Seizure: Lyon"}, "rounds": [{"tables": tables}]}, name="seating")


def before_the_first_round(story: Story) -> None:
    """Settings, players, lists, fees, sign-up and prizes."""
    story.make(name="Praxis Seizure: Lyon", rounds=2, rule_set="constructed")
    story("configure", {"place": "Lyon", "country": "FR", "minutes": 120, "show_chances": "everybody"})
    story("list_tournaments")
    story("show_tournament")
    story("preview_players", {"content": "name,vekn\nAna Lima,2000001\n"})
    story("import_players", {"content": "name\nIda Motta\n"})
    story("remove_player", player=1)
    story.make(name="Praxis Seizure: Lyon", rounds=2, show_chances="everybody")
    story.register()
    story("change_player", {"city": "Porto", "country": "PT"}, player=1)
    story("fix_seat", {"table": 1, "seat": None}, player=1)
    story("fix_seat", {"table": None}, player=1)
    story("keep_apart", {"players": [2]}, player=1)
    story("submit_deck", {"text": LIST}, player=1)
    story("show_deck", player=1)
    story("take_paper_list", player=2)
    story("set_archetype", {"archetype": "Stealth bleed"}, player=1)
    story("set_fees", {"amount": "12.00", "currency": "EUR", "reduced": ["Students 8.00"]})
    story("mark_fees", {"players": [1, 2], "status": "paid"})
    story("show_fees")
    story("set_prizes", {"lines": ["1: Playmat", "2-3: 2 x Booster", "4-5: Booster", "Raffle: 2 x Promo",
                                "Best newcomer: Promo"]})  # fmt: skip
    story("add_note", {"text": "The venue closes at 22:00."})
    story("announce", {"text": "Lunch is at 13:00."})
    story("list_announcements")
    story("withdraw_announcement", number=1)
    story("list_players")
    signing_up(story)


def signing_up(story: Story) -> None:
    """A claim and a sign-up that is cancelled, in an event of their own."""
    first = story.event
    story.make(name="Demo: Lyon")
    story.register(4)
    rules = {"capacity": 8, "asks": ["vekn", "country"], "questions": ["Vegetarian?"], "shows_names": True}
    story("set_sign_up", rules)
    now = datetime(2026, 11, 21, 9, tzinfo=UTC)
    story.change(signup.sign_up, now=now, name="Ines Vaz", vekn="2000001", is_claim=True, answers=("yes",),
                 contact="ines@example.org")  # fmt: skip
    with standing_in() as told:
        story.app.config["SMTP_URL"] = f"smtp://127.0.0.1:{told.server_address[1]}?from=events@example.org"
        story("mail_players", {"subject": "The hall has moved", "text": "Come to the Blue Room."})
    story("list_sign_ups")
    story("decide_claim", {"granted": True}, number=1)
    story("cancel_sign_up", number=1)
    story("forget_player", player=4)
    story.event = first


def first_round(story: Story) -> None:
    """Check-in, seats, clock, judges and results."""
    story("open_check_in")
    story("check_in", {"players": [1, 2, 3, 4, 5, 6, 7, 8]})
    story("check_out", {"players": [8]})
    story("check_in", {"players": [8]})
    story("close_check_in")
    story("draft_round", {"tables": [ONE_TABLE, OTHER_TABLE]})
    story("preview_seats", {"tables": [[5, 2, 3, 4], [1, 6, 7, 8]]}, number=1)
    story("swap_players", {"first": 1, "second": 5}, number=1)
    story("change_seats", {"tables": [ONE_TABLE, OTHER_TABLE]}, number=1)
    story("publish_round")
    story("start_clock", {"minutes": 120}, number=1)
    story("report_empty", {"player": 4}, number=1)
    story("report_taken", {"player": 4}, number=1)
    story("pause_clock", {"table": 1}, number=1)
    story("resume_clock", {"table": 1}, number=1)
    story("extend_clock", {"table": 1, "seconds": 300, "reason": "A long ruling"}, number=1)
    story("show_clock", number=1, query={"table": 1})
    story("call_judge", {"round": 1, "table": 2, "reason": "May he block?"})
    story("list_calls")
    story("take_call", {"judge": "Ines Vaz"}, number=1)
    story("close_call", {"note": "He may."}, number=1)
    story("draw_deck_checks", {"count": 1, "seed": 7}, number=1)
    drawn = next(entry for entry in story("show_log") if entry["kind"] == "deck_checks_drawn")["fact"]["players"]
    story("note_deck_check", {"note": "In order"}, number=1, player=drawn[0])
    story("list_infractions", query={"q": "slow play"})
    story("propose_penalty", player=2, query={"infraction": "3.3"})
    story("give_sanction", {"player": 2, "infraction": "3.3", "judge": "Ines Vaz"})
    story("give_sanction_to_person", {"name": "Rui Alves", "kind": "disqualification", "rule": "Took a deck"})
    story("list_sanctions")
    story("lift_sanction", {"reason": "It was another player."}, sanction=1)
    story("report_penalties")
    results_of_the_first_round(story)
    story("stop_clock", number=1)
    story("drop_player", {"reason": "Has to catch a train"}, player=8)
    story("return_player", {"reason": "Missed the train"}, player=8)


def results_of_the_first_round(story: Story) -> None:
    """Both tables; a result that is cleared, confirmed, locked, and one that a player sent late."""
    story("enter_result", {"victory_points": [3, 1, 0, 0], "by_player": 1}, number=1, table=1)
    story("confirm_result", {"player": 2}, number=1, table=1)
    story("lock_result", number=1, table=1)
    story("unlock_result", number=1, table=1)
    story("clear_result", number=1, table=1)
    story.play(1, [3, 1, 0, 0], [2, 2, 0, 0])
    for sent_by, decide in ((1, "take_dispute"), (2, "drop_dispute")):
        scores = [SeatScore(player=player, victory_points=8 * (player == sent_by)) for player in ONE_TABLE]
        story.change(_sent_late, scores=scores, by_player=sent_by)
        story("show_round", number=1)
        story(decide, {"player": sent_by} if decide == "take_dispute" else None, number=1, table=1)
    story("lock_round", number=1)


def _sent_late(state: State, scores: Sequence[SeatScore], by_player: int) -> list[Fact]:
    return disputes.dispute_result(state.round(1), 1, scores, by_player=by_player)


def second_round_and_final(story: Story) -> None:
    """Up to the standings and what is reported of them."""
    story("show_chances")
    story("draft_round", {"tables": [[1, 5, 2, 6], [3, 7, 4, 8]], "publish": True})
    story.play(2, [2, 1, 1, 0], [2, 1, 1, 0])
    story("show_standings")
    story("toss")
    story("open_final")
    last = story("show_final")["finalists"][-1]["player"]
    story("mark_unavailable", {"player": last, "reason": "Has to catch a train"})
    story("mark_available", {"player": last})
    story("enter_result", {"victory_points": [0, 0, 0, 4], "sure": True}, number=2, table=2)
    story("replace_finalists")
    finalists = [one["player"] for one in story("show_final")["finalists"]]
    for player in finalists:
        cards = {"player": player, "cards": ["Cybele", "Nana Buruku", "Nangila Were"]}
        story("show_crypt_cards", cards)
    story("place_finalist", {"player": finalists[-1], "position": 0})
    story("undo", {"reason": "All have said where"})
    story("place_row", {"players": finalists})
    story("first_player")
    story("enter_result", {"victory_points": [0, 3, 1, 1, 0]}, number=0, table=1)
    story("show_final", anew=True)
    story("show_public")
    story("finish")
    story("decide_category", {"category": "newcomer", "player": 3})
    story("decide_prizes", {"players": story("show_prizes")["shared"][0]["players"]})
    story("draw_raffle", {"prize": "Promo", "count": 1})
    story("pass_over", {"player": story("show_prizes")["raffles"][0]["winners"][0]}, number=1)
    story("show_prizes", anew=True)
    story("show_report")
    story("tick_report", {"to": "archondata"})
    story("keep_template", {"file": b64encode(archon()).decode()})


def other_rounds(story: Story) -> None:
    """What happens to a round now and then: an empty seat, a proxy player, a cancelled round, somebody who was away."""
    story.make(name="Demo: Porto", rounds=2)
    story.register()
    story("add_players", {"players": [{"name": "Ivo Neto"}, {"name": "Joana Gil"}]})
    story("draft_round", {"tables": [[1, 2, 3, 4, 9], [5, 6, 7, 8, 10]], "publish": True})
    story("unseat_player", {"player": 9, "reason": "Did not come"}, number=1)
    story("undo", {"reason": "He came"})
    story("redo", {"reason": "It was somebody else"})
    story("cancel_round", {"reason": "The wrong round"}, number=1)
    story("draft_same")
    story("publish_round")
    story("drop_player", {"reason": "Ill"}, player=2)
    story.play(1, [4, 0, 0, 0], [3, 1, 1, 0, 0])
    story("see_again", {"players": [9]})
    story("draft_round", {"tables": [[1, 3, 4, 9], [5, 6, 7, 8, 10]], "publish": True})
    story("drop_player", {"reason": "Ill"}, player=4)
    story("seat_proxy", {"seat": 3, "name": "Rui Alves"}, number=2, table=1)
    story("finish", {"early": True, "reason": "A fire alarm"})
    story("report_early_end", {"nature": "A fire alarm", "decision": "By the head judge", "safety": "Nobody was hurt"})
    story("show_early_end")
    story("reopen", {"reason": "A false alarm"})


def committed_seed(story: Story) -> None:
    """A draw that anybody can verify."""
    story.make(name="Demo: Coimbra", rounds=2)
    story.register()
    story("submit_deck", {"text": LIST}, player=1)
    story("commit_seed")
    story("draft_round", {"tables": [ONE_TABLE, OTHER_TABLE], "publish": True})
    story("draw_deck_checks", {"count": 1}, number=1)
    story("reveal_seed")
    story("list_draws")


def other_finals(story: Story) -> None:
    """A toss, a final that is taken back, and the deck of a finalist who has several."""
    story.make(name="Demo: Braga", rounds=1, is_multideck=True, final_deck="free_choice")
    story.register()
    for player in range(1, 9):
        story("submit_deck", {"text": LIST, "round": 1}, player=player)
    story("draft_round", {"tables": [ONE_TABLE, OTHER_TABLE], "publish": True})
    story.play(1, [2, 1, 1, 0], [2, 1, 1, 0])
    story("toss")
    story("open_final")
    story("decide_deck", {"player": story("show_final")["finalists"][0]["player"], "round": 1})
    story("cancel_final", {"reason": "Opened by mistake"})
    with story.app.app_context():
        story.event = rehearsal.rehearse(stores.current_context(), players=8, by="organizer").id
    story("throw_away")


def sealed_event(story: Story) -> None:
    """Pools that are listed, swapped and built from; a late player."""
    story.make(name="Sealed: Lyon", rule_set="limited", rounds=2)
    story.register()
    plan = {"format": "sealed", "lines": ["6 SW"], "registers": True, "swaps": True, "allows_late": True}
    story("plan_limited", plan)
    story("start_phase")
    story("give_product")
    story("return_product", {"is_back": True}, player=8)
    story("return_product", {"is_back": False}, player=8)
    story("extend_phase", {"seconds": 300, "reason": "A pack is missing"})
    story("end_phase", {"reason": "All have theirs"})
    story("start_phase")
    for player in range(1, 9):
        story("enter_pool", {"text": "66 Govern the Unaligned"}, player=player)
    story("clear_pool", {"reason": "The wrong player"}, player=1)
    story("enter_pool", {"text": "66 Govern the Unaligned"}, player=1)
    story("confirm_pool", player=1)
    story("show_pool", player=1)
    story("start_phase")
    story("draw_swap", {"seed": 7})
    story("build_decks", {"minutes": 60, "reason": "At once"})
    story("add_players", {"players": [{"name": "Ivo Neto"}]})
    story("build_late", {"minutes": 45}, player=9)
    story("show_limited")
    story("finish_late", player=9)


def draft_event(story: Story) -> None:
    """Pods, picks, and the pods as tables."""
    story.make(name="Draft: Lyon", rule_set="limited", rounds=2)
    story.register()
    story("add_players", {"players": [{"name": "Ivo Neto"}]})
    story("plan_limited", {"format": "booster", "lines": ["6 SW"], "tables": True, "most": 5})
    story("draw_pods", {"seed": 7})
    story("change_pods", {"pods": [[*ONE_TABLE, 9], OTHER_TABLE]})
    story("swap_in_pods", {"first": 1, "second": 5})
    story("start_draft", {"reason": "At once"})
    story("pause_phase", {"pod": 1})
    story("resume_phase", {"pod": 1})
    story("step_draft", {"pod": 1, "step": 0})
    story("force_pick", {"pod": 1, "seat": 1})
    story("replace_pack", {"player": 5, "reason": "Two cards short"})
    story("leave_pod", {"player": 9, "reason": "Ill"})
    story("build_decks", {"reason": "At once", "sure": True})
    story("seat_pods", {"publish": True})
    story("use_recursion", {"used": 1}, player=2)


def other_drafts(story: Story) -> None:
    """A Michigan trade, and a mixed draft with its piles."""
    story.make(name="Michigan: Lyon", rule_set="limited", rounds=2)
    story.register(5)
    story("plan_limited", {"format": "michigan", "lines": ["8 SW"]})
    story("prepare_pool", player=1)
    story("draw_pods", {"seed": 7})
    story("start_phase", {"phase": "trade", "reason": "At once"})
    story("make_trade", {"answer": "traded", "asked": 3}, pod=1)
    story.make(name="Mixed draft: Lyon", rule_set="limited", rounds=2)
    story.register(4)
    story("plan_limited", {"format": "elder", "lines": ["6 SW"]})
    story("draw_pods", {"seed": 7})
    story("start_phase", {"phase": "split", "reason": "At once"})
    story("count_piles", {"crypt": [12, 12, 12, 12], "library": [54, 54, 54, 54]}, pod=1)


def season(story: Story) -> None:
    """A league, the ratings, persons and statistics."""
    league = story("create_league", {"name": "Prague 2026", "preset": "rtp"})["id"]
    story("list_leagues")
    event = story("add_league_event", {"export": json.loads(PRAGUE.read_text())}, id=league)["events"][0]
    story("change_league_rules", {"rules": {"best": 3}}, id=league)
    story("set_league_rules", {"rules": {"minimum_events": 2}}, id=league)
    story("merge_in_league", {"one": "1000004", "other": "name:ivo neto"}, id=league)
    story("undo_league_change", id=league)
    story("show_league", id=league)
    story("show_league_standings", id=league)
    story("list_ratable_events")
    story("rate_event", {"counts": True}, event=event)
    story("show_ratings")
    story("merge_persons", {"one": "1000004", "other": "name:ivo neto"})
    story("list_merges")
    story("undo_merge")
    story("show_person", key="1000009")
    story("show_statistics", query={"event": event})
    story("weigh_league_event", {"weight": 1.5}, id=league, event=event)
    story("remove_league_event", id=league, event=event)
    weekend(story, event)
    story("forget_person", key="1000012")


def weekend(story: Story, event: str) -> None:
    """A championship of two days."""
    rows = [
        {"role": "lcq", "take": "winner"},
        {"role": "day_1", "take": "first_n", "n": 4, "skips_qualified": True, "passes_down": True},
    ]
    id = story("create_weekend", {"name": "EC 2026", "rows": rows, "ties": "tossed"})["id"]
    story("list_weekends")
    for role in ("lcq", "day_1"):
        copy = story("import_tournament", {"content": PRAGUE.read_text()})["id"]
        story("link_weekend_event", {"event": copy, "role": role}, id=id)
    story("set_weekend_criteria", {"rows": rows, "ties": "tossed"}, id=id)
    story("show_weekend", id=id)
    story("decline_weekend_place", {"person": "1000004"}, id=id)
    story("offer_next_place", id=id)
    story("undo_weekend_change", id=id)
    story("link_weekend_event", {"event": event, "role": "side"}, id=id)
    story("unlink_weekend_event", id=id, event=event)
    story("start_day_2", {"date": "2026-11-22", "name": "EC 2026: Day 2"}, id=id)
    tied = story("create_weekend", {"name": "EC 2027", "rows": [{"role": "day_1", "take": "first_n", "n": 2}]})["id"]
    story.make(name="Day 1", rounds=1, has_final=False)
    story.register(4)
    story("draft_round", {"tables": [ONE_TABLE], "publish": True})
    story.play(1, [2, 1, 1, 0])
    story("finish")
    story("link_weekend_event", {"event": story.event, "role": "day_1"}, id=tied)
    story("toss_weekend_tie", {"seed": 7}, id=tied)


def game(story: Story) -> None:
    """A table that is followed, and one of an event up to its confirmed result."""
    table = {"names": list(NAMES[:4]), "title": "Casual table", "profile": "vekn_event", "minutes": 120}
    made = story("create_game", table)
    keys = {door["door"]: door["token"] for door in made["doors"]}
    at_table = {"id": made["id"], "bearer": keys["host"]}
    story("show_game", **at_table)
    operation = story("list_operations", **at_table)[0]["operation"]
    story("carry_out_operation", {"operation": operation}, **at_table)
    story("undo_operations", {"count": 1}, **at_table)
    story("redo_operations", {"count": 1}, **at_table)
    story("correct_game", {"changes": ["edge=Ana Lima"], "reason": "Forgotten"}, **at_table)
    story("turn_game_clock", {"hand": "start"}, **at_table)
    story("show_game_log", **at_table)
    story("issue_game_links", {"doors": ["watch"]}, **at_table)
    game_of_an_event(story)


def game_of_an_event(story: Story) -> None:
    """Player 1 ousts player 2, player 3 withdraws, time is called; player 2 confirms it."""
    story.make(name="Demo: Sintra", rounds=2)
    story.register(4)
    story("draft_round", {"tables": [ONE_TABLE], "publish": True})
    with story.app.app_context():
        context, secret = stores.current_context(), stores.current_secret()
        table = EventTable(tournament=story.event, round=1, table=1, players=(1, 2, 3, 4))
        state = context.tournaments.look(story.event).state
        id = create_for_event(context, table, state, by="Host", changes={}, depth="light")
        keys = {door: token_of(secret, id, door, {}) for door in ("host", "1", "2", "3", "4")}

    def do(operation: str, door: str = "host") -> dict[str, Any]:
        story("carry_out_operation", {"operation": operation}, id=id, bearer=keys[door])
        shown: dict[str, Any] = story("show_game", id=id, bearer=keys["host"])["state"]
        return shown

    def go_on(seen: dict[str, Any]) -> dict[str, Any]:
        """Whoever is to act ends the phase or passes."""
        seat = seen["to_act"][0]
        return do(f'"{seat}": {"end-phase" if seat == seen["active"] else "pass-impulse"}')

    one, two, three, _ = NAMES[:4]
    seen = do(f'"{one}": use-effect "burn_pool:{two}:30" why=card', "1")
    while seen["active"] != three:
        seen = go_on(seen)
    seen = do(f'"{three}": announce-withdrawal', "3")
    while seen["methuselahs"][2]["status"] != "withdrawn":
        seen = go_on(seen)
    seen = do("call-time", "4")
    while seen["stage"] == "running":
        seen = go_on(seen)
    story("send_game_result", id=id, bearer=keys["1"])
    mark = story("show_game", id=id, bearer=keys["2"])["result_seen"]
    story("confirm_game_result", {"seen": mark}, id=id, bearer=keys["2"])


def notifications(story: Story) -> None:
    """An address that hears of results."""
    story("add_notification_address", {"url": "discord://1234567890/abcdefghijklmnop", "occasions": ["judge_call"]})
    story("list_notification_addresses")
    story("remove_notification_address", number=1)


def two_laptops(story: Story) -> None:
    """An event that goes on at another laptop."""
    story("import_tournament", {"content": PRAGUE.read_text()})
    story.make(name="Demo: Faro")
    code = story("hand_over")["code"]
    copy = {"content": json.dumps(story("export_tournament"))}
    story("compare", copy)
    story("take_over", {"code": code}, id=story("import_tournament", copy)["id"])


CHAPTERS = (
    decks_cards_and_seating,
    before_the_first_round,
    first_round,
    second_round_and_final,
    other_rounds,
    committed_seed,
    other_finals,
    sealed_event,
    draft_event,
    other_drafts,
    season,
    game,
    notifications,
    two_laptops,
)


def at(address: str) -> Iterator[Story]:
    """The story on a new store, at a fixed time."""
    for app in app_on(address):
        _settle(stores.context_of(app))
        with app.app_context():
            key = stores.current_entry_key()
        yield Story(app, app.test_client(), key)


def _settle(context: Context) -> None:
    """Give the context a clock, seeds and ids that repeat."""
    seconds, numbers, begin = count(), count(1), datetime(2026, 11, 21, 9, tzinfo=UTC)
    context.now = lambda: begin + timedelta(seconds=next(seconds))
    context.seed = lambda: next(numbers)
    context.new_id = lambda: f"lyon{next(numbers):04}"


def told() -> dict[str, dict[str, Any]]:
    """What the story tells on a new store."""
    with tempfile.TemporaryDirectory() as folder:
        for story in at(str(folder_url(Path(folder)))):
            for chapter in CHAPTERS:
                chapter(story)
    return story.told


def examples() -> dict[str, dict[str, Any]]:
    """The examples of the document, by operation; one whose answer has kept its shape stays as it is."""
    old = known_examples()
    return {name: old[name] if is_kept(name, old.get(name), new) else new for name, new in sorted(told().items())}


def is_kept(name: str, old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> bool:
    """Whether the old example has the shape of the new one, and its body."""
    return shape(old) == shape(new) and (name in CHANGING or (old or {}).get("body") == new.get("body"))


def main() -> None:
    """Show how many examples there are; with `--write`, write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the examples of the document")
    found = examples()
    if parser.parse_args().write:
        FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(found)} operations with an example")


if __name__ == "__main__":
    main()
