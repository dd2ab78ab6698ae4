"""What a table reads of a game: every kind of operation, effect and happening as a sentence, in every language."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.rules.table import Table
from tests.web.test_every_page import MARK, Marked
from toolkit.game import view_for
from toolkit.game.consequences import WORDS
from toolkit.game.effects import effect_words
from toolkit.game.engine import carry
from toolkit.game.events import Event, Happening
from toolkit.game.operation import REGISTRY
from toolkit.game.record import parse_operation, read_effect
from toolkit.game.state import GameState
from toolkit.game.vocabulary import EffectKind
from toolkit.game.words import Names
from toolkit.web.tables.trail import followed
from toolkit.web.tables.words import in_words, names_in, sentence

# Operations as a record writes them, with what the table reads.
SENTENCES = {
    "start-game A": "A goes first",
    "A: end-phase": "A: ends the minion phase",
    "A: pass-ahead": "A: nothing comes from me in this action",
    "A: pass-ahead until=step": "A: nothing comes from me at this step",
    "A: pass-ahead until=turn": "A: nothing comes from me in this turn",
    "A: pass-ahead until=now": "A: may block again",
    "A: end-turn": "A: ends the turn",
    "A: go-on": "A: goes on",
    "A: reach-phase influence": "A: goes on: Influence phase",
    "A: choose-phase subterfuge": "A: chooses Subterfuge",
    "A: choose-phase cheat again=supply": "A: chooses Cheat and repeats Supply",
    "A: claim-edge-pool": "A: gains 1 pool for the Edge",
    "A: unlock-infernal X": "A: pays 1 pool to unlock Anna",
    "A: burn-option": "A: discards a card with a burn option",
    "A: register-effect Haven stage=beginning": "A: announces that Haven is due at the beginning of the unlock phase",
    "A: register-effect Haven stage=end": "A: announces that Haven is due at the end of the unlock phase",
    "A: register-effect Haven": "A: announces that Haven is due in the unlock phase",
    "A: pay-contest city:paris": "A: pays for the contest: Paris",
    "A: yield-contest Haven": "A: yields the contest: Haven",
    "A: announce-withdrawal": "A: announces a withdrawal",
    "A: announce-withdrawal exhausted=yes": "A: announces a withdrawal: the library is empty",
    "A: transfer-blood A1 amount=2": "A: moves 2 pool to Secretive",
    "A: transfer-back A1 amount=2": "A: takes 2 back from Secretive",
    "A: draw-crypt": "A: draws a crypt card",
    "A: emerge A1": "A: moves Secretive to the ready region",
    "A: merge A1 X": "A: merges Anna",
    "A: reveal-card A1 Secretive 4": "A: names a vampire: Secretive (4)",
    "A: discard-action": "A: discards a card",
    "A: recurse 5": "A: turns the ash heap into a library: 5 cards",
    "A: discard-down 2": "A: discards 2 cards",
    "A: replace-pending Govern": "A: draws the replacement of Govern",
    "place-edge holder=B": "B has the Edge",
    "place-edge": "No player has the Edge",
    "A: mark-red-list Y": "A: marks Bela (B)",
    "A: award-trophy T X": "A: awards Retribution to Anna (A)",
    "A: pass-impulse": "A: passes",
    "no-plays": "No more plays",
    "A: speak-up": "A: asks to stop at every step",
    "A: announce X bleed target=B": "A: Anna bleeds B",
    "A: announce X bleed target=B card=Govern bleed=2 stealth=1": "A: Anna bleeds B with Govern (+2 bleed, +1 stealth)",
    "A: announce X hunt": "A: Anna hunts",
    "A: announce X equip card=equipment": "A: Anna equips",
    'A: announce X equip card=".44 Magnum"': "A: Anna equips: .44 Magnum",
    "A: announce X equip take=G": "A: Anna equips: Gun",
    "A: announce X employ card=Raven": "A: Anna employs a retainer: Raven",
    "A: announce X employ card=retainer": "A: Anna employs a retainer",
    "A: announce X recruit card=Carlton": "A: Anna recruits an ally: Carlton",
    "A: announce X recruit card=ally": "A: Anna recruits an ally",
    'A: announce X political card="political action"': "A: Anna calls a referendum",
    'A: announce X political card="Kine Resources"': "A: Anna calls a referendum: Kine Resources",
    "A: announce X anarch": "A: Anna becomes anarch",
    "A: announce X red_list target=Y": "A: Anna hunts down Bela",
    "A: announce X leave_torpor": "A: Anna leaves torpor",
    "A: announce X rescue target=Z": "A: Anna rescues Zoe",
    "A: announce X diablerize target=Z": "A: Anna diablerizes Zoe",
    "A: announce X rush target=Y card=rush": "A: Anna hunts down Bela",
    "A: announce X rush target=Y card=Bum's": "A: Anna hunts down Bela with Bum's",
    'A: announce X other card="action 9"': "A: Anna takes an action",
    'A: announce X other target=C card="action 9"': "A: Anna takes an action aimed at C",
    "A: announce X other card=Entrance": "A: Anna takes an action: Entrance",
    "A: announce X other target=C card=Uprising effects=burn_pool:C:3": (
        "A: Anna takes an action: Uprising, aimed at C (C burns 3 pool)"
    ),
    "A: announce X pm_rush target=Y": "A: Anna takes an action to fight Bela, without a card",
    "A: announce X pm_referendum": "A: Anna calls a referendum without a card",
    "B: attempt-block Y": "B: Bela tries to block",
    "B: decline-block": "B: does not block",
    "A: play-card master master": "A: plays a master card",
    'A: play-card master "Blood Doll"': "A: plays Blood Doll",
    'A: play-card master "out of turn" out_of_turn=yes': "A: plays a master card out of turn",
    'A: play-card event "event 4"': "A: plays an event",
    "A: play-card modifier stealth minion=X effects=stealth::1": "A: Anna plays an action modifier: +1 stealth",
    "B: play-card reaction Deflection minion=Y effects=retarget:C": "B: Bela plays Deflection: the new target is C",
    'A: play-card combat "card 9" minion=X effects=nothing': "A: Anna plays a combat card",
    "A: play-card reflex Catatonic minion=X": "A: Anna plays Catatonic",
    "A: use-effect burn_pool:B:2,edge:A why=bleed": "A: bleeds B for 2 and takes the Edge",
    "A: use-effect burn_pool:B:2 why=card": "A: B burns 2 pool (card)",
    "A: use-effect gain_pool:A:1 due=Haven": "A gains 1 pool (Haven)",
    "A: use-effect nothing due=Haven": "A: Haven happens",
    "A: use-effect burn_pool:B:1 source=G lock=yes": "A: uses Gun: B burns 1 pool (it locks)",
    "A: use-effect unlock:X,gain_blood:X:1 edge=yes why=card": (
        "A: Anna unlocks; Anna gains 1 blood (card, the Edge is burned)"
    ),
    "A: use-effect draw:A:2 cards=1 why=card": "A: A draws 2 cards (card, 1 card discarded)",
    "A: use-effect maneuver minion=X": "A: Anna maneuvers",
    "A: use-effect combat:Y minion=X": "A: Anna fights Bela",
    "A: pass-research": "A: passes Research, and draws no cards",
    "A: combat-draw": "A: draws a card for this round of combat",
    "A: choose-strike X": "A: Anna strikes with hands",
    "A: choose-strike X strike=weapon source=G damage=2 ranged=yes": "A: Anna strikes with Gun (2 damage, ranged)",
    "A: choose-strike X strike=damage aggravated=1 first=yes": "A: Anna strikes (1 aggravated, first strike)",
    "A: choose-strike X strike=dodge": "A: Anna dodges",
    'A: choose-strike X strike=combat_ends card="Majesty"': "A: Anna strikes with Majesty: combat ends",
    "A: choose-strike X strike=steal_blood amount=2": "A: Anna strikes to steal 2 blood",
    "A: choose-strike X strike=destroy_equipment target=G": "A: Anna strikes to destroy Gun",
    "A: choose-strike X strike=steal_equipment target=G": "A: Anna strikes to steal Gun",
    "A: choose-strike X strike=none": "A: Anna does not strike",
    "A: accept-diablerie": "A: commits diablerie",
    "A: take-discipline dom enters=D": "A: takes a Discipline card: DOM",
    "A: take-trophy Retribution enters=E": "A: takes the trophy Retribution",
    "A: play-conviction K Heart c1": "A: gives Jackie the conviction Heart",
    "A: recover K c1,c2,c3": "A: burns three convictions: Jackie recovers",
    "A: set-terms effects=burn_pool:B:2,burn_pool:C:1": "A: sets the terms: B burns 2 pool; C burns 1 pool",
    "A: set-terms": "A: sets the terms: nothing",
    "C: cast-votes edge for": "C: votes for (the Edge burned)",
    "A: cast-votes X against": "A: votes against (Anna)",
    "A: cast-ballot X for": "A: casts a ballot for (Anna)",
    "A: cast-ballot X against": "A: casts a ballot against (Anna)",
    "A: burn-for-vote edge": "A: burns the Edge for a vote",
    "A: burn-for-vote political_card": "A: burns a political action card for a vote",
    "call-time": "Time is called",
    "call-time now=yes": "The table stops the game here",
    "concede A": "Everyone concedes to A",
    "disqualify B": "B is disqualified",
    'note "Bea arrived"': "Note: Bea arrived",
    "correct A.pool=12,X.locked=yes,X.zone=torpor,edge=,begin=B/9 reason=miscount": (
        "Correction: A: pool 12; Anna: locked; Anna: in torpor; no player has the Edge; turn 9 of B begins (miscount)"
    ),
    "correct A1.name=Nosy,X.title=prince/paris,X.flags=infernal": (
        "Correction: Secretive is called Nosy; Anna: Prince of Paris; X.flags=infernal"
    ),
    "correct B.half_points=3,X=gone,phase=influence,edge=C": (
        "Correction: B: 1.5 VP; Anna is not in the game; Influence phase; C has the Edge"
    ),
}  # fmt: skip
# A take-back is told by the trail itself, with who took back.
TOLD_ELSEWHERE = {"undo", "redo"}

EFFECTS = {
    "burn_pool:B:2": "B burns 2 pool",
    "gain_pool:B:2": "B gains 2 pool",
    "burn_blood:X:2": "Anna burns 2 blood",
    "burn_blood:K:1": "Jackie loses 1 life",
    "gain_blood:X:2": "Anna gains 2 blood",
    "gain_blood:K:1": "Jackie gains 1 life",
    "counters:X:2:corruption": "Anna: counters corruption +2",
    "move_blood:X:2:Y": "2 blood from Anna to Bela",
    "damage:Y:2": "2 damage to Bela",
    "aggravated:Y:1": "1 aggravated damage to Bela",
    "lock:Y": "Bela locks",
    "unlock:Y": "Bela unlocks",
    "burn:G": "Gun is burned",
    "remove:Y": "Bela is removed from the game",
    "torpor:Y": "Bela goes to torpor",
    "ready:Z": "Zoe leaves torpor",
    "steal:Y::A": "A takes control of Bela",
    "attach:G::K": "Gun is now on Jackie",
    "return:Y": "Bela moves to the uncontrolled region",
    "emerge:A1": "Secretive moves to the ready region",
    "capacity:X:1": "Anna: +1 capacity",
    "strength:X:-1": "Anna: −1 strength",
    "standing_bleed:X:1": "Anna: +1 bleed",
    "standing_stealth:X:1": "Anna: +1 stealth",
    "standing_intercept:X:1": "Anna: +1 intercept",
    "title:Y::prince/new_york": "Bela gains the title Prince of New York",
    "title:X": "Anna loses the title",
    "sect:X::sabbat": "Anna changes sect: Sabbat",
    "clan:X::brujah": "Anna changes clan: Brujah",
    "discipline:X::dom": "Anna gains a level of DOM",
    "flag:X::cannot_act": "Anna is marked: cannot act this turn",
    "unflag:X::infernal": "Anna is no longer marked: infernal",
    "hand_size:B:-2": "B: hand size −2",
    "draw:B:1": "B draws 1 card",
    "discard:B:2": "B discards 2 cards",
    "random_discard:B:1": "B discards 1 card at random",
    "transfers:B:-1": "B: transfers −1",
    "master_actions:B:1": "B: master phase actions +1",
    "master_actions_per_phase:B:1": "B: master phase actions each turn +1",
    "discard_actions:B:1": "B: discard phase actions +1",
    "edge:B": "B takes the Edge",
    "edge": "no player has the Edge",
    "cancel": "the card is canceled",
    "stealth::2": "+2 stealth",
    "intercept::1": "+1 intercept",
    "intercept:Y:1": "Bela: +1 intercept",
    "bleed::-1": "−1 bleed",
    "hunt::1": "+1 blood with the hunt",
    "spare::2": "the bleed is reduced by 2",
    "wake:Y": "Bela wakes",
    "retarget:C": "the new target is C",
    "allow_block:C": "C may block too",
    "cannot_block:Y": "Bela cannot block this action",
    "block_fails": "the block attempt fails",
    "take_over:Y": "Bela takes over the action",
    "take_over": "takes over the action",
    "continue": "the action continues as if unblocked",
    "end_action:::failed": "the action fails",
    "end_action:::canceled": "the action is canceled",
    "reduce::1": "the cost is reduced by 1",
    "combat:Y::X": "Anna fights Bela",
    "referendum": "calls a referendum",
    "votes:B:2": "B gains 2 votes",
    "ballots:B:1": "B gains 1 ballot",
    "auto_pass": "the referendum passes automatically",
    "nothing": "nothing that is counted",
    "maneuver": "maneuvers",
    "range:::long": "now at long range",
    "press": "presses",
    "strike_damage:X:1": "Anna: +1 damage with the strike",
    "additional:X:2": "Anna: 2 additional strikes",
    "prevent:Y:1": "1 damage to Bela is prevented",
    "end_combat": "combat ends",
    "another_combat": "another combat follows",
    "diablerize:Z": "diablerie on Zoe",
}

# What no line of the trail says of its own, and why.
UNTOLD = {
    Happening.PHASE_BEGAN: "the board's heading says which phase it is",
    Happening.PHASE_CHOSEN: "the operation's own sentence says it",
    Happening.WINDOW_OPENED: "the board shows the open window",
    Happening.WINDOW_CLOSED: "the board shows the open window",
    Happening.CARD_PLAYED: "the operation's own sentence says it",
    Happening.CARD_DRAWN: "hands are counted on the board, draw by draw nobody reads them",
    Happening.CARD_DISCARDED: "hands are counted on the board",
    Happening.CARD_LOCKED: "the board shows what is locked",
    Happening.CARD_UNLOCKED: "a whole side unlocks at each turn; the board shows it",
    Happening.CARD_CHANGED: "the operation's own sentence says what changed",
    Happening.ACTION_ANNOUNCED: "the operation's own sentence says it",
    Happening.ACTION_FAILED: "told as its end",
    Happening.BLOCK_ATTEMPTED: "the operation's own sentence says it",
    Happening.VOTES_CAST: "the operation's own sentence says it",
    Happening.STRIKE_CHOSEN: "the operation's own sentence says it",
    Happening.STRIKE_RESOLVED: "told as the damage and what becomes of it",
    Happening.DAMAGE_POINT: "told as one sum for each minion",
    Happening.DAMAGE_PREVENTED: "the operation's own sentence says it",
    Happening.VAMPIRE_WOUNDED: "told as going to torpor",
    Happening.CONTEST_PAID: "the operation's own sentence says it",
    Happening.WITHDRAWAL_ANNOUNCED: "the operation's own sentence says it",
    Happening.CORRECTED: "the operation's own sentence says it",
    Happening.NOTED: "the operation's own sentence says it",
    Happening.RULE_BROKEN: "the line is marked with the rule",
}
HAPPENED = {
    Event(Happening.TURN_BEGAN, "B", amount=4): "turn 4 of B begins",
    Event(Happening.CARD_CANCELED, "A", "X", detail="Govern"): "the card is canceled",
    Event(Happening.CARD_ENTERED, "A", "K", detail="ready"): "Jackie comes into play",
    Event(Happening.CARD_ENTERED, "A", "K", detail="uncontrolled"): "an ally waits until the end of the turn",
    Event(Happening.CARD_MOVED, "B", "Y", detail="torpor"): "Bela goes to torpor",
    Event(Happening.CARD_MOVED, "B", "Z", detail="ready"): "Zoe leaves torpor",
    Event(Happening.CARD_MOVED, "A", "Y", detail="control"): "A takes control of Bela",
    Event(Happening.CARD_MOVED, "A", "G", detail="on K"): "Gun is now on Jackie",
    Event(Happening.CARD_BURNED, "B", "Y", detail="burned"): "Bela is burned",
    Event(Happening.CARD_BURNED, "A", "G", detail="X left play"): "",
    Event(Happening.CARD_REMOVED, "B", "Y"): "Bela is removed from the game",
    Event(Happening.EDGE_GAINED, "B"): "B has the Edge",
    Event(Happening.EDGE_LOST, "B"): "no player has the Edge",
    Event(Happening.BLOCK_FAILED, "B", "Y"): "the block of Bela fails",
    Event(Happening.ACTION_BLOCKED, "A", "Y"): "Bela blocks the action",
    Event(Happening.ACTION_SUCCEEDED, "A", "X", detail="hunt"): "the action succeeds",
    Event(Happening.ACTION_ENDED, "A", "X", detail="ended"): "the action ends",
    Event(Happening.REFERENDUM_CALLED, "A", "X"): "a referendum begins",
    Event(Happening.REFERENDUM_CALLED, "A", "X", detail="blood hunt"): "a blood hunt on Anna is put to the vote",
    Event(Happening.REFERENDUM_PASSED): "the referendum passes",
    Event(Happening.REFERENDUM_FAILED): "the referendum fails",
    Event(Happening.COMBAT_BEGAN, "A", "X", detail="Y"): "Anna fights Bela",
    Event(Happening.ROUND_BEGAN, amount=1): "",
    Event(Happening.ROUND_BEGAN, amount=2): "round 2 of the combat begins",
    Event(Happening.RANGE_SET, detail="long"): "the fight is at long range",
    Event(Happening.RANGE_SET, detail="close"): "",
    Event(Happening.COMBAT_ENDED, "A"): "the combat is over",
    Event(Happening.COMBAT_RESUMED): "the combat continues",
    Event(Happening.TAKEN_BACK, "A", detail="Haul"): "the effects of Haul are taken back",
    Event(Happening.DIABLERIE_COMMITTED, "A", "X", detail="Z"): "Anna diablerizes Zoe",
    Event(Happening.CONTEST_BEGAN, detail="city:new_york", amount=2): "New York is contested",
    Event(Happening.CONTEST_BEGAN, detail="justicar:nosferatu", amount=2): "Justicar of Nosferatu is contested",
    Event(Happening.CONTEST_BEGAN, detail="regent", amount=2): "Regent is contested",
    Event(Happening.CONTEST_YIELDED, "B", "G", detail="Haven"): "B yields Haven",
    Event(Happening.CONTEST_WON, "A", "G", detail="Haven"): "A wins the contest for Haven",
    Event(Happening.METHUSELAH_OUSTED, "B"): "B is ousted",
    Event(Happening.METHUSELAH_WITHDREW, "B"): "B withdraws from the game",
    Event(Happening.METHUSELAH_DISQUALIFIED, "B"): "B is out of the game",
    Event(Happening.WITHDRAWAL_VOIDED, "B"): "the withdrawal of B is void",
    Event(Happening.POINTS_GAINED, "A", amount=2): "A +1 VP",
    Event(Happening.TIME_CALLED): "time is called",
    Event(Happening.GAME_FINISHED): "the game is over",
}


def state() -> GameState:
    made = Table("SETUP-33")
    made.step("A: reveal-card A1 Secretive 4")
    made.step(
        "set X=vampire@A.ready.5/3 X.name=Anna Y=vampire@B.ready.4/2 Y.name=Bela Z=vampire@B.torpor.4/0 Z.name=Zoe"
    )
    made.step("set K=ally@A.ready.0/2 K.name=Jackie G=equipment@A.on-X G.name=Gun T=trophy@A.ready T.name=Retribution")
    made.step("set begin=A/7 phase=minion")
    return made.state


def names() -> Names:
    return names_in(view_for(state(), "A"))


@pytest.mark.parametrize("line", SENTENCES)
def test_an_operation_is_a_sentence(line: str) -> None:
    assert sentence(parse_operation(line), view_for(state(), "A")) == SENTENCES[line]


@pytest.mark.parametrize("line", EFFECTS)
def test_an_effect_is_told_in_words(line: str) -> None:
    assert in_words(effect_words(read_effect(line), names())) == EFFECTS[line]


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: f"{event.kind}-{event.detail}")
def test_what_happened_is_told_in_words(event: Event) -> None:
    assert WORDS[event.kind](event, names()) == HAPPENED[event]


def test_every_kind_is_told_or_there_is_a_reason() -> None:
    told = {re.sub(r"^\w+: ", "", line).split()[0] for line in SENTENCES}
    assert told | TOLD_ELSEWHERE == set(REGISTRY)
    assert {read_effect(line).kind for line in EFFECTS} == set(EffectKind)
    assert {event.kind for event in HAPPENED} == set(WORDS)
    assert WORDS.keys() | UNTOLD.keys() == set(Happening)
    assert not WORDS.keys() & UNTOLD.keys()


def told_in(app: Flask, language: str) -> list[tuple[object, str, str]]:
    """Every operation, effect and happening with its English sentence, and as the table of that language reads it."""
    with app.test_request_context(headers={"Accept-Language": language}):
        view = view_for(state(), "A")
        return [
            *((line, words, sentence(parse_operation(line), view)) for line, words in SENTENCES.items()),
            *((line, words, in_words(effect_words(read_effect(line), names()))) for line, words in EFFECTS.items()),
            *(
                (event, words, in_words(WORDS[event.kind](event, names())))
                for event, words in HAPPENED.items()
                if words
            ),
        ]


def test_what_no_catalogue_was_asked_for_is_a_name_or_stands_in_the_record(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolkit.languages.words.catalogue_of", lambda _: Marked())
    # The app keeps the catalogues that it has read: this one is for this test alone.
    monkeypatch.setitem(app.extensions, "catalogues", {})
    for source, _, left in told_in(app, "fr"):
        while MARK.search(left):
            left = MARK.sub(" ", left)
        words = re.findall(r"[^\W\d_]{2,}", _PROPER.sub(" ", left))
        assert [word for word in words if word.casefold() not in str(source).casefold()] == [], source


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_no_figure_of_a_sentence_is_forgotten_in_another_language(app: Flask, language: str) -> None:
    for _, english, words in told_in(app, language):
        assert "%(" not in words
        missing = {name for name in _PROPER.findall(english) if name not in words}
        assert not missing, (english, words)


# Names and figures that every language keeps.
_PROPER = re.compile(r"Anna|Secretive|Bela|Zoe|Jackie|Gun|Haven|Retribution|\d(?![.\d])")


@pytest.mark.parametrize(
    ("setting", "line", "told"),
    [
        ("set X=vampire@A.ready.5/3", "A: announce X hunt; no-plays", ["X +1 blood", "the action succeeds"]),
        (
            "set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/1 X.strength=2",
            "A: use-effect combat:Y minion=X; no-plays",
            ["Y takes 2 damage", "Y goes to torpor", "the combat is over"],
        ),
        (
            "set X=vampire@A.ready.5/3",
            "A: use-effect burn_pool:B:30 why=card",
            ["A +6 pool", "B −30 pool", "B is ousted", "A +1 VP"],
        ),
        ("set X=vampire@A.ready.5/3 B.pool=1", "A: announce X bleed target=B; no-plays", ["A +6 pool", "B is ousted"]),
        (
            "set L=location@A.ready L.name=Haven L.unique=yes",
            "correct M=location@B.ready,M.name=Haven,M.unique=yes",
            ["Haven is contested"],
        ),
    ],
)
def test_a_line_is_told_with_what_followed(setting: str, line: str, told: list[str]) -> None:
    table = Table("SETUP-33")
    table.step(setting)
    table.step("set begin=A/7 phase=minion")
    *before, last = line.split("; ")
    for one in before:
        table.step(one)
    applied = carry(table.state, parse_operation(last))
    found = followed(applied, table.state, "A")
    assert [words for words in told if words not in found] == [], found


def test_what_comes_at_the_end_of_a_round_is_told_without_its_strikes() -> None:
    table = Table("SEQ-55")
    for line in (
        "set X=vampire@A.ready.5/3 Y=vampire@B.ready.4/1",
        "A: use-effect combat:Y minion=X",
        "A: choose-strike X strike=damage damage=2",
        "B: choose-strike Y",
    ):
        table.step(line)
    order = parse_operation("A: play-card combat Taste minion=X effects=burn_pool:B:1")
    applied = carry(table.state, order)
    assert followed(applied, table.state, "A", order) == ["B −1 pool", "the combat continues", "the combat is over"]


def test_nobody_reads_the_name_of_what_stays_face_down() -> None:
    order = parse_operation("A: transfer-blood A1 amount=1")
    table = Table("SETUP-33")
    table.step("A: reveal-card A1 Secretive 4")
    table.step("set begin=A/7 phase=influence")
    applied = carry(table.state, order)
    assert not [words for words in followed(applied, table.state, "B") if "Secretive" in words]


def test_a_card_that_nobody_named_is_called_by_its_kind() -> None:
    table = Table("SETUP-33")
    table.step("set N=equipment@A.ready N.name=equipment M=ally@A.ready.0/1 M.name=ally")
    named = names_in(view_for(table.state, "A"))
    assert (named.card("N"), named.card("M")) == ("Equipment", "Ally")
