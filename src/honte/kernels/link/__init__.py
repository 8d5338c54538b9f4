"""Connections: the proof search for two chains that one side wants to join."""
