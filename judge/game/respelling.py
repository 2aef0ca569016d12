"""What somebody may have meant whose line is refused for a word that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.clock import dates
from judge.game.command import MisspelledWord
from judge.game.mail.memory import Memory
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.correction import VERBS
from judge.language.grammar import build_grammar
from judge.language.mending import mend_commands
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

_TIMES = {
    "bad_date": lambda: (*dates.list_date_names(), *dates.list_length_names()),
    "bad_duration": dates.list_length_names,
}
"""What lists the words of what a reason could not read."""


def respell_line(why: Reason, line: str, variant: Variant, memory: Memory) -> tuple[str, ...]:
    """Return a refused line as it may have been meant, the likeliest first.

    Of games those alone are offered that the sender may know of.
    """
    grammar, about = build_grammar(variant), [str(term) for term in why.about]
    if why.code == "no_power":
        return suggestions.list_lines_with_powers(line, about[0], grammar)
    if why.code in ("no_game", "no_model"):
        games = (
            *memory.list_games_of_sender(),
            *memory.find_similar_game_names(about[0]),
        )
        command = mend_commands(line, grammar) if why.code == "no_game" else ()
        return command or _list_lines_with_names(about[0], games, why, line)
    if why.code in ("clear_what", "why_what"):
        word = about[0].split()[-1]
        near = MisspelledWord(why, word, suggestions.list_similar_places(word, grammar.lexicon)[:3])
        return near.list_corrected_lines(line) or mend_commands(line, grammar)
    if why.code == "correct_what":
        return _list_lines_with_names(about[0].partition(" ")[0], VERBS, why, line)
    if why.code in _TIMES:
        return _list_lines_with_names(
            dates.find_first_unknown_word(about[0]), _TIMES[why.code](), why, line
        )
    if why.code not in _NAMED:
        return ()
    wrong, first = _NAMED[why.code]
    names = [name for term in about[first:] for name in term.split(", ")]
    return _list_lines_with_names(about[wrong], names, why, line) if names else ()


def _list_lines_with_names(
    word: str, names: Iterable[str], why: Reason, line: str
) -> tuple[str, ...]:
    return MisspelledWord(
        why, word, suggestions.list_similar_names(word, names)
    ).list_corrected_lines(line)
