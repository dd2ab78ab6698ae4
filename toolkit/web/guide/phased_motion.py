from flask import Blueprint


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/phased-motion", "phased_motion", lambda: "x")
