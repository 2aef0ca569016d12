"""Finds the commands that there are: nothing lists them."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pkgutil import walk_packages

from judge.model.command import Command


def collect_commands_in(package: str) -> dict[str, type[Command]]:
    """Return the commands of all modules of a package, by their rules.

    Every Command that is no mere base is one. Raises TypeError if two have the same rule.
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
                rule = name_rule_of(value)
                if rule in commands:
                    raise TypeError(f"two commands of the rule {rule}: {commands[rule]}, {value}")
                commands[rule] = value
    return commands


def name_rule_of(command: type[Command]) -> str:
    """Return the name of the rule of a command: ``set_dummy`` of ``SetDummy``, and ``draw`` of
    ``DrawCommand``, which has the longer name because something else is called ``Draw``."""
    name = command.__name__.removesuffix("Command")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
