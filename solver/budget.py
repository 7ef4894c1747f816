"""What one request may cost: a page's, a command's, a keystroke's.

One budget is made at the door and handed to every loop the request sets off. Work is counted
in steps, which grow with the length of what is handled: an option of one row is a step, and so
are a few rows of a position or a few elements of a monoid. People are told about positions,
each of which is worth :data:`STEPS` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from time import thread_time
from typing import NoReturn, TypeVar

from .errors import BudgetExceededError, InvalidInputError
from .words import by_number, unreadable
from .words import refusals as words

DEFAULT_BUDGET = 200_000
STEPS = 100
"""Steps that a position with a few short rows is worth, its moves and all."""
NO_LIMIT = 10**15
"""Positions that no computation visits: whoever types a size has chosen what it costs."""
ROWS_A_STEP = 8
LOOK_EVERY = 2_000
"""Steps between two looks at the clock."""

Item = TypeVar("Item")


class Once(Enum):
    """The constants that a process computes once for everybody. The first to ask does not pay."""

    KAYLES = "kayles"
    """Its misère quotient."""
    FORMS = "forms"
    """The games with few moves, which are tried as company."""


class _Meter:
    """What has been spent of a budget and of all parts of it together."""

    def __init__(self, seconds: float | None, is_stopped: Callable[[], bool] | None) -> None:
        self.is_stopped = is_stopped
        self.spent = 0
        self.seconds = seconds
        self.deadline = thread_time() + seconds if seconds is not None else None
        self.is_late = False
        self.next_look = LOOK_EVERY


class Budget:
    """So many *positions* of work, and at most so many *seconds* of this thread's processor.

    *is_stopped*, asked now and then, may end the work before.
    """

    @classmethod
    def of(cls, allowed: Allowed) -> Budget:
        """A budget as it is given at the door.

        Raises :class:`InvalidInputError` for what is neither a number nor a budget.
        """
        if isinstance(allowed, Budget):
            return allowed
        if allowed is None:
            return cls()
        if isinstance(allowed, bool) or not isinstance(allowed, int) or allowed < 0:
            raise InvalidInputError.because(unreadable.BUDGET, allowed)
        return cls(allowed)

    def __init__(
        self,
        positions: int = DEFAULT_BUDGET,
        seconds: float | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> None:
        self.positions = positions
        self._meter = _Meter(seconds, is_stopped)
        self._limit = positions * STEPS

    @property
    def spent(self) -> int:
        """The steps spent so far, in all."""
        return self._meter.spent

    @property
    def remaining(self) -> int:
        """The steps that may still be spent."""
        return max(0, self._limit - self._meter.spent)

    @property
    def positions_spent(self) -> int:
        """The same in positions, as people are told."""
        return self._meter.spent // STEPS

    @property
    def is_late(self) -> bool:
        """Whether it was the clock that ended it, so that another try might come further."""
        return self._meter.is_late

    def part(self, share: int) -> Budget:
        """One *share*-th of what is left. What it spends is spent of the whole as well."""
        budget = Budget.__new__(Budget)
        budget.positions = self.positions
        budget._meter = self._meter
        budget._limit = self._meter.spent + self.remaining // share
        return budget

    def most(self, steps: int) -> Budget:
        """At most *steps* of what is left; what it spends is spent of the whole as well."""
        budget = self.part(1)
        budget._limit = min(budget._limit, self._meter.spent + steps)
        return budget

    def hardly_exceeds(self, steps: int) -> bool:
        """Whether what is left is so little more than *steps*, which were not enough for
        something, that it is not tried again."""
        return 10 * self.remaining <= 11 * steps

    @contextmanager
    def aside(self, constant: Once) -> Iterator[None]:
        """Stop the clock while a *constant* is computed for everybody.

        Nothing that somebody can name may be computed here: it would cost without limit.
        """
        Once(constant)
        started = thread_time()
        try:
            yield
        finally:
            if self._meter.deadline is not None:
                self._meter.deadline += thread_time() - started

    def spend(self, steps: int) -> None:
        """Count *steps*; raises :class:`BudgetExceededError` when there are none left."""
        meter = self._meter
        meter.spent += steps
        if meter.spent > self._limit:
            self.refuse()
        if meter.spent >= meter.next_look:
            meter.next_look = meter.spent + LOOK_EVERY
            self.look()

    def look(self) -> None:
        """Look at the clock; raises :class:`BudgetExceededError` when the time is over."""
        meter = self._meter
        if meter.deadline is not None and thread_time() > meter.deadline:
            meter.is_late = True
            self.refuse(words.SECONDS.format(seconds=meter.seconds))
        if meter.is_stopped is not None and meter.is_stopped():
            meter.is_late = True
            self.refuse(stopped=True)

    def each(self, items: Iterable[Item], steps: int = 1) -> Iterator[Item]:
        """Yield *items*, spending *steps* on each of them."""
        for item in items:
            self.spend(steps)
            yield item

    def refuse(self, allowed: str = "", *, stopped: bool = False) -> NoReturn:
        """Say that the answer costs more than the budget, or that it was *stopped*."""
        positions = by_number(self.positions, words.POSITION, words.POSITIONS)
        text = words.STOPPED if stopped else words.TOO_LARGE
        raise BudgetExceededError(
            text.format(allowed=allowed or positions.format(number=self.positions)),
            budget=self.positions,
            accepted=words.SMALLER,
        )


def length_in_steps(position: tuple[int, ...]) -> int:
    """What handling *position* once costs."""
    return 1 + len(position) // ROWS_A_STEP


Allowed = int | Budget | None
"""What a question may cost: so many positions, what is left of a budget, or the usual one."""
