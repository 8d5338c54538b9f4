"""SameGame, compiled."""
