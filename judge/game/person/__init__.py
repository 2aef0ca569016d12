"""What people say about themselves: addresses, secrets, own settings, what is kept."""
