"""Selection: positions chosen by computing what they are like, and never by chance.

Of the 280 winning misère Nim positions of up to four heaps of up to 7, only 24 punish the
normal-play habit. A puzzle about the difference has to be looked for: every position within
the frame of a :class:`Spec` is put in an order that depends on the seed alone, and the first
that have all the properties asked for are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product
from math import comb
from random import Random

from .analysis import answer, ask
from .budget import Allowed
from .conventions import Outcome
from .errors import BudgetExceededError, InvalidInputError, TooFewError
from .positions import Position
from .profiles import Profile, profile
from .rulesets.keys import get_ruleset
from .rulesets.sums import SumOfGames
from .theory import Inquiry, set_aside
from .words import unreadable as words

MAX_CANDIDATES = 100_000
MAX_MATCHED = 300
"""Of how many positions groups are made."""

Frame = tuple[tuple[str, ...], int]
"""The game of each row, and the longest of three or more."""
Frames = dict[Frame, dict[Outcome, list[Profile]]]


@dataclass(frozen=True)
class Spec:
    """The properties of the positions wanted; None stands for "either".

    *rows* and *sizes* bound the number of rows and the size of a row. *winning* bounds the
    number of distinct winning moves, *legal* that of distinct moves. *in_longest* asks whether a
    winning move is in a longest row, *distinct* whether no two rows are equal. All of *kinds*,
    and all of the rows in *contains*, must occur. *target* is the one kind that R1's case leads to
    (:attr:`~solver.profiles.Profile.targets`), *most_luck* bounds the chance that a move by lot
    wins. *card_fails* asks for :func:`set_aside_fails`.
    """

    ruleset: str
    convention: str = "misere"
    to_move: str | None = None
    rows: tuple[int, int] = (1, 3)
    sizes: tuple[int, int] = (1, 9)
    mover_wins: bool | None = None
    outcome: str | None = None
    winning: tuple[int, int] | None = None
    legal: tuple[int, int] | None = None
    in_longest: bool | None = None
    distinct: bool | None = None
    conventions_differ: bool | None = None
    outcomes_differ: bool | None = None
    normal_move_loses: bool | None = None
    normal_moves_lose: bool | None = None
    must_split: bool | None = None
    case: int | None = None
    target: str | None = None
    most_luck: float = 1.0
    kinds: tuple[str, ...] = ()
    contains: tuple[int, ...] = ()
    card_fails: bool | None = None

    def fits(self, facts: Profile) -> bool:
        """Whether a position has all the properties asked for."""
        return (
            _within(self.winning, len(facts.winning))
            and _within(self.legal, len(facts.legal))
            and _agrees(self.in_longest, facts.in_longest)
            and _agrees(self.distinct, _is_distinct(facts.question.position))
            and _agrees(self.mover_wins, facts.mover_wins)
            and _agrees(self.outcome, facts.outcome.value)
            and _agrees(self.conventions_differ, facts.conventions_differ)
            and _agrees(self.outcomes_differ, facts.outcomes_differ)
            and _agrees(self.normal_move_loses, facts.normal_move_loses)
            and _agrees(self.normal_moves_lose, facts.normal_moves_lose)
            and _agrees(self.must_split, facts.must_split)
            and (self.case is None or self.case == facts.case)
            and facts.luck <= self.most_luck
            and (self.target is None or facts.targets == {self.target})
            and set(self.kinds) <= {kind.value for kind in facts.kinds}
            and (self.card_fails is None or self.card_fails == set_aside_fails(facts.question))
        )

    @property
    def _in_words(self) -> str:
        (fewest, most), (least, greatest) = self.rows, self.sizes
        return words.ROWS_AND_SIZES.format(fewest=fewest, most=most, least=least, greatest=greatest)

    def positions(self) -> Iterator[Position]:
        """Every position within the frame, rows ascending. In a sum of different games, each of
        them has a row.

        Raises :class:`InvalidInputError` for a frame that is empty or too large.
        """
        (fewest, most), (least, greatest) = self.rows, self.sizes
        width = greatest - least + 1
        if fewest < 1 or least < 1 or width < 1 or most < fewest:
            raise InvalidInputError.because(words.RANGE, self._in_words)
        rules, lengths = get_ruleset(self.ruleset), range(fewest, most + 1)
        games = len(rules.games) if isinstance(rules, SumOfGames) else 1
        if sum(comb(width * games + rows - 1, rows) for rows in lengths) > MAX_CANDIDATES:
            raise InvalidInputError.because(words.WIDE_RANGE, self._in_words, most=MAX_CANDIDATES)
        for rows in lengths:
            for sizes in combinations_with_replacement(range(least, greatest + 1), rows):
                if any(sizes.count(size) < self.contains.count(size) for size in self.contains):
                    continue
                for position in rules.positions_of(sizes):
                    if len({rules.alone(size)[0].key for size in position}) == games:
                        yield position


def select(
    spec: Spec,
    count: int,
    seed: int | str,
    *,
    without: frozenset[Position] = frozenset(),
    accept: Callable[[Profile], bool] = lambda candidate: True,
    budget: Allowed = None,
) -> list[Profile]:
    """The first *count* positions that fit *spec*, in the order the seed gives.

    Positions in *without*, those with no move, those that *accept* refuses and those that cost
    more than *budget*, so many positions each or a budget for all, are passed over. Raises
    :class:`TooFewError` when too few are left, with how many there are.

    >>> spec = Spec("kayles", rows=(1, 3), winning=(1, 1), normal_move_loses=True)
    >>> [candidate.question.position for candidate in select(spec, 2, seed=3)]
    [(2, 5, 5), (3, 5, 5)]
    """
    chosen: list[Profile] = []
    for candidate in _fitting(spec, seed, without, budget):
        if accept(candidate):
            chosen.append(candidate)
            if len(chosen) == count:
                return chosen
    raise TooFewError(count, len(chosen))


def matched(
    spec: Spec,
    outcomes: Sequence[Outcome],
    seed: int | str,
    *,
    accept: Callable[[Profile], bool] = lambda candidate: True,
    budget: Allowed = None,
) -> Iterator[tuple[Profile, ...]]:
    """Groups of positions that fit *spec*, one for each of *outcomes*, which nothing but playing
    tells apart: equally many rows of each game, and, from three rows on, the same longest one. By
    turns the first and the last of a group has more counters, wherever there is such a group.

    No position comes twice. *accept* is asked again for every group.

    >>> spec = Spec("nim", rows=(2, 3), sizes=(1, 5))
    >>> [[one.question.position for one in group]
    ...  for _, group in zip(range(2), matched(spec, (Outcome.P, Outcome.N), seed=1))]
    [[(1, 2, 3), (1, 1, 3)], [(3, 3), (3, 5)]]
    """
    frames: Frames = {}
    for candidate in islice(_fitting(spec, seed, frozenset(), budget), MAX_MATCHED):
        rows = candidate.question.position
        games = (candidate.question.ruleset.alone(size)[0].key for size in rows)
        frame = tuple(sorted(games)), rows[-1] if len(rows) > 2 else 0
        by_outcome = frames.setdefault(frame, {outcome: [] for outcome in outcomes})
        if candidate.outcome in by_outcome:
            by_outcome[candidate.outcome].append(candidate)
    first_is_more = True
    while found := _group(frames, outcomes, first_is_more, accept):
        frame, group = found
        by_outcome = frames.pop(frame)
        for one in group:
            by_outcome[one.outcome].remove(one)
        frames[frame] = by_outcome  # behind the others, which come first now
        first_is_more = not first_is_more
        yield group


def _group(
    frames: Frames,
    outcomes: Sequence[Outcome],
    first_is_more: bool,
    accept: Callable[[Profile], bool],
) -> tuple[Frame, tuple[Profile, ...]] | None:
    """The next group and its frame, with more counters in its first position or in its last one if
    there is any such group; None where there is no group left."""
    any_found = None
    for frame, by_outcome in frames.items():
        wanted = [filter(accept, by_outcome[outcome]) for outcome in outcomes]
        for group in product(*wanted):
            first, last = (sum(group[place].question.position) for place in (0, -1))
            if first != last and (first > last) == first_is_more:
                return frame, group
            any_found = any_found or (frame, group)
    return any_found


def _fitting(
    spec: Spec, seed: int | str, without: frozenset[Position], budget: Allowed
) -> Iterator[Profile]:
    """What fits *spec*, in the order the seed gives."""
    candidates = [position for position in spec.positions() if position not in without]
    Random(f"selection:{seed}").shuffle(candidates)
    for position in candidates:
        question = ask(spec.ruleset, position, spec.convention, spec.to_move, budget=budget)
        try:
            candidate = profile(question)
        except BudgetExceededError:
            continue
        if candidate.legal and spec.fits(candidate):
            yield candidate


def set_aside_fails(question: Inquiry) -> bool:
    """Whether the idea in the laundry room (see :func:`set_aside`) misleads in a won position:
    the rest names winning moves, and none of them wins."""
    ideas, wins = set_aside(question, answer), set(answer(question).winning_moves)
    return bool(ideas and wins) and not wins.intersection(ideas)


def _is_distinct(position: Position) -> bool:
    return len(set(position)) == len(position)


def _agrees(wanted: object, fact: object) -> bool:
    return wanted is None or wanted == fact


def _within(bounds: tuple[int, int] | None, number: int) -> bool:
    return bounds is None or bounds[0] <= number <= bounds[1]
