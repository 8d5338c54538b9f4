"""What the commands of this folder share: their help, and where the package lies."""

from __future__ import annotations

import argparse
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "honte"
"""The package whose weights the commands write."""


class _Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the description and shows defaults."""


def command(name: str, text: str | None) -> argparse.ArgumentParser:
    """The parser of `python -m training.NAME`, with the module's docstring as its description."""
    return argparse.ArgumentParser(prog=f"python -m training.{name}", description=text, formatter_class=_Help)
