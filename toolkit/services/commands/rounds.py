"""Commands of a round and the final: check-in, seats, clocks, results, draws, prizes, sanctions, calls."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import Message, Sayable
from toolkit.scoring import Fate
from toolkit.services import draws, seatings
from toolkit.services.commands.command import (
    PLAYER,
    PLAYERS,
    REASON,
    SEATS,
    SEED,
    WITH_REASON,
    WORD,
    Command,
    sends,
)
from toolkit.services.fields import (
    ChoiceField,
    FlagField,
    ListField,
    NumberField,
    PlayerField,
    PointsField,
    RoundField,
    SecondsField,
    TextField,
)
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import (
    calls,
    checkin,
    clock,
    deck_checks,
    final,
    prizes,
    raffle,
    results,
    rounds,
    sanctions,
    seats,
    steps,
)
from toolkit.tournament.facts import RafflePool, SanctionKind
from toolkit.tournament.tournament import Tournament


def _asks_before_revealing(tournament: Tournament, **_: object) -> Sayable | None:
    return Message(
        "What is drawn after the seed is revealed cannot be verified. The end of the event reveals it by itself."
    )


def _check_in(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_in, _named(work, players))


def _check_out(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_out, _named(work, players))


def _named(work: UnitOfWork, players: Sequence[int] | None) -> tuple[int, ...]:
    """The players who are named; everybody who has not left when nobody is."""
    return tuple(player.number for player in work.look().active) if players is None else tuple(players)


def _take_call(work: UnitOfWork, number: int, *, judge: str) -> Change:
    return work.change(calls.take_call, number, judge=judge or work.by)


_TEXT = TextField()
_AGAIN = TextField(words="Why it is drawn again, where the seed is committed.")
_TABLE = NumberField(words="One table only.")
_PENALTY = ChoiceField(
    of=SanctionKind,
    also={"score_adjustment": SanctionKind.ADJUSTMENT.value},
    gone={"game_loss": Message("There is no game loss any more: a standings adjustment costs one game a point.")},
    words="The penalty; else what the ladder says.",
)
_INFRACTION = TextField(words="Of the judges' guide: its number or key (3.3, slow_play).")
_RULE = TextField(words="What it is for, where no infraction of the guide fits.")
_ALLOWED = FlagField(to="is_allowed", words="The head judge allows more than ten minutes for a table.")
_ONE_PLAYER = sends("Player", player=PLAYER)
_ONE_TABLE = sends("ClockTable", table=_TABLE)
_NAMED_PLAYERS = sends("CheckIn", players=PLAYERS)
_TABLE_OF_ROUND = "/rounds/<round>/tables/<table>"

ROUNDS: tuple[Command, ...] = (
    # The check-in of a round.
    Command(
        name="open_check_in",
        operation=checkin.open_check_in,
        method="POST",
        path="/check-in/open",
        action=Action.CHECK_IN,
        words="Let players check in for the next round: from now on it seats those who are here.",
    ),
    Command(
        name="close_check_in",
        operation=checkin.close_check_in,
        method="POST",
        path="/check-in/close",
        action=Action.CHECK_IN,
        words="Players may no longer check themselves in; an official still can.",
    ),
    Command(
        name="check_in",
        use_case=_check_in,
        method="POST",
        path="/check-in",
        action=Action.CHECK_IN,
        words="Players are here for the next round; its check-in has been opened.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="check_out",
        use_case=_check_out,
        method="POST",
        path="/check-out",
        action=Action.CHECK_IN,
        words="Players are not here for the next round after all.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="see_again",
        operation=checkin.see_again,
        method="POST",
        path="/players/seen",
        action=Action.CHECK_IN,
        words="Players who missed the last round are here again: the next one seats them without a check-in.",
        body=sends("Seen", players=ListField(each=PLAYER, is_required=True)),
        usage="players seen PLAYER...=players",
    ),
    # Rounds.
    Command(
        name="publish_round",
        operation=steps.publish_round,
        method="POST",
        path="/rounds/publish",
        words="Show the draft to the players.",
        usage="round publish",
    ),
    Command(
        name="swap_players",
        operation=rounds.swap_players,
        method="POST",
        path="/rounds/<round>/swap",
        action=Action.JUDGE,
        words="Two players change places.",
        body=sends("Swap", reason=REASON, first=PLAYER, second=PLAYER),
        usage="round swap ROUND FIRST SECOND --reason",
        help="Two players change places; every score stays with its player.",
    ),
    Command(
        name="change_seats",
        operation=rounds.change_seats,
        method="PUT",
        path="/rounds/<round>/seats",
        action=Action.JUDGE,
        words="Seat a round by hand; every score stays with its player.",
        body=SEATS,
        usage="round edit ROUND TABLE...=tables --reason",
        help="Seat a round by hand: each TABLE is its players in seat order, separated by commas (3,1,7,5).",
    ),
    Command(
        name="unseat_player",
        operation=seats.unseat_player,
        method="POST",
        path="/rounds/<round>/unseat",
        action=Action.JUDGE,
        words="A player is missing while seats are being taken; a broken table of four is shared out.",
        body=sends("Missing", reason=REASON, player=PLAYER),
        usage="round unseat ROUND PLAYER --reason",
    ),
    Command(
        name="report_empty",
        operation=rounds.report_empty,
        method="POST",
        path="/rounds/<round>/empty-seats",
        action=Action.CLOCK,
        words="Report that a player is not in their seat: 15 minutes after the start the round is lost for them.",
        body=_ONE_PLAYER,
        usage="round empty ROUND PLAYER",
    ),
    Command(
        name="report_taken",
        operation=rounds.report_taken,
        method="POST",
        path="/rounds/<round>/taken-seats",
        action=Action.CLOCK,
        words="A player whose seat was reported empty has come.",
        body=_ONE_PLAYER,
        usage="round taken ROUND PLAYER",
    ),
    Command(
        name="seat_proxy",
        operation=rounds.seat_proxy,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/proxy",
        action=Action.JUDGE,
        words="Seat an official in a vacant seat of a table of four, as a proxy player who retains nothing.",
        body=sends(
            "Proxy",
            seat=NumberField(is_required=True, most=5),
            name=TextField(is_required=True, longest=None, words="Who sits there."),
        ),
        usage="round proxy ROUND TABLE SEAT --name",
    ),
    Command(
        name="cancel_round",
        operation=rounds.cancel_round,
        method="POST",
        path="/rounds/<round>/cancel",
        words="Take the last round back, with its results.",
        body=WITH_REASON,
        usage="round cancel ROUND --reason",
    ),
    Command(
        name="draft_same",
        use_case=seatings.draft_same,
        method="POST",
        path="/rounds/same",
        words="Draft a round that was cancelled with the seats that it had.",
        body=sends("SameSeats", publish=FlagField(words="Show it to the players at once.")),
    ),
    Command(
        name="draw_deck_checks",
        use_case=draws.draw_checks,
        method="POST",
        path="/rounds/<round>/deck-checks",
        action=Action.JUDGE,
        words="Draw whose decks are checked in a round, from a seed that anybody can check.",
        body=sends(
            "DeckChecks",
            count=NumberField(most=5000, words="How many; else a tenth of those seated."),
            again=FlagField(words="Whoever was checked before may be drawn again."),
            seed=SEED,
            word=WORD,
            reason=_AGAIN,
        ),
        usage="deck checks --round --count --seed --again --word --reason",
    ),
    Command(
        name="note_deck_check",
        operation=deck_checks.note_deck_check,
        method="PUT",
        path="/rounds/<round>/deck-checks/<player>",
        action=Action.JUDGE,
        words="Note what a deck check found: in order, or an infraction of the judges' guide.",
        body=sends(
            "DeckCheckOutcome",
            infraction=TextField(words="3.1.1, 3.1.2 or 3.1.3; else the deck was in order."),
            note=_TEXT,
        ),
        usage="deck checked ROUND PLAYER --infraction --note",
    ),
    # Prizes.
    Command(
        name="set_prizes",
        operation=prizes.set_prizes,
        method="PUT",
        path="/prizes",
        words="Say what is given away: the whole list, a line each, such as “2-5: 3 x Booster”.",
        body=sends("PrizeList", lines=ListField(each=TextField(longest=200), most=200, otherwise=())),
        usage="prizes-set [LINE]...=lines",
        help="""Say what is given away: the whole list, a LINE each; no LINE for nothing.

    "1: Playmat", "2-5: 3 x Booster" (three for each of these places), "Raffle: 10 x Promo", "GW: Booster" (one for
    each game win).
    """,
    ),
    Command(
        name="decide_prizes",
        operation=prizes.decide_prizes,
        method="POST",
        path="/prizes/order",
        words="Order players who share a place: the first gets the prizes of the best of their places.",
        body=sends("PrizeOrder", players=ListField(each=PLAYER, is_required=True)),
        usage="prizes-order PLAYER...=players",
    ),
    Command(
        name="draw_raffle",
        use_case=draws.draw_raffle,
        method="POST",
        path="/raffles",
        words="Draw who gets a prize, of a pool or of the players who are named; who is disqualified is never drawn.",
        body=sends(
            "RaffleDraw",
            pool=ChoiceField(of=RafflePool, words="Who is in it; else everybody who played."),
            players=ListField(each=PLAYER, otherwise=None),
            count=NumberField(most=5000, words="How many; else as many as are left of the prize, else one."),
            prize=TextField(longest=80, words="What is drawn for."),
            again=FlagField(words="With those who have won in a raffle already."),
            here=FlagField(words="Only who is here."),
            with_officials=FlagField(words="With judges and the organizer."),
            seed=SEED,
            word=WORD,
            reason=_AGAIN,
        ),
        usage=(
            "raffle [PLAYER]...=players --pool --count --prize --again --here --officials=with_officials --seed --word"
            " --reason"
        ),
        help="Draw who gets a prize, of a --pool or of the PLAYERs who are named.",
    ),
    Command(
        name="pass_over",
        operation=raffle.pass_over,
        method="POST",
        path="/raffles/<raffle>/pass",
        words="Somebody who was drawn is not here: the next in the order of that raffle has the prize.",
        body=_ONE_PLAYER,
        usage="raffle-pass NUMBER=raffle PLAYER",
    ),
    # Draws that anybody can verify.
    Command(
        name="commit_seed",
        use_case=draws.commit_seed,
        method="POST",
        path="/draws/commitment",
        words="Commit the seed of all draws: everybody is shown its hash before it is known who plays.",
        usage="draws commit",
    ),
    Command(
        name="reveal_seed",
        use_case=draws.reveal_seed,
        method="POST",
        path="/draws/seed",
        words="Show everybody the seed, so that they can verify the draws; what is drawn after it cannot be verified.",
        usage="draws reveal",
        asks=_asks_before_revealing,
    ),
    # The clock of a round.
    Command(
        name="start_clock",
        operation=clock.start_clock,
        method="POST",
        path="/rounds/<round>/clock/start",
        action=Action.CLOCK,
        words="Start the clock.",
        body=sends("ClockStart", minutes=NumberField(most=1440, words="Else what the event announces.")),
        usage="clock start ROUND --minutes",
        help="Start it.",
    ),
    Command(
        name="pause_clock",
        operation=clock.pause_clock,
        method="POST",
        path="/rounds/<round>/clock/pause",
        action=Action.CLOCK,
        words="Let it stand.",
        body=_ONE_TABLE,
        usage="clock pause ROUND --table",
    ),
    Command(
        name="resume_clock",
        operation=clock.resume_clock,
        method="POST",
        path="/rounds/<round>/clock/resume",
        action=Action.CLOCK,
        words="Let it run again.",
        body=_ONE_TABLE,
        usage="clock resume ROUND --table",
    ),
    Command(
        name="extend_clock",
        operation=clock.extend_clock,
        method="POST",
        path="/rounds/<round>/clock/extend",
        action=Action.CLOCK,
        words="Give the round or one table more time.",
        body=sends(
            "ClockExtension", table=_TABLE, reason=REASON, seconds=SecondsField(is_required=True), allowed=_ALLOWED
        ),
        usage="clock extend ROUND MINUTES=seconds --table --reason --allowed",
        help="Give more MINUTES (2.5, or -5 for less) to the round or to one table.",
    ),
    Command(
        name="stop_clock",
        operation=clock.stop_clock,
        method="POST",
        path="/rounds/<round>/clock/stop",
        action=Action.CLOCK,
        words="Time is called, or everybody is done.",
        usage="clock stop ROUND",
    ),
    # Results.
    Command(
        name="enter_result",
        operation=results.enter_result,
        method="PUT",
        path=f"{_TABLE_OF_ROUND}/result",
        action=Action.SCORE,
        words="Enter or correct a table's result.",
        body=sends(
            "Result",
            victory_points=PointsField(),
            events=TextField(
                otherwise=None,
                longest=500,
                sample="EVENTS",
                words="The game in order, A being seat 1: 'A>B, D!, time'.",
            ),
            fates=ListField(
                each=ChoiceField(of=Fate),
                most=5,
                sample="FATES",
                words="How each seat left, in seat order: ousted,withdrew,last,time,removed.",
            ),
            by_player=PlayerField(words="The player of the table who enters it; without, an official does."),
            reason=REASON,
            card=TextField(words="The card that moved points."),
        ),
        usage="result enter ROUND TABLE [VP]...=victory_points --events --fates --player=by_player --reason --card",
        help="""Enter or correct the result of a table: VP in seat order (2 1 0 .5 1.5), or --events.

    Points that need a withdrawal, or seats ousted together, need --events or --fates as well; points that no game can
    end with need a --reason.
    """,
    ),
    Command(
        name="clear_result",
        operation=results.clear_result,
        method="DELETE",
        path=f"{_TABLE_OF_ROUND}/result",
        action=Action.JUDGE,
        words="Take a result back.",
        usage="result clear ROUND TABLE",
    ),
    Command(
        name="confirm_result",
        operation=results.confirm_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/confirm",
        action=Action.SCORE,
        words="Another player of the table agrees.",
        body=_ONE_PLAYER,
        usage="result confirm ROUND TABLE PLAYER",
        help="Another PLAYER of the table agrees.",
    ),
    Command(
        name="lock_result",
        operation=results.lock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/lock",
        action=Action.JUDGE,
        words="The result stands.",
    ),
    Command(
        name="unlock_result",
        operation=results.unlock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/unlock",
        action=Action.JUDGE,
        words="Let the players change their result again.",
        usage="result unlock ROUND TABLE",
    ),
    Command(
        name="lock_round",
        operation=results.lock_round,
        method="POST",
        path="/rounds/<round>/lock",
        action=Action.JUDGE,
        words="Lock every settled result of a round.",
    ),
    # Judges.
    Command(
        name="give_sanction",
        operation=sanctions.sanction_player,
        method="POST",
        path="/sanctions",
        action=Action.JUDGE,
        words="Penalize a player: the ladder makes of the infraction what offences of the same before it ask for.",
        body=sends(
            "Sanction",
            player=PLAYER,
            kind=_PENALTY,
            infraction=_INFRACTION,
            rule=_RULE,
            grade=ChoiceField(of=SanctionKind, words="What the infraction calls for, where it is one of two."),
            judge=_TEXT,
            note=TextField(words="What was seen; the reason, where the judge leaves the ladder."),
            escalates=FlagField(otherwise=True, words="Leave the ladder: KIND as it is, for the reason of --note."),
            weighed=FlagField(to="has_weighed", words="3.5 only: it weighed on the game, and climbs."),
            applies_to=RoundField(words="The round whose game an adjustment costs a point, for the reason of --note."),
            earlier=FlagField(to="is_earlier", words="In the final, for what happened before it."),
            minutes=NumberField(least=0, most=1440, words="More time for the player's table."),
            allowed=_ALLOWED,
        ),
        usage=(
            "sanction give PLAYER [KIND] --infraction --rule --grade --judge --note --as-given=escalates --weighed"
            " --applies-to --earlier --minutes --allowed"
        ),
        help="""Penalize a player for an --infraction of the judges' guide, or for what --rule says in words.

    Without KIND the ladder says the penalty: offences of the same infraction climb from cautions over warnings and
    standings adjustments to a disqualification. A KIND that the infraction calls for says how grave it was, and the
    ladder may make more of it; any other KIND, or --as-given, leaves the ladder and needs a --note.
    """,
    ),
    Command(
        name="give_sanction_to_person",
        operation=sanctions.sanction_person,
        method="POST",
        path="/sanctions/people",
        action=Action.JUDGE,
        words="Penalize somebody who does not play, with a standings adjustment or a disqualification, for the report.",
        body=sends(
            "PersonSanction",
            name=TextField(is_required=True, longest=None),
            kind=ChoiceField(
                of=SanctionKind, also=_PENALTY.also, gone=_PENALTY.gone, is_required=True, words=_PENALTY.words
            ),
            infraction=_INFRACTION,
            rule=_RULE,
            judge=_TEXT,
            note=_TEXT,
        ),
        usage="sanction person NAME KIND --infraction --rule --judge --note",
    ),
    Command(
        name="lift_sanction",
        operation=sanctions.lift_sanction,
        method="POST",
        path="/sanctions/<sanction>/lift",
        action=Action.JUDGE,
        words="Take a sanction back.",
        body=WITH_REASON,
        usage="sanction lift NUMBER=sanction --reason",
    ),
    Command(
        name="call_judge",
        operation=calls.call_judge,
        method="POST",
        path="/calls",
        action=Action.JUDGE,
        words="Call a judge to a table, or to a player; one open call a place.",
        body=sends(
            "Call",
            round=RoundField(to="round_number"),
            table=NumberField(),
            player=PlayerField(),
            reason=REASON,
        ),
    ),
    Command(
        name="take_call",
        use_case=_take_call,
        method="POST",
        path="/calls/<call>/take",
        action=Action.JUDGE,
        words="A judge goes there.",
        body=sends("Judge", judge=_TEXT),
    ),
    Command(
        name="close_call",
        operation=calls.close_call,
        method="POST",
        path="/calls/<call>/close",
        action=Action.JUDGE,
        words="The table plays on.",
        body=sends("CallNote", note=_TEXT),
    ),
    # The final.
    Command(
        name="toss",
        use_case=draws.settle_ties,
        method="POST",
        path="/final/toss",
        words="Toss for every tie that the cut needs decided, or record one that was made at the table.",
        body=sends(
            "Toss",
            seed=SEED,
            players=PLAYERS,
            how=TextField(words="How it was tossed at the table."),
            word=WORD,
            reason=_AGAIN,
        ),
        usage="final toss [PLAYER]...=players --seed --how --word --reason",
        help="""Toss for every tie that the cut needs decided.

    With PLAYERs: record a toss made at the table, the first to be placed first.
    """,
    ),
    Command(
        name="open_final",
        operation=final.open_final,
        method="POST",
        path="/final/open",
        words="Make the cut.",
        usage="final open",
        help="Make the cut: the five best who can play, or four.",
    ),
    Command(
        name="replace_finalists",
        operation=final.replace_finalists,
        method="POST",
        path="/final/recut",
        words="Cut anew, after a finalist left or an earlier result was corrected.",
        usage="final recut",
    ),
    Command(
        name="mark_unavailable",
        operation=final.mark_unavailable,
        method="POST",
        path="/final/unavailable",
        words="A player cannot play the final: the next moves up.",
        body=sends("Unavailable", reason=REASON, player=PLAYER),
        usage="final unavailable PLAYER --reason",
    ),
    Command(
        name="mark_available",
        operation=final.mark_available,
        method="POST",
        path="/final/available",
        words="A player can play the final after all.",
        body=_ONE_PLAYER,
        usage="final available PLAYER",
    ),
    Command(
        name="decide_deck",
        use_case=draws.settle_final_deck,
        method="POST",
        path="/final/deck",
        words="Which deck a finalist of a multi-deck event plays.",
        body=sends("FinalDeck", player=PLAYER, round=NumberField(most=50, to="deck_round"), seed=SEED),
        usage="final deck PLAYER [ROUND] --seed",
        help="""Which deck a finalist of a multi-deck event plays.

    Without ROUND, that of the best round (drawn when several are best); with it, the finalist's free choice.
    """,
    ),
    Command(
        name="show_crypt_cards",
        use_case=draws.settle_crypt_cards,
        method="POST",
        path="/final/crypt-cards",
        words="Three crypt cards of a finalist.",
        body=sends(
            "CryptCards",
            player=PLAYER,
            cards=ListField(each=TextField(is_name=True, longest=200), is_required=True, fewest=3, most=200),
            draw=FlagField(to="draws", words="Draw three from these cards."),
            seed=SEED,
        ),
        usage="final cards PLAYER CARD...=cards --draw --seed",
        help="Three crypt cards of a finalist, shown before the seats are chosen.",
    ),
    Command(
        name="place_finalist",
        operation=final.place_finalist,
        method="POST",
        path="/final/place",
        words="A finalist puts their name into the row.",
        body=sends(
            "Place",
            player=PLAYER,
            position=NumberField(least=0, most=10, is_required=True),
        ),
        usage="final place PLAYER POSITION",
        help="A finalist puts their name before the name at POSITION, counted from 0; or behind the last one.",
    ),
    Command(
        name="place_row",
        operation=final.place_row,
        method="POST",
        path="/final/row",
        words="The whole row at once.",
        body=sends("Row", players=ListField(each=PLAYER, is_required=True, to="row")),
        usage="final row PLAYER...=players",
        help="The whole row at once, left to right.",
    ),
    Command(
        name="first_player",
        use_case=draws.settle_first_player,
        method="POST",
        path="/final/first-player",
        words="Draw who plays first, or record who was drawn.",
        body=sends("FirstPlayer", player=PlayerField(), seed=SEED, word=WORD, reason=_AGAIN),
        usage="final first [PLAYER] --seed --word --reason",
        help="Draw who plays first, or record who was drawn: the seats are the row, read from there.",
    ),
    Command(
        name="cancel_final",
        operation=final.cancel_final,
        method="POST",
        path="/final/cancel",
        words="Take the final back to before the cut.",
        body=WITH_REASON,
        usage="final cancel --reason",
    ),
)
