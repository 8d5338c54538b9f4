"""Playing SameGame in text: alone, or one of the duels against the computer.

The loops use two callables, one to ask and one to say, so they run in a terminal, from a pipe and in tests.
"""

from __future__ import annotations

from collections.abc import Callable

from honte.errors import GoError
from honte.grid import Point
from honte.samegame.board import Board, move_text, parse_move
from honte.samegame.duel import Duel, DuelGame, solve_duel
from honte.samegame.game import Game
from honte.samegame.scoring import STANDARD, Scoring
from honte.samegame.solver import solve
from honte.search.budget import Budget

Ask = Callable[[str], str]
Say = Callable[[str], None]

HELP = "a move as column,row (3,1 is the bottom tile of column 3); undo, redo, hint, moves, quit"
NO_MOVE = "this board has no move: no two tiles of one color touch"
QUIT = ("quit", "q", "exit")


def ruled(board: Board) -> str:
    """The board with its coordinates.

    >>> print(ruled(Board.parse("12\\n11")))
     2  1 2
     1  1 1
        1 2
    """
    lines = [
        f"{board.height - at:>2}  " + " ".join(f"{char:>1}" for char in row)
        for at, row in enumerate(board.rows())
    ]
    foot = [str(col % 10) for col in range(1, board.cols + 1)]
    return "\n".join([*lines, "    " + " ".join(foot)])


def play_alone(
    board: Board, ask: Ask, say: Say, *, scoring: Scoring = STANDARD, lowest: bool = False,
    seconds: float = 3.0,
) -> Game:  # fmt: skip
    """Plays one person's game; returns it when it is over or the player quits."""
    game = Game(board, scoring)
    if game.is_over:
        say(NO_MOVE)
    while not game.is_over:
        say(f"\n{ruled(game.board)}\nscore {game.points}, {game.board.count} tiles")
        word = ask("move> ").strip().lower()
        if word in QUIT:
            return game
        try:
            _obey_alone(game, word, say, seconds, lowest=lowest)
        except GoError as error:
            say(str(error))
    say(f"\n{ruled(game.board)}\nthe game is over: {game.score} points, {game.board.count} tiles left")
    return game


def _obey_alone(game: Game, word: str, say: Say, seconds: float, *, lowest: bool) -> None:
    if word in ("help", "?", "h", ""):
        say(HELP)
    elif word in ("undo", "u"):
        game.undo()
    elif word in ("redo", "r"):
        game.redo()
    elif word == "moves":
        say("  ".join(f"{move_text(group.move)} ({group.size})" for group in game.board.groups()))
    elif word == "hint":
        answer = solve(game.board, scoring=game.scoring, lowest=lowest, budget=Budget(seconds=seconds))
        sure = "proved" if answer.proved else f"the best found in {seconds:g} s"
        say(f"hint: {move_text(answer.moves[0])}, for {answer.score} points from here to the end ({sure})")
    else:
        say(f"{game.play(parse_move(word))} points")


def play_duel(
    board: Board, variant: Duel, ask: Ask, say: Say, *, scoring: Scoring = STANDARD,
    person: int = 0, seconds: float = 3.0,
) -> DuelGame:  # fmt: skip
    """Plays a duel of a person (player 0 or 1) against the computer; returns the game at its end."""
    game = DuelGame(board, variant, scoring)
    if game.is_over:
        say(NO_MOVE)
    while not game.is_over:
        if game.to_play != person:
            say(_answer(game, seconds))
            continue
        say(f"\n{ruled(game.board)}\n{_standing(game, person)}")
        word = ask("move> ").strip().lower()
        if word in QUIT:
            return game
        try:
            _obey_duel(game, word, say, seconds)
        except GoError as error:
            say(str(error))
    say(f"\n{ruled(game.board)}\nthe game is over: {_standing(game, person)}; {_verdict(game, person)}")
    return game


def _answer(game: DuelGame, seconds: float) -> str:
    """Plays the computer's move and returns what it says."""
    move = _best(game, seconds)
    size = game.board.group(move[0]).size
    game.play(move[0])
    return f"the computer plays {move_text(move[0])} ({size} tiles); {move[1]}"


def _best(game: DuelGame, seconds: float) -> tuple[Point, str]:
    answer = solve_duel(
        game.board, game.variant, to_play=game.to_play, scoring=game.scoring, budget=Budget(seconds=seconds)
    )
    assert answer.move is not None
    if not answer.proved:
        return answer.move, f"searched {answer.depth} moves ahead"
    scores = game.scores
    now = scores[0] if len(scores) == 1 else scores[0] - scores[1]
    what = "final score" if len(scores) == 1 else "final margin for the first player"
    return answer.move, f"{what} with best play: {now + answer.outcome} (proved)"


def _obey_duel(game: DuelGame, word: str, say: Say, seconds: float) -> None:
    if word in ("help", "?", "h", "", "redo", "r"):
        say(HELP.replace(" redo,", ""))
    elif word in ("undo", "u"):
        game.undo()
        if game.moves:
            game.undo()
    elif word == "moves":
        say("  ".join(f"{move_text(group.move)} ({group.size})" for group in game.board.groups()))
    elif word == "hint":
        move, why = _best(game, seconds)
        say(f"hint: {move_text(move)}; {why}")
    else:
        game.play(parse_move(word))


def _standing(game: DuelGame, person: int) -> str:
    if game.variant is Duel.MAX_MIN:
        want = "high" if person == 0 else "low"
        return f"score {game.scores[0]} (you want it {want}), {game.board.count} tiles"
    mine, other = game.scores[person], game.scores[1 - person]
    return f"you {mine}, computer {other} ({game.variant.value} wins), {game.board.count} tiles"


def _verdict(game: DuelGame, person: int) -> str:
    if game.variant is Duel.MAX_MIN:
        return "one score has no winner"
    if game.winner is None:
        return "a tie"
    return "you win" if game.winner == person else "the computer wins"
