"""What masters alone decide: who is let in, who else is master, settings, corrections."""
