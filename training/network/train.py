"""Trains the network for a given time; a killed run goes on from its last checkpoint.

    python -m training.network.train --games tygem.npz.xz --twice train.npz --out FOLDER --seconds 1500

FOLDER then holds `weights.pt`, `last.pt` and `optimizer.pt`, renewed every minute, `model.onnx`, `card.json`,
the games of self-play and `log.txt`. It measures, uses and exports the running average of the weights.
A file FOLDER/seconds overrides --seconds while the program runs. Proved problems (`problems.py`) are read
from FOLDER/proofs.npz as soon as that file is there.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.network import card, measure, proofs
from training.network.distill import judge_unlabeled
from training.network.export import export, read_onnx
from training.network.games import Games, read_archive, read_games, write_archive
from training.network.losses import losses, total
from training.network.model import Network, Shape, parameters_of
from training.network.optimizer import Fitter
from training.network.positions import Batch, Positions
from training.network.selfplay import play_games

JUDGE_AT = (0.35, 0.7)
"""Parts of the time after which games without labels are judged."""
JUDGE_AGAIN = (0.0, 0.5)
"""The same for a run that begins with a trained network."""
SELFPLAY_AT = 0.5
SELFPLAY_GAMES = {7: 3072, 9: 8192, 11: 3072, 13: 5120}
SMALL_EVERY = 5
"""From then on, every fifth batch is of small boards."""
PROOFS_EVERY = 8
"""Every eighth batch is of proved problems."""
PROOFS_WEIGHT = 0.5
AVERAGE = 0.999
"""What a step leaves of the running average of the weights."""
RISEN = 0.15
"""A policy loss that has risen by this shows a run that goes wrong."""
WARM_UP = 300
CHECKPOINT_SECONDS = 45.0
REPORT_SECONDS = 15.0
MEASURE_SECONDS = 150.0


@dataclass
class Options:
    """What a run is told."""

    games: list[Path]
    twice: list[Path]
    """Archives whose games are seen twice as often: counted games of all kinds of players."""
    out: Path
    seconds: float = 1500.0
    shape: Shape = field(default_factory=Shape)
    batch: int = 2048
    rate: float = 4e-3
    decay: float = 0.04
    muon: bool = True
    seed: int = 1
    limit: int | None = None
    compile: bool = True
    selfplay: dict[int, int] = field(default_factory=lambda: dict(SELFPLAY_GAMES))
    begin: Path | None = None
    """A trained model to begin with; games are then judged and played at once, and judged again halfway."""


def rate_at(progress: float, step: int, peak: float) -> float:
    """A short warm-up, then a cosine down to zero."""
    return peak * min(1.0, (step + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


def loss_of(network: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    """The loss to minimize, and its parts in the order of `losses`."""
    with torch.autocast(batch.planes.device.type, dtype=torch.bfloat16):
        answers = network(batch.planes)
    parts = losses(answers, batch)
    return total(parts), torch.stack([p.detach() for p in parts.values()])


def loss_of_proofs(network: Network, problems: proofs.Proofs, rows: Tensor) -> tuple[Tensor, Tensor]:
    """The same for proved problems; the parts are policy, owner and right first moves."""
    planes, labels = problems.batch(rows)
    with torch.autocast(planes.device.type, dtype=torch.bfloat16):
        answers = network(planes)
    policy, owner, right = proofs.losses(answers, labels)
    return PROOFS_WEIGHT * (policy + owner), torch.stack([policy, owner, right]).detach()


class Trainer:
    """One run: data, network, optimizer, clock."""

    def __init__(self, options: Options) -> None:
        self.options = options
        options.out.mkdir(parents=True, exist_ok=True)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed + int(time.time()) % 1000)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.log(f"device {self.device}, torch {torch.__version__}, {os.cpu_count()} cores")
        games = read_games(options.games + options.twice, options.limit)
        self.log(f"{len(games)} games, {len(games.moves)} moves; replaying")
        self.positions = Positions.of(games, self.device, options.seed)
        labeled, counted = int(self.positions.owner_weight.sum()), int((games.margin == games.margin).sum())
        self.log(f"owners of {labeled} of {counted} counted games agree with the record")
        first = len(options.games)
        self.rows = self.positions.training_rows({first + k: 2 for k in range(len(options.twice))})
        self.network = self._first_network().to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        self.fitter = Fitter(self.network, options.decay, muon=options.muon)
        self.loss = self._compiled() if options.compile and self.device.type == "cuda" else loss_of
        self.small: list[tuple[Positions, Iterator[Tensor]]] = []
        self.problems: proofs.Proofs | None = None
        self.problem_rows: Iterator[Tensor] = iter(())
        self.problems_of = 0.0
        self.step, self.before, self.stages, self.caution = 0, 0.0, 0, 1.0
        self.lowest = math.inf
        self.history: list[dict[str, Any]] = []
        self._resume()
        self.started = self.saved = self.told = self.measured = time.monotonic()

    def _first_network(self) -> Network:
        """A new network, or the one to begin with."""
        begin, shape = self.options.begin, self.options.shape
        return Network(shape) if begin is None else read_onnx(begin, shape)

    def _compiled(self) -> Callable[..., tuple[Tensor, Tensor]]:
        """The loss, compiled and tried once; uncompiled where the machine's compiler fails."""
        started, compiled = time.monotonic(), torch.compile(loss_of)
        try:
            compiled(self.network, self.positions.random_batch(self.rows[: self.options.batch]))[0].backward()
        except Exception as error:
            self.log(f"not compiled: {error}")
            compiled = loss_of
        self.network.zero_grad(set_to_none=True)
        self.log(f"compiled in {time.monotonic() - started:.0f} s")
        return compiled

    # Clock and log

    @property
    def elapsed(self) -> float:
        return self.before + time.monotonic() - self.started

    @property
    def seconds(self) -> float:
        told = self.options.out / "seconds"
        try:
            return float(told.read_text()) if told.exists() else self.options.seconds
        except ValueError:
            return self.options.seconds

    def log(self, text: str) -> None:
        line = f"{time.strftime('%H:%M:%S')} {text}"
        print(line, flush=True)
        with (self.options.out / "log.txt").open("a", encoding="utf8") as file:
            file.write(line + "\n")

    # Checkpoints

    def save(self) -> None:
        """Writes weights and optimizer; a kill in between leaves the earlier files."""
        out, saved = self.options.out, time.monotonic()
        course = {"step": self.step, "seconds": self.elapsed, "stages": self.stages, "history": self.history}
        torch.save(self._weights() | course, out / "weights.part")
        torch.save(self.network.state_dict(), out / "last.part")
        torch.save({"step": self.step, "state": self.fitter.state_dict()}, out / "optimizer.part")
        for name in ("weights", "last", "optimizer"):
            (out / f"{name}.part").replace(out / f"{name}.pt")
        self.saved = saved

    def _resume(self) -> None:
        if not (self.options.out / "weights.pt").exists():
            return
        kept = self._load()
        self.step, self.before = kept["step"], kept["seconds"]
        self.stages, self.history = kept["stages"], kept["history"]
        self.log(f"resumed at step {self.step}, {self.before:.0f} s")
        if self.stages:
            judge_unlabeled(self.average, self.positions)
        for path in sorted(self.options.out.glob("selfplay-*.npz.xz")):
            self._add_small(read_archive(path))

    def _weights(self) -> dict[str, Any]:
        return {"shape": self.options.shape.as_dict(), "weights": self.average.state_dict()}

    def _load(self) -> dict[str, Any]:
        """Takes weights and optimizer from the last checkpoint and returns what else it holds."""
        out = self.options.out
        kept = torch.load(out / "weights.pt", map_location=self.device, weights_only=True)
        self.average.load_state_dict(kept["weights"])
        self.network.load_state_dict(torch.load(out / "last.pt", map_location=self.device, weights_only=True))
        state = torch.load(out / "optimizer.pt", map_location=self.device, weights_only=True)
        self.fitter.load_state_dict(state["state"])
        return dict(kept)

    # Training

    def _shuffled(self, rows: Tensor) -> Iterator[Tensor]:
        """Batches of all rows in random order, again and again."""
        size = min(self.options.batch, len(rows))
        while True:
            order = torch.randperm(len(rows), device=self.device)
            for k in range(0, len(rows) - size + 1, size):
                yield rows[order[k : k + size]]

    def _update(self, loss: Tensor) -> None:
        """One step along the gradients of a loss."""
        loss.backward()
        self.fitter.step(self.caution * rate_at(self.elapsed / self.seconds, self.step, self.options.rate))
        keep = min(AVERAGE, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()), 1 - keep)
        self.step += 1

    def run(self) -> None:
        """Trains until the time is over, then measures and writes model and card."""
        self.log(f"{parameters_of(self.network)} weights, {len(self.rows)} positions to train on")
        batches, sums, steps, first = self._shuffled(self.rows), None, 0, self.step
        while self.elapsed < self.seconds:
            self._stage()
            if not self._other_batch():
                loss, parts = self.loss(self.network, self.positions.random_batch(next(batches)))
                self._update(loss)
                sums, steps = parts if sums is None else sums + parts, steps + 1
            if steps and (self.step == first + 1 or time.monotonic() - self.told > REPORT_SECONDS):
                self._report(sums / steps if sums is not None else parts)
                sums, steps = None, 0
            if time.monotonic() - self.measured > MEASURE_SECONDS:
                self._measure()
        self.save()
        self.finish()

    def _other_batch(self) -> bool:
        """Whether this step was one of small boards or of proved problems."""
        if self.small and self.step % SMALL_EVERY == SMALL_EVERY - 1:
            positions, source = self.small[self.step // SMALL_EVERY % len(self.small)]
            self._update(loss_of(self.network, positions.random_batch(next(source)))[0])
            return True
        if self.problems is not None and self.step % PROOFS_EVERY == PROOFS_EVERY - 2:
            self._update(loss_of_proofs(self.network, self.problems, next(self.problem_rows))[0])
            return True
        return False

    def _report(self, means: Tensor) -> None:
        """Shows the mean losses; goes back to the last checkpoint where a loss is infinite or rises."""
        values = means.tolist()
        names = ("policy", "owner", "margin", "error", "lead", "wins")
        shown = " ".join(f"{name} {value:.4f}" for name, value in zip(names, values, strict=True))
        self.told = time.monotonic()
        self.log(f"step {self.step} at {self.elapsed:.0f} s: {shown}")
        if not all(map(math.isfinite, values)) or values[0] > self.lowest + RISEN:
            self.caution /= 2
            self.log(f"the loss rises: back to the last checkpoint, with {self.caution} of the rate")
            self._load()
        elif time.monotonic() - self.saved > CHECKPOINT_SECONDS and values[0] < self.lowest + RISEN / 2:
            self.save()
        self.lowest = min(self.lowest, values[0])

    def _measure(self) -> None:
        figures = measure.moves_and_losses(self.average, self.positions)
        if self.problems is not None:
            figures |= self._measure_proofs(self.problems)
        table = measure.results(self.average, self.positions)
        self.history.append({"step": self.step, "seconds": round(self.elapsed), **figures, "results": table})
        self.measured = time.monotonic()
        self.log(f"aside: {figures}")
        for archive, answers in table.items():
            for name, plies in answers.items():
                self.log(f"  {archive} {name}: {plies}")

    @torch.no_grad()
    def _measure_proofs(self, problems: proofs.Proofs) -> dict[str, float]:
        parts = loss_of_proofs(self.average, problems, problems.rows(aside=True)[:8192])[1].tolist()
        names = ("proofs_policy", "proofs_owner", "proofs_right")
        return {name: round(value, 4) for name, value in zip(names, parts, strict=True)}

    # Labels and games the archives lack

    def _stage(self) -> None:
        """Judges games, plays games on small boards and reads problems when their time has come."""
        progress = self.elapsed / self.seconds
        judge_at, play_at = (JUDGE_AT, SELFPLAY_AT) if self.options.begin is None else (JUDGE_AGAIN, 0.0)
        if self.stages < len(judge_at) and progress >= judge_at[self.stages]:
            self.stages += 1
            self.log(f"judged {judge_unlabeled(self.average, self.positions)} games")
        if not self.small and self.options.selfplay and progress >= play_at:
            self._play_itself()
        if self.step % 100 == 0:
            self._read_problems(self.options.out / "proofs.npz")

    def _read_problems(self, path: Path) -> None:
        """Reads the proved problems where there are newer ones."""
        written = path.stat().st_mtime if path.exists() else 0.0
        if written > self.problems_of:
            self.problems_of = written
            self.problems = proofs.Proofs.read(path, self.device)
            self.problem_rows = self._shuffled(self.problems.rows(aside=False))
            self.log(f"{len(self.problems)} proved problems")

    def _play_itself(self) -> None:
        self.save()
        for side, count in self.options.selfplay.items():
            games = play_games(self.average, side, count, self.device, self.options.seed)
            self.log(f"{side}x{side}: {len(games)} games, {len(games.moves) / len(games):.0f} moves each")
            write_archive(games, self.options.out / f"selfplay-{side:02d}.npz.xz")
            self._add_small(games)

    def _add_small(self, games: Games) -> None:
        positions = Positions.of(games, self.device, self.options.seed)
        self.small.append((positions, self._shuffled(positions.training_rows())))

    def finish(self) -> None:
        """The last figures, the model and its card."""
        self._measure()
        export(self.average, self.options.out / "model.onnx")
        bare = measure.moves_and_losses(self.average, self.positions, known=0)
        small = {p.side: measure.moves_and_losses(self.average, p) for p, _ in self.small}
        card.write(self.options.out / "card.json", self._facts() | {"bare": bare, "selfplay": small})
        self.log("done")

    def _facts(self) -> dict[str, Any]:
        options, games = self.options, self.positions.games
        return {
            "shape": options.shape.as_dict(),
            "weights": parameters_of(self.network),
            "archives": [path.name for path in options.games + options.twice],
            "games": len(games),
            "moves": len(games.moves),
            "aside": int(games.aside.sum()),
            "problems": 0 if self.problems is None else len(self.problems),
            "selfplay_games": {p.side: len(p.games) for p, _ in self.small},
            "steps": self.step,
            "batch": options.batch,
            "seconds": round(self.elapsed),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
            "rate": options.rate,
            "decay": options.decay,
            "optimizer": "Muon and AdamW" if options.muon else "AdamW",
            "seed": options.seed,
            "history": self.history,
        }


def parse(arguments: Sequence[str] | None = None) -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=Path, nargs="+", required=True)
    parser.add_argument("--twice", type=Path, nargs="*", default=[], help="archives to see twice as often")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=Options.seconds)
    parser.add_argument("--blocks", type=int, default=Shape.blocks)
    parser.add_argument("--channels", type=int, default=Shape.channels)
    parser.add_argument("--batch", type=int, default=Options.batch)
    parser.add_argument("--rate", type=float, default=Options.rate)
    parser.add_argument("--decay", type=float, default=Options.decay)
    parser.add_argument("--adam", action="store_true", help="AdamW alone, without Muon; wants --rate 0.003")
    parser.add_argument("--seed", type=int, default=Options.seed)
    parser.add_argument("--limit", type=int, help="at most this many games of each archive")
    parser.add_argument("--no-compile", action="store_true", help="do not compile the network")
    parser.add_argument("--selfplay", type=float, default=1.0, help="factor of the number of games; 0: none")
    parser.add_argument("--begin", type=Path, help="a trained model.onnx of at most as many blocks")
    given = parser.parse_args(arguments)
    selfplay = {
        side: int(n * given.selfplay) for side, n in SELFPLAY_GAMES.items() if n * given.selfplay >= 1
    }
    return Options(
        games=given.games,
        twice=given.twice,
        out=given.out,
        seconds=given.seconds,
        shape=Shape(given.blocks, given.channels),
        batch=given.batch,
        rate=given.rate,
        decay=given.decay,
        muon=not given.adam,
        seed=given.seed,
        limit=given.limit,
        compile=not given.no_compile,
        selfplay=selfplay,
        begin=given.begin,
    )


if __name__ == "__main__":
    Trainer(parse()).run()
