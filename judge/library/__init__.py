"""The shelf of variants: folders under ``maps/`` made into Variants, and checked."""

from judge.library.check import check_map
from judge.library.geometry import load_geometry, read_geometry
from judge.library.layers import codes
from judge.library.starts import OptionError
from judge.library.texts import read_help
from judge.library.variants import load

__all__ = [
    "OptionError",
    "check_map",
    "codes",
    "load",
    "load_geometry",
    "read_geometry",
    "read_help",
]
