"""A game against the solver, and a quiz, in a terminal: a conversation over two callables, `ask` and `say`.

Nothing here reads or prints by itself, so tests can hold the conversation.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from honte.core import PASS, Color, Game, Move, Phase, Position, Rules, parse_move, vertex
from honte.errors import GoError
from honte.formats.diagram import Diagram, render
from honte.grid import Grid
from honte.smallboard.book import book_move
from honte.smallboard.explain import Teacher, boards_of
from honte.smallboard.past import past_of
from honte.smallboard.plain import area_margin
from honte.smallboard.quiz import Question, questions
from honte.smallboard.solution import Solution
from honte.smallboard.words import loss_text, margin_text

Ask = Callable[[str], str | None]
Say = Callable[[str], object]
HOPELESS = 19
"""In a game, no proof is tried with more empty points than this."""
HELP = "a point as C3, pass, hint, why C3, undo, quit"


def play_session(
    teacher: Teacher, position: Position, ask: Ask, say: Say, human: Color | None = None,
    opening: Callable[[Game], Move] | None = None,
) -> Game:  # fmt: skip
    """Plays a game of a person against the solver and returns it; `human` is by default the side to play.

    `opening` chooses the solver's move where nothing can be proved yet.
    """
    game = Game(position.board.grid, teacher.rules, board=position.board, to_play=position.to_play)
    human = human or position.to_play
    say(f"You are {human}. Type {HELP}.")
    while game.phase is Phase.PLAY:
        if game.to_play is human:
            say(render(Diagram(game.board, last=game.moves[-1] if game.moves else None)))
            if not _human_turn(teacher, game, ask, say):
                return game
        else:
            move, reason = _own_move(teacher, game, opening)
            say(f"{game.to_play}: {vertex(move)}  ({reason})")
            game.play(move)
    say(render(game.board))
    say(margin_text(area_margin(game.board)))
    return game


def _own_move(teacher: Teacher, game: Game, opening: Callable[[Game], Move] | None) -> tuple[Move, str]:
    """The program's move and where it comes from: a book, a proof, or the opening player."""
    known, move = book_move(game.position)
    if known and game.illegality(move) is None:
        return move, "from the book of proofs"
    if opening is not None and len(game.board.empty) > HOPELESS:
        return opening(game), "too early for a proof"
    solution = teacher.solve(game.position, past=past_of(game))
    if solution.proved or opening is None:
        return _choice(solution, game), _outlook(solution)
    return opening(game), _outlook(solution)


def _choice(solution: Solution, game: Game) -> Move:
    """A best move that the game's history allows; after the person's pass a pass, if it is as good."""
    allowed = [move for move in solution.best or solution.guesses if game.illegality(move) is None]
    ranked = sorted(allowed, key=lambda move: (move is PASS, solution.soonest.get(move, 99)))
    if PASS in allowed and game.passes:
        return PASS
    return ranked[0] if ranked else PASS


def _outlook(solution: Solution) -> str:
    if solution.value is not None:
        return f"proved: Black {solution.value:+d}"
    return f"Black {solution.low:+d} to {solution.high:+d} so far"


def _human_turn(teacher: Teacher, game: Game, ask: Ask, say: Say) -> bool:
    """One command of the person; False to leave."""
    text = ask(f"{game.to_play}> ")
    if text is None or text.lower() in ("quit", "q", "exit"):
        return False
    word, _, rest = text.strip().partition(" ")
    try:
        if word.lower() == "hint":
            solution = teacher.solve(game.position, past=past_of(game))
            best = " ".join(map(vertex, solution.best)) if solution.proved else "nothing is proved yet"
            say(f"best: {best}  ({_outlook(solution)})")
        elif word.lower() == "why":
            _why(teacher, game, rest, say)
        elif word.lower() == "undo":
            game.undo()
            game.undo()
        elif word.lower() in ("help", "?", ""):
            say(HELP)
        else:
            game.play(parse_move(text, game.grid))
    except GoError as error:
        say(str(error))
    return True


def _why(teacher: Teacher, game: Game, text: str, say: Say) -> None:
    lesson = teacher.lesson(game.position, parse_move(text, game.grid), past_of(game))
    if lesson.loses is None:
        say("not proved in time")
        return
    say(loss_text(text, lesson.loses))
    for caption, board in boards_of(game.position, lesson.line):
        say(f"{caption}\n{board}")


def quiz_session(
    grid: Grid, rules: Rules, seed: int, ask: Ask, say: Say, count: int | None = None
) -> tuple[int, int]:
    """Asks for the one best move until the person leaves; returns (right, asked)."""
    right = asked = 0
    for question in islice(questions(grid, seed, rules=rules), count):
        say(render(Diagram(question.position.board, to_play=question.position.to_play)))
        text = ask(f"best move for {question.position.to_play}> ")
        if text is None or text.lower() in ("quit", "q", "exit"):
            break
        asked += 1
        right += _judge(question, text, say)
        say(f"{right} of {asked}")
    return right, asked


def _judge(question: Question, text: str, say: Say) -> bool:
    """Says how good the person's answer is; True when it is the best move."""
    solution = question.solution
    sign = Color(question.position.to_play)
    try:
        move = parse_move(text, question.position.board.grid)
    except GoError as error:
        say(f"{error}; the best move is {question.answer}")
        return False
    if move == question.answer:
        say(f"right: {vertex(move)}, Black {solution.low:+d}")
        return True
    found = next((each for each in solution.moves if each.move == move), None)
    if found is None:
        say(f"{vertex(move)} is not legal; the best move is {question.answer}")
        return False
    lost = abs(solution.low - (found.high if sign > 0 else found.low))
    say(f"{loss_text(vertex(move), lost, exact=found.exact)}; the best move is {question.answer}")
    return False
