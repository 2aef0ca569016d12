"""The judge's decisions: games, seats, commands, deadlines, votes. Pure: values in, values out."""
