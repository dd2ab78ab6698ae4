"""Everything that can be refused names the rule behind it, which opens with one tap, or is about the form itself."""

from __future__ import annotations

import ast
import re
import tomllib
from enum import StrEnum

import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow.exceptions import SCHEMA

from tests.web.forms import refusals
from tests.web.pages import markup_of
from toolkit.errors import Invalid
from toolkit.game.rules import rules
from toolkit.paths import CARD_DB, TEMPLATES
from toolkit.schemas.errors import KEYS, keys_of
from toolkit.tournament.settings import SETTINGS
from toolkit.web.base.document import api_of
from toolkit.web.base.rules import RULES, anchor, rule_url


class About(StrEnum):
    """What a refusal is about when no rule of the game or of tournaments stands behind it."""

    FORM = "what was typed or sent cannot be read, or is missing"
    LIST = "the text of a decklist or of a file, not the deck or the event in it"
    UNKNOWN = "nothing here has that number or name"
    MEANWHILE = "somebody else changed it in the meantime, or it is done already"
    STEP = "another step of this app comes first, or has been taken"
    ACCESS = "a link, a role, a lock"
    LIMIT = "more than this app takes at once"
    STORAGE = "the database, a file or the network"
    ADVICE = "nothing is forbidden: somebody may want to look"


NO_RULE = {
    About.FORM: (
        "api.events bad_figures, api.leagues unreadable_file",
        "services.lifecycle.rehearsal bad_count, tournament.settings no_rehearsal, tournament.decks bad_archetype",
        "tournament.settings template_day, tournament.event template_begun, services.lifecycle.tournaments no_day",
        "tournament.configuration *, tournament.settings *",
        "services.kernel.fields no_such_choice, web.room.elsewhere bad_online, web.room.elsewhere bad_country",
        "season.league_log no_name, season.league_log bad_league, season.league_log bad_merge",
        "season.rules bad_rules, season.rules no_table, season.rules unknown_rule, season.criteria bad_rows",
        "season.rules too_long, season.rules bad_weight, services.season.weekends bad_rows",
        "season.weekend_log bad_weekend, services.season.leagues bad_rules, services.season.leagues league_of_itself",
        "services.events.limited two_ways, services.events.limited bad_count, services.events.limited unknown_cards",
        "services.events.limited no_cards",
        "services.notices.web_push bad_device",
        "services.events.archon_send bad_archon_code, services.events.archon_send bad_archon_penalty",
        "services.notices.notifications bad_address, services.notices.notifications bad_parameter",
        "services.notices.notifications no_occasion, services.notices.notifications own_network",
        "tournament.limited.cube bad_packs, tournament.limited.late_and_leaving bad_minutes",
        "tournament.limited.late_and_leaving nothing_to_change",
        "tournament.limited.phases bad_minutes, tournament.limited.plan bad_recursions",
        "tournament.limited.phases bad_seconds, tournament.limited.plan bad_*, tournament.limited.plan bad_times",
        "tournament.limited.plan bad_line, tournament.limited.plan bad_product",
        "tournament.limited.plan no_size, tournament.limited.plan no_product",
        "tournament.limited.plan one_plan",
        "tournament.limited.pods bad_piles, tournament.limited.pods bad_pod",
        "tournament.limited.pods bad_pod_most, tournament.limited.pods twice",
        "tournament.limited.pools bad_count, tournament.limited.pools bad_pool",
        "tournament.limited.pools nothing_to_change, tournament.limited.michigan one_card",
        "web.api.seasons bad_query, web.api.seasons unknown_rule, web.season.seasons bad_ratings",
        "web.room.decks no_such_choice",
        "season.persons bad_person, season.persons bad_merge, season.events two_versions",
        "decks.formats bad_parameter, decks.writing unknown_form, game.options bad_option",
        "game.walkthroughs.combats bad_situation, game.walkthroughs.diableries bad_situation",
        "game.walkthroughs.referendums bad_situation, game.walkthroughs.scorings bad_situation",
        "schemas.seating bad_history, schemas.seating impossible_seating, scoring.events unknown_event",
        "scoring.events unknown_seat, scoring.outcome same_name, scoring.verdict unknown_seat",
        "seating.edits bad_history, seating.model duplicate_player, seating.model bad_rounds",
        "seating.model bad_history, seating.wishes unknown_player, seating.wishes bad_wish",
        "seating.plan unknown_player, services.accounts.accounts bad_name, services.accounts.accounts bad_password",
        "services.accounts.accounts bad_role, services.kernel.links bad_role, services.kernel.links bad_label",
        "services.tables.folding bad_clock, services.tables.creating bad_table, services.tables.playing too_long",
        "sheets.model unknown_paper, storage.log invalid_entry, storage.database invalid_entry",
        "cards.search bad_query, web.decks.edits bad_change",
        "tournament.announcements no_text, tournament.announcements text_too_long, tournament.calls reason_too_long",
        "tournament.calls no_judge, tournament.calls no_place, tournament.clock bad_minutes",
        "tournament.clock bad_seconds, tournament.settings bad_rounds, tournament.settings bad_sets",
        "tournament.settings no_name, tournament.settings bad_*, tournament.settings bad_table_names",
        "tournament.settings bad_door_tables",
        "tournament.settings unknown_setting, tournament.settings bad_minutes",
        "tournament.settings bad_rooms, tournament.settings bad_setting, tournament.event reason_needed",
        "tournament.configuration bad_vekn, tournament.settings bad_vekn_event",
        "tournament.settings bad_start, tournament.settings bad_timezone",
        "tournament.settings bad_last_day, tournament.settings far_off, tournament.settings bad_assistants",
        "tournament.draws bad_word, services.events.draws bad_word, tournament.draws reason_needed",
        "tournament.draws bad_draw",
        "tournament.draws too_often, tournament.draws other_seed, tournament.draws seed_elsewhere",
        "tournament.configuration bad_amount, tournament.configuration bad_currency, tournament.fees unknown_rate",
        "tournament.configuration bad_reduced, tournament.fees bad_amount, tournament.fees bad_currency",
        "tournament.fees bad_reduced, tournament.configuration bad_prizes, tournament.prizes bad_prizes",
        "tournament.configuration bad_closes, tournament.configuration bad_capacity",
        "tournament.prizes bad_category",
        "tournament.configuration bad_questions, tournament.signup bad_answer, tournament.mailing bad_text",
        "tournament.configuration bad_offer, tournament.signup bad_contact, tournament.signup is_it_you",
        "tournament.signup duplicate_vekn, tournament.signup *",
        "tournament.prizes not_tied, tournament.raffle bad_count",
        "tournament.event text_too_long, tournament.log bad_time, tournament.history nothing_to_undo",
        "tournament.players bad_seat, tournament.players bad_apart, tournament.players bad_table",
        "tournament.players ambiguous_player, tournament.players unknown_player",
        "tournament.desk ambiguous_player, tournament.desk nothing_typed, tournament.desk which_table",
        "tournament.desk wrong_seats, tournament.desk unknown_player, tournament.desk unknown_table",
        "tournament.desk other_event",
        "tournament.players bad_name, tournament.players duplicate_name",
        "tournament.results no_result, tournament.results wrong_seats, tournament.rounds no_tables",
        "tournament.rounds seated_twice, web.api.seating bad_history, web.api.seating missing_argument",
        "web.tables.card_facts bad_choice, web.tables.choices bad_choice, web.tables.offers.light bad_choice, "
        "web.tables.offers.offer bad_choice",
        "web.tables.orders bad_clock",
    ),
    About.LIST: (
        "decks.reading.account wrong_version, decks.reading.account unknown_card, decks.reading.read several_decks",
        "decks.reading.account *, decks.reading.account contradiction, decks.reading.account ambiguous_card",
        "decks.reading.account introduced",
        "decks.reading.account too_large, decks.reading.forms.links bad_answer, decks.rules.deck declared_count",
        "decks.reading.forms.links unknown_address, exchange.tournament_json damaged_export",
        "services.lifecycle.tournaments damaged_export",
        "exchange.results.model bad_results, exchange.results.reading bad_results",
        "exchange.archon.app_event bad_results, exchange.archon.app_json bad_results, web.season.results bad_results",
        "exchange.archondata no_archondata, exchange.archon.events no_archon_workbook",
        "exchange.archon.reading no_archon_workbook, exchange.archon.template no_archon_workbook",
        "exchange.tournament_json newer_version, game.record bad_record",
        "game.record newer_version, game.notation bad_state",
        "schemas.sheets unreadable_sheet_data, services.decks.decks bad_link",
        "tournament.decks bad_list, tournament.player_lists nobody, services.events.registrations nobody",
        "web.events.archon_import bad_results",
        "tournament.player_lists wrong_encoding, tournament.player_lists no_headers",
        "tournament.player_lists bad_csv",
        "web.api.decks open_lines, web.api.decks not_a_deck, web.replay.pages bad_upload",
    ),
    About.UNKNOWN: (
        "api.events unknown_command",
        "season.results_log not_in_league",
        "season.league_log not_in_league, season.leagues no_event, season.weekends no_event",
        "season.weekend_log not_in_weekend, season.weekends not_in_weekend, season.weekends nobody",
        "services.season.weekends not_in_weekend, services.accounts.accounts no_invitation",
        "services.season.leagues not_found",
        "services.season.persons unknown_person, services.season.persons event_not_counted",
        "services.season.person_codes unknown_person_page",
        "services.notices.notifications no_address",
        "tournament.limited.michigan unknown_seat, tournament.limited.phases unknown_seat",
        "tournament.limited.phases no_such_phase, tournament.limited.pods unknown_pod",
        "tournament.limited.pods not_in_pod, tournament.limited.phases not_in_pod",
        "tournament.limited.pools no_pool",
        "cards.database unknown_card, decks.formats unknown_rule_set, decks.formats unknown_set",
        "decks.reading.read unknown_deck",
        "game.lessons unknown_lesson, game.options unknown_profile",
        "game.rules unknown_rule, game.view unknown_seat, languages.words unknown_language",
        "seating.edits no_such_seat, tournament.decks no_list",
        "services.accounts.accounts unknown_account, services.events.draws no_list",
        "services.kernel.repository not_found",
        "services.events.seatings not_seated, services.events.sheets nothing_to_print",
        "services.tables.playing no_such_link",
        "services.events.reports unknown_report, services.events.vekn_push push_not_allowed",
        "services.events.mail mail_not_set",
        "services.events.archon archon_not_allowed, services.events.archon archon_unknown",
        "services.events.views no_deck, services.events.listing no_tournament, sheets.catalogue nothing_to_print",
        "sheets.catalogue unknown_sheet, sheets.from_tournament unknown_round, sheets.model nothing_to_print",
        "sheets.decklist nothing_to_print, sheets.event nothing_to_print",
        "sheets.rounds nothing_to_print, storage.log not_found",
        "tournament.rounds not_seated, tournament.seats not_seated, tournament.state unknown_table",
        "tournament.state unknown_player, tournament.state unknown_round, tournament.state unknown_sanction",
        "tournament.mailing no_addresses",
        "tournament.signup no_sign_up, tournament.raffle no_raffle, tournament.raffle not_drawn",
        "tournament.state unknown_call, tournament.state unknown_announcement, tournament.tournament unknown_entry",
        "web.api.tournaments unknown_round",
    ),
    About.MEANWHILE: (
        "season.results_log deleted, services.season.results event_is_here",
        "services.lifecycle.tournaments event_is_here",
        "season.league_log deleted, season.weekend_log day_2_made, season.weekend_log role_taken",
        "services.kernel.unit_of_work stale_tournament, services.events.table_entry table_changed",
        "tournament.handover handed_over, tournament.handover superseded",
        "services.tables.results table_changed, services.tables.playing stale_game",
        "storage.log stale, storage.log unknown_sequence",
        "tournament.announcements number_taken, tournament.calls number_taken, tournament.clock clock_started",
        "tournament.clock clock_paused, tournament.clock clock_not_paused, tournament.event created_twice",
        "tournament.final unavailable, tournament.final available, tournament.final nothing_changed",
        "tournament.history undone, tournament.history not_undone, tournament.importing stale_preview",
        "tournament.desk no_round",
        "tournament.players not_left, tournament.players has_left, tournament.players number_taken",
        "tournament.players seat_taken",
        "tournament.steps players_changed, tournament.steps carried, tournament.results players_changed",
        "tournament.disputes players_changed, tournament.disputes no_dispute",
        "tournament.rounds published",
        "tournament.signup number_taken, tournament.signup cancelled, tournament.signup no_claim",
        "tournament.sanctions number_taken, tournament.raffle number_taken, tournament.tournament stale_tournament",
    ),
    About.STEP: (
        "services.season.leagues not_public",
        "season.weekends not_over, season.weekends to_toss, services.season.statistics not_finished",
        "sheets.limited nothing_to_print, tournament.limited.michigan no_trade",
        "tournament.limited.michigan trade_over, tournament.limited.late_and_leaving builds_late",
        "tournament.limited.phases clock_not_paused, tournament.limited.phases clock_paused",
        "tournament.limited.phases draft_over, tournament.limited.late_and_leaving in_pod",
        "tournament.limited.phases no_draft, tournament.limited.late_and_leaving no_late_builder",
        "tournament.limited.phases no_phase, tournament.limited.phases no_pick",
        "tournament.limited.phases no_pods, tournament.limited.plan no_round",
        "tournament.limited.phases phase_order",
        "tournament.limited.phases phase_unfinished",
        "tournament.limited.phases step_over, tournament.limited.plan format_begun",
        "tournament.limited.plan no_players, tournament.limited.late_and_leaving no_product_given",
        "tournament.limited.plan not_drafted",
        "tournament.limited.plan not_planned, tournament.limited.plan product_given",
        "tournament.limited.pods draft_begun, tournament.limited.pods no_pods",
        "tournament.limited.pods not_mixed, tournament.limited.pods not_planned",
        "tournament.limited.pools no_swap, tournament.limited.pools pools_missing",
        "tournament.limited.pools swapped, tournament.limited.pools too_late",
        "seating.plan no_round_left, services.tables.results no_result, services.events.table_entry finished",
        "services.tables.creating not_tracked",
        "tournament.handover not_handed, services.server.handover other_log, services.events.draws seed_committed",
        "tournament.draws committed, tournament.draws list_known, tournament.draws not_committed",
        "tournament.draws nothing_drawn, tournament.draws revealed",
        "tournament.steps finished, tournament.steps result_missing, tournament.steps no_draft",
        "tournament.desk not_published",
        "tournament.calls not_published, tournament.checkin check_in_closed, tournament.clock not_published",
        "tournament.clock clock_not_running, tournament.event rounds_played, tournament.event finished",
        "tournament.event not_finished, tournament.final final_seated, tournament.final final_opened",
        "tournament.final final_not_open, tournament.log cannot_stand, tournament.history nothing_to_redo",
        "tournament.rounds cancelled, tournament.state cancelled",
        "tournament.history not_undoable, tournament.results not_published, tournament.rounds not_published",
        "tournament.results disputed",
        "tournament.rounds not_empty, tournament.rounds other_rounds",
        "tournament.rounds no_plan, tournament.rounds is_final, tournament.rounds not_the_last",
        "tournament.rounds final_opened, tournament.rounds no_further_round, tournament.rounds not_the_next",
        "tournament.seats no_further_round, tournament.state not_created, tournament.tournament not_undoable",
        "services.events.reports report_blocked, tournament.receivers not_finished",
        "tournament.event rehearsal_fixed, tournament.event not_announced",
        "services.events.vekn_push report_blocked, season.events not_finished",
        "tournament.receivers other_way, services.events.archon_send not_sendable",
        "services.events.archon archon_busy",
        "tournament.chances no_final, tournament.chances rounds_over",
        "tournament.fees no_fee, tournament.fees not_paid, tournament.fees currency_in_use",
        "services.events.reports rehearsal",
        "tournament.signup sign_up_closed, tournament.signup not_offered, tournament.signup begun",
        "tournament.signup bad_capacity",
        "tournament.fees rate_in_use, tournament.raffle final_not_open, tournament.raffle nothing_left",
        "tournament.raffle nobody_to_draw, tournament.raffle too_few_candidates",
    ),
    About.ACCESS: (
        "services.season.weekends wrong_link, services.season.weekends link_renewed",
        "services.accounts.accounts asked_too_often",
        "services.accounts.second_factor unreadable_second_factor",
        "services.accounts.second_factor wrong_code, services.accounts.passkeys wrong_passkey",
        "services.accounts.passkeys too_many_passkeys",
        "services.accounts.accounts wrong_password, services.accounts.accounts wrong_old_password",
        "services.accounts.accounts last_organizer",
        "tournament.handover wrong_code, services.events.chances chances_off",
        "services.kernel.links wrong_link, services.kernel.links link_renewed",
        "services.events.table_entry official_needed",
        "services.tables.links no_door, services.tables.playing official_needed",
        "services.tables.playing other_seat, sheets.catalogue standings_withheld, storage.accounts name_taken",
        "tournament.calls not_yours, tournament.results official_needed, tournament.results not_at_table",
        "tournament.results locked, tournament.results own_result, web.api.games official_needed",
        "web.api.sheets not_public",
    ),
    About.LIMIT: (
        "services.notices.notifications too_many, services.season.statistics too_many_events",
        "tournament.limited.cube few_cards, tournament.limited.pods few_players",
        "tournament.limited.pools few_pools",
        "game.timeline record_too_long, seating.model too_many_players, services.decks.fetch too_many_fetches",
        "services.kernel.links too_many_links, services.tables.creating too_many_tables",
        "services.tables.playing record_full, tournament.announcements too_many",
        "sheets.model too_many_players, tournament.player_lists too_many_lines, web.api.seating too_many_players",
        "web.serving.workers too_heavy, web.serving.searches long_search",
    ),
    About.STORAGE: (
        "services.season.leagues damaged_export, services.notices.notifications not_installed",
        "decks.archive damaged_data, season.events damaged_export",
        "cards.texts damaged_data, cards.texts cannot_save, services.kernel.context two_stores",
        "services.kernel.context no_store",
        "services.server.copies cannot_copy, storage.copies cannot_copy, storage.store store_damaged",
        "cards.build krcg_missing, cards.files damaged_data, cards.files cannot_save, cards.release bad_release",
        "services.decks.card_refresh list_unreachable, services.decks.card_refresh bad_release",
        "services.kernel.data_folder unusable_data_folder, services.events.reports unusable_data_folder",
        "services.decks.fetch unreachable_site, services.events.vekn_push vekn_unreachable",
        "services.events.mail mail_unreachable",
        "services.events.vekn_push outcome_unknown",
        "services.events.vekn_push push_refused",
        "services.events.archon archon_consent, services.events.archon archon_refused",
        "services.events.archon archon_unreachable, services.events.archon outcome_unknown",
        "services.events.archon unclear_setting, services.events.archon_read archon_refused",
        "services.events.archon_read archon_unreachable, services.events.archon_send archon_refused",
        "services.events.archon_send archon_unreachable",
        "exchange.archon.sending archon_differs",
        "storage.database invalid_database_url, storage.database store_busy, storage.database store_unreachable",
        "storage.log reused_key",
        "storage.migrate store_too_new, storage.migrate store_damaged, storage.log store_damaged",
        "storage.store store_read_only, storage.store exists, tournament.codec damaged_fact",
        "tournament.settings damaged_fact",
        "season.league_log damaged_fact",
        "tournament.facts damaged_fact, tournament.log damaged_fact, tournament.facts newer_version",
        "services.server.verification cannot_copy, storage.integrity not_chained, storage.integrity store_damaged",
        "storage.migrate cannot_copy",
        "services.events.mail unclear_setting",
        "storage.store store_unavailable, services.kernel.switches unclear_setting, web.base.stores unavailable",
    ),
    About.ADVICE: (
        "decks.rules.cards unplayable_card, tournament.steps score_without_seat, tournament.steps not_here",
        "tournament.steps not_seen, tournament.steps unconfirmed, tournament.steps not_checked_in",
        "tournament.steps not_seated, tournament.steps disputed, tournament.steps unpaid, tournament.steps *",
        "tournament.steps number_claimed, tournament.steps away",
    ),
}
LISTED = [key for lines in NO_RULE.values() for line in lines for key in line.split(", ")]

# Where the code looks the rule up: what it may find there.
FORMATS = tomllib.loads((CARD_DB / "formats.toml").read_text(encoding="utf-8"))
OF_FORMATS = [value for row in FORMATS.values() for name, value in row.items() if name.endswith("rule")]
FOUND = {
    "SETTINGS[late[0]].settled": [row.settled for row in SETTINGS.values() if row.settled],
    "case.rules.rule": OF_FORMATS,
    "case.rules.groups_rule": OF_FORMATS,
    "row['rule']": OF_FORMATS,
    "rule": [*OF_FORMATS, "VEKN 2.1", "VEKN 4.3", "VEKN 6.1.1"],
    "ended_by": ["GAP-03", "GAP-06"],
    # Another refusal is passed on with its rule.
    "error.rule": [],
    "blocked[0].rule": [],
    "refusal.rule": [],
}


# What pages or programs in Python ask, and no address of the API.
PAGES = (
    *("api.events", "api.leagues"),
    *("game.notation", "game.walkthroughs", "services.accounts", "services.kernel.links", "services.notices.web_push"),
    *("tournament.desk", "tournament.limited.cube", "tournament.signup"),
    *("web.decks.edits", "web.replay", "web.room", "web.season", "web.tables"),
)


def keys_taken(app: Flask) -> set[str]:
    """The keys and parameters that addresses of the API take."""
    document = api_of(app).description()
    schemas = document["components"]["schemas"]
    ways = [way for known in document["paths"].values() for name, way in known.items() if name != "parameters"]
    contents = [content["schema"] for way in ways for content in way.get("requestBody", {}).get("content", {}).values()]
    bodies = [schemas[schema["$ref"].rpartition("/")[2]] for schema in contents if "$ref" in schema]
    asked = {one["name"] for way in ways for one in way.get("parameters", ()) if "name" in one}
    return {SCHEMA} | asked | {key for body in bodies for key in body["properties"]}


def outside() -> list[refusals.Site]:
    """Every place but those of the game, each of which names the row of its rule."""
    return [site for site in refusals.sites() if not site.module.startswith("toolkit.game")]


def test_what_names_no_rule_is_listed_with_what_it_is_about() -> None:
    silent = {site.key for site in refusals.sites() if not site.rule}
    assert silent - set(LISTED) == set(), "Give it its `rule=`, or list it in NO_RULE under its reason."
    assert set(LISTED) - silent == set(), "listed and no longer refused"
    assert len(LISTED) == len(set(LISTED))


def test_every_refused_value_has_a_key_of_the_api(app: Flask) -> None:
    wrong = [site for site in refusals.sites() if issubclass(site.kind, Invalid) and site.code.isidentifier()]
    sent = [site for site in wrong if not site.module.removeprefix("toolkit.").startswith(PAGES)]
    taken = keys_taken(app)
    nameless = {site.code for site in sent if taken.isdisjoint(keys_of(site.code))}
    assert nameless == {"bad_setting", "unknown_setting"}, "add a row in toolkit.schemas.errors"
    assert KEYS.keys() <= taken
    assert list(keys_of("reason_needed")) == ["reason", "text"], "none was sent: the reason is meant"
    known = {site.code for site in wrong}
    assert {code for codes in KEYS.values() for code in codes.split()} - known == set(), "refused no more"


def test_every_rule_is_one_that_opens(app: Flask) -> None:
    named = {rule for site in outside() for rule in (*site.named, *FOUND.get(site.rule, []))}
    assert len(named) > 25
    with app.test_request_context():
        assert [rule for rule in sorted(named) if not rule_url(rule)] == []


def test_no_rule_comes_from_where_nobody_looked() -> None:
    assert {site.rule for site in outside() if site.rule and not site.named} - FOUND.keys() == set()


def test_every_row_that_the_game_names_is_there() -> None:
    row = re.compile(r"[A-Z]{2,7}-\d{2}")
    modules = [module for module in refusals.modules() if module.__name__.startswith("toolkit.game")]
    words = [
        node.value
        for module in modules
        for node in ast.walk(refusals.tree_of(module))
        if isinstance(node, ast.Constant)
    ]
    named = {word for word in words if isinstance(word, str) and row.fullmatch(word)}
    # A-01 and the like are readings of unclear points.
    assert len(named) > 100
    assert named - rules().keys() == set()


def test_every_rule_that_a_page_names_by_itself_is_there() -> None:
    named = {
        rule
        for page in TEMPLATES.rglob("*.html")
        for rule in re.findall(r'rule_tag\("(.*?)"\)', page.read_text("utf-8"))
    }
    assert len(named) > 8
    assert named - RULES.keys() == set()


def test_each_rule_has_its_place_on_the_page_of_rules(client: FlaskClient) -> None:
    page = markup_of(client.get("/help/rules"))
    for rule, sentence in RULES.items():
        assert f'<div id="{anchor(rule)}" class="panel"><dt>{rule}</dt>' in page
        assert len(str(sentence)) > 30
    assert len({anchor(rule) for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("row", ["GAP-02", "GAP-03", "GAP-06"])
def test_a_row_of_the_game_has_a_page_of_its_own(client: FlaskClient, row: str) -> None:
    with client.application.test_request_context():
        address = rule_url(row)
    assert client.get(address).status_code in (200, 302, 303)
    assert row in client.get(address, follow_redirects=True).text
