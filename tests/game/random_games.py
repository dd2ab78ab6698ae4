"""Whole games of legal operations drawn at random, every state and every operation checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.game.invariants import check_state, check_step
from tests.game.unlisted import closed_operations, likely_order, overreach, wild_order
from toolkit.game import PROFILES, Game, GameState, Operation, legal_operations, new_game, options_for, refusal
from toolkit.game.combat import combat_of
from toolkit.game.draft import active_seats
from toolkit.game.ending import CallTime, Concede, Disqualify, verdict
from toolkit.game.events import Happening
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct
from toolkit.game.new import DeckCounts
from toolkit.game.playing import UseEffect
from toolkit.game.record import parse_operation, render_operation
from toolkit.game.state import Action, Effect
from toolkit.game.vocabulary import EffectKind, SeatStatus, Stage, Zone
from toolkit.game.windows import NoPlays, PassImpulse

TITLES = ("primogen", "prince/paris", "archbishop/paris", "baron/rome", "priscus", "justicar/x", "independent/2")
MARKS = ("infernal", "red_list", "blood_cursed", "scarce", "must_bleed", "cannot_hunt", "cannot_act")

ON_COMBATS = (EffectKind.CONTINUE, EffectKind.ANOTHER_COMBAT)
ON_ACTIONS = (*ON_COMBATS, EffectKind.CANNOT_BLOCK, EffectKind.TAKE_OVER, EffectKind.BLOCK_FAILS)


def effect_on_action(state: GameState, random: Random) -> UseEffect | None:
    """An effect on the action that goes on or its combat, of the acting minion or of one that takes over."""
    action = next((frame for frame in state.frames if isinstance(frame, Action)), None)
    minions = [card for card in state.cards.values() if card.is_minion and card.in_play]
    if action is None or not minions:
        return None
    kind = random.choice(ON_COMBATS if combat_of(state) is not None else ON_ACTIONS)
    other = random.choice(minions)
    card = other if kind is EffectKind.TAKE_OVER else state.cards[action.minion]
    target = other.id if kind in (EffectKind.CANNOT_BLOCK, EffectKind.TAKE_OVER) else ""
    return UseEffect(seat=card.controller, minion=card.id, effects=(Effect(kind, target),))


@dataclass
class RandomGame:
    """One game: its seed says the table, the profile, the speed and every choice."""

    seed: int
    limit: int = 250
    sampling: float = 0.005
    game: Game = field(init=False)
    random: Random = field(init=False)
    last: Operation = field(init=False)
    operations: int = 0
    sampled: int = 0

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        profile = list(PROFILES)[self.seed % len(PROFILES)]
        speed = self.random.choice(["table", "table", "detailed"])
        options = options_for(profile, game_speed=speed)
        names = "ABCDEF"[: 2 + self.seed % 5]
        library = self.random.choice([10, 25, 60])
        self.game = Game(new_game(list(names), options, [DeckCounts(library=library) for _ in names]))

    @property
    def state(self) -> GameState:
        return self.game.state

    def play(self) -> Game:
        """Play to the end."""
        while self.state.stage is not Stage.FINISHED:
            self.step()
        return self.game

    def check_score(self) -> None:
        """The score check calls the line possible (where a withdrawal is worth half a point, as at events)."""
        state, judged = self.state, verdict(self.state)
        whole_withdrawal = state.options.score_withdraw_vp == "1" and any(
            seat.status is SeatStatus.WITHDRAWN for seat in state.seats.values()
        )
        assert judged is None or whole_withdrawal or judged.is_possible, (judged, state.seats)

    def step(self) -> None:
        """One operation: usually one that is listed, now and then the table's."""
        order = self._special() or self._listed()
        line = render_operation(order)
        assert parse_operation(line) == order, line
        before = self.state
        self.game.push(order)
        check_step(before, order, self.game.done[-1][1])
        check_state(self.state)
        self.last = order
        self.operations += 1

    def _listed(self) -> Operation:
        listed = legal_operations(self.state)
        assert listed, f"nothing can be done: {self.state.step} {self.state.frames}"
        if self.random.random() < self.sampling:
            self._sample_unlisted(listed)
        if not self.state.frames and self.random.random() < 0.7:
            # Or phases would mostly end before anything has been done in them.
            listed = [order for order in listed if not isinstance(order, NoPlays | PassImpulse)] or listed
        return self.random.choice(listed)

    def _special(self) -> Operation | None:
        state, chance = self.state, self.random.random()
        if state.stage is not Stage.RUNNING:
            return None
        hidden = [
            c for c in state.cards.values() if c.zone is Zone.UNCONTROLLED and c.kind == "vampire" and not c.capacity
        ]
        if hidden and chance < 0.5:
            card = self.random.choice(hidden)
            name, capacity = f"V{self.random.randrange(30)}", self.random.randrange(1, 7)
            return RevealCard(seat=card.controller, card=card.id, name=name, capacity=capacity)
        if self.operations > self.limit:
            order = CallTime() if self.random.random() < 0.5 else Concede(to=self.random.choice(active_seats(state)))
            return order if refusal(state, order) is None else None
        if state.answerable is not None and chance < 0.5:
            return self._answer()
        if state.frames and 0.06 <= chance < 0.16:
            return self._on_action()
        return (
            self._effect() if chance < 0.06 else Disqualify(player=active_seats(state)[0]) if chance > 0.9995 else None
        )

    def _answer(self) -> Operation | None:
        """A card just played is canceled, or damage just handled prevented, if the rules admit it."""
        hurt = [event.card for event in self.game.done[-1][1].events if event.kind is Happening.DAMAGE_POINT]
        items = [Effect(EffectKind.PREVENT, card, self.random.randrange(1, 4)) for card in hurt]
        item = self.random.choice([Effect(EffectKind.CANCEL), *items])
        order = UseEffect(seat=self.random.choice(active_seats(self.state)), effects=(item,), why="card")
        return order if refusal(self.state, order) is None else None

    def _on_action(self) -> Operation | None:
        """An effect on what goes on, if the rules admit one of some."""
        orders = (effect_on_action(self.state, self.random) for _ in range(4))
        return next((order for order in orders if order and refusal(self.state, order) is None), None)

    def _effect(self) -> Operation | None:
        """An effect of some card, a title given or a judge's correction, if the rules admit it now."""
        state, random = self.state, self.random
        seat, other = random.choice(active_seats(state)), random.choice(active_seats(state))
        ready = [c for c in state.cards.values() if c.zone in (Zone.READY, Zone.TORPOR)]
        card = random.choice(ready) if ready else None
        kinds = [
            Effect(EffectKind.BURN_POOL, other, random.randrange(1, 9)),
            Effect(EffectKind.HAND_SIZE, other, random.choice([-1, 1])),
            Effect(EffectKind.DRAW, other, random.randrange(1, 4), random.choice(["", "kept"])),
            Effect(EffectKind.END_ACTION, detail=random.choice(["failed", "ended", "canceled"])),
            *[Effect(EffectKind.CANCEL)] * 4,
        ]
        if card is not None:
            kinds += [
                Effect(kind, card.id, random.randrange(1, 4))
                for kind in (EffectKind.DAMAGE, EffectKind.AGGRAVATED, EffectKind.BURN_BLOOD, EffectKind.GAIN_BLOOD)
            ]
            kinds += [
                Effect(EffectKind.STEAL, card.id, 0, other),
                Effect(EffectKind.BURN, card.id),
                Effect(EffectKind.TORPOR, card.id),
                *[Effect(EffectKind.UNLOCK, card.id)] * 3,
                Effect(EffectKind.FLAG, card.id, 0, random.choice(MARKS)),
            ]
            if card.is_vampire:
                kinds += [Effect(EffectKind.TITLE, card.id, 0, random.choice(TITLES[:-1]))] * 3
                kinds.append(Effect(EffectKind.CAPACITY, card.id, random.choice([-1, 1])))
        orders: list[Operation] = [UseEffect(seat=seat, effects=(random.choice(kinds),), why="card")]
        if random.random() < 0.2:
            orders = [Correct(changes=(f"{other}.pool={random.randrange(1, 20)}",))]
        return next((order for order in orders if refusal(state, order) is None), None)

    def _sample_unlisted(self, listed: list[Operation]) -> None:
        """What is not listed is refused: every order of the closed kinds, and orders with a hidden choice."""
        state, random, known = self.state, self.random, set(listed)
        tried = [*closed_operations(state)]
        tried += [likely_order(state, random) for _ in range(200)] + [wild_order(state, random) for _ in range(100)]
        for order in tried:
            self.sampled += 1
            if order not in known and refusal(state, order) is None:
                said = overreach(state, listed, order)
                assert not said, f"INV-34: accepted, but {said}: {render_operation(order)}"
