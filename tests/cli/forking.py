"""The command line without the start of an interpreter, which takes ten times as long as most commands.

`python -m tests.cli.forking SOCKET` has read the program, says "ready" and waits at the socket. Then `python
tests/cli/forking.py SOCKET ARGUMENT…` has it fork, and carry the command out with the caller's arguments, folder,
input and output; the status is the command's.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import socket
import sys

LARGEST = 1 << 16
# What every command on a store reads, which no child then needs to.
COMMON = (
    "toolkit.cli.tournament_command", "toolkit.services.accounts.accounts", "toolkit.services.lifecycle.tournaments",
    "sqlalchemy.dialects.sqlite", "rapidfuzz.process",
)  # fmt: skip


def serve(address: str) -> None:
    """Fork for every caller, one after the other, until somebody ends this process."""
    # Not above: a caller would wait for it.
    cli = importlib.import_module("toolkit.cli")
    for module in COMMON:
        importlib.import_module(module)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(address)
        door.listen()
        gc.freeze()
        print("ready", flush=True)
        while True:
            caller, _ = door.accept()
            with caller:
                said, files, *_ = socket.recv_fds(caller, LARGEST, 3)
                child = os.fork()
                if not child:
                    for number, file in enumerate(files):
                        os.dup2(file, number)
                    folder, *sys.argv[1:] = json.loads(said)
                    os.chdir(folder)
                    cli.main()
                for file in files:
                    os.close(file)
                caller.send(bytes([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255]))


def call(address: str, arguments: list[str]) -> int:
    """Have the command carried out; its status."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.connect(address)
        socket.send_fds(line, [json.dumps([os.getcwd(), *arguments]).encode()], [0, 1, 2])
        return line.recv(1)[0]


if __name__ == "__main__":
    address, *arguments = sys.argv[1:]
    if arguments:
        sys.exit(call(address, arguments))
    serve(address)
