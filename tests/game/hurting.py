"""Games that hurt: every effect and every term, on tables full of cards; wild orders are played on, not thrown away.

`make soak ARGS=engine` plays many, the two variants in turn; `HurtingGame(seed).play()` plays one.

After each operation: what `invariants.py` holds, and `check_table`: contested is what is in a contest, nothing lies on
what is out of play, no card is lost or doubled, and somebody can always do something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.game.invariants import check_state
from tests.game.random_games import MARKS, TITLES
from tests.game.unlisted import wild_order
from toolkit.game import (
    PROFILES,
    GameState,
    Operation,
    legal_operations,
    new_game,
    options_for,
    parse_state,
    refusal,
    render_state,
)
from toolkit.game.actions import Announce
from toolkit.game.blocking import PassAhead
from toolkit.game.cards import GameCard
from toolkit.game.combat import lapsed_combat
from toolkit.game.diablerie import TakeDiscipline, TakeTrophy
from toolkit.game.draft import active_seats, prey_of
from toolkit.game.ending import AnnounceWithdrawal, CallTime, Concede, Disqualify
from toolkit.game.engine import Applied, carry, ended_round
from toolkit.game.imbued import PlayConviction, Recover
from toolkit.game.judge import Correct, Note
from toolkit.game.new import DeckCounts, StartGame
from toolkit.game.operation import verb
from toolkit.game.options import VALUES
from toolkit.game.phased import GoOn
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.record import parse_operation, render_operation
from toolkit.game.state import Action, CardPlay, Combat, Combatant, Effect
from toolkit.game.strikes import ChooseStrike
from toolkit.game.turns import EndTurn, ReachPhase
from toolkit.game.vocabulary import (
    MINION_PHASES,
    ActionKind,
    CardKind,
    CardType,
    Delay,
    EffectKind,
    Phase,
    Stage,
    StrikeKind,
    Timing,
    TitleState,
    Zone,
)
from toolkit.game.windows import NoPlays, PassImpulse

# The profiles of each variant; the seed says which of the two.
VARIANTS = {
    "standard": [name for name, options in PROFILES.items() if not options.is_phased],
    "phased motion": [name for name, options in PROFILES.items() if options.is_phased],
}
# What a table may play otherwise than its profile says.
OPTIONS = [name for name in VALUES if not name.startswith(("game", "deck", "setup"))]
OF_SEATS = (
        EffectKind.BURN_POOL, EffectKind.GAIN_POOL, EffectKind.HAND_SIZE, EffectKind.DRAW, EffectKind.DISCARD,
        EffectKind.RANDOM_DISCARD, EffectKind.TRANSFERS, EffectKind.MASTER_ACTIONS, EffectKind.DISCARD_ACTIONS,
        EffectKind.MASTER_ACTIONS_PER_PHASE, EffectKind.EDGE, EffectKind.ALLOW_BLOCK, EffectKind.VOTES,
        EffectKind.BALLOTS, EffectKind.RETARGET,
)  # fmt: skip
OF_MINION = (
        EffectKind.STEALTH, EffectKind.INTERCEPT, EffectKind.BLEED, EffectKind.HUNT, EffectKind.MANEUVER,
        EffectKind.PRESS, EffectKind.STRIKE_DAMAGE, EffectKind.ADDITIONAL, EffectKind.PREVENT, EffectKind.WAKE,
)  # fmt: skip
OF_NOTHING = (
        EffectKind.NOTHING, EffectKind.CANCEL, EffectKind.RANGE, EffectKind.END_ACTION, EffectKind.END_COMBAT,
        EffectKind.REFERENDUM, EffectKind.AUTO_PASS, EffectKind.SPARE, EffectKind.REDUCE, EffectKind.BLOCK_FAILS,
        EffectKind.CONTINUE, EffectKind.ANOTHER_COMBAT,
)  # fmt: skip
EFFECTS = tuple(EffectKind)
OF_GOING_ON = (
    *OF_MINION, *OF_NOTHING, EffectKind.RETARGET, EffectKind.VOTES, EffectKind.ADDITIONAL, EffectKind.CANNOT_BLOCK,
    EffectKind.TAKE_OVER,
)  # fmt: skip
DETAILS: dict[EffectKind, Sequence[str]] = {
    EffectKind.TITLE: ["", *TITLES[:6]],
    EffectKind.SECT: ["camarilla", "sabbat", "anarch", "independent"],
    EffectKind.CLAN: ["brujah", "toreador"],
    EffectKind.DISCIPLINE: ["dom", "pot"],
    EffectKind.FLAG: [*MARKS, "incapacitated"],
    EffectKind.UNFLAG: [*MARKS, "incapacitated"],
    EffectKind.RANGE: ["long", "close"],
    EffectKind.END_ACTION: ["failed", "ended", "canceled"],
    EffectKind.MANEUVER: ["", "weapon", "strike"],
    EffectKind.PREVENT: ["", "normal", "aggravated"],
    EffectKind.COUNTERS: ["charge", "corruption"],
}
TERMS = (
    "pool", "blood", "pay", "edge", "cards", "convictions", "effects", "as_vampire", "enters", "kind", "host", "unique",
    "counters", "capacity", "hand_size", "if_successful", "if_block_succeeds", "delay",
)  # fmt: skip
OVER = (Concede, Disqualify, CallTime, Correct, Note)


def by_identity[T](function: Callable[[GameState], T]) -> Callable[[GameState], T]:
    """What has been found of the last two states: what comes after one operation comes before the next."""
    known: list[tuple[GameState, T]] = []

    def found(state: GameState) -> T:
        for one, value in known:
            if one is state:
                return value
        value = function(state)
        known[:] = [*known[-1:], (state, value)]
        return value

    return found


class HurtingGame:
    """One game: its seed says the variant, the profile, the speed, the table and every choice."""

    def __init__(self, seed: int, limit: int = 150) -> None:
        self.random, self.limit, self.operations = Random(seed), limit, 0
        self.given = Counter[str]()
        usual = [self._effect, self._imbued, *[self._terms] * 4, self._wild]
        self.makers: list[Callable[[], Operation]] = [*usual, *usual, *usual, self._passing, self._fight]
        self.variant = list(VARIANTS)[seed % len(VARIANTS)]
        profile, speed = self.random.choice(VARIANTS[self.variant]), self.random.choice(["table", "detailed"])
        changes = {name: self.random.choice(VALUES[name]) for name in self.random.sample(OPTIONS, 2)}
        options = options_for(profile, game_speed=speed, **changes)
        names = "ABCDE"[: self.random.choice([2, 3, 5])]
        self.state = new_game(list(names), options, [DeckCounts(library=40, crypt=12) for _ in names])
        self.state = carry(self.state, StartGame(first=names[0])).state
        self.state = carry(self.state, Correct(changes=tuple(self._table(names)))).state

    def _table(self, names: str):
        """Cards of every kind before everybody, some of one name, some with the same title."""
        random = self.random
        for seat in names:
            for at, zone in enumerate(["ready", "ready", "torpor"]):
                card = f"{seat}v{at}"
                yield f"{card}=vampire@{seat}.{zone}.{random.randrange(3, 9)}/{random.randrange(4)}"
                yield f"{card}.name=V{random.randrange(6)}"
                yield f"{card}.unique=yes"
                if random.random() < 0.5:
                    yield f"{card}.title={random.choice(TITLES[:6])}"
            yield f"{seat}k=ally@{seat}.ready.0/3"
            yield f"{seat}e=equipment@{seat}.on-{seat}v0"
            yield f"{seat}r=retainer@{seat}.on-{seat}v1.0/2"
            yield f"{seat}l=location@{seat}.ready"
            yield f"{seat}l.name=Hall"
            yield f"{seat}l.unique=yes"
            yield f"{seat}i=imbued@{seat}.ready.4/{random.randrange(1, 4)}"
            if random.random() < 0.4:
                yield f"{seat}i.counters=0"
                yield f"{seat}i.flags=incapacitated"
            for number in range(random.randrange(6)):
                yield f"{seat}c{number}=conviction@{seat}.on-{seat}i"

    def play(self) -> None:
        while self.state.stage is not Stage.FINISHED and self.operations < self.limit:
            self.step()

    def step(self) -> None:
        """One operation, checked: about every fifth is one that only somebody wild would give."""
        before = self.state
        self._look()
        order, applied = self._tried() or self._listed()
        self.state, self.last = applied.state, order
        self.operations += 1
        self.given[verb(type(order))] += 1
        check_state(self.state)
        check_table(before, order, self.state)
        if self.operations % 16 == 0:
            assert parse_state(render_state(self.state)) == self.state, "its text says less than the state"

    def _look(self) -> None:
        """What lies on the table, for the many orders that are tried on one state."""
        cards = list(self.state.cards.values())
        self.seats = active_seats(self.state)
        self.in_play = [card.id for card in cards if card.in_play] or [""]
        self.uncontrolled = [card.id for card in cards if card.zone is Zone.UNCONTROLLED] or [""]
        self.minions = [card for card in cards if card.is_minion and card.in_play]
        part = set()
        for frame in self.state.frames:
            if isinstance(frame, Action):
                part |= {frame.minion, frame.blocker}
            elif isinstance(frame, Combat):
                part |= {side.minion for side in frame.sides}
        self.likely = [card for card in self.minions if card.id in part] * 3 + self.minions
        self.details = {
            EffectKind.MOVE_BLOOD: self.in_play,
            EffectKind.ATTACH: self.in_play,
            EffectKind.COMBAT: self.in_play,
            EffectKind.STEAL: self.seats,
            EffectKind.VOTES: ["", "", "speech", *self.in_play],
            EffectKind.BALLOTS: ["", *self.in_play],
            **DETAILS,
        }

    def _tried(self) -> tuple[Operation, Applied] | None:
        if self.random.random() > 0.6:
            return None
        makers = [self._after_strikes] if self.state.lapsed is not None else self.makers
        if self.state.answerable is not None and self.random.random() < 0.5:
            makers = [self._answer]
        for _ in range(12):
            order = self.random.choice(makers)()
            if isinstance(order, OVER) or refusal(self.state, order) is not None:
                continue
            # An empty word in a row of words is nothing that a record could say.
            if parse_operation(render_operation(order)) == order:
                return order, carry(self.state, order)
        return None

    def _listed(self) -> tuple[Operation, Applied]:
        listed = legal_operations(self.state)
        assert listed, f"nothing can be done: {self.state.step} {self.state.frames}"
        if not self.state.frames and self.random.random() < 0.7:
            # Or phases would mostly end before anything has been done in them.
            listed = [order for order in listed if not isinstance(order, NoPlays | PassImpulse)] or listed
        order = self.random.choice(listed)
        return order, carry(self.state, order)

    def _wild(self) -> Operation:
        return wild_order(self.state, self.random)

    def _passing(self) -> Operation:
        """What is not listed: the turn ends or goes on to a phase, somebody passes ahead."""
        random, seat = self.random, self.state.step.seat
        if random.random() < 0.5:
            return PassAhead(seat=random.choice(self.seats), until=random.choice(["step", "action", "turn", "now"]))
        phase = random.choice(list(Phase))
        return random.choice([EndTurn(seat=seat), GoOn(seat=seat), ReachPhase(seat=seat, phase=phase)])

    def _fight(self) -> Operation:
        """Two minions fight: anybody with anybody."""
        one, other = self._minion(), self._minion()
        if one is None or other is None:
            return self._passing()
        return UseEffect(seat=one.controller, minion=one.id, effects=(Effect(EffectKind.COMBAT, other.id),))

    def _after_strikes(self) -> Operation:
        """A press or an additional strike where both have been passed over, now and then something else."""
        fight = lapsed_combat(self.state)
        if fight is None or self.random.random() < 0.2:
            return self.random.choice(self.makers)()
        side = self.random.choice(fight.sides)
        item = self.random.choice([Effect(EffectKind.PRESS), Effect(EffectKind.ADDITIONAL, side.minion, 1)])
        effects = (item, self._declared()) if self.random.random() < 0.3 else (item,)
        if self.random.random() < 0.4:
            card = f"N{self.random.randrange(1000)}"
            return PlayCard(seat=side.seat, type=CardType.COMBAT, card=card, minion=side.minion, effects=effects)
        return UseEffect(seat=side.seat, minion=side.minion, effects=effects, limited=self.random.random() < 0.3)

    def _answer(self) -> Operation:
        """A card just played is canceled, or damage just handled prevented: of anything, with a card or without.

        After a round of combat, something is done at its end.
        """
        ended = ended_round(self.state)
        if ended is not None and self.random.random() < 0.4:
            return self._late(self.random.choice(ended.sides))
        seat, card = self.random.choice(self.seats), f"N{self.random.randrange(1000)}"
        if self.random.random() < 0.4:
            effects = (Effect(EffectKind.CANCEL, detail=self.random.choice(["", "waive"])),)
            if self.random.random() < 0.5:
                return PlayCard(seat=seat, type=CardType.MASTER, card=card, out_of_turn=True, effects=effects)
            return UseEffect(seat=seat, effects=effects, why="card")
        effects = (Effect(EffectKind.PREVENT, self.random.choice(self.in_play), self.random.choice([1, 1, 2, 5])),)
        minion = self._minion()
        if minion is None or self.random.random() < 0.6:
            return UseEffect(seat=seat, effects=effects, why="card")
        kind = CardType.COMBAT if any(isinstance(frame, Combat) for frame in self.state.frames) else CardType.REACTION
        return PlayCard(seat=minion.controller, minion=minion.id, type=kind, card=card, effects=effects)

    def _late(self, side: Combatant) -> Operation:
        """An effect of the end of a round by a combatant, now and then diablerie, or a card that names no moment."""
        chance, item = self.random.random(), self._declared()
        torpid = [card.id for card in self.minions if card.zone is Zone.TORPOR]
        if torpid and chance < 0.3:
            item = Effect(EffectKind.DIABLERIZE, self.random.choice(torpid))
        timing = self.random.choice([Timing.END_OF_ROUND, Timing.END_OF_ROUND, Timing.ANY])
        common = {"seat": side.seat, "minion": side.minion, "effects": (item,), "timing": timing}
        if timing is Timing.ANY or chance > 0.5:
            return PlayCard(type=CardType.COMBAT, card=f"N{self.random.randrange(1000)}", **common)
        return UseEffect(**common)

    def _declared(self) -> Effect:
        """An effect of any kind, aimed at something of the sort that it is for, now and then at anything."""
        state, random = self.state, self.random
        kind = random.choice(EFFECTS)
        if state.frames and random.random() < 0.7:
            kind = random.choice(OF_GOING_ON)
        if kind in OF_NOTHING or (kind in OF_MINION and random.random() < 0.7):
            target = ""
        elif kind in OF_SEATS:
            target = random.choice(self.seats)
        else:
            target = random.choice(self.uncontrolled if kind is EffectKind.EMERGE else self.in_play)
        if random.random() < 0.05:
            target = random.choice([*state.seats, *state.cards, "x", ""])
        amount = random.choice([0, 1, 1, 1, 2, 3, -1])
        return Effect(kind, target, amount, random.choice(self.details.get(kind, [""])))

    def _effect(self) -> Operation:
        effects = tuple(self._declared() for _ in range(self.random.choice([1, 1, 1, 2])))
        minion = self._minion()
        seat = minion.controller if minion else self.random.choice(self.seats)
        once = {"minion": minion.id} if minion and self.random.random() < 0.7 else {}
        return UseEffect(seat=seat, effects=effects, why="card", edge=self.random.random() < 0.05, **once)

    def _convictions(self, minion: GameCard) -> list[str]:
        """Some of those on the minion, now and then one of another's."""
        random, every = self.random, [c for c in self.state.cards.values() if c.kind is CardKind.CONVICTION]
        own = [card.id for card in every if card.host == minion.id]
        return own[: random.randrange(3)] if own and random.random() < 0.9 else [c.id for c in every[:1]]

    def _imbued(self) -> Operation:
        """A conviction, or recovering: with anything, of anybody."""
        state, random = self.state, self.random
        card = random.choice(
            [item for item in state.cards.values() if item.kind is CardKind.IMBUED] or [self._minion()]
        )
        if card is None or random.random() < 0.3:
            convictions = [item.id for item in state.cards.values() if item.host and card and item.host == card.id]
            return Recover(seat=state.step.seat, minion=card.id if card else "x", convictions=tuple(convictions[:3]))
        name, place = f"c{random.randrange(1000)}", random.choice(["hand", "ash_heap", "library"])
        return PlayConviction(seat=card.controller, minion=card.id, card=name.upper(), enters=name, place=place)

    def _minion(self) -> GameCard | None:
        """Somebody with a part in what goes on, else anybody."""
        return self.random.choice(self.likely) if self.likely else None

    def _term(self, key: str, name: str, card: GameCard) -> object:
        """One of all that can be declared with a card, of a value drawn at random."""
        random = self.random
        match key:
            case "pool":
                return random.choice([1, 3])
            case "blood":
                return random.choice([1, 2])
            case "pay":
                kind = random.choice(["", "/charge"])
                return f"{random.choice(self.in_play)}:1", f"{random.choice(self.in_play)}{kind}:1"
            case "cards":
                return 1
            case "convictions":
                return tuple(self._convictions(card))
            case "effects":
                return tuple(self._declared() for _ in range(random.choice([1, 2])))
            case "enters":
                return name.lower()
            case "kind":
                return random.choice([CardKind.LOCATION, CardKind.EQUIPMENT, CardKind.EVENT])
            case "host":
                return random.choice(self.in_play)
            case "counters" | "capacity":
                return 2
            case "hand_size":
                return random.choice([1, -1])
            case "delay":
                return random.choice(list(Delay))
        return True

    def _terms(self) -> Operation:
        """A card from hand with some of all that can be declared with one."""
        state, random, card = self.state, self.random, self._minion()
        if card is None:
            return self._effect()
        name = f"N{random.randrange(1000)}"
        values = {key: self._term(key, name, card) for key in TERMS if random.random() < 0.22}
        if "pay" in values:
            values["blood"] = 2
        chosen = {"seat": card.controller, "minion": card.id, "card": name, **values}
        if card.kind is CardKind.IMBUED and random.random() < 0.3:
            chosen["convictions"] = tuple(self._convictions(card))
        chance = random.random()
        if not state.frames and state.step.phase in MINION_PHASES:
            chance = 0.6
        if chance < 0.5:
            kind = random.choice([CardType.MODIFIER, CardType.REACTION, CardType.COMBAT, CardType.MASTER])
            if kind is CardType.MASTER:
                chosen |= {"minion": "", "out_of_turn": state.step.seat != card.controller}
            return PlayCard(type=kind, **chosen)
        if chance < 0.75:
            kind = random.choice(list(ActionKind))
            others = ["", *(item.id for item in self.minions)]
            target = prey_of(state, card.controller) if kind is ActionKind.BLEED else random.choice(others)
            equipment = [item.id for item in state.cards.values() if item.kind is CardKind.EQUIPMENT]
            take = random.choice([(), (), ("none",), tuple(equipment[:1])])
            return Announce(action=kind, target=target, life=random.choice([0, 2]), take=take, **chosen)
        return ChooseStrike(
            strike=random.choice(list(StrikeKind)), damage=random.choice([0, 2]), ranged=random.random() < 0.5,
            aggravated=random.choice([0, 1]), amount=random.choice([0, 2]), first=random.random() < 0.3, **chosen,
        )  # fmt: skip


def check_table(before: GameState, order: Operation, after: GameState) -> None:
    """What must be true of the table, and of the way from one state to the next."""
    if after.stage is Stage.FINISHED:
        return
    contested = set()
    for contest in after.contests:
        for claim in contest.claims:
            card = after.cards[claim.card]
            if contest.is_title:
                assert card.title is not None
                assert card.title.state is TitleState.CONTESTED or len(contest.claims) == 1, card
            else:
                contested.add(card.id)
    claims = {claim.card for contest in after.contests if contest.is_title for claim in contest.claims}
    for card in after.cards.values():
        held = card.title is not None and card.title.state is TitleState.CONTESTED
        assert not held or card.id in claims, f"a title contested in no contest: {card}"
        host = after.cards.get(card.host) if card.host else None
        assert not card.host or host is not None, f"on nothing: {card}"
        if card.zone is Zone.CONTESTED:
            assert card.id in contested or (host and host.zone is Zone.CONTESTED), f"contested by nobody: {card}"
        elif host is not None:
            assert card.zone is Zone.ATTACHED, f"on {host.id}, and not: {card}"
            assert host.in_play, f"on what is not in play: {card} {host}"
        was = before.cards.get(card.id)
        assert was is None or was.owner == card.owner, f"another owner: {card}"
    assert not after.edge or after.edge in after.seats, "the Edge is somebody's"
    check_pieces(before, order, after)


def check_pieces(before: GameState, order: Operation, after: GameState) -> None:
    """No card is lost or doubled: what has left a place has come to another."""
    # A library is empty by its player's word, whatever was counted.
    if isinstance(order, TakeTrophy | TakeDiscipline | AnnounceWithdrawal):
        return
    tokens = sum(card.id not in before.cards and not card.name for card in after.cards.values())
    for name, seat in after.seats.items():
        if seat.is_active and seat.counted:
            gained = pieces(after)[name] - pieces(before)[name]
            assert 0 <= gained <= tokens, f"{name} has {gained} cards more"


@by_identity
def pieces(state: GameState) -> Counter[str]:
    """How many cards each Methuselah has, wherever they are."""
    found = Counter(card.owner for card in state.cards.values() if card.zone is not Zone.ASH_HEAP)
    for frame in state.frames:
        if isinstance(frame, CardPlay):
            found[frame.seat] += 1
        elif isinstance(frame, Action | Combat):
            found.update(waiting.seat for waiting in frame.limbo)
    for name, seat in state.seats.items():
        found[name] += seat.hand + seat.library + seat.crypt + len(seat.ash_heap)
    return found
