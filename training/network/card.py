"""The card of a network: one JSON file that says what it was trained on, how, and how well it does."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any


def write(path: Path, facts: dict[str, Any]) -> None:
    """Writes the card with today's date; figures are of games that took no part in training."""
    history = facts.get("history") or [{}]
    text = {
        "name": "honte network",
        "date": time.strftime("%Y-%m-%d"),
        "answers": "next move, owner of each point, margin without komi and its error, lead and its scale",
        "losses": {k: v for k, v in history[-1].items() if k != "results"},
        "figures": history[-1].get("results", {}),
        **facts,
    }
    path.write_text(json.dumps(text, indent=1) + "\n", encoding="utf8")
