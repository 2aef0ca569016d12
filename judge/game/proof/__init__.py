"""Who writes, what proves it, and where others are reached."""
