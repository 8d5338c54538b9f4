"""Solves the three kinds of late 5x5 positions that Wen's paper discusses, and explains one mistake.

Run it with `python examples/small_boards.py`.
"""

from __future__ import annotations

from pathlib import Path

from honte.core import vertex
from honte.formats.load import load_position
from honte.smallboard.explain import Teacher

FOLDER = Path(__file__).parent / "smallboard"


def main() -> None:
    """Solves the positions and prints best moves, values and best lines."""
    for name in ("stable", "critical", "unstable"):
        position = load_position((FOLDER / f"{name}.txt").read_bytes())
        teacher = Teacher(position)
        answer = teacher.solve(position)
        best = ", ".join(vertex(move) for move in answer.best)
        line = " ".join(vertex(move) for move in teacher.line(position))
        print(f"{name}: {position.to_play} plays {best}; Black's margin is {answer.low:+d}, proved; {line}")
        lesson = teacher.lesson(position, None)
        if lesson.loses:
            print(f"  A pass loses {lesson.loses} points.")


if __name__ == "__main__":
    main()
