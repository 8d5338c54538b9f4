"""Makes the font of the page's headings: a subset of Source Serif 4 SemiBold, as WOFF2.

    npm pack @fontsource/source-serif-4 && tar xf fontsource-source-serif-4-*.tgz
    python tools/font.py package/files/source-serif-4-latin-600-normal.woff2

Needs fonttools and brotli (pip install fonttools brotli). The license (SIL Open Font License 1.1) reserves
the name of the original, so the subset carries another one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent.parent / "src" / "honte" / "web" / "static" / "fonts" / "serif.woff2"
NAME = "honte serif"
RANGES = ((0x20, 0x7E), (0xA0, 0xFF), (0x152, 0x153), (0x2013, 0x201E), (0x2026, 0x2026))
SIGNS = "′−×±"
"""Besides the ranges: what headings use."""
FEATURES = ["kern", "liga", "lnum", "tnum"]
FAMILY, UNIQUE, FULL, POSTSCRIPT, TYPOGRAPHIC = 1, 3, 4, 6, 16
"""Numbers of entries in a font's table of names."""


def main() -> None:
    """Writes the subset of the font that the argument names."""
    font = TTFont(sys.argv[1])
    options = Options()
    options.layout_features, options.hinting, options.flavor = FEATURES, False, "woff2"
    wanted = [code for first, last in RANGES for code in range(first, last + 1)]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*wanted, *map(ord, SIGNS)])
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (FAMILY, UNIQUE, FULL, TYPOGRAPHIC):
            record.string = NAME
        elif record.nameID == POSTSCRIPT:
            record.string = NAME.replace(" ", "-")
    font.flavor = "woff2"
    font.save(OUT)
    print(f"{OUT.name}: {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
