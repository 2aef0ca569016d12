"""What is PostgreSQL's own stands in two modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

JUDGE = Path(__file__).resolve().parents[2] / "judge"
OWN = {"store/together.py", "store/database.py"}
WORDS = re.compile(
    r"\b(pg_(?!dump|restore)\w+|LISTEN|NOTIFY|ILIKE|JSONB|advisory|driver_connection)\b"
)


def special(text: str) -> Iterator[str]:
    """Yield what a module that asks a database has of PostgreSQL's own."""
    tree = ast.parse(text)
    said = {each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and "dialects" in str(each.module):
            yield str(each.module)
        elif isinstance(each, ast.Attribute):
            yield from WORDS.findall(each.attr)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each not in said:
            yield from WORDS.findall(each.value)


def test_what_is_postgresql_s_own_is_in_two_modules() -> None:
    found = {}
    for path in JUDGE.rglob("*.py"):
        text = path.read_text("utf-8")
        if "sqlalchemy" in text and (words := {*special(text)}):
            found[str(path.relative_to(JUDGE))] = words
    assert {*found} == OWN, found
    assert {"pg_try_advisory_xact_lock", "pg_notify", "LISTEN"} <= found["store/together.py"]
