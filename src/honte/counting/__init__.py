"""The final count of a game without help: find the dead chains, close the borders, count."""
