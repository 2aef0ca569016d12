"""Whether every reason that code can give has a sentence: the codes are looked up in its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from judge.library.files import meant
from judge.model.reason import Wording

DECLARED = "REASONS"
"""A module that puts codes together lists them in a tuple of that name."""

HEADS = {"Reason": "", "Ended": "ended_"}
"""What makes a reason, and what its code begins with."""


def without_sentence(module: ModuleType, sentences: Mapping[str, Wording]) -> Iterator[str]:
    """Yield what is wrong for each reason of a module, or of its package, without a sentence."""
    for order_type in getattr(module, "ORDERS", ()):
        void = f"cannot_{order_type.order.verb}"  # told of a kind of unit that has no such order
        if void not in sentences:
            yield f"{module.__file__}: {void}: there is no such reason in reasons.toml"
    file = Path(str(module.__file__))
    for path in sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]:
        for line, code in reason_codes(path.read_text(encoding="utf-8")):
            where = f"{path}:{line}"
            if code is None:
                yield f"{where}: the code of this Reason is put together; list it in {DECLARED}"
            elif code not in sentences:
                yield f"{where}: {code}: there is no such reason in reasons.toml" + meant(
                    code, sentences
                )


def reason_codes(text: str) -> Iterator[tuple[int, str | None]]:
    """Yield the codes of the reasons that a module gives and the ways in which it ends games.

    Each comes with its line; None for one that is put together and not declared by the module.
    """
    tree = ast.parse(text)
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                values.setdefault(getattr(target, "id", ""), []).append(node.value)
    declared = [
        item
        for value in values.get(DECLARED, ())
        for item in ast.walk(value)
        if isinstance(item, ast.Constant)
    ]
    yield from ((item.lineno, str(item.value)) for item in declared)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        head = HEADS.get(getattr(node.func, "id", "") or getattr(node.func, "attr", ""))
        if head is not None:
            given = [*node.args, *(word.value for word in node.keywords)][0]
            for code in _codes(given, values):
                if code is not None or not declared:
                    yield node.lineno, code and head + code


def _codes(node: ast.expr, values: Mapping[str, Sequence[ast.expr]]) -> Iterator[str | None]:
    """Yield what an expression can be; None where it cannot be told from the module's text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_codes(node.body, values), *_codes(node.orelse, values))
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        for item in node.value.elts:
            yield from _codes(item, values)
    elif isinstance(node, ast.Name) and node.id in values:
        for value in values[node.id]:
            yield from _codes(value, {})
    elif not (isinstance(node, ast.Attribute) and node.attr == "code"):  # another reason's
        yield None
