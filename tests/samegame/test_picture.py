"""Pictures of boards and solutions."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from honte.errors import IllegalMove
from honte.grid import Point
from honte.samegame import Board, dfs
from honte.samegame.picture import HUES, animate, animated_gif, draw


def test_every_tile_is_drawn_in_its_color() -> None:
    board = Board.parse("123456789")
    svg = draw(board).svg()
    assert all(f'fill="{hue}"' in svg for hue in HUES)
    assert len(set(HUES)) == 9


def test_marked_groups_have_a_rim() -> None:
    board = Board.parse("112\n122")
    assert draw(board, marked=[Point(0, 0)]).svg().count('stroke="#ffffff"') == 3


def test_an_animation_has_a_frame_for_each_move_and_the_end() -> None:
    board = Board.parse("112\n122\n331")
    moves = dfs(board).moves
    scenes = animate(board, moves)
    assert len(scenes) == len(moves) + 1
    assert "points" in scenes[-1].title
    image = Image.open(io.BytesIO(animated_gif(board, moves)))
    assert image.format == "GIF"
    with pytest.raises(IllegalMove, match="step 1"):
        animate(board, [Point(2, 0)])


def test_large_boards_can_be_drawn() -> None:
    assert draw(Board.random(50, 50, 9)).png(scale=0.5).startswith(b"\x89PNG")
