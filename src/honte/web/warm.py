"""Compiling kernels in the background, so that the first search does not wait for it.

The work is done by a second process (`honte warm`), which fills the cache on disk: compiling here
would hold the interpreter and make every click wait. The page shows a small note meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass


@dataclass
class Warmth:
    """cold, warming, warm, failed or off."""

    state: str = "cold"

    async def warm_up(self) -> None:
        """Runs `honte warm` once; the server does not depend on how it ends."""
        self.state = "warming"
        command = [sys.executable, "-c", "from honte.cli.main import main; main()", "warm"]
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
            )
            self.state = "warm" if await process.wait() == 0 else "failed"
        except OSError:
            self.state = "failed"
        finally:
            if process is not None and process.returncode is None:
                process.terminate()
