"""Two forms compared: in which universes the one is at least the other, and a game that tells them
apart where it is not.

The small games of the universe are tried in the order of their moves, so the first that tells the
two apart is a smallest one. Where none of up to :data:`TRIED` moves does, one is made by the proof
that the test of :mod:`solver.research.universes` is needed. Either way the outcomes are worked out:
a "no" rests on a game that anybody can play.

The proof. Say the test fails for G >= H. Then a game X of the universe exists with which Left wins
H + X and not G + X, Left beginning. And another with which the same holds, Right beginning. The
*adjoint* of a game is a dicot that makes the sum of both a P-position.

- *From one to the other.* Let X be the first, and X' = {adjoints of all H' that Right leaves | X}.
  Right begins in H + X'. If he moves to H + X, Left wins moving first, and his move to H' is
  answered by its adjoint. In G + X' he moves to G + X and wins. The other way round is the mirror
  image. An empty side gets 0, which nobody needs.
- *Proviso.* An end beside which Left, moving first, loses G is an X if she has no move in H: in
  H + X she is stuck, and wins. It is made as the module says where W and V are found.
- *Maintenance.* Say Left moves from H to H', no move of hers in G is >= H', and no answer of
  Right's in H' is <= G. Let T have for Right a Y for each move of Left's from G to G', with which
  Left loses G' + Y and wins H' + Y moving first; and for Left a Z for each answer of Right's from
  H' to H'', with which Right wins G + Z and loses H'' + Z moving first. Such Y and Z exist by
  induction. If Left begins in G + T, Right has an answer to each of her moves. If Right begins in
  H' + T, Left has. So T is an X: in H + T she moves to H' + T. An empty side gets {0 | adjoint of
  G} for Left, {adjoint of H' | 0} for Right. The case of a move of Right in G is the mirror image.

X, T and the rest have options for both players or are ends of the universe, so they are in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..budget import Allowed, Budget, Once
from ..conventions import Outcome, Player
from ..errors import BudgetExceededError
from ..words import forms as words
from .form_reading import read_form
from .game_forms import ZERO, MisereForm, Sum, forms_of_size
from .universes import LEFT, RIGHT, Sums, Universe, joined_sum

TRIED = 6
"""The most moves of a game that is tried as company, or as a smaller form: there are 1,469 of up to
6 moves, which cost some milliseconds, and 4,792 of 7."""


class Relation(StrEnum):
    """How one form compares with another."""

    EQUAL = "="
    AT_LEAST = ">"
    AT_MOST = "<"
    INCOMPARABLE = "||"
    UNKNOWN = "?"
    """The budget ended before the answer."""


@dataclass(frozen=True)
class Teller:
    """A *game* beside which Left wins one form and not the other, with *first* to move. If
    *is_smallest*, no game of the universe with fewer moves does so; otherwise none of up to
    :data:`TRIED` moves."""

    game: MisereForm
    first: Player
    is_smallest: bool

    def said(self, loses: MisereForm, wins: MisereForm) -> str:
        """That Left *loses* one form and *wins* the other beside the game, in two sentences."""
        told = words.TELLS.format(
            game=self.game, first=self.first.value.title(), wins=wins, loses=loses
        )
        least = words.SMALLEST if self.is_smallest else words.TRIED.format(most=TRIED)
        return f"{told} {least}" if self.game.size else told

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract."""
        return {
            "game": self.game.text,
            "first": self.first.value,
            "smallest": self.is_smallest,
        }


@dataclass(frozen=True)
class FormComparison:
    """How *one* form compares with the *other* in a *universe*. *not_at_least* shows that Left may
    do worse with *one*, *not_at_most* that she may do worse with the *other*."""

    universe: Universe
    relation: Relation
    not_at_least: Teller | None = None
    not_at_most: Teller | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract."""
        tellers = {"not_at_least": self.not_at_least, "not_at_most": self.not_at_most}
        return {"universe": self.universe.value, "relation": self.relation.value} | {
            name: teller and teller.as_json() for name, teller in tellers.items()
        }


def compare_forms(
    one: str | MisereForm, other: str | MisereForm, budget: Allowed = None
) -> tuple[FormComparison, ...]:
    """How two forms compare among dicots, dead-ending games, blocking games and all games.

    >>> [each.relation.value for each in compare_forms("1+-1", "0")]
    ['=', '=', '=', '||']
    >>> worse = compare_forms("*2", "0")[0].not_at_least
    >>> worse.game, worse.first.value
    (<MisereForm: *>, 'right')
    """
    asked = Workbench(Budget.of(budget))
    one, other = read_form(one), read_form(other)
    return tuple(asked.compared(one, other, universe) for universe in Universe)


def outcomes_beside(
    form: str | MisereForm, companies: tuple[str | MisereForm, ...], budget: Allowed = None
) -> tuple[Outcome, ...]:
    """Who wins a form beside each of some others.

    >>> [each.value for each in outcomes_beside("*", ("0", "*", "1", "-1"))]
    ['P', 'N', 'N', 'N']
    """
    bench, form = Workbench(Budget.of(budget)), read_form(form)
    return tuple(bench.outcome(form, read_form(company)) for company in companies)


def reduced_form(
    form: str | MisereForm, universe: str | Universe, budget: Allowed = None
) -> MisereForm:
    """A form that is equal in a universe, with few moves: of up to :data:`TRIED` moves the smallest
    one, otherwise one without dominated and reversible options as far as they go.

    If the form is in the universe, the reduced one is too.

    >>> reduced_form("*+*", "dicots"), reduced_form("{1|1}", "dead-ending")
    (<MisereForm: 0>, <MisereForm: {1|1}>)
    """
    return Workbench(Budget.of(budget)).reduced(read_form(form), Universe.parse(universe))


class Workbench:
    """Forms side by side. Each question is answered once; *budget* pays."""

    def __init__(self, budget: Budget) -> None:
        self.sums = Sums(budget)
        self._reduced: dict[tuple[MisereForm, Universe], MisereForm] = {}
        self._made: dict[tuple[Sum, Sum, Universe, Player], MisereForm] = {}

    # --- comparison ----------------------------------------------------------------------------

    def compared(self, one: MisereForm, other: MisereForm, universe: Universe) -> FormComparison:
        """How two forms compare in one universe."""
        try:
            worse = self.teller(one, other, universe)
            better = self.teller(other, one, universe)
        except BudgetExceededError:
            return FormComparison(universe, Relation.UNKNOWN)
        relation = {
            (True, True): Relation.EQUAL,
            (True, False): Relation.AT_LEAST,
            (False, True): Relation.AT_MOST,
            (False, False): Relation.INCOMPARABLE,
        }[worse is None, better is None]
        return FormComparison(universe, relation, worse, better)

    def teller(self, one: MisereForm, other: MisereForm, universe: Universe) -> Teller | None:
        """A game beside which Left may win *other* and not *one*; None where *one* is at least
        *other*."""
        if self.sums.is_at_least(one.alone, other.alone, universe):
            return None
        smallest = self._first_telling(self._listed(TRIED), one, other, universe)
        if smallest is not None:
            return Teller(*smallest, is_smallest=True)
        game, first = self.made(one.alone, other.alone, universe, LEFT), LEFT
        assert self.tells(game, one, other, first)  # by the proof of necessity
        while True:
            smaller = self._first_telling(_smaller(game), one, other, universe)
            if smaller is None:
                return Teller(game, first, is_smallest=game.size == TRIED + 1)
            game, first = smaller

    def _listed(self, most: int) -> list[MisereForm]:
        """The forms with at most so many moves, smallest first."""
        with self.sums.budget.aside(Once.FORMS):
            by_size = [forms_of_size(size) for size in range(TRIED + 1)]
        return [game for games in by_size[: most + 1] for game in games]

    def _first_telling(
        self, games: Iterable[MisereForm], one: MisereForm, other: MisereForm, universe: Universe
    ) -> tuple[MisereForm, Player] | None:
        """The first of some games that is in the universe and tells, and who begins."""
        for game in games:
            self.sums.budget.spend(1 + game.size)
            for first in Player:
                if self.tells(game, one, other, first) and self.is_inside(game, universe):
                    return game, first
        return None

    def tells(self, game: MisereForm, one: MisereForm, other: MisereForm, first: Player) -> bool:
        """Whether Left wins *other* and not *one* beside a game, with *first* to move."""
        return self.sums.left_wins(
            joined_sum(other.alone, game.alone), first
        ) and not self.sums.left_wins(joined_sum(one.alone, game.alone), first)

    def outcome(self, *forms: MisereForm) -> Outcome:
        """Who wins a sum of forms."""
        return self.sums.outcome(joined_sum(*(form.alone for form in forms)))

    def is_inside(self, form: MisereForm, universe: Universe) -> bool:
        """Whether a form is in a universe."""
        return not self.sums.outside(form.alone, universe)

    def has_inverse(self, form: MisereForm, universe: Universe) -> bool:
        """Whether a form of the universe has an inverse there: then it is the conjugate."""
        both = joined_sum(form.alone, (-form).alone)
        return self.sums.is_at_least(both, (), universe)

    # --- the game of the proof -----------------------------------------------------------------

    def made(self, one: Sum, other: Sum, universe: Universe, first: Player) -> MisereForm:
        """The game of the proof beside which Left wins *other* and not *one*, with *first* to move.
        *one* must not be at least *other*."""
        key = one, other, universe, first
        if key not in self._made:
            game, beginner = self._telling(one, other, universe)
            if beginner is not first:
                game = self._turned(one, other, game, beginner)
            self._made[key] = game
        return self._made[key]

    def _telling(self, one: Sum, other: Sum, universe: Universe) -> tuple[MisereForm, Player]:
        failing = self.sums.unanswered(one, other, universe)
        if failing is None:  # so it is the proviso that fails
            return next(
                (end, player)
                for worse, stuck, player in ((one, other, LEFT), (other, one, RIGHT))
                if not self.sums.can_move(stuck, player)
                and (end := self.end_beside(worse, player, universe)) is not None
            )
        player, after = failing
        if player is LEFT:
            return self._linking(one, after, universe), LEFT
        return self._linking(after, other, universe), RIGHT

    def _linking(self, one: Sum, other: Sum, universe: Universe) -> MisereForm:
        """T of the proof: Left loses *one* and Right loses *other* beside it, moving first."""
        left = [
            self.made(one, after, universe, RIGHT) for after in self.sums.moves(other, RIGHT)
        ] or [MisereForm.of([ZERO], [adjoint(self.sums, one)])]
        right = [
            self.made(after, other, universe, LEFT) for after in self.sums.moves(one, LEFT)
        ] or [MisereForm.of([adjoint(self.sums, other)], [ZERO])]
        return MisereForm.of(left, right)

    def _turned(self, one: Sum, other: Sum, game: MisereForm, beginner: Player) -> MisereForm:
        """The same with the other player beginning: X' of the proof."""
        if beginner is LEFT:
            answers = [adjoint(self.sums, after) for after in self.sums.moves(other, RIGHT)]
            return MisereForm.of(answers or [ZERO], [game])
        answers = [adjoint(self.sums, after) for after in self.sums.moves(one, LEFT)]
        return MisereForm.of([game], answers or [ZERO])

    def end_beside(self, sum_of: Sum, player: Player, universe: Universe) -> MisereForm | None:
        """An end of *player* in the universe beside which *player*, moving first, loses; None where
        there is none."""
        if not self.sums.wins(sum_of, player):
            return ZERO
        if not self.sums.loses_beside(sum_of, player, universe):
            return None
        return _end(player, self._options_of_end(sum_of, player, universe))

    def _options_of_end(self, sum_of: Sum, player: Player, universe: Universe) -> list[MisereForm]:
        """What the other player needs in an end beside which W holds."""
        return [
            option
            for after in self.sums.moves(sum_of, player)
            for option in self._replies(after, player, universe)
        ]

    def _replies(self, sum_of: Sum, player: Player, universe: Universe) -> list[MisereForm]:
        """What he needs in it to win moving first, where V holds."""
        sums = self.sums
        if universe is Universe.ALL:
            return [adjoint(sums, sum_of)]
        if not sums.wins(sum_of, player):
            return [ZERO]
        for after in sums.moves(sum_of, player.other):
            if sums.loses_beside(after, player, universe):
                return self._options_of_end(after, player, universe)
        if sums.loses_beside(sum_of, player, universe):
            return [_end(player, self._options_of_end(sum_of, player, universe))]
        answers = [adjoint(sums, after) for after in sums.moves(sum_of, player)] or [ZERO]
        sides = ([ZERO], answers) if player is LEFT else (answers, [ZERO])
        return [MisereForm.of(*sides)]

    # --- reduced forms -------------------------------------------------------------------------

    def reduced(self, form: MisereForm, universe: Universe) -> MisereForm:
        """A form that is equal in the universe, with few moves."""
        key = form, universe
        if key not in self._reduced:
            least = self._simplified(form, universe)
            is_inside = self.is_inside(form, universe)
            for game in self._listed(least.size - 1):
                if self._may_stand(game, form, universe, is_inside=is_inside):
                    least = game
                    break
            self._reduced[key] = least
        return self._reduced[key]

    def _simplified(self, form: MisereForm, universe: Universe) -> MisereForm:
        """The form with reduced options, without those that a better one or nothing replaces, and
        past those that are reversed, as long as it stays in the universe and equal."""
        is_inside = self.is_inside(form, universe)
        current = form
        for changed in self._with_reduced_options(form, universe):
            if self._may_stand(changed, current, universe, is_inside=is_inside):
                current = changed
        while True:
            for changed in self._changes(current, universe):
                if self._may_stand(changed, current, universe, is_inside=is_inside):
                    current = changed
                    break
            else:
                return current

    def _may_stand(
        self, changed: MisereForm, form: MisereForm, universe: Universe, *, is_inside: bool
    ) -> bool:
        return (
            changed.size < form.size
            and changed.outcome is form.outcome
            and (self.is_inside(changed, universe) or not is_inside)
            and self.sums.is_equal(changed.alone, form.alone, universe)
        )

    def _with_reduced_options(self, form: MisereForm, universe: Universe) -> Iterator[MisereForm]:
        reduced = [
            [self.reduced(option, universe) for option in form.side(player)] for player in Player
        ]
        yield MisereForm.of(reduced[0], form.right)
        yield MisereForm.of(reduced[0], reduced[1])
        yield MisereForm.of(form.left, reduced[1])

    def _changes(self, form: MisereForm, universe: Universe) -> Iterator[MisereForm]:
        """The form without one option, and with another in the place of a reversed one: with what
        follows it, or, where it is reversed through an end, with the end and one move before it."""
        for player in Player:
            side = form.side(player)
            for option in side:
                rest = [other for other in side if other is not option]
                yield _with_side(form, player, rest)
                for answer in option.side(player.other):
                    lower, upper = (answer, form) if player is LEFT else (form, answer)
                    if self.sums.is_at_least(upper.alone, lower.alone, universe):
                        later = answer.side(player) or (_end(player, [answer]),)
                        yield _with_side(form, player, [*rest, *later])


def _smaller(form: MisereForm) -> Iterator[MisereForm]:
    """The form with one option less, somewhere, or with one option moved on."""
    for player in Player:
        side = form.side(player)
        for option in side:
            rest = [other for other in side if other is not option]
            yield _with_side(form, player, rest)
            for later in (*option.left, *option.right, *_smaller(option)):
                yield _with_side(form, player, [*rest, later])


def _with_side(form: MisereForm, player: Player, side: list[MisereForm]) -> MisereForm:
    return MisereForm.of(side, form.right) if player is LEFT else MisereForm.of(form.left, side)


def _end(player: Player, options: list[MisereForm]) -> MisereForm:
    """The game in which *player* has no move and the other player has these options."""
    return MisereForm.of((), options) if player is LEFT else MisereForm.of(options, ())


def adjoint(sums: Sums, sum_of: Sum) -> MisereForm:
    """The adjoint of a sum of forms (:attr:`MisereForm.adjoint` for one)."""
    left = [adjoint(sums, after) for after in sums.moves(sum_of, RIGHT)] or [ZERO]
    right = [adjoint(sums, after) for after in sums.moves(sum_of, LEFT)] or [ZERO]
    return MisereForm.of(left, right)
