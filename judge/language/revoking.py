"""What in a mail may take back what stands above it, or beside it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import fields
from itertools import dropwhile, pairwise

from judge.language.answers import continues_answer, read_short_answer, tells_whose_words
from judge.language.beside import (
    begins_name,
    find_names_on_board,
    list_names_and_moves,
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
from judge.language.mail_lines import (
    SHORT,
    Locality,
    MailLine,
    begins_command,
    collect_names_touched,
    is_harmless,
    speaks_of_mail,
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
from judge.language.signature import is_signature
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    OrderStatement,
    UnreadStatement,
    without_doubt,
)
from judge.language.talk import is_repeat_request, is_worded
from judge.language.word_lists import WordPattern, list_words, read_count
from judge.language.words import (
    NEUTRAL,
    OVERRULING,
    Phrase,
    asks_judge,
    find_phrases,
    is_about_private_life,
    list_revoking_signs,
)
from judge.model.order import Order, list_units_and_places
from judge.model.reason import Reason

_CLAUSE = re.compile(r"[,.!?;:\u2013\u2014]+ +|:")
_COMMAS = re.compile(r"[,;:()]| -+ ")
_UNSUSPICIOUS = NEUTRAL | {"plain", "reason", "judge", "mail", "heading", "earlier", "others"}
"""Kinds of words in sentences that say nothing of orders that may take them back."""
_SAYS_WHAT_FOR = frozenset({"reason", "judge", "mail", "earlier"})
"""Kinds of words of which one is in every sentence that names a unit and says nothing of it."""
_NUMBERED = WordPattern(
    r"(?:\b%(numbered)s\.? ?#?|#|^(?=\d+[).:]))(?P<number>\d{1,2}|%(numbers)s)(?=[^\w-]|$)"
)
_CALLED_BY_NUMBER = WordPattern(
    r"\b(?P<beside>%(beside_lines)s )?(?:the )?(?:%(numbered)s\.? ?#?|#)"
    r"(?P<number>\d{1,2}|%(numbers)s)\b"
)
_OWN_NUMBER = WordPattern(r"\W*(?:%(number_sign)s ?)?(?P<number>\d{1,2})[.):\s]")
_UNSAYS = frozenset({"takeback", "revokes", "negation"})
"""Kinds of words of which one is in every sentence that takes back what it calls by a number."""
_ADDS = WordPattern(r"\W*(?:%(told_and)s )?%(adds_units)s (?P<who>.*?)(?: %(adds_too)s)?\W*")
_DESCRIBED = WordPattern(r"\b%(described)s\b")
_STAYS = WordPattern(r"\b%(stays_so)s\b")
_CHANGING = OVERRULING | {"negation", "open", "corrects", "alternative", "time", "season"}
"""Kinds of words that may change orders beside what is idle."""
_TAKING_BACK = frozenset({"revokes", "unsettled", "points_at"})
"""Kinds of words that take back what stands above them wherever they stand."""
_HARMLESS = frozenset({"courtesy", "idle", "plain"})
"""Kinds of phrases in which no word points at orders."""
_NO_PROSE = re.compile(r"[{}<>\\|=~^]")
"""Signs that nobody writes in a sentence."""
_BESIDE_NAME = re.compile(r"\A(?:[xo]+ )|\(.*\)?")
"""What may stand beside the name of somebody who ends a mail: kisses, an age, a title."""
_LEADS = 3
"""So many phrases may lead up to an order."""
_GOING_ON = ("...", "\u2026")
"""With these a sentence goes on with what stands above it."""
_FEW = 3
"""So many words may put a name right, and say nothing else."""
_TERSE = 5
"""So few words a sentence may have that nothing in them shows what it is about."""
_FRAGMENT = 8
"""The same of one that has no subject."""
_SHOWS_PURPOSE = frozenset({"courtesy", "idle", "judge"})
"""Kinds of phrases that nobody writes to say something of orders."""
_ENDS_IN_CODE = re.compile(r"[\w/ ]*\w ?->? ?[A-Z]{3}(?:/\w+)?")
_LEGEND = re.compile(r"[^\w\s]{1,5}\s*=\s*(?=\w)")
"""So a line begins that says what a mark beside orders means."""
_YEAR = re.compile(r"\d{4}")
_CLOCK = re.compile(r"\b\d{1,2}:\d\d\b")
_POINTING = NEUTRAL | {"speaks_of", "speaks_at_end", "this_mail"}
"""Kinds of words behind one that revokes which only point at what stands above."""
_BEFORE_NUMBER = NEUTRAL | {"negation", "takeback", "revokes", "speaks_of"}
_BESIDE_NUMBER = _BEFORE_NUMBER | {"plain", "speaks_at_end", "hangs_above"}
"""Kinds of words before a number that points at an order, and behind it."""
_BESIDE_POINTED = _BESIDE_NUMBER | {"several", "points_at", "heading"}
"""Kinds of words behind one that revokes orders by where they stand: ``all up to line 2``."""
_WIDENING = frozenset({"condition", "hangs_above", "alternative"})
"""Kinds of words of sentences that may speak of more than the units that they name."""
_OTHERS = ("only", "told_rest", "told_but", "told_nobody")
"""The lists of words that set some orders apart from others."""
_NAME_OR_SIGN = re.compile(r"\w+|[\ue000-\uf8ff]")
"""A word, or the sign of a power that goes by a name of its player's choice."""
_OTHER_CASES = frozenset({"hangs_on", "other_time"})
"""Doubts of an order for another case or turn: the one above it is for this."""


_PARTS = (ConditionStatement, CommandStatement)
"""Statements behind which orders may be for another case or turn."""


class _Above:
    """The rows of what a mail has said above a line, by what it is."""

    def __init__(self) -> None:
        self.orders = list[int]()
        self.order_lines = list[MailLine]()
        self.commands = list[int]()
        self.latest: int | None = None
        """The command that stands just above."""
        self.ordered = frozenset[str]()
        """The units with orders above it and below the last command or condition."""
        self._named = defaultdict[str, list[int]](list)

    def add(self, row: int, line: MailLine, here: Locality) -> None:
        """Add a line to what stands above the next."""
        if line.is_order:
            self.orders.append(row)
            self.order_lines.append(line)
        elif line.does_something:
            self.commands.append(row)
        if line.does_something or line.orders:
            self.latest = row if line.does_something else None
        if any(isinstance(without_doubt(each), _PARTS) for each in line.statements):
            self.ordered = frozenset()
        self.ordered |= {said.order.unit.at.province for said in line.orders}
        units = line.names_touched | line.names_touched_by_guesses
        for name in units | {here.kinds[unit] for unit in units if unit in here.kinds}:
            self._named[name].append(row)

    @property
    def has_said(self) -> bool:
        """Whether there is anything above that could be taken back."""
        return bool(self.orders or self.commands or self._named)

    @property
    def names_touched(self) -> Collection[str]:
        """The units, their kinds, and the moves, that orders above are for, guessed ones, too."""
        return self._named.keys()

    def find_named(self, names: Collection[str]) -> list[int]:
        """Return the rows of orders, guessed ones too, for which some names stand: of provinces
        and of kinds of units."""
        return [row for name in names for row in self._named.get(name, ())]


def find_revoked(lines: Sequence[MailLine], here: Locality) -> dict[int, Reason]:
    """Return the doubt of each line that another, or a sign in it, may take back, by its row."""
    does = [_does_something(line, here) for line in lines]
    if not any(does) and all(
        line.is_unread and not (line.hints or line.is_order) for line in lines
    ):
        return {}
    doubts: dict[int, Reason] = {}
    orders = [at for at, line in enumerate(lines) if line.is_order]
    above = _Above()
    doing: list[int] = []
    spoken: dict[str, MailLine] = {}
    for at, line in enumerate(lines):
        if line.is_unread and _affirms(line, above, here):
            continue
        if said := next(
            (
                spoken[unit]
                for unit in sorted(line.names_touched | line.names_touched_by_guesses)
                if unit in spoken
            ),
            None,
        ):
            doubts.setdefault(at, Reason("taken_back_below", (_cite(said),)))
        if _goes_on_from_above(line, here):
            doubts |= {row: Reason("taken_back_below", (_cite(line),)) for row in doing}
        elif doing and _may_unsay(line, here) and (_binds(lines[doing[-1]]) or _tells(line)):
            doubts.setdefault(doing[-1], Reason("taken_back_below", (_cite(line),)))
        if does[at]:
            doing.append(at)
        elif not any(isinstance(each, ConditionStatement) for each in line.statements):
            doing.clear()
        if within := _find_doubt_within(line, here):
            doubts.setdefault(at, within)
        if (above.has_said or line.orders) and not _heads_list(
            line, lines[max(at - 1, 0) : at], lines[at + 1 : at + 2]
        ):
            revoked, own = _find_taken_back(at, line, above, here)
            if waiting := [row for row in revoked if not lines[row].is_doubtful]:
                back = _find_taking_back(line, here) or line
                doubts = dict.fromkeys(waiting, Reason("taken_back_below", (_cite(back),))) | doubts
            if own is not None:
                doubts.setdefault(at, own)
        if orders and _corrects_nothing(line, lines[at + 1 :]):
            wrong = Reason("taken_back_below", (_cite(line),))
            doubts = dict.fromkeys(above.orders, wrong) | doubts
        singling = [
            each for each in _list_sentences(line, here) if _singles_out(each, len(orders), here)
        ]
        if orders and singling:
            singled = Reason("taken_back_below", (_cite(line),))
            numbered = _find_rows_by_number(singling, [lines[row] for row in orders], here)
            rows = [orders[place] for place in numbered] or orders
            rows = orders if orders != above.orders else rows
            doubts = {row: singled for row in rows if not lines[row].is_doubtful} | doubts
        above.add(at, line, here)
        tells = line.is_unread and bool(line.unread and line.phrases) and _is_prose(line, here)
        units = _find_units_spoken_of(line, here) if tells else ()
        spoken |= {
            unit: line
            for unit in units
            if unit in here.kinds and not line.is_order and not line.is_of_other_phase
        }
    return doubts


def find_rows_ordered_twice(lines: Sequence[MailLine]) -> set[int]:
    """Return the rows of orders for several units that a mail orders twice, if nothing says that it
    puts the first right: which set counts? Of one unit the last order does."""
    given = dict[str, tuple[int, Order]]()
    rows, units = set[int](), set[str]()
    for at, line in enumerate(lines):
        if any(isinstance(without_doubt(each), _PARTS) for each in line.statements):
            given.clear()
        if (
            line.item.told
            or line.item.amends
            or any("corrects" in phrase.kinds for phrase in line.phrases)
        ):
            given.clear()
        for said in line.orders:
            unit = said.order.unit.at.province
            row, old = given.get(unit, (at, said.order))
            if _describe_order(old) != _describe_order(said.order):
                rows |= {row, at}
                units.add(unit)
            given[unit] = at, said.order
    return rows if len(units) > 1 else set()


def _describe_order(order: Order) -> tuple[type, list[str]]:
    """Return what an order is, however its own unit is written."""
    named = (getattr(order, field.name) for field in fields(order) if field.name != "unit")
    return type(order), [str(place) for each in named for place in list_units_and_places(each)]


def limits_order_above(line: MailLine) -> bool:
    """Say whether a condition begins as a sentence goes on that begins above it: ``unless Picardy
    is open``, and not as a command does."""
    first = line.text.partition(" ")[0]
    conditions = (each for each in line.statements if isinstance(each, ConditionStatement))
    return first in list_words("unless") and any(conditions)


def _affirms(line: MailLine, above: _Above, here: Locality) -> bool:
    """Say whether a line only says of what is ordered above it that it is meant, and is talk
    besides: ``Yes, Gascony. I know what I am doing.``"""
    sentences = split_sentences(line)
    affirming = [each for each in sentences if _says_yes_to(each, above, here)]
    return len(affirming) > 0 and all(
        each in affirming or not cut_talk(each.text, here.powers) for each in sentences
    )


def _says_yes_to(line: MailLine, above: _Above, here: Locality) -> bool:
    named = [word for word in split_names(line.text, here) if word.names]
    rest = line.text
    for word in named:
        rest = rest.replace(word.typed, ",", 1)
    yes, *others = [part for part in map(str.strip, rest.split(",")) if part[:1].isalnum()] or [""]
    goals = {f"- {name}" for word in named for name in word.names}
    return (
        len(goals) > 0
        and goals <= {*above.names_touched}
        and fold_text(yes).rstrip(" .!") in list_words("affirms")
        and not cut_talk(", ".join(others), here.powers)
    )


def _binds(line: MailLine) -> bool:
    """Say whether a line is words for others, or a command by which somebody may lose."""
    return line.item.body is not None or any(
        isinstance(each, CommandStatement) and each.command.harms for each in line.statements
    )


def _tells(line: MailLine) -> bool:
    """Say whether a line is neither a question nor about the mail itself."""
    return "?" not in line.text and not speaks_of_mail(line, None)


def _does_something(line: MailLine, here: Locality) -> bool:
    """Say whether a line is words for others, a command, or a short answer to a letter: yes or no,
    or the number of an offer."""
    answers = here.picks_offer(line.text) or read_short_answer(line.text) is not None
    return answers or line.item.body is not None or line.does_something


def _goes_on_from_above(line: MailLine, here: Locality) -> bool:
    """Say whether a line says more of the command or answer above it, in a sentence that begins
    there or points at it: ``is my wife's answer``, ``That is what Austria asks for``."""
    if tells_whose_words(line.text) and not line.is_order and line.item.body is None:
        return True
    if not line.is_unread or line.hints or "?" in line.text or asks_judge(line.text, here.board):
        return False
    return continues_answer(line.text)


def _may_unsay(line: MailLine, here: Locality) -> bool:
    """Say whether a line that is not understood may unsay what stands just above it that binds:
    ``said my wife``, ``I am just letting off steam``, but no question to the judge."""
    first = line.text.partition(" ")[0]
    if not line.is_unread or line.hints or (first.isupper() and len(first) > 1):
        return False
    if line.names_touched_by_guesses or not line.phrases or _names_a_move(line, here):
        return False
    return any(
        not _is_idle(each, here)
        and not asks_judge(each.text, here.board)
        and not all(is_harmless(phrase, here) for phrase in each.phrases)
        for each in _list_sentences(line, here)
        if len(each.phrases) > 1
    )


def says_no_to_nothing(line: MailLine, here: Locality) -> bool:
    """Say whether a line says no where nothing was asked, and so to what stands beside it."""
    answer = read_short_answer(line.text) if line.item.body is None and not line.orders else None
    return answer is not None and answer == ("no", True) and not here.picks_offer(line.text)


def _is_signed_by_another(line: MailLine, here: Locality) -> bool:
    """Say whether a line is the name of a power that is not the writer's, with nothing before it
    but what people write above their names: ``Regards, Italy``."""
    if not line.phrases:
        return False
    *before, name = line.phrases
    return (
        name.text in here.powers
        and name.text not in here.own
        and not line.orders
        and line.text.rstrip(" .)*_").endswith(line.text[name.start : name.end])
        and all("courtesy" in each.kinds and "greeting" not in each.kinds for each in before)
        and (not before or not line.text[before[-1].end : name.start].isspace())
    )


def _find_taken_back(
    row: int, line: MailLine, above: _Above, here: Locality
) -> tuple[list[int], Reason | None]:
    """Return the rows that a line may take back, and a doubt of the line itself."""
    if (above.orders or above.commands) and _revokes_by_command(line, above):
        return [*above.orders, *above.commands], Reason("taken_back_below", (_cite(line),))
    if above.orders and (says_no_to_nothing(line, here) or _is_signed_by_another(line, here)):
        return above.orders, None
    if limits_order_above(line):
        return above.orders, None
    sentences = _list_sentences(line, here)
    taking = [each for each in sentences if _is_taking_back(each, here)]
    if singled := [] if line.orders else _find_rows_singled_out(taking, above, here):
        return singled, None
    if numbered := _find_rows_by_number(taking, above.order_lines, here):
        return [above.orders[place] for place in numbered], None
    takes_back = bool(taking) and (not line.is_order or bool(line.orders))
    if takes_back or _corrects_another(line, above.names_touched, here):
        revoked = [*above.orders, *([row] if _takes_back_beside(line, here) else ())]
        if _revokes_plainly(line, here):
            revoked += above.commands
        elif above.latest is not None and line.phrases[0].text not in here.commands:
            revoked.append(above.latest)
        return revoked, None
    if _governs_several(line) or _points_by_number(line, len(above.orders), here):
        return above.orders, None
    if line.is_unread and line.item.line.text.lstrip().startswith(_GOING_ON):
        return above.orders, None
    if above.latest is not None and _puts_right(line, here):
        return [above.latest], None
    guessed = _find_units_guessed(line)
    put_right = guessed if "altering" in _find_pointing(line) else guessed & above.ordered
    if again := above.orders if "" in guessed else above.find_named(put_right):
        return again, Reason("guess_waits")
    if again := above.find_named(_find_units_given_void(line, above, here)):
        return again, None
    if any(_speaks_of_undertaking(each, here) for each in sentences):
        return [*above.orders, *([row] if _takes_back_beside(line, here) else ())], None
    return above.find_named(_find_units_spoken_of(line, here)), None


def _list_sentences(line: MailLine, here: Locality) -> list[MailLine]:
    """Return the sentences of a line that was not read, without those that are idle talk, and those
    whose pronouns speak of what the one before them names."""
    sentences = split_sentences(line)
    return [
        each
        for before, each in zip((None, *sentences), sentences, strict=False)
        if cut_talk(each.text, here.powers)
        and not _is_idle_talk(each, here)
        and not (before is not None and _goes_on_talking(before, each, here))
    ]


def _goes_on_talking(before: MailLine, line: MailLine, here: Locality) -> bool:
    """Say whether a sentence only says how that is which the one before it names."""
    changes = any(phrase.kinds & (OVERRULING | _CHANGING) for phrase in line.phrases[1:])
    named = list_names_and_moves(f"{before.text} {line.text}", here)
    told = _name_as_several(before, here)
    return (
        is_of_sentence_before(told, line.text)
        and not (changes or named or _is_taking_back(before, here))
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
    if is_foreign_talk(line.text) and not _settles_nothing(line):
        return {*here.kinds}.isdisjoint(find_names_on_board(line.text, here))
    if _names_others(line):
        return False
    if is_about_private_life(line.text, here.powers):
        return True
    if is_one_clause_of_thanks(line.text) and not any(
        phrase.kinds & (OVERRULING | {"corrects", "alternative"}) for phrase in line.phrases
    ):
        return not find_pointing(line.text)
    if not any("idle" in phrase.kinds for phrase in line.phrases):
        return False
    return not _mentions_other_author_beside(line, here) and all(
        _is_idle_clause(clause, here) for clause in _split_clauses(line)
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


def _cite(line: MailLine) -> str:
    return line.text.strip(" .,;!()")


def may_take_back(line: MailLine, here: Locality) -> bool:
    """Say whether a line has a sentence that may take back all orders beside it."""
    return _find_taking_back(line, here) is not None or any(
        _speaks_of_undertaking(each, here) for each in _list_sentences(line, here) if not each.hints
    )


def _find_taking_back(line: MailLine, here: Locality) -> MailLine | None:
    """Return the sentence of a line that may take back all that stands above it."""
    if line.is_order and not line.orders:
        return None
    sentences = _list_sentences(line, here)
    return next((each for each in sentences if _is_taking_back(each, here)), None)


def _find_rows_singled_out(taking: Sequence[MailLine], above: _Above, here: Locality) -> list[int]:
    """Return the rows above some sentences that these take back, if each says of which units:
    ``Brest is still open``, but not ``only Brest is settled``. Of what is ``sent to Germany`` none
    is singled out: it is all of them."""
    clauses = [
        part
        for each in taking
        for part in _split_clauses(each)
        if not all(is_harmless(phrase, here) for phrase in part.phrases)
    ]
    widened = any(
        "word" in _find_pointing(each)
        or any(phrase.kinds & _WIDENING for phrase in each.phrases)
        or _names_others(each)
        for each in taking
    )
    singled = [above.find_named(list_names_and_moves(clause.text, here)) for clause in clauses]
    if widened or not all(singled):
        return []
    if any(_names_lands_alone(clause.text, here) for clause in clauses):
        return above.orders
    return sorted({row for rows in singled for row in rows})


def _names_lands_alone(text: str, here: Locality) -> bool:
    """Say whether all that a text names of the board are the lands of powers that it speaks of."""
    named = [word.typed for word in split_names(text, here) if word.names]
    return all(fold_text(typed).removesuffix("'s") in here.powers for typed in named)


def _find_rows_by_number(
    taking: Sequence[MailLine], orders: Sequence[MailLine], here: Locality
) -> list[int]:
    """Return which of some orders sentences take back that call them by the numbers with which
    they are typed, and speak of no others: ``leave number 1 out``, but not ``only number 1``."""
    found: set[int] = set()
    own = [_OWN_NUMBER.pattern.match(line.item.line.text) for line in orders]
    if [int(one["number"]) for one in own if one] != [*range(1, len(orders) + 1)]:
        return []
    for each in taking:
        called = [*_CALLED_BY_NUMBER.pattern.finditer(each.text)]
        places = {read_count(one["number"].lower()) - 1 for one in called}
        rest = each._replace(text=_CALLED_BY_NUMBER.pattern.sub(",", each.text))
        rest = rest._replace(phrases=find_phrases(rest.text))
        kinds = frozenset[str]().union(*(phrase.kinds for phrase in rest.phrases))
        if (
            not places
            or not places <= {*range(len(orders))}
            or any(one["beside"] for one in called)
            or not kinds & _UNSAYS
            or kinds & (_WIDENING | {"several", "corrects", "points_at"})
            or "word" in find_pointing(rest.text)
            or _names_others(rest)
            or find_names_on_board(rest.text, here)
        ):
            return []
        found |= places
    return sorted(found)


def _split_clauses(line: MailLine) -> list[MailLine]:
    parts = filter(None, map(str.strip, _COMMAS.split(line.text)))
    found = [(part, find_phrases(part)) for part in parts]
    return [line._replace(text=part, phrases=words) for part, words in found if words]


def _names_others(line: MailLine) -> bool:
    """Say whether a sentence sets some orders apart from others: ``only Spain is certain``."""
    words = {word.lower() for word in re.findall(r"[\w']+", line.text)}
    return any(words & {*list_words(name)} for name in _OTHERS)


def _takes_back_beside(line: MailLine, here: Locality) -> bool:
    """Say whether a line takes back orders that stand before that in itself."""
    given = False
    for statement in line.statements:
        alone = line._replace(statements=(statement,))
        said = _list_sentences(alone, here) if given else ()
        if any(_is_taking_back(each, here) or _speaks_of_undertaking(each, here) for each in said):
            return True
        given = given or bool(alone.orders)
    return False


def _governs_several(line: MailLine) -> bool:
    """Say whether a remark that puts an order in doubt speaks of those above it, too:
    ``A MAR - SPA (all this if Germany agrees)``."""
    hangs = any(each.guesses or each.why.code == "condition" for each in line.unread)
    return (
        (line.is_order or hangs)
        and not any(isinstance(each, OrderStatement) for each in line.statements)
        and any(phrase.kinds & {"several", "this_mail"} for phrase in line.phrases)
    )


def _points_by_number(line: MailLine, count: int, here: Locality) -> bool:
    """Say whether a line speaks of one of so many orders by its number: ``#2 is out``, ``not 3``.

    It does if it begins with the number, or with a word that denies or changes nothing before it.
    """
    denies = any("negation" in phrase.kinds for phrase in line.phrases[:2])
    if begins_command(line, here) or not (line.is_unread or denies):
        return False
    lead = [*dropwhile(lambda phrase: phrase.kinds & _BEFORE_NUMBER, line.phrases)]
    return (
        bool(lead)
        and lead[0].text.isdecimal()
        and 1 <= int(lead[0].text) <= count
        and not (line.is_order or here.picks_offer(line.text) or "?" in line.text)
        and all(phrase.kinds & _BESIDE_NUMBER or phrase.text.isdecimal() for phrase in lead)
    )


def _singles_out(line: MailLine, count: int, here: Locality) -> bool:
    """Say whether a sentence that is not understood speaks of one of so many orders by its number
    (``line 3 is not approved``), of some only (``only the armies``, ``the first of these only``),
    or takes back what is below it."""
    if _is_taking_back(line, here) and any(
        phrase.text in list_words("below") for phrase in line.phrases
    ):
        return True
    said = (named["number"].lower() for named in _NUMBERED.pattern.finditer(line.text))
    meant = map(read_count, said)
    if any(1 <= number <= count for number in meant):
        return True
    words = {word for phrase in line.phrases for word in phrase.text.split()}
    if words.isdisjoint(list_words("only")):
        return False
    return bool(words & {*list_words("ordinals")} or find_names_on_board(line.text, here))


def _revokes_plainly(line: MailLine, here: Locality) -> bool:
    """Say whether a line takes back commands, too: it is none, and says that something is not to be
    done."""
    if begins_command(line, here):
        return False
    return any(
        any(phrase.kinds & {"takeback", "revokes"} for phrase in sentence.phrases)
        or any("negation" in phrase.kinds for phrase in sentence.phrases[:1])
        for sentence in _list_sentences(line, here)
    )


def _revokes_by_command(line: MailLine, above: _Above) -> bool:
    """Say whether a line begins with words that revoke what stands above it, and was read as a
    command, or nearly: ``cancel that``, ``undo it, A PAR - PIC``. One word alone does so below
    orders, unless it is written as a command or itself changes these."""
    clause = next(filter(None, _CLAUSE.split(line.text)), "")
    words = tuple(dropwhile(lambda word: word.kinds & NEUTRAL, find_phrases(clause)))
    return (
        (
            bool(line.hints)
            or any(isinstance(each, CommandStatement) for each in line.statements)
            or (bool(line.orders) and not line.is_sure)
        )
        and bool(words)
        and (
            " " in clause.strip()
            or (bool(above.orders) and not (line.text.isupper() or _is_command_of_turn(line)))
        )
        and bool(words[0].kinds & {"takeback", "revokes", "revokes_first"})
        and (
            all(word.kinds & _POINTING for word in words[1:])
            or any(word.kinds & {"condition", "hangs_above"} for word in words[1:])
            or _points_at_orders(words[1:])
        )
    )


def _points_at_orders(words: Sequence[Phrase]) -> bool:
    """Say whether words point at orders by where they stand, and at nothing else."""
    return all(word.kinds & _BESIDE_POINTED or word.text.isdecimal() for word in words) and any(
        word.kinds & {"several", "points_at"} or word.text.isdecimal() for word in words
    )


def _is_command_of_turn(line: MailLine) -> bool:
    """Say whether a line is a command for the turn in which it is written, as orders are."""
    return any(
        isinstance(each, CommandStatement) and each.command.of_turn for each in line.statements
    )


def _puts_right(line: MailLine, here: Locality) -> bool:
    """Say whether a line begins as people put right what they have written: it was not read, or is
    a command in doubt."""
    phrases = [*dropwhile(_leads_to_correction, line.phrases)]
    if begins_command(line, here) or not phrases or "corrects" not in phrases[0].kinds:
        return False
    if line.is_unread:
        return not all(is_harmless(phrase, here) for phrase in line.phrases)
    said = map(without_doubt, line.statements)
    return line.is_doubtful and any(isinstance(each, CommandStatement) for each in said)


def _corrects_nothing(line: MailLine, below: Sequence[MailLine]) -> bool:
    """Say whether somebody says that something is wrong, and puts nothing right below it:
    ``A PAR - BUR``, ``Oops.``"""
    return (
        line.is_unread
        and bool(line.phrases)
        and all("corrects" in each.kinds and "courtesy" not in each.kinds for each in line.phrases)
        and not any(each.is_order or each.does_something for each in below)
    )


def _leads_to_correction(phrase: Phrase) -> bool:
    """Say whether somebody may say so much before they put something right: ``ah``, ``well``."""
    return bool(phrase.kinds & (NEUTRAL | {"plain"})) and "corrects" not in phrase.kinds


def _is_taking_back(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence that is not known to be harmless points at all that is above it."""
    if asks_judge(line.text, here.board) or _names_a_move(line, here) or _adds_units(line, here):
        return False
    if line.is_unread and _LEGEND.match(line.item.line.text.strip()):
        return True
    typed, line = line, _blot_out_daily_life(line)
    slips = {each.why.code for each in line.unread if each.hints}
    if line.text.isupper() and "unknown_command" in slips and not _settles_nothing(line):
        return False
    is_told = "unknown_command" in slips and _is_of_known_words(line)
    is_slip = not is_told and ("unknown_command" not in slips or len(line.phrases) <= SHORT)
    if line.hints and (is_slip or not _is_prose(line, here)):
        hangs = any(each.why.code == "condition" for each in line.unread)
        hangs = hangs and bool(find_names_on_board(line.text, here))
        says_so = any(" " in each.text and "revokes" in each.kinds for each in line.phrases)
        return says_so or bool(_find_pointing(line) - ({"altering"} if hangs else set()))
    if begins_command(line, here) or is_repeat_request(line.text) or is_block_end(line.text):
        return False
    told = [phrase for phrase in line.phrases if not is_harmless(phrase, here)]
    told = [*dropwhile(lambda phrase: phrase.text.isdecimal(), told)]  # the number of a note
    if _is_for_another_turn(line, here) or _says_it_is_unsettled(typed):
        return True
    if told and governs_in_other_language(typed.text):
        return True
    if _is_prose(typed, here) and is_in_unknown_language(typed.text):
        return True
    if (is_told or not line.hints) and _is_of_unknown_purpose(typed, here):
        return True
    if not told or (line.text.endswith(":") and "corrects" not in line.phrases[0].kinds):
        return False
    first = line.phrases[0].kinds
    return bool(
        told[0].kinds & {"takeback", "hangs_above", "alternative"}
        or ("corrects" in first and not first & NEUTRAL)
        or ("corrects" in first and any(phrase.kinds & {"season", "time"} for phrase in told))
        or "negation" in first
        or any(phrase.kinds & _TAKING_BACK for phrase in told)
        or ("courtesy" not in first and all(phrase.text in here.board for phrase in told))
        or _find_pointing(line)
        or any(map(_is_no, _split_clauses(line)))
        or (
            _is_prose(line, here)
            and not (
                "unknown_command" in slips or _is_unrelated_to_orders(typed, here)
                if has_subject(line.text, here.powers)
                else _is_known_fragment(line, here) or _is_fragment_of_life(typed, here)
            )
        )
    )


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
        or not _is_prose(line, here)
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


def _settles_nothing(line: MailLine) -> bool:
    return any(phrase.kinds & {"unsettled", "takeback", "revokes"} for phrase in line.phrases)


def _blot_out_daily_life(line: MailLine) -> MailLine:
    text = blot_out_daily_life(line.text)
    return line if text == line.text else line._replace(text=text, phrases=find_phrases(text))


def _find_pointing(line: MailLine) -> frozenset[str]:
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


def _is_prose(line: MailLine, here: Locality) -> bool:
    """Say whether a line has words, and is not written as commands and orders are."""
    return (
        is_worded(line.text)
        and not (line.phrases[0].text in here.commands and not line.phrases[0].kinds)
        and not {*here.board}.issuperset(phrase.text for phrase in line.phrases[:2])
        and not _NO_PROSE.search(line.text)
        and any(len({*phrase.text}) > 1 for phrase in line.phrases)
        and len(line.text) <= LONGEST
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
        and words[-1].replace("-", "").isalpha()
    )


def _find_units_guessed(line: MailLine) -> frozenset[str]:
    """Return the provinces of the units that a misspelt order may be for, if it is nothing else."""
    unread = (each for each in line.statements if isinstance(each, UnreadStatement))
    guesses = [guess for each in unread for guess in each.guesses]
    return frozenset(guess.order.unit.at.province for guess in guesses)


def _find_units_given_void(line: MailLine, above: _Above, here: Locality) -> frozenset[str]:
    """Return the provinces of units that are ordered above a line, too, and here what cannot be;
    all that a sentence names which tells a unit something that is not there: ``the fleet stays in
    port``."""
    void = [said.order.unit for said in line.orders if here.cannot_be(said)]
    strange = [unit for unit in void if unit.at.province not in here.kinds]
    if strange and _is_prose(line, here):
        return list_names_and_moves(line.text, here)
    goals = {f"- {unit.at.province}" for unit in strange if not unit.kind}  # Burgundy -> Picardy
    return above.ordered.intersection(unit.at.province for unit in void) | goals


def _find_units_spoken_of(line: MailLine, here: Locality) -> frozenset[str]:
    """Return what units, and what moves, a line speaks of without being understood."""
    sentences = _list_sentences(line, here)
    if line.is_order and not line.orders:
        sentences += [line] if _is_correction(line) else []
    sentences += _list_rests(line)
    is_command = any(isinstance(each, CommandStatement) for each in line.statements)
    is_command = is_command and not _is_command_of_turn(line)
    if is_command and _is_prose(line, here) and "altering" in _find_pointing(line):
        sentences += [line]  # I prefer Picardy to Burgundy
    names = {name for each in sentences for name in _find_names_spoken_of(each, here)}
    units = _find_units_in_doubt(line) | names
    hangs = any(each.why.code == "condition" for each in line.unread)
    if hangs and "word" in _find_pointing(line):
        units |= find_names_on_board(line.text, here) & {*here.kinds}  # if that fails, ...
    corrects = bool(line.phrases) and "corrects" in line.phrases[0].kinds
    return units | {""} if units and corrects else units


def _list_rests(line: MailLine) -> list[MailLine]:
    """Return the words that stand beside orders and leave them in doubt."""
    doubts = (each.doubt for each in line.statements if isinstance(each, DoubtfulStatement))
    rests = {
        str(subject) for doubt in doubts for subject in doubt.about if isinstance(subject, str)
    }
    found = [(text, find_phrases(text)) for text in sorted(rests)]
    return [line._replace(text=text, phrases=words) for text, words in found if words]


def _find_names_spoken_of(line: MailLine, here: Locality) -> frozenset[str]:
    """Return the names in a sentence that is not understood: of provinces, as units and as where
    they go, and of kinds of units. One that is known to say nothing of orders has none, and none
    that hangs on something."""
    if line.phrases and "condition" in line.phrases[0].kinds:
        *_, clause = _COMMAS.split(line.text)
        return (
            find_names_on_board(clause, here) & {*here.kinds}
            if clause != line.text
            else frozenset()
        )
    named = list_names_and_moves(blot_out_daily_life(line.text), here)
    moves = [name for name in named if name.startswith("-")]
    is_about_orders = _is_correction(line) or len(moves) > 1 or not _is_idle(line, here)
    return named if is_about_orders else frozenset()


def _speaks_of_undertaking(line: MailLine, here: Locality) -> bool:
    """Say whether a sentence that is not known to be idle describes orders, without their units:
    ``the southern one``, ``the invasion``, ``in Scandinavia I wait``, ``nothing against Russia``.
    """
    line = _blot_out_daily_life(line)
    if "condition" in line.phrases[0].kinds or _is_idle(line, here) or _names_a_move(line, here):
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


def _is_idle(line: MailLine, here: Locality) -> bool:
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


def _is_correction(line: MailLine) -> bool:
    return any(phrase.kinds & {"corrects", "negation", "takeback"} for phrase in line.phrases)


def _heads_list(line: MailLine, above: Sequence[MailLine], below: Sequence[MailLine]) -> bool:
    """Say whether a line stands first in a paragraph of orders, and so speaks of them."""
    if any("revokes" in phrase.kinds for phrase in line.phrases) and not line.text.endswith(":"):
        return False
    if line.orders or (line.phrases and line.phrases[0].kinds & {"corrects", "alternative"}):
        return False
    paragraph = line.item.paragraph
    is_first = all(each.item.paragraph != paragraph for each in above)
    return is_first and any(each.is_order and each.item.paragraph == paragraph for each in below)


def _find_doubt_within(line: MailLine, here: Locality) -> Reason | None:
    """Return the doubt in which a line puts its own orders: it bears a sign that takes them back,
    says something of them beside another one, or orders one unit twice and does not say that the
    second order puts the first right."""
    if not line.orders:
        return None
    typed = fold_text(line.item.told or line.text)
    if here.has_orders and (kept := _STAYS.pattern.search(typed)):  # all as it was, or all units
        return Reason("left_open", (kept[0],))
    signs = [sign for sign in list_revoking_signs() if sign in line.item.line.text]
    if signs:
        return Reason("may_take_back", (signs[0],))
    corrects = [each.text for each in line.phrases[_LEADS:] if "corrects" in each.kinds]
    if corrects:
        in_part = not (line.is_sure or line.is_doubtful)
        return Reason("may_take_back", (corrects[0],)) if in_part else None
    told = [each for each in line.statements if isinstance(each, OrderStatement)]
    touched = collect_names_touched(said.order for said in told)
    for rest in _list_rests(line):
        if not touched.isdisjoint(list_names_and_moves(rest.text, here)):
            return Reason("may_take_back", (rest.text,))
    given = {(each.order.unit.at.province, each.order) for each in told}
    units = Counter(province for province, _ in given) + Counter(_find_units_in_doubt(line))
    return Reason("ordered_twice") if any(units[unit] > 1 for unit, _ in given) else None


def _find_units_in_doubt(line: MailLine, others: Collection[str] = _OTHER_CASES) -> frozenset[str]:
    """Return the provinces of the units that a line orders in doubt, or by a guess, for the present
    case and turn: the doubts of the ``others`` are for another."""
    return frozenset(
        said.order.unit.at.province
        for each in line.statements
        if isinstance(each, DoubtfulStatement) and each.doubt.code not in _OTHER_CASES
        for said in (each.said.guesses if isinstance(each.said, UnreadStatement) else [each.said])
        if isinstance(said, OrderStatement)
    )


def _names_a_move(line: MailLine, here: Locality) -> bool:
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


def _corrects_another(line: MailLine, touched: Collection[str], here: Locality) -> bool:
    """Say whether a line puts right what was written above it, and orders no unit that was:
    ``no, A Mar - Spa``, or ``change Burgundy to Picardy`` where a unit is to go to Burgundy."""
    for said in line.orders:
        is_aim = f"- {said.order.unit.at.province}" in touched
        if is_aim and here.cannot_be(said) and line.phrases[0].text in list_words("told_replace"):
            return True
    if not line.orders or not any("corrects" in phrase.kinds for phrase in line.phrases[:3]):
        return False
    return bool(touched) and not any(o.order.unit.at.province in touched for o in line.orders)
