"""Mutants: the judge's code with one thing changed in it that a test should notice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[2]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
PROMISES = {"frozen", "slots", "kw_only", "eq"}
"""What the type checker holds a dataclass to, not a test."""

Scope = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change: a field of a node of a file's tree gets another value."""

    source: Source
    operator: str
    node: ast.AST
    field: str
    index: int | None
    value: object
    statement: ast.stmt
    scope: tuple[str, int] | None
    """Qualified name and first line of the function around it; None outside of functions."""
    line: int
    number: int

    @property
    def name(self) -> str:
        return f"{self.source.path}#{self.number}"

    @property
    def changes_a_message(self) -> bool:
        """Whether it only changes what an assertion would say."""
        return isinstance(self.statement, ast.Assert) and self.node is self.statement.msg

    @property
    def place(self) -> str:
        return f"{self.source.path}:{self.line}"

    @cached_property
    def before(self) -> str:
        return _shown(self.statement)

    @cached_property
    def after(self) -> str:
        if self.operator == "statement removed":
            return "pass"
        old = self._put(self.value)
        try:
            return _shown(self.statement)
        finally:
            self._put(old)

    def compiled(self) -> CodeType:
        """Return the code of the whole module with the change."""
        old = self._put(self.value)
        try:
            return compile(self.source.tree, str(ROOT / self.source.path), "exec")
        finally:
            self._put(old)

    def text(self) -> str:
        """Return the text of the whole module with the change."""
        old = self._put(self.value)
        try:
            return ast.unparse(self.source.tree)
        finally:
            self._put(old)

    def _put(self, value: object) -> object:
        if self.index is None:
            old = getattr(self.node, self.field)
            setattr(self.node, self.field, value)
        else:
            listed = getattr(self.node, self.field)
            old, listed[self.index] = listed[self.index], value
        return old


@dataclass(frozen=True, eq=False)
class Source:
    """A file whose mutants are made."""

    path: str
    tree: ast.Module
    mutants: list[Mutant] = field(default_factory=list)


def read_source(path: Path) -> Source:
    """Return a file with all of its mutants."""
    source = Source(str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8")))
    _Walk(source).walk_body(source.tree, "body", source.tree.body)
    return source


def unchanged(mutant: Mutant) -> Mutant:
    """Return a change of nothing in the same place, that no test may take for one."""
    held = getattr(mutant.node, mutant.field)
    value = held if mutant.index is None else held[mutant.index]
    return replace(mutant, operator="control", value=value, number=-1 - mutant.number)


class _Walk:
    """Goes through a tree; knows the statement and the function that a node is in."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names: list[str] = []
        self.scope: tuple[str, int] | None = None
        self.statement: ast.stmt = source.tree.body[0]

    def add(
        self, operator: str, node: ast.AST, name: str, index: int | None, value: object
    ) -> None:
        if isinstance(value, ast.AST):
            old = getattr(node, name)
            ast.copy_location(value, old if index is None else old[index])
            ast.fix_missing_locations(value)
        line = getattr(node, "lineno", self.statement.lineno)
        self.source.mutants.append(
            Mutant(
                self.source,
                operator,
                node,
                name,
                index,
                value,
                self.statement,
                self.scope,
                line,
                len(self.source.mutants),
            )
        )

    def walk_body(self, parent: ast.AST, name: str, body: list[ast.stmt]) -> None:
        for index, statement in enumerate(body):
            if is_text(statement) or _is_for_types(statement):
                continue
            outer, self.statement = self.statement, statement
            self.remove(parent, name, index, statement)
            self.walk_statement(statement)
            self.statement = outer

    def remove(self, parent: ast.AST, name: str, index: int, statement: ast.stmt) -> None:
        """Take the statement out, where the rest has a meaning without it."""
        match statement:
            case ast.Expr(value=ast.Call() | ast.Await() | ast.YieldFrom()):
                self.add("statement removed", parent, name, index, ast.Pass())
            case ast.Raise() | ast.Continue() | ast.Break() | ast.AugAssign() | ast.Delete():
                self.add("statement removed", parent, name, index, ast.Pass())
            case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
                self.add("statement removed", parent, name, index, ast.Pass())
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                self.add("return value", statement, "value", None, ast.Constant(None))

    def walk_statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for index, decorator in enumerate(node.decorator_list):
                    self.walk_expression(node, "decorator_list", index, decorator)
                self.walk_defaults(node.args)
                self.enter(node)
            case ast.ClassDef():
                for decorator in node.decorator_list:
                    self.walk_children(decorator)
                self.names.append(node.name)
                self.walk_body(node, "body", node.body)
                self.names.pop()
            case _:
                self.walk_children(node)

    def enter(self, node: Scope) -> None:
        outer = self.scope
        self.names.append(node.name)
        if outer is None:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            self.scope = (".".join(self.names), first)
        self.walk_body(node, "body", node.body)
        self.names.pop()
        self.scope = outer

    def walk_defaults(self, arguments: ast.arguments) -> None:
        for name in ("defaults", "kw_defaults"):
            for index, default in enumerate(getattr(arguments, name)):
                if default is not None:
                    self.walk_expression(arguments, name, index, default, "default argument")

    def walk_children(self, node: ast.AST) -> None:
        """Look at all that a node holds, but for its annotations."""
        for name, held in ast.iter_fields(node):
            if name in ("annotation", "returns", "type_params"):
                continue
            listed = held if isinstance(held, list) else [held]
            for number, child in enumerate(listed):
                index = number if isinstance(held, list) else None
                match child:
                    case ast.stmt():
                        if number == 0 and isinstance(held, list):
                            self.walk_body(node, name, held)
                    case ast.keyword(arg=str(arg)) if arg in PROMISES and _is_constant(child.value):
                        continue
                    case ast.expr():
                        self.walk_expression(node, name, index, child)
                    case ast.AST():
                        self.walk_children(child)

    def walk_expression(
        self, parent: ast.AST, name: str, index: int | None, node: ast.expr, constant: str = ""
    ) -> None:
        tested = name == "test" or (name == "ifs" and isinstance(parent, ast.comprehension))
        if tested and not isinstance(parent, ast.Assert):
            negated = node.operand if _is_not(node) else ast.UnaryOp(ast.Not(), node)
            self.add("condition negated", parent, name, index, negated)
        elif _is_not(node):
            self.add("boolean", parent, name, index, node.operand)
        match node:
            case ast.Compare():
                for at, operator in enumerate(node.ops):
                    for other in COMPARISONS[type(operator)]:
                        self.add("comparison", node, "ops", at, other())
            case ast.BoolOp():
                other_op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
                self.add("boolean", node, "op", None, other_op)
            case ast.BinOp() if type(node.op) in ARITHMETIC:
                self.add("arithmetic", node, "op", None, ARITHMETIC[type(node.op)]())
            case ast.Constant():
                for value in _other_values(node.value):
                    self.add(constant or "constant", node, "value", None, value)
        self.walk_children(node)


def _other_values(value: object) -> Iterator[object]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
        case str():
            yield f"{value}XX"
        case bytes():
            yield value + b"XX"


def is_text(node: ast.stmt) -> bool:
    """Return whether the statement is a docstring, or three dots."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(node: ast.stmt) -> bool:
    """Return whether the statement tells the type checker alone."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.ClassDef(bases=bases):
            return any(ast.unparse(base).startswith("Protocol") for base in bases)
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec" | "NewType"))):
            return True
    return False


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _shown(statement: ast.stmt) -> str:
    """Return a statement on one line; of one that holds others, its head."""
    text = ast.unparse(statement)
    if isinstance(statement, Scope | ast.ClassDef):
        heads = [line for line in text.splitlines() if not line.startswith(" ")]
        return " ".join(heads)
    held = hasattr(statement, "body") or isinstance(statement, ast.Match | ast.Try)
    return text.splitlines()[0] if held else " ".join(text.split())
