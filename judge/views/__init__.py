"""What each reader is shown of a game."""

from judge.views.project import project

__all__ = ["project"]
