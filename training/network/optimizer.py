"""Muon for the 3x3 convolutions of the blocks, AdamW for everything else.

Muon (K. Jordan and others, 2024) replaces the momentum of a weight matrix by the nearest matrix whose
singular values are all one; a short polynomial iteration finds it. Its step is scaled to the size of a
typical step of AdamW (J. Liu and others, 2025), so both parts share one schedule and one decay.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

COEFFICIENTS = (3.4445, -4.7750, 2.0315)
MOMENTUM = 0.95
LIKE_ADAM = 0.2
LARGEST_GRADIENT = 2.0
"""Gradients are cut to this norm, about twice the usual one: no batch may outweigh the others."""
ADAM_SHARE = 0.4
"""The rate of AdamW as a part of Muon's: linear layers on pooled maxima run away at larger rates."""


def orthogonal(matrices: Tensor, steps: int = 5) -> Tensor:
    """Nearly the nearest orthogonal matrix of each, by Newton-Schulz steps; rows must not exceed columns."""
    a, b, c = COEFFICIENTS
    x = matrices.bfloat16() if matrices.is_cuda else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.to(matrices.dtype)


class Fitter:
    """Both optimizers behind one `step`; without `muon`, AdamW alone."""

    def __init__(self, network: nn.Module, decay: float, *, muon: bool = True) -> None:
        named = dict(network.named_parameters())
        self.decay = decay
        self.parameters = list(named.values())
        self.adam_share = ADAM_SHARE if muon else 1.0
        self.matrices = [
            p for name, p in named.items() if muon and name.startswith("blocks.") and p.ndim == 4
        ]
        ids = {id(p) for p in self.matrices}
        rest = [p for p in named.values() if id(p) not in ids]
        groups = [
            {"params": [p for p in rest if p.ndim > 1], "weight_decay": decay},
            {"params": [p for p in rest if p.ndim <= 1], "weight_decay": 0.0},
        ]
        self.adam = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.95))
        self.momentum = [torch.zeros_like(p) for p in self.matrices]

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One step along the gradients, which are cleared."""
        nn.utils.clip_grad_norm_(self.parameters, LARGEST_GRADIENT)
        if self.matrices:
            self._step_matrices(rate)
        for group in self.adam.param_groups:
            group["lr"] = self.adam_share * rate
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)

    def _step_matrices(self, rate: float) -> None:
        """Muon's part."""
        gradients = [p.grad for p in self.matrices if p.grad is not None]
        torch._foreach_lerp_(self.momentum, gradients, 1 - MOMENTUM)
        ahead = torch._foreach_lerp(gradients, self.momentum, MOMENTUM)
        flat = torch.stack([g.flatten(1) for g in ahead])
        scale = LIKE_ADAM * max(flat.shape[1:]) ** 0.5
        steps = orthogonal(flat) * (-rate * scale)
        torch._foreach_mul_(self.matrices, 1 - rate * self.decay)
        torch._foreach_add_(self.matrices, [s.view_as(p) for s, p in zip(steps, self.matrices, strict=True)])
        for p in self.matrices:
            p.grad = None

    def state_dict(self) -> dict[str, Any]:
        """What a later run needs to go on, in half the width."""
        adam = self.adam.state_dict()
        narrow = {k: {n: _narrow(v) for n, v in kept.items()} for k, kept in adam["state"].items()}
        return {"momentum": [_narrow(m) for m in self.momentum], "adam": adam | {"state": narrow}}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        for mine, kept in zip(self.momentum, state["momentum"], strict=True):
            mine.copy_(kept)
        self.adam.load_state_dict(state["adam"])


def _narrow(value: Tensor) -> Tensor:
    """Halves the width of a tensor; numbers stay as they are."""
    return value.bfloat16() if value.ndim else value
