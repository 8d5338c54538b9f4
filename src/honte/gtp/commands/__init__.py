"""All commands; importing a module registers its commands."""

from honte.gtp.commands import admin, analyze, finish, gogui, kgs, life, moves, records, setup, stakes

__all__ = ["admin", "analyze", "finish", "gogui", "kgs", "life", "moves", "records", "setup", "stakes"]
