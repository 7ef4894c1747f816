"""When something comes back: one rule for skills, kinds of puzzle and boards of the drill.

Nothing of it is stored: it is read from the tries. What was right comes back after growing
intervals; a miss begins them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

INTERVALS = (1, 3, 7, 21, 60)
"""Days until something is asked again: after the try that begins it, and after each right one when
it was due. Past the last of them it is asked no more, until a try at it goes wrong."""

Try = tuple[datetime, bool]
"""When, and whether it was right without help."""


def schedule(tries: Iterable[Try]) -> tuple[int, datetime | None]:
    """The interval begun, from 1, and when it ends, after *tries* in their order.

    The first try begins the first interval; a right one when it is over begins the next, and one
    before changes nothing. A wrong one begins the first again.
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
