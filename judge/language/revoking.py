"""What in a mail may take back what stands above it, or beside it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import fields
from itertools import dropwhile

from judge.language.answers import continues_answer, read_short_answer, tells_whose_words
from judge.language.beside import (
    SpokenWord,
    find_names_on_board,
    list_names_and_moves,
    split_names,
)
from judge.language.innocent import cut_talk
from judge.language.likeness import find_sentence_giving_none
from judge.language.list_signs import find_sign_of_negation
from judge.language.mail_lines import (
    Locality,
    MailLine,
    begins_command,
    collect_names_touched,
    is_harmless,
    speaks_of_mail,
    split_sentences,
)
from judge.language.referring import find_pointing
from judge.language.remarks import (
    find_sentence_taking_back,
    find_what_points,
    is_idle,
    is_prose,
    is_taking_back,
    is_talk_by_likeness,
    list_telling_sentences,
    names_a_move,
    speaks_of_undertaking,
    split_clauses,
)
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    OrderStatement,
    UnreadStatement,
    without_doubt,
)
from judge.language.units_named import (
    find_units_given_void,
    find_units_guessed,
    find_units_in_doubt,
    find_units_spoken_of,
    is_command_of_turn,
    list_words_beside_orders,
)
from judge.language.word_lists import WordPattern, list_words, read_count
from judge.language.words import (
    NEUTRAL,
    Phrase,
    asks_judge,
    find_phrases,
    list_revoking_signs,
    sets_orders_apart,
)
from judge.model.order import Convoy, Order, Support, list_units_and_places
from judge.model.reason import Reason

_CLAUSE = re.compile(r"[,.!?;:\u2013\u2014]+ +|:")
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
_ORDINAL = WordPattern(r"\b%(ordinals)s\b(?! %(times_counted)s\b)")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_BY_SIGN = re.compile(r"[>=\u2192\u2013\u2014]|(?<!\w{3})-|-(?!\w{4})")
"""The sign by which orders say where units go, and no part of a name: ``Mid-Atlantic``."""
_FEW = 3
"""Fewer words beside names stand in orders that nobody tells, but writes down."""
_STAYS = WordPattern(r"\b%(stays_so)s\b")
_LEADS = 3
"""So many phrases may lead up to an order."""
_GOING_ON = ("...", "\u2026")
"""With these a sentence goes on with what stands above it."""
_POINTING = NEUTRAL | {"speaks_of", "speaks_at_end", "this_mail"}
"""Kinds of words behind one that revokes which only point at what stands above."""
_BEFORE_NUMBER = NEUTRAL | {"negation", "takeback", "revokes", "speaks_of"}
_BESIDE_NUMBER = _BEFORE_NUMBER | {"plain", "speaks_at_end", "hangs_above"}
"""Kinds of words before a number that points at an order, and behind it."""
_BESIDE_POINTED = _BESIDE_NUMBER | {"several", "points_at", "heading"}
"""Kinds of words behind one that revokes orders by where they stand: ``all up to line 2``."""
_WIDENING = frozenset({"condition", "hangs_above", "alternative"})
"""Kinds of words of sentences that may speak of more than the units that they name."""
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


def find_revoked(
    lines: Sequence[MailLine], here: Locality, of_later: Collection[int] = ()
) -> dict[int, Reason]:
    """Return the doubt of each line that another, or a sign in it, may take back, by its row; the
    rows ``of_later`` turns take back none."""
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
        if at in of_later or (line.is_unread and _affirms(line, above, here)):
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
        if within := _find_doubt_within(line, above.ordered, here):
            doubts.setdefault(at, within)
        if (above.has_said or line.orders) and not _heads_list(
            line, lines[max(at - 1, 0) : at], lines[at + 1 : at + 2]
        ):
            revoked, own = _find_taken_back(at, line, above, here)
            if waiting := [row for row in revoked if not lines[row].is_doubtful]:
                back = find_sentence_taking_back(line, here) or line
                doubts = dict.fromkeys(waiting, Reason("taken_back_below", (_cite(back),))) | doubts
            if own is not None:
                doubts.setdefault(at, own)
        if orders and _corrects_nothing(line, lines[at + 1 :]):
            wrong = Reason("taken_back_below", (_cite(line),))
            doubts = dict.fromkeys(above.orders, wrong) | doubts
        singling = [
            each
            for each in list_telling_sentences(line, here)
            if _singles_out(each, len(orders), here)
        ]
        if orders and singling:
            singled = Reason("taken_back_below", (_cite(line),))
            numbered = _find_rows_by_number(singling, [lines[row] for row in orders], here)
            rows = [orders[place] for place in numbered] or orders
            rows = orders if orders != above.orders else rows
            doubts = {row: singled for row in rows if not lines[row].is_doubtful} | doubts
        above.add(at, line, here)
        tells = line.is_unread and bool(line.unread and line.phrases) and is_prose(line, here)
        units = find_units_spoken_of(line, here) if tells else ()
        spoken |= {
            unit: line
            for unit in units
            if unit in here.kinds and not line.is_order and not line.is_of_other_phase
        }
    return doubts


def find_rows_ordered_twice(lines: Sequence[MailLine], here: Locality) -> set[int]:
    """Return the rows of orders for several units that a mail orders twice, if nothing says that it
    puts the first right: which set counts? Of one unit the last order does. So it is where all
    units are to hold, and each is told something else below."""
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
    if next(iter(given), None) == "" and 1 < len(here.kinds) < len(given):
        return {at for at, _ in given.values()} if here.kinds.keys() <= given.keys() else rows
    return rows if len(units) > 1 else set()


def find_helpers_in_doubt(lines: Sequence[MailLine], here: Locality) -> dict[int, Reason]:
    """Return the doubt of each order that helps a unit whose own hangs on something that cannot be
    read: ``A PAR - BUR unless Germany objects`` and ``A MAR S A PAR - BUR``."""
    hanging = {
        name: line
        for line in lines
        if any(each.why.code == "condition" and each.hints for each in line.unread)
        for name in find_names_on_board(line.text, here) & {*here.kinds}
    }
    return {
        at: Reason("taken_back_below", (_cite(hanging[said.order.of.at.province]),))
        for at, line in enumerate(lines)
        for said in line.orders
        if isinstance(said.order, Support | Convoy) and said.order.of.at.province in hanging
    }


def find_orders_with_rivals(lines: Sequence[MailLine]) -> dict[int, Reason]:
    """Return the doubt of each order for whose unit another in doubt stands below: ``A BUR - PIC``
    and ``or A BUR - GAS``."""
    rivals = dict[str, MailLine]()
    doubts = dict[int, Reason]()
    for at, line in reversed([*enumerate(lines)]):
        if not line.is_sure:
            guessed = [guess for each in line.unread for guess in each.guesses]
            units = {said.order.unit.at.province for said in (*line.orders, *guessed)}
            rivals |= dict.fromkeys(units, line)
            continue
        for unit in {said.order.unit.at.province for said in line.orders} & rivals.keys():
            doubts[at] = Reason("taken_back_below", (_cite(rivals[unit]),))
    return doubts


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
        each in affirming or not cut_talk(each.text, here.powers) or is_talk_by_likeness(each, here)
        for each in sentences
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
    if line.names_touched_by_guesses or not line.phrases or names_a_move(line, here):
        return False
    return any(
        not is_idle(each, here)
        and not asks_judge(each.text, here.board)
        and not all(is_harmless(phrase, here) for phrase in each.phrases)
        for each in list_telling_sentences(line, here)
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
    sentences = list_telling_sentences(line, here)
    taking = [each for each in sentences if is_taking_back(each, here)]
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
    guessed = find_units_guessed(line)
    put_right = guessed if "altering" in find_what_points(line) else guessed & above.ordered
    if again := above.orders if "" in guessed else above.find_named(put_right):
        return again, Reason("guess_waits")
    if again := above.find_named(find_units_given_void(line, above.ordered, here)):
        return again, None
    if any(speaks_of_undertaking(each, here) for each in sentences):
        return [*above.orders, *([row] if _takes_back_beside(line, here) else ())], None
    return above.find_named(find_units_spoken_of(line, here)), None


def _cite(line: MailLine) -> str:
    return line.text.strip(" .,;!()")


def _find_rows_singled_out(taking: Sequence[MailLine], above: _Above, here: Locality) -> list[int]:
    """Return the rows above some sentences that these take back, if each says of which units:
    ``Brest is still open``, but not ``only Brest is settled``. Of what is ``sent to Germany`` none
    is singled out: it is all of them."""
    clauses = [
        part
        for each in taking
        for part in split_clauses(each)
        if not all(is_harmless(phrase, here) for phrase in part.phrases)
    ]
    widened = any(
        "word" in find_what_points(each)
        or any(phrase.kinds & _WIDENING for phrase in each.phrases)
        or sets_orders_apart(each.text)
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
            or sets_orders_apart(rest.text)
            or find_names_on_board(rest.text, here)
        ):
            return []
        found |= places
    return sorted(found)


def _takes_back_beside(line: MailLine, here: Locality) -> bool:
    """Say whether a line takes back orders that stand before that in itself."""
    given = False
    for statement in line.statements:
        alone = line._replace(statements=(statement,))
        said = list_telling_sentences(alone, here) if given else ()
        if any(is_taking_back(each, here) or speaks_of_undertaking(each, here) for each in said):
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
    speaks_of_below = any(phrase.text in list_words("below") for phrase in line.phrases)
    if speaks_of_below and is_taking_back(line, here):
        return True
    said = (named["number"].lower() for named in _NUMBERED.pattern.finditer(line.text))
    meant = map(read_count, said)
    if any(1 <= number <= count for number in meant):
        return True
    words = {word for phrase in line.phrases for word in phrase.text.split()}
    if words.isdisjoint(list_words("only")):
        return False
    by_place = _ORDINAL.pattern.search(fold_text(line.text)) is not None
    return by_place or bool(find_names_on_board(line.text, here))


def _revokes_plainly(line: MailLine, here: Locality) -> bool:
    """Say whether a line takes back commands, too: it is none, and says that something is not to be
    done."""
    if begins_command(line, here):
        return False
    return any(
        any(phrase.kinds & {"takeback", "revokes"} for phrase in sentence.phrases)
        or any("negation" in phrase.kinds for phrase in sentence.phrases[:1])
        for sentence in list_telling_sentences(line, here)
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
            or (bool(above.orders) and not (line.text.isupper() or is_command_of_turn(line)))
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


def _heads_list(line: MailLine, above: Sequence[MailLine], below: Sequence[MailLine]) -> bool:
    """Say whether a line stands first in a paragraph of orders, and so speaks of them."""
    if any("revokes" in phrase.kinds for phrase in line.phrases) and not line.text.endswith(":"):
        return False
    if line.orders or (line.phrases and line.phrases[0].kinds & {"corrects", "alternative"}):
        return False
    paragraph = line.item.paragraph
    is_first = all(each.item.paragraph != paragraph for each in above)
    return is_first and any(each.is_order and each.item.paragraph == paragraph for each in below)


def _find_doubt_within(line: MailLine, ordered: frozenset[str], here: Locality) -> Reason | None:
    """Return the doubt in which a line puts its own orders: it bears a sign that takes them back,
    only tells of them, says something of them beside another one, or orders one unit twice and does
    not say that the second order puts the first right. One for a unit that was ``ordered`` above it
    puts that right."""
    if line.does_something and (governing := _find_part_governing(line, here)):
        return Reason("may_take_back", (governing,))
    if not line.orders:
        return None
    typed = fold_text(line.item.told or line.text)
    if here.ordered and (kept := _STAYS.pattern.search(typed)):  # all as it was, or all units
        return Reason("left_open", (kept[0],))
    as_typed = f"{line.item.line.text} {line.item.told}"
    signs = [sign for sign in list_revoking_signs() if sign in as_typed]
    if sign := next(iter(signs), "") or find_sign_of_negation(as_typed):
        return Reason("may_take_back", (sign,))
    alone = _IN_BRACKETS.sub("", line.item.told or line.text)
    is_first = ordered.isdisjoint(said.order.unit.at.province for said in line.orders)
    if (
        is_first
        and _may_only_tell_of_orders(line, alone, here)
        and (tale := find_sentence_giving_none(alone, here))
    ):
        return Reason("left_over", (tale.strip(),))
    corrects = [each.text for each in line.phrases[_LEADS:] if "corrects" in each.kinds]
    if corrects:
        in_part = not (line.is_sure or line.is_doubtful)
        return Reason("may_take_back", (corrects[0],)) if in_part else None
    told = [each for each in line.statements if isinstance(each, OrderStatement)]
    touched = collect_names_touched(said.order for said in told)
    for rest in list_words_beside_orders(line):
        if not touched.isdisjoint(list_names_and_moves(rest.text, here)):
            return Reason("may_take_back", (rest.text,))
    given = {(each.order.unit.at.province, each.order) for each in told}
    units = Counter(province for province, _ in given) + Counter(find_units_in_doubt(line))
    return Reason("ordered_twice") if any(units[unit] > 1 for unit, _ in given) else None


def _find_part_governing(line: MailLine, here: Locality) -> str:
    """Return the part of a line with a command by which that may not count: ``ACCEPT. Unless it is
    a trick``; "" if there is none."""
    for each in line.statements:
        said, text = without_doubt(each), each.line.text.strip(" .!")
        if isinstance(said, ConditionStatement):
            return text
        if isinstance(said, UnreadStatement):
            alone = line._replace(statements=(said,), text=text, phrases=find_phrases(text))
            is_talk = not cut_talk(text, here.powers) or is_talk_by_likeness(alone, here)
            if said.why.code == "condition" or not is_talk:
                return text
    return ""


def _may_only_tell_of_orders(line: MailLine, told: str, here: Locality) -> bool:
    """Say whether a line tells of its orders in words, ``told`` without asides, and gives them for
    the first time: then it may ask whether they are wise."""
    return not (
        line.item.amends
        or here.ordered
        or _BY_SIGN.search(told)
        or any("corrects" in each.kinds for each in line.phrases)
        or not {*here.kinds.values()} <= {*list_words("told_kinds_known")}
        or sum(_is_plain_word(word) for word in split_names(told, here)) < _FEW
    )


def _is_plain_word(word: SpokenWord) -> bool:
    return not word.names and word.typed.islower() and len(word.typed) > 1


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
