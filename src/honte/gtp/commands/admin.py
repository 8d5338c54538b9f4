"""Administrative commands: what the engine is and which commands it knows."""

from __future__ import annotations

from honte import __version__
from honte.gtp.arguments import Arguments
from honte.gtp.registry import COMMANDS, command
from honte.gtp.session import Session


@command("protocol_version")
def protocol_version(session: Session, args: Arguments) -> str:
    """The version of the protocol: 2."""
    return "2"


@command("name")
def name(session: Session, args: Arguments) -> str:
    """The name of the engine."""
    return "honte"


@command("version")
def version(session: Session, args: Arguments) -> str:
    """The version of honte."""
    return __version__


@command("known_command")
def known_command(session: Session, args: Arguments) -> str:
    """`true` or `false`: whether a command of this name exists."""
    return "true" if args.word("the name of a command") in COMMANDS else "false"


@command("list_commands", "help")
def list_commands(session: Session, args: Arguments) -> str:
    """The names of all commands, one on a line."""
    return "\n".join(COMMANDS)


@command("quit")
def quit_session(session: Session, args: Arguments) -> None:
    """Ends the session."""
    session.over = True


@command("stop", "clear_cache", "gogui-interrupt")
def do_nothing(session: Session, args: Arguments) -> None:
    """Accepted: any input stops an analysis, no cache is kept, and `# interrupt` stops a search."""
