"""Records a dialogue with the KataGo that is installed: python -m tests.katago.record

Run it by hand where KataGo is installed; tests replay the file (`tests/katago/fake.py`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from honte.katago import load
from honte.katago.process import Process
from tests.katago.scenes import SCENES

FILE = Path(__file__).parents[1] / "cases" / "katago" / "dialogue.jsonl"
LEFT_OUT = ("thisHash", "symHash", "weight", "edgeWeight", "edgeVisits", "playSelectionValue", "utilityLcb")
"""Fields that honte does not read."""


def shortened(value: Any) -> Any:
    """A value without fields that nobody reads, and with numbers of four digits."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items() if key not in LEFT_OUT}
    if isinstance(value, list):
        return [shortened(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value


def main() -> None:
    """Plays every scene and writes what was asked and answered."""
    asked: dict[str, dict[str, Any]] = {}
    answered: dict[str, list[dict[str, Any]]] = {}
    write, deliver = Process._write, Process._deliver

    def note_query(self: Process, query: dict[str, Any]) -> None:
        asked[query["id"]] = query
        write(self, query)

    def note_answer(self: Process, answer: dict[str, Any]) -> None:
        answered.setdefault(str(answer.get("id")), []).append(shortened(answer))
        deliver(self, answer)

    Process._write, Process._deliver = note_query, note_answer  # type: ignore[method-assign]
    for name, scene in SCENES.items():
        print(name, str(scene())[:300])
    load().close()
    FILE.parent.mkdir(parents=True, exist_ok=True)
    lines: dict[str, str] = {}
    for name, query in asked.items():  # a query that is asked again is answered as it was the first time
        bare = {key: value for key, value in query.items() if key != "id"}
        whole = json.dumps({"query": bare, "answers": answered.get(name, [])}, separators=(",", ":"))
        lines.setdefault(json.dumps(bare), whole)
    FILE.write_text("\n".join(lines.values()) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
