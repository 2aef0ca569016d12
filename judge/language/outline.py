"""The outline of a mail: its heads, and what they govern.

A line that looks like a head and that was not read governs the lines below it all the same, and
what takes back governs those above it. They are not to be obeyed: each bears the doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rapidfuzz.distance import OSA

from judge.language.amending import amends_something_else
from judge.language.beside import find_names_on_board
from judge.language.foreign import (
    governs_in_other_language,
    is_foreign_talk,
    presents_in_other_language,
)
from judge.language.innocent import (
    cut_talk,
    is_of_daily_life,
    mentions_other_author,
    presents_orders,
    says_who_writes,
)
from judge.language.list_signs import find_orders_under_signs
from judge.language.mail_lines import (
    SHORT,
    Locality,
    MailLine,
    begins_command,
    is_harmless,
    list_sentence_behind_label,
    outline_line,
    speaks_of_mail,
    split_sentences,
)
from judge.language.referring import find_pointing, has_subject, list_sentences, split_tokens
from judge.language.remarks import (
    find_sentence_in_doubt,
    is_prose,
    is_talk_by_likeness,
    may_take_back,
)
from judge.language.replacing import cut_word_of_earlier_mail
from judge.language.revoking import (
    find_helpers_in_doubt,
    find_orders_with_rivals,
    find_revoked,
    find_rows_ordered_twice,
    limits_order_above,
    says_no_to_nothing,
)
from judge.language.said_as import load_phrases
from judge.language.script import Item, is_block_end
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Statement,
    UnreadStatement,
)
from judge.language.talk import is_worded, parts_orders
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    NEUTRAL,
    OVERRULING,
    Phrase,
    asks_judge,
    find_phrases,
    is_notice,
    list_phrases_of_kind,
)
from judge.model.reason import Reason

_CLAUSE = re.compile(r"[,.!?;:\u2013\u2014-]+ +|:")
_BEFORE_END = re.compile(r"[,;:\u2013\u2014]\s+")
_SMILES = re.compile(r"(?:\s*(?:[:;8=]-?[)(DPp]+|[\U0001f600-\U0001f64f\u263a]\ufe0f?))+\Z")
"""The signs with which somebody smiles at the end of a sentence."""
_TITLE_OF_OTHERS = WordPattern(r"\b%(titles_of_others)s\b")
_SUPPOSES = WordPattern(r"\b%(supposed_in_heads)s\b(?! %(wished_in_heads)s\b)")
_AROUND = " :,;.!?-*#=_"
"""Signs around a head that are not shown where it is cited."""
_TITLE = 5
"""So many words a title has at most, which heads ``My orders:``, too."""
_NEARLY = 0.7
_NEARLY_SHORT = 0.6
"""So like a word of a block, or one of two letters, is one that is misspelt."""

_GOVERNS = frozenset(
    {
        "takeback",
        "revokes",
        "unsettled",
        "condition",
        "time",
        "season",
        "open",
        "others",
        "negation",
    }
)
"""Kinds of words that make orders others than those of the present turn."""

_BINDS = frozenset(
    {
        "takeback",
        "revokes",
        "unsettled",
        "condition",
        "hangs_above",
        "alternative",
        "open",
        "others",
    }
)
"""Those of them, and others, by which orders may not count in whatever turn."""

_TAKES_BACK = frozenset({"takeback", "revokes", "corrects", "this_mail"})
"""Kinds of words by which a head may take back what stands above it."""
_TURNS = frozenset({"takeback", "condition"})
"""Those of them that do so even in an excuse."""

_AWAITING = frozenset({"awaits", "alternative", "hangs_above", "condition"})
"""Kinds of words behind which more is to come."""

_YEAR = re.compile(r"\d{4}")

Scope = Literal["paragraph", "end", "mail"]
Reading = tuple[Item, tuple[Statement, ...]]
"""A line of a mail, and what it was read as."""


@dataclass
class _UnreadHead:
    """A head that was not read: the doubt in which it puts lines, and how far it goes; ``binds``:
    it says of orders that they may not count. That, or one that ends in a colon and has governed
    none so far (``is_headline``), governs those below the name of a turn, too.
    """

    doubt: Reason
    scope: Scope
    paragraph: int
    lines: int = 1
    governed: bool = False
    binds: bool = False
    is_headline: bool = False
    is_alone: bool = False
    """Whether nothing that it governs stands in its own paragraph."""
    is_later: bool = False
    """Whether it begins by saying that what it governs is for another turn."""


def mark_doubts(
    readings: Sequence[Reading],
    opens: Callable[[CommandStatement], bool],
    here: Locality,
) -> tuple[Item, ...]:
    """Return the items of a mail, those in doubt that something else in it governs, without those
    that say nothing beside orders.

    Each is given with what it was read as; ``opens`` says of a command whether what follows belongs
    to it.
    """
    lines = [outline_line(item, read, here.powers) for item, read in readings]
    if any(line.is_order for line in lines):
        ordered = {line.item.paragraph for line in lines if line.is_order}
        notices = {line.item.paragraph for line in lines if is_notice(line.text)} - ordered
        lines = [
            line._replace(text="", phrases=())
            if line.item.paragraph in notices and line.is_unread
            else _without_idioms(line, here)
            for line in lines
        ]
    doubts: dict[int, Reason] = {}
    later: set[int] = set()
    is_for_other_turn = False
    head: _UnreadHead | None = None
    conditions = 0
    silent = _find_silent_lines(lines, here)
    first_order = next((at for at, line in enumerate(lines) if line.is_order), len(lines))
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else None
        head = _find_head_after_break(head, line, below)
        if head is not None and _ends_head(line, head, opens, here):
            head = None
        if here.heads_turn(line.text):
            is_for_other_turn = _names_other_turn(line, here)
        is_later = head is not None and head.is_later
        if (line.is_order and (is_for_other_turn or is_later)) or (
            is_later and not any(phrase.kinds & _BINDS for phrase in line.phrases)
        ):
            later.add(at)
        if head is not None:
            doubts[at] = head.doubt
            head.lines += line.item.paragraph == head.paragraph
            head.governed = head.governed or line.is_order
        goes_on = _goes_on_in_doubt(line, below)
        if _awaits_more(line) and (below is None or below.item.paragraph != line.item.paragraph):
            doubts.setdefault(at, Reason("left_over", (line.phrases[-1].text,)))
        is_first = at < first_order or _begins_list(lines, at)
        found = None
        behind = (
            *list_sentence_behind_label(line),
            *_list_end_behind_orders(line),
            *_list_title_behind_turn(line, here),
        )
        for said in (line, *behind) if at not in silent else ():
            found = found or _find_head(said, below, here, is_first=is_first)
        found = found or goes_on or _find_lead_broken_off(line, below)
        conditions, is_alone = _follow_conditions(line, conditions)
        if is_alone or (at > first_order and limits_order_above(line)):
            doubt = Reason("below_head", (line.text.strip(" :"),))
            found = _UnreadHead(doubt, "end", line.item.paragraph)
        if found is not None and (head is None or head.scope != "mail"):
            head = found
            later |= {at} if head.is_later and head.is_headline else set()
    rows = [at for at in range(len(lines)) if at not in silent]
    of_later = {row for row, at in enumerate(rows) if at in later}
    revoked = find_revoked([lines[at] for at in rows], here, of_later)
    doubts = {rows[row]: doubt for row, doubt in revoked.items()} | doubts
    helping = find_helpers_in_doubt([lines[at] for at in rows], here)
    doubts = {rows[row]: doubt for row, doubt in helping.items()} | doubts
    signed = find_orders_under_signs(lines)
    doubts = {at: doubt for at, doubt in signed.items() if lines[at].is_order} | doubts
    rows = [at for at in rows if at not in doubts]
    rivals = find_orders_with_rivals([lines[at] for at in rows])
    doubts = {rows[row]: doubt for row, doubt in rivals.items()} | doubts
    above = _find_orders_above_break(lines, here)
    doubts |= {at: doubt for at, doubt in above.items() if at not in doubts}
    twice = find_rows_ordered_twice([lines[at] for at in rows], here)
    doubts |= {rows[row]: Reason("ordered_anew") for row in twice}
    doubts = {row: _write_names(doubt, here) for row, doubt in doubts.items()}
    return tuple(
        item._replace(line=item.line._replace(doubt=doubts[at])) if at in doubts else item
        for at, (item, _) in enumerate(readings)
        if at not in silent
    )


def _find_orders_above_break(lines: Sequence[MailLine], here: Locality) -> dict[int, Reason]:
    """Return the doubt of each order above a line that presents orders as if none stood there:
    ``ok, now the orders``. What heads the rest of them, or a part, does not."""
    doubts = dict[int, Reason]()
    above: list[int] = []
    for at, line in enumerate(lines):
        if line.is_order:
            above.append(at)
        elif here.heads_turn(line.text) or line.does_something:
            above = []
        elif above and _begins_anew(line, here) and _find_below_headings(lines[at + 1 :], here):
            doubts |= dict.fromkeys(above, Reason("taken_back_below", (line.text.strip(_AROUND),)))
    return doubts


def _begins_anew(line: MailLine, here: Locality) -> bool:
    """Say whether a line presents orders, and not only a part of them."""
    if not line.is_unread or _parts_orders(line):
        return False
    words = {*split_tokens(line.text)}
    names_orders = any("heading" in phrase.kinds for phrase in line.phrases)
    return (
        names_orders
        and words.isdisjoint(list_words("goes_on_listing"))
        and any(presents_orders(each, here) for each in _CLAUSE.split(line.text) if each.strip())
    )


def _write_names(doubt: Reason, here: Locality) -> Reason:
    """Return a doubt with the names of powers in what it cites as they are written."""
    about = (
        here.powers.part_words(each) if isinstance(each, str) else each for each in doubt.about
    )
    return doubt.with_subjects(tuple(about))


def _list_end_behind_orders(line: MailLine) -> list[MailLine]:
    """Return what stands last in a line of orders and is none, as if it stood on the next line: it
    may head those below. ``A PAR - BUR (fine). Next turn``."""
    hangs = any(each.guesses or each.why.code == "condition" for each in line.unread)
    has_order = bool(line.orders) or hangs
    if not has_order or (line.is_sure and not line.unread):
        return []
    ends = line.text.rstrip()
    *above, end = list_sentences(ends) or [""]
    if not above and ends.endswith((",", ":")):
        *above, end = _BEFORE_END.split(ends)
    if not above or asks_judge(end):
        return []
    said = UnreadStatement(line.item.line._replace(text=end), Reason("left_over", (end,)))
    return [MailLine(line.item, (said,), end, find_phrases(end))]


def _list_title_behind_turn(line: MailLine, here: Locality) -> list[MailLine]:
    """Return what stands behind the name of a turn in a line that was not read, as the head that
    it is: ``Fall 1901: former ideas``."""
    turn, colon, title = line.text.partition(":")
    is_title = bool(colon) and bool(title.strip()) and line.is_unread and not line.is_order
    if not is_title or not here.heads_turn(turn) or "-" in title:
        return []
    headline = f"{title.strip().rstrip(':')}:"
    said = UnreadStatement(line.item.line._replace(text=headline), Reason("prose"))
    return [MailLine(line.item, (said,), headline, find_phrases(headline))]


def _begins_list(lines: Sequence[MailLine], at: int) -> bool:
    """Say whether a line stands first in its paragraph, and an order just below it: programs that
    write HTML make a paragraph of each line."""
    is_first = at == 0 or lines[at - 1].item.paragraph != lines[at].item.paragraph
    return is_first and any(each.is_order for each in lines[at + 1 : at + 2])


def leave_out_earlier_mails(
    readings: Sequence[Reading], read: Callable[[Item], tuple[Statement, ...]], here: Locality
) -> list[Reading]:
    """Return the lines of a mail with what each was read as, those of one that has orders for all
    units that had some without what takes back an earlier mail."""
    lines = [outline_line(item, said, here.powers) for item, said in readings]
    if not _order_all_anew(lines, here):
        return [*readings]
    first_order = next(at for at, line in enumerate(lines) if line.is_order)
    left: list[Reading] = []
    for at, (line, reading) in enumerate(zip(lines, readings, strict=True)):
        item, text = reading[0], reading[0].line.text
        if item.body is None and not line.is_order:
            text = cut_word_of_earlier_mail(text, is_first=at < first_order)
        is_cut = text != item.line.text
        item = item._replace(line=item.line._replace(text=text))
        left.append((item, read(item)) if is_cut else reading)
    return left


def _order_all_anew(lines: Iterable[MailLine], here: Locality) -> bool:
    """Say whether there are orders, and for all units that had some before."""
    given = {said.order.unit.at.province for line in lines for said in line.orders}
    return "" in given or (len(given) > 0 and given.issuperset(here.ordered))


def _without_idioms(line: MailLine, here: Locality) -> MailLine:
    """Return a line that was not read without what says nothing of orders."""
    is_said = line.is_unread and not here.picks_offer(line.text)
    text = cut_talk(line.text, here.powers) if is_said else line.text
    return line if text == line.text else line._replace(text=text, phrases=find_phrases(text))


def list_governed_by_title(title: str, readings: Sequence[Reading], here: Locality) -> list[Item]:
    """Return the items of a mail of which its title says that they are nothing to be obeyed, or
    orders of another turn or power: ``Draft``, ``What I would do as Germany``.

    Titles are often about something else, or nothing: of unknown words in one nothing follows.
    """
    lines = [outline_line(item, read, here.powers) for item, read in readings]
    title = here.powers.join_words(title)
    title = cut_word_of_earlier_mail(title) if _order_all_anew(lines, here) else title
    phrases = [phrase for phrase in find_phrases(title) if not is_harmless(phrase, here)]
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in phrases))
    if kinds & OVERRULING:
        return [item for item, _ in readings]
    named = {phrase.text.removesuffix("'s") for phrase in phrases}
    denied = "negation" in kinds and any("heading" in each.kinds for each in find_phrases(title))
    if (
        denied
        or kinds & {"time", "season", "open"}
        or _TITLE_OF_OTHERS.pattern.search(fold_text(title))
        or any(name in here.powers and name not in here.own for name in named)
    ):
        return [line.item for line in lines if line.is_order]
    return []


def _find_silent_lines(lines: Sequence[MailLine], here: Locality) -> set[int]:
    """Return the rows of lines that only present the orders below them, and of those that say
    nothing."""
    heads = (
        at
        for at, line in enumerate(lines)
        if _find_below_headings(lines[at + 1 :], here)
        and (line.is_unread or is_worded(line.text))
        and not here.heads_turn(line.text)
    )
    presenting = {at for at in heads if _only_presents(lines[at], here)}
    empty = (at for at, line in enumerate(lines) if not line.text or _parts_orders(line))
    return presenting.union(empty)


def _parts_orders(line: MailLine) -> bool:
    return not line.statements and parts_orders(line.text)


def _find_below_headings(below: Sequence[MailLine], here: Locality) -> bool:
    """Say whether an order stands below, with nothing between but the name of a power or a turn."""
    first = next((line for line in below if not _is_heading(line, here)), None)
    return first is not None and first.is_order


def _is_heading(line: MailLine, here: Locality) -> bool:
    return not line.statements or here.heads_turn(line.text)


def _only_presents(line: MailLine, here: Locality) -> bool:
    """Say whether a line presents the orders below it, and all else in it is talk."""
    if presents_orders(line.text, here):
        return True
    sentences = split_sentences(line)
    others = [each for each in sentences if not presents_orders(each.text, here)]
    return len(others) < len(sentences) and all(
        _speaks_of_nothing_here(each, None, here) for each in others
    )


def _awaits_more(line: MailLine) -> bool:
    """Say whether a line of orders ends with a word after which more was to come."""
    return (
        bool(line.orders)
        and bool(line.phrases)
        and ("awaits" in line.phrases[-1].kinds and not line.text.rstrip().endswith((".", "!")))
    )


def _goes_on_in_doubt(line: MailLine, below: MailLine | None) -> _UnreadHead | None:
    """Return as a head a line of orders in doubt that goes on in the next: ``A PAR - BUR if that is
    allowed, otherwise``."""
    is_listed = below is not None and below.item.paragraph == line.item.paragraph
    if not (is_listed and line.is_order and line.phrases) or line.is_sure:
        return None
    last, text = line.phrases[-1], line.text.rstrip(" ,:-")
    if not last.kinds & _AWAITING or text[-1:] in ".!?)":
        return None
    return _UnreadHead(Reason("below_head", (text,)), "paragraph", line.item.paragraph)


def _find_lead_broken_off(line: MailLine, below: MailLine | None) -> _UnreadHead | None:
    """Return as a head the words with which a line begins, if they put its order in doubt and that
    stands on a line of its own, with others below: ``Half of me wants to / Paris - Burgundy``."""
    item = line.item
    is_broken = below is not None and below.item.line.number > item.line.number + 1
    if not is_broken or below is None or below.item.paragraph != item.paragraph:
        return None
    doubtful = [each for each in line.statements if isinstance(each, DoubtfulStatement)]
    for lead in (each.doubt.about[0] for each in doubtful if each.doubt.about):
        if isinstance(lead, str) and lead and line.text.startswith(lead):
            return _UnreadHead(Reason("below_head", (lead,)), "paragraph", item.paragraph)
    return None


def _find_head_after_break(
    head: _UnreadHead | None, line: MailLine, below: MailLine | None
) -> _UnreadHead | None:
    """Return the head that goes on governing where a paragraph begins, if one does.

    A head alone in its paragraph governs the next, all of them if it binds, and each part of the
    orders below it the next part. Where each line is a paragraph, as programs that write HTML have
    it, none ends there.
    """
    if head is None or head.scope != "paragraph" or line.item.paragraph == head.paragraph:
        return head
    head.is_alone = head.is_alone or not head.governed
    goes_on = head.binds and head.is_alone
    if not head.governed or head.lines == 1 or goes_on or _parts_orders(line):
        alone = below is None or below.item.paragraph != line.item.paragraph
        head.paragraph, head.lines = line.item.paragraph, 0 if alone else 1
        return head
    return None


def _ends_head(
    line: MailLine, head: _UnreadHead, opens: Callable[[CommandStatement], bool], here: Locality
) -> bool:
    """Say whether a line is the end of what a head governs, or another head that is read."""
    if line.item.body is not None or any(
        isinstance(each, CommandStatement) and opens(each) for each in line.statements
    ):
        return True
    if head.scope == "mail" and line.item.paragraph == head.paragraph:
        return False
    if is_block_end(line.text):
        return head.scope != "mail"
    if _parts_orders(line):
        return False
    stays = head.binds and not head.governed
    if here.heads_turn(line.text):
        return not stays and (head.governed or not head.is_headline)
    is_title = len(str(head.doubt.about[0]).split()) <= _TITLE if head.doubt.about else False
    return head.scope != "end" and not (stays and is_title) and _is_list_head(line, here)


def _is_list_head(line: MailLine, here: Locality) -> bool:
    """Say whether a line heads orders of the present turn: ``My orders:``."""
    return (
        line.is_unread
        and any("heading" in phrase.kinds for phrase in line.phrases)
        and all(is_harmless(phrase, here) for phrase in line.phrases)
    )


def _speaks_of_orders(line: MailLine, here: Locality) -> bool | None:
    """Say whether a line heads orders of the present turn: ``Sorry, here is my set:``; None if it
    speaks of orders, and something in it may make them others."""
    clauses = [find_phrases(part) for part in _CLAUSE.split(line.text)]
    headings = [clause for clause in clauses if any("heading" in p.kinds for p in clause)]
    if not headings:
        return False
    plain = all(_is_known(phrase, here) for clause in headings for phrase in clause)
    plain = plain and not any(_says_which(clause, here) for clause in headings)
    governed = any(
        phrase.kinds & (_TURNS if "courtesy" in clause[0].kinds else _GOVERNS)
        and not is_harmless(phrase, here)
        for clause in clauses
        if clause and clause not in headings
        for phrase in clause
    )
    return True if plain and not governed and "?" not in line.text else None


def _says_which(clause: Sequence[Phrase], here: Locality) -> bool:
    """Say whether a clause tells of orders which they are, behind their name, in words that present
    none: ``here are the orders I hate``."""
    named = next(at for at, phrase in enumerate(clause) if "heading" in phrase.kinds)
    whose = {"own", "reason"}  # for my fleet, from me
    return any(
        not is_harmless(phrase, here)
        and (phrase.kinds.isdisjoint(whose) or "plain" in phrase.kinds)
        for phrase in clause[named + 1 :]
    )


def _is_own(line: MailLine) -> bool:
    """Say whether somebody speaks of themselves in a line, and asks nothing."""
    return "?" not in line.text and any("own" in phrase.kinds for phrase in line.phrases)


def _is_known(phrase: Phrase, here: Locality) -> bool:
    """Say whether a phrase of a head says nothing that can make orders others."""
    if is_harmless(phrase, here):
        return True
    return bool(phrase.kinds & {"plain", "reason", "own"}) and not phrase.kinds & (
        _GOVERNS | {"earlier"}
    )


def _find_head(
    line: MailLine, below: MailLine | None, here: Locality, *, is_first: bool
) -> _UnreadHead | None:
    """Return the head that a line is and that was not read, None if it is none."""
    if (line.is_order and not _binds_as_title(line, here)) or here.heads_turn(line.text):
        return None
    if _passes_on(line, here):
        return _UnreadHead(
            Reason("below_address", (line.text.strip(" :.!"),)), "paragraph", line.item.paragraph
        )
    is_above = below is not None and below.is_order
    says_no = is_above and says_no_to_nothing(line, here)
    listed = is_above and below is not None and below.item.paragraph == line.item.paragraph
    leads_on = is_above and bool(line.phrases) and is_worded(line.text) and _leads_on(line)
    breaks_off = listed and bool(line.phrases) and _breaks_off_above(line, here)
    leads_on = leads_on or breaks_off or (listed and _asks_of_below(line))
    if not (line.is_unread or says_no or leads_on or _takes_back_below(line)):
        return None
    if line.is_of_other_phase or here.picks_offer(line.text) or _is_order_in_doubt(line, here):
        return None
    if not line.phrases:
        return None
    text, first, paragraph = line.text, line.phrases[0], line.item.paragraph
    subject = (text.strip(_AROUND),)
    binds = any(each.kinds & _BINDS and not is_harmless(each, here) for each in line.phrases)
    is_headline = _is_headline(line)
    head = _UnreadHead(
        Reason("below_head", subject),
        "paragraph",
        paragraph,
        binds=binds,
        is_headline=is_headline,
        is_later=_is_for_later(line, here),
    )
    if _heads_something_else(line, here):
        return head
    speaks = _speaks_of_orders(line, here)
    if speaks and not (breaks_off or _begins_block(line)):
        return None
    address = _is_address(line, here)
    if not address and not breaks_off and is_talk_by_likeness(line, here):
        return None
    if speaks is None and binds and "courtesy" not in first.kinds and "?" not in text:
        return head
    if address:
        return _UnreadHead(Reason("below_address", subject), address, paragraph)
    calls_judge = any("judge" in phrase.kinds for phrase in line.phrases)
    called = {"judge", "greeting"} if calls_judge else {"judge"}
    if "?" not in text and all(
        is_harmless(phrase, here) or phrase.kinds & called for phrase in line.phrases
    ):
        return None
    is_name = first.text in here.board and first.text not in here.powers
    is_order = is_name or "heading" in first.kinds
    if is_first and not is_order and (said := find_sentence_in_doubt(line, here)) is not None:
        return replace(head, doubt=Reason("below_head", (said.text.strip(_AROUND),)))
    if leads_on or (listed and "hangs_above" in first.kinds):
        return head  # what hangs on it stands above or below
    is_own = _is_own(line) and all(_is_known(phrase, here) for phrase in line.phrases)
    presents = any(presents_orders(part, here) for part in _CLAUSE.split(text) if part.strip())
    if is_own and not (is_headline and ("altering" in find_pointing(text) or not presents)):
        return None
    if asks_judge(text, here.board) and not (listed and find_pointing(text)):
        return None
    if _begins_block(line):
        return replace(head, scope="end" if "condition" in first.kinds else "paragraph")
    if is_headline:
        return head
    if is_first and governs_in_other_language(text):
        return head
    if begins_command(line, here) or _speaks_of_nothing_here(line, below, here):
        return None
    return head if _makes_orders_others(line, below, here, speaks=speaks) else None


def _names_other_turn(line: MailLine, here: Locality) -> bool:
    """Say whether the heading of a turn names another one than the present."""
    named = [p.text for p in line.phrases if "season" in p.kinds or _YEAR.fullmatch(p.text)]
    return any(word not in here.turn for word in named)


def _is_for_later(line: MailLine, here: Locality) -> bool:
    """Say whether a head begins by saying that what stands below it is for another turn, and takes
    nothing back: ``Next turn``, ``Plans for autumn``."""
    told = [phrase for phrase in line.phrases if not is_harmless(phrase, here)]
    takes_back = any(phrase.kinds & _TAKES_BACK for phrase in line.phrases)
    begins = any(phrase.kinds & {"time", "season"} for phrase in told[:2])
    return begins and not takes_back and "?" not in line.text


def _binds_as_title(line: MailLine, here: Locality) -> bool:
    """Say whether a line that orders nothing begins with a word by which orders may not count:
    ``PROPOSAL (Paris to London, no. 4)``."""
    first = line.phrases[0] if line.phrases and not line.orders else None
    return first is not None and bool(first.kinds & _BINDS) and not is_harmless(first, here)


def _is_headline(line: MailLine) -> bool:
    return line.text.rstrip(" -*_").endswith((":", "\uff1a"))


def _heads_something_else(line: MailLine, here: Locality) -> bool:
    """Say whether a headline asks something, supposes it, or names somebody else, in words that are
    all known: ``What I would do:``, ``Orders of my opponent:``; or announces a change of something
    else than the writer's orders: ``Correction to my press:``."""
    if not _is_headline(line):
        return False
    if amends_something_else(line.text, {*here.board, *here.turn}.difference(here.powers)):
        return True
    if presents_orders(line.text, here):
        return False
    if not cut_talk(line.text.rstrip(" -*_:\uff1a"), here.powers):
        return False
    if is_talk_by_likeness(line, here):
        return False
    words = split_tokens(line.text)
    asks = words[:1] != () and words[0] in list_words("auxiliaries")
    supposes = _SUPPOSES.pattern.search(fold_text(line.text)) is not None
    is_wish = any("courtesy" in phrase.kinds for phrase in line.phrases)
    is_of_others = not {*list_words("of_others_in_heads")}.isdisjoint(words)
    is_of_others = is_of_others or mentions_other_author(line.text)
    return is_of_others or ((asks or supposes) and not is_wish)


def _makes_orders_others(
    line: MailLine, below: MailLine | None, here: Locality, *, speaks: bool | None
) -> bool:
    """Say whether words of a line make orders below it others than those of the present turn, or
    it ``speaks`` of orders in words of which that is not known."""
    words = [phrase for phrase in line.phrases if not is_harmless(phrase, here)]
    first = words[0].kinds if words else frozenset()
    kinds = frozenset[str]().union(*(phrase.kinds - NEUTRAL for phrase in words))
    is_of_mail = speaks_of_mail(line, below)
    if first & {"takeback", "time", "season", "condition", "open"} and not is_of_mail:
        return True
    if below is None or not below.is_order:
        return False
    listed = below.item.paragraph == line.item.paragraph
    asks = load_phrases().is_question(fold_text(line.text).split())
    return (
        (speaks is None and not is_of_mail)
        or (listed and asks and not _is_closed(line))
        or (listed and kinds & {"condition", "time"} and not kinds & {"courtesy", "comment"})
        or bool(kinds & {"takeback", "others", "open"})
        or "?" in line.text
        or _is_title(line, here)
        or _tells_of_powers(line, here)
    )


def _speaks_of_nothing_here(line: MailLine, below: MailLine | None, here: Locality) -> bool:
    """Say whether a line is closed, hangs on nothing, and points at no orders."""
    return (
        (_is_closed(line) or _is_whole_apart(line, below, here))
        and not any("condition" in phrase.kinds for phrase in line.phrases[:1])
        and not ("?" in line.text and find_pointing(line.text))
        and not ("-" in line.text and any(phrase.text in here.board for phrase in line.phrases))
        and not find_names_on_board(_without_powers(line, here), here)
        and not any(phrase.text in list_words("below") for phrase in line.phrases)
        and not may_take_back(line, here)
    )


def _is_closed(line: MailLine) -> bool:
    text = line.text.rstrip()
    ends = text.endswith((".", "!", "?")) and not text.endswith("...")
    return ends or _SMILES.search(text) is not None


def _is_whole_apart(line: MailLine, below: MailLine | None, here: Locality) -> bool:
    """Say whether a line without a stop is a whole sentence, in a paragraph of its own, or all of
    it tells of daily life."""
    if is_of_daily_life(line.text, here.powers) or is_foreign_talk(line.text):
        return True
    is_apart = below is not None and below.item.paragraph != line.item.paragraph
    return (
        is_apart
        and line.text.rstrip()[-1:].isalnum()
        and has_subject(line.text, here.powers)
        and not (_leads_on(line) or _tells_of_powers(line, here))
    )


def _without_powers(line: MailLine, here: Locality) -> str:
    """Return a line without the names of other powers: who is spoken of is no unit."""
    others = (
        phrase
        for phrase in line.phrases
        if phrase.text in here.powers and phrase.text not in here.own
    )
    text = line.text
    for phrase in others:
        text = text[: phrase.start] + "," * (phrase.end - phrase.start) + text[phrase.end :]
    return text


def _is_order_in_doubt(line: MailLine, here: Locality) -> bool:
    """Say whether a line is an order that hangs on what stands behind it, and heads no others:
    ``A PAR - BUR unless Germany objects``."""
    told = [phrase for phrase in line.phrases if not is_harmless(phrase, here)]
    offered = any(each.guesses or each.hints for each in line.unread)
    begins = bool(told) and told[0].text in here.board
    return begins and offered and not line.text.rstrip(" -*_").endswith((":", "\uff1a"))


def _passes_on(line: MailLine, here: Locality) -> bool:
    """Say whether a line asks to give others what stands beside it: ``Pass this to Italy``."""
    others = [p for p in line.phrases if p.text in here.powers and p.text not in here.own]
    is_meant = bool(line.statements) and line.is_doubtful and not line.is_order
    return is_meant and bool(others) and "word" in find_pointing(line.text)


def _takes_back_below(line: MailLine) -> bool:
    """Say whether a line that was read as a command speaks of what stands below it instead:
    ``Cancel the following:``."""
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in line.phrases))
    takes_back = bool(kinds & {"takeback", "revokes", "negation"})
    return takes_back and "heading" in kinds and line.text.endswith((":", "\uff1a"))


def _asks_of_below(line: MailLine) -> bool:
    """Say whether a question that is read as a command may be about the orders below it: ``Why do
    you show me these orders?``."""
    asks = any(isinstance(each, CommandStatement) and each.command.asks for each in line.statements)
    heads = line.text.endswith((":", "\uff1a")) or bool(find_pointing(line.text))
    return asks and heads and is_worded(line.text)


def _breaks_off_above(line: MailLine, here: Locality) -> bool:
    """Say whether a line just above orders ends as no sentence does, or asks of what it points at,
    and is none of those that stand there: a greeting, talk that is known, or what presents them:
    ``I would have gone``."""
    text = line.text.rstrip(" -*_")
    speaks = any("speaks_of" in phrase.kinds for phrase in line.phrases)
    asks = text.endswith("?") and (speaks or bool(find_pointing(text)))
    if (_is_closed(line) and not asks) or _is_headline(line) or not is_prose(line, here):
        return False
    asks_judge_of = any(isinstance(each, CommandStatement) for each in line.statements)
    is_read = line.is_order or line.does_something or not line.is_sure
    if is_read or not (line.is_unread or asks_judge_of):
        return False
    greets = "greeting" in line.phrases[0].kinds and not (
        has_subject(text, here.powers) or any("own" in phrase.kinds for phrase in line.phrases)
    )
    return not (
        all(is_harmless(phrase, here) for phrase in line.phrases)
        or (greets and len(line.phrases) <= SHORT)
        or not cut_talk(text, here.powers)
        or presents_orders(text, here)
        or is_foreign_talk(text)
    )


def _leads_on(line: MailLine) -> bool:
    """Say whether a sentence goes on in the lines below it: ``England believes that I play``."""
    last = line.phrases[-1]
    goes_on = "awaits" in last.kinds or last.text.split()[-1] in list_words("leads_on")
    return goes_on and line.text.rstrip()[-1:].isalnum()


def _follow_conditions(line: MailLine, count: int) -> tuple[int, bool]:
    """Return how many of ``count`` conditions are open below a line, and whether it is the other
    case of one that stands nowhere."""
    is_alone = False
    for statement in line.statements:
        for step in statement.steps if isinstance(statement, ConditionStatement) else ():
            is_alone = is_alone or (step.what in ("else", "elif") and count == 0)
            count = max(0, count + {"if": 1, "end": -1}.get(step.what, 0))
    return count, is_alone


def _tells_of_powers(line: MailLine, here: Locality) -> bool:
    """Say whether an open sentence tells of a power: ``Germany ordered me to play``, or of the
    writer's, ``Things that Germany will not do``."""
    first, *_ = line.phrases
    named = {phrase.text.removesuffix("'s") for phrase in line.phrases}
    if not line.text[-1:].isalnum():
        return False
    if first.text in here.powers and first.text not in here.own:
        return has_subject(line.text)
    behind = [phrase.text for phrase in line.phrases[1:2]]
    if first.text in list_words("told_asking") and {*behind} & ({*here.powers} - {*here.own}):
        return True  # what Germany thinks I am doing
    greets = bool(first.kinds & {"courtesy", "greeting"})
    return not greets and not named.isdisjoint(here.own) and has_subject(line.text, here.powers)


def _is_title(line: MailLine, here: Locality) -> bool:
    """Say whether a line may be a title that nobody has listed: it is short, and no sentence."""
    return (
        len(line.phrases) <= SHORT
        and not line.text.endswith((".", "!"))
        and not line.hints
        and not any(phrase.kinds & {"courtesy", "comment"} for phrase in line.phrases)
        and not any(p.text in here.board and p.text not in here.own for p in line.phrases)
    )


def _is_address(line: MailLine, here: Locality) -> Scope | None:
    """Return how far words go to somebody else whom a line addresses, None if it does not."""
    phrases = line.phrases
    if line.text.startswith("@") and not _calls_judge(line, here):
        return "mail"
    names = [phrase for phrase in phrases if phrase.text in here.powers]
    if names and all(
        phrase.text in here.powers or phrase.kinds & {"link", "greeting"} for phrase in phrases
    ):
        return None if all(name.text in here.own for name in names) else "mail"
    calls_judge = any("judge" in phrase.kinds for phrase in phrases)
    is_first_called = "judge" in phrases[0].kinds or _is_called(line.text)
    if calls_judge and not names and len(phrases) <= SHORT and is_first_called:
        return None
    greeting = "greeting" in phrases[0].kinds or (
        phrases[0].kinds & {"courtesy"} and len(phrases) > 1
    )
    if not greeting or len(phrases) < 2 or _names_writer(line):
        return None
    if "judge" in phrases[1].kinds and not names:
        return None
    called = [phrase for phrase in phrases[1:6] if not phrase.kinds & {"judge", "link"}]
    if not called or called[0].text in here.own:
        return None
    behind = line.text[called[0].start :]
    if presents_in_other_language(behind, here.own, here.turn) or says_who_writes(
        behind, frozenset(here.powers)
    ):
        return None
    origins = list_words("introduced_from")
    if phrases[0].text.split()[-1] in origins or (called[0].text in origins and not names):
        return None  # greetings from Pune
    closed = line.text.rstrip().endswith((",", ":", "!", "-", "."))
    is_name = called[0].text in here.powers or (
        not called[0].kinds
        or bool(called[0].kinds & {"others"})
        or called[0].text in list_words("sovereigns_called")
    )
    behind_comma = line.text.find(",", called[0].end)
    is_short = len([each for each in phrases if each.end <= behind_comma]) in range(1, SHORT + 1)
    is_titled = line.text[called[0].start : called[0].end].istitle()
    if (
        is_name
        and (len(phrases) <= SHORT or (is_short and is_titled) or called[0].text in here.powers)
        and (closed or len(phrases) <= SHORT)
    ):
        return "mail"
    return None


def _is_called(text: str) -> bool:
    return text.endswith((",", "!")) or _SMILES.search(text) is not None


def _calls_judge(line: MailLine, here: Locality) -> bool:
    return any("judge" in phrase.kinds or phrase.text in here.own for phrase in line.phrases)


def _names_writer(line: MailLine) -> bool:
    """Say whether a line says who writes it: ``Hi there, Lea here``."""
    return len(line.phrases) > 2 and line.phrases[-1].text in list_words("writer_here")


def _begins_block(line: MailLine) -> bool:
    """Say whether a line begins like one that takes in those below it, or nearly so."""
    words = line.text.split()
    return "condition" in line.phrases[0].kinds or any(
        all(map(_is_nearly, words, block.split())) and len(words) >= len(block.split())
        for block in list_phrases_of_kind("blocks")
    )


def _is_nearly(word: str, wanted: str) -> bool:
    """Say whether a word is another one, but for a slip."""
    least = _NEARLY if len(wanted) > 2 else _NEARLY_SHORT
    return OSA.normalized_similarity(fold_text(word), wanted) > least
