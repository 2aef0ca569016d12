"""PROMOTE, HAND OVER, DEMOTE: who is a master; AS, BECOME, VIEW AS: in a player's place."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter import starting
from judge.game.enter.seating import list_seats_without_observer, make_seat
from judge.game.mail.state import GamePart
from judge.game.notices import (
    announce_news,
    build_notice_to,
    find_view,
    list_other_held_seats,
    name_seat,
)
from judge.game.orders.accepting import restate_orders
from judge.game.proof import access
from judge.game.proof.access import find_player_seat
from judge.game.proof.confirming import ask_address_to_confirm
from judge.game.proof.reaching import list_contact_addresses
from judge.game.reports.history import build_chronicle
from judge.game.reports.status import build_standing_section
from judge.game.state import Game, Play, Role, Seat
from judge.language.word_lists import list_words
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import NEWS, REPLY, RESULTS, START, LetterKind
from judge.model.reason import Reason
from judge.model.sections import Lines


def explain_unfit_master(game: Game, address: str) -> Reason | None:
    """Say why whoever writes from an address cannot become a master: they are one, or play."""
    seats = access.list_seats_of_addresses(game, address)
    if any(seat.role is Role.MASTER for seat in seats):
        return Reason("master_already", (address,))
    plays = any(seat.role is Role.PLAYER for seat in seats)
    return Reason("player_no_master", (address,)) if plays else None


def add_master(
    game: Game, actor: Seat, address: str, news: Reason, context: LineContext
) -> tuple[Game, tuple[Notice, ...]]:
    """Return the game with one master more, who has a letter; all but ``actor`` hear the news."""
    seat = make_seat(game, Role.MASTER, "", context.for_sender(address))
    game = replace(game, seats=(*list_seats_without_observer(game, address), seat))
    sections: tuple[Section, ...] = (
        News(Reason("you_are_master", (game.name,))),
        build_standing_section(game, seat),
        *list_contact_addresses(game, seat),
    )
    own_letter = build_notice_to(game, seat, NEWS, "You Are Master", context.key, sections)
    readers = [reader for reader in list_other_held_seats(game, actor) if reader.name != seat.name]
    return game, (own_letter, *announce_news(game, "New Master", context.key, news, to=readers))


class NewMaster(MasterCommand):
    """Gives an address a master's seat once it has confirmed that it wants one."""

    harms = True

    words: ClassVar[str]
    """What is asked of the address, as it stands before it in the command."""
    why: ClassVar[Reason]
    """What tells its owner who asks, and for what."""

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Ask the address; go on once it has said yes."""
        new = self.address.casefold()
        if refused := explain_unfit_master(game, new):
            return refused
        if context.mail.confirmed != new:
            line = f"{self.words} {new} IN {game.name}"
            why = self.why.with_subjects((actor.address, game.name, game.variant.name))
            return ask_address_to_confirm(new, game, actor, line, context, why)
        return self.seat_master(game, actor, new, context)

    @abstractmethod
    def seat_master(self, game: Game, actor: Seat, new: str, context: LineContext) -> Effects:
        """Give the address its seat, and tell everybody."""


class Promote(NewMaster):
    """PROMOTE address: have one more master, who has to confirm it."""

    words = "PROMOTE"
    why = Reason("asks_master")

    def seat_master(self, game: Game, actor: Seat, new: str, context: LineContext) -> Effects:
        """Give the address a master's seat."""
        news = Reason("promoted")
        game, notices = add_master(game, actor, new, news, context)
        return Effects((game,), news, notices=notices)


class HandOver(NewMaster):
    """HAND OVER TO address: its owner is master in your place, once they have confirmed it."""

    words = "HAND OVER TO"
    why = Reason("asks_successor")

    def seat_master(self, game: Game, actor: Seat, new: str, context: LineContext) -> Effects:
        """Give the address a master's seat, and take the actor's."""
        game = replace(game, seats=tuple(s for s in game.seats if s.name != actor.name))
        news = Reason("handed_over")
        game, notices = add_master(game, actor, new, news, context)
        return Effects((game,), Reason("you_handed_over", (game.name, new)), notices=notices)


class Demote(MasterCommand):
    """DEMOTE address: take the seat of a master who came after you; your own, if you name it."""

    harms = True

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Take the seat; the first of the masters is safe from the others."""
        named = [s for s in game.masters if access.is_same_address(s.address, self.address)]
        if not named:
            return Reason("no_master", (self.address,))
        (seat,) = named
        if len(game.masters) == 1:
            return Reason("master_stays")
        if game.masters.index(seat) < game.masters.index(actor):
            return Reason("master_before")
        informed_seats = list_other_held_seats(game, actor)
        game = replace(game, seats=tuple(s for s in game.seats if s.name != seat.name))
        news = Reason("demoted")
        you = Reason("demoted_you", (game.name,))
        other_readers = [reader for reader in informed_seats if reader.name != seat.name]
        own_notices = announce_news(
            game, "Master No More", context.key, you, to=[seat] if seat in informed_seats else ()
        )
        public = announce_news(game, "A Master Less", context.key, news, to=other_readers)
        return Effects((game,), news, notices=(*own_notices, *public))


class Become(MasterCommand):
    """AS power: the lines below are its player's orders, press or votes; AS MASTER ends that."""

    stages = UNENDED
    player: str = ""
    power: str = ""
    office: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Have the lines below read as those of a power, which somebody may play or nobody."""
        word = self.office or self.power or self.player
        if word.casefold() in list_words("master"):
            return Effects(line=LineEffects(acts_for=actor.name))
        seat = find_player_seat(game, word)
        if seat is None:
            if not isinstance(game, Play):
                return Reason("not_running", (game.name,))
            return Reason("no_power", (word, game.name))
        return Effects(
            remark=Reason("acting", (name_seat(seat),)),
            line=LineEffects(acts_for=seat.name),
        )


def build_notices_to_seat_holder(part: GamePart, game: Game, key: str) -> tuple[Notice, ...]:
    """Return what the holder of a seat is told of what a master has done for them."""
    seat = game.find_seat_named(part.place.seat)
    done_lines = tuple(
        heard_line._replace(choices=())
        for heard_line in part.heard
        if heard_line.verdict != "refused"
    )
    if not part.place.master or seat is None or not seat.address or not done_lines:
        return ()
    sets = restate_orders(game, seat) if isinstance(game, Play) else ()
    sections: tuple[Section, ...] = (News(Reason("acted_for_you")), Lines(done_lines), *sets)
    return (build_notice_to(game, seat, NEWS, "Done for You", f"{key}.acted", sections),)


class ViewCommand(MasterCommand):
    """VIEW AS power [STATUS, LIST or HISTORY]: what its player is sent."""

    player: str = ""
    report: str = ""

    asks = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Send the master what that player sees, and nothing else of it."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        seat = find_player_seat(game, self.player)
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        kind, sections = _build_letter_contents(game, seat, self.report, context)
        letter = build_notice_to(game, actor, kind, "View", context.key, sections)
        letter = replace(letter, view=find_view(game, seat))
        return Effects(remark=Reason("viewed"), notices=(letter,))


def _build_letter_contents(
    game: Play, seat: Seat, report_name: str, context: LineContext
) -> tuple[LetterKind, tuple[Section, ...]]:
    """Return the kind and the sections of a letter to a seat: the turn's, or the one asked for.

    The addresses at which its holder writes to others are theirs alone, and so are their votes.
    """
    if report_name in ("status", "summary"):
        return REPLY, (replace(build_standing_section(game, seat), motions=()),)
    if report_name == "list":
        return REPLY, (PositionSection(),)
    if report_name == "history":
        turns = build_chronicle(game, seat, context.find_past_turns(game))
        return REPLY, (News(turns) if isinstance(turns, Reason) else turns,)
    if game.played is None:
        return START, starting.build_first_letter(game, seat)
    return RESULTS, restate_orders(game, seat)
