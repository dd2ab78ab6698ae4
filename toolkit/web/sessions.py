"""The session's cookie goes over https alone where the page came so; proxies of one's own are believed."""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix


class Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is marked `Secure` wherever the page itself came by https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may only go back over https."""
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


def init_app(app: Flask) -> None:
    """Give `app` these sessions."""
    app.session_interface = Sessions()
    proxies = int(app.config["PROXIES"])
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as Flask's documentation has it
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_port=proxies
        )
