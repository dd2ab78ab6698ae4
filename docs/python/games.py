"""Play the first steps of a game: `python games.py`."""

from toolkit.api import games

game = games.new(["Anna", "Bob", "Carla", "Dan"])
for _ in range(10):
    operation = games.legal_operations(game.state)[0]
    print(games.render_operation(operation))
    game.push(operation)
print("to act:", *games.seats_to_act(game.state))
