"""Buttons of a turn's course: its phases, contests, transfers, discards, withdrawal."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext, ngettext

from toolkit.game.contests import PayContest, YieldContest
from toolkit.game.diablerie import TakeTrophy
from toolkit.game.ending import AnnounceWithdrawal, PlaceEdge
from toolkit.game.hand import DiscardDown, ReplacePending
from toolkit.game.imbued import PLACES, PlayConviction, Recover
from toolkit.game.influence import DrawCrypt, Emerge, Merge, TransferBack, TransferBlood
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.new import StartGame
from toolkit.game.operation import Operation
from toolkit.game.phased import ChoosePhase, PassResearch
from toolkit.game.phases import EndPhase
from toolkit.game.turns import DiscardAction, Recurse
from toolkit.game.unlock import BurnOption, ClaimEdgePool, UnlockInfernal
from toolkit.game.view import ShownCard
from toolkit.game.vocabulary import PhaseCard
from toolkit.web.tables.offers.offer import QUIET, Group, Offer, Variant, Viewpoint, card_name, count, fold, makes, pick
from toolkit.web.tables.words import PHASE_CARD_RULES, PHASE_CARDS, PHASES, contest_name


@makes(StartGame)
def start(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Who goes first."""
    return fold("start", Group.TURN, gettext("Who goes first?"), orders, lambda order: order.first, tone="primary")


@makes(EndPhase)
def end_phase(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The end of a phase, or of a portion of it."""
    phase = PHASES[at.view.phase]
    words = gettext("Done") if at.view.options.is_phased else gettext("End: %(phase)s", phase=phase)
    return fold("end-phase", Group.TURN, words, orders, tone="primary")


@makes(PassResearch)
def pass_research(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Research without its cards."""
    return fold("pass-research", Group.TURN, gettext("Pass: draw no cards"), orders, tone=QUIET)


@makes(ChoosePhase)
def choose_phase(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The phases that are left, and what Cheat could repeat."""
    plain = [order for order in orders if isinstance(order, ChoosePhase) and order.card is not PhaseCard.CHEAT]
    cheats = [order for order in orders if isinstance(order, ChoosePhase) and order.card is PhaseCard.CHEAT]
    offered = fold("phase", Group.OWED, gettext("Choose a phase"), plain, lambda order: str(PHASE_CARDS[order.card]))
    return [
        *(replace(offer, variants=tuple(map(_with_rule, offer.variants))) for offer in offered),
        *fold("cheat", Group.OWED, gettext("Cheat: repeat a phase"), cheats, lambda o: str(PHASE_CARDS[o.again])),
    ]


def _with_rule(variant: Variant) -> Variant:
    """A phase card with what it lets everyone do."""
    order = variant.order
    assert isinstance(order, ChoosePhase)
    return replace(variant, hint=str(PHASE_CARD_RULES[order.card]))


# Unlock phase


@makes(ClaimEdgePool)
def edge_pool(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """One pool for the Edge."""
    return fold("edge-pool", Group.POOL, gettext("Gain 1 pool for the Edge"), orders, tone="primary")


@makes(UnlockInfernal)
def infernal(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Infernal minions unlock for a pool each."""
    title = gettext("Pay 1 pool to unlock")
    return fold("infernal", Group.POOL, title, orders, lambda order: at.names.card(order.card))


@makes(PlayConviction)
def conviction(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A conviction for each imbued, from hand or from its present place."""
    words = {"hand": gettext("hand"), "ash_heap": gettext("ash heap"), "library": gettext("library")}
    open_ones = {order.place for order in orders if isinstance(order, PlayConviction)}
    terms = [
        card_name("card", label=gettext("Name of the conviction")),
        pick("place", gettext("From"), [(place, words[place]) for place in PLACES if place in open_ones]),
    ]
    title = gettext("Give a conviction")
    return fold("conviction", Group.CARDS, title, orders, lambda order: at.names.card(order.minion), terms=terms)


@makes(Recover)
def recover(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Imbued that are incapacitated and have convictions enough."""
    title = gettext("Burn three convictions to recover")
    return fold("recover", Group.CARDS, title, orders, lambda order: at.names.card(order.minion))


@makes(BurnOption)
def burn_option(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A card with the burn option."""
    return fold("burn-option", Group.CARDS, gettext("Discard a card with a burn option"), orders)


@makes(PayContest, YieldContest)
def contests(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Each contest: pay or yield."""
    offers: list[Offer] = []
    for contest in at.view.contests:
        own = [order for order in orders if getattr(order, "contest", "") == contest.id]
        name = contest_name(contest.key)
        title = gettext("Contest for %(name)s", name=name)
        label = _blood_or_yield if contest.title else _pool_or_yield
        offers += fold(f"contest-{contest.id}", Group.CONTESTS, title, own, label)
    return offers


def _blood_or_yield(order: Operation) -> str:
    return gettext("Pay blood") if isinstance(order, PayContest) else gettext("Yield")


def _pool_or_yield(order: Operation) -> str:
    return gettext("Pay 1 pool") if isinstance(order, PayContest) else gettext("Yield")


@makes(AnnounceWithdrawal)
def withdrawal(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The announcement of a withdrawal."""
    return fold(
        "withdraw", Group.TABLE, gettext("Announce a withdrawal"), orders, tone="danger", hint=withdrawal_hint()
    )


def withdrawal_hint() -> str:
    """When an announced withdrawal takes effect."""
    return gettext("It takes effect when your next unlock phase would begin, if you lose nothing until then.")


# Influence phase


@makes(TransferBlood, TransferBack)
def transfers(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Transfers onto uncontrolled minions, and back."""
    person = at.state.seats[at.seat]
    there = [order for order in orders if isinstance(order, TransferBlood)]
    back = [order for order in orders if isinstance(order, TransferBack)]
    most = max(1, min(person.transfers, person.pool))
    held = max((at.state.cards[order.card].counters for order in back), default=1)
    label = lambda order: blood_words(at, order.card)
    return [
        *fold(
            "transfer",
            Group.INFLUENCE,
            gettext("Transfer pool to"),
            there,
            label,
            terms=[count("amount", gettext("How much"), 1, most, default=most)],
            hint=ngettext("%(num)d transfer left", "%(num)d transfers left", person.transfers),
        ),
        *fold(
            "transfer-back",
            Group.INFLUENCE,
            gettext("Take back into your pool from"),
            back,
            label,
            terms=[count("amount", gettext("How much"), 1, min(person.transfers // 2, held))],
            hint=gettext("Two transfers for each."),
            is_folded=True,
        ),
    ]


@makes(Emerge)
def emerge(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Minions with enough blood become ready."""
    title = gettext("Move to the ready region")
    return fold("emerge", Group.INFLUENCE, title, orders, lambda o: at.names.card(o.card), tone="primary")


@makes(DrawCrypt)
def draw_crypt(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """One more vampire from the crypt."""
    title = gettext("4 transfers and 1 pool: draw a crypt card")
    return fold("crypt", Group.INFLUENCE, title, orders)


@makes(Merge)
def merge(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The base and the advanced version of a vampire."""
    label = lambda order: f"{at.names.card(order.card)} → {at.names.card(order.onto)}"
    return fold("merge", Group.INFLUENCE, gettext("4 transfers and 1 pool: merge"), orders, label)


# Hand and discards


@makes(DiscardAction)
def discard(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The discard phase action."""
    return fold("discard", Group.TURN, gettext("Discard a card and draw one"), orders)


@makes(Recurse)
def recurse(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The ash heap becomes the library once more."""
    terms = [count("cards", gettext("Cards that go back"), 1, 90, default=5)]
    title = gettext("Turn the ash heap into a library")
    return fold("recurse", Group.TURN, title, orders, terms=terms)


@makes(DiscardDown)
def discard_down(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The discards that are due at once."""
    owed = max((order.count for order in orders if isinstance(order, DiscardDown)), default=1)
    terms = [count("count", gettext("How many"), 1, owed, default=owed)]
    return fold("discard-down", Group.OWED, gettext("Discard"), orders, terms=terms, tone="primary")


@makes(ReplacePending)
def replace_pending(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Cards whose replacement waits for an event of the game."""
    return fold("replace", Group.CARDS, gettext("Draw the replacement of"), orders, lambda order: order.card)


@makes(PlaceEdge)
def place_edge(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Where the Edge goes after its holder left."""
    label = lambda order: order.holder or gettext("nobody")
    return fold("place-edge", Group.OWED, gettext("Who has the Edge?"), orders, label)


def blood_words(at: Viewpoint, card_id: str) -> str:
    """A minion with its blood or life: "Anna 3/5"."""
    card = at.names.cards[card_id]
    capacity = card.capacity if isinstance(card, ShownCard) else 0
    figure = f"{card.counters}/{capacity}" if capacity else str(card.counters)
    return f"{at.names.card(card_id)} {figure}"


# Forms of the Red List


@makes(MarkRedList)
def mark(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A master phase action on a Red List minion."""
    title = gettext("Mark a Red List minion")
    return fold("mark", Group.MASTER, title, orders, lambda order: at.owned(order.card))


@makes(TakeTrophy)
def trophy(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A trophy for the Red List minion burned."""
    terms = [card_name("trophy", label=gettext("Name of the trophy"))]
    return fold("trophy", Group.OWED, gettext("Take a trophy"), orders, terms=terms)


@makes(AwardTrophy)
def award(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A trophy in play that no vampire has yet."""

    def label(order: AwardTrophy) -> str:
        return f"{at.names.card(order.trophy)} → {at.owned(order.vampire)}"

    return fold("award", Group.OWED, gettext("Award a trophy"), orders, label)
