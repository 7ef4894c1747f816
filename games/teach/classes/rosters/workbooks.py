"""Lists of students in workbooks: .xlsx, .xls and .ods, as schools send them."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook

from games.teach.classes.rosters.columns import RosterError

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
