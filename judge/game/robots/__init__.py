"""Seats that robots play."""
