"""Every search does today what it did when its signature was recorded: the same nodes, the same result.

A change that is meant to change a search records the numbers anew and says so in its commit message:

    python -m tests.signature.record > tests/signature/signatures.txt
"""

from __future__ import annotations

import pytest

from tests.signature.record import RECORD, SEARCHES, format_table, parse_table

RECORDED = parse_table(RECORD.read_text(encoding="utf8"))
CASES = [(search, position) for search, measures in SEARCHES.items() for position in measures]


@pytest.mark.parametrize(("search", "position"), CASES)
def test_signature(search: str, position: str) -> None:
    recorded, now = RECORDED.get(search, {}).get(position), SEARCHES[search][position]()
    if now != recorded:
        pytest.fail(f"{search}: {position}\n  recorded: {recorded}\n  now:      {now}", pytrace=False)


def test_the_record_lists_these_positions_and_their_totals() -> None:
    assert [(search, position) for search, signatures in RECORDED.items() for position in signatures] == CASES
    assert format_table(RECORDED) == RECORD.read_text(encoding="utf8")
