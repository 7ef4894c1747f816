"""Why R1 gives up: the condition that a row breaks, what R1 would say, and the reply that beats it.

The row is judged by search, and so is the smallest board about which R1's count is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.conventions import Convention
from solver.explanation import ReasoningStep
from solver.kinds import Kind
from solver.kinds_of_rows import FORBIDDEN, miscount
from solver.positions import Move, Position
from solver.r1 import Violation, kind_table
from solver.scenes import CountLine, OptionCard, Scene, Tag
from solver.theories.r1 import case_of
from solver.theory import Inquiry
from solver.true_kinds import TrueKinds
from solver.words import capitalised, position_words, uncapitalised, with_article
from solver.words import films as film_words
from solver.words import r1 as words
from solver.words.moves import Form, move_words
from solver.words.nim_sum import NIM_SUM
from solver.words.outcomes import OTHER_PLAYER, THE_MOVER
from solver.words.published import LOST_WITH_FIRM, LOST_WITH_INVERTERS
from solver.words.reach import CONDITIONS

from .frames import taken
from .nim_sum import odd_or_even
from .options import Alone, LoneRow, derived, row_options, with_mex


def refusal_film(question: Inquiry) -> tuple[ReasoningStep, ...]:
    """The frames that show why R1 refuses *question*; none where no row breaks a condition.

    Raises :class:`~solver.errors.BudgetExceededError` past the budget of the question.

    >>> from solver import ask
    >>> [step.title for step in refusal_film(ask("kayles", "5+1"))][1]
    'What condition 2 asks'
    """
    if question.convention is not Convention.MISERE or question.ruleset.partizan:
        return ()
    largest = max(question.position, default=0)
    violation = kind_table(question.ruleset).check(largest, question.budget)
    return tuple(RefusalFilm(question, violation).frames()) if violation else ()


class RefusalFilm:
    """A row that breaks a condition, by itself and in company."""

    def __init__(self, question: Inquiry, violation: Violation) -> None:
        self.question, self.violation = question, violation
        self.rules, self.budget = question.ruleset, question.budget
        self.rows = TrueKinds(self.rules, self.budget)
        self.row = LoneRow(self.rules, violation.size, self.budget)

    def frames(self) -> Iterator[ReasoningStep]:
        """The row, the condition, what R1 would say of a board, and how that is beaten."""
        yield self.kind_step()
        yield self.condition_step()
        wrong = miscount(self.rules, self.violation.size, self.budget)
        if wrong is None:
            return
        board = self.at(wrong.position)
        if wrong.wins:
            yield self.left_step(board)
            winning = self.winning(board)
            yield self.beaten_step(board, winning)
            yield self.lost_step(winning.apply(board.position))
            return
        yield self.won_step(board)
        tried = next(move for move in board.legal_moves() if move.size == self.violation.size)
        after = board.after(tried)
        reply = self.winning(after)
        yield self.answered_step(board, tried, reply)
        yield self.lost_step(reply.apply(after.position))

    def at(self, position: Position) -> Inquiry:
        """The same question about another board."""
        return Inquiry(self.rules, position, self.question.convention, None, self.budget)

    def winning(self, board: Inquiry) -> Move:
        """A move that wins, by search: one that leaves as few rows as possible."""
        search = self.rows.search
        moves = (m for m in board.legal_moves() if not search.wins(m.apply(board.position)))
        return min(moves, key=lambda move: len(move.becomes))

    # --- the row by itself ------------------------------------------------------------

    def kind_step(self) -> ReasoningStep:
        """What the row is: its options, its nim-value, who wins it alone."""
        kind, size = self.violation.kind, self.violation.size
        options, reached, value, how = derived(self.row)
        cards = row_options(size, options, self.judged)
        leave = next((card for card in cards.cards if card.holds is False), None)
        who = words.LOSES_BY_ALL
        if leave:
            who = words.WINS_BY_LEAVING.format(option=position_words(leave.leaves))
        text = words.ALONE.format(derived=how, alone=who, kind=with_article(kind))
        title = words.ALONE_TITLE.format(
            row=capitalised(self.rules.component_word), size=size, kind=with_article(kind)
        )
        facts = {"size": size, "reached": reached, "nim_value": value, "kind": kind.value}
        tag = words.TAG.format(value=value, kind=kind)
        alone = Alone(title, text, facts, with_mex(cards, reached, value))
        return alone.step("r1:breaks", (size,), size, tag)

    def judged(self, option: Position) -> OptionCard:
        """An option with its nim-value, and who wins it when the last one loses."""
        wins = self.rows.search.wins(option)
        verdict = words.NEXT_WINS if wins else words.NEXT_LOSES
        return OptionCard(option, str(self.rows.value(option)), verdict, wins)

    def condition_step(self) -> ReasoningStep:
        """The condition in its words, and the options that break it."""
        number, size = self.violation.condition, self.violation.size
        options = derived(self.row).options
        shown = row_options(size, options, self.kinded)
        text = words.BREAKS.format(
            number=number,
            condition=uncapitalised(CONDITIONS[number]),
            violation=self.violation.text,
        )
        title = words.CONDITION_TITLE.format(number=number)
        facts = {"condition": number, "size": size, "kind": self.violation.kind.value}
        alone = Alone(title, text, facts, shown)
        return alone.step("r1:condition", (size,), size, self.violation.kind.value)

    def kinded(self, option: Position) -> OptionCard:
        """An option with its kind, and whether the condition objects to it."""
        kind, number = self.rows.kind(option), self.violation.condition
        if number == 2:
            return OptionCard(option, kind.value, words.NEITHER, False)
        if kind is FORBIDDEN.get(number):
            return OptionCard(option, kind.value, words.FORBIDDEN, False)
        if number == 1:
            return OptionCard(option, kind.value, words.NEXT_WINS, True)
        return OptionCard(option, kind.value)

    # --- the row in company -----------------------------------------------------------

    def scene(self, position: Position, move: Move | None = None) -> Scene:
        """A board with the true kind of each row, and R1's count."""
        kinds = self.rows.kinds(position)
        tags = tuple(Tag(place, kind.value) for place, kind in enumerate(kinds))
        inverters = kinds.count(Kind.INVERTER)
        tally = (
            CountLine(words.INVERTERS, inverters, odd_or_even(inverters)),
            CountLine(NIM_SUM, self.rows.value(position)),
        )
        groups = tuple(taken(move)) if move else ()
        return Scene(position, groups, (), tags, tally, move)

    def left_step(self, board: Inquiry) -> ReasoningStep:
        """A board that R1 takes for lost, so that it would leave it."""
        kinds = self.rows.kinds(board.position)
        firm = any(not (kind.is_fickle or kind is Kind.HIGHER_INVERTER) for kind in kinds)
        text = words.WOULD_LEAVE.format(
            position=position_words(board.position),
            why=LOST_WITH_FIRM if firm else LOST_WITH_INVERTERS,
        )
        return self.claim(board, text, won=False)

    def won_step(self, board: Inquiry) -> ReasoningStep:
        """A board that R1 takes for won by a move that is not there."""
        case = case_of(self.rows.kinds(board.position))
        text = words.WOULD_WIN.format(
            position=position_words(board.position),
            case=case,
            prescription=words.PRESCRIPTIONS[case],
        )
        return self.claim(board, text, won=True)

    def claim(self, board: Inquiry, text: str, *, won: bool) -> ReasoningStep:
        facts = {"position": list(board.position), "won": won}
        draw = partial(self.scene, board.position)
        return ReasoningStep("r1:claim", text, facts, draw=draw, title=words.CLAIM_TITLE)

    def beaten_step(self, board: Inquiry, move: Move) -> ReasoningStep:
        """The move that wins a board which R1 takes for lost."""
        text = words.BEATEN.format(move=move_words(board.name, move, Form.DOING))
        draw = partial(self.scene, board.position, move)
        facts = {"move": str(move)}
        return ReasoningStep("r1:beaten", text, facts, (move.component,), draw, words.BEATEN_TITLE)

    def answered_step(self, board: Inquiry, move: Move, reply: Move) -> ReasoningStep:
        """A move from a board that R1 takes for won, and the reply that beats it."""
        after = board.after(move)
        text = film_words.ANSWERED.format(
            player=THE_MOVER,
            move=move_words(board.name, move, Form.TOLD),
            other=OTHER_PLAYER,
            answers=film_words.ANSWERS,
            answer=move_words(after.name, reply, Form.DOING),
        )
        facts = {"move": str(move), "reply": str(reply)}
        draw = partial(self.scene, after.position, reply)
        return ReasoningStep("r1:beaten", text, facts, (reply.component,), draw, words.BEATEN_TITLE)

    def lost_step(self, position: Position) -> ReasoningStep:
        """The board that is left loses, by search; of a single row all options are shown."""
        text = words.LOST_BY_SEARCH.format(position=position_words(position))
        facts = {"position": list(position)}

        def draw() -> Scene:
            if len(position) > 1:
                return self.scene(position)
            row = LoneRow(self.rules, position[0], self.budget)
            shown = row_options(row.size, derived(row).options, self.judged)
            return Scene(position, options=(shown,))

        return ReasoningStep("r1:loses", text, facts, draw=draw, title=words.LOST_TITLE)
