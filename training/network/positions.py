"""All positions of many games on one device, and batches of planes and labels from them.

A position is one byte a point (the codes of board.cpp), so 50 million of them fill 18 GB of a GPU, and a
batch is one lookup. A game with n moves has n + 1 rows: one before each move and one after the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.network import native
from training.network.games import Games
from training.network.model import PLANES

HISTORY = 5
"""Planes for the last moves."""
BARE, PART = 0.3, 0.1
"""Shares of the samples that see no last moves, and only some of them."""
PLAYOUTS = 48
SURE = 100
"""Owners are whole numbers from -100 (White's) to 100 (Black's)."""


class Batch(NamedTuple):
    """Planes and labels of some positions, all from the mover's side. A weight of 0 means: no such label."""

    planes: Tensor
    move: Tensor
    owner: Tensor
    owner_weight: Tensor
    margin: Tensor
    margin_weight: Tensor
    lead: Tensor
    lead_weight: Tensor
    wins: Tensor
    wins_weight: Tensor
    komi: Tensor
    """What komi adds to the mover's lead: positive for White."""


def code_table() -> Tensor:
    """The first ten planes of each code, by mover: own, other, 1 to 3 liberties of each, ko, ones."""
    table = torch.zeros(2, 10, 10)
    table[:, :, 9] = 1
    table[:, 9, 8] = 1
    for mover in (0, 1):
        for color in (0, 1):
            other = int(mover != color)
            for liberties in (1, 2, 3, 4):
                row = table[mover, color * 4 + liberties]
                row[other] = 1
                if liberties < 4:
                    row[2 + 3 * other + liberties - 1] = 1
    return table


def symmetry_tables(side: int) -> tuple[Tensor, Tensor]:
    """For each of the eight symmetries: which point comes to each place, and where each move goes."""
    board = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(flipped, k) for flipped in (board, board.T) for k in range(4)]
    source = torch.tensor(np.stack([t.reshape(-1) for t in turned]))
    target = torch.argsort(source, 1)
    passes = torch.full((8, 1), side * side)
    return source, torch.cat([target, passes], 1)


def make_planes(table: Tensor, mover: Tensor, codes: Tensor, last: Tensor, side: int) -> Tensor:
    """The planes from codes, the mover (0 Black, 1 White) and the last moves (-1 or a pass: none)."""
    stones = table[mover[:, None], codes]
    points = torch.arange(side * side, device=codes.device)
    moves = (points[:, None] == last[:, None, :]).to(stones.dtype)
    return torch.cat([stones, moves], 2).view(-1, side, side, PLANES).permute(0, 3, 1, 2)


@dataclass
class Positions:
    """Positions and labels of the games of one board side."""

    games: Games
    device: torch.device
    codes: Tensor
    moves: Tensor
    game: Tensor
    ply: Tensor
    owner: Tensor
    """Final owner of each point by game, from -100 to 100."""
    owner_weight: Tensor
    lead: Tensor
    """Black's final lead by game, counted or judged; NaN where unknown."""
    margin: Tensor
    winner: Tensor
    komi: Tensor
    tables: tuple[Tensor, Tensor, Tensor]

    @classmethod
    def of(cls, games: Games, device: torch.device, seed: int = 1) -> Positions:
        """Replays and labels all games."""
        codes, played = native.replay_games(games.moves, games.start, games.side)
        whole = played == np.diff(games.start)
        owners, labeled = label_owners(games, codes, seed)
        count = np.diff(games.start) + 1
        game = np.repeat(np.arange(len(games), dtype=np.int32), count)
        ply = (np.arange(len(codes)) - (games.start[:-1] + np.arange(len(games)))[game]).astype(np.int16)
        moves = np.full(len(codes), games.side * games.side, dtype=np.int16)
        moves[np.arange(len(games.moves)) + np.repeat(np.arange(len(games)), count - 1)] = games.moves
        margin = torch.from_numpy(np.where(whole, games.margin, np.nan).astype(np.float32)).to(device)
        source, target = symmetry_tables(games.side)

        def on_device(array: NDArray[np.generic]) -> Tensor:
            return torch.from_numpy(array).to(device)

        return cls(
            games, device, on_device(codes), on_device(moves), on_device(game), on_device(ply),
            on_device(owners), on_device((labeled & whole).astype(np.float32)), margin.clone(), margin,
            on_device(games.winner.astype(np.float32)), on_device(games.komi),
            (code_table().to(device), source.to(device), target.to(device)),
        )  # fmt: skip

    @property
    def side(self) -> int:
        return self.games.side

    def rows_of(self, games: NDArray[np.integer], ply: int | None = None) -> Tensor:
        """Rows of one ply of each game (the last where `ply` is None); short games are left out."""
        length = np.diff(self.games.start)[games]
        kept = games if ply is None else games[length >= ply]
        at = length if ply is None else ply
        return torch.from_numpy(self.games.start[:-1][kept] + kept + at).to(self.device)

    def training_rows(self, repeats: dict[int, int] | None = None) -> Tensor:
        """Rows to train on, some archives several times; where a side resigned, the end teaches no move."""
        last = torch.zeros(len(self.codes), dtype=torch.bool, device=self.device)
        last[self.rows_of(np.arange(len(self.games)))] = True
        resigned = torch.isnan(self.margin)[self.game]
        aside = torch.from_numpy(self.games.aside).to(self.device)[self.game]
        chosen = torch.nonzero(~aside & ~(last & resigned)).flatten().to(torch.int32)
        source = torch.from_numpy(self.games.source).to(self.device)[self.game]
        more = [
            chosen[source[chosen] == archive]
            for archive, times in (repeats or {}).items()
            for _ in range(times - 1)
        ]
        return torch.cat([chosen, *more])

    def batch(self, rows: Tensor, symmetry: Tensor, known: Tensor) -> Batch:
        """Planes and labels of some rows, each turned by its symmetry, with its last `known` moves shown."""
        rows = rows.long()
        table, source, target = self.tables
        game, ply = self.game[rows].long(), self.ply[rows].long()
        turn = source[symmetry]
        sign = 1.0 - 2.0 * (ply % 2)
        codes = self.codes.flatten()[(rows * self.codes.shape[1])[:, None] + turn].long()
        owner = self.owner.flatten()[(game * self.codes.shape[1])[:, None] + turn].float() / SURE
        last = self._last_moves(rows, ply, known, target[symmetry])
        planes = make_planes(table, ply % 2, codes, last, self.side)
        margin, lead = self.margin[game], self.lead[game]
        return Batch(
            planes,
            target[symmetry].gather(1, self.moves[rows].long()[:, None])[:, 0],
            (1 + sign[:, None] * owner) / 2,
            self.owner_weight[game],
            sign * margin.nan_to_num(),
            1.0 - margin.isnan().float(),
            sign * lead.nan_to_num(),
            1.0 - lead.isnan().float(),
            (1 + sign * self.winner[game]) / 2,
            self.winner[game].abs(),
            -sign * self.komi[game],
        )

    def _last_moves(self, rows: Tensor, ply: Tensor, known: Tensor, target: Tensor) -> Tensor:
        """The last moves, latest first; -1 where one is unknown or before the game."""
        back = torch.arange(1, HISTORY + 1, device=self.device)
        shown = (ply[:, None] >= back) & (known[:, None] >= back)
        moves = self.moves[(rows[:, None] - back).clamp(min=0)].long()
        return torch.where(shown, target.gather(1, moves), -1)

    def random_batch(self, rows: Tensor) -> Batch:
        """A batch for training: random symmetries, last moves partly hidden."""
        chance = torch.rand(len(rows), device=self.device)
        some = torch.randint(1, HISTORY, (len(rows),), device=self.device)
        known = torch.where(chance < BARE, 0, torch.where(chance < BARE + PART, some, HISTORY))
        return self.batch(rows, torch.randint(0, 8, (len(rows),), device=self.device), known)

    def plain_batch(self, rows: Tensor, symmetry: int = 0, known: int = HISTORY) -> Batch:
        """A batch for measuring."""
        fixed = torch.zeros(len(rows), dtype=torch.long, device=self.device)
        return self.batch(rows, fixed + symmetry, fixed + known)


def label_owners(
    games: Games, codes: NDArray[np.uint8], seed: int
) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Final owners of counted games by playouts, kept where the count comes within a point of the record."""
    points = games.side * games.side
    owners = np.zeros((len(games), points), dtype=np.int8)
    counted = np.flatnonzero(~np.isnan(games.margin))
    length = np.diff(games.start)
    finals = native.stones_of(codes[(games.start[1:] + np.arange(len(games)))[counted]])
    colors = (1 + length[counted] % 2).astype(np.uint8)
    found = native.settle_boards(finals, colors, games.side, playouts=PLAYOUTS, seed=seed)
    count = found.sum(1, dtype=np.int64)
    surplus = stone_surplus(games)[counted]
    off = np.minimum(abs(count - surplus - games.margin[counted]), abs(count - games.margin[counted]))
    owners[counted] = found * SURE
    labeled = np.zeros(len(games), dtype=bool)
    labeled[counted] = off <= 1
    return owners, labeled


def stone_surplus(games: Games) -> NDArray[np.int64]:
    """How many more stones Black put down than White: what area counts give Black beyond territory."""
    game = np.repeat(np.arange(len(games)), np.diff(games.start))
    ply = np.arange(len(games.moves)) - games.start[:-1][game]
    worth = np.where(games.moves < games.side * games.side, 1 - 2 * (ply % 2), 0)
    return np.bincount(game, weights=worth, minlength=len(games)).astype(np.int64)
