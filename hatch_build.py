"""What a package page shows of README.md: its links and pictures go to where the source lies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r'(?<=\]\()(?!https?:|#)(?=\S)|(?<=src=")(?!https?:)')
"""Where a link or a picture begins that is named by its path in the source."""


class AbsoluteLinks(MetadataHookInterface):
    """Makes the readme of the package of README.md."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        text = _RELATIVE.sub(f"{source}/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
