"""One mail being obeyed, line by line: each function makes of what a mail has come to by now what
it has come to a line later."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import (
    BlockCommand,
    EnterCommand,
    InGame,
    InPlay,
    LineContext,
    Misspelled,
    Outcome,
    PersonCommand,
    ReadCommand,
    Unsaid,
)
from judge.game.effects import Effects, Question
from judge.game.mail.block import Block, count_opened, is_end
from judge.game.mail.confirmation import must_confirm, show_first, try_command
from judge.game.mail.place import (
    act_for,
    authorize,
    authorize_play,
    identify_sender,
    letter_answered,
    raise_alarm,
    read_credentials,
    read_statements,
    rest_of_answer,
    turn_above,
    turn_to,
    visit,
    wrong_turn,
)
from judge.game.mail.state import MailState, Place
from judge.game.mail.transcript import (
    ask_first,
    leave_unread,
    mask_passwords,
    note,
    offer_later,
    refuse,
)
from judge.game.orders.accepting import accept_order
from judge.game.orders.alternatives import MOST
from judge.game.orders.carrying import carry_out
from judge.game.orders.picking import picked
from judge.game.orders.turn_meant import turn_in_words
from judge.game.proof.access import Refused
from judge.game.proof.confirming import doubt_of_newcomer, doubt_of_sender
from judge.game.reports.ledger import entries
from judge.game.reports.list import More
from judge.game.state import Play, Role, Stage
from judge.game.votes.public import had_votes
from judge.language.script import Item
from judge.language.statement import Commanded, Conditioned, Line, Ordered, Statement, Unread
from judge.model.command import Command
from judge.model.reason import Reason
from judge.model.transcript import Heard

_ORDERED = ("wrong_phase", "which_unit", "unknown_word")
"""Why a line is not done that was meant as an order."""


def read_item(state: MailState, item: Item, at: LineContext) -> MailState:
    """Obey one line, or one block of press; none once the mail has to be confirmed."""
    if isinstance(state.pending, Question):
        return state
    turn = turn_above(state, item, at)
    state, statements = read_statements(state, item, turn, at)
    if isinstance(state.pending, Block):
        longer = state.pending.with_item(item, statements) if turn is None else None
        if longer is not None:
            return replace(state, pending=longer)
        state = end_block(state, at)
    if is_end(item):
        return state
    state = replace(state, body=item.body)
    if item.body is None:
        numbers = picked(item.line.text, votes=had_votes(state.game(at)))
        if numbers is not None:
            state, answered = pick_offers(state, item.line, numbers, at)
            if answered:
                return state
    for said in statements:
        if not isinstance(state.pending, Question):
            state = obey(state, said, at)
    return state


def read_lines(state: MailState, number: int, lines: tuple[str, ...], at: LineContext) -> MailState:
    """Obey lines that stand in for the line of that number."""
    for line in lines:
        state = read_item(state, Item(Line(number, line)), at)
    return state


def end_block(state: MailState, at: LineContext) -> MailState:
    """Do what a command does with the lines below it, now that they are all read."""
    block = state.pending
    if not isinstance(block, Block):
        return state
    state = identify_sender(replace(state, pending=None), at)
    here = authorize_play(state, Role.PLAYER, at)
    said = block.said
    if isinstance(said, Commanded):
        return record_result(state, said, block.carry_out(here, state.context(at)), at)
    if isinstance(here, Reason):
        return refuse(state, said, here, at)
    state, over = wrong_turn(state, here[0], at)
    if over and said.complete:
        return offer_later(state, Heard(said.line.text, "taken"), over)
    if over:
        return note(state, said, at, "refused", over)
    carried = carry_out(*here, [said.line, *block.lines], state.part.given)
    state = state.with_part(replace(state.part, given=carried.given))
    return state.with_heard(*carried.heard).with_game(carried.game)


def obey(state: MailState, said: Statement, at: LineContext) -> MailState:
    """Do what one statement says, or note why not."""
    state = replace(state, count=state.count + 1)
    if isinstance(said, Commanded):
        return handle(replace(state, understood=True), said, said.command, at)
    if isinstance(said, Conditioned):
        block = Block(said, depth=count_opened((said,)))
        state = replace(state, understood=True, pending=block)
        return state if block.depth else end_block(state, at)
    if isinstance(said, Ordered) or said.guesses or said.why.code in _ORDERED:
        return take_order(replace(state, understood=True), said, at)
    if said.why.code == "prose":
        return note(state, said, at, "ignored")
    if state.place.barred is not None:
        return leave_unread(state, said, at)
    return note(state, said, at, "refused", said.why, said.hints[:MOST])


def pick_offers(
    state: MailState, line: Line, numbers: tuple[int, ...], at: LineContext
) -> tuple[MailState, bool]:
    """Do what the letter offered that is answered; no numbers: all that is in no doubt.

    False is returned for a line that says yes to nothing.
    """
    state, letter = letter_answered(state, "offers", at)
    said = Unread(line, Reason("no_offer" if at.mail.tags else "no_letter"))
    if letter is None and (not numbers or had_votes(state.game(at))):
        return state, False
    state = replace(state, understood=True)
    if letter is None:
        barred = state.place.barred
        return refuse(state, said, barred.why if barred else said.why, at), True
    before = at.memory.games.get(letter.game)
    if isinstance(before, Play) and before.number != letter.number:
        return refuse(state, said, Reason("offer_over", turn_in_words(before)), at), True
    done = {*state.effects.mail.picked.get(letter.id, letter.done)}
    shown = [n for n in letter.sole if letter.lines[n].line.text.startswith("CONFIRM ")]
    alone = shown if "confirm" in line.text.casefold() else ()
    wanted = [n for n in numbers or alone or letter.sole if n in letter.lines]
    fresh = [number for number in wanted if number not in done]
    if len(wanted) < len(numbers) or not wanted:
        return refuse(state, said, Reason("offer_which", (str(len(letter.lines)),)), at), True
    if not fresh:
        return note(state, said, at, "noted", Reason("offer_done")), True
    if not {*fresh} <= {*shown}:
        state = note(state, said, at, "taken")
    state = state.with_picked(letter.id, tuple(sorted(done | {*fresh})))
    for number in fresh:
        item = letter.lines[number]
        state = read_item(state, item._replace(line=Line(line.number, item.line.text)), at)
    return state, True


def take_order(state: MailState, said: Ordered | Unread, at: LineContext) -> MailState:
    """Take an order for the sender's powers."""
    state = identify_sender(state, at)
    here = authorize_play(state, Role.PLAYER, at)
    if isinstance(here, Reason):
        return refuse(state, said, here, at)
    game, seat = here
    taken = accept_order(game, seat, said, state.part.given)
    state, over = wrong_turn(state, game, at)
    if over:
        return offer_later(state, taken.heard, over)
    given = (*state.part.given, *filter(None, [taken.order]))
    state = state.with_part(replace(state.part, given=given)).with_heard(taken.heard)
    return state if taken.game is game else state.with_game(taken.game)


def handle(state: MailState, said: Commanded, command: Command, at: LineContext) -> MailState:
    """Obey a command, in the game that it names if it names one."""
    meant = state.game_named(said, at)
    if typed := command.password_typed(meant.variant.map if meant else None):
        state = state.with_password(typed)
    if isinstance(command, EnterCommand):
        return enter_game(state, said, command, at)
    if isinstance(command, BlockCommand):
        return replace(state, pending=Block(said))
    if isinstance(command, More):
        state, more = rest_of_answer(state, at)
        if more:
            return read_lines(note(state, said, at, "taken"), said.line.number, more, at)
    named, game = command.game.casefold(), state.game(at)
    if not named or (game is not None and named == game.name):
        return handle_here(state, said, command, at)
    if named not in state.games(at):
        return refuse(state, said, Reason("no_game", (named,)), at)
    if game is None:
        return handle_here(visit(state, named, at), said, command, at)
    if full := _no_room(state, at):
        return refuse(state, said, full, at)
    here = state.here
    state = handle_here(visit(state.with_new_part(Place()), named, at), said, command, at)
    return replace(state, here=here)  # a look at another game does not lead away from this one


def handle_here(state: MailState, said: Commanded, command: Command, at: LineContext) -> MailState:
    """Obey a command in the game that the present part is about."""
    done: Outcome
    if isinstance(command, ReadCommand):
        context = state.context(at)
        spent, done = state.spent.ask(command, state.game(at), state.own_seat(at), context)
        state = replace(state, spent=spent)
        state = state.with_part(state.part.with_question(said.line.text, done))
    elif isinstance(command, InGame):
        state = identify_sender(state, at)
        for_player = state.place.master and command.for_others
        here = authorize(state, Role.PLAYER if for_player else command.who, at)
        if isinstance(here, Reason):
            done = here
        elif here[0].stage is Stage.ENDED and Stage.ENDED not in command.stages:
            done = Reason("game_over", (here[0].name,))
        else:
            done = try_command(state, command.decide, *here, at)
    elif isinstance(command, InPlay):
        state = identify_sender(state, at)
        play = authorize_play(state, command.who, at)
        if isinstance(play, Reason):
            done = play
        else:
            if command.of_turn:
                state, over = wrong_turn(state, play[0], at)
                if over:
                    return offer_later(state, Heard(said.line.text, "taken"), over)
            done = try_command(state, command.decide, *play, at)
    elif isinstance(command, PersonCommand):
        doubt = doubt_of_sender(read_credentials(state, at), state.games(at))
        if doubt:
            return ask_first(state, said, at.mail.sender, doubt, at)
        done = command.decide(state.context(at))
    else:
        raise TypeError(f"nobody knows who may give {command}")
    return record_result(state, said, done, at)


def enter_game(
    state: MailState, said: Commanded, command: EnterCommand, at: LineContext
) -> MailState:
    """Go into the game that a command leads to; where it leads to none, what follows is not
    obeyed in any other."""
    claim = read_credentials(state, at)
    entered = _no_room(state, at) or command.decide(state.game(at), claim, state.context(at))
    if isinstance(entered, Reason):
        return refuse(turn_to(state, Place(barred=Refused(entered))), said, entered, at)
    if isinstance(entered, Refused):
        state = replace(state, spent=state.spent.with_guesses(entered, at))
        state = turn_to(state, Place(entered.game, barred=entered))
        return refuse(state, said, entered.why, at)
    if doubt := doubt_of_newcomer(entered, state.games(at), claim):
        return ask_first(state, said, at.mail.sender, doubt, at)
    if entered.result.game is not None:
        state = state.with_game(entered.game)
    seat = entered.actor.seat
    state = turn_to(state, Place(entered.game.name, seat.name if seat else ""))
    return record_result(raise_alarm(state, entered.actor, at), said, entered.result, at)


def record_result(state: MailState, said: Commanded, done: Outcome, at: LineContext) -> MailState:
    """Note what came of a command."""
    if isinstance(done, Unsaid):
        state = replace(state, body=done.instead.text).with_sections(done.instead)
    if isinstance(done, Misspelled):
        return note(state, said, at, "refused", done.why, done.choices(said.line.text))
    if isinstance(done, Effects):
        if must_confirm(state, done, at):
            return show_first(state, said, done, at)
        spent, too_many = state.spent.count_letters(done.notices, at)
        state, done = replace(state, spent=spent), too_many or done
    if isinstance(done, Reason):
        plays = done.code == "master_only" and done.about
        return refuse(state, said, done, at, said.command.by_vote if plays else "")
    seat = state.seat(at) if said.command.ledger == "ballot" else state.own_seat(at)
    if (game := state.game(at)) is not None and seat is not None:
        line = mask_passwords(said, game)
        done = replace(done, ledger=entries(said.command, line, game, seat, done, at.now))
    line_effects = done.line
    if line_effects.confirms is not None:
        said = replace(said, line=said.line._replace(text="CONFIRM"))
    if line_effects.acts_for is not None and state.place.master:
        # Whom it was done for reads what follows no more.
        state = act_for(state, state.place.master)
    state = note(state, said, at, "noted" if done.remark else "taken", done.remark)
    state = state.with_heard(*line_effects.heard).with_sections(*done.sections)
    state = replace(state, effects=state.effects + done)
    if line_effects.acts_for not in (None, state.place.seat):
        state = act_for(state, line_effects.acts_for)
    if line_effects.confirms is None:
        return state
    lines, surely = line_effects.confirms
    state = read_lines(replace(state, surely=surely), said.line.number, lines, at)
    return replace(state, surely=False)


def _no_room(state: MailState, at: LineContext) -> Reason | None:
    """Say why a mail with so many parts has no room for another."""
    most = at.house.limits.games_per_mail
    return Reason("too_many_games", (str(most),)) if len(state.parts) >= most else None
