"""Compiles kernels in the background, so that the first search need not wait for them.

A second process (`honte warm`) compiles into the cache on disk: compiling in the server would hold the
interpreter and delay every click. The page shows a small note while it runs.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass


@dataclass
class Warmth:
    """Whether the kernels are compiled; `state` is cold, warming, warm, failed or off."""

    state: str = "cold"

    async def warm_up(self) -> None:
        """Runs `honte warm` once. If it fails, searches compile what they need themselves."""
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
