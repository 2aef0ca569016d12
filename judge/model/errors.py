"""The base of all exceptions that the judge raises by itself."""


class JudgeError(Exception):
    """Something that the judge cannot do, or will not do, with what it was given."""
