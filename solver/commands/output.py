"""What is printed, whatever the output can hold: a terminal in ASCII reads *misere*."""

from __future__ import annotations

import codecs
import io
import json
import sys
from typing import Any, TextIO
from unicodedata import normalize

PLAIN = "plain"
"""The name under which :func:`_plain` stands in for what an encoding does not have."""
PLAIN_SIGNS = {
    "−": "-",
    "–": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "∞": "inf",
    "≥": ">=",
    "≤": "<=",
}


def json_line(data: Any) -> str:
    """*data* as one line of JSON, escaped where standard output cannot hold it as it is."""
    line = json.dumps(data, ensure_ascii=False)
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(data)
    return line


def hold_any_text(*streams: TextIO) -> None:
    """Let *streams* print what is plainest where their encoding has no such character."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """A letter without its accent, or a question mark where there is none."""
    assert isinstance(error, UnicodeEncodeError)
    sign = error.object[error.start]
    letters = normalize("NFKD", PLAIN_SIGNS.get(sign, sign))
    return "".join(filter(str.isascii, letters)) or "?", error.start + 1


codecs.register_error(PLAIN, _plain)
