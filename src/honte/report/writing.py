"""Writes a report in one of its forms."""

from __future__ import annotations

import json

from honte.errors import InputError
from honte.report.html import page
from honte.report.markdown import markdown
from honte.report.report import FORMATS, Report


def write(report: Report, form: str = "html") -> str:
    """The text of a report as `html`, `md` or `json`; raises InputError for any other form."""
    if form == "html":
        return page(report)
    if form == "md":
        return markdown(report)
    if form == "json":
        return json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"
    raise InputError(f"{form!r} is no form of a report; known: {', '.join(FORMATS)}")
