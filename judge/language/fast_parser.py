"""A quick way through a Lark parser's tables.

Lark's own loop keeps columns, tokens and errors; most lines need none of them. This one walks the
same tables with the same callbacks, which get plain texts instead of tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from lark import Lark
from lark.parsers.lalr_analysis import Shift

_END = "$END"


class Fault(NamedTuple):
    """Where the parser stopped, and the terminals that it would have taken there."""

    at: int
    allowed: frozenset[str]


class _Reduction(NamedTuple):
    size: int
    origin: str
    make: Callable[[list[Any]], Any]


class FastParser:
    """The tables of one start symbol of an LALR parser with a contextual lexer."""

    def __init__(self, parser: Lark, start: str) -> None:
        inner: Any = parser.parser
        tables, callbacks = inner.parser._parse_table, inner.parser.parser.callbacks
        self._start: int = tables.start_states[start]
        self._final: int = tables.end_states[start]
        self._ignored = frozenset(map(str, parser.ignore_tokens))
        self._terminals = frozenset(terminal.name for terminal in parser.terminals) | {_END}
        reductions = {
            rule: _Reduction(len(rule.expansion), str(rule.origin.name), callbacks[rule])
            for rule in parser.rules
            if rule in callbacks
        }
        self._actions: dict[int, dict[str, Any]] = {
            state: {
                str(symbol): target if action is Shift else reductions[target]
                for symbol, (action, target) in row.items()
                if action is Shift or target in reductions
            }
            for state, row in tables.states.items()
        }
        self._lexers: dict[int, Any] = inner.lexer.lexers
        self._scanners: dict[int, Callable[[str, int], re.Match[str] | None]] = {}
        self._shared: dict[frozenset[str], Callable[[str, int], re.Match[str] | None]] = {}

    def parse(self, text: str) -> Any:
        """Return what the parser makes of the text, or None if it is not of the language."""
        actions, scanners, ignored = self._actions, self._scanners, self._ignored
        states, values = [self._start], []
        at = 0
        while True:
            state = states[-1]
            match = (scanners.get(state) or self._scanner(state))(text, at)
            if match is not None:
                at = match.end()
                kind = match.lastgroup or _END
                if kind in ignored:
                    continue
            elif text[at:].strip():
                return None
            else:
                kind = _END
            while True:
                action = actions[states[-1]].get(kind)
                if action is None:
                    return None
                if type(action) is int:
                    states.append(action)
                    values.append(match[kind])  # type: ignore[index] # only a match is shifted
                    break
                size, origin, make = action
                if size:
                    value = make(values[-size:])
                    del values[-size:], states[-size:]
                else:
                    value = make([])
                values.append(value)
                states.append(actions[states[-1]][origin])
                if kind is _END and states[-1] == self._final:
                    return values[-1]

    def fault(self, text: str) -> Fault | None:
        """Return where and why the text is not of the language, or None if it is."""
        states = [self._start]
        at = 0
        while True:
            match = (self._scanners.get(states[-1]) or self._scanner(states[-1]))(text, at)
            kind = _END if match is None else match.lastgroup or _END
            if match is not None and kind in self._ignored:
                at = match.end()
                continue
            start = len(text) - len(text[at:].lstrip())
            after = self._shift(states, kind) if match or start == len(text) else None
            if after is None:
                return Fault(start, self._allowed(states))
            if match is None:
                return None
            states, at = after, match.end()

    def _allowed(self, states: list[int]) -> frozenset[str]:
        known = self._actions[states[-1]].keys() & self._terminals
        return frozenset(kind for kind in known if self._shift(states, kind) is not None)

    def _shift(self, states: list[int], kind: str) -> list[int] | None:
        """Return the states after a terminal, or None if it cannot follow."""
        states = list(states)
        while True:
            action = self._actions[states[-1]].get(kind)
            if action is None:
                return None
            if type(action) is int:
                return [*states, action]
            if action.size:
                del states[-action.size :]
            states.append(self._actions[states[-1]][action.origin])
            if kind == _END and states[-1] == self._final:
                return states

    def _scanner(self, state: int) -> Callable[[str, int], re.Match[str] | None]:
        terminals = self._lexers[state].terminals
        key = frozenset(terminal.name for terminal in terminals)
        if key not in self._shared:
            groups = "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in terminals)
            self._shared[key] = re.compile(f" *(?:{groups})").match
        self._scanners[state] = self._shared[key]
        return self._scanners[state]
