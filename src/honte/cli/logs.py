"""What honte does, in lines with a time: on standard error with `-v`, in a file with `--log`.

The workbench always keeps a log in the platform's place for such files, at most four of 1 MB. An error inside
honte is written there too, with all that a programmer needs; the user sees one line. `HONTE_LOG` names
another file.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from honte.kernels.notice import listeners
from honte.search.stages import stage_of

log = logging.getLogger("honte")
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""What standard error shows without `-v`, with `-v` and with `-vv`."""
MAX_BYTES, OLD_FILES = 1_000_000, 3
"""The size of a log file at which a new one begins, and how many old ones are kept."""
_LINES = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")

_handlers: list[logging.Handler] = []
"""What `begin` has added."""


def log_file() -> Path:
    """The log of the workbench and of errors inside honte; it need not exist."""
    if chosen := os.environ.get("HONTE_LOG"):
        return Path(chosen)
    return platformdirs.user_log_path("honte", appauthor=False, ensure_exists=False) / "honte.log"


def begin(verbosity: int, file: Path | None) -> None:
    """Logs from now on: to standard error by `verbosity` (0 to 2), and to `file`.

    A file that cannot be written is left out: no command fails because of its log.
    """
    end()
    shown = logging.StreamHandler(sys.stderr)
    shown.setLevel(LEVELS[min(verbosity, len(LEVELS) - 1)])
    shown.setFormatter(logging.Formatter("honte: %(message)s") if verbosity < 2 else _LINES)
    kept = _file_handler(file) if file is not None else None
    _handlers.extend(each for each in (shown, kept) if each is not None)
    for handler in _handlers:
        logging.getLogger().addHandler(handler)
    log.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)
    if verbosity or kept is not None:
        listeners.append(_compiling)


def is_verbose() -> bool:
    """Whether standard error shows more than warnings."""
    return any(type(each) is logging.StreamHandler and each.level < logging.WARNING for each in _handlers)


def end() -> None:
    """Takes back what `begin` has set up."""
    while _handlers:
        handler = _handlers.pop()
        logging.getLogger().removeHandler(handler)
        handler.close()
    if _compiling in listeners:
        listeners.remove(_compiling)


def record_crash() -> Path | None:
    """Writes the error that is being handled to the log file; None where that cannot be written."""
    file = log_file()
    handler = _file_handler(file)
    if handler is None:
        return None
    text = f"an error inside honte: {' '.join(sys.argv)}\n{traceback.format_exc()}"
    handler.emit(logging.LogRecord("honte", logging.CRITICAL, __file__, 0, text, None, None))
    handler.close()
    return file


def _file_handler(file: Path) -> RotatingFileHandler | None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=MAX_BYTES, backupCount=OLD_FILES, encoding="utf8")
    except OSError:
        return None
    handler.setFormatter(_LINES)
    return handler


def _compiling(module: str | None) -> None:
    """Logs what is compiled."""
    if module is not None:
        log.info("compiling %s (%s)", stage_of(module).name, module)
