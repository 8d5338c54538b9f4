"""Proved life-and-death problems as training data (see `problems.py`), and the losses of what they teach.

A problem says nothing of the rest of the board. So the policy is compared among the judged first moves alone,
and the owners at the target's points alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from training.network import native
from training.network.model import Answers
from training.network.positions import HISTORY, code_table, make_planes, symmetry_tables

SIDE = 19
POINTS = SIDE * SIDE
ASIDE_EVERY = 20
"""Every twentieth problem takes no part in training."""
FAR = -1e9


@dataclass
class Proofs:
    """Positions from the mover's side, with proved first moves and the fate of the target."""

    device: torch.device
    codes: Tensor
    right: Tensor
    tried: Tensor
    target: Tensor
    own: Tensor
    tables: tuple[Tensor, Tensor]

    @classmethod
    def read(cls, path: Path, device: torch.device) -> Proofs:
        """Loads an archive of `problems.py`."""
        with np.load(path) as archive:
            arrays = {name: archive[name] for name in archive.files}
        stones = np.ascontiguousarray(arrays["stones"])
        movers = np.ones(len(stones), np.uint8)
        codes, _ = native.view_boards(stones, np.full(len(stones), -1, np.int16), movers, SIDE)

        def bits(name: str) -> Tensor:
            return _on(device, np.unpackbits(arrays[name], axis=1)[:, :POINTS])

        source = symmetry_tables(SIDE)[0].to(device)
        own = _on(device, arrays["own"][:, 0])
        tables = (code_table().to(device), source)
        return cls(device, _on(device, codes), bits("right"), bits("tried"), bits("target"), own, tables)

    def __len__(self) -> int:
        return len(self.codes)

    def rows(self, *, aside: bool) -> Tensor:
        """The rows to train on, or those kept aside."""
        every = torch.arange(len(self), device=self.device)
        return every[(every % ASIDE_EVERY == 0) == aside]

    def batch(self, rows: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor, Tensor, Tensor]]:
        """Planes without last moves, and labels, each position turned at random."""
        table, source = self.tables
        turn = source[torch.randint(0, 8, (len(rows),), device=self.device)]
        codes, right, tried, target = (
            each[rows].gather(1, turn) for each in (self.codes, self.right, self.tried, self.target)
        )
        nobody = torch.full((len(rows), HISTORY), -1, device=self.device)
        planes = make_planes(table, torch.zeros_like(rows), codes.long(), nobody, SIDE)
        return planes, (right, tried, target, self.own[rows])


def losses(answers: Answers, labels: tuple[Tensor, Tensor, Tensor, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    """Policy and owner losses, and the share of problems whose likeliest judged move is right.

    The policy loss is minus the logarithm of the chance that a right move is drawn among the judged ones.
    Problems without a wrong or without a right first move teach no policy.
    """
    right, tried, target, own = labels
    points = answers.policy[:, :-1]
    all_moves = torch.logsumexp(points.masked_fill(tried == 0, FAR), 1)
    good_moves = torch.logsumexp(points.masked_fill(right == 0, FAR), 1)
    teaches = ((right.sum(1) > 0) & (right.sum(1) < tried.sum(1))).float()
    count = teaches.sum().clamp(min=1)
    policy = ((all_moves - good_moves) * teaches).sum() / count
    wanted = own.float()[:, None].expand_as(answers.owner)
    each = F.binary_cross_entropy_with_logits(answers.owner, wanted, reduction="none")
    owner = (each * target).sum() / target.sum().clamp(min=1)
    best = points.masked_fill(tried == 0, FAR).argmax(1, keepdim=True)
    first = (right.gather(1, best)[:, 0] * teaches).sum() / count
    return policy, owner, first


def _on(device: torch.device, array: NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(device)
