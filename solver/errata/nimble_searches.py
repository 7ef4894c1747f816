"""The searches behind the errata of Nimble Strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..budget import Budget
from ..conventions import Convention
from ..enumeration import sums
from ..positions import Position
from ..rulesets.keys import get_ruleset
from ..search import Search

AT_MOST_3 = get_ruleset("subtraction:3")
AT_MOST_4 = get_ruleset("subtraction:4")


def _large(numbers: Position) -> int:
    return sum(number > 1 for number in numbers)


def _remainders(position: Position) -> Position:
    return tuple(size % 4 for size in position)


def _harbors() -> Iterator[Position]:
    """Two or three rows of up to 12, lost to face if the last one wins, at most 3 at a time."""
    search = Search(AT_MOST_3, Convention.NORMAL, Budget())
    for position in sums(3, 12):
        if len(position) > 1 and not search.wins(position):
            yield position


def large_rows() -> Iterator[bool]:
    """Whether a harbor with one row of two or more has another."""
    for position in _harbors():
        if _large(position):
            yield _large(position) > 1


def large_remainders() -> Iterator[bool]:
    """The same of remainders."""
    for position in _harbors():
        if _large(_remainders(position)):
            yield _large(_remainders(position)) > 1


def zero_or_one() -> Iterator[bool]:
    """Whether a second large row can be brought to 0 or 1, with an odd number of ones."""
    for position in _harbors():
        if _large(position) == 2:
            for after in _lowered(position):
                if _large(after) == 1:
                    yield any(
                        not _large(answer) and answer.count(1) % 2 for answer in _lowered(after)
                    )


def zero_or_one_remainders() -> Iterator[bool]:
    """The same of remainders, and that it wins where the last one loses."""
    search = Search(AT_MOST_3, Convention.MISERE, Budget())
    for position in _harbors():
        if _large(_remainders(position)) == 2:
            for after in _lowered(position, in_frame=True):
                if _large(_remainders(after)) == 1:
                    answers = [
                        answer
                        for answer in _lowered(after, in_frame=True)
                        if not _large(_remainders(answer)) and _remainders(answer).count(1) % 2
                    ]
                    yield bool(answers) and not any(map(search.wins, answers))


def _lowered(position: Position, *, in_frame: bool = False) -> Iterator[Position]:
    """Every position one move further; *in_frame* keeps to moves that lower a remainder."""
    for move in AT_MOST_3.legal_moves(position):
        if not in_frame or move.removed <= move.size % 4:
            yield move.apply(position)


def no_line() -> Iterator[bool]:
    """Whether exactly the moves of four win where every remainder is 0."""
    search = Search(AT_MOST_4, Convention.MISERE, Budget())
    for position in sums(4, 3):
        rows = tuple(5 * size for size in position)
        if rows:
            winning = search.winning_moves(rows)
            yield len(winning) == len(rows) and {move.removed for move in winning} == {4}


def nine_to_four() -> Iterator[bool]:
    """Whether the harbors of one row are the multiples of 5, or one more."""
    for convention, remainder in ((Convention.NORMAL, 0), (Convention.MISERE, 1)):
        search = Search(AT_MOST_4, convention, Budget())
        for size in range(1, 31):
            yield search.wins((size,)) == (size % 5 != remainder)


def about_to_win() -> Iterator[bool]:
    """Whether the winning move of the other game wins beside ones."""
    rules = get_ruleset("nim")
    normal, misere = (Search(rules, convention, Budget()) for convention in Convention)
    for size in range(2, 8):
        for ones in range(1, 4):
            position = (*(1,) * ones, size)
            yield any(
                not misere.wins(move.apply(position)) for move in normal.winning_moves(position)
            )


def one_row() -> Iterator[bool]:
    """Whether the first player wins a single row without a maximum, in either ending."""
    for convention in Convention:
        search = Search(get_ruleset("nim"), convention, Budget())
        for size in range(1, 61):
            yield search.wins((size,))


def _answers() -> Iterator[tuple[bool, bool, bool]]:
    """For each move of his from two rows of up to 12 with equal remainders, at most 4 at a time:
    whether it can be matched, whether it can be complemented, and whether what can be done wins."""
    search = Search(AT_MOST_4, Convention.NORMAL, Budget())
    for position in sums(2, 12):
        if len(position) == 2 and not search.wins(position):
            for move in AT_MOST_4.legal_moves(position):
                his, other = move.size - move.removed, position[1 - move.component]
                match, complement = (his, other - move.removed), (his - 5 + move.removed, other)
                can_match, can_complement = min(match) >= 0, min(complement) >= 0
                made = [after for after in (match, complement) if min(after) >= 0]
                wins = not any(search.wins(tuple(filter(None, after))) for after in made)
                yield can_match, can_complement, bool(made) and wins


def matching() -> Iterator[bool]:
    """Whether his move can be matched."""
    for can_match, _, _ in _answers():
        yield can_match


def complementing() -> Iterator[bool]:
    """Whether his move can be complemented."""
    for _, can_complement, _ in _answers():
        yield can_complement


def either_answer() -> Iterator[bool]:
    """Whether one of the two can be done, and each that can be done wins."""
    for _, _, wins in _answers():
        yield wins


NIMBLE_SEARCHES: dict[str, Callable[[], Iterator[bool]]] = {
    "large-rows": large_rows,
    "large-remainders": large_remainders,
    "zero-or-one": zero_or_one,
    "zero-or-one-remainders": zero_or_one_remainders,
    "no-line": no_line,
    "nine-to-four": nine_to_four,
    "about-to-win": about_to_win,
    "one-row": one_row,
    "matching": matching,
    "complementing": complementing,
    "either-answer": either_answer,
}
