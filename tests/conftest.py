"""What every test needs: Ctrl-C reaches the processes it starts; no user's settings and no clock counts.

A shell lets programs in the background ignore Ctrl-C, and they hand that on to the programs they start. A
test that interrupts a process would then wait forever.
"""

import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_PLACE = Path(tempfile.gettempdir()) / f"honte-tests-{os.getuid() if hasattr(os, 'getuid') else 0}"
os.environ["HONTE_CONFIG"] = str(_PLACE / "no-config.toml")
os.environ["HONTE_LOG"] = str(_PLACE / "honte.log")

settings.register_profile("honte", deadline=None)  # a crowded machine is slow; that is no fault
settings.load_profile("honte")
