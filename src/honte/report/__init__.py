"""Reports of games: one page worth keeping, as HTML, Markdown or JSON, and an index for a folder.

Report                  facts, review and count of a game
write                   the text of a report in one of FORMATS
index_page              the index of several reports
"""

from honte.report.facts import Facts, facts_of, facts_of_file
from honte.report.index import Line, index_markdown, index_page
from honte.report.report import FORMATS, Report
from honte.report.writing import write

__all__ = [
    "FORMATS",
    "Facts",
    "Line",
    "Report",
    "facts_of",
    "facts_of_file",
    "index_markdown",
    "index_page",
    "write",
]
