"""SameGame: compiled."""
