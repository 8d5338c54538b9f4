"""`honte samegame`: make, show, solve, play and verify SameGame boards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honte.cli.common import (
    check_output,
    check_picture,
    check_seconds,
    error_console,
    print_json,
    read_text,
    write_bytes,
)
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.samegame import Board, DuelAnswer, Progress, Scoring, Solution
    from honte.search.budget import Budget

VARIANTS = ("highest", "lowest", "max-min", "more", "fewer")

app = typer.Typer(
    help="SameGame: best sequences, exact on small boards; four variants; pictures.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

File = Annotated[
    str,
    typer.Argument(help="Rows of digits or letters, a saved solution, or JSON with boards; - is stdin."),
]
Number = Annotated[int, typer.Option("--board", help="Which board of a JSON set, from 1.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Png = Annotated[str | None, typer.Option("--png", help="Write a picture to this file (.png or .svg).")]
Svg = Annotated[str | None, typer.Option("--svg", help="Write an SVG picture to this file.")]
Gif = Annotated[str | None, typer.Option("--gif", help="Write the solution as an animated GIF.")]
Formula = Annotated[
    str, typer.Option("--formula", help="Points of n tiles: (n-2)^2, (n-1)^2, n(n-1) or n^2.")
]
Bonus = Annotated[int, typer.Option("--bonus", help="Points for an empty board.")]
TilePenalty = Annotated[int, typer.Option("--tile-penalty", help="Points lost for each tile left.")]
ColorPenalty = Annotated[
    bool, typer.Option("--color-penalty", help="Each color left costs what one group of it would give.")
]
Seconds = Annotated[float, typer.Option("--seconds", "-s", help="Time limit.", callback=check_seconds)]
Variant = Annotated[str, typer.Option("--variant", "-v", help="highest, lowest, max-min, more or fewer.")]


def register(root: typer.Typer) -> None:
    """Adds the commands of `honte samegame`."""
    root.add_typer(app, name="samegame")


@app.command()
def new(
    cols: Annotated[int, typer.Option(help="Columns, 1 to 50.")] = 15,
    rows: Annotated[int, typer.Option(help="Rows, 1 to 50.")] = 15,
    colors: Annotated[int, typer.Option(help="Colors, 1 to 9.")] = 5,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal boards.")] = 0,
    as_json: Json = False,
) -> None:
    """Makes a random board.

    Example: [cyan]honte samegame new --cols 8 --rows 8 --colors 4 --seed 3 > board.txt[/]
    """
    from honte.samegame import Board

    board = Board.random(cols, rows, colors, seed)
    if as_json:
        print_json({"board": board.rows(), "seed": seed})
    else:
        print(board)


@app.command()
def show(
    file: File, number: Number = 1, png: Png = None, svg: Svg = None, gif: Gif = None, as_json: Json = False
) -> None:
    """Shows a board, its groups, or a saved solution step by step.

    Example: [cyan]honte samegame show board.txt --png board.png[/]
    """
    from honte.samegame import move_text
    from honte.samegame.play import ruled

    _check_pictures(png, svg, gif)
    board, solution = _read(file, number)
    groups = board.groups()
    if as_json:
        moves = [{"move": move_text(group.move), "size": group.size} for group in groups]
        print_json({"board": board.rows(), "tiles": board.count, "groups": moves})
    else:
        print(ruled(board))
        print(f"{board.count} tiles, {len(board.color_counts)} colors, {len(groups)} moves")
        if solution is not None:
            _print_steps(solution)
    _pictures(board, solution, png, svg, gif)


@app.command()
def solve(
    file: File,
    number: Number = 1,
    variant: Variant = "highest",
    method: Annotated[
        str, typer.Option("--method", "-m", help="auto, anneal, exact, dfs, bfs or depth-limited.")
    ] = "auto",
    seconds: Seconds = 10.0,
    nodes: Annotated[int | None, typer.Option(help="Node limit; repeatable with one thread.")] = None,
    threads: Annotated[int, typer.Option(help="Search threads.")] = 1,
    memory_mb: Annotated[int, typer.Option("--memory-mb", help="Memory for the table.")] = 512,
    seed: Annotated[int, typer.Option(help="Seed of the search.")] = 0,
    depth: Annotated[int, typer.Option(help="Moves to look ahead with depth-limited.")] = 2,
    formula: Formula = "(n-2)^2",
    bonus: Bonus = 1000,
    tile_penalty: TilePenalty = 0,
    color_penalty: ColorPenalty = False,
    resume: Annotated[str | None, typer.Option(help="Start from a saved solution.")] = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Save the solution.")] = None,
    png: Png = None,
    svg: Svg = None,
    gif: Gif = None,
    as_json: Json = False,
) -> None:
    """Finds the best sequence of moves, or best play for two.

    Small boards are proved; large ones are searched until the time is up or Ctrl-C.
    Example: [cyan]honte samegame solve board.txt --seconds 20 --out best.json --gif best.gif[/]
    """
    from honte.samegame import METHODS, Scoring, Solution, solve_by
    from honte.search.budget import Budget

    _one_of("variant", variant, VARIANTS)
    _one_of("method", method, METHODS)
    check_output(out)
    _check_pictures(png, svg, gif)
    board, _ = _read(file, number)
    scoring = Scoring(formula, bonus, tile_penalty, color_penalty)
    # A node budget alone decides when it is given, so that runs repeat.
    budget = Budget(None if nodes is not None else seconds, nodes, memory_mb, threads)
    if variant not in ("highest", "lowest"):
        _solve_duel(board, variant, scoring, budget, as_json=as_json)
        return
    saved = Solution.load(read_text(resume)) if resume else None
    with _live() as watch:
        solution = solve_by(
            method, board, scoring=scoring, lowest=variant == "lowest", budget=budget, seed=seed,
            depth=depth, resume=saved, watch=watch,
        )  # fmt: skip
    if out is not None:
        write_bytes(out, (json.dumps(solution.to_json(), indent=1) + "\n").encode())
    if as_json:
        print_json(solution.to_json())
    else:
        _print_solution(solution)
    _pictures(board, solution, png, svg, gif)


@app.command()
def play(
    file: Annotated[str | None, typer.Argument(help="A board; a random one without it.")] = None,
    number: Number = 1,
    variant: Variant = "highest",
    second: Annotated[bool, typer.Option("--second", help="Let the computer begin a duel.")] = False,
    cols: Annotated[int, typer.Option(help="Columns of a random board.")] = 8,
    rows: Annotated[int, typer.Option(help="Rows of a random board.")] = 8,
    colors: Annotated[int, typer.Option(help="Colors of a random board.")] = 4,
    seed: Annotated[int, typer.Option(help="Seed of a random board.")] = 0,
    seconds: Seconds = 3.0,
    formula: Formula = "(n-2)^2",
    bonus: Bonus = 1000,
    tile_penalty: TilePenalty = 0,
    color_penalty: ColorPenalty = False,
) -> None:
    """Plays alone, or a duel against the computer. Type help for the commands.

    Example: [cyan]honte samegame play --variant more --seed 4[/]
    """
    from honte.samegame import Board, Duel, Scoring
    from honte.samegame.play import play_alone, play_duel

    _one_of("variant", variant, VARIANTS)
    board = _read(file, number)[0] if file else Board.random(cols, rows, colors, seed)
    scoring = Scoring(formula, bonus, tile_penalty, color_penalty)
    if variant in ("highest", "lowest"):
        play_alone(board, _ask, print, scoring=scoring, lowest=variant == "lowest", seconds=seconds)
    else:
        play_duel(board, Duel(variant), _ask, print, scoring=scoring, person=int(second), seconds=seconds)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="A saved solution, or a board when moves are given.")],
    moves: Annotated[list[str] | None, typer.Argument(help="Moves as column,row.")] = None,
    number: Number = 1,
    as_json: Json = False,
) -> None:
    """Replays a move list by the rules and counts its score.

    Example: [cyan]honte samegame verify best.json[/]
    """
    from honte.samegame import parse_move, replay

    board, solution = _read(file, number)
    if moves:
        played = replay(board, [parse_move(move) for move in moves])
    elif solution is not None:
        played = solution.replay()
    else:
        raise InputError(f"{file} holds no moves; give them after the file, as 3,1 5,2")
    facts = {
        "score": played.score,
        "moves": len(played.moves),
        "cleared": played.cleared,
        "tiles_left": played.boards[-1].count,
        "over": played.is_over,
    }
    if as_json:
        print_json(facts)
    else:
        end = "cleared" if played.cleared else f"{played.boards[-1].count} tiles left"
        more = "" if played.is_over else ", more moves are possible"
        print(f"legal: {len(played.moves)} moves, {played.score} points, {end}{more}")


def _ask(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        return "quit"


def _one_of(what: str, value: str, names: tuple[str, ...]) -> None:
    if value not in names:
        raise InputError(f"{value!r} is not a {what}; expected one of {', '.join(names)}")


def _read(file: str, number: int) -> tuple[Board, Solution | None]:
    from honte.samegame import read_board

    return read_board(read_text(file), number)


class _live:
    """A line on standard error with the best score and the rate while the search runs."""

    def __enter__(self) -> Any:
        self.status = error_console().status("searching")
        self.status.__enter__()
        return self.watch

    def watch(self, progress: Progress) -> None:
        self.status.update(
            f"best {progress.score} in {len(progress.moves)} moves, {progress.seconds:.0f} s, "
            f"{progress.rate / 1000:.0f}k trials/s; Ctrl-C keeps it"
        )

    def __exit__(self, *what: object) -> None:
        self.status.__exit__(None, None, None)


def _solve_duel(board: Board, variant: str, scoring: Scoring, budget: Budget, *, as_json: bool) -> None:
    from honte.samegame import Duel, solve_duel

    answer = solve_duel(board, Duel(variant), scoring=scoring, budget=budget)
    if as_json:
        print_json({"variant": variant, **answer.to_json()})
    else:
        _print_duel(variant, answer)


def _print_duel(variant: str, answer: DuelAnswer) -> None:
    from honte.samegame import move_text
    from honte.samegame.play import NO_MOVE

    if answer.move is None:
        print(NO_MOVE)
        return
    what = "score" if variant == "max-min" else "margin of the first player"
    sure = "proved" if answer.proved else f"not proved, searched {answer.depth} moves deep"
    print(f"{what} with best play: {answer.outcome} ({sure}; {answer.nodes} nodes, {answer.seconds:.2f} s)")
    print("best line: " + " ".join(map(move_text, answer.line)))


def _print_solution(solution: Solution) -> None:
    from honte.samegame import move_text
    from honte.samegame.play import NO_MOVE

    if not solution.moves:
        print(f"{NO_MOVE}: {solution.score} points")
        return
    end = "cleared" if solution.cleared else f"{solution.replay().boards[-1].count} tiles left"
    sure = "proved best" if solution.proved else "best found"
    print(f"{solution.score} points, {len(solution.moves)} moves, {end} ({sure}, {solution.method})")
    print(" ".join(map(move_text, solution.moves)))
    print(f"{solution.nodes} nodes, {solution.seconds:.2f} s")


def _print_steps(solution: Solution) -> None:
    from honte.samegame import move_text

    played = solution.replay()
    for step, (move, size) in enumerate(zip(played.moves, played.sizes, strict=True), 1):
        print(f"{step:>4}  {move_text(move):<6} {size:>3} tiles {solution.scoring.points(size):>6} points")
    print(f"{played.score} points in all")


def _check_pictures(png: str | None, svg: str | None, gif: str | None) -> None:
    """Refuses pictures that cannot be written, before the search."""
    check_picture(png)
    check_picture(svg, (".svg",))
    check_picture(gif, (".gif",))


def _drawn(picture: Any, name: str) -> bytes:
    """The bytes of a picture for a file of this name: SVG or PNG by its ending."""
    if name.lower().endswith(".svg"):
        return bytes(picture.svg().encode())
    return bytes(picture.png())


def _pictures(
    board: Board, solution: Solution | None, png: str | None, svg: str | None, gif: str | None
) -> None:
    from honte.samegame.picture import animated_gif, draw

    marked = solution.moves[:1] if solution else ()
    if png:
        write_bytes(png, _drawn(draw(board, marked=marked), png))
    if svg:
        write_bytes(svg, draw(board, marked=marked).svg().encode())
    if gif:
        if solution is None:
            raise InputError("an animation needs a solution: give a saved one, or use solve")
        write_bytes(gif, animated_gif(board, solution.moves, solution.scoring))
