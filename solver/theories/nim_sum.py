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
from solver.explanation import Analysis, Facts, Step, change, other_moves
from solver.kinds import Kind
from solver.move_classes import different_options, is_long
from solver.nim_values import nim_values
from solver.positions import Move
from solver.rulesets import Option, Ruleset
from solver.theory import Question, Theory, check_listing, conclude
from solver.words import capitalised, joined, summed_up


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
        columns = Columns(question)
        check_listing(question, columns.table.fold)
        return columns.analysis()


def takes_from_rows(rules: Ruleset) -> bool:
    """Whether the game is Nim or S(1..k), where remainders decide both conventions."""
    return rules.family in ("nim", "rows")


class Columns:
    """One position seen as columns of binary digits."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rules = question.ruleset
        self.most = self.rules.maximum or 0
        self.misere = question.convention is Convention.MISERE
        self.table = nim_values(self.rules)
        self.by_size = self.table.within(question.budget)
        self.values = [self.by_size[size] for size in question.position]
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
            components=map(self._facts, question.position, self.values),
            steps=self._steps(winning, preferred),
            fold=self.table.fold,
        )

    def _facts(self, size: int, value: int) -> Facts:
        facts = {"size": size, "nim_value": value, "binary": f"{value:b}"}
        if takes_from_rows(self.rules):
            # A row alone is lost under misère play exactly when its remainder is 1.
            facts["kind"] = Kind.of(value, misere_win=value != 1).value
        return facts

    def _steps(self, winning: tuple[Move, ...], preferred: Move | None) -> list[Step]:
        if not any(True for size in self.question.position for _ in self.rules.options(size)):
            won = "won" if self.misere else "lost"
            return [Step("nim-sum:end", f"No move is left: the player to move has {won}.")]
        steps = [self._values_step()]
        if not self.endgame:
            steps.append(self._columns_step())
        if self.misere:
            steps.append(self._misere_step())
        steps.append(Step("nim-sum:verdict", self._verdict(), {"outcome": self.outcome.value}))
        if preferred:
            steps.append(self._move_step(preferred))
        raised = [move for move in winning if not self.lowers(move)]
        if raised and not self.endgame:
            steps.append(self._raising_step(raised))
        return steps

    def _values_step(self) -> Step:
        data: dict[str, list[int]] = {"values": self.values}
        if takes_from_rows(self.rules) and not self.most:
            text = "Any number may be taken, so each row counts in full."
        elif self.most:
            data["divisor"] = [self.rules.divisor]
            text = (
                f"At most {self.most} may be taken, so each row counts as its remainder "
                f"after division by {self.rules.divisor}: {self._listed()}."
            )
        else:
            text = (
                "Each row counts as its nim-value, the least number that is no nim-value of "
                f"its options: {self._listed()}."
            )
        return Step("nim-sum:values", text, data, tuple(range(len(self.values))))

    def _listed(self) -> str:
        pairs = zip(self.question.position, self.values, strict=True)
        return summed_up([f"{size} counts {value}" for size, value in pairs])

    def _columns_step(self) -> Step:
        odd = [1 << bit for bit in range(self.nim_sum.bit_length()) if self.nim_sum >> bit & 1]
        odd.reverse()
        if not odd:
            text = "In binary, every column holds an even number of ones: the nim-sum is 0."
        else:
            columns = "column" if len(odd) == 1 else "columns"
            text = (
                f"In binary, the {columns} of {joined(odd)} "
                f"{'holds' if len(odd) == 1 else 'hold'} an odd number of ones: "
                f"the nim-sum is {self.nim_sum}."
            )
        return Step("nim-sum:columns", text, {"nim_sum": self.nim_sum, "odd_columns": odd})

    def _misere_step(self) -> Step:
        data = {"large": self.large, "ones": self.ones}
        if self.moment:
            return Step(
                "nim-sum:misere-moment",
                "The last one loses, and exactly one row counts 2 or more: this is the moment to "
                "stop playing as if the last one won. Leave an odd number of ones.",
                data,
                tuple(index for index, value in enumerate(self.values) if value > 1),
            )
        if self.large:
            return Step(
                "nim-sum:misere-as-normal",
                f"The last one loses, but {self.large} rows count 2 or more. As long as there are "
                "two of them, the nim-sum decides as if the last one won.",
                data,
            )
        return Step(
            "nim-sum:misere-endgame",
            "The last one loses and every row counts 0 or 1, so only the number of ones matters: "
            f"there {'is' if self.ones == 1 else 'are'} {self.ones or 'none'}, "
            f"{'an odd' if self.ones % 2 else 'an even'} number.",
            data,
        )

    def _verdict(self) -> str:
        if self.outcome is Outcome.P:
            reason = self._why_lost_at_the_end() if self.endgame else self._why_lost()
            return f"{reason}: the player to move loses."
        if self.endgame:
            reason = f"{self._even_made_odd()} makes the number of ones odd"
        elif self.moment:
            reason = "That row can be lowered to 0 or to 1, whichever leaves an odd number"
        elif takes_from_rows(self.rules):
            reason = (
                "A row with a one in the leading odd column can be lowered to make every column "
                "even (Lemma 2)"
            )
        else:
            reason = (
                "A row whose nim-value has a one in the leading odd column can be given the "
                "smaller nim-value that makes every column even"
            )
        return f"{reason}: the player to move wins."

    def _why_lost(self) -> str:
        if not takes_from_rows(self.rules):
            return (
                "A move never leaves a row's nim-value as it was, so it makes some column odd. A "
                "row can be given any smaller nim-value, so the other player can make every "
                "column even again"
            )
        until = (
            ", or, once a single row counts 2 or more, leave an odd number of ones"
            if self.misere
            else ""
        )
        return (
            "Any move changes what one row counts and makes some column odd (Lemma 1). The other "
            f"player can make every column even again (Lemma 2){until}"
        )

    def _why_lost_at_the_end(self) -> str:
        """Why an odd number of ones is lost, where the last one loses."""
        position = self.question.position
        if max(position) == 1:
            return (
                "The rows of 1 go one after another, and of an odd number the player who starts "
                "takes the last"
            )
        most = self.most
        if len(position) == 1:
            return (
                f"Whatever is taken, the other player takes the rest of {most + 1}, until a "
                "single one is left"
            )
        return (
            f"Whatever is taken from a row of more than {most}, the other player takes the rest of "
            f"{most + 1} from it. If a row of 1 is taken, the other player takes 1 from another "
            f"row that counts 1, or {most} from any row if none does. So an odd number of ones "
            "comes back each time"
        )

    def _even_made_odd(self) -> str:
        """The moves that make an even number of ones odd."""
        ways = ["taking 1 from a row that counts 1"] if self.ones else []
        if 0 in self.values:
            ways.append(f"taking {self.most} from a row that counts 0")
        return capitalised(joined(ways, "or"))

    def _move_step(self, move: Move) -> Step:
        value = self.target(move.component)
        counts = f", which count{'s' if len(move.becomes) < 2 else ''} {value}"
        before = self.values[move.component]
        ones = self.ones - (before == 1) + (value == 1)
        large = self.large - (before > 1) + (value > 1)
        if self.misere and not large:
            reason = f"that leaves an odd number of ones, {ones}"
        else:
            reason = "then every column is even"
        name = self.question.name(move.component)
        return Step(
            "nim-sum:move",
            f"Turn {change(name, move)}{counts if move.becomes != (value,) and value else ''}: "
            f"{reason}.",
            {"move": str(move), "value": value, "ones": ones, "large": large},
            (move.component,),
        )

    def _raising_step(self, moves: list[Move]) -> Step:
        raising = other_moves(self.question.name, moves)
        return Step(
            "nim-sum:raise",
            f"Making a row count more wins too, where that makes every column even: {raising}.",
            {"moves": [str(move) for move in moves]},
            tuple({move.component: None for move in moves}),
        )
