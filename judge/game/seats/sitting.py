"""A place at the table of a game that gathers players."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, Entered, LineContext
from judge.game.notices import announce, notice_to
from judge.game.reports.status import standing
from judge.game.seats import starting
from judge.game.seats.access import Actor
from judge.game.seats.guests import with_guest
from judge.game.seats.preferring import in_words
from judge.game.seats.seating import told_of_masters, without_observer
from judge.game.state import Lobby, Seat
from judge.model.letter import News, Section
from judge.model.reason import Reason

REASONS = ("wish_taken", "joined")


def sit_down(
    game: Lobby, seat: Seat, context: LineContext, *, by_letter: bool = False
) -> Entered | Reason:
    """Give a new player a seat, and begin the game if it was the last.

    The masters are told; ``by_letter``: so is the player, whose mail it is not that is answered.
    """
    places = starting.open_seats(game) + len(game.players)
    if len(game.players) >= places:
        return Reason("game_full", (game.name,))
    wish = seat.wish
    taken = bool(wish) and any(other.wish == wish for other in game.players)
    count, wished = (str(len(game.players) + 1), str(places)), (wish,) if wish else ()
    about = (*count, *wished) if game.disclosure.public_seats else ()
    remark = Reason("wish_taken" if taken else "joined", about)
    liked = (News(Reason("prefers", in_words(seat.prefers))),) if seat.prefers else ()
    game = replace(game, seats=(*without_observer(game, seat.address), seat))
    game = with_guest(game, seat.address, "")
    news = [Reason("somebody_joined", (*count, seat.address, *wished))]
    if not starting.open_seats(game) and game.settings.manual and not starting.unconvinced(game):
        news.append(Reason("all_seated"))
    notices = announce(game, "New Player", context.key, *news, to=game.masters)
    if starting.begins(game):
        play, begun = starting.start(game, context.now, context.key)
        player = play.seat(seat.name)
        dealt = player.powers if player and game.disclosure.public_seats else ()
        result = CommandResult(play, Reason("joined_last", dealt), notices=(*notices, *begun))
        return Entered(play, Actor(player), result)
    sections: tuple[Section, ...] = (*liked, *told_of_masters(game), standing(game, seat))
    if game.variant.consent:
        asked = Reason("consent_asked", game.variant.consent)
        sections = (News(asked), *sections)
        if not starting.open_seats(game):
            silent = [s for s in starting.unconvinced(game) if s.name != seat.name]
            notices += announce(game, "Consent Asked", context.key, asked, to=silent)
    if by_letter:
        own = (News(remark), *sections)
        notices += (notice_to(game, seat, "news", "You Are In", context.key, own),)
    return Entered(game, Actor(seat), CommandResult(game, remark, sections, notices))
