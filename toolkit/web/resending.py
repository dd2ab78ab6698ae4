"""A form that is sent again: after a lost answer, by a reload, or by a second tap."""

from __future__ import annotations

import hashlib
import secrets

from flask import Flask, request


def init_app(app: Flask) -> None:
    """Let the forms of templates carry a key."""
    app.jinja_env.globals.update(new_key=new_key)


def new_key() -> str:
    """A key for one form: sent again, it is answered and not carried out again."""
    return secrets.token_urlsafe(12)


def form_key() -> str | None:
    """What one sending of a form is known by: all that it carries, with the version or the key that it was drawn with.

    A page drawn anew carries another one, and so does a form that somebody went back to and changed: that is meant
    once more. A form without either has no such key.
    """
    if not (request.form.get("sequence") or request.form.get("key")):
        return None
    carried = sorted(request.form.items(multi=True))
    return "form-" + hashlib.sha256(repr((request.path, carried)).encode("utf-8", "surrogatepass")).hexdigest()
