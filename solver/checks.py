"""Every theorem, checked fact and erratum as something to run against exhaustive search.

What is expected to fail (a claim of a source that is refuted) fails exactly as often as stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement

from .analysis import analyse
from .budget import Budget
from .conventions import Convention, Player
from .errata import ERRATA, sample_function
from .kinds import Kind
from .positions import Position
from .quotients import QuotientTable
from .r1 import kind_table
from .ruleset_keys import get_ruleset
from .rulesets import PartizanKayles, Ruleset
from .search import Search
from .theories import THEORIES
from .theories.r1 import case_of
from .theories.reduction import counts, outcome_of, reduced, theorem_4, winning_moves
from .theory import Question

BOTH = (Convention.NORMAL, Convention.MISERE)


@dataclass(frozen=True)
class Result:
    """What a check found: *exceptions* among *positions*; *expected* is what was stated."""

    name: str
    positions: int
    exceptions: int
    expected: int = 0

    @property
    def holds(self) -> bool:
        return self.exceptions == self.expected


@dataclass(frozen=True)
class Check:
    """One statement and how to check it."""

    name: str
    run: Callable[[], Iterator[bool]]
    """Yields for each position whether the statement holds there."""
    expected: int = 0

    def result(self) -> Result:
        """Look at every position."""
        outcomes = list(self.run())
        return Result(self.name, len(outcomes), outcomes.count(False), self.expected)


def sums(rows: int, largest: int) -> Iterator[Position]:
    """Every position of up to *rows* rows of up to *largest*, the order left aside."""
    for number in range(rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


def agrees(
    key: str, theory: str, positions: Iterator[Position], conventions: tuple[Convention, ...]
) -> Iterator[bool]:
    """Whether outcome and all winning moves of *theory* are those of search."""
    rules = get_ruleset(key)
    players: tuple[Player | None, ...] = tuple(Player) if rules.partizan else (None,)
    searches = {convention: Search(rules, convention, Budget(10**7)) for convention in conventions}
    for position in positions:
        for convention, search in searches.items():
            for player in players:
                answer = analyse(rules, position, convention, player, theory=theory)
                yield (
                    answer.to_move_wins == search.wins(position, player)
                    and set(answer.moves) == set(search.winning_moves(position, player))
                )


def bouton() -> Iterator[bool]:
    """Nim and S(1..k), k = 1..7: three rows of up to 9, both conventions."""
    keys = ["nim", *(f"subtraction:{k}" for k in range(1, 8))]
    return chain.from_iterable(agrees(key, "nim-sum", sums(3, 9), BOTH) for key in keys)


def universal_harbors() -> Iterator[bool]:
    """2+2 from a maximum take of 2 and 1+2+3 from 3 are lost under both conventions."""
    for position, least in (((2, 2), 2), ((1, 2, 3), 3)):
        for key in ["nim", *(f"subtraction:{k}" for k in range(least, 13))]:
            for convention in BOTH:
                yield not Search(get_ruleset(key), convention).wins(position)


def two_row_recipe() -> Iterator[bool]:
    """The recipe for two rows, last one loses, finds a winning move wherever there is one."""
    for k in range(1, 8):
        rules = get_ruleset(f"subtraction:{k}")
        search = Search(rules, Convention.MISERE)
        for position in combinations_with_replacement(range(1, 3 * k + 4), 2):
            yield _recipe_wins(position, k) == search.wins(position)


def _recipe_wins(position: Position, k: int) -> bool:
    remainders = [size % (k + 1) for size in position]
    least = min(remainders)
    target = {0: 1, 1: 0}.get(least, least)
    return any(
        remainders[1 - other] == least
        and remainders[other] != target
        and 1 <= (position[other] - target) % (k + 1) <= min(k, position[other])
        for other in (0, 1)
    )


def set_aside_fails() -> Iterator[bool]:
    """Setting one card aside at 1+2+4 loses (leaving 1+2+2); 1+2+3 would have won."""
    search = Search(get_ruleset("nim"), Convention.MISERE)
    yield search.wins((1, 2, 2))
    yield not search.wins((1, 2, 3))


# --- R1 over small abstract games: a game is the bit set of its options' numbers ------------


class SmallGames:
    """Every impartial game born by day 4, game g having option h where bit h of g is set.

    Games born by day 3 are the numbers below 16, by day 4 those below 65,536.
    """

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.values: list[int] = []
        for game in range(65_536):
            options = [h for h in range(16) if game >> h & 1]
            taken = {self.values[h] for h in options}
            value = next(v for v in range(17) if v not in taken)
            misere_win = not options or any(self.kinds[h].misere_outcome == "P" for h in options)
            self.values.append(value)
            self.kinds.append(Kind.of(value, misere_win=misere_win))
        self._sums: dict[tuple[int, int], bool] = {}

    def keeps(self, game: int, conditions: int) -> bool:
        """Whether *game* and all its followers keep conditions (1) to *conditions*."""
        options = [h for h in range(16) if game >> h & 1]
        kinds = {self.kinds[h] for h in options}
        kind = self.kinds[game]
        broken = (
            kind is Kind.HIGHER_INVERTER
            or (kind is Kind.HIGHER_SWITCH and not kinds & {Kind.NULL, Kind.GREMLIN})
            or (kind is Kind.NULL and Kind.GREMLIN in kinds)
            or (conditions > 3 and kind is Kind.GREMLIN and Kind.NULL in kinds)
        )
        return not broken and all(self.keeps(h, conditions) for h in options)

    def wins(self, one: int, other: int) -> bool:
        """Whether the player to move wins the sum under misère play."""
        key = (one, other) if one >= other else (other, one)
        known = self._sums.get(key)
        if known is None:
            one, other = key
            known = key == (0, 0)
            for h in range(16):
                if known:
                    break
                known = bool(one >> h & 1 and not self.wins(h, other)) or bool(
                    other >> h & 1 and not self.wins(one, h)
                )
            self._sums[key] = known
        return known

    def predicted_win(self, one: int, other: int) -> bool:
        """What the R1 algorithm says of the sum."""
        pair = [self.kinds[one], self.kinds[other]]
        if all(kind.is_fickle for kind in pair):
            return pair.count(Kind.INVERTER) % 2 == 0
        return self.values[one] != self.values[other]


def r1_predictions(conditions: int, games_below: int = 65_536) -> Callable[[], Iterator[bool]]:
    """Games born by day 4 that keep the conditions, beside each born by day 3 (nothing too)."""

    def run() -> Iterator[bool]:
        games = SmallGames()
        beside = [game for game in range(16) if games.keeps(game, conditions)]
        for game in range(games_below):
            if games.keeps(game, conditions):
                for other in beside:
                    yield games.predicted_win(game, other) == games.wins(game, other)

    return run


def r1_cases() -> Iterator[bool]:
    """Every won sum of R1 components falls under one case, and all winning moves are found."""
    for key, positions in (
        ("nim", sums(3, 7)),
        ("subtraction:{2,3}", sums(3, 9)),
        ("subtraction:{1,3,4}", sums(3, 9)),
        ("kayles", sums(4, 4)),
        ("octal:0.07", sums(3, 9)),
    ):
        yield from agrees(key, "r1", positions, (Convention.MISERE,))
    yield case_of([Kind.HIGHER_SWITCH, Kind.INVERTER]) == 3


def r1_stops() -> Iterator[bool]:
    """Where R1 first fails: Kayles at 5, Dawson's Kayles at 10, 0.6 at 7; two sets hold to 16."""
    for key, size in (("kayles", 5), ("octal:0.07", 10), ("octal:0.6", 7)):
        found = kind_table(get_ruleset(key)).check(30)
        yield found is not None and (found.size, found.condition) == (size, 2)
    for key in ("subtraction:{2,3}", "subtraction:{1,3,4}"):
        yield kind_table(get_ruleset(key)).check(16) is None


def quotient_outcomes() -> Iterator[bool]:
    """Quotients against search: outcome and all winning moves."""
    for key, rows, largest in (
        ("kayles", 3, 11),
        ("octal:0.75", 3, 10),
        ("octal:0.123", 4, 9),
        ("octal:0.72", 3, 15),
        ("subtraction:{2,3}", 3, 9),
    ):
        yield from agrees(key, "misere-quotient", sums(rows, largest), (Convention.MISERE,))


def published_quotients() -> Iterator[bool]:
    """Order, P-portion, preperiod and period as published."""
    for key, expected in {
        "kayles": (40, 9, 71, 12),
        "octal:0.75": (8, 2, 8, 2),
        "octal:0.123": (20, 5, 5, 5),
        "subtraction:1": (2, 1, 0, 2),
        "subtraction:3": (6, 2, 0, 4),
        "subtraction:7": (10, 2, 0, 8),
    }.items():
        table = QuotientTable(get_ruleset(key))
        table.grow()
        p_portion = bin(table.monoid.p_portion).count("1")
        yield (table.monoid.order, p_portion, table.preperiod, table.period) == expected
    kayles = QuotientTable(get_ruleset("kayles"))
    kayles.grow()
    yield [n for n in range(1, 400) if kayles.is_p((n,))] == [1, 4, 9, 12, 20]


def strips(total: int) -> Iterator[Position]:
    """Every position of strips with up to *total* squares."""

    def parts(left: int, largest: int) -> Iterator[Position]:
        yield ()
        for first in range(min(left, largest), 0, -1):
            for rest in parts(left - first, first):
                yield (first, *rest)

    return parts(total, total)


def partizan(total: int) -> Callable[[], Iterator[bool]]:
    """Theorem 3 and the winning moves of both players, for up to *total* squares."""

    def run() -> Iterator[bool]:
        search = Search(PartizanKayles(), Convention.MISERE, Budget(10**7))
        for position in strips(total):
            moves_right = all(
                set(search.winning_moves(position, player))
                == set(winning_moves(position, player) if outcome_of(position).wins(player) else ())
                for player in Player
            )
            yield moves_right and search.outcome(position) == outcome_of(position)

    return run


def theorem_4_silence(player: Player, total: int) -> Callable[[], Iterator[bool]]:
    """Whether Theorem 4 names a winning move wherever *player* can win and has a move."""

    def run() -> Iterator[bool]:
        rules = PartizanKayles()
        for position in strips(total):
            can_move = next(rules.legal_moves(position, player), None) is not None
            if not can_move or not outcome_of(position).wins(player):
                continue
            named = theorem_4(position, player)
            if named is not None and named not in set(winning_moves(position, player)):
                raise AssertionError(f"Theorem 4 loses at {position}")
            yield named is not None

    return run


def cancellation() -> Iterator[bool]:
    """S1 + S2 = 0, and each strip equals its squares and dominoes, beside every small position."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget(10**7))
    for position in strips(9):
        yield search.outcome((*position, 1, 2)) == search.outcome(position)
        for size in range(3, 8):
            s1, s2 = reduced(size)
            together = (*position, *(1,) * s1, *(2,) * s2)
            yield search.outcome((*position, size)) == search.outcome(together)
            yield counts((size,)) == ((s1 - s2 == 1), (s2 - s1 == 1))


def sample_program() -> Iterator[bool]:
    """The encyclopedia's function: an illegal move exactly where every heap is 0 or 1 and the
    mover wins; a winning move in every other won position."""
    for misere in (False, True):
        search = Search(get_ruleset("nim"), Convention.MISERE if misere else Convention.NORMAL)
        for number in range(1, 5):
            for heaps in combinations_with_replacement(range(8), number):
                if not any(heaps) or not search.wins(heaps):
                    continue
                chosen, take = sample_function(heaps, misere=misere)
                small = max(heaps) == 1
                left = list(heaps)
                left[chosen] -= take
                legal_win = take > 0 and not search.wins(tuple(h for h in left if h))
                yield (take == 0) if small else legal_win


def errata_positions() -> Iterator[bool]:
    """The position of each erratum is won for the player to move, as its refutation says."""
    for erratum in ERRATA:
        answer = analyse(
            erratum.ruleset,
            erratum.position,
            erratum.convention,
            erratum.to_move,
            theory="exhaustive",
        )
        yield bool(answer.to_move_wins)


def theories_agree() -> Iterator[bool]:
    """Where several theories cover a position, their winning moves are the same."""
    keys: tuple[tuple[str, int], ...] = (
        ("nim", 6),
        ("subtraction:3", 8),
        ("subtraction:{1,3,4}", 8),
        ("kayles", 8),
        ("octal:0.137", 8),
    )
    for key, largest in keys:
        rules: Ruleset = get_ruleset(key)
        for position in sums(3, largest):
            for convention in BOTH:
                found = [
                    set(analyse(rules, position, convention, theory=theory.key).moves)
                    for theory in THEORIES
                    if theory.refusal(Question(rules, position, convention)) is None
                ]
                yield all(one == other for one, other in combinations(found, 2))


CHECKS = (
    Check("Bouton: Nim and S(1..7), both conventions", bouton),
    Check("2+2 and 1+2+3 are universal safe harbors", universal_harbors),
    Check("The recipe for two rows, last one loses", two_row_recipe),
    Check("Setting a card aside fails at 1+2+4", set_aside_fails),
    Check("R1 with four conditions, games born by day 4", r1_predictions(4)),
    Check("R1 with the source's three conditions", r1_predictions(3), expected=3_003),
    Check("R1: cases and winning moves", r1_cases),
    Check("R1: where it stops", r1_stops),
    Check("Misère quotients: outcomes and winning moves", quotient_outcomes),
    Check("Misère quotients: published orders and periods", published_quotients),
    Check("Partizan Kayles: Theorem 3 and all moves", partizan(23)),
    Check("Partizan Kayles: Theorem 4 for Left, silent", theorem_4_silence(Player.LEFT, 23), 44),
    Check("Partizan Kayles: Theorem 4 for Right, silent", theorem_4_silence(Player.RIGHT, 23), 336),
    Check("Partizan Kayles: S1 + S2 = 0, every strip reduces", cancellation),
    Check("The encyclopedia's sample function", sample_program),
    Check("The positions of the errata", errata_positions),
    Check("All theories agree on the winning moves", theories_agree),
)
