"""How a master fills a game and begins it: INVITE, SEAT, START; TERMINATE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import UNENDED, LineContext, MasterCommand, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter import starting
from judge.game.enter.guests import describe_guest, make_invitation_code, offer_seat, with_guest
from judge.game.enter.join import explain_unknown_power
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat
from judge.game.notices import announce_news
from judge.game.proof import access
from judge.game.state import INVITED, Game, Lobby, Play, Seat, Stage
from judge.game.votes.public import end_game
from judge.model.letter import InvitationLink, News
from judge.model.position import Ended, apply_effects
from judge.model.reason import Reason, explain_ending


class Start(MasterCommand):
    """START: deal the powers and begin."""

    harms = True

    stages = frozenset({Stage.FORMING})

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Begin if every power has a player; a manual game begins with any number of them."""
        if not isinstance(game, Lobby) or game.stage is not Stage.FORMING:
            return Reason("already_started")
        missing = starting.count_open_seats(game)
        if missing and (not game.settings.manual or not game.players):
            return Reason("not_full", (str(missing),))
        if silent := starting.list_players_without_consent(game):
            return Reason("not_agreed", (str(len(silent)), *game.variant.options_needing_consent))
        play, notices = starting.start_game(game, context.now)
        return Effects((play,), Reason("started"), notices=notices)


class Terminate(MasterCommand):
    """TERMINATE: end the game without a result."""

    harms = True

    by_vote = "VOTE END"

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Close the game and tell everybody."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        ended = Ended("terminated", ())
        news = explain_ending(ended)
        if isinstance(game, Play):
            game = replace(game, position=apply_effects(game.position, (ended,)))
            game, notices = end_game(game, ended, context.key)
        else:
            game = replace(game, stage=Stage.ENDED, motions=())
            notices = announce_news(game, "Game Over", context.key, news)
        return Effects(
            (game,), sections=(News(news),), notices=notices, line=LineEffects(costs=(news,))
        )


class SeatPlayer(RunningMasterCommand):
    """SEAT address [AS power]: its owner plays on for one who left."""

    address: str = ""
    wish: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Fill the seat and write to its new holder."""
        if access.is_player_or_master(game, self.address):
            return Reason("seat_held", (self.address,))
        power = access.resolve_power(game, self.wish)
        if self.wish and not power:
            return Reason("no_power", (self.wish, game.name))
        seat = find_vacant_seat(game, power)
        if seat is None:
            return Reason("dummy_played", (power,)) if power else Reason("game_full", (game.name,))
        context = context.for_sender(self.address)
        filled = fill_vacant_seat(game, seat, "", context, by_letter=True)
        return Effects(filled.games, Reason("seated", (self.address,)), notices=filled.notices)


MOST = 40
"""So many are invited at once."""


class Invite(MasterCommand):
    """INVITE address, address [AS power]: ask people to play; INVITE LINK: a link by which whoever
    has it joins."""

    stages = UNENDED
    link: bool = False
    addresses: tuple[str, ...] = ()
    wish: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Write to them, to everybody once; they need neither approval nor reliability."""
        if self.link:
            line = f"JOIN {game.name} INVITED {make_invitation_code(game)}"
            return Effects(remark=Reason("invitation_link"), sections=(InvitationLink(line),))
        power = access.resolve_power(game, self.wish) if self.wish else ""
        if self.wish and not (power and game.disclosure.public_power_names):
            return explain_unknown_power(game, self.wish)
        line = f"JOIN {game.name}{f' AS {power}' if power else ''}"
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not starting.count_open_seats(game) or len(self.addresses) > MOST:
            return Reason("game_full", (game.name,))
        if power and isinstance(game, Play) and find_vacant_seat(game, power) is None:
            return Reason("dummy_played", (power,))
        letters, questions, invited = [], [], []
        for address in self.addresses:
            if (
                access.is_player_or_master(game, address)
                or describe_guest(game, address) == INVITED
            ):
                continue
            game = with_guest(game, address, INVITED)
            why = Reason("invited_you", (actor.address, game.name, game.variant.name))
            if power:
                why = Reason("invited_you_as", (*why.about, power))
            offered = offer_seat(game, address, "Invitation", line, why, context)
            letters.append(offered[0])
            questions.append(offered[1])
            invited.append(address)
        if not invited:
            return Reason("invited_already")
        remark = Reason("invited", tuple(invited))
        return Effects((game,), remark, notices=tuple(letters), questions=tuple(questions))
