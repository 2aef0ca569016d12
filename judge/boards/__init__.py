"""Boards of other programs: read, and written as folders of our own."""
