"""Games on small boards, of which there are no archives: the network plays itself.

    python -m training.network.selfplay --model MODEL.onnx --side 19 --games 2048 --out games.npz.xz

Both sides choose among the moves the network likes best by the owners it expects after each of them, so the
games are better than its first thought. The final owners are settled by playouts, as those of human games.

The lead of a network that has seen 19x19 boards only is far off on small ones; its owners are not. A pass
must stay possible: players who hardly ever pass fill their own territory until groups die. (A first trial did
both wrong; its games, half of them lost by 40 points, ruined the network that learned from them.)
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.network import native
from training.network.export import read_onnx
from training.network.games import TYGEM_KOMI, Games, write_archive
from training.network.model import Answers, Network, Shape
from training.network.positions import HISTORY, PLAYOUTS, code_table, make_planes

CANDIDATES = 7
"""Moves that are looked at besides a pass."""
TEMPERATURE = 0.7
"""So many points weigh as much as a factor e of the policy."""
LEAST_LIKED = -6.0
LEAST_PASS = -2.5
"""Least logarithms of the policy, for moves and for a pass: the points decide beyond them."""
CHUNK = 16384


@dataclass
class Boards:
    """Many boards of one side, all with the same color to move."""

    side: int
    stones: NDArray[np.uint8]
    ko: NDArray[np.int16]
    last: NDArray[np.int16]
    """The last moves of each board, latest first; -1 before the first."""

    @classmethod
    def empty(cls, side: int, count: int) -> Boards:
        stones = np.zeros((count, side * side), dtype=np.uint8)
        return cls(side, stones, np.full(count, -1, np.int16), np.full((count, HISTORY), -1, np.int16))

    def take(self, index: NDArray[np.integer]) -> Boards:
        return Boards(self.side, self.stones[index], self.ko[index], self.last[index])

    def play(self, moves: NDArray[np.int16], mover: int) -> None:
        """Plays one move on each board, in place."""
        colors = np.full(len(moves), mover + 1, np.uint8)
        native.play_moves(self.stones, self.ko, colors, np.ascontiguousarray(moves), self.side)
        self.last = np.concatenate([moves[:, None], self.last[:, :-1]], 1)


class Player:
    """The network as a player on one device."""

    def __init__(self, network: Network, device: torch.device) -> None:
        self.network = network.eval()
        self.device = device
        self.table = code_table().to(device)

    @torch.no_grad()
    def look(self, boards: Boards, mover: int) -> tuple[Answers, Tensor]:
        """Answers about each board, and where the mover may play (passes included)."""
        colors = np.full(len(boards.stones), mover + 1, np.uint8)
        codes, open_points = native.view_boards(boards.stones, boards.ko, colors, boards.side)
        parts = []
        for k in range(0, len(codes), CHUNK):
            seen = torch.from_numpy(codes[k : k + CHUNK]).to(self.device).long()
            last = torch.from_numpy(boards.last[k : k + CHUNK]).to(self.device).long()
            planes = make_planes(self.table, torch.full_like(seen[:, 0], mover), seen, last, boards.side)
            with torch.autocast(self.device.type, dtype=torch.bfloat16):
                parts.append(self.network(planes))
        allowed = np.concatenate([open_points, np.ones((len(codes), 1), np.uint8)], 1)
        answers = Answers(*(torch.cat(same) for same in zip(*parts, strict=True)))
        return answers, torch.from_numpy(allowed).to(self.device)

    def choose(self, boards: Boards, mover: int, *, looks_ahead: bool) -> NDArray[np.int16]:
        """A move for each board, drawn by the policy, or by policy and the owners after the move."""
        answers, allowed = self.look(boards, mover)
        liked = torch.log_softmax(answers.policy.masked_fill(allowed == 0, -1e9), 1)
        if not looks_ahead:
            liked[:, -1] = -1e9
            return _drawn(liked).short().cpu().numpy()
        best = liked[:, :-1].topk(CANDIDATES, 1).indices
        moves = torch.cat([best, torch.full_like(best[:, :1], boards.side**2)], 1)
        width = moves.shape[1]
        after = boards.take(np.repeat(np.arange(len(boards.stones)), width))
        after.play(moves.flatten().short().cpu().numpy(), mover)
        owned = -torch.tanh(self.look(after, 1 - mover)[0].owner / 2).sum(1).view(-1, width)
        least = torch.tensor([LEAST_LIKED] * CANDIDATES + [LEAST_PASS], device=self.device)
        weight = torch.maximum(liked.gather(1, moves), least) + owned / TEMPERATURE
        weight = weight.masked_fill(allowed.gather(1, moves) == 0, -1e9)
        return moves.gather(1, _drawn(weight)[:, None])[:, 0].short().cpu().numpy()


def _drawn(log_weights: Tensor) -> Tensor:
    """One index a row, drawn with these weights."""
    noise = -torch.log(-torch.log(torch.rand_like(log_weights).clamp(1e-9, 1 - 1e-6)))
    return (log_weights + noise).argmax(1)


def play_games(network: Network, side: int, count: int, device: torch.device, seed: int) -> Games:
    """Plays `count` games to two passes, or until the board has been filled about once and a half."""
    torch.manual_seed(seed)
    player, boards = Player(network, device), Boards.empty(side, count)
    opening = np.random.default_rng(seed).integers(1, side, count)
    limit, passing = side * side * 3 // 2, side * side
    record = np.full((count, limit), -1, dtype=np.int16)
    finals, alive = boards.stones.copy(), np.arange(count)
    for ply in range(limit):
        moves = player.choose(boards, ply % 2, looks_ahead=True)
        early = np.flatnonzero(opening[alive] > ply)
        if len(early):
            moves[early] = player.choose(boards.take(early), ply % 2, looks_ahead=False)
        over = (moves == passing) & (boards.last[:, 0] == passing)
        boards.play(moves, ply % 2)
        record[alive, ply] = moves
        finals[alive] = boards.stones
        alive, boards = alive[~over], boards.take(np.flatnonzero(~over))
        if len(alive) == 0:
            break
    return _as_games(side, record, finals, seed)


def _as_games(side: int, record: NDArray[np.int16], finals: NDArray[np.uint8], seed: int) -> Games:
    """The games with passes at the end cut off, counted by area."""
    played = record >= 0
    moves = np.where(played, record, side * side)
    length = real_length(moves, side * side)
    kept = np.arange(record.shape[1]) < length[:, None]
    start = np.concatenate([[0], np.cumsum(length)]).astype(np.int64)
    colors = (1 + length % 2).astype(np.uint8)
    owners = native.settle_boards(finals, colors, side, playouts=PLAYOUTS, seed=seed)
    margin = owners.sum(1).astype(np.float32)
    komi = np.full(len(record), TYGEM_KOMI, dtype=np.float32)
    winner = np.sign(margin - komi).astype(np.int8)
    source = np.zeros(len(record), dtype=np.uint8)
    return Games(side, moves[kept].astype(np.uint16), start, margin, winner, komi, source)


def real_length(moves: NDArray[np.int16], passing: int) -> NDArray[np.int64]:
    """The number of moves of each game up to the last that is no pass."""
    real = moves != passing
    return np.where(real.any(1), moves.shape[1] - real[:, ::-1].argmax(1), 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--side", type=int, default=19)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = read_onnx(given.model, Shape()).to(device, memory_format=torch.channels_last)
    write_archive(play_games(network, given.side, given.games, device, given.seed), given.out)
