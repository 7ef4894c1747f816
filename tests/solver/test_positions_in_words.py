"""A position in a sentence."""

import pytest

from solver.teaching import position_words


@pytest.mark.parametrize(
    ("position", "words"), [((3, 5), "3 + 5"), ((4,), "4"), ((), "0"), ((1, 1, 10), "1 + 1 + 10")]
)
def test_components_stand_apart(position, words):
    assert position_words(position) == words


def test_where_nothing_is_left_it_is_said_as_the_sentence_needs_it():
    assert position_words((), "the empty board") == "the empty board"
