"""Limited events, sealed and draft: from the product on the shelf to the decks that are handed in.

- `facts`: what can become known, with the values inside it; `state` what it leaves.
- `plan`: the product of each player, the minimums and recursions that follow, what to buy, the day's schedule.
- `pools`: what each player opened, the sealed swap, and a deck against its pool.
- `pods`: who drafts with whom. `picks`: the order and the seconds of every draft, as pure figures.
- `phases`: the phases of the day with their clocks, read at any second from what was entered.
- `late_and_leaving`: who comes late and builds alone, and who leaves with product.
- `michigan`: its preparation and its trade. `cube`: packs out of any list of cards.

Seats, packs and picks are numbered from 1; a pod's seats go clockwise. Times are whole seconds.

Rule: VEKN 7.
"""
