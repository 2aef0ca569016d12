"""What a sentence beside orders says of these: nothing, or that they may not count."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import dropwhile, pairwise
from typing import NamedTuple

from judge.language.answers import continues_answer
from judge.language.beside import (
    OTHER_TURN,
    begins_name,
    find_names_on_board,
    list_names_and_moves,
    mark_names_on_board,
    split_names,
)
from judge.language.foreign import (
    governs_in_other_language,
    is_foreign_talk,
    is_in_unknown_language,
)
from judge.language.innocent import (
    cut_talk,
    is_of_daily_life,
    is_unrelated_to_orders,
    mentions_other_author,
)
from judge.language.likeness import (
    has_unknown_word,
    is_like_talk,
    is_like_what_governs,
    split_remark,
)
from judge.language.mail_lines import (
    SHORT,
    Locality,
    MailLine,
    begins_command,
    is_harmless,
    split_sentences,
)
from judge.language.referring import (
    blot_out_daily_life,
    find_pointing,
    has_subject,
    is_of_sentence_before,
    is_one_clause_of_thanks,
    leads_in,
    names_daily_life,
    names_somebody,
    shows_it_is_talk,
    small_words,
    split_tokens,
)
from judge.language.script import LONGEST, is_block_end
from judge.language.signature import is_signature, is_unheard_of
from judge.language.spelling import fold_text
from judge.language.talk import is_repeat_request, is_worded
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    NEUTRAL,
    OVERRULING,
    Phrase,
    asks_judge,
    cut_postscript,
    find_phrases,
    is_about_private_life,
    is_postscript,
    sets_orders_apart,
)

_COMMAS = re.compile(r"[,;:()]| -+ ")
_UNSUSPICIOUS = NEUTRAL | {"plain", "reason", "judge", "mail", "heading", "earlier", "others"}
"""Kinds of words in sentences that say nothing of orders that may take them back."""
_SAYS_WHAT_FOR = frozenset({"reason", "judge", "mail", "earlier"})
"""Kinds of words of which one is in every sentence that names a unit and says nothing of it."""
_ADDS = WordPattern(
    r"\W*(?:(?:%(told_and)s|%(amends_leads)s)\W+){0,3}"
    r"%(adds_units)s (?P<who>.*?)(?: %(adds_too)s)?\W*"
)
_DESCRIBED = WordPattern(r"\b%(described)s\b")
_CHANGING = OVERRULING | {"negation", "open", "corrects", "alternative", "time", "season"}
"""Kinds of words that may change orders beside what is idle."""
_TAKING_BACK = frozenset({"revokes", "unsettled", "points_at"})
"""Kinds of words that take back what stands above them wherever they stand."""
_UNSAYING = frozenset({"takeback", "revokes", "unsettled"})
"""Kinds of words that may take back what is beside them."""
_HARMLESS = frozenset({"courtesy", "idle", "plain"})
"""Kinds of phrases in which no word points at orders."""
_NO_PROSE = re.compile(r"[{}<>\\|=~^]")
"""Signs that nobody writes in a sentence."""
_BESIDE_NAME = re.compile(r"\A(?:[xo]+ )|\(.*\)?")
"""What may stand beside the name of somebody who ends a mail: kisses, an age, a title."""
_LEADS = 3
"""So many phrases may lead up to an order."""
_FEW = 3
"""So many words may put a name right, and say nothing else."""
_TERSE = 5
"""So few words a sentence may have that nothing in them shows what it is about."""
_FRAGMENT = 8
"""The same of one that has no subject."""
_SHOWS_PURPOSE = frozenset({"courtesy", "idle", "judge"})
"""Kinds of phrases that nobody writes to say something of orders."""
_ENDS_IN_CODE = re.compile(r"[\w/ ]*\w ?->? ?[A-Z]{3}(?:/\w+)?")
_ADDRESS = re.compile(r"\S+@\S+")
_SURELY = 2.0
"""So much more weighs what governs for sure."""
_LEGEND = re.compile(r"(?:[^\w\s]{1,5}|\w[\w ]{0,20})\s*=\s*(?=\w)")
"""So a line begins that says what a mark beside orders means, or a column of them."""
_LABEL = re.compile(r"\w[\w -]{2,20}: ?\S+( \S+){0,3}\Z")
"""A field of a form: ``Remark: to be confirmed``."""
_MEANS = re.compile(r"=\s*(\w+)")
_YEAR = re.compile(r"\d{4}")
_CLOCK = re.compile(r"\b\d{1,2}:\d\d\b")
_TREATS = WordPattern(r"\W*(?:%(leads_in)s\W+){0,3}%(treats)s\b(?!,? %(treats_nothing)s\b)")
_AWAY = WordPattern(
    r"\b(?P<whose>%(possessors)s )?%(parents_called)s(?: ?%(is_now)s)(?: \w+){0,2}? %(is_away)s\b"
)
_NAME_OR_SIGN = re.compile(r"\w+|[\ue000-\uf8ff]")
"""A word, or the sign of a power that goes by a name of its player's choice."""


def list_telling_sentences(line: MailLine, here: Locality) -> list[MailLine]:
    """Return the sentences of a line that was not read, without those that are idle talk, and those
    whose pronouns speak of what the one before them names."""
    sentences = split_sentences(line)
    return [
        each
        for before, each in zip((None, *sentences), sentences, strict=False)
        if cut_talk(each.text, here.powers)
        and not is_talk_by_likeness(each, here)
        and not _is_idle_talk(each, here)
        and not (before is not None and _goes_on_talking(before, each, here))
    ]


def is_talk_by_likeness(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence is surely about something else than orders, by what its words are
    like, and what speaks against that."""
    if line.orders or not is_like_talk(line.text, here) or not is_prose(line, here):
        return False
    if _only_greets(line) or _LABEL.match(line.text) or _heads_orders_of_others(line, here):
        return False
    named = [
        word.names
        for word in split_names(line.text, here)
        if word.names and fold_text(word.typed).removesuffix("'s") not in here.powers
    ]
    if _breaks_off(line) or (named and len(line.text.split()) - len(named) < _FEW):
        return False  # Yes, Burgundy
    return is_like_talk(line.text, here, _weigh_against(line, named, here))


def _heads_orders_of_others(line: MailLine, here: Locality) -> bool:
    """Say whether a few words name another power, and what heads orders: ``German plans``."""
    words = {*map(fold_text, _NAME_OR_SIGN.findall(line.text))}
    of_others = not words.isdisjoint({*here.powers}.difference(here.own))
    is_heading = any("heading" in each.kinds for each in line.phrases)
    return of_others and is_heading and len(words) <= _FRAGMENT


def _weigh_against(line: MailLine, named: Sequence[frozenset[str]], here: Locality) -> float:
    """Return how much speaks against it that a sentence is talk, in which some names stand."""
    words = {*map(fold_text, _NAME_OR_SIGN.findall(line.text))}
    of_others = not words.isdisjoint({*here.powers}.difference(here.own))
    is_own = any(name in here.kinds or name.islower() for names in named for name in names)
    heads = line.text.rstrip(" -*_").endswith(":")
    is_short = len(line.text.split()) <= _FEW
    return (
        2.0 * _governs_by_form(line, here)
        + 1.0 * (is_short and not line.text.strip(" .,!").istitle())
        + 1.0 * (is_short and bool(find_pointing(line.text)))
        + 1.0 * ("?" in line.text)
        + 2.0 * (is_own and len(named) > 1)
        + 2.0 * (of_others and len(words) < _TERSE)
        + 1.0 * (heads and of_others)
        + 4.0 * (heads and "condition" in line.phrases[0].kinds)
        + 2.0 * (heads and has_unknown_word(split_remark(line.text)[-1], here))
        + 4.0 * (of_others and any("heading" in each.kinds for each in line.phrases))
        + 2.0
        * (
            (heads or len(words) <= _FRAGMENT)
            and OTHER_TURN in mark_names_on_board(line.text, here)
        )
    )


def _breaks_off(line: MailLine) -> bool:
    """Say whether a line ends so that more must follow."""
    return line.text.rstrip()[-1:].isalnum() and "link" in line.phrases[-1].kinds


def _only_greets(line: MailLine) -> bool:
    """Say whether a line is a greeting, of which whom it greets matters most."""
    is_short = len(line.text.split()) <= _TERSE
    is_called = line.text.split()[1:2] != [] and {*split_tokens(line.text)}.isdisjoint(
        list_words("introduced_from")
    )
    greets = "greeting" in line.phrases[0].kinds and not line.text.endswith((".", "!"))
    return is_short and is_called and greets


def _goes_on_talking(before: MailLine, line: MailLine, here: Locality) -> bool:
    """Say whether a sentence only says how that is which the one before it names."""
    changes = any(phrase.kinds & (OVERRULING | _CHANGING) for phrase in line.phrases[1:])
    named = list_names_and_moves(f"{before.text} {line.text}", here)
    told = _name_as_several(before, here)
    return (
        is_of_sentence_before(told, line.text)
        and not (changes or named or is_taking_back(before, here))
        and has_subject(line.text)
    )


def _name_as_several(line: MailLine, here: Locality) -> str:
    """Return a sentence in which the other powers are somebody, of whom "they" may speak."""
    return " ".join(
        list_words("whoever")[0] if phrase.text in here.powers else phrase.text
        for phrase in line.phrases
    )


def _is_idle_talk(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence has words that say nothing of orders, and none beside them that may:
    ``Burgundy, here I come``, but not ``nothing is final``."""
    if sets_orders_apart(line.text) or is_like_what_governs(line.text, here):
        return False
    if is_foreign_talk(line.text) and not _settles_nothing(line):
        return {*here.kinds}.isdisjoint(find_names_on_board(line.text, here))
    if is_about_private_life(line.text, here.powers):
        return True
    if is_one_clause_of_thanks(line.text) and not any(
        phrase.kinds & (OVERRULING | {"corrects", "alternative"}) for phrase in line.phrases
    ):
        return not find_pointing(line.text)
    if not any("idle" in phrase.kinds for phrase in line.phrases):
        return False
    return not _mentions_other_author_beside(line, here) and all(
        _is_idle_clause(clause, here) for clause in split_clauses(line)
    )


def _mentions_other_author_beside(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence names somebody who may order, beside what is idle in it, or says that
    another power has written something: ``Germany wrote that, I can't believe it``."""
    words = {*split_tokens(line.text)}
    others = {*here.powers}.difference(here.own)
    if words & others and words & {*list_words("quoting")} and find_pointing(line.text):
        return True
    text = line.text
    for phrase in line.phrases:
        if "idle" in phrase.kinds:
            text = text[: phrase.start] + "," * len(phrase.text) + text[phrase.end :]
    return mentions_other_author(text)


def _is_idle_clause(clause: MailLine, here: Locality) -> bool:
    """Say whether nothing in a clause may change orders, and none of its words is unknown, unless
    it has some that say nothing of orders."""
    beside = [phrase for phrase in clause.phrases if "idle" not in phrase.kinds]
    if any(phrase.kinds & _CHANGING for phrase in beside):
        return False
    return len(beside) < len(clause.phrases) or all(
        phrase.kinds & _UNSUSPICIOUS or phrase.text in here.board or phrase.text in here.powers
        for phrase in beside
    )


def may_take_back(line: MailLine, here: Locality) -> bool:
    """Say whether a line has a sentence that may take back all orders beside it."""
    return find_sentence_in_doubt(line, here) is not None


def find_sentence_in_doubt(line: MailLine, here: Locality) -> MailLine | None:
    """Return the sentence of a line that may take back all orders beside it, or describe others."""
    if (taking := find_sentence_taking_back(line, here)) is not None:
        return taking
    sentences = list_telling_sentences(line, here)
    return next(
        (each for each in sentences if not each.hints and speaks_of_undertaking(each, here)), None
    )


def find_sentence_taking_back(line: MailLine, here: Locality) -> MailLine | None:
    """Return the sentence of a line that may take back all that stands above it."""
    if line.is_order and not line.orders:
        return None
    sentences = list_telling_sentences(line, here)
    return next((each for each in sentences if is_taking_back(each, here)), None)


def begins_as_command(text: str) -> bool:
    """Say whether a line that is read as a command may be a sentence about the orders beside it,
    which only begins with the word of one: ``SET this aside maybe``."""
    first, _, behind = text.partition(" ")
    phrases = find_phrases(text)[1:]
    return (not first.isupper() or behind[:1].islower()) and (
        any(phrase.kinds & _CHANGING for phrase in phrases)
        or bool(find_pointing(text))
        or mentions_other_author(text)
    )


def split_clauses(line: MailLine) -> list[MailLine]:
    """Return the clauses of a sentence, each as a line of its own."""
    parts = filter(None, map(str.strip, _COMMAS.split(line.text)))
    found = [(part, find_phrases(part)) for part in parts]
    return [line._replace(text=part, phrases=words) for part, words in found if words]


class _SentenceBeside(NamedTuple):
    """A sentence beside orders: as it was typed, and without the words of daily life in it."""

    typed: MailLine
    line: MailLine
    here: Locality

    @property
    def slips(self) -> frozenset[str]:
        """For what reasons it was not read though something near it can be said."""
        return frozenset(each.why.code for each in self.line.unread if each.hints)

    @property
    def is_no_slip(self) -> bool:
        """Whether it only begins with the word of a command, and is a sentence."""
        slips = self.slips
        return ("unknown_command" in slips and _is_of_known_words(self.line)) or (
            "unknown_power" in slips and begins_as_command(self.line.text)
        )

    @property
    def told(self) -> list[Phrase]:
        """The phrases that say something of orders, without the number of a note before them."""
        told = [each for each in self.line.phrases if not is_harmless(each, self.here)]
        return [*dropwhile(lambda phrase: phrase.text.isdecimal(), told)]


def is_taking_back(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence that is not known to be harmless points at all that is above it."""
    if asks_judge(line.text, here.board) or names_a_move(line, here) or _adds_units(line, here):
        return False
    said = _SentenceBeside(line, _blot_out_daily_life(line), here)
    verdicts = (judge_of(said) for judge_of in _VERDICTS)
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _is_legend(said: _SentenceBeside) -> bool | None:
    """What a mark beside orders means may be that they do not count."""
    line = said.typed
    if not line.is_unread or not _LEGEND.match(line.item.line.text.strip()):
        return None
    meant = {fold_text(each) for each in _MEANS.findall(line.text)}
    return not meant <= {*list_words("legend_meanings")}


def _is_shouted_command(said: _SentenceBeside) -> bool | None:
    is_shouted = said.line.text.isupper() and "unknown_command" in said.slips
    return False if is_shouted and not _settles_nothing(said.line) else None


def _is_slip(said: _SentenceBeside) -> bool | None:
    """Of a line near to one that can be read only words count that surely take back."""
    line = said.line
    is_slip = not said.is_no_slip and (
        "unknown_command" not in said.slips or len(line.phrases) <= SHORT
    )
    if not line.hints or not (is_slip or not is_prose(line, said.here)):
        return None
    hangs = any(each.why.code == "condition" for each in line.unread)
    hangs = hangs and bool(find_names_on_board(line.text, said.here))
    says_so = any(" " in each.text and "revokes" in each.kinds for each in line.phrases)
    return says_so or bool(find_what_points(line) - ({"altering"} if hangs else set()))


def _is_said_to_judge(said: _SentenceBeside) -> bool | None:
    line = said.line
    begins = begins_command(line, said.here) and not begins_as_command(line.text)
    return False if begins or is_repeat_request(line.text) or is_block_end(line.text) else None


def _governs_by_form(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence is made as those are that take back, whatever else stands in it."""
    return (
        _is_for_another_turn(_blot_out_daily_life(line), here)
        or _says_it_is_unsettled(line)
        or _says_how_to_treat_it(line)
        or _is_by_child(line)
        or governs_in_other_language(line.text)
    )


def _governs(said: _SentenceBeside) -> bool | None:
    typed, here = said.typed, said.here
    governs = (
        _governs_by_form(typed, here)
        or (is_prose(typed, here) and is_in_unknown_language(typed.text))
        or ((said.is_no_slip or not said.line.hints) and _is_of_unknown_purpose(typed, here))
    )
    return True if governs else None


def _surely_governs(said: _SentenceBeside) -> bool | None:
    """What was not read, and is nearly a command by chance, is weighed, too: ``Your call.``"""
    line, here = said.typed, said.here
    typed = _ADDRESS.sub("", line.text)
    is_told = line.is_unread and is_worded(typed) and not line.text.endswith(":")
    if not is_told or begins_command(line, here) or _looks_like_order(line, here):
        return None
    return is_like_what_governs(line.text, here, _SURELY) or None


def _is_like_what_governs(said: _SentenceBeside) -> bool | None:
    line, here = said.line, said.here
    is_prose_unread = line.is_unread and not line.hints and is_prose(line, here)
    if not is_prose_unread or _looks_like_order(line, here) or _is_signature(line):
        return None
    return is_like_what_governs(said.typed.text, here) or None


def _says_nothing_more(said: _SentenceBeside) -> bool | None:
    line = said.line
    heads = line.text.endswith(":") and "corrects" not in line.phrases[0].kinds
    return False if heads or not said.told else None


def _takes_back_by_words(said: _SentenceBeside) -> bool | None:
    first, told = said.line.phrases[0].kinds, said.told
    corrects = "corrects" in first and (
        not first & NEUTRAL or any(phrase.kinds & {"season", "time"} for phrase in told)
    )
    takes = (
        bool(told[0].kinds & {"takeback", "hangs_above", "alternative"})
        or corrects
        or "negation" in first
        or any(phrase.kinds & _TAKING_BACK for phrase in told)
        or ("courtesy" not in first and all(phrase.text in said.here.board for phrase in told))
        or bool(find_what_points(said.line))
        or any(map(_is_no, split_clauses(said.line)))
    )
    return True if takes else None


def _is_of_something_unknown(said: _SentenceBeside) -> bool:
    """Prose is in doubt unless it is known to be about something else than orders."""
    line, typed, here = said.line, said.typed, said.here
    if not is_prose(line, here):
        return False
    if has_subject(line.text, here.powers):
        return "unknown_command" not in said.slips and not _is_unrelated_to_orders(typed, here)
    return not (_is_known_fragment(line, here) or _is_fragment_of_life(typed, here))


_VERDICTS: tuple[Callable[[_SentenceBeside], bool | None], ...] = (
    _is_legend,
    _is_shouted_command,
    _surely_governs,
    _is_slip,
    _is_said_to_judge,
    _governs,
    _says_nothing_more,
    _is_like_what_governs,
    _takes_back_by_words,
    _is_of_something_unknown,
)
"""What may settle whether a sentence takes back what is above it: the first that is not None."""


def _adds_units(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence tells units of its writer to do what is told above, and says no more:
    ``Likewise Marseilles``."""
    told = _ADDS.pattern.fullmatch(fold_text(line.text))
    named = [*split_names(line.text[slice(*told.span("who"))], here)] if told else []
    between = {*list_words("articles"), *list_words("told_and")}
    return any(word.names for word in named) and all(
        word.names & {*here.kinds} or fold_text(word.typed) in between for word in named
    )


def _is_of_unknown_purpose(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence of few words, or one that has no subject, shows by none of its words
    why somebody writes it beside orders: ``two are real``, ``sent by Italy``."""
    most = _TERSE if has_subject(line.text, here.powers) else _FRAGMENT
    if (
        line.text.endswith(":")
        or _CLOCK.search(line.text)  # Deadline Friday 18:00
        or len(line.text.split()) > most
        or not is_prose(line, here)
        or "corrects" in line.phrases[0].kinds
        or (line.phrases[0].text in here.commands and "lead" not in line.phrases[0].kinds)
        or _looks_like_order(line, here)
    ):
        return False
    if all(is_harmless(phrase, here) for phrase in line.phrases) and any(
        "heading" in phrase.kinds or phrase.text in here.own or phrase.text in here.turn
        for phrase in line.phrases
    ):
        return False
    if line.text.endswith("?") and any("others" in phrase.kinds for phrase in line.phrases):
        return True  # good for you?
    return not (
        any(phrase.kinds & _SHOWS_PURPOSE for phrase in line.phrases)
        or ("greeting" in line.phrases[0].kinds and "lead" not in line.phrases[0].kinds)
        or _is_signature(line)
        or shows_it_is_talk(line.text)
    )


def _looks_like_order(line: MailLine, here: Locality) -> bool:
    """Say whether a line names a unit of its writer, or a space behind a dash, or asks what they
    do themselves: ``A Xyzzy - Bur``, ``I should resign, shouldn't I?``."""
    if not {*here.kinds}.isdisjoint(list_names_and_moves(line.text, here)):
        return True
    asks_of_self = line.text.endswith("?") and "own" in line.phrases[0].kinds
    return asks_of_self or (
        "-" in line.text and any(phrase.text in here.board for phrase in line.phrases)
    )


def _is_of_known_words(line: MailLine) -> bool:
    """Say whether a line begins with a word that is no slip, and has none in capitals, as commands
    have."""
    words = line.text.split()
    in_capitals = any(word.isupper() and len(word) > 1 for word in words)
    return "plain" in line.phrases[0].kinds and not in_capitals


def _is_no(clause: MailLine) -> bool:
    """Say whether a clause says no, and nothing else: ``I read your letter, so no``."""
    kinds = [phrase.kinds for phrase in clause.phrases]
    return "negation" in kinds[-1] and all(each & (NEUTRAL | {"negation"}) for each in kinds)


def _is_fragment_of_life(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence without a subject is of daily life."""
    return is_of_daily_life(line.text, here.powers) or (
        any(map(names_daily_life, split_tokens(line.text)))
        and is_unrelated_to_orders(line.text, here.powers, here.own)
    )


def _is_unrelated_to_orders(line: MailLine, here: Locality) -> bool:
    """Say whether a whole sentence is known to be about something else than orders, or speaks of
    some that it names."""
    if not {*here.kinds}.isdisjoint(list_names_and_moves(line.text, here)):
        return not mentions_other_author(line.text)
    is_idle = any("idle" in phrase.kinds for phrase in line.phrases)
    return (is_idle and not _mentions_other_author_beside(line, here)) or any(
        is_unrelated_to_orders(text, here.powers, here.own)
        for text in (line.text, _without_harmless(line))
    )


def _is_for_another_turn(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence says, with no subject but one that points at orders, that these are
    for another season or year: ``for 1902, that is``, ``valid from fall on``."""
    for before, named in pairwise(line.phrases):
        is_turn = "season" in named.kinds or _YEAR.fullmatch(named.text)
        if is_turn and named.text not in here.turn and not named.kinds & NEUTRAL:
            told = before.text.split()[-1] in list_words("joins_place")
            beside = f"{line.text[: named.start]},{line.text[named.end :]}"
            words = (each for each in split_tokens(beside) if each not in list_words("whatever"))
            return told and not names_somebody(" ".join(words))
    return False


def _says_it_is_unsettled(line: MailLine) -> bool:
    """Say whether several words say that something is not settled, and nothing of daily life stands
    behind them of which they say so: ``waiting for the dentist``."""
    said = (each for each in line.phrases if "unsettled" in each.kinds and " " in each.text)
    return any(
        blot_out_daily_life(line.text)[each.start]
        == blot_out_daily_life(line.text[: each.end])[each.start]
        for each in said
    )


def _is_by_child(line: MailLine) -> bool:
    """Say whether a child tells that a parent is away, whose game it may be: ``Dad's out``."""
    told = _AWAY.pattern.search(fold_text(line.text))
    return told is not None and not told["whose"]


def _says_how_to_treat_it(line: MailLine) -> bool:
    """Say whether a sentence says what is to be done, or when, with something that it does not
    name: ``to be opened if I am not back``; or that something is done on one condition alone."""
    is_exclusive = any(each.text in list_words("exclusive_conditions") for each in line.phrases)
    return is_exclusive or _TREATS.pattern.match(fold_text(line.text)) is not None


def _settles_nothing(line: MailLine) -> bool:
    return any(phrase.kinds & {"unsettled", "takeback", "revokes"} for phrase in line.phrases)


def _blot_out_daily_life(line: MailLine) -> MailLine:
    text = blot_out_daily_life(line.text)
    return line if text == line.text else line._replace(text=text, phrases=find_phrases(text))


def find_what_points(line: MailLine) -> frozenset[str]:
    """Return by what a sentence points at the orders beside it, but for phrases that are known to
    change nothing: ``please excuse typos``."""
    return find_pointing(_without_harmless(line))


def _without_harmless(line: MailLine) -> str:
    """Return a sentence without the phrases that are known to change nothing."""
    text = fold_text(line.text)
    hangs = False
    for phrase in line.phrases:
        hangs = hangs or ("condition" in phrase.kinds and "courtesy" not in phrase.kinds)
        is_known = phrase.kinds & (_HARMLESS - {"idle"} if hangs else _HARMLESS) or (
            "comment" in phrase.kinds and phrase.text.count(" ") > 1  # not "that is"
        )
        if " " in phrase.text and is_known and not phrase.kinds & _CHANGING:
            last = phrase.text.split()[-1] if "plain" in phrase.kinds else ""  # the first time
            blank = "," if not last else " "
            text = (
                text[: phrase.start]
                + last.rjust(phrase.end - phrase.start, blank)
                + text[phrase.end :]
            )
    return text


def is_prose(line: MailLine, here: Locality) -> bool:
    """Say whether a line has words, and is not written as commands and orders are."""
    return (
        (is_worded(cut_postscript(line.text) or line.text) or _may_unsay(line, here))
        and not begins_command(line, here)
        and not (line.phrases[0].text in here.commands and not line.phrases[0].kinds)
        and not all(phrase.text in here.board for phrase in line.phrases[:2])
        and not _NO_PROSE.search(line.text)
        and any(len({*phrase.text}) > 1 for phrase in line.phrases)
        and len(line.text) <= LONGEST
    )


def _may_unsay(line: MailLine, here: Locality) -> bool:
    """Say whether a word of a line may make what stands beside it others, be it said behind one in
    capitals, ``FYI maybe Picardy``, or all in capitals; a postscript names something of it."""
    head, *behind = line.text.split()
    next_word = "".join(behind[:1])
    goes_on = head.isupper() and next_word.isalpha() and not next_word.isupper()
    unsays = OVERRULING | {"open", "corrects"}
    is_of_board = not is_postscript(line.text) or bool(find_names_on_board(line.text, here))
    return (
        (goes_on or line.text.isupper())
        and is_of_board
        and any(phrase.kinds & unsays for phrase in line.phrases)
    )


def _is_known_fragment(line: MailLine, here: Locality) -> bool:
    """Say whether all words are known, or names, of what is no whole sentence."""
    first = line.phrases[0]
    says_of_it = continues_answer(line.text.lower()) and "courtesy" not in first.kinds
    if says_of_it or any(phrase.kinds & _CHANGING for phrase in line.phrases):
        return False
    if ("greeting" in first.kinds and not first.kinds & {"lead"}) or _is_signature(line):
        return True
    if "courtesy" in first.kinds and " " in first.text:
        return True
    return not mentions_other_author(line.text) and all(
        phrase.kinds & _UNSUSPICIOUS
        or "idle" in phrase.kinds
        or leads_in(phrase.text)
        or phrase.text.isdecimal()
        or (phrase.start > 0 and line.text[phrase.start : phrase.end].istitle())
        for phrase in line.phrases
    )


def _is_signature(line: MailLine) -> bool:
    """Say whether a line is a name, or a few, with no sign behind it: ``P. Dupont``, ``xx Lea``."""
    if is_signature(line.text):
        return True
    named = _BESIDE_NAME.sub("", line.item.line.text)
    words = [word for word in named.split() if word != "&"]
    return (
        0 < len(words) <= _FEW
        and small_words().isdisjoint(words)
        and all(word[0].isupper() and not word.isupper() for word in words if len(word) > 2)
        and (len(words) > 1 or is_unheard_of(words[0]))
        and words[-1].replace("-", "").isalpha()
    )


def speaks_of_undertaking(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence that is not known to be idle describes orders, without their units:
    ``the southern one``, ``the invasion``, ``in Scandinavia I wait``, ``nothing against Russia``.
    """
    line = _blot_out_daily_life(line)
    if "condition" in line.phrases[0].kinds or is_idle(line, here) or names_a_move(line, here):
        return False
    described = _DESCRIBED.pattern.search(fold_text(line.text))
    if described or any("undertaking" in phrase.kinds for phrase in line.phrases):
        return True
    words = {*map(fold_text, _NAME_OR_SIGN.findall(line.text))}
    named = words & {*here.regions}
    return bool(named.difference(here.powers)) or (
        not words.isdisjoint({*here.powers, *here.regions} - {*here.own})
        and not words.isdisjoint(list_words("told_nobody"))
    )


def is_idle(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence is known to say nothing that changes orders: all its words are, and
    it greets, or some say what for."""
    if "greeting" in line.phrases[0].kinds and len(line.phrases) <= SHORT:
        return True
    says_what_for = any(
        phrase.kinds & _SAYS_WHAT_FOR and not phrase.text.startswith("for ")
        for phrase in line.phrases
    )
    changes = any(phrase.kinds & (OVERRULING | {"negation"}) for phrase in line.phrases)
    return (
        says_what_for
        and not changes
        and not {*split_tokens(line.text)[:_LEADS]} & {*list_words("alters")}
        and all(
            phrase.kinds & _UNSUSPICIOUS or phrase.text in here.board or is_harmless(phrase, here)
            for phrase in line.phrases
        )
    )


def names_a_move(line: MailLine, here: Locality) -> bool:
    """Say whether a line names a move itself: then what it says is said of that. A code may be
    none of the board, and even a word that denies: ``A DAL - NOR``."""
    if line.phrases[0].text in here.board and _ENDS_IN_CODE.fullmatch(line.text):
        return True
    return any(
        before.text in here.board
        and after.text in here.board
        and "-" in line.text[before.end : after.start]
        and not begins_name(line.text[before.start : after.end], here)
        for before, after in pairwise(line.phrases)
    )
