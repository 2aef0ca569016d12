"""Deadlines, the passing of turns, dates as people type them."""
