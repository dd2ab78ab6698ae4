"""Commands of limited events."""

from __future__ import annotations

from datetime import datetime

from toolkit.languages import Message, Sayable
from toolkit.services import limited, seatings
from toolkit.services.commands.command import (
    PLAYER,
    PLAYERS,
    REASON,
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
    SecondsField,
    TextField,
)
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament.limited import late_and_leaving, michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import Forced, LimitedFormat, LimitedPhase, StarterDeal, TradeAnswer
from toolkit.tournament.tournament import Tournament


def _asks_before_planning(tournament: Tournament, **_: object) -> Sayable | None:
    if not tournament.limited.pools:
        return None
    return Message("Pools are in already: the minimums change, and every list is judged by the new plan.")


def _asks_before_ending(tournament: Tournament, *, at: datetime, **_: object) -> Sayable | None:
    return phases.unfinished(tournament, at)


def _seat_pods(work: UnitOfWork, *, publish: bool) -> Change:
    return seatings.draft_by_hand(work, pods.round_of_pods(work.look()), publish=publish)


_ONE_POD = sends("PhasePod", pod=NumberField(words="One pod only."))


def _maybe(words: str, *, to: str = "") -> FlagField:
    """Yes or no, and as it was where nothing is sent."""
    return FlagField(otherwise=None, words=words, to=to)


LIMITED: tuple[Command, ...] = (
    Command(
        name="plan_limited",
        use_case=limited.plan_event,
        method="PUT",
        path="/limited/plan",
        words="Plan the product of a limited event: what each player gets; what is not sent stays as it was.",
        body=sends(
            "LimitedPlan",
            format=ChoiceField(of=LimitedFormat),
            lines=ListField(
                each=TextField(longest=200),
                otherwise=(),
                most=40,
                words="Each “COUNT SET[ sealed| drafted| starter][: SIZE]”, such as “6 SW” or “3 Our cube: 15”.",
            ),
            boosters=NumberField(most=plan.MOST_BOOSTERS, words="The short way for one line: boosters a player."),
            size=NumberField(most=plan.MOST_SIZE, words="Cards in each of these."),
            product=TextField(longest=100, words="Their set."),
            starters=ChoiceField(of=StarterDeal),
            player=PlayerField(words="The plan of one player who brings their own product."),
            own_product=_maybe("Players bring their own product."),
            spare=NumberField(least=0, most=100, words="Percent to buy on top; else 5."),
            box=NumberField(least=0, most=1000, words="Boosters in a box."),
            most=NumberField(to="pod_most", most=plan.MOST_SIZE, words="Players of a pod at most, 4 to 8."),
            tables=_maybe("Pods are the tables of round 1.", to="pods_are_tables"),
            registers=_maybe("Pools are listed.", to="registers_pools"),
            swaps=_maybe("Sealed pools change hands."),
            casual=_maybe("Casual deck sizes, at an unsanctioned event."),
            moves_on=_maybe("A pick ends with its seconds; else an official goes on."),
            construction=NumberField(most=1440, words="Minutes to build decks."),
            registration=NumberField(most=1440, words="Minutes to list pools."),
            pile_size=NumberField(most=100, words="Cards of a library pile in the mixed draft."),
            allows_late=_maybe("Who comes late may build a sealed deck."),
            times=ListField(
                each=TextField(longest=40),
                otherwise=(),
                most=10,
                words="Seconds of the draft, each “NAME=SECONDS”: open, each, base, least, most, last, passing, "
                "review, look, turn.",
            ),
            provided=ListField(
                each=TextField(longest=200),
                most=200,
                words="Cards that are in every pool, each a name (any number of it) or “2 Villein”.",
            ),
        ),
        asks=_asks_before_planning,
    ),
    Command(
        name="give_product",
        operation=plan.give_product,
        method="POST",
        path="/limited/product",
        action=Action.CHECK_IN,
        words="Players got their product; without a name everybody who is in.",
        body=sends("ProductGiven", players=PLAYERS),
        usage="limited product [PLAYER]...=players",
    ),
    Command(
        name="return_product",
        operation=late_and_leaving.return_product,
        method="POST",
        path="/limited/product/<player>/return",
        action=Action.CHECK_IN,
        words="A player who left gave the product back, or did not after all.",
        body=sends("ProductReturned", is_back=FlagField(otherwise=True, words="It did not come back after all.")),
        usage="limited return PLAYER --not-back=is_back",
    ),
    Command(
        name="enter_pool",
        use_case=limited.enter_pool_by_desk,
        method="PUT",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Enter or correct a player's whole pool: a list in any format, or lines of count and name.",
        body=sends("PoolText", text=TextField(is_required=True, longest=50_000), reason=REASON),
    ),
    Command(
        name="clear_pool",
        use_case=limited.clear_pool,
        method="DELETE",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Take a pool out that was entered for the wrong player.",
        body=WITH_REASON,
        usage="limited pool clear PLAYER --reason",
    ),
    Command(
        name="confirm_pool",
        operation=pools.confirm_pool,
        method="POST",
        path="/limited/pools/<player>/confirm",
        action=Action.JUDGE,
        words="A pool is right: from then on only a judge changes it; or let the player change it again.",
        body=sends("PoolConfirmed", is_confirmed=FlagField(otherwise=True, words="The player may change it again.")),
        usage="limited pool confirm PLAYER --open=is_confirmed",
    ),
    Command(
        name="draw_swap",
        use_case=limited.draw_swap,
        method="POST",
        path="/limited/swap",
        words="Draw the swap of sealed pools from a seed that anybody can check.",
        body=sends("LimitedDraw", seed=SEED, word=WORD, reason=TextField(words="Why it is drawn again.")),
        usage="limited swap --seed --word --reason",
    ),
    Command(
        name="draw_pods",
        use_case=limited.draw_pods,
        method="POST",
        path="/limited/pods",
        words="Draw who drafts with whom, from a seed that anybody can check.",
        body=sends(
            "PodDraw",
            seed=SEED,
            most=NumberField(most=100, words="Players of a pod at most, 4 to 8; else what the plan says."),
            word=WORD,
            reason=TextField(words="Why they are drawn again."),
        ),
        usage="limited pods --seed --most --word --reason",
    ),
    Command(
        name="change_pods",
        operation=pods.change_pods,
        method="PUT",
        path="/limited/pods",
        words="Seat the pods by hand, each clockwise.",
        body=sends(
            "Pods",
            reason=REASON,
            pods=ListField(each=ListField(each=PLAYER, most=8), is_required=True),
        ),
        usage="limited seat POD...=pods --reason",
        help="Seat the pods by hand: each POD is its players clockwise, separated by commas (3,1,7,5).",
    ),
    Command(
        name="swap_in_pods",
        operation=pods.swap_in_pods,
        method="POST",
        path="/limited/pods/swap",
        words="Two players change places in the pods, or one takes the place of the other.",
        body=sends("PodSwap", reason=REASON, first=PLAYER, second=PLAYER),
        usage="limited move FIRST SECOND --reason",
    ),
    Command(
        name="leave_pod",
        operation=pods.leave_pod,
        method="POST",
        path="/limited/pods/leave",
        action=Action.JUDGE,
        words="A player leaves the draft: the pod goes on without.",
        body=sends("PodLeft", reason=REASON, player=PLAYER),
        usage="limited draft leave PLAYER --reason",
    ),
    Command(
        name="count_piles",
        operation=pods.count_piles,
        method="PUT",
        path="/limited/pods/<pod>/piles",
        action=Action.JUDGE,
        words="Note the crypt and library cards of each player of a pod after the split, in seat order.",
        body=sends(
            "Piles",
            crypt=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Crypt cards of each seat.",
                sample="12,11,13",
            ),
            library=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Library cards of each seat.",
                sample="40,38,41",
            ),
        ),
        usage="limited piles POD --crypt --library",
    ),
    Command(
        name="seat_pods",
        use_case=_seat_pods,
        method="POST",
        path="/limited/pods/round",
        words="Draft round 1 with the pods as its tables.",
        body=sends("PodRound", publish=FlagField(words="Show it to the players at once.")),
        usage="limited tables --publish",
    ),
    Command(
        name="start_phase",
        operation=phases.start_phase,
        method="POST",
        path="/limited/phases",
        words="Begin the next phase, or the one that is named; the one that goes on ends with it.",
        body=sends(
            "PhaseStart",
            phase=ChoiceField(of=LimitedPhase),
            minutes=NumberField(least=0, most=1440, words="Else what the plan says; 0 for no clock."),
            reason=TextField(words="Why phases are skipped, or one is done again."),
        ),
        usage="limited phase [PHASE] --minutes --reason",
        asks=_asks_before_ending,
    ),
    Command(
        name="end_phase",
        operation=phases.end_phase,
        method="POST",
        path="/limited/phases/end",
        words="The phase is over.",
        body=WITH_REASON,
        usage="limited end --reason",
        asks=_asks_before_ending,
    ),
    Command(
        name="start_draft",
        use_case=limited.start_draft,
        method="POST",
        path="/limited/draft/start",
        words="Begin the draft.",
        body=WITH_REASON,
        usage="limited draft start --reason",
        asks=_asks_before_ending,
    ),
    Command(
        name="pause_phase",
        operation=phases.pause_phase,
        method="POST",
        path="/limited/phases/pause",
        action=Action.CLOCK,
        words="Let the clock of the phase stand, or that of one pod.",
        body=_ONE_POD,
        usage="limited draft pause --pod",
    ),
    Command(
        name="resume_phase",
        operation=phases.resume_phase,
        method="POST",
        path="/limited/phases/resume",
        action=Action.CLOCK,
        words="Let it run again.",
        body=_ONE_POD,
        usage="limited draft resume --pod",
    ),
    Command(
        name="extend_phase",
        operation=phases.extend_phase,
        method="POST",
        path="/limited/phases/extend",
        action=Action.CLOCK,
        words="Give the phase more time, or less; in a draft the step that everybody is at.",
        body=sends("PhaseExtension", reason=REASON, seconds=SecondsField(is_required=True)),
        usage="limited extend MINUTES=seconds --reason",
    ),
    Command(
        name="step_draft",
        use_case=limited.step_draft,
        method="POST",
        path="/limited/draft/next",
        action=Action.CLOCK,
        words="Everybody of a pod, or of all pods, has picked: on to what follows.",
        body=sends(
            "DraftNext",
            pod=NumberField(words="One pod only."),
            step=NumberField(least=0, words="The step that is over, as it was shown: refused when it was over before."),
        ),
        usage="limited draft next --pod --step",
    ),
    Command(
        name="force_pick",
        use_case=limited.force_pick,
        method="POST",
        path="/limited/draft/late",
        action=Action.CLOCK,
        words="Somebody is late with a pick: a card by lot, or in a table draft the oldest one.",
        body=sends(
            "LatePick",
            pod=NumberField(is_required=True),
            seat=NumberField(is_required=True, most=8),
            kind=ChoiceField(of=Forced),
            card=NumberField(least=0, otherwise=0, most=100, words="The oldest card, as the screen numbers it."),
            seed=SEED,
        ),
        usage="limited draft late POD SEAT --kind --card --seed",
    ),
    Command(
        name="replace_pack",
        operation=phases.replace_pack,
        method="POST",
        path="/limited/draft/replace",
        action=Action.CLOCK,
        words="A judge replaces a pack that is abnormal, or a card that is marked.",
        body=sends(
            "PackReplaced",
            player=PLAYER,
            pack=NumberField(least=0, most=100, otherwise=0, words="Which pack of the draft."),
            pod=NumberField(words="Where the player sits: refused for anybody elsewhere."),
            reason=TextField(is_required=True),
        ),
        usage="limited draft replace PLAYER --pack --pod --reason",
    ),
    Command(
        name="make_trade",
        use_case=limited.make_trade,
        method="POST",
        path="/limited/pods/<pod>/trade",
        action=Action.CLOCK,
        words="Note a turn of a Michigan trade: traded, declined or passed.",
        body=sends(
            "Trade",
            answer=ChoiceField(of=TradeAnswer, is_required=True),
            asked=NumberField(least=0, most=8, otherwise=0, words="The seat that was asked."),
            card=NumberField(least=0, otherwise=0, words="The number of the card that was asked for."),
            other=NumberField(least=0, otherwise=0, words="The number of the card that was given for it."),
        ),
        usage="limited trade POD ANSWER --asked --card --other",
    ),
    Command(
        name="prepare_pool",
        operation=michigan.prepare_pool,
        method="POST",
        path="/limited/pools/<player>/prepare",
        action=Action.JUDGE,
        words="A player of a Michigan event has set the trade stock aside, or has not after all.",
        body=sends("PoolPrepared", is_ready=FlagField(otherwise=True, words="Not after all.")),
        usage="limited prepare PLAYER --not-ready=is_ready",
    ),
    Command(
        name="build_decks",
        use_case=limited.build_decks,
        method="POST",
        path="/limited/build",
        words="Begin the building of decks.",
        body=sends(
            "Building",
            minutes=NumberField(most=1440, words="Else what the plan says."),
            reason=TextField(words="Why phases are skipped."),
        ),
        usage="limited build --minutes --reason",
        asks=_asks_before_ending,
    ),
    Command(
        name="build_late",
        operation=late_and_leaving.build_late,
        method="POST",
        path="/limited/late/<player>",
        words="A player came late: sealed product, and a clock of their own to build.",
        body=sends("LateBuild", minutes=NumberField(most=1440, words="Else as long as everybody had.")),
        usage="limited late PLAYER --minutes",
    ),
    Command(
        name="finish_late",
        operation=late_and_leaving.finish_late,
        method="POST",
        path="/limited/late/<player>/done",
        action=Action.CHECK_IN,
        words="The deck of somebody who came late is in: the next round seats them.",
        usage="limited built PLAYER",
    ),
    Command(
        name="use_recursion",
        operation=plan.use_recursion,
        method="PUT",
        path="/limited/recursions/<player>",
        action=Action.JUDGE,
        words="How often a player has turned the ash heap into a library in this round.",
        body=sends("Recursions", used=NumberField(least=0, most=11, is_required=True)),
        usage="limited recursion PLAYER USED",
    ),
)
