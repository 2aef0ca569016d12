"""What Jinja compiles of a template, kept: to read it takes a twentieth of the time."""

from __future__ import annotations

import hashlib
from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from judge import resources

_KIND = "templates"


class TemplateCache(BytecodeCache):
    """Keeps compiled templates by their names and texts, for other processes and other starts.

    ``maker`` is the module whose options and filters they are compiled for.
    """

    def __init__(self, maker: str) -> None:
        self._maker = jinja2.__version__.encode() + Path(maker).read_bytes()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name alone: in which folder a template lies changes nothing of its code."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what is kept of its template, if that is of use here."""
        if kept := resources.read_kept(_KIND, self._name_file(bucket)):
            try:
                bucket.bytecode_from_string(kept)
            except Exception:  # whatever is wrong with it, it is made anew
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        content = bucket.bytecode_to_string()
        resources.keep_content(_KIND, self._name_file(bucket), content)

    def _name_file(self, bucket: Bucket) -> str:
        parts = (self._maker, bucket.key.encode(), bucket.checksum.encode())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()
