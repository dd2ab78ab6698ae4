"""Every refusal that a page may show is known in French and Spanish: found in the source, and said once each way."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import toolkit
from tests.tournament.organizer import Organizer, ten
from tests.web.events.conftest import Room, make_room
from tests.web.pages import text_of
from toolkit.errors import ToolkitError
from toolkit.languages import say, words_of
from toolkit.scoring import outcome, parse_victory_points
from toolkit.services.kernel.context import database_address, open_context
from toolkit.tournament import State, players
from toolkit.tournament.facts import RoundPublished
from toolkit.web import create_app
from toolkit.web.base import stores

SOURCE = Path(toolkit.__file__).parent
# Figures that a sentence may have: a sentence is known if it is with one of them.
FIGURES = (
    "7",
    "Foo",
    "round 2",
    "Round 2",
    "not a player of this tournament",
    "Casual",
    "“Foo” has",
    " Did you mean Foo?",
)
# What no page shows: whoever writes a program, gives a command or looks after the machine reads it, in English.
UNSEEN = (
    "cards/build.py", "cards/files.py", "cards/release.py", "cli/", "decks/writing.py", "languages/", "schemas/",
    "storage/", "services/decks/card_refresh.py", "services/kernel/data_folder.py", "services/kernel/repository.py",
    "tournament/codec.py", "tournament/tournament.py", "web/api/", "web/serving/",
    "seating/",  # held to its pages in test_seating_sentences.py
)  # fmt: skip
# Codes that the page itself has words for, addresses that no link of a page has, what only a damaged log brings about.
ELSEWHERE = {
    "7_counters", "blood", "victim_blood", "too_long", "no_text",
    "No rule set is called '7'; there are 7.",
    "There is no sheet called “7”; there are: 7.", "There is no paper size “7”. Use a4 or letter.",
    "There is an announcement 7 already.", "There is a call 7 already.", "There is a player 7 already.",
    "There is a sanction 7 already.", "The tournament has been created already.",
    "The tournament has not been created.",
}  # fmt: skip


def kinds(kind: type[ToolkitError]) -> Iterator[str]:
    for below in kind.__subclasses__():
        yield below.__name__
        yield from kinds(below)


def written(node: ast.expr, figure: str) -> str | None:
    """A text of the source with that figure for each of its values."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            assert isinstance(part, ast.FormattedValue)
            parts.append(repr(figure) if part.conversion == ord("r") else figure)
    return "".join(parts)


def refusals() -> Iterator[tuple[str, list[str]]]:
    """The place and the sentence of each refusal of the source, once for each figure."""
    for module in pkgutil.walk_packages(toolkit.__path__, "toolkit."):
        if not module.name.endswith(("__main__", "migrations.env")):
            importlib.import_module(module.name)
    # What stands in the way of a step, and what a check of the report finds, are told in the same places.
    names = {*kinds(ToolkitError), "Blocker", "Finding"}
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        if place.startswith(UNSEEN):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            told = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "message")]
            if called not in names or not told:
                continue
            said = [written(told[0], figure) for figure in FIGURES]
            if said[0] is not None:
                yield place, [sentence for sentence in said if sentence is not None]
            elif _is_message(told[0]):
                yield place, []


def _is_message(node: ast.expr) -> bool:
    """Whether a text is made for every language: that the catalogues have them all is held elsewhere."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Message", "Count")


def test_every_refusal_that_a_page_may_show_is_a_message() -> None:
    found = list(refusals())
    assert len(found) > 200
    english = [f"{place}: {told[0]}" for place, told in found if told and told[0] not in ELSEWHERE]
    assert english == []


def bobs() -> State:
    organizer = Organizer()
    organizer.add_player("Bob A")
    organizer.add_player("Bob B")
    return organizer.state


@pytest.mark.parametrize(
    ("operation", "english", "french"),
    [
        (
            lambda: ten().enter([RoundPublished(round=1)]),
            "Entry 14 is not possible: Round 1 is published already.",
            "L’entrée 14 n’est pas possible : Ronde 1 est déjà publiée.",
        ),
        (
            lambda: players.find_player(bobs(), "Bob"),
            "“Bob” is several players: 1 Bob A, 2 Bob B.",
            "« Bob » désigne plusieurs joueurs : 1 Bob A, 2 Bob B.",
        ),
        (
            lambda: parse_victory_points("1.3"),
            "“1.3” victory points: they come in halves only.",
            "« 1,3 » points de victoire : il n’y a que des demis.",
        ),
        (
            lambda: outcome(5, "A>B, B!"),
            "Event 2, “B withdraws”, cannot be: B has left the game already.",
            "L’événement 2, « B se retire », est impossible : B a déjà quitté la partie.",
        ),
        (
            lambda: ten().enter_result(1, 1, victory_points=[1, 1, 1, 2]),
            "The table has 5 seats, not 4.",
            "La table a 5 sièges, pas 4.",
        ),
        (
            lambda: ten().enter_result(1, 1, victory_points=[2.5, 2, 0, 0, 0]),
            "2.5 2 0 0 0 is impossible. The total is right, but no order of ousts, withdrawals and time gives these "
            "seats these points. Nearest: Player 1 2.5 → 3.",
            "2,5 2 0 0 0 est impossible. Le total est juste, mais aucun ordre d’évictions, de retraits et de temps ne "
            "donne ces points à ces places. Le plus proche : Player 1 2,5 → 3.",
        ),
    ],
)
def test_a_refusal_keeps_its_figures(operation: Callable[[], object], english: str, french: str) -> None:
    with pytest.raises(ToolkitError) as refused:
        operation()
    assert str(refused.value) == english
    assert say(refused.value.message, words_of("fr")).replace("\N{NARROW NO-BREAK SPACE}", " ") == french


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    open_context(database_address(tmp_path)).store.close()
    made = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(tmp_path)})
    yield make_room(made, 8, rounds=2)
    stores.close(made)


def test_an_organizer_is_refused_in_her_own_language(room: Room) -> None:
    room.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es"
    room.seat()
    paused = room.client.post(f"{room.base}/rounds/1/clock/pause")
    assert paused.status_code == 409
    assert "El reloj de la ronda 1 no está en marcha." in text_of(paused)
    missing = room.client.get("/tournaments/nothing")
    assert "No hay ningún torneo «nothing»." in text_of(missing)
