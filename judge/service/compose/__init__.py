"""Puts what follows from a mail or a deadline into letters, with pictures and files."""
