"""`reduction`: partizan Kayles under misère play, solved (Integers 15, 2015).

Left removes one square of a strip, Right two adjacent ones; who cannot move has won.
Theorem 1: a strip of 3k is k S1 + k S2, of 3k + 1 it is (k + 1) S1 + k S2, of 3k + 2 it is
k S1 + (k + 1) S2. Corollary 4: S1 + S2 = 0. So only the number x of strips of length 1 mod 3
and the number y of strips of length 2 mod 3 count (Theorem 3). Theorem 4 names a winning move
except where it is silent; there, the end of a strip whose length is a multiple of 3 wins.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.conventions import Convention, Outcome, Player
from solver.explanation import Analysis, OnDemand, ReasoningStep
from solver.move_classes import different_options
from solver.positions import Move, Position
from solver.rulesets.rules import PartizanKayles
from solver.theory import Inquiry, Theory, check_listing, conclude
from solver.words import capitalised, counted, each_told, joined, signed
from solver.words import reduction as words
from solver.words.moves import move_words
from solver.words.outcomes import OUTCOME_WORDS

FOLD = (1, 3)
"""What a strip counts as repeats with every third length, squares and dominoes cancelled."""


class Reduction(Theory):
    """Every strip counts as squares and dominoes."""

    key = "reduction"
    name = "Reduction"

    def refusal(self, question: Inquiry) -> str | None:
        if question.ruleset.family != "partizan":
            return words.ONLY_STRIPS
        if question.convention is not Convention.MISERE:
            return words.NOT_NORMAL
        return None

    def analyse(self, question: Inquiry) -> Analysis:
        check_listing(question, FOLD)
        outcome = outcome_of(question.position)
        winning = tuple(
            move
            for player in question.players
            if player is not None and outcome.wins(player)
            for move in winning_moves(question.position, player)
        )
        preferred = None
        if question.to_move and outcome.wins(question.to_move):
            preferred = theorem_4(question.position, question.to_move) or next(iter(winning), None)
        return conclude(
            question,
            self.key,
            outcome,
            winning,
            preferred=preferred,
            components=(
                {"size": size, "s1": reduced(size)[0], "s2": reduced(size)[1]}
                for size in question.position
            ),
            steps=OnDemand(lambda: _steps(question, outcome, preferred)),
            fold=FOLD,
        )


def reduced(size: int) -> tuple[int, int]:
    """How many S1 and S2 a strip is equal to (Theorem 1)."""
    whole, rest = divmod(size, 3)
    return whole + (rest == 1), whole + (rest == 2)


def counts(position: Position) -> tuple[int, int]:
    """The number of strips of length 1 mod 3, and of length 2 mod 3."""
    return sum(size % 3 == 1 for size in position), sum(size % 3 == 2 for size in position)


def outcome_of(position: Position) -> Outcome:
    """The outcome by Theorem 3."""
    return outcome_of_counts(*counts(position))


def outcome_of_counts(x: int, y: int) -> Outcome:
    """Theorem 3 for *x* strips of length 1 mod 3 and *y* of length 2 mod 3."""
    if x == y:
        return Outcome.N
    if x > y:
        return Outcome.R
    return (Outcome.N, Outcome.R, Outcome.P)[(x + 2 * y) % 3]


def winning_moves(position: Position, player: Player) -> Iterator[Move]:
    """Every move of *player* after which the other one, to move, loses."""
    x, y = counts(position)
    rules = PartizanKayles()
    for index, size in enumerate(position):
        wins = [False] * 3
        left = size - rules.take(player)
        for start in range(min(3, left + 1)):
            after = counts((start, left - start))
            before = counts((size,))
            outcome = outcome_of_counts(x - before[0] + after[0], y - before[1] + after[1])
            wins[start] = not outcome.wins(player.other)
        for option in different_options(rules, size, FOLD, player):
            start = option[0] if len(option) == 2 else 0
            if wins[start % 3]:
                yield Move(index, size, option, player)


def theorem_4(position: Position, player: Player) -> Move | None:
    """The move that Theorem 4 names for a player who can win; None where it is silent."""
    wanted = [(1, 0), (2, 0)] if player is Player.LEFT else [(2, 0), (1, 1)]
    for rest, start in wanted:
        for index, size in enumerate(position):
            left = size - PartizanKayles.take(player) - start
            if size % 3 == rest and left >= (1 if start else 0):
                parts = tuple(sorted(part for part in (start, left) if part))
                return Move(index, size, parts, player)
    return None


def _steps(question: Inquiry, outcome: Outcome, preferred: Move | None) -> Iterator[ReasoningStep]:
    position, player = question.position, question.to_move
    if player and next(question.ruleset.legal_moves(position, player), None) is None:
        yield ReasoningStep("reduction:stuck", words.STUCK.format(player=player.value.title()))
        return
    if not position:
        yield ReasoningStep("reduction:stuck", words.NO_STRIP)
        return
    yield _reduce_step(position)
    x, y = counts(position)
    cancel = words.CANCEL.format(
        squares=counted(x, "square") if x else words.NO_SQUARE,
        dominoes=counted(y, "domino") if y else words.NO_DOMINO,
    )
    yield ReasoningStep("reduction:cancel", cancel, {"x": x, "y": y})
    data = {"x": x, "y": y, "balance": x - y, "outcome": outcome.value}
    yield ReasoningStep("reduction:outcome", _outcome_text(x, y, outcome), data)
    if preferred and player:
        yield _move_step(question, preferred, player)
    elif player:
        yield _lost_step(question, player)


def balance_of(position: Position) -> int:
    """The squares left over after cancelling, or minus the dominoes: what Theorem 3 asks for.

    >>> balance_of((4, 5, 6))
    0
    """
    x, y = counts(position)
    return x - y


def tiles_of(position: Position) -> tuple[int, int]:
    """How many squares and dominoes strips count as, nothing cancelled (Theorem 1)."""
    parts = [reduced(size) for size in position]
    return sum(squares for squares, _ in parts), sum(dominoes for _, dominoes in parts)


def outcome_of_balance(balance: int) -> Outcome:
    """Theorem 3 once everything has cancelled: who wins with so many squares left over, or so
    many dominoes where *balance* is below 0.

    >>> outcome_of_balance(0), outcome_of_balance(2), outcome_of_balance(-1)
    (<Outcome.N: 'N'>, <Outcome.R: 'R'>, <Outcome.P: 'P'>)
    """
    return outcome_of_counts(max(balance, 0), max(-balance, 0))


def pieces_in_words(squares: int, dominoes: int) -> str:
    """``3 squares and 1 domino``; there is at least one of either."""
    terms = [counted(squares, "square")] if squares else []
    terms += [counted(dominoes, "domino")] if dominoes else []
    return joined(terms)


def _reduce_step(position: Position) -> ReasoningStep:
    pieces = each_told(
        position,
        lambda size: words.PIECE.format(size=size, pieces=pieces_in_words(*reduced(size))),
        "strip",
    )
    squares, dominoes = tiles_of(position)
    return ReasoningStep(
        "reduction:reduce",
        words.REDUCE.format(pieces="; ".join(pieces)),
        {"s1": squares, "s2": dominoes, "strips": [list(reduced(size)) for size in position]},
        tuple(range(len(position))),
    )


def _outcome_text(x: int, y: int, outcome: Outcome) -> str:
    if x >= y:
        text = words.ALL_CANCEL if x == y else words.SQUARES_LEFT
    else:
        text = words.IN_THREES if y - x <= 3 else words.IN_THREES_AGAIN
    return text.format(
        who=capitalised(OUTCOME_WORDS[outcome]),
        balance=words.BALANCE.format(squares=x, dominoes=y, balance=signed(x - y)),
        number=signed(x - y),
        same=signed(-((y - x - 1) % 3) - 1),
    )


def _move_step(question: Inquiry, move: Move, player: Player) -> ReasoningStep:
    named = theorem_4(question.position, player) == move
    reason = words.SILENT
    if named:
        reason = words.NEAR_THE_END if len(move.becomes) == 2 else words.AT_THE_END
    after = balance_of(move.apply(question.position))
    return ReasoningStep(
        "reduction:theorem-4" if named else "reduction:silence",
        words.MOVE.format(
            move=capitalised(move_words(question.name, move)),
            reason=reason.format(player=player.value.title(), rest=move.size % 3),
            balance=signed(after),
            other=player.other.value.title(),
        ),
        {"move": str(move), "theorem_4": named, "balance": after},
        (move.component,),
    )


def _lost_step(question: Inquiry, player: Player) -> ReasoningStep:
    """Where the loser's moves lead: by one one way, or by two the other way."""
    x, y = counts(question.position)
    step = -1 if player is Player.LEFT else 1
    reached = sorted(
        {
            x - y - balance_of((size,)) + balance_of(option)
            for size in set(question.position)
            for option in different_options(question.ruleset, size, FOLD, player)
        }
    )
    assert set(reached) <= {x - y + step, x - y - 2 * step}
    return ReasoningStep(
        "reduction:lost",
        words.LOST.format(
            player=player.value.title(),
            balances=joined(map(signed, reached), "or"),
            other=player.other.value.title(),
        ),
        {"balances": reached},
    )
