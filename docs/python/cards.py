"""Look up a card: `python cards.py "Qui Vive"`."""

import sys

from toolkit.api import cards

for found in cards.look_up(" ".join(sys.argv[1:]), limit=5):
    print(f"{found.card.id} {found.card.unique_name} ({found.by})")
