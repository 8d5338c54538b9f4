"""Lines, circles and text on a canvas: SVG and PNG."""
