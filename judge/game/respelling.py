"""What somebody may have meant whose line is refused for a word that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.clock import dates
from judge.game.command import LineContext, Misspelled
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.command_slips import commands_like
from judge.language.correction import VERBS
from judge.language.grammar import grammar_of
from judge.model.reason import Reason

_NAMED = {
    "bad_value": (1, 2),
    "no_option": (0, 1),
    "no_own_setting": (0, 1),
    "no_plan": (0, 1),
    "no_space": (0, 2),
    "no_variant": (0, 1),
    "offer_nearly": (0, 1),
    "unfit_option": (1, 2),
}
"""Where a reason names the wrong word, and from where on those that there are."""

_TIMES = {"bad_date": (*dates.NAMES, *dates.LENGTHS), "bad_duration": dates.LENGTHS}
"""The words of what a reason could not read."""


def respelled(why: Reason, line: str, variant: Variant, at: LineContext) -> tuple[str, ...]:
    """Return a refused line as it may have been meant, the likeliest first.

    Of games those alone are offered that the sender may know of.
    """
    grammar, about = grammar_of(variant), [str(each) for each in why.about]
    if why.code == "no_power":
        return suggestions.powers(line, about[0], grammar)
    if why.code in ("no_game", "no_model"):
        games = (*at.memory.playing(), *(row.game for row in at.memory.listing()))
        command = commands_like(line, grammar) if why.code == "no_game" else ()
        return command or _with(about[0], games, why, line)
    if why.code in ("clear_what", "why_what"):
        word = about[0].split()[-1]
        near = Misspelled(why, word, suggestions.places(word, grammar.lexicon)[:3])
        return near.choices(line) or commands_like(line, grammar)
    if why.code == "correct_what":
        return _with(about[0].partition(" ")[0], VERBS, why, line)
    if why.code in _TIMES:
        return _with(dates.unread(about[0]), _TIMES[why.code], why, line)
    if why.code not in _NAMED:
        return ()
    wrong, first = _NAMED[why.code]
    names = [name for each in about[first:] for name in each.split(", ")]
    return _with(about[wrong], names, why, line) if names else ()


def _with(word: str, names: Iterable[str], why: Reason, line: str) -> tuple[str, ...]:
    return Misspelled(why, word, suggestions.names(word, names)).choices(line)
