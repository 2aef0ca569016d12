"""Players that are programs: a View, a seed and an effort in, orders out."""

from judge.robots.choosing import choose_robot_orders
from judge.robots.effort import Effort, Level

__all__ = ["Effort", "Level", "choose_robot_orders"]
