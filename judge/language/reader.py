"""Reading one line: an order, several orders, a command, or nothing that is understood.

Nothing a person can type makes it fail: a line that is not understood becomes an Unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import takewhile
from typing import TypeGuard

from judge.hooks import Variant
from judge.language import old_judges, suggestions
from judge.language.command_values import build_command
from judge.language.conditions import (
    explain_condition,
    find_condition,
    has_hanging_remark,
    read_condition,
)
from judge.language.grammar import Grammar, build_grammar
from judge.language.innocent import cut_idioms
from judge.language.mending import mend_commands
from judge.language.order_transformer import ParsedLine
from judge.language.parting import (
    Parts,
    is_like_order,
    read_certain_part,
    read_sentences,
    split_clauses,
    split_into_sentences,
    split_line,
)
from judge.language.press_heads import PRESS_RULES
from judge.language.repeated_kind import repeat_kind
from judge.language.said_as import load_phrases
from judge.language.script import COMMENT, LONGEST, Item
from judge.language.sentence import (
    OrderReading,
    expand_beginnings,
    find_doubt_of_remarks,
    find_orders,
    is_about_something_else,
    may_tell_of_units,
    parse_order,
    read_order_sentence,
    surely_governs,
)
from judge.language.shortened import leave_out_brackets, write_out_names
from judge.language.spelling import fold_text, normalize_line, squeeze_name, without_marks
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    SureStatement,
    UnreadStatement,
    set_apart,
)
from judge.language.talk import (
    is_heading,
    is_receipt_line,
    is_repeat_request,
    is_talk,
    is_written_as_command,
    split_courtesy,
    strip_signs,
    without_please,
)
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    doubt_because_of,
    find_doubt_of_rest,
    find_governing_kind,
    find_neutral_ends,
    find_phrases,
    is_known_remark,
    is_neutral,
    points_at_orders,
    write_out_signs,
)
from judge.model.order import Hold, HoldAll, Order
from judge.model.reason import Reason
from judge.model.turn import Phase

_BULLET = re.compile(
    r"(?:[*•·>+-]+|o(?= )|\d{1,2}\.\d{1,2}\.?(?= )|\(?\d{1,2}[.):]|\(?[a-z]\))"
    r"\s*(?=[^\W_]|\()",
    re.IGNORECASE,
)
_TOLD_TWICE = re.compile(
    r"^(?P<unit>(?:\d{1,2}[.):]* +)?[a-z]{1,5} (?P<place>\w{3,}(?:/\w\w)?))\b"
    r"(?:[ |:]+(?:(?P<kind>[a-z]{1,5}) )?(?P=place)\b|[ -]+(?P=place)(?= *-+>?))",
    re.IGNORECASE,
)
"""A unit in a column of its own, before its order, in which it stands again, or its place does."""
_NUMBERED = WordPattern(
    r"(?:%(number_sign)s ?)?[(\[]?(?:\d{1,2}(?:%(ordinal)s\b)?|(?:[ivx]{2,5}|[iv])(?=[.):\]]))"
    r"[.):\]/]?(?: ?- )?\s*(?=[^\W\d_])"
)
"""How people number what they list: only where an order is left, for much else begins so."""
_FIRST = ("1", "(1")
_NUMBER_WITHIN = re.compile(r"[,;]?\s+\(?\d{1,2}[.)]\s*(?=[^\W\d])")
_ANY_NUMBER_WITHIN = re.compile(r"[,;]?\s+#?\d{1,2}\b[.):]?\s*(?=[^\W\d])")
_HELPED = WordPattern(r"\((%(helped)s )([^)]*)\)")
_SIGNED = re.compile(
    r"(?<=[^.!;,])[.!;,]+ +(?P<words>[^.!;,\d]+)[,.!]* +(?P<name>(?:[A-Z][\w'-]*\.?(?: |$)){1,3})$"
)
_QUOTES = "\"\u201c\u201d\u201e'_` \u00ab"
_FREE = ("set", "set_length", "diary")  # their words are whatever comes
_TOLD_TO_ALL = ("poll",)  # their words are whatever comes, and go to all
_DEEDS = (
    "told_move",
    "told_hold",
    "told_help",
    "told_carry",
    "told_remove",
    "told_build",
    "told_builds",
    "told_keep",
)
_QUOTED = (">", "|")


def read_item(item: Item, variant: Variant, phase: Phase) -> tuple[Statement, ...]:
    """Read one item of a script; the text of a press block goes with its command."""
    statements = read_line(item.line, variant, phase)
    if item.body is None:
        return statements
    return tuple(_with_text(statement, item.body) for statement in statements)


def _with_text(statement: Statement, body: str) -> Statement:
    if isinstance(statement, DoubtfulStatement):
        said = _with_text(statement.said, body)
        return replace(statement, said=said) if isinstance(said, CommandStatement) else statement
    if isinstance(statement, CommandStatement):
        return replace(statement, command=statement.command.with_text(body))
    return statement


def read_line(line: Line, variant: Variant, phase: Phase) -> tuple[Statement, ...]:
    """Read a line as its sender meant it in that phase.

    Quoted lines, comments, headings and blank lines give nothing. Lines of the same words are read
    once, in doubt or not, unless they may be orders: in doubt fewer of these are guessed.
    """
    alike = line._replace(number=suggestions.RESPELLED + (line.number > suggestions.RESPELLED))
    said = _read_once(alike._replace(doubt=None), variant, phase)
    if line.doubt and any(map(_may_order, said)):
        said = _read_once(alike, variant, phase)
    return tuple(set_apart(_move_to_line(statement, line)) for statement in said)


@lru_cache(maxsize=4096)
def _read_once(line: Line, variant: Variant, phase: Phase) -> tuple[SureStatement, ...]:
    return _read_as_meant(line, variant, phase)


def _may_order(statement: SureStatement) -> bool:
    return isinstance(statement, OrderStatement) or (
        isinstance(statement, UnreadStatement) and bool(statement.guesses)
    )


def _move_to_line(statement: SureStatement, line: Line) -> SureStatement:
    """Return a statement as one of that line, in doubt if all of that is."""
    said = statement.line
    moved = replace(statement, line=Line(line.number, said.text, line.doubt or said.doubt))
    if not isinstance(moved, UnreadStatement) or not moved.guesses:
        return moved
    guesses = (replace(each, line=each.line._replace(number=line.number)) for each in moved.guesses)
    return replace(moved, guesses=tuple(guesses))


def _read_as_meant(line: Line, variant: Variant, phase: Phase) -> tuple[SureStatement, ...]:
    if len(line.text) > LONGEST:
        return (UnreadStatement(line, Reason("line_too_long", (str(LONGEST),))),)
    if line.text.lstrip().startswith(_QUOTED) or COMMENT.match(line.text):
        return ()
    text = normalize_line(without_marks(line.text)).strip(_QUOTES)
    if len(text) > LONGEST:
        return (UnreadStatement(line, Reason("line_too_long", (str(LONGEST),))),)
    bullet = _BULLET.match(text)
    if bullet:
        text = text[bullet.end() :]
        if bullet[0].startswith(_FIRST):
            text = _NUMBER_WITHIN.sub("; ", text)
    text = _HELPED.pattern.sub(r"\1\2", text)
    grammar = build_grammar(variant)
    text = _without_column(leave_out_brackets(text, grammar.lexicon), grammar)
    if phase is Phase.ADJUSTMENTS:
        text = repeat_kind(text, grammar.lexicon)
    parsed = grammar.order.parse(fold_text(text))
    if parsed is None:
        text = _cut_label(write_out_names(text, grammar.lexicon), grammar)
    bare = _cut_signature(_cut_numbers(text, grammar), grammar)
    if parsed is None or bare != text:
        text, parsed = bare, grammar.order.parse(fold_text(bare))
    doubt = find_doubt_of_remarks(text, grammar.order, grammar) if parsed else None
    is_more = doubt is not None and len(split_into_sentences(text)) > 1
    if parsed is not None and not is_more and not has_hanging_remark(text):
        return _make_order_statements(
            _find_line_in_doubt(line, text, doubt), parsed, grammar, phase
        )
    if not any(map(str.isalnum, text)) or is_heading(text, grammar):
        return ()
    return tuple(_read_hard_line(line, text, grammar, phase))


def _without_column(text: str, grammar: Grammar) -> str:
    """Return a line without the column before its order that names the unit."""
    column = _TOLD_TWICE.match(text)
    if column is None or fold_text(column["kind"] or "") not in {"", *grammar.lexicon.kinds}:
        return text
    return column["unit"] + text[column.end() :]


@lru_cache(maxsize=8192)
def read_order(text: str, variant: Variant, phase: Phase, power: str) -> Order:
    """Return the order of that power which ``writer.write`` wrote. Raises ValueError on others.

    An order of another phase is kept as it is: adjudication finds it void.
    """
    parsed = build_grammar(variant).order.parse(fold_text(normalize_line(text)))
    if parsed is None or len(parsed.orders) != 1:
        raise ValueError(f"not an order: {text!r}")
    (order,) = parsed.orders
    order_meant = variant.orders[type(order)].make_order_in_phase(order, phase)
    order = order if isinstance(order_meant, Reason) else order_meant
    return replace(order, unit=order.unit._replace(power=power))


def read_place(text: str, variant: Variant) -> str:
    """Return the province that a text names, with or without a kind of unit before it; else "".

    Only what an order to hold there could begin with is understood.
    """
    parsed = build_grammar(variant).order.parse(fold_text(normalize_line(f"{text} hold")))
    return parsed.orders[0].unit.at.province if parsed else ""


def read_unit_place(text: str, variant: Variant) -> str:
    """Return the province of the unit that a text names, itself or by an order for it; "" if
    anything stands there that is no kind word before it."""
    text = normalize_line(text)
    for start in (0, *find_neutral_ends(text)):
        named = text[start:].strip()
        parsed = parse_order(named, build_grammar(variant))
        if place := read_place(named, variant):
            return place
        if parsed is not None and len(parsed.orders) == 1:
            return parsed.orders[0].unit.at.province
    return ""


def find_place(text: str, variant: Variant) -> str:
    """Return the first province that a sentence names, "" if it names none."""
    words = re.findall(r"[^\s,;:?!]+", normalize_line(text))
    for first in range(len(words)):
        for last in range(min(first + 5, len(words)), first, -1):
            if place := read_place(" ".join(words[first:last]).rstrip("."), variant):
                return place
    return ""


def _cut_numbers(text: str, grammar: Grammar) -> str:
    """Return orders without their numbers in a list: ``#1 A PAR H``, ``1 A PAR H, 2 A MAR H``."""
    if numbered := _NUMBERED.pattern.match(text):
        orders = _ANY_NUMBER_WITHIN.split(text[numbered.end() :])
        parsed = [grammar.order.parse(fold_text(order)) for order in orders]
        if all(each is not None and each.orders[0].unit.at.province for each in parsed):
            return "; ".join(orders)  # and not "2 builds waived"
    return text


def _cut_label(text: str, grammar: Grammar) -> str:
    """Return an order without the unit's name before it: ``My army in Paris: A PAR - BUR``."""
    label, sign, order = text.partition(":")
    words = label.split()
    leads = {*list_words("label_leads"), *grammar.lexicon.kinds}
    while words and fold_text(words[0]) in leads:
        words.pop(0)
    while words and fold_text(words[-1]) in leads:
        words.pop()
    place = grammar.lexicon.places.get(squeeze_name(" ".join(words)), "") if sign else ""
    parsed = parse_order(order.strip(), grammar) if place and order.strip() else None
    units = {each.unit.at.province for each in parsed.orders} if parsed else set()
    return order.strip() if units == {place} else text


def _cut_signature(text: str, grammar: Grammar) -> str:
    """Return a line without kind words and a name at its end: ``A PAR H. Cheers, Jean-Luc``."""
    signed = _SIGNED.search(text)
    if signed is None or any(fold_text(word) in grammar.spoken for word in signed["name"].split()):
        return text
    words, name = find_phrases(signed["words"]), find_phrases(signed["name"])
    if all("courtesy" in phrase.kinds for phrase in words) and not any(
        phrase.kinds for phrase in name
    ):
        return text[: signed.start() + 1]
    return text


def _find_line_in_doubt(line: Line, text: str, doubt: Reason | None) -> Line:
    """Return a line that is in doubt if there is one: then it is what was read of it."""
    return line._replace(text=text, doubt=line.doubt or doubt) if doubt else line


def _make_order_statements(
    line: Line, parsed: ParsedLine, grammar: Grammar, phase: Phase, notes: tuple[Reason, ...] = ()
) -> tuple[SureStatement, ...]:
    """Return the orders that the words mean in that phase."""
    statements: list[SureStatement] = []
    for order in parsed.orders:
        kind = Hold if isinstance(order, HoldAll) else type(order)
        order_meant = grammar.orders[kind].make_order_in_phase(order, phase)
        if isinstance(order_meant, Reason):
            statements.append(UnreadStatement(line, order_meant))
        else:
            statements.append(
                OrderStatement(line, order_meant, parsed.owner or order_meant.unit.power, notes)
            )
    return tuple(statements)


def _read_hard_line(
    line: Line, text: str, grammar: Grammar, phase: Phase
) -> Iterator[SureStatement]:
    if is_receipt_line(text):
        yield UnreadStatement(line, Reason("prose"))
        return
    asked = _split_off_question(line, text, grammar)
    for sentence in asked:
        yield from _read_hard_line(line._replace(text=sentence), sentence, grammar, phase)
    if asked:
        return
    command = _read_command(line, text, grammar)
    is_read = isinstance(command, CommandStatement)
    if not is_read and (parted := _split_off_command(line, text, grammar, phase)):
        yield from parted
        return
    if command is not None:
        yield command
        return
    if steps := read_condition(text, grammar):
        yield ConditionStatement(line, steps)
        return
    if is_repeat_request(text):
        yield UnreadStatement(line, Reason("old_orders"))
        return
    if polite := _read_polite_order(text, grammar):
        order, said = polite
        line = _find_line_in_doubt(line, order.text, order.doubt)
        notes = (Reason("courtesy", (said,)),)
        yield from _make_order_statements(line, order.parsed, grammar, phase, notes)
        return
    hanging = explain_condition(text, grammar)
    if hanging and not mend_commands(text, grammar, load_phrases().rarity):
        sentences = split_into_sentences(text)
        for sentence in sentences if len(sentences) > 1 else ():
            yield from _read_hard_line(line._replace(text=sentence), sentence, grammar, phase)
        if len(sentences) == 1:
            yield UnreadStatement(line, hanging[0], hints=hanging[1])
        return
    text = without_please(strip_signs(write_out_signs(cut_idioms(text) or text)))
    reading = read_order_sentence(text, grammar)
    if reading is not None and reading.doubt is None:
        yield from _make_order_statements(line, reading.parsed, grammar, phase)
        remark = line._replace(text=reading.remark)
        if more := parse_order(reading.remark, grammar):
            yield from _make_order_statements(remark, more, grammar, phase)
        elif not is_known_remark(reading.remark):
            yield UnreadStatement(remark, Reason("prose"))
        return
    if read := _split_sentences(text, grammar):
        yield from _make_sentence_statements(line, read, grammar, phase)
        return
    parts, apart = split_line(text, grammar)
    if not parts:
        yield from _mend_clauses(line, text, grammar, phase) or _explain_doubtful(
            line, text, reading, grammar, phase
        )
        return
    yield from _make_part_statements(line, parts, grammar, phase, apart=apart)


def _split_off_question(line: Line, text: str, grammar: Grammar) -> list[str]:
    """Return the sentences of a line that begins with a question to the judge, if orders stand
    behind it; none else."""
    first, *rest = split_into_sentences(text)
    ordering = (
        part for part in rest if read_certain_part(part, grammar) or split_line(part, grammar)[0]
    )
    if not rest or ":" in first or not any(ordering):
        return []
    said = _read_command(line, first.rstrip(" ?!"), grammar)
    asks = isinstance(said, CommandStatement) and said.command.asks
    return [first, *rest] if asks or isinstance(said, UnreadStatement) else []


def _split_off_command(
    line: Line, text: str, grammar: Grammar, phase: Phase
) -> list[SureStatement]:
    """Return the command in capitals with which a line begins, and what its other sentences say:
    ``REJECT. Sorry!``; none if it begins with no command."""
    first, *rest = split_into_sentences(text)
    if not rest or not is_written_as_command(first) or ":" in first:
        return []
    said = _read_command(line._replace(text=first), first.rstrip(" .!"), grammar)
    if not isinstance(said, CommandStatement):
        return []
    behind = " ".join(rest)
    return [said, *_read_hard_line(line._replace(text=behind), behind, grammar, phase)]


def _read_polite_order(text: str, grammar: Grammar) -> tuple[OrderReading, str] | None:
    """Return the order that a line gives, and that it hangs on nothing but that it can be done."""
    clause = find_condition(text)
    polite = split_courtesy(text, clause.start()) if clause else None
    order = read_certain_part(polite[0], grammar) if polite else None
    return (order, polite[1]) if order and polite else None


def _split_sentences(text: str, grammar: Grammar) -> Parts:
    """Part a line at its full stops, if some sentences are orders and all others talk."""
    sentences = read_sentences(text, grammar)
    is_clear = any(reading for _, reading in sentences) and all(
        reading is not None
        or _read_short_command(Line(0, part), part, grammar)
        or _find_doubt_of_remark(part, grammar) is None
        or is_talk(part, grammar)
        for part, reading in sentences
    )
    asked = [part for part, _ in takewhile(lambda sentence: sentence[1] is None, sentences)]
    if any("?" in part and points_at_orders(part) for part in asked):
        return []
    return sentences if is_clear and len(sentences) > 1 else []


def _make_sentence_statements(
    line: Line, sentences: Parts, grammar: Grammar, phase: Phase
) -> Iterator[SureStatement]:
    """Return what the sentences of a line say; talk that may govern orders puts all in doubt."""
    doubts = (
        _find_doubt_of_remark(part, grammar)
        for part, reading in sentences
        if reading is None and find_governing_kind(part)[0]
    )
    doubt = next(filter(None, doubts), None)
    owner = ""
    for part, reading in sentences:
        piece = line._replace(text=part, doubt=line.doubt or doubt)
        command = None if reading else _read_short_command(piece, part, grammar)
        if command is not None:
            yield command
        elif not reading and not is_neutral(part):
            yield UnreadStatement(piece, Reason("prose"))
        for statement in _read_hard_line(piece, part, grammar, phase) if reading else ():
            if isinstance(statement, OrderStatement):
                owner = statement.power or owner
                statement = replace(statement, power=owner)
            yield statement


def _mend_clauses(
    line: Line, text: str, grammar: Grammar, phase: Phase
) -> tuple[UnreadStatement, ...]:
    """Return the clauses of a line if each is an order but for a slip: ``par bur, mar spa``."""
    clauses = split_clauses(text)
    mended = list[UnreadStatement]()
    for clause in clauses if len(clauses) > 1 else ():
        bare = clause[max(find_neutral_ends(clause), default=0) :].lstrip(" ,.!")
        said = dict.fromkeys((clause, bare))
        ways = (_explain_unread(line._replace(text=t), t, grammar, phase) for t in said)
        unread = next((each for each in ways if each.guesses and not each.line.doubt), None)
        if unread is None:
            return ()
        mended.append(unread)
    return tuple(mended)


def _explain_doubtful(
    line: Line, text: str, reading: OrderReading | None, grammar: Grammar, phase: Phase
) -> Iterator[SureStatement]:
    """Return the orders of a sentence that was not read to its end, in doubt, if no word of it is
    misspelt; else what is wrong with it."""
    unread = _explain_unread(line, text, grammar, phase)
    if reading is None or unread.hints or (unread.guesses and unread.line.doubt is None):
        yield unread
        return
    in_doubt = _find_line_in_doubt(line, reading.text, reading.doubt)
    yield from _make_order_statements(in_doubt, reading.parsed, grammar, phase)


def _make_part_statements(
    line: Line, parts: Parts, grammar: Grammar, phase: Phase, *, apart: bool
) -> Iterator[SureStatement]:
    """Return what the parts of a line say; ``apart``: signs stand between them.

    A part that is neither an order nor a remark puts those beside it in doubt, if it does not look
    like an order of its own.
    """
    commands = [
        None if reading else _read_short_command(line._replace(text=part), part, grammar)
        for part, reading in parts
    ]
    rests = [
        None
        if reading or command
        else _find_doubt_behind_colon(part, grammar, phase)
        if _is_like_order(part, grammar, apart=apart)
        else _find_doubt_of_part(part, grammar)
        for (part, reading), command in zip(parts, commands, strict=True)
    ]
    owner = ""
    for (part, reading), command, rest in zip(parts, commands, rests, strict=True):
        beside = (other for other in rests if other is not None and other is not rest)
        piece = line._replace(text=part, doubt=line.doubt or next(beside, None))
        if reading is not None:
            owner = reading.parsed.owner or owner
            parsed = ParsedLine(owner, reading.parsed.orders)
            piece = _find_line_in_doubt(piece, reading.text, reading.doubt)
            yield from _make_order_statements(piece, parsed, grammar, phase)
        elif command is not None:
            yield replace(command, line=piece)
        elif rest is not None or _is_like_order(part, grammar, apart=apart):
            unread = _explain_unread(_find_line_in_doubt(piece, part, rest), part, grammar, phase)
            if rest is not None and not (unread.guesses or unread.hints):
                unread = replace(unread, line=piece, why=rest)
            yield unread
        elif not is_known_remark(part):
            yield UnreadStatement(piece, Reason("prose"))


def _find_doubt_of_part(part: str, grammar: Grammar) -> Reason | None:
    """Return the doubt in which a part that is no order leaves those beside it, None if in none. A
    remark with a move in it is none: ``against my better judgement: A Bur - Mun``."""
    place = grammar.lexicon.patterns["PLACE"]
    if re.search(rf"(?<!\w){place} ?(?:-+>?|\u2192) ?{place}(?!\w)", fold_text(part)):
        return doubt_because_of(part.strip(" ,;:.-()"), part)
    if may_tell_of_units(part, grammar) or surely_governs(part, grammar):
        return doubt_because_of(part.strip(" ,;:.-()"), part)
    return _find_doubt_of_remark(part, grammar)


def _find_doubt_of_remark(text: str, grammar: Grammar) -> Reason | None:
    """Return the doubt in which words of a line leave the orders beside them, None if in none. A
    name of several words is one."""
    place = rf"(?<!\w){grammar.lexicon.patterns['PLACE']}(?!\w)"
    named = re.sub(place, lambda found: squeeze_name(found[0]), fold_text(text))
    if find_doubt_of_rest(named, apart=True, names=grammar.lexicon.places) is None:
        return None
    if is_about_something_else(text, grammar):
        return None
    doubt = find_doubt_of_rest(text, apart=True, names=grammar.lexicon.places)
    return doubt or doubt_because_of(text.strip(" ,;:.-()"), text)


def _find_doubt_behind_colon(part: str, grammar: Grammar, phase: Phase) -> Reason | None:
    """Return the doubt in which a part of a line leaves the orders beside it, too, by what stands
    behind its colon, None if in none: ``A Munich: the textbook way``."""
    head, _, tail = part.partition(": ")
    unit = parse_order(f"{head} hold", grammar) if phase is Phase.ADJUSTMENTS else None
    named = parse_order(head, grammar) or (unit and unit.orders[0].unit.kind)
    is_told = tail and named and parse_order(f"{head} {tail}", grammar) is None
    return _find_doubt_of_remark(tail, grammar) if is_told else None


def _is_like_order(part: str, grammar: Grammar, *, apart: bool) -> bool:
    """Say whether a part of a line is an order of its own, but for a slip."""
    if find_governing_kind(part)[0] or any(
        "corrects" in each.kinds for each in find_phrases(part)[1:]
    ):
        return False
    kind, verbs = grammar.lexicon.patterns["KIND"], "|".join(grammar.keywords["_MOVE"])
    unit = rf"{kind} {grammar.lexicon.patterns['PLACE']}"
    if is_like_order(part, grammar):
        return True
    starts = (0, *find_neutral_ends(part)) if apart else ()
    told = rf" *(?:{unit} *\S|{kind} (?:{verbs})\b)"
    if any(re.match(told, fold_text(part[start:])) for start in starts):
        return True
    return any(reading.sure for reading in suggestions.respell_reading(part, grammar, 1))


def _read_short_command(line: Line, text: str, grammar: Grammar) -> CommandStatement | None:
    """Return a command that may stand beside orders on a line."""
    command = _read_command(line, text, grammar)
    if isinstance(command, CommandStatement) and command.command.among_orders:
        return command
    return None


def _read_command(line: Line, text: str, grammar: Grammar) -> SureStatement | None:
    tree = grammar.command.parse(fold_text(text)) if ":" in text else None
    if tree is None or tree.data not in PRESS_RULES:
        text = without_please(text)
        tree = grammar.command.parse(fold_text(text))
    if (tree is None or tree.data in _FREE) and (old := old_judges.find_old_line(text)):
        if old.refused:
            return UnreadStatement(line, Reason("old_line", (old.refused,)))
        text = old.instead
        tree = grammar.command.parse(fold_text(text))
    if tree is None:
        return None
    command = build_command(tree, text, grammar.commands, grammar.lexicon)
    if isinstance(command, Reason):
        if not str(command.about[0]).strip("?"):
            return None  # it is asked whether to say it
        hints = suggestions.list_lines_with_powers(text, str(command.about[0]), grammar)
        hints = hints or mend_commands(text, grammar, load_phrases().rarity)
        return UnreadStatement(line, command, hints=hints)
    doubt = (
        None if tree.data in PRESS_RULES else find_doubt_of_remarks(text, grammar.command, grammar)
    )
    if tree.data in _TOLD_TO_ALL and not (text.split()[0].isupper() or set(":?") & {*text}):
        doubt = doubt or Reason("left_open", (text,))
    return CommandStatement(_find_line_in_doubt(line, line.text, doubt), command)


def _cut_at_first_change(text: str, intended: str) -> str:
    """Return the words of a line as far as the first that it was not to have."""
    words = text.split()
    same = [
        fold_text(typed_word) == fold_text(intended_word)
        for typed_word, intended_word in zip(words, intended.split(), strict=False)
    ]
    return " ".join(words[: [*same, False].index(False) + 1])


@cache
def _list_known_words() -> frozenset[str]:
    """Return the words that are no slips of commands: those of sentences, and what units do."""
    told = (word for name in _DEEDS for phrase in list_words(name) for word in phrase.split())
    return frozenset((*load_phrases().rarity, *told))


def _explain_unread(line: Line, typed: str, grammar: Grammar, phase: Phase) -> UnreadStatement:
    """Say what is wrong with a line that is neither an order nor a command."""
    raw_text, text = line.text.strip(), expand_beginnings(typed, grammar)
    somewhere = next(iter(grammar.lexicon.game_map.provinces))
    if phase is Phase.RETREATS and parse_order(f"{somewhere} {text}", grammar):
        return UnreadStatement(line, Reason("which_unit"))
    plain = raw_text.rstrip(" ?")
    if plain != raw_text and grammar.command.parse(fold_text(plain)) is not None:
        return UnreadStatement(line, Reason("other_words"), hints=(plain,))
    if mended := mend_commands(raw_text, grammar, _list_known_words()):
        why = Reason("unknown_command", (_cut_at_first_change(raw_text, mended[0]),))
        return UnreadStatement(line, why, hints=mended)
    if choices := suggestions.list_alternative_orders(raw_text, grammar):
        return UnreadStatement(line, Reason("which_order"), hints=choices)
    talk = is_talk(text, grammar)
    if talk and not is_like_order(text, grammar):
        return (
            _offer_orders_amid(line, typed, grammar, phase, Reason("prose"))
            or _offer_daring_orders(line, typed, grammar, phase)
            or UnreadStatement(line, Reason("prose"))
        )
    line = _find_line_in_doubt(line, line.text, find_doubt_of_remarks(text, grammar.order, grammar))
    if line.number > suggestions.RESPELLED:
        return UnreadStatement(line, suggestions.explain_fault(text, grammar, phase))
    bare = suggestions.list_adjustment_readings(text, grammar) if phase is Phase.ADJUSTMENTS else []
    guesses, is_sure = [], True
    likely = bare or suggestions.respell_reading(typed, grammar)
    if not likely and text != typed:
        likely = suggestions.respell_reading(text, grammar)
    likely = [reading for reading in likely if reading.sure] or likely
    whole = tuple(reading.line for reading in likely if len(reading.parsed.orders) > 1)
    if whole:  # of several orders that belong together none is a guess by itself
        why = suggestions.explain_fault(text, grammar, phase)
        return UnreadStatement(line, why, hints=whole[: suggestions.MOST])
    for reading in likely:
        for statement in _make_order_statements(
            line, reading.parsed, grammar, phase, reading.notes
        ):
            if isinstance(statement, UnreadStatement):
                return statement
            if _is_unit_order(statement):
                guesses.append(statement)
                is_sure = is_sure and reading.sure
    why = Reason("prose") if talk else suggestions.explain_fault(text, grammar, phase)
    if not guesses and plain != raw_text and read_certain_part(plain, grammar):
        return UnreadStatement(line, why, hints=(plain,))
    if not guesses and (amid := _offer_orders_amid(line, typed, grammar, phase, why)):
        return amid
    if talk and not guesses:
        return UnreadStatement(line, why)
    why = suggestions.explain_fault(text, grammar, phase)
    if not guesses and (dared := _offer_daring_orders(line, typed, grammar, phase)):
        return dared
    if guesses and not bare and guesses[0].notes[0].code == "read_as":
        why = Reason("unknown_word", guesses[0].notes[0].about[:1])
    if not is_sure:
        line = _find_line_in_doubt(line, line.text, why)
    return UnreadStatement(line, why, tuple(guesses[: suggestions.MOST]))


def _offer_orders_amid(
    line: Line, typed: str, grammar: Grammar, phase: Phase, why: Reason
) -> UnreadStatement | None:
    """Offer the orders that stand amid other words of a line; ``why`` tells what is said of it if
    none of them can be given."""
    if line.number > suggestions.RESPELLED:
        return None
    readings = find_orders(typed, grammar)
    statements = [
        statement
        for reading in readings
        for statement in _make_order_statements(line, reading.parsed, grammar, phase)
        if _is_unit_order(statement)
    ]
    if not statements:
        return None
    return UnreadStatement(
        _find_line_in_doubt(line, line.text, readings[0].doubt),
        why,
        tuple(statements[: suggestions.MOST]),
    )


def _offer_daring_orders(
    line: Line, typed: str, grammar: Grammar, phase: Phase
) -> UnreadStatement | None:
    """Offer the orders that a line may be of which little is spelled right; none is acted on."""
    if line.number > suggestions.RESPELLED:
        return None
    readings = [
        reading
        for reading in suggestions.respell_daringly(typed, grammar)
        if all(
            _is_unit_order(statement)
            for statement in _make_order_statements(line, reading.parsed, grammar, phase)
        )
    ]
    if not readings:
        return None
    why = Reason("unknown_word", readings[0].notes[0].about[:1])
    return UnreadStatement(line, why, hints=tuple(reading.line for reading in readings))


def _is_unit_order(statement: SureStatement) -> TypeGuard[OrderStatement]:
    return isinstance(statement, OrderStatement) and not isinstance(statement.order, HoldAll)
