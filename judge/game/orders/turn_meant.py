"""The turn that orders are meant for: named above them, or that of the letter answered."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from judge.game.command import LineContext
from judge.game.request import ANSWER
from judge.game.state import Play
from judge.language.lexicon import find_power
from judge.language.power_names import build_power_names
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line
from judge.language.word_lists import WordPattern, list_words
from judge.model.turn import LETTERS, Phase, Turn

_CODE = re.compile(r"([a-z' ,]*?)\b([wsuf]\d{1,5}[mrba])(?: ([a-z]+))? ?(?::.*)?")
_SHORT = re.compile(r"(?<!phase )\b([wsf])(\d{2}|\d{4})\b")
"""A turn's code without its phase; as a command it has one."""
_SEASONS = {letter.lower(): season for season, letter in LETTERS.items()}
_PARTING = re.compile(r"[-\u2013\u2014()\[\]|/]+")
"""Signs that part the words of a heading."""
_PHASES = {
    "movement": Phase.MOVEMENT,
    "retreats": Phase.RETREATS,
    "adjustments": Phase.ADJUSTMENTS,
}
"""The phases by the lists of the words that name them."""
_WORD = re.compile(r"[a-z]+(?='s)|(?!s\b)[a-z]+")
_RESULTS = re.compile(r":(\w+) - (\w+) Results$")


@cache
def _collect_seasons_by_word() -> Mapping[str, str]:
    seasons = {letter: season for season, letter in LETTERS.items()}
    return {word: seasons[letter] for word, letter in load_phrases().words.seasons.items()}


@cache
def _compile_date_pattern() -> re.Pattern[str]:
    seasons = "|".join(map(re.escape, _collect_seasons_by_word()))
    text = rf"([a-z' ,]*?)\b({seasons})(?: %(before_year)s)*,? '?(\d{{1,5}})"
    return WordPattern(text + r"((?: [a-z]+){0,2}) ?(?::.*)?").pattern


def parse_turn_heading(text: str, game: Play, powers: Collection[str]) -> Turn | None:
    """Return the turn for which a line heads orders of one of some powers, or of nobody named; None
    for a line that names no turn, or another power.

    A season without a phase is the present turn where it is in that season.
    """
    text = build_power_names(game.variant.map).join_words(normalize_line(text))
    line = " ".join(_PARTING.sub(" ", fold_text(text)).strip(" .*#=_").split())
    calendar, now = game.variant.calendar, game.position.turn
    if (code := _CODE.fullmatch(line)) and _is_about_orders(code[1], game, powers):
        return calendar.parse_turn(_write_whole_year(code[2], now)) or now
    line = _SHORT.sub(lambda found: f"{_SEASONS[found[1]]} {found[2]}", line)
    date = _compile_date_pattern().fullmatch(line)
    if date is None or calendar.reckoning is not None:
        return None
    around = _WORD.findall(date[1] + date[4])
    if not _is_about_orders(date[1] + date[4], game, powers):
        return None
    season, year = _collect_seasons_by_word()[date[2]], int(date[3])
    phase = next(
        (_PHASES[name] for word in around for name in _PHASES if word in list_words(name)), None
    )
    if year == now.year % 100:
        year = now.year
    printed = calendar.adjusting if now.phase is Phase.ADJUSTMENTS else now.season
    if season in (now.season, printed) and year == now.year and phase in (None, now.phase):
        return now
    usual = Phase.ADJUSTMENTS if season == calendar.adjusting else Phase.MOVEMENT
    wanted = Turn(year, season, phase or usual)
    return calendar.parse_turn(str(wanted)) or wanted


def _write_whole_year(code: str, now: Turn) -> str:
    """Return a turn's code with the century in which the game is, if it has only two figures."""
    year = code[1:-1]
    is_short = len(year) < 3 < len(str(now.year))
    return f"{code[0]}{now.year - now.year % 100 + int(year)}{code[-1]}" if is_short else code


def _is_about_orders(text: str, game: Play, powers: Collection[str]) -> bool:
    """Say whether words beside a turn say only that orders stand there, and whose of some."""
    lists = [list_words(name) for name in ("around_turn", *_PHASES)]
    return all(
        any(word in words for words in lists) or find_power(game.variant.map, word) in powers
        for word in _WORD.findall(text)
    )


def is_turn_ahead(turn: Turn, game: Play) -> bool:
    """Say whether a turn of the calendar is still to come."""
    calendar = game.variant.calendar
    here = calendar.parse_turn(str(turn)) == turn
    return here and calendar.make_sort_key(turn) > calendar.make_sort_key(game.position.turn)


def is_mail_late(game: Play, context: LineContext) -> bool:
    """Say whether a mail was written for a turn of the game that is over.

    The letter that it answers says so, or the reply address that this letter gave; that alone
    says nothing against the date of a mail that bears no mark of an answer, for address books keep
    old ones. Or else its date says so. ``game`` is as the mail found it.
    """
    mail, written = context.mail, context.sender.written
    letter = context.memory.find_letter(mail.answers)
    if letter is not None and letter.game == game.name and letter.number:
        return letter.number < game.number
    results = _RESULTS.search(mail.subject)
    if results and results[1].lower() == game.name:
        return game.played is None or results[2] != str(game.played.before.turn)
    named = [tag.number for tag in mail.tags if tag.game == game.name and tag.number]
    if named and (written is None or ANSWER.pattern.match(mail.subject)):
        return max(named) < game.number
    began = context.memory.find_turn_started_at(game.name) if written else None
    return bool(began and written and written < began.replace(microsecond=0))


def write_present_turn_words(game: Play) -> tuple[str, str]:
    """Return the season and the phase of the present turn, as the sentences of reasons name it."""
    return write_turn_words(game.position.turn, game)


def write_turn_words(turn: Turn, game: Play) -> tuple[str, str]:
    """Return the season and the phase of a turn in words."""
    return game.variant.calendar.turn_title(turn), turn.phase.display_name.lower()
