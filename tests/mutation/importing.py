"""A plugin for a process that gets the code in ``MUTANT`` when it imports ``MUTANT_OF``, and writes
a dot to ``MUTANT_BEGUN`` for each test that it begins."""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

_get_code = SourceFileLoader.get_code


def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
    if self.path == os.environ["MUTANT_OF"]:
        text = Path(os.environ["MUTANT"]).read_text(encoding="utf-8")
        return compile(text, self.path, "exec", dont_inherit=True)
    return _get_code(self, fullname)


def pytest_runtest_logstart() -> None:
    with Path(os.environ["MUTANT_BEGUN"]).open("ab") as begun:
        begun.write(b".")


SourceFileLoader.get_code = get_code  # type: ignore[method-assign]  # for each module alike
