"""Boards, positions and games: laws that hold for random play."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honte.core import (
    AGA,
    BLACK,
    CHINESE,
    JAPANESE,
    PRESETS,
    PROBLEM_SET,
    TROMP_TAYLOR,
    WHITE,
    Board,
    Color,
    Game,
    Illegality,
    Phase,
    Position,
    Result,
    Rules,
    handicap_points,
    legal_map,
    parse_move,
    vertex,
)
from honte.errors import IllegalMove, IllegalPosition, InputError, ParseError
from honte.grid import Grid, Point
from tests import reference
from tests.core.strategies import games


def rows_of(board: Board) -> reference.Rows:
    return tuple("".join(line.split()) for line in str(board).splitlines())


# Boards


def test_text_reads_back_in_every_alphabet() -> None:
    board = Board.parse(". X O\nO . X\n. . .")
    assert Board.parse(str(board)) == board
    assert Board.parse("0BW\nW0B\n000") == board
    assert Board.parse(".●○\r\n○.●\r\n+,.") == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty board"),
        ("  \n ", "empty board"),
        (". .\n.", "line 2: 1 points where other rows have 2"),
        (". .\n. Q", "line 2, column 2: 'Q' is not a stone"),
        ("\n".join(["." * 26] * 3), "26x3 board is too large"),
    ],
)
def test_bad_boards_say_where(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Board.parse(text)


def test_boards_cannot_be_changed() -> None:
    board = Board(5)
    with pytest.raises(AttributeError, match="immutable"):
        board.black_mask = 1
    assert pickle.loads(pickle.dumps(board)) == board
    with pytest.raises(InputError, match="26x26"):
        Board(26)
    with pytest.raises(IllegalPosition, match="A1 holds a black and a white stone"):
        Board(Grid(2), 1, 1)


def test_every_fault_is_named() -> None:
    board = Board.parse("X O . .\nO O X O\n. O O X")
    with pytest.raises(IllegalPosition) as caught:
        board.checked()
    assert caught.value.faults == (
        "the black chain at D1 has no liberty",
        "the black chain at A3 has no liberty",
    )
    assert len(Board.parse("X O\nO X").faults()) == 4


def test_placing_on_a_stone_is_refused() -> None:
    with pytest.raises(InputError, match="A1 is not empty"):
        Board.parse("X").place(Point(0, 0), BLACK)


@pytest.mark.parametrize("text", ["B", "b", "black", "X", " Black "])
def test_colors_read_as_people_write_them(text: str) -> None:
    assert Color.parse(text) is BLACK
    with pytest.raises(InputError, match="expected B or W"):
        Color.parse("red")


@settings(deadline=None)
@given(games())
def test_chains_and_liberties_agree_with_the_reference(game: Game) -> None:
    rows = rows_of(game.board)
    top = game.grid.rows - 1
    for point in game.grid:
        chain = game.board.chain(point)
        if chain is None:
            assert rows[top - point.row][point.col] == "."
            continue
        stones, liberties = reference.chain_and_liberties(rows, point.col, top - point.row)
        assert {(p.col, top - p.row) for p in chain.stones} == stones
        assert {(p.col, top - p.row) for p in chain.liberties} == liberties


# Legality


@settings(deadline=None)
@given(games(), st.sampled_from([TROMP_TAYLOR, CHINESE]))
def test_the_whole_board_map_equals_single_questions(game: Game, rules: Rules) -> None:
    position = game.position
    assert set(position.legal_moves(rules)) == {p for p in game.grid if position.illegality(p, rules) is None}


@settings(deadline=None)
@given(games())
def test_moves_agree_with_the_reference(game: Game) -> None:
    rows, letter = rows_of(game.board), "X" if game.to_play is BLACK else "O"
    for point in game.position.legal_moves(TROMP_TAYLOR):
        after = game.position.play_unchecked(point)
        expected = reference.play(rows, point.col, game.grid.rows - 1 - point.row, letter)
        assert rows_of(after.board) == expected
        assert after.to_play is game.to_play.opponent
        assert not after.board.faults()


@settings(deadline=None)
@given(games(), st.data())
def test_legality_is_symmetric_and_color_blind(game: Game, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(game.grid.symmetries))
    here = game.position.legal_moves_mask(CHINESE)
    turned = Position(
        game.board.transformed(symmetry), game.to_play, game.position.ko and symmetry(game.position.ko)
    )
    assert turned.legal_moves_mask(CHINESE) == symmetry.mask(here)
    swapped = Position(game.board.swapped(), game.to_play.opponent, game.position.ko)
    assert swapped.legal_moves_mask(CHINESE) == here


def test_illegal_moves_name_their_reason() -> None:
    position = Position(Board.parse(". X .\nX . X\n. X ."), WHITE)
    assert position.illegality(Point(9, 9), CHINESE) is Illegality.OFF_BOARD
    assert position.illegality(Point(1, 0), CHINESE) is Illegality.OCCUPIED
    assert position.illegality(Point(1, 1), CHINESE) is Illegality.SUICIDE
    assert position.illegality(Point(1, 1), TROMP_TAYLOR) is Illegality.SUICIDE  # a single stone: no change
    with pytest.raises(IllegalMove, match="White B2: would be suicide") as caught:
        position.play(Point(1, 1), CHINESE)
    assert (caught.value.move, caught.value.reason) == (Point(1, 1), Illegality.SUICIDE)


def test_the_problem_set_s_map() -> None:
    board = Board.parse("0B0W\nB0BW\n0BWW\nWW0B")
    assert legal_map(board, BLACK).splitlines() == ["LBLW", "BLBW", "LBWW", "WWIB"]
    assert legal_map(board, WHITE).splitlines() == ["IBLW", "BIBW", "LBWW", "WWLB"]
    with pytest.raises(InputError, match="n x n"):
        legal_map(Board(Grid(3, 2)), BLACK)
    with pytest.raises(InputError, match="20x20"):
        legal_map(Board(20), BLACK)
    with pytest.raises(IllegalPosition):
        legal_map(Board.parse("BW\nWB"), BLACK)


# Games


@settings(deadline=None)
@given(games())
def test_undo_and_redo_restore_everything(game: Game) -> None:
    def state() -> tuple[object, ...]:
        return game.position, game.position.ko, game.prisoners(BLACK), game.prisoners(WHITE), dict(game._seen)

    states = [state()]
    while game.steps:
        game.undo()
        states.append(state())
    assert game.position == game.start
    while game.can_redo:
        states.pop()
        game.redo()
        assert state() == states[-1]


@settings(deadline=None)
@given(games())
def test_no_position_comes_back_under_superko(game: Game) -> None:
    boards = [game.start.board, *(step.position.board for step in game.steps if step.move is not None)]
    assert len(set(boards)) == len(boards)


@settings(deadline=None)
@given(games())
def test_stones_and_prisoners_balance(game: Game) -> None:
    for color in (BLACK, WHITE):
        played = sum(step.move is not None and step.color is color for step in game.steps)
        assert played == len(game.board.stones(color)) + game.prisoners(color)


def test_a_branch_leaves_the_game_alone() -> None:
    game = Game(9)
    for text in ("E5", "C3", "G7"):
        game.play(game.grid.parse(text))
    branch = game.branch(2)
    branch.play(branch.grid.parse("A1"))
    assert [vertex(m) for m in branch.moves] == ["E5", "C3", "A1"]
    assert [vertex(m) for m in game.moves] == ["E5", "C3", "G7"]
    with pytest.raises(InputError, match="move 7 is not in this game of 3 moves"):
        game.branch(7)


@pytest.mark.parametrize(("rules", "passes"), [(CHINESE, 2), (PROBLEM_SET, 3)])
def test_passes_end_play_and_can_be_taken_back(rules: Rules, passes: int) -> None:
    game = Game(5, rules)
    for number in range(passes):
        assert (game.phase, game.passes) == (Phase.PLAY, number)
        game.pass_turn()
    assert game.phase is Phase.COUNTING
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play(Point(0, 0))
    game.resume()
    assert game.phase is Phase.PLAY
    game.play(Point(0, 0))
    for _ in range(passes):
        game.pass_turn()
    assert game.phase is Phase.COUNTING
    game.undo()
    assert game.phase is Phase.PLAY


def test_branching_and_undoing_across_resumed_play() -> None:
    game = Game(9)
    game.pass_turn()
    game.pass_turn()
    game.resume()
    assert game.branch().phase is Phase.PLAY
    assert game.branch(1).passes == 1
    game.undo()
    assert game.passes == 1
    game.redo()
    assert game.phase is Phase.COUNTING


def test_stones_off_the_board_are_refused() -> None:
    with pytest.raises(InputError, match="off a 3x3 board"):
        Board(Grid(3), 1 << 100)
    with pytest.raises(InputError, match="off a 3x3 board"):
        Board(Grid(3), 0, 1 << 3)  # the empty column between rows


def test_resigning_and_finishing() -> None:
    game = Game(9)
    game.resign()
    assert (str(game.result), game.phase) == ("W+R", Phase.FINISHED)
    with pytest.raises(IllegalMove):
        game.resign()
    game.undo()
    assert game.phase is Phase.PLAY
    game.finish(Result.by_margin(-2.5))
    assert str(game.result) == "W+2.5"
    with pytest.raises(InputError, match="nothing to redo"):
        game.redo()
    game.undo()
    with pytest.raises(InputError, match="nothing to undo"):
        game.undo()


def test_playing_out_of_turn_is_possible_when_asked() -> None:
    game = Game(5)
    game.play(Point(0, 0))
    game.play(Point(1, 0), BLACK)
    assert game.to_play is WHITE
    assert len(game.board.stones(BLACK)) == 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [("B+3.5", "B+3.5"), ("W+R", "W+R"), ("w+resign", "W+R"), ("B+T", "B+T"), ("W+F", "W+F"),
     ("0", "0"), ("Jigo", "0"), ("Void", "Void"), ("B+", "B+"), ("W+12,50", "W+12.5")],
)  # fmt: skip
def test_results_read_and_print(text: str, shown: str) -> None:
    assert str(Result.parse(text)) == shown


def test_unknown_results() -> None:
    assert Result.parse("?") is None
    with pytest.raises(ParseError, match="is not a result"):
        Result.parse("black won")


# Rules and handicap


def test_presets_are_found_by_any_spelling() -> None:
    assert all(Rules.named(name) is rules for name, rules in PRESETS.items())
    assert Rules.named("Japanese") is JAPANESE
    assert Rules.named("Tromp Taylor") is TROMP_TAYLOR
    with pytest.raises(InputError, match=r"known: tromp-taylor, chinese"):
        Rules.named("house")


def test_handicap_stones_stand_on_stars() -> None:
    for stones in range(2, 10):
        points = handicap_points(Grid(19), stones)
        assert len(points) == stones
        assert set(points) <= set(Grid(19).star_points)
    assert Point.parse("K10") in handicap_points(Grid(19), 5)
    assert Point.parse("K10") not in handicap_points(Grid(19), 6)
    with pytest.raises(InputError, match="10 handicap stones do not fit"):
        handicap_points(Grid(19), 10)
    with pytest.raises(InputError, match="2 handicap stones do not fit a 5x5"):
        handicap_points(Grid(5), 2)


def test_handicap_compensation_follows_the_rules() -> None:
    bonus = [Game(19, rules, handicap=4).bonus for rules in (CHINESE, AGA, JAPANESE)]
    assert bonus == [4.0, 3.0, 0.0]
    assert Game(19, CHINESE, handicap=4).to_play is WHITE


def test_moves_read_as_text() -> None:
    assert parse_move("pass", Grid(9)) is None
    assert vertex(parse_move("j9", Grid(9))) == "J9"
