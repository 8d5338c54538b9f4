"""Go boards of any size up to 25x25, compiled."""
