"""Positions drawn small: all pieces there, inside the box, and said in words."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards.bounds import MAX_ROWS, MAX_SIZE
from games.boards.games import PRESETS
from games.boards.thumbnails import HEIGHT, WIDTH, drawn, thumbnail

SHAPES = {
    "nim": ("small-matches", 16, 50),
    "subtraction:3": ("piece-lights", 32, 40),
    "kayles": ("piece-pins", 28, 60),
    "partizan-kayles": ("piece-strips", 40, 40),
    "octal:0.07": ("piece-counters", 24, 24),
}
positions = st.lists(st.integers(1, MAX_SIZE), min_size=1, max_size=MAX_ROWS)
USE = re.compile(r'<use href="#([\w-]+)" x="(\d+)" y="(\d+)"/>')
DOTS = re.compile(
    r'd="M2 ([\d.]+)H([\d.]+)" stroke-width="([\d.]+)"\s+stroke-dasharray="0 ([\d.]+)"/>'
    r'<text x="120" y="[\d.]+" dy="\.36em"\s+font-size="([\d.]+)">(\d+)</text>'
)


def html(ruleset, sizes):
    return drawn(ruleset, "+".join(map(str, sizes)), speaks=True)


@given(st.sampled_from(sorted(SHAPES)), positions)
def test_every_row_has_its_pieces_side_by_side_inside_the_box(ruleset, sizes):
    shape, across, down = SHAPES[ruleset]
    picture = html(ruleset, sizes)
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', picture).groups())
    rows = {}
    for used, x, y in USE.findall(picture):
        assert used == shape
        assert int(x) + across <= width
        assert int(y) + down <= height
        rows.setdefault(int(y), []).append(int(x))
    if not rows:
        assert "dots" in picture
        return
    assert [len(places) for _, places in sorted(rows.items())] == sizes
    for places in rows.values():
        assert all(later - place >= across for place, later in pairwise(places))
    assert all(later - y >= down for y, later in pairwise(sorted(rows)))


@given(positions.filter(lambda sizes: sum(sizes) > 80))
def test_what_is_too_large_is_dots_with_the_number_of_each_row(sizes):
    rows = DOTS.findall(html("nim", sizes))
    assert [int(number) for *_, number in rows] == sizes
    for (y, end, size, apart, text, _), pieces in zip(rows, sizes, strict=True):
        assert round((float(end) - 2) / float(apart)) == pieces - 1
        assert float(end) + float(size) < WIDTH - 12
        assert float(text) / 2 <= float(y) <= HEIGHT - float(text) / 2


@pytest.mark.parametrize(
    ("ruleset", "position", "words"),
    [
        ("nim", "3+5+7", "Nim: rows of 3, 5 and 7"),
        ("kayles", "10", "Kayles: a row of 10"),
        ("partizan-kayles", "7+5", "Partizan Kayles: strips of 7 and 5"),
        ("nim", "0", "Nim: nothing left"),
    ],
)
def test_it_says_its_words_to_those_who_listen(ruleset, position, words):
    picture = drawn(ruleset, position, speaks=True)
    assert f'role="img" aria-label="{words}"' in picture


def test_beside_its_words_it_keeps_silent():
    assert 'aria-hidden="true"' in drawn("nim", "3+5+7", speaks=False)
    assert "role" not in drawn("nim", "3+5+7", speaks=False)


def test_a_picture_is_small_and_brings_no_style_of_its_own():
    assert len(drawn("nim", "1+3+5+7", speaks=True)) < 1_000
    for preset in PRESETS:
        picture = drawn(preset.ruleset, preset.position, speaks=True)
        assert len(picture) < 1_500
        assert "style=" not in picture


def test_the_pictures_of_the_starts_are_pieces_not_dots():
    for preset in PRESETS:
        rows = thumbnail(preset.ruleset, preset.position).rows
        assert [len(row.places) for row in rows] == [row.size for row in rows]
