"""Where a mail has got to: which game its lines are about, and who their writer may be there."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Literal

from judge.game.command import InGame, LineContext
from judge.game.effects import SentLetter
from judge.game.mail.state import MailState, Place
from judge.game.notices import find_view, name_seat
from judge.game.orders.plans import PhaseCommand
from judge.game.orders.turn_meant import (
    is_mail_late,
    is_turn_ahead,
    parse_turn_heading,
    write_present_turn_words,
)
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.proof.confirming import collect_credentials
from judge.game.request import ANSWER
from judge.game.state import Game, Play, Role, Seat, Stage, find_phase
from judge.game.votes.public import open_votes
from judge.hooks import Variant
from judge.language.answers import find_vote_named, read_short_answer
from judge.language.names import put_names_back, read_item_with_names
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    Line,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.word_lists import WordPattern
from judge.model.command import Command
from judge.model.reason import Reason
from judge.model.turn import Turn

_PRESS = WordPattern(r"\[?\S+:(\w+) - %(press)s from (.+?)(?: %(for)s .+)?")
"""The subject of press."""

_VOTE = re.compile(r" - Vote (\d{1,3})$")
"""How the subject of the letter of a vote ends."""

_STRANGER = "unknown_power"
"""Why a line is refused that names nobody in the game."""
_ALARM = re.compile(r" - Alarm$")
"""How the subject of the letter ends that tells somebody of a claim to their seat."""

_OFFER = re.compile(r" - Offer$")
"""How the subject of the letter of an offer ends that somebody makes to others."""


def read_credentials(state: MailState, context: LineContext) -> Credentials:
    """Return what a mail says of its writer, and what speaks for it."""
    return collect_credentials(context, partial(state.spent.is_guessing_closed, context=context))


def write_vote_instead(state: MailState, command: Command, context: LineContext) -> str:
    """Return the line with which players put to the vote what the master alone may do here."""
    game = state.find_current_game(context)
    if game is None or not isinstance(command, InGame):
        return command.by_vote
    return command.write_vote_instead(game, context.now)


def find_variant_here(state: MailState, context: LineContext) -> Variant:
    """Return the variant of the game here, or the usual one."""
    game = _find_game_here(state, context)
    return game.variant if game else context.house.variants[context.house.default]


def _find_game_here(state: MailState, context: LineContext) -> Game | None:
    """Return the present game, or as long as there is none the only one that the sender plays: it
    tells how lines are read, whoever proves to have written them."""
    game = state.find_current_game(context)
    if game is not None or state.place.barred is not None:
        return game
    playing = context.memory.list_games_of_sender()
    return state.collect_current_games(context).get(playing[0]) if len(playing) == 1 else None


def list_powers_of_writer(game: Game, seat: Seat | None) -> Collection[str]:
    """Return the powers whose orders somebody may write: of who plays none, any."""
    is_player = seat is not None and seat.role is Role.PLAYER
    return seat.powers if seat is not None and is_player else game.variant.map.powers


def read_turn_heading(state: MailState, item: Item, context: LineContext) -> Turn | None:
    """Return the turn that a line names for the orders below it, None if it names none."""
    game = state.find_current_game(context)
    if not isinstance(game, Play) or item.body is not None:
        return None
    seat = state.find_acting_seat(context)
    return parse_turn_heading(item.line.text, game, list_powers_of_writer(game, seat))


def read_statements(
    state: MailState, item: Item, turn: Turn | None, context: LineContext
) -> tuple[MailState, tuple[Statement, ...]]:
    """Read a line as it is meant where the mail has got to, below a turn that it names."""
    game = state.find_current_game(context)
    if turn is not None and isinstance(game, Play):
        rest = item.line.text.partition(":")[2].strip()
        if is_turn_ahead(turn, game):
            return state, (CommandStatement(item.line, PhaseCommand(turn=str(turn), body=rest)),)
        over = turn != game.position.turn
        state = state.with_part(
            replace(state.part, outdated=Reason("turn_over") if over else False)
        )
        item = item._replace(line=item.line._replace(text=rest))
    variant, phase = find_variant_here(state, context), find_phase(_find_game_here(state, context))
    names = _list_names(state, context)
    statements = read_item_with_names(item, variant, phase, names)
    if _hides_powers(game, state.find_acting_seat(context)):
        statements = tuple(_without_strangers(each, tuple(names)) for each in statements)
    return state, statements


def _hides_powers(game: Game | None, seat: Seat | None) -> bool:
    """Say whether a player is told of those alone whom they have met."""
    is_player = seat is not None and seat.role is Role.PLAYER
    return is_player and isinstance(game, Play) and not game.disclosure.public_seats


def _without_strangers(statement: Statement, met: Sequence[str]) -> Statement:
    """Return a statement that is refused alike whether those whom it names exist or not (CIV-6);
    ``met`` are the names that its writer may use, and the nearest of these is suggested."""
    said = without_doubt(statement)
    if not isinstance(said, UnreadStatement) or said.why.code != _STRANGER:
        return statement
    met_alone = _without_stranger(said, met)
    if isinstance(statement, DoubtfulStatement):
        return DoubtfulStatement(met_alone, statement.doubt)
    return met_alone


def _without_stranger(statement: UnreadStatement, met: Sequence[str]) -> UnreadStatement:
    typed, text = str(statement.why.about[0]), statement.line.text
    names = {fold_text(name): name for name in met}
    near = get_close_matches(fold_text(typed), names, n=1)
    hints = tuple(text.replace(typed, names[name], 1) for name in near)
    return replace(statement, why=Reason("nobody_met"), hints=hints)


def read_text_again(
    state: MailState, line: Line, context: LineContext
) -> tuple[MailState, tuple[Statement, ...]]:
    """Read a part of a line that was read before, or what may stand in its place."""
    text = put_names_back(line.text, find_variant_here(state, context), _list_names(state, context))
    return read_statements(state, Item(line._replace(text=text)), None, context)


def _list_names(state: MailState, context: LineContext) -> Mapping[str, str]:
    """Return the names by which the writer may call powers, each with its power's id."""
    game = state.find_current_game(context)
    seen = find_view(game, state.find_acting_seat(context)) if game else None
    return seen.usable_names if seen else {}


def visit_game(state: MailState, name: str, context: LineContext) -> MailState:
    """Turn to a game that a line names; as oneself if the mail proves it."""
    sender = access.identify_actor(
        read_credentials(state, context), state.collect_current_games(context)[name]
    )
    seat = sender.seat if isinstance(sender, Actor) else None
    return move_to_place(state, Place(name, seat.name if seat else ""))


def move_to_place(state: MailState, place: Place) -> MailState:
    """Go on in another place; lines before any game was named belong to the first that is."""
    here = state.place
    if (
        here.game == place.game
        and not here.master
        and (here.barred is None) == (place.barred is None)
    ):
        return state.with_place(place._replace(seat=place.seat or here.seat))
    if (not state.part.heard and not here.master) or (not here.game and here.barred is None):
        return state.with_place(place)
    return state.with_new_part(place)


def act_for_seat(state: MailState, seat: str) -> MailState:
    """Begin a part that is somebody else's, written by the master, or go back to one's own."""
    game, own_seat = state.place.game, state.place.master or state.place.seat
    if seat != own_seat:
        return state.with_new_part(Place(game, seat, master=own_seat))
    places = [(part.place.game, part.place.seat) for part in state.parts]
    return replace(state, here=len(places) - 1 - places[::-1].index((game, own_seat)))


def identify_sender(state: MailState, context: LineContext) -> MailState:
    """Find out who writes: in the present game, or in the only one that they play."""
    if state.find_current_game(context) is None and state.place.barred is None:
        playing = context.memory.list_games_of_sender()
        if len(playing) == 1 and playing[0] in state.collect_current_games(context):
            state = visit_game(state, playing[0], context)
    game, place = state.find_current_game(context), state.place
    if place.barred is not None or game is None or state.find_acting_seat(context) is not None:
        return state
    sender = access.identify_actor(read_credentials(state, context), game)
    if isinstance(sender, RefusedClaim):
        state = replace(state, spent=state.spent.with_guesses(sender, context))
        return state.with_place(place._replace(barred=sender))
    return state.with_place(place._replace(seat=sender.seat.name)) if sender.seat else state


def turn_to_role(state: MailState, role: Role | None, context: LineContext) -> MailState:
    """Find out who writes, and go on as the seat of theirs that has the role, if a line asks for
    one: who is the master and plays as well gives orders as a player, and does the rest as the
    master.

    Who has proved to be the master needs no more to be the player.
    """
    state = identify_sender(state, context)
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if game is None or seat is None or role in (None, seat.role) or state.place.master:
        return state
    own = [s for s in access.list_seats_of_addresses(game, seat.address) if s.role is role]
    if len(own) != 1:
        return state
    claim = read_credentials(state, context)._replace(power=own[0].name)
    if seat.role is not Role.MASTER and isinstance(
        access.identify_actor(claim, game), RefusedClaim
    ):
        return state
    place = Place(game.name, own[0].name)
    places = [part.place for part in state.parts]
    if place in places:
        return replace(state, here=places.index(place))
    return state.with_new_part(place)


def authorize_role(
    state: MailState, who: Role | None, context: LineContext
) -> tuple[Game, Seat] | Reason:
    """Return the game and seat for what a role alone may do, or why the sender may not.

    Who they are was found out before, by ``identify_sender``.
    """
    game, seat, place = (
        state.find_current_game(context),
        state.find_acting_seat(context),
        state.place,
    )
    if place.barred is not None:
        return place.barred.why
    if game is None or seat is None:
        names = context.memory.list_games_of_sender()
        return Reason("which_of_games", names) if names else Reason("which_game")
    if place.master and who is not Role.PLAYER:
        own_seat = state.find_own_seat(context)
        alone = Reason("not_for_others", (name_seat(seat),))
        return (game, own_seat) if own_seat is not None and who is Role.MASTER else alone
    if who is not None and seat.role is not who:
        return access.explain_role_needed(who, seat)
    return game, seat


def authorize_play(
    state: MailState, who: Role | None, context: LineContext
) -> tuple[Play, Seat] | Reason:
    """Return the running game and the seat for what a role alone may do in one."""
    here = authorize_role(state, who, context)
    if isinstance(here, Reason):
        return here
    game, seat = here
    if game.stage is Stage.ENDED:
        return Reason("game_over", (game.name,))
    return (game, seat) if isinstance(game, Play) else Reason("not_running", (game.name,))


def explain_wrong_turn(
    state: MailState, game: Play, context: LineContext
) -> tuple[MailState, Reason | None]:
    """Say why nothing is done that is meant for a turn: it is meant for another one."""
    if state.part.outdated is None:
        before = context.memory.games.get(game.name)
        late = isinstance(before, Play) and (
            is_mail_late(before, context) or _has_not_seen_turn(state, before, context)
        )
        state = state.with_part(
            replace(state.part, outdated=Reason("mail_over") if late else False)
        )
    why = state.part.outdated
    return state, why.with_subjects(write_present_turn_words(game)) if why else None


def _has_not_seen_turn(state: MailState, game: Play, context: LineContext) -> bool:
    """Say whether a master cannot have had a letter that tells of the present turn: it was on
    its way, or not even written, when their mail was, which answers none of it."""
    seat = state.find_own_seat(context)
    if (
        seat is None
        or seat.role is not Role.MASTER
        or context.memory.find_letter(context.mail.answers)
    ):
        return False
    shown = context.memory.find_last_turn_shown(game.name, seat.name)
    return shown is not None and shown < game.number


def raise_alarm(state: MailState, sender: Actor | RefusedClaim, context: LineContext) -> MailState:
    """Tell the owner of a seat, once for each mail, that somebody else used its key."""
    game = state.find_current_game(context)
    if not (game and sender.seat and sender.alarm):
        return state
    return replace(state, spent=state.spent.with_alarm(game, sender.seat, sender.alarm))


def find_answered_letter(
    state: MailState, what: Literal["offers", "more"], context: LineContext
) -> tuple[MailState, SentLetter | None]:
    """Return the letter that is answered, if it offers something (or has left something out)
    and went to the writer."""
    letter = context.memory.find_letter(context.mail.answers)
    if letter is not None and not letter.seat:
        is_answerable = getattr(letter, what) and access.is_same_address(
            letter.to, context.mail.sender
        )
        return state, letter if is_answerable else None
    if letter is None and not context.mail.tags:
        return state, None
    state = identify_sender(state, context)
    here = authorize_role(state, None, context)
    if isinstance(here, Reason):
        return state, None
    game, seat = here
    if letter is None:
        letter = context.memory.find_last_letter(what, game.name, seat.name)
    if letter is None or (letter.game, letter.seat) != (game.name, seat.name):
        return state, None
    is_answerable = getattr(letter, what) and access.is_same_address(letter.to, seat.address)
    return state, letter if is_answerable else None


def collect_lines_asking_for_more(
    state: MailState, context: LineContext
) -> tuple[MailState, tuple[str, ...]]:
    """Return the lines that ask for what the letter left out that is answered, once."""
    state, letter = find_answered_letter(state, "more", context)
    if letter is None or letter.id in state.read_on:
        return state, ()
    state = replace(state, read_on=state.read_on | {letter.id})
    if state.find_current_game(context) is None and letter.game in context.memory.games:
        state = visit_game(state, letter.game, context)
    return state, letter.more


def find_meant_ballots(
    state: MailState, text: str, context: LineContext
) -> tuple[tuple[str, ...], bool] | None:
    """Return the ballots that a line means which answers the letter of a vote, and whether all of
    the line is known; None where there is no such vote.

    A letter of a vote has its number in the subject; a line may name another vote that is open.
    """
    answered, game = find_answered_vote(context), state.find_current_game(context)
    if not answered or not isinstance(game, Play):
        return None
    votes = {vote.number: vote.kind for vote in open_votes(game)}
    number, answer = find_vote_named(text, votes) or int(answered), read_short_answer(text)
    numbers = [number] if number in votes else [*votes] if number < 0 else []
    if answer is None or not numbers:
        return None
    return tuple(f"{number} {answer.says.upper()}" for number in numbers), answer.sure


def find_press_writer(context: LineContext) -> str:
    """Return who wrote the press that a mail answers, "" if it answers none, or none that says."""
    mail = context.mail
    mark = ANSWER.pattern.match(mail.subject)
    subject = mail.answered_subject or (mail.subject[mark.end() :].strip() if mark else "")
    press = _PRESS.pattern.fullmatch(subject)
    if press is None or press[1] != mail.find_answered_game(context.memory.games):
        return ""
    return press[2].replace(" and ", ", ")


def find_answered_vote(context: LineContext) -> str:
    """Return the number of the vote whose letter a mail answers, "" if it answers none."""
    named = _VOTE.search(context.mail.subject)
    return named[1] if named is not None and context.mail.tags else ""


def is_offer_answered(context: LineContext) -> bool:
    """Say whether a mail answers the letter of an offer that somebody makes to others."""
    return bool(context.mail.tags) and _OFFER.search(context.mail.subject) is not None


def is_alarm_answered(context: LineContext) -> bool:
    """Say whether a mail answers the letter that tells its writer of a claim to their seat."""
    subjects = (context.mail.answered_subject, context.mail.subject)
    return bool(context.mail.tags) and any(map(_ALARM.search, subjects))
