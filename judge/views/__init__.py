"""What each reader is shown of a game."""

from judge.views.project import build_view

__all__ = ["build_view"]
