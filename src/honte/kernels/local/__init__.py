"""Life and death on at most 64 points, compiled."""
