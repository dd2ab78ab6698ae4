"""The application for any WSGI server."""

from toolkit.web import create_app

app = create_app()
