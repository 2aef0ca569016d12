"""What was worked out before, kept for the next time that it is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, cast

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")

MOST = 50_000
"""How many answers to one question are kept."""


class Question(Generic[Key, Answer]):
    """A question that is asked about many keys; its types are those of its keys and answers."""


class AnswerMemory:
    """The answers to any number of questions, each under its own keys."""

    def __init__(self) -> None:
        self._answers: dict[object, object] = {}

    def answers(self, question: Question[Key, Answer]) -> dict[Key, Answer]:
        """Return the answers to a question that are kept, to be read and added to.

        Where they have become too many, all are forgotten.
        """
        kept = cast(dict[Key, Answer], self._answers.setdefault(question, {}))
        if len(kept) > MOST:
            kept.clear()
        return kept

    def answer(
        self, question: Question[Key, Answer], key: Key, find: Callable[[], Answer]
    ) -> Answer:
        """Return the answer for a key, found out if it is not kept yet."""
        kept = self.answers(question)
        if key not in kept:
            kept[key] = find()
        return kept[key]
