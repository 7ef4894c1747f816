"""The text of a file that a school sends: of a workbook, or in letters whose encoding it does not
say.

Workbooks are .xlsx, .xls and .ods. Spreadsheets write a text file in the code page of their
country. Libraries that guess an encoding need a page of text, and a list of names is too short for
them; so we look at the words, offer every possible reading, and the person who knows the names
chooses.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unicodedata import name as sign_name
from unicodedata import normalize

from django.utils.functional import cached_property
from python_calamine import CalamineError, CalamineWorkbook

from games.teach.classes.rosters.columns import RosterError

UTF8, WESTERN = "utf-8", "cp1252"
ENCODINGS = {
    UTF8: "Unicode (UTF-8)",
    WESTERN: "Western European",
    "cp1250": "Central European",
    "cp1251": "Cyrillic",
    "cp1253": "Greek",
    "cp1254": "Turkish",
    "cp1255": "Hebrew",
    "cp1256": "Arabic",
    "cp1257": "Baltic",
    "cp932": "Japanese",
    "gb18030": "Chinese",
    "cp949": "Korean",
    "mac_roman": "Older Mac",
}
"""The encodings that can be chosen: those of Windows by language, and of an old Mac."""
CODECS = {encoding: encoding for encoding in ENCODINGS} | {UTF8: "utf-8-sig"}
NEVER_GUESSED = {UTF8, "cp1257", "mac_roman"}
"""Readings that are offered only: short words look as likely in them as in Western European."""
TURKISH = frozenset("çğıöşüâîûÇĞİÖŞÜÂÎÛ")
ONLY_TURKISH = frozenset("ğışĞİŞ")
ICELANDIC = frozenset("ðþýÐÞÝ")
CENTRAL = frozenset(
    "ąćčďđęěĺľłńňőŕřśşšţťůűýźżžáâäçéëíîóôöúüßĄĆČĎĐĘĚĹĽŁŃŇŐŔŘŚŞŠŢŤŮŰÝŹŻŽÁÂÄÇÉËÍÎÓÔÖÚÜ"
)
RARE = frozenset("ţđŢĐ")
"""Letters of Central Europe that stand where Turkish has ş and ğ."""
WEST = frozenset("äöüßéèêëáàâíìîïóòôúùûñçåøæœÿÄÖÜÉÈÁÀÂÍÓÚÑÇÅØÆŒ")
TONOS = frozenset("άέήίόύώΐΰΆΈΉΊΌΎΏ")
LOOKED_AT = 20_000
"""The signs by which the letters of a file are judged: the names of a whole school year."""
SAMPLE = 40
"""The signs of a line that a choice of letters shows."""
OFFERED_BYTES = 1_500_000
"""The largest file whose letters can be chosen again: a form sends it back in 4/3 of its bytes, and
may hold 2.5 MB."""


@dataclass(frozen=True)
class Reading:
    """One way to read a file: its *encoding*, what that is called, and a *sample*."""

    encoding: str
    name: str
    sample: str


@dataclass(frozen=True)
class Letters:
    """The *text* of a file, read in an *encoding*; *data* are its bytes."""

    text: str
    encoding: str
    data: bytes

    @property
    def is_certain(self) -> bool:
        """Whether it is Unicode, which nothing else looks like, with no stray byte in it."""
        return self.encoding.startswith("utf") and "\ufffd" not in self.text

    @property
    def is_offered(self) -> bool:
        return not self.is_certain and len(self.data) <= OFFERED_BYTES

    @property
    def is_doubtful(self) -> bool:
        """Whether the choice is shown at once: for letters that few schools have."""
        return self.encoding != WESTERN

    @property
    def packed(self) -> str:
        """The bytes, as a form can send them."""
        return b64encode(self.data).decode()

    @cached_property
    def line(self) -> int:
        """The number of the first line with a letter that is not plain."""
        lines = self.data.splitlines()
        return next((n for n, line in enumerate(lines, 1) if not line.isascii()), 1)

    @cached_property
    def readings(self) -> list[Reading]:
        """Each encoding in which the file can be read, with that line."""
        line = self.data.splitlines()[self.line - 1]
        found = []
        for encoding, called in ENCODINGS.items():
            text = _read(self.data, encoding)
            if text is not None or encoding == self.encoding:
                cells = re.split(r"[;,\t|\"]+", line.decode(encoding, "replace"))
                sample = " ".join(cells).strip()[:SAMPLE]
                found.append(Reading(encoding, called, sample))
        return found


def unpacked(packed: str, encoding: str) -> Letters:
    """A file that a form sends back, in the encoding that was chosen.

    Raises :class:`RosterError` if it cannot be read so.
    """
    try:
        data = b64decode("".join(packed.split()).encode(), validate=True)
        return Letters(data.decode(CODECS[encoding]), encoding, data)
    except (KeyError, ValueError):
        raise RosterError("The file cannot be read with these letters. Choose it again.") from None


def guessed(data: bytes) -> Letters | None:
    """A file without a mark of its encoding. None if it is no text.

    UTF-8 is certain; a stray byte in it becomes U+FFFD. Otherwise it is the code page in which most
    words look like words.
    """
    text = _read(data, UTF8)
    if text is not None:
        return Letters(text, UTF8, data)
    mended = data.decode(UTF8, "replace")
    stray = mended.count("\ufffd")
    if sum(not sign.isascii() for sign in mended) > 2 * stray:
        return Letters(mended, UTF8, data)
    likely = {
        encoding: likelihood(read, encoding)
        for encoding in ENCODINGS
        if encoding not in NEVER_GUESSED and (read := _read(data, encoding)) is not None
    }
    best = max(likely, key=likely.__getitem__, default="")
    if WESTERN in likely and likelihood(data.decode("mac_roman"), "mac_roman") >= likely[best]:
        best = WESTERN  # an older Mac's letters are no words in it, so a note names the lines
    is_list = b"\n" in data or b"\r" in data
    if not best or not (is_list or best == WESTERN):
        return None
    return Letters(data.decode(best), best, data)


def _read(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(CODECS[encoding])
    except UnicodeDecodeError:
        return None


def likelihood(text: str, encoding: str) -> float:
    """The share of the words with letters that are not plain that look like words, from 0 to 1.

    >>> likelihood("Jürgen", "cp1252"), likelihood("£ucja", "cp1252"), likelihood("Łucja", "cp1250")
    (1.0, 0.0, 1.0)
    """
    lines = "\n".join(line for line in text.splitlines() if not line.isascii())[:LOOKED_AT]
    parts = [part for part in re.split(r"[\s\d,;|\"'()<>.@/_-]+", lines) if not part.isascii()]
    if not parts:
        return 0.0
    return sum(LOOKS.get(encoding, _latin)(normalize("NFC", part)) for part in parts) / len(parts)


def _is_word(word: str, script: str) -> bool:
    """Whether it has only letters of one script, and no capital after a small letter."""
    of_script = all(sign.isalpha() and sign_name(sign, "").startswith(script) for sign in word)
    return of_script and (word in (word.title(), word.upper(), word.lower()))


def _latin(word: str) -> float:
    foreign = sum(not sign.isascii() for sign in word)
    if not _is_word(word.replace("’", ""), "LATIN") or 3 * foreign > 2 * len(word):
        return 0.0
    return 0.9 if ICELANDIC & {*word} else 1.0


def _central(word: str) -> float:
    if not all(sign.isascii() or sign in CENTRAL for sign in word):
        return 0.0
    return _latin(word) * (0.9 if RARE & {*word} else 1.0)


def _of_west(word: str) -> float:
    return _latin(word) * all(sign.isascii() or sign in WEST for sign in word)


def _turkish(word: str) -> float:
    fits = all(sign.isascii() or sign in TURKISH for sign in word)
    # İ.title() and ı.upper() are other letters in English: compared without them
    plain = word.replace("İ", "I").replace("ı", "i")
    return (
        float(fits and (plain.isascii() or _latin(plain) > 0))
        if ONLY_TURKISH & {*word}
        else (_latin(word) * fits)
    )


def _greek(word: str) -> float:
    accents = sum(sign in TONOS for sign in word)
    is_greek = _is_word(word.replace("ς", "σ"), "GREEK") and "ς" not in word[:-1]
    return float(is_greek and (accents == 1 or word.isupper()))


def _cyrillic(word: str) -> float:
    """Half as likely in small letters alone, which Hebrew words become."""
    return _is_word(word, "CYRILLIC") * (0.5 if word.islower() else 1.0)


def _all(*scripts: str) -> Callable[[str], float]:
    """A judge of words in scripts without capitals, with no plain letter among them."""
    return lambda word: float(
        all(any(sign_name(sign, "").startswith(one) for one in scripts) for sign in word)
    )


LOOKS: dict[str, Callable[[str], float]] = {
    "cp1250": _central,
    "cp1251": _cyrillic,
    "cp1253": _greek,
    "cp1254": _turkish,
    "cp1255": _all("HEBREW"),
    "cp1256": _all("ARABIC"),
    "cp932": _all("CJK UNIFIED", "HIRAGANA", "KATAKANA"),
    "gb18030": lambda word: _all("CJK UNIFIED")(word) * 0.9 * _in_gb2312(word),
    "cp949": _all("HANGUL"),
    "mac_roman": _of_west,
}
"""How a word is judged in each encoding; in the others it is Latin."""


def _in_gb2312(word: str) -> bool:
    """Whether it has only characters in common use; most pairs of bytes stand for a rare one."""
    try:
        word.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How these files begin: a zip of XML, or the older container of Microsoft."""
MAX_UNPACKED = 50_000_000
"""Bytes of XML that a workbook may unpack to: twice a sheet of 10,000 rows and 100 columns."""


def is_workbook(data: bytes) -> bool:
    return data.startswith(MARKS)


def sheet_text(data: bytes) -> str:
    """The first sheet that is not empty, as the text of a CSV file.

    Raises :class:`RosterError` for any other file.
    """
    try:
        if data.startswith(MARKS[0]):
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                if sum(part.file_size for part in packed.infolist()) > MAX_UNPACKED:
                    raise RosterError("This workbook is too large. Save its list as CSV UTF-8.")
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
        rows = next((rows for rows in sheets if rows), None)
    except (CalamineError, zipfile.BadZipFile):
        raise RosterError(
            "This file is neither text nor a workbook that can be read. Save it as CSV UTF-8 and "
            "choose it again."
        ) from None
    if rows is None:
        raise RosterError("This workbook is empty.")
    out = io.StringIO(newline="")
    csv.writer(out).writerows([[_cell(value) for value in row] for row in rows])
    return out.getvalue()


def _cell(value: Any) -> str:
    """A cell as the sheet shows it: whole numbers without a decimal point."""
    is_whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if is_whole else value)
