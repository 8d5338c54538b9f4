"""Perfect play on boards of at most 30 points, compiled."""
