"""Finds the commands that there are: nothing lists them."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import walk_packages

from judge.model.command import Command


def commands_in(package: str) -> dict[str, type[Command]]:
    """Return the commands of a package by the names of their modules, which are their rules.

    A module with a Command that is no mere base has that one alone.
    """
    top = import_module(package)
    commands: dict[str, type[Command]] = {}
    for module in walk_packages(getattr(top, "__path__", ()), f"{package}."):
        for value in vars(import_module(module.name)).values():
            if (
                isinstance(value, type)
                and issubclass(value, Command)
                and value.__module__ == module.name
                and not inspect.isabstract(value)
            ):
                rule = module.name.rpartition(".")[2]
                assert rule not in commands, f"two commands for the rule {rule}"
                commands[rule] = value
    return commands
