from __future__ import annotations

import importlib
import pkgutil

import toolkit
from toolkit import errors


def all_errors() -> set[type[errors.ToolkitError]]:
    for module in pkgutil.walk_packages(toolkit.__path__, "toolkit."):
        if not module.name.endswith("__main__") and ".storage.migrations" not in module.name:
            importlib.import_module(module.name)

    def below(kind: type[errors.ToolkitError]) -> set[type[errors.ToolkitError]]:
        return {kind}.union(*(below(child) for child in kind.__subclasses__()))

    return below(errors.ToolkitError)


def test_every_error_is_of_one_of_the_three_kinds_drawn_in_the_tree() -> None:
    drawn = [line.split()[1] for line in errors.__doc__.splitlines() if line.startswith(("├", "└"))]
    kinds = errors.ToolkitError.__subclasses__()
    assert [kind.__name__ for kind in kinds] == drawn
    assert all(issubclass(error, tuple(kinds)) for error in all_errors() - {errors.ToolkitError})


def test_every_kind_has_one_status_on_the_web() -> None:
    from toolkit.web.base.errors import STATUS

    assert set(STATUS) == set(errors.ToolkitError.__subclasses__())
