"""A proxy that hands an answer on when it has all of it, and so nothing of a stream."""

from __future__ import annotations

import re
import select
import socket
from contextlib import suppress
from itertools import takewhile
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import cast

from tests import LONG


class HoldingProxy(ThreadingTCPServer):
    """Stands before a server of this machine.

    Attributes:
        behind: the port of that server.
        asked: the addresses that were asked for, without their host.
    """

    def __init__(self, behind: int) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.behind = behind
        self.asked: list[str] = []


class _Asked(StreamRequestHandler):
    timeout = LONG

    def handle(self) -> None:
        with suppress(OSError):  # whoever asked is gone
            lines = list(takewhile(b"\r\n".__ne__, self.rfile))
            if lines:  # a browser also opens connections that it then has no use for
                self._hand_on(lines)

    def _hand_on(self, lines: list[bytes]) -> None:
        proxy = cast(HoldingProxy, self.server)
        proxy.asked.append(lines[0].split()[1].decode())
        head = b"".join(line for line in lines if not line.lower().startswith(b"connection:"))
        length = re.search(rb"(?i)\ncontent-length: *(\d+)", head)
        with socket.create_connection(("127.0.0.1", proxy.behind)) as server:
            server.sendall(head + b"Connection: close\r\n\r\n" + self.rfile.read(int(length[1]) if length else 0))
            whole = b""
            while server in select.select([server, self.connection], [], [])[0]:
                if not (piece := server.recv(2**16)):
                    self.wfile.write(whole)
                    return
                whole += piece
