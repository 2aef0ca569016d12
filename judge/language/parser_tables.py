"""The parser that Lark makes of a grammar, kept: to read it takes a tenth of the time."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import cast

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import (
    BasicLexer,
    ContextualLexer,
    PatternRE,
    Scanner,
    TerminalDef,
)
from lark.utils import TextSlice

from judge import resources
from judge.language.order_transformer import OrderTransformer

_compile = lru_cache(maxsize=None)(re.compile)

_OFTEN = 5_000
"""A scanner is used so often before one pattern is made of its terminals."""


class _LatePattern:
    """A pattern that is compiled when it is first looked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = pattern, flags

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """What looks for it."""
        return re.compile(*self._given).match


class _LateExpressions:
    """What Lark needs of the module for regular expressions."""

    match = staticmethod(re.match)
    compile = _LatePattern


class _PatientScanner:
    """Finds the first of the terminals of a state of the parser.

    To make one pattern of all of them takes as long as trying them one by one thousands of times,
    and most states are come to in few lines. What is compiled of one terminal serves in all states.
    """

    def __init__(self, scanner: Scanner) -> None:
        self.allowed_types = scanner.allowed_types
        self._scanner = scanner
        self._uses = 0

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        flags, terminals = self._scanner.g_regex_flags, self._scanner.terminals
        return [(each.name, _compile(each.pattern.to_regexp(), flags)) for each in terminals]

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str | None] | None:
        """Return what stands there, and the name of its terminal."""
        if self._uses >= _OFTEN:
            # To mypy, what lark's Scanner returns may be anything.
            return cast("tuple[str, str | None] | None", self._scanner.match(text, pos))
        self._uses += 1
        for name, pattern in self._patterns:
            if found := pattern.match(text.text, pos, text.end):
                return found[0], name
        return None


class _PatientLexer(BasicLexer):
    def _build_scanner(self) -> Scanner:
        self.re = _LateExpressions  # type: ignore[assignment]  # all that is asked of it
        # It answers all that a lexer asks of a Scanner.
        return cast(Scanner, _PatientScanner(super()._build_scanner()))


class _PatientContextualLexer(ContextualLexer):
    BasicLexer = _PatientLexer


_PLUGINS = {"ContextualLexer": _PatientContextualLexer}
Keywords = dict[str, tuple[str, ...]]

_KIND = "parsers"
_MAKER = f"{lark.__version__} {marshal.version}".encode() + Path(__file__).read_bytes()
"""What a table depends on besides its grammar: a newer judge reads none of an older one."""


def build_parser(
    text: str, starts: list[str], transformer: OrderTransformer | None
) -> tuple[Lark, Keywords]:
    """Return the parser of a grammar, and the words that each of its terminals stands for.

    The table comes from the folder of what is kept, if it is there, and is put there if not.
    """
    key = hashlib.sha256(b"\0".join([_MAKER, *(name.encode() for name in starts), text.encode()]))
    if kept := resources.read_kept_file(_KIND, key.hexdigest()):
        try:
            return _load_parser(kept, transformer)
        except Exception:  # whatever is wrong with it, it is made anew
            pass
    parser, keywords = _make_parser(text, starts, transformer)
    resources.keep_content(_KIND, key.hexdigest(), _save_parser(parser, keywords))
    return parser, keywords


def _make_parser(
    text: str, starts: list[str], transformer: OrderTransformer | None
) -> tuple[Lark, Keywords]:
    keywords: Keywords = {}

    def delimit_words(terminal: TerminalDef) -> None:
        literals = _list_literal_words(terminal.pattern.to_regexp())
        if literals:
            keywords[terminal.name] = literals
            terminal.pattern = PatternRE("|".join(map(_build_whole_word_pattern, literals)))

    parser = Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start=starts,
        transformer=transformer,
        edit_terminals=delimit_words,
        maybe_placeholders=True,
        _plugins=_PLUGINS,
    )
    return parser, keywords


_RUNNING = ("transformer", "edit_terminals", "_plugins")
"""Options that are of this process alone."""


def _save_parser(parser: Lark, keywords: Keywords) -> bytes:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {
        name: value for name, value in data["options"].items() if name not in _RUNNING
    }
    # Plain values alone: what is read cannot be more than a wrong table.
    return marshal.dumps((data, memo, keywords))


def _load_parser(kept: bytes, transformer: OrderTransformer | None) -> tuple[Lark, Keywords]:
    data, memo, keywords = marshal.loads(kept)
    load: Callable[..., Lark] = Lark._load_from_dict
    return load(data, memo, transformer=transformer, _plugins=_PLUGINS), keywords


def _list_literal_words(regexp: str) -> tuple[str, ...]:
    """Return the words of a terminal that is a list of plain words, longest first."""
    inner = regexp[3:-1] if regexp.startswith("(?:") and regexp.endswith(")") else regexp
    texts = [re.sub(r"\\(.)", r"\1", piece) for piece in inner.split("|")]
    plain = "|".join(map(re.escape, texts)) == inner
    return tuple(sorted(texts, key=len, reverse=True)) if plain else ()


def _build_whole_word_pattern(literal: str) -> str:
    end = r"(?!\w)" if literal[-1].isalnum() else ""
    return re.escape(literal).replace(r"\ ", " ") + end
