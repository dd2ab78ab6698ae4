"""What the domain says of an event is said in the reader's language: the log, what stands in the way, refusals."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.tournament.organizer import Organizer, ten
from tests.web.api.test_api_tournaments import secret_of
from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from tests.web.pages import text_of
from tests.web.test_every_page import MARK, Marked
from toolkit.errors import ToolkitError
from toolkit.languages import Words, say, words_of
from toolkit.services.kernel.links import LinkKey, player_path
from toolkit.services.kernel.roles import OFFICIALS
from toolkit.tournament import Tournament, clock, final, players, results, rounds, sanctions
from toolkit.tournament.facts import (
    ClockPaused,
    ConfigurationChanged,
    PlayersCheckedIn,
    SanctionKind,
    SettingChange,
    TossMade,
)
from toolkit.tournament.history import describe_log
from toolkit.tournament.log import author_name, describe
from toolkit.tournament.steps import blockers
from toolkit.web.base.i18n import translated

# What somebody typed in these tests: names, reasons, rules; the event's own name.
TYPED = re.compile(
    r"\b(Player \d+|Player|Ada|Bela|Gilbert Duane|Praxis Seizure: Lyon"
    r"|a ruling|a mistake|slow play|not so slow|a train|Lunch)\b"
)


def left_english(app: Flask, language: str, sentences: list[str]) -> list[str]:
    """The sentences of which a part stays English: as a whole, or outside the marks of a catalogue that marks."""
    with app.test_request_context(headers={"Accept-Language": language}):
        whole = [sentence for sentence in sentences if translated(sentence) == sentence]
    return whole + [
        left.strip() for sentence in sentences if (left := outside(say(sentence, Words(language, Marked()))))
    ]


def outside(text: str) -> str:
    """What stands outside the marks, without what somebody typed; "" where that is no word."""
    while MARK.search(text):
        text = MARK.sub(" ", text)
    return text if re.search(r"[^\W\d_]{2}", TYPED.sub("", text)) else ""


def busy_room(app: Flask) -> Room:
    """An event in which nearly everything has happened."""
    room = make_room(app, 10, rounds=2)
    room.post("/players/1/change", name="Ada", vekn="3200001")
    room.post("/players/add", name="Bela")
    room.post("/players/11/remove")
    room.post("/players/2/table", table=1)
    room.post("/players/2/table", table="")
    room.post("/players/3/deck", deck="4 Gilbert Duane (G1)")
    room.post("/checkin/open")
    room.post("/checkin/all")
    room.post("/checkin/close")
    room.post("/checkin/out", players=1)
    room.post("/checkin/in", players=1)
    room.seat()
    for button in ("start", "pause", "resume", "stop"):
        room.post(f"/rounds/1/clock/{button}")
    room.post("/rounds/1/clock/extend", seconds=5, table=1, reason="a ruling")
    room.post("/rounds/1/clock/extend", seconds=-5)
    room.sweep(1)
    room.post("/rounds/1/tables/1/lock")
    room.post("/rounds/1/tables/1/unlock")
    room.post("/rounds/1/seats", pick=1, other=2, reason="a mistake")
    room.sweep(1)
    for _ in range(2):
        room.post("/sanctions", player=1, kind="caution", rule="slow play")
    room.post("/sanctions/1/lift", reason="not so slow")
    room.seat()
    room.sweep(2)
    room.post("/players/10/drop", reason="a train")
    room.post("/players/10/return")
    room.post("/note", text="Lunch.")
    room.post("/undo")
    room.post("/redo")
    while "Decided by a toss" in room.get("/final"):
        room.post("/final/toss")
    room.post("/final/open")
    return room


@pytest.mark.parametrize(("language", "heading"), [("fr", "Place"), ("es", "Puesto")])
def test_the_place_of_a_player_is_called_otherwise_than_that_of_the_event(
    app: Flask, language: str, heading: str
) -> None:
    room = make_room(app, 8, rounds=2)
    room.seat()
    room.sweep(1)
    for address in (f"/tournaments/{room.id}/console/standings", f"/tournaments/{room.id}"):
        page = room.client.get(address, headers={"Accept-Language": language}).text
        assert f'<th scope="col" class="number">{heading}</th>' in page


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_the_log(app: Flask, language: str) -> None:
    room = busy_room(app)
    sentences = [sentence for _, sentence, _ in describe_log(room.tournament)]
    assert len({sentence.split()[0] for sentence in sentences}) > 20
    assert left_english(app, language, sentences) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "fr",
            [
                "Résultat de la table 1 dans la ronde 1, par Player 1 : Player 1 1,5, Player 2 0, Player 3 0,5, "
                "Player 4 0,5, Player 5 0,5 (Player 1 évince Player 2 · le temps est écoulé).",
                "Résultat de la table 1 dans la ronde 1 : Player 1 5, Player 2 0, Player 3 0, Player 4 0, Player 5 0 ; "
                "avant : Player 1 1,5, Player 2 0, Player 3 0,5, Player 4 0,5, Player 5 0,5 "
                "(forcé : moved, Life Boon).",
                "Player 1 : remarque de Jo pour 2.1 Effet obligatoire oublié (late).",
                "Player 1 : remarque pour 2.1 Effet obligatoire oublié, deuxième fois.",
                "Player 1 : avertissement de Jo pour 2.1 Effet obligatoire oublié, troisième fois.",
                "Player 2 : ajustement au classement pour 3.2 Aide extérieure, déduit de la ronde 1.",
                "Pointés pour la ronde 2 : Player 1, Player 2, Player 3, Player 4, Player 5 et 5 de plus.",
                "Chronomètre en pause : la table 2 dans la ronde 1.",
                "Tirage au sort : Player 4 avant Player 5.",
                "Réglages modifiés. Rondes avant la finale : 3 ; Avec une finale : oui.",
            ],
        ),
        (
            "es",
            [
                "Resultado de la mesa 1 en la ronda 1, por Player 1: Player 1 1,5, Player 2 0, Player 3 0,5, "
                "Player 4 0,5, Player 5 0,5 (Player 1 expulsa a Player 2 · se acaba el tiempo).",
                "Resultado de la mesa 1 en la ronda 1: Player 1 5, Player 2 0, Player 3 0, Player 4 0, Player 5 0; "
                "antes: Player 1 1,5, Player 2 0, Player 3 0,5, Player 4 0,5, Player 5 0,5 "
                "(forzado: moved, Life Boon).",
                "Player 1: amonestación del juez Jo por 2.1 Efecto obligatorio olvidado (late).",
                "Player 1: amonestación por 2.1 Efecto obligatorio olvidado, segunda vez.",
                "Player 1: advertencia del juez Jo por 2.1 Efecto obligatorio olvidado, tercera vez.",
                "Player 2: ajuste de clasificación por 3.2 Ayuda externa, restado de la ronda 1.",
                "Llegada registrada para la ronda 2: Player 1, Player 2, Player 3, Player 4, Player 5 y 5 más.",
                "Reloj en pausa: la mesa 2 en la ronda 1.",
                "Sorteo: Player 4 antes que Player 5.",
                "Ajustes cambiados. Rondas antes de la final: 3; Con final: sí.",
            ],
        ),
    ],
)
def test_what_the_log_joins_is_joined_by_the_reader_s_language(language: str, told: list[str]) -> None:
    organizer = ten()
    organizer.enter_result(1, 1, events="A>B, time", by_player=1)
    organizer.enter_result(1, 1, victory_points=[5, 0, 0, 0, 0], reason="moved", card="Life Boon")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1", judge="Jo", note="late")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1", judge="Jo")
    organizer.sanction_player(2, SanctionKind.ADJUSTMENT, rule="JG 3.2", applies_to=1)
    facts = [
        PlayersCheckedIn(round=2, players=tuple(range(1, 11))),
        ClockPaused(round=1, table=2),
        TossMade(players=(4, 5), seed=7),
        ConfigurationChanged(changes=(SettingChange.to("rounds", 3), SettingChange.to("has_final", True))),
    ]
    entered = [entry.fact for entry in list(organizer.tournament.log)[-6:]]
    said = [say(describe(organizer.state, fact), words_of(language)) for fact in [*entered, *facts]]
    assert [sentence.replace("\N{NARROW NO-BREAK SPACE}", " ") for sentence in said] == told


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Player 12 et 2 de plus."),
        ("es", "Player 12 y 2 más."),
    ],
)
def test_how_many_more_are_not_here_is_counted_in_the_reader_s_language(language: str, said: str) -> None:
    organizer = Organizer().with_players(14)
    organizer.open_check_in()
    (found,) = (blocker.message for blocker in blockers(organizer.state) if blocker.code == "not_here")
    assert found.endswith("Player 12 and 2 more.")
    assert say(found, words_of(language)).endswith(said)
    assert "checked" not in say(found, words_of(language))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "La liste de Player 1 est verrouillée depuis la publication de la ronde : seul un arbitre la change."),
        ("es", "La lista de Player 1 está bloqueada desde que se publicó la ronda: solo un juez puede cambiarla."),
    ],
)
def test_a_locked_list_is_refused_in_the_player_s_language(app: Flask, language: str, said: str) -> None:
    room = make_room(app, 8, rounds=2)
    room.seat()
    own = f"{player_path(room.id, 1, LinkKey(secret_of(app)))}/deck"
    answer = app.test_client().post(own, data={"text": WINNER}, headers={"Accept-Language": language})
    assert answer.status_code == 409
    assert said in text_of(answer).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "locked" not in text_of(answer)


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_what_stands_in_the_way(app: Flask, language: str) -> None:
    room = make_room(app, 8, rounds=2, requires_decks=True)
    found = [blocker.message for blocker in blockers(room.tournament)]
    other = make_room(app, 7)
    found += [blocker.message for blocker in blockers(other.tournament)]
    playing = make_room(app, 8)
    playing.seat()
    found += [blocker.message for blocker in blockers(playing.tournament)]
    assert left_english(app, language, found) == []


REFUSED: list[Callable[[Tournament], object]] = [
    lambda t: players.add_player(t, "player 1"),
    lambda t: players.add_player(t, " "),
    lambda t: players.add_player(t, "Ada", vekn="x"),
    lambda t: players.remove_player(t, 1),
    lambda t: players.drop_player(t, 99),
    lambda t: rounds.cancel_round(t, 1, reason=""),
    lambda t: rounds.change_seats(t, 1, [[1, 2]]),
    lambda t: rounds.change_seats(t, 1, [[1, 2, 3, 3]]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["3", "1", "1", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["0", "0", "0", "3.5"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["1", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["3", ".5", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["x", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=[".3", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, events="A>B"),
    lambda t: sanctions.sanction_player(t, 1, SanctionKind.CAUTION, rule=" "),
    lambda t: final.open_final(t),
    lambda t: clock.pause_clock(t, 2),
]


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_what_is_refused(app: Flask, language: str) -> None:
    room = make_room(app, 8)
    room.seat()
    found = []
    for operation in REFUSED:
        with pytest.raises(ToolkitError) as refused:
            operation(room.tournament)
        found.append(refused.value.message)
    assert left_english(app, language, found) == []


@pytest.mark.parametrize(("language", "called"), [("fr", "Organisateur"), ("es", "Organizador")])
def test_whoever_has_no_name_is_called_what_they_are_in_the_reader_s_language(
    app: Flask, language: str, called: str
) -> None:
    room = make_room(app, 8, rounds=2)
    room.post("/note", text="x")
    room.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    for page in ("console/log", "judge/notes"):
        text = text_of(room.client.get(f"/tournaments/{room.id}/{page}"))
        assert called in text
        assert "Organizer" not in text


@pytest.mark.parametrize("role", [role.value.capitalize() for role in OFFICIALS] + ["Table 7", "Host"])
def test_no_nameless_author_stays_english(app: Flask, role: str) -> None:
    assert left_english(app, "es", [author_name(role)]) == []
