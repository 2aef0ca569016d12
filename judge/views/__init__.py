"""What each reader is shown of a game."""

from judge.views.project import view_for_reader

__all__ = ["view_for_reader"]
