"""Addresses of people: which have proved themselves, and what they have been asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import fields
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, select, update

from judge.game.decision import Question
from judge.game.request import Request
from judge.game.seats.access import Tag
from judge.language.script import split
from judge.store import schema as t
from judge.store.database import insert_all, insert_one
from judge.store.repository import StaleError

ANSWERED_WITHIN = timedelta(days=7)
"""How long an answer to a question counts."""

_MINE = func.lower(t.players.c.address) == bindparam("mine")
_KEPT = tuple(each.name for each in fields(Request) if each.name not in ("script", "cut"))


def is_proved(tx: Connection, address: str) -> bool:
    """Say whether an address has proved itself."""
    query = select(t.players.c.id).where(_MINE, t.players.c.proved)
    return tx.execute(query, {"mine": address.lower()}).first() is not None


def prove(tx: Connection, address: str) -> None:
    """Note that an address has proved itself."""
    row = {"mine": address.lower()}
    if not tx.execute(update(t.players).where(_MINE).values(proved=True), row).rowcount:
        insert_one(tx, t.players, {"address": address.lower(), "proved": True})


def ask(tx: Connection, questions: Iterable[Question], now: datetime) -> None:
    """Keep what is asked until it is answered."""
    rows = [
        {
            "token": each.token,
            "asked": each.asked,
            "request": {name: getattr(each.request, name) for name in _KEPT},
            "asked_at": now,
        }
        for each in questions
    ]
    insert_all(tx, t.questions, rows)


def question(tx: Connection, token: str, now: datetime) -> Question | None:
    """Return what the letter of a token asked, if its answer still counts."""
    c = t.questions.c
    query = select(c.asked, c.request).where(c.token == token, c.asked_at > now - ANSWERED_WITHIN)
    row = tx.execute(query).one_or_none()
    if row is None:
        return None
    kept = row.request
    tags, relays = ([Tag(*tag) for tag in kept.pop(name)] for name in ("tags", "relays"))
    request = Request(**kept, script=split(kept["text"]), tags=tuple(tags), relays=tuple(relays))
    return Question(token, row.asked, request)


def answered(tx: Connection, tokens: Collection[str]) -> None:
    """Forget questions that were answered. Raises StaleError if that was done meanwhile."""
    query = delete(t.questions).where(t.questions.c.token.in_(tokens))
    if tx.execute(query).rowcount < len(tokens):
        raise StaleError("a question that has had its answer")


def forget(tx: Connection, now: datetime) -> None:
    """Drop the questions to which no answer counts any more."""
    tx.execute(delete(t.questions).where(t.questions.c.asked_at <= now - ANSWERED_WITHIN))
