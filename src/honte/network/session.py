"""Asks the network: ONNX Runtime on the CPU, loaded on first use, one typed answer for each position.

All planes and outputs are those of the side to move, so exchanging the colors exchanges the answer exactly.
Turning the board turns the answer: each position is first brought into one of its eight images, the same
for all of them. The mean over two images is nearly as good as that over eight; only positions that are
symmetric themselves need all eight for an answer that is so, too.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.core import Move, Position
from honte.core.rules import JAPANESE
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.network.features import View, batch_of, check, mask_array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL = "model.onnx"
OVERRIDE = "HONTE_NETWORK"
"""An environment variable that names another file with weights."""
BATCH = 64
"""Positions that are worked on at once."""


@dataclass(frozen=True)
class Prediction:
    """What the network says of one position. Black is positive; komi is not included.

    `policy` runs over the points, row by row from the lower left, and ends with a pass; illegal moves have 0.
    `owners` runs over the same points, from -1 (White's) to +1 (Black's).
    """

    position: Position
    policy: NDArray[np.float32]
    owners: NDArray[np.float32]
    margin: float
    """Black's expected lead at the end, without komi, counted as players do: nearly all by territory."""
    error: float
    """The standard error of the margin: two results out of three lie within it."""
    lead: float
    """Black's lead if the game is played on to the end even where players would resign."""
    spread: float
    """How unsure the winner is: points of lead that change the odds of winning by a factor e."""

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.position.board.grid

    def moves(self, count: int | None = None) -> list[tuple[Move, float]]:
        """The likely moves with their probabilities, best first; a pass is None."""
        grid, order = self.grid, (-self.policy).argsort(kind="stable")
        kept = [int(k) for k in order[:count] if self.policy[k] > 0]
        return [(grid.points[k] if k < grid.size else None, float(self.policy[k])) for k in kept]

    def probability(self, move: Move) -> float:
        """How likely a strong player plays this move."""
        return float(self.policy[-1] if move is None else self.policy[self._index(move)])

    def owner(self, point: Point) -> float:
        """Who will own a point: -1 White to +1 Black."""
        return float(self.owners[self._index(point)])

    def black_wins(self, komi: float) -> float:
        """Black's chance to win with this komi."""
        return 0.5 * (1 + math.tanh((self.lead - komi) / self.spread / 2))

    def _index(self, point: Point) -> int:
        self.grid.bit(point)
        return point.row * self.grid.cols + point.col


class Network:
    """A loaded network. One object may be used by several threads at once."""

    def __init__(self, path: Path | None = None, *, threads: int = 1) -> None:
        """Loads weights: the shipped ones, or those of a file; raises InputError where that fails."""
        self.path = path or _default_path()
        self._session = _open_session(self.path, threads)

    def predict(self, views: Sequence[View], *, symmetries: int = 1) -> list[Prediction]:
        """One answer for each position, in order; boards may differ in size.

        `symmetries` is over how many images of the board answers are averaged: 1, 2, 4 or 8.
        """
        if symmetries not in (1, 2, 4, 8):
            raise InputError(f"{symmetries} symmetries; expected 1, 2, 4 or 8")
        by_side: dict[int, list[int]] = {}
        for number, view in enumerate(views):
            check(view.position.board.grid)
            by_side.setdefault(view.position.board.grid.cols, []).append(number)
        found: dict[int, Prediction] = {}
        for numbers in by_side.values():
            for k in range(0, len(numbers), BATCH):
                part = numbers[k : k + BATCH]
                found |= zip(part, self._same_side([views[n] for n in part], symmetries), strict=True)
        return [found[number] for number in range(len(views))]

    def _same_side(self, views: Sequence[View], symmetries: int) -> list[Prediction]:
        """Answers for positions of one board side."""
        import numpy as np

        planes = batch_of(views)
        first = [_canonical(each) for each in planes]
        planes = np.stack([_turned(each, turn) for each, turn in zip(planes, first, strict=True)])
        size = planes[0, 0].size
        policy, owner, values = (np.zeros((len(views), n), dtype=np.float32) for n in (size + 1, size, 4))
        for turn in TURNS[:symmetries]:
            raw = self._session.run(["policy", "owner", "values"], {"planes": _turned(planes, turn)})
            boards = [raw[0][:, :-1].reshape(planes[:, 0].shape), raw[1].reshape(planes[:, 0].shape)]
            points, owned = (_turned_back(board, turn).reshape(len(views), -1) for board in boards)
            policy += np.concatenate([points, raw[0][:, -1:]], 1) / symmetries
            owner += np.tanh(owned / 2) / symmetries
            values += raw[2] / symmetries
        for k, turn in enumerate(first):
            for answer in (policy[k, :-1], owner[k]):
                answer[:] = _turned_back(answer.reshape(planes[k, 0].shape), turn).reshape(-1)
        return [_prediction(v, *each) for v, *each in zip(views, policy, owner, values, strict=True)]


def _prediction(
    view: View, logits: NDArray[np.float32], owner: NDArray[np.float32], values: NDArray[np.float32]
) -> Prediction:
    """An answer for Black's side from the outputs for the mover."""
    import numpy as np

    position, sign = view.position, int(view.position.to_play)
    legal = mask_array(position.board.grid, position.legal_moves_mask(RULES)).reshape(-1)
    logits = np.where(np.append(legal, 1) > 0, logits, -np.inf)
    policy = np.exp(logits - logits.max())
    margin, log_error, lead, log_scale = (float(v) for v in values)
    return Prediction(
        position=position,
        policy=(policy / policy.sum()).astype(np.float32),
        owners=(sign * owner).astype(np.float32),
        margin=sign * margin,
        error=10 * math.exp(log_error) * LAPLACE_TWO_THIRDS,
        lead=sign * lead,
        spread=10 * math.exp(log_scale),
    )


RULES = JAPANESE
"""Simple ko and no suicide: what every rule set allows at most points."""
LAPLACE_TWO_THIRDS = math.log(3)
"""Two thirds of a Laplace distribution lie within its mean error times this."""

TURNS = ((0, 0), (0, 2), (1, 0), (1, 2), (0, 1), (0, 3), (1, 1), (1, 3))
"""The symmetries in the order they are used: whether to transpose, and how many quarter turns follow."""


def _canonical(planes: NDArray[np.float32]) -> tuple[int, int]:
    """The symmetry that brings the planes of a position into an image which all its images share."""
    return min(TURNS, key=lambda turn: _turned(planes, turn).tobytes())


def _turned(boards: NDArray[np.float32], turn: tuple[int, int]) -> NDArray[np.float32]:
    import numpy as np

    flipped = boards.swapaxes(-1, -2) if turn[0] else boards
    return np.ascontiguousarray(np.rot90(flipped, turn[1], axes=(-2, -1)))


def _turned_back(boards: NDArray[np.float32], turn: tuple[int, int]) -> NDArray[np.float32]:
    import numpy as np

    back = np.rot90(boards, -turn[1], axes=(-2, -1))
    return back.swapaxes(-1, -2) if turn[0] else back


def _default_path() -> Path:
    """The file with the weights: the shipped one unless HONTE_NETWORK names another."""
    chosen = os.environ.get(OVERRIDE)
    return Path(chosen) if chosen else Path(str(resources.files("honte.network") / MODEL))


def _open_session(path: Path, threads: int) -> Any:
    if not path.is_file():
        raise InputError(f"no network file at {path}")
    try:
        onnxruntime = import_module("onnxruntime")
    except ImportError as error:
        raise InputError(f"the network needs the package onnxruntime: {error}") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises exceptions of its own without a common class.
        raise InputError(f"{path} is not a network: {str(error).splitlines()[0]}") from error
    _check_signature(session, path)
    return session


def _check_signature(session: Any, path: Path) -> None:
    """Refuses a model with other inputs or outputs than those of `training/network`."""
    given, made = session.get_inputs(), session.get_outputs()
    names = ([each.name for each in given], [each.name for each in made])
    if names != (["planes"], ["policy", "owner", "values"]) or given[0].shape[1] != 15:
        raise InputError(f"{path} is a network of another kind: {names[0]} to {names[1]}")


@cache
def load() -> Network:
    """The shipped network, loaded once."""
    return Network()


def predict(view: View | Position, *, symmetries: int = 2) -> Prediction:
    """What the shipped network says of one position."""
    seen = view if isinstance(view, View) else View(view)
    return load().predict([seen], symmetries=symmetries)[0]
