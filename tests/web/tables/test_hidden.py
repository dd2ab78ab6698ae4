"""What lies face down is on no page, in no answer and in no log of whoever may not see it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from tests.game.random_games import RandomGame
from tests.web.tables.conftest import Table
from toolkit.game import Game, Operation, new_game
from toolkit.game.influence import RevealCard
from toolkit.game.new import StartGame
from toolkit.game.options import differences
from toolkit.game.view import HIDDEN
from toolkit.services.kernel.unit_of_work import digest
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.web.base import stores
from toolkit.web.tables.choices import OPENABLE


class SecretGame(RandomGame):
    """A random game in which every card has a name that nothing else has."""

    def __post_init__(self) -> None:
        super().__post_init__()
        # Decks as a table of the app has them.
        self.game = Game(new_game(list(self.state.seats), self.state.options))

    def _special(self) -> Operation | None:
        order = super()._special()
        if isinstance(order, RevealCard):
            return replace(order, name=f"Secret{digest((self.seed, order.card))[:8]}")
        return order


def secrets_from(table: Table, seat: str) -> set[str]:
    """The names of cards that lie face down before others than this seat."""
    return {
        card.name
        for card in table.game.state.cards.values()
        if card.name.startswith("Secret") and card.zone in HIDDEN and card.controller != seat
    }


def everything_for(table: Table, door: str) -> str:
    """All that the server tells whoever comes through a door."""
    client = table.app.test_client()
    path = table.path(door)
    client.set_cookie("seen", "1", path=path)
    opened = "&".join(f"open={word}" for word in OPENABLE)
    said = [client.get(path + more).text for more in ("", "?depth=light", "?depth=full", f"?{opened}")]
    said.append(client.get(path, headers={"X-Fragment": "table"}).text)
    answers = [table.api("GET", below, door) for below in ("", "/log", "/operations")]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    said += [answer.text for answer in answers]
    seen = {"op": "nonsense", "sequence": "1"}
    said.append(client.post(f"{path}/do", data=seen).text)
    return "\n".join(said)


@pytest.mark.parametrize("seed", range(5))
def test_nobody_is_told_what_lies_face_down_elsewhere(app: Flask, seed: int) -> None:
    random = SecretGame(seed, limit=60)
    state = random.state
    changes = {name.replace(".", "_", 1): value for name, value in differences(state.options, "current").items()}
    with app.app_context():
        wishes = TableWishes(names=tuple(state.seats), changes=changes)
        table = Table(app, create_table(stores.current_context(), wishes, by="Host"))
        first = table.game.state.step.seat
        context = stores.current_context()
        work = TableUnitOfWork(context=context, id=table.id, by="Host")
        random.game.push(StartGame(first=first))
        checked = 0
        for turn in range(100):
            if random.state.stage == "finished":
                break
            before = len(random.game.log)
            random.step()
            for order in random.game.log[before:]:
                work.order(turn, lambda _, order=order: order)
            if turn % 50 == 49:
                checked += check(table)
    assert checked > 10


def check(table: Table) -> int:
    """Look through every door; returns how many secrets there were to be told."""
    count = 0
    for place, seat in enumerate((*table.game.seats, ""), start=1):
        door = str(place) if seat else "watch"
        secrets = secrets_from(table, seat)
        count += len(secrets)
        said = everything_for(table, door)
        told = {name for name in secrets if name in said}
        assert not told, f"{door} is told {told}"
    return count


def test_the_trail_tells_a_name_once_everybody_sees_it(table: Table) -> None:
    for line in ('reveal-card Anna1 "Nana Buruku" 1', "end-phase", "end-phase", "end-phase", "transfer-blood Anna1"):
        table.do("1", f"Anna: {line}")
    assert "Nana Buruku" in table.get("1").text
    assert "Nana Buruku" not in everything_for(table, "2")
    table.do("1", "Anna: emerge Anna1")
    assert "Nana Buruku" in table.get("2").text
    table.post("1", "/undo")
    assert "Nana Buruku" in table.get("1").text


@pytest.mark.parametrize(("door", "is_shown"), [("1", False), ("host", True)])
def test_the_shared_screen_shows_the_names_alone_that_were_given_on_it(table: Table, door: str, is_shown: bool) -> None:
    table.do(door, 'Anna: reveal-card Anna1 "Nana Buruku" 1')
    for line in ("end-phase", "end-phase", "end-phase", "transfer-blood Anna1"):
        table.do("1", f"Anna: {line}")
    opened = "&".join(f"open={word}" for word in OPENABLE)
    said = [table.get("host", f"?for=1&depth={depth}&{opened}").text for depth in ("light", "full")]
    assert ["Nana Buruku" in page for page in said] == [is_shown] * 2
    assert all("Anna1" in page or is_shown for page in said)


def test_a_correction_shows_its_reason_and_not_what_lies_face_down(table: Table) -> None:
    table.do("host", 'correct Secretive=vampire@Anna.uncontrolled.5/3,Anna.pool=12 reason="miscounted"')
    said = everything_for(table, "2")
    assert "miscounted" in said
