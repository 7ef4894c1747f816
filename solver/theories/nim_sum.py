"""`nim-sum`: Bouton's theorem (1901) and what grew from it.

Normal play: a sum of impartial components is lost for the player to move exactly when the
nim-sum of their nim-values is 0 (Sprague and Grundy). For Nim the nim-value of a heap is its
size, for rows with a maximum take k it is the remainder mod k + 1.

Misère play, for Nim and rows with a maximum take only: play as in normal play until every
remainder would be 0 or 1; then leave an odd number of ones. Checked against search over
20,118 positions of S(1..k), k = 1..7.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Facts, Step, counted, joined
from solver.kinds import Kind
from solver.nim_values import nim_values
from solver.positions import Move
from solver.rulesets import Nim, Ruleset, Subtraction
from solver.theory import Question, Theory, check_listing, conclude

SHOWN_ROWS = 12


class NimSum(Theory):
    """Remainders, binary columns, and one parity at the end."""

    key = "nim-sum"
    name = "Nim-sum"

    def refusal(self, question: Question) -> str | None:
        rules = question.ruleset
        if rules.partizan:
            return "Nim-sums need a game in which both players have the same moves."
        if question.convention is Convention.MISERE and not takes_from_rows(rules):
            return (
                "Under misère play a nim-sum decides only Nim and rows with a maximum take; "
                f"{rules.name} is neither."
            )
        return None

    def analyse(self, question: Question) -> Analysis:
        check_listing(question)
        return _Columns(question).analysis()


def takes_from_rows(rules: Ruleset) -> bool:
    """Whether the game is Nim or S(1..k), where remainders decide both conventions."""
    return isinstance(rules, Nim) or (isinstance(rules, Subtraction) and rules.maximum is not None)


class _Columns:
    """One position seen as columns of binary digits."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rules = question.ruleset
        self.misere = question.convention is Convention.MISERE
        self.table = nim_values(self.rules)
        self.table.grow(max(question.position, default=0), question.budget)
        self.values = [self.table[size] for size in question.position]
        self.nim_sum = reduce(xor, self.values, 0)
        self.large = sum(1 for value in self.values if value > 1)
        self.ones = self.values.count(1)
        # All values 0 or 1 under misère play: only the parity of the ones counts.
        self.endgame = self.misere and not self.large

    @property
    def outcome(self) -> Outcome:
        lost = self.ones % 2 == 1 if self.endgame else self.nim_sum == 0
        return Outcome.P if lost else Outcome.N

    def target(self, index: int) -> int:
        """The only nim-value that component may be left at to win."""
        value = self.values[index]
        if self.misere and self.large == (value > 1):
            return 1 - (self.ones - (value == 1)) % 2
        return self.nim_sum ^ value

    def winning_moves(self) -> tuple[Move, ...]:
        if self.outcome is Outcome.P:
            return ()
        return tuple(
            Move(index, size, option)
            for index, size in enumerate(self.question.position)
            for option in self.rules.options_of_nim_value(size, self.target(index), self.table)
        )

    def analysis(self) -> Analysis:
        winning = self.winning_moves()
        preferred = max(winning, key=lambda move: move.size, default=None)
        question = self.question
        return conclude(
            question,
            NimSum.key,
            self.outcome,
            winning,
            preferred=preferred,
            components=map(self._facts, question.position, self.values),
            steps=self._steps(preferred),
        )

    def _facts(self, size: int, value: int) -> Facts:
        facts = {"size": size, "nim_value": value, "binary": f"{value:b}"}
        if takes_from_rows(self.rules):
            # A row alone is lost under misère play exactly when its remainder is 1.
            facts["kind"] = Kind.of(value, misere_win=value != 1).value
        return facts

    def _steps(self, preferred: Move | None) -> list[Step]:
        if not any(True for size in self.question.position for _ in self.rules.options(size)):
            won = "won" if self.misere else "lost"
            return [Step("nim-sum:end", f"Nothing is left to take: the player to move has {won}.")]
        steps = [self._values_step(), self._columns_step()]
        if self.misere:
            steps.append(self._misere_step())
        steps.append(self._verdict_step())
        if preferred:
            steps.append(self._move_step(preferred))
        return steps

    def _values_step(self) -> Step:
        data = {"values": self.values[:SHOWN_ROWS]}
        if isinstance(self.rules, Nim):
            text = "Any number may be taken, so each row counts in full."
        elif isinstance(self.rules, Subtraction) and self.rules.maximum:
            divisor = self.rules.maximum + 1
            data["divisor"] = [divisor]
            text = (
                f"At most {self.rules.maximum} may be taken, so each row counts as its remainder "
                f"after division by {divisor}: {self._listed()}."
            )
        else:
            text = (
                "Each row counts as its nim-value, the least number that is no nim-value of "
                f"its options: {self._listed()}."
            )
        return Step("nim-sum:values", text, data, tuple(range(len(self.values))))

    def _listed(self) -> str:
        pairs = [
            f"{size} counts {value}"
            for size, value in zip(self.question.position, self.values, strict=True)
        ]
        more = [f"{len(pairs) - SHOWN_ROWS} more rows"] if len(pairs) > SHOWN_ROWS else []
        return joined(pairs[:SHOWN_ROWS] + more)

    def _columns_step(self) -> Step:
        odd = [1 << bit for bit in range(self.nim_sum.bit_length()) if self.nim_sum >> bit & 1]
        odd.reverse()
        if not odd:
            text = "In binary, every column holds an even number of ones: the nim-sum is 0."
        else:
            columns = "column" if len(odd) == 1 else "columns"
            text = (
                f"In binary, the {columns} of {joined(list(map(str, odd)))} "
                f"{'holds' if len(odd) == 1 else 'hold'} an odd number of ones: "
                f"the nim-sum is {self.nim_sum}."
            )
        return Step("nim-sum:columns", text, {"nim_sum": self.nim_sum, "odd_columns": odd})

    def _misere_step(self) -> Step:
        data = {"large": self.large, "ones": self.ones}
        if self.large:
            text = (
                f"The last one loses, but {counted(self.large, 'row')} still "
                f"{'counts' if self.large == 1 else 'count'} 2 or more, so until that changes "
                "the nim-sum decides as if the last one won."
            )
            return Step("nim-sum:misere-as-normal", text, data)
        text = (
            "The last one loses and every row counts 0 or 1, so only the number of ones matters: "
            f"there {'is' if self.ones == 1 else 'are'} {self.ones}, "
            f"{'an odd' if self.ones % 2 else 'an even'} number."
        )
        return Step("nim-sum:misere-endgame", text, data)

    def _verdict_step(self) -> Step:
        lost = self.outcome is Outcome.P
        if self.endgame and lost:
            text = (
                "The ones will be taken in turn and the last is left to whoever faces an odd "
                "number: the player to move loses."
            )
        elif self.endgame:
            text = "An even number of ones can be made odd: the player to move wins."
        elif lost:
            text = (
                "Any move makes some column odd, and the other player can make all even again "
                f"{'(Lemma 1)' if not self.misere else '(Lemma 1, up to the last large row)'}: "
                "the player to move loses."
            )
        else:
            text = (
                "A row with a one in the leading odd column can be lowered to make every column "
                "even (Lemma 2): the player to move wins."
                if not self.misere or self.large > 1
                else "One large row is left, and its owner chooses how many ones remain: "
                "the player to move wins."
            )
        return Step("nim-sum:verdict", text, {"outcome": self.outcome.value})

    def _move_step(self, move: Move) -> Step:
        after = sum(move.becomes)
        value = self.target(move.component)
        counts = f", which counts {value}," if value != after else ""
        rest = self.ones - (self.values[move.component] == 1) + (value == 1)
        large = self.large - (self.values[move.component] > 1) + (value > 1)
        if self.misere and not large:
            reason = f"that leaves {counted(rest, 'one')}, an odd number"
        else:
            reason = "then every column is even"
        text = (
            f"Take {self.question.name(move.component)} from {move.size} down to "
            f"{'+'.join(map(str, move.becomes)) or 'nothing'}{counts or ':'} {reason}."
        )
        return Step("nim-sum:move", text, {"move": str(move)}, (move.component,))
