"""Pages for those who look on, made from what a stranger sees."""
