"""The modules of rules that variants name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache
from types import ModuleType

from judge import variants
from judge.library.files import FileError, Layer, meant, problem
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
    missing = [part for part in ("rules", "ORDERS") if not hasattr(module, part)]
    if missing:
        text = f"the module {path} has no {' and no '.join(missing)}"
        raise FileError(problem(files, ("rules",), text))
    return module


@cache
def file_model(modules: tuple[ModuleType, ...]) -> type[VariantFile]:
    """Return what a file may say whose rules are of these modules, each with tables of its own."""
    bases = [module.Settings for module in reversed(modules) if hasattr(module, "Settings")]
    return type("VariantFile", (*bases, VariantFile), {}) if bases else VariantFile
