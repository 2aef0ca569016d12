"""The parser that Lark makes of a grammar, kept: to read it takes a tenth of the time."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Callable
from pathlib import Path

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import PatternRE, TerminalDef

from judge import resources
from judge.language.order_transformer import OrderTransformer

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
    if kept := resources.read_kept(_KIND, key.hexdigest()):
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
    )
    return parser, keywords


_RUNNING = ("transformer", "edit_terminals")
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
    return load(data, memo, transformer=transformer), keywords


def _list_literal_words(regexp: str) -> tuple[str, ...]:
    """Return the words of a terminal that is a list of plain words, longest first."""
    inner = regexp[3:-1] if regexp.startswith("(?:") and regexp.endswith(")") else regexp
    texts = [re.sub(r"\\(.)", r"\1", piece) for piece in inner.split("|")]
    plain = "|".join(map(re.escape, texts)) == inner
    return tuple(sorted(texts, key=len, reverse=True)) if plain else ()


def _build_whole_word_pattern(literal: str) -> str:
    end = r"(?!\w)" if literal[-1].isalnum() else ""
    return re.escape(literal).replace(r"\ ", " ") + end
