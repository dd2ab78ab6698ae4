from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests import LONG
from toolkit.languages import LANGUAGES
from toolkit.services.kernel.context import Context
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.serving import warming


@pytest.fixture
def app(tmp_path: Path):
    app = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/v.db"})
    yield app
    stores.close(app)


@pytest.fixture
def context(app) -> Context:
    with app.app_context():
        return stores.current_context()


def test_a_warm_app_compiles_and_folds_nothing_more(app, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    event = create(context, Configuration(name="Grand Prix", rounds=3), by="Ana")
    warming.warm(app)
    monkeypatch.setattr(app.jinja_env, "compile", lambda *_: pytest.fail("a template was compiled"))
    monkeypatch.setattr(context.store, "entries", lambda *_: pytest.fail("the log was read again"))
    for language in LANGUAGES:
        answer = app.test_client().get(f"/tournaments/{event.id}", headers={"Accept-Language": language})
        assert "Grand Prix" in answer.text


def test_what_cannot_be_made_ready_stops_nothing(app, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("the disk is gone")

    warmed = []
    monkeypatch.setattr(warming, "_pieces", lambda _: [fail, lambda: warmed.append("next")])
    warming.warm(app)
    assert warmed == ["next"]


def test_it_waits_for_the_first_answer(app, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(warming, "_PATIENCE", 600)
    monkeypatch.setattr(warming, "warm", lambda *_, **__: warmed.append("warm"))
    thread = warming.start_warming(app)
    gc.collect()
    assert not warmed
    app.test_client().get("/healthz")
    thread.join(timeout=LONG)
    assert warmed == ["warm"]
