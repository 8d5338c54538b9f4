"""Go boards of any size up to 19x19: compiled."""
