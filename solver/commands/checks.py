"""Every theorem, checked fact and erratum as something to run against exhaustive search.

What is expected to fail (a claim of a source that is refuted) fails exactly as often as stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, product

from ..analysis import analyse, ask
from ..budget import Budget
from ..conventions import Convention, Player
from ..enumeration import strips, sums
from ..errata import ERRATA
from ..errata.searches import SEARCHES
from ..genus import Species, bearing
from ..kinds import Kind
from ..mex import mex
from ..positions import Position
from ..quotients import QuotientTable
from ..quotients.daisies import DaisySums
from ..r1 import kind_table
from ..rulesets.keys import get_ruleset, read_sum
from ..rulesets.rules import PartizanKayles, Ruleset
from ..search import Search
from ..theories import THEORIES
from ..theories.r1 import case_of
from ..theories.reduction import counts, outcome_of, reduced, winning_moves
from ..words import checks as words

BOTH = (Convention.NORMAL, Convention.MISERE)


@dataclass(frozen=True)
class Result:
    """What a check found: *exceptions* among *positions*; *expected* is what was stated.

    *among* is how many positions were stated, where a number was.
    """

    name: str
    positions: int
    exceptions: int
    expected: int = 0
    among: int | None = None

    @property
    def holds(self) -> bool:
        return self.exceptions == self.expected and self.among in {None, self.positions}


@dataclass(frozen=True)
class Check:
    """One statement and how to check it."""

    name: str
    run: Callable[[], Iterator[bool]]
    """Yields for each position whether the statement holds there."""
    expected: int = 0
    among: int | None = None

    def result(self) -> Result:
        """Look at every position."""
        outcomes = list(self.run())
        wrong = outcomes.count(False)
        return Result(self.name, len(outcomes), wrong, self.expected, self.among)


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
                yield not Search(get_ruleset(key), convention, Budget()).wins(position)


def two_row_recipe() -> Iterator[bool]:
    """The recipe for two rows, last one loses, finds a winning move wherever there is one."""
    for k in range(1, 8):
        rules = get_ruleset(f"subtraction:{k}")
        search = Search(rules, Convention.MISERE, Budget())
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
    search = Search(get_ruleset("nim"), Convention.MISERE, Budget())
    yield search.wins((1, 2, 2))
    yield not search.wins((1, 2, 3))


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
        violation = kind_table(get_ruleset(key)).check(30, Budget())
        yield violation is not None and (violation.size, violation.condition) == (size, 2)
    for key in ("subtraction:{2,3}", "subtraction:{1,3,4}"):
        yield kind_table(get_ruleset(key)).check(16, Budget()) is None


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
        table.grow(None, Budget())
        p_portion = bin(table.monoid.p_portion).count("1")
        yield (table.monoid.order, p_portion, table.preperiod, table.period) == expected
    kayles = QuotientTable(get_ruleset("kayles"))
    kayles.grow(None, Budget())
    yield [n for n in range(1, 400) if kayles.is_p((n,), Budget())] == [1, 4, 9, 12, 20]


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


def bearings_of_rows() -> Iterator[bool]:
    """Genus, species and form of rows and pairs of rows, in each family of impartial games, are
    what the options lead to: the nim-value, the misère nim-values beside 0, 1 and 2 heaps of 2,
    and where the form is a Nim heap, the same winner beside every small company."""
    keys: tuple[tuple[str, int], ...] = (
        ("nim", 7),
        ("subtraction:3", 9),
        ("subtraction:{1,3,4}", 9),
        ("kayles", 8),
        ("octal:0.137", 9),
        ("octal:4.7", 6),
        ("octal:0.4523", 7),
        ("hexadecimal:8.3", 6),
        ("grundy", 10),
        ("lasker", 7),
        ("heaps:{1:[[]],2:[[],[1]],3:[[1],[1,2]],4:[[2,2],[]]}", 4),
    )
    company = [((), ()), ((1,), ()), ((2, 3), ()), ((), (2,)), ((3,), (1, 3))]
    for key, largest in keys:
        value = _values_beside_heaps(get_ruleset(key))
        pairs = combinations_with_replacement(range(1, 4), 2)
        for rows in chain(((size,) for size in range(1, largest + 1)), pairs):
            told = bearing(key, rows)
            beside = [value(rows, (2,) * twos, True) for twos in range(3)]
            is_right = told.genus.normal == value(rows, (), False)
            is_right &= beside == [told.genus.misere_beside(twos) for twos in range(3)]
            is_right &= told.genus.is_of_nim or told.species is not Species.TAME
            if told.form.isdigit():
                heap = (int(told.form),)
                is_right &= all(
                    bool(value((*rows, *more), heaps, True))
                    == bool(value(more, (*heap, *heaps), True))
                    for more, heaps in company
                )
            yield is_right


def _values_beside_heaps(rules: Ruleset) -> Callable[[Position, Position, bool], int]:
    """The nim-value of rows beside heaps of Nim, or their misère nim-value, from every option."""
    known: dict[tuple[Position, Position, bool], int] = {}

    def value(rows: Position, heaps: Position, is_misere: bool) -> int:
        asked = tuple(sorted(filter(None, rows))), tuple(sorted(filter(None, heaps))), is_misere
        if asked not in known:
            rows, heaps, _ = asked
            reached = {
                value((*rows[:place], *option, *rows[place + 1 :]), heaps, is_misere)
                for place, size in enumerate(rows)
                for option in rules.options(size)
            } | {
                value(rows, (*heaps[:place], left, *heaps[place + 1 :]), is_misere)
                for place, size in enumerate(heaps)
                for left in range(size)
            }
            known[asked] = mex(reached) if reached else int(is_misere)
        return known[asked]

    return value


def sums_of_games() -> Iterator[bool]:
    """Three rows of three different games: the nim-sum where the last one wins, and R1 where the
    last one loses, of rows that keep its conditions."""
    for games, largest in (
        (("kayles", "nim", "octal:0.35"), 3),
        (("grundy", "lasker", "subtraction:{1,3,4}"), 5),
        (("hexadecimal:0.0F", "octal:0.07", "heaps:{1:[[]],2:[[],[1]],3:[[1],[2],[1,2]]}"), 3),
    ):
        texts = [
            "+".join(f"{game}:{size}" for game, size in zip(games, sizes, strict=True))
            for sizes in product(range(1, largest + 1), repeat=3)
        ]
        rules, _ = read_sum(texts[0])
        rows = list(map(rules.read_position, texts))
        for theory, convention in (("nim-sum", Convention.NORMAL), ("r1", Convention.MISERE)):
            yield from agrees(rules.key, theory, iter(rows), (convention,))


def daisies() -> Iterator[bool]:
    """In 4.7 and 4.71 the losing sums of up to 20 counters are those of the rule for all rows."""
    for key in ("octal:4.7", "octal:4.71"):
        search = Search(get_ruleset(key), Convention.MISERE, Budget(10**6))
        for position in strips(20):
            yield DaisySums().is_lost(position) != search.wins(position)


def errata_positions() -> Iterator[bool]:
    """Each position of an erratum is won by exactly the moves it names, and lost without one."""
    for erratum in ERRATA:
        for board in erratum.exhibits:
            answer = analyse(
                board.ruleset, board.position, board.convention, board.to_move, theory="exhaustive"
            )
            yield (
                answer.to_move_wins == board.wins
                and set(map(str, answer.winning_moves)) == set(board.moves)
            )


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
                answers = [
                    set(analyse(rules, position, convention, theory=theory.key).moves)
                    for theory in THEORIES
                    if theory.refusal(ask(rules, position, convention)) is None
                ]
                yield all(moves == other for moves, other in combinations(answers, 2))


CHECKS = (
    Check(words.BOUTON, bouton),
    Check(words.UNIVERSAL_HARBORS, universal_harbors),
    Check(words.TWO_ROWS, two_row_recipe),
    Check(words.SET_ASIDE, set_aside_fails),
    Check(words.R1_CASES, r1_cases),
    Check(words.R1_STOPS, r1_stops),
    Check(words.QUOTIENT_OUTCOMES, quotient_outcomes),
    Check(words.PUBLISHED_QUOTIENTS, published_quotients),
    Check(words.BEARINGS, bearings_of_rows),
    Check(words.SUMS, sums_of_games),
    Check(words.PARTIZAN, partizan(23)),
    Check(words.CANCELLATION, cancellation),
    Check(words.DAISIES, daisies),
    Check(words.ERRATA, errata_positions),
    Check(words.AGREEMENT, theories_agree),
    *(
        Check(
            words.ERRATUM.format(title=erratum.title, key=evidence.key),
            SEARCHES[evidence.key],
            evidence.exceptions,
            evidence.positions,
        )
        for erratum in ERRATA
        for evidence in erratum.evidence
    ),
)
