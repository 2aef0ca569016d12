"""The modules of rules that variants name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from types import ModuleType

from judge import variants
from judge.hooks import AnyOrderType
from judge.library.files import FileError, Layer, meant, problem
from judge.rules.order_types import STOCK
from judge.tables import VariantFile


def module_of(name: str, files: Sequence[Layer]) -> ModuleType:
    """Return a module: with a dot in its name that very one, else the one of ``judge.variants``.

    Raises FileError when there is none, or when it cannot be imported.
    """
    path = name if "." in name else f"{variants.__name__}.{name}"
    try:
        module = importlib.import_module(path)
    except ImportError as trouble:
        ours = [module.name for module in pkgutil.iter_modules(variants.__path__)]
        text = f"{trouble}{meant(name, ours)}"
        raise FileError(problem(files, ("rules",), text)) from trouble
    if not hasattr(module, "rules"):
        raise FileError(problem(files, ("rules",), f"the module {path} has no rules"))
    return module


def order_types(modules: Iterable[ModuleType]) -> tuple[AnyOrderType, ...]:
    """Return the stock order types and those that the modules declare in their ``ORDERS``."""
    own = (getattr(module, "ORDERS", ()) for module in modules)
    return (*STOCK, *chain.from_iterable(own))


@cache
def file_model(modules: tuple[ModuleType, ...]) -> type[VariantFile]:
    """Return what a file may say whose rules are of these modules, each with tables of its own."""
    bases = [module.Settings for module in reversed(modules) if hasattr(module, "Settings")]
    return type("VariantFile", (*bases, VariantFile), {}) if bases else VariantFile
