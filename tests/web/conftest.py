from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from toolkit.web import create_app


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The whole app; forms need no token here (that they do is shown in test_csrf.py)."""
    folder = tmp_path_factory.mktemp("data")  # and not the one of whoever runs the tests
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(folder)})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
