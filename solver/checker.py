"""Check the certificates of games, of monoids and of outcomes: ``python solver/checker.py FILE``.

Each line of the file is an object, as ``survey``, ``nim-values``, ``monoid --json`` and
``analyse --certificate`` write it.
This program shares no code with the search that made the file and needs nothing but Python. It
raises :class:`AssertionError` at the first claim that is false.

*Nim-values.* The values of the first sizes are checked all together: the sizes with one value are
the bits of a number, so that shifting it by a part's size gives all totals beside that part. No
size may reach its own value, and each must reach every smaller one. By the theorem of Guy and Smith
(1956) values repeat for ever if they do up to 2 e + 2 p + k: e the preperiod, at least 1, p the
period, k the place of the last digit.

*R1.* The kinds of rows are built from those of their options, as far as the certificate speaks.

*Monoids* of heaps written by hand, as ``monoid --json`` writes them, or one for many *games*, each
with a digit for each heap. A sum is represented by its element and the elements of what Left and
Right may leave of it. From the empty sum on, each larger one follows from that, and its outcome
from the outcomes of its options. No two elements have one outcome beside the smallest sum of every
element. If the elements are the integers, an option adds a number that depends on the heap alone.
Sums far from 0 have more of one sign than a period, so some of these heaps can be left out without
changing the outcome or the options: it is enough to check the sums near 0.

*Outcomes* come with a strategy: positions to leave, for the player whose turn it is there. Whatever
that player does, a move leads to another of them, or nobody can move and that wins. So the player
loses, by induction on the length of the game.

*Quotients.* A move from a lost element must never end in a lost one, whatever lies beside, and
every won sum of rows must have a move to a lost one. A sum is represented by its element and the
elements of its options. Of those with the same element only the ones with the fewest options are
checked: if the mover wins with these, the mover wins with more (Plambeck and Siegel 2008). The
period follows as above (Plambeck 2005).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, count
from math import gcd, lcm
from operator import or_, xor
from typing import Any

Record = dict[str, Any]


def check(record: Record) -> None:
    """Check every claim of one line; raises :class:`AssertionError` at one that does not hold."""
    family, _, code = record["ruleset"].partition(":")
    if record.get("sort"):
        claim(
            family == "heaps" and record["sort"] != "open", "the monoid is one of heaps, and known"
        )
        is_finite = record["sort"] == "finite"
        for game in (
            map(coded_heaps, record["games"]) if "games" in record else [written_heaps(code)]
        ):
            check_monoid(game, record["elements"]) if is_finite else check_integers(game, record)
        return
    if "outcome" in record:
        check_outcome(record)
        return
    claim(family == "octal", "an octal game has its code")
    digits = digits_of(code)
    if record.get("nim"):
        check_nim_values(digits, **record["nim"])
    if record.get("reach"):
        check_reach(digits, **record["reach"])
    if record.get("quotient"):
        check_quotient(digits, **record["quotient"])
    if record.get("nim_values"):
        preperiod, period, given = (record[name] for name in ("preperiod", "period", "nim_values"))
        claim(period is not None, "a period is claimed")
        first = given[: preperiod + period]
        check_nim_values(digits, first, preperiod, period, record["mask"])
        claim(given == list(extended(first, period, len(given))), "the values repeat")


def claim(holds: bool, what: str) -> None:
    """Raise where a claim does not hold."""
    if not holds:
        raise AssertionError(what)


def digits_of(code: str) -> list[int]:
    """The digits of an octal game, up to the last that is not 0."""
    digits = [int(digit) for digit in code.replace(".", "")]
    while len(digits) > 1 and not digits[-1]:
        digits.pop()
    return digits


# --- outcomes -----------------------------------------------------------------------------

Rows = tuple[int, ...]
OTHER = {"left": "right", "right": "left", "any": "any"}


def check_outcome(record: Record) -> None:
    """Check that each *lost* position is lost for the player who is to move there, and that the
    outcome of the *position* follows."""
    lost = {who: {tuple(rows) for rows in some} for who, some in record["lost"].items()}
    stuck_wins = record["convention"] == "misere"

    def wins(rows: Rows, who: str) -> bool:
        left = moves(record["ruleset"], rows, who)
        return any(after in lost[OTHER[who]] for after in left) or (stuck_wins and not left)

    for who, some in lost.items():
        for rows in some:
            left = moves(record["ruleset"], rows, who)
            claim(bool(left) or not stuck_wins, "a player who is stuck wins")
            claim(all(wins(after, OTHER[who]) for after in left), f"{list(rows)} is lost")
    start = tuple(record["position"])
    sides = ["left", "right"] if "left" in lost else ["any", "any"]
    won = [start not in lost[who] for who in sides]
    claim(all(wins(start, who) for who, is_won in zip(sides, won, strict=True) if is_won), "a win")
    claim(record["outcome"] == "PRLN"[2 * won[0] + won[1]], "the outcome is that of both players")


def moves(ruleset: str, rows: Rows, who: str) -> set[Rows]:
    """The sorted rows that a move may leave."""
    return {
        tuple(sorted((*rows[:place], *left, *rows[place + 1 :])))
        for place, size in enumerate(rows)
        for left in left_of(ruleset, size, who)
    }


def left_of(ruleset: str, size: int, who: str) -> Iterator[Iterable[int]]:
    """What a move may leave of one row."""
    family, _, code = ruleset.partition(":")
    match family:
        case "nim":
            yield from ([rest] if rest else [] for rest in range(size))
        case "subtraction":
            takes = json.loads(f"[{code[1:-1]}]") if "{" in code else range(1, int(code) + 1)
            yield from ([size - n] if size > n else [] for n in takes if n <= size)
        case "lasker":
            yield from chain(left_of("nim", size, who), options([4], size))
        case "grundy":
            yield from ([part, size - part] for part in range(1, (size + 1) // 2))
        case "kayles":
            yield from options([0, 7, 7], size)
        case "partizan-kayles":
            yield from options([0, 7] if who == "left" else [0, 0, 7], size)
        case "octal":
            yield from options(digits_of(code), size)
        case "heaps":
            yield from written_heaps(code).get(size, [[], []])[who == "right"]
        case _:
            claim(holds=False, what=f"the rules of {family} are known")


# --- monoids ------------------------------------------------------------------------------


def written_heaps(code: str) -> dict[int, list[list[list[int]]]]:
    """What Left and Right may leave of each heap that is written by hand."""
    heaps = {}
    for heap in re.split(r",(?=\d+:)", code[1:-1]):
        size, _, sides = heap.partition(":")
        left, _, right = sides.partition("|")
        heaps[int(size)] = [json.loads(left), json.loads(right or left)]
    return heaps


LEFT: list[list[int]] = [[], [1], [1, 1], [2]]


def coded_heaps(code: str) -> dict[int, list[list[list[int]]]]:
    """The same of a code: a digit for each heap, first Left's, whose bits are what may be left."""
    sides = (
        [[own for b, own in enumerate(LEFT) if int(d, 16) >> b & 1] for d in side]
        for side in code.split("|")
    )
    return dict(enumerate(map(list, zip(*sides, strict=True)), 1))


def check_monoid(heaps: dict[int, list[list[list[int]]]], elements: Sequence[Record]) -> None:
    """Check a misère monoid: what each heap *plus* an element is, and who wins it. Element 0 is the
    empty board's, and each has a *smallest* sum."""
    outcomes = [element["outcome"] for element in elements]

    def plus(element: int, sizes: Iterable[int]) -> int:
        return reduce(lambda x, size: elements[x]["plus"][size - 1], sizes, element)

    sums = [element["smallest"] for element in elements]
    every = range(len(elements))
    claim([plus(0, sizes) for sizes in sums] == list(every), "each element is that of its sum")
    told = {tuple(outcomes[plus(x, sizes)] for sizes in sums) for x in every}
    claim(len(told) == len(elements), "some sum tells two elements apart")
    sizes = range(1, len(elements[0]["plus"]) + 1)
    pairs = [(a, b) for a in sizes for b in sizes]
    claim(all(plus(x, (a, b)) == plus(x, (b, a)) for x in every for a, b in pairs), "ab = ba")
    nothing: frozenset[int] = frozenset()
    met = {(0, nothing, nothing)}
    for element, left, right in (queue := list(met)):
        wins = [
            not own or any(outcomes[x] in good for x in own)
            for own, good in ((left, "LP"), (right, "RP"))
        ]
        claim(outcomes[element] == "PRLN"[2 * wins[0] + wins[1]], "the moves tell who wins")
        for size in sizes:
            of_left, of_right = (
                frozenset(plus(x, (size,)) for x in own)
                | {plus(element, option) for option in options_of}
                for own, options_of in zip((left, right), heaps.get(size, [[], []]), strict=True)
            )
            larger = (plus(element, (size,)), of_left, of_right)
            if larger not in met:
                met.add(larger)
                queue.append(larger)


def check_integers(heaps: dict[int, list[list[list[int]]]], record: Record) -> None:
    """Check that the sums of heaps are the integers: *values* has that of each heap, *outcomes* who
    wins near 0. From there on they repeat every *below* integers, or every *above*."""
    values = {int(size): value for size, value in record["values"].items()}
    known: dict[int, str] = {int(value): outcome for value, outcome in record["outcomes"].items()}
    end, below, above = max(known), record["below"], record["above"]

    def who(value: int) -> str:
        value -= above * max(0, -((end - value) // above))
        return known[value + below * max(0, -((end + value) // below))]

    claim(gcd(*values.values()) == 1, "each integer is a multiple of a sum")
    claim(min(values.values()) < 0 < max(values.values()), "each integer is a sum")
    repeats = all(who(v) == who(v + above) for v in range(-end - below - above, end + above))
    claim(not repeats, "some sum tells two integers apart")
    kinds = {
        (
            value,
            *(
                frozenset(sum(values[part] for part in left) - value for left in own)
                for own in heaps.get(size, [[], []])
            ),
        )
        for size, value in values.items()
    }
    farthest = max((abs(d) for _, *both in kinds for own in both for d in own), default=0)
    near = max(sum(abs(value) for value, *_ in kinds), end + 1 + farthest)
    near += lcm(below, above) * max(map(abs, values.values()))
    nothing: frozenset[int] = frozenset()
    met = {(0, nothing, nothing)}
    for value, left, right in (queue := list(met)):
        wins = [
            not own or any(who(value + d) in good for d in own)
            for own, good in ((left, "LP"), (right, "RP"))
        ]
        claim(who(value) == "PRLN"[2 * wins[0] + wins[1]], "the moves tell who wins")
        for more, of_left, of_right in kinds:
            larger = (value + more, left | of_left, right | of_right)
            if abs(larger[0]) <= near and larger not in met:
                met.add(larger)
                queue.append(larger)


def extended(values: Sequence[int], period: int, length: int) -> Iterator[int]:
    """The first *length* of values whose last *period* repeat."""
    start = len(values) - period
    for size in range(length):
        yield values[size if size < len(values) else start + (size - start) % period]


def enough(digits: Sequence[int], preperiod: int, period: int) -> int:
    """How many values prove a period."""
    return 2 * (max(preperiod, 1) + period) + len(digits) - 1


# --- nim-values ---------------------------------------------------------------------------


def check_nim_values(
    digits: Sequence[int], values: Sequence[int], preperiod: int, period: int, mask: int
) -> None:
    """Check that *values*, of which the last *period* repeat, are the nim-values of a game.

    Under *mask* rare values are those with an even number of ones; any mask serves.
    """
    claim(len(values) == preperiod + period and period > 0, "the values end with the period")
    length = enough(digits, preperiod, period)
    given = list(extended(values, period, length))
    text = "".join(map(chr, reversed(given)))
    where = {
        value: int(text.translate({v: "01"[v == value] for v in set(given)}), 2)
        for value in set(given)
    }
    rare_sizes = [size for size in range(1, length) if is_rare(given[size], mask)]
    above = (1 << length) - 1
    for value in range(max(given) + 1):
        here = where.get(value, 0)
        above &= ~here
        missing = above & ~singles(digits, value, where, length)
        rare = is_rare(value, mask)
        if rare:
            sizes = (size for size in [0, *rare_sizes] if given[size] == value)
            claim(not any(makes(digits, value, size, given) for size in sizes), f"{value} is free")
        else:
            claim(not here & singles(digits, value, where, length), f"{value} is no option")
        for part in range(1, length // 2 + 1) if rare else rare_sizes:
            if rare and not missing:
                break
            reached = splits(digits, (where.get(value ^ given[part], 0) & -2) << part)
            claim(rare or not here & reached, f"{value} is not reached by splitting")
            missing &= ~reached
        claim(not missing, f"larger values reach {value}")


def is_rare(value: int, mask: int) -> bool:
    """Whether *value* has an even number of ones in *mask*."""
    return not (value & mask).bit_count() & 1


def singles(digits: Sequence[int], value: int, where: dict[int, int], length: int) -> int:
    """The sizes that may become nothing, or one row, of *value*."""
    reached = 0
    for take, digit in enumerate(digits):
        if digit & 1 and take and not value:
            reached |= 1 << take
        if digit & 2:
            reached |= (where.get(value, 0) & -2) << take
    return reached & ((1 << length) - 1)


def splits(digits: Sequence[int], totals: int) -> int:
    """The sizes that may become two rows which together have one of *totals*."""
    return reduce(or_, (totals << take for take, digit in enumerate(digits) if digit & 4), 0)


def makes(digits: Sequence[int], value: int, size: int, given: Sequence[int]) -> bool:
    """Whether a row of *size* has an option of *value*."""
    for take, digit in enumerate(digits[: size + 1]):
        left = size - take
        if (digit & 1 and take and not left and not value) or (
            digit & 2 and left and given[left] == value
        ):
            return True
        half = left // 2
        parts = given[1 : half + 1], given[left - 1 : left - half - 1 : -1]
        if digit & 4 and value in map(xor, *parts):
            return True
    return False


def options(digits: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """What a move may leave of a row."""
    for take, digit in enumerate(digits[: size + 1]):
        left = size - take
        if digit & 1 and take and not left:
            yield ()
        if digit & 2 and left:
            yield (left,)
        if digit & 4:
            yield from ((part, left - part) for part in range(1, left // 2 + 1))


# --- R1 -----------------------------------------------------------------------------------

NULL, INVERTER, TRAP, GREMLIN = (0, False), (1, False), (0, True), (1, True)
"""Kinds: a nim-value, and whether the row is firm. Larger values are firm, and won."""


def check_reach(digits: Sequence[int], ending: str, size: int, detail: int) -> None:
    """Check the row that breaks R1, or that the kinds of the first rows prove it for all."""
    parts = 2 if max(digits) > 3 else 1
    last = {
        "broken": size,
        "firm": parts * (size + 1) + len(digits) - 2,
        "periodic": enough(digits, size, detail) - 1,
    }[ending]
    kinds: list[tuple[int, bool]] = []
    for row in range(last + 1):
        left = {added(kinds, option) for option in options(digits, row)}
        value = next(n for n in count() if not {(n, False), (n, True)} & left)
        wins = not left or not left.isdisjoint((INVERTER, TRAP))
        broken = (
            (1 if not wins else 2 if left.isdisjoint((NULL, GREMLIN)) else 0)
            if value > 1
            else (3 if value == 0 and wins and GREMLIN in left else 0)
            or (4 if value == 1 and wins and NULL in left else 0)
        )
        claim(broken == (detail if ending == "broken" and row == last else 0), f"R1 at {row}")
        kinds.append((value, value > 1 or wins == (value == 1)))
    if ending == "firm":
        claim(max(digits) > 1, "a long row has a move")
        claim(
            not kinds[size][1] and all(firm for _, firm in kinds[size + 1 :]), "long rows are firm"
        )
    if ending == "periodic":
        claim(kinds[size:-detail] == kinds[size + detail :], "the kinds repeat")


def added(kinds: Sequence[tuple[int, bool]], option: Iterable[int]) -> tuple[int, bool]:
    """The kind of a sum of rows."""
    parts = [kinds[part] for part in option]
    return reduce(xor, (value for value, _ in parts), 0), any(firm for _, firm in parts)


# --- quotients ----------------------------------------------------------------------------


def check_quotient(
    digits: Sequence[int],
    values: Sequence[int],
    preperiod: int,
    period: int,
    *,
    lost: Sequence[int],
    acts: Sequence[Sequence[int]],
) -> None:
    """Check a quotient: the elements of rows as *values*, what each generator makes of the
    elements, and the *lost* ones. Element 0 is the empty board's."""
    order, p = len(acts[0]) if acts else 1, set(lost)
    claim(len(values) == preperiod + period and period > 0, "the values end with the period")
    claim(all(a[b[x]] == b[a[x]] for a in acts for b in acts for x in range(order)), "ab = ba")
    times: dict[int, list[int]] = {0: list(range(order))}
    for element in (queue := [0]):
        for act in acts:
            if act[element] not in times:
                times[act[element]] = [act[x] for x in times[element]]
                queue.append(act[element])
    claim(len(times) == order, "rows make every element")
    told = {tuple(times[x][y] in p for y in range(order)) for x in range(order)}
    claim(len(told) == order, "some row tells two elements apart")
    claim(0 not in p, "the empty board is won")
    rows = set()
    given = list(extended(values, period, enough(digits, preperiod, period)))
    for size, element in enumerate(given):
        left = {
            reduce(lambda x, part: times[x][given[part]], option, 0)
            for option in options(digits, size)
        }
        claim(bool(left) or element == 0, "a row without a move is worth nothing")
        clash = any(times[y][x] in p for y in range(order) if times[y][element] in p for x in left)
        claim(not clash, f"a lost row of {size} has no lost option")
        if left:
            rows.add((element, frozenset(left)))
    check_won_sums(times, p, rows)


def check_won_sums(
    times: dict[int, list[int]], p: set[int], rows: set[tuple[int, frozenset[int]]]
) -> None:
    """Check that every sum of *rows*, each an element with those of its options, is lost or has a
    lost option."""
    least: dict[int, list[frozenset[int]]] = {}
    waiting = list(rows)
    while waiting:
        element, left = waiting.pop()
        known = least.setdefault(element, [])
        if any(other <= left for other in known):
            continue
        claim(element in p or not left.isdisjoint(p), "a won sum has a lost option")
        least[element] = [other for other in known if not left <= other] + [left]
        for other, others in rows:
            sums = {times[x][other] for x in left} | {times[x][element] for x in others}
            waiting.append((times[element][other], frozenset(sums)))


def main(paths: Sequence[str]) -> None:
    """Check each line of each file, and say how many there are."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            records = [json.loads(line) for line in file if line.endswith("\n")]
        for record in records:
            try:
                check(record)
            except AssertionError as error:
                sys.exit(f"{path}: {record['ruleset']}: {error}")
        print(f"{path}: {len(records)}")


if __name__ == "__main__":
    main(sys.argv[1:])
