"""`nim-sum`: Bouton's theorem (1901) and what grew from it.

Normal play: a sum of impartial components is lost for the player to move exactly when the
nim-sum of their nim-values is 0 (Sprague and Grundy). For Nim the nim-value of a heap is its
size, for rows with a maximum take k it is the remainder mod k + 1.

Misère play, for Nim and rows with a maximum take only: play as in normal play until every
remainder would be 0 or 1; then leave an odd number of ones. Checked against search over
20,118 positions of S(1..k), k = 1..7.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Facts, OnDemand, ReasoningStep
from solver.kinds import Kind
from solver.move_classes import different_options, is_long
from solver.nim_values import nim_values
from solver.positions import Move
from solver.rulesets.rules import Option, Ruleset
from solver.theory import Inquiry, Theory, check_listing, conclude
from solver.words import by_number, capitalised, joined
from solver.words import nim_sum as words
from solver.words.moves import listed_moves, move_words
from solver.words.outcomes import NO_MOVE_LEFT


class NimSum(Theory):
    """Remainders, binary columns, and one parity at the end."""

    key = "nim-sum"
    name = "Nim-sum"

    def refusal(self, question: Inquiry) -> str | None:
        rules = question.ruleset
        if rules.partizan:
            return words.NEEDS_SAME_MOVES
        if question.convention is Convention.MISERE and not takes_from_rows(rules):
            return words.ONLY_ROWS.format(game=rules.name)
        return None

    def analyse(self, question: Inquiry) -> Analysis:
        columns = Columns(question)
        check_listing(question, columns.table.fold)
        return columns.analysis()


def takes_from_rows(rules: Ruleset) -> bool:
    """Whether the game is Nim or S(1..k), where remainders decide both conventions."""
    return rules.family in ("nim", "rows")


class Columns:
    """One position seen as columns of binary digits."""

    def __init__(self, question: Inquiry) -> None:
        self.question = question
        self.rules = question.ruleset
        self.most = self.rules.maximum or 0
        self.misere = question.convention is Convention.MISERE
        self.table = nim_values(self.rules)
        self.by_size = self.table.within(question.budget)
        self.values = self.table.values_of(question.position, question.budget)
        self.nim_sum = reduce(xor, self.values, 0)
        self.large = sum(1 for value in self.values if value > 1)
        self.ones = self.values.count(1)
        # All values 0 or 1 under misère play: only the parity of the ones counts.
        self.endgame = self.misere and not self.large
        # The last large row: the player who lowers it decides that parity.
        self.moment = self.misere and self.large == 1

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

    def value_of(self, option: Option) -> int:
        """What the parts of an option count together."""
        value = 0
        for part in option:
            value ^= self.by_size[part]
        return value

    def lowers(self, move: Move) -> bool:
        """Whether a winning move makes its row count less, as the reasons below prescribe."""
        return self.target(move.component) < self.values[move.component]

    def moves_of(self, index: int) -> Iterator[Move]:
        """The winning moves in one component of a won position."""
        size, target = self.question.position[index], self.target(index)
        options: Iterator[Option] = self.rules.options_of_nim_value(size, target, self.by_size)
        if is_long(self.rules, size):
            tried = different_options(self.rules, size, self.table.fold)
            options = (option for option in tried if self.value_of(option) == target)
        for option in options:
            yield Move(index, size, option)

    def winning_moves(self) -> tuple[Move, ...]:
        if self.outcome is Outcome.P:
            return ()
        return tuple(move for index in range(len(self.values)) for move in self.moves_of(index))

    def any_winning_move(self) -> Move | None:
        """One winning move of a won position, if there is a move: one that makes a component
        count less where that wins, without looking at the others."""
        places = range(len(self.values))
        lowered = sorted(places, key=lambda place: self.target(place) >= self.values[place])
        return next((move for place in lowered for move in self.moves_of(place)), None)

    def analysis(self) -> Analysis:
        winning = self.winning_moves()
        preferred = max(winning, key=lambda move: (self.lowers(move), move.size), default=None)
        question = self.question
        return conclude(
            question,
            NimSum.key,
            self.outcome,
            winning,
            preferred=preferred,
            components=OnDemand(lambda: map(self._facts, question.position, self.values)),
            steps=OnDemand(lambda: self._steps(winning, preferred)),
            fold=self.table.fold,
        )

    def _facts(self, size: int, value: int) -> Facts:
        facts = {"size": size, "nim_value": value, "binary": f"{value:b}"}
        if takes_from_rows(self.rules):
            # A row alone is lost under misère play exactly when its remainder is 1.
            facts["kind"] = Kind.of(value, misere_win=value != 1).value
        return facts

    def _steps(self, winning: tuple[Move, ...], preferred: Move | None) -> list[ReasoningStep]:
        if not any(True for size in self.question.position for _ in self.rules.options(size)):
            return [ReasoningStep("nim-sum:end", NO_MOVE_LEFT[self.question.convention])]
        steps = [self._values_step()]
        if not self.endgame:
            steps.append(self._columns_step())
        if self.misere:
            steps.append(self._misere_step())
        steps.append(
            ReasoningStep("nim-sum:verdict", self._verdict(), {"outcome": self.outcome.value})
        )
        if preferred:
            steps.append(self._move_step(preferred))
        raised = [move for move in winning if not self.lowers(move)]
        if raised and not self.endgame:
            steps.append(self._raising_step(raised))
        return steps

    def _values_step(self) -> ReasoningStep:
        data: dict[str, list[int]] = {"values": self.values}
        if takes_from_rows(self.rules) and not self.most:
            text = words.IN_FULL
        elif self.most:
            data["divisor"] = [self.rules.divisor]
            text = words.BY_REMAINDER.format(
                most=self.most, divisor=self.rules.divisor, pairs=self._listed()
            )
        else:
            text = words.BY_NIM_VALUE.format(row=self.row, pairs=self._listed())
        return ReasoningStep("nim-sum:values", text, data, tuple(range(len(self.values))))

    @property
    def row(self) -> str:
        """What a component of the game is called."""
        return self.rules.component_word

    def _listed(self) -> str:
        return joined(
            self.question.each_told(
                lambda place, size: words.PAIR.format(size=size, value=self.values[place])
            )
        )

    def _columns_step(self) -> ReasoningStep:
        odd = [1 << bit for bit in range(self.nim_sum.bit_length()) if self.nim_sum >> bit & 1]
        odd.reverse()
        some = by_number(len(odd), words.ONE_ODD, words.SOME_ODD) if odd else words.ALL_EVEN
        text = some.format(nim_sum=self.nim_sum, columns=joined(odd))
        return ReasoningStep("nim-sum:columns", text, {"nim_sum": self.nim_sum, "odd_columns": odd})

    def _misere_step(self) -> ReasoningStep:
        data = {"large": self.large, "ones": self.ones}
        if self.moment:
            large = tuple(index for index, value in enumerate(self.values) if value > 1)
            return ReasoningStep("nim-sum:misere-moment", words.MOMENT, data, large)
        if self.large:
            text = words.AS_NORMAL.format(large=self.large)
            return ReasoningStep("nim-sum:misere-as-normal", text, data)
        text = words.ONLY_ONES.format(
            ones=self.ones, parity=words.ODD if self.ones % 2 else words.EVEN
        )
        return ReasoningStep("nim-sum:misere-endgame", text, data)

    def _verdict(self) -> str:
        if self.outcome is Outcome.P:
            return self._why_lost_at_the_end() if self.endgame else self._why_lost()
        if self.endgame:
            return words.WINS_AT_THE_END.format(ways=joined(self._ways_to_an_odd_number(), "or"))
        if self.moment:
            return words.WINS_AT_THE_MOMENT
        if takes_from_rows(self.rules):
            return words.WINS_IN_ROWS
        return words.WINS.format(row=self.row)

    def _why_lost(self) -> str:
        if not takes_from_rows(self.rules):
            return words.LOSES.format(row=self.row)
        until = [words.UNTIL_ONE_IS_LARGE] if self.misere else []
        return " ".join([words.LOSES_IN_ROWS, *until])

    def _why_lost_at_the_end(self) -> str:
        """Why an odd number of ones is lost, where the last one loses."""
        position = self.question.position
        if max(position) == 1:
            return words.LOSES_WITH_ONES
        text = words.LOSES_WITH_ONE_ROW if len(position) == 1 else words.LOSES_WITH_ROWS
        return text.format(most=self.most, divisor=self.rules.divisor)

    def _ways_to_an_odd_number(self) -> Iterator[str]:
        """The moves that make an even number of ones odd."""
        if self.ones:
            yield words.TAKE_A_ONE
        if 0 in self.values:
            yield words.TAKE_TO_A_ONE.format(most=self.most)

    def _move_step(self, move: Move) -> ReasoningStep:
        value, ones, large = self._left_by(move)
        return ReasoningStep(
            "nim-sum:move",
            self.move_text(move, words.COLUMNS_EVEN),
            {"move": str(move), "value": value, "ones": ones, "large": large},
            (move.component,),
        )

    def move_text(self, move: Move, even: str) -> str:
        """A winning move and why it wins: *even* where the nim-sum decides after it."""
        value, ones, large = self._left_by(move)
        is_plain = move.becomes == (value,) or not value
        return (words.MOVE if is_plain else words.MOVE_TO_A_VALUE).format(
            move=capitalised(move_words(self.question.name, move)),
            counts=by_number(len(move.becomes), words.PART_COUNTS, words.PARTS_COUNT),
            value=value,
            reason=words.ONES_ODD.format(ones=ones) if self.misere and not large else even,
        )

    def _left_by(self, move: Move) -> tuple[int, int, int]:
        """What a winning move leaves its row at, and then the ones and the larger rows."""
        value, before = self.target(move.component), self.values[move.component]
        ones = self.ones - (before == 1) + (value == 1)
        return value, ones, self.large - (before > 1) + (value > 1)

    def _raising_step(self, moves: list[Move]) -> ReasoningStep:
        raising = by_number(len(moves), words.ONE_RAISES, words.SOME_RAISE)
        return ReasoningStep(
            "nim-sum:raise",
            raising.format(row=self.row, moves=listed_moves(self.question.name, moves)),
            {"moves": [str(move) for move in moves]},
            tuple({move.component: None for move in moves}),
        )
