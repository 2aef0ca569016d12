"""What is kept: games, mail received and mail to send, in one database."""
