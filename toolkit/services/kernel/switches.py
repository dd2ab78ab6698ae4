"""Switches of an installation: variables that are on or off."""

from __future__ import annotations

import os
from collections.abc import Mapping

from toolkit.errors import Unavailable

_ON = ("true", "yes", "on", "1")
OFF = ("false", "no", "off", "0")


class UnclearSetting(Unavailable):
    """A switch of the installation is neither on nor off."""

    code = "unclear_setting"


def is_on(name: str, environment: Mapping[str, str] = os.environ, *, usual: bool = False) -> bool:
    """Whether the variable `VTES_TOOLKIT_<name>` says so; where it is not set, `usual`.

    Raises:
        UnclearSetting: it says neither; a `SIGN_UP=ture` that is taken for on, or for off, is what nobody meant.
    """
    value = environment.get(f"VTES_TOOLKIT_{name}")
    if value is None:
        return usual
    word = value.strip().casefold()
    if word not in (*_ON, *OFF, ""):
        raise UnclearSetting(f"VTES_TOOLKIT_{name} is true or false, and not “{value}”.")
    return word in _ON


def has_archon(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the installation is told where Archon is: without it no page, command or call of it exists."""
    return bool(environment.get("VTES_TOOLKIT_ARCHON_URL", "").strip())
