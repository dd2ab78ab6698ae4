"""A form that is sent again: after a lost answer, by a reload, or by a second tap."""

from __future__ import annotations

import hashlib

from flask import request


def form_key() -> str | None:
    """What one sending of a form is known by: all that it carries, and the version that it was drawn from.

    A page drawn anew carries another version, or another token: the same words typed there are meant once more. A form
    without a version has no such key.
    """
    if not request.form.get("sequence"):
        return None
    carried = sorted(request.form.items(multi=True))
    return "form-" + hashlib.sha256(repr((request.path, carried)).encode("utf-8", "surrogatepass")).hexdigest()
