"""Boards drawn: a player's View as SVG, and SVG as PNG."""
