"""What the network is fitted to."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from training.network.model import Answers
from training.network.positions import Batch

WEIGHTS = {"policy": 1.0, "owner": 1.5, "margin": 0.5, "error": 0.1, "lead": 0.5, "wins": 0.5}
"""Weights of the sum."""
POINTS = 10.0
"""Margins are fitted in units of ten points: errors beyond that count linearly."""


def losses(answers: Answers, batch: Batch) -> dict[str, Tensor]:
    """Each loss by name.

    `error` fits the width of a Laplace distribution around the margin, which it does not move; `wins` is
    the chance that the lead, komi added, is positive.
    """
    owner = F.binary_cross_entropy_with_logits(answers.owner, batch.owner, reduction="none").mean(1)
    miss = (answers.margin - batch.margin).detach().abs() / POINTS
    odds = (answers.lead + batch.komi) / POINTS * torch.exp(-answers.log_scale)
    wins = F.binary_cross_entropy_with_logits(odds, batch.wins, reduction="none")
    return {
        "policy": F.cross_entropy(answers.policy, batch.move),
        "owner": _mean(owner, batch.owner_weight),
        "margin": _mean(_huber(answers.margin, batch.margin), batch.margin_weight),
        "error": _mean(miss * torch.exp(-answers.log_error) + answers.log_error, batch.margin_weight),
        "lead": _mean(_huber(answers.lead, batch.lead), batch.lead_weight),
        "wins": _mean(wins, batch.wins_weight),
    }


def total(parts: dict[str, Tensor]) -> Tensor:
    """The weighted sum that is minimized."""
    return torch.stack([WEIGHTS[name] * value for name, value in parts.items()]).sum()


def _huber(said: Tensor, true: Tensor) -> Tensor:
    return F.smooth_l1_loss(said / POINTS, true / POINTS, reduction="none")


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum() / weights.sum().clamp(min=1)
