"""Who gets what at every address: written by hand from what the roles are for, not from the program.

A row is a kind of address; its letters are what organizer, judge, scorekeeper, the player or table whose link is in the
address, and a stranger get: `+` the page, `-` 404 as if there were nothing, `!` 403 to somebody who may look at the
event but not change this, `?` 401 for a token that is none there.
"""

from __future__ import annotations

WHO = ("organizer", "judge", "scorekeeper", "holder", "stranger")

# Kind -> what each of WHO gets. Of a link in the address only its holder has the right token.
KINDS = {
    "everybody": "+++++",
    "link": "---+-",
    "officials": "+++--",
    "officials' API": "+++!!",
    "judges": "++!--",
    "judges' API": "++!!!",
    "organizer": "+!!--",
    "organizer's API": "+!!!!",
    # What is nothing but links and keys.
    "sharing": "+!!--",
    "new event": "+!!!!",
    "account": "-----",
    "installation": "+!!!!",
    "copy": "+!!!!",
    "figures": "+++++",
    # The companion has links of its own, one for each seat; tests/web/tables and test_api_games.py hold them to it.
    "seat": "+++++",
}

# Kind -> what a program gets with a token of the organizer: to look, reading and sending; for results; for all.
TOKENS = ("look and read", "look and send", "results", "all")
BY_TOKEN = {
    "everybody": "++++",
    "link": "----",
    "officials": "+!++",
    "officials' API": "+!++",
    "judges": "+!!+",
    "judges' API": "+!!+",
    "organizer": "+!!+",
    "organizer's API": "+!!+",
    "sharing": "!!!+",
    "new event": "+!!+",
    "account": "!!!!",
    "installation": "!!!!",
    "copy": "!!!!",
    # They take a token of their own, as a game does.
    "figures": "????",
    "seat": "++++",
}
# The same for an administrator's, where that is more.
BY_ADMINISTRATORS_TOKEN = BY_TOKEN | {"installation": "!!!+"}

ADDRESSES = {
    "everybody": """
        statistics.* api_statistics.* weekends.start weekends.show weekends.wall weekends.person
        api_weekends.list_weekends api_weekends.show_weekend
        results.start results.show archon_callback persons.show
        seasons.all_leagues seasons.league seasons.league_line seasons.league_file seasons.ratings seasons.ratings_file
        api_seasons.list_leagues api_seasons.show_league api_seasons.show_league_standings api_seasons.show_ratings
        static help.* verify.show preferences.save health.* cards.* decks.* seating.* cube.* guide.*
        replay.* api_cards.* api_decks.* api_seating.* api-docs.* reference.* discovery.* kept_pages.* api_sheets.*
        api_tournaments.list_tournaments api_tournaments.show_tournament api_tournaments.list_players
        api_tournaments.show_round api_tournaments.show_clock api_tournaments.show_standings
        api_tournaments.show_final api_tournaments.show_chances
        events.start room.sign_up room.enter_sign_up room.open_by_code room.not_me
        room.event room.table room.wall room.calendar room.draws room.shown_list
        api_tournaments.list_announcements api_tournaments.list_draws api_tournaments.list_infractions
        api_tournaments.make_report
        room.picture room.drawing room.embed room.overlay room.server_calendar api_tournaments.show_public
        room.manifest room.own access.enter access.join
    """,
    "figures": "monitoring.*",
    "seat": "tables.* api_games.*",
    "link": """
        room.history room.player room.check_in room.ask_to_leave room.leave room.deck room.hand_in room.call_by_player
        room.signed_up room.accept_place room.decline_place room.cancel_place
        room.pool room.enter_pool room.tick_recursions room.tell_device room.tell_device_nothing
        room.take_back_by_player room.own_table_call_back room.table_call_back
        room.own_table_entry room.own_table_events room.own_table_points room.own_table_confirm room.own_table_call
        room.table_entry room.table_events room.table_points room.table_confirm room.table_call
        room.pod room.enter_at_pod room.prepare_to_trade room.player_manifest
    """,
    "officials": """
        events.round events.round_text events.results events.results_now events.standings events.room events.draws
        events.table
        events.table_events
        events.table_points events.grid events.grid_save
        events.fees events.fees_mark api_tournaments.show_fees api_tournaments.export_fees
        events.desk events.desk_enter events.checkin events.players events.checkin_in events.checkin_out
        events.checkin_all
        events.checkin_none events.checkin_open events.checkin_close events.checkin_seen
    """,
    "officials' API": """
        api_tournaments.check_in api_tournaments.take_paper_list api_tournaments.check_out api_tournaments.open_check_in
        api_tournaments.close_check_in api_tournaments.see_again api_tournaments.mark_fees
        api_tournaments.enter_result api_tournaments.confirm_result
        api_tournaments.give_product api_tournaments.return_product api_tournaments.finish_late
    """,
    "judges": """
        judge.calls judge.calls_take judge.calls_close judge.calls_name judge.tables judge.table judge.table_extend
        judge.table_pause judge.table_resume judge.table_take judge.table_drop judge.table_note
        judge.players judge.player judge.penalty judge.manifest
        judge.penalty_give events.seats_proxy
        judge.player_lift judge.player_compare judge.notes judge.notes_add judge.notes_announce judge.notes_withdraw
        events.limited events.pod events.pod_next events.pod_late events.pod_pause events.pod_resume events.pod_replace
        events.pod_call events.pod_piles events.pod_trade events.limited_confirm events.limited_prepare
        events.limited_pause events.limited_resume
        events.limited_product events.limited_return events.limited_built
        events.clock events.clock_start events.clock_pause events.clock_resume events.clock_stop events.clock_extend
        events.clock_empty events.clock_taken
        events.penalties events.penalties_table events.checks events.checks_draw events.checks_note
        events.log events.log_note events.player events.player_deck events.player_archetype
        events.sanctions events.sanctions_give
        events.sanctions_lift events.sanctions_person events.seats events.seats_edit events.seats_missing
        events.table_lock events.table_unlock events.table_clear events.table_take events.table_drop
        events.results_lock
        api_tournaments.show_log api_tournaments.list_sanctions
        api_tournaments.propose_penalty api_tournaments.report_penalties api_tournaments.show_early_end
        events.standings_report
        api_tournaments.show_deck api_tournaments.list_calls api_tournaments.show_limited api_tournaments.show_pool
    """,
    "judges' API": """
        api_tournaments.call_judge api_tournaments.take_call api_tournaments.close_call
        api_tournaments.announce api_tournaments.withdraw_announcement
        api_tournaments.start_clock api_tournaments.pause_clock api_tournaments.resume_clock
        api_tournaments.stop_clock
        api_tournaments.extend_clock api_tournaments.clear_result api_tournaments.lock_result
        api_tournaments.take_dispute api_tournaments.drop_dispute
        api_tournaments.unlock_result api_tournaments.lock_round api_tournaments.give_sanction
        api_tournaments.give_sanction_to_person api_tournaments.draw_deck_checks api_tournaments.seat_proxy
        api_tournaments.report_empty api_tournaments.report_taken api_tournaments.note_deck_check
        api_tournaments.lift_sanction api_tournaments.preview_seats api_tournaments.swap_players
        api_tournaments.unseat_player api_tournaments.change_seats api_tournaments.submit_deck
        api_tournaments.set_archetype
        api_tournaments.add_note api_tournaments.report_early_end
        api_tournaments.enter_pool api_tournaments.clear_pool api_tournaments.confirm_pool
        api_tournaments.leave_pod api_tournaments.count_piles
        api_tournaments.pause_phase api_tournaments.resume_phase api_tournaments.extend_phase api_tournaments.step_draft
        api_tournaments.force_pick api_tournaments.replace_pack api_tournaments.make_trade api_tournaments.prepare_pool
        api_tournaments.use_recursion
    """,
    "organizer": """
        events.chances
        weekends.link weekends.rows weekends.decline_form weekends.next_form weekends.toss_form weekends.undo_form
        weekends.day_2_form
        weekends.renew_card weekends.people_list
        seasons.edit seasons.change results.edit results.change
        events.limited_plan events.limited_phase events.limited_end events.limited_pods
        events.limited_tables events.limited_move events.limited_swap events.limited_late
        api_tournaments.show_report events.report events.report_template events.report_tick
        events.report_settings events.report_number
        events.push events.push_send events.archon events.archon_do events.numbers events.numbers_check
        events.numbers_each
        events.overview events.overview_announce events.overview_withdraw events.overview_throw_away
        events.again events.again_make events.fees_set
        events.signup events.signup_set events.signup_off events.signup_cancel events.signup_claim
        events.signup_mail
        api_tournaments.list_sign_ups api_tournaments.export_sign_ups
        events.prizes events.prizes_set events.prizes_draw events.prizes_pass events.prizes_order
        events.prizes_best
        api_tournaments.show_prizes
        events.final_crypt events.final_shown events.final_deck events.export events.announcements events.sheets
        events.players_add events.player_change events.player_drop events.player_forget events.checkin_left
        events.player_apart events.rounds_same
        events.player_return events.player_remove events.player_fix events.player_import events.player_import_import
        events.player_import_preview events.rounds events.rounds_draft events.seats_again events.seats_cancel
        events.seats_on_paper
        events.seats_publish events.final events.final_away events.final_back events.final_cancel events.final_first
        events.final_open events.final_place events.final_recut events.final_toss events.final_tossed events.log_redo
        events.log_undo events.draws_commit events.draws_reveal
        events.settings events.settings_save events.standings_finish events.standings_reopen
        api_tournaments.export_tournament
    """,
    "sharing": """
        weekends.cards
        events.access events.access_make events.access_renew events.access_revoke events.access_player
        events.access_table events.access_replace_all events.access_invite events.access_dismiss events.access_withdraw
        api_notifications.list_notification_addresses
        events.notifications events.notifications_add events.notifications_remove events.notifications_test
        events.laptops events.laptops_hand_over events.laptops_take_over events.laptops_compare
    """,
    "organizer's API": """
        api_notifications.add_notification_address api_notifications.remove_notification_address
        api_notifications.send_test_notification
        api_weekends.link_weekend_event api_weekends.unlink_weekend_event api_weekends.set_weekend_criteria
        api_weekends.decline_weekend_place
        api_weekends.offer_next_place api_weekends.toss_weekend_tie api_weekends.undo_weekend_change
        api_weekends.start_day_2
        api_tournaments.add_players api_tournaments.import_players api_tournaments.preview_players
        api_tournaments.change_player api_tournaments.drop_player api_tournaments.return_player
        api_tournaments.forget_player api_tournaments.remove_player api_tournaments.fix_seat api_tournaments.draft_round
        api_tournaments.keep_apart api_tournaments.set_fees api_tournaments.set_prizes
        api_tournaments.set_sign_up api_tournaments.cancel_sign_up api_tournaments.decide_claim
        api_tournaments.decide_prizes api_tournaments.draw_raffle api_tournaments.pass_over
        api_tournaments.decide_category api_tournaments.mail_players
        api_tournaments.publish_round api_tournaments.draft_same
        api_tournaments.commit_seed api_tournaments.reveal_seed
        api_tournaments.cancel_round api_tournaments.configure api_tournaments.finish api_tournaments.reopen
        api_tournaments.throw_away
        api_seasons.change_league_rules api_seasons.add_league_event api_seasons.remove_league_event
        api_seasons.merge_in_league api_seasons.set_league_rules api_seasons.weigh_league_event
        api_seasons.undo_league_change api_seasons.delete_league
        api_tournaments.tick_report api_tournaments.keep_template api_tournaments.drop_template
        api_tournaments.undo api_tournaments.redo api_tournaments.toss api_tournaments.open_final
        api_tournaments.replace_finalists api_tournaments.mark_unavailable api_tournaments.mark_available
        api_tournaments.decide_deck api_tournaments.show_crypt_cards api_tournaments.place_finalist
        api_tournaments.place_row api_tournaments.first_player api_tournaments.cancel_final
        api_tournaments.plan_limited api_tournaments.draw_swap api_tournaments.draw_pods api_tournaments.change_pods
        api_tournaments.swap_in_pods api_tournaments.seat_pods api_tournaments.start_phase api_tournaments.end_phase
        api_tournaments.start_draft api_tournaments.build_decks api_tournaments.build_late
        api_tournaments.hand_over api_tournaments.take_over api_tournaments.compare
    """,
    "new event": """
        events.create events.make_demo events.rehearse events.import_event
        events.import_archon weekends.create api_weekends.create_weekend
        seasons.create seasons.find_person results.enter
        api_seasons.create_league api_seasons.show_person
        api_tournaments.create_tournament api_tournaments.import_tournament
    """,
    "installation": """
        cards.data cards.check_data cards.update_data access.replace_entry
        seasons.forget_person_everywhere api_seasons.forget_person
        seasons.change_persons api_seasons.list_merges api_seasons.merge_persons api_seasons.undo_merge
        seasons.change_ratings api_seasons.list_ratable_events api_seasons.rate_event
    """,
    "copy": "events.copy events.download_copy",
    "account": """
        accounts.sign_in accounts.enter accounts.enter_code accounts.enter_passkey accounts.sign_up accounts.join
        accounts.sign_out
        accounts.settings accounts.change_password accounts.end_session accounts.make_token accounts.remove_token
        accounts.begin_second_factor accounts.confirm_second_factor accounts.remove_second_factor
        accounts.begin_passkey accounts.confirm_passkey accounts.remove_passkey
        accounts.accept_invitation accounts.decline_invitation
    """,
}

# Of the addresses of accounts, those that lead in or out are everybody's on a server.
DOORS = (
    "accounts.sign_in",
    "accounts.enter",
    "accounts.enter_code",
    "accounts.enter_passkey",
    "accounts.sign_up",
    "accounts.join",
    "accounts.sign_out",
)

_KIND_OF = {endpoint: kind for kind, endpoints in ADDRESSES.items() for endpoint in endpoints.split()}


def kind_of(endpoint: str) -> str | None:
    """The kind of an address; None for one that nobody has thought about."""
    return _KIND_OF.get(endpoint) or _KIND_OF.get(f"{endpoint.split('.')[0]}.*")
