"""The QR code on a page has the dark squares it should, with room around it."""

import re

import segno

from games.web.qr import QUIET_ZONE, qr_code


def test_the_path_draws_exactly_the_dark_squares():
    address = "https://games.example.org/join/BCDFGHJK/"
    code = qr_code(address)
    dark = set()
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", code.path):
        assert width == back
        dark |= {(int(x) + n, int(y)) for n in range(int(width))}
    matrix = segno.make(address, error="m", micro=False).matrix
    assert dark == {
        (x + QUIET_ZONE, y + QUIET_ZONE)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module
    }
    assert code.side == len(matrix) + 2 * QUIET_ZONE
