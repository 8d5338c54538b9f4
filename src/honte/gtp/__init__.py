"""An engine for Sabaki, GoGui and other programs that speak GTP, the Go Text Protocol, version 2.

    Session, Settings           the game on the board, and what the user chose
    Server                      reads commands and answers them
    COMMANDS                    every command by name

>>> answers = []
>>> server = Server(Session(), answers.append)
>>> server.answer("1 boardsize 9")
>>> server.answer("2 play b K10")
>>> answers
['=1\\n\\n', '?2 syntax error: K10 is not on a 9x9 board\\n\\n']
"""

from honte.gtp.registry import COMMANDS
from honte.gtp.server import Server
from honte.gtp.session import Session, Settings

__all__ = ["COMMANDS", "Server", "Session", "Settings"]
