"""The turn that a line of a mail names above its orders."""

from __future__ import annotations

import re

from judge.game.state import Play
from judge.language.lexicon import power_named
from judge.language.spelling import fold, normal
from judge.model.turn import LETTERS, Phase

_CODE = re.compile(r"(?:phase )?([wsuf]\d{1,5}[mrba])(?: [a-z]+)? ?(?::.*)?")
_ALIKE = {"autumn": "fall"}
_SEASONS = "|".join((*LETTERS, *_ALIKE))
_DATE = re.compile(
    rf"([a-z' ,]*?)\b({_SEASONS})(?: of)?(?: year)?,? '?(\d{{1,5}})((?: [a-z]+){{0,2}}) ?(?::.*)?"
)
_AROUND = frozenset(
    [
        *("my", "our", "the", "here", "are", "these", "is", "for", "in", "of", "phase", "season"),
        *("order", "orders", "move", "moves", "movement", "retreat", "retreats", "build", "builds"),
        *("adjustment", "adjustments", "turn"),
    ]
)


def names_other_turn(text: str, game: Play) -> bool | None:
    """Say whether a line heads orders for another turn than the present one.

    None is returned for a line that names no turn.
    """
    line = fold(normal(text)).strip(" .*#-=_")
    calendar, now = game.variant.calendar, game.position.turn
    if code := _CODE.fullmatch(line):
        return (calendar.parse(code[1]) or now) != now
    date = _DATE.fullmatch(line)
    if date is None or calendar.reckoning is not None:
        return None
    around = re.findall(r"[a-z]+(?='s)|(?!s\b)[a-z]+", date[1] + date[4])
    if not all(word in _AROUND or power_named(game.variant.map, word) for word in around):
        return None
    season, year = _ALIKE.get(date[2], date[2]), int(date[3])
    printed = calendar.adjusting if now.phase is Phase.ADJUSTMENTS else now.season
    return season not in (now.season, printed) or year not in (now.year, now.year % 100)
