"""Tournaments: rounds of boards, drawn so that people meet others each time, and standings."""
