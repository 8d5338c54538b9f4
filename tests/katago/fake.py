"""Stands in for KataGo's analysis engine: replays a recorded dialogue, or fails in a given way.

    fake.py DIALOGUE MANNER analysis -config FILE -model FILE ...

Manners: `plays` replays; `dies` ends at the first position with a message; `silent` never answers; `old` is
version 1.4.5; `noisy` writes other text between its answers; `stutters` answers without a field.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main() -> None:
    """Answers every line of standard input."""
    dialogue, manner = Path(sys.argv[1]), sys.argv[2]
    if "-config" not in sys.argv or "-model" not in sys.argv:
        sys.exit("usage: analysis -config FILE -model FILE")
    lines = [json.loads(line) for line in dialogue.read_text("utf8").splitlines()]
    known = {key_of(each["query"]): each["answers"] for each in lines}
    if manner == "noisy":
        print("Error: No suitable fusermount binary found on the $PATH", flush=True)
    for line in sys.stdin:
        query = json.loads(line)
        name = query.pop("id")
        if manner == "silent":
            time.sleep(3600)
        if manner == "dies" and "boardXSize" in query:
            print("  what():  the card has fallen out", file=sys.stderr, flush=True)
            sys.exit(3)
        for answer in known.get(key_of(query), [{"error": "this query was not recorded"}]):
            said = {**answer, "id": name}
            if manner == "old" and "version" in said:
                said["version"] = "1.4.5"
            if manner == "stutters":
                said.pop("ownership", None)
            print(json.dumps(said), flush=True)


def key_of(query: dict[str, object]) -> str:
    """The same text for the same query."""
    return json.dumps(query, sort_keys=True)


if __name__ == "__main__":
    main()
