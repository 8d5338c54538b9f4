"""What GoGui draws on its board: owners, moyo, likely moves; and the settings in its dialog."""

from __future__ import annotations

import time
from collections.abc import Callable

from honte.core import BLACK, WHITE, vertex
from honte.engine import LEVELS, level_named
from honte.errors import InputError
from honte.estimate import DEFAULT, Ownership, estimate
from honte.grid import Grid, Point
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.moyo import figure, moyo
from honte.moyo.regions import regions
from honte.network import View, predict

ANALYZE_COMMANDS = (
    "dboard/Owners by the network/honte-owners",
    "string/Estimate: who leads/honte-estimate",
    "gfx/Likely moves/honte-likely_moves",
    "hpstring/Life and death of a chain/honte-life %p",
    "var/Life and death of a chain: best play/honte-life_line %p",
    "dboard/Moyo: enclosed equivalent size/honte-moyo",
    "sboard/Moyo: cutoff pairs/honte-cutoff_pairs",
    "dboard/Moyo: atsumi/honte-atsumi",
    "cboard/Moyo: regions/honte-regions",
    "string/Final score/final_score",
    "plist/Dead stones/final_status_list dead",
    "plist/Black territory/final_status_list black_territory",
    "plist/White territory/final_status_list white_territory",
    "param/Settings/honte-param",
)
"""Type, label and command of each entry in GoGui's menu."""
LIKELY = 12
"""Likely moves that are drawn."""


@command("gogui-analyze_commands")
def analyze_commands(session: Session, args: Arguments) -> str:
    """The entries of GoGui's analyze menu."""
    return "\n".join(ANALYZE_COMMANDS)


@command("gogui-title")
def title(session: Session, args: Arguments) -> str:
    """The title of GoGui's window."""
    return f"honte, {'KataGo' if session.settings.engine == 'katago' else session.settings.level}"


@command("cputime")
def cputime(session: Session, args: Arguments) -> str:
    """Processor seconds of this process."""
    return f"{time.process_time():.3f}"


def rows_of(grid: Grid, cell: Callable[[Point], str]) -> str:
    """One text for each point, row by row from the top."""
    rows = (" ".join(cell(Point(col, row)) for col in range(grid.cols)) for row in reversed(range(grid.rows)))
    return "\n".join(rows)


@command("honte-owners")
def owners(session: Session, args: Arguments) -> str:
    """The owner of each point, -1 White to +1 Black; another model by name, as in `honte-owners distance`."""
    found = _estimate(session, args)
    return rows_of(session.grid, lambda p: f"{found[p]:.3f}")


@command("honte-estimate")
def estimate_text(session: Session, args: Arguments) -> str:
    """Who leads, by how many points, with the error and Black's chance to win."""
    found = _estimate(session, args)
    return f"{found}; Black's chance to win: {found.black_chance:.0%}; model: {found.model}"


def _estimate(session: Session, args: Arguments) -> Ownership:
    return estimate(session.game, args.word("a model") if len(args) else DEFAULT)


@command("honte-likely_moves")
def likely_moves(session: Session, args: Arguments) -> str:
    """The moves that a strong player would likely play, in percent, as GoGui draws them."""
    game = session.seen_by(args.color_or(session.game.to_play))
    found = [each for each in predict(View.of(game)).moves(LIKELY) if game.illegality(each[0]) is None]
    labels = [f"{vertex(move)} {round(100 * chance)}" for move, chance in found if move is not None]
    shades = [f"{vertex(move)} {chance:.3f}" for move, chance in found if move is not None]
    best = " ".join(f"{vertex(move)} {chance:.0%}" for move, chance in found)
    return f"LABEL {' '.join(labels)}\nINFLUENCE {' '.join(shades)}\nTEXT {game.to_play}: {best}"


# Moyo


@command("honte-moyo")
def honte_moyo(session: Session, args: Arguments) -> str:
    """Enclosed equivalent size of each point, -1 White to +1 Black."""
    found = moyo(session.game.board)
    return rows_of(session.grid, lambda p: f"{found.enclosed_size(p):.2f}")


@command("honte-atsumi")
def honte_atsumi(session: Session, args: Arguments) -> str:
    """Atsumi of each point, -1 White to +1 Black."""
    found = moyo(session.game.board)
    return rows_of(session.grid, lambda p: f"{found.atsumi[p]:.2f}")


@command("honte-cutoff_pairs")
def cutoff_pairs(session: Session, args: Arguments) -> str:
    """Black's and White's cutoff numbers of each point, two digits."""
    marks = figure("pairs", moyo(session.game.board)).marks
    return rows_of(session.grid, lambda p: marks[p].plain if p in marks else '""')


@command("honte-regions")
def honte_regions(session: Session, args: Arguments) -> str:
    """The color that is nearer to each vacant point; green lies equally near to both."""
    split = regions(session.game.board)
    near = {BLACK: split.controlled(BLACK), WHITE: split.controlled(WHITE)}

    def cell(point: Point) -> str:
        if session.game.board[point] is not None:
            return '""'
        return "black" if point in near[BLACK] else "white" if point in near[WHITE] else "green"

    return rows_of(session.grid, cell)


# Settings


@command("honte-param")
def param(session: Session, args: Arguments) -> str | None:
    """Shows all settings, or changes one: `honte-param level beginner`."""
    if not len(args):
        return _params(session)
    name, value = args.word("a setting"), " ".join(args.words())
    if name not in _SETTERS:
        raise InputError(f"{name!r} is no setting; known: {', '.join(_SETTERS)}")
    _SETTERS[name](session, value)
    return None


def _params(session: Session) -> str:
    settings = session.settings
    levels = "/".join(name.replace(" ", "_") for name in LEVELS)
    return "\n".join(
        [
            f"[list/{levels}] level {settings.level.replace(' ', '_')}",
            f"[string] seconds {_text(settings.seconds)}",
            f"[string] visits {_text(settings.visits)}",
            f"[bool] resign {int(settings.resigns)}",
            f"[string] life_seconds {settings.life_seconds:g}",
            f"[string] life_nodes {_text(settings.life_nodes)}",
        ]
    )


def _text(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


def _limit(name: str, value: str, *, whole: bool) -> float | None:
    """A positive number, or None for the word none."""
    if value.lower() == "none":
        return None
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9 or (whole and number % 1):
        kind = "a whole number" if whole else "a number"
        raise InputError(f"{name} {value!r}; expected {kind} above 0, or none")
    return number


def _set_level(session: Session, value: str) -> None:
    session.settings.level = level_named(value.replace("_", " ")).name


def _set_seconds(session: Session, value: str) -> None:
    session.settings.seconds = _limit("seconds", value, whole=False)


def _set_visits(session: Session, value: str) -> None:
    number = _limit("visits", value, whole=True)
    session.settings.visits = None if number is None else int(number)


def _set_resign(session: Session, value: str) -> None:
    if value.lower() not in ("0", "1", "true", "false"):
        raise InputError(f"resign {value!r}; expected 1 or 0")
    session.settings.resigns = value.lower() in ("1", "true")


def _set_life_seconds(session: Session, value: str) -> None:
    session.settings.life_seconds = _limit("life_seconds", value, whole=False) or 1e9


def _set_life_nodes(session: Session, value: str) -> None:
    number = _limit("life_nodes", value, whole=True)
    session.settings.life_nodes = None if number is None else int(number)


_SETTERS: dict[str, Callable[[Session, str], None]] = {
    "level": _set_level,
    "seconds": _set_seconds,
    "visits": _set_visits,
    "resign": _set_resign,
    "life_seconds": _set_life_seconds,
    "life_nodes": _set_life_nodes,
}
