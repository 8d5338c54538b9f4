"""Which encoding an SGF file is in, found from its bytes.

SGF says so in CA, but files from the nineties have none, and many name the wrong one. The order is:
a byte order mark, then CA if the bytes agree with it, then UTF-8 if they are valid, then the likeliest
of the East Asian encodings and Latin-1. A guess never loses anything: an encoding is only taken when
encoding its text again gives the same bytes, and Latin-1 always does.

The model of likelihood is deliberately small: each encoding keeps its everyday characters in a few
ranges of lead bytes, so a character costs the logarithm of the number of characters in its range. A name
of a few letters can be too short to decide; the text is then wrong but the bytes still survive a round
trip.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Callable

_CA = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:\-]{1,24})\s*\]")
_ALIASES = {
    "utf8": "utf-8", "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "xeucjp": "euc_jp",
    "shiftjis": "cp932", "sjis": "cp932", "xsjis": "cp932", "euckr": "cp949", "ksc56011987": "cp949",
    "iso88591": "latin-1", "latin1": "latin-1",
}  # fmt: skip
"""Names met in files, without punctuation; supersets stand in for the encodings they extend."""
_SAMPLE = 20_000
"""The most characters outside ASCII that a guess looks at."""
RARE = math.log(20_000)
"""The cost, in nats, of a character outside the everyday ranges."""


def decode(data: bytes) -> tuple[str, str]:
    """The text of an SGF file and the encoding that gives the same bytes back."""
    if data.startswith(codecs.BOM_UTF8) and (text := _lossless(data, "utf-8-sig")) is not None:
        return text, "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), "utf-16"
    named = _CA.search(data)
    declared = codec_name(named[1].decode("ascii")) if named else None
    if declared and declared != "latin-1" and (text := _lossless(data, declared)) is not None:
        return text, declared
    if (text := _lossless(data, "utf-8")) is not None:
        return text, "utf-8"
    if declared == "latin-1":
        return data.decode("latin-1"), "latin-1"
    return _likeliest(data)


def codec_name(name: str) -> str | None:
    """Python's name for an encoding as CA spells it; None when there is no such text encoding."""
    key = "".join(ch for ch in name.lower() if ch.isalnum())
    try:
        info = codecs.lookup(_ALIASES.get(key, name))
        b"a".decode(info.name)
    except (LookupError, ValueError, TypeError):
        return None
    return "latin-1" if info.name == "iso8859-1" else info.name


def _lossless(data: bytes, encoding: str) -> str | None:
    """The text, if decoding and encoding again gives the same bytes."""
    try:
        text = data.decode(encoding)
        return text if data.isascii() or text.encode(encoding) == data else None
    except (UnicodeError, ValueError):
        return None


def _likeliest(data: bytes) -> tuple[str, str]:
    best, best_cost = ("latin-1", data.decode("latin-1")), _cost(data, "latin-1", _latin)
    for encoding, price in _PRICES.items():
        text = _lossless(data, encoding)
        if text is None:
            continue
        cost = _cost(data, encoding, price)
        if cost < best_cost:
            best, best_cost = (encoding, text), cost
    return best[1], best[0]


def _cost(data: bytes, encoding: str, price: Callable[[bytes], float]) -> float:
    """What the non-ASCII characters cost under one encoding, in nats."""
    high = [ch for ch in data.decode(encoding) if ch > "\x7f"][:_SAMPLE]
    counts: dict[str, int] = {}
    for ch in high:
        counts[ch] = counts.get(ch, 0) + 1
    return sum(count * _price(ch, encoding, price) for ch, count in counts.items())


def _price(ch: str, encoding: str, price: Callable[[bytes], float]) -> float:
    try:
        return price(ch.encode(encoding))
    except (
        UnicodeEncodeError
    ):  # Big5 has codes for pairs such as ê with a caron, and none for the second half
        return RARE


# Prices by lead byte: log of how many characters share the range, over the share of text it makes.


def _gb18030(code: bytes) -> float:
    if len(code) == 2 and 0xB0 <= code[0] <= 0xD7 and code[1] >= 0xA1:
        return math.log(3755)
    if len(code) == 2 and code[0] in (0xA1, 0xA3) and code[1] >= 0xA1:
        return math.log(2000)
    return RARE


def _big5(code: bytes) -> float:
    if len(code) == 2 and 0xA4 <= code[0] <= 0xC6:
        return math.log(5401)
    if len(code) == 2 and 0xA1 <= code[0] <= 0xA3:
        return math.log(2000)
    return RARE


def _cp932(code: bytes) -> float:
    if len(code) == 1:
        return math.log(600)  # half-width katakana: rare, and any byte A1-DF is one
    if code[0] in (0x82, 0x83):
        return math.log(400)
    return math.log(5000) if 0x88 <= code[0] <= 0x97 or code[0] == 0x81 else RARE


def _euc_jp(code: bytes) -> float:
    if len(code) == 2 and code[0] in (0xA4, 0xA5):
        return math.log(400)
    if len(code) == 2 and (0xB0 <= code[0] <= 0xCF or code[0] == 0xA1):
        return math.log(5000)
    return RARE


def _cp949(code: bytes) -> float:
    if len(code) == 2 and 0xB0 <= code[0] <= 0xC8 and code[1] >= 0xA1:
        return math.log(2350)
    return RARE


def _latin(code: bytes) -> float:
    return math.log(150) if code[0] >= 0xC0 else math.log(600)


_PRICES = {"gb18030": _gb18030, "cp932": _cp932, "euc_jp": _euc_jp, "big5hkscs": _big5, "cp949": _cp949}
