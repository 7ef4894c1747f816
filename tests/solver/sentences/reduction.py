"""The reduction: squares, dominoes and the balance."""

from __future__ import annotations

from .reading import check_each, promise, rule


def leftover(position):
    return [size % 3 for size in position].count(1), [size % 3 for size in position].count(2)


def balance(position):
    x, y = leftover(position)
    return x - y


@rule("reduction:stuck")
def stuck(case, said, step):
    assert not case.moves
    return []


@rule("reduction:reduce")
def reduce_strips(case, said, step):
    told = []
    for size in dict.fromkeys(case.position):
        whole, rest = divmod(size, 3)
        pair = (whole + (rest == 1), whole + (rest == 2))
        told += [size, *(count for count in pair if count)]
    check_each(case.position, said.text, r"counts as")
    return told


@rule("reduction:cancel")
def cancel(case, said, step):
    x, y = leftover(case.position)
    assert ("no square" in said.text, "no domino" in said.text) == (not x, not y)
    return [0, 3, 1, 2, *filter(None, (x, y))]


@rule("reduction:outcome")
def reduction_outcome(case, said, step):
    x, y = leftover(case.position)
    who = {
        (True, True): "the player to move wins",
        (False, False): "the player to move loses",
        (False, True): "Right wins",
    }[case.game.judge.wins(case.position, "left"), case.game.judge.wins(case.position, "right")]
    assert said.text.lower().startswith(who.lower())
    if x >= y:
        return [x, y, x - y]
    like = [x - y, -((y - x - 1) % 3) - 1] if y - x > 3 else []
    return [x, y, x - y, 0, -1, -2, -3, *like]


@rule("reduction:theorem-4", "reduction:silence")
def reduction_move(case, said, step):
    [move] = said.moves
    promise(case, said, case.winning)
    after = balance(case.after(move))
    if step.rule == "reduction:silence":
        assert case.position[move[0]] % 3 == 0
        return [3, after]
    return [case.position[move[0]] % 3, 3, after]


@rule("reduction:lost")
def reduction_lost(case, said, step):
    assert not case.wins
    return sorted({balance(case.after(move)) for move in case.moves})
