"""Every transcript under tests/cases/gtp, command by command."""

import pytest

from tests.gtp.transcripts import FOLDER, answers, matches, read

FILES = sorted(FOLDER.glob("*.gtp"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_transcript(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    options, exchanges = read(FOLDER / str(path))
    given = answers(options, [each.command for each in exchanges])
    wrong = [
        f"line {each.number}: {each.command}\nexpected {each.answer!r}\ngot      {answer!r}"
        for each, answer in zip(exchanges, given, strict=True)
        if not matches(each.answer, answer)
    ]
    assert not wrong, "\n".join(wrong)
    assert len(exchanges) > 3
