"""How boards look: colors and line widths, nothing else. Used by `honte.formats.picture`."""

from __future__ import annotations

from dataclasses import dataclass

from honte.drawing import Glow, mix


@dataclass(frozen=True)
class Theme:
    """The colors and line widths of one look."""

    paper: str
    line: str
    ink: str
    """Titles."""
    faint: str
    """Coordinates."""
    mark: str
    """Marks and letters on empty points."""
    black: str | Glow = "#000000"
    white: str | Glow = "#ffffff"
    black_rim: str | None = None
    white_rim: str | None = "#000000"
    rim_width: float = 1.0
    on_black: str = "#ffffff"
    on_white: str = "#000000"
    line_width: float = 0.8
    edge_width: float = 1.6
    shadow: bool = False
    grain: str | None = None
    own_black: tuple[str, str | None] = ("#111111", "#777777")
    own_white: tuple[str, str | None] = ("#ffffff", "#555555")
    palette: tuple[str, ...] = ("#4c78a8", "#e08b3c", "#59a14f", "#c44e52", "#8c6bb1", "#8c6d46", "#d37295")
    tint: float = 0.28
    heat_colors: tuple[str, str, str] = ("#5aa5d6", "#f2c14e", "#d7301f")

    def heat(self, value: float) -> str:
        """The color of a heat between 0 and 1."""
        low, middle, high = self.heat_colors
        return mix(low, middle, value * 2) if value < 0.5 else mix(middle, high, value * 2 - 1)


_SLATE = Glow("#6a6a6a", "#0b0b0b")
_SHELL = Glow("#ffffff", "#cfccc4")

THEMES: dict[str, Theme] = {
    "book": Theme(paper="#ffffff", line="#111111", ink="#000000", faint="#555555", mark="#000000"),
    "wood": Theme(
        paper="#e2b76e",
        line="#4a3518",
        ink="#2b1d0a",
        faint="#6b4e24",
        mark="#2b1d0a",
        black=_SLATE,
        white=_SHELL,
        white_rim=None,
        shadow=True,
        grain="#a8742c",
        tint=0.34,
    ),
    "light": Theme(
        paper="#f6f1e7",
        line="#7d7466",
        ink="#2f2b26",
        faint="#8d8475",
        mark="#3a342c",
        black=Glow("#5b5b5b", "#141414"),
        white=Glow("#ffffff", "#ece9e2"),
        white_rim="#a39b8d",
        rim_width=0.8,
        edge_width=1.2,
    ),
    "dark": Theme(
        paper="#24272b",
        line="#6d737c",
        ink="#e6e6e6",
        faint="#8b929c",
        mark="#e6e6e6",
        black=Glow("#3a3d42", "#0c0d0e"),
        white=Glow("#ffffff", "#c9cdd2"),
        black_rim="#8a9099",
        white_rim=None,
        rim_width=0.9,
        edge_width=1.2,
        tint=0.36,
        own_black=("#000000", "#9aa0a8"),
        own_white=("#ffffff", "#555555"),
    ),
}
