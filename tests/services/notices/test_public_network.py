"""Which numbers are the internet's: also one of IPv4 inside one of IPv6 is looked at."""

from __future__ import annotations

import socket

import pytest

from toolkit.services.notices.public_network import OwnNetwork, is_public, public_only

OPEN = (
    "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
)  # fmt: skip
# Of the server itself, its network, a cloud's data about it, a translator, documentation, everybody, or nobody.
CLOSED = (
    "127.0.0.1", "10.0.0.1", "100.64.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.0", "255.255.255.255", "224.0.0.1",
    "::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "ff0e::1", "2001:db8::1", "5f00::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::10.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8",
    "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b::192.168.1.1",
    "64:ff9b:1::8.8.8.8", "64:ff9b:1:7f00:0:1::", "64:ff9b:1:ffff::1",
    "2002:808:808::1", "2002:7f00:1::1", "2002:a00:1::1", "2002:a9fe:a9fe::", "2002:c0a8:101::1",
    "2001:0:808:808::80ff:fffe", "2001:0:a00:1::f7f7:f7f7",
)  # fmt: skip


@pytest.mark.parametrize("number", OPEN)
def test_a_number_of_the_internet_may_be_asked(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize("number", CLOSED)
def test_any_other_is_not_and_no_connection_is_made_there(number: str) -> None:
    assert not is_public(number)
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    with public_only() as guard, socket.socket(family, socket.SOCK_DGRAM) as asked, pytest.raises(OwnNetwork):
        asked.connect((number, 9))
    assert guard.has_refused
