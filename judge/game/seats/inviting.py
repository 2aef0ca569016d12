"""Letters to those who have no seat, and those that offer one: YES in answer takes it."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext
from judge.game.decision import Question
from judge.game.notices import heading_of
from judge.game.request import Request
from judge.game.seats import access
from judge.game.state import Game
from judge.language.script import split
from judge.model.letter import News, Notice, Recipient
from judge.model.reason import Reason


def letter_to(game: Game, address: str, event: str, key: str, *news: Reason) -> Notice:
    """Return a letter about a game to somebody without a seat in it."""
    told = tuple(map(News, news))
    return Notice(
        "news", Recipient(address), event, f"{key}.{address}", heading_of(game), None, told
    )


def offer_to(
    game: Game, address: str, event: str, line: str, news: Reason, context: LineContext
) -> tuple[Notice, Question]:
    """Return a letter that offers a seat, and what is asked: YES in answer says the line."""
    request = Request(address, context.message_id, "", split(line), text=line, verdict="pass")
    question = Question(access.secret(context.seed, context.key, address), address, request)
    letter = letter_to(game, address, event, context.key, news)
    to = Recipient(address, secret=question.token)
    return replace(letter, kind="offer", to=to), question
