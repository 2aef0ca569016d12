"""What the game layer answers with: games as they now are, and what is to be told to whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.game.request import Request
from judge.game.state import Game
from judge.model.letter import Notice


@dataclass(frozen=True, slots=True)
class PressRecord:
    """Press as it goes into the records of a game: who wrote it, in which turn, and to which seats.

    ``to`` are seat names. ``public`` press went to everybody.
    """

    game: str
    at: datetime
    turn: str
    seat: str
    to: tuple[str, ...]
    text: str
    public: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A mail that is decided on only when a letter about it is answered with YES.

    ``asked`` is the address that the letter goes to, ``token`` what its reply address has.
    """

    token: str
    asked: str
    request: Request


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything that follows from one mail, or from the passing of time.

    ``games`` are the games that changed, as they are now; each name occurs once. ``proved``: the
    mail was shown to come from the holder of a seat. ``questions`` are asked, ``answered`` the
    tokens of those that need no answer any more; ``proved_address`` has proved itself now.
    """

    games: tuple[Game, ...] = ()
    notices: tuple[Notice, ...] = ()
    press: tuple[PressRecord, ...] = ()
    proved: bool = False
    questions: tuple[Question, ...] = ()
    answered: tuple[str, ...] = ()
    proved_address: str = ""
