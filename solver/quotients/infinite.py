"""Misère quotients that are proved infinite.

A quotient is infinite if some infinite family of sums has no two members that are alike. There
are three sorts of proof here. In Daisies the losing sums are known for rows of every length
(:mod:`solver.quotients.daisies`). Where R1 covers heaps of every size and their nim-values have
no bound, a heap above 1 is a company that tells itself from every other one. Elsewhere a few
heaps are enough: their losing sums are a rational set (:mod:`solver.quotients.lost_sums`), kept
as data with a family that it tells apart. A company does its work beside longer heaps too, so the
proof holds for every game in which these few heaps have the same moves.

``python -m solver prove`` proves what is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from solver.budget import Budget
from solver.pool import pooled
from solver.positions import Position, format_position
from solver.r1 import is_lost, kind_table
from solver.rulesets.keys import get_ruleset
from solver.rulesets.octal import Octal
from solver.rulesets.rules import Option, Ruleset
from solver.words import counted, game, joined
from solver.words import quotients as words

from .daisies import DIGITS as DAISIES
from .daisies import DaisySums, EveryFourth
from .lost_sums import Counts, LostSums, Rays
from .presentation import Relation

DATA = Path(__file__).parents[1] / "data" / "infinite.json"
LETTERS = "abcdefghij"
LETTERS_SHOWN = 4
"""How many letters are shown where there are infinitely many."""
MEMBERS_SHOWN = 4


class LosingSums(Protocol):
    """The losing sums that a proof speaks of, where the last one loses."""

    def is_lost(self, position: Position) -> bool: ...


class SeparatedSums(Protocol):
    """Sums that company tells apart: beside its own, a member loses where every later one wins."""

    def member(self, number: int) -> Position: ...

    def company(self, number: int) -> Position: ...


@dataclass(frozen=True)
class InfiniteQuotient:
    """A quotient that is proved infinite, and what is known about it.

    *losing* knows the losing sums of rows of up to *up_to*, or of every length if that is None.
    *letters* are the generators of those rows, or the first few of infinitely many. The *relations*
    hold among them; sums of up to *relations_to* rows show no others. *family* has sums of which no
    two are alike. *reason* is the verdict in a sentence, and *proof* the proof in sentences.
    """

    ruleset: Ruleset
    up_to: int | None
    letters: dict[str, int]
    relations: tuple[Relation, ...]
    relations_to: int | None
    family: SeparatedSums
    losing: LosingSums
    reason: str
    proof: tuple[str, ...]

    def __repr__(self) -> str:
        return game.SAID.format(game=self.ruleset.name, said=self.reason)

    @property
    def is_finitely_generated(self) -> bool:
        """Whether the rows that the proof speaks of have finitely many generators."""
        return self.up_to is not None

    def reaches(self, size: int | None) -> bool:
        """Whether rows of up to *size* have infinitely many elements already; None is all rows."""
        return size is None or (self.up_to is not None and size >= self.up_to)

    def as_json(self) -> dict[str, Any]:
        """Plain data: what the proof needs, and the first sums of the family with their company."""
        told: dict[str, Any] = {
            "generators": self.letters,
            "finitely_generated": self.is_finitely_generated,
            "relations": [list(relation) for relation in self.relations],
            "relations_checked_to": self.relations_to,
            "family": [
                [format_position(self.family.member(k)), format_position(self.family.company(k))]
                for k in range(MEMBERS_SHOWN)
            ],
            "proof": list(self.proof),
        }
        if isinstance(self.losing, LostSums):
            told["losing_sums"] = self.losing.as_json()
        return told


def infinite_quotient(ruleset: str | Ruleset) -> InfiniteQuotient | None:
    """The proof that the quotient of a game is infinite, if there is one.

    >>> infinite_quotient("nim").reason.partition(":")[0]
    'The misère quotient of Nim is infinite'
    >>> infinite_quotient("octal:0.354").up_to
    5
    """
    ruleset = get_ruleset(ruleset)
    kept = [] if ruleset.partizan else infinite_games()
    alike = next((key for key in kept if _same_rows(ruleset, key)), None)
    if alike:
        return _of_few_rows(ruleset, alike)
    if isinstance(ruleset, Octal) and ruleset.digits in DAISIES:
        return _daisies(ruleset)
    if ruleset.has_each_value_once and ruleset.closed_code(0) is not None:
        return _without_bound(ruleset)
    return None


def infinite_games() -> list[str]:
    """The keys of the games whose proof is kept as data.

    >>> infinite_games()[0]
    'octal:0.354'
    """
    return list(_kept())


# --- nim-values without bound -----------------------------------------------------------------


@dataclass(frozen=True)
class FirmSums:
    """The losing sums of a game that R1 covers, by the formula of its kinds."""

    ruleset: Ruleset

    def is_lost(self, position: Position) -> bool:
        return is_lost(kind_table(self.ruleset).sum(position, Budget()))


class OwnCompany:
    """The heaps from 2 on, each with itself for company."""

    def member(self, number: int) -> Position:
        return (2 + number,)

    company = member


def _without_bound(ruleset: Ruleset) -> InfiniteQuotient:
    letters = dict(zip(LETTERS[:LETTERS_SHOWN], _powers(ruleset), strict=False))
    inverter, switch, *others = letters
    return InfiniteQuotient(
        ruleset=ruleset,
        up_to=None,
        letters=letters,
        relations=(
            (2 * inverter, "1"),
            (3 * switch, switch),
            *((2 * switch + other, other) for other in others),
            *((2 * other, 2 * switch) for other in others),
        ),
        relations_to=None,
        family=OwnCompany(),
        losing=FirmSums(ruleset),
        reason=words.INFINITE.format(game=ruleset.name),
        proof=(words.OWN_COMPANY, words.NOT_FINITELY_GENERATED),
    )


# --- Daisies ----------------------------------------------------------------------------------


def _daisies(ruleset: Ruleset) -> InfiniteQuotient:
    """A row of 3 is one of 1, 4 is one of 2, and 6 is three of 2."""
    return InfiniteQuotient(
        ruleset=ruleset,
        up_to=None,
        letters=dict(zip(LETTERS, (1, 2, 5, 7), strict=False)),
        relations=(
            ("aa", "1"),
            ("bc", "abbb"),
            ("cc", "bbbb"),
            ("bd", "abbbbb"),
            ("cd", "bbbbbb"),
            ("dd", "bbbbbbbb"),
        ),
        relations_to=None,
        family=EveryFourth(),
        losing=DaisySums(),
        reason=words.INFINITE_DAISIES.format(game=ruleset.name),
        proof=(
            words.DAISY_COUNTS,
            words.DAISY_SUMS,
            words.DAISY_MOVES,
            words.DAISY_COMPANY,
        ),
    )


def _powers(ruleset: Ruleset) -> Iterator[int]:
    """The smallest heaps whose nim-values are 1, 2, 4, 8 and so on."""
    size = power = 1
    while True:
        if kind_table(ruleset).code(size, Budget())[0] == power:
            yield size
            power *= 2
        size += 1


# --- few rows ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _kept() -> dict[str, dict[str, Any]]:
    return json.loads(DATA.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _same_rows(ruleset: Ruleset, key: str) -> bool:
    """Whether a game has the moves of the kept one in the rows that the proof speaks of."""
    kept = get_ruleset(key)
    return all(
        set(map(_parts, ruleset.options(size))) == set(map(_parts, kept.options(size)))
        for size in range(1, len(_kept()[key]["family"]["start"]) + 1)
    )


def _parts(option: Option) -> Option:
    """The parts of an option, the smallest first."""
    return tuple(sorted(option))


@pooled(lambda ruleset, kept_key: (ruleset.identity, kept_key))
def _of_few_rows(ruleset: Ruleset, kept_key: str) -> InfiniteQuotient:
    """The proof about a game, by what is kept about one with the same few rows."""
    kept = _kept()[kept_key]
    losing, family = LostSums.from_json(ruleset, kept), Rays.from_json(kept["family"])
    size = losing.up_to
    members = _told(family.start, family.step)
    company = _told(family.company_start, family.company_step)
    return InfiniteQuotient(
        ruleset=ruleset,
        up_to=size,
        letters=dict(zip(LETTERS, range(1, size + 1), strict=False)),
        relations=tuple((one, other) for one, other in kept["relations"]),
        relations_to=kept["relations_to"],
        family=family,
        losing=losing,
        reason=words.INFINITE_ROWS.format(game=ruleset.name, size=size),
        proof=(
            words.FAMILY.format(members=members, company=company),
            words.LOSING_SUMS.format(size=size, cases=f"{kept['cases']:,}"),
            words.BEYOND.format(size=size),
        ),
    )


def _told(start: Counts, step: Counts) -> str:
    """Sums that grow, in words: ``(2k + 1) rows of 7``."""
    return joined(
        words.ROWS_OF.format(rows=_rows(fixed, more), size=size)
        for size, (fixed, more) in enumerate(zip(start, step, strict=True), 1)
        if fixed or more
    )


def _rows(fixed: int, more: int) -> str:
    if not more:
        return counted(fixed, "row")
    number = f"{more}k" if more > 1 else "k"
    return words.MANY_ROWS.format(number=f"({number} + {fixed})" if fixed else number)


def claims(key: str) -> Iterator[bool]:
    """Each claim that is kept about a game, and whether it is proved: the losing sums case by case,
    the family, and every relation."""
    infinite = _of_few_rows(get_ruleset(key), key)
    losing, letters = infinite.losing, infinite.letters
    assert isinstance(losing, LostSums)
    assert isinstance(infinite.family, Rays)
    yield losing.flaw() is None
    yield losing.cases == _kept()[key]["cases"]
    yield losing.tells_apart(infinite.family)
    for relation in infinite.relations:
        one, other = (
            tuple(sorted(letters[letter] for letter in word if letter != "1")) for word in relation
        )
        yield losing.alike(one, other)


def follows(key: str) -> bool:
    """Whether the losing sums that are kept are those that their gauges lead to."""
    losing = _of_few_rows(get_ruleset(key), key).losing
    assert isinstance(losing, LostSums)
    return LostSums.guessed(losing.ruleset, losing.gauges).lost == losing.lost
