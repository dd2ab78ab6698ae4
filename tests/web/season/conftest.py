"""The app of the pages of seasons and its organizer; tests/services/season looks at both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.apps import app_on
from tests.web.events.conftest import organizer_client


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url)


@pytest.fixture
def organizer(app: Flask) -> FlaskClient:
    return organizer_client(app)
