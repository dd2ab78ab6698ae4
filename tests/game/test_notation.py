"""A state as a line and as JSON: what is read back is what was written, and goes on as it would have."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.game.hurting import HurtingGame
from tests.game.random_games import RandomGame
from toolkit.game import (
    BadState,
    GameState,
    IllegalOperation,
    Stage,
    apply,
    legal_operations,
    new_game,
    obligations,
    parse_operation,
    parse_state,
    render_state,
    seats_to_act,
    state_from_json,
    state_to_json,
    view_for,
)
from toolkit.languages import say, words_of

# A game of version 1 as it was written on 23 November 2026: it opens for good.
STORED = (
    "vtes-toolkit state 1 options:(game_speed:table) stage:running "
    'seats:[(name:Anna pool:27 hand:7 library:50 crypt:7 influence_phases:2 ash_heap:[Govern "Qui Vive"]) '
    '(name:"Bob B." pool:11 half_points:2 hand:7 library:53 crypt:8 withdrawal:(turn:8 void:"pool lost: bleed"))] '
    "cards:[(id:X kind:vampire owner:Anna controller:Anna zone:ready name:Theo locked:yes unique:yes capacity:7 "
    "counters:3 disciplines:[[dom 2] [pot 1]] title:(kind:prince scope:paris) flags:[scarce]) "
    '(id:G kind:equipment owner:"Bob B." controller:Anna zone:attached host:X)] '
    "step:(turn:9 first:Anna seat:Anna phase:minion) "
    'frames:[(is:Action kind:bleed seat:Anna minion:X targets:["Bob B."] defenders:["Bob B."] card:Govern bleed:2 '
    'terms:(is:Announce seat:Anna minion:X action:bleed target:"Bob B." card:Govern bleed:2) state:open '
    'window:(name:action order:[Anna "Bob B."] passed:[Anna]))] '
    'edge:"Bob B." edge_ever_held:yes bank:-41 sequence:77'
)


def test_a_line_of_version_1_says_this_table() -> None:
    state = parse_state(STORED)
    anna, bob = state.seats.values()
    assert (anna.pool, anna.ash_heap, bob.half_points) == (27, ("Govern", "Qui Vive"), 2)
    assert (state.cards["X"].level("dom"), state.cards["X"].locked, state.cards["G"].owner) == (2, True, "Bob B.")
    assert (state.step.turn, state.edge, seats_to_act(state)) == (9, "Bob B.", ("Anna", "Bob B."))
    assert render_state(state) == STORED


def test_the_game_of_a_line_goes_on() -> None:
    state, _ = apply(parse_state(STORED), parse_operation("no-plays"))
    state, _ = apply(state, parse_operation("no-plays"))
    # The bleed of 1 + 2 takes 3 of Bob's 11 pool, and the Edge goes to Anna: ACT-03, ACT-04.
    assert (state.seats["Bob B."].pool, state.edge, state.frames) == (8, "Anna", ())


def check_twin(state: GameState, *, asked: bool) -> GameState:
    """The same state from its line; `asked`: and from its JSON, and what can be done in it is the same."""
    line = render_state(state)
    twin = parse_state(line)
    assert "\n" not in line
    assert twin == state
    assert hash(twin) == hash(state)
    if asked:
        assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state
        assert legal_operations(twin) == legal_operations(state)
    return twin


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [RandomGame, HurtingGame])
def test_every_state_of_a_game_is_read_back_and_goes_on_the_same(kind: Any, seed: int) -> None:
    game = kind(seed, limit=40)
    twin = check_twin(game.state, asked=True)
    while game.state.stage is not Stage.FINISHED and game.operations < 50:
        game.step()
        assert apply(twin, game.last)[0] == game.state
        twin = check_twin(game.state, asked=game.operations % 5 == 0)


HEAD = "vtes-toolkit state 1 "
LOCATION = "(id:L{} kind:location owner:Bob controller:Bob zone:{}) "
MANY = "".join(LOCATION.format(number, "ready") for number in range(700))
DEEP = "".join(LOCATION.format(number, f"attached host:L{number + 1}") for number in range(40))
DEEP += LOCATION.format(40, "ready")
FRESH = render_state(new_game(["Anna", "Bob"]))


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        ("", "", "not the state of a game"),
        ("8/8/8/8 w - - 0 1", "", "not the state of a game"),
        ("vtes-toolkit game record 1", "", "not the state of a game"),
        ("vtes-toolkit state x", "", "not the state of a game"),
        ("vtes-toolkit state 0", "version", "not the state of a game"),
        (FRESH.replace("state 1", "state 2"), "version", "version 2; this program reads up to 1"),
        (HEAD, "options", "options is missing"),
        (HEAD + "options:()", "seats", "seats is missing"),
        (HEAD + "options:() seats:[]", "seats", "2 to 6 players, not 0"),
        (FRESH[: FRESH.index(" cards:")] + " cards:[(id:X", "", "ends too early"),
        (FRESH + ")", "", "not understood: ')"),
        (FRESH + " %", "", "not understood: '%'"),
        (FRESH + " edge", "", "not understood: 'edge'"),
        (FRESH + ' edge:"Anna', "", "not understood"),
        (FRESH + " sequence:1e3", "", "not understood: '1e3'"),
        (FRESH + " edge:Bob edge:Anna", "", "not understood: 'edge:Anna'"),
        (FRESH + " weather:rain", "weather", "weather is not known"),
        (FRESH + " edge:Carla", "edge", "there is no 'Carla' here"),
        (FRESH + " edge:7", "edge", "edge is not a text"),
        (FRESH + " bonuses:7", "bonuses", "neither true nor false"),
        (FRESH + " sequence:9999999", "sequence", "not a number of a game"),
        (FRESH + " frames:[(is:Duel)]", "frames[0].is", "is one of CardPlay, Action,"),
        (FRESH + " frames:[7]", "frames[0]", "has no fields"),
        (FRESH + " frames:7", "frames", "not a list"),
        (FRESH + " step:(turn:one)", "step.turn", "not a number"),
        (FRESH + " stage:running", "step.first", "step.first is missing"),
        (FRESH + " " + "frames:" + "[" * 50_000, "", "not understood"),
        (FRESH.replace("pool:30", "pool:lots", 1), "seats[0].pool", "not a number"),
        (FRESH.replace("pool:30", "pool:30000", 1), "seats[0].pool", "not a number of a game"),
        (FRESH.replace("name:Bob", "name:Anna"), "seats[1].name", "there twice"),
        (FRESH.replace("zone:uncontrolled", "zone:moon", 1), "cards[0].zone", "is one of uncontrolled, ready,"),
        (FRESH.replace("owner:Anna", "owner:Zoe", 1), "cards[0].owner", "there is no 'Zoe' here"),
        (FRESH.replace("zone:uncontrolled", "zone:attached host:Anna1", 1), "cards[0].host", "lies on itself"),
        (FRESH.replace("unique:yes", "disciplines:[[dom]]", 1), "cards[0].disciplines[0]", "a list of 2 values"),
        (STORED.replace("phase:minion", "phase:supply"), "step.phase", "there is no 'supply' here"),
        (STORED.replace('targets:["Bob B."]', "targets:[]"), "frames[0].targets", "aimed at nothing"),
        (STORED.replace("minion:X targets", 'minion:"" targets'), "frames[0].minion", "is missing"),
        (STORED.replace("state:open", "take:[Sword] state:open"), "frames[0].take", "there is no 'Sword' here"),
        (STORED.replace("state:open", "state:attempt"), "frames[0].blocker", "is missing"),
        (STORED + " contests:[(id:c is_title:yes key:k claims:[(card:G)])]", "contests[0]", "G has no title"),
        (FRESH + f" lapsed:({FRESH.removeprefix(HEAD)})", "lapsed", "no combat waits there"),
        (FRESH + " lapsed:(options:() seats:[])", "lapsed", "of another game"),
        (FRESH + " lapsed:(options:() seats:[] lapsed:null)", "lapsed.lapsed", "is not known"),
        (FRESH + " answerable:(before:(options:() seats:[]) given:[] windows:[])", "answerable.before", "another game"),
        (
            FRESH + f" answerable:(before:({FRESH.removeprefix(HEAD)}) given:[] windows:[])",
            "answerable.given",
            "missing",
        ),
        (
            FRESH + ' frames:[(is:CardPlay play:(is:NoPlays) seat:Anna minion:"" card:x)]',
            "frames[0].play.is",
            "one of Announce",
        ),
        (FRESH.replace("cards:[", "cards:[" + MANY), "cards", "larger than any game"),
        (FRESH.replace("cards:[", "cards:[" + DEEP), "cards[0].host", "larger than any game"),
        ("x" * 300_000, "", "larger than any game"),
    ],
)
def test_a_line_that_is_no_state_is_told_where_and_why(line: str, place: str, says: str) -> None:
    with pytest.raises(BadState) as error:
        parse_state(line)
    assert (error.value.place, says in str(error.value)) == (place, True), str(error.value)
    assert say(error.value.message, words_of("fr")) != str(error.value)


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"version": True}, ENDLESS, {"version": 1, "seats": ENDLESS}])
def test_json_that_is_no_state_is_refused(value: object) -> None:
    with pytest.raises(BadState):
        state_from_json(value)


def test_more_than_a_game_holds_is_refused_before_it_is_read() -> None:
    content = state_to_json(new_game(["Anna", "Bob"]))
    content["cards"] *= 10_000
    with pytest.raises(BadState, match="larger than any game"):
        state_from_json(content)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in places(one, (*path, key)))]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def spoil(value: Any, random: Random) -> None:
    """Take something away, or put something else there: another word of the same table, a number, a list."""
    known = places(value)
    path = random.choice([one for one in known if one])
    inside, key = at(value, path[:-1]), path[-1]
    if random.random() < 0.25:
        del inside[key]
        return
    words = [one for one in (at(value, other) for other in known) if isinstance(one, str)]
    others = [*random.sample(words, 2), "Nobody", "", 0, 1, 99, -1, True, None, [], [inside[key]], {}]
    inside[key] = random.choice(others)


@pytest.mark.parametrize("seed", range(6))
def test_a_spoiled_state_is_refused_or_can_be_played(seed: int) -> None:
    game, random = HurtingGame(seed, limit=60), Random(seed)
    refused = 0
    while game.state.stage is not Stage.FINISHED and game.operations < 60:
        game.step()
        content = state_to_json(game.state)
        spoil(content, random)
        try:
            state = state_from_json(content)
        except BadState:
            refused += 1
            continue
        assert parse_state(render_state(state)) == state
        assert str(state)
        assert [item.rule for item in obligations(state)] == [item.rule for item in view_for(state, None).obligations]
        for order in legal_operations(state)[:5]:
            try:
                apply(state, order)
            except IllegalOperation:
                continue
    assert refused > 20
