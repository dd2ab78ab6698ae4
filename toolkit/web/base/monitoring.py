"""The logs and figures of a server: a line for each request and event of security, and figures for Prometheus.

`LOG` writes lines of JSON on standard error: `toolkit.access` for requests, `toolkit.security` for who signed in, which
link was replaced and whose role changed, and whatever else the program has to say. A request is told by the pattern of
its address, never by the address, which may hold a link's secret. `METRICS_TOKEN` opens `/metrics` to whoever shows it.
Without them nothing of this is done.
"""

from __future__ import annotations

import atexit
import hmac
import json
import logging
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Flask, Request, Response, abort, current_app, has_app_context, has_request_context
from werkzeug.exceptions import HTTPException

from toolkit.services.kernel.security_log import LOGGER as SECURITY
from toolkit.web.base import bearers
from toolkit.web.base.access import known_asker
from toolkit.web.base.stores import copy_age
from toolkit.web.base.throttle import sender

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

ACCESS = "toolkit.access"
_METRICS = "vtes_toolkit_metrics"
# Of what a stranger calls a method no more are told apart.
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
# Seconds: most pages take a hundredth, heavy work a few whole ones.
_BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

_COPY_AGE = """\
# HELP vtes_toolkit_copy_age_seconds Age of the last good copy.
# TYPE vtes_toolkit_copy_age_seconds gauge
vtes_toolkit_copy_age_seconds {seconds}
"""

blueprint = Blueprint("monitoring", __name__)


def init_app(app: Flask) -> None:
    """Let `app` write its log and count, as far as it is told to."""
    app.config.setdefault("METRICS_TOKEN", "")
    app.register_blueprint(blueprint)
    if app.config["LOG"]:
        _write_log()
    if app.config["METRICS_TOKEN"]:
        app.extensions[_METRICS] = Metrics()


def stand_before(app: Flask) -> None:
    """Look at each request to `app`, also at those that another layer answers."""
    if app.config["LOG"] or app.config["METRICS_TOKEN"]:
        app.wsgi_app = _Watched(app, app.wsgi_app)  # type: ignore[method-assign]  # as Flask's documentation has it


# The log


class JsonLines(logging.Formatter):
    """A line of JSON for each logged record, with its asker."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "log": record.name,
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if record.name == SECURITY and has_request_context():
            fields |= {"address": sender(), "by": known_asker()}
        fields |= getattr(record, "about", {})
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in fields.items() if value is not None}, ensure_ascii=False)


class _Counted(logging.Handler):
    """Counts the events of security for the figures of the app that they happened in."""

    def emit(self, record: logging.LogRecord) -> None:
        metrics = current_app.extensions.get(_METRICS) if has_app_context() else None
        if metrics is not None:
            metrics.security.labels(record.getMessage()).inc()


def _write_log() -> None:
    logger = logging.getLogger("toolkit")
    if not any(isinstance(handler.formatter, JsonLines) for handler in logger.handlers):
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logger.addHandler(handler)
    for name in (ACCESS, SECURITY):
        logging.getLogger(name).setLevel(logging.INFO)


class _Watched:
    """The app, with each request noted when it was answered."""

    def __init__(self, app: Flask, wsgi: WSGIApplication) -> None:
        self._app = app
        self._wsgi = wsgi
        self._log = logging.getLogger(ACCESS) if app.config["LOG"] else None
        self._metrics: Metrics | None = app.extensions.get(_METRICS)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        status, size, started = 0, "", time.perf_counter()

        def begin(line: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            nonlocal status, size
            status = int(line[:3])
            size = next((value for name, value in headers if name.lower() == "content-length"), "")
            return start_response(line, headers, *rest)

        answer = self._wsgi(environ, begin)
        seconds = time.perf_counter() - started
        endpoint, pattern, id = self._place(environ)
        method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in _METHODS else "other"
        if self._metrics is not None:
            self._metrics.requests.labels(method, endpoint, status).inc()
            self._metrics.seconds.labels(endpoint.partition(".")[0]).observe(seconds)
        if self._log is not None:
            about = {
                "method": method,
                "route": pattern or None,
                "id": id,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "bytes": int(size) if size.isdigit() else None,
                "address": environ.get("REMOTE_ADDR"),
            }
            self._log.info("request", extra={"about": about})
        return answer

    def _place(self, environ: WSGIEnvironment) -> tuple[str, str, str | None]:
        """The endpoint of a request, the pattern of its address, and the event or table that it is about."""
        request = environ.get("werkzeug.request")
        if isinstance(request, Request):
            rule, values = request.url_rule, request.view_args or {}
            return ("", "", None) if rule is None else (rule.endpoint, rule.rule, values.get("id"))
        with suppress(HTTPException):  # it was answered before the app was asked
            matched, named = self._app.url_map.bind_to_environ(environ).match(return_rule=True)
            return matched.endpoint, matched.rule, named.get("id")
        return "", "", None


# Figures for Prometheus


class Metrics:
    """The counters: of this process alone, or with `PROMETHEUS_MULTIPROC_DIR` of all that share that folder."""

    def __init__(self) -> None:
        shared = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
        if shared:
            Path(shared).mkdir(parents=True, exist_ok=True)
        import prometheus_client as prometheus
        from prometheus_client import multiprocess

        self._prometheus = prometheus
        self._is_shared = bool(shared)
        self._registry = prometheus.CollectorRegistry()
        if self._is_shared:
            atexit.register(multiprocess.mark_process_dead, os.getpid())
        else:
            prometheus.ProcessCollector(registry=self._registry)
            prometheus.PlatformCollector(registry=self._registry)
        self.requests = prometheus.Counter(
            "vtes_toolkit_requests", "Requests answered.", ["method", "endpoint", "status"], registry=self._registry
        )
        self.seconds = prometheus.Histogram(
            "vtes_toolkit_request_seconds",
            "Seconds until an answer was made, by area.",
            ["area"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self.security = prometheus.Counter(
            "vtes_toolkit_security_events", "Events of security, by name.", ["event"], registry=self._registry
        )
        self.streams = prometheus.Gauge(
            "vtes_toolkit_streams",
            "Streams that tell open pages of changes.",
            multiprocess_mode="livesum",
            registry=self._registry,
        )
        self.work = prometheus.Gauge(
            "vtes_toolkit_heavy_work",
            "Pieces of heavy work under way or waiting.",
            multiprocess_mode="livesum",
            registry=self._registry,
        )
        self.refused = prometheus.Counter(
            "vtes_toolkit_refused", "What was sent away because there was too much of it.", ["what"],
            registry=self._registry,
        )  # fmt: skip
        logger = logging.getLogger(SECURITY)
        logger.setLevel(logging.INFO)
        if not any(isinstance(handler, _Counted) for handler in logger.handlers):
            logger.addHandler(_Counted())

    def render(self, copy_age: float | None = None) -> tuple[bytes, str]:
        """The figures now, and what kind of text they are; the age of the last copy in seconds, where it is known."""
        registry: CollectorRegistry = self._registry
        if self._is_shared:
            from prometheus_client import multiprocess

            registry = self._prometheus.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library leaves it without types
        text = self._prometheus.generate_latest(registry)
        if copy_age is not None:
            # The store's and not a process's: it is added by the process that was asked.
            text += _COPY_AGE.format(seconds="+Inf" if copy_age == inf else copy_age).encode()
        return text, self._prometheus.CONTENT_TYPE_LATEST


def metrics_of(app: Flask) -> Metrics | None:
    """The counters of `app`; None where it counts nothing."""
    return app.extensions.get(_METRICS)


def _is_right(bearer: str) -> bool:
    token = str(current_app.config["METRICS_TOKEN"])
    return bool(token) and hmac.compare_digest(bearer.encode("utf-8", "surrogatepass"), token.encode())


bearers.accept_others("/metrics", _is_right)


@blueprint.get("/metrics")
def metrics() -> Response:
    """The figures, for askers with the configured token; nothing is at this address for others."""
    figures = metrics_of(current_app)
    if figures is None or not _is_right(bearers.shown_bearer() or ""):
        abort(404)
    body, kind = figures.render(copy_age(current_app))
    return Response(body, content_type=kind, headers={"Cache-Control": "no-store"})
