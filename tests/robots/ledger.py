"""Games that robots have played, a line each in a file that is kept: later runs of the same code
add up, and no game is played twice."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "tests" / "bench" / "robot_games.jsonl"
PARTS = ("judge/robots", "judge/game/robots", "judge/engine", "tests/robots/kinds.py")
"""What decides how a game goes, but for the rules of its board."""


@dataclass(frozen=True)
class Ledger:
    """The games of one setting that were played with one state of the code."""

    setting: str
    code: str
    path: Path = BOOK

    def read_games(self) -> dict[int, Mapping[str, Any]]:
        """Return how the games went, by their seeds."""
        return {
            game["seed"]: game
            for game in _read_lines(self.path)
            if game["code"] == self.code and game["setting"] == self.setting
        }

    def read_former_games(self) -> dict[int, Mapping[str, Any]]:
        """Return how games of the setting went with the other code that was noted last."""
        others = [
            game
            for game in _read_lines(self.path)
            if game["code"] != self.code and game["setting"] == self.setting
        ]
        return {game["seed"]: game for game in others if game["code"] == others[-1]["code"]}

    def note_game(self, seed: int, result: Mapping[str, Any]) -> None:
        """Add a game, for good."""
        line = {"code": self.code, "setting": self.setting, "seed": seed, **result}
        with self.path.open("a", encoding="utf-8") as book:
            book.write(json.dumps(line) + "\n")


def _read_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


@cache
def fingerprint_code() -> str:
    """Return what tells one state of the players' code from another, whatever its comments say."""
    files = (path for part in PARTS for path in _list_modules(ROOT / part))
    told = [fingerprint_source(path.read_text(encoding="utf-8")) for path in files]
    return sha256("".join(told).encode()).hexdigest()[:12]


def _list_modules(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def fingerprint_source(source: str) -> str:
    """Return the same of one module: neither comments, docstrings nor its layout count."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_docstring(part)]  # type: ignore[attr-defined]
    return sha256(ast.dump(tree).encode()).hexdigest()


def _is_docstring(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
