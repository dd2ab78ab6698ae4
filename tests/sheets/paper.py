"""Reading a PDF back with poppler: words with their places, pages, and pictures."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Word:
    """A word on a page; places in millimetres from the top left."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float


def run(command: list[str], content: bytes) -> bytes:
    if shutil.which(command[0]) is None:
        pytest.skip(f"poppler's {command[0]} is not installed")
    return subprocess.run(command, input=content, capture_output=True, check=True).stdout


def text(content: bytes) -> str:
    return run(["pdftotext", "-layout", "-", "-"], content).decode()


@lru_cache(maxsize=1)
def boxes(content: bytes) -> str:
    """The pages and their words with their places, as poppler writes them; a test asks several times."""
    return run(["pdftotext", "-bbox", "-", "-"], content).decode()


def words(content: bytes) -> list[Word]:
    found = boxes(content)
    # poppler writes the document's title without escaping it; nothing of the head is needed.
    root = ElementTree.fromstring(re.sub(r"(?s).*<doc>(.*)</doc>.*", r"<doc>\1</doc>", found))
    return [
        Word(page, word.text or "", *(float(word.attrib[k]) / POINTS_PER_MM for k in ("xMin", "yMin", "xMax", "yMax")))
        for page, node in enumerate(root.iter("page"), 1)
        for word in node.iter("word")
    ]


def pages(content: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres."""
    sizes = re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', boxes(content))
    return [(float(width) / POINTS_PER_MM, float(height) / POINTS_PER_MM) for width, height in sizes]


def picture(content: bytes, *, dpi: int) -> np.ndarray:
    """Page 1 in 16 greys, as rows of pixels."""
    found = run(["pdftoppm", "-gray", "-r", str(dpi), "-f", "1", "-l", "1", "-singlefile", "-"], content)
    _, size, _, pixels = found.split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(pixels, np.uint8).reshape(height, width) // 16 * 17


def write_png(pixels: np.ndarray, path: Path) -> None:
    """A grey PNG of 16 greys, four bits a pixel."""
    height, width = pixels.shape
    packed = np.pad(pixels // 17, ((0, 0), (0, width % 2)))
    lines = packed[:, ::2] << 4 | packed[:, 1::2]
    data = zlib.compress(b"".join(b"\0" + line.tobytes() for line in lines), 9)
    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    )


def read_png(path: Path) -> np.ndarray:
    """What `write_png` wrote."""
    content = path.read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    start = content.index(b"IDAT")
    length = struct.unpack(">I", content[start - 4 : start])[0]
    lines = zlib.decompress(content[start + 4 : start + 4 + length])
    packed = np.frombuffer(lines, np.uint8).reshape(height, -1)[:, 1:]
    both = np.stack((packed >> 4, packed & 15), axis=-1).reshape(height, -1)
    return both[:, :width] * 17
