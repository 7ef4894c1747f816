"""A QR code as one path for an inline SVG: no image request, no inline style."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import segno

QUIET_ZONE = 4


@dataclass(frozen=True)
class QrCode:
    """The side of the square in modules, its margin included, and the dark modules as a path."""

    side: int
    path: str


def qr_code(address: str, *, quick: bool = False) -> QrCode:
    """The code of an address, readable from across a room.

    *quick* is for many that are read from close by: it tries one pattern instead of eight.
    """
    matrix = segno.make(address, error="m", micro=False, mask=0 if quick else None).matrix
    parts = []
    for y, row in enumerate(matrix):
        x = QUIET_ZONE
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"M{x} {y + QUIET_ZONE}h{length}v1h-{length}z")
            x += length
    return QrCode(len(matrix) + 2 * QUIET_ZONE, "".join(parts))
