"""What a sentence is about that is not understood: ``grammar/subjects.toml``."""

from __future__ import annotations

from functools import cache

from judge import resources
from judge.language.said_as import load_phrases
from judge.tables import Table, read_table


class Subject(Table):
    """A subject by its name: the words by which it is known, and lines that are about it."""

    name: str
    words: tuple[str, ...]
    lines: tuple[str, ...]


class _SubjectFile(Table):
    subjects: tuple[Subject, ...]


@cache
def load_subjects() -> tuple[Subject, ...]:
    """Return all subjects. Raises ValueError with the path of the file if it is wrong."""
    return read_table(_SubjectFile, resources.find_file("grammar", "subjects.toml")).subjects


def find_subject(text: str) -> Subject | None:
    """Return the first subject of which a sentence speaks by whose writer something is expected."""
    said = load_phrases()
    if not (said.looks_for_something(text) or said.has_wish(text) or said.is_request(text)):
        return None
    words = f" {' '.join(said.split_words(text))} "
    about = (each for each in load_subjects() if any(f" {word} " in words for word in each.words))
    return next(about, None)
