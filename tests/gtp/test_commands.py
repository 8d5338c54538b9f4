"""Commands that transcripts cannot hold: cleaning up, files that are written, statuses of a board."""

from pathlib import Path

import pytest

from honte.core import BLACK, CHINESE, PASS, Board, Game
from honte.grid import Grid
from honte.gtp import COMMANDS, Server, Session, Settings
from honte.gtp.commands.finish import statuses
from honte.gtp.commands.gogui import ANALYZE_COMMANDS
from honte.gtp.commands.kgs import capturing_move
from honte.gtp.commands.setup import fixed_points

DEAD = """
. . . X O . . . .
. . . X O . . . .
. . . X O O . . .
. . . X X O . . .
. . . . X O . . .
. O . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
"""
SEKI = """
. O X . O X . X .
O O X . O X X X X
O O X O O X X X X
O O O X X X X X X
O O O O O O O O O
. O . O . O . O .
O O O O O O O O O
O O O O O O O O O
. O . O . . . O .
"""


def loaded(text: str) -> Session:
    session = Session(Settings(visits=4))
    session.game = Game(rules=CHINESE.with_komi(0.5), board=Board.parse(text), to_play=BLACK)
    return session


def ended(text: str) -> Session:
    """A session on a board after two passes, which let it be counted whatever is open."""
    session = loaded(text)
    session.play(BLACK, PASS)
    session.play(BLACK.opponent, PASS)
    return session


def test_dead_stones_are_captured_before_a_pass() -> None:
    session = loaded(DEAD)
    for _ in range(12):
        move = capturing_move(session.seen_by(BLACK))
        if move is PASS:
            break
        session.play(BLACK, move)
    assert not session.game.board.stones(BLACK.opponent) & session.grid.set([session.grid.parse("B4")])
    assert move is PASS


def test_every_point_has_one_status() -> None:
    for text in (DEAD, SEKI):
        found = statuses(ended(text).count())
        assert sum(map(len, found.values())) == 81
        whole = Grid(9).set(())
        for points in found.values():
            assert whole.isdisjoint(points)
            whole = whole | points


def test_seki_is_neither_alive_nor_dead() -> None:
    found = statuses(ended(SEKI).count())
    assert Grid(9).parse("E9") in found["seki"]
    assert Grid(9).parse("D7") in found["seki"]


def test_the_record_is_written_and_loaded_again(tmp_path: Path) -> None:
    said: list[str] = []
    server = Server(Session(), said.append)
    name = tmp_path / "my game.sgf"
    lines = ["boardsize 7", "komi 3.5", "play b D4", "play w C3", f"printsgf {name}"]
    for line in [*lines, "clear_board", "komi 0"]:
        server.answer(line)
    server.answer(f"loadsgf {name} 2")
    assert set(said) == {"=\n\n"}
    assert [str(move) for move in server.session.game.moves] == ["D4"]
    assert server.session.game.rules.komi == 3.5


def test_rules_change_in_the_middle_of_a_game_and_history_stays() -> None:
    session = loaded(DEAD)
    session.play(BLACK, session.grid.parse("A1"))
    before = session.game.moves
    server = Server(session, lambda text: None)
    server.answer("kgs-rules japanese")
    assert session.game.rules.name == "japanese"
    assert session.game.moves == before


@pytest.mark.parametrize("stones", range(2, 10))
def test_fixed_handicaps_are_symmetric_under_the_diagonal_and_nested_in_nine(stones: int) -> None:
    points = fixed_points(Grid(19), stones)
    assert len(points) == stones
    assert points <= fixed_points(Grid(19), 9)


def test_games_differ_unless_a_seed_is_given() -> None:
    def first_moves(seed: int | None) -> str:
        said: list[str] = []
        server = Server(Session(Settings("beginner", visits=1, seed=seed)), said.append)
        for line in ("boardsize 9", "genmove b", "genmove w", "genmove b", "genmove w"):
            server.answer(line)
        return "".join(said)

    assert first_moves(7) == first_moves(7)
    assert len({first_moves(None) for _ in range(6)}) > 1


def test_the_menu_of_gogui_names_commands_that_exist() -> None:
    kinds = {"dboard", "sboard", "cboard", "string", "hpstring", "gfx", "plist", "var", "param"}
    for entry in ANALYZE_COMMANDS:
        kind, label, line = entry.split("/", 2)
        assert kind in kinds
        assert label
        assert line.split()[0] in COMMANDS


def test_connections_and_races_are_asked_by_two_points() -> None:
    said: list[str] = []
    server = Server(Session(Settings(life_nodes=20_000)), said.append)
    stones = ["b D5", "b F5", "w D4", "w F4", "w D6", "w F6"]
    for line in ["boardsize 9", *(f"play {stone}" for stone in stones), "honte-connection D5 F5"]:
        server.answer(line)
    assert said[-1].startswith(
        "= connection of D5 and F5: unsettled\nBlack first: Black connects at E5; proved"
    )
    server.answer("honte-connection D5 D4")
    assert said[-1].startswith("? stones of both colors cannot be connected")
    server.answer("honte-race D5 F5")
    assert said[-1].startswith("? a race needs stones of both colors, and no white stone is given")
