"""From the words of a command's line, as the parser parted them, to the command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from lark import Token, Tree

from judge.language.lexicon import Lexicon, find_power
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, write_name_pattern
from judge.language.word_lists import WordPattern, list_words
from judge.model.command import Command
from judge.model.errors import JudgeError
from judge.model.reason import Reason
from judge.model.turn import Phase

MASTER = "MASTER"
"""Stands among the powers to whom press is."""

_ALL = WordPattern(r"\s*(?:to )?%(all)s(?!\w)\s*(?:%(whole)s\s*)?")
_BUT = WordPattern(r",?\s*%(without)s(?: %(for)s)?(?!\w)")
_MASTERS_LETTER = "m"
"""Means the master where no power's name begins with it alone."""
_BETWEEN = WordPattern(r"(?:[\s,&+/;]++|%(between_names)s(?!\w))+")
_BETWEEN_OPTIONS = re.compile(r"\s*[,;]\s*|\s+and\s+|\s+(?=\w+\s*=)")
_VASSAL = WordPattern(r"\s+%(vassal_of)s\s+")
_WORD = re.compile(r"[^\s,&+/;]+")


class Recipients(NamedTuple):
    """For whom press is: for the powers named (``MASTER`` may be among them) or for ``everybody``,
    and not for those in ``but``."""

    named: tuple[str, ...] = ()
    everybody: bool = False
    but: tuple[str, ...] = ()


NOBODY = Recipients()


class UnknownPowerError(JudgeError):
    """A word that names no power stands where one is named: the word as typed."""


def build_command(
    tree: Tree[Token], text: str, commands: Mapping[str, type[Command]], words: Lexicon
) -> Command | Reason:
    """Return the command that the parser found in ``text``, or what is wrong with its words.

    A wrong power gives Reason("unknown_power", (the word as typed,)).
    """
    values: dict[str, object] = {}
    for token in tree.children:
        if isinstance(token, Token):
            typed = text[token.start_pos : token.end_pos].strip()
            try:
                values |= _read_terminal(token.type, typed, words)
            except UnknownPowerError as wrong:
                return Reason("unknown_power", (str(wrong),))
    made: Callable[..., Command] = commands[str(tree.data)]
    return made(**values)


def _read_terminal(terminal: str, typed: str, words: Lexicon) -> Mapping[str, object]:
    """Return what a terminal says by the names of fields: its text, where nothing else is known."""
    if terminal in _SAID:
        return _SAID[terminal]
    if terminal in _READ:
        name, read = _READ[terminal]
        return {name: read(typed, words)}
    if terminal in _READ_TOGETHER:
        return _READ_TOGETHER[terminal](typed, words)
    return {terminal.lower(): typed}


def _read_members(typed: str, words: Lexicon) -> tuple[str, ...]:
    """Return the powers named, each as often as it is."""
    named = tuple(_read_powers(typed.rstrip(" ."), words))
    if not named:
        raise UnknownPowerError(typed)
    return named


def _read_motion(typed: str, words: Lexicon) -> str:
    word = fold_text(typed)
    if word.endswith(list_words("resumes")):
        return "resumption"
    return "pause" if word.endswith("pause") else "ending"


def _read_nominees(typed: str, words: Lexicon) -> tuple[str, ...]:
    nobody = fold_text(typed).strip(" .") in list_words("nobody")
    return () if nobody else _read_members(typed, words)


def _read_power_or_nobody(typed: str, words: Lexicon) -> str:
    if fold_text(typed) in list_words("nobody"):
        return ""
    power = find_power(words.game_map, typed)
    if power is None:
        raise UnknownPowerError(typed)
    return power


def _read_vassalage(typed: str, words: Lexicon) -> tuple[str, str]:
    """Return the two powers of ``Italy of Austria``, the second "" for nobody."""
    vassal, _, lord = _VASSAL.pattern.sub("=", typed).partition("=")
    (power,) = _read_members(vassal, words)[:1]
    return power, _read_power_or_nobody(lord, words)


def _read_options(typed: str, words: Lexicon) -> tuple[tuple[str, str], ...]:
    """Return the names and choices of ``rome = fleet, via land``, folded; a choice may be "".

    Before a name with its sign of equation no comma is needed.
    """
    pairs = filter(None, _BETWEEN_OPTIONS.split(typed.casefold().strip()))
    parted = (re.sub(r"\s*=\s*|\s+", "=", pair, count=1).partition("=") for pair in pairs)
    return tuple((name, choice) for name, _, choice in parted)


def _read_seat_of_game(typed: str, words: Lexicon) -> dict[str, object]:
    """Return the power and the game of ``Italy@ruhr``."""
    power, _, game = typed.partition("@")
    return {"wish": power, "game": game}


def _read_seat(typed: str, words: Lexicon) -> dict[str, object]:
    """Tell apart ``?game pw``, ``Fgame pw``, ``power@game pw`` and ``power game pw``."""
    first, *rest = typed.split()
    if len(rest) > 2:  # a power of several words, maybe of a game that is not known here
        first, rest = " ".join((first, *rest[:-2])), rest[-2:]
    if len(rest) == 2 or (rest and find_power(words.game_map, first) and len(first) > 1):
        return dict(zip(("power", "game", "password"), (first, *rest), strict=False))
    if "@" in first:
        power, _, game = first.partition("@")
    else:
        power, game = first[0], first[1:]
    if not game and rest and power != "?":
        game = rest.pop(0)
    return {"power": power, "game": game, "password": rest[0] if rest else ""}


def _read_phase(typed: str, words: Lexicon) -> Phase:
    return {"m": Phase.MOVEMENT, "r": Phase.RETREATS}.get(fold_text(typed)[0], Phase.ADJUSTMENTS)


def _read_turn(typed: str, words: Lexicon) -> str:
    """Return the code of a turn that is written out, ``F1905M`` for ``Fall 1905 movement``."""
    season, *_, year, phase = (
        re.split(r"[\s,]+", fold_text(typed)) if " " in typed else ("", typed, "")
    )
    letter = load_phrases().words.seasons.get(season, season[:1].upper())
    return f"{letter}{year}{_read_phase(phase, words).value}" if season else typed


def _read_recipients(typed: str, words: Lexicon) -> Recipients:
    def read_distinct_powers(text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_read_members(text, words)))

    everyone = _ALL.pattern.match(fold_text(typed))
    rest = typed[everyone.end() :] if everyone else ""
    if everyone and not rest.strip(" .,"):
        return Recipients(everybody=True)
    but = _BUT.pattern.match(fold_text(rest))
    if but:
        return Recipients(everybody=True, but=read_distinct_powers(rest[but.end() :]))
    return Recipients(read_distinct_powers(typed))


def _read_powers(typed: str, words: Lexicon) -> Iterator[str]:
    folded = fold_text(typed)
    letter = () if _MASTERS_LETTER in words.letters else (_MASTERS_LETTER,)
    called = re.compile(
        write_name_pattern([*words.spellings, *words.letters, *list_words("master"), *letter])
    )
    at = 0
    while at < len(folded):
        if between := _BETWEEN.pattern.match(folded, at):
            at = between.end()
        elif name := called.match(folded, at):
            yield find_power(words.game_map, typed[at : name.end()]) or MASTER
            at = name.end()
        elif word := _WORD.match(folded, at):
            yield from _list_powers_of_initials(typed[at : word.end()], words)
            at = word.end()


def _list_powers_of_initials(word: str, words: Lexicon) -> Iterator[str]:
    """Yield the powers of ``FEG``, as old judges write."""
    known = {_MASTERS_LETTER: MASTER, **words.letters}
    if not (word.isupper() and all(fold_text(letter) in known for letter in word)):
        raise UnknownPowerError(word)
    yield from (known[fold_text(letter)] for letter in word)


def _read_fact(typed: str, words: Lexicon) -> str:
    """Return the last word with which a fact is asked for that says which it is."""
    said = [word for word in fold_text(typed).split() if word not in list_words("around_fact")]
    return said[-1]


def _read_bound(typed: str, words: Lexicon) -> str:
    said = fold_text(typed)
    bounds = {"min": list_words("at_least"), "max": list_words("at_most"), "grace": (said,)}
    return next(bound for bound, spelled in bounds.items() if said in spelled)


_SAID: Mapping[str, Mapping[str, object]] = {
    "GREY_PRESS": {"grey": True},
    "GREY_BROADCAST": {"grey": True},
    "GREY": {"grey": True},
    "POSTAL_PRESS": {"when": "on result"},
    "WHAT_NOW": {"topic": "now"},
    "NO_DRAW": {"vote": "no"},
    "CONTINUE": {"vote": "continue"},
    "DEADLINE_TIME": {"name": "time"},
    "NO": {"value": "none"},
    "MAX_ABSENCE": {"name": "absence"},
    "OWN_DIGEST": {"name": "digest"},
    "OWN_CALENDAR": {"name": "calendar"},
    "STRICT_WAIT": {"name": "strictwait"},
    "NO_STRICT_WAIT": {"name": "strictwait", "value": "none"},
    "STANDBY_OFF": {"off": True},
    "LINK": {"link": True},
    "MASTER_PRESS": {"name": "masterpress"},
}
"""What a terminal says by being there."""

_READ: Mapping[str, tuple[str, Callable[[str, Lexicon], Any]]] = {
    "NEWGAME": ("game", lambda typed, _: typed.lstrip("?")),
    "OPTIONS": ("options", _read_options),
    "RECIPIENTS": ("to", _read_recipients),
    "SHOWN": ("shown", _read_recipients),
    "POSING": ("posing", _read_power_or_nobody),
    "MEMBERS": ("members", _read_members),
    "NOMINEES": ("members", _read_nominees),
    "WINNER": ("power", _read_power_or_nobody),
    "SPAN": ("length", lambda typed, _: typed),
    "MOTION": ("motion", _read_motion),
    "BALLOT": ("ballot", lambda typed, _: fold_text(typed).removeprefix("vote ").split()[0]),
    "ITEM": ("item", lambda typed, _: int(typed.lstrip("#"))),
    "HELD": ("held", lambda typed, _: int(typed.partition(":")[0].lstrip("#"))),
    "UNIT_TEXT": ("subject", lambda typed, _: typed),
    "VOTE": ("vote", lambda typed, _: fold_text(typed)),
    "PHASE": ("phase", _read_phase),
    "TURN": ("turn", _read_turn),
    "BOUND": ("bound", _read_bound),
    "ADDRESSES": ("addresses", lambda typed, _: tuple(re.findall(r"[^\s,;]+@[^\s,;]+", typed))),
    "VASSALAGE": ("members", _read_vassalage),
    "FACT": ("fact", _read_fact),
    "LONE_FACT": ("fact", _read_fact),
    "NAME": ("name", lambda typed, _: fold_text(typed)),
    "ROBOTS": ("members", _read_members),
    "LEVEL": ("level", lambda typed, _: fold_text(typed)),
    "REPORT": ("report", lambda typed, _: fold_text(typed)),
}
"""The field for which a terminal is read, and how. Others are kept as they were typed."""

_READ_TOGETHER: Mapping[str, Callable[[str, Lexicon], dict[str, object]]] = {
    "SEAT": _read_seat,
    "SEAT_OF_GAME": _read_seat_of_game,
}
"""How a terminal is read that says several things."""
