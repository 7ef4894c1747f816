"""What both theories of rows ask: the divisor, and the moves at the turning point."""

from __future__ import annotations


def lowering(case):
    """The moves that leave an odd number of ones and no larger row, by lowering the large one."""
    [large] = [index for index, value in enumerate(case.values) if value > 1]
    small = {
        move: case.value_after(move)
        for move in case.moves
        if move[0] == large and case.value_after(move) < 2
    }
    return {move for move, value in small.items() if (case.ones + value) % 2 == 1}


def divisor(case):
    return case.game.most + 1 if case.game.most else max(case.position) + 1
