"""The encyclopedia's program run line by line: the same answers, and every line tells its find."""

from itertools import combinations_with_replacement

import pytest

from solver.errata.sample_function import nim
from solver.teaching import SAMPLE_LINES, run_sample

HEAPS = [
    heaps for number in range(1, 5) for heaps in combinations_with_replacement(range(6), number)
]


@pytest.mark.parametrize("misere", [True, False])
def test_noting_the_lines_changes_no_answer(misere, capsys):
    for heaps in HEAPS:
        run = run_sample(heaps, misere=misere)
        if any(heaps):
            assert run.result == nim(heaps, misere), heaps
            assert run.steps[-1].says == (
                f"Its answer: take {run.result[1]} from heap {run.result[0]}."
            )
        else:
            assert run.result is None
            assert "UnboundLocalError" in run.steps[-1].says
        assert bool(run.printed) == bool("lose" in capsys.readouterr().out or not any(heaps))


def says(heaps, **how):
    return [step.says for step in run_sample(heaps, **how).steps]


def test_each_line_says_what_it_has_just_found():
    told = says((3, 4, 5))
    assert told[:5] == [
        "The nim-sum of all heaps is X = 2.",
        "Is the nim-sum 0? X is 2: no.",
        "Which heaps are more than heap ⊕ 2? Heap 0.",
        "It chooses the first of them, heap 0.",
        "It will take 2.",
    ]
    assert "Then the size of heap 0 would be 1." in told
    assert told[-2:] == [
        "Would no heap of 2 or more be left? There would be 2: no.",
        "Its answer: take 2 from heap 0.",
    ]
    told = says((1, 1))
    assert "It prints “You will lose :(”." in told
    assert told[-2] == "So it will take 0, which is no move."


def test_a_line_is_shown_with_the_names_it_leaves():
    run = run_sample((0, 2, 1))
    first = run.steps[0]
    assert SAMPLE_LINES[first.line - 1].strip().startswith("X = reduce")
    assert (first.values["X"], "sums" in first.values) == (3, False)
    assert run.steps[2].values["sums"] == [False, True, False]


def test_its_move_is_none_where_it_takes_nothing_or_stops():
    assert str(run_sample((3, 4, 5)).move) == "1>1"
    assert str(run_sample((2, 1)).move) == "1>0"
    assert run_sample((1, 1)).move is None
    assert run_sample((1,), misere=False).move is None
    stopped = run_sample(())
    assert (stopped.move, stopped.result, len(stopped.steps)) == (None, None, 1)
    assert stopped.steps[0].says.startswith("It stops here. TypeError")
    assert "noqa" not in "".join(SAMPLE_LINES)
