"""What every process that works for another one does first."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def begin_apart() -> None:
    """Prepares a process of its own. On Ctrl-C its parent ends it; without its parent it ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
