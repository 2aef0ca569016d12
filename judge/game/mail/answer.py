"""The answers to a mail: one for each part of it, with the transcript of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from judge.game.clock import dates
from judge.game.command import LineContext, MisspelledWord
from judge.game.effects import Effects, Question
from judge.game.enter.seating import describe_way_in
from judge.game.mail.circumstances import Memory
from judge.game.mail.passwords import PASSWORD, hide_password, hide_what_may_be_password
from judge.game.mail.place import find_variant_here, raise_alarm
from judge.game.mail.state import GamePart, MailState
from judge.game.notices import build_heading, find_recipient, find_view
from judge.game.orders import plans
from judge.game.orders.accepting import restate_orders
from judge.game.proof import access
from judge.game.proof.confirming import build_confirmation_letters
from judge.game.state import Game, Play, Seat
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.correction import VERBS
from judge.language.grammar import build_grammar
from judge.language.innocent import is_courtesy
from judge.language.mending import mend_commands
from judge.language.spelling import normalize_line
from judge.language.statement import CommandStatement, Statement
from judge.model.letter import News, Notice, OrderSet, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Lines

SAID_ONCE = frozenset(
    {"which_game", "which_of_games", "not_running", "game_over", "turn_over"}
    | {"master_only", "player_only", "player_only_as", "too_many_questions", "too_many_games"}
    | {"too_many_letters", "letters_too_long"}
)
"""Reasons that lie in the sender or the game, not in the line."""

UNREAD = (
    "expected",
    "left_over",
    "no_unit",
    "prose",
    "unfinished",
    "unknown_line",
    "unknown_word",
)
"""Why a line is not read that may be about orders all the same."""
UNKNOWN = frozenset({*UNREAD, "not_understood", "unknown_command"})
"""Why a line is not read that say of nothing in it what it means."""

AS_ABOVE = Reason("as_above")
OTHER_WORDS = Reason("other_words")
_BELOW_REFUSED = Reason("below_refused")


def mask_passwords(statement: Statement, game: Game | None) -> str:
    """Return a line as it may be quoted: passwords do not go back over the wire.

    ``game`` is the one that the line is about; it knows its powers.
    """
    text = statement.line.text
    if not isinstance(statement, CommandStatement):
        return hide_what_may_be_password(text)
    password = statement.command.find_typed_password(game.variant.map if game else None)
    if not password:
        return text
    head, hidden, tail = (text if password in text else normalize_line(text)).rpartition(password)
    return f"{head}****{tail if hidden else ''}"


def note_line(
    state: MailState,
    statement: Statement,
    context: LineContext,
    verdict: Literal["taken", "noted", "refused", "ignored"],
    why: Reason | None = None,
    choices: tuple[str, ...] = (),
) -> MailState:
    """Write a line of the transcript; nothing is offered that would tell a password."""
    line = mask_passwords(statement, state.find_game_named(statement, context))
    shown = tuple(choice for choice in choices if not PASSWORD.search(choice))
    for password in filter(None, map(PASSWORD.search, choices)):
        line = line.replace(password[2], "****")
    if choices and not shown and why == OTHER_WORDS:
        why = Reason("said_so", (hide_password(choices[0]),))
    return state.with_transcript(HeardLine(line, verdict, why, shown, body=state.body))


def note_talk(
    state: MailState, statement: Statement, context: LineContext, why: Reason | None = None
) -> MailState:
    """Note a line that wants nothing; one that is known for mere courtesy is not mentioned."""
    if why is None and is_courtesy(statement.line.text):
        return replace(state, chats=True)
    return note_line(state, statement, context, "ignored", why)


def refuse_line(
    state: MailState, statement: Statement, why: Reason, context: LineContext, instead: str = ""
) -> MailState:
    """Note a refusal, and what may be said ``instead``; a reason that bars all lines alike is
    given once."""
    barred = state.place.barred
    if barred is not None and barred.asks:
        return ask_confirmation(state, statement, barred.asks, barred.why, context)
    if barred is not None:
        state = raise_alarm(state, barred, context)
    choices: tuple[str, ...] = (instead,) if instead else ()
    heard = state.part.heard
    if barred is not None and any(each.verdict == "refused" and each.why == why for each in heard):
        return note_unread_line(state, statement, context)
    if why.code in SAID_ONCE and why == next(
        (
            each.why
            for each in reversed(heard)
            if each.verdict == "refused" and each.why != AS_ABOVE
        ),
        None,
    ):
        return note_line(state, statement, context, "refused", AS_ABOVE, choices)
    if not choices and state.count <= suggestions.RESPELLED:
        choices = respell_line(
            why, statement.line.text, find_variant_here(state, context), context.memory
        )
    return note_line(state, statement, context, "refused", why, choices)


def note_unread_line(state: MailState, statement: Statement, context: LineContext) -> MailState:
    """Note a line that is not read, for the reason above it; the next below it say no more.

    Where what is above can be answered by its number, so can this.
    """
    transcript, barred = state.part.heard, state.place.barred
    is_explained = any(line.why == _BELOW_REFUSED for line in transcript)
    waits = any(barred and line.why == barred.why and line.choices for line in transcript)
    choices = (statement.line.text,) if waits else ()
    return note_line(
        state, statement, context, "ignored", None if is_explained else _BELOW_REFUSED, choices
    )


def note_outdated_line(state: MailState, heard_line: HeardLine, over: Reason) -> MailState:
    """Note what would have been done in the turn that a line was meant for.

    What is the matter is said once; what cannot be done now is not offered.
    """
    is_explained = any(line.why == over for line in state.part.heard)
    if heard_line.verdict != "refused":
        heard_line = HeardLine(
            heard_line.line, "refused", None if is_explained else over, (heard_line.line,)
        )
    elif not is_explained:
        heard_line = heard_line._replace(
            why=over, more=(*filter(None, [heard_line.why]), *heard_line.more)
        )
    return state.with_transcript(heard_line)


def ask_confirmation(
    state: MailState, statement: Statement, address: str, why: Reason, context: LineContext
) -> MailState:
    """Do nothing of the mail before it is confirmed at an address."""
    question = Question(
        access.derive_secret(context.seed, context.key, address), address, context.mail
    )
    held_line = HeardLine(
        mask_passwords(statement, state.find_game_named(statement, context)), "held", why
    )
    letters = tuple(build_confirmation_letters(question, held_line, context.key))
    effects = Effects(notices=letters, questions=(question,))
    return replace(state, effects=effects, pending=question)


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


def answer_part(
    part: GamePart,
    game: Game | None,
    context: LineContext,
    key: str,
    subject: str,
    cut: tuple[Reason, ...],
) -> Notice:
    """Return what was heard, the sender's orders as they stand, and the reports asked for.

    Strangers are not told even the heading of a game that is not listed. The seat's own reply
    address is given at the addresses of its holder alone.
    """
    place, sender = part.place, context.mail.sender
    seat = game.find_seat_named(place.seat) if game else None
    reader = game.find_seat_named(place.master) if game and place.master else seat
    addressed_seat = reader or (place.barred.seat if place.barred else None)
    home = addressed_seat is not None and access.is_among_addresses(
        addressed_seat.address, (sender, *context.sender.others)
    )
    sections: list[Section] = [Lines(part.heard, cut)]
    if isinstance(game, Play) and seat is not None and (seat.address or place.master):
        sections += restate_orders(game, seat)
        sections += _restate_other_seats(game, seat, context) if home else ()
        sections += plans.list_kept_orders(game, seat) if reader is seat else ()
    if game and seat is None and addressed_seat and home:
        sections.append(describe_way_in(game, addressed_seat))
    shown = game if game and (seat is not None or game.settings.listed) else None
    return Notice(
        kind=REPLY,
        to=_find_recipient_at(sender, addressed_seat if home else None),
        event="",
        key=key,
        heading=build_heading(shown) if shown else None,
        view=find_view(shown, reader) if shown else None,
        sections=(*sections, *part.sections),
        answering=context.mail.message_id,
        subject=subject,
        asked=part.asked,
        more=part.more,
    )


def _find_recipient_at(address: str, seat: Seat | None) -> Recipient:
    """Return who is answered: at the address that wrote, and as the holder of a seat, if any."""
    if seat is None:
        return Recipient(address)
    recipient = find_recipient(seat)
    same = access.is_same_address(seat.address, address)
    return recipient if same else recipient._replace(address=address)


def _restate_other_seats(game: Play, seat: Seat, context: LineContext) -> tuple[OrderSet, ...]:
    """Return the orders of other seats of the same person's for which the mail has given some."""
    before = context.memory.games.get(game.name)
    orders_before = before.orders if isinstance(before, Play) else {}
    others = (
        other
        for other in game.players
        if other.name != seat.name
        and access.is_same_address(other.address, seat.address)
        and any(game.orders.get(power) != orders_before.get(power) for power in other.powers)
    )
    return tuple(order_set for other in others for order_set in restate_orders(game, other))


def list_parts_to_answer(state: MailState) -> list[GamePart]:
    """Return the parts in which something was said, or the one empty part of a mail.

    What was said about no game goes with the part beside it: each answer should be one that can
    itself be answered. Whoever has proved nothing gets one answer.
    """
    spoken = merge_gameless_parts(state.parts)
    return spoken if any(part.place.seat for part in state.parts) else [_merge_parts(spoken)]


def merge_gameless_parts(parts: Sequence[GamePart]) -> list[GamePart]:
    """Return the parts in which something was said, those about no game with the one beside
    them."""
    merged_parts: list[GamePart] = []
    for part in (part for part in parts if part.heard):
        if merged_parts and not (part.place.game and merged_parts[-1].place.game):
            last = merged_parts.pop()
            part = replace(
                part if part.place.game else last,
                heard=last.heard + part.heard,
                sections=last.sections + part.sections,
                asked=last.asked + part.asked,
                more=last.more + part.more,
            )
        merged_parts.append(part)
    return merged_parts or list(parts[:1])


def _merge_parts(parts: Sequence[GamePart]) -> GamePart:
    """Return parts as one: what was asked goes with the first part in which anything is
    answered."""
    first = next((part for part in parts if part.sections), parts[0])
    sections, more = first.sections, [*first.more]
    if any(part.sections for part in parts if part is not first):
        sections = (*sections, News(Reason("ask_apart")))
    for part in parts:
        if part is not first and (unanswered := [*(line for line, _ in part.asked), *part.more]):
            more += [f"GAME {part.place.game}"] * bool(part.place.game) + unanswered
    transcript = tuple(line for part in parts for line in part.heard)
    return replace(first, heard=transcript, sections=sections, more=tuple(more))
