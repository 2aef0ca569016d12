"""Who sits where: access, seats, joining, starting, and where others are reached."""
