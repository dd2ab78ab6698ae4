from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import toolkit.scoring

MODULES = [
    "toolkit.scoring",
    *(module.name for module in pkgutil.iter_modules(toolkit.scoring.__path__, "toolkit.scoring.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
