"""Which lines of a mail are in doubt because something else in it governs them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from judge.game.command import BlockCommand, EnterCommand, LineContext
from judge.game.mail.place import (
    find_answered_letter,
    find_variant_here,
    identify_sender,
    list_powers_of_writer,
)
from judge.game.mail.state import MailState
from judge.game.notices import find_view
from judge.game.orders.accepting import accept_order
from judge.game.orders.turn_meant import parse_turn_heading
from judge.game.reports.report import Report
from judge.game.sentences.restating import SentencesOfMail
from judge.game.state import Game, Play, Role, find_phase
from judge.game.votes.public import open_votes
from judge.hooks import Variant
from judge.language.answers import read_picked, read_short_answer
from judge.language.beside import collect_meanings, collect_words_of_regions, names_places
from judge.language.calling import leave_out_name_of_master, leave_out_own_name
from judge.language.grammar import build_grammar
from judge.language.lexicon import build_lexicon
from judge.language.likeness import is_like_talk
from judge.language.mail_lines import Locality
from judge.language.names import read_item_with_names
from judge.language.outline import (
    leave_out_earlier_mails,
    list_governed_by_title,
    mark_doubts,
)
from judge.language.parting import with_antecedent
from judge.language.power_names import build_power_names
from judge.language.press_end import part_unended_press
from judge.language.remarks import begins_as_command
from judge.language.script import Item, has_orders_unread
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.talk import is_worded
from judge.language.word_lists import list_words
from judge.language.words import find_phrases
from judge.language.wrapped import ProseOfMail
from judge.language.writer import write_order
from judge.model.reason import Reason
from judge.model.turn import Phase

_BEHIND_TURN = re.compile(r"(?<=\d)[\])]?(?:,\s+|\s+[-\u2013\u2014]+\s+)(?=[^\W\d])")
_WORD = re.compile(r"\w{1,5}|[^\w\s]")
_UNREAD, _UNREAD_OF_STRANGER = 1_400, 500
"""So many words and signs of lines that are no plain orders or commands are looked at in a mail of
somebody with a seat, and of all lines in one of others: these cost the most, and no line below is
read. A long word is several."""
_LINE, _LINE_OF_STRANGER = 4, 6
"""A line counts as so many words more."""
_TRIED = 6
"""Of so many commands beside orders it is looked whether anything would come of them."""
_GUESSED = 2
"""So often one counts for which words were found that may have been meant."""
_HEADS = 0.8
"""So much less must talk weigh behind which orders stand."""
_SPEAKS_OF_ORDERS = frozenset({"speaks_of", "open", "blocks", "unsettled", "revokes", "others"})
"""Kinds of words of which none is in such talk."""


class OutlinedMail(NamedTuple):
    """The lines of a mail, those in doubt marked, and what each was read as; ``cut`` says what was
    left unread."""

    items: tuple[Item, ...]
    readings: tuple[tuple[Item, tuple[Statement, ...]], ...]
    cut: tuple[Reason, ...] = ()


def outline_mail(
    state: MailState,
    items: Sequence[Item],
    context: LineContext,
    *,
    title: str = "",
    in_words: bool = True,
    is_refused: Callable[[CommandStatement], bool] = lambda command: False,
) -> OutlinedMail:
    """Return the lines of a mail, as the game that it is about has them read; ``in_words``: orders
    may be told in sentences. ``is_refused`` says of a command that nothing would come of it: what
    begins like one may be a sentence about the orders beside it.

    The title that somebody gave a mail stands above the lines if it makes their orders others.
    """
    state = identify_sender(state, context)
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    variant, phase = find_variant_here(state, context), find_phase(game)
    seen = find_view(game, seat) if game else None
    names = seen.usable_names if seen else {}
    read = partial(read_item_with_names, variant=variant, phase=phase, names=names)
    here = describe_locality(state, context, names)
    items = [part for item in items for part in part_unended_press(item, read, here)]
    if items and seat is not None:
        items = leave_out_name_of_master(items, here)
        items = [_part_turn(leave_out_own_name(item, here), here) for item in items]
        items = [part for item in items for part in part_block(item, read)]
        items = [part for item in items for part in part_talk_before_orders(item, read, here)]
    prose = ProseOfMail(items, read, _list_words_of_orders(variant))
    lines: Iterable[Item] = prose.list_lines()
    if in_words and isinstance(game, Play) and seat is not None and seat.role is Role.PLAYER:
        lines = SentencesOfMail(game, seat, read, _takes_in_lines, here).restate_lines(prose)
    readings: list[tuple[Item, tuple[Statement, ...]]] = []
    if title and here.heads_turn(title):
        titled = Item(Line(0, title))
        readings.append((titled, read(titled)))
    is_stranger = seat is None
    above, left = "", _UNREAD_OF_STRANGER if is_stranger else _UNREAD
    cut = (Reason("press_unended"),) if any(map(has_orders_unread, items)) else ()
    is_cut = False
    for item in lines:
        if left < 0:
            cut = (*cut, Reason("too_much_unread", (str(len(readings)),)))
            is_cut = True
            break
        meant = with_antecedent(item.line.text, above) if item.body is None else item.line.text
        item = item._replace(line=item.line._replace(text=meant))
        statements = read(item)
        readings.append((item, statements))
        above = _write_last_order(statements, variant)
        left -= _count_words(item, statements, is_stranger)
    readings = [(item, _without_games_of_others(said, game, context)) for item, said in readings]
    typed, readings = readings, _without_refused_commands(readings, is_refused)
    bodies = {
        before.line.number: before.body
        for (before, _), (after, _) in zip(typed, readings, strict=True)
        if before.body != after.body
    }
    readings = leave_out_earlier_mails(readings, read, here)
    marked = tuple(
        item._replace(body=bodies.get(item.line.number, item.body))
        for item in mark_doubts(readings, _takes_in_lines, here)
    )
    if title and not here.heads_turn(title):
        governed = list_governed_by_title(title, readings, here)
        marked = _put_in_doubt(marked, governed, Reason("below_head", (title,)))
    if is_cut:
        marked = _put_in_doubt(marked, marked, Reason("unread_below"))
    return OutlinedMail(marked, tuple(readings), cut)


def _part_turn(item: Item, here: Locality) -> Item:
    """Return a line with a colon behind the turn with which it begins, if another sign parts that
    from an order: ``Spring 1901, A PAR - BUR``."""
    text = item.line.text
    parted = _BEHIND_TURN.search(text) if item.body is None else None
    if parted is None or not here.heads_turn(text[: parted.start()]):
        return item
    written = f"{text[: parted.start()]}: {text[parted.end() :]}"
    return item._replace(line=item.line._replace(text=written))


def part_block(item: Item, read: Callable[[Item], tuple[Statement, ...]]) -> list[Item]:
    """Return a line in parts if the first line of a block stands in it, and orders behind a colon:
    ``PLAN north: A PAR - PIC, A MAR - BUR``."""
    head, _, orders = item.line.text.partition(":")
    if item.body is not None or not orders.strip():
        return [item]
    said = read(item._replace(line=item.line._replace(text=head)))
    is_block = any(
        isinstance(each, CommandStatement) and isinstance(each.command, BlockCommand)
        for each in said
    )
    parts = (head, orders.strip()) if is_block else (item.line.text,)
    return [item._replace(line=item.line._replace(text=part)) for part in parts]


def part_talk_before_orders(
    item: Item, read: Callable[[Item], tuple[Statement, ...]], here: Locality
) -> list[Item]:
    """Return a line in parts if orders stand behind a colon, and before it what is surely talk:
    ``Sorry about the delay, the dog ate my notes: Paris to Burgundy``."""
    head, colon, orders = item.line.text.partition(": ")
    parts = [item._replace(line=item.line._replace(text=part)) for part in (f"{head}:", orders)]
    is_headed = (
        item.body is None
        and colon != ""
        and " " in head
        and is_worded(head)
        and not names_places(head, here)
        and is_like_talk(f"{head}:", here, _HEADS)
        and not any(phrase.kinds & _SPEAKS_OF_ORDERS for phrase in find_phrases(head))
        and {*list_words("tells_before_colon")}.isdisjoint(fold_text(head).split())
        and (
            names_places(orders, here)
            or any(isinstance(each, OrderStatement) for each in read(parts[1]))
        )
    )
    return parts if is_headed else [item]


def _without_games_of_others(
    statements: tuple[Statement, ...], game: Game | None, context: LineContext
) -> tuple[Statement, ...]:
    """Return what a line was read as, but nothing as a report on a game in which its writer has no
    part: it may be a note on what stands above it: ``Status: tentative``."""

    def is_of_others(said: Statement) -> bool:
        if not isinstance(said, CommandStatement) or not isinstance(said.command, Report):
            return False
        named = said.command.game.casefold()
        if not named or (game is not None and named == game.name):
            return False
        return named not in context.memory.list_games_of_sender()

    return tuple(
        UnreadStatement(said.line, Reason("prose")) if is_of_others(said) else said
        for said in statements
    )


def _without_refused_commands(
    readings: Sequence[tuple[Item, tuple[Statement, ...]]],
    is_refused: Callable[[CommandStatement], bool],
) -> list[tuple[Item, tuple[Statement, ...]]]:
    """Return what the lines of a mail were read as, those beside orders as sentences that begin
    like a command of which nothing would come: ``Set this aside for now``."""
    has_orders = any(isinstance(each, OrderStatement) for _, said in readings for each in said)
    left = _TRIED if has_orders else 0
    found: list[tuple[Item, tuple[Statement, ...]]] = []
    for item, statements in readings:
        text = item.line.text
        is_begun = "-" not in text and begins_as_command(text)
        is_to_nobody = is_begun and all(isinstance(each, UnreadStatement) for each in statements)
        if is_to_nobody and has_orders:
            item = item._replace(body=None)  # Press on only if Italy agrees
        said = list(statements)
        for at, each in enumerate(statements):
            if not (is_begun and left > 0 and isinstance(each, CommandStatement)):
                continue
            if not _takes_in_lines(each):
                left -= 1
                if is_refused(each):
                    said[at] = UnreadStatement(each.line, Reason("prose"))
        found.append((item, tuple(said)))
    return found


@cache
def _list_words_of_orders(variant: Variant) -> frozenset[str]:
    """Return words of which one is in each order and each command."""
    openers = build_grammar(variant).openers
    return build_lexicon(variant.map).words.union(opener.split()[0] for opener in openers)


def _put_in_doubt(
    items: tuple[Item, ...], governed: Iterable[Item], doubt: Reason
) -> tuple[Item, ...]:
    """Return the lines of a mail, those in doubt that are among some and were in none."""
    numbers = {item.line.number for item in governed}
    return tuple(
        item._replace(line=item.line._replace(doubt=doubt))
        if item.line.number in numbers and item.line.doubt is None
        else item
        for item in items
    )


def _count_words(item: Item, statements: Sequence[Statement], is_stranger: bool) -> int:
    """Return how much a line counts: nothing if it is for others, or has only orders and commands
    of somebody whose orders they may be."""
    words = len(_WORD.findall(item.line.text))
    if item.body is not None:
        return 0
    if statements and all(isinstance(s, OrderStatement | CommandStatement) for s in statements):
        return words if is_stranger else 0
    said = map(without_doubt, statements)
    guessed = any(isinstance(s, UnreadStatement) and (s.guesses or s.hints) for s in said)
    line = _LINE_OF_STRANGER if is_stranger else _LINE
    return (line + words) * (_GUESSED if guessed else 1)


def describe_locality(state: MailState, context: LineContext, names: Mapping[str, str]) -> Locality:
    """Return what the lines of a mail may speak of, where the writer may use these names."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    variant = find_variant_here(state, context)
    lexicon = build_lexicon(variant.map)
    called = build_power_names(variant.map, frozenset(names.items()))
    meant = called.meaning
    powers = seat.powers if seat is not None and seat.role is Role.PLAYER else meant.values()
    own = {name for name, power in meant.items() if power in powers}
    writing = list_powers_of_writer(game, seat) if game is not None else ()
    return Locality(
        own=frozenset((*own, *([game.name] if game else []))),
        powers=called,
        board=lexicon.words,
        commands={opener.split()[0] for opener in build_grammar(variant).openers},
        mean=collect_meanings(variant.map),
        regions=collect_words_of_regions(variant.map),
        kinds=_find_kinds_of_units(game, powers),
        turn=_list_turn_words(game),
        heads_turn=lambda line: (
            isinstance(game, Play) and parse_turn_heading(line, game, writing) is not None
        ),
        picks_offer=lambda line: (
            (
                (_is_number_of_offer(line) or _is_clear_answer(line))
                and find_answered_letter(state, "offers", context)[1] is not None
            )
            or (isinstance(game, Play) and bool(open_votes(game)) and _is_clear_answer(line))
        ),
        cannot_be=lambda order: (
            isinstance(game, Play)
            and seat is not None
            and accept_order(game, seat, order, ()).heard.verdict == "refused"
        ),
        ordered={
            order.unit.at.province
            for power in (seat.powers if seat is not None else ())
            for order in (game.orders.get(power, ()) if isinstance(game, Play) else ())
        },
    )


def _list_turn_words(game: Game | None) -> tuple[str, ...]:
    """Return the season and the year of the present turn, as they stand in heads, and its codes;
    builds have that in which they are printed, too."""
    if not isinstance(game, Play):
        return ()
    turn = game.position.turn
    season, alike = fold_text(turn.season), list_words("same_season")
    printed = fold_text(game.variant.calendar.adjusting) if turn.phase is Phase.ADJUSTMENTS else ""
    code = fold_text(str(turn))
    short = f"{code[0]}{code[-3:-1]}"
    seasons = [season, *filter(None, [printed]), *(alike if season in alike else ())]
    return *seasons, str(abs(turn.year)), code, code[:-1], short


def _find_kinds_of_units(game: Game | None, powers: Collection[str]) -> Mapping[str, str]:
    """Return the kind of each unit of some powers by its province."""
    units = game.position.units.values() if isinstance(game, Play) else ()
    return {unit.at.province: unit.kind for unit in units if unit.power in powers}


def _is_number_of_offer(line: str) -> bool:
    picked = read_picked(line)
    return picked is not None and bool(picked.numbers)


def _is_clear_answer(line: str) -> bool:
    answer = read_short_answer(line)
    return answer is not None and answer.sure


def _write_last_order(statements: Sequence[Statement], variant: Variant) -> str:
    """Return the last order of a line, "" if it ends with none."""
    last = without_doubt(statements[-1]) if statements else None
    if not isinstance(last, OrderStatement) or type(last.order) not in variant.orders:
        return ""
    return write_order(last.order, variant)


def _takes_in_lines(statement: CommandStatement) -> bool:
    """Say whether what follows a command belongs to it."""
    return isinstance(statement.command, BlockCommand | EnterCommand)
