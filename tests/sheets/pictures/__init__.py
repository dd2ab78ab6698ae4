"""Page 1 of every sheet, as it looked when somebody last looked at it."""

from pathlib import Path

FOLDER = Path(__file__).parent
DPI = 40
