"""From what the parser found in a command line to a Command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lark import Token, Tree

from judge.language.lexicon import Lexicon, power_named
from judge.language.spelling import fold, pattern
from judge.language.statement import Command, Line
from judge.model.reason import Reason

ALL = "ALL"
MASTER = "MASTER"
"""Stand among the powers in the values of ``press``."""

_NAMES = {"powername": "power", "newgame": "game", "since": "start", "until": "end"}
_ALL = r"(?:all|everybody|everyone|world)(?!\w)"
_BUT = r"(?:but|except|without|save)(?: for| to)?(?!\w)"
_POWERS = {
    "press": ("to", "but"),
    "concede": ("power",),
    "nominate": ("members",),
    "draw": ("members",),
}
"""The values of commands that name powers."""
_MASTERS = ("gm", "master", "game master", "gamemaster", "moderator")
_NOBODY = ("no", "nobody", "none", "nothing", "withdraw")
_BETWEEN = re.compile(r"(?:[\s,&+/;]+|(?:and|the|to)(?!\w))+")
_WORD = re.compile(r"[^\s,&+/;]+")


def make(line: Line, tree: Tree[Token], text: str, words: Lexicon) -> Command | Reason:
    """Return the command that the parser found in ``text``, or what is wrong with its words.

    A wrong power gives Reason("unknown_power", (the word as typed,)).
    """
    found = {
        token.type.lower(): text[token.start_pos : token.end_pos].strip()
        for token in tree.children
        if isinstance(token, Token)
    }
    body = found.pop("body", "")
    values = {_NAMES.get(name, name): value for name, value in found.items()}
    name, values = _settle(str(tree.data), values, words)
    for power in _POWERS.get(name, ()):
        if values.get(power, "").startswith("?"):
            return Reason("unknown_power", (values[power][1:],))
    return Command(line, name, values, body)


def _settle(name: str, values: dict[str, str], words: Lexicon) -> tuple[str, dict[str, str]]:
    if name in ("press", "press_grey"):
        grey = {"grey": "yes"} if name != "press" else {}
        return "press", recipients(values["recipients"], words) | grey
    if name == "broadcast_grey":
        return "broadcast", {"grey": "yes"}
    if name == "draw_of":
        return "draw", {"vote": "yes", "members": _members(values["members"], words)}
    if name == "concede":
        if fold(values["power"]) in _NOBODY:
            return name, {"power": ""}
        return name, {"power": power_named(words.board, values["power"]) or "?" + values["power"]}
    if name == "nominate":
        nobody = fold(values["members"]).strip(" .") in _NOBODY
        return name, {"members": "" if nobody else _members(values["members"], words)}
    if name == "vote":
        return name, {"lines": _lines(values["lines"])}
    if name == "signon":
        return name, _seat(values["seat"], words)
    if name == "create":
        return name, _create(values)
    if name in ("draw", "draw_no", "play_on"):
        word = {"draw_no": "no", "play_on": "continue"}.get(name)
        return "draw", {"vote": word or fold(values.get("vote", "yes"))}
    if name == "agree":
        return name, {"vote": fold(values.get("vote", "yes"))}
    if name == "set_length":
        return name, {"phase": _phase(values["phase"]), "length": values["length"]}
    if name == "set_time":
        return "set", {"name": "time", "value": values["value"]}
    if name == "set":
        return name, _setting(values)
    return name, values


def _lines(text: str) -> str:
    """Return ``all``, nothing for none, or the numbers parted by commas."""
    word = fold(text)
    if word.startswith(("all", "every")):
        return "all"
    return ",".join(re.findall(r"\d+", word))


def _members(text: str, words: Lexicon, *, once: bool = False) -> str:
    """Return the powers named, parted by commas, each as often as it is or ``once``.

    A list that is not understood is returned as "?" and the first wrong word.
    """
    found = list(_names(text.rstrip(" ."), words))
    wrong = next((name for name in found if name.startswith("?")), None)
    return wrong or ",".join(dict.fromkeys(found) if once else found) or "?" + text


def _create(values: Mapping[str, str]) -> dict[str, str]:
    made = dict(values)
    made["game"] = made["game"].lstrip("?")
    if "options" in made:
        pairs = re.split(r"\s*[,;]\s*|\s+and\s+", made["options"])
        made["options"] = ",".join(re.sub(r"\s*=\s*|\s+", "=", pair, count=1) for pair in pairs)
    return made


def _seat(text: str, words: Lexicon) -> dict[str, str]:
    """Tell apart ``?game pw``, ``Fgame pw``, ``power@game pw`` and ``power game pw``.

    ``seat`` is the first word as typed, where it was taken apart.
    """
    first, *rest = text.split()
    if len(rest) == 2 or (rest and power_named(words.board, first) and len(first) > 1):
        return dict(zip(("power", "game", "password"), (first, *rest), strict=False))
    if "@" in first:
        power, _, game = first.partition("@")
    else:
        power, game = first[0], first[1:]
    if not game and rest and power != "?":
        game = rest.pop(0)
    found = {"power": power, "game": game, "seat": first}
    return found | ({"password": rest[0]} if rest else {})


def _phase(word: str) -> str:
    return {"m": "M", "r": "R"}.get(fold(word)[0], "B")


def _setting(values: Mapping[str, str]) -> dict[str, str]:
    name, value = fold(values["name"]), values.get("value", "")
    if name == "no" and value:
        name, value = fold(value), "none"
    return {"name": name, "value": value}


def recipients(text: str, words: Lexicon) -> dict[str, str]:
    """Return for whom press is: ``to`` (and ``but``) as names of powers parted by commas.

    ``ALL`` and ``MASTER`` stand for themselves. A list that is not understood is returned as "?"
    and the first wrong word.
    """
    folded = fold(text)
    everyone = re.match(rf"\s*(?:to )?{_ALL}\s*(?:powers\s*|players\s*)?", folded)
    if not everyone:
        return {"to": _members(text, words, once=True)}
    rest = folded[everyone.end() :]
    but = re.match(rf",?\s*{_BUT}", rest)
    if but:
        return {"to": ALL, "but": _members(text[everyone.end() + but.end() :], words, once=True)}
    return {"to": ALL} if not rest.strip(" .,") else {"to": _members(text, words, once=True)}


def _names(text: str, words: Lexicon) -> Iterator[str]:
    folded = fold(text)
    known = re.compile(pattern([*words.spellings, *words.letters, *_MASTERS]))
    at = 0
    while at < len(folded):
        if between := _BETWEEN.match(folded, at):
            at = between.end()
        elif found := known.match(folded, at) or _WORD.match(folded, at):
            yield from _name(text[at : found.end()], found.re is known, words)
            at = found.end()


def _name(word: str, known: bool, words: Lexicon) -> Iterator[str]:
    if known:
        yield power_named(words.board, word) or MASTER
    elif word.isupper() and all(fold(letter) in words.letters for letter in word):
        yield from (words.letters[fold(letter)] for letter in word)  # FEG, as old judges write
    else:
        yield "?" + word
