from flask import Blueprint

blueprint = Blueprint("replay", __name__, url_prefix="/replay")


@blueprint.get("")
def show():
    return "x"
