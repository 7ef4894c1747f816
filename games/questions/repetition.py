"""When a topic comes back: one rule for skills and kinds of puzzle.

Nothing is stored: the rule follows from the tries. After right answers the intervals grow; a wrong
answer starts them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

INTERVALS = (1, 3, 7, 21, 60)
"""Days until a topic is asked again: the first follows the first try, the others follow right
answers on or after the due date. After the last interval it comes back only if a later answer is
wrong."""

Try = tuple[datetime, bool]
"""The time of a try, and whether it was right without help."""


def schedule(tries: Iterable[Try]) -> tuple[int, datetime | None]:
    """The number of the current interval, from 1, and when it ends, after *tries* in order.

    The first try starts the first interval. A right answer after the end of an interval starts the
    next one; an earlier right answer changes nothing. A wrong answer starts the first interval
    again.
    """
    stage, due_at = 0, None
    for at, right in tries:
        if stage == 0 or not right:
            stage = 1
        elif due_at is not None and at >= due_at:
            stage += 1
        else:
            continue
        is_over = stage > len(INTERVALS)
        due_at = None if is_over else at + timedelta(days=INTERVALS[stage - 1])
    return stage, due_at
