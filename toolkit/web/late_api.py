"""The API, described when somebody first asks for its description: that costs more than all the rest of a start."""

from __future__ import annotations

import threading
from typing import Any

import flask_smorest
from flask import Flask, Request, Response
from marshmallow import Schema
from webargs.flaskparser import FlaskParser, abort

from toolkit.schemas.errors import ErrorAnswerSchema


class _BodyParser(FlaskParser):
    """What reads the body of a request: Python itself reads no number of more than some thousand digits."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body's JSON; 400 for what is none, or holds such a number."""
        try:
            return super().load_json(req, schema)
        except ValueError:
            abort(400, messages={"json": ["A number in it has too many digits."]})


class ApiBlueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask-smorest ships no types
    """Views of the API, whose descriptions are put together late."""

    ARGUMENTS_PARSER = _BodyParser()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._untold: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        super().__init__(*arguments, **options)

    def _store_endpoint_docs(self, *arguments: Any, **options: Any) -> None:
        self._untold.append((arguments, options))

    def register_views_in_doc(self, *arguments: Any, **options: Any) -> None:
        """Describe the views."""
        untold, self._untold = self._untold, []
        for told, options_told in untold:
            super()._store_endpoint_docs(*told, **options_told)
        super().register_views_in_doc(*arguments, **options)


class LateApi(flask_smorest.Api):  # type: ignore[misc]
    """The API of an app. Errors are described as `toolkit.web.errors` answers them."""

    ERROR_SCHEMA = ErrorAnswerSchema

    def __init__(self, app: Flask) -> None:
        self._undescribed: list[ApiBlueprint] = []
        self._describing = threading.Lock()
        super().__init__(app)

    def register_blueprint(self, blp: ApiBlueprint, **_options: Any) -> None:
        """Let the app answer at the addresses of `blp`."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp)
        self._undescribed.append(blp)

    def _openapi_json(self) -> Response:
        with self._describing:
            while self._undescribed:
                blp = self._undescribed.pop(0)
                blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)
                self.spec.tag({"name": blp.name, "description": blp.description})
        answer: Response = super()._openapi_json()
        return answer
