"""The modules of rules that variants name, and whether each of their reasons has a sentence."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType

from judge import variants
from judge.hooks import AnyOrderType
from judge.library.files import FileError, Layer, describe_problem, suggest_name
from judge.model.reason import Wording
from judge.rules.order_types import STOCK
from judge.tables import VariantFile

HEADS = {"Reason": "", "Ended": "ended_"}
"""What makes a reason, and what its code begins with."""
_HEAD = re.compile(rf"\b(?:{'|'.join(HEADS)})\s*\(")


def import_rules_module(name: str, files: Sequence[Layer]) -> ModuleType:
    """Return a module: with a dot in its name that very one, else the one of ``judge.variants``.

    Raises FileError when there is none, or when it cannot be imported.
    """
    path = name if "." in name else f"{variants.__name__}.{name}"
    try:
        module = importlib.import_module(path)
    except ImportError as trouble:
        ours = [module.name for module in pkgutil.iter_modules(variants.__path__)]
        text = f"{trouble}{suggest_name(name, ours)}"
        raise FileError(describe_problem(files, ("rules",), text)) from trouble
    if not hasattr(module, "rules"):
        raise FileError(describe_problem(files, ("rules",), f"the module {path} has no rules"))
    return module


def collect_order_types(modules: Iterable[ModuleType]) -> tuple[AnyOrderType, ...]:
    """Return the stock order types and those that the modules declare in their ``ORDERS``."""
    declared_types = (getattr(module, "ORDERS", ()) for module in modules)
    return (*STOCK, *chain.from_iterable(declared_types))


@cache
def build_file_model(modules: tuple[ModuleType, ...]) -> type[VariantFile]:
    """Return what a file may say whose rules are of these modules, each with tables of its own."""
    bases = [module.TABLES for module in reversed(modules) if hasattr(module, "TABLES")]
    return type("VariantFile", (*bases, VariantFile), {}) if bases else VariantFile


def list_missing_sentences(module: ModuleType, sentences: Mapping[str, Wording]) -> Iterator[str]:
    """Yield what is wrong for each reason of a module, or of its package, without a sentence."""
    for order_type in getattr(module, "ORDERS", ()):
        void = f"cannot_{order_type.order.verb}"  # told of a kind of unit that has no such order
        if void not in sentences:
            yield f"{module.__file__}: {void}: there is no such reason in reasons.toml"
    file = Path(str(module.__file__))
    for path in sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]:
        for line, code in find_reason_codes(path.read_text(encoding="utf-8")):
            where = f"{path}:{line}"
            if code is None:
                yield f"{where}: the code of this Reason is put together"
            elif code not in sentences:
                yield f"{where}: {code}: there is no such reason in reasons.toml" + suggest_name(
                    code, sentences
                )


@cache
def find_reason_codes(text: str) -> tuple[tuple[int, str | None], ...]:
    """Return the codes of the reasons that a module gives and the ways in which it ends games.

    Each comes with its line; None for one that is put together.
    """
    return tuple(_find_reason_codes(text))


def _find_reason_codes(text: str) -> Iterator[tuple[int, str | None]]:
    if not _HEAD.search(text):
        return  # to take a module apart is slow
    values: dict[str, list[ast.expr]] = {}
    calls: list[ast.Call] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                values.setdefault(getattr(target, "id", ""), []).append(node.value)
        elif isinstance(node, ast.Call):
            calls.append(node)
    for node in calls:
        head = HEADS.get(getattr(node.func, "id", "") or getattr(node.func, "attr", ""))
        if head is not None:
            code_argument = [*node.args, *(word.value for word in node.keywords)][0]
            for code in _list_possible_codes(code_argument, values):
                yield node.lineno, code and head + code


def _list_possible_codes(
    node: ast.expr, values: Mapping[str, Sequence[ast.expr]]
) -> Iterator[str | None]:
    """Yield what an expression can be; None where it cannot be told from the module's text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (
            *_list_possible_codes(node.body, values),
            *_list_possible_codes(node.orelse, values),
        )
    elif isinstance(node, ast.Name) and node.id in values:
        for value in values[node.id]:
            yield from _list_possible_codes(value, {})
    elif not (isinstance(node, ast.Attribute) and node.attr == "code"):  # another reason's
        yield None
