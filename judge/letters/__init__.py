"""Notices put into words: plain text and HTML."""
