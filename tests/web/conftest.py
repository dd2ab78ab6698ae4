from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from toolkit.services.accounts import accounts
from toolkit.web import create_app


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_quickly() -> Iterator[None]:
    """These tests sign in hundreds of times, and none of them is about how long a password takes to guess."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", lambda: hasher)
        yield


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The whole app; forms need no token here (that they do is shown in test_csrf.py)."""
    folder = tmp_path_factory.mktemp("data")  # and not the one of whoever runs the tests
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(folder)})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
