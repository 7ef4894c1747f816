"""Safe harbors: remainders, recipes, complements and matches."""

from __future__ import annotations

from tests.solver import oracle

from .reading import check_each, promise, rule
from .rows import divisor, lowering


@rule("safe-harbors:divisor")
def harbor_divisor(case, said, step):
    return [case.game.most, divisor(case)] if case.game.most else [divisor(case)]


@rule("safe-harbors:remainders")
def remainders(case, said, step):
    pairs = [(size, size % divisor(case)) for size in dict.fromkeys(case.position)]
    told = check_each(case.position, said.text, r"leaves (\d+)")
    assert [int(rest) for _, rest in told] == [rest for _, rest in pairs]
    assert said.text.count("final frame") == sum(size < divisor(case) for size, _ in pairs)
    return [divisor(case), *(number for pair in pairs for number in pair)]


@rule("safe-harbors:one-row")
def one_row(case, said, step):
    misere = case.game.misere
    harbors = [n for n in range(1, 8) if not case.game.judge.wins((n,))]
    if case.game.most:
        assert harbors == [n for n in range(1, 8) if n % divisor(case) == misere]
        return [divisor(case), *([1] if misere else [])]
    assert harbors == ([1] if misere else [])
    return [1] if misere else []


@rule("safe-harbors:universal")
def universal(case, said, step):
    for misere in (True, False):
        assert not oracle.Oracle(case.game.options, misere).wins(case.position)
    return [value for value in case.values if value]


def recipe(case):
    """The moves of the two-row recipe, by hand; None where it is reached already."""
    (small, one), (large, two) = sorted(zip(case.values, (0, 1), strict=True))
    row, wanted = {
        small > 1: (two, small),
        small == 1: (two, 0),
        small == 0: (two, 1),
    }[True]
    if large == wanted and small != 1:
        return None
    rows = (one, two) if small == large else (row,)
    return {m for m in case.moves if m[0] in rows and case.value_after(m) == wanted}


@rule("safe-harbors:two-rows")
def two_rows(case, said, step):
    if not case.game.misere:
        assert case.wins == (case.values[0] != case.values[1])
        return []
    found = recipe(case)
    assert ("already" in said.text) is (found is None) is not case.wins
    assert found is None or (found and found <= case.winning)
    small = min(case.values)
    if small > 1:
        return [2]
    if small == max(case.values) == 0:
        return [0, 1]
    return [1, 0] if small else [0, 1, *([1] if found is None else [])]


@rule("safe-harbors:ones")
def harbor_ones(case, said, step):
    assert case.large == 0
    assert case.wins == (case.ones % 2 == 0)
    return [0, 1, *([case.ones] if case.ones else [])]


@rule("safe-harbors:moment")
def harbor_moment(case, said, step):
    assert case.large == 1
    assert lowering(case)
    assert lowering(case) | case.raising() == case.winning
    return [2, 0, 1]


@rule("safe-harbors:columns")
def harbor_columns(case, said, step):
    assert ("every column is even" in said.text) is (case.nim_sum == 0) is not case.wins
    if case.game.misere:
        assert case.large >= 2
        return [case.large, 2]
    return []


@rule("safe-harbors:verdict")
def harbor_verdict(case, said, step):
    assert ("no safe harbor" in said.text) is case.wins
    return []


@rule("safe-harbors:move")
def harbor_move(case, said, step):
    [move] = said.moves
    promise(case, said, case.winning)
    after = [size % divisor(case) for size in case.position]
    after[move[0]] = sum(move[1]) % divisor(case)
    deeper = sum(move[1]) // divisor(case) < case.position[move[0]] // divisor(case)
    assert ("one frame further down" in said.text) is deeper
    return after


@rule("safe-harbors:grow")
def harbor_grow(case, said, step):
    return promise(case, said, case.raising(), step.data["moves"])


@rule("safe-harbors:replies")
def replies(case, said, step):
    """Each reply told is tried against each move it is told for."""
    whole, data = divisor(case), step.data
    rows = range(len(case.position))
    assert data["complement"] == [n for n in rows if case.position[n] >= whole]
    assert sorted(data["complement"] + data["match"] + data["maximum"]) in (
        [*rows],
        data["complement"],
    )
    for move in case.moves:
        row, after = move[0], case.after(move)
        judge = case.game.judge
        if row in data["complement"]:
            left = after[row] - (whole - case.taken(move))
            answers = [(*after[:row], left, *after[row + 1 :])]
        elif row in data["match"]:
            others = [
                (index, left)
                for index in range(len(after))
                if not (move[1] and index == row)
                for left in range(after[index])
                if left % whole < after[index] % whole
                if after[index] - left <= (case.game.most or left + whole)
            ]
            answers = [after[:n] + ((left,) if left else ()) + after[n + 1 :] for n, left in others]
            answers = [one for one in answers if not judge.wins(one)]
            assert ("There the reply is to match" in said.text) is always_match(case)
        elif after:
            answers = [(after[0] - case.game.most, *after[1:])]
            answers += [(*after[:-1], after[-1] - case.game.most)]
        else:
            assert "the player to move has to take it" in said.text
            continue
        assert answers
        legal = {tuple(sorted(case.game.judge.after(after, m))) for m in judge.moves(after)}
        for answer in answers:
            tidy = tuple(sorted(size for size in answer if size))
            assert tidy in legal
            assert not judge.wins(tidy)
    told = [whole] if data["complement"] else []
    return told + ([0, whole - 1] if "a remainder grow" in said.text else [])


def always_match(case):
    """Whether lowering another row to what the moved one leaves answers every move in a final
    frame, or whether only single ones are left, which are taken in turn."""
    if case.game.misere:
        return case.large == 0
    rests = [value for value in case.values if value]
    return all(rests.count(value) % 2 == 0 for value in rests)


@rule("safe-harbors:set-aside")
def set_aside(case, said, step):
    """The idea loses because the row of 1 can be taken then."""
    component, left = (int(n) for n in step.data["move"].split(">"))
    move = (component - 1, (left,) if left else ())
    assert move not in case.winning
    taken = list(case.after(move))
    taken.remove(1)
    assert not case.game.judge.wins(tuple(taken))
    return [case.taken(move)]
