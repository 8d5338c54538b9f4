"""The `honte` command: one thin module per subcommand, errors translated in one place."""

from __future__ import annotations

import errno
import importlib
import io
import os
import pkgutil
import sys
import time
import traceback
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import honte.cli
from honte import __version__
from honte.cli import logs
from honte.cli.common import check_output
from honte.cli.compiling import show_compiling
from honte.cli.config import read_config
from honte.errors import GoError

_HELPERS = {"main", "common", "config", "logs", "batch", "compiling", "mapping", "reviewing"}
"""Modules of this package that hold no command; every other one has a `register(app)`."""

# Typer carries its own copy of Click, under a private name that changes; its root error does not.
_UsageProblem: type[Exception] = next(
    each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException"
)

app = typer.Typer(
    name="honte",
    help="An open workbench for the game of Go.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        print(f"honte {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser window.")] = False,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Listen on this port (0: any free one).")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Listen on this address; any but this machine's own requires a token.")
    ] = "127.0.0.1",
    public: Annotated[
        str | None,
        typer.Option(help="The address of a proxy in front of the server: https://go.example.org."),
    ] = None,
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Replace the token, so that the old address ends.")
    ] = False,
    verbose: Annotated[
        int, typer.Option("--verbose", "-v", count=True, help="Say what is done; -vv says more.")
    ] = 0,
    log: Annotated[
        Path | None, typer.Option(help="Write what is done to this file, too.", show_default=False)
    ] = None,
) -> None:
    """An open workbench for the game of Go. Without a command it opens the workbench in the browser."""
    check_output(log)
    logs.begin(verbose, log or (logs.log_file() if context.invoked_subcommand is None else None))
    logs.log.info("honte %s: %s", __version__, " ".join(sys.argv[1:]) or "the workbench")
    if context.invoked_subcommand is None:
        from honte.web.serve import serve

        say = partial(print, flush=True)
        serve(host, port, public=public, new_token=new_token, open_browser=not no_browser, say=say)


for _module in sorted(info.name for info in pkgutil.iter_modules(honte.cli.__path__)):
    if _module not in _HELPERS:
        importlib.import_module(f"honte.cli.{_module}").register(app)


def main() -> None:
    """Runs the command line; bad input gives one line on standard error and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ■ or ō shows ? instead of failing
    show_compiling()
    started = time.perf_counter()
    try:
        root = typer.main.get_command(app)
        status = root(prog_name="honte", standalone_mode=False, default_map=read_config(root))
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except GoError as error:
        _fail(str(error))
    except _UsageProblem as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # the help has been shown already
            sys.exit(2)
        _fail(f"{getattr(error, 'format_message', error.__str__)()} (see honte --help)")
    except BrokenPipeError:
        _silence()
        sys.exit(0)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            _crash(error)
        _silence()
        _fail("the disk is full: the output could not be written")
    except Exception as error:
        _crash(error)
    finally:
        logs.log.info("ended after %.1f s", time.perf_counter() - started)
        logs.end()
    sys.exit(status if isinstance(status, int) else 0)


def _silence() -> None:
    """Sends what is left of the output nowhere, so that Python does not try to write it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _crash(error: Exception) -> NoReturn:
    """Says in one line that honte has a fault; the details go to the log file, or else to standard error."""
    file = logs.record_crash()
    if file is None or logs.is_verbose():
        traceback.print_exc()
    kept = f"; the details are in {file}" if file is not None else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    print(f"honte: this is a fault of honte: {text}{kept}", file=sys.stderr)
    sys.exit(1)


def _fail(text: str) -> NoReturn:
    print(f"honte: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(2)
