from flask import Blueprint


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/first-turn/<variant>", "first_turn", lambda variant: "x")
