"""What was worked out before, kept for the next time that it is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, cast

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")

MOST = 50_000
"""How many answers to one question are kept."""


class RememberedQuestion(Generic[Key, Answer]):
    """A question that is asked about many keys; its types are those of its keys and answers."""


class AnswerMemory:
    """The answers to any number of questions, each under its own keys."""

    def __init__(self) -> None:
        self._answers: dict[object, object] = {}

    def recall_answers(self, question: RememberedQuestion[Key, Answer]) -> dict[Key, Answer]:
        """Return the answers to a question that are kept, to be read and added to.

        Where they have become too many, all are forgotten.
        """
        # Under a question stand its own keys and answers alone.
        answers_by_key = cast(dict[Key, Answer], self._answers.setdefault(question, {}))
        if len(answers_by_key) > MOST:
            answers_by_key.clear()
        return answers_by_key

    def answer_for_key(
        self, question: RememberedQuestion[Key, Answer], key: Key, find: Callable[[Key], Answer]
    ) -> Answer:
        """Return the answer for a key, found out from the key if it is not kept yet."""
        answers_by_key = self.recall_answers(question)
        try:
            return answers_by_key[key]
        except KeyError:
            answer = answers_by_key[key] = find(key)
            return answer
