"""The QR code on a page has the dark squares it should, with room around it."""

import re

import segno

from games.web.codes import qr_code

QUIET_ZONE = 4


def test_the_path_draws_exactly_the_dark_squares():
    address = "https://games.example.org/join/BCDFGHJK/"
    code = qr_code(address)
    [(paper, ink)] = re.findall(r'<path fill="#fff" d="(.*?)"/><path stroke="#000" d="(.*?)"', code)
    dark, x, y = set(), 0, -0.5
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", ink):
        if step == "h":
            dark |= {(x + n, int(y)) for n in range(int(numbers))}
            x += int(numbers)
        else:
            right, down = map(float, numbers.split())
            x, y = (0, -0.5) if step == "M" else (x, y)
            x, y = x + int(right), y + down
    matrix = segno.make(address, error="m", micro=False).matrix
    assert dark == {
        (x + QUIET_ZONE, y + QUIET_ZONE)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module
    }
    side = len(matrix) + 2 * QUIET_ZONE
    assert f'viewBox="0 0 {side} {side}"' in code
    assert paper == f"M0 0h{side}v{side}h-{side}z"


def test_nothing_in_it_is_refused_by_the_security_policy():
    code = qr_code("https://games.example.org/join/?a=<b>&c='d'")
    assert "style" not in code
    assert "xlink" not in code
    assert re.fullmatch(r'[-<>/="# .\w]+', code)
