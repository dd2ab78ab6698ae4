"""Two laptops and one event: what the console shows and refuses, from the hand-over to the laptop that came back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.events.conftest import Room
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import export_tournament
from toolkit.services.server import handover
from toolkit.services.server.copies import restore
from toolkit.services.server.handover import CopyStanding
from toolkit.services.server.verification import verify
from toolkit.storage import folder_url, open_store
from toolkit.tournament import event, players
from toolkit.tournament import handover as operations
from toolkit.tournament.errors import BadValue, Refused
from toolkit.web.base.stores import context_of


class Other:
    """The other laptop: it starts from the copy that is downloaded from this one."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.contexts = folder, list[Context]()

    def from_copy_of(self, room: Room) -> UnitOfWork:
        (self.folder / "copy.db").write_bytes(room.client.post("/tournaments/copy").data)
        restore(self.folder / "copy.db", str(folder_url(self.folder / "new")))
        self.contexts.append(Context(open_store(folder_url(self.folder / "new"))))
        return UnitOfWork(context=self.contexts[0], id=room.id, by="Bea")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Other]:
    laptop = Other(tmp_path)
    yield laptop
    for context in laptop.contexts:
        context.store.close()


def compared(room: Room, there: UnitOfWork) -> str:
    file = (io.BytesIO(export_tournament(there.context, there.id).encode()), "event.json")
    return room.post("/laptops/compare", 200, file=file)


def test_handed_over_the_old_log_is_closed_and_the_code_opens_the_new_one(room: Room, other: Other) -> None:
    said = room.post("/laptops/hand-over", 200)
    code = re.search(r"shown only now\. (\w{4}-\w{4}) ", said)
    assert code is not None
    assert code[1] not in room.get("/laptops")
    before = room.tournament.number
    for path, form in (("/players/add", {"name": "Eva"}), ("/undo", {"entries": "2"}), ("/laptops/hand-over", {})):
        answer = room.client.post(room.base + path, data=form)
        assert answer.status_code == 409
        assert "handed over to another laptop: continue there" in answer.text
    assert room.tournament.number == before
    there = other.from_copy_of(room)
    with pytest.raises(BadValue):
        there.change(operations.take_over, code="xxxx-xxxx")
    with pytest.raises(Refused):
        there.change(players.add_player, "Eva")
    there.change(operations.take_over, code=f" {code[1].upper()} ")
    there.change(players.add_player, "Eva")
    assert "has everything that is here" in compared(room, there)
    assert list(verify(str(folder_url(other.folder / "new"))).faults) == []


def test_the_laptop_that_comes_back_is_superseded_and_shows_what_the_new_one_lacks(room: Room, other: Other) -> None:
    there = other.from_copy_of(room)
    common = room.tournament.number
    room.post("/players/add", name="Late Lea")
    room.post("/note", text="Table 3 is broken")
    assert "This event was not handed over" in room.post("/laptops/take-over", 422, code="abcd-efgh")
    there.change(operations.take_over, is_lost=True)
    there.change(event.add_note, "on the new laptop")
    # The new laptop knows by itself what it lacks, as soon as it sees the old one's log; nothing is closed there.
    old = room.client.get(f"{room.base}/export").data
    found = handover.compare(there, old)
    assert (found.standing, found.common) == (CopyStanding.SUPERSEDES, common)
    assert [str(told) for _, told in found.lacking] == ["Registered Late Lea.", "Note: Table 3 is broken"]
    there.change(event.add_note, "still writing")
    for _ in range(2):  # the second time it is closed already
        said = compared(room, there)
        assert f"continued from entry {common}. It lacks these entries" in said
        assert "Registered Late Lea." in said
        assert "Note: Table 3 is broken" in said
        assert "on the new laptop" not in said
    assert f"Another laptop took over this event from entry {common}" in room.post("/players/add", 409, name="Eva")
    assert list(verify(str(room.app.config["DATABASE_URL"])).faults) == []


def test_who_goes_on_last_supersedes_also_whoever_had_superseded_them(room: Room, other: Other) -> None:
    there = other.from_copy_of(room)
    there.change(operations.take_over, is_lost=True)
    compared(room, there)
    room.post("/laptops/take-over", is_lost="1")
    room.post("/players/add", name="Late Lea")
    there.change(event.add_note, "still writing")
    found = handover.compare(there, room.client.get(f"{room.base}/export").data)
    assert found.standing is CopyStanding.SUPERSEDED
    assert [str(told) for _, told in found.lacking][-1] == "Note: still writing"
    with pytest.raises(Refused):
        there.change(event.add_note, "again")


def test_whoever_takes_back_what_they_handed_over_supersedes_who_had_the_code(room: Room, other: Other) -> None:
    code = room.client.post(f"/api/v1/tournaments/{room.id}/hand-over").json["code"]
    there = other.from_copy_of(room)
    room.post("/laptops/take-over", is_lost="1")
    there.change(operations.take_over, code=code)
    assert handover.compare(there, room.client.get(f"{room.base}/export").data).standing is CopyStanding.SUPERSEDED


def test_the_code_opens_the_copy_and_not_the_log_that_was_handed_over(room: Room, other: Other) -> None:
    take_over = f"/api/v1/tournaments/{room.id}/take-over"
    code = room.client.post(f"/api/v1/tournaments/{room.id}/hand-over").json["code"]
    before = room.tournament.number
    there = other.from_copy_of(room)
    assert "This laptop handed the event over itself" in room.post("/laptops/take-over", 422, code=code)
    there.change(operations.take_over, code=code)
    assert room.client.post(take_over, json={"code": code}).json["code"] == "not_handed"
    assert room.tournament.number == before


def test_two_that_both_went_on_are_told_apart_and_neither_is_closed(room: Room, other: Other) -> None:
    there = other.from_copy_of(room)
    assert "Both laptops have the same log" in compared(room, there)
    there.change(event.add_note, "there")
    assert "The other laptop has the same log and more" in compared(room, there)
    room.post("/note", text="here")
    said = compared(room, there)
    assert "Both laptops continued" in said
    assert re.search(r"lacks these entries from the other one: \d+ · Bea: Note: there ", said)
    found = handover.compare(there, room.client.get(f"{room.base}/export").data)
    assert [str(told) for _, told in found.lacking] == ["Note: here"]
    room.post("/players/add", name="Eva")
    there.change(players.add_player, "Eva")


def test_two_that_used_one_code_are_shown_what_they_lack_and_not_that_they_took_over(
    room: Room, other: Other, tmp_path: Path
) -> None:
    code = room.client.post(f"/api/v1/tournaments/{room.id}/hand-over").json["code"]
    (tmp_path / "third").mkdir()
    third = Other(tmp_path / "third")
    works = [laptop.from_copy_of(room) for laptop in (other, third)]
    for work, text in zip(works, ("on b", "on c"), strict=True):
        work.change(operations.take_over, code=code)
        work.change(event.add_note, text)
    found = handover.compare(works[0], third.folder / "new")
    third.contexts[0].store.close()
    assert (found.standing, found.common) == (CopyStanding.SPLIT, room.tournament.number)
    assert [str(told) for _, told in found.lacking] == ["Note: on c"]


def test_what_is_not_this_events_log_is_refused(room: Room) -> None:
    for content in (b"{}", b"\xff", b'{"format":"vtes-toolkit tournament","version":1,"entries":[],"name":"x"}'):
        room.post("/laptops/compare", 422, file=(io.BytesIO(content), "event.json"))
    assert "Choose a file first." in room.post("/laptops/compare", 422)
    room.post("/players/add", name="Eva")


def test_the_api_hands_over_takes_over_and_compares(room: Room, other: Other) -> None:
    api = f"/api/v1/tournaments/{room.id}"
    handed = room.client.post(f"{api}/hand-over").json
    assert handed["sequence"] == room.tournament.number
    assert room.client.post(f"{api}/hand-over").status_code == 409
    there = other.from_copy_of(room)
    there.change(operations.take_over, code=handed["code"])
    exported = export_tournament(there.context, there.id)
    found = room.client.post(f"{api}/compare", json={"content": exported}).json
    assert (found["standing"], found["lacking"]) == ("superseded", [])
    wrong = room.client.post(f"{api}/take-over", json={"code": "xxxx-xxxx"})
    assert (wrong.status_code, wrong.json["code"]) == (422, "wrong_code")
    assert room.client.post(f"{api}/take-over", json={"is_lost": True}).status_code == 200
    assert room.client.post(f"{api}/notes", json={"text": "Back here"}).status_code == 200


def test_the_api_shows_what_the_laptop_that_goes_on_lacks(room: Room, other: Other) -> None:
    there = other.from_copy_of(room)
    room.post("/players/add", name="Late Lea")
    there.change(operations.take_over, is_lost=True)
    content = export_tournament(there.context, there.id)
    found = room.client.post(f"/api/v1/tournaments/{room.id}/compare", json={"content": content}).json
    assert [one["sentence"] for one in found["lacking"]] == ["Registered Late Lea."]
    junk = room.client.post(f"/api/v1/tournaments/{room.id}/compare", json={"content": "[]"})
    assert junk.status_code == 422


def test_a_phone_tells_the_laptop_that_comes_back(room: Room, other: Other) -> None:
    there = other.from_copy_of(room)
    room.post("/players/add", name="Late Lea")
    there.change(operations.take_over, is_lost=True)
    word = handover.epoch_word(there.context, there.id)
    phone = room.app.test_client()
    phone.set_cookie(f"epoch-{room.id}", word)
    assert phone.get(f"/tournaments/{room.id}").status_code == 200
    assert "Another laptop took over this event" in room.post("/players/add", 409, name="Eva")
    shown = room.get("/laptops")
    assert "lacks these entries" in shown
    assert "Registered Late Lea." in shown
    assert room.tournament.gone is not None


def test_the_laptop_that_goes_on_gives_its_phones_the_word(room: Room) -> None:
    phone = room.app.test_client()
    assert "epoch-" not in str(phone.get(f"/tournaments/{room.id}").headers.getlist("Set-Cookie"))
    UnitOfWork(context=context_of(room.app), id=room.id, by="Bea").change(operations.take_over, is_lost=True)
    assert f"epoch-{room.id}=2." in str(phone.get(f"/tournaments/{room.id}").headers.getlist("Set-Cookie"))
    assert "epoch-" not in str(phone.get(f"/tournaments/{room.id}").headers.getlist("Set-Cookie"))
    assert room.tournament.gone is None


@pytest.mark.parametrize("forged", ["", "2", "2.1", "2.1.x", "9.1.", "x.y.z", "²..", "9" * 400, "2.1.\udcff"])
def test_no_stranger_closes_a_log(room: Room, forged: str) -> None:
    assert not handover.hear(context_of(room.app), room.id, forged)
    other_event = f"3.1.{handover.make_token('another key', 'epoch', room.id, 3, 1)}"
    assert not handover.hear(context_of(room.app), room.id, other_event)
    assert room.tournament.gone is None
